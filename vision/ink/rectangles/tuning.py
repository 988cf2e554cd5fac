"""What the finders of rectangles were tuned to: every threshold, with its reason."""

from __future__ import annotations

import msgspec


class Edges(msgspec.Struct, frozen=True, kw_only=True):
    """Of straight edges."""

    work_px: int = 640
    """The longer side of the picture in which edges are looked for plainly."""
    faint_work_px: int = 1280
    """The same for faint edges, which a smaller picture loses."""
    min_length: float = 0.025
    """The shortest edge that counts, in longer sides of the picture: shorter ones are texture."""
    grain_px: int = 9
    """Grain and lines thinner than this are smoothed away."""
    around_px: float = 25.0
    """Contrast is levelled within this reach, so that a thing hardly darker than its table has edges."""
    spread: float = 50.0
    """Grey levels of one standard deviation of contrast after that."""


class Boards(msgspec.Struct, frozen=True, kw_only=True):
    """Of boards among lines through straight edges."""

    lines: int = 26
    """Lines that are tried as sides, the longest: the pairs of pairs among more take too long."""
    quads: int = 16
    """Outlines that are handed on, the best covered."""
    slack: float = 0.004
    """How far an edge may lie off a line and belong to it, in longer sides of the picture: lenses bend straight
    sides."""
    apart: float = 0.12
    """How far apart opposite sides are at least, in shorter sides of the picture."""
    parallel: float = 0.9
    """The cosine of the most that opposite sides may seem to lean towards each other."""
    ratio: float = 0.15
    """Natural logarithm by which proportions may seem others, seen through an unknown lens."""
    right_angle: float = 0.2
    """The cosine of the most slanted corner, seen straight on."""
    crossing: float = 0.3
    """The sine of the least angle at which two lines meet in a corner."""
    beyond: float = 0.25
    """How far beyond the picture a corner may lie, in its width and height."""


class Sized(msgspec.Struct, frozen=True, kw_only=True):
    """Of rectangles of a known size on a known plane."""

    segment_mm: float = 7.0
    """Shorter edges are print."""
    max_segments: int = 900
    """Edges that are looked at, the longest and steepest: time grows with the square of their number."""
    max_rectangles: int = 1100
    """Rectangles that are looked at, the likeliest."""
    beyond_mm: float = 6.5
    """How far beyond its end an edge may meet another one: corners are round, and worn."""
    within_mm: float = 2.5
    """How far before its end an edge may meet another one."""
    askew_deg: float = 7.0
    """How far from a right angle two sides may seem to meet."""
    step_mm: float = 3.0
    """Along a side it is asked this often whether there is an edge."""
    corner_mm: float = 4.5
    """This much of a side at either end is round, and tells nothing."""
    reach_mm: float = 0.7
    """How far beside a side its edge may lie."""
    strong: float = 22.0
    """Grey levels a pixel from which on an edge counts in full."""
    across: float = 0.75
    """The cosine of the most by which the steepest way at an edge may differ from across a side."""
    same_mm: float = 3.0
    """Rectangles whose middles lie farther apart are two."""
    same_deg: float = 5.0
    """So are those that are turned farther against each other."""


