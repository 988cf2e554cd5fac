"""What a table tells an event host beside its records (the screen that is up, a question, too little light), and how
what the event host says comes to the screen, and to the lamps.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from pi_app.evening.outbox import Outbox
from pi_app.evening.wire import Asks, TableNote
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator

BLINKS_S: Final = 10.0
BLINK_S: Final = 0.5


def note_of(nav: Navigator) -> TableNote:
    """How the table is now. A question is told by its screen: the players answer it themselves, or ask the host."""
    asks = Asks(question=_("A doubtful line waits for an answer")) if nav.screen.endswith("question") else None
    return TableNote(screen=nav.screen[:80], light="low" if nav.camera.bad_light else None, asks=asks)


def follow_evening(nav: Navigator, outbox: Outbox, clock: Callable[[], float] = time.monotonic) -> None:
    """Tell the event host how the table is after every change; show what it says as soon as a frame passes.

    When a round's time is up the lamps blink for `BLINKS_S`.
    """
    nav.subscribe(lambda: outbox.tell(note_of(nav)))
    shown = outbox.view.assignment, outbox.view.asks, outbox.view.state
    up_at = float("-inf")

    def look() -> None:
        nonlocal shown, up_at
        now = outbox.view.assignment, outbox.view.asks, outbox.view.state
        if now[0].time_is_up and not shown[0].time_is_up:
            up_at = clock()
        since = clock() - up_at
        blink = int(since / BLINK_S) % 2 == 0 if since < BLINKS_S and now[0].time_is_up else None
        if (now, blink) != (shown, nav.blink):
            shown, nav.blink = now, blink
            nav.changed()

    nav.on_tick(look)
