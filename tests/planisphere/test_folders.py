"""Files that commands write are whole, or are not there."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engines.files import write_whole
from planisphere.cli import main


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """While it lasts, no file of this process can grow beyond `size` bytes.

    No bytecode is written either: Python would keep the part that fits, and stumble over it later.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = bytecode


def test_a_file_that_does_not_fit_leaves_what_was_there(tmp_path: Path) -> None:
    out = tmp_path / "f"
    out.write_bytes(b"before")
    with room_for(100), pytest.raises(OSError, match="too large"):
        write_whole(out, bytes(1000))
    assert (os.listdir(tmp_path), out.read_bytes()) == (["f"], b"before")
    write_whole(out, b"after")
    assert (os.listdir(tmp_path), out.read_bytes()) == (["f"], b"after")


def test_a_link_stays_one_and_a_device_stays_itself(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "f")
    write_whole(link, b"some")
    assert link.is_symlink()
    assert (tmp_path / "f").read_bytes() == b"some"
    device = tmp_path / "nothing"
    device.symlink_to("/dev/null")
    write_whole(device, b"some")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["print", "star_explorer", "--out", "there"], 3),
        (["support-bundle", "--out", "there"], 3),
        (["simulate", "star_explorer", "--games", "1", "--record", "."], 2),
    ],
    ids=lambda said: said[0] if isinstance(said, list) else "",
)
def test_commands_keep_nothing_half_written(
    arguments: list[str],
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("before")
    with room_for(500):
        assert main(arguments) == code
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert os.listdir(tmp_path) == ["there"]
    assert (tmp_path / "there").read_text() == "before"


def test_a_link_is_replaced_where_it_may_not_lead_elsewhere(tmp_path: Path) -> None:
    elsewhere, link = tmp_path / "elsewhere", tmp_path / "link"
    elsewhere.write_bytes(b"kept")
    link.symlink_to(elsewhere)
    write_whole(link, b"new", synced=True, links=False)
    assert (elsewhere.read_bytes(), link.read_bytes(), link.is_symlink()) == (b"kept", b"new", False)
    write_whole(elsewhere, b"old", links=True)
    link.unlink()
    link.symlink_to(elsewhere)
    write_whole(link, b"new")
    assert (elsewhere.read_bytes(), link.is_symlink()) == (b"new", True)
