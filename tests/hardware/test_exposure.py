"""The camera's exposure and white balance are held from shot to shot."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.exposure import APERTURE_PRIORITY, MANUAL, ExposureLock


class FakeCamera:
    """A camera whose automatics go half-way to a mean of 110 with each picture; `scene` is the light on the table."""

    def __init__(self, scene: float = 1.0, *, obeys: bool = True, forgets: bool = False) -> None:
        self.scene = scene
        self.obeys = obeys
        self.forgets = forgets
        self.exposure = 20.0
        self.values = {cv2.CAP_PROP_AUTO_EXPOSURE: APERTURE_PRIORITY, cv2.CAP_PROP_WB_TEMPERATURE: 4300.0}

    def get(self, control: int) -> float:
        return self.exposure if control == cv2.CAP_PROP_EXPOSURE else self.values.get(control, 0.0)

    def set(self, control: int, value: float) -> bool:
        if not self.obeys:
            return False
        if control == cv2.CAP_PROP_EXPOSURE:
            self.exposure = 3.0 if self.forgets else value
        else:
            self.values[control] = value
        return True

    @property
    def automatic(self) -> bool:
        return self.values[cv2.CAP_PROP_AUTO_EXPOSURE] == APERTURE_PRIORITY

    def picture(self) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        if self.automatic:
            self.exposure *= (110 / max(1.0, self.scene * self.exposure)) ** 0.5
        return np.full((64, 64, 3), min(255.0, self.scene * self.exposure), np.uint8)


def shots(camera: FakeCamera, lock: ExposureLock, count: int) -> list[int]:
    """The brightness of the pictures that were fit, of so many taken."""
    pictures = (camera.picture() for _ in range(count))
    return [int(picture.mean()) for picture in pictures if lock.fit(picture)]


def test_pictures_count_once_the_automatics_have_settled_and_are_then_all_alike() -> None:
    camera = FakeCamera()
    lock = ExposureLock(camera)
    fit = shots(camera, lock, 30)
    assert lock.locked
    assert not camera.automatic
    assert camera.values[cv2.CAP_PROP_AUTO_WB] == 0.0
    assert camera.values[cv2.CAP_PROP_WB_TEMPERATURE] == 4300.0
    assert len(fit) > 20
    assert max(fit) - min(fit) <= 1
    assert min(fit) > 95


def test_a_small_change_on_the_table_keeps_the_exposure_and_another_lamp_settles_it_anew() -> None:
    camera = FakeCamera()
    lock = ExposureLock(camera)
    shots(camera, lock, 30)
    camera.scene = 1.1
    assert len(shots(camera, lock, 5)) == 5
    camera.scene = 0.3
    fit = shots(camera, lock, 30)
    assert lock.locked
    assert len(fit) > 15
    assert min(fit) > 95, "no picture of the dark table was given"


@pytest.mark.parametrize("camera", [FakeCamera(obeys=False), FakeCamera(forgets=True)], ids=["deaf", "forgetful"])
def test_a_camera_that_does_not_keep_what_it_is_told_is_left_to_its_automatics(camera: FakeCamera) -> None:
    lock = ExposureLock(camera)
    shots(camera, lock, 120)
    assert not lock.locked
    assert camera.automatic
    assert len(shots(camera, lock, 10)) == 10


def test_a_camera_without_controls_gives_every_picture() -> None:
    lock = ExposureLock(object())
    assert lock.fit(np.zeros((64, 64, 3), np.uint8))
    assert not lock.locked


def test_a_light_that_never_settles_is_taken_as_it_is() -> None:
    camera = FakeCamera(obeys=True)
    lock = ExposureLock(camera)
    flicker = [np.full((64, 64, 3), 80 + 10 * (k % 2), np.uint8) for k in range(40)]
    assert sum(lock.fit(picture) for picture in flicker) == 40 - ExposureLock.LONGEST
    assert camera.values[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL
