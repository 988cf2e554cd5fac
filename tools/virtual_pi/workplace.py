"""Where a long trial works: a folder that is kept, or one that goes however the run ends; its failure in one line."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tools.virtual_pi.qmp import Refused


def in_folder(name: str, kept: Path | None, do: Callable[[Path], int]) -> int:
    """The exit code of what is done in a folder: `kept`, or a new one on a disk; 2 where something needed fails."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # as an exception: what was begun is cleared away
    try:
        if kept is not None:
            kept.mkdir(parents=True, exist_ok=True)
            return do(kept)
        with tempfile.TemporaryDirectory(prefix=f"planisphere-{name}-", dir="/var/tmp") as folder:
            return do(Path(folder))
    except Refused as error:
        print(f"{name}: {error}", file=sys.stderr)
    except subprocess.CalledProcessError as error:
        print(f"{name}: `{' '.join(map(str, error.cmd))}` ended with code {error.returncode}", file=sys.stderr)
    return 2
