"""The one question about something doubtful on a slate: asked only where an answer changes points or stars."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from engines.look_at_the_stars.doubt import Outcome, Question, Seen, questions
from engines.look_at_the_stars.model import TURNS, Draw, Phase, StarsState
from engines.look_at_the_stars.rules import LookAtTheStars
from pi_app.games.look_at_the_stars.cards import rules_of
from pi_app.games.look_at_the_stars.desk import Draft, draft_of, drop_draft, put_draft, seat_shown
from pi_app.games.look_at_the_stars.draw import DrawPresenter, drawing_scene
from pi_app.games.look_at_the_stars.scene import SceneLine, SceneStar, SlateScene, around
from pi_app.games.look_at_the_stars.words import turn_words
from pi_app.games.star_explorer.question import AnswerView
from pi_app.i18n import _, ngettext
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.wording import points_words


class QuestionView(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the photograph with what is doubtful, and the two answers."""

    frame: Frame
    seat: int
    scene: SlateScene
    question: str
    count: str
    trouble: str
    yes: AnswerView
    no: AnswerView
    look: str
    can_photograph: bool


class QuestionPresenter:
    """Yes, no, or a look at the whole drawing."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav
        self._drawing = DrawPresenter(nav)

    def view(self) -> QuestionView:
        """What the screen shows."""
        seat = seat_shown(self.nav)
        asked = open_questions(self.nav, seat)
        first, state = asked[0], self._drawing.state
        line = first.kind == "line"
        return QuestionView(
            frame=self.nav.frame(
                _("{name}: what is drawn here?").format(name=state.players[seat]), turn_words(len(state.cards), TURNS)
            ),
            seat=seat,
            scene=_close_up(drawing_scene(self.nav, seat, draft_of(self.nav, seat), []), first),
            question=_("Is a line drawn between these two stars?") if line else _("Is a shooting star drawn here?"),
            count=_("{n} more to ask").format(n=len(asked) - 1) if len(asked) > 1 else "",
            trouble=self.nav.eye.trouble or "",
            yes=answer_view(_("Yes, a line") if line else _("Yes, a shooting star"), first.drawn, first.not_drawn),
            no=answer_view(_("No line") if line else _("No shooting star"), first.not_drawn, first.drawn),
            look=_("See the whole drawing"),
            can_photograph=self.nav.eye.can_look(seat),
        )

    def answer(self, drawn: bool) -> None:
        """A person says whether it is there."""
        seat = seat_shown(self.nav)
        first, draft = open_questions(self.nav, seat)[0], draft_of(self.nav, seat)
        answered = _answered(draft, first, drawn)
        if drawn and self._found(answered):
            answered = replace(answered, doubts=())
        put_draft(self.nav, seat, answered)

    def _found(self, draft: Draft) -> bool:
        """Whether what the card asks for is there and nothing of it in doubt: then nothing else was drawn."""
        if draft.star is not None:
            return True
        doubtful = {doubt.at for doubt in draft.doubts}
        legal = (set(a.lines) for a in self._drawing.possible_actions() if isinstance(a, Draw))
        return not doubtful & set(draft.lines) and set(draft.lines) in legal

    def photograph(self) -> None:
        """Forget this photograph and take another."""
        drop_draft(self.nav, seat_shown(self.nav))
        self._drawing.photograph()

    def look(self) -> None:
        """Look the whole drawing over; a tap on a line settles it."""
        seat = seat_shown(self.nav)
        put_draft(self.nav, seat, replace(draft_of(self.nav, seat), looking=True))


def _answered(draft: Draft, asked: Question, drawn: bool) -> Draft:
    at = (asked.at[0], asked.at[1])
    doubts = tuple(d for d in draft.doubts if d.at != at)
    if asked.kind == "line":
        others = tuple(line for line in draft.lines if line != at)
        return replace(draft, lines=(*others, at) if drawn else others, doubts=doubts, chosen=None)
    star = at if drawn else (None if draft.star == at else draft.star)
    return replace(draft, star=star, doubts=doubts, chosen=None)


def answer_view(words: str, here: Outcome, there: Outcome) -> AnswerView:
    """An answer with what it is worth."""
    worth = points_words(here.points)
    if here.points == there.points:
        left = len(here.unused)
        worth = ngettext("{n} unused star is left", "{n} unused stars are left", left).format(n=left)
    return AnswerView(words, worth, ())


def open_questions(nav: Navigator, seat: int) -> list[Question]:
    """The questions whose answers change something, the weightiest first."""
    state: StarsState = nav.state
    draft = draft_of(nav, seat)
    if state.phase is not Phase.DRAW or state.slates[seat].fresh or draft.looking or draft.mending:
        return []
    return questions_of(nav, seat, draft)


def questions_of(nav: Navigator, seat: int, draft: Draft) -> list[Question]:
    """The questions that a drawing still has, whether or not they are being asked."""
    return _questions(rules_of(nav), nav.state, seat, draft) if draft.doubts else []


@lru_cache(maxsize=8)
def _questions(game: LookAtTheStars, state: StarsState, seat: int, draft: Draft) -> list[Question]:
    doubtful = [Seen(d.kind, d.at, d.p) for d in draft.doubts]
    known = {d.at for d in draft.doubts}
    sure = [Seen("line", line, 1.0) for line in draft.lines if line not in known]
    if draft.star is not None and draft.star not in known:
        sure.append(Seen("shooting_star", draft.star, 1.0))
    return questions(game, state, seat, [*sure, *doubtful], doubtful)


def _close_up(scene: SlateScene, asked: Question) -> SlateScene:
    """The scene around what is doubtful."""
    at = (asked.at[0], asked.at[1])
    hidden = ("now", "doubt") if scene.photo else ("doubt",)
    kept = [line for line in scene.lines if line.tone not in hidden and line.line != at]
    stars = tuple(star for star in scene.stars if star.tone != "doubt" and (star.head, star.tail) != at)
    if asked.kind == "line":
        kept.append(SceneLine(*at, "doubt"))
    else:
        stars = (*stars, SceneStar(*at, "doubt"))
    return replace(scene, view=around(at), lines=tuple(kept), stars=stars, ringed=at, chosen=None, badges=())
