"""The print-and-play PDF: true to size, duplex-aligned, readable by the camera's own library.

The drawing operators of the pages are read back from the PDF and turned into millimetres on paper.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray
from pypdf import PdfReader

from engines.layout import Markers
from engines.registry import pack_bytes
from engines.star_explorer.pack import parse_pack
from paper.formats import PAPERS
from planisphere.cli import main
from planisphere.sheets.binding import MARGIN
from planisphere.sheets.grid import COLUMNS, HEIGHT, ROWS, TILES, WIDTH
from planisphere.sheets.look import LOOKS
from planisphere.sheets.star_explorer.book import pages, print_book
from planisphere.sheets.star_explorer.house_board import BOARD, TOTAL, TOTALS
from planisphere.sheets.star_explorer.tiles import pieces
from tests.planisphere.pdf_pages import POINTS_PER_MM, operations, place, texts

PACK = parse_pack(pack_bytes("star_explorer", "house"))
MARKERS = cast("Markers", PACK.layout.markers)
Outline = list[tuple[float, float]]


@cache
def book(paper: str, ink: str = "night") -> PdfReader:
    return PdfReader(io.BytesIO(print_book(PACK, PAPERS[paper], LOOKS[ink], 1)))


def shapes(reader: PdfReader, page: int) -> Iterator[tuple[list[Outline], float | None]]:
    """Every painted path in order: its outlines (mm; curves by their end points), and the grey it is filled with."""
    outlines: list[Outline] = []
    fill = 0.0
    for operands, operator in operations(reader, page):
        if operator in (b"m", b"l", b"c"):
            point = place(reader, page, *operands[-2:])
            if operator == b"m":
                outlines.append([])
            outlines[-1].append(point)
        elif operator == b"rg":
            fill = sum(w * float(v) for w, v in zip((0.299, 0.587, 0.114), operands, strict=True))
        elif operator in (b"S", b"f*", b"B*", b"n"):
            yield outlines, fill if operator in (b"f*", b"B*") else None
            outlines = []


def span(outlines: list[Outline]) -> tuple[float, float, float, float]:
    xs = [x for outline in outlines for x, _ in outline]
    ys = [y for outline in outlines for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def painted(reader: PdfReader, page: int, px: float = 5.0) -> NDArray[np.uint8]:
    """The page's filled straight shapes in grey, `px` pixels a millimetre."""
    import cv2

    box = reader.pages[page].mediabox
    size = int(float(box.height) / POINTS_PER_MM * px), int(float(box.width) / POINTS_PER_MM * px)
    image = np.full(size, 255, np.uint8)
    for outlines, grey in shapes(reader, page):
        if grey is not None:
            points = [np.round(np.array(outline) * px * 16).astype(np.int32) for outline in outlines]
            cv2.fillPoly(image, points, int(255 * grey), cv2.LINE_AA, shift=4)
    return image


GUIDE, FRAME, MIDDLE, DISC_PAGE, FIRST_GRID = 0, 2, 3, 4, 5
both_papers = pytest.mark.parametrize("paper", ["a4", "letter"])


@pytest.mark.parametrize(("ink", "dark"), [("night", True), ("light", False)])
def test_the_pen_that_draws_on_the_sky_shows_in_the_fields_of_the_frame(ink: str, dark: bool) -> None:
    left, top = PAPERS["a4"].middle(BOARD.width, BOARD.height)
    filled = [(span(outlines), grey) for outlines, grey in shapes(book("a4", ink), FRAME) if grey is not None]
    middles = [((x0 + x1) / 2 - left, (y0 + y1) / 2 - top, grey) for (x0, y0, x1, y1), grey in filled]
    for x, y in (*TOTALS, TOTAL):
        field = [grey for across, down, grey in middles if abs(across - x) + abs(down - y) < 1][-1]
        assert (field < 0.2) == dark


