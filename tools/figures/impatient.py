"""Impatient fingers: double and triple touches, long ones, two fingers, touches where a control was before.

Whatever they hit, the record only grows, one named Undo (or Redo, where they hit Undo) brings back what they changed,
and no turn is given up without its own question. `python -m tools.figures.impatient` has fingers at all games, in
pieces that a seed repeats, and names each piece in which they did harm; `--keep` writes the figures.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from engines.bots import find_bot
from engines.game import NATURE
from engines.look_at_the_stars.model import Pass
from engines.pad import Close, Write
from engines.record import RedoLine
from engines.star_explorer.model import Draw as StarDraw
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.place import Place, Way
from pi_app.presenters.setup import new_header
from tools.figures.robot_hand import RobotHand, window
from tools.measurements.data import FOLDER, Figure, Measure, Measurements, Set, load, save

OUT: Final = FOLDER / "impatient.json"
ROUND: Final = 60
"""So many gestures, then another table."""
MOST_STEPS: Final = 60
"""A table has come so far at most when fingers get at it."""
MOST_NUMBERS: Final = 8
"""So many cells of a pad are written at most when fingers get at it."""
LEFT_ALONE: Final = ("leave", "home", "host", "turn", "speak.", "delete.", "forget", "save", "sound", "strip")
"""Buttons that lead away from the game, or change the table for good after a question of their own."""


class Play(msgspec.Struct, frozen=True):
    """A way of playing that fingers get at. `modes`: how much the screen keeps, where the game asks for it."""

    words: str
    game: str
    players: int
    modes: tuple[str, ...] = ()
    way: Way = "table"


PLAYS: Final[dict[str, Play]] = {
    "star_explorer": Play("Star Explorer, 2 players", "star_explorer", 2),
    "stellar": Play("Stellar, 2 players", "stellar", 2),
    "look_at_the_stars": Play("Look at the Stars, 3 players", "look_at_the_stars", 3),
    "starfarers": Play("Starfarers, 3 players, any way", "starfarers", 3, ("light", "middle", "full")),
    "starfarers_full": Play("Starfarers, 3 players, everything kept", "starfarers", 3, ("full",)),
    "starfarers_middle": Play("Starfarers, 3 players, middle way", "starfarers", 3, ("middle",)),
    "starfarers_light": Play("Starfarers, 3 players, light way", "starfarers", 3, ("light",)),
    "pad": Play("Just score, 3 players", "star_explorer", 3, way="pad"),
}


def impatient(hand: RobotHand, name: str, touches: int, seed: int) -> None:
    """So many touches at tables of that play; raises where one of them does harm."""
    rng = Random(f"{name}:{seed}")
    while hand.robot.finger.touches < touches:
        begin(hand.nav, PLAYS[name], rng)
        old: list[list[int]] = []
        for _ in range(ROUND):
            old = gesture(hand, rng, old)[-200:]
            if hand.robot.finger.touches >= touches:
                return
            if hand.nav.table is None:  # a touch has led out of the game
                break


def begin(nav: Navigator, play: Play, rng: Random) -> None:
    """A table somewhere in a game."""
    mode = {"mode": rng.choice(play.modes)} if play.modes else {}
    header = new_header(Place(new=play.game, way=play.way, names=("Ana", "Bo", "Cy")[: play.players]))
    nav.home()
    nav.begin(msgspec.structs.replace(header, options=mode))
    actions = numbers(nav, rng) if play.way == "pad" else moves(nav, rng)
    assert not actions or nav.act(*actions)


def numbers(nav: Navigator, rng: Random) -> list[Any]:
    """Some cells of a pad."""
    state: Any = nav.state
    rows = nav.app.rows(nav)
    cells = [(seat, row) for row in rows for seat in range(len(state.players))]
    chosen = rng.sample(cells, rng.randrange(MOST_NUMBERS))
    return [Write(seat=seat, row=row, sum=str(rng.randrange(30))) for seat, row in chosen]


def moves(nav: Navigator, rng: Random) -> list[Any]:
    """Some of a game, by random bots."""
    table, actions = nav.open_table, list[Any]()
    bot, state = find_bot(table.game.name, "random"), table.state
    for _ in range(rng.randrange(MOST_STEPS)):
        if table.game.is_over(state):
            break
        seat = table.game.to_move(state)[0]
        nature = seat == NATURE
        actions.append(table.game.deal(state, rng) if nature else bot(table.game, state, int(seat), rng))
        state = table.game.apply(state, actions[-1])
    return actions


def gesture(hand: RobotHand, rng: Random, old: list[list[int]]) -> list[list[int]]:
    """One gesture; returns the places where controls were until now."""
    hand.frames(rng.choice((1, 3, 8, 20)))
    controls = [one for one in hand.say(tree=True)["controls"] if one["enabled"] and one["reachable"]]
    mine = [one for one in controls if not one["key"].startswith(LEFT_ALONE)]
    places = old + [middle(one) for one in mine]
    kind = rng.random()
    how: dict[str, Any] = {"times": rng.choice((1, 1, 2, 3)), "every_ms": rng.choice((50, 90, 150, 200))}
    if kind < 0.15 and old:
        how["tap"] = rng.choice(old)
    elif kind < 0.25:
        how["tap"] = [rng.randrange(800), rng.randrange(480)]
    elif mine:
        how["tap"] = rng.choice(mine)["id"]
    else:
        return places
    if kind > 0.85 and mine:
        how["and"] = rng.choice(mine)["id"]
    if rng.random() < 0.15:
        how |= {"times": 1, "hold_ms": rng.choice((400, 900))}
    done(hand, how, {one["id"] for one in controls})
    return places


def middle(control: dict[str, Any]) -> list[int]:
    """Where it was."""
    left, top, wide, high = control["box"]
    return [left + wide // 2, top + high // 2]


def done(hand: RobotHand, how: dict[str, Any], shown: set[str]) -> None:
    """Do it, and see what came of it."""
    nav = hand.nav
    table = nav.table  # also where a page shows the game as it was
    assert table is not None
    lines, actions = table.record.lines[: table.length], list(table.replay.actions)
    answer = hand.say(**how)
    hits = set(answer.get("hits", [answer["hit"]]))
    after = nav.table
    if after is None or after.game_id != table.game_id:
        assert table.record.lines[: table.length] == lines, (how, answer, "the game that was left has changed")
        return
    told = f"{how} hit {hits} on a screen with {sorted(shown)}"
    assert after.record.lines[: len(lines)] == lines, f"the record has lost a line: {told}"
    if after.length == len(lines):
        return
    added = after.record.lines[len(lines) : after.length]
    told += f"; new: {added}"
    done_now = after.replay.actions[len(actions) :]
    # What one Redo brings back was asked about when it was done first; Redo names it, and Undo takes it back again.
    again = all(isinstance(line, RedoLine) for line in added)
    assert again or "yes" in shown or not any(map(gives_up, done_now)), f"a turn was given up unasked: {told}"
    new = after.replay.entries[len(actions) :]
    if new and all(line.source == "dealer" for line in new):
        return  # chance is not asked again: Undo takes it back with what led to it
    assert comes_back(nav, actions, steps(done_now, how)), f"no one step brings it back: {told}"


def steps(done_now: Sequence[Any], how: dict[str, Any]) -> int:
    """How many steps that gesture may have done, each with a name of its own at Undo.

    Each touch of a pad may leave a cell, which is written by that.
    """
    if done_now and all(isinstance(action, Write) for action in done_now):
        touches: int = how["times"] * (1 + ("and" in how))
        return min(len(done_now), touches)
    return 1


def gives_up(action: Any) -> bool:
    """Whether that action gives up a turn, or the rest of a pad."""
    return isinstance(action, Pass | Close) or (isinstance(action, StarDraw) and not (action.lines or action.stars))


def comes_back(nav: Navigator, actions: list[Any], most: int) -> bool:
    """Whether at most so many undos, or redos, that are named on the screen, lead back to these actions."""
    while nav.place.page is not None:  # over a page that looks at the past nothing can be undone
        nav.back()
    for there, word, back in ((nav.undo, "undo", nav.redo), (nav.redo, "redo", nav.undo)):
        done, same = 0, False
        while not same and done < most and getattr(nav.frame(""), word):
            there()
            done += 1
            same = list(nav.open_table.replay.actions) == actions
        for _ in range(done):
            back()
        if same:
            return True
    return False


# The command -------------------------------------------------------------------------------------------------------


LARGE: Final = "_large"
"""What the name of a set ends with that was played in the large window."""


class Fingers(RobotHand):
    """A robot at a window of its own of that size in pixels, without a screen; a new table is a new navigator."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._frames = window(size)
        from kivy.core.window import Window

        self.now = 0.0
        self._window: Any = Window
        self._shell: Any = None

    def piece(self, name: str, touches: int, seed: int) -> None:
        """So many touches at new tables; raises where one of them does harm."""
        from pi_app.presenters.preferences import Preferences
        from pi_app.table.journal import Journal
        from pi_app.ui.shell import Shell

        with TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite3") as journal:
            self.nav = Navigator(journal, clock=lambda: "2026-01-31T20:00:00+00:00")
            self.nav.preferences = Preferences(reduced_motion=True)
            if self._shell is None:
                self._shell = Shell(self.nav, clock=lambda: self.now)
                self._window.add_widget(self._shell)
            else:
                self._shell.follow(self.nav, lambda: self.now)
            self.attach(self._shell, Path(folder))
            try:
                impatient(self, name, touches, seed)
            finally:
                self.release()


