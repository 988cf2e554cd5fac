"""Stellar played by itself: the greedy bot decides on the screen, chance at the table; by taps and by dragging cards.

There is a card where it must not lie, an undo, and a card of an earlier round put right.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engines.stellar.bots import greedy_action
from engines.stellar.deck import KINDS, number_text
from engines.stellar.model import (
    EMPTY,
    FACE_DOWN,
    ROUNDS,
    SLOTS,
    DiscardRow,
    Phase,
    PlayHand,
    PlayLast,
    PlayRow,
    StellarAction,
    Take,
)
from engines.stellar.rules import Stellar
from hardware.simulated.stellar.player import played
from pi_app.autoplay.base import PATIENCE_S, Autoplay, Steps
from pi_app.games.stellar import mending
from pi_app.games.stellar.boards import Answer
from pi_app.games.stellar.grid import MAX_STARS
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.ui.table import TableBox
from pi_app.steps.correction import preview

UNDONE: Final = 3
"""The round in which a step is taken back."""
MENDED: Final = 5
"""The round in which a card of an earlier one is put right."""
PHOTOGRAPHED: Final = 6
"""The round in which a photograph of the cards is compared with the record, where a camera sees them."""


class StellarAutoplay(Autoplay):
    """One run of Stellar."""

    GAME = "stellar"
    mode = "full"
    by_camera = True
    """Whether cards are photographed at the end, where a camera sees them."""

    def _round(self) -> int:
        return min(self.nav.state.turn // 2 + 1, ROUNDS) if self.nav.table is not None else 1

    def progress(self) -> float:
        """By rounds."""
        return self._round() / ROUNDS

    @property
    def game(self) -> Stellar:
        """The rules."""
        return game_of(self.nav)

    # The light way: cards at the end -------------------------------------------------------------------------------

    def _on_stellar_show(self) -> Steps:
        """Both players' cards by camera, or told one by one; then they are counted."""
        show = self.presenter
        if show.view().pending is not None:
            yield from self.tap("yes")
        elif (asked := show.asked()) is not None:
            yield from self.shoot("field")
            yield from self.tap(Answer(asked.answers[0][0]).key)
        elif (seat := next((s for s, cards in enumerate(show.desk.seats) if not cards.cards), None)) is None:
            yield from self.tap("use")
        elif show.seat != seat:
            yield from self.tap(f"seat.{seat}")
        elif self.by_camera and self.nav.camera.can_look(seat):
            yield from self.photograph(shot="photographing", patience=3 * PATIENCE_S)
            yield from self.shoot("photographed")
        else:
            yield from self._tell_cards(seat)

    def _tell_cards(self, seat: int) -> Steps:
        """The cards of a game that was played to its end, from the first slot to the last card of the notebook."""
        game, state = played(1)
        player, deck = state.seats[seat], game.deck
        yield from self.tap("slot.1")
        yield from self.shoot("telling")
        for code in (*player.telescope, *player.notebook):
            face = f"pick.{KINDS[deck.kind[code]]}.{number_text(deck.coordinate[code])}" if code < FACE_DOWN else "down"
            yield from self.tap(face)
        yield from self.tap("leave")
        yield from self.shoot("told")

    # Before the first turn, and nature at the table ----------------------------------------------------------------

    def _on_stellar_start(self) -> Steps:
        pair = next(p for p in self.presenter.pairs() if any(spot.does and spot.live for spot in p.cards))
        yield from self.tap(self.rng.choice(pair.cards).key)

    def _on_stellar_first(self) -> Steps:
        yield from self.tap(f"first.{self.rng.randrange(2)}")

    def _on_stellar_pass(self) -> Steps:
        if len(self.presenter.view().panel) > 1:
            yield from self.shoot("pass")
        yield from self.tap("ready")

    def _on_stellar_pick(self) -> Steps:
        view = self.presenter.view()
        if self.presenter.picked.kind:
            yield from self.tap(f"stars.{self.rng.randrange(MAX_STARS + 1)}")
            return
        if view.hero is not None:
            yield from self.shoot("row")
        cells = [cell for line in view.stage.cells for cell in line if cell.left]
        yield from self.tap(self.rng.choice(cells).does.key)

    # A turn ------------------------------------------------------------------------------------------------------

    def _wanted(self) -> StellarAction:
        """What the player on the screen does: always the same in the same state, so a restart goes on with it."""
        seat, table = self.presenter.seat, self.nav.open_table
        rng = Random(f"{self.nav.state.turn}:{self.nav.state.phase}")
        if self.digital_table:
            return greedy_action(self.game, table.game.view(table.state, seat), seat, rng)
        legal = self.game.legal_actions(table.state, seat)
        return rng.choice([action for action in legal if not isinstance(action, DiscardRow)])

    @property
    def digital_table(self) -> bool:
        """Whether the game in progress is dealt by the program."""
        return self.nav.open_table.digital

    def _on_stellar_turn(self) -> Steps:
        if self.presenter.view().pending is not None:
            yield from self.tap("no")
        if self.presenter.held.picking:
            yield from self.tap("cancel")
        if self.nav.state.phase is Phase.TAKE:
            yield from self._look_around()
        yield from self._do(self._wanted())

    def _look_around(self) -> Steps:
        """Between two turns: the menu once, and once a card put right."""
        if self._round() == 2 and "menu" not in self.seen and not self.hurried:
            yield from self.look_at_menu()
        if self._round() == MENDED and "mending" not in self.seen:
            yield from self._mend()
        if self._round() == PHOTOGRAPHED and "compared" not in self.seen and not self.hurried:
            yield from self._compare()

    def _do(self, wanted: StellarAction) -> Steps:
        match wanted:
            case DiscardRow():
                yield from self.shoot("new-row")
                yield from self.tap("new_row")
            case Take():
                yield from self._take(wanted)
            case PlayHand() | PlayLast():
                yield from self._from_hand(wanted)
            case PlayRow():
                yield from self._lay(wanted)

    def _take(self, wanted: Take) -> Steps:
        if self._round() % 2:
            yield from self.tap(f"row.{wanted.coordinate}")
        else:
            yield from self._drag(f"row.{wanted.coordinate}", self._middle(self._hand()))
        if self._round() == UNDONE and "undone" not in self.seen:
            yield from self.tap("undo")
            yield from self.shoot("undone")
            yield from self.tap("redo")

    def _from_hand(self, wanted: Any) -> Steps:
        down = isinstance(wanted, PlayHand) and wanted.face_down
        if isinstance(wanted, PlayHand) and wanted.card is None:
            yield from self.tap("hand.other" if self.finger.find("hand.other") else "unnamed")
            yield from self.tap(f"closed.{wanted.number}")
        elif self.finger.find(f"hand.{wanted.card}"):
            yield from self.tap(f"hand.{wanted.card}")
        else:
            yield from self._name(wanted.card)
        yield from self.shoot("chosen")
        if down and wanted.card is not None:
            yield from self.tap("face_down")
        elif not down:
            yield from self._slip()
        yield from self._lay(wanted)

    def _name(self, card: str) -> Steps:
        """At the table: which card of the hand it is."""
        yield from self.tap("hand.other")
        yield from self.shoot("which-card")
        deck = self.game.deck
        code = deck.codes[card]
        number = number_text(deck.coordinate[code])
        yield from self.tap(f"pick.{KINDS[deck.kind[code]]}.{number}")

    def _slip(self) -> Steps:
        """The card where it must not lie face up: the screen says why, and it goes elsewhere."""
        slots = self.presenter.view().stage.board.slots
        wrong = next((slot for slot, spot in enumerate(slots, start=1) if spot.tone == "down"), None)
        if wrong is None or "mistake" in self.seen:
            return
        yield from self.tap(f"slot.{wrong}")
        yield from self.shoot("mistake")
        yield from self.tap("no")

    def _lay(self, wanted: Any) -> Steps:
        to = getattr(wanted, "to", "notebook")
        where = to if to == "notebook" else f"slot.{to}"
        if isinstance(wanted, PlayRow) and wanted.face_down:
            yield from self.tap("face_down")
        key = f"hand.{wanted.card}" if isinstance(wanted, PlayHand) else ""
        if self._round() % 2 == 0 and self.finger.find(key) and to != "notebook":
            widget = self.finger.find(where)
            assert widget is not None, f"{where} is on the screen"
            yield from self._drag(key, self._middle(widget))
        else:
            yield from self.tap(where)

    def _hand(self) -> Any:
        """Where the cards of the hand lie."""
        return next(widget.hand for widget in self.app.root.screen.walk() if isinstance(widget, TableBox))

    def _middle(self, widget: Any) -> tuple[float, float]:
        x, y = widget.to_window(*widget.center)
        return x, y

    def _drag(self, key: str, end: tuple[float, float]) -> Steps:
        yield from self.until(lambda: self.finger.find(key), repr(key))
        widget = self.finger.find(key)
        assert widget is not None
        yield from self.touch(self._middle(widget), end)

    # Putting right ---------------------------------------------------------------------------------------------------

    def _mend(self) -> Steps:
        """Two taps: a card of an earlier round lies in another slot."""
        seat = self.presenter.seat
        yield from self.tap("other")
        yield from self.shoot("other")
        yield from self.tap(f"seat.{seat}")
        yield
        move = self._possible_move(seat)
        if move is not None:
            yield from self.tap(f"slot.{move[0]}")
            yield from self.shoot("mending")
            yield from self.tap(f"slot.{move[1]}")
            if self.presenter.view().pending is not None:
                yield from self.shoot("consequences")
                yield from self.tap("yes")
        self.seen.setdefault("mending", 0)
        yield from self.shoot("corrected")
        yield from self.tap("back")

    def _compare(self) -> Steps:
        """The cards are photographed and compared with the record; what is asked is as it was read."""
        yield from self.tap("other")
        if self.finger.find("compare"):
            yield from self.photograph("compare", "comparing", 3 * PATIENCE_S)
            while (asked := self.presenter.asked()) is not None:
                yield from self.shoot("field")
                yield from self.tap(Answer(asked.answers[0][0]).key)
            yield from self.shoot("photograph")
            yield from self.tap("back")
        self.seen.setdefault("compared", 0)
        yield from self.tap("back")

    def _possible_move(self, seat: int) -> tuple[int, int] | None:
        """A card and a free slot where it may as well lie."""
        telescope = self.nav.state.seats[seat].telescope
        laid = [slot for slot in range(2, SLOTS + 1) if telescope[slot - 1] != EMPTY]
        for slot in laid:
            lying = mending.in_slot(self.nav, seat, slot)
            free = [s for s in range(2, SLOTS + 1) if telescope[s - 1] == EMPTY]
            for other in free if lying is not None else []:
                assert lying is not None
                found = preview(self.nav, mending.moved(lying, other))
                if found is not None and found.after is not None and not found.dropped:
                    return slot, other
        return None

    def _look_at_steps(self) -> Steps:
        """The history strip, where the sheet offers it."""
        if self.finger.find("page.history"):
            yield from self.tap("page.history")
            yield from self.shoot("history")
            yield from self.tap("back")

    def explain(self) -> Steps:
        """The steps of the game; a type, a section, diversity."""
        yield from self._look_at_steps()
        for row in ("moon", "middle", "diversity"):
            yield from self.tap(f"cell.0.{row}" if self.nav.place.page is None else f"row.{row}")
            yield from self.shoot(f"why-{row}")
        yield from self.tap("seat.1")
        yield from self.tap("back")
