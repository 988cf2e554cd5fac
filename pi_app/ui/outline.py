"""What the window holds, told in words: every control, every text, where it is, and whether a finger reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView

from pi_app.ui.arrivals import reached
from pi_app.ui.steps.buttons import TapRow
from pi_app.ui.widgets.fitted import Fit, Say
from pi_app.ui.widgets.question import Question
from pi_app.ui.widgets.spots import Point, Spot, choosable, is_board
from pi_app.ui.widgets.taps import MainTap
from pi_app.ui.widgets.text import unbroken_words

MAIN: Final = "main"
SPOT_DP_SIDE: Final = 24
"""How large the box of something on a drawn board is told, in pixels: it has no edges of its own."""
Box = tuple[float, float, float, float]
"""Left, bottom, right, top in the window."""


class Control(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is shown. `box`: left, top, width, height in pixels from the top left of the window."""

    id: str
    role: str
    """`button`, `slider`, what a drawn board holds (`star`, `point`, `line`, `place`, `card`, `thing`), or `text`."""
    text: str
    box: tuple[int, int, int, int]
    enabled: bool
    reachable: bool
    """Whether a touch at its centre would reach it."""
    cut: bool
    """Whether words of it do not fit."""
    key: str
    """What it does, in one word with dots; the same as `id` but for the main button."""


class Outline(msgspec.Struct, frozen=True):
    """The whole window. `away`: what a list holds beyond its edge; a touch by id slides the list there first."""

    screen: str
    size: tuple[int, int]
    controls: tuple[Control, ...]
    away: tuple[Control, ...]


class Held(NamedTuple):
    """A control, with what it is made of."""

    id: str
    widget: Any
    spot: Spot | None
    at: Point
    """Its middle in the window, y up."""
    away: bool


# Walking ---------------------------------------------------------------------------------------------------------


def shown(root: Any) -> Iterator[Any]:
    """Every widget that can be seen, root first; what a scroll view hides or a smaller picture shows is left out."""
    return (widget for widget, away in _walk(root) if not away)


def _walk(root: Any) -> Iterator[tuple[Any, bool]]:
    waiting = [(root, False)]
    while waiting:
        widget, away = waiting.pop()
        if widget.opacity == 0:
            continue
        yield widget, away
        if getattr(widget, "under_glass", False):
            continue
        scroll = widget.parent
        if away or not isinstance(scroll, ScrollView):
            waiting += [(child, away) for child in widget.children]
        else:
            waiting += [(child, _scrolled_away(scroll, child)) for child in widget.children]


def _scrolled_away(scroll: ScrollView, child: Any) -> bool:
    left, bottom, right, top = box(child)
    x, y, u, v = box(scroll)
    return left < x - 1 or bottom < y - 1 or right > u + 1 or top > v + 1


def box(widget: Any) -> Box:
    """Left, bottom, right, top in the window."""
    left, bottom = widget.to_window(widget.x, widget.y)
    return left, bottom, left + widget.width, bottom + widget.height


def labels(root: Any) -> Iterator[Any]:
    """Every text that can be seen."""
    return (widget for widget in shown(root) if _is_text(widget))


def _is_text(widget: Any) -> bool:
    return isinstance(widget, Label) and bool(widget.text.strip()) and widget.color[3] > 0


def is_cut(label: Any) -> bool:
    """Whether a text is cut short, runs out of its place, or breaks a word."""
    cut: bool = label.shorten if isinstance(label, Fit) else label.texture_size[1] > label.height + 1
    if isinstance(label, Say):  # a word wider than its line goes on in the next
        return cut or any(label._label.get_extents(word)[0] > label.width + 1 for word in unbroken_words(label.text))
    wide = not isinstance(label, Fit) and label.texture_size[0] > label.width + 1
    return cut or wide


# Controls --------------------------------------------------------------------------------------------------------


def _top_layer(shell: Any) -> Iterator[tuple[Any, bool]]:
    """What can be seen, without what a question covers."""
    covered = shell.screen if shell.screen.overlay is not None else None
    inside = set[Any]() if covered is None else {widget for widget, _away in _walk(covered)}
    return ((widget, away) for widget, away in _walk(shell) if widget not in inside)


