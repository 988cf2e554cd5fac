"""The doctor on the microcontroller."""

from __future__ import annotations

import os
import tty

from firmware_bridge.simulator.controller import Controller
from pi_app.checkup import check_bridge

BALLS = [[310, 90, 80, 480], [75, 140, 205, 420]]


def test_a_microcontroller_that_answers_is_named_with_its_program() -> None:
    with Controller(python=True) as controller:
        controller.put(colour=BALLS)
        found = check_bridge(str(controller.port), 20.0)
    assert (found.level, found.text) == ("ok", "program 1.0.0, 0 bytes free")


def test_a_part_that_does_not_answer_is_named_with_what_to_mend() -> None:
    with Controller(python=True) as controller:
        controller.put(motion=None)
        found = check_bridge(str(controller.port), 20.0)
    assert (found.level, found.mend) == ("warn", "look at that part's four wires")
    assert "motion does not answer" in found.text


def test_a_port_that_says_nothing_is_told_with_what_to_do() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    found = check_bridge(os.ttyname(slave), 0.3)
    os.close(master)
    os.close(slave)
    assert found.level == "warn"
    assert "does not answer" in found.text
    assert "bridge flash" in found.mend


def test_a_table_without_a_microcontroller_is_fine() -> None:
    assert check_bridge("none").level == "ok"
