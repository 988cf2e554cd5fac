"""Every device is unplugged and plugged in again at every step of a game: the sheet is the same as without faults.

Lights, buttons and shaker are behind the microcontroller's own code, whose link the test holds; the camera is one that
sees what the player drew. While a part is away the screen names it and the way on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import Any

import pytest

from engines.errors import Finding
from engines.game import NATURE, ScoreSheet
from engines.record import Header, format_record, parse_record, replay_record
from engines.registry import load
from engines.star_explorer.bots import best_draw
from engines.starfarers.model import (
    BuildUpgrade,
    Phase,
    Report,
    Shake,
    StarfarersAction,
    StartFlight,
)
from engines.starfarers.pack import Ball
from firmware_bridge.link import Status
from firmware_bridge.messages import Balls, Button, Command, Event, Shaking
from hardware.bridge import BridgedTable
from hardware.camera import no_camera
from hardware.status import READY
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.games.star_explorer.score import MarkerPresenter, WhyPresenter
from pi_app.games.star_explorer.setup import FirstPlayerPresenter, StartTilePresenter
from pi_app.games.star_explorer.tiles import RevealPresenter, SizePresenter
from pi_app.games.starfarers.autoplay_keys import ball_keys, keys_of, nature_keys
from pi_app.games.starfarers.desk import acting, game_of
from pi_app.games.starfarers.light import LightTurnPresenter
from pi_app.games.starfarers.shaking import ShakePresenter
from pi_app.presenters.board_camera import NoCamera, Seen
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.rooms import presenter_of
from pi_app.presenters.shaker import ShakerSession
from pi_app.presenters.table_parts import TableParts
from pi_app.table.journal import Journal
from tests.pi_app.starfarers_tables import touched

PARTS = ("camera", "shaker", "lights", "buttons")


class HandLink:
    """A link to the microcontroller whose plug the test pulls."""

    def __init__(self) -> None:
        self.status: Status = "linked"
        self.program, self.starts = "1.0.0", 1
        self.sent: list[Command] = []
        self._coming: SimpleQueue[Event] = SimpleQueue()

    def send(self, command: Command) -> bool:
        self.sent.append(command)
        return self.status == "linked"

    def events(self, wait_s: float = 0.0) -> list[Event]:
        try:
            return [self._coming.get(timeout=wait_s)]
        except Empty:
            return []

    def close(self) -> None:
        self.status = "closed"


class DrawnCamera(NoCamera):
    """A camera that sees what the player has drawn, while it is plugged in."""

    def __init__(self, drawn: Callable[[int], DiscDraft]) -> None:
        self.plugged = True
        self.looks = 0
        self._drawn = drawn
        self._seat: int | None = None

    def can_look(self, seat: int) -> bool:
        return self.plugged

    def look(self, seat: int, unasked: bool = False) -> None:
        self._seat = seat if self.plugged else None
        self.looks += 1

    def poll(self) -> Seen | None:
        seat, self._seat = self._seat, None
        return None if seat is None else Seen(seat, self._drawn(seat))


class FaultyTable:
    """A table with all its devices; `out` is the part that is unplugged for the step under way."""

    def __init__(self, folder: Path) -> None:
        self.link = HandLink()
        self.bridge = BridgedTable(self.link)
        self.camera = DrawnCamera(self._drawn)
        self.out: str | None = None
        self.named = 0
        """How often the screen named the missing part."""
        ticks = count()
        self.parts = TableParts(
            {
                "camera": lambda: READY if self.camera.plugged else no_camera("auto"),
                "shaker": lambda: self.bridge.shaker.status,
                "lights": lambda: self.bridge.lights.status,
                "buttons": lambda: self.bridge.buttons.status,
            },
            clock=lambda: float(next(ticks)),
        )
        self.nav = Navigator(
            Journal(folder / "journal.sqlite3"),
            clock=lambda: "2026-01-31T20:00:00+00:00",
            camera=self.camera,
            lights=self.bridge.lights,
            shaker=ShakerSession(self.bridge.shaker),
            parts=self.parts,
        )
        self.nav.watch_parts()

    def close(self) -> None:
        self.nav.journal.close()
        self.bridge.close()

    def unplug(self, part: str) -> None:
        """Pull a plug: the camera's, or the microcontroller's with everything at it."""
        self.out = part
        if part == "camera":
            self.camera.plugged = False
        else:
            self.link.status = "no port"
        self.nav.watch_parts()
        banner = self._frame().banner
        assert banner is not None
        assert part in banner
        assert "Tap" in banner or "Touch" in banner or "screen" in banner
        self.named += 1

    def plug_in(self) -> None:
        """Put the plug back."""
        self.out = None
        self.camera.plugged, self.link.status = True, "linked"
        self.nav.watch_parts()
        assert self._frame().banner in (None, self.nav.notice)

    def _frame(self) -> Any:
        place = presenter_of(self.nav.screen, self.nav)
        assert place is not None
        return load(place)(self.nav).view().frame

    def around(self, part: str | None, step: Callable[[], None]) -> None:
        """One step, with that part out and in again; the other parts go and come back before it."""
        if part is None:
            step()
            return
        for other in PARTS:
            if other != part:
                self.unplug(other)
                self.plug_in()
        self.unplug(part)
        step()
        self.plug_in()

    # Star Explorer ---------------------------------------------------------------------------------------------

    def _drawn(self, seat: int) -> DiscDraft:
        best = best_draw(self.nav.open_table.game, self.nav.state, seat)  # type: ignore[arg-type]
        return DiscDraft(lines=best.lines, stars=best.stars, source="camera")

    def draw(self) -> None:
        """One player's drawing: photographed by the seat's button where both are there, else by finger."""
        draw = DrawPresenter(self.nav)
        wanted, seat = self._drawn(draw.seat), draw.seat
        if self.camera.plugged:
            if self.link.status == "linked":
                self.press(seat)
            else:
                draw.photograph()
            draw.look()
        else:
            for a, b in wanted.lines:
                draw.join(a, b)
            for star in wanted.stars:
                draw.tap_star(star)
                draw.tap_star(star)
        draw.done()

    def press(self, seat: int) -> None:
        """A seat's button, told by the microcontroller."""
        self.bridge.take(Button(seat=seat))
        for pressed in self.bridge.buttons.presses():
            DrawPresenter(self.nav).press(pressed)

    def explore(self) -> None:
        """One step of Star Explorer."""
        nav = self.nav
        match nav.screen:
            case "first_player":
                FirstPlayerPresenter(nav).choose(1)
            case "start_tile":
                cards = [card for card in StartTilePresenter(nav).cards if not card.taken]
                StartTilePresenter(nav).choose(cards[0].tile, 0)
            case "size":
                SizePresenter(nav).choose(nav.state.sizes[0])
            case "seven":
                load(presenter_of("seven", nav) or "")(nav).choose(0)
            case "reveal":
                reveal = RevealPresenter(nav)
                reveal.choose(next(card.tile for card in reveal.cards if not card.taken))
            case "draw":
                self.draw()
            case "round":
                WhyPresenter(nav).go_on()
            case "marker":
                MarkerPresenter(nav).go_on()
            case screen:
                raise AssertionError(screen)

    # Starfarers in light mode ----------------------------------------------------------------------------------

    def tap(self, *keys: str) -> None:
        """Taps on the screens as they come."""
        for key in keys:
            place = presenter_of(self.nav.screen, self.nav)
            assert place is not None
            touched(load(place)(self.nav), key)

    def fly(self) -> None:
        """One step of Starfarers."""
        if self.nav.screen == "starfarers_contest":
            self.tap("told")
            return
        game, state = game_of(self.nav), self.nav.state
        rng = Random(len(self.nav.open_table.replay.entries))
        if game.to_move(state)[0] == NATURE:
            self._nature(game.deal(state, rng))
        elif isinstance(wanted := self._wanted(rng), StartFlight):
            self._nature(game.deal(game.apply(state, wanted), rng))
        else:
            self.tap(*keys_of(wanted, False))

    def _wanted(self, rng: Random) -> StarfarersAction:
        """Anything; in the flight something is founded where that can be, so that the game ends."""
        game, state = game_of(self.nav), self.nav.state
        seat = acting(self.nav)
        assert seat is not None
        legal = game.legal_actions(state, seat)
        if state.phase is Phase.BUILD and not LightTurnPresenter(self.nav).may_conquer():  # there is no button for it
            legal = [a for a in legal if not (isinstance(a, Report) and a.what == "token")]
        told = isinstance(self.nav.open_table.replay.actions[-1], Report | BuildUpgrade)
        if state.phase is Phase.BUILD and told:
            return legal[-2]
        founded = [a for a in legal if isinstance(a, Report)]
        if state.phase is Phase.FLIGHT:
            return rng.choice(founded) if founded and not told else legal[-1]
        return rng.choice(legal[:-1] if state.phase is Phase.BUILD else legal)

    def _nature(self, action: StarfarersAction) -> None:
        if isinstance(action, Shake):
            self._shake(action.balls)
        else:
            self.tap(*nature_keys(self.nav, action))

    def _shake(self, balls: tuple[Ball, Ball]) -> None:
        """The shaker tells the balls; pulled in the middle of a shake it is silent, and a finger taps them."""
        pad = self.nav.screen == "starfarers_light"
        presenter, length = (LightTurnPresenter if pad else ShakePresenter)(self.nav), self.nav.open_table.length
        presenter.tick()
        number = length
        if self.out == "shaker":
            self.link.status = "linked"
            self.bridge.take(Shaking(shake=number))
            presenter.tick()
            self.link.status = "no port"
        if self.link.status == "linked":
            self.bridge.take(Shaking(shake=number))
            presenter.tick()
            self.bridge.take(Balls(shake=number, balls=balls, sure=(97, 97), empty=(False, False), settled=True))
            presenter.tick()
            return
        touched(presenter, *ball_keys(balls, full=False))


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Callable[[str], FaultyTable]]:
    tables: list[FaultyTable] = []

    def make(name: str) -> FaultyTable:
        (tmp_path / name).mkdir()
        tables.append(FaultyTable(tmp_path / name))
        return tables[-1]

    yield make
    for table in tables:
        table.close()


