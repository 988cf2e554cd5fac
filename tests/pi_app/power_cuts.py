"""Cuts the power, or kills a program, at any step of what it does to the disk."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class PowerCut(BaseException):
    """The plug was pulled: nothing after it is done."""


_CHANGES_LEFT: list[int] = []
"""Until the cut, while one is wanted: one number."""
_HERE = threading.get_ident()
"""The thread of the tests: what others do meanwhile is no change of the table."""
_CHANGES = {
    "os.rename",
    "os.link",
    "os.remove",
    "os.mkdir",
    "os.rmdir",
    "os.symlink",
    "os.chmod",
    "shutil.rmtree",
    "subprocess.Popen",
}


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if not _CHANGES_LEFT or threading.get_ident() != _HERE:
        return
    writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if event in _CHANGES or writes:
        _CHANGES_LEFT[0] -= 1
        if _CHANGES_LEFT[0] < 0:
            raise PowerCut


sys.addaudithook(_watch)


@contextmanager
def cut_after(changes: int) -> Iterator[list[bool]]:
    """Cut the power after so many changes of the disk; the list then tells whether it came to that."""
    happened: list[bool] = []
    _CHANGES_LEFT[:] = [changes]
    try:
        yield happened
    except PowerCut:
        happened.append(True)
    finally:
        _CHANGES_LEFT.clear()
