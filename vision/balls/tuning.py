"""What the reader of the tube was tuned to: every threshold, with its reason."""

from __future__ import annotations

import msgspec


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """Lengths are in radii of a ball unless the name says otherwise."""

    full_edge: float = 9.0
    """Edges (grey levels a px) that count in full as a ball's rim."""
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
    stood: float = 0.08
    """How far the tube may stand from where it stood in the other frame: sharp frames hardly differ."""
    changed_levels: int = 30
    """A pixel of the tube that differs by more grey levels from the frame before has changed."""
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


TUNING = Tuning()
