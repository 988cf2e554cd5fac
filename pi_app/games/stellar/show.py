"""The light way at a table: the players play among themselves, and show their cards to the table at the end."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from engines.record import ActionLine, CorrectLine
from engines.stellar.deck import face_text
from engines.stellar.light import DOWN
from engines.stellar.model import SLOTS, PlayerState, ShowCards
from engines.stellar.positions import NOTEBOOK_CARDS
from pi_app.games.stellar.boards import BoardsPresenter, Desk
from pi_app.games.stellar.laid import LaidCard, SeatCards, sheet_of
from pi_app.i18n import N_, _
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.pending import Pending
from pi_app.steps.view import Command, Part, Seat, StepView, Tap, Use, Words

PLAY: Final = N_("Play with your cards. At the end photograph both players' cards, or tap a slot and tell one by one.")


def shown(seat: int, cards: SeatCards) -> ShowCards:
    """The cards as an action of the record."""
    telescope = [""] * SLOTS
    for card in cards.cards:
        if card.slot is not None:
            telescope[card.slot - 1] = _text(card)
    return ShowCards(
        tuple(telescope), tuple(_text(card) for card in cards.cards if card.slot is None and card.kind), seat=seat
    )


def _text(card: LaidCard) -> str:
    return face_text(card.code) if card.kind else DOWN


def cards_of(action: dict[str, Any]) -> SeatCards:
    """The cards that an action of the record shows."""
    telescope = [_card(slot, text) for slot, text in enumerate(action["telescope"], start=1) if text]
    return SeatCards((*telescope, *(_card(None, text) for text in action.get("notebook", ()))))


def _card(slot: int | None, text: str) -> LaidCard:
    if text == DOWN:
        return LaidCard(slot)
    kind, number, *stars = text.split(":")
    return LaidCard(slot, kind, number, int(stars[0]) if stars else 0)


class ShowPresenter(BoardsPresenter):
    """One screen from the first card to the last: it waits for the end, and then for both players' cards."""

    counted = True

    @property
    def desk(self) -> Desk:
        """The boards so far; after an undo as they were shown."""
        if self.nav.place.own:
            return self.nav.own(Desk)
        return Desk((self._last_shown(0), self._last_shown(1)))

    def _last_shown(self, seat: int) -> SeatCards:
        for line in reversed(self.nav.open_table.record.lines):
            if isinstance(line, ActionLine | CorrectLine) and line.action.get("type") == "show_cards":
                shown_by = line.seat if isinstance(line, ActionLine) else self._seat_of(line.correct)
                if shown_by == seat:
                    return cards_of(line.action)
        return SeatCards()

    def _seat_of(self, number: int) -> Any:
        line = self.nav.open_table.record.lines[number - 1]
        return self._seat_of(line.correct) if isinstance(line, CorrectLine) else line.seat  # type: ignore[union-attr]

    def _is_shown(self, seat: int) -> bool:
        """Whether the record has that player's cards already."""
        return not self.nav.state.seats[seat].hand

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """As where a pad is filled; with what is missing where the table wants to count all the same."""
        return replace(super().view(), pending=self._pending())

    def _title(self) -> str:
        return _("The cards at the end")

    def _advice(self) -> tuple[Part, ...]:
        return super()._advice() if any(cards.cards for cards in self.desk.seats) else (Words(_(PLAY), "bold"),)

    def _wants_photograph(self) -> bool:
        return not self.cards.cards

    def _way_on(self) -> tuple[Part, ...]:
        other = 1 - self.seat
        if not self.cards.cards:
            return ()
        if not self.desk.seats[other].cards:
            return (Tap(Seat(other), self.names[other], icon="next", role="progress", seat=other),)
        return (Tap(Use(), _("Count the points"), icon="check", role="progress"),)

    def _totals(self) -> list[int]:
        """Sections count once there are cards of both."""
        both = zip(self.names, self.desk.seats, strict=True)
        sheets = [self._sheet()] if self._other() else [sheet_of(self.game, [name], [cards]) for name, cards in both]
        return [player.total for sheet in sheets if sheet is not None for player in sheet.players] or [0, 0]

    def _other(self) -> PlayerState | None:
        return super()._other() if all(cards.cards for cards in self.desk.seats) else None

    def _pending(self) -> Pending | None:
        if not self.desk.adding:
            return None
        return Pending(
            question=_("Count the points although cards are missing?"),
            consequences=tuple(self._missing()),
            confirm=_("Count the points"),
            cancel=_("Go on telling"),
        )

    def _missing(self) -> list[str]:
        """Whose cards are fewer than a game ends with."""
        words = _("{name}: {laid} of {slots} cards in the telescope, {noted} of {notes} in the notebook")
        found = []
        for seat, cards in enumerate(self.desk.seats):
            laid = sum(card.slot is not None for card in cards.cards)
            noted = len(cards.cards) - laid
            if laid < SLOTS or noted < NOTEBOOK_CARDS:
                said = {"laid": laid, "slots": SLOTS, "noted": noted, "notes": NOTEBOOK_CARDS}
                found.append(words.format(name=self.names[seat], **said))
        return found

    # What a finger does ----------------------------------------------------------------------------------------

    def do(self, command: Command) -> None:
        """What was touched; cards that the record has are taken back by an undo first."""
        if self._is_shown(self.seat) and not isinstance(command, Seat | Use):
            name = self.names[self.seat]
            self.nav.tell(lambda: _("{name}'s cards are shown already: take that back first.").format(name=name))
            self.nav.changed()
        else:
            super().do(command)

    def press(self, seat: int) -> None:
        """A seat's button: photograph that player's cards, where the record has none yet."""
        if not self._is_shown(seat):
            super().press(seat)

    def takes(self, seat: int) -> bool:
        """That of a player whose cards the record has not."""
        return not self._is_shown(seat)

    def arrived(self, seen: Seen) -> bool:
        """Take in a player's cards, unless the record has them by now."""
        return self.takes(seen.seat) and super().arrived(seen)

    def use(self) -> None:
        """Show both players' cards; where some are missing, ask first whether that is meant."""
        if self._missing():
            self.nav.keep(replace(self.desk, adding=True, slot=None, note=None), seat=self.seat)
        else:
            self.confirm()

    def confirm(self) -> None:
        """Show the cards as they were told."""
        told = [(seat, cards) for seat, cards in enumerate(self.desk.seats) if not self._is_shown(seat)]
        source = "camera" if any(cards.photo for _seat, cards in told) else "touch"
        first, *others = (shown(seat, cards) for seat, cards in told)
        if self.nav.act(first, source=source):  # type: ignore[arg-type]
            if others:  # one undo takes both back
                self.nav.act(*others, source="dealer")
            self.read_well(told)

    def cancel(self) -> None:
        """Go on telling cards."""
        self.nav.keep(replace(self.desk, adding=False), seat=self.seat)
