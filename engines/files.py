"""Files that people name, wrote or were sent."""

from __future__ import annotations

import errno
import os
import stat
from codecs import BOM_UTF8


def whole(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file or pipe. Raises OSError, also for a device, which may have no end."""
    kind = os.stat(path).st_mode
    if stat.S_ISCHR(kind) or stat.S_ISBLK(kind):
        raise OSError(errno.EINVAL, "a device", os.fspath(path))
    with open(path, "rb") as file:
        return file.read()


def check_file(path: str | os.PathLike[str]) -> None:
    """Raises OSError for what is no plain file: nobody may ever write to a pipe, and a device may have no end."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, "not a file", os.fspath(path))


def bytes_of(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file that the program keeps for itself; it is not waited for. Raises OSError."""
    check_file(path)
    return whole(path)


def text_of(path: str | os.PathLike[str]) -> bytes:
    """The UTF-8 text of a file, without the mark with which some editors begin one. Raises OSError."""
    return whole(path).removeprefix(BOM_UTF8)
