from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = Path(__file__).parents[2] / "systemd"
SERVICES = sorted(UNITS.glob("*.service"))
APP = UNITS / "planisphere.service"
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


def values(unit: Path, key: str) -> list[str]:
    """All values of a setting: a unit may give it several times."""
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)


@needs_systemd
def test_systemd_has_nothing_to_say_about_the_units() -> None:
    done = analyze("verify", "--man=no", *map(str, [*SERVICES, UNITS / "planisphere.target"]))
    assert (done.returncode, done.stdout) == (0, "")
    younger = rf"{APP}:\d+: Unknown key (name )?'RestartMode' in section .*, ignoring\."
    assert [line for line in done.stderr.splitlines() if not re.match(younger, line)] == []


@needs_systemd
@pytest.mark.parametrize("unit", SERVICES, ids=lambda path: path.stem)
def test_the_exposure_of_each_service_is_at_most_one_and_a_half(unit: Path) -> None:
    done = analyze("security", "--offline=true", "--no-pager", "--threshold=15", str(unit))
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("name", "when"), [("rollback", "ExecStartPost"), ("help", "ExecStopPost")])
def test_whoever_tries_the_app_again_first_forgets_its_failed_starts(name: str, when: str) -> None:
    unit = UNITS / f"planisphere-{name}.service"
    assert values(unit, "OnSuccess") == ["planisphere.target"]
    (command,) = values(unit, when)
    assert command.startswith("+-/usr/bin/env systemctl reset-failed ")
    assert command.split()[-1] == APP.name


def test_a_hung_or_dead_screen_comes_back_and_a_hopeless_one_asks_for_help() -> None:
    assert values(APP, "Type") == ["notify"]
    assert values(APP, "Restart") == ["always"]
    assert values(APP, "RestartMode") == ["direct"], "else a single failure would ask for help, from systemd 254 on"
    assert values(APP, "OnFailure") == ["planisphere-rollback.service"]
    assert values(UNITS / "planisphere-rollback.service", "OnFailure") == ["planisphere-help.service"]
    assert values(UNITS / "planisphere-rollback.service", "OnSuccess") == ["planisphere.target"]
    slowest = float(values(APP, "TimeoutStartSec")[0]) + float(values(APP, "RestartSec")[0])
    tries, within = int(values(APP, "StartLimitBurst")[0]), float(values(APP, "StartLimitIntervalSec")[0])
    assert tries * slowest < within, "starts that run into their time limit would be tried for ever"


def test_a_machine_on_which_nothing_can_be_started_any_more_begins_anew_by_itself() -> None:
    unit = UNITS / "planisphere-help.service"
    assert values(unit, "StartLimitAction") == ["reboot-immediate"], "any other one would have to read a program first"
    tries, within = int(values(unit, "StartLimitBurst")[0]), float(values(unit, "StartLimitIntervalSec")[0])
    assert tries * 1.5 * float(values(unit, "RestartSec")[0]) < within, "it would be tried for ever"


def test_the_screen_says_that_it_lives_three_times_before_the_watchdog_bites() -> None:
    from pi_app.host.notify import ALIVE_S

    assert float(values(APP, "WatchdogSec")[0]) > 3 * ALIVE_S


def test_an_event_host_that_is_stopped_or_stuck_is_killed_and_begun_anew() -> None:
    from hub.serve import ALIVE_S

    unit = UNITS / "planisphere-hub.service"
    assert float(values(unit, "WatchdogSec")[0]) > 3 * ALIVE_S
    assert values(unit, "NotifyAccess") == ["main"]
    assert values(unit, "Restart") == ["always"]
    assert float(values(unit, "TimeoutAbortSec")[0]) <= ALIVE_S + 2


@pytest.mark.parametrize("unit", SERVICES, ids=lambda path: path.stem)
def test_no_service_has_a_capability_or_the_network(unit: Path) -> None:
    assert values(unit, "CapabilityBoundingSet") == [""]
    assert values(unit, "IPAddressDeny") == ["any"]
    inet = any("INET" in families for families in values(unit, "RestrictAddressFamilies"))
    assert inet == (unit.stem == "planisphere-hub")


def test_the_app_may_not_write_its_own_program_and_what_installs_it_has_no_network() -> None:
    assert values(APP, "ProtectSystem") == ["strict"]
    assert values(APP, "ReadWritePaths") == ["-/sys/devices"], "the light behind the panel, and nothing else"
    assert values(UNITS / "planisphere-system@.service", "ReadWritePaths") == [
        "-/etc/NetworkManager/system-connections"
    ]
    for name in ("planisphere-update", "planisphere-slot", "planisphere-rollback"):
        assert values(UNITS / f"{name}.service", "ReadWritePaths") == ["-/opt/planisphere/slots"]
    assert values(UNITS / "planisphere-update.path", "PathExists") == ["/var/lib/planisphere/update/request"]