def play(table: FaultyTable, header: Header, step: Callable[[], None], part: str | None) -> ScoreSheet:
    """The sheet of a game in which that part is out at every step; it is what the record replays to."""
    table.nav.begin(header)
    for _ in range(2000):
        if table.nav.open_table.over:
            break
        table.around(part, step)
    session = table.nav.open_table
    assert session.finished
    if part is not None:
        assert table.named >= len(PARTS) * 20
    again = replay_record(session.game, parse_record(format_record(table.nav.journal.record(session.game_id))))
    assert session.game.score(again.state) == session.sheet
    return session.sheet


STARFARERS = Header(game="starfarers", players=("Zoé", "Łucja", "Håkon"), options={"mode": "light"})
STAR_EXPLORER = Header(game="star_explorer", players=("Zoé", "Łucja"))


def sources(table: FaultyTable, kind: str) -> set[str]:
    """How the steps of that kind came into the record."""
    return {entry.source for entry in table.nav.open_table.replay.entries if entry.action["type"] == kind}


def test_starfarers_ends_with_the_same_sheet_whichever_device_is_out(made: Callable[[str], FaultyTable]) -> None:
    whole = made("whole")
    sheet = play(whole, STARFARERS, whole.fly, None)
    assert sources(whole, "shake") == {"shaker"}
    for part in PARTS:
        table = made(part)
        assert play(table, STARFARERS, table.fly, part) == sheet
        assert sources(table, "shake") == {"shaker" if part == "camera" else "touch"}


