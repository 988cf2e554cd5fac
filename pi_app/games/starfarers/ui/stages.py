"""The stages of Starfarers: the large part of a screen, from the map to a card read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.games.starfarers.chart import ChartScene
from pi_app.games.starfarers.parts import (
    BallsStage,
    CardStage,
    ContestStage,
    DiceStage,
    FriendCard,
    FriendsStage,
    PadStage,
    PeopleState,
    ShipsStage,
)
from pi_app.games.starfarers.ui.map import StarChart
from pi_app.games.starfarers.ui.pieces import BallMark, DieMark, FriendTap, IncomeRow, PeopleRow, ScoreTrack, ShipCard
from pi_app.steps.view import Press, Tap, Tone
from pi_app.ui import theme
from pi_app.ui.roaming import RoamingBox
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.buttons import TapRow
from pi_app.ui.steps.port import PartBox, Port
from pi_app.ui.steps.sentences import heading, tone_colour
from pi_app.ui.widgets.choices import alike, seat_badge
from pi_app.ui.widgets.fitted import Fit, Say, set_smaller
from pi_app.ui.widgets.reuse import Rows
from pi_app.ui.widgets.shapes import LOWEST_DP, ShapesPicture
from pi_app.ui.widgets.text import largest_scale, wrapped_height


class ChartStage(RoamingBox):
    """The map."""

    def __init__(self, scene: ChartScene, port: Port, **kwargs: Any) -> None:
        super().__init__(StarChart(), **kwargs)
        self.board.bind(on_spot=lambda _chart, command: port.send(command))
        self.show(scene)

    def show(self, scene: ChartScene) -> None:
        """Another scene."""
        self.board.scene, self.moves = scene, scene.moves


PICTURED_SCALE = 0.8
"""Where sentences would have to be smaller to leave room for the picture, there is none."""
LEAST_SCALE = 0.55
"""Smaller letters could not be read aloud at a table."""


class ReaderCard(PartBox, BoxLayout):
    """An encounter card, large enough to be read aloud: as large as all of its sentences fit."""

    scale = NumericProperty(1.0)

    def __init__(self, stage: CardStage, port: Port, **kwargs: Any) -> None:
        shrink = Clock.create_trigger(self._shrink, -1)
        super().__init__(stage, port, **kwargs)
        for name in ("part", "size"):
            self.fbind(name, shrink)
        shrink()

    def _shrink(self, _dt: float) -> None:
        room = self.height - dp(LOWEST_DP)
        scale = largest_scale(self._needed, room, PICTURED_SCALE)
        beside = self._needed(scale) <= room
        self.scale = scale if beside else largest_scale(self._needed, self.height, LEAST_SCALE)

    def _needed(self, scale: float) -> float:
        """How high the card would be with texts of that scale."""
        width = self.width - self.padding[0] - self.padding[2]
        says = [part for part in self.children if isinstance(part, Say)]
        texts = sum(wrapped_height(say.text, say.font_size / self.scale * scale, bool(say.bold), width) for say in says)
        others = sum(part.height for part in self.children if part.size_hint_y is None and part not in says)
        gaps = self.spacing * (len(self.children) - 1)
        return float(texts + others + gaps + self.padding[1] + self.padding[3])


DICE_COLUMNS: Final = 6
"""Sums of two dice in a row."""


def column(**kwargs: Any) -> BoxLayout:
    """Things below each other."""
    return BoxLayout(orientation="vertical", spacing=dp(8), **kwargs)


def balls_widget(stage: BallsStage, port: Port) -> Widget:
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
        box.add_widget(palette_widget(stage.palette, port))
    return box


def palette_widget(palette: tuple[Tap, ...], port: Port) -> Widget:
    """Balls, or pairs of balls, to tap side by side."""
    row, rows = _palette(port)
    rows.fill(palette)
    return row


def _palette(port: Port) -> tuple[BoxLayout, Rows[Tap]]:
    """The row of a palette, and what keeps in it the balls that are to be tapped."""
    row = BoxLayout(size_hint_y=None, height=dp(76), spacing=dp(8))
    return row, Rows(row, lambda tap: len(tap.icon.split()), lambda tap: BallTap(tap, port), BallTap.show)


class PadBox(BoxLayout):
    """The speed as large as can be, or the sums of the dice; the score track; the balls, in flight of who is next.

    What is tapped stays from one touch to the next: only what it shows is changed.
    """

    def __init__(self, stage: PadStage, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(4), padding=(dp(8), dp(2)), **kwargs)
        self._port = port
        self._palette, self._balls = _palette(port)
        self._dice: list[tuple[BoxLayout, Rows[Tap]]] = []
        self._around: object = None
        self.show(stage)

    def show(self, stage: PadStage) -> None:
        """Another moment of a turn."""
        self._balls.fill(stage.palette)
        sums = [stage.dice[n : n + DICE_COLUMNS] for n in range(0, len(stage.dice), DICE_COLUMNS)]
        self._dice += [self._dice_row() for _ in sums[len(self._dice) :]]
        for (_row, rows), taps in zip(self._dice, sums, strict=False):
            rows.fill(taps)
        around = msgspec.structs.replace(stage, dice=(), palette=()), len(stage.dice), bool(stage.palette)
        if around != self._around:
            self._around = around
            self.clear_widgets()
            for widget in self._parts(stage, [row for row, _ in self._dice[: len(sums)]]):
                self.add_widget(widget)

    def _dice_row(self) -> tuple[BoxLayout, Rows[Tap]]:
        row = BoxLayout(size_hint_y=None, height=dp(48), spacing=dp(6))
        made = Rows[Tap](
            row,
            lambda tap: bool(tap.icon),
            lambda tap: TapRow(tap, self._port, low=48, narrow=not tap.icon),
            lambda widget, tap: widget.show(tap),
        )
        return row, made

    def _parts(self, stage: PadStage, dice: list[BoxLayout]) -> Iterator[Widget]:
        """What stands below each other."""
        if stage.speed:
            yield _speed_widget(stage)
        elif stage.title:
            yield _low(heading(stage.title, 18))
        yield from dice
        if not stage.speed:
            yield _sentences(stage.notes)
        # Dice and balls leave room for the track, but not for notes or large words as well.
        crowded = bool(stage.dice) and (bool(stage.notes) or theme.current.large_text)
        if stage.track and not crowded:
            yield track_widget(stage.track, stage.goal)
        if stage.palette:
            yield _low(heading(stage.asks, 18))
            yield self._palette


def _speed_widget(stage: PadStage) -> Widget:
    """The speed, and beside it what it is made of and what was met."""
    row = BoxLayout(spacing=dp(8))
    row.add_widget(Fit(text=stage.speed, bold=True, max_font=sp(150), min_font=sp(60), size_hint_x=0.7))
    row.add_widget(_sentences(((stage.title, "bold"), *stage.notes)))
    return row


def _sentences(notes: tuple[tuple[str, Tone], ...]) -> Widget:
    """Notes in the middle of the room that is left, set smaller where there is little."""
    words = column()
    says = [note_widget(text, tone) for text, tone in notes]
    for part in (Widget(), *says, Widget()):
        words.add_widget(part)
    gaps = words.spacing * (len(says) + 1)
    words.bind(size=Clock.create_trigger(lambda _dt: set_smaller(says, words.width, words.height - gaps), -1))
    return words


def _low(title: Widget) -> Widget:
    """A title that takes a line's height and no more."""
    title.height = dp(28)
    return title


