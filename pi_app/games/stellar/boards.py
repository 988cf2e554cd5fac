"""Both players' cards without a history, by finger or from a photograph each: the score pad filled from the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engines.game import ScoreSheet, Warned
from engines.pad import Write
from engines.registry import PAD, open_game
from engines.stellar.deck import number_text
from engines.stellar.model import SLOTS, PlayerState
from engines.stellar.rules import Stellar
from pi_app.games.stellar.cards import Board, Note, Slot, TapNote, Tone, board_of
from pi_app.games.stellar.differences import Difference, differences
from pi_app.games.stellar.grid import MAX_STARS, GridPart, Pick, cards_like, grid
from pi_app.games.stellar.laid import Box, LaidCard, OpenQuestion, SeatCards, open_questions, sheet_of
from pi_app.games.stellar.sight import shown_to_all
from pi_app.games.stellar.stages import NotebookPart, PhotoCut, TelescopeStage
from pi_app.games.stellar.why import Mending, seat_taps
from pi_app.games.stellar.words import ROWS, face_words, kind_words, place_words
from pi_app.i18n import _, ngettext
from pi_app.presenters.board_camera import Seen, camera_words
from pi_app.steps.camera import CameraStep
from pi_app.steps.presenter import does, on
from pi_app.steps.view import (
    Command,
    Leave,
    Part,
    Photograph,
    Role,
    Seat,
    StepView,
    Tap,
    Taps,
    Use,
    Words,
    problem_words,
)

SIDE_DP: Final = 480
"""The panel is as wide as a grid of cards beside a telescope."""
MAX_DIFFERENCES: Final = 5
"""The first ones; the others follow once these are put right."""


class Desk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The boards, and what a finger has chosen; kept beside the record."""

    seats: tuple[SeatCards, SeatCards] = (SeatCards(), SeatCards())
    slot: int | None = None
    """The slot that is being told."""
    note: int | None = None
    """The notebook card that is being told: its place among the cards, or -1 for a new one."""
    settled: bool = False
    """Whether the table does not want to be asked any more."""
    adding: bool = False
    """Whether the table was asked to count although cards are missing."""


class AskedField(msgspec.Struct, frozen=True):
    """A doubtful field: what is asked of whom, the picture of the card, and the answers with their words."""

    title: str
    seat: int
    photo: str | None
    at: Box | None
    answers: tuple[tuple[int | str | bool, str], ...]
    may_be_empty: bool
    """Whether it is a slot in which no card may lie at all."""


class Answer(Command, frozen=True):
    """The doubtful field is that."""

    value: int | str | bool


