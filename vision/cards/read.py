"""A photograph of cards to a reading: find the table, find the cards, read number, type and stars of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
import numpy as np

from engines.errors import NotPossible, finding
from vision.cards.evidence import (
    NUMBERS,
    Patches,
    number_patches,
    seen_numbers,
    stars_patches,
    stars_views,
    strongest,
)
from vision.cards.find import Candidates
from vision.cards.judge import Found, find_cards, likely_cards
from vision.cards.layout import CardsLayout
from vision.cards.light import light_of
from vision.cards.locate import Table, no_finer, table_of
from vision.cards.looks import Deck, likeness_in_any_blur, mark_patches
from vision.cards.reading import CardsReading, Doubt, FieldName, Lying, ReadCard, Value
from vision.cards.relaid import relaid
from vision.cards.tuning import TUNING
from vision.ink import opencv
from vision.ink.nets import load_net
from vision.ink.pose import Array, Flags, Floats, Image, Numbers, project
from vision.ink.reading import Located, Stopwatch
from vision.ink.rectangles.quad import inside

NUMBER_NETS = {"numbers": 0.3, "numbers_closely": 0.7}
STARS_NETS = {"stars": 0.5, "stars_closely": 0.5}
"""How much the word of each net counts: of the small one, which looks at whatever may be a card, and of a larger one,
which learnt from other decks and more typefaces. They err on different decks, and doubt where they differ. The last
one's doubt counts alone, too."""
NO_TELESCOPE: Final = finding(
    "cards.no_telescope",
    "no telescope in the picture: its corner markers are not to be seen, or lie otherwise than on it",
)


class Fields(msgspec.Struct, frozen=True, eq=False):
    """What the picture says of one card: probabilities of each value of each field."""

    down: float
    numbers: dict[Value, float]
    kinds: dict[Value, float]
    stars: dict[Value, float]


def read_cards(image: Image, deck: Deck, lying: Lying | None = None) -> CardsReading:
    """The reading of one photograph (uint8, grey or BGR); `lying`: how many cards there are, as the record knows.

    Raises BadInput for what is no picture, NotPossible where there is no table to be found, or hardly a marker of it
    and no card that is sure.
    """
    layout = deck.layout
    watch = Stopwatch()
    picture = opencv.coloured(opencv.checked(image))
    table = table_of(picture, layout)
    if table is None:
        raise NotPossible.of(NO_TELESCOPE)
    watch.lap()
    picture, plane = no_finer(picture, table.plane, layout.middle, TUNING.max_px_per_mm, TUNING.picture_as_fine)
    seen = likely_cards(picture, plane, deck)
    home = table.plane @ np.linalg.inv(plane)
    if table.confidence <= TUNING.by_chance:
        board, px = table.anchors
        seen = relaid(seen, board, project(np.linalg.inv(home), px))
        table = table._replace(plane=home @ seen.search.plane)
    found = find_cards(seen, lying)
    cards = found.cards
    fields = read_fields(picture, found, deck)
    read_cards = tuple(_card(fields[k], cards, k, home) for k in range(len(fields)))
    if table.confidence <= TUNING.by_chance and not any(card.p >= TUNING.doubtful for card in read_cards):
        raise NotPossible.of(NO_TELESCOPE)
    unseen = None if lying is None else _unseen(lying, found)
    light = light_of(seen.search, _free(found, unseen, layout))
    ms = watch.milliseconds()
    return CardsReading(
        located=_located(table, layout),
        cards=read_cards,
        doubtful=tuple(doubt for k in range(len(fields)) for doubt in doubts(fields[k], k, cards)),
        light=light,
        ms=ms,
        unseen=unseen,
    )


def _unseen(lying: Lying, found: Found) -> Lying:
    inside = found.cards.slot > 0
    seen = {"telescope": int(inside.sum()) - len(found.hidden), "notebook": int((~inside & ~found.down).sum())}
    known = {name: getattr(lying, name) for name in seen}
    return Lying(**{name: None if count is None else count - seen[name] for name, count in known.items()})


def _free(found: Found, unseen: Lying | None, layout: CardsLayout) -> set[int]:
    """Slots in which no card was found; none where the record knows of no more."""
    known = None if unseen is None else unseen.telescope
    taken = set(found.cards.slot.tolist()) - found.hidden
    return set() if known is not None and known <= 0 else set(layout.slots) - taken


