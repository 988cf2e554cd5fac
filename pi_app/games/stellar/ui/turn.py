"""A turn: the row, the own telescope, notebook and hand, the opponent small; by taps or by dragging cards."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothLine
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.games.stellar.cards import Board, Spot
from pi_app.games.stellar.ui import grid as stellar_grid  # noqa: F401  (known to the layout file)
from pi_app.games.stellar.ui.cards import card_picture
from pi_app.games.stellar.ui.telescope import CardTap
from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap, TextTap
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.question import Question

STILL_DP: Final = 12
"""A touch that moves less is a tap."""


class OtherTap(FlatTap):
    """The opponent's cards, small."""

    board: Board | None = ObjectProperty(None, allownone=True, rebind=True)
    words = StringProperty("")


class PickHandPane(BoxLayout):
    """Covers the screen until a card of the hand is named."""

    asked: Any = ObjectProperty(None, rebind=True)

    def __init__(self, presenter: Any, asked: Any, **kwargs: Any) -> None:
        super().__init__(asked=asked, **kwargs)
        self.ids.grid.bind(on_pick=lambda _grid, kind, number: presenter.name_card(kind, number))
        on_tap(self.ids.cancel, presenter.stop_picking)
        taps = [TextTap(key=key, text=words, height=dp(48), inset=dp(2)) for key, _number, words in asked.numbers]
        numbers = [number for _key, number, _words in asked.numbers]
        refill(self.ids.numbers, [on_tap(t, presenter.name_number, n) for t, n in zip(taps, numbers, strict=True)])

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below is touched."""
        super().on_touch_down(touch)
        return True


class TurnScreen(TableScreen):
    """The table from one seat."""

    def __init__(self, presenter: Any, **kwargs: Any) -> None:
        self._row = [CardTap(head=18) for _ in range(6)]
        self._hand: list[CardTap] = []
        self._ghost = InstructionGroup()
        self._carried: CardTap | None = None
        super().__init__(presenter, **kwargs)
        self.canvas.after.add(self._ghost)

    def fill(self) -> None:
        """Row, hand, and the question about a card that does not fit."""
        view = self.view
        if not self.ids.row.children:
            self._lay_out_row()
        for tap, spot in zip(self._row, (*view.row, _deck(view)), strict=True):
            tap.show(spot)
        if self.is_new("hand", len(view.hand)):
            self._lay_out_hand(len(view.hand))
        for tap, spot in zip(self._hand, view.hand, strict=False):
            tap.show(spot)
        self._ask()

    def _lay_out_row(self) -> None:
        for place, tap in enumerate(self._row, start=1):
            if place < 6:
                tap.bind(on_release=lambda _tap, place=place: self.presenter.tap_row(place))
            self.ids.row.add_widget(tap)

    def _lay_out_hand(self, count: int) -> None:
        self.ids.hand.clear_widgets()
        self._hand = [CardTap() for _ in range(max(count, 3))]
        for tap in self._hand:
            tap.bind(on_release=lambda tap: self.presenter.tap_hand(tap.key.removeprefix("hand.")))
            tap.open = False
            tap.disabled = True
            self.ids.hand.add_widget(tap)

    def _ask(self) -> None:
        asked = self.view.asked
        if self.view.picking is not None:
            self.overlay = PickHandPane(self.presenter, self.view.picking)
            return
        if asked is None:
            self.overlay = None
            return
        question = Question(title=asked.title, body=asked.why, yes=asked.yes, no=asked.no)
        question.bind(on_accept=lambda *_: self.presenter.lay_down(), on_refuse=lambda *_: self.presenter.refuse())
        self.overlay = question

    # Carrying cards --------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Remember the card under the finger."""
        taken = bool(super().on_touch_down(touch))
        self._carried = next(
            (
                tap
                for tap in (*self._row, *self._hand)
                if tap.face and not tap.disabled and tap.collide_point(*touch.pos)
            ),
            None,
        )
        if self._carried is not None:
            touch.grab(self)
        return taken

    def on_touch_move(self, touch: Any) -> bool:
        """The card follows the finger."""
        if touch.grab_current is self and self._carried is not None and _far(touch):
            self._draw_ghost(self._carried, touch.pos)
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """A card that was carried is put down."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._ghost.clear()
        carried, self._carried = self._carried, None
        where = self._place_at(touch.pos)
        if carried is not None and _far(touch) and where:
            self.presenter.drop(carried.key, where)
        return True

    def _draw_ghost(self, tap: CardTap, at: tuple[float, float]) -> None:
        assert tap.face is not None, "a card is carried"
        _x, _y, wide, high = tap.box()
        corner = (at[0] - wide / 2, at[1] - high / 2)
        self._ghost.clear()
        self._ghost.add(Color(1, 1, 1, 0.92))
        self._ghost.add(Rectangle(texture=card_picture(tap.face, wide, high), pos=corner, size=(wide, high)))
        self._ghost.add(Color(*theme.GO))
        self._ghost.add(SmoothLine(rounded_rectangle=(*corner, wide, high, wide * 0.1), width=dp(2)))

    def _place_at(self, pos: tuple[float, float]) -> str:
        """Where a card that is let go there would lie."""
        for tap in self.ids.telescope.taps:
            if tap.collide_point(*pos):
                return str(tap.key)
        if self.ids.notebook.collide_point(*pos):
            return "notebook"
        return "hand" if self.ids.hand.collide_point(*pos) else ""


def _far(touch: Any) -> bool:
    return bool(math.dist(touch.pos, touch.opos) >= dp(STILL_DP))


def _deck(view: Any) -> Spot:
    deck: Spot = view.deck
    return Spot(deck.key, deck.face, deck.tone, view.deck_words, live=False)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