class Loose(msgspec.Struct, frozen=True, kw_only=True):
    """Of flat things with four sides of which nothing is known."""

    work_px: int = 960
    """The longer side of the picture in which outlines are looked for."""
    edges: tuple[float, ...] = (18.0, 32.0, 56.0, 96.0)
    """Slopes (grey levels) one of which closes the outline of a thing, whatever the contrast."""
    levels: tuple[float, ...] = (0.1, 0.25, 0.42, 0.58, 0.75, 0.9)
    """Shares of the range of a colour plane, one of which parts a thing from its table."""
    min_side_px: float = 24.0
    """Smaller things cannot be read."""
    max_share: float = 0.6
    """What takes more of the picture than this is the table."""
    stretched: float = 2.4
    """How many times as long as broad a thing may be as seen."""
    slanted: float = 0.55
    """The cosine of the most slanted corner of a rectangle as seen."""
    followed: float = 0.8
    """The share of four sides that an outline follows at least."""
    parts: int = 24
    """Of how many parts of a side it is asked whether an outline follows them."""
    part_px: float = 1.5
    """How long (points apart) such a part is at least."""
    roughness_px: float = 0.5
    """By how much a noisy outline stands out from the straight one."""
    tiny_px: float = 40.0
    """Of sides shorter than this no outline may be rough: noise makes too many such."""
    tried: int = 5
    """Outlines of one thing whose middle is taken."""
    bridge_px: int = 5
    """Bridges between things narrower than this are cut."""
    apart: float = 0.1
    """The least distance (across and down together) between the middles of two things, in sides of one."""
    plainly_known: float = 0.5
    """The share of that below which rough corners tell that a thing is known: straight sides move them less."""
    grouped: float = 0.06
    """How far apart those of outlines of one thing lie at most, in its sides, to be taken together."""
    grouped_px: float = 2.0
    """This much farther in any case: outlines run beside each other by a pixel or two."""
    grouped_size: tuple[float, float] = (0.94, 1.06)
    """Times by which the sides of outlines taken together may differ."""
    outline_area: tuple[float, float] = (0.93, 1.04)
    """Shares of the straight four sides between which the area of their outline lies."""
    min_range: int = 8
    """A colour plane with a smaller range shows nothing but noise."""
    filled: float = 0.72
    """The share of the rectangle around it that an outline fills at least."""
    box_stretched: float = 1.3
    """How many times as stretched as a thing the rectangle around it may be, where it is seen at a slant."""
    rough_side: float = 0.8
    """The share of the shortest side that will do as long as corners are only roughly known."""
    beside_px: float = 1.5
    """How far beside a side, and the outline's roughness, points of that side may lie."""
    beside: float = 0.03
    """The same in lengths of the side, where that is more: a long side is seen bent."""
    corner: float = 0.08
    """The share of a side at either end that is a round corner, and tells nothing."""
    min_points: int = 6
    """Points of the outline that a side has at least."""
    straight: float = 0.875
    """The share of a side's parts that can be followed: those at its corners are left out."""
    corner_sine: float = 0.2
    """The sine of the least angle at which two sides meet in a corner."""
    tapered: float = 1.5
    """How many times as long as the opposite one a side may be as seen."""


