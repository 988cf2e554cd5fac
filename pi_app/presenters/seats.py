"""Who plays on: a bot takes the seat of a player who leaves, a person that of a bot."""

from __future__ import annotations

from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pending import Pending
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import Command, Grid, Seat, StepView, Tap


def can_leave(nav: Navigator) -> bool:
    """Whether a bot could play on for somebody: on the screen, and at a table where bots need see nothing hidden."""
    table = nav.open_table
    return bool(nav.app.bots()) and not table.over and (table.digital or nav.app.bots_at_table)


class SeatsPresenter(StepPresenter):
    """The page `seats`: a tap on a player asks whether they leave, a tap on a bot whether somebody plays for it."""

    def view(self) -> StepView:
        """Everybody at the table."""
        table = self.nav.open_table
        bots = self.nav.bots_of(table.game_id)
        taps = tuple(
            Tap(Seat(seat), name, note=_("a bot plays") if seat in bots else "", seat=seat, chosen=seat not in bots)
            for seat, name in enumerate(table.players)
        )
        return StepView(
            frame=self.nav.frame(_("Who plays on?"), self.nav.app.title()),
            stage=Grid(_("Who leaves the game, or comes back?"), taps),
            pending=self._pending(),
        )

    def _pending(self) -> Pending | None:
        seat, table = self.nav.place.chosen, self.nav.open_table
        if seat is None:
            return None
        name = table.players[seat]
        if seat in self.nav.bots_of(table.game_id):
            return Pending(
                question=_("Somebody plays for {name}?").format(name=name),
                consequences=(_("The bot stops. What it has played stays."),),
                confirm=_("Play"),
                cancel=_("Cancel"),
            )
        return Pending(
            question=_("{name} leaves?").format(name=name),
            consequences=(_("A bot plays on in this seat. It can be taken back here at any time."),),
            confirm=_("Leave"),
            cancel=_("Stay"),
            loses=True,
        )

    def do(self, command: Command) -> None:
        """Do what was touched."""
        match command:
            case Seat(seat):
                self.nav.move(chosen=seat)
            case _:
                super().do(command)

    def confirm(self) -> None:
        """A bot takes the seat, or gives it back."""
        seat = self.nav.place.chosen
        if seat is None:
            return
        if seat in self.nav.bots_of(self.nav.open_table.game_id):
            self.nav.release_bot(seat)
        else:
            self.nav.give_to_bot(seat, self.nav.app.bots()[-1])
        self.cancel()

    def cancel(self) -> None:
        """Everybody stays."""
        self.nav.move(chosen=None)
