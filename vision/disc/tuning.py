"""What the disc reader was tuned to: every threshold and price, with its reason."""

from __future__ import annotations

import msgspec

from vision.ink.doubt import DoubtLimits


class Prices(msgspec.Struct, frozen=True):
    """What the weights of whole drawings are made of (natural logarithms, from validation photographs)."""

    line: float = 1.25
    """Gain of every line that the tile asks for, over one drawn freely."""
    exact_line: float = 2.0
    """The same where the tile's distances count: it then fits in few places only."""
    skip: float = 1.7
    """First star left out."""
    skip_more: float = 4.0
    """Every further star left out."""
    gap: float = 4.0
    """A line of the tile left out between two drawn stars."""
    free: float = 5.7
    """Drawing something else than the tile."""
    free_line: float = 0.9
    """Gain of every line of something else."""
    island: float = 4.2
    """Every piece of a free drawing beyond the first."""
    heat: float = 1.3
    """Weights are divided by this before they become probabilities: lines of one drawing share their mistakes."""
    keep: float = 13.0
    """Drawings lighter than the heaviest by this are forgotten."""


class RulePrices(msgspec.Struct, frozen=True):
    """How much less likely (natural logarithm) a line is for breaking a rule of the game; players do err."""

    used_star: float = 4.0
    """For each end at a star of a recorded line."""
    cross: float = 4.0
    """For crossing another line."""
    hidden_star: float = 4.0
    """For each end at a star that does not show whole in the window."""
    same_ink: float = 1.0
    """Two lines that follow the same ink, each with ink enough to be set against the other's."""
    least: float = -6.0
    """Log-odds below which a line is not considered, unless it goes on from a star where another is likely."""
    deepest: float = -10.0
    """Log-odds below which no line is considered, wherever it is."""
    anchor: float = -2.0
    """Log-odds from which on a line is likely enough for others to go on from its stars. A tile often leaves one place
    only for a line that hardly shows."""
    most: float = 8.0
    """Log-odds above which no line counts for more."""
    count: int = 160
    """Lines that are weighed, at most: the likeliest."""


