"""Light mode: nothing but the cards that lie before the players at the end."""

from __future__ import annotations

from typing import Any

import pytest

from engines.game import IllegalAction
from engines.stellar.model import EMPTY, FACE_DOWN, UNKNOWN, Phase, ShowCards, StellarOptions, StellarState
from tests.engines.stellar.stellar_tables import DECK, HOUSE, NAMES

LIGHT = StellarOptions(mode="light")


def shown(seat: int, *slots: str, notebook: tuple[str, ...] = ()) -> ShowCards:
    return ShowCards((*slots, *[""] * (12 - len(slots))), notebook, seat=seat)


def rows(state: StellarState, seat: int) -> dict[str, int]:
    return {row.row: row.points for row in HOUSE.score(state).players[seat].rows}


def test_a_game_waits_for_both_players_cards_in_any_order() -> None:
    """stellar.light.mode"""
    assert HOUSE.setup(NAMES, StellarOptions(mode="full")).phase is Phase.DEAL_START
    state = HOUSE.setup(NAMES, LIGHT)
    assert HOUSE.to_move(state) == (0, 1)
    assert not HOUSE.knows_choices(state)
    state = HOUSE.apply(state, shown(1, "moon:3:2"))
    assert HOUSE.to_move(state) == (0,)
    assert not HOUSE.score(state).winners
    with pytest.raises(IllegalAction, match=r"stellar\.turn\.order"):
        HOUSE.apply(state, shown(1))
    assert HOUSE.is_over(HOUSE.apply(state, shown(0)))


def test_the_cards_score_as_they_do_at_the_end_of_every_game_with_receipts() -> None:
    """stellar.score.stars, stellar.score.sections: 5 stars × run 4-5-6 = 15; a face-down card counts 3."""
    state = HOUSE.setup(NAMES, LIGHT)
    planets = ("planet:1:3", "planet:2:2", "face_down")
    state = HOUSE.apply(state, shown(0, *planets, notebook=("planet:4:1", "satellite:5", "planet:6/0:0")))
    assert rows(state, 0)["top"] == 0, "sections wait for the other player"
    state = HOUSE.apply(state, shown(1, "satellite:5"))
    assert rows(state, 0) == {**dict.fromkeys(rows(state, 0), 0), "planet": 15, "top": 10}
    sheet = HOUSE.score(state)
    assert sheet.winners == ("Youri",)
    assert sheet.players[0].rows[0].receipt[0].components == (
        "slot:1", "slot:2", "planet:4", "satellite:5", "planet:6/0=6",
    )  # fmt: skip


def test_a_card_is_told_by_its_face_and_may_lie_face_down() -> None:
    """stellar.light.cards"""
    state = HOUSE.setup(NAMES, LIGHT)
    for wrong in (shown(0, "moon-4-a"), shown(0, "moon:9:1"), shown(0, notebook=("face_down",))):
        assert [v.rule for v in HOUSE.check(state, wrong)] == ["stellar.light.cards"]
    state = HOUSE.apply(state, shown(0, "moon:3:2", "face_down", "moon:3:0"))
    lying = state.seats[0].telescope
    assert DECK.name(lying[0]) == "moon-3-a", "a card of the pack, as long as there is one"
    assert (lying[1], lying[3]) == (FACE_DOWN + UNKNOWN, EMPTY)
    assert DECK.name(lying[2]) == "moon:3:0", "another edition's stars stand for themselves"


def test_what_cannot_have_come_about_by_the_rules_is_warned_of() -> None:
    state = HOUSE.setup(NAMES, LIGHT)
    apart = ["moon:3:2", *[""] * 10, "moon:4:1"]
    state = HOUSE.apply(state, shown(0, *apart))
    state = HOUSE.apply(state, shown(1, notebook=("cloud:6/0:0", "cloud:6/0:0")))
    assert [w.rule for w in HOUSE.score(state).warnings] == ["stellar.telescope.adjacent", "stellar.components.cards"]


def test_a_telescope_has_twelve_slots() -> None:
    data: dict[str, Any] = {"type": "show_cards", "telescope": [""] * 11}
    with pytest.raises(ValueError, match="length"):
        HOUSE.decode_action(0, data)


def test_both_players_see_everything() -> None:
    state = HOUSE.apply(HOUSE.setup(NAMES, LIGHT), shown(0, "moon:3:2", "face_down"))
    assert HOUSE.view(state, 0) == HOUSE.view(state, 1) == state
