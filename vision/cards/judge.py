"""Which of many candidates are cards: the likeliest first, and none where another one already lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from vision.cards.align import agreement, laid_closer
from vision.cards.colours import board_covered, gains_of, not_bare, tint_distance
from vision.cards.evidence import NO_NUMBER
from vision.cards.find import (
    Candidates,
    Covering,
    Search,
    card_corners,
    described,
    joined,
    plainly_numbered,
    still_numbered,
)
from vision.cards.layout import CardsLayout
from vision.cards.looks import Deck
from vision.cards.overlapped import laid_apart, shared
from vision.cards.patient import look_again
from vision.cards.reading import Lying
from vision.cards.tuning import TUNING
from vision.ink.pose import Array, Flags, Floats, Image, Indices, Numbers, project
from vision.ink.rectangles.quad import inside


class Found(msgspec.Struct, frozen=True, eq=False):
    """The cards of a picture: `cards` with a row each, whether each lies face `down`, and the log-odds of each.

    `tints` (n, kinds): how far each card's colours are from those of each kind (natural logs), the light allowed for.
    `hidden`: the slots that something hides and in which no card can be read; each is among the cards, as a guess.
    """

    cards: Candidates
    down: Flags
    odds: Numbers
    tints: Numbers
    hidden: frozenset[int] = frozenset()


class Seen(NamedTuple):
    """What is likely a card, laid exactly, its log-odds, and what else might lie in such places."""

    search: Search
    cards: Candidates
    odds: Numbers
    others: Candidates


def face_odds(found: Candidates, deck: Deck) -> Numbers:
    """(n,) log-odds that a card lies face up just so."""
    rest, outline, front, number, mark, both = TUNING.face
    alike = (
        np.maximum(found.marks.max(1) - TUNING.sign_from, 0)
        if deck.kinds
        else np.full(len(found.slot), TUNING.unknown_sign)
    )
    shared = found.cover if deck.front else np.full(len(found.slot), TUNING.unknown_front)
    seen = 1.0 - found.numbers[:, NO_NUMBER]
    shown = number * seen + mark * alike + both * seen * alike
    # Where all that fronts share and a sign are there, it is a card, even if its number cannot be made out.
    shown = shown + TUNING.shared_and_sign * ((shared > TUNING.shared_shown) & (alike > TUNING.sign_shown))
    return np.asarray(rest + outline * found.merit + front * shared + shown + _vague(found), float)


def surely(cards: Candidates, odds: Numbers) -> Flags:
    """(n,) whether that is surely a card and lies just so: turned askew about its sign it would show another number."""
    return np.asarray((odds > TUNING.sure) & plainly_numbered(cards))


def _vague(cards: Candidates) -> Numbers:
    """(n,) log-odds, 0 or less: which number is printed can be told, or none, where a card lies just so."""
    return _vagueness(cards.numbers[:, :NO_NUMBER].max(1) + cards.numbers[:, NO_NUMBER])


def _vagueness(told: Floats) -> Numbers:
    return np.asarray(TUNING.vague * np.log(np.maximum(told, TUNING.least_told)), float)


def likely_cards(image: Image, plane: Array, deck: Deck) -> Seen:
    """What is likely a card in a picture (BGR) of a table at `plane` (3×3, mm -> px)."""
    search = Search(image, plane, deck)
    cards, odds, others = _likely(search)
    return Seen(search, _laid_closer(search, cards), odds, others)


def find_cards(seen: Seen, lying: Lying | None = None) -> Found:
    """The cards among the likely ones, by slot, then those of the notebook.

    `lying`: how many the record knows of. Where fewer are seen, they are looked for again, and what is less likely a
    card is taken for one, too; where as many are seen, what is not surely a card is none.
    """
    search, cards, odds, others = seen
    deck = search.deck
    gains = gains_of(search, cards, odds)
    if deck.kinds:
        cards, odds = confirmed(search, cards, gains)
        cards, odds = with_others(search, cards, odds, others, gains)
    down = np.zeros(len(odds), bool)
    if deck.back is not None:
        learnt = deck.tints["back"]
        backs = search.backs(cards.corners[odds > 0], lambda seen: tint_distance(seen, learnt, gains))
        down = np.append(down, np.ones(len(backs.slot), bool))
        odds = np.append(odds, back_odds(backs, search, gains))
        cards = joined([cards, backs])
    if deck.kinds and lying is not None:
        rows = chosen(cards, odds, deck.layout, down, lying)
        rows = rows[(odds[rows] > TUNING.likely) | down[rows]]
        short = _short(cards.rows(rows), down[rows], lying)
        if max(short) > 0:
            more, worth = _missing(search, cards.rows(rows), short, gains)
            cards, odds = joined([cards, more]), np.append(odds, worth)
            down = np.append(down, np.zeros(len(worth), bool))
    rows = chosen(cards, _with_nearly(cards, odds, down, deck, lying), deck.layout, down, lying)
    cards, odds, down = cards.rows(rows), np.maximum(odds[rows], TUNING.missing * (odds[rows] < 0)), down[rows]
    known = len(deck.layout.slots) if lying is None or lying.telescope is None else lying.telescope
    hidden, turned = not_bare(search, cards, gains, known - int((cards.slot > 0).sum()))
    cards, down = joined([cards, hidden]), np.append(down, turned)
    odds = np.append(odds, np.full(len(turned), TUNING.missing))
    order = np.array(sorted(range(len(odds)), key=lambda row: (cards.slot[row] or 99, row)), np.intp)
    cards = laid_apart(search, cards.rows(order), down[order])
    colours = search.tints(cards.planes)
    tints = [tint_distance(colours, deck.tints[kind], gains) for kind in deck.kinds]
    tint = np.stack(tints, 1) if tints else np.zeros((len(order), 0))
    return Found(cards, down[order], odds[order], tint, frozenset(hidden.slot.tolist()))


def _likely(search: Search) -> tuple[Candidates, Numbers, Candidates]:
    """The likeliest fronts found pass by pass, their log-odds, and what else might lie in their places."""
    deck = search.deck
    cards = search.candidates()
    odds, seen_before = face_odds(cards, deck), 0
    others = [cards.rows(np.zeros(0, np.intp))]
    for number in range(TUNING.passes):
        rows = chosen(cards, odds - TUNING.maybe, deck.layout)
        left = np.setdiff1d(np.flatnonzero(odds > TUNING.maybe), rows)
        others.append(cards.rows(left))
        more = len(rows) > seen_before
        cards, odds, seen_before = cards.rows(rows), odds[rows], len(rows)
        sure = cards.corners[surely(cards, odds)]
        search.close(sure)
        if number > 1 and not more:
            break
        if number == 1:
            search.add_beside(sure)
        if number + 1 < TUNING.passes and search.open.any():
            seen = search.candidates()
            cards, odds = joined([cards, seen]), np.append(odds, face_odds(seen, deck))
    return cards, odds, joined(others)


def with_others(
    search: Search, cards: Candidates, odds: Numbers, others: Candidates, gains: Numbers | None
) -> tuple[Candidates, Numbers]:
    """Cards, laid exactly, and where those turned out to be none, what else might lie there."""
    others = others.rows(_free(others, cards.rows(np.flatnonzero(surely(cards, odds))), search.deck.layout))
    others = others.rows(np.argsort(-face_odds(others, search.deck), kind="stable")[: TUNING.max_others])
    if not len(others.slot):
        return cards, odds
    tried, worth = _maybe(*confirmed(search, _laid_closer(search, others), gains), search.deck)
    return joined([cards, tried]), np.append(odds, worth)


def _maybe(cards: Candidates, odds: Numbers, deck: Deck) -> tuple[Candidates, Numbers]:
    """Those that, laid exactly, still show a number or a sign."""
    rows = np.flatnonzero(face_odds(cards, deck) > TUNING.maybe)
    return cards.rows(rows), odds[rows]


def _free(others: Candidates, sure: Candidates, layout: CardsLayout) -> Indices:
    """Rows of those that may lie beside the sure ones."""
    every = joined([others, sure])
    prints = _prints(every, layout, np.zeros(len(every.slot), bool))
    first = len(others.slot)
    return np.array(
        [
            row
            for row in range(first)
            if not (others.slot[row] and others.slot[row] in sure.slot)
            and not _hinders(every, prints, row, range(first, len(every.slot)))
        ],
        np.intp,
    )


def _with_nearly(cards: Candidates, odds: Numbers, down: Flags, deck: Deck, lying: Lying | None) -> Numbers:
    """The log-odds, no less than even of what is nearly a card in a slot where nothing is known of those.

    A lamp may veil a card: its slot is not left empty without a question then.
    """
    if not deck.kinds or (lying is not None and lying.telescope is not None):
        return odds
    least = np.where(plainly_numbered(cards), TUNING.nearly_numbered, TUNING.nearly)
    return np.where((cards.slot > 0) & ~down & (odds > least), np.maximum(odds, 0.0), odds)


def _short(cards: Candidates, down: Flags, lying: Lying) -> tuple[int, int]:
    """How many more cards the record knows of: in the telescope, and face up beside it."""
    seen = int((cards.slot > 0).sum()), int(((cards.slot == 0) & ~down).sum())
    known = lying.telescope, lying.notebook
    within, beside = (0 if n is None else n - count for n, count in zip(known, seen, strict=True))
    return within, beside


def _missing(
    search: Search, cards: Candidates, short: tuple[int, int], gains: Numbers | None
) -> tuple[Candidates, Numbers]:
    """What may be the cards that the record knows of beside those that were found, and their log-odds."""
    where = (short[0] > 0, short[1] > 0)
    seen = look_again(search, cards.corners, cards.slot, lambda tried: face_odds(tried, search.deck), where)
    seen = seen.rows(np.flatnonzero(face_odds(seen, search.deck) > TUNING.maybe))
    seen, odds = _maybe(*confirmed(search, _laid_closer(search, seen), gains), search.deck)
    odds = odds - _vague(seen) + _vagueness(seen.numbers[:, :NO_NUMBER].max(1))
    rows = _no_more(cards, seen, odds, short, search.deck.layout)
    return seen.rows(rows), odds[rows]


def _no_more(
    cards: Candidates, seen: Candidates, odds: Numbers, short: tuple[int, int], layout: CardsLayout
) -> Indices:
    """Rows of the likeliest that may lie beside the cards, as many as there must be in the telescope and beside it."""
    every, first = joined([seen, cards]), len(odds)
    prints = _prints(every, layout, np.zeros(len(every.slot), bool))
    left, kept = list(short), list(range(first, len(every.slot)))
    for row in map(int, np.argsort(-odds, kind="stable")):
        where, slot = int(seen.slot[row] == 0), int(seen.slot[row])
        if left[where] <= 0 or (slot and any(slot == every.slot[other] for other in kept)):
            continue
        if not _hinders(every, prints, row, kept):
            kept.append(row)
            left[where] -= 1
    return np.array([row for row in kept if row < first], np.intp)


def _laid_closer(search: Search, cards: Candidates) -> Candidates:
    """Face-up cards laid exactly, each as others of its type look."""
    deck, planes = search.deck, cards.planes.copy()
    if not deck.kinds or not len(planes):
        return cards
    alike = cards.marks.argmax(1)
    for k, template in enumerate(deck.kind_fronts):
        rows = np.flatnonzero((alike == k) & (cards.marks[:, k] > TUNING.half_alike))
        if len(rows):
            planes[rows] = laid_closer(search.soft, planes[rows], deck.layout, template)
    planes = still_numbered(search.image, cards, planes, deck.layout)
    return msgspec.structs.replace(cards, planes=planes, corners=card_corners(deck.layout, planes))


def confirmed(search: Search, cards: Candidates, gains: Numbers | None) -> tuple[Candidates, Numbers]:
    """Those of the cards, laid exactly, that may be face-up cards after all, and their log-odds."""
    deck, planes = search.deck, cards.planes
    rest, outline, front, own, clearly, mark, both, colours = TUNING.confirmed
    seen = described(search.image, Covering(cards.slot, planes, cards.merit, cards.cover), deck)
    kind = cards.marks.argmax(1)
    shared = np.zeros(len(kind)) if deck.front is None else agreement(search.soft, planes, deck.layout, deck.front)
    alike, away = np.zeros(len(kind)), np.zeros(len(kind))
    tints = search.tints(planes)
    for k, template in enumerate(deck.kind_fronts):
        rows = np.flatnonzero(kind == k)
        alike[rows] = agreement(search.soft, planes[rows], deck.layout, template)
        away[rows] = tint_distance(tints[rows], deck.tints[deck.kinds[k]], gains)
    shown = np.maximum(seen.marks.max(1) - TUNING.sign_from, 0)
    odds = (
        rest
        + outline * cards.merit
        + front * np.maximum(shared, 0)
        + own * np.maximum(alike, 0)
        + clearly * np.maximum(alike - TUNING.own_alike, 0)
        + mark * shown
        + both * shown * (1.0 - seen.numbers[:, NO_NUMBER])
        + colours * np.minimum(away, 1.0)
        + _vague(seen)
    )
    # A lamp's veil may be all that speaks against a card whose number and sign are plain: then it is asked about.
    told = plainly_numbered(seen) & (seen.marks.max(1) > TUNING.plain_sign)
    odds = np.where(told, np.maximum(odds, TUNING.plainly_told + TUNING.in_order * np.clip(odds, -30.0, 0.0)), odds)
    rows = np.flatnonzero(odds > TUNING.faint)
    return seen.rows(rows), np.asarray(odds[rows], float)


def back_odds(found: Candidates, search: Search, gains: Numbers | None) -> Numbers:
    """(n,) log-odds that a card lies face down just so; `gains` as from cards that lie face up."""
    rest, outline, alike, colours, number = TUNING.back
    away = np.minimum(tint_distance(search.tints(found.planes), search.deck.tints["back"], gains), 1.0)
    seen = 1.0 - found.numbers[:, NO_NUMBER]
    # A back of one colour cannot be recognised by its drawing, a drawn one can.
    clearly = TUNING.clearly_alike * np.maximum(found.cover - TUNING.mostly_alike, 0)
    drawn = search.deck.back_drawn * (alike * (found.cover - TUNING.half_alike) + clearly)
    covered = np.where(found.slot > 0, TUNING.covers_the_board * board_covered(search, found.planes, gains), 0.0)
    return np.asarray(rest + outline * found.merit + drawn + colours * away + number * seen + covered, float)


def chosen(
    found: Candidates,
    odds: Numbers,
    layout: CardsLayout,
    down: Flags | None = None,
    lying: Lying | None = None,
) -> Indices:
    """Rows of the cards: the likeliest, one a slot, none half hidden by a likelier one or reading what that prints.

    `down` (n,): whether each lies on its face (none does). As long as there are fewer than there must be (`lying`),
    those are taken that are a little less likely cards than not; once there are as many, only sure ones.
    """
    backs = np.zeros(len(odds), bool) if down is None else down
    prints = _prints(found, layout, backs)
    kept: list[int] = []
    taken: set[int] = set()
    known = lying or Lying()
    short = {"telescope": known.telescope or 0, "notebook": known.notebook or 0, "beside": 0}
    least = {
        where: 0.0 if n is None else TUNING.sure
        for where, n in (("telescope", known.telescope), ("notebook", known.notebook), ("beside", None))
    }
    for row in map(int, np.argsort(-odds, kind="stable")):
        slot = int(found.slot[row])
        where = "telescope" if slot else "beside" if backs[row] else "notebook"
        if odds[row] < (TUNING.faint if short[where] > 0 else least[where]):
            continue
        if slot in taken or _hinders(found, prints, row, kept):
            continue
        kept.append(row)
        taken |= {slot} if slot else set()
        short[where] -= 1
    return np.array(sorted(kept), np.intp)


def _prints(found: Candidates, layout: CardsLayout, down: Flags) -> list[Array]:
    """Where (px) each card's number and sign are seen, which nothing may lie on; of a back its middle."""
    fronts = np.array([layout.number.at, layout.type.at])
    middle = np.array([[layout.card.width / 2, layout.card.height / 2]])
    return [project(plane, middle if flat else fronts) for plane, flat in zip(found.planes, down, strict=True)]


def _hinders(found: Candidates, prints: list[Array], row: int, others: Sequence[int]) -> bool:
    """Whether a card cannot lie there beside all the others."""
    one, rest = found.corners[row], found.corners[list(others)]
    far = np.hypot(*(one.mean(0) - rest.mean(1)).T) > np.hypot(*(one[2] - one[0]))
    return any(_excludes(found, prints, row, other) for other, away in zip(others, far, strict=True) if not away)


def _excludes(found: Candidates, prints: list[Array], row: int, other: int) -> bool:
    """Whether two near cards cannot both lie there: one must lie over the other, both show what would be hidden."""
    one, two = found.corners[row], found.corners[other]
    if shared(one, two) > TUNING.shared_area:
        return True
    return bool(inside(prints[row], two).any() and inside(prints[other], one).any())
