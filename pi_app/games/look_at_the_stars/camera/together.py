"""A turn of Look at the Stars read without a touch: the slates of all at once."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engines.look_at_the_stars.model import Pass, Phase, StarsAction, StarsState
from engines.look_at_the_stars.scoring import total
from pi_app.games.look_at_the_stars.cards import box_of, rules_of
from pi_app.games.look_at_the_stars.desk import Draft, desk_of, put_draft, store_desk
from pi_app.games.look_at_the_stars.draw import action_of, drawing_scene, questions_of
from pi_app.games.look_at_the_stars.scene import SlateStage
from pi_app.games.look_at_the_stars.words import turn_words
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wording import points_words
from pi_app.steps.together import TogetherStep


class TogetherPresenter(TogetherStep):
    """The slates of those who have still to draw."""

    def waiting(self) -> Sequence[int]:
        """The people who have still to draw; whoever has earned a power has drawn."""
        return waiting_people(self.nav)

    def titles(self) -> tuple[str, str]:
        """All draw; which turn, with which card."""
        state: StarsState = self.nav.state
        return _("All draw"), turn_words(len(state.cards))

    def action(self, seat: int, draft: Draft) -> StarsAction | None:
        """The drawing as an action."""
        return action_of(draft, seat) if draft.lines or draft.star else None

    def passes(self, seat: int) -> Pass:
        """A pass."""
        return Pass(seat=seat)

    def cost_words(self, seat: int) -> str:
        """Who draws nothing."""
        return _("{name} draws nothing for this card.").format(name=self.nav.state.players[seat])

    def asks(self, seat: int, draft: Draft) -> bool:
        """Whether an answer changes points or stars."""
        return bool(questions_of(self.nav, seat, draft))

    def points(self, seat: int, draft: Draft) -> str:
        """The points in all."""
        state: StarsState = self.nav.state
        slate = rules_of(self.nav).play(state, action_of(draft, seat)).slates[seat]
        points = total(box_of(self.nav), slate, state.point_bonus, state.options)
        return _("{points} in all").format(points=points_words(points))

    def board(self, seat: int, draft: Draft | None) -> SlateStage:
        """The slate with what is drawn."""
        return SlateStage(drawing_scene(self.nav, seat, draft or Draft(), []), touchable=False)

    def accepted(self) -> None:
        """Whoever has earned a power uses it next."""
        state: StarsState = self.nav.state
        earned = [seat for seat in state.waiting if state.slates[seat].fresh]
        store_desk(self.nav, replace(desk_of(self.nav), seat=earned[0] if earned else None))

    def take_over(self, seat: int, draft: Draft | None) -> None:
        """On the draw screen."""
        put_draft(self.nav, seat, draft or Draft())


def waiting_people(nav: Navigator) -> list[int]:
    """The people who have still to draw."""
    state: StarsState = nav.state
    if state.phase is not Phase.DRAW:
        return []
    return [seat for seat in state.waiting if seat in nav.people and not state.slates[seat].fresh]