def test_star_explorer_ends_with_the_same_sheet_whichever_device_is_out(made: Callable[[str], FaultyTable]) -> None:
    whole = made("whole")
    sheet = play(whole, STAR_EXPLORER, whole.explore, None)
    assert sources(whole, "draw") == {"camera"}
    for part in PARTS:
        table = made(part)
        assert play(table, STAR_EXPLORER, table.explore, part) == sheet
        assert sources(table, "draw") == {"touch" if part == "camera" else "camera"}


def test_what_was_never_there_is_not_missed() -> None:
    parts = TableParts({"camera": lambda: no_camera("auto")}, clock=count().__next__)
    assert not parts.poll()
    assert parts.words() is None


def test_a_part_that_comes_back_is_missed_no_more() -> None:
    status = [READY]
    parts = TableParts({"shaker": lambda: status[0]}, clock=count().__next__)
    parts.poll()
    status[0] = no_camera("auto")
    assert parts.poll()
    assert parts.words() == "Not plugged in: shaker. Tap the balls that you see."
    status[0] = READY
    assert parts.poll()
    assert parts.words() is None


def test_devices_are_not_asked_in_every_frame() -> None:
    asked: list[str] = []
    now = [0.0]

    def status() -> Finding:
        asked.append("camera")
        return READY

    parts = TableParts({"camera": status}, clock=lambda: now[0])
    for frame in range(20):
        now[0] = frame / 30
        parts.poll()
    assert len(asked) == 2