def read_fields(picture: Image, found: Found, deck: Deck) -> list[Fields]:
    """What each card shows."""
    cards = found.cards
    shaken = [cards.planes @ shift for shift in _shifts()]
    printed = [number_patches(picture, planes, deck.layout) for planes in shaken]
    seen = [seen_numbers(patch) for patch in printed]
    figures, numbers_alone = agreed(NUMBER_NETS, [views for views, _ in seen])
    beside = seen[0][1]
    patches = [stars_patches(picture, at, deck.layout) for at in shaken]
    counts, stars_alone = agreed(STARS_NETS, [stars_views(patch, beside) for patch in patches])
    pale, missed = pale_stars(patches[0], strongest(printed[0]), (counts.argmax(1) > 0) & ~found.down)
    missed = missed | (stars_covered(cards, deck.layout) > TUNING.stars_covered)
    alike = likeness_in_any_blur(mark_patches(picture, cards.planes, deck.layout), deck)
    strange = TUNING.tint * np.minimum(found.tints - found.tints.min(1, keepdims=True, initial=1.0), 1.0)
    read = []
    for k, down in enumerate(found.down):
        numbers = doubted(NUMBERS[:6], figures[k, :6], numbers_alone[k, :6])
        if figures[k, 6] > TUNING.no_number_there:
            numbers = _at_most(numbers, TUNING.least_doubted)
        stars = doubted(range(counts.shape[1]), counts[k], stars_alone[k])
        if missed[k] and best(stars)[0] == 0:
            stars = _at_most(stars, TUNING.none_covered)
        if pale[k]:
            stars = _with(stars, 0, TUNING.none_pale)
        away = 1 / (1 + float(np.exp(min(float(found.odds[k]), 30.0))))
        if cards.slot[k] and not down:
            away = max(away, TUNING.no_figure * float(figures[k, 6]))
        kinds = _kinds(alike[k] - strange[k], deck.kinds)
        if int(cards.slot[k]) in found.hidden:
            numbers, kinds, stars = (_at_most(values, TUNING.least_doubted) for values in (numbers, kinds, stars))
        if not down and max(best(numbers)[1], best(kinds)[1]) < TUNING.told:
            away = max(away, TUNING.nothing_told)
        read.append(Fields(1.0 - away if down else away, numbers, kinds, stars))
    return read


def _shifts() -> list[Array]:
    """A card as it was laid, and a little beside (mm): what a net says of all of them is worth more."""
    found = [np.eye(3)]
    for x, y in ((0.4, 0.25), (-0.4, -0.25)):
        found.append(np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]]))
    return found


def agreed(nets: Mapping[str, float], views: list[Patches]) -> tuple[Numbers, Numbers]:
    """(n, classes) probabilities, of several views of each of n patches, as nets of these weights judge them together,
    and as the last of them does alone."""
    said = [np.mean([np.log(load_net("vision.cards", net).outputs(view) + 1e-4) for view in views], 0) for net in nets]
    together = np.exp(sum(weight * one for weight, one in zip(nets.values(), said, strict=True)))
    alone = np.exp(said[-1])
    return together / together.sum(1, keepdims=True), alone / alone.sum(1, keepdims=True)


def doubted(names: Iterable[Value], together: Numbers, alone: Numbers) -> dict[Value, float]:
    """Probabilities of the named values as all nets judge them together; the likeliest is no likelier than the last
    net says `alone` where that one doubts it."""
    share, own = (one / max(float(one.sum()), 1e-9) for one in (together, alone))
    values = dict(zip(names, share.tolist(), strict=True))
    p = float(own[share.argmax()])
    return _at_most(values, max(p, TUNING.least_doubted)) if p < TUNING.doubted_alone else values


def _at_most(values: dict[Value, float], p: float) -> dict[Value, float]:
    """`values`, the likeliest of them no likelier than `p`: the others share what it loses."""
    value, was = best(values)
    return values if was <= p else _with(values, value, p)


def _with(values: dict[Value, float], value: Value, p: float) -> dict[Value, float]:
    """`values`, that one of them as likely as `p`: the others share the rest as they did."""
    others = max(1 - values[value], 1e-9)
    return {name: p if name == value else share * (1 - p) / others for name, share in values.items()}


def pale_stars(patches: Patches, number_ink: Floats, read: Flags) -> tuple[Flags, Flags]:
    """(n,) where stars are `read` of which only the places are printed, and where faint stars may be missed.

    `patches` (n, 20, 48, 3): the cards' stars; `number_ink` (n,): the strength of the numbers beside them. All stars of
    a picture are of one ink: what is so much paler than theirs is none, unless the number is as much paler, under a
    lamp or in a shadow. Where all are faint, one does not show on a card that is white all over, and may be what a card
    shows that has half their strength.
    """
    ink = strongest(patches)
    if not read.any():
        return read, read
    beside = ink / np.maximum(number_ink, 1.0)
    usual, usually_beside = (float(np.percentile(values[read], 75)) for values in (ink, beside))
    pale = read & (ink < TUNING.pale_stars * usual) & (beside < TUNING.pale_beside * usually_beside)
    washed = (patches.min(-1) >= TUNING.white).mean((1, 2)) > TUNING.washed_stars
    return pale, (washed | (ink > TUNING.trace_of_stars * usual)) & (usual < TUNING.faint_stars)


