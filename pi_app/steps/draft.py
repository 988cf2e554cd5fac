"""Drawing as a step, the same in every game: by finger or camera, doubts asked about, broken rules put to the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from engines.game import Action, Violation
from engines.record import Source
from pi_app.i18n import _
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.pending import Pending
from pi_app.steps.camera import CameraStep
from pi_app.steps.hands_free import Together, switch, together_tap
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Done, Erase, Part, Tap, Taps, Words, problem_words


class Draft(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a player has drawn that is not yet part of the game; a game's own adds what is drawn."""

    source: Source = "touch"
    photo: str | None = None
    """The photograph that it was read from."""
    looking: bool = False
    """Whether the table looks the whole drawing over instead of answering."""
    mending: bool = False
    """Whether a finger has begun to put the drawing right: questions wait until it is done."""
    accepting: bool = False
    """Whether the table was asked to accept broken rules and has not answered yet."""
    giving_up: bool = False
    """Whether the table was asked to give up this turn and has not answered yet."""


def giving_up(costs: tuple[str, ...]) -> Pending:
    """Asks whether turns are given up, with what that costs."""
    return Pending(
        question=_("Give up this turn?"),
        consequences=costs,
        confirm=_("Give it up"),
        cancel=_("Keep drawing"),
        loses=True,
    )


D = TypeVar("D", bound=Draft)


