"""The sheets of Starfarers: true to size, within the margins, both sides in register, every piece there."""

from __future__ import annotations

import io
import math
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfReader

from engines.registry import pack_bytes
from engines.starfarers.foot_card import AROUND, CARD, MARKERS, STAND, WHITE, tube_of
from engines.starfarers.glyphs import (
    BALL_COLOURS,
    PEOPLE_COLOURS,
    PEOPLE_SIGNS,
    RESOURCE_COLOURS,
    RESOURCE_SIGNS,
)
from engines.starfarers.pack import BALLS, PEOPLES, RESOURCES, Costs, decode_pack
from paper.formats import PAPERS
from pi_app.games.starfarers.encounter_words import title
from pi_app.games.starfarers.words import friendship_words
from planisphere.cli import main
from planisphere.sheets.binding import MARGIN
from planisphere.sheets.look import LOOKS
from planisphere.sheets.starfarers.aid import COSTS
from planisphere.sheets.starfarers.board import PART, SIDE, Board
from planisphere.sheets.starfarers.book import pages, print_starfarers_pack
from planisphere.sheets.starfarers.cards import TOKEN_GRID
from tests.planisphere.pdf_pages import POINTS_PER_MM, operations, place, texts

DATA = pack_bytes("starfarers", "house")
PACK = decode_pack(DATA)
both_papers = pytest.mark.parametrize("paper", ["a4", "letter"])


@cache
def book(paper: str = "a4", ink: str = "night", pack: str = "house") -> PdfReader:
    data = print_starfarers_pack(pack_bytes("starfarers", pack), PAPERS[paper], LOOKS[ink], 4)
    return PdfReader(io.BytesIO(data))


@cache
def names(pack: str = "house") -> list[str]:
    return [page.name for page in pages(decode_pack(pack_bytes("starfarers", pack)), LOOKS["night"], 4)]


def numbers(kind: str) -> list[int]:
    """The pages whose name begins so."""
    return [n for n, name in enumerate(names()) if name.startswith(kind)]


@cache
def points(reader: PdfReader, page: int) -> list[list[tuple[float, float]]]:
    """The path points of every painted path, millimetres from the top left corner."""
    found: list[list[tuple[float, float]]] = []
    path: list[tuple[float, float]] = []
    for operands, operator in operations(reader, page):
        if operator in (b"m", b"l", b"c"):
            path.append(place(reader, page, *operands[-2:]))
        elif operator in (b"S", b"f*", b"B*", b"n"):
            found.append(path)
            path = []
    return found


def words(page: int, pack: str = "house") -> str:
    return " ".join(text for text, _, _ in texts(book(pack=pack), page))


@both_papers
def test_pages_have_the_size_of_the_paper(paper: str) -> None:
    for page in book(paper).pages:
        assert float(page.mediabox.width) == pytest.approx(PAPERS[paper].width * POINTS_PER_MM, abs=0.01)
        assert float(page.mediabox.height) == pytest.approx(PAPERS[paper].height * POINTS_PER_MM, abs=0.01)


def test_the_book_holds_guide_aids_map_tokens_and_cards() -> None:
    assert len(book().pages) == len(names()) == 22
    counted = Counter(name.split(":")[0].split(",")[0].rstrip(" 1234to") for name in names())
    cards = {"card for the camera": 1, "encounter cards": 8, "friendship cards": 2}
    assert counted == {"guide": 1, "player aids": 2, "map": 6, "tokens": 2, **cards}
    assert "card for the camera: page 4; map: pages 5 to 10" in words(0)
    assert "friendship cards: pages 21 to 22." in words(0)


@both_papers
def test_the_camera_finds_the_markers_of_the_foots_card_where_its_layout_says(paper: str) -> None:
    (page,) = numbers("card for the camera")
    paths = [tuple(zip(*path, strict=True)) for path in points(book(paper), page) if path]
    boxes = [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in paths]
    cards = [
        box for box in boxes if (box[2] - box[0], box[3] - box[1]) == pytest.approx((CARD.width, CARD.height), abs=1e-3)
    ]
    left, top = cards[0][:2]
    squares = {
        (round(box[0] - left, 2), round(box[1] - top, 2))
        for box in boxes
        if (box[2] - box[0], box[3] - box[1]) == pytest.approx((MARKERS.size, MARKERS.size), abs=1e-3)
    }
    assert squares == set(MARKERS.at.values())


