"""What the host of an evening could decide in Look at the Stars: something doubtful, or a turn to be put right."""

from __future__ import annotations

from collections.abc import Iterable

from pi_app.games.look_at_the_stars.camera.question import QuestionPresenter, answers, open_questions
from pi_app.games.look_at_the_stars.desk import draft_of, seat_shown
from pi_app.games.look_at_the_stars.mend import MendPresenter
from pi_app.games.look_at_the_stars.past_turns import draft_of_action
from pi_app.games.look_at_the_stars.scene import place
from pi_app.i18n import _
from pi_app.presenters.disputes import WHOLE, Dispute, Part, around, as_recorded, likely_words, put_right_words
from pi_app.presenters.navigator import Navigator


def dispute(nav: Navigator) -> Dispute | None:
    """What the present screen leaves open."""
    if nav.screen == "look_question":
        return _slate_question(nav)
    return _slate_mending(nav) if nav.screen == "look_mend" else None


def _slate_part(nav: Navigator, photo: str | None, points: Iterable[str]) -> Part | None:
    """The part of a flat photograph around points of the lattice."""
    box, places = nav.camera.photo_at(photo) if photo else None, [place(point) for point in points]
    if photo is None or box is None:
        return None
    marks = tuple(((x - box[0]) / box[2], 1.0 - (y - box[1]) / box[3]) for x, y in places)
    return Part(photo, around(marks, 0.18) if marks else WHOLE, marks)


def _slate_question(nav: Navigator) -> Dispute | None:
    seat = seat_shown(nav)
    asked = open_questions(nav, seat)
    if not asked:
        return None
    first = asked[0]
    yes, no = answers(first)
    photo = draft_of(nav, seat).photo
    return Dispute(
        key=("slate", seat, len(nav.state.cards), first.kind, first.at, photo),
        question=_("{name}: what is drawn here?").format(name=nav.open_table.players[seat]),
        one=likely_words(yes.words, yes.points, first.p),
        other=likely_words(no.words, no.points, 1 - first.p),
        part=_slate_part(nav, photo, first.at),
        settle=QuestionPresenter(nav).answer,
    )


def _slate_mending(nav: Navigator) -> Dispute | None:
    page = MendPresenter(nav)
    mend, turn = page.mend, page.turn
    if not mend.begun or turn is None:
        return None
    was = draft_of_action(turn.action)
    changed = set(was.lines) ^ set(mend.draft.lines)
    points = {end for line in changed for end in line} | (set(was.at) ^ set(mend.draft.at))
    points |= {end for star in (was.star, mend.draft.star) if star and was.star != mend.draft.star for end in star}
    number = len(turn.before.cards)
    photo = nav.camera.newest(nav.open_table.game_id, page.seat, number)
    return Dispute(
        key=("mend", page.seat, turn.line, mend.draft.lines, mend.draft.star, mend.draft.at, nav.open_table.length),
        question=_("{name}, turn {n}: what is drawn here?").format(name=nav.open_table.players[page.seat], n=number),
        one=as_recorded(nav, page.seat),
        other=put_right_words(page.preview(), page.seat),
        part=_slate_part(nav, photo, sorted(points)),
        settle=lambda one: page.leave() if one else page.put_right(),
    )
