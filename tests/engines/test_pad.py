"""The score pad alone: rows in the rule book's order, sums in its cells, the book's tie breaks."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import BadInput, NotPossible
from engines.game import IllegalAction
from engines.pad import Close, PadAction, PadState, ScorePad, Write, value_of
from engines.record import ActionLine, Header, Record, ResultLine, format_record, parse_record, replay_record
from engines.registry import game_names, open_game, score_pad_of


def filled(pad: ScorePad, players: tuple[str, ...], **cells: dict[int, str]) -> PadState:
    """A pad with these cells: row (dots as `__`) -> seat -> sum."""
    state = pad.setup(players)
    for row, column in cells.items():
        for seat, text in column.items():
            state = pad.apply(state, Write(seat=seat, row=row.replace("__", "."), sum=text))
    return state


@pytest.mark.parametrize(
    ("text", "value"),
    [("3+6+2", 11), ("", 0), ("12", 12), ("5 + 4", 9), ("12-3", 9), ("0", 0), ("999", 999)],
)
def test_a_cell_takes_a_sum(text: str, value: int) -> None:
    assert value_of(text) == value


@pytest.mark.parametrize("text", ["3+", "+3", "3++6", "x", "1000", "3-9", "٣", "1" * 50, "500+500", "3.5", "\n"])
def test_what_is_no_sum_of_0_to_999_is_none(text: str) -> None:
    assert value_of(text) in (None, 0 if not text.strip() else None)


@settings(deadline=None)
@given(st.lists(st.integers(0, 99), min_size=1, max_size=9))
def test_a_sum_is_the_sum_of_its_parts(parts: list[int]) -> None:
    assert value_of("+".join(map(str, parts))) == sum(parts)


def test_every_game_has_a_pad_with_its_number_of_players() -> None:
    for name in game_names():
        pad, game = score_pad_of(name), open_game(name)
        assert (open_game(name, "pad"), pad.name) == (pad, name)
        assert pad.seats[1] == game.max_players
        assert pad.seats[0] == game.min_players
        assert len(set(pad.rows)) == len(pad.rows) <= 12


def test_a_row_that_the_pad_does_not_have_is_refused() -> None:
    pad = score_pad_of("stellar")
    with pytest.raises(IllegalAction, match=r"pad\.row"):
        pad.apply(pad.setup(("A", "B")), Write(seat=0, row="round.1", sum="3"))


def test_what_is_no_sum_is_refused() -> None:
    pad = score_pad_of("stellar")
    with pytest.raises(IllegalAction, match=r"pad\.sum"):
        pad.apply(pad.setup(("A", "B")), Write(seat=0, row="moon", sum="3+"))


def test_nothing_is_written_on_a_pad_that_is_added_up_or_for_a_seat_that_is_not_there() -> None:
    pad = score_pad_of("stellar")
    state = pad.setup(("A", "B"))
    with pytest.raises(IllegalAction, match=r"pad\.turn"):
        pad.apply(state, Write(seat=2, row="moon", sum="3"))
    with pytest.raises(IllegalAction, match=r"pad\.turn"):
        pad.apply(pad.apply(state, Close(seat=0)), Write(seat=0, row="moon", sum="3"))


def test_an_empty_sum_empties_the_cell() -> None:
    pad = score_pad_of("stellar")
    state = filled(pad, ("A", "B"), moon={0: "5"})
    state = pad.apply(state, Write(seat=0, row="moon", sum=""))
    assert pad.score(state).players[0].rows == ()


def test_equal_totals_in_star_explorer_go_to_the_fewest_fading_stars() -> None:
    pad = score_pad_of("star_explorer")
    state = filled(pad, ("A", "B", "C"), round__1={0: "9", 1: "4+5", 2: "2"})
    assert pad.score(state).winners == ("A", "B")
    assert pad.missing_ties(state) == [(0, "fading"), (1, "fading")]
    state = filled(pad, ("A", "B", "C"), round__1={0: "9", 1: "4+5", 2: "2"}, fading={0: "4", 1: "3"})
    assert pad.missing_ties(state) == []
    assert pad.score(state).winners == ("B",)
    assert pad.score(state).players[1].tiebreak == {"fading": 3}


def test_level_totals_and_level_fading_stars_share_the_victory() -> None:
    pad = score_pad_of("star_explorer")
    state = filled(pad, ("A", "B"), round__1={0: "9", 1: "9"}, fading={0: "3", 1: "3"})
    assert pad.score(state).winners == ("A", "B")


def test_a_star_explorer_pad_of_one_says_what_the_total_is_worth() -> None:
    pad = score_pad_of("star_explorer")
    sheet = pad.score(filled(pad, ("A",), round__1={0: "120"}))
    assert (sheet.band, bool(sheet.note)) == (3, True)


def test_nobody_wins_starfarers_with_fewer_than_fifteen_points() -> None:
    pad = score_pad_of("starfarers")
    assert pad.score(filled(pad, ("A", "B"), colonies={0: "14", 1: "9"})).winners == ()
    assert pad.score(filled(pad, ("A", "B"), colonies={0: "15", 1: "9"})).winners == ("A",)


@pytest.mark.parametrize("players", [(), ("A",), ("A", "A"), ("A", ""), ("A", "B", "C")])
def test_a_pad_is_for_as_many_distinct_players_as_the_game(players: tuple[str, ...]) -> None:
    with pytest.raises(BadInput):
        score_pad_of("stellar").setup(players)


def test_a_pad_is_kept_as_a_record_like_any_other() -> None:
    pad = score_pad_of("stellar")
    actions: list[PadAction] = [Write(seat=0, row="moon", sum="3+6"), Write(seat=1, row="top", sum="10"), Close(seat=0)]
    lines = [
        ActionLine(n=n, seat=0 if isinstance(a, Close) else int(a.seat), action=pad.encode_action(a), source="touch")
        for n, a in enumerate(actions, start=1)
    ]
    state = pad.setup(("A", "B"))
    for action in actions:
        state = pad.apply(state, action)
    header = Header(game="stellar", pack="pad", players=("A", "B"))
    record = Record(header, (*lines, ResultLine.of(pad.score(state))))
    again = parse_record(format_record(record))
    assert again == record
    assert replay_record(open_game("stellar", "pad"), again).state == state
    assert pad.is_over(state)


@pytest.mark.parametrize("game", game_names())
def test_a_pad_asks_nature_for_nothing_hides_nothing_and_ends_when_it_is_added_up(game: str) -> None:
    pad = score_pad_of(game)
    state = pad.setup(tuple("ABCDEFGH"[: pad.seats[0]]))
    with pytest.raises(NotPossible, match="nothing to deal"):
        pad.deal(state, Random(1))
    with pytest.raises(BadInput, match="has no positions"):
        pad.score_position({})
    assert pad.view(state, 0) == state
    assert all(pad.check(state, action) == [] for action in pad.legal_actions(state, 0))
    closed = pad.apply(state, Close(seat=0))
    assert (pad.to_move(closed), pad.legal_actions(closed, 0)) == ((), [])


def test_a_pad_of_one_says_nothing_where_the_book_does_not() -> None:
    pad = score_pad_of("look_at_the_stars")
    sheet = pad.score(pad.setup(("A",)))
    assert (sheet.winners, sheet.band, sheet.note) == (("A",), None, None)


def test_names_on_a_pad_are_distinct_and_not_empty() -> None:
    pad = score_pad_of("stellar")
    for names in (("A", "A"), ("A", "")):
        with pytest.raises(BadInput, match="expected distinct names"):
            pad.setup(names)
    assert pad.missing_ties(filled(pad, ("A", "B"), moon={0: "5"})) == []
