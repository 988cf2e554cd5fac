"""A question about something doubtful in a photograph: yes, no, another photograph, or a look at the whole drawing."""

from __future__ import annotations

from abc import abstractmethod

from pi_app.i18n import _
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Answer, Part, Photograph, Tap, Taps, Words


class QuestionStep(StepPresenter):
    """What all such questions offer. A game says what an answer changes."""

    @on(Answer)
    @abstractmethod
    def answer(self, drawn: bool) -> None:
        """A person says whether it is there."""

    @on(Photograph)
    @abstractmethod
    def photograph(self) -> None:
        """Forget this photograph and take another."""

    @on()
    @abstractmethod
    def look(self) -> None:
        """Look the whole drawing over; a tap on a line settles it."""

    def below(self, seat: int, asked: int) -> tuple[Part, ...]:
        """What stands below the answers: how many more are asked, what hinders, the ways round an answer."""
        camera = self.nav.camera
        more = _("{n} more to ask").format(n=asked - 1) if asked > 1 else ""
        notes = (Words(more, "muted"), Words(camera.trouble or "", "ask"))
        again = Tap(Photograph(), "", icon="camera", on=camera.can_look(seat))
        return (
            *(note for note in notes if note.text),
            Taps((again, Tap(does(self.look), _("See the whole drawing"), icon="pen"))),
        )
