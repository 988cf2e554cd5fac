"""Signed updates made of a copy of the sources, for tables that are to take them or to refuse them."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pi_app.host.bundle import SIGNER, make
from tools.wheels import PIP


def new_key(path: Path) -> str:
    """Make a key to sign with, in that file; the line by which a table trusts it."""
    told = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", path.name, "-f", str(path)]
    subprocess.run(told, check=True, stdin=subprocess.DEVNULL)
    return f'{SIGNER} namespaces="{SIGNER}" {path.with_suffix(".pub").read_text()}'


def signed(
    source: Path, wheels: Path, out: Path, version: str, key: Path, added: Mapping[str, str], notes: str = ""
) -> Path:
    """An update with these sources in the file `out`. `added`: what is put at the end of files of theirs.

    `wheels`: as `tools.wheels` gathers them. Raises CalledProcessError, BadInput.
    """
    out.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=source.parent) as name:
        tree, folder = Path(name) / "tree", Path(name) / "wheels"
        shutil.copytree(source, tree)
        folder.mkdir()
        about = tree / "pyproject.toml"
        about.write_text(re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', about.read_text("utf-8")), "utf-8")
        for file, text in added.items():
            (tree / file).write_text((tree / file).read_text("utf-8") + text, "utf-8")
        for wheel in wheels.glob("*.whl"):
            if not wheel.name.startswith("planisphere-"):
                (folder / wheel.name).symlink_to(wheel.resolve())
        build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(tree)]
        subprocess.run(build, check=True)
        make(folder, key, out, machine="any", locks=[wheels / "run.txt"], notes=notes)
    return out
