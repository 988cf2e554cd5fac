"""Finished boards of Star Explorer and Look at the Stars, a photograph a player: read, asked about, put on the pad."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engines.look_at_the_stars.slate.lattice import LINES, line_names
from engines.pad import Write
from engines.record import ActionLine, Header
from hardware.simulated.look_at_the_stars.tabletop import played as slates_played
from hardware.simulated.star_explorer.tabletop import played as discs_played
from pi_app import i18n
from pi_app.camera.query import Query
from pi_app.games.look_at_the_stars.cards import bonus_card_of
from pi_app.games.look_at_the_stars.finished import SlateBoardsPresenter, SlateKind
from pi_app.games.star_explorer.camera.boards import DISC
from pi_app.games.star_explorer.finished import DiscBoardsPresenter, DiscKind
from pi_app.host.kiosk import Kiosk
from pi_app.host.settings import Settings
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.finished_boards import Desk, Doubt, FinishedBoard, desk_of, weighty
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pad import PadPresenter
from pi_app.steps.finished import FinishedStep
from pi_app.steps.view import Board, PointsTabs, Reasons
from tests.pi_app.screen_faults import Stage
from tests.pi_app.steps import answers, parts, says, taps
from tools.props import QuickCamera

NAMES = ("Ana", "Bo")
SLATE = FinishedBoard(
    lines=(("C4", "D4"), ("D4", "E4"), ("E4", "E5")),
    shooting_stars=(("G8", "H9"),),
    slate=1,
    photo="1/0-0-1",
)


@pytest.fixture
def camera() -> QuickCamera:
    return QuickCamera()


def pad(nav: Navigator, game: str) -> FinishedStep:
    """The page of a new pad."""
    nav.begin(Header(game=game, pack="pad", players=NAMES))
    assert taps(PadPresenter(nav).view())["boards"].text == "From the boards"
    PadPresenter(nav).open_boards()
    return SlateBoardsPresenter(nav) if game == "look_at_the_stars" else DiscBoardsPresenter(nav)


def photographed(page: FinishedStep, board: FinishedBoard, seat: int = 0) -> None:
    """A photograph of that board was read."""
    page.nav.camera.coming = Seen(seat, board)  # type: ignore[attr-defined]
    assert page.look()


def rows(page: FinishedStep) -> dict[str, int]:
    """The rows that pay, as they are listed."""
    return {row: points for row, points in listed(page).items() if points}


def listed(page: FinishedStep) -> dict[str, int]:
    """The rows on the screen with their points."""
    lists = [part for part in parts(page.view()) if isinstance(part, Reasons)]
    return {reason.does.key.removeprefix("row."): reason.points for part in lists for reason in part.reasons}


def scene(page: FinishedStep) -> Any:
    """The board on the screen."""
    stage = page.view().stage
    assert isinstance(stage, Board)
    return getattr(stage.board, "scene", None)


COMPARE = "Lines may be wrong: compare every line with the photograph"


def hint(page: FinishedStep) -> str:
    """What is said below the board."""
    stage = page.view().stage
    assert isinstance(stage, Board)
    return stage.words.text


def cards(page: FinishedStep) -> list[str]:
    """The cards to choose from, while one is chosen."""
    keys = (key.partition(".") for key in taps(page.view()))
    return [card for name, _dot, card in keys if name == "card" and card != "none"]


# Look at the Stars -----------------------------------------------------------------------------------------------


def written(nav: Navigator) -> list[str]:
    """The numbers on the pad."""
    return [text for cells in nav.state.cells for text in cells.values()]


def test_a_slate_fills_the_rows_and_every_row_can_be_changed_afterwards(nav: Navigator) -> None:
    page = pad(nav, "look_at_the_stars")
    assert not listed(page)
    photographed(page, SLATE)
    assert rows(page) == {"constellation.3": 3, "shooting_stars": 1}
    page.choose_row("constellation.3")
    assert {line.tone for line in scene(page).lines} == {"paid"}
    page.use()
    assert nav.screen == "pad"
    view = PadPresenter(nav).table()
    assert view.totals == ("4", "0")
    assert [row.cells[0].text for row in view.rows if row.cells[0].text not in ("", "0")] == ["3", "1"]
    assert not [
        row.row for row in view.rows if row.cells[0].text == "" and row.row not in ("point_bonus", "power_bonus")
    ]
    line = nav.open_table.record.lines[-1]
    assert isinstance(line, ActionLine)
    assert line.source == "camera"
    assert nav.frame("").undo == f"Ana: 3 and {len(written(nav)) - 1} more"
    nav.undo()
    assert not written(nav), "one touch wrote them, one takes them back"
    nav.redo()
    PadPresenter(nav).choose(0, "shooting_stars")
    PadPresenter(nav).key("<")
    PadPresenter(nav).key("7")
    PadPresenter(nav).go_on()
    assert PadPresenter(nav).table().totals == ("10", "0")


def test_what_was_read_is_there_again_after_a_restart(nav: Navigator) -> None:
    page = pad(nav, "look_at_the_stars")
    photographed(page, SLATE)
    page.use()
    again = Navigator(nav.journal)
    again.open_page("look_boards")
    assert rows(SlateBoardsPresenter(again)) == {"constellation.3": 3, "shooting_stars": 1}
    assert not taps(SlateBoardsPresenter(again).view())["use"].on, "it stands on the pad already"


def test_a_finger_puts_lines_shooting_stars_and_signs_right(nav: Navigator) -> None:
    page = pad(nav, "look_at_the_stars")
    photographed(page, SLATE)
    page.tap_line("D4", "E4")
    assert rows(page) == {"shooting_stars": 1}
    page.tap_point("D4")
    page.tap_point("E4")
    assert rows(page)["constellation.3"] == 3
    page.tap_line("G8", "H9")
    assert "shooting_stars" not in rows(page)
    for _ in range(2):
        page.tap_point("G8")
        page.tap_point("H9")
    assert rows(page)["shooting_stars"] == 1, "drawn over again, a diagonal is a shooting star"
    page.tap_point("C4")
    page.tap_point("H9")
    assert hint(page).startswith("Wrong?"), "no line is so long"
    page.tap_point("F6")
    page.tap_point("F6")
    assert not page.board.objects, "nobody has told the power bonus yet"


def test_the_bonus_cards_are_told_once_for_all_and_pay_then(nav: Navigator) -> None:
    page = pad(nav, "look_at_the_stars")
    photographed(page, SLATE)
    before = set(listed(page))
    assert not before & {"point_bonus", "power_bonus"}
    page.tell("cards.point")
    assert cards(page)
    page.choose_card(cards(page)[0])
    assert not cards(page)
    assert "point_bonus" in set(listed(page))
    page.tell("cards.power")
    moon = next(card for card in cards(page) if bonus_card_of(SlateKind().box, card).power == "planet")
    page.choose_card(moon)
    page.choose_seat(1)
    assert page.desk.power_bonus == moon
    photographed(page, FinishedBoard(slate=2, lines=(), photo="x"), 1)
    page.tap_point("F6")
    page.tap_point("F6")
    assert list(page.board.objects) == ["F6"]
    page.tap_thing("star", "F6")
    assert not list(page.board.objects)
    page.tell("cards.power")
    page.choose_card("")
    assert "power_bonus" not in set(listed(page))


def test_a_doubt_is_asked_about_only_where_it_changes_points(nav: Navigator) -> None:
    page = pad(nav, "look_at_the_stars")
    doubts = (Doubt("line", ("E4", "E5"), 0.6), Doubt("line", ("A5", "B6"), 0.3))
    photographed(page, SLATE.__class__(**{**_fields(SLATE), "doubts": doubts}))
    asked = answers(page.view())
    assert "Is a line drawn between these two stars?" in says(page.view())
    assert (asked["answer.yes"].words, asked["answer.yes"].points) == ("Yes, a line", "4\u00a0points")
    assert (asked["answer.no"].words, asked["answer.no"].points) == ("No line", "1\u00a0point")
    assert scene(page).ringed == ("E4", "E5")
    page.answer(False)
    assert not answers(page.view()), "a line alone pays nothing, drawn or not"
    assert rows(page) == {"shooting_stars": 1}


def test_the_table_may_leave_all_as_it_was_read(nav: Navigator) -> None:
    page = pad(nav, "look_at_the_stars")
    photographed(page, SLATE.__class__(**{**_fields(SLATE), "doubts": (Doubt("line", ("E4", "E5"), 0.6),)}))
    page.settle()
    assert not answers(page.view())
    assert rows(page)["constellation.3"] == 3


def _fields(board: FinishedBoard) -> dict[str, Any]:
    return {name: getattr(board, name) for name in board.__struct_fields__}


def test_a_slate_that_the_picture_does_not_tell_is_told_by_a_finger(nav: Navigator) -> None:
    page = pad(nav, "look_at_the_stars")
    photographed(page, FinishedBoard(lines=(("C4", "D4"),), photo="x"))
    assert scene(page) is None
    assert hint(page) == "Photograph the slate, or tap which one it is."
    page.tell("slate")
    assert page.board.slate == 1
    for _ in range(8):
        page.tell("slate")
    assert page.board.slate == 1
    photographed(page, FinishedBoard(lines=(), photo="y"))
    assert page.board.slate == 1, "what was told stays"


def test_a_board_that_cannot_be_one_says_so_and_is_not_written(nav: Navigator) -> None:
    page = pad(nav, "look_at_the_stars")
    planet = next(
        point
        for point, mark in (
            (f"{chr(65 + column)}{9 - row}", mark)
            for row, text in enumerate(SlateKind().game.pack.slates[0].sky)
            for column, mark in enumerate(text)
        )
        if mark == "P"
    )
    other = f"{planet[0]}{int(planet[1:]) + 1}"
    photographed(page, FinishedBoard(slate=1, lines=((planet, other),), photo="x"))
    assert hint(page) == "This cannot be a board: put its lines right."
    assert not taps(page.view())["use"].on


# Star Explorer ---------------------------------------------------------------------------------------------------


def disc_board(seat: int = 0, stop: int = 6) -> FinishedBoard:
    """What a perfect reader sees of a board of the simulated table at that stop."""
    game, state = discs_played(1)
    visible = game.disc.visible(stop)
    lines = [line for drawing in state.seats[seat].drawings for line in drawing.lines if set(line) <= visible]
    return FinishedBoard(
        lines=tuple((str(a), str(b)) for a, b in lines),
        seen=tuple(str(star) for star in sorted(visible)),
        perhaps_crossed=min(7, sum(drawing.fading for drawing in state.seats[seat].drawings)),
        photo=f"{stop}",
        stop=stop,
    )


def test_two_photographs_show_the_whole_disc_and_fill_the_rows_of_the_end(nav: Navigator) -> None:
    page = pad(nav, "star_explorer")
    assert scene(page).sky.outline is None, "the bare disc"
    photographed(page, disc_board())
    assert "stars were hidden: turn the disc to III" in hint(page)
    photographed(page, disc_board(stop=3))
    assert hint(page).startswith("The whole disc was seen.")
    game, state = discs_played(1)
    truth = {row.row: row.points for row in game.score(state).players[0].rows}
    left = truth["unfaded"] // 3
    told = [tap.text for key, tap in taps(page.view()).items() if key.startswith("tell.left.")]
    assert told == sorted((str(left), str(7 - left)))
    page.tell(f"left.{left}")
    assert listed(page) == {name: truth.get(name, 0) for name in ("unfaded", "central", "axis", "rim")}
    page.use()
    assert PadPresenter(nav).writing().cell == "Ana: Round I", "the rounds are the finger's"


def test_an_earlier_photographs_lines_stay_where_the_later_one_cannot_see(nav: Navigator) -> None:
    kind, page = DiscKind(), pad(nav, "star_explorer")
    hidden = sorted(kind.disc.visible(3) - kind.disc.visible(6))
    seen = sorted(kind.disc.visible(3) & kind.disc.visible(6))
    first = FinishedBoard(
        lines=((str(hidden[0]), str(hidden[1])), (str(seen[0]), str(seen[1]))), seen=tuple(map(str, hidden)), photo="a"
    )
    photographed(page, first)
    photographed(page, FinishedBoard(lines=(), seen=tuple(map(str, kind.disc.visible(6))), photo="b", stop=6))
    assert page.board.lines == ((str(hidden[0]), str(hidden[1])),)


def test_the_three_point_stars_are_told_where_they_were_not_read(nav: Navigator) -> None:
    page = pad(nav, "star_explorer")
    assert says(page.view())[-1] == "3-point stars left: ?"
    page.tell("fewer")
    assert says(page.view())[-1] == "3-point stars left: 7"
    for _ in range(9):
        page.tell("fewer")
    assert says(page.view())[-1] == "3-point stars left: 0"
    page.tell("more")
    assert listed(page) == {"unfaded": 3}


FINISHED = Query(kind="star_explorer", layout=b"{}", finished=True)


def test_a_disc_between_two_numerals_is_a_trouble() -> None:
    def reading_at(stop: int | None) -> Any:
        return SimpleNamespace(round=stop)

    assert (
        i18n.said(DISC.trouble(FINISHED, reading_at(None)) or "")
        == "Turn the disc to one of its numerals, and photograph again."
    )
    assert DISC.trouble(FINISHED, reading_at(3)) is None


def test_lines_on_top_of_each_other_are_no_board() -> None:
    kind = DiscKind()
    stars = kind.disc.stars
    a, b, c = next(
        (a, b, c)
        for a in stars
        for b in stars
        for c in stars
        if a < c != b
        and b not in (a, c)
        and (stars[b].x - stars[a].x, stars[b].y - stars[a].y) == (stars[c].x - stars[b].x, stars[c].y - stars[b].y)
    )
    board = FinishedBoard(lines=((str(a), str(b)), (str(a), str(c))), photo="x")
    assert kind.rows(Desk(), board) is None
    doubted = FinishedBoard(lines=board.lines, doubts=(Doubt("line", board.lines[1], 0.7),), photo="x")
    assert weighty(kind, Desk(), doubted) == (), "one answer leaves no board: nobody is asked"


# The simulated table ---------------------------------------------------------------------------------------------


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    with Kiosk(tmp_path, Settings(), simulate=True, seed=1) as made:
        yield made


def read(page: FinishedStep, seat: int) -> None:
    """Photograph that seat's board, and wait for the reading."""
    pause = threading.Event()
    page.choose_seat(seat)
    page.photograph()
    while not page.look() and page.nav.camera.busy is not None:
        pause.wait(0.01)


