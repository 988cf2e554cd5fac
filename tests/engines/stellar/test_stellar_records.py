"""Whole games kept as records: they must replay line by line to the result they end with."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engines.bots import find_bot
from engines.game import NATURE
from engines.playout import play_record
from engines.record import Header, Record, Replay, parse_record, replay_record
from engines.stellar.model import DiscardRow, PlayHand, StellarAction, StellarState
from tests.engines.stellar.stellar_tables import HOUSE

FOLDER = Path(__file__).parents[2] / "records"
NAMES = sorted(path.name for path in FOLDER.glob("stellar*.jsonl"))


def record(name: str) -> Record:
    return parse_record((FOLDER / name).read_bytes())


def replay(name: str) -> Replay[StellarState, StellarAction]:
    return replay_record(HOUSE, record(name))


def test_there_is_a_record_for_every_way_a_game_can_go() -> None:
    assert NAMES == [
        "stellar_at_the_table.jsonl",
        "stellar_beside_a_bot.jsonl",
        "stellar_expectimax.jsonl",
        "stellar_hidden_hands.jsonl",
        "stellar_light.jsonl",
        "stellar_new_row_and_new_deck.jsonl",
        "stellar_three_and_last_refill.jsonl",
        "stellar_tie.jsonl",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_along_a_record_each_view_scores_like_the_table_and_holds_60_cards(name: str) -> None:
    for state in replay(name).states:
        for seat in (0, 1):
            view = HOUSE.view(state, seat)
            assert HOUSE.score(view) == HOUSE.score(state)
            assert (view.deck, len(view.seats[1 - seat].hand)) == (state.deck, len(state.seats[1 - seat].hand))


def test_a_game_with_a_winner() -> None:
    """stellar.score.winner"""
    assert len(HOUSE.score(replay("stellar_expectimax.jsonl").state).winners) == 1


def test_a_game_with_a_shared_victory() -> None:
    """stellar.score.shared"""
    sheet = HOUSE.score(replay("stellar_tie.jsonl").state)
    assert sheet.winners == ("Youri", "Neil")
    assert sheet.players[0].total == sheet.players[1].total


def test_a_game_with_discarded_rows_and_new_decks() -> None:
    """stellar.turn.satellite_right, stellar.turn.reshuffle"""
    game = replay("stellar_new_row_and_new_deck.jsonl")
    assert sum(isinstance(action, DiscardRow) for action in game.actions) >= 2
    assert game.state.shuffles == 2
    brought = Counter(getattr(a, "card", "") for a in game.actions if a.seat == NATURE)
    assert max(brought.values()) > 1


def test_a_game_with_both_other_options() -> None:
    """stellar.turn.face_down_coordinate, stellar.turn.last_refill"""
    game = replay("stellar_three_and_last_refill.jsonl")
    assert any(isinstance(a, PlayHand) and a.face_down for a in game.actions)
    assert -1 not in game.state.row


def test_a_game_at_a_table_that_nobody_showed_the_hands() -> None:
    """Cards named by what the camera saw, one never named, two rules set aside, an undo and redo, a correction."""
    game = replay("stellar_hidden_hands.jsonl")
    assert [o.violation.rule for o in game.overruled] == ["stellar.components.cards", "stellar.telescope.adjacent"]
    assert any(isinstance(a, PlayHand) and a.card is None for a in game.actions)
    assert sum(":" in str(getattr(a, "card", "")) for a in game.actions) > 40
    assert any(entry.corrected_by for entry in game.entries)
    assert game.dropped == ()


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_a_game_of_bots_whose_hands_nobody_knows_replays(seed: int) -> None:
    """stellar.setup.hands: a bot may name a card that lies face down before the other player; the record does not."""
    header = Header(game="stellar", players=("Ana", "Bo"), options={"hands": "hidden"})
    record, state = play_record(HOUSE, header, [find_bot("stellar", "random")] * 2, Random(seed))
    assert replay_record(HOUSE, record).state == state
