"""What a step of a game shows: headline, hero, stage, panel, and a question over it; values only, without a toolkit.

Each part names the widget that draws it; `pi_app.ui.steps` puts them on the screen. A game adds parts of its own for
its boards: a subclass of `Part` with its `WIDGET`.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from functools import cache
from itertools import chain, islice
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from engines.game import Action
from pi_app.presenters.frame import Frame
from pi_app.presenters.pending import Pending
from pi_app.presenters.rule_drawings import Drawing

Tone: TypeAlias = Literal["plain", "muted", "bold", "good", "ask", "wrong"]
"""How a sentence is meant; `ask` warns, `wrong` names a fault."""
Role: TypeAlias = Literal["progress", "alternative", "destructive"]
"""What a button is for, which decides how it looks and where it stands: `progress` goes on with something done (green,
last of the panel), `destructive` gives something up (outlined, apart from the way on), `alternative` is all else.
"""

PANEL_DP: Final = 300


# Commands ------------------------------------------------------------------------------------------------------


class Command(msgspec.Struct, frozen=True):
    """What a touch means: its class says what is done, its fields with which things."""

    LASTING: ClassVar[bool] = False
    """Whether it means the same however the game goes on: what does it takes the quickest touch."""

    @property
    def key(self) -> str:
        """The command in one word with dots, for fingers that look for it: `Give("ore", "more")` is `give.ore.more`."""
        values = (getattr(self, name) for name in self.__struct_fields__)
        return ".".join([_word(type(self).__name__), *(word for value in values for word in _spelled(value))])


@cache
def _word(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _spelled(value: object) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return tuple(word for each in value for word in _spelled(each))
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    return ("none" if value is None else str(value),)


class Press(Command, frozen=True):
    """What one step alone does, in a word, with those values; `pi_app.steps.presenter.does` makes it."""

    what: str
    values: tuple[Any, ...] = ()

    @property
    def key(self) -> str:
        """The word and the values."""
        return ".".join((self.what, *_spelled(self.values)))


class Play(Command, frozen=True):
    """Play that action of the game. `what`: the command in words and values, for its key."""

    what: tuple[Any, ...]
    action: Action

    @property
    def key(self) -> str:
        """What it is called, without the action's own fields."""
        return ".".join(_spelled(self.what))


class Done(Command, frozen=True):
    """Go on with what is drawn or chosen."""


class Erase(Command, frozen=True):
    """Begin again."""


class Photograph(Command, frozen=True):
    """Have the camera look."""


class Answer(Command, frozen=True):
    """Yes or no to the question that is asked."""

    yes: bool


class Next(Command, frozen=True):
    """Go on to what comes next; nothing is drawn or chosen."""


class Leave(Command, frozen=True):
    """Leave it as it is, or leave at all."""


class Use(Command, frozen=True):
    """Have what was told count."""


class Earlier(Command, frozen=True):
    """Back to what came before."""


class Photo(Command, frozen=True):
    """Lay the photograph under the drawing, or take it away."""


class Seat(Command, frozen=True):
    """Show that player."""

    seat: int


class Row(Command, frozen=True):
    """Show that row of the score sheet."""

    row: str


class Receipt(Command, frozen=True):
    """Light up what paid that reason; the same again lights up all."""

    index: int


class Page(Command, frozen=True):
    """Open a page over this one."""

    name: str


class Speak(Command, frozen=True):
    """Have the screens in that language."""

    language: str


# Parts ---------------------------------------------------------------------------------------------------------


class Part(msgspec.Struct, frozen=True):
    """Something that can be shown."""

    WIDGET: ClassVar[str]
    """`module:name` of what makes its widget from the part and a `pi_app.ui.steps.port.Port`; a class with a method
    `show(part)` is used again for other parts of the same kind and shape.
    """
    EDGED: ClassVar[bool] = True
    """Whether a stage keeps off the edges of the screen."""

    def shape(self) -> Hashable:
        """What must be alike for one widget to show two parts of this kind, one after the other."""
        return None

    def still(self) -> Part:
        """The same to look at alone."""
        return self


class Gap(Part, frozen=True):
    """The room that the others leave."""

    WIDGET: ClassVar = "pi_app.ui.steps.sentences:GapBox"


