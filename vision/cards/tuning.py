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
    relaid: int = 2
    """How often at most a plane is laid again by the cards in slots: after twice it hardly moves."""
    marker_weight: int = 3
    """A marker's corner counts as much as so many middles of cards: those lie loosely in their slots."""
    well_in_slot_mm: float = 6.0
    """How far off its slot's the middle of a card lies at most: 3.5 mm aside both ways come to 5. Where all lie so
    well, the plane is right."""
    astray_mm: float = 16.0
    """A card farther off is left out: it is counted to a wrong slot."""
    sure_enough: float = 5.0
    """More log-odds of a card than these count no more."""
    worth_laying: float = 1.5
    """What a plane laid again must gain: log-odds of all cards, and one for each that lies well in its slot. A single
    card that lies askew can be brought into its slot by a plane that is wrong: that gains less."""
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
    min_back_in_slot: float = 0.2
    """The same in a slot of the telescope, where backs mostly lie: soft pictures show outlines of 0.25 to 0.44."""
    back_colours: float = 4.0
    """Merit that a back loses for colours a natural logarithm off, when it is chosen which are looked at."""
    edges_px_per_mm: float = 1.25
    """Outlines are looked for in a picture no finer than this."""
    min_ground: int = 20
    """Places of the bare board that tell its colour, at least, and beside a slot its light."""
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
    nearly: float = -0.5
    """The log-odds from which on something in a slot is asked about where nothing is known of the telescope."""
    nearly_numbered: float = -2.0
    """The same of what shows a plain number. On 107 pictures by another renderer five cards under lamps and hands are
    asked about for that, and no empty slot."""
    plain_number: float = 0.97
    """A number is plain to which the net gives more than this."""
    plain_sign: float = 0.78
    """So is a sign with more likeness than this. Of 748 things on 53 drawn and traced pictures with both and a likeness
    of 0.75 one was no card; 15 were less likely than not for colours and outlines under lamps."""
    plainly_told: float = 0.5
    """The least log-odds of a card whose number and sign are plain."""
    in_order: float = 0.01
    """The share of its own log-odds that they are less: of two such in one place the likelier is taken."""
    no_number_there: float = 0.5
    """Where it is likelier than this that no number is printed where a card's should be, it is asked about: the card
    may be laid askew."""
    no_figure: float = 0.3
    """How likely a card in a slot on which plainly no number is printed lies face down, whatever else it shows."""
    overlap: float = 0.03
    """Cards that share more than this of their area overlap: one of them hides a part of the other."""
    alike_deg: float = 15.0
    """Cards that overlap and are turned by less than this against each other may lie alike."""
    better_laid: float = 0.02
    """A card is laid again where what is shown of it then agrees better by this with what its type shows."""
    hair: float = 0.02
    """Of a card's width: where one is moved by more while it is laid exactly, its plain number must not go. One that
    others overlap is not moved by less."""
    number_kept: float = 0.9
    """A number to which the net then gives less than this is gone."""
    told: float = 0.75
    """What shows neither a number nor a type that is likelier than this may be no card at all: it is asked about."""
    nothing_told: float = 0.3
    """How likely that lies face down: an empty slot of a card's colour."""
    vague: float = 3.0
    """How much less likely a card (natural logs) is where several numbers may be printed on it; what only a second
    look finds, also where none may be."""
    least_told: float = 0.25
    """A number told with less probability than this counts as told with this."""
    sure: float = 2.0
    """Log-odds of a card that is surely one, and tells how the light is; with a plain number it clears its place."""
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
    told_from_board: float = 0.1
    """Natural logs beyond which a back's colours are told from the board's."""
    hardly_apart: float = 0.02
    """Natural logs by which colours that are the same differ."""
    hides_the_board: float = 0.25
    """Natural logs by which what lies in a slot without a card differs from the board, for that to be asked about: of
    739 such slots on 174 drawn and traced pictures 15 of 20 with a card do, and nine empty ones."""
    nearer_by: float = 1.5
    """Colours that are nearer to a back's than to the board's by two thirds of both distances together are plainly a
    back's, and the other way round: 1 over that share."""
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
    sharpness: float = 50.0
    """How fast a type's probability grows with the likeness of a sign that is shown in full. Of 5761 cards drawn and
    traced 474 are asked about, none is silently wrong; with 28, whatever was shown, 675 and 7; with 70, 331 and 2."""
    sign_in_full: float = 0.45
    """Likeness beyond `sign_from` of a sign that is shown in full: where a lamp or a hand leaves less, what differs is
    noise. With 70 throughout nine of those cards were silently wrong."""
    least_shown: float = 0.1
    """No sign counts as shown less than so far."""
    strange: float = 0.6
    """The likeness below which a sign is as good as none, so that a satellite without a look of its own may be
    meant."""
    tint: float = 0.12
    """How much likeness a card loses for colours that are a natural logarithm further off than those of another
    kind: lamps change colours. With 0.6 six of 603 were silently wrong, with this none."""
    doubtful: float = 0.9
    """A field whose likeliest value is less likely than this is asked about."""
    doubtful_print: float = 0.97
    """The same of numbers and of stars: of 250 between these limits on 300 drawn and 24 traced pictures seven were
    wrong. Types are told better than that on drawn ones, and no better on traced ones."""
    doubted_alone: float = 0.8
    """A number or count of stars is no surer than the larger net says where that one gives it less. Chosen on 107
    pictures by another renderer and 30 of ours: ten of 2500 fields more are asked about, three of four that were
    silently wrong among them."""
    least_doubted: float = 0.55
    """But no less sure than this: it is asked about, and remains the answer."""
    stars_covered: float = 0.33
    """Where more of a card's field of stars lies under another card, or over it, its stars may not be seen."""
    none_covered: float = 0.7
    """How likely a card of which no star is seen there, or where faint stars may be missed, has none: of six cards with
    such a field in those pictures three had some."""
    pale_stars: float = 0.3
    """Ink of this share of that of other cards' stars is of places without one: at most 0.27 there on the traced
    telescopes of seed 991071, one of whose decks prints such places, at least 0.31 on 535 cards of drawn ones."""
    pale_beside: float = 0.5
    """The same of their ink as a share of their numbers': at most 0.31 for such places."""
    none_pale: float = 0.8
    """How likely a card has no star where stars were read of such ink."""
    faint_stars: float = 70.0
    """Grey levels by which faint stars differ from their cards: those of sixty drawn telescopes differ by more."""
    white: float = 248.0
    """Grey levels (all colours) from which on a place of a card is white all over."""
    washed_stars: float = 0.5
    """Where more of a card's field of stars is white all over, faint stars do not show: of seven such cards of seed
    991072 that were read without one three had some."""
    trace_of_stars: float = 0.5
    """Ink of this share of that of other cards' faint stars may be of stars, too: six of thirteen such cards of seed
    991073 that were read without one had some."""
    on_card: float = 0.985
    """Share of a card's half side within which it is compared: its rim is cut unevenly and casts a shadow."""
    agreeing: float = 0.15
    """Deviations by which cards differ at a place that counts half for what they have in common."""
    least_share: float = 0.25
    """Where less of a card is seen, it is moved no more for that: so little may err."""
    max_change: float = 0.06
    """The most (half diagonals, or as much turned) that a card is moved in a step: slopes hold no farther."""
    back_in_slot: float = 0.6
    """Merit that a back on a slot gains: backs mostly lie there."""
    edges_as_fine: float = 0.9
    """A picture to be made smaller by less than this for outlines is left: it would blur for no time gained."""
    picture_as_fine: float = 0.85
    """The same of the whole picture, which costs more to be made smaller."""
    in_slot: float = 0.4
    """Shares of a card's sides that a card on a slot lies off it, at most: at half it lies on two."""
    in_slot_deg: float = 25.0
    """How far a card on a slot may be turned: farther, it was not laid into it."""
    merit_beside_cover: float = 0.5
    """How much an outline's merit counts beside how a card covers the picture, which says more."""
    same_rectangle: float = 0.05
    """Rectangles whose corners lie nearer to one another than this (in sides of a card) are one."""
    sign_from: float = 0.5
    """Likeness to a sign up to which it says nothing for a card: anything is so much alike."""
    unknown_sign: float = 0.3
    """What a sign counts for where no looks are known: as one that is well alike."""
    unknown_front: float = 0.9
    """What fronts share counts so much where it is not known: as for a card well seen."""
    shared_shown: float = 0.9
    """A card shows all that fronts share if it is more like it than this."""
    sign_shown: float = 0.22
    """It shows a sign if likeness beyond where that begins to count is more than this."""
    off_card_mm: float = 1.5
    """How far a printed field's box may reach beyond its card: boxes are drawn with some room."""
    min_instead: float = 0.02
    """A value less likely than this is not named as what a field may be instead."""
    own_sign: float = 0.3
    """The same as own_sign_mm for large signs, in their longer side."""
    same_card_deg: float = 20.0
    """Cards around signs turned by less than this from one another lie alike."""
    washed_slot: float = 0.4
    """Where more of a slot without a card is washed out, a lamp may be mirrored there."""
    brighter_than_board: float = 40.0
    """Grey levels by which it is brighter than the board then. Chosen on 103 pictures by another renderer. Of 102
    others all five are named in which a lamp hides a card, three with lamps elsewhere, and one for a white mug."""


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
    growth_price: float = 1.0
    """Slots that must come to lie on lines, at first, for each millimetre by which all grow on each side."""
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
    in_line_mm: float = 0.4
    """Marks off a row or a column by less are in it."""
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
    beside_other: float = 0.5
    """Sides (as of a square) from which on another outline's middle is another card's, not the same seen again."""
    same_row: float = 0.5
    """Things of a row lie level within this share of their height."""
    type_in_mm: float = 2.5
    """Nearer to a card's edge than this no sign is printed; edges differ where cards were cut or seen aslant."""
    blob_near: float = 0.4
    """Blobs of several cards nearer than this, in their diameter, are printed in one place: outlines of cards are seen
    some tenths of a millimetre off."""
    on_cards: float = 0.8
    """Share of the cards on which a mark must be seen: one of five may lie under a lamp."""
    mark_size: float = 0.15
    """Natural logarithm by which diameters of the marks of a row differ at most, each seen on several cards."""
    next_mark: float = 2.0
    """Diameters from one mark of a row to the next, at most; the points of stars are too fine to be seen."""
    blob_free_mm: float = 0.5
    """Blobs nearer than this to a box that is taken belong to what is in it."""
    blob_in_mm: float = 2.0
    """Blobs nearer to the card's edge than this are of its rim."""
    min_line: float = 4.0
    """Grey levels by which a line differs from its ground at least: less is noise."""
    like_grounds: float = 0.5
    """Share of a line's contrast by which the grounds on its two sides may differ; else it is a border."""
    one_step: float = 1.5
    """How many times its whole change a border may grow lighter on the way: more is not one step."""
    min_edge: float = 2.0
    """Change of light (all three colours, a quarter of a millimetre) at the board's edge, at least: less is noise."""
    same_edge_px: int = 6
    """Changes nearer to the greatest one than this (a quarter of a millimetre each) belong to the same edge."""
    next_to: float = 0.25
    """Shares of a card's side up to which the gap between two slots is one that cards reach across."""
    no_overlap: float = 0.5
    """Slots share less than this of a card's side across the edge at which they touch."""
    shared_edge: float = 0.1
    """Slots that touch share more than this of a card's side along that edge: corner to corner is none."""


TUNING, MEASURED = Tuning(), Measured()
