"""`planisphere bench`: figures beside their floors."""

from __future__ import annotations

import json
import sys
from random import Random

import pytest

from engines.errors import NotPossible
from engines.registry import game_names
from planisphere.cli import main
from planisphere.figure import Figure
from tools.figures import engines as engine_figures
from tools.figures.floor import COLUMNS, ROWS, ConnectFour, middle_game, random_moves


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("SECONDS", 0.01), ("REPEATS", 1), ("WARM_UP_GAMES", 1)):
        monkeypatch.setattr(engine_figures, name, value)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "games", [game_names()[:1], pytest.param(game_names(), marks=pytest.mark.exhaustive)], ids=["one", "all"]
)
def test_the_figures_of_every_engine_come_with_their_floor(
    games: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine_figures, "game_names", lambda: games)
    assert main(["bench", "engines", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    game = ("decisions_per_s", "new_game_us", "apply_us")
    state = ("copy_us", "json_write_us", "json_read_us")
    record = ("record_write_ms", "record_read_ms", "replay_ms")
    for name in games:
        lists = ("draw_list_ms",) if name in engine_figures.DRAWING_GAMES else ()
        wanted = [f"{name}.{figure}" for figure in (*game, *lists, *state, *record, "import_ms")]
        assert [figure["name"] for figure in figures if figure["name"].startswith(f"{name}.")] == wanted
    for figure in figures:
        assert figure["value"] > 0
        assert figure["ratio"] == pytest.approx(figure["value"] / figure["floor"])
        assert figure["unit"] in ("1/s", "us", "ms")


def test_figures_for_people_are_a_line_each(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [Figure("a.decisions_per_s", 50.0, "1/s", 100.0), Figure("b.start_s", 2.0, "s")]
    monkeypatch.setattr(engine_figures, "figures", lambda: found)
    assert main(["bench", "engines"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split() == ["a.decisions_per_s", "50", "1/s", "floor", "100", "ratio", "0.5"]
    assert second.split() == ["b.start_s", "2", "s"]


def test_an_area_that_cannot_be_measured_here_is_said_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def impossible() -> None:
        raise NotPossible("disk.none", "no disk")

    monkeypatch.setattr(engine_figures, "figures", impossible)
    assert main(["bench", "engines"]) == 3
    assert "no disk" in capsys.readouterr().err
    monkeypatch.setattr("planisphere.commands.bench.AREAS", ("engines",))
    assert main(["bench", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"figures": []}
    assert "bench engines: no disk" in err


def test_a_table_that_was_installed_says_where_the_tools_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "tools"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "tools", None)
    for arguments in (["bench", "engines"], ["photos", "tiles"], ["hub", "simulate"]):
        assert main(arguments) == 2
        assert "pip install -e '.[dev]'" in capsys.readouterr().err


# The floor is a real game --------------------------------------------------------------------------------------


def played(*columns: int) -> list[bool]:
    game = ConnectFour()
    return [game.play(column) for column in columns]


@pytest.mark.parametrize(
    "columns",
    [
        (0, 1, 0, 1, 0, 1, 0),
        (0, 0, 1, 1, 2, 2, 3),
        (0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3),
        (6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3),
    ],
)
def test_four_in_a_column_a_row_or_a_diagonal_win(columns: tuple[int, ...]) -> None:
    assert played(*columns) == [False] * (len(columns) - 1) + [True]


def test_stones_at_the_top_of_one_column_and_the_foot_of_the_next_are_no_row() -> None:
    assert not any(played(0, 0, 0, 1, 0, 1, 6, 0, 6, 0))


def test_a_full_column_is_closed_and_a_copy_is_apart() -> None:
    game = ConnectFour()
    for _ in range(ROWS):
        game.play(2)
    assert game.open == [column for column in range(COLUMNS) if column != 2]
    other = game.copy()
    other.play(0)
    assert (game.tops[0], other.tops[0]) == (0, 1)


def test_random_games_last_about_as_long_as_known() -> None:
    """21.3 moves on average (OpenSpiel's figure for random play)."""
    assert random_moves(Random(1), 2000) / 2000 == pytest.approx(21.3, abs=0.7)
    assert sum(middle_game(Random(1)).tops) == sum(range(0, COLUMNS * (ROWS + 1), ROWS + 1)) + 12
