"""The panel of a screen of Starfarers: words, buttons, heaps of cards below each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

import msgspec
from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engines.starfarers.pack import RESOURCES
from pi_app.games.starfarers.parts import Block, Cards5, Tap, Taps, Tone, Words
from pi_app.games.starfarers.ui.pieces import CardLess, CardPile, DeskTap, resource_name
from pi_app.ui import theme
from pi_app.ui.widgets.basics import Say
from pi_app.ui.widgets.choices import seat_badge
from pi_app.ui.widgets.reuse import Rows, fresh, on_key

Touched = Callable[[str], Any]
WIDE_ROW: Final = 4
"""With more buttons side by side there is room for short words only."""


class Button(msgspec.Struct, frozen=True, kw_only=True):
    """Something to tap, and how its button looks. `height` in dp; `share` of a row's width."""

    tap: Tap
    height: float = 52
    narrow: bool = False
    big: float = 18
    share: float = 1.0


def tone_colour(tone: Tone) -> theme.Colour:
    """The colour of a sentence."""
    return {"muted": theme.MUTED, "good": theme.GO, "ask": theme.ASK, "wrong": theme.WRONG}.get(tone, theme.TEXT)


# Buttons -------------------------------------------------------------------------------------------------------


def button_widget(button: Button, touched: Touched) -> DeskTap:
    """A button."""
    made: DeskTap = on_key(DeskTap(**_looks(button)), touched)
    made.size_hint_x = button.share
    return made


def show_button(widget: DeskTap, button: Button) -> None:
    """Have a button be another one."""
    fresh(widget)
    for name, value in _looks(button).items():
        setattr(widget, name, value)
    widget.size_hint_x = button.share


def _looks(button: Button) -> dict[str, Any]:
    tap = button.tap
    return {
        "key": tap.key,
        "text": tap.text,
        "note": tap.note,
        "icon": tap.people or tap.icon,
        "seat": -1 if tap.seat is None else tap.seat,
        "chosen": tap.chosen,
        "main": tap.kind == "main",
        "cost": list(tap.cost),
        "short": list(tap.short),
        "disabled": not tap.on,
        "narrow": button.narrow,
        "big": button.big,
        "height": dp(button.height + (24 if any(tap.cost) else 0)),
    }


def buttons(layout: BoxLayout, touched: Touched) -> Rows[Button]:
    """The buttons of a layout."""
    return Rows(layout, lambda _button: "button", lambda button: button_widget(button, touched), show_button)


def tab_button(tap: Tap) -> Button:
    """A tab; wider for more letters."""
    return Button(tap=tap, height=48, narrow=True, big=16, share=max(3, len(tap.text)))


# The blocks of the panel ---------------------------------------------------------------------------------------


class WordsRow(BoxLayout):
    """A sentence as high as it needs to be, perhaps with a player's badge."""

    def __init__(self, block: Words, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, spacing=dp(8), **kwargs)
        self.say = Say(pos_hint={"center_y": 0.5})
        self.badge = None if block.seat is None else seat_badge(block.seat, 28)
        if self.badge is not None:
            self.add_widget(self.badge)
        self.add_widget(self.say)
        self.say.bind(height=lambda *_: self._fit())
        self.show(block)

    def show(self, block: Words) -> None:
        """Say something else."""
        bold = block.tone == "bold"
        self.say.font_size, self.say.color = sp(18 if bold else 15), tone_colour(block.tone)
        self.say.bold, self.say.text = bold, block.text
        if self.badge is not None:
            self.badge.seat = block.seat
        self._fit()

    def _fit(self) -> None:
        least = 0 if self.badge is None else dp(28)
        self.height = max(self.say.height, least) if self.say.text else 0


