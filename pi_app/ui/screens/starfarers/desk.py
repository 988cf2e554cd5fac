"""The screen of Starfarers: a stage on the left, a panel of words and buttons on the right; one class for all steps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from engines.starfarers.pack import RESOURCES
from pi_app.presenters.starfarers.chart import ChartScene
from pi_app.presenters.starfarers.parts import (
    BallsStage,
    Block,
    Cards5,
    CardStage,
    ContestStage,
    CoverStage,
    DeskView,
    DiceStage,
    FriendCard,
    FriendsStage,
    Grid,
    PeopleState,
    ShipsStage,
    Stage,
    Tap,
    Taps,
    Tone,
    Words,
)
from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import Fit, Say, SeatBadge
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.question import Question
from pi_app.ui.widgets.starfarers import (
    BallMark,
    CardLess,
    CardPile,
    DeskTap,
    DieMark,
    FriendTap,
    IncomeRow,
    PeopleRow,
    ScoreTrack,
    ShipCard,
    resource_name,
)
from pi_app.ui.widgets.starfarers_map import StarChart

Touched = Callable[[str], Any]
WIDE_ROW = 4
"""With more buttons side by side there is room for short words only."""


def tone_colour(tone: Tone) -> theme.Colour:
    """The colour of a sentence."""
    return {"muted": theme.MUTED, "good": theme.GO, "ask": theme.ASK, "wrong": theme.WRONG}.get(tone, theme.TEXT)


class WordsRow(BoxLayout):
    """A sentence, perhaps with a player's badge."""

    text = StringProperty("")


class ChartStage(FloatLayout):
    """The map with the glasses to come nearer and go farther."""

    scene = ObjectProperty(None)
    touched: Any = ObjectProperty(None)


class ReaderCard(BoxLayout):
    """An encounter card, large enough to be read aloud."""

    stage: Any = ObjectProperty(None)


class CoverBox(BoxLayout):
    """Hides everything."""

    stage: Any = ObjectProperty(None)


class DeskScreen(TableScreen):
    """The stage and the panel of a step."""

    def __init__(self, presenter: Any, **kwargs: Any) -> None:
        super().__init__(presenter, **kwargs)
        squeeze = Clock.create_trigger(lambda _dt: squeezed(self.ids.panel), -1)
        self.ids.panel.bind(height=squeeze, minimum_height=squeeze)
        if theme.worn.left_handed:
            self.ids.body.children = self.ids.body.children[::-1]

    def fill(self) -> None:
        """Build what has changed."""
        view: DeskView = self.view
        self._stage(view.stage)
        if self.is_new("panel", view.panel):
            self.ids.panel.width = dp(300) if view.panel else 0
            self.ids.panel.spacing = dp(7)
            refill(self.ids.panel, panel_widgets(view.panel, self.presenter.tap))
        if self.is_new("tabs", view.tabs):
            self.ids.tabs.height = dp(50) if view.tabs else 0
            refill(self.ids.tabs, [tab_widget(tab, self.presenter.tap) for tab in view.tabs])
        self._ask(view)

    def _stage(self, stage: Stage) -> None:
        holder = self.ids.stage
        chart = holder.children[0] if holder.children else None
        if isinstance(stage, ChartScene) and isinstance(chart, ChartStage):
            chart.scene = stage
            self.is_new("stage", stage)
        elif self.is_new("stage", stage):
            refill(holder, [stage_widget(stage, self.presenter.tap)])

    def chart(self) -> StarChart | None:
        """The map, where one is shown."""
        found = (widget for widget in self.walk(restrict=True) if isinstance(widget, StarChart))
        return next(found, None)

    def _ask(self, view: DeskView) -> None:
        pending = view.pending
        if pending is None:
            self.overlay = None
            return
        question = Question(
            title=pending.question,
            body="\n".join(pending.consequences),
            yes=pending.confirm,
            no=pending.cancel,
            possible=pending.possible,
        )
        question.bind(on_accept=lambda *_: self.presenter.confirm(), on_refuse=lambda *_: self.presenter.cancel())
        self.overlay = question

    def press(self, seat: int) -> None:
        """A seat's button: its player goes on, or takes the screen."""
        self.presenter.press(seat)

    def tick(self) -> None:
        """Let the presenter listen to the table's devices."""
        listen = getattr(self.presenter, "tick", None)
        if listen is not None:
            listen()


