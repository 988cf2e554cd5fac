"""Places for cards, the telescope and the notebook: drawn from plain values, tapped card by card."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.graphics.instructions import CanvasBase
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from pi_app.games.stellar.cards import Board, CardFace, Collection, Note, Section, Spot, TapNote
from pi_app.games.stellar.ui.cards import (
    ASPECT,
    add_mark,
    add_star,
    add_text,
    card_box,
    card_picture,
    ink,
    mixed,
    words_at,
)
from pi_app.games.stellar.words import face_words, letter
from pi_app.steps.view import Command
from pi_app.ui import theme
from pi_app.ui.drawn import text_texture
from pi_app.ui.steps.port import CommandPress, Port
from pi_app.ui.theme import Colour
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.rounded import RoundedBox, frame
from pi_app.ui.widgets.spots import Spot as Place

RINGS: Final = {
    "go": ("GO", 1.6),
    "down": ("ASK", 1.4),
    "chosen": ("GO", 3.0),
    "next": ("ASK", 2.6),
    "paid": ("GO", 2.6),
    "told": ("TEXT", 1.6),
    "wrong": ("WRONG", 2.6),
}
"""Tone -> the ring around a card or a slot: the name of its colour, and its width in dp."""
RING_GAP_DP: Final = 1.5
"""Between a card and its ring."""
SUMS_DP: Final = 96
"""Room for run and points behind the numbers of the notebook, where texts are of the normal size."""
RUN_AT, POINTS_AT = 38 / 96, 76 / 96
"""Where in it their middles are."""
COMPARED_DP: Final = 44
"""Room beside a telescope for the sums of its sections and the opponent's: two numbers of two digits."""
BRACKET_DP, LINES_APART_DP = 9, 11
"""What the bracket beside them takes of it; how far from their middle two lines of numbers are."""
BRIEF_LEAST, BRIEF_NUMBER = 4, 0.72
"""A brief notebook has room for so many cards in a line at least; how much of a line's height a number takes."""
BOARD: Final = theme.BOARD
"""The notebook is a page of night sky in every theme."""


def ring_colour(tone: str) -> Colour:
    """The colour of a ring in the theme that is worn."""
    colour: Colour = getattr(theme, RINGS[tone][0])
    return colour


def _sums_room() -> float:
    """In pixels: with larger texts it grows half as much as they do, to leave room for the numbers before it."""
    return float(dp(SUMS_DP) + max(dp(SUMS_DP), sp(SUMS_DP))) / 2


@contextmanager
def pen(widget: Painted) -> Iterator[None]:
    """Whatever is made inside becomes part of the widget's drawing."""
    canvas = CanvasBase()
    with canvas:
        yield
    widget.drawing.add(canvas)


