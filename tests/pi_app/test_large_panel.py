"""A large panel shows more: everything as large as on seven inches, and the whole score sheet beside a step."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engines.record import Header
from pi_app.games.app_game import offered
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.preferences import Preferences, TextSize
from pi_app.presenters.score_table import Cell, ScoreTable, SheetLine, score_table
from pi_app.ui.density import pixels_per_dp
from pi_app.ui.theme import TEXT_SCALES
from tests.pi_app.hands import Hands
from tests.pi_app.screen_faults import SIZE, SIZES, Put, Stage, preferring, targets


@pytest.mark.parametrize(
    ("size", "inches", "pixels"),
    [
        ((800, 480), 7.0, 1.0),
        ((800, 480), None, 1.0),
        ((800, 480), 9.3, 1.0),  # there are no more pixels, however large they are
        ((640, 400), 9.3, 0.8),
        ((1024, 600), None, 1.25),
        ((1280, 720), None, 1.2),  # nobody says: as on a panel of ten inches
        ((1280, 720), 7.0, 1.5),  # more of the screen would be too small for fingers
        ((1280, 720), 9.0, 1.22),  # between the two: 48 dp are 9 mm
        ((1280, 720), 24.0, 1.2),
        ((1920, 1080), None, 1.8),
    ],
)
def test_a_target_of_48_dp_has_nine_millimetres_on_any_panel(
    size: tuple[int, int], inches: float | None, pixels: float
) -> None:
    assert pixels_per_dp(size, inches) == pytest.approx(pixels, abs=0.01)


@pytest.fixture
def stage(hands: Hands, stage: Stage) -> Stage:
    hands.to_size("Ana", "Bo")
    hands.play_round()
    hands.to_draw()
    return stage


def shown(stage: Stage) -> list[str]:
    """The words of the sheet beside the step, from the top; none where there is no sheet."""
    from kivy.uix.label import Label

    sheet = stage.finger.find("sheet")
    return [] if sheet is None else [w.text for w in sheet.walk() if isinstance(w, Label) and w.text]


def test_the_whole_score_sheet_stands_beside_a_step_of_a_large_window_only(stage: Stage) -> None:
    stage.show(size=SIZE)
    assert shown(stage) == []
    stage.show(size=SIZES[1])
    assert stage.nav.screen == "draw"
    words = shown(stage)
    assert words[:2] == ["1", "2"], "a column a player"
    for player, score in enumerate(stage.nav.open_table.sheet.players):
        assert words[words.index("I") + 1 + player] == str(score.rows[0].points)
        assert words[words.index("Total") + 1 + player] == str(score.total)


def test_large_words_beside_a_board_stand_in_no_strip(stage: Stage) -> None:
    from kivy.metrics import dp

    stage.show("fr", "night", SIZES[1])
    narrow = stage.shell.screen.ids.panel.width / dp(1)
    stage.show("fr", "left-handed", SIZES[1])
    assert narrow < 230
    assert stage.shell.screen.ids.panel.width / dp(1) == pytest.approx(260)
    assert stage.faults_of_words() == []
    stage.show("fr", "left-handed", SIZE)
    assert stage.shell.screen.ids.panel.width / dp(1) == pytest.approx(narrow), "there the board has no room to give"
    stage.show()


def test_a_tap_on_the_sheet_opens_it_and_it_lies_away_from_the_hand(stage: Stage) -> None:
    for look, left in (("night", True), ("left-handed", False)):
        stage.show(look=look, size=SIZES[1])
        sheet = stage.finger.find("sheet")
        assert sheet is not None
        assert (sheet.center_x < stage.shell.center_x) == left
    stage.tap("sheet")
    assert stage.nav.screen == "scores"
    assert stage.finger.find("sheet") is None


def test_beside_the_menu_each_of_the_two_ways_to_the_sheet_has_a_key_of_its_own(stage: Stage) -> None:
    stage.show(size=SIZES[1])
    stage.tap("menu")
    keys = [widget.key for widget in targets(stage.shell)]
    assert {"sheet", "page.scores"} <= set(keys)
    assert len(set(keys)) == len(keys)


def test_a_sheet_without_a_number_has_not_begun() -> None:
    def sheet(*numbers: str) -> ScoreTable:
        cells = tuple(Cell("fame", number) for number in numbers)
        return ScoreTable(columns=("Fame",) * len(numbers), total="Total", lines=(SheetLine(0, "Ana", cells, "0"),))

    assert not sheet("", "").begun
    assert sheet("", "0").begun


def beside_a_step(table: ScoreTable, put: Put) -> Any:
    """The score sheet as it stands beside a step, drawn."""
    from pi_app.ui.steps.port import Port
    from pi_app.ui.steps.sheet_beside import SheetBeside

    sheet = SheetBeside(Port(lambda _command: None, lambda _name: None), height=500, size_hint_y=None)
    sheet.show(table)
    put(sheet)
    return sheet


@pytest.mark.parametrize("text", TEXT_SCALES)
def test_names_of_rows_beside_a_step_are_whole_and_of_one_size(
    text: TextSize, language: str, nav: Navigator, put: Put
) -> None:

    from pi_app.ui.outline import is_cut, labels

    cut, uneven = [], []
    with preferring(Preferences(text=text)):
        for game in offered():
            nav.begin(Header(game=game, players=("Ana", "Bo"), seed=5))
            sheet = beside_a_step(score_table(nav), put)
            cut += [label.text for label in labels(sheet) if is_cut(label)]
            names = {label.text: label.font_size for label in labels(sheet) if label.halign == "left"}
            uneven += [names] if len(set(names.values())) > 1 else []
    assert cut == [], language
    assert uneven == [], "names of rows are of one size"


def test_of_eight_players_no_badge_lies_over_another_and_names_can_be_read(nav: Navigator, put: Put) -> None:
    from kivy.metrics import sp

    from pi_app.ui.outline import labels
    from pi_app.ui.widgets.marks import SeatBadge

    with preferring(Preferences()):
        nav.begin(Header(game="look_at_the_stars", players=tuple("ABCDEFGH"), seed=5))
        sheet = beside_a_step(score_table(nav), put)
        badges = sorted((it for it in sheet.walk() if isinstance(it, SeatBadge)), key=lambda it: it.x)
        fonts = {label.text: label.font_size for label in labels(sheet)}
        assert len(badges) == 8
        assert all(one.right <= other.x for one, other in pairwise(badges))
        assert fonts["Planets"] >= sp(11)


def test_totals_side_by_side_are_no_number_of_four_digits(nav: Navigator, put: Put) -> None:
    """`21 21` of three-point stars that are left, large and bold: each was as wide as its column."""
    from kivy.metrics import dp

    from pi_app.ui.outline import labels

    with preferring(Preferences(text="largest")):
        nav.begin(Header(game="star_explorer", players=("Ana", "Bo", "Cleo"), seed=5))
        sheet = beside_a_step(score_table(nav), put)
        totals = sorted((it for it in labels(sheet) if it.bold and it.text == "21"), key=lambda it: it.x)
        ends = [(it.center_x - it.texture_size[0] / 2, it.center_x + it.texture_size[0] / 2) for it in totals]
        gaps = [other[0] - one[1] for one, other in pairwise(ends)]
    assert len(gaps) == 2
    assert min(gaps) >= dp(4)


def test_a_corrected_number_beside_a_step_is_as_large_as_its_neighbours(put: Put) -> None:
    """`10*` had letters half as large as the `10` beside it."""

    from pi_app.ui.outline import labels

    cells = (Cell("top", "10", corrected=True), Cell("middle", "10"))
    lines = tuple(SheetLine(seat, "Ana", cells, "28") for seat in (0, 1))
    table = ScoreTable(columns=("Top", "Middle"), total="Total", lines=lines)
    with preferring(Preferences(text="largest")):
        sheet = beside_a_step(table, put)
        fonts = {label.text: label.font_size for label in labels(sheet) if label.text in ("10*", "10", "28")}
    assert set(fonts) == {"10*", "10", "28"}
    assert len(set(fonts.values())) == 1, fonts