def stars_covered(cards: Candidates, layout: CardsLayout) -> Numbers:
    """(n,) the share of each card's field of stars that lies under another card, or over it."""
    steps = np.linspace(-0.45, 0.45, 7)
    field = np.stack(np.meshgrid(*(size * steps for size in layout.stars.size)), -1).reshape(-1, 2) + layout.stars.at
    shares = np.zeros(len(cards.planes))
    for own, plane in enumerate(cards.planes):
        points, hidden = project(plane, field), np.zeros(len(field), bool)
        for other in np.delete(cards.corners, own, axis=0):
            hidden |= inside(points, other)
        shares[own] = hidden.mean()
    return shares


def _kinds(marks: Floats, kinds: Sequence[str]) -> dict[Value, float]:
    """Probabilities of the types and of a satellite: differences tell the more, the more one sign is like its own."""
    alike = dict(zip(kinds, marks.tolist(), strict=True))
    most = max(alike.values(), default=0.0)
    alike.setdefault("satellite", TUNING.strange)
    shown = np.clip((most - TUNING.sign_from) / TUNING.sign_in_full, TUNING.least_shown, 1.0)
    weight = {name: float(np.exp(TUNING.sharpness * shown**2 * value)) for name, value in alike.items()}
    whole = sum(weight.values())
    return {name: value / whole for name, value in weight.items()}


# Answers --------------------------------------------------------------------------------------------------------


def _located(table: Table, layout: CardsLayout) -> Located:
    board = layout.telescope.board if layout.telescope else None
    width, height = (board.width, board.height) if board else (0.0, 0.0)
    corners = project(table.plane, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    return Located(table.by, tuple((round(x, 1), round(y, 1)) for x, y in corners.tolist()), table.confidence)


def best(values: dict[Value, float]) -> tuple[Value, float]:
    """The likeliest value and its probability."""
    value = max(values, key=lambda key: values[key])
    return value, values[value]


def _card(fields: Fields, cards: Candidates, row: int, home: Array) -> ReadCard:
    slot = int(cards.slot[row]) or None
    down = fields.down >= 0.5
    number, kind, stars = best(fields.numbers), best(fields.kinds), best(fields.stars)
    satellite = not down and kind[0] == "satellite"
    sure = [max(fields.down, 1 - fields.down)]
    if not down:
        sure += [number[1], kind[1]] + ([] if satellite else [stars[1]])
    corners = project(home, cards.corners[row])
    return ReadCard(
        slot=slot,
        area="notebook" if slot is None else "telescope",
        type=None if down or satellite else str(kind[0]),
        satellite=satellite,
        number=None if down or isinstance(number[0], bool) else number[0],
        stars=None if down else 0 if satellite else int(stars[0] or 0),
        face_down=down,
        p=round(min(sure), 4),
        corners=tuple((round(x, 1), round(y, 1)) for x, y in corners.tolist()),
    )


def doubts(fields: Fields, row: int, cards: Candidates) -> list[Doubt]:
    """What is asked of one card, a row of `cards`."""
    slot = int(cards.slot[row]) or None
    down = fields.down >= 0.5
    told: dict[Value, float] = {True: fields.down, False: 1 - fields.down}
    asked: list[tuple[FieldName, dict[Value, float], float]] = [("face_down", told, TUNING.doubtful)]
    if not down:
        asked.append(("number", fields.numbers, TUNING.doubtful_print))
        asked.append(("type", fields.kinds, TUNING.doubtful))
        satellite = best(fields.kinds)[0] == "satellite"  # that has no stars: then it is asked about as its type is
        asked.append(("stars", printed_stars(fields), TUNING.doubtful if satellite else TUNING.doubtful_print))
    return [_doubt(name, values, row, slot) for name, values, least in asked if best(values)[1] < least]


def _doubt(name: FieldName, values: dict[Value, float], row: int, slot: int | None) -> Doubt:
    value, p = best(values)
    others = sorted(
        ((v, q) for v, q in values.items() if v != value and q > TUNING.min_instead), key=lambda pair: -pair[1]
    )
    instead = tuple((v, round(q, 4)) for v, q in others)
    return Doubt(card=row, slot=slot, field=name, value=value, p=round(p, 4), instead=instead)


def printed_stars(fields: Fields) -> dict[Value, float]:
    """Probabilities of the stars; a card that is read as a satellite has none unless it is something else."""
    if best(fields.kinds)[0] != "satellite":
        return fields.stars
    satellite = fields.kinds["satellite"]
    return {count: (1 - satellite) * p + (satellite if count == 0 else 0.0) for count, p in fields.stars.items()}
