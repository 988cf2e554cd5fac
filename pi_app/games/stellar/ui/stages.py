"""Widgets of Stellar's stages and of what its panels hold besides the common parts."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from pi_app.games.stellar.cards import Board
from pi_app.games.stellar.stages import (
    CardsPart,
    NotebookPart,
    OpenTable,
    PhotoCut,
    RuleCard,
    StartPair,
    StartPairs,
    TelescopeStage,
)
from pi_app.games.stellar.ui.telescope import COMPARED_DP, CardTap, NotebookTap, TelescopeView, wide_as_high
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import PartBox, Port
from pi_app.ui.steps.sentences import heading
from pi_app.ui.widgets.drawn_board import photo_texture
from pi_app.ui.widgets.fitted import Say, set_smaller
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Pane

DRAWN_SHARE: Final = 0.3
"""What drawn cards keep of the height of a rule card."""
OTHER_DP = 104
"""Width of the opponent's telescope beside the own one."""


class TelescopeBox(BoxLayout):
    """A telescope as large as there is room, perhaps beside a small one."""

    def __init__(self, stage: TelescopeStage, port: Port, **kwargs: Any) -> None:
        super().__init__(spacing=dp(8), **kwargs)
        self._own = TelescopeView(port, sums=COMPARED_DP)
        self.add_widget(self._own)
        self._other = None
        if stage.other is not None:
            self._other = TelescopeView(port, gap=2, touchable=False, size_hint_x=None, width=dp(OTHER_DP))
            self.add_widget(self._other)
        self.show(stage)

    def show(self, stage: TelescopeStage) -> None:
        """Other cards."""
        self._own.touchable, self._own.board = stage.touchable, stage.board
        if self._other is not None:
            self._other.board = stage.other


class NotebookRow(NotebookTap):
    """The notebook as a row of the panel."""

    def __init__(self, part: NotebookPart, port: Port, **kwargs: Any) -> None:
        super().__init__(port, collections=part.collections, size_hint_y=None, height=min(sp(144), dp(150)), **kwargs)

    def show(self, part: NotebookPart) -> None:
        """Other cards."""
        self.collections = part.collections


class CardsBox(GridLayout):
    """Cards to look at, in the room that the panel has."""

    def __init__(self, part: CardsPart, port: Port, **kwargs: Any) -> None:
        super().__init__(cols=part.columns, spacing=dp(4), **kwargs)
        self._taps = [CardTap(port, head=16) for _ in part.cards]
        for tap in self._taps:
            self.add_widget(tap)
        self.show(part)

    def show(self, part: CardsPart) -> None:
        """Others."""
        for tap, spot in zip(self._taps, part.cards, strict=True):
            tap.show(spot)


class PhotoCutBox(PartBox, Painted):
    """The card as large as there is room."""

    SHOWN = ("part",)

    def __init__(self, part: PhotoCut, port: Port, **kwargs: Any) -> None:
        self._photos = port.photo
        super().__init__(part, port, **kwargs)

    def paint(self) -> None:
        """Nothing where the photograph is gone."""
        texture = photo_texture(self._photos, self.part.photo) if self.part.photo else None
        if texture is None or self.part.at is None:
            return
        left, top, wide, high = self.part.at
        px = (wide * texture.width, high * texture.height)
        cut = texture.get_region(left * texture.width, (1 - top - high) * texture.height, *px)
        scale = min(self.width / px[0], self.height / px[1])
        size = (px[0] * scale, px[1] * scale)
        corner = (self.center_x - size[0] / 2, self.center_y - size[1] / 2)
        self.draw(Color(1, 1, 1, 1), Rectangle(texture=cut, pos=corner, size=size))


# Before the first turn -------------------------------------------------------------------------------------------


