"""Whose turn it is and whether an action fits it; drawings themselves are judged in `drawing`."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from engines.game import NATURE, Seat, Violation
from engines.star_explorer.box import Box, back_of
from engines.star_explorer.model import (
    SIZES,
    Back,
    ChooseSeven,
    ChooseSide,
    ChooseSize,
    DealPile,
    DealStart,
    Draw,
    EndRound,
    FirstPlayer,
    Phase,
    Reveal,
    StarAction,
    StarExplorerState,
)

PHASE_OF: dict[type[StarAction], Phase] = {
    FirstPlayer: Phase.FIRST_PLAYER,
    DealStart: Phase.START_TILE,
    DealPile: Phase.START_TILE,
    ChooseSide: Phase.START_TILE,
    ChooseSize: Phase.SIZE,
    ChooseSeven: Phase.SEVEN,
    Reveal: Phase.REVEAL,
    Draw: Phase.DRAW,
    EndRound: Phase.ROUND_END,
}
DRAWING: Final = Phase.DRAW
"""Asked for at every step of a game: in Python 3.11 reading it off the enum costs more than the comparison."""
NATURES: tuple[type[StarAction], ...] = (FirstPlayer, DealStart, DealPile, Reveal)
NOW: dict[Phase, str] = {
    Phase.FIRST_PLAYER: "the first player is not known yet",
    Phase.START_TILE: "start tiles are dealt and sides chosen",
    Phase.SIZE: "a size is to be picked",
    Phase.SEVEN: "the 7s are chosen",
    Phase.REVEAL: "tiles are revealed",
    Phase.DRAW: "constellations are drawn",
    Phase.ROUND_END: "the round is to be ended",
    Phase.OVER: "the game is over",
}


# Who is to move ------------------------------------------------------------------------------------------------


def natures_pick(state: StarExplorerState) -> bool:
    """Whether chance picks the tile of this round: one player, odd round."""
    return len(state.seats) == 1 and state.round % 2 == 1


def picker(state: StarExplorerState) -> Seat:
    """Who picks the size of this round."""
    return NATURE if natures_pick(state) else _holder(state)


def _holder(state: StarExplorerState) -> int:
    assert state.marker is not None, "the marker is given before the first round"
    return state.marker


def lacks_a_deal(state: StarExplorerState, seat: int) -> bool:
    """Whether nature still owes that player a start tile or the backs of the pile."""
    return state.seats[seat].start_tile is None or (state.options.piles == "dealt" and state.piles[seat] is None)


def _nature(_state: StarExplorerState) -> tuple[Seat, ...]:
    return (NATURE,)


def _nobody(_state: StarExplorerState) -> tuple[Seat, ...]:
    return ()


def _setting_out(state: StarExplorerState) -> tuple[Seat, ...]:
    found: list[Seat] = []
    dealing = False
    for seat, me in enumerate(state.seats):
        dealing = dealing or lacks_a_deal(state, seat)
        if me.start_tile is not None and me.start_side is None:
            found.append(seat)
    return (NATURE, *found) if dealing else tuple(found)


def _picking_a_size(state: StarExplorerState) -> tuple[Seat, ...]:
    return (picker(state),)


def _choosing_a_seven(state: StarExplorerState) -> tuple[Seat, ...]:
    if natures_pick(state):
        return (NATURE,)
    return tuple([seat for seat, me in enumerate(state.seats) if me.seven is None])


def _drawing(state: StarExplorerState) -> tuple[Seat, ...]:
    found: list[Seat] = []
    number = state.round
    for seat, me in enumerate(state.seats):
        if len(me.drawings) < number:
            found.append(seat)
    return tuple(found)


def _ending(state: StarExplorerState) -> tuple[Seat, ...]:
    return (_holder(state),)


MOVING: dict[Phase, Callable[[StarExplorerState], tuple[Seat, ...]]] = {
    Phase.FIRST_PLAYER: _nature,
    Phase.START_TILE: _setting_out,
    Phase.SIZE: _picking_a_size,
    Phase.SEVEN: _choosing_a_seven,
    Phase.REVEAL: _nature,
    Phase.DRAW: _drawing,
    Phase.ROUND_END: _ending,
    Phase.OVER: _nobody,
}
"""For each phase: the seats that may act, nature first."""


CHOICES: dict[Phase, Callable[[StarExplorerState, int], list[StarAction]]] = {
    Phase.START_TILE: lambda _, seat: [ChooseSide(seat=seat, side=0), ChooseSide(seat=seat, side=1)],
    Phase.SIZE: lambda state, seat: [ChooseSize(seat=seat, size=size) for size in sorted(set(state.sizes))],
    Phase.SEVEN: lambda _, seat: [ChooseSeven(seat=seat, which=0), ChooseSeven(seat=seat, which=1)],
    Phase.ROUND_END: lambda _, seat: [EndRound(seat=seat)],
}
"""For each phase in which a player does something other than draw: all that a seat which is to move may do."""


# Whether an action fits ----------------------------------------------------------------------------------------


def check_turn(state: StarExplorerState, action: StarAction, box: Box) -> list[Violation]:
    """Everything wrong with an action apart from what it draws, worst first."""
    wrong = _out_of_turn(state, action)
    if wrong is not None:
        return [Violation("star_explorer.round.turn", wrong)]
    match action:
        case FirstPlayer():
            found = _known_player(state, action.player, "setup.first_player")
        case DealStart():
            found = _check_start(state, action, box)
        case DealPile():
            found = _check_pile(state, action, box)
        case ChooseSide():
            found = _check_side(state, action)
        case ChooseSize():
            found = _check_size(state, action)
        case ChooseSeven():
            found = _check_seven(state, action)
        case Reveal():
            found = _check_reveal(state, action, box)
        case Draw():
            found = _check_draw_turn(state, action)
        case EndRound():
            found = _check_end(state, action)
    return sorted(found, key=lambda v: v.overrulable)


def _out_of_turn(state: StarExplorerState, action: StarAction) -> str | None:
    kind = type(action).__struct_config__.tag
    if state.phase != PHASE_OF[type(action)]:
        return f"{kind} does not fit: {NOW[state.phase]}"
    if isinstance(action, NATURES) and action.seat != NATURE:
        return f"{kind} is nature's, not seat {action.seat}'s"
    may_be_nature = isinstance(action, (*NATURES, ChooseSize, ChooseSeven))
    if action.seat == NATURE:
        return None if may_be_nature else f"{kind} is a player's, not nature's"
    return None if 0 <= action.seat < len(state.seats) else f"there is no seat {action.seat}"


def _broken(rule: str, message: str, *components: str) -> Violation:
    return Violation(f"star_explorer.{rule}", message, components)


def _known_player(state: StarExplorerState, player: int, rule: str) -> Iterator[Violation]:
    if not 0 <= player < len(state.seats):
        yield _broken(rule, f"there is no player {player}, expected 0 to {len(state.seats) - 1}")


def _check_start(state: StarExplorerState, action: DealStart, box: Box) -> Iterator[Violation]:
    rule, name = "setup.start_tile", f"tile:{action.tile}"
    yield from _known_player(state, action.player, rule)
    if action.tile not in box.start_tiles:
        yield _broken(rule, f"there is no start tile {action.tile!r}", name)
    for number, me in enumerate(state.seats):
        if me.start_tile == action.tile and number != action.player:
            yield _broken(rule, f"the start tile {action.tile!r} lies before {state.players[number]}", name)
        if number == action.player and me.start_tile is not None:
            yield _broken(rule, f"{state.players[number]} has a start tile already", f"tile:{me.start_tile}")


def _check_pile(state: StarExplorerState, action: DealPile, box: Box) -> Iterator[Violation]:
    rule = "setup.pile"
    yield from _known_player(state, action.player, rule)
    if state.options.piles != "dealt":
        yield _broken(rule, "the backs of the piles are not known at this table (option piles = hidden)")
    if tuple(back.size for back in action.backs) != SIZES or tuple(sorted(action.backs)) != action.backs:
        yield _broken(rule, f"a pile has one tile of each size and two 7s, sorted: sizes {list(SIZES)}")
    if 0 <= action.player < len(state.seats) and state.piles[action.player] is not None:
        yield _broken(rule, f"{state.players[action.player]} has a pile already")
    for back, count in Counter(action.backs).items():
        left = backs_left(state, box, back.size)[back] if back.size in box.of_size else 0
        if count > left:
            yield _broken(rule, f"{left} tiles with the back {back.size} {back.type} are left, {count} dealt")


def backs_left(state: StarExplorerState, box: Box, size: int) -> Counter[Back]:
    """The backs of a size that lie in nobody's pile yet, during setup."""
    left = box.backs(size)
    for pile in state.piles:
        for back in pile or ():
            if back.size == size:
                left[back] -= 1
    return left


