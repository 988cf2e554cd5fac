"""The build guide shows the wires that the code uses."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware_bridge.firmware.parts import PINS
from hardware.config import ButtonsConfig, LightsConfig
from tools.build_guide.drawings import DRAWINGS
from tools.build_guide.pins import WIRES, pi_table, pico_table, with_tables

FOLDER = Path("docs/build")


def test_every_pin_of_the_firmware_is_in_the_table_and_none_is_used_twice() -> None:
    assert WIRES.keys() == PINS.keys()
    assert len(set(PINS.values())) == len(PINS)
    for pin in PINS.values():
        assert f"| GP{pin} |" in pico_table()
    for pin in (*LightsConfig().pins, *ButtonsConfig().pins):
        assert f"| GPIO {pin} |" in pi_table()


def test_the_guides_tables_are_those_of_the_code() -> None:
    text = (FOLDER / "README.md").read_text("utf-8")
    assert with_tables(text) == text
    assert pico_table() in text
    assert pi_table() in text


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_guides_drawings_are_those_of_the_code_and_lie_on_their_paper(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")
    assert DRAWINGS[name]() == text
    root = ElementTree.fromstring(text)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for shape in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 < float(shape.attrib["x"]) < width
        assert 0 < float(shape.attrib["y"]) < height


def test_the_wiring_names_every_pin_but_those_of_the_other_ways() -> None:
    shown = {int(pin) for pin in re.findall(r">GP(\d+)<", DRAWINGS["wiring.svg"]())}
    assert shown == {pin for name, pin in PINS.items() if name not in ("link_tx", "link_rx", "tilt")}
