"""The draft of a captured pack: what the camera found and what fingers changed, kept in a folder between sittings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from engines.errors import BadInput
from engines.files import bytes_of
from vision.capture.camera import Camera
from vision.capture.disc.axis import AxisLine
from vision.capture.disc.gather import Straight
from vision.capture.disc.kinds import Kinds
from vision.capture.disc.starmap import FoundStar, StarMap
from vision.capture.pictures import filled, png
from vision.capture.tiles.read import form_of
from vision.capture.tuning import TUNING
from vision.ink import opencv
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, Image

FILE, PICTURE = "draft.json", "disc.png"
XY = tuple[float, float]


class DraftStar(msgspec.Struct, frozen=True):
    """A star in disc mm; `kind` 0…3; `p` how sure; `by`: who put it there, or looked at it last."""

    x: float
    y: float
    radius: float
    kind: int
    p: float = 1.0
    by: Literal["camera", "finger"] = "camera"

    @property
    def doubtful(self) -> bool:
        """Whether nobody has looked at it and the camera is not sure."""
        return self.by == "camera" and self.p < TUNING.doubtful


class DraftKind(msgspec.Struct, frozen=True):
    """What a star type looks like: colour (L*a*b*, 0-255 each) and form (`tiles.form_of`)."""

    colour: tuple[float, ...]
    form: tuple[float, ...]


class DraftLens(msgspec.Struct, frozen=True):
    """The lens of the camera that took the disc."""

    size: tuple[int, int]
    focal: float
    bend: float


class DraftBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board measured by `vision.capture.board.measure`."""

    width: float
    height: float
    centre: XY
    window: tuple[XY, ...]
    step_deg: float
    depth: float
    disagreement: float
    marker_size: float | None = None
    markers: dict[str, XY] = {}
    three_point_stars: tuple[XY, ...] | None = None


