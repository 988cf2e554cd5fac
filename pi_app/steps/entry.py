"""Any entry of the record put right: everything that may have happened instead, as buttons, the same in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pi_app.games.corrections import corrections_of
from pi_app.i18n import _
from pi_app.presenters.pending import Pending
from pi_app.presenters.place import Place
from pi_app.steps.correction import Change, CorrectionStep, instead, question
from pi_app.steps.presenter import on
from pi_app.steps.view import Command, Grid, Part, StepView, Tap
from pi_app.table.session import Placed

MAX_PICTURES: Final = 34
"""Pictured choices that fit on a screen of 800 x 480, with a way to the others."""
MAX_WORDS: Final = 9
"""Choices in words that do."""
COLUMNS: Final = ((4, 2), (9, 3), (12, 4), (20, 5), (35, 7))
"""So many pictures at most -> in so many columns."""


class Wish(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which choice waits for a second tap, and the first one on the screen; kept beside the record."""

    choice: int | None = None
    first: int = 0
    passes: bool = False
    """Whether later drawings that would break a rule are passes."""


class Instead(Command, frozen=True):
    """It was that choice."""

    number: int


class Others(Command, frozen=True):
    """Show the next choices."""


class EntryPresenter(CorrectionStep):
    """One entry: what it says, and a button for everything that it may say instead."""

    @property
    def placed(self) -> Placed[Any, Any]:
        """The entry that is put right; the last one where that counts no more."""
        table, line = self.nav.open_table, self.nav.place.receipt
        counting = [entry.n for entry in table.replay.entries]
        return table.placed(line if line in counting else counting[-1])

    @property
    def wish(self) -> Wish:
        """What is chosen so far."""
        return self.nav.own(Wish)

    def choices(self) -> Sequence[Any]:
        """The actions that the entry may be instead."""
        return corrections_of(self.nav).alternatives(self.placed)

    def view(self) -> StepView:
        """The choices; a question over them where others are touched."""
        said = corrections_of(self.nav).entry_words(self.placed)
        return StepView(
            frame=self.nav.frame(_("Put it right: {what}").format(what=said)),
            stage=self.stage(self.choices()),
            pending=self._pending(),
        )

    def stage(self, choices: Sequence[Any]) -> Part:
        """The choices as buttons."""
        taps = [self._tap(Instead(number), action) for number, action in enumerate(choices)]
        pictured = any(type(tap) is not Tap for tap in taps)
        most, first = MAX_PICTURES if pictured else MAX_WORDS, self.wish.first
        page = taps[first : first + most]
        if len(taps) > most:
            page.append(Tap(Others(), _("Others"), icon="next"))
        columns = next(n for size, n in COLUMNS if len(page) <= size) if pictured else 2
        return Grid(_("Instead of this it was…"), tuple(page), columns, big=15 if pictured else 0)

    def _tap(self, does: Command, action: Any) -> Tap:
        own, before = corrections_of(self.nav), self.placed.before
        return own.choice(does, action, before) or Tap(does, own.choice_words(action, before))

    @on(Others)
    def show_others(self) -> None:
        """Show the next choices; after the last ones the first."""
        first = self.wish.first + MAX_WORDS
        self.nav.keep(Wish(first=first if first < len(self.choices()) else 0))

    @on(Instead)
    def choose(self, number: int) -> None:
        """It was that: at once where nobody else is touched, else the table is asked."""
        wish = Wish(choice=number, first=self.wish.first)
        change = self._change(wish)
        if change is not None and not self.at_once(change):
            self.nav.keep(wish)

    def wished(self) -> Change | None:
        """The choice that waits for a second tap."""
        return self._change(self.wish)

    def _change(self, wish: Wish) -> Change | None:
        choices = self.choices()
        if wish.choice is None or not 0 <= wish.choice < len(choices):
            return None
        return Change(self.placed.line, choices[wish.choice], passes=wish.passes)

    def settle(self, line: int) -> None:
        """Back to where it was looked at."""
        self.nav.put(self.nav.place.back or Place())

    def switch(self) -> None:
        """Later drawings that would break a rule stay, or are passes."""
        self.nav.keep(msgspec.structs.replace(self.wish, passes=not self.wish.passes))

    def cancel(self) -> None:
        self.nav.keep(Wish(first=self.wish.first))

    def _pending(self) -> Pending | None:
        wished, found = self.wished(), self.preview()
        if wished is None:
            return None
        other = instead(self.nav, wished, found)
        return question(self.nav, found, _("Put it right?"), _("Put it right"), _("Leave it"), other)
