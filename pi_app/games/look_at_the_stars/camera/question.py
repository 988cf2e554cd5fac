"""The one question about something doubtful on a slate: asked only where an answer changes points or stars."""

from __future__ import annotations

from msgspec.structs import replace

from engines.look_at_the_stars.doubt import Outcome, Question
from engines.look_at_the_stars.model import Draw, Phase, StarsState
from pi_app.games.look_at_the_stars.desk import Draft, draft_of, drop_draft, put_draft, seat_shown
from pi_app.games.look_at_the_stars.draw import DrawPresenter, drawing_scene, questions_of
from pi_app.games.look_at_the_stars.scene import SceneLine, SceneStar, SlateScene, SlateStage, around
from pi_app.games.look_at_the_stars.words import turn_words
from pi_app.i18n import _, ngettext
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wording import points_words
from pi_app.steps.question import QuestionStep
from pi_app.steps.view import Answer, AnswerButton, StepView, Words


class QuestionPresenter(QuestionStep):
    """The part of the photograph with what is doubtful: yes, no, or a look at the whole drawing."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._drawing = DrawPresenter(nav)

    def view(self) -> StepView:
        """The close-up and the two answers."""
        seat = seat_shown(self.nav)
        asked = open_questions(self.nav, seat)
        first, state = asked[0], self._drawing.state
        line = first.kind == "line"
        yes, no = answers(first)
        question = _("Is a line drawn between these two stars?") if line else _("Is a shooting star drawn here?")
        return StepView(
            frame=self.nav.frame(
                _("{name}: what is drawn here?").format(name=state.players[seat]), turn_words(len(state.cards))
            ),
            stage=SlateStage(
                _close_up(drawing_scene(self.nav, seat, draft_of(self.nav, seat), []), first), touchable=False
            ),
            headline=Words(question, "bold", seat),
            panel=(yes, no, *self.below(seat, len(asked))),
        )

    def answer(self, drawn: bool) -> None:
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
        drop_draft(self.nav, seat_shown(self.nav))
        self._drawing.photograph()

    def look(self) -> None:
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


def answers(asked: Question) -> tuple[AnswerButton, AnswerButton]:
    """Yes and no, each with what it is worth."""
    line = asked.kind == "line"
    yes, no = (_("Yes, a line"), _("No line")) if line else (_("Yes, a shooting star"), _("No shooting star"))
    return (
        AnswerButton(Answer(True), yes, _worth(asked.drawn, asked.not_drawn), "check"),
        AnswerButton(Answer(False), no, _worth(asked.not_drawn, asked.drawn), "cross", "ask"),
    )


def _worth(here: Outcome, there: Outcome) -> str:
    if here.points != there.points:
        return points_words(here.points)
    left = len(here.unused)
    return ngettext("{n} unused star is left", "{n} unused stars are left", left).format(n=left)


def open_questions(nav: Navigator, seat: int) -> list[Question]:
    """The questions whose answers change something, the weightiest first."""
    state: StarsState = nav.state
    draft = draft_of(nav, seat)
    if state.phase is not Phase.DRAW or state.slates[seat].fresh or draft.looking or draft.mending:
        return []
    return questions_of(nav, seat, draft)


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
