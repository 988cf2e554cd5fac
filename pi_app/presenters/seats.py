"""Who plays on when a player leaves: a bot, the others without the seat, or nobody."""

from __future__ import annotations

from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pending import Pending
from pi_app.steps.presenter import StepPresenter, on
from pi_app.steps.view import Grid, Seat, StepView, Tap


def can_leave(nav: Navigator) -> bool:
    """Whether the menu offers it: in every game of people that is not over."""
    return bool(nav.app.bots()) and not nav.open_table.over


def bots_take_over(nav: Navigator) -> bool:
    """Whether a bot can play for somebody: on the screen, and at a table where it need see nothing hidden."""
    return nav.open_table.digital or nav.app.bots_at_table


class SeatsPresenter(StepPresenter):
    """The page `seats`: a tap on a player asks whether they leave, a tap on who has left whether they come back."""

    def view(self) -> StepView:
        """Everybody at the table."""
        away = self._away()
        taps = tuple(
            Tap(
                Seat(seat),
                name,
                note=_("not now") if not self._now(seat) else self._note() if seat in away else "",
                seat=seat,
                chosen=seat not in away,
                on=self._now(seat),
            )
            for seat, name in enumerate(self.nav.open_table.players)
        )
        asked = () if all(tap.on for tap in taps) else (_("Finish first what somebody is asked."),)
        return StepView(
            frame=self.nav.frame(_("Who plays on?"), self.nav.app.title()),
            stage=Grid(_("Who leaves the game, or comes back?"), taps, words=asked),
            pending=self._pending(),
        )

    def _away(self) -> frozenset[int]:
        """The seats whose players have left."""
        return self.nav.bot_seats | self.nav.app.left(self.nav)

    def _note(self) -> str:
        return _("a bot plays") if bots_take_over(self.nav) else _("has left")

    def _now(self, seat: int) -> bool:
        """Whether that player can leave or come back at this moment."""
        action = None if bots_take_over(self.nav) else self.nav.app.leaving(self.nav, seat)
        return action is None or not self.nav.open_table.check(action)

    def _pending(self) -> Pending | None:
        seat = self.nav.place.chosen
        if seat is None:
            return None
        name, bots = self.nav.open_table.players[seat], bots_take_over(self.nav)
        if seat in self._away():
            stays = _("The bot stops. What it has played stays.") if bots else _("What is on the board is still there.")
            return Pending(
                question=_("Somebody plays for {name}?").format(name=name),
                consequences=(stays,),
                confirm=_("Play"),
                cancel=_("Cancel"),
            )
        if bots:
            then = _("A bot plays on in this seat. It can be taken back here at any time.")
        elif self.nav.app.leaving(self.nav, seat) is not None:
            then = _("The others play on, the pieces stay. The seat can be taken again here at any time.")
        else:
            then = _("The game ends here: it needs two players. It is saved, and can be continued.")
        return Pending(
            question=_("{name} leaves?").format(name=name),
            consequences=(then,),
            confirm=_("Leave"),
            cancel=_("Stay"),
            loses=True,
        )

    @on(Seat)
    def choose(self, seat: int) -> None:
        """Ask about that player."""
        self.nav.move(chosen=seat)

    def confirm(self) -> None:
        """The player leaves, or comes back."""
        seat = self.nav.place.chosen
        if seat is None:
            return
        if not bots_take_over(self.nav):
            action = self.nav.app.leaving(self.nav, seat)
            if action is None:
                self.nav.home()
            else:
                self.nav.act(action)
            return
        if seat in self._away():
            self.nav.release_bot(seat)
        else:
            self.nav.give_to_bot(seat, self.nav.app.bots()[-1])
        self.cancel()

    def cancel(self) -> None:
        """Everybody stays."""
        self.nav.move(chosen=None)
