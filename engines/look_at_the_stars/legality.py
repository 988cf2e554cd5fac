"""What is wrong with an action: every rule it breaks, what cannot be overruled first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from engines.game import Violation
from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.drawing import (
    broken,
    draw_violations,
    line_violations,
    named,
    object_violations,
    point_ids,
    shooting_star_touched,
    star_violations,
    structural,
    sun_violations,
)
from engines.look_at_the_stars.legal import next_player, slates_left
from engines.look_at_the_stars.model import (
    DealSlate,
    DeclinePower,
    Draw,
    DrawShootingStar,
    OpenBonus,
    Pass,
    Phase,
    Reveal,
    Slate,
    StarsAction,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import (
    ON_FREE_STAR,
    ONCE,
    aura_stars,
    closed_rows,
    complete_copies,
    covered,
    creatures_of,
    earning_constellation,
    has,
    nova_stars,
    spaces_of,
    stars_of,
)
from engines.look_at_the_stars.slate.constellations import around, line_ids
from engines.look_at_the_stars.slate.lattice import COLUMNS, LINE_BIT, LINES, POINT
from engines.look_at_the_stars.turn import drawn_slate, to_move, with_power

PHASES: Final[dict[type[StarsAction], tuple[Phase, ...]]] = {
    DealSlate: (Phase.DEAL_SLATES,),
    OpenBonus: (Phase.POINT_BONUS, Phase.POWER_BONUS),
    Reveal: (Phase.REVEAL,),
    Draw: (Phase.DRAW,),
    DrawShootingStar: (Phase.DRAW,),
    Pass: (Phase.DRAW,),
    UsePower: (Phase.DRAW,),
    DeclinePower: (Phase.DRAW,),
}
"""In which phases an action has its place."""
_POINTS_OF: Final = {"line": 2, "star": 2}
"""Power -> how many points name where it is drawn, if not one."""
_ONCE_RULE: Final = {"crescent_moon": "power.moon_once", "black_hole": "power.hole_once"}


def violations(box: Box, state: StarsState, action: StarsAction) -> list[Violation]:
    """Everything wrong with the action in that state; empty when it is legal."""
    return _out_of_order(state, action) or _CHECKS[type(action)](box, state, action)


def _out_of_order(state: StarsState, action: StarsAction) -> list[Violation]:
    kind = type(action).__struct_config__.tag
    seat = action.seat
    if state.phase not in PHASES[type(action)] or isinstance(seat, int) != (state.phase is Phase.DRAW):
        return [structural("turn.order", f"{kind} by seat {seat}: the table is at {state.phase.value}")]
    if not isinstance(seat, int):
        return []
    if not 0 <= seat < len(state.slates):
        return [structural("turn.order", f"there is no seat {seat}: expected 0 to {len(state.slates) - 1}")]
    if seat not in to_move(state):
        return [structural("turn.once", f"seat {seat} has drawn or passed in this turn")]
    return _power_first(state.slates[seat], action, kind)


def _power_first(slate: Slate, action: StarsAction, kind: Any) -> list[Violation]:
    if isinstance(action, UsePower | DeclinePower):
        if slate.fresh:
            return []
        return [structural("bonus.power", f"{kind}: no copy of the power bonus was completed just now")]
    if slate.fresh:
        return [structural("turn.once", f"{kind}: the power bonus of this turn is to be used or declined first")]
    return []


# Nature --------------------------------------------------------------------------------------------------------


def _deal_slate(box: Box, state: StarsState, action: DealSlate) -> list[Violation]:
    found = []
    if action.player != next_player(state):
        message = f"player {action.player}: the next slate is for player {next_player(state)}"
        found.append(structural("setup.slates", message))
    left = slates_left(box, state)
    if action.slate not in left:
        message = f"slate {action.slate}: expected one of {', '.join(map(str, left))}"
        found.append(structural("setup.slates", message, (f"slate:{action.slate}",)))
    return found


def _open_bonus(box: Box, state: StarsState, action: OpenBonus) -> list[Violation]:
    cards = box.point_cards if state.phase is Phase.POINT_BONUS else box.power_cards
    if action.card in cards:
        return []
    message = f"bonus card {action.card!r}: expected one of {', '.join(cards)}"
    return [structural("setup.bonus", message, (f"card:{action.card}",))]


def _reveal(box: Box, state: StarsState, action: Reveal) -> list[Violation]:
    if action.card in state.cards:
        message = f"the night card {action.card} was revealed before"
        return [structural("turn.reveal", message, (f"card:{action.card}",))]
    if action.card in box.night_cards:
        return []
    message = f"night card {action.card!r}: expected one of {', '.join(box.night_cards)}"
    return [structural("turn.reveal", message, (f"card:{action.card}",))]


# Lines ---------------------------------------------------------------------------------------------------------


def _draw(box: Box, state: StarsState, action: Draw) -> list[Violation]:
    """What is wrong with the lines, and then with each power that is carried along."""
    found = draw_violations(box, state, action)
    if not action.powers or any(not violation.overrulable for violation in found):
        return found
    seat = int(action.seat)
    slate = drawn_slate(box, state, action)
    for use in action.powers:
        slates = (*state.slates[:seat], slate, *state.slates[seat + 1 :])
        wrong = _use_power(box, msgspec.structs.replace(state, slates=slates), UsePower(use.shape, use.at, seat=seat))
        found += wrong
        if any(not violation.overrulable for violation in wrong):
            break
        slate = with_power(box, state, slate, use)
    return sorted(found, key=lambda violation: violation.overrulable)


# Powers --------------------------------------------------------------------------------------------------------


def _use_power(box: Box, state: StarsState, action: UsePower) -> list[Violation]:
    slate = state.slates[int(action.seat)]
    power = box.power(state.power_bonus)
    found = _wrong_copy(box, state, slate, action)
    expected = _POINTS_OF.get(power, 1)
    points = [f"point:{name}" for name in action.at]
    if len(action.at) != expected or len(set(action.at)) != expected or any(name not in POINT for name in action.at):
        message = f"{', '.join(map(repr, action.at)) or 'nowhere'}: expected {expected} of the lattice's points"
        return [*found, structural(f"power.{power}", message, points)]
    if found:
        return found
    copy = sum(1 << LINE_BIT[line] for line in action.shape)
    wrong = _wrong_use(box, state, slate, power, copy, action.at)
    return sorted(wrong, key=lambda violation: violation.overrulable)


def _wrong_copy(box: Box, state: StarsState, slate: Slate, action: UsePower) -> list[Violation]:
    mask = 0
    for line in action.shape:
        mask |= 1 << LINE_BIT[line] if line in LINE_BIT else 0
    if len(action.shape) == mask.bit_count() and mask in complete_copies(box, state.options, state.power_bonus, slate):
        return []
    ids = tuple(f"line:{a}-{b}" for a, b in action.shape)
    if mask & slate.spent:
        return [structural("bonus.spent", f"{', '.join(line_ids(mask & slate.spent))}: earned a power before", ids)]
    message = f"{', '.join(map(repr, ids)) or 'no lines'}: no copy of {state.power_bonus} that was completed just now"
    return [structural("bonus.power", message, ids)]


def _wrong_use(
    box: Box, state: StarsState, slate: Slate, power: str, copy: int, at: tuple[str, ...]
) -> list[Violation]:
    if power == "line":
        return line_violations(box, state, slate, [(at[0], at[1])])
    points = 0
    for name in at:
        points |= covered(power, name)
    found = list(sun_violations(points, closed_rows(state), f"a {power.replace('_', ' ')}"))
    if power in ON_FREE_STAR:
        found += _once(slate, power) + _not_free(box, slate, points)
    elif power == "star":
        found += _not_creatures(box, slate, points) or _two_spaces(box, state, slate, points)
    elif power == "galaxy":
        found += _galaxy(box, slate, points, copy, at[0])
    else:
        found += _on_constellation(slate, power, points)
    return found


def _once(slate: Slate, power: str) -> list[Violation]:
    if power in ONCE and has(slate, power):
        name = power.replace("_", " ")
        return [structural(_ONCE_RULE[power], f"there is a {name} on this slate already")]
    return []


def _not_free(box: Box, slate: Slate, points: int) -> list[Violation]:
    sky = box.skies[slate.slate]
    found = []
    if points & sky.outside:
        found.append(structural("power.unused", f"{named(points & sky.outside)}: outside the arch", point_ids(points)))
    bad = points & ~stars_of(box, slate) & ~sky.outside
    if bad:
        found.append(broken("power.unused", f"{named(bad)}: no star is there", point_ids(bad)))
    if points & slate.drawn:
        used = points & slate.drawn
        found.append(broken("power.unused", f"{named(used)}: a line touches this star", point_ids(used)))
    found += shooting_star_touched(slate, points)
    return found + list(object_violations(slate, points, "the object"))


def _not_creatures(box: Box, slate: Slate, points: int) -> list[Violation]:
    sky = box.skies[slate.slate]
    bad = points & ~creatures_of(box, slate)
    if not bad:
        return []
    message = f"{named(bad)}: expected cells of the creatures without a star"
    if bad & ~sky.persons:
        return [structural("power.star", message, point_ids(bad))]
    return [broken("power.star", message, point_ids(bad))]


def _two_spaces(box: Box, state: StarsState, slate: Slate, points: int) -> list[Violation]:
    if state.options.new_stars == "any" or any(not points & ~space for space in spaces_of(box, slate)):
        return []
    message = f"{named(points)}: expected cells of one creature without a star"
    return [broken("power.star_space", message, point_ids(points))]


def _galaxy(box: Box, slate: Slate, points: int, copy: int, at: str) -> list[Violation]:
    if POINT[at] % COLUMNS == COLUMNS - 1:
        return [structural("power.galaxy", f"a galaxy at {at} leaves the lattice", (f"point:{at}",))]
    found = _not_free(box, slate, points)
    if not around(earning_constellation(slate, copy)) & points:
        message = f"the galaxy at {at} is not next to the constellation that completed the shape"
        found.append(broken("power.galaxy_near", message, (f"galaxy:{at}", *line_ids(copy & LINES))))
    return found


def _on_constellation(slate: Slate, power: str, points: int) -> list[Violation]:
    stars = aura_stars(slate) if power == "aura" else nova_stars(slate)
    if points & stars:
        return []
    if power == "aura" and points & nova_stars(slate):
        message = f"the constellation at {named(points)} has an aura already"
        return [broken("power.aura_once", message, point_ids(points))]
    message = f"{named(points)}: expected a star of a constellation that carries nothing yet"
    return [broken(f"power.{power}", message, point_ids(points))]


def _nothing(box: Box, state: StarsState, action: StarsAction) -> list[Violation]:
    return []


_CHECKS: Final[dict[type[StarsAction], Callable[[Box, StarsState, Any], list[Violation]]]] = {
    DealSlate: _deal_slate,
    OpenBonus: _open_bonus,
    Reveal: _reveal,
    Draw: _draw,
    DrawShootingStar: star_violations,
    Pass: _nothing,
    UsePower: _use_power,
    DeclinePower: _nothing,
}
