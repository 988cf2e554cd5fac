"""Two places for the program, of which one runs: how an update is tried, and left again when it does not come up.

Runs with Debian's own Python and nothing else (`python3 -I slots.py begin|fail`), since the program that is being tried
may be what is broken. Below one folder: `a` and `b`, a virtual environment each, with `.slot.json` in it once it is
whole; `now`, a link to the one that runs; `state.json`, what is being tried. A cut of the power between any two
writes leaves `now` at a whole slot.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

NAMES: Final = ("a", "b")
NOW: Final = "now"
STATE: Final = "state.json"
MARK: Final = ".slot.json"
MAX_STARTS: Final = 3
"""A version that did not come up well in so many starts is left again."""
ROOT: Final = Path("/opt/planisphere/slots")
WELL: Final = Path("/var/lib/planisphere/update/well")
"""Where the app notes that the slot it runs from came up well."""


class Slots:
    """The slots below a folder."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    def folder(self, name: str) -> Path:
        """The virtual environment of a slot; it may not exist."""
        return self.root / name

    def now(self) -> str | None:
        """The slot that runs; None where there is none."""
        with suppress(OSError):
            name = os.readlink(self.root / NOW)
            return name if name in NAMES else None
        return None

    def other(self) -> str:
        """The slot that does not run."""
        return "b" if self.now() == "a" else "a"

    def mark(self, name: str) -> dict[str, Any] | None:
        """What a slot holds: its version and digest; None where it is not whole."""
        return _object(self.folder(name) / MARK)

    def version(self, name: str) -> str:
        """The version in a slot; empty where it is not whole."""
        return str((self.mark(name) or {}).get("version", ""))

    def token(self, name: str) -> str:
        """What the app notes once this very content of a slot came up well."""
        return f"{name} {(self.mark(name) or {}).get('digest', '')}"

    def state(self) -> dict[str, Any]:
        """What is being tried: `trial`, the slot it came from as `fallback`, its `starts`; versions that `failed`."""
        found = _object(self.root / STATE) or {}
        failed = found.get("failed")
        return {
            "trial": found.get("trial") if found.get("trial") in NAMES else None,
            "fallback": found.get("fallback") if found.get("fallback") in NAMES else None,
            "starts": found["starts"] if isinstance(found.get("starts"), int) else 0,
            "failed": [one for one in failed if isinstance(one, str)] if isinstance(failed, list) else [],
        }

    def set_aside(self, name: str) -> None:
        """Make room in the slot that does not run; what is in it can be had back by `settle`."""
        if name == self.now():
            raise ValueError(f"slot {name} runs")
        self.settle(name)
        if self.folder(name).exists():
            self.folder(name).rename(self.root / f".{name}")

    def settle(self, name: str) -> None:
        """Let a slot be what was put into it, if that is whole, or else what was set aside; the other is removed."""
        aside = self.root / f".{name}"
        if aside.exists():
            gone = self.folder(name) if self.mark(name) is None else aside
            if gone.exists():
                shutil.rmtree(gone)
            if aside.exists():
                aside.rename(self.folder(name))
        elif self.mark(name) is None and self.folder(name).exists():
            shutil.rmtree(self.folder(name))

    def finish(self, name: str, mark: dict[str, Any]) -> None:
        """Declare a slot whole, after everything in it reached the disk."""
        os.sync()
        _write(self.folder(name) / MARK, mark)

    def try_out(self, name: str) -> None:
        """Run that slot from the next start on, with the way back open."""
        self._note(trial=name, fallback=self.now(), starts=0)
        self.switch(name)

    def switch(self, name: str) -> None:
        """Let `now` be that slot, at once and whole."""
        link = self.root / f".{NOW}"
        link.unlink(missing_ok=True)
        link.symlink_to(name)
        os.replace(link, self.root / NOW)
        _sync(self.root)

    def keep(self, well: str) -> bool:
        """Let what runs stay, where it is being tried and `well` is the token that it noted; whether it was so."""
        state = self.state()
        trial = state["trial"]
        if trial is None or trial != self.now() or well != self.token(trial):
            return False
        failed = [one for one in state["failed"] if one != self.version(trial)]
        self._note(trial=None, fallback=None, starts=0, failed=failed)
        return True

    def before(self) -> str:
        """The version to go back to, in the slot that does not run or set aside there; empty where none came up."""
        other = self.other()
        found = self.version(other) or str((_object(self.root / f".{other}" / MARK) or {}).get("version", ""))
        return "" if found in self.state()["failed"] else found

    def begin(self, well: str = "") -> str:
        """The app is about to start: count it, keep what came up well, leave what did not. Returns what was done.

        `well`: the token that the app noted last.
        """
        state = self.state()
        trial = state["trial"]
        if trial is None:
            return ""
        if trial != self.now():
            self._note(trial=None, fallback=None, starts=0)
            return ""
        if self.keep(well):
            return f"version {self.version(trial)} came up well and stays"
        if state["starts"] >= MAX_STARTS:
            return self.fail()
        self._note(starts=state["starts"] + 1)
        return f"version {self.version(trial)} is being tried, start {state['starts'] + 1} of {MAX_STARTS}"

    def fail(self) -> str:
        """Leave what is being tried, and go back. Returns what was done; empty where nothing is being tried."""
        state = self.state()
        trial, fallback = state["trial"], state["fallback"]
        if trial is None or trial != self.now() or fallback is None or self.mark(fallback) is None:
            return ""
        failed = [*state["failed"], self.version(trial)]
        self._note(failed=list(dict.fromkeys(failed))[-20:])
        self.switch(fallback)
        self._note(trial=None, fallback=None, starts=0)
        return f"version {failed[-1]} did not come up: back to {self.version(fallback)}"

    def _note(self, **changed: Any) -> None:
        _write(self.root / STATE, {**self.state(), **changed})


def _object(path: Path) -> dict[str, Any] | None:
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(path.read_bytes())
        return found if isinstance(found, dict) else None
    return None


def _write(path: Path, content: dict[str, Any]) -> None:
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(json.dumps(content).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """Wait until what was renamed in a folder is on the disk."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def noted(well: Path = WELL) -> str:
    """The token that the app noted last in that file; empty where it noted none."""
    with suppress(OSError):
        return well.read_text("utf-8", "replace").strip() if well.is_file() else ""
    return ""


def main(arguments: list[str], root: Path = ROOT, well: Path = WELL) -> int:
    """`begin`: before each start of the app. `fail`: it could not be kept up; code 1 where no update is to blame."""
    slots = Slots(root)
    done = slots.fail() if arguments == ["fail"] else slots.begin(noted(well))
    if done:
        sys.stderr.write(f"planisphere: {done}\n")
    return 1 if arguments == ["fail"] and not done else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