def test_slates_of_the_simulated_table_are_read_into_the_pad(kiosk: Kiosk) -> None:
    page = pad(kiosk.nav, "look_at_the_stars")
    game, state = slates_played(1)
    for seat in (0, 1):
        read(page, seat)
        assert kiosk.nav.camera.trouble in (None, COMPARE), "pen over many stars is no hand"
        assert page.board.slate == state.slates[seat].slate
        printed = {
            frozenset(line) for card in game.pack.slates if card.id == page.board.slate for line in card.printed_lines
        }
        drawn = {frozenset(line) for line in line_names(state.slates[seat].drawn & LINES)} - printed
        answered(page, drawn, {frozenset((star.head, star.tail)) for star in state.slates[seat].shooting_stars})
        assert {frozenset(line) for line in page.board.lines} == drawn
    page._store(Desk(page.desk.boards, state.point_bonus), page.board)
    truth = [
        {r.row: r.points for r in column.rows if r.row != "power_bonus"} for column in game.score(state).players[:2]
    ]
    page.use()
    cells = kiosk.nav.state.cells
    for seat in (0, 1):
        assert {row: int(text) for row, text in cells[seat].items() if int(text)} == {
            row: points for row, points in truth[seat].items() if points
        }


@pytest.mark.exhaustive
def test_discs_of_the_simulated_table_are_read_into_the_pad(kiosk: Kiosk) -> None:
    page = pad(kiosk.nav, "star_explorer")
    game, state = discs_played(1)
    lines = {(str(a), str(b)) for drawing in state.seats[0].drawings for a, b in drawing.lines}
    for _shot in range(2):
        read(page, 0)
        answered(page, {frozenset(line) for line in lines})
    assert hint(page) == COMPARE, "no record knows what was drawn"
    kiosk.nav.camera.forget()
    assert hint(page).startswith("The whole disc was seen.")
    assert set(page.board.lines) == lines
    truth = {row.row: row.points for row in game.score(state).players[0].rows}
    left = f"left.{truth['unfaded'] // 3}"
    assert f"tell.{left}" in taps(page.view()), "one of the two numbers that may be"
    page.tell(left)
    page.use()
    written = {row: int(text) for row, text in kiosk.nav.state.cells[0].items()}
    assert written == {name: truth.get(name, 0) for name in ("unfaded", "central", "axis", "rim")}
    assert all(
        isinstance(line.action, dict) for line in kiosk.nav.open_table.record.lines if isinstance(line, ActionLine)
    )


