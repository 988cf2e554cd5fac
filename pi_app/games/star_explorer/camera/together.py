"""A round of Star Explorer read without a touch: the discs of all at once."""

from __future__ import annotations

from collections.abc import Sequence

from engines.star_explorer.model import Draw, StarExplorerState
from pi_app.games.star_explorer.draw import DrawPresenter, draft_scene, questions_of, round_points
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.games.star_explorer.scene import DiscStage
from pi_app.i18n import _, roman
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wording import points_words
from pi_app.steps.together import TogetherStep


class TogetherPresenter(TogetherStep):
    """The discs of those who have still to draw."""

    def waiting(self) -> Sequence[int]:
        return waiting_people(self.nav)

    def titles(self) -> tuple[str, str]:
        """All draw; which round."""
        return _("All draw"), _("Round {numeral}").format(numeral=roman(self.nav.state.round))

    def action(self, seat: int, draft: DiscDraft) -> Draw | None:
        """The drawing as an action."""
        return Draw(seat=seat, lines=draft.lines, stars=draft.stars) if draft.lines or draft.stars else None

    def passes(self, seat: int) -> Draw:
        """A drawing of nothing."""
        return Draw(seat=seat, lines=())

    def cost_words(self, seat: int) -> str:
        """Who draws nothing in which round for how many points."""
        state: StarExplorerState = self.nav.state
        points = self._points(seat, self.passes(seat))
        return _("{name} draws nothing in round {numeral}: {points} for it.").format(
            name=state.players[seat], numeral=roman(state.round), points=points
        )

    def asks(self, seat: int, draft: DiscDraft) -> bool:
        """Whether a doubtful line changes the score."""
        return bool(questions_of(self.nav, seat, draft))

    def points(self, seat: int, draft: DiscDraft) -> str:
        """What the drawing pays this round."""
        action = self.action(seat, draft)
        assert action is not None, "an empty drawing is never judged"
        return self._points(seat, action)

    def _points(self, seat: int, action: Draw) -> str:
        table = self.nav.open_table
        played: StarExplorerState = table.game.play(table.state, action)
        return points_words(round_points(self.nav, played, seat, table.state.round))

    def board(self, seat: int, draft: DiscDraft | None) -> DiscStage:
        """The disc as it is turned now."""
        return DiscStage(draft_scene(self.nav, seat, draft or DiscDraft(), []), touchable=False)

    def take_over(self, seat: int, draft: DiscDraft | None) -> None:
        """On the draw screen."""
        self.nav.keep(draft or DiscDraft(), seat=seat)


def waiting_people(nav: Navigator) -> list[int]:
    """The people who have still to draw."""
    return [seat for seat in DrawPresenter(nav).waiting() if seat in nav.people]
