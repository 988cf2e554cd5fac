"""What may be wrong with a picture: texts cut, things over one another, targets too small, words that fade away.

A test of a wing opens a `Stage` over its navigator (with the fixture `frames`), leads it to a screen, and asks
`stage.faults()`, or `stage.faults_in_every_look()` for the faults in each language, theme, size of text and of window:
an empty dictionary is what it wants to see.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, ClassVar, Final
from zlib import crc32

import msgspec
import numpy as np

from pi_app import i18n
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.preferences import Preferences
from pi_app.ui import theme

if TYPE_CHECKING:
    from pi_app.ui.finger import Finger
    from pi_app.ui.shell import Shell

Frames = Callable[[int], None]
"""Lets so many frames pass."""
Put = Callable[[Any], None]
"""Puts a widget into the window."""
Sight = tuple[tuple[int, int], str, str]
"""How a screen is looked at: the window's size, the language, one of `LOOKS`."""
Box = tuple[float, float, float, float]

SIZE: Final = (800, 480)
SIZES: Final = (SIZE, (1280, 720))
LEAST_CONTRAST: Final = 4.5
UNEVEN: Final = 1.2
"""How much larger than the smallest words of a row of buttons others in it may be."""
REACHED_AT: Final = ((0.5, 0.5), (0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9))
"""Where a target is touched: shares of its width and height."""
GUIDED: Final = ("night", "large text")
"""Looks in which the guide through a first game leads, where it has something to say."""
LOOKS: Final[Mapping[str, Preferences]] = {
    "night": Preferences(reduced_motion=True),
    "day": Preferences(theme="day", text="small", reduced_motion=True),
    "large text": Preferences(text="large", reduced_motion=True),
    "left-handed": Preferences(left_handed=True, theme="day", text="largest", reduced_motion=True),
}
SIGHTS: Final[tuple[Sight, ...]] = tuple(product(SIZES, i18n.LANGUAGES, LOOKS))
ALL_SIGHTS: Final = os.environ.get("PLANISPHERE_SIGHTS") == "all"
"""Whether a thorough look takes every size, language and look together: an hour, where it takes minutes else."""


