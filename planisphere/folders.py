"""Whether a folder can be written to, asked before the work that fills it begins; and files written whole or not."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from engines.errors import BadInput


def check_folder(folder: Path, what: str) -> None:
    """Raises BadInput, which begins with `what`, unless files can be written there; leaves nothing behind.

    Only making it tells: what a file system allows is not seen in a folder's rights.
    """
    missing: list[Path] = []
    try:
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(
            "folder.not_made",
            "{what} {folder!r}: {reason}; choose a folder that can be made and written to",
            what,
            str(folder),
            reason,
        ) from error
    finally:
        for place in missing:
            with suppress(OSError, ValueError):
                place.rmdir()


def write_whole(path: Path, data: bytes) -> None:
    """Puts `data` in a file's place at once, never a part of it; what was there before stays where that fails.

    Devices and pipes are written to. Raises OSError.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
