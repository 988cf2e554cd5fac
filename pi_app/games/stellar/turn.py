"""A turn: take a row card, play a hand card, play a row card; the same screen for the last card."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from engines.stellar.actions import NUMBERS
from engines.stellar.deck import KINDS
from engines.stellar.model import (
    EMPTY,
    ROUNDS,
    UNKNOWN,
    DiscardRow,
    Phase,
    PlayHand,
    PlayLast,
    PlayRow,
    PrintedNumber,
    StellarAction,
    StellarState,
    Take,
)
from engines.stellar.telescope import face_up_slots, openings
from engines.stellar.turn import hand_coordinate, row_card
from pi_app.games.stellar.cards import BACK, Notebook, Slot, Spot, Tone, board_of, face_of
from pi_app.games.stellar.grid import GridPart, Pick, grid
from pi_app.games.stellar.recap import last_turn
from pi_app.games.stellar.sight import acting, game_of, holder, seen
from pi_app.games.stellar.stages import Carry, OtherBoard, TableStage
from pi_app.games.stellar.words import card_words, kind_words
from pi_app.i18n import Said, _, capital, ngettext
from pi_app.presenters.frame import Frame
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pending import Pending
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Command, Part, StepView, Tap, Taps, Words

OTHER_DP: Final = 112
"""The opponent's cards need little room; the table needs the rest."""
NAMING_DP: Final = 212
CLOSED: Final = "closed"
"""The name of a hand card that the table does not know and that goes face down."""


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a finger has chosen and not played yet; kept beside the record."""

    card: str | None = None
    """The hand card by its name in the record, or `CLOSED`."""
    number: PrintedNumber | None = None
    """The printed number that the owner of a `CLOSED` card says."""
    down: bool = False
    """Whether it is to lie face down."""
    refused: int | None = None
    """The slot where it may lie face down only: the table is asked."""
    picking: bool = False
    """Whether the table names a hand card that it has not seen."""


class Closed(Command, frozen=True):
    """The card goes face down, and its owner says this number (None where none is needed)."""

    number: PrintedNumber | None


class TurnPresenter(StepPresenter):
    """One player's turn by taps and drags; every touch ends in an action of the record or in a sentence why not."""

    # What is so ------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The player whose cards lie large: who acts, or while a bot does, the person who waits."""
        seat = acting(self.nav)
        if seat is not None and seat not in self.nav.bot_seats and not self.thinking:
            return seat
        waiting = holder(self.nav)
        return waiting if waiting is not None else seat or 0

    @property
    def thinking(self) -> bool:
        """Whether a bot is to move, and fingers wait."""
        return self.nav.bot_to_move is not None

    @property
    def held(self) -> Held:
        """What a finger has chosen."""
        return self.nav.own(Held)

    @property
    def state(self) -> StellarState:
        """The state as the player on the screen may know it."""
        return seen(self.nav, self.seat)

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        phase: Phase = self.nav.state.phase
        return phase

    def hand(self) -> tuple[int, ...]:
        """The cards of the hand that this screen may show, `UNKNOWN` last."""
        return tuple(sorted(self.state.seats[self.seat].hand))

    def code(self, name: str | None) -> int:
        """The card of the hand that is meant by a name."""
        if name is None:
            return EMPTY
        if name == CLOSED:
            return UNKNOWN
        deck = game_of(self.nav).deck
        found = deck.find(name, self.nav.state.seats[self.seat].hand)
        return found if found != EMPTY else deck.find(name, self.nav.state.unseen)

    def _placing(self) -> int:
        """The card that a slot may be chosen for now; `EMPTY` for none."""
        if self.thinking:
            return EMPTY
        if self.phase is Phase.PLAY_HAND:
            return self.code(self.held.card)
        if self.phase is Phase.PLAY_ROW and self.nav.state.to_telescope:
            return row_card(self.nav.state)
        return EMPTY

    def _to_notebook(self) -> bool:
        """Whether the notebook takes a card now."""
        match self.phase:
            case Phase.PLAY_HAND:
                return self.held.card not in (None, CLOSED) and not self.held.down
            case Phase.LAST_CARD:
                return self.held.card is not None
            case Phase.PLAY_ROW:
                return not self.nav.state.to_telescope and not self.thinking
            case _:
                return False

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """The whole table from one seat, or what its owner says of a card that the table has not seen."""
        nav, state, seat, names = self.nav, self.state, self.seat, self.nav.open_table.players
        frame = nav.frame(self._title(), self._subtitle())
        if self.held.picking:
            return self._naming(frame)
        game, other = game_of(nav), 1 - seat
        board = board_of(game, other, names[other], state.seats[other], None)
        count = len(state.seats[other].hand)
        words = ngettext("{n} card in hand", "{n} cards in hand", count).format(n=count)
        return StepView(
            frame=frame,
            stage=TableStage(
                row=self._row(),
                deck=Spot(None, BACK if state.deck else None, self._deck_tone(), _deck_words(state)),
                board=board_of(game, seat, names[seat], state.seats[seat], state.seats[other], self._slot_tones()),
                notebook="go" if self._to_notebook() else "",
                hand=self._hand_spots(),
                hint=self._hint(),
                recap=last_turn(nav) if self.phase is Phase.TAKE or self.thinking else (),
            ),
            hero=OtherBoard(does(self.look_at_other), board, words),
            panel=self._ways(),
            pending=self._pending(),
            panel_dp=OTHER_DP,
        )

    def _ways(self) -> tuple[Part, ...]:
        """A new row first, or the card face down: each where it can be; at the table also one that nobody names."""
        ways: list[Part] = []
        if self.phase is Phase.TAKE and not self.thinking and self.nav.state.satellite_taken:
            ways.append(Tap(does(self.new_row), _("New row first")))
        if self._placing() not in (EMPTY, UNKNOWN):
            ways.append(Tap(does(self.turn_down), _("Face down"), chosen=self.held.down or self.held.card == CLOSED))
        if self.phase is Phase.PLAY_HAND and self.held.card is None and self.nav.state.options.hands == "hidden":
            ways.append(Tap(does(self.pick), _("Face down, unnamed")))
        return tuple(ways)

    def _naming(self, frame: Frame) -> StepView:
        """Which card of the hand is played, where the table has not seen it: one of these, or face down by number."""
        game, state = game_of(self.nav), self.nav.state
        hand = state.seats[self.seat].hand
        known = tuple(code for code in hand if code != UNKNOWN)
        panel: tuple[Part, ...] = ()
        if self.phase is not Phase.LAST_CARD:
            said = numbers_to_say(self.nav)
            closed = [Tap(Closed(n), str(n)) for n in said] or [Tap(Closed(None), _("Face down"))]
            panel = (Words(_("Face down; its number:")), Taps(tuple(closed[:3])))
            panel += (Taps(tuple(closed[3:])),) if closed[3:] else ()
        return StepView(
            frame=frame,
            stage=GridPart(grid(game, tuple(sorted((*known, *state.unseen))) if UNKNOWN in hand else known)),
            headline=Words(_("Which card of the hand is played?"), "bold"),
            panel=(*panel, Tap(does(self.stop_picking), _("Cancel"))),
            panel_dp=NAMING_DP,
        )

    def _title(self) -> str:
        names = self.nav.open_table.players
        if self.thinking:
            return _("{name} is thinking…").format(name=names[self.nav.bot_to_move or 0])
        if self.phase is Phase.LAST_CARD:
            return _("{name}: the last card").format(name=names[self.seat])
        return _("{name}'s turn").format(name=names[self.seat])

    def _subtitle(self) -> str:
        number = min(self.nav.state.turn // 2 + 1, ROUNDS)
        return _("Round {n} of {all}").format(n=number, all=ROUNDS)

    def _hint(self) -> str:
        if self.thinking:
            return _("A bot's turn.")
        match self.phase:
            case Phase.TAKE:
                return _("1. Take a card from the row.")
            case Phase.PLAY_HAND if self.held.card is None:
                return _("2. Choose a card of the hand.")
            case Phase.PLAY_HAND:
                return self._where_hint()
            case Phase.PLAY_ROW:
                return self._row_hint()
            case _:
                return _("Which of the two goes to the notebook? The other one goes back to the box.")

    def _where_hint(self) -> str:
        place = self._next_coordinate()
        if place == 0:
            return _("Telescope or notebook? The other one gets the top card of the deck.")
        card = card_words(game_of(self.nav), self.nav.state.row[place - 1])
        return _("Telescope or notebook? The other one gets {card} from {n}.").format(card=card, n=place)

    def _row_hint(self) -> str:
        card = card_words(game_of(self.nav), row_card(self.nav.state))
        if self.nav.state.to_telescope:
            return _("3. {card} goes to the telescope: choose a slot.").format(card=capital(card))
        return _("3. {card} goes to the notebook: tap it.").format(card=capital(card))

    def _next_coordinate(self) -> int:
        """Where the row card of step 3 will come from if the chosen card is played; 0: from the deck."""
        state, held = self.nav.state, self.held
        action = PlayHand(held.card, 1, held.down or held.card == CLOSED, held.number, seat=self.seat)
        place = hand_coordinate(game_of(self.nav).deck, state, action, self.code(held.card))
        return 0 if place and state.row[place - 1] == EMPTY else place

    def _row(self) -> tuple[Spot, ...]:
        game, state = game_of(self.nav), self.nav.state
        taking = self.phase is Phase.TAKE and not self.thinking
        coming = self._coming()
        return tuple(
            Spot(
                does(self.tap_row, place),
                face_of(game, code),
                _row_tone(taking, place == coming),
                str(place),
                code != EMPTY,
            )
            for place, code in enumerate(state.row, start=1)
        )

    def _coming(self) -> int | None:
        """The coordinate that step 3 takes or would take; 0: the deck; None: nothing is settled."""
        if self.phase is Phase.PLAY_ROW:
            return int(self.nav.state.coordinate)
        chosen = self.phase is Phase.PLAY_HAND and self.held.card is not None
        return self._next_coordinate() if chosen else None

    def _deck_tone(self) -> Tone:
        return "next" if self._coming() == 0 else ""

    def _slot_tones(self) -> dict[int, Tone]:
        code = self._placing()
        if code == EMPTY:
            return {}
        deck, telescope = game_of(self.nav).deck, self.nav.state.seats[self.seat].telescope
        free, _near = openings(deck, telescope)
        shut = self.held.down or code == UNKNOWN
        up = 0 if shut else face_up_slots(deck, telescope, code)
        fit: Tone = "go" if shut else "down"
        return {slot: "go" if up >> slot - 1 & 1 else fit for slot in range(1, 13) if free >> slot - 1 & 1}

    def _hand_spots(self) -> tuple[Spot, ...]:
        game, held = game_of(self.nav), self.held
        choosing = self.phase in (Phase.PLAY_HAND, Phase.LAST_CARD) and not self.thinking
        spots = []
        for code in self.hand():
            name = "other" if code == UNKNOWN else game.deck.name(code)
            chosen = held.card is not None and (held.card == name or code == UNKNOWN == self.code(held.card))
            tone: Tone = "chosen" if chosen else "go" if choosing and held.card is None else ""
            spots.append(Spot(does(self.tap_hand, name), face_of(game, code), tone, live=choosing))
        if self.phase is Phase.PLAY_ROW and not self.nav.state.coordinate:
            spots.append(Spot(None, face_of(game, self.nav.state.drawn), "next"))
        return self._with_named(tuple(spots))

    def _with_named(self, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """At the table a card that was just named lies in the place of one that nobody had seen."""
        card = self.held.card
        if card is None or card == CLOSED or any(spot.does == does(self.tap_hand, card) for spot in spots):
            return spots
        place = next((k for k, spot in enumerate(spots) if spot.does == does(self.tap_hand, "other")), None)
        if place is None:
            return spots
        named = Spot(does(self.tap_hand, card), face_of(game_of(self.nav), self.code(card)), "chosen")
        return (*spots[:place], named, *spots[place + 1 :])

    def _pending(self) -> Pending | None:
        """A card that does not fit where it was put, and what can be done."""
        slot, code = self.held.refused, self._placing()
        if slot is None or code in (EMPTY, UNKNOWN):
            return None
        kind = KINDS[game_of(self.nav).deck.kind[code]]
        why = _("Face up, the card must touch its own type ({type}). Face down it counts 3, without type and stars.")
        return Pending(
            question=_("Slot {slot}: face down only").format(slot=slot),
            consequences=(why.format(type=kind_words(kind)),),
            confirm=_("Face down"),
            cancel=_("Another slot"),
        )

    # What a finger does ----------------------------------------------------------------------------------------

    @on("unnamed")
    def pick(self) -> None:
        """A card of the hand is told on the grid of all faces."""
        self.nav.keep(Held(picking=True))

    def confirm(self) -> None:
        """Where it was refused, the card lies face down."""
        if self.held.refused is not None:
            self._lay(self.held.refused, True)

    def cancel(self) -> None:
        """Another slot is wanted."""
        self.nav.keep(replace(self.held, refused=None))

    @on("row")
    def tap_row(self, place: int) -> None:
        """A row card was tapped: in step 1 it goes to the hand."""
        if self.thinking:
            return
        if self.phase is Phase.TAKE:
            self.nav.act(Take(place, seat=self.seat))
        elif self.phase is Phase.PLAY_ROW:
            self._say(self._row_hint)
        else:
            self._say(lambda: _("A row card has been taken: play a card of the hand now."))

    @on("hand")
    def tap_hand(self, name: str) -> None:
        """A hand card was tapped: it is chosen, or put back."""
        if self.phase not in (Phase.PLAY_HAND, Phase.LAST_CARD) or self.thinking:
            self._say(self._hint)
        elif name == "other":
            self.nav.keep(Held(picking=True))
        else:
            self.nav.tell(None)
            self.nav.keep(Held() if self.held.card == name else Held(card=name))

    @on(Slot)
    def tap_slot(self, slot: int) -> None:
        """A slot was tapped: the chosen card goes there, or the table hears why not."""
        code = self._placing()
        if code == EMPTY:
            self._say(self._hint)
            return
        tone = self._slot_tones().get(slot, "")
        if not tone:
            self._say(lambda: _("A card lies in slot\u00a0{slot} already.").format(slot=slot))
        elif tone == "go":
            self._lay(slot, self.held.down or code == UNKNOWN)
        else:
            self.nav.tell(None)
            self.nav.keep(replace(self.held, refused=slot))

    @on(Notebook)
    def tap_notebook(self) -> None:
        """The notebook was tapped: the chosen card goes there."""
        if self._to_notebook():
            self._lay("notebook", False)
        elif self.held.down or self.held.card == CLOSED:
            self._say(lambda: _("In the notebook cards lie face up."))
        elif self.phase is Phase.PLAY_ROW and not self.thinking:
            self._say(self._row_hint)
        else:
            self._say(self._hint)

    @on("face_down")
    def turn_down(self) -> None:
        """Lay the card face down, or face up after all."""
        self.nav.keep(replace(self.held, down=not self.held.down, refused=None))

    @on()
    def new_row(self) -> None:
        """Use the satellite right."""
        self.nav.act(DiscardRow(seat=self.seat))

    @on(Carry)
    def drop(self, what: str, where: str) -> None:
        """A finger carried a card (`row.3`, `hand.moon-4-a`) to a place (`slot.5`, `notebook`, `hand`)."""
        kind, _dot, name = what.partition(".")
        if kind == "row" and (self.phase is Phase.TAKE or int(name) != self.nav.state.coordinate):
            if where.startswith("hand"):
                self.tap_row(int(name))
            return
        if kind == "hand" and self.phase in (Phase.PLAY_HAND, Phase.LAST_CARD) and not self.thinking:
            if name == "other":
                self.tap_hand(name)
                return
            self.nav.keep(replace(self.held, card=name) if self.held.card == name else Held(card=name))
        if where == "notebook":
            self.tap_notebook()
        elif where.startswith("slot."):
            self.tap_slot(int(where.removeprefix("slot.")))

    @on("other")
    def look_at_other(self) -> None:
        """The opponent's telescope and notebook, large."""
        self.nav.open_page("why", seat=1 - self.seat)

    # Naming a hand card that the table has not seen --------------------------------------------------------------

    @on(Pick)
    def name_card(self, kind: str, number: int) -> None:
        """The hand card that is played is this one."""
        deck, state = game_of(self.nav).deck, self.nav.state
        row, among = KINDS.index(kind), (*state.seats[self.seat].hand, *state.unseen)
        code = next((c for c in among if deck.kind[c] == row and deck.coordinate[c] == number), EMPTY)
        if code != EMPTY:
            self.nav.keep(Held(card=deck.name(code)))

    @on(Closed)
    def name_number(self, number: PrintedNumber | None) -> None:
        """The hand card goes face down, and its owner says this number (None where none is needed)."""
        self.nav.keep(Held(card=CLOSED, number=number))

    @on("cancel")
    def stop_picking(self) -> None:
        """Nothing is named."""
        self.nav.keep(Held())

    # Playing ---------------------------------------------------------------------------------------------------

    def _lay(self, to: int | str, down: bool) -> None:
        held, seat = self.held, self.seat
        action: StellarAction
        if self.phase is Phase.LAST_CARD:
            action = PlayLast(held.card or "", seat=seat)
        elif self.phase is Phase.PLAY_HAND:
            card = None if held.card == CLOSED else held.card
            action = PlayHand(card, to, down, held.number, seat=seat)  # type: ignore[arg-type]
        else:
            action = PlayRow(to, down, seat=seat)  # type: ignore[arg-type]
        if self.nav.act(action):
            to_notebook(self.nav)

    def _say(self, words: Said) -> None:
        self.nav.tell(words)
        self.nav.changed()


def to_notebook(nav: Navigator) -> None:
    """Where the row card can only go to the notebook, it goes by itself."""
    state = nav.state
    if state.phase is Phase.PLAY_ROW and not state.to_telescope and state.seat not in nav.bot_seats:
        nav.act(PlayRow("notebook", seat=state.seat), source="dealer")  # one undo takes it back with what led to it


def numbers_to_say(nav: Navigator) -> tuple[PrintedNumber, ...]:
    """The printed numbers that the owner of a face-down card may say; none where a face-down card is a 3."""
    return NUMBERS if nav.state.options.face_down_coordinate == "printed" else ()


def _row_tone(taking: bool, coming: bool) -> Tone:
    if taking:
        return "go"
    return "next" if coming else ""


def _deck_words(state: StellarState) -> str:
    words = _("{n} left").format(n=state.deck)
    return words if not state.shuffles else _("{words}, shuffled anew").format(words=words)