def track_widget(track: tuple[tuple[int, int], ...], goal: int) -> Widget:
    """The score track, high enough for all players on one place."""
    return ScoreTrack(track=list(track), goal=goal, size_hint_y=None, height=dp(34 + 19 * len(track)))


class BallTap(TapRow):
    """A ball, or a pair, to tap for what the ship shows: the balls, and what they mean in words."""

    def __init__(self, tap: Tap, port: Port, **kwargs: Any) -> None:
        super().__init__(tap, port, low=76, **kwargs)

    def furnish(self) -> None:
        """The balls above their words."""
        box = BoxLayout(orientation="vertical", padding=(0, dp(2)))
        self._balls = BoxLayout()
        self._words = Fit(max_font=sp(15), min_font=sp(10), size_hint_y=None, height=dp(20))
        box.add_widget(self._balls)
        box.add_widget(self._words)
        self.row.add_widget(box)

    def show(self, tap: Tap) -> None:
        """Other balls, as many as before or not."""
        super().show(Tap(tap.does, "", on=tap.on, chosen=tap.chosen))
        self._words.text = tap.text
        balls = tap.icon.split()
        while len(self._balls.children) < len(balls):
            self._balls.add_widget(BallMark())
        for mark in self._balls.children[len(balls) :]:
            self._balls.remove_widget(mark)
        for mark, ball in zip(self._balls.children[::-1], balls, strict=True):
            mark.ball = ball