def answered(page: FinishedStep, drawn: set[frozenset[str]], stars: Collection[frozenset[str]] = ()) -> None:
    """Answer every question as it is: lines join these points, shooting stars fly between those."""
    while page.open_doubts():
        doubt = page.open_doubts()[0]
        page.answer(frozenset(doubt.at) in (stars if doubt.kind == "shooting_star" else drawn))


# The screen ------------------------------------------------------------------------------------------------------


def test_the_pages_read_well_in_every_look(nav: Navigator, stage: Stage) -> None:
    page = pad(nav, "look_at_the_stars")
    stage.frames(3)
    assert not stage.faults_in_every_look()
    photographed(page, SLATE.__class__(**{**_fields(SLATE), "doubts": (Doubt("line", ("E4", "E5"), 0.6),)}))
    stage.frames(3)
    assert not stage.faults_in_every_look()
    stage.tap("answer.yes")
    assert not stage.faults_in_every_look()
    stage.tap("tell.cards.point")
    assert not stage.faults_in_every_look()
    stage.tap("card.none")
    stage.tap("use")
    assert nav.screen == "pad"
    page = pad(nav, "star_explorer")
    photographed(page, disc_board())
    stage.frames(3)
    assert not stage.faults_in_every_look()
    stage.tap("row.central")
    stage.tap("tell.fewer")
    stage.tap("seat.1")
    assert page.seat == 1
    assert not stage.faults_in_every_look()


def test_damaged_notes_of_boards_are_none(nav: Navigator) -> None:
    page = pad(nav, "star_explorer")
    nav.journal.set_place(f"boards.{nav.open_table.game_id}", '{"boards": 3}')
    assert desk_of(nav) == Desk()
    seats = page.view().seats
    assert isinstance(seats, PointsTabs)
    assert seats.seats[0].points == 0
    nav.act(Write(seat=0, row="rim", sum="3"))
    assert nav.state.cells[0] == {"rim": "3"}
