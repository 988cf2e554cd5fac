"""What the trials of a virtual machine stand on, without one: the choice, the talk, the report, the command line."""

from __future__ import annotations

import base64
import json
import os
import re
import socket
import struct
import subprocess
import threading
import time
import zipfile
from contextlib import nullcontext
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from engines.record import Header
from firmware_bridge.firmware import colour
from pi_app.host import bundle
from pi_app.table.journal import Journal
from tools.kill9 import JOURNAL
from tools.virtual_pi import __main__ as command
from tools.virtual_pi import bench, image, machine, pictures, report
from tools.virtual_pi.machine import Boot, Machine, Trace
from tools.virtual_pi.qmp import TOUCH_RANGE, Channel, Refused, finger, put_inside, run_inside, tap
from tools.virtual_pi.trials import TRIALS, camera, microcontroller, standstill, stick, webcam, week
from tools.wheels import gathered


class Monitor:
    """The other side: greets where it is asked to, answers each command with what was prepared, keeps what came."""

    def __init__(self, path: Path, answers: list[Any], greeting: bool = True) -> None:
        self.asked: list[dict[str, Any]] = []
        self._answers, self._greeting = answers, greeting
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._server.accept()
        with connection, connection.makefile("rwb") as file:
            if self._greeting:
                file.write(b'{"QMP": {"version": {}}}\n')
                file.flush()
                self._answers.insert(0, {"return": {}})
            while self._answers:
                self.asked.append(json.loads(file.readline()))
                answer = self._answers.pop(0)
                for line in answer if isinstance(answer, list) else [answer]:
                    file.write(json.dumps(line).encode() + b"\n")
                file.flush()

    def end(self) -> None:
        self._thread.join(5)
        self._server.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A socket's path, short enough for the kernel."""
    return Path(os.path.relpath(tmp_path / "s"))


