"""Opens a table: journal, devices, the camera's eye and the way through the screens."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engines.look_at_the_stars.rules import LookAtTheStars
from engines.registry import PAD, open_game
from engines.star_explorer.model import ROUNDS, Draw, StarExplorerState
from engines.star_explorer.rules import StarExplorer
from engines.starfarers.foot_card import BALL
from engines.starfarers.rules import Starfarers
from engines.stellar.rules import Stellar
from hardware.config import SIMULATED
from hardware.devices import open_devices
from pi_app import i18n
from pi_app.backups import back_up
from pi_app.bots import BotSeats
from pi_app.capture import CaptureWorker
from pi_app.cases import CaseShelf
from pi_app.checkup import forgets
from pi_app.eye import Asked, TableEye, asked_of
from pi_app.hub_note import follow_evening
from pi_app.hub_scan import CodeFinder
from pi_app.i18n import _
from pi_app.journal import Journal
from pi_app.outbox import FILE, Outbox
from pi_app.paths import JOURNAL, cases_dir
from pi_app.pin import FILE as PIN
from pi_app.pin import HostPin
from pi_app.presenters.finished_boards import FinishedBoard, desk_of
from pi_app.presenters.host import Desk, running_checks
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.shaker import ShakerEar
from pi_app.presenters.table_parts import TableParts
from pi_app.public_page import Onlookers
from pi_app.settings import Settings
from pi_app.trace import follow
from pi_app.updater import Updater

if TYPE_CHECKING:  # OpenCV comes with them: fifteen megabytes that a real table need not hold
    from hardware.simulated.balls.tabletop import SimulatedShips
    from hardware.simulated.cards.tabletop import SimulatedCards
    from hardware.simulated.slates.tabletop import SimulatedSlates
    from hardware.simulated.tabletop import SimulatedTable


class _Eye(TableEye):
    """The camera's eye; simulated boards are drawn on just before it looks."""

    def __init__(self, kiosk: Kiosk, state: Path) -> None:
        super().__init__(kiosk.devices, kiosk.worker, state, kiosk._about, kiosk.cases)
        self._kiosk = kiosk

    def can_look(self, seat: int) -> bool:
        """Whether a camera sees that seat's board now; a game on the screen alone has no boards."""
        return not self._kiosk.nav.open_table.digital and super().can_look(seat)

    def look(self, seat: int, asked: Any = None) -> None:
        """Photograph that seat's board and have it read."""
        self._kiosk.prepare_board(seat)
        super().look(seat, asked)


class Kiosk:
    """Everything of one table that lives as long as the app. Use it as a context manager.

    Raises JournalBusy or BadInput where the journal cannot be used at all.
    """

    def __init__(self, state: Path, settings: Settings, *, simulate: bool = False, seed: int = 0) -> None:
        self._open = ExitStack()
        self.table: SimulatedTable | None = None
        self.slates: SimulatedSlates | None = None
        self.cards: SimulatedCards | None = None
        self.ships: SimulatedShips | None = None
        self._ball = BALL if simulate else settings.shaker.ball
        self.journal = self._open.enter_context(Journal(state / JOURNAL))
        if simulate:
            self._simulate(seed)
        self.devices = self._open.enter_context(open_devices(SIMULATED if simulate else settings, self.table))
        self.worker = self._open.enter_context(CaptureWorker())
        self.cases = CaseShelf(cases_dir()) if settings.keep_cases and not simulate else None
        self.eye = _Eye(self, state)
        i18n.set_language(settings.language)
        self.nav = Navigator(
            self.journal,
            eye=self.eye,
            lights=self.devices.lights,
            preferences=settings.preferences,
            ear=ShakerEar(self.devices.shaker),
            parts=TableParts.of(self.devices),
        )
        self.nav.on_tick(self.nav.watch_parts)
        if self.journal.notice:
            self.nav.warn(lambda: _("The journal was damaged: it was put aside, and a new one begun."))
        elif not simulate and forgets(state):
            self.nav.warn(lambda: _("Games will be lost when the power is off: they are kept in memory only."))
        else:
            back_up(self.journal)
        if simulate or settings.camera.kind != "none":
            self.worker.warm()
        self.bots = BotSeats(self.nav)
        self._open.callback(self.bots.close)
        self.nav.on_tick(self.bots.tick)
        self.onlookers = Onlookers(self.nav, settings.public)
        self._open.callback(self.onlookers.close)
        self.nav.on_tick(self.onlookers.follow)
        self.eye.shelf.clear_old(self.nav.place.game)
        self.outbox = self._outbox(state) if settings.hub.enabled else None
        self.updater = Updater(state, hub=lambda: self.outbox.view.address if self.outbox is not None else "")
        self._open.callback(self.updater.close)
        finder = CodeFinder(lambda: self.devices.camera(0))
        self._open.callback(finder.close)
        self.nav.desk = Desk(
            HostPin(state / PIN), self.outbox, lambda: running_checks(self.devices), self.updater, finder
        )
        follow(self.nav)

    def _outbox(self, state: Path) -> Outbox:
        """The link to an event host, whether paired or not."""
        outbox = Outbox(state / FILE)
        outbox.follow(self.journal)
        outbox.start()
        self._open.callback(outbox.close)
        follow_evening(self.nav, outbox)
        return outbox

    def _simulate(self, seed: int) -> None:
        from hardware.simulated.balls.tabletop import SimulatedShips
        from hardware.simulated.cards.tabletop import SimulatedCards
        from hardware.simulated.slates.tabletop import SimulatedSlates
        from hardware.simulated.tabletop import SimulatedTable

        layout = open_game("star_explorer").pack.layout  # type: ignore[attr-defined]
        self.table = SimulatedTable(layout, seed)
        self.slates = SimulatedSlates(self.table, seed)
        self.cards = SimulatedCards(self.table, seed)
        self.ships = SimulatedShips(self.table, seed)
        self._open.callback(self.table.close)

    def _about(self, seat: int) -> Asked:
        return asked_of(self.nav.open_table, seat, self._ball)

    def prepare_board(self, seat: int) -> None:
        """At a simulated table: have that seat's board drawn on, as its player would have done by now."""
        if self.table is None:
            return
        session = self.nav.open_table
        if self.slates is not None and isinstance(session.game, LookAtTheStars):
            self.slates.follow(session.game, session.state, seat)
        elif self.cards is not None and isinstance(session.game, Stellar):
            self.cards.follow(session.game, session.state.seats[seat], seat)
        elif self.cards is not None and session.header.game == "stellar":
            self.cards.play(seat)
        elif self.slates is not None and session.header.pack == PAD and session.header.game == "look_at_the_stars":
            self.slates.play(seat)
        elif session.header.pack == PAD and session.header.game == "star_explorer":
            seen = desk_of(self.nav).boards.get(str(seat), FinishedBoard())
            self.table.play(seat, ROUNDS if seen.stop != ROUNDS else ROUNDS // 2)
        elif self.ships is not None and isinstance(session.game, Starfarers):
            self.ships.follow(session.game.parts.pack.balls, session.length, seat)
        elif isinstance(session.game, StarExplorer):
            from hardware.simulated.tabletop import greedy_artist

            self.table.lay(seat, None)

            def artist(game: StarExplorer, state: StarExplorerState, number: int) -> Draw:
                return greedy_artist(game, state, number) if number == seat else Draw(seat=number)

            self.table.follow(session.game, session.state, artist)

    def close(self) -> None:
        """Let everything go. May be called twice."""
        self._open.close()

    def __enter__(self) -> Kiosk:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