class Grounds(msgspec.Struct, frozen=True, kw_only=True):
    """Of rectangles by the colour of their ground."""

    alike_work_px: int = 960
    """The longer side of the picture in which things like others are looked for."""
    work_px: int = 480
    """The longer side of the picture in which grounds around strokes are looked for."""
    models: int = 3
    """Things that others may be like, the first: more add no other ground."""
    alike_spreads: tuple[float, ...] = (2.5, 4.0, 7.0)
    """How many times as far from the ground's colour as it usually strays a pixel may be, in turn."""
    alike_min_spread: float = 2.5
    """How far (L*a*b*) a ground strays at least: a plain one would leave out all that is a little darker."""
    alike_light: float = 0.5
    """What lightness counts for beside colour: light falls unevenly."""
    room: float = 0.2
    """By how much the sides of a thing like another may differ from that one's."""
    soft_px: float = 1.2
    """Blur that takes out grain, but no stroke."""
    around: float = 1.7
    """How far from the middle of strokes their tile may reach, in sides of the square around them."""
    ground_reach: float = 0.35
    """How far from that middle their ground lies, in such sides."""
    light: tuple[float, ...] = (0.5, 0.15)
    """What lightness counts for beside colour: light falls unevenly, and grounds are clouded."""
    spreads: tuple[float, ...] = (2.5, 4.0)
    """As `alike_spreads`, around strokes."""
    min_spread: float = 1.0
    """As `alike_min_spread`, around strokes."""
    stroke: float = 0.09
    """How broad strokes are at most, in sides of the square around them."""
    full: float = 0.84
    """The share of a rectangle around a tile that it fills at least."""
    alike_apart: float = 0.12
    """How far apart the middles of two things like others lie at least, in sides of one."""
    apart: float = 0.1
    """The least distance (across and down together) between the middles of two grounds, in sides of one."""
    alike_min_px: int = 50
    """Pixels of a thing that tell what colour it is."""
    min_px: int = 30
    """Pixels near strokes that tell what colour their ground is."""


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """Of things of one size that were laid apart on a plain ground."""

    work_px: int = 1600
    """The longer side of the picture in which they are looked for."""
    lab_weights: tuple[float, float, float] = (0.6, 1.4, 1.4)
    """What lightness and colour count for beside each other: a shadow is darker than the ground, but of its colour."""
    off_level: float = 0.8
    """The share of the level that parts things from ground at which a thing begins: its edge is blurred."""
    min_off: float = 10.0
    """What differs less from the ground (L*a*b*) is ground."""
    min_area: float = 0.0025
    """What takes less of the picture is no such thing."""
    max_size: float = 1.6
    """How many times as large as one is there a thing may be that is one."""
    min_size: float = 0.6
    """How many times as large as one is there a thing is that is one, at least."""
    min_count: int = 6
    """Things that tell how their size changes over the picture."""
    bridges: tuple[float, ...] = (0.03, 0.06, 0.1, 0.15, 0.2)
    """How broad a bridge between things may be, as where a lamp is mirrored between them, of how large they are."""
    full: float = 0.85
    """The share of its upright box that a thing fills at least; what is seen at a slant fills less."""
    full_slanted: float = 0.93
    """The share of its four corners that a thing seen at a slant fills at least."""
    min_outline: int = 40
    """Points of an outline from which on they tell its sides themselves, and not only those of its convex hull."""
    corner: float = 0.15
    """The share of a side at either end that tells nothing: corners are round."""
    beside: float = 0.08
    """How far beside a side of the box the outline's side may run, in lengths of it."""
    min_points: int = 8
    """Points of the outline that tell how a side runs."""


class Around(msgspec.Struct, frozen=True, kw_only=True):
    """Of the four sides of a rectangle around a known point, seen straight on."""

    band_px: int = 8
    """On either side of an edge colours are compared so far."""
    max_step: float = 60.0
    """Steeper steps of colour (L*a*b*) count no more: a bright thing beside the board would outweigh all sides."""
    max_side: float = 25.0
    """How clear a side may be at most: one side must not make up for another."""
    min_clear: float = 12.0
    """How clear four sides together are at least."""
    clear: float = 0.55
    """The share of the clearest edge beyond which another one further out is a side, too."""
    beyond: float = 0.12
    """The most by which a rectangle reaches beyond its print, of the breadth of that."""
    between: float = 0.6
    """The share of its breadth by which top and bottom are told where something is printed at its corners."""
    min_edge: float = 60.0
    """Slopes (grey levels) of edges by which it is told how a board is turned."""
    full_edge: float = 400.0
    """Steeper ones count no more."""
    directions: int = 5
    """Ways that it may be turned that are looked at, the likeliest."""
    min_px: int = 20
    """Pixels outward among which a side is looked for, at least: fewer do not tell an edge from the ground."""


class Corners(msgspec.Struct, frozen=True, kw_only=True):
    """Of what four corners say."""

    overlaid: float = 12.0
    """What is so many times as large as another thing is no such thing."""
    same: float = 0.06
    """Outlines of which no corner lies farther from the other's, in sides, are one."""
    as_long: tuple[float, float] = (0.75, 1.33)
    """Shares of the length for its width that a thing has between which it may seem as long."""
    off: float = 0.0016
    """How far the corners of an outline lie off, in longer sides of the picture: of small ones hardly anything tells
    how slanted they lie."""


EDGES, BOARDS, SIZED, LOOSE, GROUNDS = Edges(), Boards(), Sized(), Loose(), Grounds()
LAID, AROUND, CORNERS = Laid(), Around(), Corners()
