"""What every step with a slate to touch shares: fingers on the slate, and the players of a turn in which all draw."""

from __future__ import annotations

from abc import abstractmethod

from msgspec.structs import replace

from engines.look_at_the_stars.model import Phase, StarsState
from pi_app.games.look_at_the_stars.desk import Draft, desk_of, draft_of, keep_desk, put_draft, seat_shown
from pi_app.games.look_at_the_stars.scene import Join, TapLine, TapPoint, TapThing
from pi_app.steps.presenter import StepPresenter, on
from pi_app.steps.view import Seat, SeatTab, SeatTabs


class SlateStep(StepPresenter):
    """Its slate takes fingers."""

    @on(TapPoint)
    @abstractmethod
    def tap_point(self, point: str) -> None:
        """A point was tapped."""

    @on(Join)
    @abstractmethod
    def join(self, a: str, b: str) -> None:
        """A finger was drawn from point to point."""

    @on(TapLine)
    @abstractmethod
    def tap_line(self, a: str, b: str) -> None:
        """A line was tapped."""

    @on(TapThing)
    def tap_thing(self, kind: str, at: str) -> None:
        """Something that a power drew was tapped."""


class TurnStep(SlateStep):
    """One player's part of a turn; the others' are a tap away."""

    @property
    def state(self) -> StarsState:
        """The present state."""
        state: StarsState = self.nav.state
        return state

    @property
    def seat(self) -> int:
        """The player on the screen."""
        return seat_shown(self.nav)

    @property
    def draft(self) -> Draft:
        """What they have begun so far."""
        return draft_of(self.nav, self.seat)

    def put(self, draft: Draft) -> None:
        """Keep it and show it."""
        put_draft(self.nav, self.seat, draft)

    def seats(self) -> SeatTabs | None:
        """The players as tabs; nobody needs tabs alone."""
        state = self.state
        if len(state.players) == 1:
            return None
        return SeatTabs(
            tuple(
                SeatTab(i, name, i == self.seat, state.phase is Phase.DRAW and i not in state.waiting)
                for i, name in enumerate(state.players)
            )
        )

    @on(Seat)
    def choose_seat(self, seat: int) -> None:
        """Show another player's drawing: one still to make, or one that is done."""
        if seat in self.state.waiting and seat in self.nav.people:
            keep_desk(self.nav, replace(desk_of(self.nav), seat=seat))
        else:
            self.nav.open_page("why", seat=seat)
