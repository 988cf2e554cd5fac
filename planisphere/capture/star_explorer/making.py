"""Makes a pack of Star Explorer from a draft and the answers to its questions."""

from __future__ import annotations

import math
import re
from typing import Any, Literal

import numpy as np

from engines.errors import BadInput
from engines.layout import Axis, Board, Disc, Markers, Star, StarDiscLayout, Window
from engines.star_explorer.model import Face, StarPack, StartTile, Status, Tile
from engines.star_explorer.pack import STAR_TYPES
from planisphere.capture.star_explorer.questions import STEP_DEG, answer, central_reach, named_tiles, rim_reach
from vision.capture.board.measure import DICTIONARY
from vision.capture.disc.lattice import Lattice, common_pitch, find_lattice
from vision.capture.draft import Draft, DraftTile, turned
from vision.capture.naming import likely_names

_LEVEL = 1.2
"""Degrees by which a lattice may lie askew to the board and still be meant to lie straight."""


def levelled(draft: Draft) -> Draft:
    """The draft with a disc that did not quite stand at its stop turned so that its lattice lies straight."""
    lattice = find_lattice(np.array([[s.x, s.y] for s in draft.stars]))
    if lattice is None or not 0 < abs(lattice.turn_deg) < _LEVEL:
        return draft
    return turned(draft, -lattice.turn_deg)


def layout_of(draft: Draft) -> StarDiscLayout:
    """The layout of a draft; raises BadInput before the board was measured."""
    board = draft.board
    if board is None:
        raise BadInput("capture.board_missing", "pack capture: the board is still missing; add --board and --board-2")
    names = answer(draft, "types", likely_names(draft))
    step = float(answer(draft, "board.step_deg", STEP_DEG if board.step_deg > 0 else -STEP_DEG))
    places = answer(draft, "board.three_point_stars", "as found")
    told = answer(draft, "board.window", "as found")
    outline = board.window if told == "as found" else told
    markers = Markers(DICTIONARY, round(board.marker_size, 2), board.markers) if board.marker_size else None
    return StarDiscLayout(
        kind="star_disc",
        board=Board(round(board.width, 2), round(board.height, 2)),
        disc=Disc((round(board.centre[0], 2), round(board.centre[1], 2)), round(draft.radius, 2), board.depth),
        window=Window(tuple((round(x, 2), round(y, 2)) for x, y in outline)),
        step_deg=step,
        axis=Axis(round(draft.axis_deg % 180, 2) % 180),
        stars=_stars(draft, names),
        three_point_stars=None if places == "absent" else board.three_point_stars,
        markers=markers,
    )


def _stars(draft: Draft, names: list[str]) -> tuple[Star, ...]:
    central = float(answer(draft, "zones.central", central_reach(draft)))
    rim = float(answer(draft, "zones.rim", rim_reach(draft)))

    def zone(away: float) -> Literal["central", "field", "rim"]:
        return "central" if away <= central else "rim" if away >= rim else "field"

    rows = sorted(draft.stars, key=lambda s: (round(s.y), s.x))
    return tuple(
        Star(n, round(s.x, 2), round(s.y, 2), round(s.radius, 2), names[s.kind], zone(math.hypot(s.x, s.y)))
        for n, s in enumerate(rows)
    )


def pack_of(draft: Draft, name: str) -> StarPack:
    """The pack of a draft, as answered and, where nobody answered, as proposed. Raises BadInput."""
    names = answer(draft, "types", likely_names(draft))
    status: dict[str, Status] = {"layout": "captured", "tiles": "captured", "start_tiles": "captured"}
    return StarPack(
        game="star_explorer",
        pack=name,
        title=f"{name}: captured from a printed copy",
        status=status,
        layout=layout_of(draft),
        tiles=_tiles(draft, names),
        start_tiles=_start_tiles(draft, names),
    )


# Tiles --------------------------------------------------------------------------------------------------------------


def _tiles(draft: Draft, names: list[str]) -> tuple[Tile, ...]:
    lattice = find_lattice(np.array([[s.x, s.y] for s in draft.stars]))
    patterns = on_the_disc(list(draft.tiles), draft, lattice)
    found = []
    taken: set[str] = set()
    for (short, tile), xy in zip(named_tiles(draft), patterns, strict=True):
        called = str(answer(draft, f"tiles.each.{short}.name", short))
        front = Face(
            _type(draft, short, tile, names), _whole(_each(draft, short, "value", "tiles.front_value", 2), short)
        )
        back_type = answer(draft, "tiles.back_type", "as the front")
        back = Face(
            answer(draft, f"tiles.each.{short}.back_type", front.type if back_type == "as the front" else back_type),
            _whole(_each(draft, short, "back_value", "tiles.back_value", 1), short),
        )
        found.append(
            Tile(id=_id(called, taken), name=called, size=len(xy), front=front, back=back, xy=xy, lines=tile.lines)
        )
    return tuple(found)


