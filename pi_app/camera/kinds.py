"""The kinds of things that the camera reads, as the games announce them; each is loaded when it is asked for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from engines.registry import games, load, parts_of
from pi_app.camera.kind import CameraKind

if TYPE_CHECKING:
    from pi_app.table.session import TableSession


@cache
def _parts() -> dict[str, str]:
    return {name: part for game in games().values() for name, part in game.camera.items()}


def kind_names() -> list[str]:
    """The names of all kinds, sorted."""
    return sorted(_parts())


@cache
def kind_of(name: str) -> CameraKind:
    """The kind of that name. Raises KeyError where there is none."""
    kind: CameraKind = load(_parts()[name])
    return kind


def kind_now(session: TableSession[Any, Any]) -> CameraKind | None:
    """What the camera reads at that table now; None for a game of which it reads nothing."""
    kinds = map(kind_of, parts_of(session.header.game).camera)
    return next((kind for kind in kinds if kind.fits(session)), None)