def squeezed(panel: BoxLayout) -> None:
    """Where a panel is higher than its place, its parts come closer, and buttons become as low as they may be."""
    if panel.minimum_height > panel.height > 0:
        panel.spacing = dp(3)
        for tap in panel.children:
            if isinstance(tap, DeskTap) and not any(tap.cost):
                tap.height = min(tap.height, dp(theme.TOUCH))


# The panel -----------------------------------------------------------------------------------------------------


def panel_widgets(panel: tuple[Block, ...], touched: Touched) -> list[Widget]:
    """The parts of the panel from the top; the way on, where there is one, at the bottom."""
    made = [block_widget(block, touched) for block in panel]
    last = panel[-1] if panel else None
    ends = isinstance(last, Tap) and last.kind == "main"
    made.insert(len(made) - 1 if ends else len(made), Widget())
    return made


def block_widget(block: Block, touched: Touched) -> Widget:
    """A part of the panel."""
    match block:
        case Words():
            return words_widget(block)
        case Tap():
            return tap_widget(block, touched)
        case Taps():
            return taps_widget(block, touched)
        case Cards5():
            return cards_widget(block, touched)


def words_widget(block: Words) -> Widget:
    """A sentence as high as it needs to be."""
    row = WordsRow(size_hint_y=None, spacing=dp(8))
    bold = block.tone == "bold"
    say = Say(text=block.text, bold=bold, font_size=sp(18 if bold else 15), color=tone_colour(block.tone))
    say.pos_hint = {"center_y": 0.5}
    if block.seat is not None:
        row.add_widget(SeatBadge(seat=block.seat, size=(dp(28), dp(28)), pos_hint={"center_y": 0.5}))
    row.add_widget(say)
    least = dp(28) if block.seat is not None else 0
    say.bind(height=lambda _say, height: setattr(row, "height", max(height, least) if block.text else 0))
    return row


def tap_widget(tap: Tap, touched: Touched, height: float = 52, narrow: bool = False, big: float = 18) -> DeskTap:
    """A button."""
    priced = any(tap.cost)
    made = DeskTap(
        key=tap.key,
        text=tap.text,
        note=tap.note,
        icon=tap.people or tap.icon,
        seat=-1 if tap.seat is None else tap.seat,
        chosen=tap.chosen,
        main=tap.kind == "main",
        cost=list(tap.cost),
        short=list(tap.short),
        disabled=not tap.on,
        narrow=narrow,
        big=big,
        height=dp(height + (24 if priced else 0)),
    )
    on_tap(made, touched, tap.key)
    return made


def tab_widget(tap: Tap, touched: Touched) -> DeskTap:
    """A tab; wider for more letters."""
    made = tap_widget(tap, touched, 48, True, 16)
    made.size_hint_x = max(3, len(tap.text))
    return made


def taps_widget(block: Taps, touched: Touched) -> Widget:
    """Buttons side by side."""
    narrow = len(block.taps) >= WIDE_ROW
    row = BoxLayout(size_hint_y=None, height=dp(50), spacing=dp(4 if narrow else 6))
    for tap in block.taps:
        made = tap_widget(tap, touched, 50, narrow, 16)
        made.size_hint_x = 1.6 if narrow and len(tap.text) > 3 else 1
        row.add_widget(made)
    return row