def _check_side(state: StarExplorerState, action: ChooseSide) -> Iterator[Violation]:
    assert action.seat != NATURE
    me = state.seats[action.seat]
    if me.start_tile is None:
        yield _broken("setup.start_side", f"{state.players[action.seat]} has no start tile yet")
    if me.start_side is not None:
        yield _broken("setup.start_side", f"{state.players[action.seat]} has chosen a side already")


def _check_size(state: StarExplorerState, action: ChooseSize) -> Iterator[Violation]:
    if action.size not in state.sizes:
        there = ", ".join(map(str, sorted(set(state.sizes))))
        yield _broken("size.pile", f"size {action.size} is not in the piles, expected one of {there}")
    chooser = picker(state)
    if action.seat != chooser:
        rule = "solo.size" if len(state.seats) == 1 else "size.choose"
        who = "chance" if chooser == NATURE else state.players[chooser]
        yield Violation(f"star_explorer.{rule}", f"{who} picks the size of this round", overrulable=True)


def _check_seven(state: StarExplorerState, action: ChooseSeven) -> Iterator[Violation]:
    if (action.seat == NATURE) != natures_pick(state):
        who = "chance" if natures_pick(state) else "each player"
        yield _broken("size.seven", f"{who} chooses the 7 in this round")
    elif action.seat != NATURE and state.seats[action.seat].seven is not None:
        yield _broken("size.seven", f"{state.players[action.seat]} has chosen a 7 already")


