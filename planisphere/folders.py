"""Whether a folder can be written to, asked before the work that fills it begins."""

from __future__ import annotations

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
