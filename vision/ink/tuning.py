"""What the parts that all readers share were tuned to: every threshold, with its reason."""

from __future__ import annotations

import msgspec


class Rims(msgspec.Struct, frozen=True, kw_only=True):
    """Of a disc that fills most of a picture."""

    look_px: int = 720
    """The longer side of the picture in which an edge is first looked for."""
    rays: int = 240
    """Rays from the middle of the picture along which steps of colour are looked for."""
    peaks: int = 5
    """Steps remembered along each ray: stars and the print make some, too."""
    tries: int = 3000
    """Ellipses through steps of six rays that are tried."""
    larger_than_stars_px: int = 19
    """What is smaller than half of this disappears before edges are looked for."""
    band_px: int = 8
    """On either side of an edge colours are compared so far."""
    agreed: float = 0.35
    """The share of rays that must have a step where the ellipse crosses them."""
    min_edge: int = 40
    """Points on the edge with which it can be measured."""
    smallest: float = 0.3
    """A rim's shorter axis as a share of the picture's shorter side."""
    largest: float = 1.2
    """A rim's longer axis as a share of the picture's longer side: a part may lie outside."""
    slant: float = 0.6
    """The shorter axis over the longer one where a disc is seen at the steepest slant that is read."""
    on_rim_px: float = 2.5
    """Pixels between a colour step and the rim that it belongs to."""
    firm: float = 0.35
    """Share of the usual step of colour below which a point of the rim is left out."""
    full_step: float = 40.0
    """Steps of colour that count in full where rays agree on a rim: steeper ones are no better."""
    edge_px: float = 3.0
    """How far (px at look size) beside the ellipse the edge itself is looked for."""
    ends: int = 12
    """Half pixels at either end of a look across the edge that are left out: no slope can be told there."""
    stray: float = 0.0008
    """Share of the rim's axes by which a point may always lie off it: less is noise, however well the others lie."""
    stray_times: float = 3.0
    """A point that lies off by more times what the middle one of them does is none of the rim's."""


class Markers(msgspec.Struct, frozen=True, kw_only=True):
    """Of a board's markers."""

    larger: float = 1.24
    """Times by which four markers may seem larger or smaller beside their distances than they are printed (area):
    of 388 boards seen by all of theirs, 0.82 to 1.10 times; of 49 slates of chance seen as our disc, nine in ten are
    below 0.8."""
    constant: float = 13.0
    """Grey levels by which a marker is darker than what surrounds it where it is printed and lit well."""
    faint_constant: float = 7.0
    """The same of a faint or small marker."""
    miss: float = 0.35
    """How far a marker may lie from where another one says, as a share of the way there: one tells it only roughly."""
    as_large: float = 2.0
    """How many times as large as another one a marker of the same board may seem."""
    as_turned: float = 0.8
    """The cosine of the most by which two markers of a board may seem turned against each other."""
    off: float = 0.12
    """How far (sides of a marker, root mean square) markers may lie off the plane that they make out."""
    farthest_off: float = 0.25
    """The same of the corner that lies farthest off, where any board will do."""
    enough_share: float = 0.75
    """The share of a board's markers with which it is looked for no more."""
    max_zoomed_px: int = 2600
    """A picture whose longer side is larger is not looked at enlarged: that takes long, and its markers are large."""
    beside_place_px: float = 20.0
    """How far outside the place that a layout names for a board the middle of its marker may lie."""


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """Of pictures in which no board is found."""

    work_px: int = 1600
    """The longer side of the picture in which markers are counted."""
    min_markers: int = 2
    """Markers that tell another board or a mirror: a single one may be made up of chance."""
    dark: float = 40.0
    """A picture hardly any of which is brighter than this is dark."""
    white: int = 250
    """Where a channel reaches this, print is gone."""
    max_white: float = 0.4
    """Share of such places in a picture that is too bright: photographs that can be read have a quarter at most."""
    min_side_px: int = 240
    """In a smaller picture nothing can be made out."""
    soft: float = 0.2
    """Contrast of fine things over that of large ones in a blurred picture: sharp photographs reach 0.29 at least,
    those blurred by 6 px of 1280 at most 0.15."""
    shapes: float = 4.0
    """Contrast (0…255) of large things in a picture that shows anything."""


class Locks(msgspec.Struct, frozen=True, kw_only=True):
    """Of a board that is watched whether it stays."""

    anchors: int = 28
    """Patches that are watched."""
    patch_px: int = 8
    """Half the side (px at work size) of what is compared."""
    reach_px: int = 9
    """How far (px at work size) beside its place a patch is looked for."""
    alike: float = 0.62
    """Correlation from which on a patch is the one that was there."""
    min_patches: int = 6
    """Patches found that tell how the board lies: four would fit any shift."""
    still_px: float = 0.6
    """A board that went less far lies still: cameras and compression move patches by that."""
    still_times: float = 3.0
    """How many times as far as that four in five of its patches may go at most."""
    coarse_factor: int = 8
    """By how much the picture is made smaller when a far shift is looked for."""
    agree_px: float = 1.5
    """How far patches of one board may go beside most of them."""
    agree_share: float = 0.25
    """The same as a share of how far the board went: where it is turned, patches go differently far."""
    slack_px: float = 1.5
    """How much farther than both say a patch may go: it is found to a pixel or so."""
    work_px: int = 700
    """The longer side of a large picture when its patches are compared; smaller ones are halved."""
    inner: float = 0.7
    """The share of the board, each way, that is looked for when it went far."""