class CardTap(CommandPress, Painted):
    """A place for a card, with the card that lies there. `head`: sp above the card for its label."""

    SHOWN = ("face", "tone", "label", "head", "counts")
    key = StringProperty("")
    face: CardFace | None = ObjectProperty(None, allownone=True)
    tone = StringProperty("")
    label = StringProperty("")
    head = NumericProperty(0)
    counts = BooleanProperty(False)
    """Whether this is a slot of a telescope: a face-down card counts 3, and a free one shows its number."""
    open = BooleanProperty(True)
    """Whether a free place is outlined."""

    def show(self, spot: Spot) -> None:
        """Show that spot."""
        self.means(spot.does)
        self.face, self.tone, self.label = spot.face, spot.tone, spot.label
        self.disabled = spot.does is None or not spot.live

    @property
    def drawn_words(self) -> str:
        """What is drawn there, in words."""
        face = self.face
        card = face_words(face.kind, face.number) if face is not None and face.kind else ""
        return ": ".join(words for words in (self.label, card) if words)

    def box(self) -> tuple[float, float, float, float]:
        """Where the card lies: x, y, width, height in window pixels."""
        return card_box(self.x, self.y, self.width, self.height - sp(self.head))

    def paint(self) -> None:
        """The label, the card or its free place, the ring."""
        x, y, wide, high = self.box()
        corner = wide * 0.1
        if self.head:
            above = dp(RING_GAP_DP + RINGS[self.tone][1]) if self.tone in RINGS else 0
            self._label(x + wide / 2, y + high + max(sp(self.head) / 2, above + self._label_size() / 2))
        if self.face is not None:
            self.draw(Color(1, 1, 1, 0.4 if self.tone == "dim" else 1))
            texture = card_picture(self.face, wide, high, self.counts)
            self.draw(Rectangle(pos=(x, y), size=(wide, high), texture=texture))
        elif self.open:
            self._free(x, y, wide, high)
        if self.tone in RINGS:
            colour, width = ring_colour(self.tone), RINGS[self.tone][1]
            gap = dp(RING_GAP_DP)
            if self.face is not None or self.tone != "down":
                self.draw(Color(*colour))
                self.draw(frame((x - gap, y - gap, wide + 2 * gap, high + 2 * gap), corner + gap, dp(width)))

    def _label_size(self) -> float:
        """In pixels: it stands between the bar and the ring of the card, however large texts are."""
        return float(min(sp(15), sp(self.head) * 0.72))

    def _label(self, x: float, y: float) -> None:
        colour, size = ring_colour(self.tone) if self.tone in ("next", "chosen") else theme.MUTED, self._label_size()
        wide = text_texture(self.label, size, True).width
        self._words(self.label, x, y + dp(1), size * min(1.0, self.width / max(1, wide)), colour)

    def _words(self, text: str, x: float, y: float, size: float, colour: Colour, bold: bool = True) -> None:
        self.draw(*words_at(text_texture(text, size, bold), x, y, colour))

    def _free(self, x: float, y: float, wide: float, high: float) -> None:
        """A free place: solid where a card may lie face up, dashed where only face down."""
        corner = wide * 0.1
        if self.tone == "go":
            self.draw(Color(*theme.GO[:3], 0.16), RoundedBox(pos=(x, y), size=(wide, high), radius=[corner]))
        elif self.tone == "down":
            self.draw(Color(*theme.ASK))
            for points in _dashed_frame(x + dp(1), y + dp(1), wide - dp(2), high - dp(2), dp(6)):
                self.draw(SmoothLine(points=points, width=dp(1.2)))
        else:
            self.draw(Color(*theme.EDGE[:3], 0.75), frame((x + 1, y + 1, wide - 2, high - 2), corner, dp(0.75)))
        if self.label and not self.head and wide > dp(30):
            colour = {"go": theme.GO, "down": theme.ASK}.get(self.tone, theme.FAINT)
            self._words(self.label, x + wide / 2, y + high / 2, sp(17), colour, bold=self.tone in ("go", "down"))


def _dashed_frame(x: float, y: float, wide: float, high: float, dash: float) -> list[list[float]]:
    """The sides of a box as dashes."""
    dashes = []
    for ax, ay, bx, by in (
        (x, y, x + wide, y),
        (x + wide, y, x + wide, y + high),
        (x + wide, y + high, x, y + high),
        (x, y + high, x, y),
    ):
        count = max(2, round((abs(bx - ax) + abs(by - ay)) / dash / 2))
        step = 1 / (2 * count)
        for k in range(count):
            a, b = (2 * k + 0.5) * step, (2 * k + 1.5) * step
            dashes.append([ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b])
    return dashes


def wide_as_high(telescope: TelescopeView) -> None:
    """Have the telescope and its sums be as wide as its height asks for."""
    telescope.size_hint_x = None
    telescope.bind(height=lambda *_: setattr(telescope, "width", telescope.height * 0.58 + dp(telescope.sums)))


class Sums(Painted):
    """The sums of the three sections beside the telescope: own, the opponent's, and 10 where ahead."""

    SHOWN = ("sections", "bands")
    sections: tuple[Section, ...] = ObjectProperty(())
    bands: tuple[tuple[float, float], ...] = ObjectProperty(())
    """By section: bottom and top of its rows, window pixels."""

    def paint(self) -> None:
        """A bracket and the numbers of each section."""
        for section, (low, high) in zip(self.sections, self.bands, strict=False):
            ahead = section.other is not None and section.own > section.other
            lit = section.tone in RINGS
            middle, x = (low + high) / 2, self.right - dp(3)
            self.draw(Color(*(ring_colour(section.tone) if lit else theme.EDGE)))
            self.draw(
                SmoothLine(
                    points=[x, low + dp(4), x - dp(4), low + dp(4), x - dp(4), high - dp(4), x, high - dp(4)],
                    width=dp(1.8 if lit else 1),
                )
            )
            said = str(section.own) if section.other is None else f"{section.own}:{section.other}"
            apart = dp(LINES_APART_DP) if ahead else 0
            self._number(said, middle + apart, sp(18), theme.TEXT)
            if ahead:
                self._number("+10", middle - apart, sp(16), theme.GO)

    def _number(self, text: str, y: float, size: float, colour: Colour) -> None:
        room = self.width - dp(BRACKET_DP)
        texture = text_texture(text, size, True)
        if texture.width > room:
            texture = text_texture(text, size * room / texture.width, True)
        self.draw(*words_at(texture, self.x + room / 2, y, colour))


