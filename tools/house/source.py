"""The sources of one revision: every module of the rooms, parsed."""

from __future__ import annotations

import ast
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from engines.errors import BadInput
from tools.codes import ROOMS, parsed, walked

PRODUCT = (*(room for room in ROOMS if room != "tools"), "systemd")
"""The rooms that a table or an event host runs."""
SIZED = (*PRODUCT, "tools")


class Module(NamedTuple):
    """One file of the sources."""

    path: str
    """Below the root, with slashes."""
    tree: ast.Module
    lines: int

    @property
    def room(self) -> str:
        """The first folder."""
        return self.path.partition("/")[0]

    @property
    def folder(self) -> str:
        """The folder that it lies in."""
        return self.path.rpartition("/")[0]

    @property
    def nodes(self) -> list[ast.AST]:
        """All of its tree that has parts, what is nearer the root first."""
        return walked(self.tree)

    @property
    def name(self) -> str:
        """What it is imported as."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Source:
    """The modules below one root."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def modules(self) -> list[Module]:
        """Every module of the rooms, in the order of their paths."""
        return [module for room in SIZED for module in self._of(room)]

    @cached_property
    def tests(self) -> list[Module]:
        """The modules of the tests."""
        return self._of("tests")

    @property
    def product(self) -> list[Module]:
        """Every module of the rooms that a table or an event host runs."""
        return [module for module in self.modules if module.room in PRODUCT]

    @property
    def games(self) -> list[str]:
        """The names of the games: each has a package of its own in the room of rules."""
        return sorted(path.parent.name for path in (self.root / "engines").glob("*/__init__.py"))

    def _of(self, room: str) -> list[Module]:
        found = []
        for path in sorted((self.root / room).rglob("*.py")):
            below = path.relative_to(self.root)
            if "node_modules" not in below.parts:
                found.append(Module(below.as_posix(), parsed(path), len(path.read_text("utf-8").splitlines())))
        return found


@contextmanager
def revision(root: Path, name: str) -> Iterator[Source]:
    """The sources as they were at a revision of the repository. Raises BadInput for one that there is not."""
    command = ["git", "-C", str(root), "archive", "--format=tar", name]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        reason = " ".join(done.stderr.decode(errors="replace").split())
        raise BadInput("house.revision", "--against {name!r}: {reason}", name, reason)
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        for each in archive:
            if each.name.endswith(".py") and (file := archive.extractfile(each)) is not None:
                path = Path(folder, each.name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(file.read())
        yield Source(Path(folder))
