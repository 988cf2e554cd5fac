"""The 32 encounter cards: every branch of every card does what the card says, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engines.starfarers.encounters.program import span
from engines.starfarers.model import NOWHERE, SHIPS, Phase, PlaceShip, StarfarersState
from engines.starfarers.pack import RESOURCES, Ask, Contest, EncounterCard, Gift, Shake, Step
from tests.engines.starfarers.encounter_tables import (
    ACTIVE,
    CASES,
    EDITION_2019,
    FAME,
    HOUSE,
    RACES,
    SEAT_OF,
    UPGRADES,
    Case,
    Played,
    at_encounter,
    drawn,
    play_through,
    upgrades_of,
    with_seat,
)

BEFORE = at_encounter()


def _id(case: Case) -> str:
    return f"card {case.card} {case.way}".strip()


@pytest.mark.parametrize("case", CASES, ids=_id)
def test_each_branch_of_each_card_does_what_it_says(case: Case) -> None:
    played = play_through(BEFORE, case)
    after, player = played.state, played.state.seats[ACTIVE]
    assert sum(after.hands[ACTIVE]) - 10 == case.cards
    assert player.fame - FAME == case.fame
    assert player.points == 4 + player.fame // 2
    assert upgrades_of(player) - UPGRADES == case.upgrades
    assert after.grounded == (0b1 if case.grounded else 0)
    assert player.owed == int(case.ship)
    assert (after.phase is Phase.FREE_SHIP) == case.ship
    assert (after.ships[ACTIVE * SHIPS] != BEFORE.ships[ACTIVE * SHIPS]) == case.jump
    assert (after.encounter is None, after.phase is Phase.ENCOUNTER) == (True, case.another)
    for seat in (0, 2, 3):
        assert sum(after.hands[seat]) == 10 - case.robbed


@pytest.mark.parametrize("case", [case for case in CASES if case.against], ids=_id)
def test_the_opponent_is_the_neighbour_that_the_card_names_and_neither_gains_nor_loses(case: Case) -> None:
    played = play_through(BEFORE, case)
    seat = SEAT_OF[case.against]
    assert set(played.opponents) <= {seat}
    assert bool(played.opponents) == ("away" not in case.way)
    helper = played.state.seats[seat]
    extra = {"boosters": 3, "rings": 1} if "caught" in case.way else {}
    assert helper == replace(BEFORE.seats[seat], **extra)
    if not case.robbed:
        assert played.state.hands[seat] == BEFORE.hands[seat]


@pytest.mark.parametrize("case", [case for case in CASES if case.got], ids=_id)
def test_cards_of_a_named_resource_come_from_the_bank(case: Case) -> None:
    after = play_through(BEFORE, case).state
    resource = RESOURCES.index(case.got)
    given = int(case.way.removeprefix("give ")) if case.way.startswith("give") else 0
    paid = (1, 1, 1, 0, 0)[resource] if resource < given else 0
    assert after.hands[ACTIVE][resource] == 2 - paid + case.cards + given
    assert BEFORE.bank[resource] + paid - after.bank[resource] == case.cards + given


@pytest.mark.parametrize("case", CASES, ids=_id)
def test_no_card_is_made_or_lost(case: Case) -> None:
    after = play_through(BEFORE, case).state
    for resource in range(5):
        held = sum(hand[resource] for hand in after.hands)
        assert held + after.bank[resource] == 8 + BEFORE.bank[resource]


@pytest.mark.parametrize("case", [case for case in CASES if case.jump], ids=_id)
def test_a_jump_takes_the_first_ship_to_the_corner_chosen(case: Case) -> None:
    played = play_through(BEFORE, case)
    assert played.state.ships[ACTIVE * SHIPS] == played.jump != NOWHERE
    assert played.state.ships[ACTIVE * SHIPS + 1 :] == BEFORE.ships[ACTIVE * SHIPS + 1 :]


@pytest.mark.parametrize("case", [case for case in CASES if case.ship], ids=_id)
def test_a_trade_ship_given_is_placed_at_once_and_may_fly(case: Case) -> None:
    after = play_through(BEFORE, case).state
    places = HOUSE.legal_actions(after, ACTIVE)
    assert places
    assert all(isinstance(action, PlaceShip) for action in places)
    flying = HOUSE.apply(after, places[0])
    assert flying.phase is Phase.FLIGHT
    assert any(getattr(action, "ship", None) == 1 for action in HOUSE.legal_actions(flying, ACTIVE))


@pytest.mark.parametrize("case", [case for case in CASES if case.way.endswith("win") and case.against], ids=_id)
def test_races_count_boosters_and_combats_count_cannons(case: Case) -> None:
    """With equal balls the active player wins ties; one upgrade of the contest's kind more for the other loses it."""
    seat = SEAT_OF[case.against]
    race = case.card in RACES
    extra = {"boosters": 3} if race else {"cannons": 3}
    other = {"cannons": 3} if race else {"boosters": 2 + ("caught" in case.way)}
    won = play_through(with_seat(BEFORE, seat, **other), case).state
    lost = play_through(with_seat(BEFORE, seat, **extra), case).state
    assert won.seats[ACTIVE] == play_through(BEFORE, case).state.seats[ACTIVE]
    twin = next(c for c in CASES if (c.card, c.way) == (case.card, f"{case.way.removesuffix('win')}lose"))
    assert lost.seats[ACTIVE] == play_through(BEFORE, twin).state.seats[ACTIVE]


