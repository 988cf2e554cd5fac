"""Replays the records of tables, line by line as they arrive: nothing counts that does not follow from its record."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

import msgspec
import sqlalchemy as sa

from engines.errors import BadInput
from engines.game import Game
from engines.record import Fold, Header, Line, RecordError, ResultLine, parse_line
from engines.registry import open_game
from hub.database import schema
from hub.database.store import Transaction

CACHED_GAMES: Final = 1_000
"""Games that stay folded in memory; others are folded anew from the database when a line comes."""
RESCORE_INTERVAL_MS: Final = 2_000
"""A game in progress is scored once in this time at most: lines of one action come in several batches."""
Opener: TypeAlias = Callable[[str, str], Game[Any, Any]]
_headers = msgspec.json.Decoder(Header)


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What replaying a record says so far.

    `state`: live; finished (over, and its result follows from it); unfinished (a result before the end); aside (it
    does not replay: `line` of the record, `rule` and `why` say where).
    """

    state: str
    why: str = ""
    rule: str = ""
    sheet: str | None = None
    totals: tuple[int, ...] = ()


class Follower:
    """One record, folded as far as it has arrived."""

    def __init__(self, header: bytes, opener: Opener) -> None:
        self.lines = 0
        """How many lines it has folded, without results."""
        self.kept_since = 0
        """Bytes of lines that came after the one that failed: evidence, of which there is enough at some time."""
        self._broken: Verdict | None = None
        self._fold: Fold[Any, Any] | None = None
        self._ended: str | None = None
        self._totals: tuple[int, ...] = ()
        self._scored_at: int | None = None
        self.stale = False
        """Whether the totals of the last verdict were those of a moment before."""
        try:
            read = _headers.decode(header)
            self._fold = Fold(opener(read.game, read.pack), read)
        except (BadInput, msgspec.DecodeError) as error:
            self._break(error)

    def add(self, line: Line, size: int) -> None:
        """One more line of so many bytes; never fails."""
        closing = isinstance(line, ResultLine)
        self.lines += not closing
        self._ended = None
        if self._fold is None or self._broken is not None:
            self.kept_since += size
            return
        if closing and not self._fold.game.is_over(self._fold.state):
            self._ended = "unfinished"
            return
        try:
            self._fold.add(line)
        except BadInput as error:
            self._break(error)
        except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
            self._break(BadInput("record.line_fails", "line {line}: {name}", self.lines, type(error).__name__))
        else:
            self._ended = "finished" if closing else None

    def _break(self, error: Exception) -> None:
        rule = error.rule if isinstance(error, RecordError) else None
        self._broken = Verdict(
            state="aside", why=" ".join(str(error).replace("\0", " ").split())[:500], rule=(rule or "")[:120]
        )

    def verdict(self, now: int) -> Verdict:
        """What the record says as it stands; a game in progress is scored every `RESCORE_INTERVAL_MS` at most."""
        self.stale = False
        if self._broken is not None or self._fold is None:
            return self._broken or Verdict(state="aside")
        if self._ended is None and self._scored_at is not None and 0 <= now - self._scored_at < RESCORE_INTERVAL_MS:
            self.stale = True
            return Verdict(state="live", totals=self._totals)
        sheet = self._fold.game.score(self._fold.now.state)
        self._totals, self._scored_at = tuple(player.total for player in sheet.players), now
        if self._ended is None:
            return Verdict(state="live", totals=self._totals)
        return Verdict(state=self._ended, sheet=msgspec.json.encode(sheet).decode(), totals=self._totals)


class Followers:
    """The records that are being played, folded. For one thread."""

    def __init__(self, opener: Opener = open_game, kept: int = CACHED_GAMES) -> None:
        self._opener = opener
        self._kept = kept
        self._all: OrderedDict[int, Follower] = OrderedDict()

    def of(self, tx: Transaction, game: int, header: str, lines: int) -> Follower:
        """The record of a game of which the database holds so many lines, all of them folded."""
        known = self._all.get(game)
        if known is None or known.lines != lines:
            known = self._anew(tx, game, header)
        self.keep(game, known)
        return known

    def begin(self, header: str) -> Follower:
        """A record that begins now."""
        return Follower(header.encode(), self._opener)

    def keep(self, game: int, follower: Follower) -> None:
        """Have it at hand when the next line comes."""
        self._all[game] = follower
        self._all.move_to_end(game)
        while len(self._all) > self._kept:
            self._all.popitem(last=False)

    def at_hand(self, game: int) -> Follower | None:
        """A record that is kept folded."""
        return self._all.get(game)

    def forget(self, games: Iterable[int]) -> None:
        """What was folded was not stored after all."""
        for game in games:
            self._all.pop(game, None)

    def _anew(self, tx: Transaction, game: int, header: str) -> Follower:
        lines = schema.lines
        rows = tx.rows(sa.select(lines.c.line).where(lines.c.game_id == game).order_by(lines.c.n, lines.c.result))
        follower = self.begin(header)
        for number, row in enumerate(rows, start=2):
            follower.add(parse_line(row.line.encode(), number), len(row.line))
        return follower
