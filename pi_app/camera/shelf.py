"""The photographs of past drawings that the screens show."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path


class PhotoShelf:
    """The flat photographs of past drawings: `photos/<game>/<seat>-<round>-<number>.jpg` in the state folder."""

    GAMES = 5
    """Games whose photographs are kept; older ones go with `clear_old`."""

    def __init__(self, state: Path) -> None:
        self._root = state / "photos"

    def path(self, name: str) -> Path:
        """The file of the photograph of that name."""
        return self._root / f"{name}.jpg"

    def name(self, path: Path) -> str:
        """The name of the photograph in that file."""
        return path.relative_to(self._root).with_suffix("").as_posix()

    def fresh_name(self, game_id: int, seat: int, round_number: int) -> str:
        """A name that no photograph has yet."""
        number = 1
        while os.path.exists(self.path(name := f"{game_id}/{seat}-{round_number}-{number}")):
            number += 1
        return name

    def newest_name(self, game_id: int, seat: int, round_number: int) -> str | None:
        """The name of the last photograph of that seat's board in that round, if there is one."""
        fresh = self.fresh_name(game_id, seat, round_number)
        number = int(fresh.rpartition("-")[2])
        return f"{game_id}/{seat}-{round_number}-{number - 1}" if number > 1 else None

    def last_name(self, game_id: int, seat: int) -> str | None:
        """The name of the last photograph of that seat's board in any round, if there is one."""
        found: list[str] = []
        with suppress(OSError):
            found = [path.stem for path in (self._root / str(game_id)).glob(f"{seat}-*-*.jpg")]
        last = max(found, key=lambda stem: tuple(int(part) for part in stem.split("-")), default=None)
        return None if last is None else f"{game_id}/{last}"

    def clear_old(self, playing: int | None = None) -> None:
        """Remove the photographs of all but the latest games and the one being played."""
        folders: list[Path] = []
        with suppress(OSError):
            folders = [f for f in self._root.iterdir() if f.name.isdecimal()]
        for folder in sorted(folders, key=lambda f: int(f.name))[: -self.GAMES]:
            if folder.name != str(playing):
                shutil.rmtree(folder, ignore_errors=True)
