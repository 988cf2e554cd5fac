"""What capturing an owner's copy was tuned to: every threshold, with its reason."""

from __future__ import annotations

import msgspec


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """Lengths usually off (`…_mm`) are one standard deviation: fits weigh what is seen by them."""

    doubtful: float = 0.8
    """A star that is less sure than this wants a look."""
    lens: float = 0.15
    """Parts by which the focal length of a lens is usually off, all photographs together."""
    bend: float = 0.05
    """How much (k1) a lens usually bends, all photographs together."""
    lens_each: float = 0.01
    """Parts by which the focal length usually differs from photograph to photograph."""
    bend_each: float = 0.008
    """How much the bend (k1) usually differs from photograph to photograph."""
    edge_mm: float = 0.3
    """How far the disc's edge is usually seen beside where it is."""
    spot_mm: float = 0.15
    """The same of printed spots."""
    middle_mm: float = 0.5
    """The same of Polaris, on which the axis lies."""
    middle_alone_mm: float = 0.15
    """The same in a photograph alone, which has little else to go by."""
    turns: int = 6
    """Turns of one photograph against another that are looked at closely."""
    plane_tries: int = 400
    """Guesses at a plane: where so few spots meet that this is not enough, more are not worth it."""
    agreed: float = 0.7
    """A fit below this is of a photograph that was not understood."""
    veil: float = 10.0
    """How much brighter than in another photograph a place may be without a lamp mirrored in it."""
    hollow_mm: float = 3.0
    """The widest hollow inside a star that is a ring."""
    dot: float = 0.19
    """A piece smaller than this share of what encloses it is a part of that, not a star in a ring."""
    halo_contrast: float = 8.0
    """Lightness (0…255) by which a circle differs from what lies within and without: 0 to 2 where there is none."""
    min_haloed: float = 0.08
    """The least share of stars that lie in a printed rim."""
    max_haloed: float = 0.4
    """The largest share of stars that lie in a printed rim."""
    halos_agreed: float = 0.95
    """The share of all stars that must fit where the rim ends."""
    outline_step: float = 0.07
    """How much a step of outline counts."""
    mix_better: float = 0.05
    """By how much a one-sided mix must part better than one of colour and form, whose errors are not the same."""
    lattice_fit: float = 0.06
    """How far (pitches) stars on a lattice lie from its points, on the whole."""
    sure: float = 0.8
    """A spot that looks as much like one of the types as this is a star; below, it is doubtful."""
    perhaps: float = 0.55
    """Below this it is none."""
    faint: float = 0.45
    """Share of the usual strength below which a spot is no star."""
    somewhat: float = 0.4
    """The likeness that will do for a doubtful star at a free point of the lattice."""
    hardly: float = 0.12
    """The strength that will do for a doubtful star at a free point of the lattice."""
    asked: float = 0.5
    """How sure such a doubtful star is at most, so that it is asked about."""
    off_lattice: float = 0.2
    """Pitches from a lattice's points beyond which no star of it lies."""
    polaris_mm: float = 3.0
    """How far around the disc's middle Polaris reaches."""
    cut_slack_mm: float = 0.7
    """How far the window's edge may lie from where it seems to be."""
    cut_home: float = 0.1
    """What it costs to lie that far off, in shares of the clearest contrast."""
    min_alike: int = 14
    """Stars in their places, at least, for a disc to be found inside its board."""
    min_votes: int = 9
    """Votes for a plane to be tried."""
    max_planes: int = 5
    """Planes that are tried at most, those of most votes."""
    planes_apart_mm: float = 8.0
    """Planes that differ by less than this are tried once."""
    star_alike: float = 0.6
    """How alike the same star looks in two photographs."""
    less_alike: float = 0.1
    """How much less alike than most a star may look to say where it is."""
    min_share: float = 0.75
    """The share of the stars seen in their places that must look so: a lattice moved by a step shows about half."""
    disagreed_mm: float = 4.0
    """Photographs that disagree more took something else for a side of the board."""
    off_step_deg: float = 4.0
    """How much larger or smaller a step from stop to stop may seem."""
    hidden_deg: float = 45.0
    """Where no more of the window's edge is unclear, that is named and the capture goes on."""
    one_size: float = 1.15
    """How much longer than another a side of a board's markers may seem."""
    star_mm: float = 0.15
    """How far stars are usually seen beside where they are."""
    print_mm: float = 0.12
    """The same of what is printed on the face."""
    corner_mm: float = 0.06
    """The same of markers' corners."""
    play_mm: float = 0.15
    """How far a disc may lie elsewhere in its board at the other stop."""
    track_px: float = 0.3
    """A spot followed into the other photograph and back comes home so near."""
    agree_px: float = 6.0
    """Spots that one map moves nearer than this agree."""
    shade: tuple[float, float] = (0.55, 1.4)
    """How much darker or lighter some of the disc may lie than most of its core."""
    min_apart: float = 12.0
    """Colours (grey levels) nearer to each other than this speak for the disc in any case."""
    apart: float = 2.4
    """Colours speak for the disc where they are apart by less than this many times what is usual in the disc's core."""
    plainly: float = 3.0
    """What is this many times as far apart is plainly no disc."""
    bar: float = 5.0
    """What is plainly no disc counts this many times against it: another opening of the board lies beyond a bar of
    it."""
    bright: float = 40.0
    """Light (grey levels) of a spot on the disc that is missed where the disc is covered."""
    gone: float = 0.7
    """The share of its light that is missing where such a spot is covered."""
    agrees: float = 14.0
    """Colours this near (grey levels) agree while photograph and star map are matched."""
    agrees_bright: float = 0.1
    """By this share of their brightness colours may lie farther apart and agree."""
    faint_edge: float = 0.25
    """How steep an edge is at least."""
    stray_mm: float = 0.4
    """How far one angle's edge may lie off a smooth one."""
    smooth_mm: float = 0.3
    """How smooth the edge around it must be to say so."""
    edge_worth_mm: float = 2.5
    """Millimetres of disc that an edge is worth."""
    bend_cost_mm: float = 1.4
    """Millimetres of disc that a bend of 1 mm costs."""
    ink: float = 0.4
    """How strong ink is, of the strongest print on a tile."""
    fainter_ink: float = 0.3
    """A pattern that is another one with ink this faint is unclear: a lamp may be mirrored in it."""
    faintest_ink: float = 0.2
    """Ink is looked for down to this strength where a tile shows no pattern otherwise."""
    elsewhere_mm: float = 2.5
    """How far beside its usual place what was taken for a tile's emblem is something else, as its number."""
    faint_outline: float = 5.0
    """How far (L*a*b*) an outline must stand out from paper where the emblem is known to be."""
    min_emblems: int = 13
    """Emblems from which groups can be told: more than all start tiles."""
    emblem_step: float = 0.6
    """A step of form between emblems of other sizes, whose outlines blur otherwise."""
    min_clean: int = 12
    """Stars that types can be learnt from; with fewer the disc was photographed too small."""
    spot_area: float = 0.3
    """Share of a middling star's area below which a spot is dust; beside the axis smaller ones count, too."""
    axis_mm: float = 3.5
    """Spots as near to the axis as this may be stars of which the axis hides a part."""
    spot_height: float = 0.14
    """Contrast of the spots that tell how large a middling star is."""
    spot_long: float = 1.5
    """The same of their length over their breadth: longer ones are words or strokes."""
    beside_axis_mm: float = 0.3
    """The axis reaches so far beyond where it is printed: the camera's blur."""
    clean_area: tuple[float, float] = (0.45, 2.2)
    """Shares of a middling star's area between which a spot shows what its type looks like."""
    clean_long: float = 1.25
    """The same of length over breadth."""
    learned: float = 0.7
    """Likeness to its type below which a spot is left out when types are learnt again."""
    under_axis: float = 1.3
    """A star as near to the axis as so many of its radii is compared without the axis."""
    star_size: tuple[float, float] = (0.62, 1.6)
    """Shares of its type's radius between which a spot is a star."""
    clear_of: float = 0.8
    """Two stars nearer than this share of their radii together are one."""
    outermost: float = 0.9
    """No star lies farther out than those that are surer than this."""
    on_point: float = 0.1
    """Pitches between a faint star and its point of the lattice."""
    numeral_ring_mm: float = 1.3
    """What is printed for the rounds is as far out as the others of it, within this."""
    numerals_out: float = 0.9
    """The same lies no nearer to the middle than this share of the outermost spot."""
    tile_ink: float = 14.0
    """Colour distance (CIE Lab) from its paper below which nothing is printed on a tile: paper's grain."""
    frame: float = 0.78
    """Ink longer than this share of a tile's side is its frame."""
    knot_mm: tuple[float, float] = (0.8, 3.4)
    """Radii between which the knots of a pattern lie."""
    knot: float = 0.7
    """Share of the thickest knot's radius that every knot has."""
    passed_mm: float = 0.9
    """A knot nearer than this to the way between two others lies on it."""
    drawn: float = 0.93
    """Share of the way between two knots that is inked where a line is printed."""
    one_place: float = 0.4
    """Share of the tiles whose emblems must lie at one place before the others are looked for there."""
    faint_area: float = 0.1
    """Share of the usual emblem's area below which a faint outline is none."""
    emblem_long: float = 1.5
    """Length over breadth of the longest emblem."""
    emblem_width: float = 0.75
    """Share of a tile's width that an emblem never has."""
    emblem_mm: float = 1.8
    """An emblem covers at least the square of this side."""
    emblem_filled: float = 0.18
    """Share of its own box that an emblem fills; words fill less."""


TUNING = Tuning()
