"""Bots at a table on the screen: they think in a child process, and play slowly enough to be followed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.bots import Reason, choice_of, find_bot, get_ready
from engines.errors import BadInput
from engines.registry import open_game
from hardware.worker import Worker
from pi_app.i18n import _

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator
    from pi_app.table.session import TableSession

PAUSE_S: Final = 1.1
"""Seconds for which the screen shows what a bot did, before the next bot's turn."""
SHORT_PAUSE_S: Final = 0.6
"""The same between two actions of one bot."""
MAX_THOUGHT_S: Final = 60.0


class Thought(msgspec.Struct, frozen=True):
    """What a bot is asked: it sees its own view (JSON of the game's state) and no more."""

    game: str
    pack: str
    bot: str
    seat: int
    view: bytes
    chance: str
    """What its chance is drawn from: the same thought twice gives the same action."""


class Answered(msgspec.Struct, frozen=True):
    """What a bot does, in its record form, and why."""

    action: dict[str, Any]
    reason: Reason | None


class BotBrain:
    """The child's side: asks bots. After a bot's first answer it gets ready for the others, beside what people do."""

    def __init__(self) -> None:
        self._ready: set[tuple[str, str, str]] = set()

    def __call__(self, thought: Thought) -> Answered:
        """What the bot does. Raises BadInput for an unknown bot."""
        game = open_game(thought.game, thought.pack)
        view = msgspec.json.decode(thought.view, type=game.state_type)
        bot = find_bot(thought.game, thought.bot)
        choice = choice_of(bot, game, view, thought.seat, Random(thought.chance))
        who = thought.game, thought.pack, thought.bot
        if who not in self._ready:
            self._ready.add(who)
            Thread(target=get_ready, args=(bot, game), name=f"{thought.bot} gets ready", daemon=True).start()
        return Answered(game.encode_action(choice.action), choice.reason)


class BotSeats:
    """Plays the bots' seats of the game in progress. `tick` is called every frame and never waits.

    `pause`: whether what a bot did is left on the screen for a moment. The child begins with the first thought.
    """

    def __init__(self, nav: Navigator, *, pause: bool = True, clock: Callable[[], float] = monotonic) -> None:
        self.pause = pause
        self._nav = nav
        self._clock = clock
        self._worker: Worker | None = None
        self._asked: tuple[int, int, int] | None = None
        """The game, the record's length and the seat that the bot is thinking about."""
        self._ticket = 0
        self._last: tuple[int, float] = (-1, -1e9)
        """The seat that acted last, and when."""

    def tick(self) -> None:
        """Ask the bot that is to move, or play what it answered."""
        nav = self._nav
        seat = nav.bot_to_move
        if seat is None:
            nav.hurried = nav.hurried and nav.table is not None and nav.place.page is not None
            return
        if nav.place.page is not None:
            return
        table = nav.open_table
        now = table.game_id, table.length, seat
        if self._asked != now:
            self._ask(table, now)
        elif self._rested(seat) or self._all_at_once(table):
            self._play(table, seat)

    def close(self) -> None:
        """End the child. May be called twice."""
        if self._worker is not None:
            self._worker.close()
        self._worker = None
        self._asked = None

    def _ask(self, table: TableSession[Any, Any], now: tuple[int, int, int]) -> None:
        if self._asked is not None:
            self.close()  # it still thinks about a table that is no more: after an undo, or in another game
        if self._worker is None:
            self._worker = Worker(BotBrain, name="the bots", limit=MAX_THOUGHT_S)
        seat, header = now[2], table.header
        view = msgspec.json.encode(table.game.view(table.state, seat))
        bot = self._nav.bots_of(table.game_id)[seat]
        chance = f"{header.seed}:{bot}:{seat}:{table.length}"
        self._ticket = self._worker.ask(Thought(header.game, header.pack, bot, seat, view, chance))
        self._asked = now

    def _rested(self, seat: int) -> bool:
        if not self.pause or self._nav.hurried:
            return True
        last, then = self._last
        return self._clock() - then >= (SHORT_PAUSE_S if last == seat else PAUSE_S)

    def _all_at_once(self, table: TableSession[Any, Any]) -> bool:
        """Whether people are to move as well: nobody watches then, and nobody likes to wait."""
        bots = self._nav.bots_of(table.game_id)
        return any(seat not in bots for seat in table.game.to_move(table.state))

    def _play(self, table: TableSession[Any, Any], seat: int) -> None:
        assert self._worker is not None, "a bot was asked"
        for answer in self._worker.poll():
            if answer.ticket != self._ticket:
                continue
            self._asked = None
            self._last = seat, self._clock()
            if answer.failure is not None or not self._done(table, seat, answer.value):
                self._nav.release_bot(seat)
                self._nav.warn(partial(_stuck_words, table.players[seat]))
                self._nav.changed()

    def _done(self, table: TableSession[Any, Any], seat: int, answered: Answered) -> bool:
        try:
            action = table.game.decode_action(seat, answered.action)
        except BadInput:
            return False
        return self._nav.act(action, source="bot", why=answered.reason)


def _stuck_words(name: str) -> str:
    return _("{name} cannot go on: somebody may play for it.").format(name=name)
