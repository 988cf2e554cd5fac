"""Puts the packs of Starfarers together; `python -m tools.house_packs.starfarers` writes them for the engines."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from engines.starfarers.pack import (
    Ball,
    Box,
    Costs,
    MapPlan,
    StarfarersPack,
    Status,
    Structure,
    Token,
)
from engines.starfarers.starmap import StarMap
from tools.house_packs.starfarers_2019 import beginner_2019, map_2019
from tools.house_packs.starfarers_cards import ENCOUNTERS, FRIENDSHIP
from tools.house_packs.starfarers_map import beginner_position, house_map

HOUSE_NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    "alpha": (4, 8, 11),
    "beta": (3, 8, 10),
    "gamma": (3, 5, 6),
    "delta": (6, 9, 11),
    "red": (10, 10),
    "yellow": (3, 3, 4, 4, 11, 11, 12),
    "blue": (2, 5, 5, 6, 8, 9, 9),
    "white": (3, 9, 10, 11, 11),
}
"""The numbers of the 2019 tokens less one system's worth; of two numbers on one token the likelier one."""
HOUSE_LAIRS: Final[dict[str, tuple[int, ...]]] = {"red": (4, 5, 6)}
HOUSE_ICE: Final[dict[str, tuple[int, ...]]] = {"red": (3, 4)}
NUMBERS_2019: Final[dict[str, tuple[int | tuple[int, int], ...]]] = {
    "alpha": (4, 8, 11),
    "beta": (8, 10, (3, 12)),
    "gamma": (3, 5, 6),
    "delta": (6, 9, (2, 11)),
    "near_triangle": (3, 4, 4, 11, 12),
    "near_square": (2, 5, 5, 6, 9),
    "near_hexagon": (10, 10),
    "far_triangle": (3, 4, 11),
    "far_square": (5, 8, 9),
    "far_hexagon": (10,),
    "reserve": (3, 9, 10, 11, 11),
}
LAIRS_2019: Final[dict[str, tuple[int, ...]]] = {"near_hexagon": (4, 5), "far_hexagon": (6,)}
ICE_2019: Final[dict[str, tuple[int, ...]]] = {"near_hexagon": (3,), "far_hexagon": (4,)}

SHARED_STATUS: Final[dict[str, Status]] = {
    "costs": "public",
    "balls": "public",
    "box": "rules",
    "friendship": "public",
    "friendship.id": "house",
}
HOUSE_STATUS: Final[dict[str, Status]] = {
    "structure": "rules",
    "structure.hexes": "house",
    "structure.corners": "house",
    "structure.edges": "house",
    "structure.mirrored": "house",
    "structure.balanced": "house",
    "map": "house",
    "beginner": "house",
    "tokens.back": "rules",
    "tokens.numbers": "house",
    "tokens.lair": "house",
    "tokens.ice": "house",
    "reserve": "rules",
    **SHARED_STATUS,
    "costs.spaceport": "rules",
    "encounters": "assumed",
}
STATUS_2019: Final[dict[str, Status]] = {
    "structure": "public",
    "map": "public",
    "beginner": "public",
    "tokens": "public",
    "tokens.id": "house",
    "reserve": "public",
    **SHARED_STATUS,
    "encounters": "public",
}


def house_pack() -> StarfarersPack:
    """The pack with the first edition's structure on the house map."""
    plan = house_map()
    tokens = _tokens(HOUSE_NUMBERS, HOUSE_LAIRS, HOUSE_ICE)
    return StarfarersPack(
        game="starfarers",
        pack="house",
        title="House map: eleven systems and four outposts, the structure of the first edition",
        status=HOUSE_STATUS,
        structure=structure(plan, tokens, even=True),
        map=plan,
        beginner=beginner_position(plan),
        tokens=tokens,
        reserve="white",
        balls=("black", "blue", "yellow", "red"),
        costs=_costs(spaceport_food=1),
        box=Box(),
        friendship=FRIENDSHIP,
        encounters=ENCOUNTERS,
    )


