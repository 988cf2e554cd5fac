"""What the camera is told of a finished board whose game nobody recorded, and its reading as what lies there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engines.look_at_the_stars.board import printed_layout
from engines.registry import open_game
from pi_app.games.look_at_the_stars.scene import ordered
from pi_app.games.star_explorer.scene import edge
from pi_app.i18n import Said, _
from pi_app.presenters.finished_boards import DRAWN, Doubt, FinishedBoard
from pi_app.table import TableSession

if TYPE_CHECKING:
    from engines.star_explorer.disc import StarDisc
    from pi_app.eye import Asked
    from vision.disc.read import Reading
    from vision.slate.reading import SlateReading

FINISHED: Final = ("star_explorer", "look_at_the_stars")
"""Games whose finished boards fill the score pad; Stellar has cards."""


def finished_asked(session: TableSession[Any, Any], seat: int) -> Asked:
    """A board of our own pack of which nothing is known: a pad does not know of any other."""
    from pi_app.eye import Asked

    if session.header.game == "look_at_the_stars":
        return Asked(game=session.game_id, seat=seat, round=0, layout=printed_layout(None), kind="slate", finished=True)
    return Asked(game=session.game_id, seat=seat, round=0, layout=_disc().layout, finished=True)


def _disc() -> StarDisc:
    disc: StarDisc = open_game("star_explorer").disc  # type: ignore[attr-defined]
    return disc


def finished_trouble(reading: Any) -> Said | None:
    """Why the reading is of no use: the disc stands between two numerals."""
    if getattr(reading, "round", 0) is None:
        return lambda: _("Turn the disc to one of its numerals, and photograph again.")
    return None


def finished_draft(reading: Any, photo: str | None) -> FinishedBoard:
    """What was read of a finished board."""
    return _disc_draft(reading, photo) if hasattr(reading, "crossed_stars") else _slate_draft(reading, photo)


def _disc_draft(reading: Reading, photo: str | None) -> FinishedBoard:
    assert reading.round is not None, "a disc between two numerals is a trouble"
    return FinishedBoard(
        lines=tuple(_named(line.a, line.b) for line in reading.lines),
        perhaps_crossed=reading.crossed_stars,
        seen=tuple(str(star) for star in sorted(_disc().visible(reading.round))),
        doubts=tuple(Doubt("line", _named(line.a, line.b), line.p) for line in reading.doubtful),
        photo=photo,
        stop=reading.round,
    )


def _named(a: int, b: int) -> tuple[str, str]:
    one, other = edge(a, b)
    return str(one), str(other)


def _slate_draft(reading: SlateReading, photo: str | None) -> FinishedBoard:
    doubts = [
        Doubt("line", ordered(one.a, one.b), one.p)  # type: ignore[union-attr]
        if hasattr(one, "a")
        else Doubt("shooting_star", (one.head, one.tail), one.p)
        for one in reading.doubtful
    ]
    return FinishedBoard(
        lines=tuple(ordered(line.a, line.b) for line in reading.lines),
        shooting_stars=tuple((star.head, star.tail) for star in reading.shooting_stars),
        objects=tuple(thing.at for thing in reading.objects if thing.p >= DRAWN),
        slate=reading.slate,
        doubts=(*doubts, *(Doubt("object", (thing.at,), thing.p) for thing in reading.objects)),
        photo=photo,
    )