class Words(Part, frozen=True):
    """A sentence; `seat` puts a player's badge before it, `icon` a picture."""

    WIDGET: ClassVar = "pi_app.ui.steps.sentences:WordsRow"
    text: str
    tone: Tone = "plain"
    seat: int | None = None
    icon: str = ""

    def shape(self) -> Hashable:
        """A badge or a picture is there or not."""
        return self.seat is not None, bool(self.icon)


MAX_PROBLEMS: Final = 2
"""Sentences on what is wrong that there is room for."""


def problem_words(broken: Iterable[str], advice: Iterable[str] = ()) -> tuple[Words, ...]:
    """What is wrong or doubtful, the weightiest first: rules that are broken, then advice."""
    wrong = (Words(text, "wrong", icon="warn") for text in broken)
    doubtful = (Words(text, "ask", icon="warn") for text in advice)
    return tuple(islice(chain(wrong, doubtful), MAX_PROBLEMS))


class Tap(Part, frozen=True):
    """A button: what it does, and what it says."""

    WIDGET: ClassVar = "pi_app.ui.steps.buttons:TapRow"
    does: Command
    text: str
    note: str = ""
    icon: str = ""
    role: Role = "alternative"
    on: bool = True
    chosen: bool = False
    seat: int | None = None
    warns: bool = False
    """Whether what it goes on with breaks a rule that the table must accept."""


class Taps(Part, frozen=True):
    """Buttons side by side; those without words are as wide as their icon. `framed`: parts of one thing."""

    WIDGET: ClassVar = "pi_app.ui.steps.buttons:TapsRow"
    taps: tuple[Tap, ...]
    framed: bool = False
    big: int = 0
    """How large words may be, in sp; 0: as large as usual."""


class Named(Part, frozen=True):
    """Buttons side by side, and before them what they are about."""

    WIDGET: ClassVar = "pi_app.ui.steps.buttons:NamedRow"
    label: str
    taps: Taps


class Slide(Part, frozen=True):
    """A list, one part below the other, which slides where it is too long. `name`: another list begins at its top."""

    WIDGET: ClassVar = "pi_app.ui.steps.buttons:SlideBox"
    name: str
    parts: tuple[Part, ...]
    low: int = 52
    """How high its buttons are, in dp."""
    columns: int = 1

    def shape(self) -> Hashable:
        """The same list."""
        return self.name, self.columns


class Number(Part, frozen=True):
    """The one number that a step is about, large, with what it counts."""

    WIDGET: ClassVar = "pi_app.ui.steps.sentences:NumberBox"
    number: str
    words: str
    tone: Tone = "plain"


class AnswerButton(Part, frozen=True):
    """An answer with what it is worth, and the rules that only it would break."""

    WIDGET: ClassVar = "pi_app.ui.steps.reasons:AnswerRow"
    does: Command
    words: str
    points: str
    icon: str
    tone: Tone = "good"
    broken: tuple[str, ...] = ()


class PlayerTab(msgspec.Struct, frozen=True):
    """A player as a tab, which is tapped to be seen."""

    seat: int
    name: str

    @property
    def does(self) -> Command:
        """Show that player."""
        return Seat(self.seat)


class SeatTab(PlayerTab, frozen=True):
    """Whether that player is on the screen, and whether they are done."""

    chosen: bool
    done: bool


class SeatTabs(Part, frozen=True):
    """The players as round tabs, where all play at once."""

    WIDGET: ClassVar = "pi_app.ui.steps.players:SeatTabsRow"
    tabs: tuple[SeatTab, ...]


class SeatPoints(PlayerTab, frozen=True):
    """That player with the points of the row that is shown."""

    points: int
    chosen: bool


class PointsTabs(Part, frozen=True):
    """The players with their points as tabs; `named`: there is room for names."""

    WIDGET: ClassVar = "pi_app.ui.steps.players:PointsTabsGrid"
    seats: tuple[SeatPoints, ...]
    named: bool = False


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """One reason for points: what, how many times how much, and whether what paid is lit."""

    does: Command
    words: str
    sum: str = ""
    points: int
    star_type: str = ""
    chosen: bool = False


