"""Where this table keeps its things: the journal, settings, captured packs.

systemd's own folders come first, then the XDG variables, then what the system says.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from engines.errors import NotPossible

JOURNAL = "journal.sqlite3"


def _under_systemd(variable: str) -> Path | None:
    first = os.environ.get(variable, "").split(":")[0]
    return Path(first) if first else None


def _xdg(variable: str) -> Path | None:
    root = os.environ.get(variable, "")
    return Path(root) / "planisphere" if os.path.isabs(root) else None


def state_dir() -> Path:
    """The folder of the journal, screenshots and blank photographs; it may not exist yet."""
    return _under_systemd("STATE_DIRECTORY") or _xdg("XDG_STATE_HOME") or _system("user_state_path")


def config_dir() -> Path:
    """The folder of `settings.toml`; it may not exist yet."""
    return _under_systemd("CONFIGURATION_DIRECTORY") or _xdg("XDG_CONFIG_HOME") or _system("user_config_path")


def data_dir() -> Path:
    """The folder of captured packs and photographs of clean boards; it may not exist yet."""
    state = _under_systemd("STATE_DIRECTORY")
    return (state / "data" if state else None) or _xdg("XDG_DATA_HOME") or _system("user_data_path")


def journal_path() -> Path:
    """The file of this table's journal."""
    return state_dir() / JOURNAL


def blank_photo(pack: str, round_number: int) -> Path:
    """Where an owner may put a photograph of the clean board of a pack, the disc at that round's stop."""
    return data_dir() / "blanks" / pack / f"{round_number}.jpg"


def drafts() -> list[Path]:
    """The folders of packs in the making, the one changed last first."""
    with suppress(OSError):
        found = [(path.stat().st_mtime, path.parent) for path in (data_dir() / "drafts").glob("*/draft.json")]
        return [folder for _, folder in sorted(found, reverse=True)]
    return []


def cases_dir() -> Path:
    """The folder of corrected and confirmed readings, kept where the settings say so; it may not exist yet."""
    return data_dir() / "cases"


def learnt_path() -> Path:
    """The file of what this table has learnt from them; it may not exist yet."""
    return data_dir() / "learnt.json"


def _system(name: str) -> Path:
    import platformdirs

    try:
        found: Path = getattr(platformdirs, name)("planisphere", appauthor=False)
    except RuntimeError as error:  # a user without a home, as in some containers
        raise NotPossible("file.failed", "{path}: {reason}", "~", error) from error
    return found
