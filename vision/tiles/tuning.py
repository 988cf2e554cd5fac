"""What the tile reader was tuned to: every threshold and weight, with its reason."""

from __future__ import annotations

import msgspec


class Worth(msgspec.Struct, frozen=True):
    """What fits say about there being a tile at all: nats a unit of fit, and of being ahead of all other figures.

    At `usual_fit` and `usual_ahead` it is as likely as not. What is no tile is about as like one figure as another.
    `askew`: nats against a figure that does not stand straight on its tile.
    """

    fit: float
    usual_fit: float
    ahead: float
    usual_ahead: float
    askew: float = 3.0


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """Fits are shares, 0…1; nats are natural logarithms of odds."""

    min_p: float = 0.97
    """A tile less likely than this to be what it is taken for is asked about."""
    listed: float = 0.25
    """A place whose likeliest figure is less likely than this shows no tile."""
    min_fit: float = 0.36
    """Ink that the best figure fits less well shows no tile."""
    sharpness: float = 32.0
    """Nats that a whole unit of fit is worth between figures."""
    max_ahead: float = 0.4
    """A figure further ahead of all others says no more for a tile than this."""
    other_size: float = 4.0
    """Nats against a tile of another size than the rest."""
    contrast: float = 2.2
    """Nats for a natural logarithm of contrast by which lines stand out from the ground."""
    usual_contrast: float = 1.5
    """The contrast of figures that are none as often as not."""
    max_contrast: float = 3.5
    """Nats that too little contrast takes away at most."""
    aside_px: float = 9.0
    """How far beside a line the ground is measured."""
    as_large: float = 0.33
    """Natural logarithm by which tiles of one size may seem larger or smaller."""
    other_large: float = 0.5
    """The same by which no tile of that size seems larger or smaller: of 216 such outlines in 60 simulated
    photographs none was a tile."""
    other_tint: float = 24.0
    """A difference of colour (Lab, without lightness) that no light makes."""
    same_tint: float = 2.5
    """How far (Lab, without lightness) the usual colour of an unread tile lies from a sure tile's ground at most."""
    same_light: float = 30.0
    """The same of lightness."""
    around: float = 12.0
    """How far (Lab) what lies around such an outline is from it at least, on each side."""
    unread: float = 0.49
    """How sure all tiles together may be that something may show that cannot be read."""
    asked: float = 0.9
    """How sure anything may be that is asked about for another reason: a strange ground, a faint or crooked figure."""
    faint: float = 0.6
    """Strokes that fit less well are asked about, whatever else is seen."""
    outlined: Worth = Worth(22.0, 0.55, 18.0, 0.12)
    """Of what has a tile's outline."""
    strokes: Worth = Worth(8.0, 0.6, 30.0, 0.16)
    """Of strokes, of which many are tried."""
    closely: Worth = Worth(30.0, 0.7, 20.0, 0.12, 6.0)
    """Of figures laid closely on any ink."""
    unexpected: float = 0.02
    """The chance that a tile lies there that the record does not expect."""
    max_quads: int = 32
    """Outlines that are looked at, at most."""
    max_strokes: int = 26
    """Groups of strokes that are looked at, at most."""
    max_again: int = 8
    """Outlines that are looked at again, at most."""
    max_again_each: int = 2
    """Outlines of one thing that are looked at again, at most."""
    likely: float = 0.5
    """How sure the tile is whose like is looked for."""
    max_as_large: int = 4
    """How many of those are looked at."""
    hopeless: float = -3.0
    """What is less likely (nats) a tile is none, without being laid beside figures that are not expected."""
    worth_again: float = 0.5
    """How well a figure fits what is then laid beside all figures."""
    clearly_ahead: float = 0.22
    """How far ahead of all others a figure is of which there is no doubt."""
    worth_all: tuple[float, float] = (0.45, 0.06)
    """How well a likely figure fits strokes, and how far ahead, that are then laid beside all figures."""
    worth_more: tuple[float, float] = (0.34, 0.22)
    """How well any figure fits strokes, and outlines, of which the ink is then looked for in other ways."""
    faint_match: float = 0.3
    """Where the best figure fits less than this, no second look at figures is worth its while."""
    clear_match: float = 0.72
    """Where the best figure fits as well as this, no second look at figures is needed."""
    mirror_outlines: int = 6
    """Outlines that are laid beside mirror images where no tile was read, at most."""
    mirror_fit: float = 0.72
    """How well a figure's mirror image fits where a tile is seen in a mirror."""
    mirror_ahead: float = 0.1
    """How much better than all figures a mirror image fits there."""
    mirror_compared: int = 4
    """How many of the surest tiles are laid beside the mirror images of all figures."""
    mirror_plain: int = 3
    """So many more tiles seen as they are than in a mirror say beyond doubt that the picture is not mirrored."""
    mirror_lead: float = 0.05
    """How far one fit must lead to say plainly whether a tile is seen in a mirror."""
    mark_sizes: float = 0.5
    """Natural logarithm by which the markers of a board differ in size at most, however slanted it lies."""
    mark_rim: float = 20.0
    """Grey levels by which nearly all of a marker's rim is lighter than its border at least: on 132 traced pictures 38
    and more, a tile's strokes that were taken for a marker have -20."""
    marks_of_board: int = 3
    """So many markers, of different numbers and turned alike, are those of one board, on which no tiles lie."""
    marks_turned_deg: float = 25.0
    """The markers of a board are turned by less than this against each other, however slanted it lies."""
    on_markers: float = 0.3
    """The share of an outline on a marker, or of a marker in an outline hardly larger, from which on it is no
    tile's."""
    hardly_larger: float = 3.0
    """How many times as large as a marker an outline is that is hardly larger."""
    own_look: float = 12.0
    """Nats that a whole unit of likeness to the owner's own picture of a tile is worth."""
    type_colour: float = 3.0
    """Nats that a whole unit of ink in a type's colour is worth."""
    sized_apart: float = 0.3
    """How far apart (in sides) things lie that are as large as a tile."""
    tint_tolerance: float = 7.0
    """How far (Lab) the ground of another tile may be from the model's in colour."""
    light_tolerance: float = 60.0
    """How far (Lab) the ground of another tile may be from the model's in lightness."""
    faint_edge: float = 1.0
    """What hardly is an edge (Lab a pixel)."""
    plain_sides: int = 115
    """How plain the four sides of what may be a tile are, at least, of 255."""
    chance: float = 0.45
    """How well figures of another design fit what has a tile's outline: they count only beyond this."""
    chance_strokes: float = 0.57
    """The same of strokes."""
    chance_closely: float = 0.75
    """Laid with all patience they fit better, but are so little ahead of others that both together come to no more than
    this."""
    simple: int = 6
    """Figures of more stars than this fit less well by chance."""
    a_star: float = 0.03
    """How much less well a figure fits by chance for each star beyond that."""
    min_trust: float = 0.28
    """By how much the sure figures of a picture, all together, fit better than by chance where they are of this
    layout."""
    over_noise: float = 4.0
    """How far ink stands out from the noise of its ground."""
    stars: int = 36
    """Places that may be stars, the likeliest."""
    min_blob: float = 0.06
    """How like a star (0…1) such a place is at least."""
    off_middle: float = 0.36
    """How far from the middle of its tile (width and height) a star usually lies at most: frames are further out."""
    off_middle_worth: float = 0.4
    """What a place further out counts for."""
    inked: tuple[float, float] = (0.012, 0.4)
    """Shares of the middle of a tile between which its ink lies where a figure is printed on it."""
    min_narrow: float = 0.7
    """Share of its size to which a figure may seem squeezed one way on a tile seen straight."""
    named: float = 0.02
    """What is less likely is not named as what a tile may be instead."""
    touching: float = 0.01
    """Two stars of a figure nearer to each other than this, in its width, are at one place."""
    dark: int = 45
    """Grey level (0…255, 98th percentile) of a tile below which it is too dark."""
    flat: int = 18
    """Grey levels between the darkest and the brightest of a tile below which glare hides what is printed."""
    no_colour: float = 14.0
    """Ink that differs less (Lab, without lightness) from its ground has no colour."""
    min_coloured: int = 25
    """Pixels of coloured ink that tell a type."""
    min_of_type: float = 0.25
    """The share of them that has some type's hue, at least: otherwise colours are no types'."""
    plainly_long: float = 1.08
    """A tile longer than this for its width has an upright way."""
    masked_by: int = 5
    """Figures, the best, whose surroundings are what all are compared in."""
    snap_px: float = 5.0
    """How far beside a printed star a star of the figure may lie at first."""
    aside: float = 0.06
    """How far beside the middle of its tile (sides) a figure may lie and be printed there."""
    some_solid: float = 0.06
    """The share of solid ink that any tile may show."""
    hue_deg: float = 26.0
    """How far a colour may lie from the hue it is named after."""
    mark_room: float = 1.1
    """How much larger than it is seen a marker is left out: blur makes it seem smaller."""


