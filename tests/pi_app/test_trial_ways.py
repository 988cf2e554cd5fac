"""What trials of a whole machine touch is on the screens, and takes touches: a machine is long to make."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from pi_app import i18n
from pi_app.host.kiosk import Kiosk
from pi_app.host.settings import Settings
from pi_app.presenters.first_start import MARK
from tests.pi_app.robots import Hand
from tests.pi_app.screen_faults import Frames
from tools.card_image import trial as card
from tools.virtual_pi.trials import camera, disk, gpio, panel, serial_port, stick

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
    i18n.set_language("en")
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
    for way in ways:
        new.tap(way)
    new.say(wait="idle")
    assert then in new.controls()
