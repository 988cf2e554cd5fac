"""What the app knows of one game: an object that the common rooms (start, players, sheet, menu, undo, lights) ask."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from engines.bots import LEVELS
from engines.errors import BadInput, Finding
from engines.game import NATURE
from engines.registry import broken_game, games, load, parts_of, score_pad_of
from engines.rulebook import rulebook
from hardware.lights import Scene as LightScene
from pi_app.i18n import _

if TYPE_CHECKING:
    from engines.bots import Reason
    from engines.game import Action, PlayerScore, Receipt
    from pi_app.presenters.disputes import Dispute
    from pi_app.presenters.navigator import Navigator
    from pi_app.presenters.rule_drawings import Drawing
    from pi_app.steps.view import Part


class Choice(msgspec.Struct, frozen=True):
    """An option that the table settles before a game: the engine's name for it, and its values in words.

    The first value is the one a newcomer gets. Values are what the record's header keeps.
    """

    option: str
    words: str
    values: tuple[tuple[str, str], ...]


class Topic(msgspec.Struct, frozen=True):
    """One card of the rules in our own words."""

    title: str
    lines: tuple[str, ...]


class StartPage(msgspec.Struct, frozen=True):
    """A page of a game that the start screen offers while no game is open: its name, words, icon, and its folder."""

    page: str
    words: str
    icon: str
    folder: str = ""


class AppGame(ABC):
    """One game on the screens. Stateless: the navigator and the table it holds are what is.

    A game says `name`, `steps`, `screen`, `row_words` and `help`; everything else has a default that serves.
    """

    name: str
    """As `engines.registry.GameParts.name`."""
    steps: Mapping[str, str] = {}
    """Its screens by name: `module:Class` of a `pi_app.steps.presenter.StepPresenter`, below the game's package."""
    driver: str = ""
    """`module:class` of the `pi_app.autoplay.base.Autoplay` that plays it through its screens; empty: none."""
    sketch: str = ""
    """`module:function(game, state, players)`: its boards for onlookers, from a state without secrets."""
    secret: str = ""
    """`module:function(game, view, seat)`: what only that player may know, as boards, from that seat's own view."""
    simulated: str = ""
    """`module:class(table, seed)` whose `prepare(nav, seat)` has that seat's board lie on the simulated table as its
    player would have it now; empty: its boards are not simulated.
    """
    emblem: str = ""
    """`module:function(pen, radius)`: the strokes of its emblem; empty: the app's own."""
    traveller: str = "pi_app.presenters.shapes:star"
    """`module:function(at, size, seat)`: the shapes at the end of a player's way in the picture of how a game ended."""
    action_words: Mapping[str, tuple[str, str]] = {}
    """Kind of action -> what can be done, and how, for somebody who does it for the first time."""
    step_names: Mapping[str, str] = {}
    """Kind of action -> what an undo would take back, in two or three words, as a message with the player's `name` and
    the action's fields."""
    broken_rules: Mapping[str, str] = {}
    """Rule -> that it is broken, in a few words, as a message."""
    row_names: Mapping[str, str] = {}
    """Row of the score pad -> what the rule book calls it, as a message."""
    short_row_names: Mapping[str, str] = {}
    """The same as the head of a narrow column: one short word."""
    told: Mapping[str, str] = {}
    """Screen -> what is told there by the table, where it is nobody's turn, as a message."""
    bot_reasons: Mapping[str, str] = {}
    """Code of a bot's reason -> its sentence, as a message with the reason's parameters."""
    rule_cards: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The rules as cards: a title and lines each, as messages of the catalogues."""
    rule_drawings: tuple[Drawing, ...] = ()
    """A drawing a card, in their order."""
    points_card: int = 0
    """The card that says what pays."""
    level_words: str = ""
    """What the score pad asks for where the most points are level, as a message; empty: they share the victory."""
    pad_units: Mapping[str, int] = {}
    """Rows of the score pad that count things -> the points of each: the pad asks for how many there are."""
    pad_across: bool = False
    """Whether the pad is filled row by row, for all players each, as after every round; else player by player."""
    bots_at_table: bool = False
    """Whether a bot can take over a seat at the table: nothing that it must know is hidden from the screen."""
    later_passes: bool = False
    """Whether the table chooses, where a correction has later drawings break a rule, that they are passes."""
    rare_rows: frozenset[str] = frozenset()
    """Rows that only few games score: left out of the printed sheet where nobody did."""
    disputes: str = ""
    """`module:function(nav)`: what of the present screen the host of an evening could decide, a
    `pi_app.presenters.disputes.Dispute` or None; empty: nothing.
    """
    corrections: str = "pi_app.games.corrections:Corrections"
    """`module:class` of the `pi_app.games.corrections.Corrections` that says how its entries are put right."""
    explains_rows: bool = False
    """Whether the page `why` has something to show for the rows of the sheet."""
    printed: str = ""
    """`module:class` of the `pi_app.table.export_pdf.Printed` that draws its part of the printed sheet."""

    def title(self) -> str:
        """The game's name in the language in use."""
        return _(parts_of(self.name).title)

    def screens(self) -> Mapping[str, str]:
        """The presenters of the screens that only this game has, by name; `why` and `help` may replace the common
        ones."""
        package = type(self).__module__.rpartition(".")[0]
        return {name: f"{package}.{presenter}" for name, presenter in self.steps.items()}

    def rooms(self) -> Mapping[str, str]:
        """Those of the screens of this game that are open while no game is played."""
        return {}

    def start_pages(self) -> tuple[StartPage, ...]:
        """Which of them the start screen offers now."""
        return ()

    @abstractmethod
    def screen(self, nav: Navigator) -> str:
        """The screen that the present state asks for."""

    def light(self, nav: Navigator) -> LightScene:
        """What the round lights show."""
        if nav.open_table.over:
            return LightScene("finished")
        lamps = self.lamps(nav)
        return LightScene() if lamps is None else LightScene("round", lamps)

    def lamps(self, nav: Navigator) -> int | None:
        """How many of the six round lights tell how far the game has come; None: it lights none."""
        return None

    def step_words(self, kind: str, player: str | None, action: dict[str, Any]) -> str:
        """What an undo would take back, in two or three words."""
        if kind == "correction":
            return _("correction: {name}").format(name=player or "")
        words = self.step_names.get(kind)
        return kind if words is None else _(words).format_map(defaultdict(str, {**action, "name": player or ""}))

    def rule_words(self, rule: str, fallback: str) -> str:
        """A broken rule in a few words; `fallback` where there are none for it."""
        return _(self.broken_rules[rule]) if rule in self.broken_rules else fallback

    # Setting a game up -----------------------------------------------------------------------------------------

    def seats(self) -> tuple[int, int]:
        """The fewest and the most players."""
        return score_pad_of(self.name).seats

    def choices(self, digital: bool) -> tuple[Choice, ...]:
        """What the table settles before a game, at the table or on the screen."""
        return ()

    def silent_points(self, digital: bool) -> tuple[Choice, ...]:
        """What else the book leaves open, in the language in use: a sentence each, the first value for new games."""
        asked = {choice.option for choice in self.choices(digital)} | {*self.options(False), *self.options(True)}
        points = (option for option in rulebook(self.name).options if option.ask)
        return tuple(self.asked(option.name) for option in points if option.name not in asked)

    def asked(self, name: str) -> Choice:
        """An option of the game's rules as it is asked, in the language in use."""
        option = next(option for option in rulebook(self.name).options if option.name == name)
        return Choice(name, _(option.ask), tuple((value, _(said)) for value, said in option.answers.items()))

    def handicaps(self) -> tuple[tuple[int, str], ...]:
        """Points that a player may begin with, and how that is said; none where points do not decide the game."""
        return tuple((points, f"+{points}") for points in (5, 10, 15, 20))

    def options(self, digital: bool) -> dict[str, Any]:
        """Options that go without saying when the game is played in this way."""
        return {}

    def bots(self) -> tuple[str, ...]:
        """Bots that may take a seat on the screen, the weakest first, by the engine's names."""
        return LEVELS if parts_of(self.name).bots else ("random",)

    def reason_words(self, reason: Reason | None) -> str:
        """Why a bot does what it does, in a sentence; empty where it does not say."""
        if reason is None or reason.code not in self.bot_reasons:
            return ""
        return _(self.bot_reasons[reason.code]).format(**reason.params)

    # While it is played ----------------------------------------------------------------------------------------

    def leaving(self, nav: Navigator, seat: int) -> Action | None:
        """What the record says where that player leaves a table that plays on without a bot, or comes back; None: the
        table cannot."""
        return None

    def left(self, nav: Navigator) -> frozenset[int]:
        """The seats that such a table passes over."""
        return frozenset()

    def people_look(self, nav: Navigator) -> bool:
        """Whether a summary is up that people end by a touch even where a bot would go on."""
        return False

    def kinds_now(self, nav: Navigator) -> dict[str, tuple[int, ...]]:
        """Kinds of actions that can be taken now -> the seats that may; nature's are anybody's (no seat)."""
        table = nav.open_table
        found: dict[str, list[int]] = {}
        for seat in table.game.to_move(table.state):
            if seat != NATURE:
                for kind in dict.fromkeys(_tag(action) for action in table.game.legal_actions(table.state, seat)):
                    found.setdefault(kind, []).append(seat)
        return {kind: tuple(seats) for kind, seats in found.items()}

    def what_now(self, nav: Navigator) -> tuple[str, ...]:
        """What can be done now, where the common words do not say enough."""
        told = self.told.get(self.screen(nav))
        return () if told is None else (_(told),)

    def guide(self, nav: Navigator) -> str | None:
        """The step of the guide through a first game; None: the common one."""
        return None

    def past_screen(self, nav: Navigator) -> str:
        """The screen that shows an earlier state to all, also where hands are hidden."""
        return self.screen(nav)

    def certain(self, nav: Navigator) -> Action | None:
        """What lies on the table for certain although nobody has told it; None: the table is asked."""
        return None

    def dispute(self, nav: Navigator) -> Dispute | None:
        """What of the present screen the host of an evening could decide."""
        found: Dispute | None = load(self.disputes)(nav) if self.disputes else None
        return found

    # The score sheet -------------------------------------------------------------------------------------------

    def rows(self, nav: Navigator) -> tuple[str, ...]:
        """The rows of the score pad in the rule book's order, by the engine's names."""
        return score_pad_of(self.name).rows

    def row_words(self, row: str) -> str:
        """A row in words, as the rule book calls it."""
        return _(self.row_names[row]) if row in self.row_names else row

    def short_row_words(self, row: str) -> str:
        """A row as the head of a narrow column: a numeral or one short word."""
        return _(self.short_row_names[row]) if row in self.short_row_names else self.row_words(row)

    def reason_of(self, row: str, receipt: Receipt) -> str:
        """What a receipt pays for, in a few words; empty where its row says it."""
        return ""

    def explained(self, row: str) -> bool:
        """Whether the page `why` has something to show for that row."""
        return self.explains_rows

    def can_explain(self, nav: Navigator, seat: int) -> bool:
        """Whether the page `why` has something to show of that player yet: their board is there."""
        return True

    def pad_page(self) -> tuple[str, str]:
        """The page that fills the score pad from the boards, and words for it; empty where there is none."""
        return "", ""

    def corrected_rows(self, nav: Navigator, seat: int) -> frozenset[str]:
        """The rows of that player that were put right after the fact."""
        return frozenset()

    def rank(self, score: PlayerScore) -> tuple[int, ...]:
        """What places are given by, the best smallest: points first, then the rule book's tie breaks."""
        return (-score.total,)

    def verdict(self, nav: Navigator) -> str | None:
        """The closing words of a game that is over; None: who won, in the common words."""
        return None

    def notes(self, nav: Navigator) -> tuple[str, ...]:
        """What else must be said below the sheet: how much the table accepted against the rules."""
        accepted = len({o.n for o in nav.open_table.replay.overruled})
        words = self.accepted_words(accepted) if accepted else ""
        return (words.format(n=accepted),) if words else ()

    def accepted_words(self, count: int) -> str:
        """That so many steps (`{n}`) were accepted against the rules; empty where nothing is said of it."""
        return ""

    # Help ------------------------------------------------------------------------------------------------------

    def help(self) -> tuple[Topic, ...]:
        """The rules as cards, the first one first to read, in the language in use."""
        return tuple(Topic(_(title), tuple(_(line) for line in lines)) for title, lines in self.rule_cards)

    def help_card(self, nav: Navigator) -> int | None:
        """The rule card that fits the present screen; None: no one more than another."""
        return None

    def rule_card(self, topic: int, lines: tuple[str, ...]) -> Part | None:
        """The card with that number, which says `lines`, where the game draws it itself; None: see `rule_drawings`."""
        return None


def _tag(action: Any) -> str:
    return str(type(action).__struct_config__.tag)


@cache
def _apps() -> tuple[dict[str, AppGame], tuple[Finding, ...]]:
    apps: dict[str, AppGame] = {}
    broken = []
    for game in games().values():
        if game.app is not None:
            try:
                apps[game.name] = _app(game.app)
            except Exception as error:  # whatever somebody else's package does, the other games go on
                broken.append(broken_game(game.name, error))
    return apps, tuple(broken)


def _app(part: str) -> AppGame:
    app = load(part)
    if not isinstance(app, AppGame):
        raise BadInput("game.app", "{part} is no AppGame", part)
    return app


def offered() -> tuple[str, ...]:
    """The games that have screens, in the order of the start screen."""
    return tuple(_apps()[0])


def broken_apps() -> tuple[Finding, ...]:
    """What is wrong with games whose rules can be used and whose screens cannot."""
    return _apps()[1]


def app_of(game: str) -> AppGame:
    """What the app knows of a game. Raises LookupError for one that has no screens."""
    if game not in offered():
        raise LookupError(f"{game} has no screens")
    return _apps()[0][game]
