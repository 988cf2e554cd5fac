"""Plays digital games: bots at the seats, nature dealt from a generator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Literal

import msgspec

from engines.bots import Bot
from engines.errors import NotPossible
from engines.game import NATURE, Game, S, State
from engines.record import ActionLine, Header, Record, ResultLine


class Turn(msgspec.Struct, frozen=True, gc=False):
    """One action of a playout and the state after it."""

    action: Any
    source: Literal["dealer", "bot"]
    state: Any


def turns(game: Game[Any, Any], state: State, bots: Sequence[Bot], rng: Random) -> Iterator[Turn]:
    """Play on to the end, the first seat to move first; `bots[k]` plays seat k and sees only its view.

    Bots and dealers are trusted to act legally. Raises NotPossible where the game outlasts its bound.
    """
    to_move, deal, view, play, turned_out = game.to_move, game.deal, game.view, game.play, game.turned_out
    source: Literal["dealer", "bot"]
    for _ in range(game.max_actions + 1):
        seats = to_move(state)
        if not seats:
            return
        seat = seats[0]
        if seat == NATURE:
            action, source = deal(state, rng), "dealer"
        else:
            action, source = turned_out(state, bots[seat](game, view(state, seat), seat, rng), rng), "bot"
        state = play(state, action)
        yield Turn(action, source, state)
    raise NotPossible(
        "playout.too_long", "a game of {name} did not end within {n} actions", game.name, game.max_actions
    )


def ended(game: Game[S, Any], players: Sequence[str], bot: Bot, rng: Random) -> S:
    """The last state of a game with the same bot at every seat."""
    *_earlier, last = turns(game, game.setup(players), [bot] * len(players), rng)
    state: S = last.state
    return state


def play_record(game: Game[Any, Any], header: Header, bots: Sequence[Bot], rng: Random) -> tuple[Record, State]:
    """A whole game as a record that ends with its result, and its last state."""
    state: State = game.setup(header.players, game.decode_options(header.options))
    lines: list[ActionLine | ResultLine] = []
    for turn in turns(game, state, bots, rng):
        action = game.encode_action(turn.action)
        lines.append(ActionLine(n=len(lines) + 1, seat=turn.action.seat, action=action, source=turn.source))
        state = turn.state
    return Record(header, (*lines, ResultLine.of(game.score(state)))), state
