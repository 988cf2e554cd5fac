"""What of the present screen the host of an evening could decide: two readings, and where on the photograph it is.

Each game knows its own (the app's `dispute`). A doubtful line or card: both answers. Something of the record that is
to be put right: the record, and what the players say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import msgspec

from engines.game import ScoreSheet
from pi_app.crop import Share
from pi_app.i18n import _
from pi_app.presenters.wording import points_words
from pi_app.table.session import Correction

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


WHOLE: Final[Share] = (0.0, 0.0, 1.0, 1.0)


class Part(msgspec.Struct, frozen=True):
    """Part of a photograph, and the points in question; all as shares of it."""

    photo: str
    at: Share = WHOLE
    marks: tuple[tuple[float, float], ...] = ()


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A question with two readings. `settle(True)` does what the first says, `settle(False)` what the second does.

    `key`: what is asked, the same in every language; JSON values.
    """

    key: tuple[object, ...]
    question: str
    one: str
    other: str
    part: Part | None
    settle: Callable[[bool], None]


def dispute_of(nav: Navigator) -> Dispute | None:
    """What the present screen leaves open; None where nothing is in dispute."""
    if nav.table is None or nav.table.digital:
        return None
    return nav.app.dispute(nav)


def likely_words(words: str, points: str, p: float) -> str:
    """An answer with what it is worth and how sure the camera is of it."""
    return _("{answer}: {worth}. The camera: {share}\u00a0%").format(answer=words, worth=points, share=round(100 * p))


def as_recorded(nav: Navigator, seat: int) -> str:
    """The record's reading: what that player has now."""
    return _("As recorded: {points}").format(points=_total(nav.open_table.sheet, seat))


def put_right_words(preview: Correction | None, seat: int) -> str:
    """The other reading: what that player would have; without points where it cannot be worked out."""
    if preview is None or preview.after is None:
        return _("Put right")
    return _("Put right: {points}").format(points=_total(preview.after, seat))


def _total(sheet: ScoreSheet, seat: int) -> str:
    return points_words(sheet.players[seat].total)


def around(points: Iterable[tuple[float, float]], margin: float) -> Share:
    """The part around these points, at least so much on every side."""
    places = list(points)
    left, right = min(x for x, _y in places) - margin, max(x for x, _y in places) + margin
    top, bottom = min(y for _x, y in places) - margin, max(y for _x, y in places) + margin
    return left, top, right - left, bottom - top
