"""The two machines that are compared: this one, and Debian for arm64 in a folder, whose programs are emulated."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tools.virtual_pi.debian_root import SOURCE, inside, path, sources
from tools.virtual_pi.qmp import Refused

PROGRAMS: Final = "/opt/planisphere/venv/bin"
QUIET: Final = {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "PYTHONHASHSEED": "0",
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"), "1"),
}
RASPBERRY: Final = {"QEMU_CPU": "cortex-a72"}
"""The processor of a Raspberry Pi 4. QEMU's own choice has vector units (SVE) that no Raspberry Pi has, and OpenBLAS
takes other ways on them, which in QEMU 7.2 end in numbers that are none.
"""
BROUGHT: Final = ("tests", "tools", "docs/examples", "pyproject.toml")
"""What of the last commit lies beside the programs."""


class Side(NamedTuple):
    """A machine. `before`: what precedes a command; `folder`: what it is called in, as this machine sees it."""

    before: tuple[str, ...]
    programs: str
    folder: Path
    environment: Mapping[str, str]

    def run(self, program: str, *words: str, may_fail: bool = False) -> str:
        """What one of our programs prints. Raises Refused where it fails."""
        done = subprocess.run(
            [*self.before, f"{self.programs}/{program}", *words],
            cwd=self.folder,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        told = done.stderr.decode("utf-8", "replace").strip() or done.stdout.decode("utf-8", "replace").strip()
        if "Traceback" in told or (done.returncode and not may_fail):
            raise Refused(f"{program} {' '.join(words)} ended with code {done.returncode}: {told[-600:]}")
        return done.stdout.decode()


def here(folder: Path) -> Side:
    """This machine, with the programs of the environment that runs this."""
    _bring(folder)
    return Side((), str(Path(sys.executable).parent), folder, {**QUIET, **_kept(folder), "PATH": path()})


def there(root: Path) -> Side:
    """The table in that root."""
    folder = root / SOURCE
    _bring(folder)
    seen = Path("/") / SOURCE
    words = [
        f"{name}={value}" for name, value in {**QUIET, **RASPBERRY, **_kept(seen), "PATH": "/usr/bin:/bin"}.items()
    ]
    before = (*inside(root), "env", "-i", "-C", str(seen), *words)
    return Side(before, PROGRAMS, folder, {**os.environ, **RASPBERRY, "PATH": path()})


def _kept(folder: Path) -> dict[str, str]:
    return dict.fromkeys(("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY", "HOME"), str(folder / "state"))


def _bring(folder: Path) -> None:
    """What is read, from the last commit, and an empty folder for what is kept."""
    shutil.rmtree(folder, ignore_errors=True)
    (sources(folder, *BROUGHT) / "state").mkdir()
