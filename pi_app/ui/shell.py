"""What surrounds every screen: the top bar with undo and redo by name, the warning, the screen itself."""

from __future__ import annotations

from time import monotonic
from typing import Any, Final

from kivy.clock import Clock as FrameClock
from kivy.core.window import Window
from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from engines.registry import load
from pi_app.i18n import language
from pi_app.presenters.frame import Frame, Strip
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.rooms import ROOMS, presenter_of
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import Command
from pi_app.ui import theme
from pi_app.ui.arrivals import DEAD_S, Arrivals, Clock, reached
from pi_app.ui.drawn import forget_pictures
from pi_app.ui.night import Night, night_texture
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.screen import StepScreen
from pi_app.ui.tidy import Tidier
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.rounded import disc, ring
from pi_app.ui.widgets.taps import FlatTap, IconTap

SAW: Final = "planisphere.saw"
SWALLOWED: Final = "planisphere.swallowed"
"""What a touch carries that came too early, or meant what is no longer there."""
BOUNCE_S: Final = 0.08
BOUNCE_DP: Final = 20
LAYOUT_FRAMES: Final = 4
"""After a change layouts move what they hold for so many frames at most."""
LAMP_DP: Final = 15


def let_go(touch: Any) -> None:
    """Have nothing happen when that finger lifts."""
    for reference in list(touch.grab_list):
        widget = reference()
        if widget is not None:
            touch.ungrab(widget)
            if isinstance(widget, ButtonBehavior):
                widget.state = "normal"


class TopBar(BoxLayout):
    """Titles, the way back, undo and redo; on the first screen the switch of all sound."""

    frame: Frame = ObjectProperty(Frame(screen="start", title=""), rebind=True)
    nav: Navigator = ObjectProperty(None)
    sound = BooleanProperty(True)
    guided = BooleanProperty(False)
    """Whether the guide lies over the titles."""
    undo_x, titles_right = NumericProperty(0), NumericProperty(0)
    """Where Undo begins, and the titles end. A rule that asks `ids` for them would hold this bar, and all screens with
    it, for ever."""

    def switch_sound(self) -> None:
        """Mute, or let it be heard again."""
        self.nav.choose_preference("sound=off" if self.sound else "sound=on")


def turn_screen() -> None:
    """Turn everything to who sits opposite, or back."""
    Window.rotation = (Window.rotation + 180) % 360
    Window.update_viewport()  # Kivy does so by itself only where the size changes too


class BarTap(IconTap):
    """A sign of the bar that is there or not, and may lie under the banner."""

    there = BooleanProperty(True)
    hidden = BooleanProperty(False)


class Lamps(Painted):
    """The six round lights."""

    SHOWN = ("levels",)
    levels = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_x=None, **kwargs)
        self.fbind("levels", self._fit)
        self._fit()

    def _fit(self, *_: Any) -> None:
        self.width = dp(6 * LAMP_DP + 8) if self.levels else 0

    def paint(self) -> None:
        """A ring a lamp, filled as bright as it burns."""
        for lamp, level in enumerate(self.levels or ()):
            x, y, radius = self.x + dp(LAMP_DP * (lamp + 0.5)), self.center_y, dp(4.5)
            self.draw(Color(*theme.ASK[:3], 0.15 + 0.85 * level), disc((x, y), radius))


class TurnRing(Painted):
    """How much of the time for a turn is gone; full, it is another colour and thicker."""

    SHOWN = ("ring",)
    ring = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_x=None, **kwargs)
        self.fbind("ring", self._fit)
        self._fit()

    def _fit(self, *_: Any) -> None:
        self.width = dp(30) if self.ring is not None else 0

    def paint(self) -> None:
        """A faint ring, and what is gone of it from the top, clockwise."""
        if self.ring is None:
            return
        full = self.ring.share >= 1
        middle, radius = self.center, dp(9)
        self.draw(Color(*theme.EDGE), ring(middle, radius, dp(1.5)))
        if self.ring.share > 0:
            self.draw(Color(*(theme.ASK if full else theme.GO)))
            self.draw(SmoothLine(circle=(*middle, radius, 0, 360 * self.ring.share), width=dp(3 if full else 2)))