def spread(
    number: int, languages: Sequence[str] = tuple(i18n.LANGUAGES), looks: Sequence[str] = tuple(LOOKS)
) -> tuple[Sight, ...]:
    """Every language and every look in the small window, one of each in the large one; the next number pairs others."""
    if ALL_SIGHTS:
        return tuple(product(SIZES, languages, looks))
    most = max(len(languages), len(looks))
    small = [(SIZE, languages[(n + number) % len(languages)], looks[n % len(looks)]) for n in range(most)]
    return (*small, (SIZES[1], *small[(number + number // most) % most][1:]))


def pick(name: str, among: Sequence[Any]) -> Any:
    """One of them, always the same for the same name: what a quick test looks at where others look at all."""
    return among[crc32(name.encode()) % len(among)]


@contextmanager
def preferring(preferences: Preferences) -> Iterator[None]:
    """Widgets that are made alone look so; afterwards the shell of the next test finds what it was built for."""
    before = theme.current
    theme.apply(preferences)
    try:
        yield
    finally:
        theme.apply(before)


class Stage:
    """The shell over a navigator, in the window of the tests.

    It is built when it is first used: what leads to a screen before that builds no other screen on its way.
    """

    thorough: ClassVar = True
    """Whether `faults_in_every_look` looks at every one; the quick set of tests looks at one."""

    def __init__(self, nav: Navigator, frames: Frames) -> None:
        self.nav = nav
        self.guided = nav.guides
        self.now = 100.0
        self.chosen = ""
        """The language in which a quick look sees screens."""
        self._frames = frames

    @cached_property
    def shell(self) -> Shell:
        """What is in the window."""
        from kivy.core.window import Window

        made = self.__dict__["shell"] = shell_over(self.nav, lambda: self.now)
        Window.add_widget(made)
        self.frames(2)
        return made

    @cached_property
    def finger(self) -> Finger:
        """What touches it."""
        from pi_app.ui.finger import Finger

        return Finger(self.shell)

    def frames(self, count: int) -> None:
        """Let so many frames pass, and as much time as a person takes to see them."""
        assert self.shell
        self._frames(count)
        self.now += 1.0

    def close(self) -> None:
        """Clear the window for the next test."""
        from kivy.core.window import Window

        from pi_app.ui.shell import turn_screen

        if "shell" in self.__dict__:
            self.finger.lift()
            if tuple(Window.size) != SIZE:
                self.resize(SIZE)
            Window.remove_widget(self.shell)
        if Window.rotation:
            turn_screen()

    def tap(self, key: str) -> None:
        """Touch what does this: a button, or something on a drawn board."""
        self.frames(2)
        widget = self.finger.find(key)
        if widget is not None and self.finger.bring(widget):
            self.frames(2)
        place = self.finger.place(key)
        assert place is not None, f"no {key!r} on {self.nav.screen}"
        self.finger.tap(place)
        self.rest()

    def rest(self, frames: int = 2) -> None:
        """Let the screen catch up, and so much time pass that the next touch is no bounce."""
        self.frames(frames)

    def show(self, language: str = "en", look: str = "night", size: tuple[int, int] | None = None) -> None:
        """Have the present screen in that language and look, and in a window of that size, one of `SIZES`."""
        self.nav.guides = self.guided or look in GUIDED
        self._show(language, LOOKS[look], size)
        self.frames(3)

    def _show(self, language: str, preferences: Preferences, size: tuple[int, int] | None = None) -> None:
        """The widgets are built once, however much changes."""
        from kivy.core.window import Window

        i18n.set_language(language)
        self.nav.preferences = preferences
        if size not in (None, tuple(Window.size)):
            self.resize(size)
        self.nav.changed()

    @property
    def sight(self) -> Sight | None:
        """How the present screen is looked at; None: in a look that is none of `LOOKS`."""
        from kivy.core.window import Window

        looks = [look for look, preferences in LOOKS.items() if preferences == self.nav.preferences]
        return ((Window.width, Window.height), i18n.language(), looks[0]) if looks else None

    def resize(self, size: tuple[int, int]) -> None:
        """Have a window of that size, one of `SIZES`."""
        from pi_app.ui.app import resize

        resize(self.shell, size)

    def faults(self) -> list[str]:
        """Everything wrong with the screen as it is drawn now."""
        return [*self.faults_of_words(), *contrast_faults(self.shell)]

    def faults_of_words(self) -> list[str]:
        """What another language may have spoilt: places and sizes, not colours."""
        return [*text_faults(self.shell), *edge_faults(self.shell), *target_faults(self.shell),
                *reach_faults(self.shell), *overlap_faults(self.shell), *uneven_faults(self.shell),
                *restless_faults()]  # fmt: skip

    def faults_in_every_look(
        self, languages: tuple[str, ...] = tuple(i18n.LANGUAGES), looks: tuple[str, ...] = tuple(LOOKS)
    ) -> dict[str, list[str]]:
        """The faults of the present screen: every language and every look, and one of each in the large window.

        Unless `thorough`, one of the languages in the last look, which is the narrowest: the same language for all
        screens of a test, which is left in it, as everything would be built anew for another.
        """
        if not self.thorough:
            self.chosen = self.chosen if self.chosen in languages else pick(self.nav.screen, languages)
            return self.faults_in([(SIZE, self.chosen, looks[-1])])
        kept = i18n.language(), self.nav.preferences
        found = self.faults_in(spread(crc32(self.nav.screen.encode()), languages, looks))
        self._show(*kept, SIZE)
        self.frames(2)
        return found

    def faults_in(self, sights: Iterable[Sight]) -> dict[str, list[str]]:
        """The faults of the present screen in each of these sights, first in that in which it stands; left in the last.

        In the larger window colours are what they are in the small one: only places and sizes are looked at.
        """
        found, built = {}, self.sight
        for size, language, look in sorted(sights, key=lambda sight: sight != built):
            self.show(language, look, size)
            if faults := self.faults() if size == SIZE else self.faults_of_words():
                found[f"{self.nav.screen} ({language}, {look}, {size[0]})"] = faults
        return found


@cache
def _kept() -> list[Shell]:
    """The shell of the test before, if there was one."""
    return []


def forget_shell() -> None:
    """The next stage has widgets of its own."""
    _kept.cache_clear()


def shell_over(nav: Navigator, clock: Callable[[], float]) -> Shell:
    """A shell over that navigator: that of the test before, if there was one."""
    from pi_app.ui.shell import Shell

    if _kept():
        _kept()[0].follow(nav, clock)
    else:
        _kept().append(Shell(nav, clock=clock))
    return _kept()[0]


class Ink(msgspec.Struct, frozen=True):
    """A text as it is drawn: where its letters are, in window pixels."""

    words: str
    box: Box
    layer: int


def text_faults(shell: Any) -> list[str]:
    """Texts that are cut short or run out of their place."""
    from pi_app.ui.outline import is_cut, labels

    return [f"{label.text!r} {label.texture_size} in {label.size}" for label in labels(shell) if is_cut(label)]


def edge_faults(shell: Any) -> list[str]:
    """Texts and targets that stick out of the window."""
    from kivy.core.window import Window
    from kivy.uix.label import Label

    from pi_app.ui.outline import box, shown

    faults = []
    for widget in shown(shell):
        if getattr(widget, "key", "") or (isinstance(widget, Label) and widget.text.strip()):
            left, bottom, right, top = box(widget)
            screen = shell.surround.ids.holder
            if _within(screen, widget) and (bottom < screen.y - 1 or top > screen.top + 1):
                faults.append(f"{type(widget).__name__} {getattr(widget, 'text', '')!r} is cut at {box(widget)}")
            elif left < -1 or bottom < -1 or right > Window.width + 1 or top > Window.height + 1:
                faults.append(f"{type(widget).__name__} {getattr(widget, 'text', '')!r} at {box(widget)}")
    return faults


def targets(shell: Any) -> list[Any]:
    """Everything to tap on the top layer."""
    from pi_app.ui.outline import shown

    layer = shell.screen.overlay or shell
    return [w for w in shown(layer) if getattr(w, "key", "") and not w.disabled]


def target_faults(shell: Any) -> list[str]:
    """Targets less than nine millimetres wide or high, or over one another."""
    from kivy.metrics import dp

    from pi_app.ui.outline import box

    least = dp(theme.TOUCH) - 0.5
    faults = [f"{w.key} is {w.size}" for w in targets(shell) if w.width < least or w.height < least]
    for one, other in combinations(targets(shell), 2):
        if _common(box(one), box(other)):
            faults.append(f"{one.key} lies over {other.key}")
    return faults


def reach_faults(shell: Any) -> list[str]:
    """Targets that a finger does not reach, in the middle or near a corner, as Kivy hands touches on; or cut off."""
    from pi_app.ui.arrivals import reached
    from pi_app.ui.outline import box

    holder = box(shell.surround.ids.holder)
    faults = []
    for widget in targets(shell):
        faults += [f"{widget.key} has a dead place: {type(dead).__name__}" for dead in _dead_inside(widget)]
        left, bottom, right, top = box(widget)
        for across, up in REACHED_AT:
            x, y = left + (right - left) * across, bottom + (top - bottom) * up
            found = reached(shell, x, y)
            if found is not widget:
                by = "nothing" if found is None else getattr(found, "key", "") or type(found).__name__
                faults.append(f"{widget.key} is touched as {by} at {across:.0%}, {up:.0%}")
                break
        if _within(shell.surround.ids.holder, widget) and not (holder[1] - 1 <= bottom and top <= holder[3] + 1):
            faults.append(f"{widget.key} runs out of the screen's place: {bottom:.0f} to {top:.0f} of {holder[1::2]}")
    return faults


def _dead_inside(widget: Any) -> Iterator[Any]:
    """What lies in a target, is disabled, and so swallows every touch on it."""
    for child in widget.children:
        if hasattr(child, "THROUGH"):
            continue
        if child.disabled and not widget.disabled and min(child.size) > 1 and child.opacity > 0:
            yield child
        else:
            yield from _dead_inside(child)


def _within(parent: Any, widget: Any) -> bool:
    while widget is not None and widget is not parent and widget.parent is not widget:
        widget = widget.parent
    return widget is parent


def overlap_faults(shell: Any) -> list[str]:
    """Words drawn over words."""
    from pi_app.ui.outline import labels

    inks = [(label.text, ink_box(label)) for label in labels(shell.screen.overlay or shell)]
    return [f"{a!r} lies over {b!r}" for (a, one), (b, other) in combinations(inks, 2) if _common(one, other)]


def restless_faults() -> list[str]:
    """What a layout has still to do after Kivy's last try in a frame: it never settles, and words are black boxes."""
    from kivy.clock import Clock

    return [f"never settles: {event.get_callback()}" for event in Clock.get_events() if event.timeout < 0]


def uneven_faults(shell: Any) -> list[str]:
    """Rows of buttons with words of clearly different sizes; columns of the same kind of button with any."""
    from kivy.uix.boxlayout import BoxLayout

    from pi_app.ui.outline import labels

    rows: dict[Any, list[Any]] = {}
    for label in labels(shell):
        button = getattr(label, "button", None)
        place = button and button.parent
        if isinstance(place, BoxLayout) and place.orientation == "horizontal":
            rows.setdefault((UNEVEN, place, label.line), []).append(label)
        elif isinstance(place, BoxLayout) and not label.beside:
            kind = type(button), getattr(button, "role", "")
            rows.setdefault((1.01, place, label.line, *kind), []).append(label)
    sizes = ((most, {label.text: label.font_size for label in row}) for (most, *_), row in rows.items())
    return [f"uneven: {row}" for most, row in sizes if max(row.values()) > most * min(row.values())]


def ink_box(label: Any) -> Box:
    """Where the letters of a text are, in the window."""
    from pi_app.ui.outline import box

    left, bottom, right, top = box(label)
    wide, high = min(label._label.content_width, right - left), min(label._label.content_height, top - bottom)
    across = {"left": 0.0, "center": 0.5, "right": 1.0}.get(label.halign, 0.0) if label.text_size[0] else 0.5
    up = {"bottom": 0.0, "middle": 0.5, "center": 0.5, "top": 1.0}[label.valign] if label.text_size[1] else 0.5
    x, y = left + (right - left - wide) * across, bottom + (top - bottom - high) * up
    return x, y, x + wide, y + high


def _common(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


# Contrast --------------------------------------------------------------------------------------------------------


def contrast_faults(shell: Any) -> list[str]:
    """Words that do not stand out 4.5 : 1 from what they are drawn on, pixel by pixel; the disabled may be faint."""
    from pi_app.ui.outline import labels

    texts = [label for label in labels(shell.screen.overlay or shell) if not label.disabled]
    drawn, bare = picture(), _without_words(texts)
    faults = []
    for label in texts:
        ratio = _contrast(label, drawn, bare)
        if ratio < LEAST_CONTRAST:
            faults.append(f"{label.text!r} stands out {ratio:.1f} : 1")
    return faults


def picture() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """What the window shows: rows from the bottom, RGB."""
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    width, height = Window.size
    Window.dispatch("on_draw")
    data = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(height, width, 3)


def _without_words(texts: list[Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    from kivy.graphics import Rectangle

    words = [
        (i, i.size) for t in texts for i in t.canvas.children if isinstance(i, Rectangle) and i.texture is t.texture
    ]
    for instruction, _size in words:
        instruction.size = (0, 0)
    bare = picture()
    for instruction, size in words:
        instruction.size = size
    return bare


def _contrast(label: Any, drawn: Any, bare: Any) -> float:
    """The contrast that nine tenths of the letters' pixels reach."""
    from pi_app.ui.outline import box

    left, bottom, right, top = (max(0, round(n)) for n in box(label))
    words, ground = drawn[bottom:top, left:right].astype(int), bare[bottom:top, left:right].astype(int)
    changed = np.abs(words - ground).sum(axis=2) > 12
    if not changed.any():
        return 1.0
    packed = np.unique(ground[changed] @ (1 << 16, 1 << 8, 1))
    grounds = np.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=1) / 255
    alpha = label.color[3] * _opacity(label)
    inks = np.asarray(label.color[:3]) * alpha + grounds * (1 - alpha)
    one, other = luminance(inks) + 0.05, luminance(grounds) + 0.05
    return float(np.quantile(np.maximum(one, other) / np.minimum(one, other), 0.1))


def _opacity(widget: Any) -> float:
    from kivy.uix.widget import Widget

    opacity = 1.0
    while isinstance(widget, Widget):
        opacity *= widget.opacity
        widget = widget.parent
    return opacity


def luminance(colours: Any) -> Any:
    """Relative luminance (WCAG 2.2) of colours (n, 3), 0 to 1."""
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])
