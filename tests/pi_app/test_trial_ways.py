"""What trials of a whole machine touch is on the screens, and takes touches: a machine is long to make."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from engines.errors import Finding
from pi_app.host.bundle import ENDING
from pi_app.host.kiosk import Kiosk
from pi_app.host.pin import HostPin
from pi_app.host.settings import Settings
from pi_app.host.updater import Offer, Seen, Updater
from pi_app.host.updates import Status
from pi_app.presenters.first_start import MARK
from pi_app.presenters.host import Desk
from pi_app.presenters.host_update import refusal_words
from tests.pi_app.robots import Hand
from tests.pi_app.screen_faults import Frames
from tools.card_image import trial as card
from tools.virtual_pi import pictures
from tools.virtual_pi.trials import camera, disk, gpio, panel, serial_port, stick

pytestmark = pytest.mark.exhaustive

WAYS: Final = {
    "card": (card.WAYS, "page.settings"),
    "first_picture": (panel.QUIET, "back"),
    "touch": (panel.TAPPED, "page.settings"),
    "stick": ((*stick.HOST, stick.LOOK), stick.LOOK),
    "full": ((*disk.BEGIN, *disk.GO_ON), disk.GO_ON[0]),
    "serial": ((*serial_port.WAYS, *serial_port.SHAKEN), "end"),
    "gpio": (gpio.STEPS, "undo"),
    "camera": (camera.WAYS, "text.1"),
}
"""Of each trial: what is touched from the first screen on, and what is looked at or touched after it."""


@pytest.fixture
def new(tmp_path: Path, frames: Frames, request: pytest.FixtureRequest) -> Iterator[Hand]:
    """The robot at a table that nobody has used; of a card, which still asks what a new table asks."""
    if request.param == "card":
        (tmp_path / MARK).touch()
    with ExitStack() as stack:
        kiosk = stack.enter_context(Kiosk(tmp_path, Settings(), simulate=True, seed=1))
        hand = Hand(kiosk.nav, frames, tmp_path / "shots")
        stack.callback(hand.close)
        yield hand


@pytest.mark.parametrize(("new", "name"), [(name, name) for name in WAYS], indirect=["new"])
def test_what_a_trial_touches_is_there(new: Hand, name: str) -> None:
    ways, then = WAYS[name]
    end_of_looking(new)
    for way in ways:
        assert way in pictures.places(new.say(tree=True)["controls"])
        new.tap(way)
        end_of_looking(new)
    assert then in new.controls()


def end_of_looking(hand: Hand) -> None:
    """Wait until it was looked for updates, which takes time of its own, and show what has come of it."""
    updater = hand.nav.desk and hand.nav.desk.updater
    while updater and updater.busy:
        time.sleep(0.01)
    hand.nav.changed()
    hand.say(wait="idle")


@pytest.mark.parametrize("new", ["stick"], indirect=True)
def test_the_words_of_a_refusal_are_where_the_trial_of_sticks_looks_for_them(new: Hand, tmp_path: Path) -> None:
    reasons = [Finding(code, code) for code in ("update.not_signed", "update.unsigned")]
    files = [tmp_path / f"{number}{ENDING}" for number, _ in enumerate(reasons)]
    for file in files:
        file.touch()
    refused = tuple(Offer("stick", file, refused=reason) for file, reason in zip(files, reasons, strict=True))
    updater = Updater(tmp_path)
    new.nav.desk = Desk(HostPin(tmp_path / "pin"), updater=updater)
    updater.view = Seen(status=Status("1.0"), slots=True, looked=True, offers=refused)
    for way in stick.HOST:
        new.tap(way)
    new.say(wait="idle")
    shown = new.controls()
    assert [shown[words]["text"] for words in stick.REFUSALS] == [refusal_words(reason) for reason in reasons]
    updater.view = Seen(status=Status("1.0"), slots=True, looked=True, offers=(Offer("stick", files[0], "1.1"),))
    new.nav.changed()
    new.say(wait="idle")
    assert new.controls()["main"]["key"] == "update.install.0"


@pytest.mark.parametrize("new", ["full"], indirect=True)
def test_the_banner_that_trials_of_the_disk_look_for_is_there_while_nothing_is_saved(
    new: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    for way in disk.BEGIN:
        new.tap(way)
    monkeypatch.setattr(new.nav, "keep_saving", lambda: None)  # a healthy disk would end the trouble at once
    assert (new.nav.screen, disk.BANNER in new.controls()) == ("pad", False)
    monkeypatch.setattr(new.nav.journal, "saving", False)
    new.nav.changed()
    new.say(wait="idle")
    assert disk.BANNER in new.controls()