def held(shell: Any) -> list[Held]:
    """Every control, each with an id of its own; of two that do the same the one that can be touched comes first."""
    found: list[tuple[str, Any, Spot | None, Point, bool]] = []
    for widget, away in _top_layer(shell):
        key: str = getattr(widget, "key", "")
        if key and widget.width > 0 and widget.height > 0:
            found.append((key, widget, None, widget.to_window(*widget.center), away))
        if is_board(widget) and not widget.disabled:
            found += [(spot.id, widget, spot, widget.to_window(*spot.at), away) for spot in choosable(widget)]
    main = _main(shell, [widget for _key, widget, spot, _at, _away in found if spot is None])
    names = dict[str, int]()
    told = []
    for key, widget, spot, at, away in sorted(found, key=lambda one: one[1].disabled):
        names[key] = count = names.get(key, 0) + 1
        if count > 1 and widget.disabled:
            continue
        name = MAIN if widget is main and spot is None else key if count == 1 else f"{key}.{count}"
        told.append(Held(name, widget, spot, at, away))
    return told


def _main(shell: Any, controls: list[Any]) -> Any:
    """The way on: the last green button; a question has none."""
    if isinstance(shell.screen.overlay, Question):
        return None
    ways = [w for w in controls if isinstance(w, MainTap) or (isinstance(w, TapRow) and w.role == "progress")]
    return ways[-1] if ways else None


def find(shell: Any, name: str) -> Held | None:
    """The control of that id, or that does this, if it is there."""
    there = held(shell)
    same = (one for one in there if one.id == name)
    return next(same, None) or next((one for one in there if one.spot is None and one.widget.key == name), None)


def held_at(shell: Any, at: Point) -> Held | None:
    """The control that a touch at that place of the window would reach; None: none, or one that is disabled."""
    widget = reached(shell, *at)
    if widget is None or widget.disabled:
        return None
    meant = widget.spot_at(widget.to_widget(*at)) if is_board(widget) else None
    same = (one for one in held(shell) if one.widget is widget)
    return next((one for one in same if (None if one.spot is None else one.spot.id) == meant), None)


def outline(shell: Any) -> Outline:
    """Everything that the window holds now, controls in the order of their ids' places on the screen."""
    controls = held(shell)
    told = [(one.away, _control(shell, one)) for one in controls]
    words = {label for one in controls for label in labels(one.widget)}
    texts = [w for w, away in _top_layer(shell) if not away and _is_text(w) and w not in words]
    told += [(False, _text(number, label)) for number, label in enumerate(texts, 1)]
    told.sort(key=lambda pair: (pair[1].box[1], pair[1].box[0]))
    return Outline(
        shell.nav.screen,
        (int(Window.width), int(Window.height)),
        tuple(control for away, control in told if not away),
        tuple(control for away, control in told if away),
    )


def _control(shell: Any, one: Held) -> Control:
    x, y = one.at
    there = reached(shell, x, y) is one.widget and 0 <= x < Window.width and 0 <= y < Window.height
    widget, spot = one.widget, one.spot
    if spot is not None:
        half = SPOT_DP_SIDE / 2
        role, text, key, place, cut = spot.role, "", spot.id, (x - half, y - half, x + half, y + half), False
    else:
        key, place, own = widget.key, box(widget), list(labels(widget))
        role = "button" if isinstance(widget, ButtonBehavior) else "slider"
        text, cut = _words(widget, own), any(map(is_cut, own)) or _outside(place)
    return Control(
        id=one.id, role=role, text=text, box=_from_top(place), enabled=not widget.disabled, reachable=there, cut=cut,
        key=key,
    )  # fmt: skip


def _words(widget: Any, own: list[Any]) -> str:
    """What a control says: its texts, or what is drawn on it."""
    return ": ".join(" ".join(label.text.split()) for label in own) or str(getattr(widget, "drawn_words", ""))


def _text(number: int, label: Any) -> Control:
    place = box(label)
    return Control(
        id=f"text.{number}", role="text", text=" ".join(label.text.split()), box=_from_top(place), enabled=False,
        reachable=False, cut=is_cut(label) or _outside(place), key="",
    )  # fmt: skip


def _outside(place: Box) -> bool:
    left, bottom, right, top = place
    return left < -1 or bottom < -1 or right > Window.width + 1 or top > Window.height + 1


def _from_top(place: Box) -> tuple[int, int, int, int]:
    left, bottom, right, top = place
    return round(left), round(Window.height - top), round(right - left), round(top - bottom)
