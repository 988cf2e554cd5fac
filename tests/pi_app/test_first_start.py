"""What a new table asks before its first game."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.camera import CameraStatus, Frame, NoCamera
from pi_app import i18n
from pi_app.host.kiosk import Kiosk
from pi_app.host.pin import HostPin
from pi_app.host.settings import Settings
from pi_app.host.system import System
from pi_app.presenters.first_start import KEYS, MARK, FirstStartPresenter
from pi_app.presenters.host import Desk, HostPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Picture, StepView, Tap, Taps

ZONES = ["America/Lima", "Europe/Berlin", "Europe/Paris", "Europe/Warsaw"]


class Machine:
    """A machine that answers as it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.state: dict[str, Any] = {"wifi": True, "joined": "", "zone": "Etc/UTC", "zones": ZONES}
        self.refuses = ""
        self.gone = False
        self.networks = [
            {"name": "Sternwarte", "strength": 88, "lock": "wpa"},
            {"name": "Gäste", "strength": 40, "lock": "none"},
            {"name": "Universität", "strength": 9, "lock": "other"},
        ]

    def __call__(self, what: str, **told: Any) -> dict[str, Any]:
        if self.gone:
            raise ConnectionRefusedError
        self.asked.append((what, told))
        match what:
            case "state":
                return self.state
            case "networks":
                return {"networks": self.networks}
            case "leave":
                self.state["joined"] = ""
            case "join" if not self.refuses:
                self.state["joined"] = told["name"]
            case "set_clock" if not self.refuses:
                self.state["zone"] = told["zone"]
        return {"refused": self.refuses}

    def did(self, what: str) -> list[dict[str, Any]]:
        return [told for asked, told in self.asked if asked == what]


class Hand:
    """Touches by what they say."""

    def __init__(self, nav: Navigator) -> None:
        self.nav, self.page = nav, FirstStartPresenter(nav)

    def view(self) -> StepView:
        """The page once the machine has answered."""
        before = None
        while (view := self.page.view()) != before or self.nav.desk.system.busy:
            before = view
            time.sleep(0.001)
        return view

    def taps(self) -> dict[str, Tap]:
        parts = (*getattr(self.view().stage, "taps", ()), *self.view().panel)
        found = [tap for part in parts for tap in (part.taps if isinstance(part, Taps) else (part,))]
        return {tap.text: tap for tap in found if isinstance(tap, Tap)}

    def tap(self, words: str) -> None:
        tap = self.taps()[words]
        assert tap.on, words
        self.page.do(tap.does)

    def said(self) -> str:
        view = self.view()
        parts = (view.stage, *getattr(view.stage, "lines", ()), *view.panel)
        words = [getattr(part, "text", "") or getattr(part, "title", "") for part in parts]
        return " | ".join([*words, *getattr(view.stage, "words", ())])


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def hand(nav: Navigator, tmp_path: Path, machine: Machine) -> Hand:
    (tmp_path / MARK).touch()
    pin = HostPin(tmp_path / "pin.json")
    nav.desk = Desk(pin, system=System(machine), camera=NoCamera, mark=tmp_path / MARK)
    nav.open_page("first_start")
    return Hand(nav)


def test_a_table_is_begun_with_in_five_touches(hand: Hand, machine: Machine, tmp_path: Path) -> None:
    asked = [hand.page.question]
    for words in ("Deutsch", "Ohne WLAN", "Das stimmt", "Ohne PIN"):
        hand.tap(words)
        asked.append(hand.page.question)
    assert asked == ["language", "wifi", "clock", "pin", "camera"]
    hand.tap("Beginnen")
    assert (hand.nav.screen, i18n.language(), (tmp_path / MARK).exists()) == ("start", "de", False)
    assert machine.did("set_clock") == [{"zone": "Europe/Berlin", "when": None}]
    assert len(machine.did("leave")) == 1
    assert not hand.nav.desk.pin.is_set


def test_what_a_machine_has_not_is_not_asked(hand: Hand, machine: Machine) -> None:
    machine.state = {"wifi": False, "zones": []}
    hand.view()
    assert hand.page.questions == ("language", "pin", "camera")


def test_a_machine_whose_service_is_gone_is_asked_nothing(hand: Hand, machine: Machine) -> None:
    machine.gone = True
    hand.view()
    assert hand.page.questions == ("language", "pin", "camera")


def test_a_network_is_joined_with_its_password(hand: Hand, machine: Machine) -> None:
    hand.tap("English")
    hand.tap("Sternwarte")
    for sign in "tr":
        hand.tap(sign)
    assert not hand.taps()["Join"].on, "a password has eight characters at least"
    hand.tap("ABC")
    hand.tap("O")
    for sign in ("#+=", "!", "␣", "abc", "m", "x", "←", "p", "e"):
        hand.tap(sign)
    assert "trO! mpe" in hand.said()
    hand.tap("Join")
    assert hand.taps()["Sternwarte"].note == "Joined"
    assert machine.did("join") == [{"name": "Sternwarte", "lock": "wpa", "password": "trO! mpe"}]
    assert "trO! mpe" not in str(hand.nav.journal.place("screen"))
    hand.tap("Go on")
    assert hand.page.question == "clock"


