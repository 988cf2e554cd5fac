"""What a table tells an event host beside its records (the screen that is up, a question, too little light), and how
what the event host says comes to the screen.
"""

from __future__ import annotations

from pi_app.evening.outbox import Outbox
from pi_app.evening.wire import Asks, TableNote
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator


def note_of(nav: Navigator) -> TableNote:
    """How the table is now. A question is told by its screen: the players answer it themselves, or ask the host."""
    asks = Asks(question=_("A doubtful line waits for an answer")) if nav.screen.endswith("question") else None
    return TableNote(screen=nav.screen[:80], light="low" if nav.camera.bad_light else None, asks=asks)


def follow_evening(nav: Navigator, outbox: Outbox) -> None:
    """Tell the event host how the table is after every change; show what it says as soon as a frame passes."""
    nav.subscribe(lambda: outbox.tell(note_of(nav)))
    shown = outbox.view.assignment, outbox.view.asks, outbox.view.state

    def look() -> None:
        nonlocal shown
        now = outbox.view.assignment, outbox.view.asks, outbox.view.state
        if now != shown:
            shown = now
            nav.changed()

    nav.on_tick(look)
