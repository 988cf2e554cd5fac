"""What the card reader was tuned to: every threshold and weight, with its reason."""

from __future__ import annotations

import msgspec


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """Likeness is a correlation, -1…1, unless it is said otherwise.

    How patches are cut and made even is not here: nets and looks were made so.
    """

    min_markers: int = 2
    """Markers that tell where the telescope lies, at least."""
    min_marker_rim: float = 0.5
    """Cells of the white around a marker that must be seen; else blur makes it seem smaller."""
    faint_marker: float = 0.75
    """The least correlation of a faint marker: within two sides of 198 places without a marker 0.69 was reached, by
    markers mostly 0.8."""
    marker_own_way: float = 0.2
    """How much less like itself a marker must be if it is turned by a quarter or half."""
    by_chance: float = 0.5
    """Where no more of the markers than this are found, they may lie as on a telescope by chance, on another board."""
    max_px_per_mm: float = 3.4
    """Pictures finer than this are made smaller: nets and signs need no more."""
    max_loose: int = 500
    """Rectangles that lie on no slot, the best."""
    max_a_pass: int = 40
    """The most rectangles that one pass looks at closely; cards found in it clear the way for the next."""
    min_merit: float = 0.28
    """An outline that lies on edges less than this is no rectangle."""
    min_worth: float = 0.45
    """A rectangle laid over the picture whose likeness and half its merit come to less is not laid closer."""
    no_number: float = 0.995
    """Where the number net is surer than this that none is printed, no sign is looked for."""
    much_alike: float = 0.6
    """A rectangle more like what all fronts share than this is asked for its sign all the same: its number may be too
    faint to be seen."""
    covered: float = 0.66
    """Rectangles of which cards found cover more than this share are forgotten."""
    covered_with_sign: float = 0.85
    """The same of those that show a sign: in a pile the cards above and below may cover more."""
    min_back: float = 0.5
    """The least merit of an outline that may be a back, which shows no sign to be found by."""
    back_colours: float = 4.0
    """Merit that a back loses for colours a natural logarithm off, when it is chosen which are looked at."""
    edges_px_per_mm: float = 1.25
    """Outlines are looked for in a picture no finer than this."""
    min_ground: int = 20
    """Places of the bare board that tell its colour, at least."""
    sign_dimensions: float = 0.94
    """Signs at all turns are compared by the fewest dimensions that span this share of them."""
    max_sign_dimensions: int = 24
    """Signs are compared by no more dimensions than this."""
    faint_sign: float = 1.6
    """Grey levels: what stands out less is noise."""
    min_sign: float = 0.6
    """Correlation below which nothing is a sign."""
    max_sign_places: int = 260
    """Places that may show a sign, the likeliest."""
    max_sign_cards: int = 60
    """Cards around signs, the likeliest."""
    sign_kinds: int = 2
    """Kinds that are tried at a sign, the likeliest."""
    sign_turns: int = 2
    """Turns that are kept of a kind at a sign."""
    sign_turns_apart_deg: float = 30.0
    """How far apart the turns that are kept of a kind at a sign lie."""
    same_card_mm: float = 5.0
    """Cards around signs nearer to each other than this and hardly turned are one."""
    same_turn_deg: float = 7.0
    """Cards turned by less than this from one another lie the same way."""
    max_turns: int = 3
    """Ways that most cards lie, at which others are looked for."""
    max_beside: int = 40
    """Signs of no card at which others are looked for, the likeliest."""
    own_sign_mm: float = 4.0
    """A sign nearer than this to where a card found has its own is that."""
    outlier: float = 0.9
    """Deviations of the template beyond which a pixel is taken for something else."""
    seen_in_full: float = 0.8
    """A card of which less than this share is seen counts for less."""
    steep: float = 12.0
    """Grey levels a millimetre from which on a line around all fronts is a frame."""
    drawn_grey: float = 14.0
    """Deviation (grey levels) from which on a back shows a drawing all through."""
    face: tuple[float, float, float, float, float, float] = (-8.3, 0.9, 2.7, 5.0, 11.1, 6.3)
    """Log-odds of a face-up card: at rest, by outline, by what fronts share, by a number, by a sign, by both of
    these."""
    confirmed: tuple[float, float, float, float, float, float, float, float] = (
        -4.32,
        5.36,
        1.03,
        3.95,
        7.66,
        4.36,
        4.38,
        -6.94,
    )
    """Log-odds of a face-up card that was laid exactly: at rest, by outline, by what fronts share, by what those of its
    type share, by much of that, by a sign, by a sign and a number, by its colours' distance from those of its type."""
    back: tuple[float, float, float, float, float] = (-0.7, 3.55, 2.8, -14.6, -2.5)
    """Log-odds of a face-down card: at rest, by outline, by a back's likeness, by its colours' distance, by a
    number."""
    passes: int = 5
    """Rectangles are looked at in this many passes at most: cards found in one clear the way for the next."""
    maybe: float = -3.5
    """The log-odds from which on a candidate is laid exactly."""
    own_alike: float = 0.85
    """Likeness to the fronts of its type beyond which it counts once more for a card."""
    shared_and_sign: float = 3.0
    """Log-odds of a card that shows all that fronts share and a sign, even if its number cannot be made out."""
    max_others: int = 30
    """The most candidates kept out by others that are laid exactly, the likeliest first."""
    faint: float = -3.0
    """The log-odds from which on something is a card if the record knows that there must be one more."""
    missing: float = 0.4
    """The log-odds of such a card: it is asked about."""
    vague: float = 3.0
    """How much less likely a card (natural logs) what a second look finds is where its number is told less well."""
    least_told: float = 0.25
    """A number told with less probability than this counts as told with this."""
    sure: float = 2.0
    """Log-odds of a card that is surely one: it clears its place, and tells how the light is."""
    likely: float = 1.0
    """A card that is less likely counts as missing where the record knows how many there are: others are looked for."""
    shared_area: float = 0.6
    """Of two cards that share more of their area than this one is none."""
    half_alike: float = 0.6
    """Likeness beyond which a sign tells how a card is laid exactly, and a drawn back speaks for a card."""
    mostly_alike: float = 0.8
    """Beyond this likeness a drawn back is hardly anything else."""
    clearly_alike: float = 10.0
    """Log-odds that a unit of likeness beyond that is worth."""
    covers_the_board: float = 5.0
    """Log-odds of a back on a slot for hiding the board, and against it for not hiding it."""
    unlike_the_board: float = 0.25
    """Natural logs by which a colour differs from the bare board's for the board to be hidden there."""
    min_front: float = 0.45
    """Correlation below which nothing looks like a whole front."""
    max_front_places: int = 60
    """Places that look like whole fronts, the likeliest."""
    front_turns: int = 2
    """Turns that are kept of a place that looks like a whole front."""
    front_turns_apart_deg: float = 20.0
    """How far apart the turns that are kept of such a place lie."""
    faint_front: float = 3.0
    """Grey levels: what stands out less than this is noise."""
    least_seen: float = 0.3
    """A front of which less than this share is seen is none."""
    front_seen_in_full: float = 0.7
    """A front of which less than this share is seen counts for less."""
    core: float = 0.6
    """No other card's middle lies so far inside one that was found."""
    max_left_rectangles: int = 120
    """Rectangles not looked at yet that a second look tries, the best."""
    max_left_signs: int = 80
    """Signs of no card that a second look tries, the likeliest."""
    left_sign_turns: int = 2
    """Turns that a second look tries at a sign."""
    left_sign_turns_apart_deg: float = 15.0
    """How far apart the turns that a second look tries at a sign lie."""
    covered_anew: float = 0.8
    """Of a card that cards already found cover more, nothing would be seen."""
    max_tried: int = 24
    """Places that a second look lays closer, the likeliest."""
    apart: float = 0.08
    """Places whose corners lie nearer to one another than this (in sides of a card) are one."""
    rounds: int = 2
    """How often each is moved to where it looks likelier."""
    sharpness: float = 28.0
    """How fast a type's probability grows with the likeness of its sign."""
    strange: float = 0.6
    """The likeness below which a sign is as good as none, so that a satellite without a look of its own may be
    meant."""
    tint: float = 0.6
    """How much likeness a card loses for colours that are a natural logarithm further off than those of another
    kind."""
    doubtful: float = 0.9
    """A field whose likeliest value is less likely than this is asked about."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """Of an owner's cards and telescope that are measured in photographs."""

    alike: float = 0.35
    """Natural logarithm by which the areas of cards may differ in one photograph."""
    strange: int = 2
    """Things on the table that may look like cards, too."""
    step_mm: float = 2.0
    """In such steps it is looked over a card for where its number is printed."""
    clear: float = 0.4
    """The share of the usual contrast from which on a border is one."""
    line_mm: float = 0.7
    """Half of what is taken for a line."""
    stray_mm: float = 0.7
    """How far from its place a line is looked for."""
    stay: float = 0.5
    """How much clearer a line must be for a slot to be moved there."""
    far_mm: float = 6.0
    """How far lines are looked for at first."""
    shift_mm: float = 2.5
    """How far a slot is moved at first."""
    like_cards: float = 0.01
    """By which share of their size outlines as large as cards may seem larger or smaller: markers tell no closer."""
    seen: float = 0.5
    """The share of a slot's outline that is seen at least."""
    off_mm: float = 0.15
    """How far lines may lie, on the whole, from where they should."""
    min_gap_mm: float = 0.5
    """Slots nearer to each other are not told apart."""
    crooked_deg: float = 4.0
    """A marker that leans more was glued on askew."""
    around_mm: float = 40.0
    """Beyond everything the board's edge is looked for so far."""
    clearer: float = 1.6
    """How many times as clear as any other change there the edge must be."""
    card_shape: float = 0.2
    """Parts by which an outline's length over breadth may differ from a card's: cards are seen at a slant."""
    as_sure: float = 0.15
    """Natural logarithms below the surest place within which a place for the number counts as well."""
    strong_ink: float = 0.5
    """Share of the strongest ink (98th percentile) that belongs to the figure."""
    figure_tall: tuple[float, float] = (0.35, 0.9)
    """Shares of its patch's height between which a figure's height lies."""
    figure_wide: float = 0.8
    """Share of its patch's width that no figure has."""
    figure_off: float = 0.2
    """Share of its patch by which a figure's middle may lie off the patch's."""
    differing: float = 0.35
    """Share of the largest difference between cards where the sign of their type is."""
    blob_size: float = 0.3
    """Natural logarithm by which diameters of blobs of one kind differ at most."""
    in_line_mm: float = 0.8
    """Blobs off a row or a column by less are in it."""
    three_apart: float = 3.4
    """Diameters of a blob, twice over, within which the three of a row lie."""
    blob_ink: float = 18.0
    """Grey levels by which a blob differs from its ground at least."""
    blob_strong: float = 0.4
    """The same as a share of the strongest difference (99.5th percentile)."""
    blob_round: float = 0.7
    """Breadth over length of the longest blob."""
    blob_filled: float = 0.25
    """Share of its own box that a blob fills: less is a letter."""
    blob_across: tuple[float, float] = (0.05, 0.17)
    """Shares of a card's width between which a blob's diameter lies."""


TUNING, MEASURED = Tuning(), Measured()