@pytest.mark.parametrize("game", [HOUSE, EDITION_2019], ids=["house", "2019"])
def test_the_cases_are_all_branches_of_all_cards(game: object) -> None:
    cards = HOUSE.pack.encounters if game is HOUSE else EDITION_2019.pack.encounters
    ways = sorted((card.id, way) for card in cards for way in _ways(card))
    assert ways == sorted((case.card, case.way) for case in CASES)


def _ways(card: EncounterCard) -> Iterator[str]:
    return (" ".join(words) for words in _words(card.steps))


def _words(steps: tuple[Step, ...]) -> Iterator[tuple[str, ...]]:
    if not steps:
        yield ()
        return
    for words, after in _branches(steps[0]):
        for rest in _words((*after, *steps[1:])):
            yield (*words, *rest)


def _branches(step: Step) -> list[tuple[tuple[str, ...], tuple[Step, ...]]]:
    if isinstance(step, Gift):
        results = step.results or {str(n): () for n in range(step.most + 1)}
        return [((f"give {n}",), after) for n, after in results.items()]
    if isinstance(step, Ask):
        return [(("yes",), step.yes), (("no",), step.no)]
    if isinstance(step, Contest):
        won, lost = ("away", "caught") if step.of == "boosters" else ("win", "lose")
        return [((won,), step.win), ((lost,), step.lose)]
    if isinstance(step, Shake):
        return [((str(n),), after) for text, after in step.bands.items() for n in span(text)]
    return [((), ())]


LIGHT = at_encounter(mode="light")
IN_LIGHT = [case for case in CASES if not case.another]


@pytest.mark.parametrize("case", IN_LIGHT, ids=_id)
def test_light_mode_keeps_fame_and_upgrades_and_asks_for_no_cards(case: Case) -> None:
    played: Played = play_through(LIGHT, case)
    after = played.state
    assert after.seats[ACTIVE].fame - FAME == case.fame
    assert upgrades_of(after.seats[ACTIVE]) - UPGRADES == case.upgrades
    assert (after.phase, after.encounter, after.hands) == (Phase.FLIGHT, None, ())
    assert set(played.opponents) <= {SEAT_OF[case.against]} if case.against else not played.opponents


def _two(players: int) -> StarfarersState:
    return at_encounter(players=players)


@pytest.mark.parametrize("card", [9, 10, 11, 17])
def test_of_two_players_the_only_opponent_is_every_neighbour(card: int) -> None:
    assert play_through(_two(2), Case(card, "no lose")).opponents == (0,)


@pytest.mark.parametrize(("card", "seat"), [(9, 0), (10, 2), (11, 2), (17, 0)])
def test_of_three_players_the_second_to_the_right_is_the_left_neighbour(card: int, seat: int) -> None:
    assert play_through(_two(3), Case(card, "no lose")).opponents == (seat,)


# Wear and tear -------------------------------------------------------------------------------------------------


def test_card_31_takes_an_upgrade_from_everybody_with_more_than_eight() -> None:
    """starfarers.encounter.wear"""
    state = with_seat(with_seat(BEFORE, 0, boosters=5), 3, boosters=4)
    state = with_seat(state, ACTIVE, boosters=6, cannons=6, rings=5)
    worn = drawn(state, 31)
    assert HOUSE.to_move(worn) == (0, ACTIVE)
    for seat in (ACTIVE, 0):
        worn = HOUSE.apply(worn, HOUSE.legal_actions(worn, seat)[-1])
    assert [upgrades_of(player) for player in worn.seats] == [8, 16, 6, 8]
    assert (worn.phase, worn.encounter, worn.met) == (Phase.ENCOUNTER, None, 0)


def test_card_32_takes_an_upgrade_from_everybody_with_more_than_six_and_honours_the_most_freight_rings() -> None:
    state = with_seat(with_seat(BEFORE, 0, rings=3), 2, cannons=1, rings=3)
    worn = drawn(state, 32)
    assert HOUSE.to_move(worn) == (0,)
    boosters_back = HOUSE.apply(worn, HOUSE.legal_actions(worn, 0)[0])
    assert [player.fame for player in boosters_back.seats] == [2, FAME, 2, 1]
    ring_back = HOUSE.apply(worn, HOUSE.legal_actions(worn, 0)[-1])
    assert [player.fame for player in ring_back.seats] == [1, FAME, 2, 1]


def test_card_32_honours_nobody_where_nobody_has_a_freight_ring() -> None:
    state = replace(BEFORE, seats=tuple(replace(player, rings=0) for player in BEFORE.seats))
    assert [player.fame for player in drawn(state, 32).seats] == [1, FAME, 1, 1]


@pytest.mark.parametrize("card", [31, 32])
def test_after_wear_and_tear_all_cards_are_shuffled_and_another_is_drawn(card: int) -> None:
    state = drawn(replace(BEFORE, met=0b1011), card)
    assert (state.encounter, state.met, state.phase) == (None, 0, Phase.ENCOUNTER)
    assert len(HOUSE.legal_actions(state, "nature")) == 32
