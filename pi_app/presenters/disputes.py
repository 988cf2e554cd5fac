"""What of the present screen the host of an evening could decide: two readings, and where on the photograph it is.

A doubtful line or card: both answers. Something of the record that is to be put right: the record, and what the
players say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from engines.game import ScoreSheet
from pi_app.crop import Share
from pi_app.i18n import _, roman
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wording import points_words
from pi_app.table import Correction

WHOLE: Final[Share] = (0.0, 0.0, 1.0, 1.0)


class Part(msgspec.Struct, frozen=True):
    """Part of a photograph, and the points in question; all as shares of it."""

    photo: str
    at: Share = WHOLE
    marks: tuple[tuple[float, float], ...] = ()


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A question with two readings. `settle(True)` does what the first says, `settle(False)` what the second does.

    `key`: what is asked, the same in every language; JSON values.
    """

    key: tuple[object, ...]
    question: str
    one: str
    other: str
    part: Part | None
    settle: Callable[[bool], None]


def dispute_of(nav: Navigator) -> Dispute | None:
    """What the present screen leaves open; None where nothing is in dispute."""
    if nav.table is None or nav.table.digital:
        return None
    found = _DISPUTES.get((nav.table.header.game, nav.screen))
    return None if found is None else found(nav)


def _likely(words: str, points: str, p: float) -> str:
    """An answer with what it is worth and how sure the camera is of it."""
    return _("{answer}: {worth}. The camera: {share} %").format(answer=words, worth=points, share=round(100 * p))


def _as_recorded(nav: Navigator, seat: int) -> str:
    return _("As recorded: {points}").format(points=_total(nav.open_table.sheet, seat))


def _put_right(preview: Correction | None, seat: int) -> str:
    if preview is None or preview.after is None:
        return _("Put right")
    return _("Put right: {points}").format(points=_total(preview.after, seat))


def _total(sheet: ScoreSheet, seat: int) -> str:
    return points_words(sheet.players[seat].total)


def _around(points: Iterable[tuple[float, float]], margin: float) -> Share:
    """The part around these points, at least so much on every side."""
    places = list(points)
    left, right = min(x for x, _y in places) - margin, max(x for x, _y in places) + margin
    top, bottom = min(y for _x, y in places) - margin, max(y for _x, y in places) + margin
    return left, top, right - left, bottom - top


# Star Explorer --------------------------------------------------------------------------------------------------


def _disc_part(nav: Navigator, photo: str | None, number: int, line: tuple[int, int]) -> Part | None:
    """The part of a flat photograph around a line of the disc."""
    from pi_app.presenters.scene import turned
    from pi_app.presenters.tiles import open_game_of, star_disc

    box = nav.eye.photo_at(photo) if photo else None
    if photo is None or box is None:
        return None
    disc = star_disc(open_game_of(nav))
    (cx, cy), turn = disc.layout.disc.centre, disc.layout.step_deg * (number - 1)
    ends = (turned(disc.stars[star].x, disc.stars[star].y, turn) for star in line)
    marks = tuple(((cx + x - box[0]) / box[2], (cy + y - box[1]) / box[3]) for x, y in ends)
    return Part(photo, _around(marks, 0.14), marks)


def _disc_question(nav: Navigator) -> Dispute | None:
    from pi_app.presenters.draw import DrawPresenter
    from pi_app.presenters.question import QuestionPresenter, answer_view, open_questions

    asked, draft = open_questions(nav), nav.place.draft
    if not asked or draft is None:
        return None
    first, state = asked[0], nav.state
    yes = answer_view(_("Yes, a line"), first.drawn, first.not_drawn)
    no = answer_view(_("No line"), first.not_drawn, first.drawn)
    seat = DrawPresenter(nav).seat
    name = state.players[seat]
    return Dispute(
        key=("line", seat, state.round, first.line, draft.photo),
        question=_("{name}, round {numeral}: is there a line?").format(name=name, numeral=roman(state.round)),
        one=_likely(yes.words, yes.points, first.p),
        other=_likely(no.words, no.points, 1 - first.p),
        part=_disc_part(nav, draft.photo, state.round, first.line),
        settle=QuestionPresenter(nav).answer,
    )


def _disc_mending(nav: Navigator) -> Dispute | None:
    from pi_app.presenters.score import WhyPresenter

    page, line = WhyPresenter(nav), nav.place.edge
    drawing = page.drawing
    if line is None or drawing is None:
        return None
    photo = nav.eye.newest(nav.open_table.game_id, page.seat, drawing.round)
    name = nav.open_table.players[page.seat]
    said = [_("Yes, a line"), _("No line")]
    there, otherwise = said if line in drawing.lines else reversed(said)
    return Dispute(
        key=("mend", page.seat, drawing.round, line, line in drawing.lines, nav.open_table.length),
        question=_("{name}, round {numeral}: is there a line?").format(name=name, numeral=roman(drawing.round)),
        one=f"{there}. {_as_recorded(nav, page.seat)}",
        other=f"{otherwise}. {_put_right(page.preview(line), page.seat)}",
        part=_disc_part(nav, photo, drawing.round, line),
        settle=lambda one: page.cancel() if one else page.confirm(),
    )


# Look at the Stars ----------------------------------------------------------------------------------------------


def _slate_part(nav: Navigator, photo: str | None, points: Iterable[str]) -> Part | None:
    """The part of a flat photograph around points of the lattice."""
    from pi_app.presenters.look_at_the_stars.scene import place

    box, places = nav.eye.photo_at(photo) if photo else None, [place(point) for point in points]
    if photo is None or box is None:
        return None
    marks = tuple(((x - box[0]) / box[2], 1.0 - (y - box[1]) / box[3]) for x, y in places)
    return Part(photo, _around(marks, 0.18) if marks else WHOLE, marks)


