"""What whoever helps needs to know about a table, in one ZIP file: without names and photographs unless agreed."""

from __future__ import annotations

import io
import platform
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import msgspec

from engines.errors import BadInput, NotPossible
from engines.files import bytes_of, check_file
from engines.record import Record, format_record
from pi_app.host.checkup import checkup
from pi_app.host.crashes import reports
from pi_app.host.settings import settings_path
from pi_app.paths import JOURNAL
from pi_app.table.backups import backups
from pi_app.table.journal import Journal

LOG_LINES: Final = 4000
MAX_LOG: Final = 2_000_000
MAX_PHOTOS: Final = 40
_PARTS: Final = ("", "-doctor", "-help", "-update", "-slot", "-rollback")
UNITS: Final = tuple(f"planisphere{part}" for part in _PARTS)
_SECRET: Final = re.compile(r"(?i)^(\s*[\w.\"-]*(?:password|secret|token|hash)[\w.\"-]*\s*=).*$", re.MULTILINE)
Parts = Iterator[tuple[str, bytes]]


def bundle(state: Path, *, names: bool = False, photos: bool = False) -> bytes:
    """The ZIP file. `names`: players' names stay in it; `photos`: with the photographs of the latest drawings."""
    known, parts = _games(state / JOURNAL, names)
    parts += [("about.json", _about(names, photos)), ("doctor.json", _doctor()), ("settings.toml", _settings())]
    parts += [("log.txt", read_log())]
    parts += [(f"crashes/{number}.txt", one.text.encode()) for number, one in enumerate(reports(state), start=1)]
    hide = hider([] if names else known)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts:
            file.writestr(name, hide(content) if name.endswith(".txt") else content)
        for name, content in _photos(state / "photos") if photos else ():
            file.writestr(name, content)
    return packed.getvalue()


def hider(names: Iterable[str]) -> Callable[[bytes], bytes]:
    """A function that takes these names out of a text, whole words only, whatever their case."""
    words = sorted({name for name in names if name.strip()}, key=len, reverse=True)
    if not words:
        return lambda text: text
    pattern = re.compile(rf"(?i)(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")
    return lambda text: pattern.sub("(name)", text.decode("utf-8", "replace")).encode()


def without_names(record: Record) -> bytes:
    """A record's text with `Player 1`, `Player 2`, … for the names, wherever one stands as a value."""
    replaced = {name: f"Player {seat}" for seat, name in enumerate(record.header.players, start=1)}
    rows = [msgspec.json.decode(row) for row in format_record(record).splitlines()]
    rows[0]["players"] = [replaced[name] for name in rows[0]["players"]]
    kept = [rows[0], *(_replace(row, replaced) if "result" in row else row for row in rows[1:])]
    return b"".join(msgspec.json.encode(row) + b"\n" for row in kept)


def _replace(value: Any, by: dict[str, str]) -> Any:
    match value:
        case str():
            return by.get(value, value)
        case list():
            return [_replace(item, by) for item in value]
        case dict():
            return {key: _replace(item, by) for key, item in value.items()}
    return value


def _games(path: Path, names: bool) -> tuple[list[str], list[tuple[str, bytes]]]:
    """All players' names; the list of games and the latest record. Read from a copy: the app may be running."""
    with tempfile.TemporaryDirectory(prefix="planisphere-") as folder:
        try:
            if not path.exists():
                return [], [("games.json", b'{"games":[],"note":"no journal yet"}')]
            for name in (path.name, path.name + "-wal"):
                if path.with_name(name).exists():
                    check_file(path.with_name(name))
                    shutil.copyfile(path.with_name(name), Path(folder) / name)
            with Journal(Path(folder) / path.name) as journal:
                return journal.names(), _parts(journal, path, names)
        except (OSError, BadInput, NotPossible) as error:
            return [], [("games.json", msgspec.json.encode({"games": [], "note": str(error)}))]


def _parts(journal: Journal, path: Path, names: bool) -> list[tuple[str, bytes]]:
    games = journal.games()
    listed = [
        {
            "id": g.id,
            "game": g.game,
            "players": len(g.players),
            "started": g.started,
            "state": g.state,
            "lines": g.lines,
        }
        for g in games
    ]
    kept = [{"number": b.number, "games": b.games, "lines": b.lines} for b in backups(path)]
    parts = [("games.json", msgspec.json.encode({"games": listed, "note": journal.notice, "backups": kept}))]
    if games:
        record = journal.record(games[0].id)
        parts.append(("latest_game.jsonl", format_record(record) if names else without_names(record)))
    return parts


def _about(names: bool, photos: bool) -> bytes:
    told = {
        "planisphere": _version("planisphere"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "model": _first_line(Path("/proc/device-tree/model")),
        "system": platform.freedesktop_os_release().get("PRETTY_NAME") if Path("/etc/os-release").exists() else None,
        "kernel": platform.release(),
        "packages": {name: _version(name) for name in ("kivy", "numpy", "opencv-python-headless", "gpiozero")},
        "with_names": names,
        "with_photos": photos,
    }
    return msgspec.json.format(msgspec.json.encode(told))


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _first_line(path: Path) -> str | None:
    try:
        return path.read_text("utf-8", "replace").strip("\0\n")
    except OSError:
        return None


def _doctor() -> bytes:
    return msgspec.json.format(msgspec.json.encode([check.as_json() for check in checkup(camera=False)]))


def _settings() -> bytes:
    try:
        text = bytes_of(settings_path()).decode("utf-8", "replace")
    except OSError:
        return b"# there is no settings file: the defaults hold\n"
    return _SECRET.sub(r"\1 (left out)", text).encode()


def read_log() -> bytes:
    """The latest lines of systemd's log about the table, at most two megabytes."""
    chosen = [part for unit in UNITS for part in ("--unit", unit)]
    command = ["journalctl", "--quiet", "--no-pager", "--output=short-iso", f"--lines={LOG_LINES}", *chosen]
    try:
        done = subprocess.run(command, capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return f"the log cannot be read: {error}\n".encode()
    return (done.stdout + done.stderr)[-MAX_LOG:]


def _photos(folder: Path) -> Parts:
    files = (path for path in folder.rglob("*.jpg") if path.is_file())
    found = sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[:MAX_PHOTOS]:
        yield f"photos/{path.relative_to(folder)}", path.read_bytes()