def pack_2019() -> StarfarersPack:
    """The pack with the map, tokens, balls and spaceport cost of the 2019 edition."""
    plan, tokens = map_2019(), _tokens(NUMBERS_2019, LAIRS_2019, ICE_2019)
    balls: tuple[Ball, ...] = ("black", "blue", "yellow", "yellow", "red")
    return StarfarersPack(
        game="starfarers",
        pack="2019",
        title="Map and tokens of the 2019 edition: twelve systems, docking points, five balls",
        status=STATUS_2019,
        structure=structure(plan, tokens),
        map=plan,
        beginner=beginner_2019(),
        tokens=tokens,
        reserve="reserve",
        balls=balls,
        costs=_costs(spaceport_food=2),
        box=Box(),
        friendship=FRIENDSHIP,
        encounters=ENCOUNTERS,
    )


def _costs(spaceport_food: int) -> Costs:
    return Costs(
        colony_ship={"ore": 1, "fuel": 1, "carbon": 1, "food": 1},
        trade_ship={"ore": 1, "fuel": 1, "goods": 2},
        spaceport={"carbon": 3, "food": spaceport_food},
        booster={"fuel": 2},
        cannon={"carbon": 2},
        freight_ring={"ore": 2},
    )


def _tokens(
    numbers: Mapping[str, tuple[int | tuple[int, int], ...]],
    lairs: Mapping[str, tuple[int, ...]],
    ice: Mapping[str, tuple[int, ...]],
) -> tuple[Token, ...]:
    """Every token; ids say what is on both sides, with a letter where there are several of a kind."""
    kinds: list[Token] = []
    for back, values in numbers.items():
        shown = [value if isinstance(value, tuple) else (value,) for value in values]
        kinds += [Token(id=f"{back}-{'/'.join(map(str, both))}", back=back, numbers=both) for both in shown]
        kinds += [Token(id=f"{back}-lair-{strength}", back=back, lair=strength) for strength in lairs.get(back, ())]
        kinds += [Token(id=f"{back}-ice-{strength}", back=back, ice=strength) for strength in ice.get(back, ())]
    copies = Counter(token.id for token in kinds)
    seen: Counter[str] = Counter()
    named: list[Token] = []
    for token in kinds:
        letter = f"-{'abc'[seen[token.id]]}" if copies[token.id] > 1 else ""
        seen[token.id] += 1
        named.append(msgspec.structs.replace(token, id=token.id + letter))
    return tuple(named)


def structure(plan: MapPlan, tokens: tuple[Token, ...], even: bool = False) -> Structure:
    """What a pack says about its own map and tokens; `even`: mirrored, balanced, the outposts on the edges."""
    star_map = StarMap(plan)
    return Structure(
        hexes=len(star_map.hexes),
        corners=star_map.corners,
        edges=len(star_map.edges),
        systems=len(plan.systems),
        home_systems=sum(star_map.home),
        outposts=len(plan.outposts),
        trade_points=len(plan.outposts[0].points),
        tokens=dict(Counter(token.back for token in tokens)),
        mirrored=even,
        outposts_on_edge=even,
        balanced=even,
    )


def pack_text(pack: StarfarersPack) -> bytes:
    """A pack as JSON, one component a line, so that a change shows as one."""
    plan = pack.map
    board = [f'"rows":{_json(plan.rows)}', f'"outpost":{_json(plan.outpost)}']
    board += [f'"systems":{_lines(plan.systems)}', f'"outposts":{_lines(plan.outposts)}']
    head = [f'"{key}":{_json(getattr(pack, key))}' for key in ("game", "pack", "title", "status", "structure")]
    middle = [f'"{key}":{_json(getattr(pack, key))}' for key in ("beginner", "reserve", "balls", "costs", "box")]
    tail = [f'"{key}":{_lines(getattr(pack, key))}' for key in ("tokens", "friendship", "encounters")]
    plan_text = f'"map":{{\n{_listed(board)}}}'
    return f"{{\n{_listed([*head, plan_text, *middle, *tail])}\n}}\n".encode()


def _listed(parts: list[str]) -> str:
    return ",\n".join(parts)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _lines(values: tuple[object, ...]) -> str:
    return "[\n" + ",\n".join(map(_json, values)) + "\n]"


def main() -> int:
    """Write both packs beside the rules that play them."""
    folder = Path(__file__).parents[2] / "engines" / "starfarers" / "packs"
    for pack in (house_pack(), pack_2019()):
        target = folder / f"{pack.pack}.json"
        target.write_bytes(pack_text(pack))
        print(target, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
