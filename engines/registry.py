"""The games that are installed, and where the parts of each are.

A distribution announces a game by an entry point of the group `planisphere.games`: its name is the game's, its value
a `GameParts`. Ours do it like anybody else's. Parts are loaded when they are asked for, so one game never pays for
another.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.errors import BadInput, Finding, finding

if TYPE_CHECKING:
    from gettext import GNUTranslations
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

    from engines.game import Game
    from engines.pad import ScorePad

GROUP: Final = "planisphere.games"
PAD: Final = "pad"
"""What stands in the place of a pack where a table kept only the score pad."""
OTHER: Final = "other"
"""Any game that has no engine: the options of its record describe it (`engines.described`), and it has only a pad."""


class GameParts(msgspec.Struct, frozen=True, kw_only=True):
    """What a game consists of. A part is `module:name`; without an app the game is not on the start screen."""

    name: str
    """As records write it: lower-case letters, digits and underscores."""
    title: str
    """In English; the message that its catalogues translate."""
    rules: str
    """Its `engines.game.Game`."""
    pad: str
    """Its `engines.pad.ScorePad`."""
    package: str
    """The package that holds its files: `rules.toml`; in `packs` its packs as `NAME.json` (`house` goes without
    saying); in `locale` its own catalogues, where the app's do not translate it; in `records` games to test with.
    """
    bots: str | None = None
    """`dict` of bots by name, the weakest first; `random` is there without it."""
    best: str | None = None
    """`best(game, view, seat) -> action`: the answer after which that seat has most points, exactly. Without it the
    bots are asked.
    """
    pack_check: str | None = None
    """`check_pack(data) -> engines.packcheck.PackReport`."""
    app: str | None = None
    """Its `pi_app.games.app_game.AppGame`."""
    sheets: str | None = None
    """`print_pack(data, paper, look, players) -> PDF`: what `planisphere print` draws."""
    capture: str | None = None
    """The module behind `planisphere pack capture`: `configure(parser)` and `capture(arguments) -> exit code`."""
    camera: dict[str, str] = {}
    """What a camera reads of it: name -> its `pi_app.camera.kind.CameraKind`. `planisphere read` and lists of
    photographs know it by that name; what is looked at only at its time comes first.
    """
    photo_set: str | None = None
    """`write(folder, order)`: what `planisphere photos` renders."""
    self_play: dict[str, str] = {}
    """The options with which the program can play all seats and deal everything."""
    place: int = 100
    """Games are offered in this order, then by name."""


@cache
def _found() -> tuple[dict[str, GameParts], tuple[Finding, ...]]:
    from importlib.metadata import entry_points

    games: dict[str, GameParts] = {}
    troubles = []
    for point in entry_points(group=GROUP):
        try:
            parts = _announced(point)
        except Exception as error:  # whatever somebody else's package does, the other games go on
            troubles.append(broken_game(point.name, error))
            continue
        if parts.name in games:
            troubles.append(finding("game.twice", "two packages bring the game {name}: one was left out", parts.name))
        else:
            games[parts.name] = parts
    ordered = sorted(games.values(), key=lambda game: (game.place, game.name))
    return {game.name: game for game in ordered}, tuple(troubles)


def _announced(point: EntryPoint) -> GameParts:
    parts = point.load()
    if not isinstance(parts, GameParts) or parts.name != point.name:
        raise BadInput("game.announced", "{value} is no GameParts named {name}", point.value, point.name)
    return parts


def games() -> Mapping[str, GameParts]:
    """All installed games by name, in the order in which they are offered."""
    return _found()[0]


def broken_game(name: str, why: Exception) -> Finding:
    """That a game cannot be loaded."""
    return finding("game.broken", "the game {name} cannot be loaded: {why}", name, why)


def broken_games() -> tuple[Finding, ...]:
    """What is wrong with games that are installed and cannot be used."""
    return _found()[1]


def files_of(game: GameParts) -> Traversable:
    """The folder of a game's package."""
    from importlib import resources

    return resources.files(game.package)


def own_words(language: str) -> Iterator[GNUTranslations]:
    """The catalogues that games bring with them; a game whose own is damaged speaks English."""
    for game in games().values():
        with suppress(BadInput):
            if (words := words_of(game, language)) is not None:
                yield words


def words_of(game: GameParts, language: str) -> GNUTranslations | None:
    """`locale/LANGUAGE/LC_MESSAGES/GAME.mo` of a game's package, None where there is none. Raises BadInput."""
    from gettext import GNUTranslations

    file = files_of(game) / "locale" / language / "LC_MESSAGES" / f"{game.name}.mo"
    if not file.is_file():
        return None
    try:
        with file.open("rb") as words:
            return GNUTranslations(words)
    except (OSError, ValueError, struct.error) as error:
        sentence = "the words of the game {name} in the language {language} cannot be read: {why}"
        raise BadInput("game.words", sentence, game.name, language, error) from error


def game_names() -> list[str]:
    """The names of all games, sorted."""
    return sorted(games())


def parts_of(game: str) -> GameParts:
    """The parts of a game. Raises BadInput for an unknown name."""
    if game not in games():
        raise BadInput("game.unknown", "unknown game {game!r}: expected one of {known}", game, ", ".join(game_names()))
    return games()[game]


def load(part: str) -> Any:
    """The object that a part names as `module:name`, or the module where it names no object."""
    module, _, name = part.partition(":")
    found = import_module(module)
    return getattr(found, name) if name else found


def game_class(name: str) -> type[Game[Any, Any]]:
    """The class of a game. Raises BadInput for an unknown name."""
    cls: type[Game[Any, Any]] = load(parts_of(name).rules)
    return cls


@cache
def score_pad_of(game: str) -> ScorePad:
    """The pad of a game. Raises BadInput for an unknown name."""
    pad: ScorePad = load("engines.described:DescribedPad" if game == OTHER else parts_of(game).pad)()
    return pad


@cache
def open_game(name: str, pack: str = "house") -> Game[Any, Any]:
    """A game with one of the packs that come with it, or its score pad. Raises BadInput for an unknown game or pack."""
    return score_pad_of(name) if pack == PAD else game_class(name).from_pack(pack_bytes(name, pack))


def pack_names(game: str) -> list[str]:
    """The packs that come with a game, sorted. Raises BadInput for an unknown name."""
    folder = files_of(parts_of(game)) / "packs"
    return sorted(p.name.removesuffix(".json") for p in folder.iterdir() if p.name.endswith(".json"))


def pack_bytes(game: str, pack: str) -> bytes:
    """A shipped pack's JSON text. Raises BadInput if there is none of that name."""
    if pack not in pack_names(game):
        raise BadInput(
            "pack.unknown",
            "unknown pack {pack!r} of {game}: expected one of {known}",
            pack,
            game,
            ", ".join(pack_names(game)),
        )
    return (files_of(parts_of(game)) / "packs" / f"{pack}.json").read_bytes()
