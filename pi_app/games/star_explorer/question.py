"""The one question about a doubtful line: asked only where an answer changes the score."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from engines.star_explorer.doubt import Outcome, Question, questions
from engines.star_explorer.model import StarExplorerState
from engines.star_explorer.rules import StarExplorer
from pi_app.games.star_explorer.draw import DrawPresenter, draft_scene
from pi_app.games.star_explorer.scene import DiscScene, SceneLine
from pi_app.i18n import _, roman
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.place import Draft
from pi_app.presenters.wording import points_words, rule_words

_MARGIN_MM: Final = 16.0
_LEAST_MM: Final = (60.0, 46.0)


class AnswerView(msgspec.Struct, frozen=True):
    """One answer: what it says, what it is worth, and the rules that only it would break."""

    words: str
    points: str
    broken: tuple[str, ...]


class QuestionView(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the photograph with the doubtful line, and the two answers."""

    frame: Frame
    seat: int
    scene: DiscScene
    question: str
    count: str
    trouble: str
    """What was wrong with the photograph, if anything: another may answer everything."""
    yes: AnswerView
    no: AnswerView
    look: str
    can_photograph: bool


class QuestionPresenter:
    """Yes, no, or a look at the whole drawing."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav
        self._drawing = DrawPresenter(nav)

    @property
    def _open(self) -> list[Question]:
        return open_questions(self.nav)

    def view(self) -> QuestionView:
        """What the screen shows."""
        first, seat = self._open[0], self._drawing.seat
        state = self.nav.state
        return QuestionView(
            frame=self.nav.frame(
                _("{name}: is there a line?").format(name=state.players[seat]),
                _("Round {numeral}").format(numeral=roman(state.round)),
            ),
            seat=seat,
            scene=_close_up(draft_scene(self.nav, seat, self._drawing.draft, []), first),
            question=_("Is a line drawn between these two stars?"),
            count=_("{n} more to ask").format(n=len(self._open) - 1) if len(self._open) > 1 else "",
            trouble=self.nav.eye.trouble or "",
            can_photograph=self.nav.eye.can_look(seat),
            yes=answer_view(_("Yes, a line"), first.drawn, first.not_drawn),
            no=answer_view(_("No line"), first.not_drawn, first.drawn),
            look=_("See the whole drawing"),
        )

    def answer(self, drawn: bool) -> None:
        """A person says whether the line is there."""
        line = self._open[0].line
        draft = self._drawing.draft
        others = tuple(x for x in draft.lines if x != line)
        lines = tuple(sorted((*others, line))) if drawn else others
        doubts = tuple(d for d in draft.doubts if (d.a, d.b) != line)
        self.nav.move(draft=replace(draft, lines=lines, doubts=doubts, chosen=None))

    def photograph(self) -> None:
        """Forget this photograph and take another."""
        self.nav.move(draft=None)
        self._drawing.photograph()

    def look(self) -> None:
        """Look the whole drawing over; a tap on a line settles it."""
        self.nav.move(draft=replace(self._drawing.draft, looking=True))


def answer_view(words: str, here: Outcome, there: Outcome) -> AnswerView:
    """An answer with what it is worth."""
    worth = _("{points} this round").format(points=points_words(here.round_points))
    at_end = here.unfaded + here.bonus
    if at_end != there.unfaded + there.bonus:
        worth += " + " + _("{points} at the end").format(points=points_words(at_end))
    only_here = [rule for rule in here.broken if rule not in there.broken]
    return AnswerView(words, worth, tuple(rule_words(rule, rule) for rule in only_here))


def open_questions(nav: Navigator) -> list[Question]:
    """The questions whose answers change the score, the weightiest first."""
    draft = nav.place.draft
    return [] if draft is None or draft.looking or draft.mending else questions_of(nav, draft)


def questions_of(nav: Navigator, draft: Draft) -> list[Question]:
    """The questions that a drawing still has, whether or not they are being asked."""
    if not draft.doubts:
        return []
    table = nav.open_table
    seat = DrawPresenter(nav).seat
    return _questions(table.game, table.state, seat, draft)


@lru_cache(maxsize=4)
def _questions(game: StarExplorer, state: StarExplorerState, seat: int, draft: Draft) -> list[Question]:
    doubtful = [(d.a, d.b, d.p) for d in draft.doubts]
    sure = [(a, b, 1.0) for a, b in draft.lines if all((a, b) != (d.a, d.b) for d in draft.doubts)]
    return questions(game, state, seat, sure + doubtful, doubtful, draft.stars)


def _close_up(scene: DiscScene, question: Question) -> DiscScene:
    """The scene around the doubtful line."""
    a, b = question.line
    ends = [s for s in scene.sky.stars if s.id in (a, b)]
    xs, ys = [s.x for s in ends], [s.y for s in ends]
    wide = max(max(xs) - min(xs) + 2 * _MARGIN_MM, _LEAST_MM[0])
    high = max(max(ys) - min(ys) + 2 * _MARGIN_MM, _LEAST_MM[1])
    view = ((max(xs) + min(xs) - wide) / 2, (max(ys) + min(ys) - high) / 2, wide, high)
    kept = [line for line in scene.lines if not (scene.photo and line.tone == "now")]
    others = tuple(line for line in kept if (line.a, line.b) != (a, b))
    return replace(
        scene, sky=replace(scene.sky, view=view), lines=(*others, SceneLine(a, b, "doubt")), ringed=(a, b), chosen=None
    )
