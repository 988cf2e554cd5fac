"""Updates on the host's page. Keys, updates and the installing service's work are those of `test_updates`."""

# ruff: noqa: F401, F811 - the fixtures of `test_updates` are taken in by their names

from __future__ import annotations

import errno
import io
import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from engines.errors import Finding
from pi_app import i18n
from pi_app.host import bundle, updates
from pi_app.host.bundle import ENDING, SIGNATURE, Here, check
from pi_app.host.pin import HostPin
from pi_app.host.slots import Slots
from pi_app.host.updater import GONE, LATE, Updater
from pi_app.presenters.host import Desk, HostPresenter
from pi_app.presenters.host_update import STEPS, Remark, refusal_words
from pi_app.presenters.navigator import Navigator
from pi_app.table.journal import Journal
from tests.codes import coded, fields
from tests.pi_app.screen_faults import Frames, Stage
from tests.pi_app.steps import parts_of, taps
from tests.pi_app.test_updates import (
    _no_waiting,
    keys,
    program,
    quick,
    quiet,
    rewritten,
    runs,
    sandbox,
    sound,
    update,
)


class Table:
    """The host's page of a table with slots, a stick and an event host; the tests are its installing service."""

    def __init__(self, nav: Navigator, folder: Path, signers: Path) -> None:
        self.state, self.stick, self.signers = folder / "state", folder / "stick", signers
        self.stick.mkdir()
        self.slots: Slots | None = sandbox(folder / "slots")
        self.address = ""
        self.patience = threading.Event()
        self.updater = Updater(
            self.state,
            slots=lambda: self.slots,
            signers=signers,
            sticks=[self.stick],
            hub=lambda: self.address,
            every_s=0.001,
            superseded=lambda: self.slots is not None and updates.superseded(self.slots.folder("a")),
        )
        self.nav = nav
        self.nav.desk = Desk(HostPin(folder / "pin.json"), updater=self.updater)
        self.nav.open_page("host")
        self.host = HostPresenter(self.nav)

    def put(self, path: Path) -> Path:
        """Put a file on the stick."""
        target = self.stick / path.name
        target.write_bytes(path.read_bytes())
        return target

    def rest(self) -> None:
        """Wait until what is under way is over."""
        assert self.reached(lambda: not self.updater.busy)
        self.host.tick()

    def reached(self, wanted: Callable[[], object]) -> bool:
        """Whether it comes to that."""
        for _ in range(60_000):
            if wanted():
                return True
            self.patience.wait(0.001)
        return False

    def serve(self) -> None:
        """Do what the installing service does once there is a request."""
        assert self.slots is not None
        assert self.reached(lambda: updates.requested(self.state))
        updates.serve(self.slots, self.state, self.signers, quiet)

    def open(self) -> list[tuple[str, str, str]]:
        """Open the part, and what it says then."""
        self.host.choose("update")
        self.rest()
        return self.said()

    def said(self) -> list[tuple[str, str, str]]:
        """Sign, words and the words below of each line."""
        return [(line.level, line.text, line.more) for line in parts_of(self.host.view(), Remark)]

    def taps(self) -> list[str]:
        """What can be tapped."""
        return [key.removeprefix("update.") for key in taps(self.host.view()) if key.startswith("update.")]


@pytest.fixture
def table(nav: Navigator, tmp_path: Path, keys: Path) -> Iterator[Table]:
    made = Table(nav, tmp_path, keys / "signers")
    yield made
    made.updater.close()