class BoardsPresenter(CameraStep):
    """Cards are told by two taps, a slot and a card, or photographed; doubts that change points are asked."""

    # What is so ------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Stellar:
        """The rules; where only a pad is kept, those of the house deck."""
        game = self.nav.open_table.game
        return game if isinstance(game, Stellar) else open_game("stellar")  # type: ignore[return-value]

    @property
    def desk(self) -> Desk:
        """The boards so far."""
        return self.nav.own(Desk)

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.nav.open_table.players

    @property
    def cards(self) -> SeatCards:
        """The cards of the player on the screen."""
        return self.desk.seats[self.seat]

    def questions(self) -> list[OpenQuestion]:
        """The doubts that change points, the largest first."""
        return [] if self.desk.settled else open_questions(self.game, self.names, self.desk.seats)

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """One player's telescope; beside it the notebook, the card that is told, or what is asked about one."""
        asked = self.asked()
        panel = self._asking(asked) if asked else self._told() if self._telling else self._looking()
        return StepView(
            frame=self.nav.frame(self._title(), _("Stellar")),
            stage=TelescopeStage(self._board(), touchable=asked is None),
            panel=panel,
            panel_dp=SIDE_DP,
        )

    def _title(self) -> str:
        return _("From the cards") if self.counted else _("Photograph and record")

    def _advice(self) -> tuple[Part, ...]:
        """What is said below the notebook."""
        return (Words(self._hint()),)

    def _wants_photograph(self) -> bool:
        """Whether a photograph is what goes on."""
        return False

    def _way_on(self) -> tuple[Part, ...]:
        """What is done with the cards."""
        use = Tap(Use(), _("Write it on the pad"), icon="check", role="progress")
        return (use,) if self.counted else ()

    def _totals(self) -> list[int]:
        """The points of both players as they stand."""
        told = self._sheet() if self.counted else self.nav.open_table.sheet
        return [player.total for player in told.players] if told else [0, 0]

    def _looking(self) -> tuple[Part, ...]:
        """How both stand, the notebook, what differs from the record, and the ways on."""
        camera, found = self.nav.camera, self.differences()
        notes: tuple[Part, ...] = (NotebookPart(self._board().collections), *self._advice())
        if found:
            differ = (
                Tap(does(self.put_right, k), _difference_words(d), icon="pen")
                for k, d in enumerate(found[:MAX_DIFFERENCES])
            )
            notes = (Words(self._hint(), "muted"), *differ)
        elif self._compared:
            notes += (Words(_("Photograph and record agree."), "good"),)
        told = [camera.trouble] if camera.trouble else self._warnings()
        if told and not found:
            notes += problem_words((), told[:1])
        can = camera.can_look(self.seat) and camera.busy is None
        add = Tap(does(self.add), _("Add a notebook card"), icon="plus")
        first: Role = "progress" if can and self._wants_photograph() else "alternative"
        photograph = Tap(Photograph(), camera_words(camera, self.seat), icon="camera", role=first, on=can)
        return (self._seats(), *notes, Taps((add, photograph)), *self._way_on())

    def _seats(self) -> Taps:
        """Both players with their points."""
        return seat_taps(self.names, self._totals(), self.seat)

    def _sheet(self) -> ScoreSheet | None:
        return sheet_of(self.game, self.names, self.desk.seats)

    def _warnings(self) -> list[str]:
        sheet = self._sheet()
        return list(dict.fromkeys(_warning_words(w) for w in sheet.warnings)) if sheet else []

    def _told(self) -> tuple[Part, ...]:
        """Which card lies there: a grid of all, its stars, and what else may be."""
        index = self._index()
        ways: list[Tap] = []
        if index is not None and self.cards.cards[index].kind not in ("", "satellite"):
            stars = self.cards.cards[index].stars
            ways += [Tap(does(self.choose_stars, n), f"{n} ★", chosen=n == stars) for n in range(MAX_STARS + 1)]
        if self.desk.slot is not None:
            ways.append(Tap(does(self.lay_down), _("Face down")))
        if index is not None:
            ways.append(Tap(does(self.take_away), _("Take away")))
        ways.append(Tap(Leave(), _("Done")))
        return (
            Words(self._told_words(), "bold"),
            GridPart(grid(self.game, self.game.deck.cards)),
            Taps(tuple(ways)),
        )

    def asked(self) -> AskedField | None:
        """The doubtful field that is asked about; None where there is none."""
        questions = self.questions()
        if not questions:
            return None
        first = questions[0]
        name, cards = first.doubt.name, self.desk.seats[first.seat]
        card = cards.cards[first.doubt.card]
        title = _("{name}, {place}: {question}").format(
            name=self.names[first.seat], place=place_words(card.slot), question=_question_words(name, card.slot)
        )
        answers = tuple((value, _answer_words(name, value, card.slot)) for value, _p in first.answers)
        may_be_empty = name == "face_down" and card.slot is not None
        return AskedField(title, first.seat, cards.photo, card.at, answers, may_be_empty)

    def _asking(self, asked: AskedField) -> tuple[Part, ...]:
        """What is asked, the picture of the card, and the answers, the likeliest first."""
        taps = [Tap(Answer(value), words) for value, words in asked.answers]
        if asked.may_be_empty:
            taps.append(Tap(does(self.take_away), _("No card")))
        return (
            Words(asked.title, "bold", asked.seat),
            PhotoCut(asked.photo, asked.at),
            *(Taps(tuple(taps[k : k + 2])) for k in range(0, len(taps), 2)),
            Tap(does(self.settle), _("Leave all as read")),
        )

    @property
    def counted(self) -> bool:
        """Whether these cards are what counts: the table keeps nothing but the score pad. Else they are compared."""
        return bool(self.nav.open_table.header.pack == PAD)

    @property
    def _compared(self) -> bool:
        return not self.counted and self.cards.photo is not None

    def differences(self) -> list[Difference]:
        """Where the photograph of this player's cards shows something else than the record."""
        if not self._compared:
            return []
        player = shown_to_all(self.nav)[self.seat]
        return differences(self.game, player, self.cards.player())

    @property
    def _telling(self) -> bool:
        return self.desk.slot is not None or self.desk.note is not None

    def _board(self) -> Board:
        mine, other = self.cards.player(), self._other()
        doubted = {self.cards.cards[d.card].slot for d in self.cards.doubts}
        tones: dict[int, Tone] = {slot: "next" for slot in range(1, 13) if slot in doubted}
        if self.desk.slot is not None:
            tones[self.desk.slot] = "chosen"
        return board_of(self.game, self.seat, self.names[self.seat], mine, other, tones)

    def _other(self) -> PlayerState | None:
        """The other player's cards, to compare sections with."""
        return self.desk.seats[1 - self.seat].player() if self.counted else shown_to_all(self.nav)[1 - self.seat]

    def _hint(self) -> str:
        cards = self.cards.cards
        laid = sum(card.slot is not None for card in cards)
        noted = len(cards) - laid
        words = ngettext("{n} card in the telescope", "{n} cards in the telescope", laid).format(n=laid)
        more = ngettext("{n} card in the notebook", "{n} cards in the notebook", noted).format(n=noted)
        return f"{words}, {more}"

    def _index(self) -> int | None:
        """Where the card that is told stands among the cards; None for a new one."""
        desk = self.desk
        if desk.note is not None:
            return desk.note if 0 <= desk.note < len(self.cards.cards) else None
        found = (k for k, card in enumerate(self.cards.cards) if desk.slot is not None and card.slot == desk.slot)
        return next(found, None)

    def _told_words(self) -> str:
        index, where = self._index(), place_words(self.desk.slot)
        if index is None:
            return _("Which card lies there? ({place})").format(place=where)
        card = self.cards.cards[index]
        return _("{place}: {card}").format(place=where, card=face_words(card.kind, card.number))

    # What a finger does ----------------------------------------------------------------------------------------

    @on(Seat)
    def choose_seat(self, seat: int) -> None:
        """Show the other player's cards."""
        self.nav.keep(replace(self.desk, slot=None, note=None), seat=seat)

    @on(Slot)
    def tap_slot(self, slot: int) -> None:
        """Tell the card of that slot."""
        chosen = None if self.desk.slot == slot else slot
        self.nav.keep(replace(self.desk, slot=chosen, note=None), seat=self.seat)

    @on(TapNote)
    def tap_note(self, kind: str, number: int) -> None:
        """Tell a card of the notebook anew."""
        note = next(
            (n for c in self._board().collections if c.kind == kind for n in c.notes if n.number == number), None
        )
        index = None if note is None or not note.shows else self._noted(kind, note)
        if index is not None:
            self.nav.keep(replace(self.desk, slot=None, note=index), seat=self.seat)

    def _noted(self, kind: str, note: Note) -> int | None:
        wanted = "satellite" if note.satellite else kind
        found = [
            k
            for k, card in enumerate(self.cards.cards)
            if card.slot is None and card.kind == wanted and card.number == note.shows
        ]
        return found[-1] if found else None

    @on()
    def add(self) -> None:
        """Tell one more card of the notebook."""
        self.nav.keep(replace(self.desk, slot=None, note=-1), seat=self.seat)

    @on(Leave)
    def leave(self) -> None:
        """Nothing more is told."""
        self.nav.keep(replace(self.desk, slot=None, note=None), seat=self.seat)

    @on(Pick)
    def choose(self, kind: str, number: int) -> None:
        """The card is that one; a new one is followed by the next free slot, the last slot by the notebook."""
        if not self._telling:
            return
        index = self._index()
        listed = cards_like(self.game, self.game.deck.cards, kind, number)
        stars = self.game.deck.stars[listed[0]] if listed and kind != "satellite" else 0
        card = LaidCard(self.desk.slot, kind, number_text(number), stars)
        self._put(index, card)

    @on("down")
    def lay_down(self) -> None:
        """The card lies face down."""
        if self.desk.slot is not None:
            self._put(self._index(), LaidCard(self.desk.slot))

    @on("stars")
    def choose_stars(self, stars: int) -> None:
        """The card has so many stars."""
        index = self._index()
        if index is not None:
            self._put(index, replace(self.cards.cards[index], stars=stars))

    @on("away")
    def take_away(self) -> None:
        """No card lies where one is asked about or told."""
        questions, index = self.questions(), self._index()
        if questions:
            seat, doubt = questions[0].seat, questions[0].doubt
            told = self._with(seat, self.desk.seats[seat].without(doubt.card))
            self.nav.keep(replace(self.desk, seats=told), seat=seat)
        elif index is not None:
            self._keep(self.cards.without(index), slot=None, note=None)

    def _put(self, index: int | None, card: LaidCard) -> None:
        mine = self.cards
        if index is not None:
            at = mine.cards[index].at
            self._keep(mine.with_card(index, replace(card, at=at)))
        else:
            slot = _next_free(mine, card.slot)
            self._keep(replace(mine, cards=(*mine.cards, card)), slot=slot, note=-1 if slot is None else None)

    def _keep(self, mine: SeatCards, **changes: Any) -> None:
        self.nav.keep(replace(self.desk, seats=self._with(self.seat, mine), **changes), seat=self.seat)

    def _with(self, seat: int, cards: SeatCards) -> tuple[SeatCards, SeatCards]:
        """Both players' cards, with these in the place of that player's."""
        return (cards, self.desk.seats[1]) if seat == 0 else (self.desk.seats[0], cards)

    # The camera ------------------------------------------------------------------------------------------------

    def takes(self, seat: int) -> bool:
        """That of either player."""
        return True

    def arrived(self, seen: Seen) -> bool:
        """Take in a player's cards; doubts are asked."""
        if not isinstance(seen.draft, SeatCards):
            return False
        self.nav.keep(Desk(self._with(seen.seat, seen.draft)), seat=seen.seat)
        return True

    @on("differs")
    def put_right(self, number: int) -> None:
        """The photograph is right: the record's card is chosen to be put right, which asks with its consequences."""
        found = self.differences()
        if not 0 <= number < len(found):
            return
        one = found[number]
        wished = Mending(slot=one.slot) if one.slot is not None else Mending()
        if one.there is not None and one.seen is not None:
            deck = self.game.deck
            if one.slot is None:
                wished = Mending(kind=deck.kind[one.there], number=deck.coordinate[one.there])
            value = (deck.kind[one.seen], deck.coordinate[one.seen])
            wished = replace(wished, to="turn" if one.turned else "card", value=(0, 0) if one.turned else value)
        self.nav.open_page("why", seat=self.seat, own=msgspec.to_builtins(wished))

    def press(self, seat: int) -> None:
        """A seat's button: photograph that player's cards."""
        if self.nav.camera.can_look(seat) and self.nav.camera.busy is None:
            self.choose_seat(seat)
            self.photograph()

    @on(Answer)
    def answer(self, value: int | str | bool) -> None:
        """A doubtful field is what the table says."""
        questions = self.questions()
        if not questions:
            return
        first = questions[0]
        told = self.desk.seats[first.seat].answered(first.doubt, value)
        self.nav.keep(replace(self.desk, seats=self._with(first.seat, told)), seat=first.seat)

    @on("rest")
    def settle(self) -> None:
        """Ask nothing more: all is as it was read."""
        self.nav.keep(replace(self.desk, settled=True), seat=self.seat)

    # The pad ---------------------------------------------------------------------------------------------------

    @on(Use)
    def use(self) -> None:
        """Write the points of both boards on the pad."""
        sheet = self._sheet()
        if sheet is None or not self.counted:
            return
        written = self.nav.state.cells
        points = [{row.row: str(row.points) for row in player.rows} for player in sheet.players]
        wanted = [(seat, row) for seat in (0, 1) for row in ROWS if written[seat].get(row) != points[seat][row]]
        confirmed = self.desk.seats
        source = "camera" if any(cards.photo for cards in confirmed) else "touch"
        actions = [Write(seat=seat, row=row, sum=points[seat][row]) for seat, row in wanted]
        if not actions or self.nav.act(*actions, source=source):  # type: ignore[arg-type]
            self.read_well([*enumerate(confirmed)])
            self.nav.put(replace(self.nav.place, page=None, own={}))

    def read_well(self, told: Sequence[tuple[int, SeatCards]]) -> None:
        """What was read from photographs was confirmed."""
        for seat, cards in told:
            if cards.photo:
                self.nav.camera.confirmed(seat, cards)


