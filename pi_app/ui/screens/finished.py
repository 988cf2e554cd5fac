"""Finished boards by photograph: the board, what it pays, and what is put right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from pi_app.games.look_at_the_stars.ui.cards import SkyCardTap
from pi_app.games.look_at_the_stars.ui.slate import SlateView
from pi_app.games.star_explorer.scene import DiscScene
from pi_app.games.star_explorer.ui.disc import DiscView
from pi_app.ui import theme
from pi_app.ui.screens.camera import CameraScreen
from pi_app.ui.screens.why import SeatPointsTap
from pi_app.ui.widgets.basics import Fit, FlatTap, Say, TextTap
from pi_app.ui.widgets.choices import on_tap, refill

NAMED = 2
"""So many players' tabs have room for names."""


class RowTap(FlatTap):
    """A row of the pad with its points; `chosen` while what paid is lit."""

    words = StringProperty("")
    points = NumericProperty(0)
    chosen = BooleanProperty(False)


class BoardQuestion(BoxLayout):
    """What is asked about something doubtful, in the place of the rows."""

    asked: Any = ObjectProperty(None, rebind=True)


class BonusCards(BoxLayout):
    """Covers the screen until a card is chosen."""

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below is touched."""
        super().on_touch_down(touch)
        return True


class FinishedScreen(CameraScreen):
    """The board on the left; its rows, or the question about it, on the right."""

    def fill(self) -> None:
        """Board, players, rows, what else is told, the cards."""
        view = self.view
        self._show_board()
        if self.is_new("seats", view.seats):
            named = len(view.seats) <= NAMED
            taps = [
                SeatPointsTap(
                    seat=s.seat, name=s.name if named else "", points=s.points, chosen=s.chosen, key=f"seat.{s.seat}"
                )
                for s in view.seats
            ]
            refill(self.ids.seats, [on_tap(tap, self.presenter.choose_seat, tap.seat) for tap in taps])
        if self.is_new("side", (view.rows, view.asked)):
            asking = BoardQuestion(asked=view.asked) if view.asked is not None else None
            refill(self.ids.side, [self._question(asking)] if asking else [self._row(row) for row in view.rows])
        if self.is_new("extras", view.extras):
            refill(self.ids.extras, [self._extra(extra) for extra in view.extras])
        self._show_cards()

    def _show_board(self) -> None:
        scene = self.view.scene
        holder = self.ids.board
        kind = DiscView if isinstance(scene, DiscScene) else SlateView
        shown = holder.children[0] if holder.children else None
        if scene is None:
            holder.clear_widgets()
            return
        if not isinstance(shown, kind):
            shown = kind(scene=scene, photos=self.presenter.nav.eye.photo)
            shown.bind(on_join=lambda _w, a, b: self.presenter.join(a, b))
            if isinstance(shown, DiscView):
                shown.bind(on_star=lambda _w, star: self.presenter.tap_point(star))
                shown.bind(on_edge=lambda _w, a, b: self.presenter.tap_line(a, b))
            else:
                shown.bind(on_point=lambda _w, name: self.presenter.tap_point(name))
                shown.bind(on_line=lambda _w, a, b: self.presenter.tap_line(a, b))
                shown.bind(on_thing=lambda _w, _kind, at: self.presenter.drop_thing(at))
            refill(holder, [shown])
        shown.touchable = self.view.asked is None
        if self.is_new("scene", scene):
            shown.scene = scene

    def _row(self, row: Any) -> Any:
        tap = RowTap(words=row.words, points=row.points, chosen=row.chosen, key=f"row.{row.row}")
        return on_tap(tap, self.presenter.choose_row, row.row)

    def _question(self, asking: BoardQuestion) -> Any:
        on_tap(asking.ids.yes, self.presenter.answer, True)
        on_tap(asking.ids.no, self.presenter.answer, False)
        on_tap(asking.ids.rest, self.presenter.settle)
        return asking

    def _extra(self, extra: Any) -> Any:
        if not extra.key:
            return Fit(text=extra.words, max_font=sp(16), color=theme.TEXT if extra.on else theme.MUTED)
        tap = TextTap(text=extra.words, key=f"tell.{extra.key}", text_font=sp(15), inset=dp(6), height=dp(50))
        tap.edge = theme.GO if extra.on else theme.EDGE
        if len(extra.words) == 1:
            tap.size_hint_x, tap.width = None, dp(54)
        return on_tap(tap, self.presenter.tell, extra.key)

    def _show_cards(self) -> None:
        cards = self.view.cards
        if not cards:
            self.overlay = None
        elif self.overlay is None:
            self.overlay = BonusCards(orientation="vertical", padding=dp(10), spacing=dp(8))
            grid = GridLayout(cols=4, spacing=dp(6))
            for card in cards:
                tap = SkyCardTap(card=card, key=f"card.{card.id}")
                grid.add_widget(on_tap(tap, self.presenter.choose_card, card.id))
            self.overlay.add_widget(Say(text=self.view.choose))
            self.overlay.add_widget(grid)
            none = TextTap(text=self.view.no_card, key="card.none", icon="cross", height=dp(50))
            self.overlay.add_widget(on_tap(none, self.presenter.choose_card, ""))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
