"""Files that are no photographs of a table, or hardly: each has its own clear answer."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engines.errors import BadInput
from vision.ink import opencv
from vision.ink.pictures import size_of

Pixels = NDArray[Any]


def picture(columns: int = 120, rows: int = 80) -> NDArray[np.uint8]:
    return np.random.default_rng(1).integers(0, 255, (rows, columns, 3), np.uint8)


def stored(ending: str, pixels: Pixels | None = None) -> bytes:
    return bytes(cv2.imencode(ending, picture() if pixels is None else pixels)[1])


def refused(data: bytes) -> str:
    with pytest.raises(BadInput) as caught:
        opencv.decode(data, "board")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("board: ")
    return str(caught.value)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
def test_the_size_is_known_before_a_picture_is_decoded(ending: str) -> None:
    assert size_of(stored(ending), "board") == (120, 80)
    assert opencv.decode(stored(ending), "board").shape == (80, 120, 3)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_a_picture_that_is_cut_short_is_named_so(ending: str) -> None:
    data = stored(ending)
    for share in (0.3, 0.7, 0.97):
        assert "cut short" in refused(data[: int(len(data) * share)])


def test_animations_are_refused() -> None:
    png = stored(".png")
    control = struct.pack(">I", 8) + b"acTL" + struct.pack(">II", 2, 0) + b"\0\0\0\0"
    assert "animation" in refused(png[:33] + control + png[33:])
    frame = b"," + struct.pack("<HHHHB", 0, 0, 90, 90, 0) + b"\x02\0"
    loop = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    assert "animation" in refused(b"GIF89a" + struct.pack("<HH", 90, 90) + b"\0\0\0" + loop + 2 * frame + b";")


def test_tiny_and_enormous_pictures_are_refused_by_their_size() -> None:
    assert "40x70 pixels are too few" in refused(stored(".png", picture(40, 70)))
    png = bytearray(stored(".png"))
    png[16:24] = struct.pack(">II", 40_000, 30_000)
    assert "too many" in refused(bytes(png))


TURNED = Path(__file__).parents[1] / "corpora" / "pictures" / "turned.heic"
"""400 × 240 pixels in four quarters, red, green, blue and white, which lie on their side until they are turned."""


def test_a_heic_is_read_and_turned_as_it_says() -> None:
    data = TURNED.read_bytes()
    assert size_of(data, "board") == (400, 240)
    picture = opencv.decode(data, "board")
    assert picture.shape == (240, 400, 3)
    quarters = [picture[y, x].round(-2).tolist() for y, x in ((20, 20), (20, 380), (220, 20), (220, 380))]
    assert quarters == [[0, 0, 200], [0, 200, 0], [200, 0, 0], [200, 200, 200]]
    assert opencv.decode(data, "board", longest=200).shape == (120, 200, 3)


@pytest.mark.parametrize(("name", "darkest", "brightest"), [("odd", 88, 92), ("grey", 88, 92), ("grey_16_bit", 88, 92)])
def test_a_heic_of_any_kind_is_three_colours_that_are_ours(name: str, darkest: int, brightest: int) -> None:
    data = TURNED.with_name(f"{name}.heic").read_bytes()
    picture = opencv.decode(data, "board")
    assert picture.shape == (719, 1279, 3)
    assert darkest <= picture.min() <= picture.max() <= brightest
    owner = picture if picture.base is None else picture.base
    assert isinstance(owner, np.ndarray)
    assert owner.flags.owndata


def test_a_heic_that_is_cut_short_or_damaged_is_one_line_with_a_code() -> None:
    data = TURNED.read_bytes()
    for length in (40, len(data) // 3, len(data) // 2, len(data) - 3):
        assert "cut short" in refused(data[:length])
    hurt = bytearray(data)
    at = hurt.find(b"hvcC")
    hurt[at : at + 4] = b"none"
    assert "a damaged HEIC picture" in refused(bytes(hurt))


def test_a_heic_of_two_hundred_megapixels_is_refused_by_its_size() -> None:
    data = bytearray(TURNED.read_bytes())
    at = data.find(b"ispe") + 8
    data[at : at + 8] = struct.pack(">II", 10_000, 20_000)
    assert "20000x10000 pixels are too many" in refused(bytes(data))


@pytest.mark.parametrize(("brand", "said"), [("avif", "an AVIF picture"), ("mp42", "a film")])
def test_what_telephones_also_make_is_named(brand: str, said: str) -> None:
    assert said in refused(b"\0\0\0\x18ftyp" + brand.encode() + b"\0\0\0\0mif1" + b"\0" * 99)


def test_a_very_narrow_picture_stays_broad_enough() -> None:
    assert opencv.decode(stored(".png", picture(1000, 70)), "board", longest=300).shape == (70, 1000, 3)
    assert opencv.decode(stored(".png", picture(1000, 130)), "board", longest=300).shape == (65, 500, 3)


def test_a_very_large_photograph_is_decoded_smaller() -> None:
    data = stored(".jpg", np.full((900, 1600, 3), 90, np.uint8))
    assert opencv.decode(data, "board", longest=800).shape == (450, 800, 3)
    assert opencv.decode(data, "board", longest=300).shape == (113, 200, 3)


def test_loading_says_how_much_smaller_a_picture_became(tmp_path: Path) -> None:
    path = str(tmp_path / "board.jpg")
    Path(path).write_bytes(stored(".jpg", np.full((900, 1600, 3), 90, np.uint8)))
    with opencv.loading(800) as loading:
        assert opencv.load(path).shape == (450, 800, 3)
    assert loading.factors == {path: 2}
    assert opencv.load(path).shape == (900, 1600, 3)


def test_sixteen_bit_and_grey_pictures_are_read_as_others() -> None:
    deep = picture().astype(np.uint16) * 257
    assert np.abs(opencv.decode(stored(".png", deep)).astype(int) - picture()).max() <= 1
    grey = opencv.decode(stored(".png", picture()[..., 0]))
    assert grey.shape == (80, 120, 3)


def test_a_photograph_is_turned_as_its_exif_says() -> None:
    upright = np.zeros((80, 120, 3), np.uint8)
    upright[:40] = 255
    data = stored(".jpg", cv2.rotate(upright, cv2.ROTATE_90_COUNTERCLOCKWISE))
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHH", 0x112, 3, 1, 6, 0) + b"\0\0\0\0"
    data = data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]
    turned = opencv.decode(data)
    assert turned.shape == (80, 120, 3)
    assert turned[10].mean() > 200 > 50 > turned[70].mean()
