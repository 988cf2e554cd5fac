"""The stages of Starfarers: the large part of a screen, from the map to a card read aloud."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from pi_app.games.starfarers.chart import ChartScene
from pi_app.games.starfarers.parts import (
    BallsStage,
    CardStage,
    ContestStage,
    CoverStage,
    DiceStage,
    FriendCard,
    FriendsStage,
    Grid,
    PeopleState,
    ShipsStage,
    Stage,
    Tap,
    Tone,
)
from pi_app.games.starfarers.ui.panel import WIDE_ROW, Button, Touched, button_widget, buttons, tone_colour
from pi_app.games.starfarers.ui.pieces import BallMark, DieMark, FriendTap, IncomeRow, PeopleRow, ScoreTrack, ShipCard
from pi_app.ui import theme
from pi_app.ui.widgets.basics import Fit, Say
from pi_app.ui.widgets.choices import seat_badge
from pi_app.ui.widgets.reuse import Rows, on_key


class ChartStage(BoxLayout):
    """The map, and beside it, where they hide no place of it, the glasses to come nearer and go farther."""

    scene = ObjectProperty(None)
    touched: Any = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not theme.worn.left_handed:
            glasses = self.ids.glasses
            self.remove_widget(glasses)
            self.add_widget(glasses, index=len(self.children))


class ReaderCard(BoxLayout):
    """An encounter card, large enough to be read aloud."""

    stage: Any = ObjectProperty(None, rebind=True)


class CoverBox(BoxLayout):
    """Hides everything."""

    stage: Any = ObjectProperty(None, rebind=True)


class GridBox(BoxLayout):
    """A title, words, and large buttons in columns."""

    def __init__(self, stage: Grid, touched: Touched, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(8), padding=(dp(8), dp(4)), **kwargs)
        self.grid = GridLayout(cols=stage.columns, spacing=dp(8))
        self.buttons = buttons(self.grid, touched)
        self.lines = [heading("") for _ in range(bool(stage.title))]
        self.lines += [heading("", 16, "muted") for _ in stage.words]
        for part in (*self.lines, self.grid):
            self.add_widget(part)
        self.show(stage)

    def show(self, stage: Grid) -> None:
        """Offer something else, under as many words."""
        for line, text in zip(self.lines, _grid_words(stage), strict=True):
            line.text = text
        narrow = stage.columns > WIDE_ROW
        self.grid.cols = stage.columns
        self.buttons.fill([Button(tap=tap, narrow=narrow, big=18 if narrow else 20) for tap in stage.taps])
        for tap in self.grid.children:
            tap.size_hint_y, tap.size_hint_max_y = 1, dp(104)


def _grid_words(stage: Grid) -> tuple[str, ...]:
    return (stage.title, *stage.words) if stage.title else stage.words


def stages(holder: Layout, touched: Touched) -> Rows[Stage]:
    """The stage of a screen: one item."""
    return Rows(holder, _shape, lambda stage: stage_widget(stage, touched), _show)


def _shape(stage: Stage) -> Hashable:
    """Map, buttons, and what a layout file draws show one thing after another; the others are built anew."""
    match stage:
        case ChartScene() | CardStage() | CoverStage():
            return type(stage)
        case Grid():
            return Grid, bool(stage.title), len(stage.words)
        case _:
            return None


def _show(widget: Any, stage: Stage) -> None:
    if isinstance(stage, ChartScene):
        widget.scene = stage
    elif isinstance(stage, Grid):
        widget.show(stage)
    else:
        widget.stage = stage


def stage_widget(stage: Stage, touched: Touched) -> Widget:
    """The large part of a screen."""
    match stage:
        case ChartScene():
            return ChartStage(scene=stage, touched=touched)
        case Grid():
            return GridBox(stage, touched)
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


def heading(text: str, size: float = 20, tone: Tone = "bold") -> Fit:
    """A line above something."""
    made = Fit(text=text, bold=tone == "bold", max_font=sp(size), min_font=sp(12), color=tone_colour(tone))
    made.size_hint_y, made.height = None, dp(size + 22)
    return made


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
    made = button_widget(Button(tap=Tap(tap.key, "", on=tap.on), height=76), touched)
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
    name.add_widget(seat_badge(side.seat, 28))
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
        tap = button_widget(Button(tap=Tap(f"die.{number}", ""), height=72, narrow=True), touched)
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
    on_key(made, touched)
    return made


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
