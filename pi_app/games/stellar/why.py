"""Why every row of the score sheet pays what it pays, and how any card on the table is put right in two taps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from engines.game import Row
from engines.stellar.deck import KINDS, SIX_ZERO
from engines.stellar.legality import card_of
from engines.stellar.model import EMPTY, TYPES, Phase, PlaceStart, PlayerState
from pi_app.games.stellar import mending
from pi_app.games.stellar.cards import Board, Collection, Note, Slot, TapNote, Tone, board_of
from pi_app.games.stellar.grid import GridCell, GridPart, Pick, grid
from pi_app.games.stellar.mending import Lying
from pi_app.games.stellar.sight import game_of, looker, seen, shown_to_all
from pi_app.games.stellar.stages import NotebookPart, TelescopeStage
from pi_app.games.stellar.words import (
    ROWS,
    SECTION_ROWS,
    TYPE_ROWS,
    card_words,
    kind_words,
    rule_of_row,
)
from pi_app.i18n import _, ngettext
from pi_app.presenters.pending import Pending
from pi_app.steps.correction import Change, CorrectionStep, question
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Part, Seat, StepView, Tap, Taps, Words
from pi_app.steps.why import WhyStep

SIDE_DP: Final = 480
COMPARED_DP: Final = 112
"""Width that the panel leaves to a second telescope."""
BOARD: Final = "board"
"""The tab that shows the cards without a row."""


class Mending(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is being put right: a card, and what it should be; kept beside the record."""

    slot: int | None = None
    kind: int | None = None
    number: int = 0
    to: Literal["", "slot", "turn", "card"] = ""
    """What a second tap asked for and what waits for a confirmation."""
    value: tuple[int, int] = (0, 0)


