"""Putting the firmware onto a board: the real mpremote at MicroPython's real prompt, and a board that errs."""

from __future__ import annotations

import os
import subprocess
import threading
from binascii import crc32
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware_bridge.errors import BridgeError
from firmware_bridge.flash import FIRMWARE, MAX_TRIES, STAY, files, flash, run_mpremote
from firmware_bridge.simulator.controller import Controller
from firmware_bridge.simulator.programs import HERE, why_not_micropython


class Board:
    """What mpremote would do to a board's file system. `spoil`: a file that never arrives whole."""

    def __init__(self, spoil: str = "", away: int = 0) -> None:
        self.kept: dict[str, bytes] = {}
        self.copied: list[str] = []
        self.resets = 0
        self.spoil = spoil
        self.away = away

    def __call__(self, arguments: Sequence[str]) -> str:
        connect, port, resume, *rest = arguments
        assert (connect, port, resume) == ("connect", "auto", "resume")
        match rest:
            case ["fs", "cp", "-f", *sources, place]:
                for source in map(Path, sources):
                    name = place.removeprefix(":") + (source.name if place.endswith("/") else "")
                    self.copied.append(name)
                    self.kept[name] = source.read_bytes()[: -1 if name == self.spoil else None]
                return ""
            case ["exec", "--no-follow", reset] if "machine.reset()" in reset:
                self.resets += 1
                return ""
            case ["exec", code] if "json.dumps" in code:
                if self.away > 0:
                    self.away -= 1
                    raise BridgeError("no device found")
                return "\r\n" + msgspec.json.encode({k: crc32(v) for k, v in self.kept.items()}).decode() + "\r\n"
            case ["exec", code]:
                assert STAY in code or "os.mkdir" in code
                return ""
            case _:
                raise AssertionError(arguments)


class Prompt:
    """MicroPython's prompt with an empty file system: what flashing meets."""

    ring: tuple[tuple[int, int, int], ...] = ()

    def __init__(self, on_bytes: Callable[[bytes], None]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(["node", "repl.mjs"], cwd=HERE, stdin=pipe, stdout=pipe)
        self._on_bytes = on_bytes
        self._thread = threading.Thread(target=self._listen, name="microcontroller's prompt", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        line = self._process.stdin
        if line is not None and self._process.poll() is None:
            with suppress(OSError):
                line.write(data)
                line.flush()

    def put(self, values: dict[str, Any]) -> None:
        return

    def memory(self) -> int:
        return 0

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join(5)
        for line in (self._process.stdin, self._process.stdout):
            if line is not None:
                with suppress(OSError):
                    line.close()

    def _listen(self) -> None:
        line = self._process.stdout
        assert line is not None
        with suppress(OSError, ValueError):
            while data := os.read(line.fileno(), 4096):
                self._on_bytes(data)


def no_pause(_seconds: float) -> None:
    return


def test_every_file_lands_where_the_board_imports_it_from() -> None:
    board = Board()
    said = list(flash("auto", board, no_pause))
    assert set(board.kept) == set(files())
    assert board.kept["main.py"] == (FIRMWARE / "main.py").read_bytes()
    assert {"typing.py", "table/table.py", "table/peer.py", "table/board_rp2.py"} <= set(board.kept)
    assert board.resets == 2
    assert said[-1].endswith("starting it")


def test_files_that_are_there_already_are_not_copied_again() -> None:
    board = Board()
    list(flash("auto", board, no_pause))
    board.copied.clear()
    board.kept["table/peer.py"] = b"old"
    list(flash("auto", board, no_pause))
    assert board.copied == ["table/peer.py"]


def test_a_file_that_does_not_arrive_whole_is_named() -> None:
    with pytest.raises(BridgeError, match=r"^table/colour\.py did not arrive whole"):
        list(flash("auto", Board(spoil="table/colour.py"), no_pause))


def test_a_board_that_is_away_after_its_reset_is_waited_for_but_not_for_ever() -> None:
    list(flash("auto", Board(away=MAX_TRIES - 1), no_pause))
    with pytest.raises(BridgeError, match="no device found"):
        list(flash("auto", Board(away=MAX_TRIES), no_pause))


def test_a_board_without_micropython_is_named() -> None:
    def mute(_arguments: Sequence[str]) -> str:
        return "garbage"

    with pytest.raises(BridgeError, match="is MicroPython on it"):
        list(flash("auto", mute, no_pause))


def test_a_port_that_is_not_there_is_one_line() -> None:
    with pytest.raises(BridgeError) as error:
        run_mpremote(("connect", "/nowhere/tty", "resume", "exec", "1"))
    assert "\n" not in str(error.value)
    assert "/nowhere/tty" in str(error.value)


@pytest.mark.skipif(why_not_micropython() is not None, reason=str(why_not_micropython()))
def test_mpremote_puts_the_firmware_onto_micropython_and_it_imports_there() -> None:
    with Controller(program=Prompt) as board:
        assert board.port is not None
        said = list(flash(board.port, pause=no_pause))
        assert f"all {len(files())} files" in said[-1]
        code = "import sys; sys.path.append(''); from table import table; print(table.PROGRAM, sys.implementation.name)"
        assert run_mpremote(("connect", board.port, "resume", "exec", code)).split() == ["1.0.1", "micropython"]
