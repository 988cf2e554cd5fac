"""After what a table accepted, the list of legal actions and the judge of single ones still say the same."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from engines.bots import find_bot
from engines.game import NATURE
from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import (
    DeclinePower,
    Draw,
    DrawShootingStar,
    Pass,
    Phase,
    Slate,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import complete_copies
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.slate.lattice import COLUMNS, LINE, LINE_BIT, NAMES, SIZE, bits, diagonal, line_names
from engines.playout import turns
from engines.registry import pack_bytes
from tests.engines.look_at_the_stars.lats_tables import BOX, HOUSE, POWER_CARD, at, draw, slate, with_lines, with_object

replace = msgspec.structs.replace


def short_powers(*shape: str) -> LookAtTheStars:
    """The house pack with bonus shapes so short that powers come all the time."""
    pack = msgspec.json.decode(pack_bytes("look_at_the_stars", "house"))
    for card in pack["power_cards"]:
        card["shape"] = list(shape)
    return LookAtTheStars.from_pack(msgspec.json.encode(pack))


SHORT = short_powers("E@0,0", "E@1,0")
KINDS = sorted({card.power for card in BOX.power_cards.values()})
DIAGONALS = [
    (NAMES[a], NAMES[b])
    for a in range(SIZE)
    for b in range(SIZE)
    if a % COLUMNS < b % COLUMNS and 1 <= len(diagonal(NAMES[a], NAMES[b])) <= 3
]
POINTS = [NAMES[p] for p in range(SIZE)]


def candidates(state: StarsState, box: Box = BOX) -> list[Any]:
    """Everything that the seat might do now, legal or not; drawings with their lines in the list's order."""
    slate = state.slates[0]
    if slate.fresh:
        power = box.power(state.power_bonus)
        found: list[Any] = [DeclinePower(seat=0)]
        for copy in complete_copies(box, state.options, state.power_bonus, slate):
            if power == "line":
                places: list[tuple[str, ...]] = list(LINE.values())
            elif power == "star":
                sky = box.skies[slate.slate]
                cells = [NAMES[p] for p in bits(sky.creatures | sky.persons)]
                places = list(combinations(cells, 2))
            else:
                places = [(name,) for name in POINTS]
            found += [UsePower(line_names(copy), at, seat=0) for at in places]
        return found
    if box.is_shooting_star(state.cards[-1]):
        return [Pass(seat=0), *(DrawShootingStar(a, b, seat=0) for a, b in DIAGONALS)]
    one_line = [Draw((line,), seat=0) for line in LINE.values()]
    return [Pass(seat=0), *(Draw(line_names(mask), seat=0) for mask in box.night(state.cards[-1]).copies), *one_line]


def judged(state: StarsState, game: LookAtTheStars = HOUSE) -> tuple[set[Any], list[tuple[Any, list[str]]]]:
    """The legal candidates, and those that a table may accept, with the rules that they break."""
    legal, overrulable = set(), []
    for action in candidates(state, game.box):
        errors = [v for v in game.check(state, action) if v.severity == "error"]
        if not errors:
            legal.add(action)
        elif all(v.overrulable for v in errors):
            overrulable.append((action, [v.rule for v in errors]))
    return legal, overrulable


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in (1, 2))])
@pytest.mark.parametrize("power", KINDS)
def test_the_list_and_the_judge_agree(power: str, seed: int) -> None:
    rng = Random(f"{power} {seed}")
    state = SHORT.setup(["Ana"])
    accepted = Counter[str]()
    while not SHORT.is_over(state):
        if SHORT.to_move(state) == (NATURE,):
            deals = SHORT.legal_actions(state, NATURE)
            powers = [a for a in deals if SHORT.box.power(getattr(a, "card", "")) == power]
            state = SHORT.play(state, rng.choice(powers or deals))
            continue
        legal, overrulable = judged(state, SHORT)
        assert set(SHORT.legal_actions(state, 0)) == legal
        if overrulable and rng.random() < 0.5:
            rng.shuffle(overrulable)
            action, rules = min(overrulable, key=lambda pair: min(accepted[rule] for rule in pair[1]))
            state = SHORT.apply(state, action, rules)
            accepted.update(rules)
        else:
            useful = [action for action in legal if not isinstance(action, Pass | DeclinePower)]
            state = SHORT.play(state, rng.choice(sorted(useful, key=repr) or sorted(legal, key=repr)))
    assert len(accepted) > 1


@pytest.mark.parametrize("shape", [("E@0,0",), ("E@0,0", "N@0,0")])
def test_a_power_may_have_a_shape_of_one_or_two_lines(shape: tuple[str, ...]) -> None:
    """look_at_the_stars.bonus.power"""
    game = short_powers(*shape)
    state = game.setup(["Ana"])
    while state.phase is not Phase.DRAW or not state.slates[0].fresh:
        seat = game.to_move(state)[0]
        state = game.play(state, game.legal_actions(state, seat)[0])
    assert {type(action) for action in game.legal_actions(state, 0)} == {UsePower, DeclinePower}
    rng = Random(1)
    for turn in turns(game, state, [find_bot("look_at_the_stars", "random")], rng):
        state = turn.state
    assert game.is_over(state)


def accepted(shown: Slate, power: str, *actions: Any) -> None:
    """A table accepts these actions on that slate, whatever they break; then list and judge agree on every card."""
    for action in actions:
        fresh = 1 if isinstance(action, UsePower) else 0
        state = at("N1" if isinstance(action, Draw) else "S1", shown, power=power)
        if fresh:
            copy = sum(1 << LINE_BIT[line] for line in action.shape)
            state = replace(state, slates=(replace(shown, fresh=copy),))
        errors = [v for v in HOUSE.check(state, action) if v.severity == "error"]
        assert all(v.overrulable for v in errors), errors
        shown = HOUSE.apply(state, action, [v.rule for v in errors]).slates[0]
    for card in BOX.night_ids:
        state = at(card, replace(shown, fresh=0), power=power)
        legal, _ = judged(state)
        assert set(HOUSE.legal_actions(state, 0)) == legal, card


def test_a_group_with_an_aura_that_grew_is_closed_as_far_as_it_goes() -> None:
    """look_at_the_stars.power.aura_closed"""
    shown = with_object(slate(text="C3-D3 D3-D4 D4-C4"), "aura", "D3")
    accepted(shown, "aura", draw("D4-E4"))


def test_a_new_star_under_a_shooting_star_is_taken_by_it() -> None:
    """look_at_the_stars.draw.shooting_star, look_at_the_stars.power.star"""
    sky = BOX.skies[3]
    here, beside = [NAMES[p] for p in bits(sky.creatures)][:2]
    across = next((a, b) for a, b in DIAGONALS if here in (a, b) and len(diagonal(a, b)) == 1)
    copy = BOX.bonus(POWER_CARD["star"]).copies[0]
    shown = with_lines(slate(), " ".join("-".join(line) for line in line_names(copy)))
    accepted(shown, "star", DrawShootingStar(*across, seat=0), UsePower(line_names(copy), (here, beside), seat=0))


def test_new_stars_that_the_table_let_stand_on_persons_can_be_used() -> None:
    """look_at_the_stars.power.star"""
    persons = [NAMES[p] for p in bits(BOX.skies[3].persons)][:2]
    copy = BOX.bonus(POWER_CARD["star"]).copies[0]
    shown = with_lines(slate(), " ".join("-".join(line) for line in line_names(copy)))
    accepted(shown, "star", UsePower(line_names(copy), (persons[0], persons[1]), seat=0))
