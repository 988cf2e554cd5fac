"""Tables of Look at the Stars to start a test from; lines are written `E9-F9`, one space between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import resources
from random import Random
from typing import Any

import msgspec

from engines.game import NATURE, Row, ScoreSheet
from engines.look_at_the_stars.model import (
    Draw,
    DrawShootingStar,
    Line,
    Phase,
    ShootingStar,
    Slate,
    StarsAction,
    StarsOptions,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import used
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.slate.lattice import LINE_SPAN, LINES, diagonal
from engines.look_at_the_stars.slate.sky import star_span

PREFIX = "look_at_the_stars."
PACK_BYTES = (resources.files("engines") / "look_at_the_stars" / "packs" / "house.json").read_bytes()
HOUSE = LookAtTheStars.from_pack(PACK_BYTES)
BOX = HOUSE.box
NAMES = ("Ana", "Ravi", "Nina", "Youri", "Vera", "Ada", "Neil", "Tycho")
DEFAULTS = StarsOptions()
POWER_CARD = {card.power: card.id for card in HOUSE.pack.power_cards}


def lines(text: str) -> tuple[Line, ...]:
    """`E9-F9 F9-F8` as pairs of names."""
    pairs = [part.split("-") for part in text.split()]
    return tuple((a, b) for a, b in pairs)


def with_lines(slate: Slate, text: str) -> Slate:
    """The slate with more lines."""
    span = 0
    for line in lines(text):
        span |= LINE_SPAN[line]
    return msgspec.structs.replace(slate, drawn=slate.drawn | span, closed=slate.closed | span & LINES)


def with_object(slate: Slate, kind: str, *at: str, options: StarsOptions = DEFAULTS) -> Slate:
    """The slate with an object as its power draws it."""
    state = StarsState(options, Phase.DRAW, (slate,), power_bonus=POWER_CARD[kind], players=("Ana",))  # type: ignore[index]
    return msgspec.structs.replace(used(BOX, state, slate, 0, at), spent=slate.spent, fresh=slate.fresh)


def with_star(slate: Slate, head: str, tail: str) -> Slate:
    """The slate with a shooting star."""
    stars = (*slate.shooting_stars, ShootingStar(head, tail))
    closed = slate.closed | star_span(diagonal(head, tail))
    return msgspec.structs.replace(slate, shooting_stars=stars, closed=closed)


def slate(number: int = 3, text: str = "", options: StarsOptions = DEFAULTS) -> Slate:
    """A slate with these lines besides the printed ones."""
    return with_lines(BOX.clean(number, options), text)


def at(
    card: str,
    *slates: Slate,
    turn: int = 1,
    point: str = "A3",
    power: str = "planet",
    options: StarsOptions = DEFAULTS,
) -> StarsState:
    """A table in this turn with this night card open; no slates: one clean slate 3."""
    before = [name for name in BOX.night_cards if name != card][: turn - 1]
    shown = slates or (BOX.clean(3, options),)
    return StarsState(
        options,
        Phase.DRAW,
        shown,
        tuple(range(len(shown))),
        point,
        POWER_CARD[power],  # type: ignore[index]
        (*before, card),
        players=NAMES[: len(shown)],
    )


def draw(text: str, seat: int = 0) -> Draw:
    return Draw(lines(text), seat=seat)


def star(head: str, tail: str, seat: int = 0) -> DrawShootingStar:
    return DrawShootingStar(head, tail, seat=seat)


def power(shape: str, *where: str, seat: int = 0) -> UsePower:
    return UsePower(lines(shape), where, seat=seat)


def rules_of(state: StarsState, action: StarsAction) -> list[str]:
    """The ids of the rules that the action breaks, without the game's name."""
    return [found.rule.removeprefix(PREFIX) for found in HOUSE.check(state, action)]


def points(sheet: ScoreSheet, seat: int = 0) -> dict[str, int]:
    """Row -> points, rows without points left out."""
    return {row.row: row.points for row in sheet.players[seat].rows if row.points}


def row(sheet: ScoreSheet, name: str) -> Row:
    """A row of the first player."""
    return next(row for row in sheet.players[0].rows if row.row == name)


def scored(shown: Slate, point: str = "A3", power: str = "planet", options: StarsOptions = DEFAULTS) -> ScoreSheet:
    """The score pad of one slate."""
    return HOUSE.score(at("N1", shown, point=point, power=power, options=options))


def position(number: int = 3, text: str = "", **keys: Any) -> dict[str, Any]:
    """A position with one player; keys of the table are `point` and `power`, the others the player's."""
    table = {"point_bonus": keys.pop("point", None), "power_bonus": keys.pop("power", None)}
    player = {"name": "Ana", "slate": number, "lines": [list(line) for line in lines(text)], **keys}
    return {"game": "look_at_the_stars", **table, "players": [player]}


def played(
    seed: int, players: int = 2, options: StarsOptions = DEFAULTS, bonus: Sequence[str] = ()
) -> Iterator[tuple[StarsState, StarsAction, StarsState]]:
    """A random game: each state, the action, and the state after it; `bonus` chooses the bonus cards."""
    rng = Random(seed)
    state = HOUSE.setup(NAMES[:players], options)
    while seats := HOUSE.to_move(state):
        seat = rng.choice(seats)
        action = HOUSE.deal(state, rng) if seat == NATURE else rng.choice(HOUSE.legal_actions(state, seat))
        if bonus and state.phase in (Phase.POINT_BONUS, Phase.POWER_BONUS):
            wanted = bonus[state.phase is Phase.POWER_BONUS]
            action = next(a for a in HOUSE.legal_actions(state, NATURE) if getattr(a, "card", "") == wanted)
        after = HOUSE.play(state, action)
        yield state, action, after
        state = after