def revealed(state: StarExplorerState) -> set[str]:
    """The tiles whose fronts have been seen in this game."""
    seen: set[str] = set()
    for me in state.seats:
        for drawing in me.drawings:
            seen.add(drawing.tile)
        if me.tile is not None:
            seen.add(me.tile)
    return seen


def taken_place(state: StarExplorerState, seat: int) -> int:
    """Where the tile that a player takes this round lies in its pile, which is sorted by size as `sizes` are."""
    return bisect_left(state.sizes, state.size or 0) + (state.seats[seat].seven or 0)


def expected_back(state: StarExplorerState, seat: int) -> Back | None:
    """The back of the tile that a player takes this round, where the record knows it."""
    pile = state.piles[seat]
    return None if pile is None else pile[taken_place(state, seat)]


def _check_reveal(state: StarExplorerState, action: Reveal, box: Box) -> Iterator[Violation]:
    name = f"tile:{action.tile}"
    if not 0 <= action.player < len(state.seats):
        yield from _known_player(state, action.player, "size.reveal")
        return
    me = state.seats[action.player]
    if me.tile is not None:
        yield _broken("size.reveal", f"{state.players[action.player]} has revealed a tile already", f"tile:{me.tile}")
    tile = box.tiles.get(action.tile)
    if tile is None:
        yield _broken("size.reveal", f"there is no tile {action.tile!r}", name)
        return
    if tile.size != state.size:
        message = f"{tile.name} has size {tile.size}, the size of this round is {state.size}"
        yield Violation("star_explorer.size.take", message, (name,), overrulable=state.piles[action.player] is None)
    elif me.tile is None and expected_back(state, action.player) not in (None, back_of(tile)):
        yield _broken("size.take", f"{tile.name} has another back than the tile that was taken", name)
    if action.tile in revealed(state) and me.tile != action.tile:
        yield _broken("size.reveal", f"{tile.name} has been revealed before", name)


def _check_draw_turn(state: StarExplorerState, action: Draw) -> Iterator[Violation]:
    assert action.seat != NATURE
    if len(state.seats[action.seat].drawings) >= state.round:
        yield _broken("round.turn", f"{state.players[action.seat]} has drawn already in round {state.round}")


def _check_end(state: StarExplorerState, action: EndRound) -> Iterator[Violation]:
    holder = _holder(state)
    if action.seat != holder:
        text = f"{state.players[holder]} holds the first-player marker and ends the round"
        yield Violation("star_explorer.round.end", text, overrulable=True)