@pytest.mark.usefixtures("quick")
def test_an_update_on_a_stick_is_found_installed_followed_and_taken_back(
    table: Table,
    sound: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/none")
    table.put(sound)
    assert table.open() == [
        ("plain", "Version 0.1.0 runs.", ""),
        ("ok", "Version 0.2.0 from the stick can be installed.", "faster"),
    ]
    assert table.taps() == ["look", "install.0"]
    table.host.update("install.0")
    assert table.reached(lambda: table.updater.view.doing == "waiting")
    assert ("plain", "Waiting for the installing service…", "") in table.said()
    assert not table.taps()
    table.serve()
    table.rest()
    assert table.said() == [("ok", "Version 0.2.0 runs from the next start on.", "The game goes on where it is.")]
    assert table.taps() == ["look", "restart"]
    assert not table.updater.restart
    table.host.update("restart")
    assert table.updater.restart


def test_an_update_is_offered_no_more_once_its_stick_is_pulled_out(table: Table, sound: Path) -> None:
    lies = table.put(sound)
    table.open()
    assert table.taps() == ["look", "install.0"]
    told = list[object]()
    table.nav.subscribe(lambda: told.append(table.taps()))
    lies.unlink()
    table.host.tick()
    assert table.said() == [
        ("plain", "Version 0.1.0 runs.", ""),
        ("plain", "No update on a stick. It wants a FAT stick named PLANISPHERE with the file on it.", ""),
    ]
    assert told == [["look"]], "the screen is told by itself"


@pytest.mark.usefixtures("quick")
def test_the_way_back_is_asked_about_and_gone(table: Table) -> None:
    assert table.slots is not None
    (table.slots.folder("b")).mkdir()
    table.slots.finish("b", {"version": "0.0.9", "digest": "before"})
    table.open()
    assert table.taps() == ["look", "back"]
    table.host.update("back.yes")
    assert not table.updater.busy, "nothing is done that was not asked"
    table.host.update("back")
    assert table.said()[-1][1] == "Run version 0.0.9 again? Games and settings stay."
    assert table.taps() == ["back.no", "back.yes"]
    table.host.update("back.no")
    assert table.taps() == ["look", "back"]
    table.host.update("back")
    table.host.update("back.yes")
    table.serve()
    table.rest()
    assert table.slots.now() == "b"
    assert ("ok", "Version 0.0.9 runs from the next start on.", "The game goes on where it is.") in table.said()


def test_what_is_refused_says_why_and_cannot_be_tapped(
    table: Table,
    update: Callable[..., Path],
    sound: Path,
    tmp_path: Path,
) -> None:
    table.put(update("0.0.9"))
    odd = table.stick / f"odd{ENDING}"
    odd.write_bytes(sound.read_bytes()[:-100])
    unsigned = table.stick / f"unsigned{ENDING}"
    rewritten(sound, unsigned, lambda members: members.pop(SIGNATURE))
    foreign = update("0.3.0", key="stranger")
    table.put(foreign)
    said = table.open()
    assert [line[2] for line in said if line[0] == "fail"] == [
        "It is cut short or damaged, or is no update. Copy it again.",
        "Version 0.0.9 is older than 0.1.0, which runs.",
        "Nobody whom this table trusts signed it, or it was changed since.",
        "It is not signed.",
    ]
    assert table.taps() == ["look"]
    table.host.update("install.0")
    assert not table.updater.busy
    assert not updates.requested(table.state)


@pytest.mark.usefixtures("quick")
def test_what_the_service_refuses_is_told_too(table: Table, update: Callable[..., Path]) -> None:
    table.put(update("0.2.0", broken=("display",)))
    table.open()
    table.host.update("install.0")
    table.serve()
    table.rest()
    assert (
        "fail",
        "It was not installed. Nothing has changed.",
        "The new version finds something wrong with this table: display: broken",
    ) in table.said()
    assert "install.0" not in table.taps()


class _Pulled(io.BytesIO):
    """A file of a stick that is pulled out while it is read."""

    def read(self, size: int | None = -1) -> bytes:
        """Something, and then no more."""
        if self.tell():
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().read(min(size or 1, 1000))


def test_a_stick_that_is_pulled_out_is_named_and_leaves_nothing(
    table: Table, sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, opened = table.put(sound), Path.open
    table.open()
    content = sound.read_bytes()
    monkeypatch.setattr(Path, "open", lambda p, *a, **k: _Pulled(content) if p == path else opened(p, *a, **k))
    for gone in (False, True):
        if gone:
            monkeypatch.undo()
            path.unlink()
        table.host.update("install.0")
        table.rest()
        told = ("fail", "It was not installed. Nothing has changed.", "It cannot be read. Is the stick still there?")
        assert told in table.said()
        assert not updates.requested(table.state)
        assert not list((table.state / "update").glob("received*"))
    table.put(sound)
    table.host.update("look")
    table.rest()
    assert told not in table.said(), "what is offered anew is not said to be unreadable"
    assert "install.0" in table.taps()


def test_a_service_that_does_not_come_or_dies_is_named(table: Table, sound: Path) -> None:
    table.put(sound)
    table.open()
    table.host.update("install.0")
    assert table.reached(lambda: table.updater.view.late), f"{LATE} looks"
    assert "planisphere-update.path" in table.said()[1][2]
    (table.state / "update" / "request").unlink()
    table.rest()
    assert table.said()[1] == (
        "fail",
        "It was not installed. Nothing has changed.",
        "The installing ended before it was done. Nothing has changed; try again.",
    ), f"{GONE} looks"


@pytest.mark.usefixtures("quick")
def test_an_app_that_starts_again_follows_what_it_asked_for(table: Table, sound: Path) -> None:
    with sound.open("rb") as file:
        updates.ask(file, table.state)
    table.host.choose("update")
    assert table.reached(lambda: table.updater.view.doing == "waiting")
    table.serve()
    table.rest()
    assert table.said()[0][1] == "Version 0.2.0 runs from the next start on."


def test_a_look_that_finds_what_was_found_before_is_over_on_the_screen_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.open()
    drawn, shown = threading.Event(), list[bool]()
    table.nav.subscribe(lambda: shown.append("update.look" not in taps(table.host.view())))
    monkeypatch.setattr(updates, "on_sticks", lambda _folders: list[Path]() if drawn.wait(10) else None)
    table.host.update("look")
    assert shown[-1]
    drawn.set()
    table.rest()
    assert not shown[-1]


def test_nothing_is_looked_for_without_the_pin(table: Table) -> None:
    table.nav.desk.pin.set("2468")
    table.host.choose("update")
    table.host.update("look")
    assert not table.updater.view.looked
    assert not table.updater.busy
    assert parts_of(table.host.view(), Remark) == []


def test_a_clone_says_that_it_is_not_updated_from_here(table: Table, sound: Path) -> None:
    table.put(sound)
    table.slots = None
    said = table.open()
    assert "script/install-pi" in said[0][2]
    assert table.taps() == ["look"]


# The event host ------------------------------------------------------------------------------------------------------


@pytest.fixture
def event_host(table: Table) -> Iterator[dict[str, Any]]:
    """An event host that offers `content`, and breaks off after `most` bytes."""
    offered: dict[str, Any] = {"content": None, "most": None}

    class Answers(BaseHTTPRequestHandler):
        """One answer."""

        def do_GET(self) -> None:
            """The update, or nothing."""
            content = offered["content"]
            if self.path != "/api/update" or content is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: offered["most"]])

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    table.address = f"http://127.0.0.1:{server.server_port}"
    yield offered
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.usefixtures("quick")
def test_the_event_hosts_update_is_fetched_checked_and_installed(
    table: Table,
    event_host: dict[str, Any],
    sound: Path,
) -> None:
    assert ("plain", "The event host offers no update.", "") in table.open()
    event_host["content"] = sound.read_bytes()
    table.host.update("look")
    table.rest()
    assert table.said()[1] == ("ok", "Version 0.2.0 from the event host can be installed.", "faster")
    table.host.update("install.0")
    table.serve()
    table.rest()
    assert table.slots is not None
    assert runs(table.slots) == "0.2.0"
    assert not list((table.state / "update" / "fetched").iterdir())


