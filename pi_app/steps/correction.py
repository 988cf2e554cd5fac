"""Past turns put right, the same in every game: what that changes is known first, and what came later stays if it can.

It is done at once where nothing else suffers; else the table is told everything and taps once more.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.game import NATURE, IllegalAction
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pending import Pending
from pi_app.presenters.receipts import consequences, corrected_words, few, overrulable
from pi_app.steps.presenter import StepPresenter
from pi_app.table.session import Correction, sheet_changes


class Change(msgspec.Struct, frozen=True):
    """What a line of the record should have said, and rules that the table has overruled for it already."""

    line: int
    action: Any
    overruled: tuple[str, ...] = ()
    passes: bool = False
    """Whether later drawings that would break a rule are passes; else they stay as they were drawn."""


def preview(nav: Navigator, change: Change | None) -> Correction | None:
    """What the change would do, with every rule overruled that may be; None where there is nothing to change."""
    if change is None:
        return None
    table = nav.open_table
    try:
        found = table.preview_correction(change.line, change.action, change.overruled, passes=change.passes)
        rules = _rules(change, found)
        return (
            table.preview_correction(change.line, change.action, rules, passes=change.passes) if found.broken else found
        )
    except BadInput:
        return None


def _rules(change: Change, found: Correction) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*change.overruled, *overrulable(found))))


def put_right(nav: Navigator, change: Change) -> None:
    """Write the change against every rule that may be overruled, and tell what that changed; or why it cannot be."""
    table, before = nav.open_table, nav.open_table.sheet
    try:
        with nav.journal.together():
            found = table.preview_correction(change.line, change.action, change.overruled, passes=change.passes)
            table.correct(change.line, change.action, _rules(change, found), passes=change.passes)
            table.play_nature()
            table.finish()
    except (IllegalAction, BadInput) as error:
        nav.refuse(error)
    else:
        nav.tell(corrected_words(nav.app, sheet_changes(before, table.sheet)))


def told(nav: Navigator, found: Correction | None) -> tuple[str, ...]:
    """Everything that a correction would break, change and drop, in a few lines."""
    return few(dict.fromkeys(consequences(nav, found))) if found is not None else ()


def instead(nav: Navigator, change: Change | None, found: Correction | None) -> str:
    """What else may become of later drawings that break a rule now, where the game leaves that to the table."""
    if change is None or found is None or not nav.app.later_passes:
        return ""
    if change.passes:
        return _("Rather keep the drawings")
    return _("Rather pass those turns") if any(a.seat != NATURE for a in found.accepted) else ""


def question(
    nav: Navigator, found: Correction | None, asked: str, confirm: str, cancel: str, other: str = ""
) -> Pending:
    """Asks whether it is put right, with everything that it would change."""
    return Pending(
        question=asked,
        consequences=told(nav, found),
        confirm=confirm,
        cancel=cancel,
        other=other,
        possible=found is not None and found.after is not None,
        loses=found is not None and bool(found.dropped),
    )


class CorrectionStep(StepPresenter):
    """A page on which past turns are put right. A game says what is wished; `settle` forgets it."""

    @abstractmethod
    def wished(self) -> Change | None:
        """What waits for a second tap; None where nothing is to be put right."""

    @abstractmethod
    def settle(self, line: int) -> None:
        """That line is put right, or cannot be: show it as the record says now."""

    def preview(self) -> Correction | None:
        """What the wish would do; None where nothing is wished, or it cannot be."""
        return preview(self.nav, self.wished())

    def at_once(self, change: Change | None) -> bool:
        """Put it right where nothing else suffers. Returns whether it was; else the table is to be asked."""
        found = preview(self.nav, change)
        if change is None or found is None or found.after is None or found.touches:
            return False
        self._put_right(change)
        return True

    def confirm(self) -> None:
        """The table has heard what changes, and wants it."""
        change = self.wished()
        if change is not None:
            self._put_right(change)

    def _put_right(self, change: Change) -> None:
        put_right(self.nav, change)
        self.settle(change.line)