def cards_widget(block: Cards5, touched: Touched) -> Widget:
    """Five heaps; with a key they are taken from."""
    box = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(3))
    title = block.title + (f"  (+{block.unknown})" if block.unknown else "")
    heaps, less = (BoxLayout(spacing=dp(4), size_hint_y=None) for _ in range(2))
    for n, resource in enumerate(RESOURCES):
        live = bool(block.key) and block.more[n]
        pile = CardPile(
            resource=resource,
            name=resource_name(resource),
            count=str(block.counts[n]),
            note=block.notes[n] and f"/ {block.notes[n]}",
            live=live,
            disabled=not live,
            key=f"{block.key}.{resource}.more" if live else "",
        )
        heaps.add_widget(on_tap(pile, touched, f"{block.key}.{resource}.more"))
        key = f"{block.key}.{resource}.less"
        less.add_widget(on_tap(CardLess(key=key, disabled=not block.less[n]), touched, key))
    heaps.height, less.height = dp(58), dp(48) if any(block.less) else 0
    box.add_widget(Say(text=title, font_size=sp(14), color=theme.MUTED))
    box.add_widget(heaps)
    if any(block.less):
        box.add_widget(less)
    box.bind(minimum_height=box.setter("height"))
    return box


# Stages --------------------------------------------------------------------------------------------------------


def stage_widget(stage: Stage, touched: Touched) -> Widget:
    """The large part of a screen."""
    match stage:
        case ChartScene():
            return ChartStage(scene=stage, touched=touched)
        case Grid():
            return grid_widget(stage, touched)
        case BallsStage():
            return balls_widget(stage, touched)
        case ContestStage():
            return contest_widget(stage)
        case DiceStage():
            return dice_widget(stage, touched)
        case CardStage():
            return ReaderCard(stage=stage)
        case ShipsStage():
            return ships_widget(stage)
        case FriendsStage():
            return friends_widget(stage, touched)
        case CoverStage():
            return CoverBox(stage=stage)


def column(**kwargs: Any) -> BoxLayout:
    """Things below each other."""
    return BoxLayout(orientation="vertical", spacing=dp(8), **kwargs)


def heading(text: str, size: float = 20, tone: Tone = "bold") -> Widget:
    """A line above something."""
    made = Fit(text=text, bold=tone == "bold", max_font=sp(size), min_font=sp(12), color=tone_colour(tone))
    made.size_hint_y, made.height = None, dp(size + 22)
    return made


def grid_widget(stage: Grid, touched: Touched) -> Widget:
    """A title and large buttons in columns."""
    box = column(padding=(dp(8), dp(4)))
    if stage.title:
        box.add_widget(heading(stage.title))
    for words in stage.words:
        box.add_widget(heading(words, 16, "muted"))
    grid = GridLayout(cols=stage.columns, spacing=dp(8))
    narrow = stage.columns > WIDE_ROW
    for tap in stage.taps:
        made = tap_widget(tap, touched, narrow=narrow, big=18 if narrow else 20)
        made.size_hint_y = 1
        made.size_hint_max_y = dp(104)
        grid.add_widget(made)
    box.add_widget(grid)
    return box


def balls_widget(stage: BallsStage, touched: Touched) -> Widget:
    """Two large balls, what they mean, and the balls to tap."""
    box = column(padding=(dp(8), dp(4)))
    box.add_widget(heading(stage.title))
    pair = BoxLayout(spacing=dp(20), padding=(dp(40), 0))
    for ball in stage.balls:
        pair.add_widget(BallMark(ball=ball or "", rolling=stage.shaking))
    box.add_widget(pair)
    box.add_widget(heading(stage.sum, 21))
    for text, tone in stage.notes:
        box.add_widget(note_widget(text, tone))
    if stage.palette:
        row = BoxLayout(size_hint_y=None, height=dp(76), spacing=dp(8))
        for tap in stage.palette:
            row.add_widget(ball_tap(tap, touched))
        box.add_widget(row)
    return box


def ball_tap(tap: Tap, touched: Touched) -> Widget:
    """A ball to tap for what the ship shows: the ball, and its colour in words."""
    made = tap_widget(Tap(tap.key, "", on=tap.on), touched, 76)
    box = BoxLayout(orientation="vertical", padding=(0, dp(2)))
    box.add_widget(BallMark(ball=tap.icon))
    box.add_widget(Fit(text=tap.text, max_font=sp(15), min_font=sp(10), size_hint_y=None, height=dp(20)))
    made.children[0].add_widget(box)
    return made


