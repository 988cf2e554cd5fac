"""Just score: the paper pad on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.pad import Close
from engines.record import Header
from engines.registry import OTHER, PAD
from pi_app.presenters.choosing import GamesPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pad import PadPresenter
from pi_app.presenters.setup import PlayersPresenter
from pi_app.presenters.standing import SheetPresenter
from pi_app.presenters.start import StartPresenter
from pi_app.presenters.take import result_text
from pi_app.table.export import FORMATS, bgstats_play
from planisphere.cli import main
from tests.pi_app.hands import plugged_in_again
from tests.pi_app.screen_faults import SIZE, SIZES, Stage


class Paper:
    """A pad at a table."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def begin(self, *names: str, game: str = "star_explorer") -> PadPresenter:
        StartPresenter(self.nav).new_game()
        GamesPresenter(self.nav).choose(game)
        GamesPresenter(self.nav).go("pad")
        for name in names:
            PlayersPresenter(self.nav).sit_down(name)
        PlayersPresenter(self.nav).start()
        return PadPresenter(self.nav)

    def write(self, *texts: str) -> None:
        pad = PadPresenter(self.nav)
        for text in texts:
            for key in text:
                pad.key(key)
            pad.go_on()


@pytest.fixture
def paper(nav: Navigator) -> Iterator[Paper]:
    made = Paper(nav)
    yield made
    made.nav.journal.close()


def add_up(pad: PadPresenter) -> None:
    """Add up, and say that empty cells are meant."""
    pad.close()
    if pad.view().pending is not None:
        pad.confirm()


def test_a_game_scored_after_every_round_is_written_across_and_the_totals_follow(paper: Paper) -> None:
    pad = paper.begin("Ana", "Bo")
    paper.write("3+6+2", "7", "4")
    assert pad.table().totals == ("15", "7")
    assert [row.cells[0].text for row in pad.table().rows[:3]] == ["11", "4", ""]
    assert pad.writing().cell == "Bo: Round II"
    pad.choose(0, "round.1")
    assert pad.writing().typed == "3+6+2"
    assert pad.writing().value == "= 11"


def test_a_game_scored_at_its_end_is_written_down_the_columns(paper: Paper) -> None:
    pad = paper.begin("Ana", "Bo", game="stellar")
    paper.write("3+6+2", "7")
    assert pad.table().totals == ("18", "0")


def test_rows_that_count_things_ask_for_the_count_and_show_both(paper: Paper) -> None:
    pad = paper.begin("Ana", "Bo")
    pad.choose(0, "unfaded")
    assert pad.writing().cell == "Ana: 3-point stars: how many?"
    pad.key("4")
    assert pad.writing().value == "× 3 = 12"
    pad.go_on()
    row = next(row for row in pad.table().rows if row.row == "unfaded")
    assert (row.label, row.cells[0].text, pad.table().totals) == (
        "3-point stars ×\u00a03",
        "4\u00a0×\u00a03 =\u00a012",
        ("12", "0"),
    )
    pad.choose(0, "unfaded")
    assert pad.writing().typed == "4"
    for key in "+2":
        pad.key(key)
    pad.go_on()
    assert pad.table().totals == ("18", "0")
    assert paper.nav.state.cells[0]["unfaded"] == "12+6", "the record holds points"


def test_adding_up_with_empty_cells_is_asked_about_first(paper: Paper) -> None:
    pad = paper.begin("Ana", "Bo")
    paper.write("5", "6", "7")
    pad.close()
    pending = pad.view().pending
    assert pending is not None
    assert pending.consequences == ("Empty and counted as 0: 17 of 20 cells.",)
    pad.cancel()
    assert (paper.nav.screen, pad.view().pending) == ("pad", None)
    pad.close()
    pad.confirm()
    assert paper.nav.open_table.over


def test_a_sum_is_shown_in_its_cell_by_what_it_comes_to(paper: Paper) -> None:
    """`3+6+2` of letters seven pixels high in the narrow cells of eight players."""
    pad = paper.begin("Ana", "Bo", game="stellar")
    for key in "12+3+4":
        pad.key(key)
    assert (pad.table().rows[0].cells[0].text, pad.writing().typed) == ("19", "12+3+4")
    for key in "<<<<":
        pad.key(key)
    assert (pad.table().rows[0].cells[0].text, pad.writing().typed) == ("12", "12")
    for key in "+7":
        pad.key(key)
    assert (pad.table().rows[0].cells[0].text, pad.writing().typed) == ("19", "12+7")