class Outshone(msgspec.Struct, frozen=True, kw_only=True):
    """Of ink that a lamp mirrored in the board's film outshines. Of 68 boards by true light three have such places: 12,
    40 and 41, at least 92 % of them dark. Of 240 drawn boards with lamps and hands, where ink is never darker, none has
    12 of which more than 83 % are."""

    fewest: int = 12
    """Places of recorded lines in so bright a ground that it takes to tell anything."""
    agreed: float = 0.9
    """The share of them that must be darker than their ground."""
    share: float = 0.05
    """The share of all ink of the recorded lines, bright and dark, that they must have."""
    soft: float = 12.0
    """Grey levels on either side of that brightness within which ink hardly shows."""


class Lights(msgspec.Struct, frozen=True, kw_only=True):
    """Of photographs that can be read well."""

    outside_px: float = 2.0
    """A board that reaches farther beyond the picture is cut off."""
    min_bright: float = 50.0
    """Brightest parts (0…255) of a play area that is light enough."""
    min_detail: float = 0.63
    """Contrast of millimetre-wide things over that of things twice as wide, of a sharp picture."""
    min_even: float = 0.65
    """Contrast in the direction where there is least over that where there is most. Of 676 pictures that nothing
    shook one has less; of 57 shaken over 15 px of 1280 the middle ones have 0.5 to 0.65."""
    max_glare: float = 0.06
    """The share of a window that may be washed out."""
    hides_things: float = 0.15
    """Where more of a slate is washed out and there is no clean picture to compare with, something else than what was
    to be drawn is not believed: under a lamp, two slates of 36 were read so with a line missed. Where more of a disc's
    window is, it cannot be told whether earlier lines are gone."""
    max_covered: float = 0.08
    """The share of stars that may be hidden together, as by a hand."""
    pale: float = 0.65
    """Darkest over brightest channel of a lamp's reflection: less is printed colour."""
    lamp_over: float = 55.0
    """Grey levels (0…255) by which it is brighter than the usual ground."""
    lamp_times: float = 1.3
    """The same in times of the usual ground, where that is bright."""
    overexposed: float = 225.0
    """Grey level (0…255) of a ground on which light ink cannot be told any more: white is 255, and noise and
    compression take 10."""
    few_stars: int = 3
    """Printed stars that tell whether their ground is light or overexposed."""
    dark_print: float = 25.0
    """Grey levels by which most of them are darker than their ground, where that is light: noise takes 10."""
    min_stars: int = 8
    """Stars from which it can be told that a hand hides some."""
    hidden: float = 0.2
    """How well (0…1) a star is seen that something hides."""
    live_dark: float = 40.0
    """Grey level (0…255, 95th percentile) of a live picture below which it is too dark."""
    live_blurred: float = 0.02
    """Sharpness of a live picture below which it is blurred."""
    moved: float = 18.0
    """Grey levels by which a pixel of two live pictures differs where something moves."""
    moved_share: float = 0.01
    """Share of such pixels from which a hand is in the picture."""


class Comparing(msgspec.Struct, frozen=True, kw_only=True):
    """Of readings of which every line should be compared with the photograph."""

    wrong: float = 0.1
    """That is asked where more new lines than this are expected to be wrong before anything is asked: of 397 readings
    of slates and discs by two renderers, on which it was chosen, all 25 that were silently wrong expect more."""
    few: int = 6
    """It is asked where there would be more questions than this, too."""
    faint: float = 6.0
    """Ink weaker than this (standard deviations of the noise) is faint. Where nothing is known of a board, all its
    lines may be fainter than can be seen: of 83 boards drawn with a silver pen, four were read as empty without a
    question, with 2.5; no board of light ink that was read rightly and need not be compared has less than 6.6."""
    slanted: float = 0.85
    """Where a board seems narrower or lower than it is by more than this, it is seen from the side: about 32°."""
    far: float = 1.6
    """Pixels a millimetre of a board that is too far away."""


class Streaks(msgspec.Struct, frozen=True, kw_only=True):
    """Of ink that runs on past the stars of a line."""

    from_mm: float = 4.0
    """Past a star ink counts from here on: hands overshoot by less."""
    to_mm: float = 9.0
    """It is followed as far as this."""
    share: float = 0.8
    """The part of that way that has ink."""
    as_strong: float = 0.7
    """What counts as ink, in parts of the line's own: of some 2 000 drawn lines one runs on by this, eleven by 0.5; of
    18 lines that were read wrongly and run on by 0.5, 16 do."""
    least: float = 3.0
    """The least that the line's own ink counts for (standard deviations of the noise)."""
    near_mm: float = 2.5
    """Ink no farther from another line is that line's."""


RIMS, MARKERS, DIAGNOSIS, LOCKS, LIGHTS = Rims(), Markers(), Diagnosis(), Locks(), Lights()
COMPARING, OUTSHONE, STREAKS = Comparing(), Outshone(), Streaks()