def note_widget(text: str, tone: Tone) -> Widget:
    """A sentence in the middle of a stage."""
    return Say(
        text=text,
        bold=tone == "bold",
        font_size=sp(20 if tone == "bold" else 17),
        color=tone_colour(tone),
        halign="center",
    )


def contest_widget(stage: ContestStage) -> Widget:
    """The ships of a contest side by side, the result, what follows."""
    box = column(padding=(dp(8), dp(4)))
    if stage.sides:
        row = BoxLayout(spacing=dp(10), size_hint_y=1.6)
        for side in stage.sides:
            row.add_widget(side_widget(side))
        box.add_widget(row)
    else:
        box.add_widget(Widget())
    box.add_widget(heading(stage.result, 22))
    for text in stage.told:
        box.add_widget(note_widget(text, "plain" if stage.sides else "bold"))
    box.add_widget(Widget(size_hint_y=0.4 if stage.sides else 1))
    return box


def side_widget(side: BallsStage) -> Widget:
    """One ship of a contest."""
    box = column()
    name = BoxLayout(size_hint_y=None, height=dp(34), spacing=dp(8))
    name.add_widget(SeatBadge(seat=side.seat, size=(dp(28), dp(28)), pos_hint={"center_y": 0.5}))
    name.add_widget(Fit(text=side.name, bold=True, halign="left", max_font=sp(20)))
    box.add_widget(name)
    pair = BoxLayout(spacing=dp(8))
    for ball in side.balls:
        pair.add_widget(BallMark(ball=ball or ""))
    box.add_widget(pair)
    box.add_widget(heading(side.sum, 16, "plain"))
    return box


def dice_widget(stage: DiceStage, touched: Touched) -> Widget:
    """Two dice, what they brought, or pips to tap."""
    box = column(padding=(dp(8), dp(4)))
    box.add_widget(heading(stage.title))
    pair = BoxLayout(spacing=dp(18), size_hint=(None, None), size=(dp(190), dp(86)), pos_hint={"center_x": 0.5})
    for pips in stage.dice:
        pair.add_widget(DieMark(pips=pips or 0))
    box.add_widget(pair)
    for text, tone in stage.notes:
        box.add_widget(note_widget(text, tone))
    for income in stage.incomes:
        box.add_widget(IncomeRow(income=income))
    if stage.palette:
        box.add_widget(pips_widget(touched))
    box.add_widget(Widget(size_hint_y=0.2))
    return box


def pips_widget(touched: Touched) -> Widget:
    """The six faces to tap."""
    row = BoxLayout(size_hint_y=None, height=dp(72), spacing=dp(6))
    for number in range(1, 7):
        tap = tap_widget(Tap(f"die.{number}", ""), touched, 72, narrow=True)
        tap.children[0].add_widget(DieMark(pips=number))
        row.add_widget(tap)
    return row


def ships_widget(stage: ShipsStage) -> Widget:
    """The mother ships in a row, the track below."""
    box = column()
    row = BoxLayout(spacing=dp(8))
    for ship in stage.ships:
        row.add_widget(ShipCard(ship=ship))
    box.add_widget(row)
    box.add_widget(
        ScoreTrack(track=list(stage.track), goal=stage.goal, size_hint_y=None, height=dp(34 + 19 * len(stage.track)))
    )
    return box


def friends_widget(stage: FriendsStage, touched: Touched) -> Widget:
    """The four peoples below each other."""
    box = column(padding=(dp(4), 0))
    for people in stage.peoples:
        box.add_widget(people_widget(people, touched))
    return box


def people_widget(people: PeopleState, touched: Touched) -> Widget:
    """A people and its cards."""
    row = PeopleRow(people=people)
    for card in people.cards:
        row.add_widget(friend_widget(card, touched))
    return row


def friend_widget(card: FriendCard, touched: Touched) -> Widget:
    """A friendship card to tap."""
    owner = -1 if card.owner is None else card.owner
    made = FriendTap(key=card.key, owner=owner, signs=list(card.signs), chosen=card.chosen, disabled=not card.on)
    on_tap(made, touched, card.key)
    return made


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