class Untold(DoubtLimits, frozen=True, kw_only=True):
    """Where doubt begins on a disc of which nothing is known, without a clean photograph."""

    low: float = 0.02
    high: float = 0.98
    most_asked: int = 30
    """This is the most that is asked about for being among the least sure: the whole drawing is looked over at once
    then. With 40, one more of 240 hard boards was right, for 1.6 questions more."""
    most_wrong: float = 3.5
    """No reading is given where more lines than this are expected to be wrong before anything is asked: of 240 hard
    boards (seeds 628501 and 628601) 41 more are refused than without it, and half as many are wrong without a
    question. Of 120 medium ones without a clean photograph it refuses four."""
    short_low: float = 0.02
    """`low` of a pair that is `Tuning.short_mm` or less: little of its line is to be seen."""
    own_ink: float = -99.0
    """A line that is read is asked about where its ink alone gives it smaller log-odds."""
    pale: float = 0.45
    """A line in clear sight is asked about, beyond `most_asked`, whose ink is weaker than this part of a drawn line's:
    it may be a wiped one. Of 259 boards by three renderers, on which it was chosen, two medium ones were silently wrong
    for such lines. On the 60 of them whose lines need not all be compared, it asks about 7 lines."""


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """Chosen on photographs kept for that, which no net has learnt from (`docs/training.md`).

    Distances that the nets' features are made of stay beside the features: they change with the nets only.
    """

    near_mm: float = 1.0
    """How far the board may lie from where four markers place it."""
    rough_mm: float = 3.0
    """How far it may lie from where fewer markers or its edges place it."""
    fine_steps_mm: tuple[float, ...] = (2.5, 1.3, 1.0)
    """Ever smaller reaches in which the stars are searched for around a near place."""
    rough_steps_mm: tuple[float, ...] = (4.0, 2.5, 1.5)
    """The same around a rough place."""
    close_mm: float = 0.3
    """A plane this near to the stars needs no more mending."""
    sure_mm: float = 0.8
    """A star that lies no farther from the model says where the board lies."""
    min_stars: int = 10
    """Such stars that it takes to move a board by them."""
    side_mm: float = 3.0
    """How far beside a board's side an edge may lie that is the side itself."""
    side_slant: float = 0.08
    """The tangent of the most by which such an edge may be turned against the side."""
    min_side: float = 0.02
    """The share of the side that such an edge covers at least."""
    one_line: float = 0.15
    """Edges nearer to each other than this share of that reach lie on one line."""
    one_line_px: float = 1.5
    """So do those nearer than this, in any case."""
    corner_sine: float = 0.2
    """The sine of the least angle at which two sides of a board meet as seen."""
    good_first_look: float = 0.5
    """Outlines with this share of stars on blobs are settled at once; of the others the best three."""
    sure_confidence: float = 0.75
    """A pose whose board was placed by less than four markers needs this confidence to end the search."""
    other_looks: int = 3
    """Other poses that are tried after one that will do but is not sure."""
    poor_confidence: float = 0.6
    """A pose with less confidence may have taken stars for their neighbours: it is looked for again by votes."""
    better_by: float = 0.1
    """Confidence by which votes must be better to be believed."""
    min_peak: float = 0.15
    """How strong (0…1) a blob is that votes."""
    few_stars: int = 8
    """A turn at which fewer stars show is weighed as if it showed as many: chance puts a few on blobs."""
    max_peaks: int = 110
    """Brightest blobs that vote for where the board lies."""
    vote_cell_mm: float = 2.5
    """Side of a cell that votes are counted in."""
    rival_turn: float = 0.6
    """Turns whose star evidence beyond the usual is at least this share of the best are told apart by the stars'
    types."""
    max_turns: int = 4
    """At most this many turns are told apart so."""
    off_stop: float = 0.1
    """What a turn between two stops counts against it, as scatter of the stars' types."""
    unexpected_turn: float = 0.05
    """The same for a turn that the record does not expect: players may have turned the disc too far or not at all."""
    rival: float = 0.85
    """Share of the best evidence for a board's place from which on another place may be the right one."""
    slipped: float = 0.95
    """A board has not slipped whose stars of one type are scattered less than this share of what they are a step
    further on."""
    alike_mm: float = 8.0
    """Quarter turns that move the window and the disc by less than this leave a board looking as before."""
    stretched: float = 0.15
    """Natural logarithm of length for width by which such a board differs from a square at most."""
    on_side: float = 0.02
    """How far beside a side of a board an edge may lie to cover it, in sides."""
    three_point_mm: float = 4.0
    """How far around a 3-point star the face is looked at: about its glyph."""
    clearly: float = 1.25
    """The face must vary so many times more at its 3-point stars one way up for that alone to tell it."""
    better_covered: float = 0.2
    """How much more of its sides (share) must lie on edges for a board to be turned by a quarter."""
    worse_frame: float = 0.15
    """A frame of a burst whose board is found by this much worse than in the best one is not used."""
    shown_on_clean: float = 0.95
    """The share of a window that a clean picture must show to be compared with. Discs 3.5 to 8° beside their stop leave
    more: of 60 such boards 59 were read exactly with the clean picture, 55 without it."""
    glare_on_clean: float = 0.02
    """The share of the window that may be washed out in a clean picture that is compared with."""
    flooded: float = 0.45
    """Where more of the window than this is washed out, nothing is read."""
    flooded_untold: float = 0.28
    """The same of a board of which nothing is known: of 460 medium ones nine have more, and three of these were wrong
    without a question, of eight in all."""
    asked_in_glare: int = 12
    """No reading is given where a lamp is mirrored in the window and more lines than this would be asked about."""
    half_seen: float = 0.6
    """What is found without markers and shows less of its stars than this share of enough is no board."""
    blind_share: float = 0.5
    """The part of a pair's way that lies in overexposed light where its line cannot be told."""
    on_axis_mm: float = 1.0
    """A pair both of whose stars lie no farther from the printed axis is not seen: of four lines drawn so three were
    taken for none."""
    past_star_mm: float = 2.0
    """Two lines read by way of a star may be one that passes it no farther away."""
    past_star: float = 8.0
    """They are asked about with it where it is less unlikely than this: log-odds of the weaker of the two, less its.
    Of 387 boards (seeds 812001, 812002) four were silently wrong without it, and two of them are asked about now; on
    177 others (seed 812003) it asks about eleven lines more."""
    past_star_least: float = 0.0002
    """And only where it is at least this likely with all that is known. Of 19 such lines on 480 boards (seeds
    812001, 812002) nine are: the two that were drawn, and seven others. On 240 boards of six strange tables (seed
    9602) some 90 questions of all kinds are left of 112."""
    strongest_pairs: int = 8
    """Pairs with most ink at a first glance: they say how strong a line is on this board."""
    worth_a_look: float = 0.22
    """Pairs whose glance strength is at least this share of the board's strongest ones are looked at closely."""
    looked_at: float = 0.75
    """This share of the pairs is looked at in any case, those of most ink first."""
    faint_glance: float = 3.5
    """All pairs are looked at where the board's strongest ones have no more than this at a first glance."""
    short_mm: float = 12.0
    """Pairs nearer to each other than this are looked at, too: their two stars leave little of the line to be seen."""
    blind: float = 0.6
    """So are those around which no more of the print (share) than this shows: that no ink does says nothing there."""
    max_line_mm: float = 45.0
    """Lines longer than this are read only where the record or the tile asks for them."""
    wide_ridge_mm: float = 1.3
    """Scale of the wide ridge filter: that of a faint line in a blurred picture."""
    plain_bow_ink: float = 6.0
    """A bow is chosen among ridges scaled so that the board's ink has this strength at most."""
    bow_ceiling: float = 1.2
    """Ridges count up to this many times the board's ink."""
    usual_bow_mm: tuple[float, float, float] = (0.7, 0.7, 0.5)
    """How far (mm) strokes usually begin, end and bend: one standard deviation."""
    unusual_bow: float = 0.1
    """Price of a bow in squared standard deviations, in ridge strength."""
    plausible: float = -6.0
    """Log-odds above which a pair counts as a rival: of 3797 lines drawn on 150 hard boards, compared and bare, 41 are
    less likely by their ink alone, and 152 less than -4."""
    habit_among_rivals: float = 0.5
    """How much of what a table's habit does to a line's ink alone counts among its rivals, on bare discs: of 0, a
    quarter, half and all the best on seeds 9402, 9501 and 9602. Of 480 others (seeds 9703, 9704) six are silently wrong
    for 666 questions; without it, and with questions from 5 to 95 %, nine for 580."""
    max_rivals: int = 160
    """At most so many pairs are rivals, the likeliest: what is compared grows with its square."""
    tile_tolerance_mm: float = 1.0
    """A star of the tile lies on a star of the disc when it is nearer than this."""
    in_steps: float = 0.6
    """A tile whose shortest line is below this share of the disc's lattice step counts in such steps, not mm."""
    max_placements: int = 60
    """The most promising places of a tile that are weighed."""
    min_anchor: float = -3.0
    """Only lines likelier than this (log-odds) are tried as a first line of the tile."""
    lonely: float = 1.5
    """Price of a line that shares no star with another, as far as that is likely: constellations have several lines."""
    trust: float = 0.7
    """Share of what an earlier picture says that counts: two pictures of one board share their mistakes."""
    passes: int = 3
    """The lines are weighed this many times, each time with what was found out of their neighbours."""
    min_log_odds: float = -12.0
    """Log-odds below which a line is not drawn in any weighing."""
    joined_before: float = 0.02
    """Share of the pairs of stars that are joined before a drawing, where nothing is known of them."""
    max_log_odds: float = 9.0
    """Log-odds beyond which no probability of an earlier picture is believed."""
    prices: Prices = Prices()
    """Prices of whole drawings."""
    rules: RulePrices = RulePrices()
    """Prices of what the rules forbid."""
    doubt: DoubtLimits = DoubtLimits()
    """Where doubt begins."""
    untold: Untold = Untold(low=0.008, high=0.992, short_low=0.004, hidden_low=0.03, own_ink=2.5, instead=0.002)
    """The same where nothing is known, beside a clean photograph. Of 360 boards a level (seeds 628501, 628601 and
    628701), on which it was chosen, 2, 4 and 18 are wrong without a question. Of the first 240, 4, 4 and 35 were
    before, for about one question less on an easy board and two or three on others."""
    bare_untold: Untold = Untold()
    """The same without one."""
    as_sure: float = 0.8
    """Share of the last confidence from which a board that has not moved is believed to be there still."""
    still_mm: float = 0.5
    """Millimetres by which the middle of such a board may seem to have moved."""
    still_deg: float = 0.7
    """Degrees by which its disc may seem to lie off a stop."""
    grown: tuple[float, float] = (0.995, 1.005)
    """Times by which it may seem to have grown."""
    other_turn_deg: float = 12.0
    """Degrees between two turns that are not the same: more than a disc's play, less than the narrowest stops."""
    repeats: float = 0.4
    """Share of the stars that must have another star at one and the same way for the sky to repeat itself."""
    repeats_mm: tuple[float, float] = (4.0, 30.0)
    """How far away that other star lies, at least and at most."""
    same_way_mm: float = 1.5
    """Ways that differ by less are one and the same."""
    whole_star: float = 0.8
    """Share of its radius by which a star's middle lies inside the window, at least, where it shows whole."""


TUNING = Tuning()
