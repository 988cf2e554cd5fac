"""The trial of Wi-Fi: the kernel's own simulated radios, one of them an access point, and the app's way to join it."""

from __future__ import annotations

import json
import time
from typing import Any, Final

from tools.virtual_pi.bench import Bench, ready
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.qmp import Refused

NAME, PASSWORD = "Sternwarte", "Tr0m pete\\"
HOTSPOT: Final = f"nmcli --wait 60 device wifi hotspot ifname wlan1 ssid {NAME} password '{PASSWORD}'"
RADIOS: Final = (
    "rm /etc/systemd/system/NetworkManager.service && systemctl daemon-reload && modprobe mac80211_hwsim radios=2 && "
    "systemctl start NetworkManager && nm-online -s -q; "
    f"for try in $(seq 20); do {HOTSPOT} && exit; sleep 3; done; exit 1"
)
ASK: Final = "import json, sys; from pi_app.host.system import ask; print(json.dumps(ask(**json.loads(sys.argv[1]))))"
AS_APP: Final = (
    "runuser",
    "-u",
    "planisphere",
    "-g",
    "planisphere",
    "--",
    "/opt/planisphere/venv/bin/python",
    "-c",
    ASK,
)


def wifi(bench: Bench) -> dict[str, Any]:
    """As the app's user: networks are heard, a wrong password is named, the right one joins, and it can be left."""
    with ready(bench) as (_, machine):
        machine.run("sh", "-c", RADIOS)
        heard = _heard(machine)
        lock = next(each["lock"] for each in heard if each["name"] == NAME)
        began = time.monotonic()
        for password, wanted in (("wrong password", {"refused": "password"}), (PASSWORD, {"joined": NAME})):
            told = _ask(machine, what="join", name=NAME, password=password, lock=lock)
            if told != wanted:
                raise Refused(f"join with {password!r}: {told}, expected {wanted}")
        seconds = time.monotonic() - began
        for what, joined in (("state", NAME), ("leave", ""), ("state", "")):
            if (told := _ask(machine, what=what))["joined"] != joined:
                raise Refused(f"{what}: {told}, expected to be in {joined or 'no network'}")
    return {"heard": len(heard), "refused_and_joined_s": round(seconds, 1)}


def _heard(machine: Machine) -> list[dict[str, Any]]:
    """The networks, once the access point is among them. Raises Refused."""
    for _ in range(10):
        heard: list[dict[str, Any]] = _ask(machine, what="networks")["networks"]
        if NAME in (each["name"] for each in heard):
            return heard
    raise Refused(f"{NAME} is not heard: {heard}")


def _ask(machine: Machine, **told: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(machine.run(*AS_APP, json.dumps(told)))
    return answer