def test_a_network_that_was_joined_can_be_left(hand: Hand, machine: Machine) -> None:
    machine.state["joined"] = "Sternwarte"
    hand.tap("English")
    assert hand.taps()["Go on"].role == "progress"
    hand.tap("Without Wi-Fi")
    assert (machine.state["joined"], hand.page.question) == ("", "clock")


def test_every_sign_of_a_password_has_a_key() -> None:
    assert {sign for rows in KEYS for row in rows for sign in row} | {" "} == {chr(code) for code in range(32, 127)}


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        ("password", "This is not the network's password."),
        ("absent", "The network is not heard any more."),
        ("address", "The network gives this table no address."),
        ("failed", "That did not work. Try again, or go on without."),
        ("question", "The machine does not take this."),
    ],
)
def test_why_a_network_cannot_be_joined_is_said_until_one_goes_on(
    hand: Hand, machine: Machine, refused: str, words: str
) -> None:
    hand.tap("English")
    machine.refuses = refused
    hand.tap("Gäste")
    assert words in hand.said()
    hand.tap("Without Wi-Fi")
    assert words not in hand.said()


def test_a_network_that_asks_for_more_than_a_password_cannot_be_chosen(hand: Hand) -> None:
    hand.tap("English")
    assert not hand.taps()["Universität"].on


def test_more_networks_than_fit_are_a_page_further(hand: Hand, machine: Machine) -> None:
    machine.networks = [{"name": f"N{n}", "strength": 90 - n, "lock": "none"} for n in range(7)]
    hand.tap("English")
    assert "N5" not in hand.taps()
    hand.tap("More")
    hand.tap("N5")
    assert machine.did("join")[0]["name"] == "N5"


def test_date_time_and_zone_are_set(hand: Hand, machine: Machine) -> None:
    machine.state["wifi"] = False
    hand.view()
    hand.tap("English")
    hand.tap(time.strftime("%d.%m.%Y"))
    for sign in "31022027":
        hand.tap(sign)
    hand.tap("Set")
    assert "There is no such date or time." in hand.said()
    for sign in "24122027":
        hand.tap(sign)
    assert "24.12.2027" in hand.said()
    hand.tap("Set")
    assert machine.did("set_clock")[-1]["when"].startswith("2027-12-24 ")
    hand.tap(time.strftime("%H:%M"))
    for sign in "2005":
        hand.tap(sign)
    hand.tap("Set")
    assert machine.did("set_clock")[-1]["when"].endswith(" 20:05")
    hand.tap(machine.state["zone"].replace("_", " "))
    hand.tap("America")
    hand.tap("All regions")
    hand.tap("Europe")
    hand.tap("Paris")
    assert machine.state["zone"] == "Europe/Paris"
    assert "Europe/Paris" in hand.taps()


def test_a_clock_that_a_network_sets_is_not_set_by_hand(hand: Hand, machine: Machine) -> None:
    machine.state.update(wifi=False, set_by_network=True)
    hand.view()
    hand.tap("English")
    assert "A network sets the clock." in hand.said()
    assert [tap.on for tap in hand.taps().values()][:3] == [False, False, True]


def test_a_pin_is_set(hand: Hand, machine: Machine) -> None:
    machine.state = {}
    hand.view()
    hand.tap("English")
    hand.tap("Set a PIN")
    for sign in "24":
        hand.tap(sign)
    hand.tap("Set")
    assert "A PIN has four to twelve digits." in hand.said()
    for sign in "2468":
        hand.tap(sign)
    assert "••••" in hand.said()
    hand.tap("Set")
    assert "The PIN is set." in hand.said()
    assert hand.nav.desk.pin.check("2468").right
    hand.tap("Back")
    assert hand.page.question == "language"


class Eye:
    """A camera that sees grey."""

    status = CameraStatus("ready")

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        return [Frame(np.full((720, 1280, 3), 90, np.uint8), 1.0)]

    def close(self) -> None: ...


def test_what_the_camera_sees_is_shown_and_one_that_comes_is_noticed(
    hand: Hand, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pi_app.presenters.first_start.PICTURE_EVERY_S", -1.0)
    machine.state = {}
    hand.view()
    hand.tap("English")
    hand.tap("Without a PIN")
    assert hand.page.tick()
    assert "Every game can be played without one." in hand.said()
    hand.nav.desk.camera = Eye
    assert hand.page.tick()
    stage = hand.view().stage
    assert isinstance(stage, Picture)
    assert stage.png.startswith(b"\x89PNG")
    assert not hand.page.tick(), "the same picture is not drawn again"


def test_the_mark_of_a_new_table_opens_it_once(tmp_path: Path) -> None:
    (tmp_path / MARK).touch()
    with Kiosk(tmp_path, Settings(), simulate=True) as kiosk:
        assert kiosk.nav.screen == "first_start"
    (tmp_path / MARK).unlink()
    with Kiosk(tmp_path, Settings(), simulate=True) as kiosk:
        assert kiosk.nav.screen == "start"


def test_the_host_can_be_asked_again_behind_the_pin(hand: Hand) -> None:
    hand.nav.desk.pin.set("2468")
    hand.nav.home()
    hand.nav.open_page("host")
    host = HostPresenter(hand.nav)
    host.choose("first_start")
    assert hand.nav.screen == "host"
    for digit in "2468":
        host.key(digit)
    host.accept_pin()
    host.choose("first_start")
    assert hand.nav.screen == "first_start"
