"""Whole random games: nothing is lost, lists and judgement agree, and the quick choice is a fair one."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.bots import choice_of, find_bot
from engines.look_at_the_stars import legal
from engines.look_at_the_stars.bots import worth
from engines.look_at_the_stars.learnt import FEATURES, MAX_LOOKED, Judge, weights
from engines.look_at_the_stars.model import (
    TURNS,
    DeclinePower,
    Draw,
    DrawShootingStar,
    Pass,
    Slate,
    StarsAction,
    StarsOptions,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import covered, spaces_of
from engines.look_at_the_stars.scoring import unused_stars
from engines.look_at_the_stars.slate.lattice import CROSSING, LINE, LINES, NAMES, POINT, POINTS, bits, points_of
from engines.playout import turns
from tests.engines.look_at_the_stars.lats_tables import (
    BOX,
    DEFAULTS,
    HOUSE,
    POWER_CARD,
    at,
    draw,
    played,
    slate,
    with_lines,
    with_object,
)

OPTIONS = StarsOptions(
    point_copies="in_order",
    printed_lines="scenery",
    bonus_groups="constellations",
    declined_power_spends_lines="true",
    nova_star="closed",
    new_stars="one_space",
)


def whole(shown: Slate) -> None:
    """What must hold of every slate."""
    sky = BOX.skies[shown.slate]
    lines = shown.drawn & LINES
    assert shown.drawn & POINTS == points_of(lines | sky.printed)
    assert not lines & ~shown.closed
    assert not shown.spent & ~lines
    assert not shown.fresh & ~lines
    stars = sky.stars
    taken = 0
    for thing in shown.objects:
        here = covered(thing.kind, thing.at)
        if thing.kind == "star":
            stars |= here
        elif thing.kind not in ("nova", "aura"):
            assert not here & (taken | shown.drawn)
            taken |= here
    assert not shown.drawn & POINTS & ~stars
    assert not unused_stars(BOX, shown) & (shown.drawn | taken)


@pytest.mark.parametrize("options", [DEFAULTS, OPTIONS])
@pytest.mark.parametrize("power", POWER_CARD)
def test_lines_stars_and_objects_stay_apart_with_every_power(power: str, options: StarsOptions) -> None:
    seen: Counter[type] = Counter()
    for seed in range(3):
        for state, action, after in played(seed, 1, options, ("A3", POWER_CARD[power])):  # type: ignore[index]
            seen[type(action)] += 1
            if state.slates[0].slate:
                grown = after.slates[0].drawn & LINES
                assert not state.slates[0].drawn & LINES & ~grown
                expected = len(action.lines) if isinstance(action, Draw) else 0
                extra = isinstance(action, UsePower) and power == "line"
                assert grown.bit_count() - (state.slates[0].drawn & LINES).bit_count() == expected + extra
            if after.slates[0].slate:
                whole(after.slates[0])
    assert seen[Draw] + seen[DrawShootingStar] + seen[Pass] == 3 * TURNS


def by_hand(state: StarsState, seat: int) -> set[tuple[int, ...]]:
    """Every pair of lines that breaks no rule, found by judging every pair of the lattice that has the card's size."""
    found = set()
    for mask in BOX.night(state.cards[-1]).copies:
        action = Draw(tuple(LINE[bit] for bit in bits(mask)), seat=seat)
        if not HOUSE.check(state, action):
            found.add(tuple(bits(mask)))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_the_list_of_drawings_holds_what_breaks_no_rule_and_nothing_else(seed: int) -> None:
    for state, action, _ in played(seed, 1):
        if isinstance(action, Draw) and len(state.cards) % 3 == 0:
            listed = [a for a in HOUSE.legal_actions(state, 0) if isinstance(a, Draw)]
            masks = {tuple(sorted(bits(sum(BOX_BIT[line] for line in a.lines)))) for a in listed}
            assert len(masks) == len(listed)
            assert masks == by_hand(state, 0)


BOX_BIT = {line: 1 << bit for bit, line in LINE.items()}


@pytest.mark.parametrize("seed", range(3))
def test_the_list_of_shooting_stars_holds_what_breaks_no_rule_and_nothing_else(seed: int) -> None:
    *_, (_, _, last) = played(seed, 1, bonus=("A3", "B3"))
    state = at("S1", msgspec.structs.replace(last.slates[0], fresh=0), turn=1 + 6 * seed, power="star")
    every = [DrawShootingStar(a, b, seat=0) for a in NAMES for b in NAMES if POINT[a] % 10 < POINT[b] % 10]
    allowed = {action for action in every if not HOUSE.check(state, action)}
    assert set(HOUSE.legal_actions(state, 0)) - {Pass(seat=0)} == allowed


def earned(power: str, seed: int) -> StarsState | None:
    """A random table at which this power is to be used; none where the game had none."""
    for _, _, after in played(seed, 1, bonus=("A3", POWER_CARD[power])):  # type: ignore[index]
        if after.slates[0].fresh:
            return after
    return None