class StepTap(Plate, FlatTap):
    """Undo or redo, by that word, with the name of the step; absent where there is none.

    Among large texts the words take the icon's place. Undo is the last of the bar, so that it never moves.
    """

    icon = StringProperty("")
    verb = StringProperty("")
    text = StringProperty("")
    large = BooleanProperty(False)
    stays = BooleanProperty(False)
    """Whether its place is kept, faint, even with nothing to do: nothing else may slide there."""
    hidden = BooleanProperty(False)
    """Whether something lies over it."""
    shown = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(large=theme.current.large_text, **kwargs)


class Banner(Plate, FlatTap):
    """What concerns everybody: saving is off, a touch that could not be done; over the titles, until a tap."""

    text = StringProperty("")
    warning = BooleanProperty(True)


class Guide(BoxLayout):
    """A step of the guide through a first game, over the titles: nothing moves for it. A tap on it shows them again,
    until the next step; a tap on the cross ends it."""

    said = StringProperty("")
    away = StringProperty("")
    """The step that was put away."""
    text = StringProperty("")
    nav: Navigator = ObjectProperty(None)

    def put_away(self) -> None:
        """Show the titles until there is another step."""
        self.away = self.said


class HostStrip(BoxLayout):
    """A line from the evening that this table takes part in."""

    strip: Strip | None = ObjectProperty(None, allownone=True, rebind=True)
    nav: Navigator = ObjectProperty(None)


class Surround(FloatLayout):
    """Bar, banner and the place of the screen, in the look that was worn when they were built."""

    frame: Frame = ObjectProperty(Frame(screen="start", title=""), rebind=True)
    nav: Navigator = ObjectProperty(None)
    sound = BooleanProperty(True)


