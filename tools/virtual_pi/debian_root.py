"""A folder with Debian in it, made from its packages, that becomes a table as its owner would make it one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tools.wheels import ROOT

MIRROR: Final = "http://deb.debian.org/debian"
NAMES: Final = {"12": "bookworm", "13": "trixie"}
SOURCE: Final = "usr/src/planisphere"
BARE: Final = ("systemd", "systemd-sysv", "dbus", "ca-certificates", "python3", "udev", "kmod")
"""What a table's Debian has before anything of ours."""


FOR_ARM64: Final = {
    "debootstrap": "debootstrap",
    "qemu-aarch64-static": "qemu-user-static",
    "update-binfmts": "binfmt-support",
}
"""What is needed here to install Debian for arm64, and Debian's package of it."""
KNOWN: Final = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
"""Where the kernel tells who runs programs for arm64."""


def lacking(programs: Mapping[str, str]) -> str | None:
    """What this machine lacks to install Debian, in one line, or None. `programs`: each with Debian's package of it."""
    if os.geteuid() != 0:
        return "run it as root: Debian is installed into a folder, with owners and devices"
    packages = [package for program, package in programs.items() if shutil.which(program, path=path()) is None]
    return f"missing here: apt-get install {' '.join(dict.fromkeys(packages))}" if packages else None


def lacking_for_arm64(more: Mapping[str, str]) -> str | None:
    """The same for arm64, with `more` programs."""
    told = lacking({**FOR_ARM64, **more})
    if told is None and not KNOWN.exists():
        mount = "mount -t binfmt_misc none /proc/sys/fs/binfmt_misc"
        return f"the kernel does not run programs for arm64: {mount} && update-binfmts --enable qemu-aarch64"
    return told


def debian(base: Path, release: str, architecture: str, include: Iterable[str] = (), then: Iterable[str] = ()) -> None:
    """Debian for that processor in a folder, with more packages, and others `then`; one that is whole already stays.

    For another processor than this machine's the kernel must know how to run its programs (binfmt_misc). Raises
    CalledProcessError.
    """
    if (base / "whole").exists():
        return
    shutil.rmtree(base, ignore_errors=True)
    options = ("--variant=minbase", f"--arch={architecture}", f"--include={','.join((*BARE, *include))}")
    run("debootstrap", *options, NAMES[release], str(base), MIRROR)
    if then := tuple(then):
        run(*inside(base), "apt-get", "-q", "-y", "install", "--no-install-recommends", *then)
    (base / "whole").touch()


def copied(base: Path, root: Path) -> None:
    """Make `root` a copy of that Debian, to be changed. Raises CalledProcessError."""
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "-a", "--", str(base), str(root))
    (root / "whole").unlink(missing_ok=True)


def install_table(root: Path, wheels: Path, *wishes: str) -> None:
    """Run `script/install-pi` of the last commit in that folder, offline, and leave nothing but what it installed.

    `wishes`: more of its arguments.
    """
    source = sources(root / SOURCE)
    run("cp", "-r", str(wheels), str(source / "wheels"))
    (root / "etc/hostname").write_text("table\n")
    run(*inside(root), f"/{SOURCE}/script/install-pi", "--wheels", f"/{SOURCE}/wheels", *wishes)
    shutil.rmtree(source)


def sources(folder: Path, *paths: str) -> Path:
    """The sources of the last commit, or these of them, in that folder, which is made."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD", *paths], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


def inside(root: Path) -> tuple[str, ...]:
    """What runs a command in that folder, in a space of its own: its /proc is not left mounted whatever happens."""
    return "unshare", "--fork", "--pid", f"--mount-proc={root}/proc", "chroot", str(root)


def run(*command: str) -> None:
    """Run it; what it prints goes to standard error. Raises CalledProcessError."""
    told = {**os.environ, "PATH": path(), "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr, env=told)


def path() -> str:
    """Where programs are looked for: with those of the administrator."""
    return f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
