"""Impatient fingers: double and triple touches, long ones, two fingers, touches where a control was before.

Whatever they hit, the record only grows, one named Undo (or Redo, where they hit Undo) brings back what they changed,
and no turn is given up without its own question. The quick set has some touches a game; the exhaustive one has more,
with PLANISPHERE_TOUCHES=all ten thousand a game.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any, Final

import pytest

from engines.bots import find_bot
from engines.game import NATURE
from engines.look_at_the_stars.model import Pass
from engines.record import Header, RedoLine
from engines.star_explorer.model import ChooseSide, DealStart
from engines.star_explorer.model import Draw as StarDraw
from pi_app.presenters.navigator import Navigator
from tests.pi_app.robots import Hand

QUICK, MANY, ALL = 40, 300, 10_000
"""Touches a game."""
ROUND: Final = 60
"""So many gestures, then another table."""
MOST_STEPS: Final = 60
"""A table has come so far at most when fingers get at it."""
SEATS: Final = {"star_explorer": 2, "stellar": 2, "look_at_the_stars": 3, "starfarers": 3}
LEFT_ALONE: Final = ("leave", "home", "host", "turn", "language.", "delete.", "forget", "save", "sound", "strip")
"""Buttons that lead away from the game, or change the table for good after a question of their own."""


def impatient(hand: Hand, game: str, touches: int, seed: int) -> None:
    """So many touches at tables of that game; raises where one of them does harm."""
    rng = Random(f"{game}:{seed}")
    while hand.robot.finger.touches < touches:
        begin(hand.nav, game, rng)
        old: list[list[int]] = []
        for _ in range(ROUND):
            old = gesture(hand, rng, old)[-200:]
            if hand.robot.finger.touches >= touches:
                return
            if hand.nav.table is None:  # a touch has led out of the game
                break


def begin(nav: Navigator, game: str, rng: Random) -> None:
    """A table somewhere in a game; the one of Starfarers is kept in any of its ways."""
    mode = {"mode": rng.choice(("light", "middle", "full"))} if game == "starfarers" else {}
    nav.home()
    nav.begin(Header(game=game, players=("Ana", "Bo", "Cy")[: SEATS[game]], options=mode))
    table, bot, actions = nav.open_table, find_bot(game, "random"), list[Any]()
    state = table.state
    for _ in range(rng.randrange(MOST_STEPS)):
        if table.game.is_over(state):
            break
        seat = table.game.to_move(state)[0]
        nature = seat == NATURE
        actions.append(table.game.deal(state, rng) if nature else bot(table.game, state, int(seat), rng))
        state = table.game.apply(state, actions[-1])
    assert not actions or nav.act(*actions)


def gesture(hand: Hand, rng: Random, old: list[list[int]]) -> list[list[int]]:
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


def done(hand: Hand, how: dict[str, Any], shown: set[str]) -> None:
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
    given_up = [action for action in after.replay.actions[len(actions) :] if gives_up(action)]
    # What one Redo brings back was asked about when it was done first; Redo names it, and Undo takes it back again.
    again = all(isinstance(line, RedoLine) for line in added)
    assert not given_up or again or "yes" in shown, f"a turn was given up unasked: {told}"
    new = after.replay.entries[len(actions) :]
    if new and all(line.source == "dealer" for line in new):
        return  # chance is not asked again: Undo takes it back with what led to it
    tile_and_side = [type(action) for action in after.replay.actions[len(actions) :]] == [DealStart, ChooseSide]
    assert comes_back(nav, actions, 2 if tile_and_side else 1), f"no one step brings it back: {told}"


def gives_up(action: Any) -> bool:
    """Whether that action gives up a turn."""
    return isinstance(action, Pass) or (isinstance(action, StarDraw) and not (action.lines or action.stars))


def comes_back(nav: Navigator, actions: list[Any], steps: int) -> bool:
    """Whether one undo, or one redo, that is named on the screen, leads back to these actions.

    A start tile and its side are one touch and two `steps`: each has a name of its own at Undo.
    """
    while nav.place.page is not None:  # over a page that looks at the past nothing can be undone
        nav.back()
    for there, word, back in ((nav.undo, "undo", nav.redo), (nav.redo, "redo", nav.undo)):
        done = 0
        while done < steps and getattr(nav.frame(""), word):
            there()
            done += 1
        same = list(nav.open_table.replay.actions) == actions
        for _ in range(done):
            back()
        if same:
            return True
    return False


@pytest.mark.parametrize("game", SEATS)
def test_impatient_fingers_do_no_harm(hand: Hand, game: str) -> None:
    impatient(hand, game, QUICK, 1)


@pytest.mark.exhaustive
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", SEATS)
def test_many_impatient_fingers_do_no_harm(hand: Hand, game: str) -> None:
    impatient(hand, game, ALL if os.environ.get("PLANISPHERE_TOUCHES") == "all" else MANY, 2)
