"""Proves a pack of Starfarers: what the rules need (problems) and what a person should look at again (warnings)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from engines.packcheck import Finding, PackReport, refuse
from engines.starfarers.pack import StarfarersPack, decode_pack
from engines.starfarers.packcheck import board, cards
from engines.starfarers.starmap import StarMap, map_of

COMPONENTS: Final = ("map", "beginner", "tokens", "balls", "costs", "box", "friendship", "encounters", "structure")
"""The parts that must say where their values come from."""


class PackFigures(msgspec.Struct, frozen=True):
    """What a pack holds. A map that cannot be made a graph has no figures."""

    map: dict[str, int]
    """Hexagons, corners, edges, systems, outposts."""
    resources: dict[str, int]
    """Planets by resource."""
    tokens: dict[str, int]
    """Tokens by back."""
    encounters: dict[str, int]
    """Encounter cards by kind."""
    ways: dict[str, int]
    """By the beginner's spaceport: moves from there to every system that is no home and every outpost, summed."""


def check_pack(data: bytes) -> PackReport[PackFigures]:
    """The report on a pack's JSON text. Raises BadInput where it does not have the form of a pack."""
    pack = decode_pack(data)
    star_map, found = _map_of(pack)
    return PackReport(pack.pack, (*found, *_problems(pack, star_map)), tuple(_warnings(pack)), _figures(pack, star_map))


def parse_pack(data: bytes) -> StarfarersPack:
    """A pack that can be played, from JSON text. Raises BadInput listing everything wrong with it at once."""
    pack = decode_pack(data)
    star_map, found = _map_of(pack)
    refuse("starfarers", (*found, *_problems(pack, star_map)))
    return pack


def _map_of(pack: StarfarersPack) -> tuple[StarMap | None, tuple[Finding, ...]]:
    """The map as a graph, or what stands in its way."""
    found = tuple(board.names(pack.map))
    return (None if found else map_of(pack.map)), found


def _problems(pack: StarfarersPack, star_map: StarMap | None) -> Iterator[Finding]:
    """Everything for which the game cannot be played with this pack."""
    if star_map is not None:
        yield from board.structure(pack, star_map)
        yield from board.outposts(pack, star_map)
        yield from board.access(pack, star_map)
        yield from board.mirror(pack, star_map)
        yield from board.beginner(pack, star_map)
    yield from board.balance(pack)
    yield from cards.tokens(pack)
    yield from cards.balls(pack)
    yield from cards.costs(pack)
    yield from cards.box(pack)
    yield from cards.friendship(pack)
    yield from cards.encounters(pack)


def _warnings(pack: StarfarersPack) -> Iterator[Finding]:
    """What a person with the box should look at again."""
    yield from board.oddities(pack)
    yield from cards.usual_friendship(pack)
    yield from cards.noted(pack)
    for part in COMPONENTS:
        if not any(key == part or key.startswith(f"{part}.") for key in pack.status):
            yield Finding(f"status.{part}", "is missing, expected where these values come from")


def _figures(pack: StarfarersPack, star_map: StarMap | None) -> PackFigures:
    if star_map is None:
        return PackFigures({}, {}, {}, {}, {})
    sizes = {
        "hexes": len(star_map.hexes),
        "corners": star_map.corners,
        "edges": len(star_map.edges),
        "systems": len(star_map.systems),
        "outposts": len(star_map.points),
    }
    return PackFigures(
        map=sizes,
        resources=dict(Counter(planet.resource for system in pack.map.systems for planet in system.planets)),
        tokens=dict(Counter(token.back for token in pack.tokens)),
        encounters=dict(Counter(card.kind for card in pack.encounters)),
        ways=board.start_ways(pack, star_map),
    )
