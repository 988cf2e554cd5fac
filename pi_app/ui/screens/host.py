"""What only the host does."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import NumericProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from pi_app.presenters.host import HostPresenter, HostView
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.screens.players import Keyboard
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.fitted import Fit, Muted, Say
from pi_app.ui.widgets.marks import Icon
from pi_app.ui.widgets.plate import Column, Pane
from pi_app.ui.widgets.taps import Chip, DangerTap, MainTap, TextTap

_SIGNS = {"ok": "check", "warn": "warn", "fail": "cross"}


class Share(Widget):
    """A bar that fills as something gets done."""

    share = NumericProperty(0)


class HostScreen(TableScreen):
    """Parts on the left, the open one on the right; only a keypad while it is locked."""

    presenter: HostPresenter
    view: HostView

    def fill(self) -> None:
        """What is open."""
        view = self.view
        if view.locked:
            if self.is_new("body", ("locked", view.hint, view.typed)):
                refill(self.ids.parts, [])
                refill(self.ids.body, [self._keypad()])
            return
        if self.is_new(
            "body",
            (
                view.part,
                view.parts,
                view.checks,
                view.busy,
                view.learning,
                view.link,
                view.fields,
                view.hint,
                view.typed,
                view.trouble,
                view.scan,
                view.scanning,
                view.update,
            ),
        ):
            refill(self.ids.parts, [*(self._part(*part) for part in view.parts), Widget()])
            made = {"check": self._check, "update": self._update, "hub": self._hub, "pin": self._keypad}[view.part]()
            refill(self.ids.body, [made])
        self._show_keyboard()

    def tick(self) -> None:
        """Show what has been found since."""
        self.presenter.tick()

    def _part(self, part: str, words: str, chosen: bool) -> Any:
        chip = Chip(text=words, chosen=chosen, key=f"part.{part}", height=dp(54))
        return on_tap(chip, self.presenter.choose, part)

    def _keypad(self) -> Any:
        view, presenter = self.view, self.presenter
        box = BoxLayout(orientation="vertical", size_hint=(None, 1), width=dp(360), spacing=dp(8))
        box.add_widget(Fit(text=view.hint, max_font=sp(17), min_font=sp(12), size_hint_y=None, height=dp(64)))
        box.add_widget(Fit(text=view.typed or "–", bold=True, max_font=sp(30), size_hint_y=None, height=dp(40)))
        grid = GridLayout(cols=3, spacing=dp(6))
        for key in view.keys:
            face = "←" if key == "<" else key
            tap = TextTap(text=face, key=f"digit.{key}", text_font=sp(24), size_hint_y=1)
            grid.add_widget(on_tap(tap, presenter.digit, key) if key else Widget())
        box.add_widget(grid)
        row = BoxLayout(size_hint_y=None, height=dp(54), spacing=dp(8))
        if view.no_pin:
            row.add_widget(on_tap(TextTap(text=view.no_pin, key="pin.none"), presenter.clear_pin))
        row.add_widget(on_tap(MainTap(text=view.accept, key="pin.accept"), presenter.accept_pin))
        box.add_widget(row)
        holder = AnchorLayout()
        holder.add_widget(box)
        return holder

    def _check(self) -> Any:
        view = self.view
        box = BoxLayout(orientation="vertical", spacing=dp(8))
        found = sorted(view.checks, key=lambda c: ("fail", "warn", "ok").index(c.level))
        box.add_widget(_scrolled([_line(c.level, f"{c.name} · {c.text}", c.mend) for c in found]))
        again = TextTap(text=view.again, key="check", icon="turn", height=dp(52), disabled=view.busy)
        row = BoxLayout(size_hint_y=None, height=dp(52), spacing=dp(8))
        row.add_widget(on_tap(again, self.presenter.check))
        if view.learning:
            tap = TextTap(text=view.learning, key="learning", height=dp(52))
            row.add_widget(on_tap(tap, self.presenter.switch_learning))
        box.add_widget(row)
        return box

    def _update(self) -> Any:
        view, presenter = self.view.update, self.presenter
        box = BoxLayout(orientation="vertical", spacing=dp(8))
        box.add_widget(_scrolled([_line(line.level, line.text, line.more) for line in view.lines]))
        if view.share is not None:
            box.add_widget(Share(share=view.share))
        row = BoxLayout(size_hint_y=None, height=dp(54) if view.taps else 0, spacing=dp(8))
        for tap in view.taps:
            kind = MainTap if tap.main else DangerTap if tap.danger else TextTap
            row.add_widget(on_tap(kind(text=tap.words, key=f"update.{tap.key}"), presenter.update, tap.key))
        box.add_widget(row)
        return box

    def _hub(self) -> Any:
        view, presenter = self.view, self.presenter
        box = BoxLayout(orientation="vertical", spacing=dp(8))
        said = [Say(text=line) for line in view.link]
        said += [Say(text=view.trouble, color=theme.WRONG)] if view.trouble else []
        box.add_widget(_scrolled(said))
        for key, label, value in view.fields:
            box.add_widget(Muted(text=label))
            tap = TextTap(text=value or view.empty, key=f"field.{key}", icon="pen", height=dp(50))
            tap.ink = theme.TEXT if value else theme.MUTED
            box.add_widget(on_tap(tap, presenter.write, key))
        row = BoxLayout(size_hint_y=None, height=dp(54), spacing=dp(8))
        if view.scan:
            scan = TextTap(text=view.scan, key="scan", icon="camera", height=dp(54), disabled=view.scanning)
            row.add_widget(on_tap(scan, presenter.scan))
        row.add_widget(on_tap(MainTap(text=view.pair, key="pair", icon="check", height=dp(54)), presenter.pair))
        box.add_widget(row)
        return box

    def _show_keyboard(self) -> None:
        view = self.view
        if view.typing is None:
            self.overlay = None
            return
        if self.overlay is None:
            self.overlay = Keyboard(presenter=self.presenter)
            self.overlay.lay(view.letters)
        self.overlay.asked, self.overlay.typed = next(
            (label, value) for key, label, value in view.fields if key == view.typing
        )


def _scrolled(rows: list[Any]) -> Any:
    """Rows as high as they need to be, to scroll where there are many."""
    scroll = ScrollView(do_scroll_x=False, bar_width=dp(6), scroll_type=["bars", "content"])
    lines = Column(spacing=dp(6), padding=(0, 0, dp(10), 0))
    for row in rows:
        lines.add_widget(row)
    scroll.add_widget(lines)
    return scroll


def _line(level: str, text: str, more: str) -> Any:
    """A finding with its sign, and what else there is to say below it."""
    row = Pane(size_hint_y=None, padding=(dp(10), dp(6)), spacing=dp(10))
    if level in _SIGNS:
        colour = {"ok": theme.GO, "warn": theme.ASK, "fail": theme.WRONG}[level]
        icon = Icon(icon=_SIGNS[level], color=colour, size_hint=(None, None), size=(dp(22), dp(22)))
        icon.pos_hint = {"center_y": 0.5}
        row.add_widget(icon)
    words = Column()
    words.add_widget(Say(text=text, font_size=sp(15)))
    if more:
        words.add_widget(Muted(text=more, font_size=sp(14)))
    words.bind(height=lambda _w, height: setattr(row, "height", height + dp(12)))
    row.add_widget(words)
    return row


load_rules(__file__)
