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
    middle_mm: float = 0.15
    """The same of Polaris, round which stars are printed and the disc turns: a rim hardly tells where in it the middle
    is. With 0.5, two photographs put all stars of a disc up to 0.15 mm off, with this 0.05 (seeds 41 to 53)."""
    vague_middle_mm: float = 0.5
    """The same of a Polaris that is less like itself turned by half, among others."""
    middle_alike: float = 0.78
    """How much that is, from -1 to 1: 0.79 to 0.95 where it is plainly seen; at 0.7 it was put 0.1 mm off."""
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
    star_reach_mm: tuple[float, ...] = (5.0, 3.0, 2.0, 1.2)
    """How near to where it should be a star is looked for in its board, ever nearer as the plane fits better."""
    star_found_mm: float = 0.9
    """The same in the end: a neighbour lies farther off."""
    min_spot: float = 1.0
    """Height (0…255) of the faintest spot that is looked at on a bare disc; the print's grain stays below."""
    min_spot_in_board: float = 1.5
    """The same of a disc in its board, where photographs are not put together and noise is stronger."""
    max_spots: int = 220
    """Spots by which photographs of a bare disc are laid over each other, the strongest: about as many as stars."""
    max_seen_spots: int = 600
    """Spots among which the disc's stars are looked for in its board, the strongest: the board is printed, too."""
    max_neighbourhoods: int = 260
    """Spots whose neighbourhoods are compared with those of stars, the strongest: each costs time."""
    neighbourhoods_mm: float = 3.0
    """Neighbourhoods that one map moves nearer than this agree: less than stars lie apart."""
    neighbourhoods_size: tuple[float, float] = (0.7, 1.4)
    """Parts of the size looked for between which a disc is believed: the next sizes are tried anyway."""
    beside_disc_mm: float = 2.0
    """What lies so near around the disc is not compared as print of the face: it may be the disc."""
    off_window_mm: float = 4.0
    """What lies nearer to the window than this is no 3-point star: the window's edge is there."""
    off_marker_mm: float = 3.0
    """What lies nearer to a marker than this belongs to it."""
    min_thing: float = 3.0
    """Height (0…255) of the faintest thing on the face that may be a 3-point star: they are printed boldly."""
    thing_ink: float = 0.5
    """Share of the strongest ink around a 3-point star from which on it counts for its middle: half is its edge."""
    things_alike: tuple[float, ...] = (0.9, 0.8, 0.7)
    """Likeness from which on things on the face are of one kind: strict at first, then less so for a worse picture."""
    things_apart_mm: float = 6.0
    """3-point stars lie farther apart than this; what is nearer is one thing seen twice."""
    row_mm: float = 12.0
    """3-point stars are put in order in rows of this height: those of a row do not lie exactly level."""
    on_side_mm: float = 0.25
    """Places nearer than this to a line lie on the same side of the board."""
    side_tilt: float = 0.03
    """How far (mm a mm) a side may be turned against where it was roughly found."""
    clear_step: float = 0.5
    """Share of the clearest step of colour across a side from which on a step may be the board's edge."""
    trackable: float = 0.02
    """How clear a corner of the print must be to be followed, of the clearest: faint print counts, noise does not."""
    tracked_apart_px: int = 8
    """Spots that are followed lie at least so far apart, so that they cover all of the face."""
    min_tracked: int = 8
    """Spots that must be followed for their map to say anything: six numbers, with some to spare."""
    bar_mm: float = 2.0
    """What is plainly no disc over less than this is no bar of the board: a star's rim may be so broad."""
    edge_levels: float = 4.0
    """A step of colour (grey levels) smaller than this is never a full edge: it is noise."""
    gain_levels: float = 4.0
    """Colours less apart than this (grey levels) tell no gain between photograph and star map."""
    sharp_edge: float = 0.15
    """How steep an edge must be for the window's outline to be moved onto its very top."""
    form_ink: float = 0.4
    """Share of a type's strongest colour from which on a place belongs to its form."""
    axis_levels: float = 12.0
    """Print (0…255) up to this counts in full for the axis even on a faint disc; above, only as the disc's strongest
    does, so that stars on a line do not make it."""
    axis_half_mm: tuple[float, float] = (0.15, 1.2)
    """Between which half the axis's breadth lies: thinner is not printed, broader has taken a star in."""
    strongest: int = 60
    """Spots that tell how strong full ink is, the strongest: faint types among the rest would lower it."""
    full_ink: float = 0.5
    """Share of their middling strength at which ink counts in full: faint types are found as well as bold ones."""
    ring_ink: float = 0.8
    """Share of full ink from which on a line may enclose a hollow star."""
    min_glyph: float = 0.05
    """Height (1 = full ink) of the faintest spot that is measured; what is no star is sorted out later."""
    on_disc: float = 0.98
    """Share of the disc's radius beyond which a spot is its edge."""
    spots_within: float = 0.96
    """The same of spots by which photographs are laid over each other, before the edge is known as well."""
    centred_px: float = 0.02
    """A middle that moves by less is found."""
    body_ink: float = 0.45
    """Share of a glyph's own ink from which on a place belongs to it: about half, so that blur moves no edge."""
    hollow_ink: float = 0.4
    """A glyph with less ink inside than this share of that around is hollow: a ring, measured by that."""
    min_ink: float = 4.0
    """Ink (0…255) fainter than this is noise, and no glyph."""
    body_reach: float = 0.95
    """Share of what is looked at around a glyph within which its ink lies: farther out others begin."""
    min_core_px: int = 12
    """Pixels of a glyph without its rim that tell its colour, at least; else all of it does."""
    glyphs_apart_mm: float = 1.0
    """Two glyphs nearer than this are one."""
    glyphs_apart: float = 0.5
    """So are two nearer than this share of the larger one's radius."""
    ring_clear: float = 6.0
    """How many times the usual noise a change of colour must exceed the usual one to be a printed circle."""
    max_rings: int = 8
    """Circles that are printed on a disc, at most: what comes after is noise."""
    rings_apart_mm: float = 2.0
    """Two circles nearer than this are the two sides of one line."""
    min_on_lattice: int = 12
    """Stars that a lattice can be told from, at least: fewer lie on some lattice by chance."""
    next_star: float = 1.15
    """Pitches within which a star is the next one on a lattice: the diagonal is 1.41."""
    near_point: float = 0.3
    """Pitches within which a star belongs to a point while the lattice is fitted."""
    min_near_points: int = 6
    """Such stars that fit a lattice, at least: four numbers, with some to spare."""
    whole_steps: float = 0.07
    """How far gaps may be from whole pitches, on the whole, for the pitch to be that: by chance it is 0.25."""
    min_of_type: int = 3
    """Stars of a type, at least; else noise was taken for a type."""
    min_type_share: float = 0.05
    """The same as a share of all stars."""
    fits_within_mm: float = 2.0
    """How far from where it was seen a star may be found to lie: farther off is another one."""
    same_spot_mm: tuple[float, ...] = (3.0, 1.2, 0.6, 0.25)
    """Spots of two photographs nearer than this are the same, ever nearer as cameras are settled."""
    met_mm: tuple[tuple[float, float], ...] = ((5.0, 1.5), (2.0, 0.7))
    """While photographs are laid over each other: how near spots meet, and how near their plane must then bring
    them, at first and again."""
    min_met: int = 8
    """Spots that must meet for a plane: fewer meet anyhow turned."""
    print_levels: float = 90.0
    """Print stronger than this (0…255) counts as this: it may be a mirrored lamp."""
    beyond_outermost_mm: float = 1.0
    """Stars may lie so much farther out than the outermost of the surer ones."""
    beyond_edge_mm: float = 0.5
    """Points of a lattice are looked at so much farther out than the outermost star: places are a little off."""
    free_point: float = 0.5
    """A point of the lattice with no star nearer than this (pitches) is free: the nearest point is another's."""
    numeral_off_deg: float = 2.0
    """How far what is printed for the rounds may be from a sixth of a turn."""
    min_numerals: int = 3
    """Of the six sixths so many must be printed: two lie so by chance."""
    surely_alike: float = 0.9
    """A star that looks as much like its type as this is as sure as one can be."""
    same_row: float = 0.5
    """Tiles of a row lie level within this share of their height."""
    tile_rim_mm: float = 1.4
    """Along a tile's edge nothing printed is looked for: shadow and cut show there."""
    knot_core: float = 0.5
    """Share of the thickest knot's radius from which on ink is the core of a knot; lines are thinner."""
    min_inner_px: int = 30
    """Pixels of an emblem without its rim that tell its colour, at least; else all of it does."""
    faint_share: float = 0.35
    """Share of the strongest outline around an emblem's place from which on a faint one is seen."""
    group_step: float = 0.22
    """A step of form between emblems of many tiles, which are compared with each other and are of one size."""


TUNING = Tuning()