def pieces(touches: int, size: int, seed: int) -> Iterator[tuple[int, int]]:
    """The seed and the touches of each piece."""
    for number, begun in enumerate(range(0, touches, size)):
        yield seed + number, min(size, touches - begun)


def harmed(name: str, parts: list[tuple[int, int]], piece: Callable[[str, int, int], None]) -> int:
    """Do these pieces; returns how many did harm, each told with its seed."""
    found = 0
    for seed, touches in parts:
        try:
            piece(name, touches, seed)
            print(f"{name} {seed}: {touches} touches", flush=True)
        except Exception:  # whatever it is, it is what is looked for
            found += 1
            print(f"{name} {seed}: harm\n{traceback.format_exc()}", flush=True)
    return found


def written(before: Measurements | None, name: str, parts: list[tuple[int, int]], harm: int, day: str) -> Measurements:
    """The file of figures with this one: in the place of one of the same seeds, or added to what others told."""
    seeds, touches, found = [seed for seed, _touches in parts], sum(touches for _seed, touches in parts), float(harm)
    kept = [] if before is None else [old for old in before.figures if old.set != name]
    if before is not None and name in before.sets and not {*seeds} & {*before.sets[name].seeds}:
        old = next(old for old in before.figures if old.set == name)
        seeds, touches, found = [*before.sets[name].seeds, *seeds], touches + (old.n or 0), found + old.value
    given = "double, triple, long touches, two fingers, old places of controls"
    words = PLAYS[name.removesuffix(LARGE)].words + (", 1280x720" if name.endswith(LARGE) else "")
    one = Set(words, seeds, given, "A seed is a piece of that many touches")
    figure = Figure("harm", name, "", touches, found, None, day, 0.0)
    return Measurements(
        title="Impatient fingers",
        counted="touches",
        plot=["harm"],
        measures={"harm": Measure("pieces with a touch that did harm", "", "less", 0)},
        sets={**({} if before is None else before.sets), name: one},
        figures=[*kept, figure],
    )


