"""What the path tracer is told of one picture: plain data, board millimetres (z away from the camera), linear light.

Written as JSON for `tracer.py`, which runs in a Python of its own; pictures and meshes lie beside it as files.
"""

from __future__ import annotations

import msgspec

Vector = tuple[float, float, float]
Ring = list[tuple[float, float]]


class Plate(msgspec.Struct, frozen=True):
    """A flat piece of card: its outline and holes in its own millimetres, laid with its face at depth `z`.

    `texture` covers the rectangle `covers` (x, y, width, height mm); `ink`: where matt ink lies, the same rectangle.
    It is turned clockwise by `turn_deg` about its own origin, which then lies at `at`.
    `rough` 0-1: how matt the face is; `edge`: colour of its cut sides (R, G, B).
    """

    texture: str
    covers: tuple[float, float, float, float]
    rings: list[Ring]
    z: float
    thick: float
    rough: float
    edge: Vector
    ink: str = ""
    turn_deg: float = 0.0
    at: tuple[float, float] = (0.0, 0.0)
    wavy: float = 0.0
    """How far the film on it stands up and down, mm."""


class Lamp(msgspec.Struct, frozen=True):
    """A shining rectangle (`wide` by `high` mm) at `at` that faces `to`; `radiance` as a white sheet shines in 1."""

    at: Vector
    to: Vector
    wide: float
    high: float
    radiance: Vector
    round: bool = False


class Pillar(msgspec.Struct, frozen=True):
    """A mug or a bottle that stands on the table, at `at`."""

    at: tuple[float, float]
    radius: float
    high: float
    colour: Vector


class Ball(msgspec.Struct, frozen=True):
    """A ball whose middle is at `at`; it falls (y grows) by `falls` mm while the picture is taken."""

    at: Vector
    radius: float
    colour: Vector
    rough: float
    falls: float


class Tube(msgspec.Struct, frozen=True):
    """A clear tube, open above and below, as long as `high`, upright about `at`; `milky` 0-1: how far it is not clear.

    `rough` 0-1: how matt its wall is.
    """

    at: Vector
    radius: float
    high: float
    milky: float
    rough: float


class Shell(msgspec.Struct, frozen=True):
    """A rounded thing over the board: vertices, faces and texture coordinates in an npz file, and its picture."""

    mesh: str
    texture: str


class Scene(msgspec.Struct, frozen=True):
    """One picture to trace by a pinhole, `size` and `focal` in pixels; the pose is that of `lens.View`."""

    out: str
    size: tuple[int, int]
    focal: float
    rotation: list[list[float]]
    translation: list[float]
    aperture: float
    """Radius of the lens's opening, mm: what lies nearer or farther than `focus` is blurred by it."""
    focus: float
    """How far along the camera's axis things are sharp, mm."""
    samples: int
    around: Vector
    """Light from everywhere, as a white sheet shines in it."""
    plates: list[Plate]
    lamps: list[Lamp]
    pillars: list[Pillar]
    floor: float
    """Depth of the table, mm."""
    hand: Shell | None = None
    balls: list[Ball] = []
    tube: Tube | None = None
