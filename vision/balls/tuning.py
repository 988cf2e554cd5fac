"""What the reader of the tube was tuned to: every threshold, with its reason."""

from __future__ import annotations

import msgspec


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """Lengths are in radii of a ball unless the name says otherwise."""

    full_edge: float = 9.0
    """Edges (grey levels a px) that count in full as a ball's rim, where others are steep enough."""
    least_edge: float = 4.0
    """The same where all edges are weak: noise is not taken for a rim."""
    edge_share: float = 0.25
    """The same as a share of the steep edges in the tube. Of ten traced pairs (seed 55002) 8 are read with it, 6 with
    0.4, 9 with 0.2, with which noise is nearer."""
    round_rim: float = 0.85
    """Share of its rim from which on something is surely round."""
    step_px: float = 1.5
    """Places of the tube are tried in steps of this."""
    distance_cost: float = 0.1
    """What a place costs (shares of a rim) that is a ball's diameter away."""
    whole_rim: float = 0.95
    """Share of both rims from which on the tube surely stands there."""
    ahead: float = 0.45
    """So does one that leads any other place by this share of a rim."""
    elsewhere: float = 0.8
    """How far another place of the lower ball lies at least."""
    lying: float = 1.07
    """How high the middle of the lower ball lies above the tube's lower end: a little more than its radius."""
    floor: float = 0.02
    """Reflectance that noise and the tube's own shine add to everything."""
    core: float = 0.62
    """How far from its middle a ball is looked at: without its rim."""
    dark: float = -2.2
    """Log reflectance of the lightest black ball; a shadow on something light is lighter."""
    sure: float = 0.98
    """Balls less sure than this are asked about."""
    firm_rim: float = 0.85
    """Share of its rim from which on a ball is seen well enough to say where it lies."""
    moved: float = 0.2
    """How far a ball may lie from where it was in the frame before and still be at rest."""
    changed_levels: int = 30
    """A pixel of the tube that differs by more grey levels from the frame before has changed."""
    well_lit: float = 0.5
    """Where white paper has less linear light than this, the tube is compared as if it had: in a dim picture a red ball
    in the place of a black one is not 30 levels brighter. Of 15 dim pairs by another renderer that had not come to rest
    three counted as settled without it; none of 72 at rest is lost for it."""
    changed_share: float = 0.04
    """In a tube at rest a smaller share of pixels than this has changed."""
    unlike: float = -12.0
    """Log density below which a round thing hardly has the colour of any ball."""
    half_round: float = 0.62
    """Share of its rim from which on something coloured may be a ball that is blurred because it falls."""
    coloured: float = -6.0
    """Log density above which such a thing has the colour of a ball."""
    dim: float = 0.012
    """Linear light of white paper below which it is too dark to tell colours."""
    clipped_share: float = 0.2
    """Overexposed share of the tube beyond which glare is told of."""
    same_shape: tuple[float, float] = (0.97, 1.03)
    """Width over height of a picture as a share of the layout's: outside, it is another camera's."""
    lower: float = 1.6
    """A ball's middle lower than so many radii above the bottom is the lower ball's."""
    resting: tuple[float, float] = (0.6, 1.55)
    """Radii above the bottom between which the middle of a ball at rest lies."""
    upper: float = 3.6
    """The same of the upper of two, of which only one is seen well."""
    upon: tuple[float, float] = (1.7, 2.35)
    """Radii between the middles of two balls of which one rests upon the other."""
    clipped: int = 250
    """A pixel whose darkest channel (0…255) is brighter shows no colour any more."""
    aside_cost: float = 0.02
    """What a round thing costs (shares of a rim) for each px beside the tube's middle, in which balls lie."""
    white_clipped: int = 252
    """A pixel of white paper with a channel (0…255) this bright may be brighter than the camera can tell."""
    clipped_white: float = 0.5
    """Share of such pixels in the white area beyond which glare is told of: the paper no longer tells the light."""
    size_cost: float = 0.1
    """What a place costs (shares of a rim) where the ball shows as large again as usual: sizes tell little."""
    enlarged: float = 1.06
    """How many times its own size a ball mostly shows: the tube stands before the card, nearer to the camera."""
    hardly_worse: float = 0.03
    """Places around the best that are worse by less (shares of a rim) are averaged: their order is noise."""
    min_picture_px: int = 64
    """A layout's picture narrower or lower than this is a mistake: no tube could be seen in it."""
    usual_ball: float = 0.92
    """A ball's diameter in widths of the tube where the layout does not say: it falls freely."""
    fitting: tuple[float, float] = (0.3, 1.3)
    """Widths of the tube between which a ball's diameter is believed: wider by a measuring error at most."""
    min_look_px: float = 2.0
    """Radius (px) below which a ball of the calibration shows too few pixels to tell its colour."""
    unlikely: float = 0.1
    """How likely a round thing with hardly the colour of any ball is a ball all the same."""
    min_rival: float = 0.01
    """What a ball is less likely than this is not named as what else it may be."""
    moved_px: float = 1.0
    """A ball may seem moved by so many px more: rims are found no closer."""
    usual_share: float = 0.25
    """How much the usual look of a colour counts beside this evening's photograph, which tells more."""
    usual_veil: float = 0.2
    """A tube whose wall hides so much more (as a share of the light) is less likely by a factor of e."""
    far_off: float = 30.0
    """Squared deviations beyond which a colour is not less likely still: one odd value must not decide alone."""
    there: tuple[float, float] = (0.81, 40.0)
    """Share of its rim at which a thing is as likely a ball as not, and how fast that grows with the share."""
    plain_there: tuple[float, float] = (0.74, 40.0)
    """The same of one whose halves both have the plain colour of a ball, which shows less of its rim where it is dim or
    the ship hides some of it."""
    plain: float = -2.0
    """Log density from which on a half has the colour of a ball: grey things seldom have it."""
    plainly: float = 3.0
    """By how much that colour leads the next: what is grey lies between black and yellow."""
    perhaps_there: tuple[float, float] = (0.6, 40.0)
    """The same of one that must shine, too: in the dark less of a rim shows."""
    shining: tuple[float, float] = (0.45, 20.0)
    """Spread of log light at which a thing is as likely shining as not, and how fast that grows with the spread."""
    black_shining: tuple[float, float] = (0.32, 16.0)
    """The same of a dark place: a black ball shines less clearly, the dark behind it not at all."""
    black: tuple[float, float] = (0.1, 0.85)
    """How likely a dark place without any shine is the black ball, and how much likelier with it; neither is sure."""


TUNING = Tuning()
