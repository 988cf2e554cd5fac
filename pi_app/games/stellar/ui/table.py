"""The table from one seat: the row, the own telescope, notebook and hand; by taps or by dragging cards."""

from __future__ import annotations

import math
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.games.stellar.cards import Notebook, Spot
from pi_app.games.stellar.stages import Carry, OtherBoard, TableStage
from pi_app.games.stellar.ui.cards import card_picture
from pi_app.games.stellar.ui.telescope import COMPARED_DP, CardTap, NotebookTap, TelescopeView, wide_as_high
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import PartTap, Port
from pi_app.ui.widgets.rounded import frame

STILL_DP: Final = 12
"""A touch that moves less is a tap."""
MIN_HAND: Final = 3
"""A hand leaves room for so many cards, so that they keep their size."""


class OtherTap(PartTap):
    """The opponent's cards, small."""

    def furnish(self) -> None:
        """Telescope and notebook."""
        self._telescope = TelescopeView(self.port, gap=2, touchable=False)
        self._notebook = NotebookTap(self.port, brief=True, disabled=True, size_hint_y=0.62)
        for widget in (self._telescope, self._notebook):
            self.ids.cards.add_widget(widget)

    def show(self, part: OtherBoard) -> None:
        """Other cards."""
        super().show(part)
        self._telescope.board, self._notebook.collections = part.board, part.board.collections


class TableMiddle(BoxLayout):
    """Row, notebook, what is to be done, hand."""

    hint = StringProperty("")
    recap = StringProperty("")


class TableBox(BoxLayout):
    """A card is tapped and then its place, or carried there."""

    def __init__(self, stage: TableStage, port: Port, **kwargs: Any) -> None:
        super().__init__(spacing=dp(8), **kwargs)
        self.port = port
        self._telescope = TelescopeView(port, sums=COMPARED_DP)
        wide_as_high(self._telescope)
        self._middle = TableMiddle()
        self._notebook = NotebookTap(port, Notebook())
        self._row = [CardTap(port, head=18) for _ in (*stage.row, stage.deck)]
        self._hand: list[CardTap] = []
        self._ghost = InstructionGroup()
        self._carried: CardTap | None = None
        for widget in (self._telescope, self._middle):
            self.add_widget(widget)
        for tap in self._row:
            self._middle.ids.row.add_widget(tap)
        self._middle.ids.notebook.add_widget(self._notebook)
        self.canvas.after.add(self._ghost)
        self.show(stage)

    @property
    def hand(self) -> BoxLayout:
        """Where the cards of the hand lie."""
        found: BoxLayout = self._middle.ids.hand
        return found

    def show(self, stage: TableStage) -> None:
        """Other cards, or the same ones lit otherwise."""
        self._telescope.board = stage.board
        self._notebook.collections, self._notebook.tone = stage.board.collections, stage.notebook
        self._middle.hint, self._middle.recap = stage.hint, "  ·  ".join(stage.recap)
        for tap, spot in zip(self._row, (*stage.row, stage.deck), strict=True):
            tap.show(spot)
        places = max(len(stage.hand), MIN_HAND)
        while len(self._hand) > places:
            self.hand.remove_widget(self._hand.pop())
        while len(self._hand) < places:
            self._hand.append(CardTap(self.port, open=False))
            self.hand.add_widget(self._hand[-1])
        for tap, spot in zip(self._hand, (*stage.hand, *(Spot(),) * MIN_HAND), strict=False):
            tap.show(spot)

    # Carrying cards --------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Remember the card under the finger."""
        taken = bool(super().on_touch_down(touch))
        cards = (tap for tap in (*self._row, *self._hand) if tap.face and not tap.disabled)
        self._carried = next((tap for tap in cards if tap.collide_point(*touch.pos)), None)
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
            self.port.send(Carry(carried.key, where))
        return True

    def _draw_ghost(self, tap: CardTap, at: tuple[float, float]) -> None:
        assert tap.face is not None, "a card is carried"
        _x, _y, wide, high = tap.box()
        corner = (at[0] - wide / 2, at[1] - high / 2)
        self._ghost.clear()
        self._ghost.add(Color(1, 1, 1, 0.92))
        self._ghost.add(Rectangle(texture=card_picture(tap.face, wide, high), pos=corner, size=(wide, high)))
        self._ghost.add(Color(*theme.GO))
        self._ghost.add(frame((*corner, wide, high), wide * 0.1, dp(2)))

    def _place_at(self, pos: tuple[float, float]) -> str:
        """Where a card that is let go there would lie."""
        for tap in (*self._telescope.taps, self._notebook):
            if tap.collide_point(*pos):
                return str(tap.key)
        return "hand" if self.hand.collide_point(*pos) else ""


def _far(touch: Any) -> bool:
    return bool(math.dist(touch.pos, touch.opos) >= dp(STILL_DP))


load_rules(__file__)