def main() -> int:
    """Have fingers at the games; returns 1 where they did harm."""
    parser = argparse.ArgumentParser(prog="python -m tools.figures.impatient", description=__doc__)
    parser.add_argument("plays", nargs="*", metavar="PLAY", help=f"of {', '.join(PLAYS)} (default: all)")
    parser.add_argument("--touches", type=int, default=10_000, metavar="N", help="a play (default: 10000)")
    parser.add_argument("--piece", type=int, default=500, metavar="N", help="touches a seed (default: 500)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the first piece (default: 1)")
    parser.add_argument("--large", action="store_true", help="in a window of 1280x720 (default: 800x480)")
    parser.add_argument("--keep", action="store_true", help="add the figures to docs/measurements/impatient.json")
    args = parser.parse_args()
    if strange := sorted(set(args.plays) - set(PLAYS)):
        parser.error(f"no play is called {strange[0]!r}")
    size = (1280, 720) if args.large else (800, 480)
    fingers, parts, harm = Fingers(size), list(pieces(args.touches, args.piece, args.seed)), 0
    for name in args.plays or PLAYS:
        found = harmed(name, parts, fingers.piece)
        harm += found
        if args.keep:
            before = load(OUT) if OUT.exists() else None
            kept = written(
                before, name + (LARGE if args.large else ""), parts, found, datetime.now(UTC).date().isoformat()
            )
            save(OUT, kept)
    return int(bool(harm))


if __name__ == "__main__":
    sys.exit(main())
