"""The floor for engines: Connect Four in plain Python, as little work a move as we know how.

Mutable state in slots, one int of stones a side, four shifts to see a row of four. It is no game of ours: it says how
fast this interpreter on this machine can choose and play moves at all.
"""

from __future__ import annotations

from random import Random

COLUMNS, ROWS = 7, 6
HEIGHT = ROWS + 1
"""Bits a column: six stones and a gap that keeps rows of four from running over the top."""


class ConnectFour:
    """One game of Connect Four; `open` are the columns that are not full."""

    __slots__ = ("mine", "open", "theirs", "tops")

    def __init__(self) -> None:
        self.mine = self.theirs = 0
        self.tops = [column * HEIGHT for column in range(COLUMNS)]
        self.open = list(range(COLUMNS))

    def copy(self) -> ConnectFour:
        """The same position, to be played on apart."""
        other = ConnectFour.__new__(ConnectFour)
        other.mine, other.theirs = self.mine, self.theirs
        other.tops, other.open = self.tops[:], self.open[:]
        return other

    def after_each_move(self) -> list[ConnectFour]:
        """The position after each legal move."""
        found = []
        for column in self.open:
            other = self.copy()
            other.play(column)
            found.append(other)
        return found

    def play(self, column: int) -> bool:
        """Drop a stone of the side to move; whether that makes four in a row."""
        top = self.tops[column]
        stones = self.mine | (1 << top)
        self.tops[column] = top + 1
        if top % HEIGHT == ROWS - 1:
            self.open.remove(column)
        self.mine, self.theirs = self.theirs, stones
        for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1):
            pairs = stones & (stones >> step)
            if pairs & (pairs >> (2 * step)):
                return True
        return False


def random_moves(rng: Random, games: int) -> int:
    """Play random games; how many moves that were."""
    moves = 0
    choice = rng.choice
    for _ in range(games):
        game = ConnectFour()
        while game.open:
            moves += 1
            if game.play(choice(game.open)):
                break
    return moves


def moves_of_a_game(rng: Random) -> list[dict[str, int]]:
    """The moves of a random game as the lines of a record: move number and column."""
    game = ConnectFour()
    moves: list[dict[str, int]] = []
    while game.open:
        column = rng.choice(game.open)
        moves.append({"n": len(moves) + 1, "column": column})
        if game.play(column):
            break
    return moves


def middle_game(rng: Random) -> ConnectFour:
    """A position after twelve random moves."""
    game = ConnectFour()
    for _ in range(12):
        game.play(rng.choice(game.open))
    return game
