"""The balls of a mother ship as a photograph shows them."""

from __future__ import annotations

import msgspec

from pi_app.i18n import _
from pi_app.steps.view import Tone


class BallsSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two balls from the top, None where the photograph does not tell one. `sure`: percent; `visible`: how many lie
    there; `settled`: whether they lie still.
    """

    balls: tuple[str | None, ...] = (None, None)
    sure: tuple[int, ...] = (0, 0)
    settled: bool = True
    visible: int = 2


def seen_notes(seen: BallsSeen) -> tuple[tuple[str, Tone], ...]:
    """What a photograph leaves open, and the way on."""
    if not seen.settled:
        return ((_("No two balls are seen to lie still: photograph again, or tap what you see."), "ask"),)
    if seen.visible < len(seen.balls):
        return ((_("Only one ball can be seen: tap the other one."), "ask"),)
    if None in seen.balls:
        return ((_("The photograph leaves a ball in doubt: tap it."), "ask"),)
    return ((_("The photograph shows these balls: tap “These balls count” if it is right."), "plain"),)