class TelescopeView(FloatLayout):
    """Twelve slots in their silhouette. `sums`: dp at the left for the sections' sums."""

    board: Board | None = ObjectProperty(None, allownone=True)
    gap = NumericProperty(4)
    sums = NumericProperty(0)
    touchable = BooleanProperty(True)

    def __init__(self, port: Port, **kwargs: Any) -> None:
        self.taps = [CardTap(port, counts=True, size_hint=(None, None)) for _ in range(12)]
        self._sums = Sums(size_hint=(None, None))
        place = Clock.create_trigger(self._place, -1)
        super().__init__(**kwargs)
        for tap in self.taps:
            self.add_widget(tap)
        self.add_widget(self._sums)
        for name in ("pos", "size", "sums", "board"):
            self.fbind(name, place)
        for name in ("board", "sums", "touchable"):
            self.fbind(name, self._show)
        self._show()

    def _show(self, *_: Any) -> None:
        if self.board is None:
            return
        for tap, spot in zip(self.taps, self.board.slots, strict=True):
            tap.show(spot)
            tap.disabled = not self.touchable
        self._sums.sections = self.board.sections if self.sums else ()

    def _place(self, *_: Any) -> None:
        if self.board is None or self.width < 2 or self.height < 2:
            return
        rows, gap, left = self.board.rows, dp(self.gap), dp(self.sums)
        widest = max(len(row) for row in rows)
        high = (self.height - gap * (len(rows) - 1)) / len(rows)
        # Where a banner makes the screen low, a card is rather stout than too narrow for a finger.
        wide = min((self.width - left - gap * (widest - 1)) / widest, max(high * ASPECT, dp(theme.TOUCH)))
        high = min(high, wide / ASPECT)
        top = self.center_y + (high * len(rows) + gap * (len(rows) - 1)) / 2
        centre = self.x + left + (self.width - left) / 2
        bands = []
        for number, row in enumerate(rows):
            y = top - (number + 1) * high - number * gap
            bands.append((y, y + high))
            x = centre - (len(row) * wide + (len(row) - 1) * gap) / 2
            for k, slot in enumerate(row):
                tap = self.taps[slot - 1]
                tap.size, tap.pos = (wide, high), (x + k * (wide + gap), y)
        self._sums.size, self._sums.pos = (left, self.height), (self.x, self.y)
        self._sums.bands = self._sections(bands)

    def _sections(self, bands: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
        """By section the rows that its slots lie in."""
        assert self.board is not None
        found = []
        for slots in ((1, 5), (6, 8), (9, 12)):
            rows = [k for k, row in enumerate(self.board.rows) if row[0] <= slots[1] and row[-1] >= slots[0]]
            found.append((bands[rows[-1]][0], bands[rows[0]][1]))
        return tuple(found)


class NotebookTap(CommandPress, Painted):
    """The notebook as a table: a line a type, its stars, its numbers 0 to 6, run and points.

    `whole`: what a tap anywhere on it does; without that, a tap on a cell with a card tells that card (`TapNote`).
    """

    SHOWN = ("collections", "tone", "brief")
    key = StringProperty("")
    collections: tuple[Collection, ...] = ObjectProperty(())
    tone = StringProperty("")
    brief = BooleanProperty(False)
    """Whether there is room for its cards only, one beside the other."""

    def __init__(self, port: Port, whole: Command | None = None, **kwargs: Any) -> None:
        super().__init__(port, **kwargs)
        self.means(whole)

    def on_touch_up(self, touch: Any) -> bool:
        """Tell which card was meant."""
        if self.does is None and touch.grab_current is self and self.collide_point(*touch.pos):
            cell = self.note_at(touch.pos)
            if cell is not None:
                self.port.send(TapNote(*cell))
        return bool(super().on_touch_up(touch))

    # Places ----------------------------------------------------------------------------------------------------

    def _columns(self) -> tuple[float, float]:
        """Where the cells begin, and how wide one is."""
        before = dp(29) if self.brief else dp(64)
        after = dp(4) if self.brief else _sums_room()
        cells = max([BRIEF_LEAST, *(len(_shown(c)) for c in self.collections)]) if self.brief else 7
        return self.x + before, (self.width - before - after) / cells

    def _line(self, line: int) -> tuple[float, float]:
        """The bottom of a line, and how high it is."""
        inset = dp(4)
        high = (self.height - 2 * inset) / 5
        return self.top - inset - (line + 1) * high, high

    def spots(self) -> Iterator[Place]:
        """The cards of the notebook, where each can be tapped for itself."""
        if self.does is not None or self.disabled:
            return
        left, wide = self._columns()
        for line, collection in enumerate(self.collections):
            low, high = self._line(line)
            for number, note in enumerate(collection.notes):
                at = left + (number + 0.5) * wide, low + high / 2
                if note.shows:
                    yield Place(f"note.{collection.kind}.{number}", "card", at)

    def spot_at(self, pos: tuple[float, float]) -> str | None:
        """The card that a tap there means."""
        cell = self.note_at(pos) if self.does is None and not self.disabled else None
        return None if cell is None else f"note.{cell[0]}.{cell[1]}"

    def note_at(self, pos: tuple[float, float]) -> tuple[str, int] | None:
        """The cell with a card that a finger there means."""
        left, wide = self._columns()
        number = int((pos[0] - left) // wide) if pos[0] >= left else -1
        for line, collection in enumerate(self.collections):
            low, high = self._line(line)
            if low <= pos[1] < low + high and 0 <= number <= 6 and collection.notes[number].shows:
                return collection.kind, number
        return None

    # Drawing ---------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """The ground, and a line a type."""
        with pen(self):
            Color(*BOARD.SURFACE)
            RoundedBox(pos=self.pos, size=self.size, radius=[dp(10)])
            if self.tone == "go":
                Color(*BOARD.GO[:3], 0.14)
                RoundedBox(pos=self.pos, size=self.size, radius=[dp(10)])
            for line, collection in enumerate(self.collections):
                self._collection(line, collection)
            if self.tone in RINGS:
                colour, width = ring_colour(self.tone), RINGS[self.tone][1]
                Color(*colour)
                frame((self.x + 1, self.y + 1, self.width - 2, self.height - 2), dp(10), dp(width))

    def _collection(self, line: int, collection: Collection) -> None:
        low, high = self._line(line)
        middle = low + high / 2
        if collection.tone == "paid":
            Color(*BOARD.RAISED)
            RoundedBox(pos=(self.x + dp(4), low), size=(self.width - dp(8), high), radius=[dp(6)])
        add_mark(collection.kind, self.x + dp(15), middle, min(high * 0.42, dp(11)), BOARD.SURFACE)
        left, wide = self._columns()
        for at, note in enumerate(_shown(collection) if self.brief else collection.notes):
            self._note(collection, note, left + at * wide, low, wide, high)
        if not self.brief:
            self._sums(collection, left + 7 * wide, middle)

    def _sums(self, collection: Collection, right: float, middle: float) -> None:
        add_star(self.x + dp(36), middle, dp(6.5))
        counts = BOARD.TEXT if collection.stars else BOARD.FAINT
        add_text(str(collection.stars), self.x + dp(51), middle, sp(16), counts)
        for k, number in enumerate(collection.spare[:2]):
            add_text(f"{letter('satellite')}{number}", right + dp(13 + 22 * k), middle, sp(12), ink("satellite"))
        counts = BOARD.TEXT if collection.run else BOARD.FAINT
        add_text(f"× {collection.run}", right + _sums_room() * RUN_AT, middle, sp(16), counts)
        paid = BOARD.GO if collection.points else BOARD.FAINT
        add_text(str(collection.points), right + _sums_room() * POINTS_AT, middle, sp(18), paid)

    def _note(self, collection: Collection, note: Note, x: float, low: float, wide: float, high: float) -> None:
        gap = dp(1) if self.brief else dp(1.5)
        box = (x + gap, low + gap, wide - 2 * gap, high - 2 * gap)
        middle = (x + wide / 2, low + high / 2)
        if not note.shows:
            add_text(str(note.number), *middle, sp(13), BOARD.FAINT, bold=False)
            return
        colour = ink("satellite") if note.satellite else ink(collection.kind)
        Color(*mixed(colour, BOARD.INK, 0.42 if note.run else 0.22))
        RoundedBox(pos=box[:2], size=box[2:], radius=[dp(5)])
        if note.run or note.tone:
            Color(*(BOARD.WRONG if note.tone == "wrong" else BOARD.ASK if note.tone == "chosen" else colour))
            frame(box, dp(5), dp(2.4 if note.tone else 1.2))
        most = high * BRIEF_NUMBER if self.brief else sp(17 if len(note.shows) == 1 else 13)
        aside = not self.brief and (note.satellite or note.count > 1)
        size = min(most, wide * (0.45 if aside or len(note.shows) > 1 else 0.8))
        add_text(note.shows, x + wide * (0.36 if aside else 0.5), middle[1], size, BOARD.TEXT)
        if aside and note.satellite:
            add_mark("satellite", x + wide * 0.72, middle[1], dp(7), mixed(colour, BOARD.INK, 0.42))
        elif aside:
            add_text(f"×{note.count}", x + wide * 0.74, middle[1], min(sp(12), wide * 0.36), BOARD.TEXT, bold=False)


def _shown(collection: Collection) -> list[Note]:
    """Its cards, without the numbers that have none."""
    return [note for note in collection.notes if note.shows]
