"""What is beside a table: other cameras, the way round of the panel, a network, an event host."""

from __future__ import annotations

import errno
import socket
from pathlib import Path
from typing import Any

import pytest

from hardware.config import CameraConfig
from pi_app.evening.outbox import LinkState, LinkView
from pi_app.host import beside
from pi_app.host.rest import ScreenConfig
from pi_app.presenters.host import check_link

UPRIGHT, LYING = "720x1280\n", "1280x720\n"
ANY, AS_BUILT = CameraConfig(), ScreenConfig()


def nobody(_what: str) -> dict[str, Any]:
    raise ConnectionRefusedError


class Place:
    """What is plugged in."""

    def __init__(self, folder: Path) -> None:
        self.drm, self.by_id = folder / "drm", folder / "by-id"
        self.by_id.mkdir()

    def camera(self, name: str) -> str:
        (self.by_id / f"{name}-video-index0").touch()
        return str(self.by_id / f"{name}-video-index0")

    def panel(self, modes: str) -> None:
        (self.drm / "card0-DSI-1").mkdir(parents=True)
        (self.drm / "card0-DSI-1/status").write_text("connected\n")
        (self.drm / "card0-DSI-1/modes").write_text(modes)

    def told(self, camera: CameraConfig = ANY, screen: ScreenConfig = AS_BUILT) -> list[str]:
        told = beside.look(camera, screen, self.drm, self.by_id, nobody)
        return [f"{one.code}: {one.text}{'!' if one.mend else ''}" for one in told]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_one_camera_a_lying_panel_and_no_service_are_not_spoken_of(place: Place) -> None:
    place.camera("usb-A")
    place.panel(LYING)
    assert place.told() == []


def test_of_two_cameras_it_says_which_is_used_and_warns_unless_the_settings_name_one(place: Place) -> None:
    place.camera("usb-B")
    other = place.camera("usb-C")
    assert place.told() == ["cameras: 2: usb-B-video-index0 is used!"]
    assert place.told(CameraConfig(device=other)) == ["cameras: 2: usb-C-video-index0 is used"]
    assert place.told(CameraConfig(kind="none")) == []


def test_how_the_screen_is_turned_is_said(place: Place) -> None:
    assert place.told(screen=ScreenConfig(turned=180)) == ["turned: turned by 180 degrees"]
    place.panel(UPRIGHT)
    assert place.told() == ["turned: turned by 90 degrees"]
    assert place.told(screen=ScreenConfig(turned=0)) == []


@pytest.mark.parametrize(
    ("state", "said", "warned"),
    [
        ({"wifi": False}, "in none: games need none", False),
        ({"wifi": True}, "in none: games need none", False),
        ({"wifi": True, "joined": "Home"}, "in Home", False),
        ({"wifi": True, "joined": "Home", "megahertz": 2412}, "in Home, 2.4 GHz", False),
        ({"wifi": True, "joined": "Home", "megahertz": 5180}, "in Home, 5 GHz", False),
        ({"wifi": True, "joined": "Café", "login": True}, "in Café, which asks guests to log in", True),
    ],
)
def test_the_network_is_named(state: dict[str, Any], said: str, warned: bool) -> None:
    told = beside.network(lambda _what: state)
    assert told is not None
    assert (str(told.text), told.mend is not None) == (said, warned)


@pytest.mark.parametrize("state", [{"wifi": "yes"}, {"joined": 7}])
def test_of_a_service_that_says_nothing_sensible_nothing_is_said(state: dict[str, Any]) -> None:
    assert beside.network(lambda _what: state) is None


def test_a_network_that_the_app_may_not_use_is_said_with_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object) -> Any:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "socket", closed)
    told = beside.network(lambda _what: {"wifi": True, "joined": "Home"})
    assert told is not None
    assert str(told.text) == "in Home, but the app may use no network"
    assert "install-pi --network" in str(told.mend)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("unpaired", []),
        ("pairing", []),
        ("connected", ["ok http://hub, table 3"]),
        ("waiting", ["warn http://hub does not answer"]),
        ("refused", ["warn http://hub refused this table"]),
    ],
)
def test_the_event_host_has_its_line(state: LinkState, said: list[str]) -> None:
    view = LinkView(state=state, address="http://hub", table=3)
    assert [f"{check.level} {check.text}" for check in check_link(view)] == said
