"""Files that people name, wrote or were sent, and files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from codecs import BOM_UTF8
from pathlib import Path


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


def harmless(text: str) -> str:
    """What somebody has typed so that a spreadsheet does not take it for a formula."""
    return "'" + text if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def write_whole(path: Path, data: bytes, *, synced: bool = False, mode: int = 0o666, links: bool = True) -> None:
    """Puts `data` in a file's place at once, never a part of it; what was there before stays where that fails.

    `synced`: a file is on the disk when this returns. `mode`: who may read a new file. `links`: a link in its place
    leads to the file that is written, and devices and pipes are written to; without it they are replaced. Raises
    OSError.
    """
    if links:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        path = path.resolve()
    part = path.with_name(path.name + ".part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data)
            if synced:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    if synced:
        sync(path.parent)


def sync(path: Path) -> None:
    """Waits until a file, or what was renamed in a folder, is on the disk. Raises OSError."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
