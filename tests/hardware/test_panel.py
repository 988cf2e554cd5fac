"""Which panel there is, how large and which way up: folders like the kernel's."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.panel import card_of, connected_panel, is_upright, panel_inches


def connector(folder: Path, name: str, status: str, edid: bytes) -> None:
    """One output of the graphics."""
    (folder / name).mkdir(parents=True)
    (folder / name / "status").write_text(f"{status}\n")
    (folder / name / "edid").write_bytes(edid)


def edid(across_cm: int, down_cm: int) -> bytes:
    """The part of an EDID that is looked at."""
    return bytes(21) + bytes([across_cm, down_cm]) + bytes(105)


@pytest.mark.parametrize(
    ("name", "told", "inches"),
    [
        ("card1-HDMI-A-1", edid(22, 14), 10.3),
        ("card1-HDMI-A-1", edid(0, 0), None),  # a projector has no size
        ("card1-HDMI-A-1", b"", None),
        ("card1-DSI-1", b"", 7.0),
    ],
)
def test_a_panel_says_how_large_it_is(tmp_path: Path, name: str, told: bytes, inches: float | None) -> None:
    connector(tmp_path, "card1-HDMI-A-2", "disconnected", b"")
    connector(tmp_path, name, "connected", told)
    panel = connected_panel(tmp_path)
    assert panel is not None
    assert panel_inches(panel) == (None if inches is None else pytest.approx(inches, abs=0.05))


def test_without_a_panel_there_is_none(tmp_path: Path) -> None:
    connector(tmp_path, "card0-HDMI-A-1", "disconnected", b"")
    assert connected_panel(tmp_path) is None


def test_a_ribbon_cable_of_a_pi_5_is_found_on_whichever_card_it_is(tmp_path: Path) -> None:
    connector(tmp_path, "card0-HDMI-A-1", "disconnected", b"")
    (tmp_path / "card1").mkdir()  # draws, and has no connector
    connector(tmp_path, "card2-DSI-1", "connected", b"")
    panel = connected_panel(tmp_path)
    assert panel is not None
    assert card_of(panel) == 2


@pytest.mark.parametrize(("modes", "upright"), [("720x1280\n", True), ("800x480\n480x800\n", False), (None, False)])
def test_a_panel_built_in_upright_is_known_by_its_own_mode(tmp_path: Path, modes: str | None, upright: bool) -> None:
    if modes is not None:
        (tmp_path / "modes").write_text(modes)
    assert is_upright(tmp_path) == upright