def test_a_ship_on_the_table_of_its_card_stands_between_the_lower_markers_and_beside_the_bare_paper() -> None:
    """However far beside its place the camera sees the tube, up to what the layout says."""
    left, top, width, height = tube_of()
    assert 0 < CARD.height - (top + height) < 6, "the card's lower edge is on the table, as the ship is"
    reach = (left - AROUND, left + width + AROUND)
    for name in ("42", "43"):
        x, y = MARKERS.at[name]
        assert x >= reach[1] or x + MARKERS.size <= reach[0]
        assert y < STAND[1]
    assert WHITE[0] > reach[1]
    assert not any(
        x < WHITE[0] + WHITE[2]
        and x + MARKERS.size > WHITE[0]
        and y < WHITE[1] + WHITE[3]
        and y + MARKERS.size > WHITE[1]
        for x, y in MARKERS.at.values()
    )
    (page,) = numbers("card for the camera")
    assert "on the table" in words(page)


@both_papers
def test_nothing_but_the_map_is_drawn_outside_the_margins(paper: str) -> None:
    """The map's paths are clipped; what shows of it lies within the part's frame."""
    sheet = PAPERS[paper]
    for page in range(len(names())):
        if page in numbers("map"):
            continue
        for path in points(book(paper), page):
            for x, y in path:
                assert MARGIN - 1e-6 <= x <= sheet.width - MARGIN + 1e-6, names()[page]
                assert MARGIN - 1e-6 <= y <= sheet.height - MARGIN + 1e-6, names()[page]
    left, top = sheet.middle(*PART)
    assert left >= MARGIN
    assert top >= MARGIN + 4.0
    assert top + PART[1] + 4.0 <= sheet.height - MARGIN


@both_papers
def test_the_ruler_measures_100_mm(paper: str) -> None:
    lines = [path for path in points(book(paper), 0) if len(path) == 2 and path[0][1] == path[1][1]]
    assert max(abs(path[1][0] - path[0][0]) for path in lines) == pytest.approx(100.0, abs=1e-3)


# Map -----------------------------------------------------------------------------------------------------------


def test_a_hexagon_is_as_large_on_the_board_as_ships_need() -> None:
    board = Board(PACK)
    for a, b in board.map.edges:
        assert math.dist(board.corner(a), board.corner(b)) == pytest.approx(SIDE)
    assert (board.columns, board.rows, board.size) == (3, 2, (564.0, 516.0))


@pytest.mark.parametrize("pack", ["house", "2019"])
def test_every_corner_lies_on_the_board(pack: str) -> None:
    board = Board(decode_pack(pack_bytes("starfarers", pack)))
    for corner in range(board.map.corners):
        x, y = board.corner(corner)
        assert 3.0 <= x <= board.size[0] - 3.0
        assert 0.9 <= y <= board.size[1] - 0.9


def test_every_hexagon_is_named_on_some_sheet() -> None:
    drawn = {text for page in numbers("map") for text, _, _ in texts(book(), page)}
    assert set(Board(PACK).map.hexes) <= drawn


@both_papers
def test_sheets_of_the_map_join_edge_to_edge(paper: str) -> None:
    """A hexagon's name that two sheets show stands on both at the same place of the board."""
    board = Board(PACK)
    seen: dict[str, tuple[float, float]] = {}
    left, top = PAPERS[paper].middle(*PART)
    for page, (column, row) in zip(numbers("map"), board.parts(), strict=True):
        for text, x, y in texts(book(paper), page):
            if text in board.map.hexes:
                place = (x - left + column * PART[0], y - top + row * PART[1])
                assert math.dist(seen.setdefault(text, place), place) < 1e-2
    assert len(seen) == len(board.map.hexes)


