"""The phones of the seats: a code for each player's phone, or who has one; nothing but the code is on the screen."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pi_app.i18n import _
from pi_app.presenters.phone_seats import PhoneSeats
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Card, Code, Part, Seat, StepView, Tap, Taps, Words

SEATS_A_ROW: Final = 4


class PhonesPresenter(StepPresenter):
    """The page `phones` of a game that is open."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of people."""
        return self.nav.people

    @property
    def seat(self) -> int:
        """The seat whose code is shown: the one chosen, else the first that has no phone."""
        chosen, phones = self.nav.place.seat, self.nav.phones
        if chosen in self.seats:
            return chosen
        free = (seat for seat in self.seats if phones is None or not phones.joined(seat))
        return next(free, self.seats[0])

    def view(self) -> StepView:
        """The code of a seat, or that a phone has it, or why none can."""
        seat, phones = self.seat, self.nav.phones
        name = self.nav.open_table.players[seat]
        return StepView(
            frame=replace(self.nav.frame(_("Phones"), self.nav.app.title()), undo=None, redo=None),
            stage=_stage(phones, seat, name),
            panel=(
                *_rows(tuple(Tap(Seat(s), "", seat=s, chosen=s == seat) for s in self.seats)),
                Words(name, "bold", seat),
                *self._about(phones, seat),
            ),
        )

    def _about(self, phones: PhoneSeats | None, seat: int) -> tuple[Part, ...]:
        """What the code does, and how a seat gets another phone."""
        if phones is None or phones.why is not None:
            return ()
        if phones.joined(seat):
            return (
                Tap(does(self.renew), _("Another phone"), icon="turn"),
                Words(_("The one that has the seat is thrown out."), "muted"),
            )
        return (
            Words(_("Scan it with your phone, in the same Wi-Fi: your hand, your points and why, and a camera.")),
            Words(_("The first phone keeps the seat until the game ends."), "muted"),
        )

    @on(Seat)
    def show_seat(self, seat: int) -> None:
        """The code of another seat."""
        self.nav.move(seat=seat)

    @on("new_code")
    def renew(self) -> None:
        """Another phone may have the seat."""
        if self.nav.phones is not None:
            self.nav.phones.renew(self.seat)


def _stage(phones: PhoneSeats | None, seat: int, name: str) -> Part:
    address = None if phones is None else phones.address(seat)
    if address is not None:
        return Code(address)
    if phones is not None and phones.why is not None:
        return Card((Words(phones.why, "ask"), Words(_("Everything can be done at this screen."))))
    if phones is not None and phones.joined(seat):
        return Card(
            (
                Words(_("A phone has this seat."), "good"),
                Words(_("Only it can see what {name} may know.").format(name=name)),
            )
        )
    return Card((Words(_("One moment…")),))


def _rows(taps: tuple[Tap, ...]) -> tuple[Part, ...]:
    if len(taps) == 1:
        return ()
    return tuple(Taps(taps[at : at + SEATS_A_ROW]) for at in range(0, len(taps), SEATS_A_ROW))
