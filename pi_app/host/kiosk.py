"""Opens a table: journal, devices, the camera and the way through the screens."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engines.registry import load
from hardware.camera import Camera
from hardware.config import SIMULATED, ShakerConfig
from hardware.devices import open_devices
from pi_app import i18n
from pi_app.bots import BotSeats
from pi_app.camera.cases import CaseShelf
from pi_app.camera.learnt import Learner
from pi_app.camera.session import CameraSession
from pi_app.camera.worker import CameraWorker
from pi_app.coach import Coach
from pi_app.evening.note import follow_evening
from pi_app.evening.outbox import FILE, Outbox
from pi_app.evening.scan import CodeFinder
from pi_app.games.app_game import app_of
from pi_app.host.checkup import Check, forgets
from pi_app.host.pin import FILE as PIN
from pi_app.host.pin import HostPin
from pi_app.host.settings import Settings
from pi_app.host.system import System
from pi_app.host.updater import Updater
from pi_app.i18n import _
from pi_app.paths import JOURNAL, cases_dir, learnt_path
from pi_app.presenters.board_camera import TableSeen, Watched
from pi_app.presenters.first_start import MARK
from pi_app.presenters.host import Desk, running_checks
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.shaker import ShakerSession
from pi_app.presenters.table_parts import TableParts
from pi_app.table.backups import back_up
from pi_app.table.journal import Journal
from pi_app.web.onlookers import Onlookers
from pi_app.web.phones import Phones

if TYPE_CHECKING:  # OpenCV comes with them: fifteen megabytes that a real table need not hold
    from hardware.simulated.tabletop import SimulatedTable


class SimulatedBoards(Protocol):
    """The boards of one game on the simulated table (`AppGame.simulated`)."""

    def prepare(self, nav: Navigator, seat: int) -> None:
        """Have that seat's board lie there as its player would have it now."""


class _SimulatedBoards(CameraSession):
    """The camera; simulated boards are drawn on just before it looks."""

    def __init__(self, kiosk: Kiosk, state: Path) -> None:
        super().__init__(
            kiosk.devices,
            kiosk.worker,
            state,
            lambda: kiosk.nav.open_table,
            kiosk.cases,
            {"ball": kiosk.ball},
            kiosk.learner,
        )
        self._kiosk = kiosk

    def can_look(self, seat: int) -> bool:
        """Whether a camera sees that seat's board now; a game on the screen alone has no boards."""
        return not self._kiosk.nav.open_table.digital and super().can_look(seat)

    def look(self, seat: int, unasked: bool = False) -> None:
        self._kiosk.prepare_board(seat)
        super().look(seat, unasked)

    def watch(self, watched: Watched) -> TableSeen:
        """Watch the table; at a simulated one everybody draws when the watch begins."""
        if watched != self._watched:
            for seat in watched.seats:
                self._kiosk.prepare_board(seat)
        return super().watch(watched)


class Kiosk(AbstractContextManager["Kiosk"]):
    """Everything of one table that lives as long as the app. Use it as a context manager.

    Raises JournalBusy or BadInput where the journal cannot be used at all.
    """

    def __init__(self, state: Path, settings: Settings, *, simulate: bool = False, seed: int = 0) -> None:
        self._open = ExitStack()
        self._boards: dict[str, SimulatedBoards] = {}
        self._seed = seed
        self.ball = ShakerConfig().ball if simulate else settings.shaker.ball
        self.journal = self._open.enter_context(Journal(state / JOURNAL))
        self.table = self._simulated_table() if simulate else None
        self.devices = self._open.enter_context(open_devices(SIMULATED if simulate else settings, self.table))
        self.worker = self._open.enter_context(CameraWorker())
        self.cases = CaseShelf(cases_dir()) if settings.keep_cases and not simulate else None
        self.learner = None if self.cases is None else Learner(learnt_path(), self.cases)
        self.camera = _SimulatedBoards(self, state)
        i18n.set_language(settings.language)
        self.nav = Navigator(
            self.journal,
            camera=self.camera,
            lights=self.devices.lights,
            preferences=settings.preferences,
            shaker=ShakerSession(self.devices.shaker),
            parts=TableParts.of(self.devices),
        )
        self.nav.on_tick(self.nav.watch_parts)
        self._warn_or_back_up(lost=not simulate and forgets(state))
        if simulate or settings.camera.kind != "none":
            self.worker.warm()
        self.bots = BotSeats(self.nav)
        self._open.callback(self.bots.close)
        self.nav.on_tick(self.bots.tick)
        coach = Coach(self.nav)
        self._open.callback(coach.close)
        self.nav.on_tick(coach.tick)
        self._serve(settings)
        self.camera.shelf.clear_old(self.nav.place.game)
        self.outbox = self._outbox(state) if settings.hub.enabled else None
        self.updater = Updater(state, hub=lambda: self.outbox.view.address if self.outbox is not None else "")
        self._open.callback(self.updater.close)
        self.nav.desk = self._desk(HostPin(state / PIN), state / MARK)
        if os.path.exists(state / MARK) and self.nav.table is None:
            self.nav.open_page("first_start")

    def _serve(self, settings: Settings) -> None:
        """Pages for browsers of the network, while the table wishes them."""
        self.nav.phones = Phones(self.nav, settings.phones)
        for served in (Onlookers(self.nav, settings.public), self.nav.phones):
            self._open.callback(served.close)
            self.nav.on_tick(served.follow)

    def _simulated_table(self) -> SimulatedTable:
        from hardware.simulated.tabletop import SimulatedTable

        table = SimulatedTable(self._seed)
        self._open.callback(table.close)
        return table

    def _desk(self, pin: HostPin, mark: Path) -> Desk:
        """What the host of an evening finds on the host's screens. `mark`: see `first_start.MARK`."""

        def camera() -> Camera:
            return self.devices.camera(0)

        def checks() -> Iterable[Check]:
            return running_checks(self.devices)

        finder = CodeFinder(camera)
        self._open.callback(finder.close)
        return Desk(pin, self.outbox, checks, self.updater, finder, self.learner, System(), camera, mark)

    def _warn_or_back_up(self, lost: bool) -> None:
        """Say what is wrong with the journal, and copy it. `lost`: it does not outlive the power."""
        if self.journal.notice:
            self.nav.warn(lambda: _("The journal was damaged: it was put aside, and a new one begun."))
        elif self.journal.unreadable():
            self.nav.warn(lambda: _("Games in the journal that cannot be read are left out; its copies are kept."))
            back_up(self.journal)
        elif lost:
            self.nav.warn(lambda: _("Games will be lost when the power is off: they are kept in memory only."))
        else:
            back_up(self.journal)

    def _outbox(self, state: Path) -> Outbox:
        """The link to an event host, whether paired or not."""
        outbox = Outbox(state / FILE)
        outbox.follow(self.journal)
        outbox.start()
        self._open.callback(outbox.close)
        follow_evening(self.nav, outbox)
        return outbox

    def prepare_board(self, seat: int) -> None:
        """At a simulated table: have that seat's board drawn on, as its player would have done by now."""
        where = app_of(self.nav.open_table.header.game).simulated
        if self.table is None or not where:
            return
        if where not in self._boards:
            self._boards[where] = load(where)(self.table, self._seed)
        self._boards[where].prepare(self.nav, seat)

    def close(self) -> None:
        """Let everything go. May be called twice."""
        self._open.close()

    def __exit__(self, *_: object) -> None:
        self.close()