def _whole(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput("answers.whole_number", "answers: {where}: {value!r}, expected a whole number", where, value)
    return value


def _each(draft: Draft, short: str, part: str, common: str, proposed: Any) -> Any:
    return answer(draft, f"tiles.each.{short}.{part}", answer(draft, common, proposed))


def _type(draft: Draft, short: str, tile: DraftTile, names: list[str]) -> Any:
    seen = names[tile.kind] if tile.kind is not None else STAR_TYPES[0]
    told = answer(draft, f"tiles.each.{short}.type", seen)
    if told not in STAR_TYPES:
        raise BadInput(
            "answers.tile_type",
            "answers: tiles.each.{short}.type: {told!r}, expected one of {known}",
            short,
            told,
            ", ".join(STAR_TYPES),
        )
    return told


def _id(name: str, taken: set[str]) -> str:
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "tile"
    found = next(k for k in (plain, *(f"{plain}_{n}" for n in range(2, 99))) if k not in taken)
    taken.add(found)
    return found


def on_the_disc(tiles: list[DraftTile], draft: Draft, lattice: Lattice | None) -> list[tuple[tuple[float, float], ...]]:
    """Each tile's pattern in disc mm: on the disc's lattice where both have one, else to scale."""
    gaps = [abs(tile.xy[i][k] - tile.xy[j][k]) for tile in tiles for i, j in tile.lines for k in (0, 1)]
    if not gaps:
        return [() for _ in tiles]
    pitch = common_pitch(np.array(gaps), 2.0, 14.0)
    if lattice is None or pitch is None:
        scale = float(answer(draft, "tiles.scale", _usual_gap(draft) / max(_usual_line(tiles), 1e-6)))
        return [tuple((round(x * scale, 2), round(y * scale, 2)) for x, y in tile.xy) for tile in tiles]
    return [_snapped(np.array(tile.xy), pitch, lattice.pitch) for tile in tiles]


def _snapped(xy: Any, pitch: float, target: float) -> tuple[tuple[float, float], ...]:
    """A pattern on whole steps of the disc's pitch; the tile may lie a little askew."""
    if not len(xy):
        return ()
    low = xy.min(0)
    steps = (xy - low) / pitch
    phase = np.angle(np.exp(2j * np.pi * steps).mean(0)) / (2 * np.pi)
    whole = np.round(steps - phase)
    whole -= whole.min(0)
    return tuple((round(float(x) * target, 2), round(float(y) * target, 2)) for x, y in whole)


def _usual_gap(draft: Draft) -> float:
    xy = np.array([[s.x, s.y] for s in draft.stars])
    apart = np.linalg.norm(xy[:, None] - xy[None], axis=2) + 1e9 * np.eye(len(xy))
    return float(np.median(apart.min(1)))


def _usual_line(tiles: list[DraftTile]) -> float:
    return float(np.median([math.dist(t.xy[i], t.xy[j]) for t in tiles for i, j in t.lines]))


def _start_tiles(draft: Draft, names: list[str]) -> tuple[StartTile, ...]:
    """Each start tile from both its sides: the first half of what was photographed is one side, the rest the other."""
    half = len(draft.start_tiles) // 2
    worth = _whole(answer(draft, "start_tiles.value", 1), "start_tiles")
    found = []
    taken: set[str] = set()
    for k in range(half):
        one, other = (
            Face(_start_type(draft, k, side, draft.start_tiles[k + side * half], names), worth) for side in (0, 1)
        )
        found.append(StartTile(_id(f"{one.type}_{other.type}", taken), (one, other)))
    return tuple(found)


def _start_type(draft: Draft, k: int, side: int, tile: DraftTile, names: list[str]) -> Any:
    seen = names[tile.kind] if tile.kind is not None else STAR_TYPES[0]
    told = answer(draft, f"start_tiles.each.s{k + 1}", None)
    return told[side] if isinstance(told, list) and len(told) == 2 else seen
