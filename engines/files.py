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


def text_of(path: str | os.PathLike[str]) -> bytes:
    """The UTF-8 text of a file, without the mark with which some editors begin one. Raises OSError."""
    return whole(path).removeprefix(BOM_UTF8)