class DraftStep(CameraStep, Generic[D]):
    """A drawing that ends in one action. A game says what is drawn, what it would be, and what is wrong with it."""

    WAITS_FOR_CAMERA: ClassVar = True
    """Whether a drawing cannot be put in while the camera looks at its board."""
    TOGETHER: ClassVar = False
    """Whether all boards can be read at once, too."""

    # What a game says ------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def draft(self) -> D:
        """What they have drawn so far."""

    @abstractmethod
    def put(self, draft: D) -> None:
        """Keep it and show it."""

    @abstractmethod
    def blank(self) -> D:
        """Nothing drawn."""

    @abstractmethod
    def action(self, draft: D | None = None) -> Action:
        """What it would be in the game."""

    @abstractmethod
    def waiting(self) -> Sequence[int]:
        """The seats that have still to draw."""

    @abstractmethod
    def is_empty(self, draft: D) -> bool:
        """Whether nothing is drawn."""

    @abstractmethod
    def questions(self) -> Sequence[Any]:
        """The doubts of the draft whose answers matter."""

    @abstractmethod
    def doubts(self, draft: D) -> int:
        """How many doubts nobody has answered for."""

    @abstractmethod
    def done_words(self) -> str:
        """What the way on says."""

    @abstractmethod
    def give_up_words(self) -> str:
        """What gives the turn up, with its cost."""

    @abstractmethod
    def cost_words(self) -> str:
        """What giving up costs, in a sentence."""

    @abstractmethod
    def by_hand_words(self) -> str:
        """The way on after a photograph that could not be read."""

    def drop(self) -> None:
        """Forget the draft once it is part of the game."""

    def broken_words(self, broken: Iterable[Violation]) -> tuple[str, ...]:
        """Broken rules in words, each once."""
        return tuple(dict.fromkeys(self.nav.app.rule_words(v.rule, v.message) for v in broken))

    def errors(self) -> list[Violation]:
        """The rules that are broken now."""
        return [v for v in self.nav.open_table.check(self.action()) if v.severity == "error"]

    # What is shown ---------------------------------------------------------------------------------------------

    def camera_row(self) -> Taps:
        """Photograph, where there is a camera, and begin again."""
        camera = (self.photograph_tap(),) if self.has_camera or self.nav.camera.busy else ()
        empty = self.draft == self.blank()
        others = together_tap(self.nav) if camera and empty and self.TOGETHER else ()
        erase = Tap(Erase(), "" if camera else _("Erase"), icon="erase", on=not empty)
        return Taps((*camera, *(others or (erase,))))

    def problems(self, broken: tuple[str, ...], advice: tuple[str, ...] = ()) -> tuple[Words, ...]:
        """Why the photograph could not be read or may be read wrongly, broken rules, and advice."""
        trouble = self.nav.camera.trouble
        by_hand = () if self.draft.photo else (self.by_hand_words(),)
        told = (trouble, *by_hand) if trouble else ()
        # Rules that a reading breaks, of which lines may be wrong, are said by the first: what to do about it counts.
        return problem_words(broken[:1] if told else broken, (*told, *advice))

    def ways(self, errors: Sequence[Violation]) -> tuple[Part, ...]:
        """Back to the questions, giving up, and the way on: each where there is something to it."""
        draft, seat = self.draft, self.seat
        found: list[Part] = []
        if self.doubts(draft) and draft.looking:
            found.append(Tap(does(self.ask), _("{n} open questions").format(n=self.doubts(draft)), icon="help"))
        empty, waiting = self.is_empty(draft), seat in self.waiting()
        if empty and waiting and self.nav.camera.busy is None:
            found.append(Tap(does(self.give_up), self.give_up_words(), role="destructive"))
        possible = waiting and not empty and (self.nav.camera.busy is None or not self.WAITS_FOR_CAMERA)
        icon = "warn" if errors else "check"
        found.append(Tap(Done(), self.done_words(), icon=icon, role="progress", on=possible, warns=bool(errors)))
        return tuple(found)

    def pending(self, errors: Sequence[Violation]) -> Pending | None:
        """What the table is asked: whether it gives up the turn, or accepts broken rules."""
        if self.draft.giving_up:
            return giving_up((self.cost_words(),))
        if not self.draft.accepting or not errors:
            return None
        return Pending(
            question=_("Does the table accept this drawing?"),
            consequences=self.broken_words(errors),
            confirm=_("Accept it"),
            cancel=_("Change it"),
        )

    # What is done ----------------------------------------------------------------------------------------------

    @on(Together)
    def read_together(self, on: bool) -> None:
        """All boards are read at once, or no more."""
        switch(self.nav, on)

    @on()
    def give_up(self) -> None:
        """Ask whether this turn is given up."""
        self.put(replace(self.draft, accepting=False, giving_up=True))

    @on(Erase)
    def erase(self) -> None:
        """Begin again."""
        self.nav.camera.forget()
        self.put(self.blank())

    @on()
    def ask(self) -> None:
        """Back to the questions."""
        self.put(replace(self.draft, looking=False, mending=False))

    def mended(self) -> D:
        """The draft as a finger puts it right: questions wait."""
        return replace(self.draft, mending=bool(self.doubts(self.draft)))

    @on(Done)
    def done(self) -> None:
        """Put the drawing into the game, unless a doubt matters or rules are broken: then the table is asked first.

        An empty one is never put in here: a turn is given up by `GiveUp` alone.
        """
        errors = self.errors()
        if self.draft.mending and self.questions():
            self.put(replace(self.draft, mending=False))
        elif self.is_empty(self.draft):
            return
        elif refused := [v for v in errors if not v.overrulable]:
            self.nav.warn(partial(self._first_words, refused))
            self.nav.changed()
        elif errors:
            self.put(replace(self.draft, accepting=True))
        else:
            self._commit(())

    def _first_words(self, errors: Sequence[Violation]) -> str:
        return self.broken_words(errors)[0]

    def confirm(self) -> None:
        """The table accepts the drawing against the rules, or gives up the turn."""
        self._commit(tuple(dict.fromkeys(v.rule for v in self.errors())))

    def cancel(self) -> None:
        """The table wants to change the drawing."""
        self.put(replace(self.draft, accepting=False, giving_up=False))

    def _commit(self, overruled: tuple[str, ...]) -> None:
        draft, seat = self.draft, self.seat
        if self.nav.act(self.action(draft), source=draft.source, overruled=overruled):
            if draft.source == "camera":
                self.nav.camera.confirmed(seat, draft)
            self.drop()
            self.nav.camera.forget()
            self.nav.changed()

    # The camera ------------------------------------------------------------------------------------------------

    def show_seat(self, seat: int) -> None:
        """Show that player's drawing."""

    def press(self, seat: int) -> None:
        """A seat's button: photograph that board; with a drawing on the screen, it is done."""
        if seat not in self.waiting() or self.nav.camera.busy:
            return
        if seat == self.seat and not self.is_empty(self.draft):
            self.done()
        elif self.can_look(seat):
            self.show_seat(seat)
            self.photograph()

    def takes(self, seat: int) -> bool:
        """That of any player who has still to draw."""
        return seat in self.waiting()

    def arrived(self, seen: Seen) -> bool:
        """A reading counts where that player has still to draw."""
        if seen.seat not in self.waiting():
            return False
        self.take_in(seen.seat, seen.draft)
        return True

    @abstractmethod
    def take_in(self, seat: int, draft: D) -> None:
        """A reading of that seat's board has come."""