class WhyPresenter(WhyStep, CorrectionStep):
    """A row of the sheet: what paid is lit; a tap on a card, then on a place or another card, puts it right."""

    LEFT: ClassVar = {"own": {}}

    # What is so ------------------------------------------------------------------------------------------------

    @property
    def row_name(self) -> str:
        """The row that is shown, or `BOARD`."""
        return self.nav.place.row or BOARD

    @property
    def mended(self) -> Mending:
        """What is being put right."""
        return self.nav.own(Mending)

    @property
    def may_mend(self) -> bool:
        """Whether this screen may touch that player's cards: on a screen that is passed, each one's own."""
        table = self.nav.open_table
        return not table.digital or table.over or looker(self.nav) == self.seat

    def players(self) -> tuple[PlayerState, PlayerState]:
        """Both players' cards as whoever holds the screen may see them."""
        nav = self.nav
        seats = shown_to_all(nav)
        mine = looker(nav) if nav.open_table.digital and nav.state.phase is not Phase.OVER else None
        if mine is None:
            return seats
        own = seen(nav, mine).seats[mine]
        return (own, seats[1]) if mine == 0 else (seats[0], own)

    def lying(self) -> Lying | None:
        """The card that is being put right."""
        mended = self.mended
        if mended.slot is not None:
            return mending.in_slot(self.nav, self.seat, mended.slot)
        if mended.kind is not None:
            return mending.in_notebook(self.nav, self.seat, mended.kind, mended.number)
        return None

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """One row of the sheet on telescope and notebook, in words; or the card that is put right."""
        lying, row = self.lying(), self.row(self.seat)
        section = self.row_name in SECTION_ROWS and lying is None
        return StepView(
            frame=self.nav.frame(self._title(self.nav.open_table.players[self.seat])),
            stage=TelescopeStage(
                self._board(self.seat, row, lying),
                self._board(1 - self.seat, self.row(1 - self.seat), None) if section else None,
            ),
            tabs=self._tabs() if lying is None else self._mending_tabs(lying),
            panel=self._reasons(row, lying) if lying is None or not self._cells(lying) else self._mending(lying),
            pending=self._pending(),
            panel_dp=SIDE_DP - (COMPARED_DP if section else 0),
        )

    def _reasons(self, row: Row, lying: Lying | None) -> tuple[Part, ...]:
        names, points = self.nav.open_table.players, [self._points(seat) for seat in (0, 1)]
        board, uses = self._board(self.seat, row, lying), "  ·  ".join(self.uses())
        parts: list[Part] = [seat_taps(names, points, self.seat), NotebookPart(board.collections)]
        words = self._sum(row) if lying is None else self._mending_words(lying)
        parts += [Words(words, "bold")] if words else []
        parts += [Words(rule_of_row(self.row_name))] if lying is None else []
        parts += [Words(uses, "ask")] if uses else []
        if self.row_name == BOARD and self.nav.camera.can_look(self.seat):
            parts.append(Tap(does(self.compare), _("Compare with a photograph"), icon="camera"))
        hint = self._mending_hint(lying) if lying is not None else _("A card is wrong? Tap it.")
        parts += [Words(hint, "muted")] if self.may_mend and hint else []
        return tuple(parts)

    def _mending(self, lying: Lying) -> tuple[Part, ...]:
        """The cards that it may be instead."""
        said = Words(self._mending_words(lying), "bold"), Words(self._mending_hint(lying), "muted")
        return *said, GridPart(self._cells(lying))

    def _mending_hint(self, lying: Lying) -> str:
        places, cards = "go" in self._mending_tones(self.players()[self.seat]).values(), bool(self._cells(lying))
        if places and cards:
            return _("Tap the slot where it lies, or the card that it is.")
        if places:
            return _("Tap the slot where it lies.")
        return _("Tap the card that it is.") if cards else ""

    def _mending_tabs(self, lying: Lying) -> tuple[Tap, ...]:
        words = self._flip_words(lying)
        return (*((Tap(does(self.flip), words),) if words else ()), Tap(does(self.leave), _("Leave it as it is")))

    def _title(self, name: str) -> str:
        return _("{name}: {what}").format(name=name, what=self.nav.app.row_words(self.row_name))

    def _points(self, seat: int) -> int:
        return self.nav.open_table.sheet.players[seat].total if self.row_name == BOARD else self.row(seat).points

    def _tabs(self) -> tuple[Tap, ...]:
        return self.row_tabs((BOARD, *ROWS))

    def _board(self, seat: int, row: Row, lying: Lying | None) -> Board:
        game, players = game_of(self.nav), self.players()
        both = self.row_name in SECTION_ROWS  # both are compared, whoever has lost
        named = [c for receipt in row.receipt if receipt.points or both for c in receipt.components]
        lit = {int(c.removeprefix("slot:")) for c in named if c.startswith("slot:")}
        tones: dict[int, Tone] = dict.fromkeys(range(1, 13), "dim") if lit else {}
        tones |= dict.fromkeys(lit, _tone(row))
        if lying is not None and seat == self.seat:
            tones = self._mending_tones(players[seat])
        board = board_of(game, seat, self.nav.open_table.players[seat], players[seat], players[1 - seat], tones)
        return self._lit(board, row)

    def _mending_tones(self, player: PlayerState) -> dict[int, Tone]:
        chosen = self.mended.slot
        if chosen is None:
            return {}
        free: dict[int, Tone] = {s: "go" for s, code in enumerate(player.telescope, start=1) if code == EMPTY}
        return {**free, chosen: "chosen"} if mending.moved(self._must_lie(), 1) is not None else {chosen: "chosen"}

    def _must_lie(self) -> Lying:
        lying = self.lying()
        assert lying is not None, "a card is chosen"
        return lying

    def _lit(self, board: Board, row: Row) -> Board:
        """The board with the collection and the section of the row lit, and the chosen note."""
        mended = self.mended if board.seat == self.seat else Mending()
        lit = tuple(_lit_collection(c, self.row_name, mended) for c in board.collections)
        sections = tuple(replace(s, tone=_tone(row)) if s.name == self.row_name else s for s in board.sections)
        return replace(board, collections=lit, sections=sections)

    def _collection(self) -> Collection | None:
        if self.row_name not in TYPE_ROWS:
            return None
        return next(c for c in self._mine().collections if c.kind == self.row_name)

    def _sum(self, row: Row) -> str:
        collection = self._collection()
        if collection is not None:
            stars = ngettext("{n} star", "{n} stars", collection.stars).format(n=collection.stars)
            return _("{stars} × a run of {run} = {points}").format(stars=stars, run=collection.run, points=row.points)
        if self.row_name in SECTION_ROWS:
            section = next(s for s in self._mine().sections if s.name == self.row_name)
            return _("{own} against {other}").format(own=section.own, other=section.other)
        if self.row_name == "diversity":
            mine = {spot.face.kind for spot in self._mine().slots if spot.face and not spot.face.down} & set(TYPES)
            return _("{n} of 5 types lie face up").format(n=len(mine))
        return ""

    def _mine(self) -> Board:
        """That player's cards, beside the other's."""
        players = self.players()
        return board_of(game_of(self.nav), self.seat, "", players[self.seat], players[1 - self.seat])

    def uses(self) -> tuple[str, ...]:
        """What satellites and 6/0s count as."""
        collection = self._collection()
        if collection is None:
            return ()
        said = [_use_words(collection, note) for note in collection.notes]
        return tuple(words for words in said if words)

    # Looking ---------------------------------------------------------------------------------------------------

    @on()
    def compare(self) -> None:
        """Photograph the cards and compare them with the record."""
        seat = self.seat
        self.nav.open_page("stellar_boards", seat=seat)
        self.nav.camera.look(seat)
        self.nav.changed()

    # Putting right ---------------------------------------------------------------------------------------------

    @on(Slot)
    def tap_slot(self, slot: int) -> None:
        """A card was tapped: it is to be put right; then a free slot: it lies there."""
        if not self.may_mend:
            return
        taken = self.players()[self.seat].telescope[slot - 1] != EMPTY
        if taken:
            self.nav.keep(Mending() if self.mended.slot == slot else Mending(slot=slot))
        elif self.mended.slot is not None:
            self._wish(replace(self.mended, to="slot", value=(slot, 0)))

    @on(TapNote)
    def tap_note(self, kind: str, number: int) -> None:
        """A card of the notebook was tapped."""
        if not self.may_mend:
            return
        note = self._note(kind, number)
        if note is None:
            return
        row = KINDS.index("satellite") if note.satellite else TYPES.index(kind)
        printed = SIX_ZERO if note.shows == "6/0" else number
        self.nav.keep(Mending(kind=row, number=printed))

    def _note(self, kind: str, number: int) -> Note | None:
        notes = next(c.notes for c in self._mine().collections if c.kind == kind)
        return notes[number] if notes[number].shows else None

    @on()
    def flip(self) -> None:
        """The card lies the other way up."""
        self._wish(replace(self.mended, to="turn"))

    @on(Pick)
    def choose(self, kind: str, number: int) -> None:
        """The card is that one."""
        self._wish(replace(self.mended, to="card", value=(KINDS.index(kind), number)))

    @on("leave_it")
    def leave(self) -> None:
        """Nothing is put right."""
        self.nav.keep(Mending())

    def cancel(self) -> None:
        self.nav.keep(replace(self.mended, to=""))

    def wished(self) -> Change | None:
        """What was tapped for the chosen card."""
        return self._change(self.mended)

    def settle(self, line: int) -> None:
        """No card is chosen any more."""
        self.leave()

    def _change(self, wished: Mending) -> Change | None:
        lying = self.lying()
        if lying is None:
            return None
        match wished.to:
            case "slot":
                return mending.moved(lying, wished.value[0])
            case "turn":
                return mending.turned(lying)
            case "card":
                return self._other_card(lying, *wished.value)
            case _:
                return None

    def _other_card(self, lying: Lying, kind: int, number: int) -> Change | None:
        """Another card; the other start card changes places with this one."""
        deck, swap = game_of(self.nav).deck, mending.exchanged(self.nav, lying)
        if swap is not None:
            other = card_of(deck, lying.laid.before, swap.action)
            if deck.kind[other] == kind and deck.coordinate[other] == number:
                return swap
        return mending.renamed(self.nav, lying, kind, number)

    def _wish(self, wished: Mending) -> None:
        """Put it right at once where nothing else suffers; else the table is asked."""
        change = self._change(wished)
        if change is not None and not self.at_once(change):
            self.nav.keep(wished)

    def _pending(self) -> Pending | None:
        if self.wished() is None:
            return None
        return question(self.nav, self.preview(), _("Put this card right?"), _("Put it right"), _("Leave it"))

    def _mending_words(self, lying: Lying) -> str:
        number = lying.laid.before.turn // 2 + 1
        shown = self.players()[self.seat].telescope[(self.mended.slot or 1) - 1]
        code = lying.code if self.mended.slot is None else shown
        card = card_words(game_of(self.nav), code)
        if isinstance(lying.laid.action, PlaceStart):
            return _("Start card: {card}").format(card=card)
        if lying.shown is not None:
            return _("Which card is it? ({card})").format(card=card)
        return _("Round {n}: {card}").format(n=number, card=card)

    def _cells(self, lying: Lying) -> tuple[tuple[GridCell, ...], ...]:
        game = game_of(self.nav)
        if self.nav.open_table.digital:
            swap = mending.exchanged(self.nav, lying)
            return grid(game, lying.laid.before.seats[self.seat].hand, start=True) if swap else ()
        return grid(game, tuple(code for code in game.deck.cards if code != lying.code))

    def _flip_words(self, lying: Lying) -> str:
        change = mending.turned(lying)
        if change is None:
            return ""
        return _("Face down") if lying.shown is not None or change.action.face_down else _("Face up")


