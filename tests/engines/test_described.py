"""The score pad of a game that is described."""

from __future__ import annotations

from typing import Any

import pytest

from engines.errors import BadInput
from engines.game import IllegalAction
from engines.pad import Close, Write
from engines.record import Fold, Header
from engines.registry import OTHER, PAD, open_game

ROWS = [{"name": "Cities", "each": 2}, {"name": "Roads"}, {"name": "Roads", "each": -1}]


def pad(*sums: dict[str, str], **described: Any) -> tuple[Any, Any]:
    game = open_game(OTHER, PAD)
    header = Header(game=OTHER, pack=PAD, options={"title": "Islands", **described}, players=("Ana", "Bo"))
    state = Fold(game, header).state
    for seat, column in enumerate(sums):
        for row, text in column.items():
            state = game.apply(state, Write(seat=seat, row=row, sum=text))
    return game, state


def test_rows_bring_what_the_description_says_and_each_has_a_name_of_its_own() -> None:
    game, state = pad({"Cities": "2+1", "Roads": "4", "Roads (3)": "1"}, {"Cities": "4"}, rows=ROWS)
    assert game.rows_of(state) == ("Cities", "Roads", "Roads (3)")
    sheet = game.score(state)
    assert [(row.row, row.points) for row in sheet.players[0].rows] == [("Cities", 6), ("Roads", 4), ("Roads (3)", -1)]
    assert [player.total for player in sheet.players] == [9, 8]
    assert sheet.winners == ("Ana",)
    assert game.is_over(game.apply(state, Close(seat=0)))


@pytest.mark.parametrize(
    ("sums", "winners"),
    [
        (({"Points": "7", "Coins": "2"}, {"Points": "7", "Coins": "3"}), ("Bo",)),
        (({"Points": "7", "Coins": "3", "Cards": "1"}, {"Points": "7", "Coins": "3", "Cards": "2"}), ("Bo",)),
        (({"Points": "7", "Coins": "3"}, {"Points": "7", "Coins": "3"}), ("Ana", "Bo")),
        (({"Points": "8"}, {"Points": "7", "Coins": "9"}), ("Ana",)),
    ],
)
def test_rows_that_bring_nothing_break_ties(sums: tuple[dict[str, str], ...], winners: tuple[str, ...]) -> None:
    rows = [{"name": "Points"}, {"name": "Coins", "each": 0}, {"name": "Cards", "each": 0}]
    game, state = pad(*sums, rows=rows)
    assert game.score(state).winners == winners
    fewest, same = pad(*sums, rows=rows, score="lowest")
    level = sums[0]["Points"] == sums[1]["Points"]
    assert fewest.score(same).winners == (winners if level else ("Bo",))


@pytest.mark.parametrize(
    ("score", "row", "totals", "winners"),
    [
        ("points", "points", ("3", "5"), ("Bo",)), ("lowest", "points", ("3", "5"), ("Ana",)),
        ("places", "place", ("1", "1"), ("Ana", "Bo")), ("outcome", "outcome", ("0", "0"), ()),
        ("outcome", "outcome", ("1", "1"), ("Ana", "Bo")), ("time", "minutes", ("9", "8"), ("Bo",)),
    ],
)  # fmt: skip
def test_who_wins_follows_from_how_the_game_is_told(
    score: str, row: str, totals: tuple[str, str], winners: tuple[str, ...]
) -> None:
    game, state = pad(*({row: total} for total in totals), score=score)
    assert game.score(state).winners == winners


@pytest.mark.parametrize(
    ("score", "action", "rule"),
    [
        ("outcome", Write(seat=0, row="outcome", sum="3"), "pad.outcome"),
        ("outcome", Write(seat=0, row="Cities", sum="1"), "pad.row"),
        ("points", Write(seat=0, row="points", sum="1+"), "pad.sum"),
        ("places", Close(seat=0), "pad.places"),
    ],
)
def test_what_cannot_be_on_such_a_pad_is_refused(score: str, action: Any, rule: str) -> None:
    game, state = pad(score=score)
    with pytest.raises(IllegalAction) as error:
        game.apply(state, action)
    assert error.value.rule == rule


@pytest.mark.parametrize(
    "options", [{}, {"title": "A", "rows": [{"name": "x"}] * 13}, {"title": "A", "score": "style"}]
)
def test_a_description_that_cannot_be_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Fold(open_game(OTHER, PAD), Header(game=OTHER, pack=PAD, options=options, players=("Ana",)))