def test_whoever_hangs_up_is_gone_at_once_and_keeps_nobody_else_out(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        channel = Channel(path, greets=False)
        with server.accept()[0] as other:
            channel.close()
            other.settimeout(5)
            assert other.recv(1) == b""


def test_the_monitor_is_asked_after_its_greeting_and_events_between_are_passed_over(path: Path) -> None:
    monitor = Monitor(path, [[{"event": "RESET"}, {"return": {"running": True}}], {"error": {"desc": "no such file"}}])
    channel = Channel(path)
    assert channel.ask("query-status") == {"running": True}
    with pytest.raises(Refused, match="screendump: no such file"):
        channel.ask("screendump", filename="x")
    with pytest.raises(Refused):
        channel.ask("query-status")
    channel.close()
    monitor.end()
    assert monitor.asked[0] == {"execute": "qmp_capabilities"}
    assert monitor.asked[2] == {"execute": "screendump", "arguments": {"filename": "x"}}


def test_what_a_machine_tells_last_is_kept_until_it_is_gone(path: Path) -> None:
    monitor = Monitor(path, [[{"event": "WATCHDOG"}, {"return": {}}, {"event": "SHUTDOWN"}]])
    channel = Channel(path)
    channel.ask("query-status")
    monitor.end()
    assert channel.last_events(5) == ["SHUTDOWN"]
    channel.close()


def test_nobody_there_is_one_line(path: Path) -> None:
    with pytest.raises(Refused, match="No such file"):
        Channel(path)


def test_a_command_inside_gives_what_it_printed_or_why_not(path: Path) -> None:
    out, err = (base64.b64encode(text).decode() for text in (b"active\n", b"read-only\n"))
    done = [{"return": {"exited": False}}, {"return": {"exited": True, "exitcode": 0, "out-data": out}}]
    failed = {"return": {"exited": True, "exitcode": 1, "err-data": err}}
    pid = {"return": {"pid": 7}}
    monitor = Monitor(path, [pid, *done, pid, failed], greeting=False)
    agent = Channel(path, greets=False)
    assert run_inside(agent, "systemctl", "is-active", "x") == "active"
    with pytest.raises(Refused, match="touch /x: read-only"):
        run_inside(agent, "touch", "/x")
    agent.close()
    monitor.end()
    assert monitor.asked[0]["arguments"] == {"path": "systemctl", "arg": ["is-active", "x"], "capture-output": True}


def test_what_the_agent_answers_late_is_not_taken_for_the_answer_to_another_command(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.virtual_pi.qmp.secrets.randbits", lambda _: 77)
    late = [{"return": 5}, {"return": {}}, {"error": {"desc": "late"}}]
    monitor = Monitor(path, [[*late, {"return": 77}], {"return": {"pid": 7}}], greeting=False)
    agent = Channel(path, greets=False)
    agent.synchronise()
    assert agent.ask("guest-exec", path="true") == {"pid": 7}
    agent.close()
    monitor.end()
    assert monitor.asked[0] == {"execute": "guest-sync", "arguments": {"id": 77}}


def test_a_file_is_written_inside(path: Path) -> None:
    monitor = Monitor(path, [{"return": 5}, {"return": {"count": 3}}, {"return": {}}], greeting=False)
    agent = Channel(path, greets=False)
    put_inside(agent, "/run/x", b"\x00ab")
    agent.close()
    monitor.end()
    opened, written, closed = (asked["arguments"] for asked in monitor.asked)
    assert opened == {"path": "/run/x", "mode": "w"}
    assert written == {"handle": 5, "buf-b64": base64.b64encode(b"\x00ab").decode()}
    assert closed == {"handle": 5}


def test_a_tap_of_two_fingers_comes_down_and_lifts_once_each(path: Path) -> None:
    monitor = Monitor(path, [{"return": {}}, {"return": {}}])
    channel = Channel(path)
    tap(channel, (0.0, 0.5), (1.0, 1.0), hold_s=0)
    channel.close()
    monitor.end()
    down, up = (told["arguments"]["events"] for told in monitor.asked[1:])
    kinds = [[event["data"].get("type", event["data"].get("down")) for event in events] for events in (down, up)]
    assert kinds == [["begin", "data", "data", "begin", "data", "data", True], ["end", "end", False]]
    assert [event["data"]["slot"] for event in up[:2]] == [0, 1]
    assert finger("begin", 1, (1.0, 0.0))[1]["data"]["value"] == TOUCH_RANGE


def test_the_trace_is_awaited_and_a_line_cut_off_is_none(path: Path) -> None:
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen()
    trace = Trace(path)
    connection, _ = server.accept()
    connection.sendall(b'{"screen": "start"}\n{"screen": "settings"}\n{"scr')
    assert trace.until(lambda entry: entry["screen"] == "settings", 5)[1] == {"screen": "settings"}
    with pytest.raises(Refused, match="settings"):
        trace.until(lambda entry: entry["screen"] == "start", 0.1, after=1)
    connection.close()
    with pytest.raises(Refused, match="switched itself off"):
        trace.until(lambda entry: entry["screen"] == "start", 60, after=1)
    trace.close()
    server.close()
    assert len(trace.entries) == 2


@pytest.mark.parametrize(
    ("there", "works", "chosen"), [(False, True, "tcg"), (True, False, "tcg"), (True, True, "kvm")]
)
def test_the_processor_is_emulated_where_kvm_is_missing_or_does_not_run(
    monkeypatch: pytest.MonkeyPatch, there: bool, works: bool, chosen: str
) -> None:
    monkeypatch.setattr("tools.virtual_pi.machine.os.access", lambda *_: there)
    accelerator, why = machine.choose(lambda: works)
    assert accelerator == chosen
    assert "/dev/kvm" in why


@pytest.mark.parametrize(
    ("program", "works"),
    [
        ("echo 'early console in extract_kernel'; echo '[    0.000000] Linux version 6.12'; exec sleep 600", True),
        ("echo 'Booting from Hard Disk'; echo 'No bootable device'", False),
        ("echo 'early console in extract_kernel'; exec sleep 600", False),
    ],
)
def test_kvm_works_where_a_kernel_under_it_tells_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, works: bool
) -> None:
    qemu = tmp_path / "qemu"
    qemu.write_text(f"#!/bin/sh\n{program}\n")
    qemu.chmod(0o755)
    monkeypatch.setattr("tools.virtual_pi.machine.QEMU", str(qemu))
    assert machine.kvm_works(tmp_path / "kernel", 60 if works else 0.5) is works


def test_the_machine_has_a_touch_panel_and_no_network() -> None:
    boot = Boot(Path("d"), Path("k"), Path("i"), "systemd.unit=x", "--autoplay 9")
    told = boot.command("tcg", Path("s"))
    assert told[told.index("-nic") + 1] == "none"
    assert {"virtio-multitouch-pci", "virtio-gpu-pci,xres=800,yres=480"} <= set(told)
    assert 'systemd.unit=x systemd.setenv="PLAY=--autoplay 9"' in told[told.index("-append") + 1]


def test_no_watchdog_ends_an_emulated_machine_but_where_a_trial_wants_it() -> None:
    def bites(accelerator: machine.Accelerator, *more: str) -> list[str]:
        told = Boot(Path("d"), Path("k"), Path("i"), more=more).command(accelerator, Path("s"))
        return [told[number + 1] for number, word in enumerate(told) if word == "-action"]

    assert bites("tcg") == ["watchdog=none"]
    assert bites("kvm") == ["watchdog=reset"]
    assert bites("tcg", *standstill.WATCHDOG)[-1] == "watchdog=reset"


def test_sectors_that_cannot_be_read_are_told_to_qemu_one_by_one() -> None:
    told = Boot(Path("d"), Path("k"), Path("i"), bad=(8, 4096)).command("tcg", Path("s"))
    disk = told[told.index("-drive") + 1].split(",")
    assert disk[:3] == ["driver=blkdebug", "image.driver=file", "image.filename=d"]
    assert {"inject-error.1.iotype=read", "inject-error.1.errno=5", "inject-error.1.sector=4096"} <= set(disk)
    assert disk[-2:] == ["if=virtio", "cache=writeback"]


def test_what_the_disk_is_read_through_can_be_changed_while_a_machine_runs(path: Path) -> None:
    nodes = [{"drv": "blkdebug", "node-name": "#1"}, {"drv": "file", "node-name": "#2"}]
    disks = [{"device": "other", "qdev": "x"}, {"device": machine.DISK, "qdev": "/machine/disk"}]
    monitor = Monitor(path, [{"return": nodes}, {"return": disks}, {"return": {}}])
    running = Machine.__new__(Machine)
    running.monitor = Channel(path)
    running.through(running.node("file"))
    running.monitor.close()
    monitor.end()
    assert monitor.asked[-1]["arguments"] == {"path": "/machine/disk", "property": "drive", "value": "#2"}


@pytest.mark.parametrize("ball", ["black", "blue", "yellow", "red", "none"])
def test_the_boards_sensor_counts_what_the_firmware_takes_for_that_ball(ball: str) -> None:
    reading = colour.features(cast("Any", microcontroller.counts(ball)), microcontroller.WHITE)
    name, sure = colour.classify(reading, colour.REFERENCES)
    assert name == ball
    assert sure >= colour.MIN_CONFIDENCE


def test_wheels_that_were_kept_are_gathered_anew_for_other_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = (Path(__file__).parents[2] / "requirements/run.txt").read_text()
    (tmp_path / "wheels").mkdir()
    lock, begun = tmp_path / "wheels/run.txt", list[Path]()
    monkeypatch.setattr("tools.wheels.gather", lambda folder, _machine: begun.append(folder))
    lock.write_text(re.sub("(?m)^ +--hash=.*$", "    --hash=sha256:0", pins))
    assert gathered(tmp_path, None, "x86_64") == lock.parent
    assert begun == []
    lock.write_text(re.sub("(?m)^gpiod==.*$", "", pins))
    assert gathered(tmp_path, None, "x86_64") == lock.parent
    assert begun == [lock.parent]


def test_an_update_without_its_signature_is_whole_but_for_that(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "signed", "w") as file:
        for member in (bundle.MANIFEST, bundle.SIGNATURE, f"{bundle.WHEELS}x.whl"):
            file.writestr(member, member)
    stick.unsigned(tmp_path / "signed", tmp_path / "bare")
    with zipfile.ZipFile(tmp_path / "bare") as file:
        assert sorted(file.namelist()) == [bundle.MANIFEST, f"{bundle.WHEELS}x.whl"]


def test_the_webcam_asks_for_jpegs_as_the_kernel_lays_them_out() -> None:
    told = webcam.wanted()
    # A v4l2_format of a 64-bit kernel: its type, then from byte 8 width, height and format of the pictures.
    assert (len(told), webcam.S_FMT >> 16 & 0x3FFF) == (208, 208)
    assert struct.unpack_from("I4xII4s", told) == (2, 1280, 720, b"MJPG")


def test_a_photograph_for_the_trial_is_a_board_of_our_own() -> None:
    picture = cv2.imdecode(np.frombuffer(camera.board(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (webcam.HEIGHT, webcam.WIDTH, 3)


def test_the_report_tells_what_passed_what_failed_and_where_the_pictures_are(tmp_path: Path) -> None:
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot" / "first_screen.png").touch()
    outcomes = [report.Outcome("boot", 2.0, {"ratio": 1.5}), report.Outcome("touch", 1.0, {}, "twice\nsecond line")]
    suite = ElementTree.parse(report.write(tmp_path, "virtual-pi-12", {"accelerator": "tcg"}, outcomes)).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("time")) == ("2", "1", "3.0")
    assert suite.find("properties/property[@name='accelerator']") is not None
    boot, touch = suite.findall("testcase")
    ratio, failure = boot.find("properties/property"), touch.find("failure")
    assert ratio is not None
    assert ratio.get("value") == "1.5"
    assert "boot/first_screen.png" in (boot.findtext("system-out") or "")
    assert failure is not None
    assert failure.get("message") == "twice"


def test_a_trial_has_a_verdict_whatever_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = report.attempt("boot", lambda: {"seen_s": dict[str, float]()["pid"]}).wrong
    assert str(wrong).startswith("KeyError: 'pid'\n")
    assert "test_virtual_pi.py" in str(wrong)
    assert capsys.readouterr().out.startswith("boot: KeyError: 'pid'")


def test_pictures_are_the_same_where_only_a_star_twinkles(tmp_path: Path) -> None:
    night = np.zeros((480, 800, 3), np.uint8)
    star, button = night.copy(), night.copy()
    star[10:12, 10:12] = 255
    button[100:150, 100:250] = 255
    assert pictures.same(night, star)
    assert not pictures.same(night, button)
    assert pictures.same(night, button, pictures.Box(400, 0, 100, 100))
    cv2.imwrite(str(tmp_path / "a.png"), star)
    assert pictures.same(pictures.load(tmp_path / "a.png"), star)
    with pytest.raises(Refused):
        pictures.load(tmp_path / "none.png")


class Panel:
    """A machine whose panel shows these pictures, one after the other, and then the last one."""

    slowdown = 0.1

    def __init__(self, *levels: int) -> None:
        self.levels, self.since = list(levels), time.monotonic()

    def age(self) -> float:
        return time.monotonic() - self.since

    def shot(self, path: Path) -> Path:
        level = self.levels.pop(0) if len(self.levels) > 1 else self.levels[0]
        cv2.imwrite(str(path), np.full((48, 80, 3), level, np.uint8))
        return path


def test_the_panel_is_looked_at_until_a_picture_stands(tmp_path: Path) -> None:
    film = pictures.Film(cast(Machine, Panel(0, 0, 100, 200)), tmp_path / "last.png")
    try:
        when, picture = film.still(0.3, 10)
    finally:
        film.end()
    assert [int(picture[0, 0, 0]) for _, picture in film.frames] == [0, 100, 200]
    assert picture.max() == 200
    assert when == film.frames[-1][0]
    assert pictures.load(tmp_path / "last.png").max() == 200


def test_a_picture_that_stood_before_and_goes_is_not_the_one_that_stays(tmp_path: Path) -> None:
    panel = Panel(0)
    film = pictures.Film(cast(Machine, panel), tmp_path / "last.png")
    try:
        while not film.frames:
            time.sleep(0.01)
        panel.since -= 60
        panel.levels.append(200)
        assert film.still(0.5, 10)[1].max() == 200
    finally:
        film.end()


def test_systemd_may_tell_of_a_unit_in_any_order() -> None:
    class Told:
        slowdown = 1.0

        def run(self, *command: str) -> str:
            assert command == ("systemctl", "show", "--property=ActiveState,ActiveEnterTimestampMonotonic", "x")
            return "ActiveEnterTimestampMonotonic=380400000\nActiveState=active"

    assert bench.up(cast(Machine, Told()), "x") == 380.4


def test_a_machine_that_has_switched_itself_off_is_waited_for_no_longer() -> None:
    class Gone:
        slowdown = 1e6

        def run(self, *_: str) -> str:
            raise Refused("hung up")

        def gone(self) -> bool:
            return True

        def age(self) -> float:
            return 3

        def worked(self) -> float:
            return 1

    with pytest.raises(Refused, match="x is not up after 3 s, of which QEMU had a processor for 1 s"):
        bench.up(cast(Machine, Gone()), "x")


def test_a_machine_tells_how_much_of_this_computers_processor_it_had() -> None:
    busy = Machine.__new__(Machine)
    with subprocess.Popen(["sh", "-c", "while :; do :; done"]) as busy._process:
        before = busy.worked()
        while busy.worked() <= before:
            time.sleep(0.01)
        busy._process.kill()
    assert busy.worked() == 0


def test_a_picture_is_there_once_it_stays(tmp_path: Path) -> None:
    path, wanted = tmp_path / "a.png", np.full((48, 80, 3), 200, np.uint8)
    begun = time.monotonic()
    came = pictures.shows(cast(Machine, Panel(0, 200, 0, 100, 200)), path, wanted)
    assert begun + 4 * Panel.slowdown / 5 <= came <= time.monotonic() - Panel.slowdown
    assert pictures.load(path).max() == 200
    with pytest.raises(Refused, match="does not come to show"):
        pictures.shows(cast(Machine, Panel(0, 200, 100)), path, wanted)
    film = pictures.Film(cast(Machine, Panel(0)), path)
    try:
        with pytest.raises(Refused, match="rest"):
            film.still(5, 0.1)
    finally:
        film.end()


@pytest.mark.parametrize("levels", [(0, 200), (0,)])
def test_a_machine_that_started_again_is_back_once_its_panel_shows_the_game(
    levels: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry: dict[str, Any] = {"game": None, "lines": 0, "digest": None, "screen": "start", "place": {}}

    class Started(Panel):
        """Tells of its screen before the panel shows it."""

        def until(self, *_: Any) -> tuple[float, Any]:
            return 0, entry

        def run(self, *_: str) -> str:
            return "2001"

    started = Started(*levels)
    monkeypatch.setattr(Started, "trace", started, raising=False)
    monkeypatch.setattr(standstill, "on_disk", lambda *_: ({}, {}))
    monkeypatch.setattr(standstill, "switch_on", lambda *_, more: nullcontext(started))
    cv2.imwrite(str(tmp_path / "0_begun.png"), np.full((48, 80, 3), 200, np.uint8))
    with nullcontext() if len(levels) > 1 else pytest.raises(Refused, match="does not come to show"):
        at = bench.Bench(cast(image.Image, None), "tcg", tmp_path, tmp_path)
        assert standstill.resumed(at, tmp_path / "disk", entry) == 2001


def test_a_version_that_tells_of_its_screen_and_does_not_come_up_is_not_the_one_that_is_waited_for(
    tmp_path: Path,
) -> None:
    states = ["activating", "failed", "active"]

    class Back(Panel):
        """Its app tells of the first screen before it fails."""

        def ask(self, *_: Any, **__: Any) -> None:
            pass

        def until(self, *_: Any) -> tuple[float, Any]:
            return 0, {"screen": "start"}

        def run(self, *_: str) -> str:
            return f"ActiveState={states.pop(0)}\nActiveEnterTimestampMonotonic=1"

        def gone(self) -> bool:
            return False

    back = Back(200)
    vars(back).update(monitor=back, trace=cast(Any, back), entries=[])
    view = pictures.View({"main": pictures.Box(0, 0, 8, 8)}, np.full((48, 80, 3), 200, np.uint8))
    at = bench.Bench(cast(image.Image, None), "tcg", tmp_path, tmp_path)
    assert stick._installed(at, cast(Machine, back), view, view, "back") >= 2 * Back.slowdown / 2
    assert not states


def test_a_walk_touches_each_control_once_its_screen_is_there(tmp_path: Path) -> None:
    class Touched(Panel):
        """Shows the next picture after each touch, and another one before."""

        places: list[int]

        @property
        def monitor(self) -> Touched:
            return self

        def ask(self, _command: str, events: list[Any]) -> None:
            if events[-1]["data"]["down"]:
                self.places.append(events[1]["data"]["value"])
                self.levels = [0, 100 * len(self.places)]

    panel, ways = Touched(0), ("game", "name")
    panel.places = []
    boxes = [{way: pictures.Box(8 * number, 0, 8, 8)} for number, way in enumerate(ways)] + [{}]
    views = [pictures.View(box, np.full((48, 80, 3), 100 * n, np.uint8)) for n, box in enumerate(boxes)]
    assert pictures.walk(cast(Machine, panel), tmp_path / "a.png", views, ways) > 0
    assert panel.places == [round((4 + 8 * number) / 800 * TOUCH_RANGE) for number in range(2)]
    assert pictures.load(tmp_path / "a.png").max() == 200


def test_what_is_on_a_screen_is_found_by_its_id_first_and_by_what_it_does() -> None:
    told = [("one", "way.pad"), ("main", "way.pad"), ("text.1", ""), ("way.table", "one")]
    tree = [{"id": name, "key": key, "box": [number, 0, 8, 8.4]} for number, (name, key) in enumerate(told)]
    lefts = {name: box.left for name, box in pictures.places(tree).items()}
    assert lefts == {"one": 0, "main": 1, "text.1": 2, "way.table": 3, "way.pad": 0}


def test_every_trial_says_what_it_tries_and_can_be_run_alone() -> None:
    assert list(TRIALS) == [
        *("boot", "first_picture", "touch", "upright", "camera", "wifi", "serial", "gpio", "stick"),
        *("readonly", "readonly_start", "full", "bad_sectors"),
        *("hang", "kernel_hang", "clock", "cut", "cuts", "week"),
    ]
    assert all(trial.__doc__ for trial in TRIALS.values())
    assert command.arguments(["--trial", "cut", "--trial", "boot"]).trial == ["cut", "boot"]


def test_the_app_writes_where_the_relay_reads() -> None:
    assert f"PLANISPHERE_TRACE={image.WRITTEN}\n" in image.DROP_IN
    assert f"-F {image.WRITTEN} > /dev/virtio-ports/{machine.TRACE}'\n" in image.RELAY
    assert "Wants=trial-trace.service" in image.DROP_IN


def test_an_emulated_app_has_as_much_longer_to_stop_as_everything_takes() -> None:
    unit = (Path(__file__).parents[2] / "systemd" / bench.APP).read_text()
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    told = image.PATIENT[f"{bench.APP}.d/time.conf"]
    assert f"TimeoutStopSec={int(seconds) * machine.SLOWDOWN['tcg']:g}\n" in told


def test_what_is_missing_here_is_one_line_and_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.virtual_pi.image.os.geteuid", lambda: 0)
    monkeypatch.setattr("tools.virtual_pi.image.shutil.which", lambda name, path: None)
    assert command.main([]) == 2
    told = capsys.readouterr().err
    assert told == "virtual-pi: missing here: apt-get install debootstrap qemu-system-x86 e2fsprogs openssh-client\n"
    monkeypatch.setattr("tools.virtual_pi.image.os.geteuid", lambda: 1000)
    assert "root" in str(image.missing())


@pytest.mark.exhaustive
def test_the_tour_sees_each_screen_with_its_buttons_and_none_is_taken_for_another() -> None:
    first, settings = pictures.tour("page.settings")
    assert pictures.differing(np.zeros_like(first.picture), first.picture) > pictures.OTHER
    assert pictures.differing(settings.picture, first.picture) > pictures.OTHER
    centre = settings.boxes["prefer.theme=day"].centre
    assert 0 < min(centre) < max(centre) < 1
    assert "prefer.theme=day" not in first.boxes
    with pytest.raises(Refused, match=r"nothing here is called 'prefer\.theme=day'"):
        pictures.tour("prefer.theme=day")


def test_what_is_turned_to_who_sits_opposite_lies_where_the_finger_must_go() -> None:
    box = pictures.Box(686, 2, 48, 48)
    assert box.opposite == pictures.Box(66, 430, 48, 48)
    assert box.opposite.opposite == box


def test_a_machine_is_left_as_it_stands_and_goes_on_from_there(path: Path, tmp_path: Path) -> None:
    done: dict[str, Any] = {"return": {}}
    under_way, whole = ({"return": {"status": status}} for status in ("active", "completed"))
    monitor = Monitor(path, [done, done, done, under_way, whole])
    standing = Machine.__new__(Machine)
    standing.monitor = Channel(path)
    standing.leave(tmp_path / "left here")
    standing.monitor.close()
    monitor.end()
    assert [told["execute"] for told in monitor.asked[1:]] == [
        *("stop", "migrate-set-parameters", "migrate", "query-migrate", "query-migrate")
    ]
    assert monitor.asked[3]["arguments"]["uri"] == f"exec:cat > '{tmp_path}/left here'"
    told = Boot(Path("d"), Path("k"), Path("i"), left=tmp_path / "left here").command("tcg", Path("s"))
    assert told[told.index("-incoming") + 1] == f"exec:cat '{tmp_path}/left here'"
    assert "-incoming" not in Boot(Path("d"), Path("k"), Path("i")).command("tcg", Path("s"))


def test_a_machine_that_broke_off_tells_its_last_words(path: Path, tmp_path: Path) -> None:
    qemu = tmp_path / "qemu"
    qemu.write_text("#!/bin/sh\necho 'out of memory' >&2; exit 3\n")
    qemu.chmod(0o755)
    broken = Machine.__new__(Machine)
    broken._folder, broken._log = tmp_path / "vm", (tmp_path / "log").open("w+b")
    broken._process = subprocess.Popen([qemu], stderr=broken._log)
    monitor = Monitor(path, [[{"return": {}}, {"event": "WATCHDOG"}]])
    broken.monitor = Channel(path)
    broken.monitor.ask("query-status")
    monitor.end()
    with pytest.raises(Refused, match=r"Broken pipe; .* ended with 3 after \['WATCHDOG'\]: out of memory"), broken:
        raise Refused("guest-exec: Broken pipe")
    with pytest.raises(Refused, match=r"^the disk is damaged$"), broken:
        raise Refused("the disk is damaged")  # the plug was pulled before
    broken.monitor.close()


def test_a_machine_that_cannot_be_left_says_so(path: Path, tmp_path: Path) -> None:
    done: dict[str, Any] = {"return": {}}
    monitor = Monitor(path, [done, done, done, {"return": {"status": "failed"}}])
    standing = Machine.__new__(Machine)
    standing.monitor = Channel(path)
    with pytest.raises(Refused, match="query-migrate: failed"):
        standing.leave(tmp_path / "left")
    standing.monitor.close()
    monitor.end()


def test_the_week_knows_a_game_that_is_not_over_or_has_another_day(tmp_path: Path) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        journal.new_game(Header(game="star_explorer", players=("Ana",), started="2027-03-22T23:00:00+01:00"))
    day = week.SWITCHED_ON[0].date()
    for games, over in ({1: day}, {1}), ({1: day + timedelta(days=1)}, set()), ({1: day, 2: day}, set()):
        with pytest.raises(Refused, match=r"^1 of the games"):
            week.listed(tmp_path, games, over)
    assert week.listed(tmp_path, {1: day}, set()) == 0


def test_on_the_late_evening_of_the_week_summer_time_begins() -> None:
    late = week.LATE[week.SUMMER]
    after = (late.astimezone(UTC) + timedelta(minutes=5)).astimezone(week.ZONE)
    assert (late.utcoffset(), after.utcoffset()) == (timedelta(hours=1), timedelta(hours=2))