class TapsRow(BoxLayout):
    """Buttons side by side."""

    def __init__(self, block: Taps, touched: Touched, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(50), **kwargs)
        self.buttons = buttons(self, touched)
        self.show(block)

    def show(self, block: Taps) -> None:
        """Offer something else."""
        narrow = len(block.taps) >= WIDE_ROW
        self.spacing = dp(4 if narrow else 6)
        share = [1.6 if narrow and len(tap.text) > 3 else 1.0 for tap in block.taps]
        self.buttons.fill(
            [
                Button(tap=tap, height=50, narrow=narrow, big=16, share=width)
                for tap, width in zip(block.taps, share, strict=True)
            ]
        )


class CardsBox(BoxLayout):
    """Five heaps of cards; with a key they are taken from, and below each is one fewer where one can be."""

    def __init__(self, block: Cards5, touched: Touched, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, spacing=dp(3), **kwargs)
        self.say = Say(font_size=sp(14), color=theme.MUTED)
        self.heaps, self.less = (BoxLayout(spacing=dp(4), size_hint_y=None, height=dp(h)) for h in (58, 48))
        for resource in RESOURCES:
            heap = CardPile(resource=resource)
            self.heaps.add_widget(on_key(heap, touched))
            self.less.add_widget(on_key(CardLess(), touched))
        for part in (self.say, self.heaps, *([self.less] if any(block.less) else [])):
            self.add_widget(part)
        self.bind(minimum_height=self.setter("height"))
        self.show(block)

    def show(self, block: Cards5) -> None:
        """Show other heaps; the row of fewer stays as it is."""
        self.say.text = block.title + (f"  (+{block.unknown})" if block.unknown else "")
        parts = zip(RESOURCES, self.heaps.children[::-1], self.less.children[::-1], strict=True)
        for n, (resource, heap, less) in enumerate(parts):
            live = bool(block.key) and block.more[n]
            fresh(heap)
            fresh(less)
            heap.name = resource_name(resource)
            heap.count, heap.note = str(block.counts[n]), block.notes[n] and f"/ {block.notes[n]}"
            heap.live, heap.disabled = live, not live
            heap.key = f"{block.key}.{resource}.more" if live else ""
            less.disabled, less.key = not block.less[n], f"{block.key}.{resource}.less"


Row = Block | None
"""A block, or the room that the others leave."""


def panel_rows(panel: BoxLayout, touched: Touched) -> Rows[Row]:
    """The blocks of the panel."""
    return Rows(panel, _shape, lambda block: _built(block, touched), _show)


def spaced(blocks: tuple[Block, ...]) -> list[Row]:
    """The blocks from the top; the way on, where there is one, at the bottom."""
    last = blocks[-1] if blocks else None
    ends = isinstance(last, Tap) and last.kind == "main"
    rows: list[Row] = list(blocks)
    rows.insert(len(rows) - 1 if ends else len(rows), None)
    return rows


def _shape(block: Row) -> Hashable:
    match block:
        case Words():
            return "words", block.seat is not None
        case Cards5():
            return "cards", any(block.less)
        case _:
            return type(block).__name__


def _built(block: Row, touched: Touched) -> Widget:
    match block:
        case Words():
            return WordsRow(block)
        case Tap():
            return button_widget(Button(tap=block), touched)
        case Taps():
            return TapsRow(block, touched)
        case Cards5():
            return CardsBox(block, touched)
        case None:
            return Widget()


def _show(widget: Any, block: Row) -> None:
    if isinstance(block, Tap):
        show_button(widget, Button(tap=block))
    elif block is not None:
        widget.show(block)


def stand(panel: BoxLayout) -> None:
    """Have the parts of a panel stand as far apart and as high as they like to be."""
    panel.spacing = dp(7)
    for tap in panel.children:
        if isinstance(tap, DeskTap):
            tap.height = dp(52 + (24 if any(tap.cost) else 0))


def squeeze(panel: BoxLayout) -> None:
    """Where a panel is higher than its place, its parts come closer, and buttons become as low as they may be."""
    if panel.minimum_height > panel.height > 0:
        panel.spacing = dp(3)
        for tap in panel.children:
            if isinstance(tap, DeskTap) and not any(tap.cost):
                tap.height = min(tap.height, dp(theme.TOUCH))
