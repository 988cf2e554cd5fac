"""Scores a position without a history: what is drawn on the slates, read by a camera or typed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from engines.game import ScoreSheet, Warned
from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.drawing import PREFIX, star_touches
from engines.look_at_the_stars.model import (
    MAX_PLAYERS,
    NONE,
    TURNS,
    Kind,
    Line,
    ShootingStar,
    SkyObject,
    Slate,
    StarsOptions,
)
from engines.look_at_the_stars.powers import COVERING, ONCE, covered, stars_of
from engines.look_at_the_stars.scoring import score_sheet
from engines.look_at_the_stars.slate.constellations import MIN_LINES, Group, around, groups
from engines.look_at_the_stars.slate.lattice import COLUMNS, LINE_SPAN, LINES, NAMES, POINT, bits, diagonal, points_of
from engines.look_at_the_stars.slate.sky import MAX_SHOOTING_STAR, Sky
from engines.positions import position_of


class StarPosition(msgspec.Struct, frozen=True):
    """A shooting star as it lies."""

    head: str = msgspec.field(name="from")
    tail: str = msgspec.field(name="to")


class ObjectPosition(msgspec.Struct, frozen=True, kw_only=True):
    """An object that a power drew; `at` is its point, of a galaxy the left one. Extra lines are in `lines`."""

    kind: Kind
    at: str


class PlayerPosition(msgspec.Struct, frozen=True, kw_only=True):
    """One player's slate: what was drawn on it. Printed lines are known from the slate."""

    name: str
    slate: int
    lines: tuple[Line, ...] = ()
    shooting_stars: tuple[StarPosition, ...] = ()
    objects: tuple[ObjectPosition, ...] = ()


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """The input of `planisphere score` for Look at the Stars."""

    game: Literal["look_at_the_stars"]
    point_bonus: str | None = None
    power_bonus: str | None = None
    options: dict[str, Any] = {}
    players: Annotated[tuple[PlayerPosition, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]


def score_position(
    box: Box, position: dict[str, Any], decode_options: Callable[[dict[str, Any]], StarsOptions]
) -> ScoreSheet:
    """The score pad of a position. Raises BadInput where it cannot be one; broken rules of play become warnings."""
    seen = position_of("look_at_the_stars", position, Position)
    options = decode_options(seen.options)
    names = [player.name for player in seen.players]
    point_bonus = _card(seen.point_bonus, "point_bonus", list(box.point_cards))
    power_bonus = _card(seen.power_bonus, "power_bonus", list(box.power_cards))
    slates = [_slate(box, player, options) for player in seen.players]
    warnings = [
        w for name, slate in zip(names, slates, strict=True) for w in _warnings(box, name, slate, power_bonus, options)
    ]
    return score_sheet(box, names, slates, point_bonus, options, (*_slates_twice(names, slates), *warnings))


def slate_of(box: Box, seen: dict[str, Any]) -> Slate:
    """One player of a position as a slate of the rules. Raises BadInput where it cannot be one."""
    try:
        return _slate(box, msgspec.convert(seen, PlayerPosition), StarsOptions())
    except msgspec.ValidationError as error:
        raise BadInput("position.wrong", "position: {problem}", error) from error


def _card(card: str | None, key: str, known: list[str]) -> str:
    if card is not None and card not in known:
        raise BadInput(
            "position.card_unknown",
            "position: {key} is {card!r}, expected null or one of {known}",
            key,
            card,
            ", ".join(known),
        )
    return card or NONE


# What cannot be a position -------------------------------------------------------------------------------------


def _slate(box: Box, seen: PlayerPosition, options: StarsOptions) -> Slate:
    where = f"position: {seen.name!r}"
    if seen.slate not in box.skies:
        raise BadInput(
            "position.slate_unknown",
            "{where}: slate {slate} is unknown, expected one of {known}",
            where,
            seen.slate,
            ", ".join(map(str, box.slates)),
        )
    sky = box.skies[seen.slate]
    objects = tuple(_object(sky, thing, where) for thing in seen.objects)
    for kind in sorted(ONCE):
        if sum(thing.kind == kind for thing in objects) > 1:
            raise BadInput("position.object_twice", "{where}: two objects {kind!r}, expected at most one", where, kind)
    clean = box.clean(seen.slate, options)
    stars = stars_of(box, Slate(seen.slate, objects=objects)) & ~sky.planets
    drawn = clean.drawn
    for line in seen.lines:
        drawn |= _line(sky, stars, drawn, line, where)
    shooting_stars = tuple(_shooting_star(sky, star, where) for star in seen.shooting_stars)
    return Slate(seen.slate, drawn, clean.closed | drawn & LINES, 0, 0, shooting_stars, objects)


def _line(sky: Sky, stars: int, drawn: int, line: Line, where: str) -> int:
    """The line and its points. Raises BadInput where no line can be."""
    where = f"{where}, line {'-'.join(line)!r}"
    for name in line:
        _point(sky, name, where)
    span = LINE_SPAN.get(line)
    if span is None:
        raise BadInput("position.line_no_neighbours", "{where}: expected two neighbouring points", where)
    if span & (drawn | sky.printed) & LINES:
        raise BadInput(
            "position.line_twice",
            "{where}: there is a line already, expected each line once (printed lines are known)",
            where,
        )
    bad = points_of(span) & ~stars
    if bad:
        name = NAMES[next(bits(bad))]
        raise BadInput("position.no_star", "{where}: {name} is {what}, expected a star", where, name, _what(sky, name))
    return span


def _what(sky: Sky, name: str) -> str:
    here = 1 << POINT[name]
    kinds = (("a planet", sky.planets), ("a creature", sky.creatures), ("a person", sky.persons))
    return next(kind for kind, points in kinds if points & here)


def _point(sky: Sky, name: str, where: str) -> int:
    """The bit of a named point. Raises BadInput where the slate has no such point."""
    if name not in POINT or sky.outside >> POINT[name] & 1:
        raise BadInput(
            "position.no_point",
            "{where}: {name!r} is no point of slate {number}, expected A0 to J10 under the arch",
            where,
            name,
            sky.number,
        )
    return 1 << POINT[name]


def _shooting_star(sky: Sky, seen: StarPosition, where: str) -> ShootingStar:
    where = f"{where}, shooting star {f'{seen.head}-{seen.tail}'!r}"
    _point(sky, seen.head, where)
    _point(sky, seen.tail, where)
    if not 1 <= len(diagonal(seen.head, seen.tail)) <= MAX_SHOOTING_STAR:
        raise BadInput(
            "position.no_diagonal",
            "{where}: expected a straight diagonal of 1 to {longest} units",
            where,
            MAX_SHOOTING_STAR,
        )
    return ShootingStar(seen.head, seen.tail)


def _object(sky: Sky, seen: ObjectPosition, where: str) -> SkyObject:
    where = f"{where}, {seen.kind} at {seen.at!r}"
    p = _point(sky, seen.at, where).bit_length() - 1
    if seen.kind == "galaxy":
        if p % COLUMNS == COLUMNS - 1:
            raise BadInput(
                "position.leaves_slate", "{where}: it leaves the slate, expected a left point in columns A to I", where
            )
        _point(sky, NAMES[p + 1], where)
    return SkyObject(seen.kind, seen.at)


# What a rule of play forbids -----------------------------------------------------------------------------------


def _slates_twice(names: list[str], slates: list[Slate]) -> Iterator[Warned]:
    """The box has every slate once."""
    for place, slate in enumerate(slates):
        earlier = [name for name, other in zip(names[:place], slates, strict=False) if other.slate == slate.slate]
        if earlier:
            message = f"{earlier[0]} has slate {slate.slate} too, the box has one of each"
            yield _warned("setup.slates", names[place], message, f"slate:{slate.slate}")


def _warnings(box: Box, name: str, slate: Slate, card: str, options: StarsOptions) -> Iterator[Warned]:
    power = box.power(card)
    yield from _too_much(box, name, slate, card, options)
    together = groups(slate.drawn, slate.objects)
    for place, thing in enumerate(slate.objects):
        yield from _not_open(name, thing, power)
        if thing.kind in COVERING:
            yield from _not_unused(box, name, slate, place)
        yield from _misplaced(box, name, slate, place, together)
    yield from _auras(name, slate, together)
    for place, star in enumerate(slate.shooting_stars):
        yield from _star_touches(box, name, slate, place, star)


def _too_much(box: Box, name: str, slate: Slate, card: str, options: StarsOptions) -> Iterator[Warned]:
    """More shooting stars than cards show, more lines than the turns that are left give."""
    shooting, cards = len(slate.shooting_stars), sum(night.shooting_star for night in box.night_cards.values())
    if shooting > cards:
        yield _warned("turn.card", name, f"{shooting} shooting stars are drawn, {cards} cards show one")
    clean = box.clean(slate.slate, options)
    lines = (slate.drawn & LINES & ~clean.drawn).bit_count()
    most = 2 * max(0, TURNS - shooting)
    size = box.bonus(card).size if box.power(card) == "line" else 0
    if size > 1:
        # Every use spends the lines of a copy and draws one that may be part of the next.
        most += (most + (clean.drawn & LINES).bit_count()) // (size - 1)
    if lines > most and size != 1:
        yield _warned("turn.order", name, f"{lines} lines are drawn, the turns give at most {most}")


def _warned(rule: str, name: str, message: str, *components: str) -> Warned:
    return Warned(PREFIX + rule, message, name, components)


def _id(thing: SkyObject) -> str:
    return f"{thing.kind}:{thing.at}"


def _words(thing: SkyObject) -> str:
    return f"the {thing.kind.replace('_', ' ')} at {thing.at}"


def _not_open(name: str, thing: SkyObject, power: str) -> Iterator[Warned]:
    if thing.kind != power:
        yield _warned("power.open", name, f"{_words(thing)} does not belong to the open power bonus", _id(thing))


def _not_unused(box: Box, name: str, slate: Slate, place: int) -> Iterator[Warned]:
    """An object that covers something that is no star, or a star that something else touches."""
    thing = slate.objects[place]
    here = covered(thing.kind, thing.at)
    taken = slate.drawn | ~stars_of(box, slate)
    for star in slate.shooting_stars:
        for bit in diagonal(star.head, star.tail):
            taken |= points_of(1 << bit)
    for other, found in enumerate(slate.objects):
        if other != place and found.kind != "star":
            taken |= covered(found.kind, found.at)
    if here & taken:
        points = [f"point:{NAMES[p]}" for p in bits(here & taken)]
        yield _warned("power.unused", name, f"{_words(thing)} does not lie on unused stars", _id(thing), *points)


def _misplaced(box: Box, name: str, slate: Slate, place: int, together: list[Group]) -> Iterator[Warned]:
    thing = slate.objects[place]
    large = 0
    for group in together:
        large |= group.points if group.size >= MIN_LINES else 0
    here = covered(thing.kind, thing.at)
    if thing.kind == "galaxy" and not around(large) & here:
        yield _warned("power.galaxy_near", name, f"{_words(thing)} is not next to a constellation", _id(thing))
    if thing.kind in ("nova", "aura") and not large & here:
        yield _warned(f"power.{thing.kind}", name, f"{_words(thing)} is not on a constellation", _id(thing))
    again = thing in slate.objects[:place]
    if thing.kind == "star" and (again or not box.skies[slate.slate].creatures & here):
        yield _warned("power.star", name, f"{_words(thing)} is not in a free cell of a creature", _id(thing))


def _auras(name: str, slate: Slate, together: list[Group]) -> Iterator[Warned]:
    auras = [thing for thing in slate.objects if thing.kind == "aura"]
    for group in together:
        inside = [thing for thing in auras if group.points >> POINT[thing.at] & 1]
        if len(inside) > 1:
            message = f"{len(inside)} auras on one constellation, expected at most one"
            yield _warned("power.aura_once", name, message, *map(_id, inside))


def _star_touches(box: Box, name: str, slate: Slate, place: int, star: ShootingStar) -> Iterator[Warned]:
    """What a shooting star touches; another one is reported once, with the later of the two."""
    bare = Slate(slate.slate, slate.drawn, 0, 0, 0, slate.shooting_stars[:place], slate.objects)
    label = f"shooting_star:{star.head}-{star.tail}"
    for found in star_touches(box, bare, diagonal(star.head, star.tail)):
        yield Warned(found.rule, found.message, name, (label, *found.components))
