"""What turns could have scored, worked out in a child process while the screen goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.coach import Adviser, Stretch, Turn, as_played, open_turns
from engines.registry import PAD, open_game
from hardware.worker import Worker
from pi_app.evening.part import host_lets
from pi_app.games.app_game import AppGame
from pi_app.i18n import Said, ngettext

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator

PAGE: Final = "better"
MAX_THOUGHT_S: Final = 60.0


class Look(msgspec.Struct, frozen=True):
    """A turn to be looked at. States are JSON of the game's state, actions have their record form."""

    game: str
    pack: str
    stretch: Stretch
    before: bytes
    after: bytes
    actions: tuple[dict[str, Any], ...]


class CoachBrain:
    """The child's side."""

    def __call__(self, look: Look) -> Turn | None:
        """The turn beside its best answer; None where there was no choice."""
        game = open_game(look.game, look.pack)
        before, after = (msgspec.json.decode(state, type=game.state_type) for state in (look.before, look.after))
        actions = [game.decode_action(look.stretch.seat, action) for action in look.actions]
        return Adviser(game).turn(look.stretch, before, after, actions)


class Found(msgspec.Struct, frozen=True):
    """What was found of a turn: nothing where its player had no choice, or nobody can say."""

    turn: Turn | None = None


class Coach:
    """Looks at turns of the game in progress, one after the other. `tick` is called every frame and never waits.

    The child begins with the first turn that somebody wants to know of, or when a game is over: its start takes longer
    than its answers. It ends when nobody wants to know any more.
    """

    def __init__(self, nav: Navigator) -> None:
        self._nav = nav
        self._worker: Worker | None = None
        self._asked: tuple[int, tuple[Any, ...]] | None = None
        """The ticket, and what identifies the turn."""
        self._wanted: tuple[Stretch, ...] = ()
        self._found: dict[tuple[int, int], tuple[tuple[Any, ...], Found]] = {}
        self._taught: tuple[int, int] = (-1, 0)
        """The game that the teacher follows, and the record's line of the last turn spoken of."""
        self._open: tuple[tuple[int, int, int], tuple[Stretch, ...]] = ((-1, -1, -1), ())
        nav.coach = self

    def turns(self) -> tuple[Stretch, ...]:
        """The turns of the game in progress that may be looked at now; none where that is not wanted or not known."""
        nav, table = self._nav, self._nav.table
        if table is None or table.header.pack == PAD or not host_lets(nav):
            return ()
        people = nav.people
        now = table.game_id, table.length, len(people)
        if self._open[0] != now:
            known = table.game.knows_choices(table.replay.states[0])
            self._open = now, open_turns(table.game, table.replay, people) if known else ()
        return self._open[1]

    def found(self, stretch: Stretch) -> Found | None:
        """What was found of that turn; None while it is not known."""
        known = self._found.get((self._nav.open_table.game_id, stretch.n))
        return known[1] if known is not None and known[0] == self._subject(stretch) else None

    def want(self, stretches: Sequence[Stretch]) -> None:
        """Look at these turns, the first one first, instead of any others."""
        self._wanted = tuple(stretches)

    def tick(self) -> None:
        """Take up an answer, ask for the next turn, or let the child go."""
        if self._worker is not None:
            self._take_up(self._worker)
        if self._nav.place.page != PAGE:
            self._wanted = ()
        wanted = (*self._wanted, *self._lessons(), *self._first_asked())
        following = next((stretch for stretch in wanted if self.found(stretch) is None), None)
        if self._asked is None and following is not None:
            self._ask(following)
        elif self._worker is not None and not wanted and not self._teaches:
            self.close()

    def close(self) -> None:
        """End the child. May be called twice."""
        if self._worker is not None:
            self._worker.close()
        self._worker = self._asked = None

    def _first_asked(self) -> tuple[Stretch, ...]:
        """Of a game that is over everybody's last turn, which the page shows first."""
        table = self._nav.table
        return tuple({turn.seat: turn for turn in self.turns()}.values()) if table is not None and table.over else ()

    @property
    def _teaches(self) -> bool:
        """Whether somebody wants to hear after each turn what would have paid more."""
        table = self._nav.table
        return self._nav.preferences.teacher and table is not None and not table.over

    def _lessons(self) -> tuple[Stretch, ...]:
        """The people's turns since the teacher spoke last; once all are known it speaks of the one that left most."""
        nav, turns = self._nav, self.turns() if self._teaches else ()
        if not self._teaches or nav.open_table.game_id != self._taught[0]:
            self._taught = (nav.open_table.game_id if self._teaches else -1, turns[-1].n if turns else 0)
            return ()
        people = nav.people
        lessons = tuple(turn for turn in turns if turn.n > self._taught[1] and turn.seat in people)
        found = [self.found(turn) for turn in lessons]
        if lessons and None not in found:
            self._taught = self._taught[0], lessons[-1].n
            known = [one.turn for one in found if one is not None and one.turn is not None]
            best = max(known, key=lambda turn: turn.left, default=None)
            if best is not None and best.left:
                nav.advise(lesson_words(nav, best))
        return lessons

    def _subject(self, stretch: Stretch) -> tuple[Any, ...]:
        table = self._nav.open_table
        return table.game_id, stretch, *as_played(table.replay, stretch)

    def _ask(self, stretch: Stretch) -> None:
        table = self._nav.open_table
        subject = self._subject(stretch)
        before, after, actions = as_played(table.replay, stretch)
        look = Look(
            table.header.game,
            table.header.pack,
            stretch,
            msgspec.json.encode(before),
            msgspec.json.encode(after),
            tuple(map(table.game.encode_action, actions)),
        )
        if self._worker is None:
            self._worker = Worker(CoachBrain, name="the coach", limit=MAX_THOUGHT_S)
        self._asked = self._worker.ask(look), subject

    def _take_up(self, worker: Worker) -> None:
        for answer in worker.poll():
            if self._asked is None or answer.ticket != self._asked[0]:
                continue
            subject, self._asked = self._asked[1], None
            game, stretch = subject[:2]
            if self._found and next(iter(self._found))[0] != game:
                self._found.clear()  # of one game at a time
            self._found[game, stretch.n] = subject, Found(answer.value)
            self._nav.changed()


def lesson_words(nav: Navigator, turn: Turn) -> Said:
    """What would have paid more, by how much, and why."""
    name, app = nav.open_table.players[turn.seat], nav.app

    def words() -> str:
        more = ngettext("{name}: {n} point more was possible.", "{name}: {n} points more were possible.", turn.left)
        return f"{more.format(name=name, n=turn.left)} {why_words(app, turn)}".rstrip()

    return words


def why_words(app: AppGame, turn: Turn) -> str:
    """Why the better turn is better: the reason of its last step that has one, and the id of its first rule."""
    reasons = (reason for reason in reversed(turn.best.reasons) if app.reason_words(reason))
    reason = next(reasons, None)
    if reason is None:
        return ""
    return " ".join((app.reason_words(reason), *(f"({rule})" for rule in reason.rules[:1])))
