"""How large a panel is: what its EDID says, in a folder like the kernel's."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.panel import panel_inches


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
    assert panel_inches(tmp_path) == (None if inches is None else pytest.approx(inches, abs=0.05))


def test_without_a_panel_nobody_knows(tmp_path: Path) -> None:
    assert panel_inches(tmp_path) is None
