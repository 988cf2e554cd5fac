"""The event host's code before the table's camera."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
import segno

from hardware.camera import CameraStatus, Frame, Image, NoCamera
from pi_app.evening.scan import CodeFinder, code_in
from pi_app.host.pin import HostPin
from pi_app.presenters.host import Desk, HostPresenter
from pi_app.presenters.navigator import Navigator
from tests.pi_app.steps import taps

SAYS = "http://192.168.1.20:8600/#ABCD-2345"


def picture(text: str, turn: float = 12.0) -> Image:
    """A code on a phone in somebody's hand: turned, in a grey room."""
    rows = np.array([[bool(cell) for cell in row] for row in segno.make(text, error="m").matrix_iter(border=4)])
    code = np.where(rows, 20, 235).astype(np.uint8).repeat(7, 0).repeat(7, 1)
    room = np.full((720, 1280, 3), 110, np.uint8)
    high, wide = code.shape
    room[180 : 180 + high, 500 : 500 + wide] = code[..., None]
    turned = cv2.getRotationMatrix2D((640, 360), turn, 1.0)
    return np.asarray(cv2.warpAffine(room, turned, (1280, 720), borderValue=(110, 110, 110)), np.uint8)


class PictureCamera:
    """A camera that sees these pictures one after the other."""

    status = CameraStatus("ready")

    def __init__(self, *pictures: Image) -> None:
        self._pictures = list(pictures)

    def frames(self, count: int = 1, after: float = 0.0) -> list[Frame]:
        return [Frame(self._pictures.pop(0), after + 1)] if self._pictures else []

    def close(self) -> None:
        pass


@pytest.mark.parametrize("turn", [0.0, 12.0, 95.0, 180.0])
def test_the_code_is_read_however_it_is_held(turn: float) -> None:
    assert code_in(picture(SAYS, turn)) == SAYS


@pytest.mark.parametrize("text", ["https://example.org/menu", "http://192.168.1.20:8600/", "WIFI:S:cafe;;", "x"])
def test_other_codes_are_left_alone(text: str) -> None:
    assert code_in(picture(text)) == ""


def test_it_looks_until_the_code_is_there() -> None:
    finder = CodeFinder(lambda: PictureCamera(np.zeros((90, 120, 3), np.uint8), picture(SAYS)))
    finder.look()
    assert finder._thread is not None
    finder._thread.join()
    assert finder.take() == SAYS
    assert finder.take() == ""


def test_it_gives_up_and_can_be_stopped() -> None:
    for finder in (CodeFinder(NoCamera, patience_s=0.0), CodeFinder(NoCamera)):
        finder.look()
        finder.close()
        assert finder._thread is not None
        finder._thread.join()
        assert not finder.looking
        assert finder.found == ""
    assert not finder.can_look


def test_the_host_scans_the_code_and_the_table_is_paired(nav: Navigator, tmp_path: Path) -> None:
    asked: list[tuple[str, str]] = []

    def pair(address: str, code: str, **_: Any) -> None:
        asked.append((address, code))

    finder = CodeFinder(lambda: PictureCamera(picture(SAYS)))
    nav.desk = Desk(HostPin(tmp_path / "pin"), finder=finder)
    nav.desk.outbox = SimpleNamespace(pair=pair, view=SimpleNamespace(table=None, state="unpaired", waiting=0))
    nav.desk.outbox.view.address = nav.desk.outbox.view.trouble = ""
    nav.open_page("host", row="hub")
    page = HostPresenter(nav)
    assert taps(page.view())["scan"].text == "Scan the code"
    page.scan()
    assert finder._thread is not None
    finder._thread.join()
    page.tick()
    assert asked == [("http://192.168.1.20:8600", "ABCD-2345")]


def test_without_a_camera_there_is_nothing_to_scan_with(nav: Navigator, tmp_path: Path) -> None:
    nav.desk = Desk(HostPin(tmp_path / "pin"), finder=CodeFinder(NoCamera))
    nav.open_page("host", row="hub")
    assert "scan" not in taps(HostPresenter(nav).view())
