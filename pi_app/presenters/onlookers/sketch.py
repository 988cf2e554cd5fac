"""A board as a few plain shapes, which a page can draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from engines.registry import PAD, load

if TYPE_CHECKING:
    from pi_app.games.app_game import AppGame
    from pi_app.table.session import TableSession

Kind: TypeAlias = Literal["line", "dot", "area", "words"]


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """One shape. `points`: x, y, x, y, … with y down; `size`: a line's breadth, a dot's radius, the height of words.

    `tone` names its colour; `text` is what words say.
    """

    kind: Kind
    points: tuple[float, ...]
    size: float
    tone: str
    text: str = ""


class Sketch(msgspec.Struct, frozen=True):
    """One board: whose it is (0: everybody's), its size, and what is on it, the lowest first."""

    seat: int
    name: str
    width: float
    height: float
    marks: tuple[Mark, ...]


def drawn(app: AppGame, table: TableSession[Any, Any], state: Any) -> tuple[Sketch, ...]:
    """The boards of a game as they lie in that state; none where the game draws none, and on a pad."""
    if not app.sketch or table.header.pack == PAD:
        return ()
    found: tuple[Sketch, ...] = load(app.sketch)(table.game, state, table.players)
    return found


def _rounded(points: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(float(n), 2) for n in points)


def line(ax: float, ay: float, bx: float, by: float, size: float, tone: str) -> Mark:
    """A stroke."""
    return Mark("line", _rounded((ax, ay, bx, by)), size, tone)


def dot(x: float, y: float, radius: float, tone: str) -> Mark:
    """A round spot."""
    return Mark("dot", _rounded((x, y)), round(radius, 2), tone)


def area(points: Iterable[float], tone: str) -> Mark:
    """A filled outline."""
    return Mark("area", _rounded(points), 0.0, tone)


def words(x: float, y: float, size: float, tone: str, text: str) -> Mark:
    """Words around their middle."""
    return Mark("words", _rounded((x, y)), round(size, 2), tone, text)
