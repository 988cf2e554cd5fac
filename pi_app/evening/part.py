"""Whether this table takes part in an evening, and what its host allows there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_app.evening.outbox import LinkView, Outbox

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


def outbox_of(nav: Navigator) -> Outbox | None:
    """The link to an event host, where this table has one."""
    outbox = getattr(nav.desk, "outbox", None)
    return outbox if isinstance(outbox, Outbox) else None


def takes_part(view: LinkView) -> bool:
    """Whether an event host knows the table."""
    return view.table is not None and view.state not in ("unpaired", "refused")


def host_lets(nav: Navigator) -> bool:
    """Whether this table may have advice and handicaps: at an evening only where its host says so."""
    outbox = outbox_of(nav)
    if outbox is None or not takes_part(outbox.view) or not outbox.view.assignment.event:
        return True
    return outbox.view.assignment.aids