def test_an_event_host_that_breaks_off_or_is_away_changes_nothing(
    table: Table,
    event_host: dict[str, Any],
    sound: Path,
) -> None:
    event_host.update(content=sound.read_bytes(), most=1000)
    assert table.open()[1][2] == "It is cut short or damaged, or is no update. Copy it again."
    table.address = "http://127.0.0.1:1"
    table.host.update("look")
    table.rest()
    assert ("warn", "The event host does not answer.", "") in table.said()
    assert not list((table.state / "update" / "fetched").iterdir())


# Words ---------------------------------------------------------------------------------------------------------------


def test_every_refusal_has_words_of_its_own(language: str) -> None:
    """What `bundle` and `updates` may raise is looked up in their sources, so a new reason asks for its words here."""
    found = {code: template for module in (updates, bundle) for code, template in coded(Path(module.__file__ or ""))}
    raised = {code: text for code, text in found.items() if code.startswith("update.")}
    makers = {"update.one_wheel", "update.wheel_name", "update.two_versions", "update.wheels_missing"}
    told_otherwise = {*makers, "update.cannot_sign", "update.no_slots", "update.refused"}
    assert len(raised) > 25
    for code in raised.keys() - told_otherwise:
        reason = Finding(code, raised[code], dict.fromkeys(fields(raised[code]), "7"))
        assert refusal_words(reason) != str(reason), code


@pytest.mark.usefixtures("quick")
def test_every_step_of_the_installer_is_told_in_the_language(
    update: Callable[..., Path], keys: Path, tmp_path: Path, language: str
) -> None:
    slots, said = sandbox(tmp_path / "slots"), list[Finding]()
    (tmp_path / "cases" / "000001").mkdir(parents=True)
    updates.apply(update("0.2.0"), slots, keys / "signers", cases=tmp_path / "cases", say=said.append)
    assert len(said) == STEPS
    assert all(i18n.tell(step) != str(step) for step in said)


def test_what_an_older_version_wrote_of_a_refusal_is_shown_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "update").mkdir()
    (tmp_path / "update" / "outcome.json").write_text('{"version":"","refused":"refused: it does not install"}')
    told = updates.outcome(tmp_path)
    assert told is not None
    assert told.refused is not None
    assert refusal_words(told.refused) == "refused: it does not install"


# The screen ----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_the_part_reads_well_in_every_look(
    table: Table, sound: Path, update: Callable[..., Path], stage: Stage
) -> None:
    assert table.slots is not None
    (table.slots.folder("b")).mkdir()
    table.slots.finish("b", {"version": "0.0.9", "digest": "before"})
    table.put(sound)
    table.put(update("0.0.8"))
    table.open()
    assert not stage.faults_in_every_look()
    table.host.update("back")
    assert not stage.faults_in_every_look()
    table.host.update("back.no")
    table.host.update("install.1")
    assert table.reached(lambda: table.updater.view.doing == "waiting")
    stage.frames(3)
    assert not stage.faults()
    table.serve()
    table.rest()
    assert not stage.faults_in_every_look()