class Shell(Night):
    """The window: holds the screen that the navigator says is up."""

    def __init__(self, nav: Navigator, clock: Clock = monotonic, **kwargs: Any) -> None:
        theme.apply(nav.preferences)
        super().__init__(**kwargs)
        self._moving = 0
        self.tidier = Tidier()
        self._step: StepScreen | None = None
        self._game: int | None = None
        self.surround: Any = None
        self.follow(nav, clock)

    def follow(self, nav: Navigator, clock: Clock = monotonic) -> None:
        """Show that navigator's table from now on, with the widgets that serve every presenter alike."""
        self.nav = nav
        self.arrivals = Arrivals(self, clock)
        self._moment_shown: object = None
        self._presenters: dict[tuple[str, str], StepPresenter] = {}
        self._lately: list[tuple[float, float, float, bool]] = []
        """The last touches: when, where, and whether they came too early; what soon follows those is as impatient."""
        if self.surround is None:
            self.rebuild()
        else:
            self.surround.nav = nav
            self.refresh()
        nav.subscribe(self.refresh)

    @property
    def frame(self) -> Frame:
        """What is around the screen."""
        frame: Frame = self.surround.frame
        return frame

    def rebuild(self) -> None:
        """Build every widget anew, in the look that is preferred now; what presenters remember stays."""
        theme.apply(self.nav.preferences, self.nav.colours)
        self._language = language()
        Window.clearcolor = theme.NIGHT
        self.sky = night_texture(theme.current.theme)
        self._step = None
        self.clear_widgets()
        self.surround = Surround(nav=self.nav)
        self.add_widget(self.surround)
        self.refresh()

    def _screen(self) -> StepScreen:
        """The one screen of all steps, with the presenter of the step that is up."""
        place = presenter_of(self.nav.screen, self.nav) or ROOMS["start"]
        key = self.nav.screen, place
        if key not in self._presenters:
            self._presenters[key] = load(place)(self.nav)
        if self._step is None:
            self._step = StepScreen(self._presenters[key])
        self._step.presenter = self._presenters[key]
        return self._step

    def refresh(self) -> None:
        """Show what the navigator says now."""
        alike = self.nav.preferences.drawn_alike(theme.current) and self._language == language()
        if not alike or self.nav.colours not in (None, theme.seated):
            self.rebuild()
            return
        self._forget_games()
        screen = self._screen()
        screen.refresh()
        self.surround.frame = screen.view.frame
        self.surround.sound = self.nav.preferences.sound
        self._hold(screen)
        self._note_arrivals()

    @property
    def moving(self) -> bool:
        """Whether layouts may still move what they hold."""
        return self._moving > 0

    def _note_arrivals(self) -> None:
        """Watch where controls come to rest; where the game has gone on, all of its screen is new."""
        if self._moment() != self._moment_shown:
            self._moment_shown = self._moment()
            self.arrivals.turn_over()
        if not self._moving:
            FrameClock.schedule_interval(self._settle, 0)
        self._moving = LAYOUT_FRAMES

    def _settle(self, _dt: float) -> bool:
        self.arrivals.look()
        self._moving -= 1
        return self._moving > 0

    def _forget_games(self) -> None:
        """Let go of the widgets and presenters of a game that is no longer open: they hold pictures."""
        game = self.nav.table.game_id if self.nav.table is not None else None
        if game != self._game:
            self._game = game
            self._step, rooms = None, set(ROOMS.values())
            self._presenters = {key: kept for key, kept in self._presenters.items() if key[1] in rooms}
            forget_pictures()
            if game is None or self.tidier.settling:
                self.tidier.settle(at_once=game is not None)

    def _hold(self, screen: StepScreen) -> None:
        wanted = [screen] if screen.overlay is None else [screen.overlay, screen]
        holder = self.surround.ids.holder
        if holder.children != wanted:
            holder.clear_widgets()
            for widget in reversed(wanted):
                widget.pos_hint = {"x": 0, "y": 0}
                holder.add_widget(widget)
        self.screen = screen

    def on_touch_down(self, touch: Any) -> bool:
        """Swallow a finger that bounces, that meant what stood there before, or that would play for a bot."""
        touch.ud[SAW] = self._moment()
        now, reach = self.arrivals.clock(), dp(BOUNCE_DP)
        self._lately = [one for one in self._lately if now - one[0] < DEAD_S]
        near = [one for one in self._lately if abs(touch.x - one[1]) < reach and abs(touch.y - one[2]) < reach]
        if self._moving:
            self.arrivals.look()
        in_screen = self.surround.ids.holder.collide_point(*touch.pos)
        bounces = any(early or now - then < BOUNCE_S for then, _x, _y, early in near)
        too_early = bounces or not self.arrivals.takes(*touch.pos, turning=self._asks_anew(touch))
        self._lately.append((now, *touch.pos, too_early))
        if too_early:
            touch.ud[SWALLOWED] = True
            return True
        if in_screen and self.waits_for_a_bot:
            touch.ud[SWALLOWED] = True
            self.nav.hurry()
            return True
        return bool(super().on_touch_down(touch))

    def _asks_anew(self, touch: Any) -> bool:
        """Whether what is there asks something else when the game has gone on; undo and redo name another step."""
        if self.surround.ids.holder.collide_point(*touch.pos):
            does: Command | None = getattr(reached(self, *touch.pos), "does", None)
            return does is None or not does.LASTING
        bar = self.surround.ids.bar.ids
        return any(tap.collide_point(*touch.pos) for tap in (bar.undo, bar.redo))

    def on_touch_up(self, touch: Any) -> bool:
        """Swallow a finger that came down on another screen, or before the record's last line."""
        if touch.ud.get(SAW, self._moment()) == self._moment():
            return bool(super().on_touch_up(touch))
        touch.ud[SWALLOWED] = True
        let_go(touch)
        return True

    def _moment(self) -> tuple[str, int | None, int]:
        """What a touch saw: the screen, the game, the length of its record."""
        table = self.nav.table
        return self.nav.screen, self.nav.place.game, 0 if table is None else table.length

    @property
    def waits_for_a_bot(self) -> bool:
        """Whether a bot is to act: touches on the screen only hurry it."""
        return self.nav.place.page is None and self.nav.bot_to_move is not None


load_rules(__file__)