def test_a_half_typed_sum_outlives_the_plug(paper: Paper) -> None:
    paper.begin("Ana", "Bo")
    paper.write("5")
    PadPresenter(paper.nav).key("4")
    PadPresenter(paper.nav).key("+")
    paper.nav = plugged_in_again(paper.nav)
    assert paper.nav.screen == "pad"
    assert PadPresenter(paper.nav).writing().typed == "4+"
    assert PadPresenter(paper.nav).table().totals == ("5", "0")
    PadPresenter(paper.nav).choose(1, "rim")
    assert PadPresenter(paper.nav).table().totals == ("5", "4")


def test_a_cell_taken_back_is_named_and_chosen_again(paper: Paper) -> None:
    pad = paper.begin("Ana", "Bo")
    paper.write("5", "6")
    assert pad.view().frame.undo == "Bo: I"
    paper.nav.undo()
    assert (pad.writing().cell, pad.table().totals) == ("Bo: Round I", ("5", "0"))
    paper.nav.redo()
    assert pad.table().totals == ("5", "6")


def test_adding_up_asks_for_the_fading_stars_only_where_totals_are_level(paper: Paper) -> None:
    pad = paper.begin("Ana", "Bo")
    paper.write("5")
    pad.choose(1, "round.1")
    paper.write("5")
    assert all(not row.tie for row in pad.table().rows)
    add_up(pad)
    assert paper.nav.screen == "pad"
    assert [row.label for row in pad.table().rows if row.tie] == ["Fading stars"]
    paper.write("3", "2")
    add_up(pad)
    assert SheetPresenter(paper.nav).sheet().verdict == "Bo wins"
    assert [player["rank"] for player in bgstats_play(paper.nav.open_table)["players"]] == [2, 1]
    assert [cell.text for cell in SheetPresenter(paper.nav).sheet().lines[0].cells][:2] == ["5", ""]


def test_level_players_stand_in_the_order_in_which_ties_are_broken(paper: Paper) -> None:
    rows = [{"name": "Points"}, {"name": "Coins", "each": 0}, {"name": "Cards", "each": 0}]
    options = {"title": "Islands", "rows": rows}
    paper.nav.begin(Header(game=OTHER, pack=PAD, options=options, players=("Ana", "Bo", "Cy", "Di")))
    pad = PadPresenter(paper.nav)
    for seat, sums in enumerate([("7", "1", "5"), ("7", "2", "1"), ("9", "0", "0"), ("7", "2", "3")]):
        for row, text in zip(("Points", "Coins", "Cards"), sums, strict=True):
            pad.choose(seat, row)
            pad.key(text)
    add_up(pad)
    view = SheetPresenter(paper.nav).sheet()
    assert [(step.place, step.name) for step in view.podium] == [(1, "Cy"), (2, "Di"), (3, "Bo"), (4, "Ana")]
    assert view.columns == ("Points",)
    names = [line.removeprefix("* ").split()[0] for line in result_text(paper.nav).splitlines()[1:]]
    assert names[-4:] == ["Cy", "Di", "Bo", "Ana"]
    assert [player["rank"] for player in bgstats_play(paper.nav.open_table)["players"]] == [4, 3, 1, 2]
    for name, make in FORMATS.items():
        assert name == "poster" or make(paper.nav.open_table)


def test_a_pad_is_closed_level_where_nobody_remembers_the_fading_stars(paper: Paper) -> None:
    pad = paper.begin("Ana", "Bo")
    paper.write("5")
    pad.choose(1, "round.1")
    paper.write("5")
    add_up(pad)
    add_up(pad)
    assert SheetPresenter(paper.nav).sheet().verdict == "Ana and Bo share the victory"


def test_nobody_wins_a_starfarers_pad_below_the_goal(paper: Paper) -> None:
    pad = paper.begin("Ana", "Bo", game="starfarers")
    paper.write("5")
    add_up(pad)
    assert "Ana" not in SheetPresenter(paper.nav).sheet().verdict