class StartPairPane(Pane):
    """A player with two start cards."""

    seat = NumericProperty(0)
    name = StringProperty("")
    done = StringProperty("")

    def __init__(self, port: Port, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._taps = [CardTap(port), CardTap(port)]
        for tap in self._taps:
            self.ids.cards.add_widget(tap)

    def show(self, pair: StartPair) -> None:
        """Other cards."""
        self.seat, self.name, self.done = pair.seat, pair.name, pair.done
        for tap, spot in zip(self._taps, pair.cards, strict=True):
            tap.show(spot)


class StartPairsBox(BoxLayout):
    """Both players side by side, in any order."""

    def __init__(self, stage: StartPairs, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", padding=(dp(6), dp(2)), spacing=dp(10), **kwargs)
        self._words = heading("", 19, "plain")
        self._panes = [StartPairPane(port) for _ in stage.pairs]
        row = BoxLayout(spacing=dp(14))
        for pane in self._panes:
            row.add_widget(pane)
        self.add_widget(self._words)
        self.add_widget(row)
        self.show(stage)

    def show(self, stage: StartPairs) -> None:
        """Other cards."""
        self._words.text = stage.words
        for pane, pair in zip(self._panes, stage.pairs, strict=True):
            pane.show(pair)


# To look at --------------------------------------------------------------------------------------------------------


class OpenBoard(BoxLayout):
    """One player's telescope and notebook."""

    board: Board | None = ObjectProperty(None, allownone=True, rebind=True)

    def __init__(self, port: Port, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._telescope = TelescopeView(port, sums=COMPARED_DP, gap=3, touchable=False)
        wide_as_high(self._telescope)
        self._notebook = NotebookTap(port, brief=True, disabled=True)
        self.add_widget(self._telescope, index=1)
        self.ids.side.add_widget(self._notebook)

    def show(self, board: Board) -> None:
        """Other cards."""
        self.board = self._telescope.board = board
        self._notebook.collections = board.collections


class OpenTableBox(BoxLayout):
    """The row, and both players below it."""

    def __init__(self, stage: OpenTable, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(6), **kwargs)
        self._row = [CardTap(port, head=16) for _ in stage.row]
        self._boards = [OpenBoard(port) for _ in stage.boards]
        row = BoxLayout(size_hint_y=0.34, spacing=dp(6), padding=(dp(150), 0))
        boards = BoxLayout(spacing=dp(12))
        for layout, widgets in ((row, self._row), (boards, self._boards)):
            for widget in widgets:
                layout.add_widget(widget)
            if widgets:
                self.add_widget(layout)
        self.show(stage)

    def show(self, stage: OpenTable) -> None:
        """Another moment."""
        for tap, spot in zip(self._row, stage.row, strict=True):
            tap.show(spot)
        for pane, board in zip(self._boards, stage.boards, strict=True):
            pane.show(board)


class RuleCardBox(Pane):
    """A rule card and its drawing."""

    def __init__(self, card: RuleCard, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", padding=(dp(18), dp(12)), spacing=dp(8), **kwargs)
        self._says = [Say(text=text, font_size=sp(17)) for text in card.lines]
        for say in self._says:
            self.add_widget(say)
        self.bind(size=Clock.create_trigger(self._shrink, -1))
        row = BoxLayout(spacing=dp(10))
        for spot in card.cards:
            tap = CardTap(port, head=18 if len(card.cards) > 4 else 0, counts=spot.face is None)
            tap.show(spot)
            row.add_widget(tap)
        if card.telescope is not None:
            row.add_widget(TelescopeView(port, board=card.telescope, gap=3, touchable=False, size_hint_x=3))
        if card.notebook is not None:
            row.add_widget(NotebookTap(port, collections=card.notebook.collections, disabled=True))
        self.add_widget(row)

    def show(self, card: RuleCard) -> None:
        """The same card."""

    def _shrink(self, _dt: float) -> None:
        """The cards keep a part of the height."""
        room = self.height * (1 - DRAWN_SHARE) - self.padding[1] - self.spacing * len(self._says)
        set_smaller(self._says, self.width - 2 * self.padding[0], room)


load_rules(__file__)