def _slate_question(nav: Navigator) -> Dispute | None:
    from pi_app.presenters.look_at_the_stars.desk import draft_of, seat_shown
    from pi_app.presenters.look_at_the_stars.question import QuestionPresenter, answer_view, open_questions

    seat = seat_shown(nav)
    asked = open_questions(nav, seat)
    if not asked:
        return None
    first, line = asked[0], asked[0].kind == "line"
    yes = answer_view(_("Yes, a line") if line else _("Yes, a shooting star"), first.drawn, first.not_drawn)
    no = answer_view(_("No line") if line else _("No shooting star"), first.not_drawn, first.drawn)
    photo = draft_of(nav, seat).photo
    return Dispute(
        key=("slate", seat, len(nav.state.cards), first.kind, first.at, photo),
        question=_("{name}: what is drawn here?").format(name=nav.open_table.players[seat]),
        one=_likely(yes.words, yes.points, first.p),
        other=_likely(no.words, no.points, 1 - first.p),
        part=_slate_part(nav, photo, first.at),
        settle=QuestionPresenter(nav).answer,
    )


def _slate_mending(nav: Navigator) -> Dispute | None:
    from pi_app.presenters.look_at_the_stars.mend import MendPresenter
    from pi_app.presenters.look_at_the_stars.past_turns import draft_of_action

    page = MendPresenter(nav)
    mend, turn = page.mend, page.turn
    if not mend.begun or turn is None:
        return None
    was = draft_of_action(turn.action)
    changed = set(was.lines) ^ set(mend.draft.lines)
    points = {end for line in changed for end in line} | (set(was.at) ^ set(mend.draft.at))
    points |= {end for star in (was.star, mend.draft.star) if star and was.star != mend.draft.star for end in star}
    number = len(turn.before.cards)
    photo = nav.eye.newest(nav.open_table.game_id, page.seat, number)
    return Dispute(
        key=("mend", page.seat, turn.line, mend.draft.lines, mend.draft.star, mend.draft.at, nav.open_table.length),
        question=_("{name}, turn {n}: what is drawn here?").format(name=nav.open_table.players[page.seat], n=number),
        one=_as_recorded(nav, page.seat),
        other=_put_right(page.preview(mend), page.seat),
        part=_slate_part(nav, photo, sorted(points)),
        settle=lambda one: page.leave() if one else page.put_right(),
    )


# Stellar --------------------------------------------------------------------------------------------------------


def _cards_question(nav: Navigator) -> Dispute | None:
    from pi_app.presenters.stellar.boards import BoardsPresenter

    page = BoardsPresenter(nav)
    asked = page.asked()
    if asked is not None and len(asked.answers) > 1:
        (one, said), (other, otherwise) = asked.answers[:2]
        part = Part(asked.photo, asked.at or WHOLE) if asked.photo else None
        first = page.questions()[0]
        return Dispute(
            key=("card", first.seat, first.doubt.card, first.doubt.name, one, other, asked.photo),
            question=asked.title, one=said, other=otherwise, part=part,
            settle=lambda yes: page.answer(one if yes else other),
        )  # fmt: skip
    return _cards_difference(nav)


def _cards_difference(nav: Navigator) -> Dispute | None:
    from pi_app.presenters.stellar.boards import BoardsPresenter

    page = BoardsPresenter(nav)
    found = page.differences()
    photo = page.cards.photo
    if not found or photo is None:
        return None
    first = found[0]
    where = _("notebook") if first.slot is None else _("slot {slot}").format(slot=first.slot)
    at = next((card.at for card in page.cards.cards if card.slot == first.slot and card.at is not None), None)
    nothing = _("nothing")
    return Dispute(
        key=("differs", page.seat, first.slot, first.there, first.seen, photo),
        question=_("{name}, {place}: which card lies there?").format(name=page.names[page.seat], place=where),
        one=_("The record: {card}").format(card=first.there_words or nothing),
        other=_("The photograph: {card}").format(card=first.seen_words or nothing),
        part=Part(photo, at if at is not None and first.slot is not None else WHOLE),
        settle=lambda one: nav.back() if one else page.put_right(0),
    )


def _cards_mending(nav: Navigator) -> Dispute | None:
    from pi_app.presenters.stellar.why import WhyPresenter

    page = WhyPresenter(nav)
    preview = page.preview()
    if preview is None:
        return None
    turn = getattr(nav.state, "turn", 0)
    rounds = range(turn // 2 + 1, 0, -1)
    photos = (nav.eye.newest(nav.open_table.game_id, page.seat, number) for number in rounds)
    photo = next((name for name in photos if name is not None), None)
    return Dispute(
        key=("mend", page.seat, msgspec.to_builtins(page.mended), nav.open_table.length),
        question=_("{name}: {what}").format(name=nav.open_table.players[page.seat], what=_("Put this card right?")),
        one=_as_recorded(nav, page.seat),
        other=_put_right(preview, page.seat),
        part=Part(photo) if photo else None,
        settle=lambda one: page.cancel() if one else page.confirm(),
    )


_DISPUTES: Final[dict[tuple[str, str], Callable[[Navigator], Dispute | None]]] = {
    ("star_explorer", "question"): _disc_question,
    ("star_explorer", "why"): _disc_mending,
    ("star_explorer", "round"): _disc_mending,
    ("look_at_the_stars", "look_question"): _slate_question,
    ("look_at_the_stars", "look_mend"): _slate_mending,
    ("stellar", "stellar_boards"): _cards_question,
    ("stellar", "why"): _cards_mending,
}
"""Game and screen -> what may be in dispute there."""
