"""How many touches an evening takes: records scripts for the robot, plays them, and writes the figures.

`python -m tools.figures.evenings --record` has the games' own drivers play whole evenings without looking around, and
writes what they touched to `tests/robot`. Without it the scripts there are played through `planisphere play --robot`,
in real time, and `docs/measurements/touches.json` is written.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any, Final

import msgspec

from tools.figures.robot_hand import window
from tools.measurements.data import FOLDER, Figure, Measure, Measurements, Set, load, save

SCRIPTS: Final = Path("tests/robot")
OUT: Final = FOLDER / "touches.json"
IDLE: Final[dict[str, Any]] = {"wait": "idle"}
PATIENCE_S: Final = 1800.0
"""An evening that takes longer does not end."""
HEIGHT: Final = 480
"""Of the window in which evenings are recorded and played, in pixels."""


class Evening(msgspec.Struct, frozen=True):
    """One way to play. `turn`: the touches that each turn has once, by how they begin, and on which screen;
    `game`, `per_turn`: touches at most that are wanted."""

    words: str
    name: str
    players: int
    camera: bool = False
    turn: tuple[str, ...] = ()
    screen: str = ""
    game: float | None = None
    per_turn: float | None = None
    cards_drawn: bool = False
    """Look at the Stars: whether night cards are told by two strokes; else they are tapped."""
    hands_free: bool = False
    """Whether the camera reads all boards of a round at once."""
    seed: int = 1
    """Settles what is turned over."""
    mode: str = "light"
    """How much the screen keeps, where the game asks for it."""


EVENINGS: Final[dict[str, Evening]] = {
    "star_explorer_table": Evening("Star Explorer, 2 players, by finger", "star_explorer", 2),
    "star_explorer_camera": Evening("Star Explorer, 2 players, by camera, one by one", "star_explorer", 2, camera=True),
    "star_explorer_hands_free": Evening(
        "Star Explorer, 2 players, all boards read at once",
        "star_explorer",
        2,
        camera=True,
        game=60,
        hands_free=True,
        seed=2,
    ),
    "look_at_the_stars_hands_free": Evening(
        "Look at the Stars, 3 players, all boards read at once",
        "look_at_the_stars",
        3,
        camera=True,
        game=60,
        hands_free=True,
    ),
    "look_at_the_stars_table": Evening(
        "Look at the Stars, 3 players, by finger", "look_at_the_stars", 3, turn=("done", "give_up"), per_turn=5
    ),
    "look_at_the_stars_strokes": Evening(
        "Look at the Stars, 3 players, by finger, night cards drawn",
        "look_at_the_stars",
        3,
        turn=("done", "give_up"),
        per_turn=5,
        cards_drawn=True,
    ),
    "stellar_light": Evening("Stellar, 2 players, cards at the end by camera", "stellar", 2, camera=True, game=25),
    "stellar_light_table": Evening("Stellar, 2 players, cards at the end by finger", "stellar", 2),
    "stellar_table": Evening("Stellar, 2 players, every card", "stellar", 2, mode="full"),
    "starfarers_light": Evening(
        "Starfarers, 3 players, light way",
        "starfarers",
        3,
        turn=("pair.",),
        screen="starfarers_light",
        per_turn=4,
    ),
    "starfarers_middle": Evening(
        "Starfarers, 3 players, middle way",
        "starfarers",
        3,
        turn=("pair.", "fly"),
        screen="starfarers_middle",
        per_turn=8,
        mode="middle",
    ),
    "starfarers_full": Evening("Starfarers, 3 players, everything kept: to the first roll", "starfarers", 3, game=12),
    "just_score": Evening("Just score, 2 players", "star_explorer", 2),
}
_SUMS: Final = (16, 21, 18, 9, 24, 12)


# Recording -------------------------------------------------------------------------------------------------------


class _Everything(dict[str, int]):
    """What a driver believes to have seen: all of it, so it looks at nothing."""

    def __contains__(self, _name: object) -> bool:
        return True


def record(name: str) -> list[dict[str, Any]]:
    """The lines of that evening."""
    by_hand = {"just_score": just_score, "starfarers_full": full_start}.get(name)
    return driven(EVENINGS[name]) if by_hand is None else by_hand()


def full_start() -> list[dict[str, Any]]:
    """Three guests have the screen set the board up."""
    keys = ["new_game", "game.starfarers", "way.table", *(f"name.Guest {n}" for n in (1, 2, 3))]
    keys += ["settle.mode.full", "start"]
    keys += ["first.0", "deal_all", "place_all", "told"]
    return [line for key in keys for line in (IDLE, {"tap": key})]


def just_score() -> list[dict[str, Any]]:
    """Two guests write some of their sums."""
    keys = ["new_game", "way.pad", "name.Guest 1", "name.Guest 2", "start"]
    keys += [key for number in _SUMS for key in (*(f"pad.{digit}" for digit in str(number)), "next")]
    return [line for key in keys for line in (IDLE, {"tap": key})]


def driven(evening: Evening) -> list[dict[str, Any]]:
    """What the driver of the game touches, without a look around; by camera it trusts what was read."""
    from pi_app.host.kiosk import Kiosk
    from pi_app.host.settings import Settings

    frames = window((800, HEIGHT))
    from kivy.core.window import Window

    from pi_app.ui.shell import Shell

    ended: list[bool] = []
    with TemporaryDirectory() as folder, Kiosk(Path(folder), Settings(), simulate=True, seed=1) as kiosk:
        kiosk.nav.guides = True
        app: Any = SimpleNamespace(nav=kiosk.nav, root=Shell(kiosk.nav), stop=lambda: ended.append(True))
        Window.add_widget(app.root)
        run = _prepared(evening)(app, seconds=86_399.0, players=evening.players, seed=evening.seed, shots=Path(folder))
        run.seen = _Everything()
        begun = monotonic()
        while not ended:
            if monotonic() - begun > PATIENCE_S:
                raise TimeoutError(f"the evening has not ended: {run.lines[-1]}")
            if kiosk.nav.camera.busy is not None:
                sleep(0.01)  # what is waited for needs the processor
            kiosk.nav.tick()
            app.root.screen.tick()
            frames(1)
        if run.error is not None:
            raise run.error
        lines: list[dict[str, Any]] = run.lines
        return lines


def _prepared(evening: Evening) -> Any:
    """The recorder of an evening, by camera in good light; of Stellar by taps."""
    from hardware.simulated.trouble import CALM
    from pi_app.games.star_explorer import autoplay

    if evening.camera:
        autoplay.CAMERA.update({(number, seat): CALM for number in range(1, 7) for seat in range(evening.players)})
    recorder = _recorder(evening)
    recorder.hands_free = lambda _self: evening.hands_free
    recorder.draws_card = lambda _self: evening.cards_drawn
    recorder.mode = evening.mode
    if evening.name == "stellar":
        recorder.by_camera = evening.camera
        recorder._round = lambda _self: 1  # in every other round it would carry cards: another layout, other places
    return recorder


def _recorder(evening: Evening) -> Any:
    from pi_app.autoplay import driver

    class Recording(driver(evening.name)):  # type: ignore[misc]
        """Writes down what it touches."""

        hurried = property(lambda _self: evening.hands_free or not evening.camera)

        def __init__(self, app: Any, **kwargs: Any) -> None:
            self.lines: list[dict[str, Any]] = []
            self._named: dict[str, Any] | None = None
            super().__init__(app, **kwargs)

        def shoot(self, _name: str) -> Iterator[None]:
            yield from ()

        def tap(self, key: str) -> Iterator[None]:
            self._named = {"tap": key}
            yield from super().tap(key)

        def draw(self, start: str, end: str) -> Iterator[None]:
            self._named = {"drag": [start, end]}
            yield from super().draw(start, end)

        def touch(self, start: tuple[float, float], end: tuple[float, float] | None = None) -> Iterator[None]:
            places = [[round(x), round(HEIGHT - 1 - y)] for x, y in (start, end or start)]
            self.lines += [IDLE, self._named or {"drag": places}]
            self._named = None
            yield from super().touch(start, end)

        def look_at_menu(self) -> Iterator[None]:
            yield from ()

        def _look_back(self) -> Iterator[None]:
            yield from ()

    return Recording


# Playing ---------------------------------------------------------------------------------------------------------


class Count(msgspec.Struct, frozen=True):
    """What an evening took. `first`: touches until points changed for the first time."""

    touches: int
    first: int
    setup: int
    """Touches until the game had begun."""
    turns: int
    missed: tuple[str, ...]
    """Touches that reached nothing."""


def count(
    lines: list[dict[str, Any]],
    say: Callable[[dict[str, Any]], Any],
    turn: tuple[str, ...] = (),
    screen: str = "",
) -> Count:
    """Have a robot do these lines; `say` gives its answer to one."""
    begun: list[int] | None = None
    first, setup, turns, touches, where, missed = 0, 0, 0, 0, "", list[str]()
    for line in lines:
        answer = say(line)
        if "hit" not in answer:
            where = answer.get("screen", where)
            continue
        in_game = begun is not None and screen in ("", where)  # a name that is typed ends with a tap on `done` too
        turns += in_game and str(line.get("tap", "")).startswith(turn)
        if answer["hit"] is None:
            missed.append(str(line))
        state = say({"state": True})
        touches = state["touches"]
        if state["sheet"] is not None:
            totals = [player["total"] for player in state["sheet"]["players"]]
            setup = touches if begun is None else setup
            begun = begun or totals
            first = first or (touches if totals != begun else 0)
    return Count(touches, first, setup, turns, tuple(missed))


def read_script(name: str) -> list[dict[str, Any]]:
    """The lines of a script of `tests/robot`."""
    return [msgspec.json.decode(line) for line in (SCRIPTS / f"{name}.jsonl").read_bytes().splitlines()]


def play(name: str) -> Count:
    """Play a script through the app as it is installed."""
    with TemporaryDirectory() as folder:
        environ = {**os.environ, "XDG_STATE_HOME": folder, "XDG_DATA_HOME": folder, "SDL_VIDEODRIVER": "offscreen"}
        command = [str(Path(sys.executable).with_name("planisphere")), "play", "--simulate", "--robot", "-"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) as app:
            assert app.stdin is not None
            assert app.stdout is not None
            told, heard = app.stdin, app.stdout

            def say(line: dict[str, Any]) -> Any:
                told.write(msgspec.json.encode(line) + b"\n")
                told.flush()
                return msgspec.json.decode(heard.readline())

            found = count(read_script(name), say, EVENINGS[name].turn, EVENINGS[name].screen)
            told.close()
    return found


def written(counts: dict[str, Count], day: str) -> Measurements:
    """The figures as a file of measurements."""
    figures = []
    for name, found in counts.items():
        evening = EVENINGS[name]
        figures += [
            Figure("game", name, "", found.turns or None, found.touches, None, day, evening.game),
            Figure("first", name, "", None, found.first, None, day),
        ]
        if evening.turn:
            figures.append(
                Figure("turn", name, "", found.turns, found.touches / found.turns, None, day, evening.per_turn)
            )
            played = (found.touches - found.setup) / found.turns
            figures.append(Figure("played", name, "", found.turns, played, None, day, evening.per_turn))
    sets = {
        name: Set(EVENINGS[name].words, [1], "a script of tests/robot", "recorded from the game's own driver")
        for name in counts
    }
    return Measurements(
        title="Touches of an evening",
        counted="turns",
        plot=["game", "turn"],
        measures={
            "game": Measure("touches from the start screen to the end", "", "less", 0),
            "first": Measure("touches from the start screen to the first points", "", "less", 0),
            "turn": Measure("touches a player's turn, all of the game shared out", "", "less", 1),
            "played": Measure("touches a player's turn, once the game has begun", "", "less", 1),
        },
        sets=sets,
        figures=figures,
    )


def main() -> int:
    """Record, or play and count."""
    parser = argparse.ArgumentParser(prog="python -m tools.figures.evenings", description=__doc__)
    parser.add_argument("--record", metavar="NAME", choices=EVENINGS, help="write that evening's script anew")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the evenings to play (default: all)")
    args = parser.parse_args()
    name = args.record
    if name is not None:
        SCRIPTS.mkdir(exist_ok=True)
        lines = record(name)
        (SCRIPTS / f"{name}.jsonl").write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        print(f"{name}: {sum(line != IDLE for line in lines)} touches")
        return 0
    counts = {}
    for name in args.names or EVENINGS:
        counts[name] = play(name)
        print(f"{name}: {counts[name].touches} touches, {len(counts[name].missed)} reached nothing")
        for line in counts[name].missed:
            print(f"  {line}")
    found = written(counts, datetime.now(UTC).date().isoformat())
    if args.names:
        before = load(OUT)
        kept = [figure for figure in before.figures if figure.set not in counts]
        found = msgspec.structs.replace(found, sets=before.sets | found.sets, figures=kept + found.figures)
    save(OUT, found)
    return int(any(one.missed for one in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
