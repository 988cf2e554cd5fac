"""The one question about a doubtful line: asked only where an answer changes the score."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.star_explorer.doubt import Outcome, Question
from pi_app.games.star_explorer.draw import DrawPresenter, draft_scene, questions_of
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.games.star_explorer.scene import DiscScene, DiscStage, SceneLine
from pi_app.i18n import _, roman
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wording import points_words
from pi_app.steps.question import QuestionStep
from pi_app.steps.view import Answer, AnswerButton, StepView, Words

_MARGIN_MM: Final = 16.0
_MIN_SHOWN_MM: Final = (60.0, 46.0)


class QuestionPresenter(QuestionStep):
    """The part of the photograph with the doubtful line: yes, no, or a look at the whole drawing."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._drawing = DrawPresenter(nav)

    @property
    def _open(self) -> list[Question]:
        return open_questions(self.nav)

    def view(self) -> StepView:
        """The close-up and the two answers."""
        questions, seat = self._open, self._drawing.seat
        first, state = questions[0], self.nav.state
        return StepView(
            frame=self.nav.frame(
                _("{name}: is there a line?").format(name=state.players[seat]),
                _("Round {numeral}").format(numeral=roman(state.round)),
            ),
            stage=DiscStage(_close_up(draft_scene(self.nav, seat, self._drawing.draft, []), first), touchable=False),
            headline=Words(_("Is a line drawn between these two stars?"), "bold", seat),
            panel=(
                answer_button(self.nav, Answer(True), _("Yes, a line"), first.drawn, first.not_drawn),
                answer_button(self.nav, Answer(False), _("No line"), first.not_drawn, first.drawn),
                *self.below(seat, len(questions)),
            ),
        )

    def answer(self, drawn: bool) -> None:
        """A person says whether the line is there."""
        line = self._open[0].line
        draft = self._drawing.draft
        others = tuple(x for x in draft.lines if x != line)
        lines = tuple(sorted((*others, line))) if drawn else others
        doubts = tuple(d for d in draft.doubts if (d.a, d.b) != line)
        self._drawing.put(replace(draft, lines=lines, doubts=doubts, chosen=None))

    def photograph(self) -> None:
        self._drawing.put(DiscDraft())
        self._drawing.photograph()

    def look(self) -> None:
        self._drawing.put(replace(self._drawing.draft, looking=True))


def answer_button(nav: Navigator, does: Answer, words: str, here: Outcome, there: Outcome) -> AnswerButton:
    """An answer with what it is worth."""
    worth = _("{points} this round").format(points=points_words(here.round_points))
    at_end = here.unfaded + here.bonus
    if at_end != there.unfaded + there.bonus:
        worth += " + " + _("{points} at the end").format(points=points_words(at_end))
    only_here = [rule for rule in here.broken if rule not in there.broken]
    broken = tuple(nav.app.rule_words(rule, rule) for rule in only_here)
    if does.yes:
        return AnswerButton(does, words, worth, "check", "good", broken)
    return AnswerButton(does, words, worth, "cross", "ask", broken)


def open_questions(nav: Navigator) -> list[Question]:
    """The questions whose answers change the score, the weightiest first."""
    drawing = DrawPresenter(nav)
    draft = drawing.draft
    return [] if draft.looking or draft.mending else questions_of(nav, drawing.seat, draft)


def _close_up(scene: DiscScene, question: Question) -> DiscScene:
    """The scene around the doubtful line."""
    a, b = question.line
    ends = [s for s in scene.sky.stars if s.id in (a, b)]
    xs, ys = [s.x for s in ends], [s.y for s in ends]
    wide = max(max(xs) - min(xs) + 2 * _MARGIN_MM, _MIN_SHOWN_MM[0])
    high = max(max(ys) - min(ys) + 2 * _MARGIN_MM, _MIN_SHOWN_MM[1])
    view = ((max(xs) + min(xs) - wide) / 2, (max(ys) + min(ys) - high) / 2, wide, high)
    kept = [line for line in scene.lines if not (scene.photo and line.tone == "now")]
    others = tuple(line for line in kept if (line.a, line.b) != (a, b))
    return replace(
        scene, sky=replace(scene.sky, view=view), lines=(*others, SceneLine(a, b, "doubt")), ringed=(a, b), chosen=None
    )