class Reasons(Part, frozen=True):
    """Reasons for points, one below the other; the list slides where it is too long."""

    WIDGET: ClassVar = "pi_app.ui.steps.reasons:ReasonsList"
    reasons: tuple[Reason, ...]


class Grid(Part, frozen=True):
    """A title and large buttons in columns, as a stage. `seat`: whose badge stands before the title."""

    WIDGET: ClassVar = "pi_app.ui.steps.buttons:GridBox"
    title: str
    taps: tuple[Tap | Taps, ...]
    columns: int = 2
    words: tuple[str, ...] = ()
    seat: int | None = None
    big: int = 0
    """How large words may be, in sp, on buttons that take all the room there is; 0: they are as high as usual."""

    def shape(self) -> Hashable:
        """As many lines above the buttons."""
        return bool(self.title), len(self.words), self.seat is not None


class Board(Part, frozen=True):
    """A board as a stage, with a way to its photograph in the corner, and words below."""

    WIDGET: ClassVar = "pi_app.ui.steps.boards:BoardBox"
    board: Part
    words: Words
    photo: bool | None = None
    """Whether the photograph of the board is shown; None where there is none."""

    def shape(self) -> Hashable:
        """The same kind of board."""
        return type(self.board), self.board.shape()

    def still(self) -> Board:
        """Without a way to its photograph, and without words on what to touch."""
        return replace(self, photo=None, words=Words(""))


class Card(Part, frozen=True):
    """Sentences on a sheet of their own, as a stage, and a drawing below them where room is left."""

    WIDGET: ClassVar = "pi_app.ui.steps.sentences:CardBox"
    lines: tuple[Words, ...]
    drawing: Drawing = ()
    sky: Part | None = None
    """A board in the place of the drawing."""

    def shape(self) -> Hashable:
        """With the board or with a drawing."""
        return self.sky is not None


class Code(Part, frozen=True):
    """A text as a QR code, as a stage."""

    WIDGET: ClassVar = "pi_app.ui.widgets.code:CodeBox"
    text: str


class Picture(Part, frozen=True):
    """A picture as a stage: the bytes of a PNG file."""

    WIDGET: ClassVar = "pi_app.ui.widgets.sketch:PictureBox"
    png: bytes


class Cover(Part, frozen=True):
    """Hides what the last player saw, until the next one has the screen."""

    WIDGET: ClassVar = "pi_app.ui.steps.players:CoverBox"
    seat: int
    name: str
    title: str
    words: str
    sky: Part | None = None
    """The open part of the game, above."""

    def shape(self) -> Hashable:
        """With the sky or without."""
        return self.sky is not None


def _touches(part: Part) -> bool:
    """Whether that part is there for fingers, or tells them what to do."""
    return isinstance(part, Tap | Taps | AnswerButton) or (isinstance(part, Words) and part.tone == "muted")


# A step --------------------------------------------------------------------------------------------------------


class StepView(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a game. `tabs` lie above stage and panel; the panel is absent where it has nothing to show."""

    frame: Frame
    stage: Part
    seats: SeatTabs | PointsTabs | None = None
    """The players, on top of the panel, where one of several is shown."""
    headline: Words | None = None
    hero: Part | None = None
    """The one number or small board that the step is about."""
    panel: tuple[Part, ...] = ()
    tabs: tuple[Tap, ...] = ()
    pending: Pending | None = None
    """A question over everything."""
    panel_dp: int = PANEL_DP
    broad: bool = False
    """Whether the stage has use for the width that the score sheet would take beside it."""
    busy: bool = False
    """Whether more of it comes by itself: a robot that waits for rest waits for it."""

    def still(self) -> StepView:
        """The same to look at alone: without buttons, hints on what to touch, and questions."""
        stage = self.stage.still()
        return replace(
            self, stage=stage, panel=tuple(part for part in self.panel if not _touches(part)), tabs=(), pending=None
        )

    def blocks(self) -> tuple[Part, ...]:
        """Players, headline, hero and panel from the top; the way on at the bottom, below the room that is left."""
        parts = [part for part in (self.seats, self.headline, self.hero, *self.panel) if part is not None]
        if not parts:
            return ()
        ways = [part for part in parts if isinstance(part, Tap) and part.role == "progress"]
        return (*(part for part in parts if part not in ways), Gap(), *ways)
