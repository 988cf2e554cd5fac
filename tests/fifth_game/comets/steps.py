"""What the screens of Comets show and do."""

from __future__ import annotations

from comets.model import PLACES, TRAILS, CometsState, Roll, Trail, Write
from comets.scoring import pays
from comets.words import _
from engines.game import NATURE
from pi_app.presenters.board_camera import camera_words
from pi_app.presenters.receipts import corrected_words
from pi_app.steps.presenter import StepPresenter, on
from pi_app.steps.view import Command, Grid, Number, StepView, Tap, Taps, Words


class Face(Command, frozen=True):
    """That number fell."""

    number: int


class Into(Command, frozen=True):
    """That player writes the number into that trail."""

    seat: int
    trail: int


class Photograph(Command, frozen=True):
    """Photograph that player's sheet."""

    seat: int


class Wrong(Command, frozen=True):
    """The number of that round stands in the wrong trail."""

    round: int


class To(Command, frozen=True):
    """It belongs into that trail."""

    trail: int


class _Step(StepPresenter):
    @property
    def state(self) -> CometsState:
        """The game."""
        state: CometsState = self.nav.state
        return state

    def _trails(self, live: tuple[int, ...]) -> Grid:
        """A row of trails a player; those who may write can tap theirs."""
        taps = (
            Tap(
                Into(seat, n),
                " ".join(map(str, trail)) or "…",
                seat=seat,
                on=seat in live and len(trail) < PLACES,
                chosen=pays(trail),
            )
            for seat, trails in enumerate(self.state.seats)
            for n, trail in enumerate(trails)
        )
        return Grid("", tuple(taps), 3)


class FallPresenter(_Step):
    """At the table somebody says which number fell."""

    def view(self) -> StepView:
        """Every number of the dice."""
        faces = self.nav.open_table.game.pack.faces  # type: ignore[attr-defined]
        taps = [Tap(Face(n), str(n)) for n in faces]
        return StepView(
            frame=self.nav.frame(_("Round {n}").format(n=len(self.state.fallen) + 1)),
            stage=self._trails(()),
            headline=Words(_("Which number fell?"), "bold"),
            panel=tuple(Taps(tuple(taps[n : n + 3])) for n in range(0, len(taps), 3)),
        )

    @on(Face)
    def fell(self, number: int) -> None:
        """That number fell."""
        self.nav.act(Roll(seat=NATURE, number=number))


class WritePresenter(_Step):
    """Everybody taps a trail, in any order."""

    def view(self) -> StepView:
        """The trails of those who have not written are live."""
        live = tuple(s for s in self.nav.open_table.game.to_move(self.state) if isinstance(s, int))
        return StepView(
            frame=self.nav.frame(_("Round {n}").format(n=len(self.state.fallen))),
            stage=self._trails(live),
            headline=Words(_("Everybody: into which trail?"), "bold"),
            hero=Number(str(self.state.fallen[-1]), ""),
            panel=tuple(self._camera(seat) for seat in live if self.nav.camera.can_look(seat)),
        )

    def _camera(self, seat: int) -> Tap:
        camera = self.nav.camera
        return Tap(Photograph(seat), camera_words(camera, seat), icon="camera", seat=seat, on=camera.busy is None)

    @on(Into)
    def write(self, seat: int, trail: int) -> None:
        """Write there."""
        self.nav.act(Write(seat=seat, trail=trail))

    @on(Photograph)
    def photograph(self, seat: int) -> None:
        """Photograph that player's sheet."""
        self.nav.camera.look(seat)
        self.nav.changed()

    def tick(self) -> bool:
        """A photograph that has been read is taken, where it shows the one new number."""
        camera = self.nav.camera
        if (doing := camera.busy) is None:
            return False
        seen = camera.poll()
        if seen is not None:
            self._take(seen.seat, seen.draft)
        elif camera.busy != doing:
            if camera.trouble:
                self.nav.warn(camera.trouble)
            self.nav.changed()
        return False

    def _take(self, seat: int, trails: tuple[Trail, ...]) -> None:
        for n, trail in enumerate(self.state.seats[seat]):
            wanted = (*self.state.seats[seat][:n], (*trail, self.state.fallen[-1]), *self.state.seats[seat][n + 1 :])
            if trails == wanted and self.nav.act(Write(seat=seat, trail=n), source="camera"):
                self.nav.camera.confirmed(seat, trails)
                return
        self.nav.warn(_("The sheet does not show the record and the new number."))
        self.nav.changed()


class WhyPresenter(_Step):
    """The numbers with their trails; one is put right by a tap on it, and one on the trail that it belongs to."""

    @property
    def seat(self) -> int:
        """Whose numbers are shown."""
        return self.nav.place.seat or 0

    def view(self) -> StepView:
        """The player's numbers; beside them the trails that the chosen one could go to."""
        chosen, rounds = self.nav.place.receipt, self._rounds()
        numbers = (
            Tap(Wrong(n), str(self.state.fallen[n]), note=_("Trail {n}").format(n=trail + 1), chosen=n == chosen)
            for n, trail in sorted(rounds.items())
        )
        hint = _("Tap a number that stands in the wrong trail.") if chosen is None else _("Where does it belong?")
        trails = () if chosen is None else (Tap(To(n), _("Trail {n}").format(n=n + 1)) for n in range(TRAILS))
        return StepView(
            frame=self.nav.frame(self.state.players[self.seat]),
            stage=Grid("", tuple(numbers), 3),
            headline=Words(hint, "bold", self.seat),
            hero=None if chosen is None else Number(str(self.state.fallen[chosen]), ""),
            panel=tuple(trails),
        )

    def _rounds(self) -> dict[int, int]:
        """Round -> the trail that the player's number of that round is in."""
        found = {}
        for past in self.nav.open_table.past("write"):
            if past.action.seat == self.seat:
                found[len(past.before.fallen) - 1] = past.action.trail
        return found

    @on(Wrong)
    def choose(self, round_: int) -> None:
        """Choose a number, or none."""
        self.nav.move(receipt=None if self.nav.place.receipt == round_ else round_)

    @on(To)
    def move(self, trail: int) -> None:
        """The chosen number belongs into that trail."""
        if self.nav.place.receipt is not None:
            self._correct(self.nav.place.receipt, trail)

    def _correct(self, round_: int, trail: int) -> None:
        table = self.nav.open_table
        line = next(
            past.line
            for past in table.past("write")
            if past.action.seat == self.seat and len(past.before.fallen) == round_ + 1
        )
        action = Write(seat=self.seat, trail=trail)
        preview = table.preview_correction(line, action)
        if preview.after is None or preview.dropped:
            self.nav.warn(_("The later numbers would not fit."))
        else:
            self.nav.tell(corrected_words(self.nav.app, table.correct(line, action).changed))
            table.finish()
        self.nav.move(receipt=None)
