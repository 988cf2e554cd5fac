"""What bots learn from playing against themselves: `python -m tools.training.bots GAME`.

It writes `weights.json` into the game's folder, which also says how it was made. Look at the Stars: what was still to
come is fitted to features of slates (least squares), game after game with what was learnt so far. Star Explorer and
Starfarers: weights are varied, and what plays better is kept (an evolution strategy).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.bots import WEIGHTS, Bot, find_bot
from engines.game import NATURE, ScoreSheet
from engines.look_at_the_stars import learnt as look
from engines.look_at_the_stars.model import TURNS
from engines.playout import Turn, turns
from engines.registry import load, open_game, parts_of
from engines.star_explorer import learnt as explorer
from engines.starfarers.bots import learnt as starfarers

NAMES: Final = ("Ana", "Ben")
RIDGE: Final = 3.0
KEPT_ROUNDS: Final = 3
"""Rounds of games that a fit learns from: the latest."""
CURIOSITY: Final = 0.8
"""Standard deviation in points of the noise on what slates are worth while games are played to learn from."""
POINTS_SHARE: Final = 12.0
"""So many points ahead count as much as a victory."""
STEP: Final = 0.9
"""How far the weights go to the mean of the better ones."""
NARROWER: Final = 0.97


def _game(name: str, bots: Sequence[Bot], seed: str) -> Iterator[Turn]:
    game = open_game(name)
    first = game.setup(NAMES, game.decode_options(parts_of(name).self_play))
    return turns(game, first, bots, Random(seed))


# Look at the Stars: fitted to what came ------------------------------------------------------------------------


class Lesson(msgspec.Struct, frozen=True):
    """A slate as it was left, the share of turns that were left, and the points that still came."""

    features: dict[str, float]
    left: float
    came: int


def look_at_the_stars(rounds: int, games: int) -> dict[str, Any]:
    """The weights of both levels; the first games are played by `greedy`."""
    found: dict[str, look.Weights] = {}
    lessons: list[list[Lesson]] = []
    for number in range(rounds):
        lessons.append([lesson for k in range(games) for lesson in _lessons(found.get("strong"), f"{number}:{k}")])
        latest = [lesson for some in lessons[-KEPT_ROUNDS:] for lesson in some]
        found = {level: _fitted(latest, names) for level, names in look.FEATURES.items()}
        print(f"round {number + 1}: {len(latest)} slates", flush=True)
    return found


def _lessons(weights: look.Weights | None, seed: str) -> Iterator[Lesson]:
    name, rng = "look_at_the_stars", Random(seed)
    game: Any = open_game(name)
    greedy = find_bot(name, "greedy")

    def curious(rules: Any, view: Any, seat: int, chance: Random) -> Any:
        if weights is None:
            return greedy(rules, view, seat, chance)
        afters = look.Judge(rules, view, seat).afters(view, weights)
        return max(afters, key=lambda after: after.worth + rng.gauss(0, CURIOSITY)).action

    seen: list[tuple[int, float, dict[str, float], int]] = []
    state = None
    for turn in _game(name, (curious, curious), seed):
        state, seat = turn.state, turn.action.seat
        if seat != NATURE and not state.slates[seat].fresh and len(state.cards) < TURNS:
            judge = look.Judge(game, state, seat)
            slate = state.slates[seat]
            seen.append((seat, judge.left, judge.features(slate), judge.points(slate)))
    totals = [player.total for player in game.score(state).players]
    for seat, left, features, points in seen:
        yield Lesson(features, left, totals[seat] - points)


def _fitted(lessons: Sequence[Lesson], names: Sequence[str]) -> look.Weights:
    """Least squares with a ridge; a weight for each feature and each power of the share of turns left."""
    columns = (*names, "always")
    features = np.array([[lesson.features[name] for name in columns] for lesson in lessons])
    left = np.array([lesson.left for lesson in lessons])[:, None]
    x = np.concatenate([features * left**power for power in range(look.POWERS)], axis=1)
    y: NDArray[np.float64] = np.array([float(lesson.came) for lesson in lessons])
    solved = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y).reshape(look.POWERS, len(columns))
    return {name: (a, b, c) for name, (a, b, c) in zip(columns, solved.T.round(3).tolist(), strict=True)}


# Star Explorer and Starfarers: what plays better is kept -------------------------------------------------------


def evolved(name: str, kind: type[Any], player: Callable[[Any], Bot], rounds: int, games: int) -> dict[str, float]:
    """Weights that went on from those that ship: each round tries pairs around the mean against `greedy` and against
    the mean, and moves on towards the better third."""
    mean: dict[str, float] = msgspec.structs.asdict(load(f"engines.{name}.learnt:weights")())
    spread = {key: max(0.2 * abs(value), 0.05) for key, value in mean.items()}
    for number in range(rounds):
        rng = Random(number)
        tried = []
        for _ in range(len(mean) // 4 + 3):
            off = {key: rng.gauss(0, spread[key]) for key in mean}
            tried += [{key: mean[key] + sign * off[key] for key in mean} for sign in (1, -1)]
        rivals = (find_bot(name, "greedy"), player(kind(**mean)))
        fits = [_fitness(name, player(kind(**one)), rivals, games, number) for one in tried]
        order = sorted(range(len(tried)), key=lambda k: -fits[k])[: len(tried) // 3]
        shares = [math.log(len(order) + 0.5) - math.log(place + 1) for place in range(len(order))]
        for key in mean:
            aims = [tried[k][key] - mean[key] for k in order]
            whole = sum(shares)
            step = sum(share * aim for share, aim in zip(shares, aims, strict=True)) / whole
            wide = math.sqrt(sum(share * aim * aim for share, aim in zip(shares, aims, strict=True)) / whole)
            spread[key] = NARROWER * (0.85 * spread[key] + 0.15 * wide)
            mean[key] += STEP * step
        print(f"round {number + 1}: best {max(fits):.3f}, mean {sum(fits) / len(fits):.3f}", flush=True)
    return {key: round(value, 3) for key, value in mean.items()}


def _fitness(name: str, bot: Bot, rivals: Sequence[Bot], games: int, number: int) -> float:
    """Victories and points ahead a game, against one rival after the other, from both seats."""
    found = 0.0
    for k in range(games):
        seat, rival = k % 2, rivals[k // 2 % 2]
        state = None
        for turn in _game(name, (bot, rival) if seat == 0 else (rival, bot), f"{number}:{k}"):
            state = turn.state
        sheet: ScoreSheet = open_game(name).score(state)
        mine, theirs = sheet.players[seat], sheet.players[1 - seat]
        found += (mine.name in sheet.winners) / len(sheet.winners) + (mine.total - theirs.total) / POINTS_SHARE
    return found / games


TRAINED: Final[dict[str, tuple[str, Callable[[int, int], dict[str, Any]]]]] = {
    "look_at_the_stars": (
        "what was still to come, fitted to features of slates (least squares with a ridge)",
        look_at_the_stars,
    ),
    "star_explorer": (
        "an evolution strategy against greedy and itself",
        lambda rounds, games: evolved("star_explorer", explorer.Weights, explorer.with_weights, rounds, games),
    ),
    "starfarers": (
        "an evolution strategy against greedy and itself",
        lambda rounds, games: evolved("starfarers", starfarers.Weights, starfarers.with_weights, rounds, games),
    ),
}
"""Game -> how its weights are found."""


def main() -> None:
    """Trains the bots of a game and writes their weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(TRAINED))
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, default=40, help="games a round, for each set of weights")
    parser.add_argument("--out", type=Path, help="default: the game's folder")
    args = parser.parse_args()
    how, train = TRAINED[args.game]
    made = f"tools.training.bots {args.game} --rounds {args.rounds} --games {args.games}: self-play, {how}"
    out = args.out or Path(parts_of(args.game).package.replace(".", "/")) / WEIGHTS
    text = msgspec.json.encode({"made": made, "weights": train(args.rounds, args.games)})
    out.write_bytes(msgspec.json.format(text, indent=1) + b"\n")


if __name__ == "__main__":
    main()