def _tone(row: Row) -> Tone:
    return "paid" if row.points else "told"


def seat_taps(names: Sequence[str], points: Sequence[int], chosen: int) -> Taps:
    """Players with their points, side by side."""
    told = zip(names, points, strict=True)
    return Taps(
        tuple(
            Tap(Seat(k), _("{name}: {what}").format(name=name, what=n), chosen=k == chosen, seat=k)
            for k, (name, n) in enumerate(told)
        )
    )


def _lit_collection(collection: Collection, row: str, mended: Mending) -> Collection:
    notes = collection.notes
    if mended.kind is not None:
        notes = tuple(_chosen(collection, note, mended) for note in notes)
    return replace(collection, tone="paid" if collection.kind == row else "", notes=notes)


def _chosen(collection: Collection, note: Note, mended: Mending) -> Note:
    kind = "satellite" if note.satellite else collection.kind
    number = SIX_ZERO if note.shows == "6/0" else note.number
    mine = bool(note.shows) and KINDS[mended.kind or 0] == kind and mended.number == number
    return replace(note, tone="chosen") if mine else note


def _use_words(collection: Collection, note: Note) -> str:
    if note.shows == "6/0":
        return _("6/0 counts as {n}").format(n=note.number)
    if note.satellite:
        return _("satellite {n} counts as {type} {n}").format(n=note.number, type=kind_words(collection.kind))
    return ""
