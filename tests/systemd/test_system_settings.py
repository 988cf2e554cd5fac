"""What the app may ask of the machine, with NetworkManager and systemd played by what they print."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parents[2] / "systemd" / "system_settings.py"
HEARD = r"""
*:71:WPA2:Sternwarte
:88:WPA2:Sternwarte
:61:WPA3:Caf\:e \\ Ring
:40::Open to all
:22:WPA2 802.1X:University
:12:WPA1 WPA2:
"""


@pytest.fixture(scope="module")
def service() -> Any:
    spec = spec_from_file_location("system_settings", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["system_settings"] = module
    spec.loader.exec_module(module)
    return module


class Machine:
    """A machine whose commands print what `says` holds by how they begin, and fail where `fails` names them."""

    def __init__(self, service: Any, folder: Path) -> None:
        self.ran: list[str] = []
        self.says: dict[str, str] = {}
        self.fails: dict[str, str] = {}
        self.service = service
        zones = folder / "zoneinfo"
        for name in ("Europe/Berlin", "Asia/Tokyo", "Etc/UTC"):
            (zones / name).parent.mkdir(parents=True, exist_ok=True)
            (zones / name).touch()
        (zones / "zone.tab").write_text("# made up\nJP\t+353916+1394441\tAsia/Tokyo\nDE\t+5230+01322\tEurope/Berlin\n")
        self.places = service.Places(folder / "networks", folder / "localtime", folder / "kept/localtime", zones)
        self.places.networks.mkdir()
        self.places.kept.parent.mkdir()
        self.places.localtime.symlink_to(zones / "Etc/UTC")
        self.file = self.places.networks / "planisphere.nmconnection"

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        line = " ".join(command)
        self.ran.append(line)
        wrong = next((words for begin, words in self.fails.items() if line.startswith(begin)), None)
        said = next((words for begin, words in self.says.items() if line.startswith(begin)), "")
        return subprocess.CompletedProcess(command, 0 if wrong is None else 4, said, wrong or "")

    def ask(self, what: str, **told: Any) -> dict[str, Any]:
        line = json.dumps({"ask": what, **told}).encode()
        answer: dict[str, Any] = self.service.answer(line, self.run, self.places)
        return answer


@pytest.fixture
def machine(service: Any, tmp_path: Path) -> Machine:
    return Machine(service, tmp_path)


def test_it_says_how_the_machine_stands(machine: Machine) -> None:
    machine.says = {
        "nmcli --terse --fields TYPE": "ethernet\nwifi\nloopback\n",
        "nmcli --terse --fields CONNECTIVITY": "portal\n",
        "nmcli --terse --fields IN-USE,FREQ": ":2412 MHz:Other\n*:5180 MHz:Caf\\:e\n",
        "timedatectl": "yes\n",
    }
    told = {"wifi": True, "joined": "Caf:e", "zone": "Etc/UTC", "zones": ["Asia/Tokyo", "Europe/Berlin"]}
    assert machine.ask("state") == {**told, "set_by_network": True, "login": True, "megahertz": 5180}


def test_a_clock_by_a_file_of_its_own_has_no_zone_by_name(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "own").touch()
    machine.places.localtime.unlink()
    machine.places.localtime.symlink_to(tmp_path / "own")
    assert machine.ask("state")["zone"] == "UTC"


def test_a_zone_keeps_the_name_by_which_it_was_chosen(machine: Machine) -> None:
    (machine.places.zones / "Europe/Vaduz").symlink_to("Berlin")
    machine.places.localtime.unlink()
    machine.places.localtime.symlink_to("zoneinfo/Europe/Vaduz")
    assert machine.ask("state")["zone"] == "Europe/Vaduz"


def test_a_machine_without_network_manager_and_zones_says_so(machine: Machine) -> None:
    (machine.places.zones / "zone.tab").unlink()
    machine.places.localtime.unlink()
    told = {"wifi": False, "joined": "", "zone": "UTC", "zones": [], "set_by_network": None}
    assert machine.ask("state") == {**told, "login": False, "megahertz": None}


def test_networks_are_told_once_each_the_strongest_first_after_the_one_it_is_in(machine: Machine) -> None:
    machine.says["nmcli --terse"] = HEARD
    assert machine.ask("networks") == {
        "networks": [
            {"name": "Sternwarte", "strength": 88, "lock": "wpa", "joined": True},
            {"name": "Caf:e \\ Ring", "strength": 61, "lock": "sae", "joined": False},
            {"name": "Open to all", "strength": 40, "lock": "none", "joined": False},
            {"name": "University", "strength": 22, "lock": "other", "joined": False},
        ]
    }


@pytest.mark.parametrize(
    ("lock", "password", "security"),
    [
        ("wpa", "a b\\c;=#1", ["key-mgmt=wpa-psk", "psk=a\\sb\\\\c;=#1"]),
        ("sae", "12345678", ["key-mgmt=sae", "psk=12345678"]),
        ("none", "", []),
    ],
)
def test_a_network_is_joined_by_a_file_that_only_root_reads(
    machine: Machine, lock: str, password: str, security: list[str]
) -> None:
    assert machine.ask("join", name="Café", password=password, lock=lock) == {"joined": "Café"}
    lines = machine.file.read_text().splitlines()
    assert f"ssid={''.join(f'{byte};' for byte in 'Café'.encode())}" in lines
    assert [line for line in lines if line.startswith(("key-mgmt", "psk"))] == security
    assert machine.file.stat().st_mode & 0o777 == 0o600
    assert not [line for line in machine.ran if password and password in line], "no password on a command line"


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("Error: Connection activation failed: Secrets were required, but not provided.", "password"),
        ("Error: Connection activation failed: The Wi-Fi network could not be found", "absent"),
        ("Error: Connection activation failed: IP configuration could not be reserved", "address"),
        ("Error: something else", "failed"),
    ],
)
def test_a_network_that_cannot_be_joined_leaves_the_one_before(machine: Machine, said: str, refused: str) -> None:
    machine.ask("join", name="before", password="12345678", lock="wpa")
    before = machine.file.read_bytes()
    machine.fails["nmcli --wait"] = said
    assert machine.ask("join", name="other", password="87654321", lock="wpa") == {"refused": refused}
    assert machine.file.read_bytes() == before
    assert "nmcli connection reload" in machine.ran


def test_a_network_that_is_said_to_be_gone_but_is_heard_has_rejected_the_password(machine: Machine) -> None:
    machine.fails["nmcli --wait"] = "Error: Connection activation failed: The Wi-Fi network could not be found"
    machine.says["nmcli --terse"] = ":88:WPA2 WPA3:Sternwarte\n"
    for name, refused in (("Sternwarte", "password"), ("elsewhere", "absent")):
        assert machine.ask("join", name=name, password="12345678", lock="wpa") == {"refused": refused}


def test_a_first_network_that_cannot_be_joined_is_forgotten_as_one_that_is_left(machine: Machine) -> None:
    machine.fails["nmcli --wait"] = "Secrets were required"
    machine.ask("join", name="one", password="12345678", lock="wpa")
    assert not machine.file.exists()
    machine.fails.clear()
    machine.ask("join", name="one", password="12345678", lock="wpa")
    assert machine.ask("leave") == {"joined": ""}
    assert not machine.file.exists()
    assert machine.ran[-1] == "nmcli radio wifi off"


@pytest.mark.parametrize(
    "told",
    [
        {"name": "n", "password": "short", "lock": "wpa"},
        {"name": "n", "password": "x" * 64, "lock": "wpa"},
        {"name": "n", "password": "12345678\n[vpn]", "lock": "wpa"},
        {"name": "n", "password": None, "lock": "wpa"},
        {"name": "n", "password": "12345678", "lock": "other"},
        {"name": "ü" * 17, "password": "12345678", "lock": "wpa"},
        {"name": "", "password": "12345678", "lock": "wpa"},
        {"name": 7, "password": "12345678", "lock": "wpa"},
    ],
)
def test_what_is_no_network_or_password_changes_nothing(machine: Machine, told: dict[str, Any]) -> None:
    assert machine.ask("join", **told) == {"refused": "question"}
    assert (machine.ran, list(machine.places.networks.iterdir())) == ([], [])


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b'{"ask": "erase"}', b'{"ask": ["state"]}', b"\xff\n", b"[" * 4000])
def test_what_is_no_question_is_refused(machine: Machine, line: bytes) -> None:
    assert machine.service.answer(line, machine.run, machine.places) == {"refused": "question"}
    assert machine.ran == []


# The clock -----------------------------------------------------------------------------------------------------------


def test_zone_and_time_are_set_and_a_network_may_go_on_setting_the_clock(machine: Machine) -> None:
    assert machine.ask("set_clock", zone="Asia/Tokyo", when="2026-11-28 07:40") == {"zone": "Asia/Tokyo"}
    assert machine.ran == [
        "timedatectl set-timezone Asia/Tokyo",
        "timedatectl set-ntp false",
        "timedatectl set-time 2026-11-28 07:40:00",
        "timedatectl set-ntp true",
    ]


def test_on_a_card_the_zone_is_kept_where_it_outlives_a_pulled_plug(machine: Machine) -> None:
    machine.places.localtime.unlink()
    machine.places.localtime.symlink_to(machine.places.kept)
    machine.places.kept.symlink_to(machine.places.zones / "Etc/UTC")
    assert machine.ask("set_clock", zone="Europe/Berlin") == {"zone": "Europe/Berlin"}
    assert os.readlink(machine.places.kept) == str(machine.places.zones / "Europe/Berlin")
    assert machine.ran == []
    assert machine.ask("state")["zone"] == "Europe/Berlin"


@pytest.mark.parametrize(
    "told",
    [
        {"zone": "../../etc/passwd"},
        {"zone": "Europe"},
        {"zone": "Mars/Olympus"},
        {"zone": None},
        {"zone": "Asia/Tokyo", "when": "tomorrow"},
        {"zone": "Asia/Tokyo", "when": "2026-11-28 07:40; reboot"},
    ],
)
def test_what_is_no_zone_or_time_changes_nothing(machine: Machine, told: dict[str, Any]) -> None:
    assert machine.ask("set_clock", **told) == {"refused": "question"}
    assert machine.ran == []


def test_a_clock_that_cannot_be_set_says_so(machine: Machine) -> None:
    machine.fails["timedatectl set-time "] = "no"
    assert machine.ask("set_clock", zone="Asia/Tokyo", when="2026-11-28 07:40") == {"refused": "failed"}
    assert machine.ran[-1] == "timedatectl set-ntp true"
    machine.fails = {"timedatectl set-timezone": "no"}
    assert machine.ask("set_clock", zone="Asia/Tokyo") == {"refused": "failed"}


# As systemd starts it, and as the app asks ---------------------------------------------------------------------------


@pytest.fixture
def answering(tmp_path: Path) -> Iterator[Callable[[], Path]]:
    """Answers one question as systemd would have it answered: a process whose standard input and output it is."""
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()

        def serve() -> None:
            link, _ = server.accept()
            with link:
                subprocess.run([sys.executable, "-I", str(FILE)], stdin=link.fileno(), stdout=link.fileno(), check=True)

        def begin() -> Path:
            threading.Thread(target=serve, daemon=True).start()
            return path

        yield begin


def test_the_app_is_answered_over_a_socket(answering: Callable[[], Path]) -> None:
    from pi_app.host.system import ask

    assert ask("nothing of ours", path=answering()) == {"refused": "question"}
    assert {"wifi", "joined", "zone", "zones", "set_by_network"} < set(ask("state", path=answering()))