def test_a_version_on_trial_is_counted_before_each_start() -> None:
    assert "planisphere-slot.service" in values(APP, "Wants")[0]
    assert "planisphere-slot.service" in values(APP, "After")[0]
    slot = UNITS / "planisphere-slot.service"
    assert values(slot, "Type") == ["oneshot"]
    assert values(slot, "RemainAfterExit") == [], "it runs again at each restart of the app"
    from pi_app.host.slots import MAX_STARTS

    assert int(values(APP, "StartLimitBurst")[0]) > MAX_STARTS + 1, "the version before gets its starts too"


def test_no_start_of_the_app_waits_for_the_doctor_but_the_page_that_tells_what_it_found_does() -> None:
    assert "doctor" not in APP.read_text()
    for key in ("Wants", "After"):
        assert "planisphere-doctor.service" in values(UNITS / "planisphere-help.service", key)[0]
    doctor = UNITS / "planisphere-doctor.service"
    assert values(doctor, "RemainAfterExit") == [], "it looks anew for each page"
    assert APP.name not in " ".join(values(doctor, "Before")).split()


def test_no_start_waits_for_sessions_which_wait_for_the_network_and_each_for_the_panels_driver(tmp_path: Path) -> None:
    assert "systemd-user-sessions.service" not in values(APP, "After")[0], "nobody logs in"
    (before,) = values(APP, "ExecStartPre")
    status = tmp_path / "card1-DSI-1" / "status"
    command = shlex.split(before.removeprefix("-").replace("/sys/class/drm", str(tmp_path)))
    waits = subprocess.Popen(command)
    with pytest.raises(subprocess.TimeoutExpired):
        waits.wait(0.5)
    status.parent.mkdir()
    status.write_text("disconnected\n")
    with pytest.raises(subprocess.TimeoutExpired):
        waits.wait(0.5)
    status.write_text("connected\n")
    assert waits.wait(5) == 0
    assert float(command[command.index("timeout") + 1]) < float(values(APP, "TimeoutStartSec")[0]) / 2


def test_a_table_that_never_tried_an_update_starts_no_program_for_it() -> None:
    from pi_app.host.slots import ROOT, STATE

    assert values(UNITS / "planisphere-slot.service", "ConditionPathExists") == [str(ROOT / STATE)]


def test_a_stick_is_mounted_so_that_nothing_on_it_can_run() -> None:
    rule = (UNITS / "udev" / "71-planisphere-stick.rules").read_text()
    assert "ro,nosuid,nodev,noexec" in rule
    assert 'ENV{ID_FS_LABEL}=="PLANISPHERE"' in rule
    from pi_app.host.updates import STICKS

    assert f"$devnode {STICKS[0]}" in rule


def test_every_group_of_the_services_is_there_or_made() -> None:
    made = set(re.findall(r"^[gu] (\S+)", (UNITS / "sysusers.d" / "planisphere.conf").read_text(), re.MULTILINE))
    of_debian = {"video", "dialout", "audio", "systemd-journal"}
    wanted = {group for unit in SERVICES for line in values(unit, "SupplementaryGroups") for group in line.split()}
    assert wanted <= made | of_debian
    assert "planisphere" in made


def test_what_is_plugged_in_later_has_its_driver_named_before_the_app_starts() -> None:
    """systemd looks kinds of devices up when it starts a service; one that the kernel does not know yet is closed."""
    loaded = (UNITS / "modules-load.d" / "planisphere.conf").read_text().split()
    drivers = {"char-ttyACM rw": "cdc_acm", "char-video4linux rw": "videodev", "char-alsa rw": "snd"}
    assert set(drivers) <= set(values(APP, "DeviceAllow"))
    assert set(drivers.values()) <= set(loaded)


def test_the_udev_rule_names_the_port_that_the_app_looks_for() -> None:
    from hardware.bridge import LINK

    rules = (UNITS / "udev" / "70-planisphere.rules").read_text()
    assert f'SYMLINK+="{LINK.name}"' in rules
    assert rules.count('ATTRS{idVendor}=="2e8a"') == 2


@pytest.mark.parametrize("name", ["system.conf.d", "journald.conf.d"])
def test_drop_ins_can_be_read(name: str) -> None:
    parser = configparser.ConfigParser(strict=True)
    parser.read_string((UNITS / name / "planisphere.conf").read_text())
    section = {"system.conf.d": "Manager", "journald.conf.d": "Journal"}[name]
    assert dict(parser[section])
