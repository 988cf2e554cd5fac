"""The course of the game: what is dealt, the 18 turns, and what an action does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engines.errors import BadInput
from engines.game import NATURE, Seat
from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import (
    MAX_PLAYERS,
    TURNS,
    DealSlate,
    DeclinePower,
    Draw,
    DrawShootingStar,
    OpenBonus,
    Pass,
    Phase,
    PowerUse,
    Reveal,
    ShootingStar,
    Slate,
    StarsAction,
    StarsOptions,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import closed_by_auras, given_up, used, with_offers
from engines.look_at_the_stars.slate.lattice import LINE_BIT, LINE_SPAN, LINES, diagonal
from engines.look_at_the_stars.slate.sky import star_span

# Reading a member of an enum class costs more than a global name.
_DRAW, _REVEAL, _OVER = Phase.DRAW, Phase.REVEAL, Phase.OVER
_NATURE: Final[tuple[Seat, ...]] = (NATURE,)
_NO_ONE: Final = Slate()


def first_state(players: tuple[str, ...], options: StarsOptions) -> StarsState:
    """The table before the slates are dealt. Raises BadInput for a wrong number of players or equal names."""
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise BadInput(
            "players.count",
            "{game}: {n} players, expected {fewest} to {most}",
            "look_at_the_stars",
            len(players),
            1,
            MAX_PLAYERS,
        )
    if len(set(players)) != len(players):
        twice = next(name for name in players if players.count(name) > 1)
        raise BadInput(
            "players.name_twice",
            "{game}: two players are called {twice!r}, expected distinct names",
            "look_at_the_stars",
            twice,
        )
    return StarsState(options, Phase.DEAL_SLATES, (_NO_ONE,) * len(players), players=players)


def to_move(state: StarsState) -> tuple[Seat, ...]:
    """The seats that may act now: nature, or everybody who has not finished the turn."""
    if state.phase is _DRAW:
        return state.waiting
    return () if state.phase is _OVER else _NATURE


def _with_slate(state: StarsState, seat: int, slate: Slate, phase: Phase, waiting: tuple[int, ...]) -> StarsState:
    slates = state.slates
    return StarsState(
        state.options,
        phase,
        (*slates[:seat], slate, *slates[seat + 1 :]),
        waiting,
        state.point_bonus,
        state.power_bonus,
        state.cards,
        players=state.players,
    )


def _acted(state: StarsState, seat: int, slate: Slate) -> StarsState:
    """The state when a seat has acted: it waits for the others unless a power is to be decided on."""
    waiting = state.waiting
    if slate.fresh:
        return _with_slate(state, seat, slate, _DRAW, waiting)
    left = waiting[1:] if waiting[0] == seat else tuple([other for other in waiting if other != seat])
    if left:
        return _with_slate(state, seat, slate, _DRAW, left)
    return _with_slate(state, seat, slate, _OVER if len(state.cards) == TURNS else _REVEAL, left)


# Nature --------------------------------------------------------------------------------------------------------


def _deal_slate(box: Box, state: StarsState, action: DealSlate) -> StarsState:
    slate = box.clean(action.slate, state.options)
    last = action.player == len(state.slates) - 1
    return _with_slate(state, action.player, slate, Phase.POINT_BONUS if last else Phase.DEAL_SLATES, ())


def _open_bonus(box: Box, state: StarsState, action: OpenBonus) -> StarsState:
    point, power, phase = state.point_bonus, action.card, Phase.REVEAL
    if state.phase is Phase.POINT_BONUS:
        point, power, phase = action.card, "", Phase.POWER_BONUS
    return StarsState(state.options, phase, state.slates, (), point, power, (), players=state.players)


def _reveal(box: Box, state: StarsState, action: Reveal) -> StarsState:
    return StarsState(
        state.options,
        _DRAW,
        state.slates,
        tuple(range(len(state.slates))),
        state.point_bonus,
        state.power_bonus,
        (*state.cards, action.card),
        players=state.players,
    )


# Players -------------------------------------------------------------------------------------------------------


def _draw(box: Box, state: StarsState, action: Draw) -> StarsState:
    slate = drawn_slate(box, state, action)
    if action.powers is not None:
        for use in action.powers:
            slate = with_power(box, state, slate, use)
        slate = given_up(box, state, slate) if slate.fresh else slate
    return _acted(state, action.seat, slate)  # type: ignore[arg-type]


def drawn_slate(box: Box, state: StarsState, action: Draw) -> Slate:
    """The slate with the lines drawn, before any power."""
    seat: int = action.seat  # type: ignore[assignment]
    me = state.slates[seat]
    span = 0
    for line in action.lines:
        span |= LINE_SPAN[line]
    new = span & LINES
    drawn = me.drawn | span
    closed = closed_by_auras(drawn, me.closed | new, me.objects)
    if _completes(box, state.power_bonus, action, drawn & ~me.spent):
        return with_offers(box, state, Slate(me.slate, drawn, closed, me.spent, new, me.shooting_stars, me.objects))
    return Slate(me.slate, drawn, closed, me.spent, 0, me.shooting_stars, me.objects)


def with_power(box: Box, state: StarsState, slate: Slate, use: PowerUse) -> Slate:
    """The slate after that power was used, with what it may complete in turn."""
    copy = sum(1 << LINE_BIT[line] for line in use.shape)
    return with_offers(box, state, used(box, state, slate, copy, use.at))


def _completes(box: Box, card: str, action: Draw, unspent: int) -> bool:
    """Whether a drawn line is part of a whole copy of the power bonus (the quick question; most often: no)."""
    shape = box.bonus(card)
    through, size = shape.through, shape.size
    for line in action.lines:
        around, masks = through[line]
        missing = around & ~unspent
        if around.bit_count() - missing.bit_count() >= size:
            for mask in masks:
                if not mask & missing:
                    return True
    return False


def _shooting_star(box: Box, state: StarsState, action: DrawShootingStar) -> StarsState:
    seat: int = action.seat  # type: ignore[assignment]
    me = state.slates[seat]
    closed = me.closed | star_span(diagonal(action.head, action.tail))
    stars = (*me.shooting_stars, ShootingStar(action.head, action.tail))
    return _acted(state, seat, Slate(me.slate, me.drawn, closed, me.spent, 0, stars, me.objects))


def _pass(box: Box, state: StarsState, action: Pass) -> StarsState:
    seat: int = action.seat  # type: ignore[assignment]
    return _acted(state, seat, state.slates[seat])


def _use_power(box: Box, state: StarsState, action: UsePower) -> StarsState:
    seat: int = action.seat  # type: ignore[assignment]
    copy = sum(1 << LINE_BIT[line] for line in action.shape)
    slate = used(box, state, state.slates[seat], copy, action.at)
    return _acted(state, seat, with_offers(box, state, slate))


def _decline_power(box: Box, state: StarsState, action: DeclinePower) -> StarsState:
    seat: int = action.seat  # type: ignore[assignment]
    return _acted(state, seat, given_up(box, state, state.slates[seat]))


STEPS: Final[dict[type[StarsAction], Callable[[Box, StarsState, Any], StarsState]]] = {
    Draw: _draw,
    Reveal: _reveal,
    Pass: _pass,
    DrawShootingStar: _shooting_star,
    UsePower: _use_power,
    DeclinePower: _decline_power,
    DealSlate: _deal_slate,
    OpenBonus: _open_bonus,
}
"""What each kind of action does to a state in which it is legal or accepted."""
