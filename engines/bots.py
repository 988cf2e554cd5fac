"""Bots: players that need nobody, found by game and name.

Every game answers to three levels: `easy`, `normal` and `strong`. Bots that think also say why, as a code with
parameters and the ids of the rules that matter (`Reason`); a screen has a sentence for each code.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from engines.errors import BadInput
from engines.game import Action, Game, State
from engines.registry import load, parts_of

Bot: TypeAlias = Callable[[Any, Any, int, Random], Any]
"""`(game, view, seat, rng) -> action`: what that seat does, knowing only its own view of the state."""
LEVELS: Final = ("easy", "normal", "strong")
"""What every game's bots answer to, beside their own names."""
WEIGHTS: Final = "weights.json"
"""The file below a game's folder that holds what its bots have learnt."""
T = TypeVar("T")


class Reason(msgspec.Struct, frozen=True):
    """Why a bot does what it does."""

    code: str
    """Such as `look_at_the_stars.bot.completes`."""
    params: dict[str, int | str] = {}
    """What the sentence names: counts, colours, kinds."""
    rules: tuple[str, ...] = ()
    """Ids of the rules that make it worth doing."""


class Choice(msgspec.Struct, frozen=True):
    """What a bot does, and why; None: it does not say."""

    action: Any
    reason: Reason | None = None


class Thinking:
    """A bot that says why: as a `Bot` it gives the action alone.

    `ready` works out ahead what decisions need of a game's components. They come out the same without it, only later.
    """

    def __init__(
        self, choose: Callable[[Any, Any, int, Random], Choice], ready: Callable[[Any], None] | None = None
    ) -> None:
        self.choose = choose
        self.ready = ready

    def __call__(self, game: Any, view: Any, seat: int, rng: Random) -> Any:
        """The action."""
        return self.choose(game, view, seat, rng).action


def choice_of(bot: Bot, game: Game[Any, Any], view: State, seat: int, rng: Random) -> Choice:
    """What any bot does, with its reason where it gives one."""
    return bot.choose(game, view, seat, rng) if isinstance(bot, Thinking) else Choice(bot(game, view, seat, rng))


def get_ready(bot: Bot, game: Game[Any, Any]) -> None:
    """Has a bot work out ahead what its decisions need of that game's components; takes up to a second or so."""
    if isinstance(bot, Thinking) and bot.ready is not None:
        bot.ready(game)


def uniform(game: Game[Any, Any], view: State, seat: int, rng: Random) -> Action:
    """Any legal action, each equally likely."""
    action: Action = rng.choice(game.legal_actions(view, seat))
    return action


def bots_of(game: str) -> dict[str, Bot]:
    """The bots of a game by name; `random` is always there, and the levels: where a game does not say otherwise
    `easy` is `random`, and `normal` and `strong` are its strongest."""
    own = parts_of(game).bots
    bots: dict[str, Bot] = {"random": uniform, **(load(own) if own else {})}
    strongest = list(bots.values())[-1]
    return {"easy": bots["random"], "normal": strongest, "strong": strongest, **bots}


def find_bot(game: str, name: str) -> Bot:
    """A game's bot by name. Raises BadInput for an unknown name."""
    bots = bots_of(game)
    if name not in bots:
        raise BadInput(
            "bot.unknown",
            "unknown bot {name!r} of {game}: expected one of {known}",
            name,
            game,
            ", ".join(sorted(bots)),
        )
    return bots[name]


def learnt(package: str, kind: type[T]) -> T:
    """What the bots of a game have learnt: the `weights` of the file in its package, which also says how they were
    made."""
    data = msgspec.json.decode((resources.files(package) / WEIGHTS).read_bytes())
    return msgspec.convert(data["weights"], kind)