class Strokes(msgspec.Struct, frozen=True, kw_only=True):
    """Of figures looked for by their strokes, where no outline was made out."""

    work_px: int = 960
    """The longer side of the picture in which strokes are looked for."""
    min_px: int = 20
    """How large (px at work size) a figure is at least."""
    max_px: int = 190
    """How large a figure may be."""
    usual_px: float = 60.0
    """How large a figure is where nothing is known of the tiles."""
    share: float = 0.55
    """How large a figure is, in sides of its tile."""
    room: float = 0.72
    """Half the side of the square looked at, in sizes of the figure."""
    other_size: float = 0.6
    """Natural logarithm by which the square around a figure seems larger or smaller at most, where tiles were found."""
    ground_reach: float = 0.15
    """How far around the middle of strokes it is asked whether tiles' ground is there, in sides of a tile."""
    ground_share: int = 90
    """How much of what is near has that colour at least, of 255."""
    over_noise: tuple[tuple[float, int], ...] = ((2.0, 5), (3.5, 5), (5.5, 5), (3.5, 9), (8.0, 3), (5.5, 9))
    """How far strokes stand out from the noise, and how far (px) apart the pieces of one lie, in turn."""
    near_px: int = 61
    """Around strokes it is looked so far for what stands out near them."""
    over_near: tuple[tuple[float, int], ...] = ((2.2, 5), (3.2, 7))
    """As `over_noise`, beside what stands out near them."""
    over_grey: tuple[tuple[float, int], ...] = ((10.0, 5), (22.0, 9), (30.0, 5))
    """As `over_noise`, in grey levels."""
    noise_levels: float = 4.0
    """Levels beyond so many times the noise by which strokes stand out: plain paper has hardly any noise."""
    near_levels: float = 6.0
    """The same beyond what stands out near them."""
    same: float = 0.22
    """Strokes whose middles lie nearer to each other than this, in sizes of one, and about as large, are the same."""
    same_size: tuple[float, float] = (0.75, 1.33)
    """Times by which the sizes of the same strokes may differ."""
    slim: float = 0.3
    """How wide a figure is for its length, at least."""
    drawn: tuple[float, float] = (0.05, 0.5)
    """Shares of the box around a figure between which its strokes lie."""
    usual_drawn: float = 0.18
    """The share of it that they usually have."""
    hat_px: int = 11
    """Wider things are no strokes."""
    plain: float = 0.7
    """What it is worth that strokes stand out from plain ground."""
    faint: float = 2.0
    """Grey levels that nobody sees."""


class Placing(msgspec.Struct, frozen=True, kw_only=True):
    """Of figures laid on a tile's ink."""

    smallest: float = 0.18
    """How wide a figure is at least, in shares of the patch's longer side."""
    largest: float = 1.0
    """How wide a figure may be."""
    min_anchor: float = 0.15
    """How far apart (sides of the tile) likely stars lie, at least, that two stars of a figure are laid on."""
    stars_weight: float = 0.5
    """What stars count for when places are chosen; lines count for the rest."""
    likely: int = 150
    """Ways to lay a figure whose lines are looked at, those with most stars."""
    max_places: int = 3
    """Ways to lay a figure that are laid closer."""
    max_at_once: int = 64
    """The most figures laid together: all of a usual game, and memory stays bounded for more."""
    other_way_px: float = 6.0
    """Ways to lay one figure between which no star is moved farther are one."""
    askew_deg: float = 12.0
    """How far a figure printed straight may seem askew."""


TUNING, STROKES, PLACING = Tuning(), Strokes(), Placing()
