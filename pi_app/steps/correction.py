"""Past turns put right, the same in every game: what that changes is known first, and what came later stays if it can.

It is done at once where nothing else suffers; else the table is told everything and taps once more.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.game import IllegalAction
from engines.record import CorrectLine, Record, ResultLine, replay_record
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


Changes = tuple[Change, ...]
"""Lines that are put right one after the other; where they cannot be so together, the last one alone."""


def preview(nav: Navigator, changes: Sequence[Change]) -> Correction | None:
    """What the changes would do, with every rule overruled that may be; None where there is nothing to change."""
    return (_together(nav, changes) or _alone(nav, changes[-1])) if changes else None


def _alone(nav: Navigator, change: Change) -> Correction | None:
    table = nav.open_table
    try:
        found = table.preview_correction(change.line, change.action, change.overruled)
        rules = _rules(change, found)
        return table.preview_correction(change.line, change.action, rules) if found.broken else found
    except BadInput:
        return None


def _rules(change: Change, found: Correction) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*change.overruled, *overrulable(found))))


def _together(nav: Navigator, changes: Sequence[Change]) -> Correction | None:
    """Several lines corrected one after the other; None where the record would not take them so."""
    if len(changes) == 1:
        return None
    table = nav.open_table
    lines = [
        CorrectLine(
            n=table.length + k,
            correct=change.line,
            action=table.game.encode_action(change.action),
            overruled=change.overruled,
        )
        for k, change in enumerate(changes, start=1)
    ]
    record = Record(table.header, tuple(line for line in table.record.lines if not isinstance(line, ResultLine)))
    try:
        replay = replay_record(table.game, record.extended(*lines))
    except BadInput:
        return None
    before, after = table.sheet, table.game.score(replay.state)
    dropped = replay.dropped[len(table.replay.dropped) :]
    return Correction(changes[-1].line, (), before, after, sheet_changes(before, after), (), dropped)


def put_right(nav: Navigator, changes: Sequence[Change]) -> None:
    """Write the changes against every rule that may be overruled, and tell what that changed; or why it cannot be."""
    table, before = nav.open_table, nav.open_table.sheet
    whole = _together(nav, changes) is not None
    try:
        with nav.journal.together():
            for change in changes if whole else changes[-1:]:
                found = table.preview_correction(change.line, change.action, change.overruled)
                table.correct(change.line, change.action, _rules(change, found))
            table.play_nature()
            table.finish()
    except (IllegalAction, BadInput) as error:
        nav.refuse(error)
    else:
        nav.tell(corrected_words(nav.app, sheet_changes(before, table.sheet)))


def told(nav: Navigator, found: Correction | None) -> tuple[str, ...]:
    """Everything that a correction would break, change and drop, in a few lines."""
    return few(dict.fromkeys(consequences(nav, found))) if found is not None else ()


def question(nav: Navigator, found: Correction | None, asked: str, confirm: str, cancel: str) -> Pending:
    """Asks whether it is put right, with everything that it would change."""
    return Pending(
        question=asked,
        consequences=told(nav, found),
        confirm=confirm,
        cancel=cancel,
        possible=found is not None and found.after is not None,
        loses=found is not None and bool(found.dropped),
    )


class CorrectionStep(StepPresenter):
    """A page on which past turns are put right. A game says what is wished; `settle` forgets it."""

    @abstractmethod
    def wished(self) -> Changes:
        """What waits for a second tap; nothing where nothing is to be put right."""

    @abstractmethod
    def settle(self, line: int) -> None:
        """That line is put right, or cannot be: show it as the record says now."""

    def preview(self) -> Correction | None:
        """What the wish would do; None where nothing is wished, or it cannot be."""
        return preview(self.nav, self.wished())

    def at_once(self, changes: Changes) -> bool:
        """Put it right where nothing else suffers. Returns whether it was; else the table is to be asked."""
        found = preview(self.nav, changes)
        if found is None or found.after is None or found.touches:
            return False
        self._put_right(changes)
        return True

    def confirm(self) -> None:
        """The table has heard what changes, and wants it; what no longer fits is dropped."""
        self._put_right(self.wished())

    def _put_right(self, changes: Changes) -> None:
        if changes:
            put_right(self.nav, changes)
            self.settle(changes[-1].line)
