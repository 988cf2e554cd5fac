"""Wi-Fi and clock of this machine for the app, which may touch neither: a line of JSON asks, a line answers.

systemd starts it as root for each question, with the app's socket as standard input and output. Runs with Debian's own
Python and nothing else. `ask` is one of `state`, `networks`, `join`, `leave`, `set_clock`; what is not done is
`refused`, with one of the words of `REFUSALS`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

LONGEST: Final = 4096
"""Bytes of a question."""
NAME_BYTES: Final = 32
"""Of a network. Source: IEEE 802.11."""
PASSWORD: Final = re.compile(r"[\x20-\x7e]{8,63}")
"""Of a network with WPA. Source: IEEE 802.11, J.4."""
WHEN: Final = re.compile(r"20\d\d-[01]\d-[0-3]\d [0-2]\d:[0-5]\d")
REFUSALS: Final = {
    "question": "",
    "password": "ecrets were required",
    "absent": "could not be found",
    "address": "IP configuration",
    "failed": "",
}
"""Why something is not done: in one word, and how NetworkManager says so."""
WAIT_S: Final = 45
MAX_LINKS: Final = 4
"""How many links one after the other may lead to a time zone."""
Run = Callable[[list[str]], "subprocess.CompletedProcess[str]"]


class Refused(Exception):
    """What was asked for is not done; the text is one of `REFUSALS`."""


class Places(NamedTuple):
    """Where the machine keeps what is looked at and written."""

    networks: Path = Path("/etc/NetworkManager/system-connections")
    localtime: Path = Path("/etc/localtime")
    kept: Path = Path("/var/lib/planisphere-zone/localtime")
    """The link that outlives a pulled plug on a card, where `localtime` points to it."""
    zones: Path = Path("/usr/share/zoneinfo")


def answer(question: bytes, run: Run, places: Places) -> dict[str, Any]:
    """What is to be told."""
    asks: dict[str, Callable[[], dict[str, Any]]] = {
        "state": lambda: state(run, places),
        "networks": lambda: {"networks": networks(run)},
        "join": lambda: join(told.get("name"), told.get("password"), told.get("lock"), run, places),
        "leave": lambda: leave(run, places),
        "set_clock": lambda: set_clock(told.get("zone"), told.get("when"), run, places),
    }
    try:
        told = json.loads(question)
        if not isinstance(told, dict) or not isinstance(told.get("ask"), str) or told["ask"] not in asks:
            raise Refused("question")
        return asks[told["ask"]]()
    except (ValueError, RecursionError):
        return {"refused": "question"}
    except Refused as why:
        return {"refused": str(why)}


def state(run: Run, places: Places) -> dict[str, Any]:
    """Whether there is Wi-Fi, the network that is joined, the time zone, those there are, whether a network sets the
    clock; null where the machine does not say. Of the network: whether it asks guests to log in, and where it sends.
    """
    kinds = run([*NMCLI, "TYPE", "device"]).stdout.split()
    joined, megahertz = in_use(run) if "wifi" in kinds else ("", None)
    told = run(["timedatectl", "show", "--property=NTPSynchronized", "--value"]).stdout.strip()
    tab = places.zones / "zone.tab"
    lines = tab.read_text("utf-8").splitlines() if tab.is_file() else []
    zones = sorted(line.split("\t")[2] for line in lines if line and not line.startswith("#"))
    return {
        "wifi": "wifi" in kinds,
        "joined": joined,
        "zone": zone_of(places),
        "zones": zones,
        "set_by_network": {"yes": True, "no": False}.get(told),
        "login": run([*NMCLI, "CONNECTIVITY", "general"]).stdout.strip() == "portal",
        "megahertz": megahertz,
    }


def in_use(run: Run) -> tuple[str, int | None]:
    """The network that the machine is in, and where it sends in MHz."""
    told = run([*NMCLI, "IN-USE,FREQ,SSID", "device", "wifi", "list", "--rescan", "no"]).stdout
    found = re.search(r"^\*:(\d+) MHz:(.*)$", told, re.MULTILINE)
    return (plain(found[2]), int(found[1])) if found else ("", None)


# Wi-Fi ---------------------------------------------------------------------------------------------------------------

NMCLI: Final = ["nmcli", "--terse", "--fields"]


def networks(run: Run) -> list[dict[str, Any]]:
    """The networks that are heard, the strongest first: name, strength (percent), lock (see `lock_of`), joined."""
    run(["nmcli", "radio", "wifi", "on"])
    return heard(run, "yes")


def heard(run: Run, rescan: str) -> list[dict[str, Any]]:
    """The networks, listened for anew or as they were heard last (`rescan`: yes or no)."""
    told = run([*NMCLI, "IN-USE,SIGNAL,SECURITY,SSID", "device", "wifi", "list", "--rescan", rescan])
    found: dict[str, dict[str, Any]] = {}
    for line in told.stdout.splitlines():
        used, strength, security, name = [*line.split(":", 3), "", "", ""][:4]
        if name and strength.isdigit():
            one = {"name": plain(name), "strength": int(strength), "lock": lock_of(security), "joined": used == "*"}
            same = found.setdefault(plain(name), one)
            same["strength"] = max(same["strength"], one["strength"])
            same["joined"] = same["joined"] or one["joined"]
    return sorted(found.values(), key=lambda one: (not one["joined"], -one["strength"]))


def plain(value: str) -> str:
    """What nmcli has escaped."""
    return re.sub(r"\\(.)", r"\1", value)


def lock_of(security: str) -> str:
    """What a network asks for: `none`; `wpa`, a password; `sae`, one that only WPA3 takes; `other`, more than that."""
    words = set(security.split()) - {"--"}
    if not words:
        return "none"
    if "802.1X" in words or not words & {"WPA1", "WPA2", "WPA3"}:
        return "other"
    return "sae" if words == {"WPA3"} else "wpa"


def join(name: Any, password: Any, lock: Any, run: Run, places: Places) -> dict[str, Any]:
    """Join a network now, and whenever it is heard; one that cannot be joined leaves the one before as it was."""
    fits = isinstance(name, str) and 0 < len(name.encode()) <= NAME_BYTES and lock in ("none", "wpa", "sae")
    if not fits or not (lock == "none" or (isinstance(password, str) and PASSWORD.fullmatch(password))):
        raise Refused("question")
    path = places.networks / "planisphere.nmconnection"
    before = path.read_bytes() if path.exists() else None
    written(path, connection(name, "" if lock == "none" else password, lock).encode())
    run(["nmcli", "radio", "wifi", "on"])
    run(["nmcli", "connection", "load", str(path)])
    done = run(["nmcli", "--wait", str(WAIT_S), "connection", "up", "id", "planisphere"])
    if done.returncode == 0:
        return {"joined": name}
    if before is None:
        path.unlink()
    else:
        written(path, before)
    run(["nmcli", "connection", "reload"])
    why = next((why for why, words in REFUSALS.items() if words and words in done.stderr), "failed")
    # A network that takes WPA3, too, rejects a wrong password before it asks for one: it is then said to be gone.
    rejected = why == "absent" and lock != "none" and name in (each["name"] for each in heard(run, "no"))
    raise Refused("password" if rejected else why)


def connection(name: str, password: str, lock: str) -> str:
    """A network as NetworkManager keeps it. Source: nm-settings-keyfile(5); values as GKeyFile escapes them."""
    ssid = "".join(f"{byte};" for byte in name.encode())
    kind = {"none": "", "wpa": "wpa-psk", "sae": "sae"}[lock]
    secret = password.replace("\\", "\\\\").replace(" ", "\\s")
    security = f"\n[wifi-security]\nkey-mgmt={kind}\npsk={secret}\n" if kind else ""
    own = uuid.uuid5(uuid.NAMESPACE_URL, name)
    head = f"[connection]\nid=planisphere\nuuid={own}\ntype=wifi\n\n[wifi]\nmode=infrastructure\nssid={ssid}\n"
    return f"{head}{security}\n[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n"


def leave(run: Run, places: Places) -> dict[str, Any]:
    """Forget the network that was joined here, and be in none."""
    (places.networks / "planisphere.nmconnection").unlink(missing_ok=True)
    run(["nmcli", "connection", "reload"])
    run(["nmcli", "radio", "wifi", "off"])
    return {"joined": ""}


# The clock -----------------------------------------------------------------------------------------------------------


def zone_of(places: Places) -> str:
    """The time zone by the name by which it was chosen, which may itself be a link to another one; else `UTC`."""
    place, zones = str(places.localtime), f"{places.zones}/"
    for _ in range(MAX_LINKS):
        if place.startswith(zones) or not os.path.islink(place):
            break
        place = os.path.normpath(os.path.join(os.path.dirname(place), os.readlink(place)))
    return place.removeprefix(zones) if place.startswith(zones) else "UTC"


def set_clock(zone: Any, when: Any, run: Run, places: Places) -> dict[str, Any]:
    """Set the time zone, and the time there as `YYYY-MM-DD HH:MM`, where it is given; else it stays."""
    known = isinstance(zone, str) and re.fullmatch(r"[A-Za-z0-9_+/-]+", zone) and (places.zones / zone).is_file()
    if not known or not (when is None or (isinstance(when, str) and WHEN.fullmatch(when))):
        raise Refused("question")
    if places.localtime.is_symlink() and os.readlink(places.localtime) == str(places.kept):
        part = places.kept.with_name("localtime.part")
        part.unlink(missing_ok=True)
        part.symlink_to(places.zones / zone)
        part.replace(places.kept)
    elif run(["timedatectl", "set-timezone", zone]).returncode:
        raise Refused("failed")
    if when is not None:
        run(["timedatectl", "set-ntp", "false"])
        done = run(["timedatectl", "set-time", f"{when}:00"])
        run(["timedatectl", "set-ntp", "true"])
        if done.returncode:
            raise Refused("failed")
    return {"zone": zone}


def written(path: Path, content: bytes) -> None:
    """Write a file that only root may read, whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def run_here(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in plain English; one that is not there, or does not end, has failed."""
    plain_words = {**os.environ, "LC_ALL": "C.UTF-8"}
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=2 * WAIT_S, env=plain_words)
    except (OSError, subprocess.TimeoutExpired) as error:
        return subprocess.CompletedProcess(command, 127, "", str(error))


def main() -> int:
    """Answer the one question."""
    told = answer(sys.stdin.buffer.readline(LONGEST), run_here, Places())
    sys.stdout.buffer.write(json.dumps(told).encode() + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
