"""Folders as `planisphere photos` writes them."""

from __future__ import annotations

import shutil
from pathlib import Path


def first_of(photos: Path) -> Path:
    """A folder beside that one whose lists name the first photograph alone."""
    folder = shutil.copytree(photos, photos.with_name(f"{photos.name}_first"))
    for names in folder.glob("*.list.jsonl"):
        names.write_text(names.read_text("utf-8").splitlines()[0] + "\n", "utf-8")
    return folder
