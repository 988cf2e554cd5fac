"""What the slate reader was tuned to: every threshold and price, with its reason."""

from __future__ import annotations

import msgspec

from vision.ink.doubt import DoubtLimits


class Prices(msgspec.Struct, frozen=True):
    """What the weights of turns are made of (natural logarithms, from validation photographs)."""

    line: float = 2.2
    """From the log-odds of a line among those looked at to what its ink alone says."""
    other: float = 2.4
    """Price of a line that the card does not ask for."""
    beside: float = 4.0
    """The same where what the card asks for was drawn: nobody draws more than that, but wiped lines leave a trace."""
    nothing: float = -4.0
    """Weight of a turn in which the card was not drawn."""
    off: float = 3.5
    """Price of each end of a line that is no star."""
    touching: float = 3.0
    """Price of a line that touches a recorded shooting star."""
    head: float = 2.5
    """The same as `line` for the head of a shooting star."""
    tail: float = 1.0
    """Price of what looks like a second head at the tail."""
    joined: float = 2.5
    """Price of a shooting star for each other line, as sure as it is, at its points."""
    star: float = -2.0
    """Weight of a shooting star that no card asks for, beside that of the lines that it may be instead."""
    apart: float = 1.5
    """Gain of such a star that no other line touches: that is a rule of the game, and of 430 straight diagonals that
    stood alone on 300 slates (seed 840903), on which it was chosen, 245 were shooting stars."""
    longer: float = 2.2
    """What each unit of it beyond the first adds: one thing explains them all."""
    expected_star: float = -6.5
    """Weight of a particular shooting star where the card asks for one."""
    most: float = 9.0
    """Log-odds above which no line counts for more."""
    least: float = -7.0
    """Log-odds below which no line counts for less."""
    heat: float = 1.2
    """Weights are divided by this before they become probabilities: lines of one picture share their mistakes."""


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """Chosen on photographs kept for that, which no net has learnt from (`docs/training.md`).

    Distances that the nets' features are made of stay beside the features: they change with the nets only.
    """

    fine_steps_mm: tuple[float, ...] = (2.5, 1.3, 1.0)
    """Ever smaller reaches in which the stars are searched for."""
    rough_steps_mm: tuple[float, ...] = (4.5, 2.5, 1.5)
    """The same around a place that is only roughly known."""
    firm_confidence: float = 0.25
    """Confidence that is enough for a slate placed by three markers or more."""
    rough_confidence: float = 0.45
    """Confidence that is enough for one placed by less."""
    sure_confidence: float = 0.62
    """From this confidence on nothing else is looked for, and two markers, which no mirror shows, are as firm as
    three."""
    clearly: float = 3.0
    """Natural logarithm by which one way up must look likelier than the other to be believed."""
    unlike: float = -0.8
    """A natural logarithm a point below which a slate does not look like its layout."""
    whole_print: float = 60.0
    """What a whole board that looks exactly like the clean one counts for (natural logarithm)."""
    min_log_likelihood: float = -6.0
    """No single point speaks louder than this natural logarithm."""
    worse_frame: float = 0.15
    """A frame of a burst whose slate is found by this much worse than in the best one is not used."""
    as_sure: float = 0.8
    """Share of the last confidence from which a slate that has not moved is believed to be there still."""
    still_mm: float = 1.0
    """Millimetres by which a corner of such a slate may seem to have moved."""
    max_outlines: int = 6
    """Outlines that are settled, those most like a slate at a first look."""
    min_look: float = 0.05
    """How much more like blobs the stars' places are there than what lies between them, at least."""
    sure_mm: float = 1.2
    """A star that lies no farther from the model says where the slate lies."""
    min_stars: int = 8
    """Such stars that it takes to move a slate by them."""
    told_apart: float = 4.0
    """Natural logarithm by which one of several slates must look likelier than the next to be named."""
    another: float = 10.0
    """The same for another slate than the one that the layout names."""
    contrary: float = 3.0
    """A point that looks likelier (natural logarithm) by this to be something else is contrary to the layout."""
    many: int = 8
    """As many contrary points as this are worth a note."""
    many_share: float = 0.1
    """On a large lattice it takes this share of all points."""
    glare_on_clean: float = 0.02
    """The share of the lattice that may be washed out on a clean slate that is compared with."""
    flooded: float = 0.45
    """Where more of the lattice than this is washed out, nothing is read."""
    blind_share: float = 0.5
    """The part of a line that lies in overexposed light where it cannot be told."""
    unlikely: float = 0.005
    """Lines less likely than this are not drawn: there are hundreds, and the nets' floor would make up some."""
    usual: float = -4.0
    """Log-odds of a line that cannot be seen: about four of 300 are drawn in a turn."""
    most_wrong: float = 2.5
    """No reading is given of a slate of which nothing is known where more lines than this are expected to be wrong
    before anything is asked, one of them where ink is faint: of 200 hard slates (seeds 840902 and 840903) 18 more are
    refused for it than without that one, and five fewer are wrong without a question."""
    most_hidden: int = 6
    """Where nothing is known, lines under a hand or glare that go on from one with ink are asked about where there are
    no more of them: of six medium slates of 200 (the same) that were wrong without a question it finds two, for 0.3
    questions more. Where there are more, hardly any is drawn."""
    star_instead: float = 0.003
    """There a shooting star at least this likely is asked about where a line of it is."""
    strongest_lines: int = 8
    """Lines with most ink at a first glance: they say how strong a line is on this board."""
    worth_a_look: float = 0.2
    """Lines whose glance strength is below this share of the board's strongest ones are not looked at closely."""
    least_look: float = 0.6
    """That limit is this many standard deviations of the noise at least."""
    most_look: float = 2.5
    """That limit is this many standard deviations of the noise at most."""
    after_all: float = 0.0
    """Log-odds, by its ink alone, from which on a hidden line counts that a glance passes over: of 300 hard and 120
    medium slates of which nothing is known (seeds 751001 to 751003 and 751005) 13 and 4 are wrong without a question,
    not 15 and 5, and as many are refused. With -1.0 they are 11 and 4, but two more are refused, and what it makes up
    hides a shooting star on one that was asked about (the test of it)."""
    hardly_shows: float = 1.5
    """Recorded lines of less ink than this (standard deviations of the noise) may be of a coloured pen, which without a
    clean picture shows in grey only: of a yellow one under a warm lamp they have 0.1 to 1.4, of others 1.9 and more."""
    plainer: float = 1.6
    """Such lines are looked at in grey where they have so many times more ink there: of yellow 1.8 and more, of white
    ones 1.3 at most."""
    likely: float = -2.5
    """Log-odds above which a diagonal may be part of a shooting star."""
    gone: float = -5.0
    """No ink speaks louder than this (log-odds) against a recorded line: it stays listed, and the table is asked."""
    proposed: float = 0.5
    """Objects less likely than this are not proposed."""
    prices: Prices = Prices()
    """Prices of whole turns."""
    doubt: DoubtLimits = DoubtLimits()
    """Where doubt begins."""
    untold: DoubtLimits = DoubtLimits(low=0.02, high=0.99, left_over=0.3, most_asked=25)
    """The same where neither earlier lines nor the card are known: there is the whole slate to be read. With 0.98
    three more of 300 hard slates (seeds 840902, 840903, 941201) are wrong without a question, for 1.3 questions less
    on these and 0.5 on others."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """How slates that nobody described are measured. Steps are those of their lattice; chosen on the slates of eight
    made-up prints by hand-held cameras."""

    seen: float = 0.3
    """A star was seen where a blob is at least this strong."""
    blobs: float = 1.5
    """So many blobs for each point of a lattice, the strongest, tell its pitch: half of them may be dust."""
    lattice_share: tuple[float, float] = (0.55, 0.95)
    """The share of a slate that its lattice takes up: half of a pitch that fits as well lies below."""
    pitch_step_mm: float = 0.02
    """Pitches are tried in steps of this."""
    pitches: int = 3
    """The likeliest pitches that are tried each way."""
    least_look: float = 0.2
    """How much more like blobs points are than what lies between them, at least: 0.3 to 0.6 on slates."""
    outlines: int = 3
    """Outlines whose lattice is looked at closely, those that look most like one."""
    snap_mm: tuple[float, ...] = (3.0, 1.6, 1.2)
    """Ever smaller reaches in which stars are searched for."""
    star_reach_mm: float = 2.5
    """So far around a place the print makes up a star: the largest ones' points end there."""
    star_ink: float = 0.3
    """Print fainter than this share of the strongest there is glow, dust or a line that crosses."""
    ground_px: int = 15
    """Over so many pixels, at two a millimetre, the ground is what most of them show: stars fill less than half."""
    middle_steps: int = 4
    """Times that the middle of a star is looked for from where it was last: it has come to rest by then."""
    agree_px: float = 4.0
    """Stars farther than this from where the others put them are none; a lens bends a lattice by less."""
    least_stars: float = 0.4
    """The share of all points whose stars must be seen for a lattice."""
    plain: float = 0.58
    """From this share on nothing else is looked for."""
    aslant: float = 0.02
    """An edge that leaves its side by more than this share of its length is none of a slate's."""
    margin: tuple[float, float] = (0.15, 6.0)
    """How far (steps) from the lattice a slate may end."""
    place_step: float = 0.005
    """Places of edges are tried in these steps."""
    same_place: float = 0.04
    """Edges nearer to each other than this (steps) lie at one place."""
    agreeing: float = 0.2
    """An edge nearer than this (steps) to where most pictures show one agrees with them."""
    moves: tuple[int, ...] = (0, -1, 1, -2, 2)
    """Steps by which a lattice may have been found beside its place: an arch cuts off rows, and what is printed below
    the lowest row looks like one."""
    along: float = 0.35
    """The share of a side along which an edge must be seen."""
    in_most: float = 0.6
    """The share of the pictures in which a side must be seen at one place."""
    sides_seen: float = 2.2
    """On so many of its four sides a slate must show its outline."""
    edge_mm: float = 1.5
    """So far from there its edge is then looked for exactly."""
    edge_clear: float = 2.0
    """An edge changes light by so many times what is usual there, at least: with 3, a dark slate's on a dark ground was
    taken for none and a frame for it, 0.9 mm off (16 prints, seeds 61 to 68 and 171 to 178)."""
    edge_share: float = 0.15
    """It changes light by this share of what the strongest edge there does, at least: that may be a printed frame. From
    0.08 to 0.25 those 16 prints come out alike."""
    outer: float = 0.25
    """A side lies where this share of the pictures shows it farther out: in some of them only the frame is seen."""
    clear: float = 4.0
    """A point that looks likelier by less than this (natural logarithm) to be what it is taken for is asked about: of
    144 slates (seeds 31 to 50, without two evenings that are refused) none is then silently wrong, two with 3."""
    clear_line: float = 4.5
    """The same of printed lines: one was missed there behind one that was made up, 3.4 ahead of it."""
    passes: int = 2
    """Times that the points of all slates teach how stars of their print look."""


TUNING = Tuning()
MEASURED = Measured()