def note_widget(text: str, tone: Tone) -> Say:
    """A sentence in the middle of a stage."""
    return Say(
        text=text,
        bold=tone == "bold",
        font_size=sp(20 if tone == "bold" else 17),
        color=tone_colour(tone),
        halign="center",
    )


def contest_widget(stage: ContestStage, _port: Port) -> Widget:
    """The ships of a contest side by side, or the picture of a card; the result, what follows."""
    box = column(padding=(dp(8), dp(4)))
    if stage.sides:
        row = BoxLayout(spacing=dp(10), size_hint_y=1.6)
        for side in stage.sides:
            row.add_widget(side_widget(side))
        box.add_widget(row)
    else:
        box.add_widget(ShapesPicture(shapes=stage.picture) if stage.picture else Widget())
    box.add_widget(heading(stage.result, 22))
    for text in stage.told:
        box.add_widget(note_widget(text, "plain" if stage.sides else "bold"))
    box.add_widget(Widget(size_hint_y=1 if not (stage.sides or stage.picture) else 0.4))
    return box


def side_widget(side: BallsStage) -> Widget:
    """One ship of a contest."""
    box = column()
    name = BoxLayout(size_hint_y=None, height=dp(34), spacing=dp(8))
    name.add_widget(seat_badge(side.seat))
    name.add_widget(Fit(text=side.name, bold=True, halign="left", max_font=sp(20)))
    box.add_widget(name)
    pair = BoxLayout(spacing=dp(8))
    for ball in side.balls:
        pair.add_widget(BallMark(ball=ball or ""))
    box.add_widget(pair)
    made = heading(side.sum, 16, "plain")
    made.height = dp(56)  # two lines of large letters
    box.add_widget(made)
    return box


def dice_widget(stage: DiceStage, port: Port) -> Widget:
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
        box.add_widget(pips_widget(port))
    box.add_widget(Widget(size_hint_y=0.2))
    return box


def pips_widget(port: Port) -> Widget:
    """The six faces to tap."""
    row = BoxLayout(size_hint_y=None, height=dp(72), spacing=dp(6))
    for number in range(1, 7):
        tap = TapRow(Tap(Press("die", (number,)), ""), port, low=72, narrow=True)
        tap.row.add_widget(DieMark(pips=number))
        row.add_widget(tap)
    return row


def ships_widget(stage: ShipsStage, _port: Port) -> Widget:
    """The mother ships in a row, the track below."""
    box = column()
    row = BoxLayout(spacing=dp(8))
    for ship in stage.ships:
        row.add_widget(ShipCard(ship=ship))
    box.add_widget(row)
    box.add_widget(track_widget(stage.track, stage.goal))
    return box


def friends_widget(stage: FriendsStage, port: Port) -> Widget:
    """The four peoples below each other."""
    box = column(padding=(dp(4), 0))
    rows = [people_widget(people, port) for people in stage.peoples]
    alike(row.ids.name for row in rows)
    for row in rows:
        box.add_widget(row)
    return box


def people_widget(people: PeopleState, port: Port) -> PeopleRow:
    """A people and its cards."""
    row = PeopleRow(people=people)
    for card in people.cards:
        row.add_widget(friend_widget(card, port))
    return row


def friend_widget(card: FriendCard, port: Port) -> Widget:
    """A friendship card to tap."""
    owner = -1 if card.owner is None else card.owner
    made = FriendTap(port, owner=owner, signs=list(card.signs), chosen=card.chosen, disabled=not card.on)
    made.means(card.does)
    return made


load_rules(__file__)