def test_trade_points_carry_their_numbers() -> None:
    board = Board(PACK)
    left, top = PAPERS["a4"].middle(*PART)
    page = dict(zip(board.parts(), numbers("map"), strict=True))
    for corners in board.map.points:
        for number, corner in enumerate(corners, 1):
            x, y = board.corner(corner)
            column, row = int(x // PART[0]), int(y // PART[1])
            at = (x - column * PART[0] + left, y - row * PART[1] + top)
            near = [t for t, tx, ty in texts(book(), page[column, row]) if math.dist((tx, ty), at) < 3.5]
            assert str(number) in near


# Tokens and cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", ["house", "2019"])
def test_every_token_is_printed_with_what_it_shows(pack: str) -> None:
    found = decode_pack(pack_bytes("starfarers", pack))
    page = next(n for n, name in enumerate(names(pack)) if name.startswith("tokens, front"))
    shown = Counter(text for text, _, y in texts(book(pack=pack), page) if y < 280.0)
    expected = Counter("/".join(map(str, token.numbers)) or str(token.lair or token.ice) for token in found.tokens)
    assert shown == expected + Counter({"2": 4})


@both_papers
def test_the_backs_lie_behind_the_fronts_when_the_page_is_turned_over_its_long_edge(paper: str) -> None:
    front, back = numbers("tokens")
    middles = []
    for page in (front, back):
        circles = [path for path in points(book(paper), page) if len(path) == 5]
        large = [path for path in circles if max(x for x, _ in path) - min(x for x, _ in path) > 19.0]
        middles.append(
            {(round(sum(x for x, _ in p[:4]) / 4, 2), round(sum(y for _, y in p[:4]) / 4, 2)) for p in large}
        )
    width = PAPERS[paper].width
    assert {(round(width - x, 2), y) for x, y in middles[0]} == middles[1]
    assert len(middles[0]) == len(PACK.tokens) + 4


def test_grids_fit_the_pieces_of_both_packs() -> None:
    for pack in ("house", "2019"):
        tokens = len(decode_pack(pack_bytes("starfarers", pack)).tokens)
        assert -(-tokens // TOKEN_GRID.columns) + 1 <= TOKEN_GRID.rows


def test_every_encounter_card_has_its_title_and_number() -> None:
    fronts = [n for n in numbers("encounter cards") if "front" in names()[n]]
    found = [text for page in fronts for text, _, _ in texts(book(), page)]
    for card in PACK.encounters:
        assert found.count(title(card)) >= 1
        assert str(card.id) in found
    assert found.count("no: Nothing happens.") >= 4


@both_papers
def test_no_text_of_a_card_leaves_its_card(paper: str) -> None:
    reader = book(paper)
    for page in numbers("encounter cards")[::2]:
        for text, _, y in texts(reader, page)[:-1]:
            top = (PAPERS[paper].height - 4 * 64.0) / 2
            inside = (y - top) % 64.0
            assert 5.0 < inside < 61.0, text


def test_every_friendship_card_says_what_it_does() -> None:
    page = numbers("friendship cards, front")[0]
    said = words(page)
    for card in PACK.friendship:
        assert friendship_words(card) in said


def test_the_player_aid_shows_every_cost_of_the_pack() -> None:
    assert tuple(COSTS) == Costs.__struct_fields__
    said = [text for text, _, _ in texts(book(), numbers("player aids")[0])]
    for name in COSTS.values():
        assert said.count(name) >= 2
    assert said.count("15 points win in your turn.") == 2


def test_every_sign_and_colour_is_drawn_somewhere() -> None:
    assert set(RESOURCE_SIGNS) == set(RESOURCE_COLOURS) == set(RESOURCES)
    assert set(PEOPLE_SIGNS) == set(PEOPLE_COLOURS) == set(PEOPLES)
    assert set(BALL_COLOURS) == set(BALLS)
    for sign in (*RESOURCE_SIGNS.values(), *PEOPLE_SIGNS.values()):
        assert all(math.hypot(x, y) <= 1.2 for outline in sign for x, y in outline)


# Command -------------------------------------------------------------------------------------------------------


def test_the_same_arguments_give_the_same_file() -> None:
    once, twice = (print_starfarers_pack(DATA, PAPERS["a4"], LOOKS["light"], 2) for _ in range(2))
    assert once == twice


@pytest.mark.parametrize(("players", "aids"), [(1, 1), (2, 1), (3, 2), (4, 2), (8, 2)])
def test_there_is_a_player_aid_for_everybody_two_a_page(players: int, aids: int) -> None:
    found = [page.name for page in pages(PACK, LOOKS["night"], players) if page.name.startswith("player aids")]
    assert len(found) == aids


def test_the_command_writes_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "starfarers.pdf"
    assert main(["print", "starfarers/2019", "--paper", "letter", "--ink", "light", "--out", str(target)]) == 0
    assert "print at 100 %" in capsys.readouterr().err
    assert len(PdfReader(target).pages) == 24


@pytest.mark.parametrize("pack", ["starfarers", "starfarers/2019"])
def test_pack_check_proves_both_packs(pack: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", pack]) == 0
    out = capsys.readouterr()
    assert ": valid" in out.out
    assert "encounters: 4 merchant, 2 merchant_prince" in out.out
    assert out.err.count("warning: encounter card") == 6
