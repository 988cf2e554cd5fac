"""Stellar on paper and before the camera: print sheets, capturing a pack, reading by the house pack."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pypdf
import pytest

from engines.registry import pack_bytes
from hardware.simulated.stellar.design import house_look
from pi_app.packs import find_pack, prove
from planisphere.cli import main
from tests.planisphere.pdf_pages import texts
from tools.studio.cards import owners_photographs
from tools.studio.designs.cards import layout_json
from vision.cards.measured import cards
from vision.ink.pose import Array

TOLD = ("--number", "10,10,13,11")
"""Where the number is printed: searching for it takes as long as everything else."""
ORDER = "planet,moon,asteroid,cloud,black_hole,satellite,back"


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("owner")
    pictures = dict(zip(("telescope", "cards"), owners_photographs(house_look(), 5), strict=True))
    for name, picture in pictures.items():
        cv2.imwrite(str(folder / f"{name}.jpg"), picture)
    return {name: str(folder / f"{name}.jpg") for name in pictures}


def capture(photographs: dict[str, str], *more: str) -> int:
    where = ["--telescope", photographs["telescope"], "--cards", photographs["cards"]]
    return main(["pack", "capture", "stellar", *where, "--card-size", "47x62", "--order", ORDER, *more])


@pytest.mark.exhaustive
def test_capturing_the_printed_house_deck_gives_the_house_pack_back(
    photographs: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert capture(photographs, "--accept", "--name", "ours") == 0
    source = find_pack("stellar/ours")
    assert prove(source).valid
    pack, house = msgspec.json.decode(source.data), msgspec.json.decode(pack_bytes("stellar", "house"))
    for part in ("rows", "sections"):
        assert pack["telescope"][part] == house["telescope"][part]
    assert sorted(pack["telescope"]["adjacent"]) == sorted(house["telescope"]["adjacent"])
    assert pack["cards"] == house["cards"]
    true = layout_json(house_look(), markers=True)
    found = pack["layout"]
    for name in ("number", "type", "stars"):
        assert np.abs(np.array(found[name]["at"]) - true[name]["at"]).max() < 0.8, name
    for part in ("slots", "at"):
        seen, printed = ((one["telescope"] if part == "slots" else one["markers"])[part] for one in (found, true))
        assert set(seen) == set(printed)
        assert max(np.abs(np.subtract(seen[key], printed[key])).max() for key in printed) < 0.5, part
    assert found["markers"]["size"] == true["markers"]["size"]


def test_without_accept_a_capture_only_tells_what_it_found(
    photographs: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert capture(photographs, *TOLD) == 0
    assert "--number 10,10,13,11" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.json"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--order", "planet,moon"], "--order"),
        (["--card-size", "62x47"], "--card-size"),
        (["--number", "a,b"], "--number"),
        (["--name", "house"], "--name"),
    ],
)
def test_a_slip_in_the_arguments_is_named(
    photographs: dict[str, str], arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert capture(photographs, *arguments) == 2
    assert words in capsys.readouterr().err


def test_start_cards_on_which_no_row_of_stars_is_seen_are_asked_about(
    photographs: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    everything = "23.5,31,47,62"
    assert capture(photographs, *TOLD, "--type", everything) == 2
    assert "say where stars are printed: --stars X,Y" in capsys.readouterr().err


def test_stars_that_are_counted_otherwise_than_they_are_seen_are_asked_about(
    photographs: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = cards.star_row

    def with_one_more(marks: Array) -> Array | None:
        row = seen(marks)
        return None if row is None else np.vstack([row, 2 * row[0] - row[1]])

    monkeypatch.setattr(cards, "star_row", with_one_more)
    assert capture(photographs, *TOLD) == 2
    assert "it is not clear what on the start cards is a star" in capsys.readouterr().err


def test_a_photograph_with_too_few_cards_is_refused(
    photographs: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    swapped = {"telescope": photographs["cards"], "cards": photographs["cards"]}
    assert capture(swapped, *TOLD) == 3
    assert "of its 12 empty slots are seen" in capsys.readouterr().err


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ink", ["night", "light"])
def test_the_house_deck_is_printed_with_all_cards_and_both_telescopes(tmp_path: Path, paper: str, ink: str) -> None:
    out = tmp_path / "cards.pdf"
    assert main(["print", "stellar", "--out", str(out), "--paper", paper, "--ink", ink, "--players", "2"]) == 0
    reader = pypdf.PdfReader(out)
    assert len(reader.pages) == 1 + 4 + 10
    text = [" ".join(words for words, *_ in texts(reader, page)) for page in range(len(reader.pages))]
    assert sum(page.count("6/0") for page in text[5:]) == 5 + 2
    assert all(str(slot) in text[1] + text[2] for slot in range(1, 13))


def read(*more: str) -> int:
    return main(["read", "stellar", "--json", *more])


def test_the_house_pack_is_a_layout(photographs: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert read("--layout", "stellar", "--image", photographs["telescope"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["game"] == "stellar"
    assert found["located"]["by"] == "markers"
    assert found["cards"] == []


@pytest.mark.parametrize("layout", ["missing.json", "tests/photos/stellar/truth.jsonl"])
def test_a_layout_that_is_none_is_refused(
    photographs: dict[str, str], layout: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read("--layout", layout, "--image", photographs["telescope"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_picture_without_a_telescope_is_not_read(
    photographs: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert read("--layout", "stellar", "--image", photographs["cards"]) == 3
    assert json.loads(capsys.readouterr().out)["error"] == "board_not_found"