class DraftTile(msgspec.Struct, frozen=True):
    """A tile as read: the photograph and place it lay in, its pattern in tile mm, and its star type, if seen."""

    photo: int
    place: int
    xy: tuple[XY, ...] = ()
    lines: tuple[tuple[int, int], ...] = ()
    kind: int | None = None


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A pack in the making. Disc mm; `upright`: turned as the disc lies in round I."""

    game: str
    radius: float
    scale: float
    axis_deg: float
    axis_half_breadth: float
    rings: tuple[float, ...] = ()
    """Radii (mm) of circles printed around the middle."""
    haloed_from: float | None = None
    """How far out (mm) the stars begin that have a circle each."""
    kinds: tuple[DraftKind, ...]
    on_paper: tuple[DraftKind, ...] = ()
    """The same looks as they are printed on tiles."""
    stars: tuple[DraftStar, ...]
    lenses: tuple[DraftLens, ...] = ()
    spread: float | None = None
    upright: bool = False
    board: DraftBoard | None = None
    tiles: tuple[DraftTile, ...] = ()
    start_tiles: tuple[DraftTile, ...] = ()
    answers: dict[str, Any] = {}

    @property
    def doubts(self) -> tuple[int, ...]:
        """Which stars want a look, the least sure first."""
        rows = [k for k, star in enumerate(self.stars) if star.doubtful]
        return tuple(sorted(rows, key=lambda k: self.stars[k].p))


def draft_of(game: str, found: StarMap, rings: Sequence[float] = (), haloed: float | None = None) -> Draft:
    """A new draft, for a pack of that game, of what a bare disc shows."""
    kinds = tuple(
        DraftKind(_rounded(colour), _rounded(_form(likeness)))
        for colour, likeness in zip(found.kinds.colour, found.kinds.likeness, strict=True)
    )
    stars = sorted(found.stars, key=lambda s: (round(float(s.place[1])), float(s.place[0])))
    return Draft(
        game=game,
        radius=found.disc.radius,
        scale=found.disc.scale,
        axis_deg=found.axis.angle_deg,
        axis_half_breadth=found.axis.half_breadth,
        rings=tuple(rings),
        haloed_from=haloed,
        kinds=kinds,
        stars=tuple(
            DraftStar(
                round(float(s.place[0]), 3), round(float(s.place[1]), 3), round(s.radius, 3), s.kind, round(s.p, 3)
            )
            for s in stars
        ),
        lenses=tuple(DraftLens(c.size, c.focal, c.bend) for c in found.disc.cameras),
        spread=None if math.isnan(found.disc.spread) else round(found.disc.spread, 3),
    )


def _rounded(values: Array) -> tuple[float, ...]:
    return tuple(round(float(v), 3) for v in values)


def _form(likeness: Array) -> Array:
    strength = np.linalg.norm(likeness, axis=2)
    return form_of(filled(np.asarray(strength > TUNING.form_ink * strength.max(), np.uint8)))


def star_map_of(draft: Draft, picture: Image) -> StarMap:
    """The star map of a draft, for finding its disc in other photographs."""
    cameras = tuple(Camera(lens.size, lens.focal, lens.bend, np.zeros(6)) for lens in draft.lenses)
    disc = Straight(picture, draft.scale, draft.radius, cameras, math.nan)
    stars = tuple(FoundStar(np.array([s.x, s.y]), s.radius, s.kind, s.p) for s in draft.stars)
    nothing = np.zeros((0, 0, 0, 3), np.float32)
    kinds = Kinds(nothing, np.array([k.colour for k in draft.kinds]), np.ones(len(draft.kinds)))
    return StarMap(disc, stars, kinds, AxisLine(draft.axis_deg, draft.axis_half_breadth))


def turned(draft: Draft, degrees: float) -> Draft:
    """The draft with its disc turned clockwise."""
    xy = np.array([[s.x, s.y] for s in draft.stars]) @ rotation_matrix(degrees).T
    stars = tuple(
        msgspec.structs.replace(s, x=round(float(x), 3), y=round(float(y), 3))
        for s, (x, y) in zip(draft.stars, xy, strict=True)
    )
    return msgspec.structs.replace(draft, stars=stars, axis_deg=round(float(draft.axis_deg + degrees) % 180, 3))


def grown(draft: Draft, factor: float) -> Draft:
    """The draft with all lengths on disc and board multiplied: a better known size."""

    def times(xy: XY) -> XY:
        return (round(xy[0] * factor, 3), round(xy[1] * factor, 3))

    stars = tuple(
        msgspec.structs.replace(s, x=s.x * factor, y=s.y * factor, radius=s.radius * factor) for s in draft.stars
    )
    board = draft.board and msgspec.structs.replace(
        draft.board,
        width=draft.board.width * factor,
        height=draft.board.height * factor,
        centre=times(draft.board.centre),
        window=tuple(map(times, draft.board.window)),
        marker_size=draft.board.marker_size and draft.board.marker_size * factor,
        markers={name: times(at) for name, at in draft.board.markers.items()},
        three_point_stars=draft.board.three_point_stars and tuple(map(times, draft.board.three_point_stars)),
    )
    return msgspec.structs.replace(
        draft,
        radius=draft.radius * factor,
        scale=draft.scale / factor,
        axis_half_breadth=draft.axis_half_breadth * factor,
        rings=tuple(r * factor for r in draft.rings),
        haloed_from=draft.haloed_from and draft.haloed_from * factor,
        stars=stars,
        board=board,
    )


def load_draft(folder: Path) -> Draft:
    """The draft kept in a folder; raises BadInput where there is none."""
    path = folder / FILE
    try:
        return msgspec.json.decode(bytes_of(path), type=Draft)
    except OSError as error:
        raise BadInput(
            "capture.draft_missing",
            "draft {folder!r}: {reason}; expected a folder with {file}",
            str(folder),
            error.strerror or error,
            FILE,
        ) from error
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BadInput("capture.draft_wrong", "draft {path!r}: {problem}", str(path), error) from error


def save_draft(folder: Path, draft: Draft) -> None:
    """Keep the draft; the file is replaced at once, never half written."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / (FILE + ".new")
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(draft), indent=1))
    fresh.replace(folder / FILE)


def load_picture(folder: Path) -> Image:
    """The straight picture of the draft's disc (BGR); raises BadInput."""
    return opencv.load(str(folder / PICTURE))


def save_picture(folder: Path, name: str, picture: Image) -> None:
    """Keep a picture as PNG in the draft's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(png(picture))
