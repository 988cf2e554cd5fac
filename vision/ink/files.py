"""Files that people name, read as a whole."""

from __future__ import annotations

import errno
import os
import stat


def whole(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file or pipe. Raises OSError, also for a device, which may have no end."""
    kind = os.stat(path).st_mode
    if stat.S_ISCHR(kind) or stat.S_ISBLK(kind):
        raise OSError(errno.EINVAL, "a device", os.fspath(path))
    with open(path, "rb") as file:
        return file.read()
