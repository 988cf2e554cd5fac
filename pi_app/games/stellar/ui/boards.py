"""Both players' cards by finger or by photograph, for a pad that is filled from the cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from pi_app.games.star_explorer.ui.disc import photo_texture
from pi_app.games.stellar.laid import Box
from pi_app.games.stellar.ui import grid as stellar_grid
from pi_app.games.stellar.ui.telescope import NotebookTap
from pi_app.games.stellar.ui.why import SeatTotalTap
from pi_app.ui import theme
from pi_app.ui.screens.camera import CameraScreen
from pi_app.ui.widgets.basics import Chip, Fit, MainTap, Pane, TextTap
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.question import Problem


class PhotoCut(Painted):
    """The part of a photograph that shows one card."""

    SHOWN = ("photo", "at")
    photos: Any = ObjectProperty(None, allownone=True)
    photo = StringProperty("")
    at: Box | None = ObjectProperty(None, allownone=True)

    def paint(self) -> None:
        """The card as large as there is room."""
        texture = photo_texture(self.photos, self.photo) if self.photo and self.photos else None
        if texture is None or self.at is None:
            return
        left, top, wide, high = self.at
        px = (wide * texture.width, high * texture.height)
        part = texture.get_region(left * texture.width, (1 - top - high) * texture.height, *px)
        scale = min(self.width / px[0], self.height / px[1])
        size = (px[0] * scale, px[1] * scale)
        self.drawing.add(Color(1, 1, 1, 1))
        corner = (self.center_x - size[0] / 2, self.center_y - size[1] / 2)
        self.drawing.add(Rectangle(texture=part, pos=corner, size=size))


class FieldPane(FloatLayout):
    """Covers the screen until a doubtful field is settled."""

    asked: Any = ObjectProperty(None, rebind=True)

    def __init__(self, presenter: Any, asked: Any, **kwargs: Any) -> None:
        super().__init__(asked=asked, **kwargs)
        cut = self.ids.photo
        cut.photos, cut.photo, cut.at = presenter.nav.eye.photo, asked.photo or "", asked.at
        taps = [MainTap(key=key, text=words, height=dp(50), fill=theme.ASK) for key, words in asked.answers]
        refill(self.ids.answers, [on_tap(tap, presenter.answer, tap.key) for tap in taps])
        on_tap(self.ids.rest, presenter.settle)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below is touched."""
        super().on_touch_down(touch)
        return True


class BoardsScreen(CameraScreen):
    """One player's telescope; beside it the notebook, or the card that is told."""

    def fill(self) -> None:
        """Players, the side, and the question about a doubtful card."""
        view = self.view
        if self.is_new("seats", view.seats):
            taps = [
                SeatTotalTap(seat=s.seat, name=s.name, points=s.points, chosen=s.chosen, key=f"seat.{s.seat}")
                for s in view.seats
            ]
            refill(self.ids.seats, [on_tap(tap, self.presenter.choose_seat, tap.seat) for tap in taps])
        known = (view.board, view.hint, view.told, view.stars, view.camera, view.can_photograph, view.trouble)
        if self.is_new("side", (known, view.warnings, view.differences, view.agrees)):
            refill(self.ids.side, self._telling() if view.told else self._looking())
        if self.is_new("asked", view.asked):
            self.overlay = None if view.asked is None else FieldPane(self.presenter, view.asked)

    def _telling(self) -> list[Any]:
        view = self.view
        head = BoxLayout(size_hint_y=None, height=dp(48), spacing=dp(5))
        head.add_widget(Fit(text=view.told, bold=True, halign="left", max_font=sp(16), min_font=sp(11)))
        for key, number, chosen in view.stars:
            chip = Chip(key=key, text=f"{number} ★", chosen=chosen, inset=dp(1), size_hint_x=None, width=dp(50))
            head.add_widget(on_tap(chip, self.presenter.choose_stars, number))
        grid = stellar_grid.CardGrid(cells=view.cells, spacing=dp(2))
        grid.bind(on_pick=lambda _grid, kind, number: self.presenter.choose(kind, number))
        foot = BoxLayout(size_hint_y=None, height=dp(48), spacing=dp(6))
        steps = (
            ("down", view.down, self.presenter.lay_down),
            ("away", view.away, self.presenter.take_away),
            ("leave", view.leave, self.presenter.leave),
        )
        for key, words, action in steps:
            if words:
                foot.add_widget(on_tap(TextTap(key=key, text=words, height=dp(48), text_font=sp(15)), action))
        return [head, grid, foot]

    def _looking(self) -> list[Any]:
        view = self.view
        notebook = NotebookTap(collections=view.board.collections, size_hint_y=None, height=dp(144))
        notebook.bind(on_note=lambda _book, kind, number: self.presenter.tap_note(kind, number))
        pane = Pane(orientation="vertical", padding=(dp(12), dp(6)), spacing=dp(2))
        pane.add_widget(Fit(text=view.hint, halign="left", max_font=sp(16), min_font=sp(11)))
        for words in [view.trouble] if view.trouble else view.warnings[:1]:
            pane.add_widget(Problem(text=words, color=theme.ASK))
        if view.agrees:
            pane.add_widget(Fit(text=view.agrees, halign="left", color=theme.GO, max_font=sp(16), min_font=sp(11)))
        foot = BoxLayout(size_hint_y=None, height=dp(52), spacing=dp(6))
        add = TextTap(key="add", text=view.add, icon="plus", height=dp(52), text_font=sp(15))
        camera = TextTap(key="photograph", text=view.camera, icon="camera", height=dp(52), text_font=sp(16))
        camera.disabled = not view.can_photograph
        foot.add_widget(on_tap(add, self.presenter.add))
        foot.add_widget(on_tap(camera, self.presenter.photograph))
        parts: list[Any] = [notebook, pane, foot]
        if view.differences:
            parts = [*self._differences(), foot]
        if view.use:
            use = MainTap(key="use", text=view.use, icon="check", height=dp(54))
            parts.append(on_tap(use, self.presenter.use))
        return parts

    def _differences(self) -> list[Any]:
        """At most five, the first first; each put right by a tap."""
        head = Fit(text=self.view.hint, halign="left", max_font=sp(15), min_font=sp(11), color=theme.MUTED)
        head.size_hint_y, head.height = None, dp(24)
        taps = [
            TextTap(key=key, text=words, icon="pen", height=dp(48), text_font=sp(15))
            for key, words in self.view.differences[:5]
        ]
        return [head, *(on_tap(tap, self.presenter.put_right, k) for k, tap in enumerate(taps)), Widget()]


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