def _next_free(mine: SeatCards, slot: int | None) -> int | None:
    """The first free slot after that one; None where there is none, or where it was a card of the notebook."""
    taken = {card.slot for card in mine.cards}
    return None if slot is None else next((s for s in range(slot + 1, SLOTS + 1) if s not in taken), None)


def _difference_words(one: Difference) -> str:
    nothing = _("nothing")
    there, seen = one.there_words or nothing, one.seen_words or nothing
    words = _("{place}: the record says {there}, the photograph {seen}")
    return words.format(place=place_words(one.slot), there=there, seen=seen)


def _warning_words(warned: Warned) -> str:
    name = warned.player or ""
    words = {
        "stellar.telescope.adjacent": _("{name}: cards of a type do not touch each other").format(name=name),
        "stellar.components.cards": _("A card lies there more often than the deck has it"),
        "stellar.end.cards": _("{name}: too many cards in the notebook").format(name=name),
    }
    return words.get(warned.rule, warned.message)


def _question_words(name: str, slot: int | None) -> str:
    if name == "face_down" and slot is None:
        return _("does a card lie there?")
    return {
        "number": _("which number?"),
        "type": _("which type?"),
        "stars": _("how many stars?"),
        "face_down": _("does it lie face down?"),
    }[name]


def _answer_words(name: str, value: int | str | bool, slot: int | None) -> str:
    if name == "type":
        return kind_words(str(value))
    if name == "face_down" and value:
        return _("No card") if slot is None else _("Face down")
    if name == "face_down":
        return _("Face up")
    if name == "stars":
        return ngettext("{n} star", "{n} stars", int(value)).format(n=value)
    return str(value)