# True size -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "wide", "tall"), [("a4", 210.0, 297.0), ("letter", 215.9, 279.4)])
def test_pages_have_the_size_of_the_paper(paper: str, wide: float, tall: float) -> None:
    for page in book(paper).pages:
        assert float(page.mediabox.width) == pytest.approx(wide * POINTS_PER_MM, abs=0.01)
        assert float(page.mediabox.height) == pytest.approx(tall * POINTS_PER_MM, abs=0.01)


@both_papers
def test_the_ruler_measures_100_mm(paper: str) -> None:
    lines = [o[0] for o, fill in shapes(book(paper), GUIDE) if fill is None and len(o) == 1 and len(o[0]) == 2]
    assert any(abs(q[0] - p[0] - 100) < 0.001 and abs(q[1] - p[1]) < 0.001 for p, q in lines)


@both_papers
def test_the_four_markers_are_printed_at_true_size_where_the_layout_says(paper: str) -> None:
    left, top = PAPERS[paper].middle(BOARD.width, BOARD.height)
    squares = [span(o) for o, grey in shapes(book(paper), FRAME) if grey == 0.0]
    for x, y in MARKERS.at.values():
        expected = (left + x, top + y, left + x + MARKERS.size, top + y + MARKERS.size)
        assert any(np.allclose(found, expected, atol=0.001) for found in squares)


@both_papers
def test_the_window_is_cut_along_the_outline_of_the_layout(paper: str) -> None:
    left, top = PAPERS[paper].middle(BOARD.width, BOARD.height)
    wanted = np.add(PACK.layout.window.outline, (left, top))
    assert any(
        len(o) == 1 and len(o[0]) == len(wanted) and np.allclose(o[0], wanted, atol=0.001)
        for o, _ in shapes(book(paper), FRAME)
    )


@both_papers
def test_every_star_of_the_disc_lies_where_the_layout_says(paper: str) -> None:
    middle = np.array([PAPERS[paper].width / 2, PAPERS[paper].height / 2])
    centres = np.array([np.mean(o[0], axis=0) for o, grey in shapes(book(paper), DISC_PAGE) if grey is not None])
    for star in PACK.layout.stars:
        away = np.hypot(*(centres - middle - (star.x, star.y)).T)
        assert away.min() < 0.01


@both_papers
def test_the_disc_is_184_mm_wide_and_everything_stays_off_the_papers_margin(paper: str) -> None:
    disc = next(span(o) for o, grey in shapes(book(paper), DISC_PAGE) if grey is not None)
    assert disc[2] - disc[0] == pytest.approx(184.0, abs=0.001)
    for page in (FRAME, MIDDLE, DISC_PAGE, FIRST_GRID):
        drawn = span([o for outlines, _ in shapes(book(paper), page) for o in outlines])
        if page == FRAME:
            left, top = PAPERS[paper].middle(BOARD.width, BOARD.height)
            drawn = (left, top, left + BOARD.width, top + BOARD.height)
        assert min(drawn[0], drawn[1]) >= MARGIN - 0.001
        assert max(drawn[2] - PAPERS[paper].width, drawn[3] - PAPERS[paper].height) <= -MARGIN + 0.001


@both_papers
def test_the_cameras_library_finds_the_printed_markers(paper: str) -> None:
    import cv2

    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(painted(book(paper), FRAME))
    left, top = PAPERS[paper].middle(BOARD.width, BOARD.height)
    assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]
    for number, quad in zip(ids.ravel(), corners, strict=True):
        x, y = MARKERS.at[str(number)]
        assert np.allclose(quad[0][0] / 5.0, (left + x, top + y), atol=0.4)


# Tiles ---------------------------------------------------------------------------------------------------------


def test_all_components_are_printed_once() -> None:
    names = [piece.name for grid in TILES.sheets_of(pieces(PACK)) for piece in grid]
    assert len(set(names)) == len(names) == 41 + 6 + 1


@both_papers
def test_backs_lie_behind_their_fronts_when_the_sheet_is_flipped_over_its_long_edge(paper: str) -> None:
    wide = PAPERS[paper].width
    for index in range(COLUMNS * ROWS):
        (fx, fy), (bx, by) = TILES.place(PAPERS[paper], index, back=False), TILES.place(PAPERS[paper], index, back=True)
        assert (bx, by) == pytest.approx((wide - fx - WIDTH, fy))