def test_a_pad_is_among_the_past_games_and_leaves_in_every_format(paper: Paper) -> None:
    pad = paper.begin("Ana", "Bo")
    paper.write("5")
    add_up(pad)
    paper.nav.home()
    (game,) = paper.nav.journal.games()
    assert (game.state, game.winners, game.totals) == ("finished", ("Ana",), (5, 0))
    paper.nav.resume(game.id)
    for name, make in FORMATS.items():
        assert name == "poster" or make(paper.nav.open_table), "a pad has no boards for a poster"


def test_replay_reads_the_record_of_a_pad(paper: Paper, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pad = paper.begin("Ana", "Bo")
    paper.write("3+6+2")
    add_up(pad)
    (tmp_path / "pad.jsonl").write_bytes(FORMATS["record"](paper.nav.open_table))
    assert main(["replay", str(tmp_path / "pad.jsonl")]) == 0
    assert "winner: Ana" in capsys.readouterr().out


def test_a_sum_is_not_longer_than_its_cell(paper: Paper) -> None:
    pad = paper.begin("Ana")
    for key in "+<" + "1+" * 40:
        pad.key(key)
    assert len(pad.writing().typed) == 40
    pad.key("<")
    pad.go_on()
    assert pad.table().totals == ("20",)


def test_the_pad_of_eight_reads_well(paper: Paper, stage: Stage) -> None:
    names = ("Nina", "Nicolás", "Łucja", "Håkon", "Ana", "Bo", "Émile", "Jörg")
    paper.begin(*names, game="look_at_the_stars")
    paper.write("3+6+2", "10")
    stage.frames(3)
    assert not stage.faults()
    stage.show("en", "large text")
    assert not stage.faults()


def test_a_short_pad_begins_at_the_top_after_a_long_one_was_filled(paper: Paper, stage: Stage) -> None:
    paper.begin("Nina", "Nicolás")
    from pi_app.ui.outline import box

    stage.frames(3)
    paper.write(*["1"] * 19)
    stage.frames(3)
    assert stage.shell.screen.board.ids.scroll.scroll_y < 0.5
    paper.nav.home()
    paper.begin("Nina", "Nicolás", game="starfarers")
    stage.frames(3)
    ids = stage.shell.screen.board.ids
    assert ids.rows.height < ids.scroll.height
    assert box(ids.rows)[3] == pytest.approx(box(ids.scroll)[3], abs=1)


def test_a_key_changes_what_a_cell_shows_and_builds_nothing(paper: Paper, stage: Stage) -> None:
    paper.begin("Nina", "Nicolás", game="look_at_the_stars")
    cells = [cell for row in stage.shell.screen.board.ids.rows.children for cell in row.children]
    first: Any = stage.finger.find(f"cell.0.{PadPresenter(paper.nav).table().rows[0].row}")
    for key in "7+5":
        stage.tap(f"pad.{key}")
    assert (first.text, first.chosen) == ("12", True)
    PadPresenter(paper.nav).go_on()
    stage.frames(2)
    assert (first.text, first.chosen) == ("12", False)
    assert stage.shell.screen.board.ids.totals.children[1].text == "12"
    assert [cell for row in stage.shell.screen.board.ids.rows.children for cell in row.children] == cells


@pytest.mark.parametrize(
    ("look", "size", "least"), [("night", SIZE, 10), ("large text", SIZE, 10), ("large text", SIZES[1], 12)]
)
def test_heads_of_twelve_columns_are_of_one_size_and_large_enough(
    look: str, size: tuple[int, int], least: int, language: str, paper: Paper, stage: Stage
) -> None:
    from kivy.metrics import sp

    from pi_app.ui.outline import labels

    paper.begin("Nina", "Nicolás", game="look_at_the_stars")
    rows = [row.row for row in PadPresenter(paper.nav).table().rows]
    assert len(rows) == 12
    paper.write(*["7"] * 24)
    paper.nav.act(Close(seat=0))
    stage.show(language, look, size)
    assert not stage.faults_of_words()
    fonts = {label.text: label.font_size for label in labels(stage.shell.screen.board.ids.head)}
    assert len(fonts) == 13
    assert len(set(fonts.values())) == 1
    assert len({label.center_y for label in labels(stage.shell.screen.board.ids.head)}) == 1
    assert fonts.popitem()[1] > sp(least)
