"""Gathers everything a table installs as wheels, for an update or a table without internet.

    .venv/bin/python -m tools.wheels DIR [--machine aarch64]

The pinned versions for Python 3.11 (Debian 12) and 3.13 (Debian 13); what comes as source only is built without a
compiler, which makes a wheel for any machine. Planisphere itself is built last.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
LOCKS = [ROOT / "requirements" / "run.txt"]
PYTHONS = ("3.11", "3.13")
GLIBC = ("manylinux2014", "manylinux_2_17", "manylinux_2_28", "manylinux_2_34")
SOURCE_ONLY = ("cobs",)
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


def pinned() -> Iterator[Any]:
    """The lock's entries: (requirement, its lines with the hashes)."""
    text = "\n".join(lock.read_text("utf-8") for lock in LOCKS)
    text = re.sub(r"^ +#.*\n", "", text, flags=re.MULTILINE)
    for block in dict.fromkeys(re.findall(r"^[A-Za-z0-9][^\\\n]*(?:\\\n +--hash[^\\\n]*)+", text, re.MULTILINE)):
        yield Requirement(block.split("\\")[0].strip()), block.split("\\\n", 1)


def wanted(python: str, machine: str) -> Iterator[Any]:
    """The lines of pip's file for such a table, without markers: pip would judge those by the machine it runs on."""
    version = f"{python}.0"
    there = {"python_version": python, "python_full_version": version, "platform_machine": machine}
    there |= {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    for requirement, (_, hashes) in pinned():
        fits = requirement.marker is None or requirement.marker.evaluate(there)
        if fits and requirement.name not in SOURCE_ONLY:
            yield f"{requirement.name}{requirement.specifier} \\\n{hashes}\n"


def relock(folder: Path) -> None:
    """The locks, with the hashes of what was built here, beside the wheels: for script/install-pi --wheels."""
    for lock in LOCKS:
        text = lock.read_text("utf-8")
        for name in SOURCE_ONLY:
            (built,) = folder.glob(f"{name}-*.whl")
            found = rf"\\\n    --hash=sha256:{sha256(built.read_bytes()).hexdigest()}"
            text = re.sub(rf"^({name}==\S+) (?:\\\n +--hash=\S+ ?)+", rf"\1 {found}", text, flags=re.MULTILINE)
        (folder / lock.name).write_text(text, "utf-8")


def gather(folder: Path, machine: str) -> None:
    """Download and build."""
    for requirement, _ in pinned():
        if requirement.name in SOURCE_ONLY:
            built = [*PIP, "wheel", "--no-deps", "--no-cache-dir", "--wheel-dir", str(folder)]
            spec = f"{requirement.name}{requirement.specifier}"
            subprocess.run([*built, spec], env={**os.environ, "CC": "/bin/false"}, check=True)
    for python in PYTHONS:
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("".join(wanted(python, machine)))
            file.flush()
            command = [*PIP, "download", "--no-deps", "--only-binary=:all:", "--dest", str(folder), "-r", file.name]
            command += ["--python-version", python, "--implementation", "cp"]
            command += [word for abi in (f"cp{python.replace('.', '')}", "abi3", "none") for word in ("--abi", abi)]
            command += [word for glibc in GLIBC for word in ("--platform", f"{glibc}_{machine}")]
            subprocess.run(command, check=True)
    relock(folder)
    own = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(own, check=True)


def gathered(work: Path, wheels: Path | None, machine: str) -> Path:
    """A folder with all wheels of a table: `wheels`, or the one in `work`, which is filled anew for other pins."""
    if wheels is not None:
        return wheels
    found = work / "wheels"
    lock = found / "run.txt"
    if not lock.exists() or _pins(lock) != _pins(LOCKS[0]):
        shutil.rmtree(found, ignore_errors=True)
        gather(found, machine)
    return found


def _pins(lock: Path) -> list[str]:
    """What a lock names, without its hashes: what is built here has others."""
    return re.findall(r"^\S+==\S+", lock.read_text("utf-8"), re.MULTILINE)


def main() -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--machine", default="aarch64", choices=("aarch64", "x86_64"))
    parser.add_argument("--lock", type=Path, action="append", help="one more: requirements/hub.txt")
    args = parser.parse_args()
    LOCKS.extend(args.lock or [])
    args.folder.mkdir(parents=True, exist_ok=True)
    try:
        gather(args.folder.resolve(), args.machine)
    except subprocess.CalledProcessError as error:
        print(f"wheels: pip ended with code {error.returncode}", file=sys.stderr)
        return 3
    print(f"{len(list(args.folder.glob('*.whl')))} wheels in {args.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