@pytest.mark.parametrize("power", POWER_CARD)
def test_the_list_of_uses_holds_what_breaks_no_rule_and_nothing_else(power: str) -> None:
    for state in filter(None, (earned(power, seed) for seed in range(80))):
        listed = [action for action in HOUSE.legal_actions(state, 0) if isinstance(action, UsePower)]
        shapes = {action.shape for action in listed}
        if power == "line":
            every: list[tuple[str, ...]] = [*LINE.values()]
        elif power == "star":
            every = [(a, b) for a in NAMES for b in NAMES if a != b and POINT[a] < POINT[b]]
        else:
            every = [(name,) for name in NAMES]
        uses = [UsePower(shape, where, seat=0) for shape in shapes for where in every]
        assert {action for action in uses if not HOUSE.check(state, action)} == set(listed)
        return
    pytest.fail(f"no random game earned the power {power}")


def frequencies(state: StarsState, rolls: int) -> tuple[Counter[StarsAction], int]:
    rng = Random(5)
    legal_now = HOUSE.legal_actions(state, 0)
    found = Counter(legal.random_action(BOX, state, 0, rng) for _ in range(rolls))
    assert set(found) <= set(legal_now)
    return found, len(legal_now)


def crowded(options: StarsOptions = DEFAULTS) -> Slate:
    """Slate 3 with nearly every line of the rows 4 to 10 drawn."""
    sky = BOX.skies[3]
    text = " ".join(
        f"{a}-{b}"
        for bit, (a, b) in LINE.items()
        if not points_of(1 << bit) & ~sky.stars and int(a[1:]) > 5 and bit % 11
    )
    return with_lines(slate(options=options), text)


def test_the_quick_choice_is_uniform_over_the_legal_actions() -> None:
    """12 places and passing, drawn 2600 times: each about 200 times (standard deviation 14)."""
    state = at("N25", turn=18)
    found, count = frequencies(state, 2600)
    assert len(found) == count
    assert all(abs(number - 2600 / count) < 5 * (2600 / count) ** 0.5 for number in found.values())


def test_the_quick_choice_of_a_shooting_star_is_uniform_and_passes_as_often_as_any() -> None:
    state = at("S1", slate(text="D4-E4"), turn=18)
    found, count = frequencies(state, 200 * len(HOUSE.legal_actions(state, 0)))
    assert len(found) == count
    assert all(abs(number - 200) < 5 * 200**0.5 for number in found.values())


def test_the_quick_choice_looks_at_all_places_where_few_are_left() -> None:
    for card in ("N11", "S1"):
        state = at(card, with_object(crowded(), "black_hole", "C4"), turn=18)
        found, count = frequencies(state, 40 * len(HOUSE.legal_actions(state, 0)))
        assert len(found) == count


def test_the_quick_choice_also_decides_on_powers() -> None:
    state = HOUSE.apply(at("N3", slate(text="D4-E4"), power="crescent_moon"), Pass(seat=0))
    assert state.waiting == ()
    earned = HOUSE.apply(at("N3", slate(text="D4-E4"), power="planet"), draw("E4-F4 F4-G4"))
    found, count = frequencies(earned, 30 * len(HOUSE.legal_actions(earned, 0)))
    assert len(found) == count
    assert DeclinePower(seat=0) in found
    stars = HOUSE.apply(at("N1", slate(text="D4-E4"), power="star"), draw("D4-D5 D5-E5"))
    found, count = frequencies(stars, 100 * len(HOUSE.legal_actions(stars, 0)))
    assert (len(found), count) == (56, 56)
    assert all(abs(number - 100) < 5 * 100**0.5 for number in found.values())


def test_two_new_stars_may_have_to_stand_on_one_creature() -> None:
    """look_at_the_stars.power.star_space: new_stars=any; with new_stars=one_space in one space that has none."""
    found = {}
    for option in ("any", "one_space"):
        options = StarsOptions(new_stars=option)
        before = at("N1", slate(text="D4-E4", options=options), power="star", options=options)
        state = HOUSE.apply(before, draw("D4-D5 D5-E5"))
        shape = next(a.shape for a in HOUSE.legal_actions(state, 0) if isinstance(a, UsePower))
        six, five = ([NAMES[p] for p in bits(space)] for space in spaces_of(BOX, state.slates[0]))
        two = UsePower(shape, (six[0], five[0]), seat=0)
        broken = [violation.rule for violation in HOUSE.check(state, two)]
        found[option] = len(HOUSE.legal_actions(state, 0)), two in HOUSE.legal_actions(state, 0), broken
        if option == "one_space":
            assert frequencies(state, 30 * 26)[1] == 26
            again = HOUSE.apply(state, UsePower(shape, (six[0], six[5]), seat=0)).slates[0]
            assert [space.bit_count() for space in spaces_of(BOX, again)] == [5]
    assert found == {"any": (56, True, []), "one_space": (26, False, ["look_at_the_stars.power.star_space"])}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 18))