@both_papers
def test_each_tiles_size_is_printed_behind_its_name(paper: str) -> None:
    reader, wide = book(paper), PAPERS[paper].width
    for sheet in range(3):
        fronts, backs = texts(reader, FIRST_GRID + 2 * sheet), texts(reader, FIRST_GRID + 2 * sheet + 1)
        for tile in PACK.tiles:
            for _, x, y in (t for t in fronts if t[0] == tile.name):
                behind = [t for t in backs if abs(wide - x - t[1]) < 0.001 and 0 < y - t[2] < HEIGHT]
                assert str(tile.size) in [t[0] for t in behind]
    names = [t[0] for sheet in range(3) for t in texts(reader, FIRST_GRID + 2 * sheet)]
    assert {tile.name for tile in PACK.tiles} <= set(names)


@both_papers
def test_nothing_on_a_tile_reaches_over_its_edge(paper: str) -> None:
    xs = {round(TILES.place(PAPERS[paper], k, back=False)[0], 3) for k in range(COLUMNS)}
    left = min(xs)
    inside = [span(o) for o, grey in shapes(book(paper), FIRST_GRID) if grey is not None]
    for x0, _, x1, _ in inside:
        assert int((x0 - left + 0.001) // WIDTH) == int((x1 - left - 0.001) // WIDTH)


# The file and the command --------------------------------------------------------------------------------------


def test_there_are_two_pages_of_guide_three_a_board_and_six_of_tiles() -> None:
    for players in (1, 2, 3, 4):
        assert len(pages(PACK, PAPERS["a4"], LOOKS["night"], players)) == 2 + 3 * players + 6
    assert len(book("a4").pages) == 11


def test_the_file_asks_the_viewer_not_to_scale_it() -> None:
    wishes: Any = book("a4").viewer_preferences
    assert wishes.print_scaling == "/None"


def test_light_ink_leaves_the_sky_white() -> None:
    night, light = (next(grey for _, grey in shapes(book("a4", ink), DISC_PAGE) if grey is not None) for ink in LOOKS)
    assert light == pytest.approx(1.0)
    assert night < 0.2


def test_print_writes_the_same_bytes_each_time(tmp_path: Path) -> None:
    assert main(["print", "star_explorer", "--out", str(tmp_path / "f.pdf"), "--players", "1"]) == 0
    assert (tmp_path / "f.pdf").read_bytes() == print_book(PACK, PAPERS["a4"], LOOKS["night"], 1)


def test_an_invalid_pack_is_not_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(pack_bytes("star_explorer", "house"))
    del data["tiles"][0]
    (tmp_path / "bad.json").write_text(json.dumps(data))
    assert main(["print", str(tmp_path / "bad.json"), "--out", str(tmp_path / "f.pdf")]) == 2
    assert "tiles: there are 40, expected 41" in capsys.readouterr().err
    assert not (tmp_path / "f.pdf").exists()


def test_a_pack_with_another_board_cannot_be_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(pack_bytes("star_explorer", "house"))
    data["layout"]["board"]["height"] = 260.0
    (tmp_path / "tall.json").write_text(json.dumps(data))
    assert main(["print", str(tmp_path / "tall.json"), "--out", str(tmp_path / "f.pdf")]) == 3
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "f.pdf").exists()


def test_a_folder_that_is_not_there_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "star_explorer", "--out", str(tmp_path / "no" / "f.pdf")]) == 2
    assert "expected a file in an existing folder" in capsys.readouterr().err


def test_a_folder_is_no_file_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "star_explorer", "--out", str(tmp_path)]) == 2
    assert "expected a file in an existing folder" in capsys.readouterr().err


def test_a_full_disk_ends_with_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "star_explorer", "--out", "/dev/full", "--players", "1"]) == 3
    assert len(capsys.readouterr().err.splitlines()) == 1
