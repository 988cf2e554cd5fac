"""What the host of an evening could decide in Star Explorer: a doubtful line, or a line that is to be put right."""

from __future__ import annotations

from pi_app.games.star_explorer.camera.question import QuestionPresenter, answer_button, open_questions
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.scene import turned
from pi_app.games.star_explorer.score import WhyPresenter
from pi_app.games.star_explorer.tiles import game_of
from pi_app.i18n import _, roman
from pi_app.presenters.disputes import Dispute, Part, around, as_recorded, likely_words, put_right_words
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Answer


def dispute(nav: Navigator) -> Dispute | None:
    """What the present screen leaves open."""
    if nav.screen == "question":
        return _disc_question(nav)
    return _disc_mending(nav) if nav.screen in ("why", "round") else None


def _disc_part(nav: Navigator, photo: str | None, number: int, line: tuple[int, int]) -> Part | None:
    """The part of a flat photograph around a line of the disc."""
    box = nav.camera.photo_at(photo) if photo else None
    if photo is None or box is None:
        return None
    disc = game_of(nav).disc
    (cx, cy), turn = disc.layout.disc.centre, disc.layout.step_deg * (number - 1)
    ends = (turned(disc.stars[star].x, disc.stars[star].y, turn) for star in line)
    marks = tuple(((cx + x - box[0]) / box[2], (cy + y - box[1]) / box[3]) for x, y in ends)
    return Part(photo, around(marks, 0.14), marks)


def _disc_question(nav: Navigator) -> Dispute | None:
    asked, draft = open_questions(nav), DrawPresenter(nav).draft
    if not asked:
        return None
    first, state = asked[0], nav.state
    yes = answer_button(nav, Answer(True), _("Yes, a line"), first.drawn, first.not_drawn)
    no = answer_button(nav, Answer(False), _("No line"), first.not_drawn, first.drawn)
    seat = DrawPresenter(nav).seat
    name = state.players[seat]
    return Dispute(
        key=("line", seat, state.round, first.line, draft.photo),
        question=_("{name}, round {numeral}: is there a line?").format(name=name, numeral=roman(state.round)),
        one=likely_words(yes.words, yes.points, first.p),
        other=likely_words(no.words, no.points, 1 - first.p),
        part=_disc_part(nav, draft.photo, state.round, first.line),
        settle=QuestionPresenter(nav).answer,
    )


def _disc_mending(nav: Navigator) -> Dispute | None:
    page, line = WhyPresenter(nav), nav.place.edge
    drawing = page.drawing
    if line is None or drawing is None:
        return None
    photo = nav.camera.newest(nav.open_table.game_id, page.seat, drawing.round)
    name = nav.open_table.players[page.seat]
    said = [_("Yes, a line"), _("No line")]
    there, otherwise = said if line in drawing.lines else reversed(said)
    return Dispute(
        key=("mend", page.seat, drawing.round, line, line in drawing.lines, nav.open_table.length),
        question=_("{name}, round {numeral}: is there a line?").format(name=name, numeral=roman(drawing.round)),
        one=f"{there}. {as_recorded(nav, page.seat)}",
        other=f"{otherwise}. {put_right_words(page.preview(), page.seat)}",
        part=_disc_part(nav, photo, drawing.round, line),
        settle=lambda one: page.cancel() if one else page.confirm(),
    )