def test_a_state_survives_the_trip_through_json_and_scores_the_same(seed: int, turn: int) -> None:
    for _, _, after in played(seed, 1):
        if len(after.cards) == turn:
            again = msgspec.json.decode(msgspec.json.encode(after), type=StarsState)
            assert again == after
            assert HOUSE.score(again) == HOUSE.score(after)
            assert HOUSE.hints(again, 0) == HOUSE.hints(after, 0)
            return


def test_lines_that_cross_are_mutual() -> None:
    assert all(CROSSING[other] == 1 << bit for bit in LINE for other in bits(CROSSING[bit]))


# Bots ----------------------------------------------------------------------------------------------------------


def test_greedy_beats_random() -> None:
    bots = [find_bot("look_at_the_stars", name) for name in ("greedy", "random")]
    *_, last = turns(HOUSE, HOUSE.setup(["greedy", "random"]), bots, Random(4))
    totals = [player.total for player in HOUSE.score(last.state).players]
    assert totals[0] > totals[1]


strong = find_bot("look_at_the_stars", "strong")


def test_on_the_last_turn_strong_draws_what_brings_most_points() -> None:
    """Nothing is promised any more: no drawing leaves more points than its own."""
    state = at("N3", slate(text="D4-E4 E4-F4 G6-H6"), turn=18)
    points = [HOUSE.score(HOUSE.play(state, action)).players[0].total for action in HOUSE.legal_actions(state, 0)]
    choice = choice_of(strong, HOUSE, state, 0, Random(1))
    assert HOUSE.score(HOUSE.play(state, choice.action)).players[0].total == max(points)


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_a_bot_looks_at_so_many_slates_and_leaves_later_powers_to_when_they_are_used(level: str) -> None:
    before = at("N1", slate(text="D4-E4"), power="star")
    actions = HOUSE.legal_actions(before, 0)
    earning = [action for action in actions if HOUSE.play(before, action).slates[0].fresh]
    assert earning
    whole, short = Judge(HOUSE, before, 0), Judge(HOUSE, before, 0, len(actions) // 2)
    found = whole.afters(before, weights(level))
    assert whole.looked > len(actions)
    assert [after.action for after in short.afters(before, weights(level))] == [after.action for after in found]
    uses = max(len(HOUSE.legal_actions(HOUSE.play(before, action), 0)) for action in earning)
    assert short.looked <= len(actions) + len(actions) // 2 + uses
    assert short.looked < whole.looked <= MAX_LOOKED[level] + len(actions) + uses


def test_what_a_group_may_grow_to_is_seen_and_bonus_shapes_by_strong_alone() -> None:
    state = at("N3", slate())
    judge = Judge(HOUSE, state, 0)
    clean, features = judge.features(slate()), judge.features(slate(text="D4-E4 E4-F4"))
    assert (features["two"], features["over"]) == (clean["two"] + 1, 0)
    assert features["grows_small"] > clean["grows_small"]
    assert features["free"] < clean["free"]
    eight = "A4-B4 B4-C4 C4-D4 D4-E4 E4-F4 F4-G4 G4-H4 H4-I4"
    assert judge.features(slate(text=eight))["has_8"] == 1
    assert judge.features(slate(text=f"{eight} I4-J4"))["over"] == 1
    assert set(weights("strong")) - set(weights("normal")) == {*FEATURES["strong"]} - {*FEATURES["normal"]}
    assert "point_1" not in weights("normal")


def test_the_same_seed_gives_the_same_night_between_strong_bots() -> None:
    first, second = (
        [turn.action for turn in islice(turns(HOUSE, HOUSE.setup(["Ana", "Ben"]), [strong] * 2, Random(5)), 14)]
        for _ in range(2)
    )
    assert first == second


def test_greedy_sees_that_a_group_may_grow_and_may_grow_too_large() -> None:
    eight = slate(text="A4-B4 B4-C4 C4-D4 D4-E4 E4-F4 F4-G4 G4-H4 H4-I4")
    state = at("N3", eight)
    assert worth(HOUSE, state, with_lines(eight, "I4-J4")) < worth(HOUSE, state, eight)
    assert worth(HOUSE, state, slate(text="A4-B4")) > worth(HOUSE, state, slate())
    assert worth(HOUSE, state, slate(text="D4-E4 E4-F4 F4-F5")) > 3


@pytest.mark.parametrize("players", [1, 8])
def test_cards_and_slates_come_up_once_and_what_is_drawn_stays(players: int) -> None:
    """Conservation after every action: each of the box's slates and cards at most once, 18 night cards in all."""
    state = None
    for before, _, state in played(7, players):
        dealt = [slate.slate for slate in state.slates if slate.slate]
        assert len(set(dealt)) == len(dealt)
        assert len(set(state.cards)) == len(state.cards) <= 18
        assert set(state.cards) <= set(BOX.night_ids)
        for old, new in zip(before.slates, state.slates, strict=True):
            assert old.drawn & ~new.drawn == 0
            assert new.spent & ~new.drawn == 0
            assert new.shooting_stars[: len(old.shooting_stars)] == old.shooting_stars
            assert new.objects[: len(old.objects)] == old.objects
    assert state is not None
    assert len(state.cards) == 18
