"""Builds the card: Debian or Raspberry Pi OS in a folder, made a table, made ready for a card, packed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

from tools.card_image import pack, system
from tools.virtual_pi.debian_root import copied, debian, inside, install_table, run
from tools.virtual_pi.qmp import Refused
from tools.wheels import gathered

ON_THE_CARD: Final = 'mkdir -p /boot/firmware && mount --bind /boot/firmware /boot/firmware && exec "$@"'
"""Packages of the firmware want its partition mounted: in the folder it is one of its own."""
MACHINE: Final = "aarch64"
FIRST_SYSTEM: Final = "/usr/sbin/update-initramfs"
SET_ASIDE: Final = "/usr/sbin/update-initramfs.later"
"""Emulated, it takes ten minutes, and several packages would call it: it is called once, when all are there."""
PARTITIONS: Final = 2
"""Of Raspberry Pi OS: the firmware's files, and the system."""
SECTOR: Final = 512


def build(image: Path, work: Path, release: str, base: Path | None, wheels: Path | None) -> None:
    """The image of a card. `base`: an image of Raspberry Pi OS (64-bit) to begin with; None: Debian from its packages.

    What is in `work` from an earlier run is taken. Raises Refused, CalledProcessError.
    """
    began = work / f"base-{release}-arm64" if base is None else work / f"base-{base.stem}"
    if base is None:
        debian(began, release, "arm64")
    elif not (began / "whole").exists():
        unpack(base, began)
        (began / "whole").touch()
    wheels = gathered(work, wheels, MACHINE)
    root, state = work / "card-root", work / "card-state"
    shutil.rmtree(state, ignore_errors=True)
    copied(began, root)
    try:
        add_packages(root, bare=base is None)
        install_table(root, wheels, "--network")
        system.make_ready(root, state)
        pack.pack(root, state, image)
    finally:
        shutil.rmtree(root)
        shutil.rmtree(state, ignore_errors=True)


def add_packages(root: Path, *, bare: bool) -> None:
    """What a card needs beside the table. `bare`: Debian without a kernel; else Raspberry Pi OS, which has its own."""
    if bare:
        sources = root / "etc/apt/sources.list"
        sources.write_text(sources.read_text().replace(" main", f" {system.COMPONENTS}", 1))
    chroot = (*inside(root), "/bin/sh", "-c", ON_THE_CARD, "sh")
    apt = (*chroot, "apt-get", "-q", "-y")
    run(*apt, "update")
    run(*chroot, "dpkg-divert", "--quiet", "--local", "--rename", "--divert", SET_ASIDE, "--add", FIRST_SYSTEM)
    (root / FIRST_SYSTEM.lstrip("/")).symlink_to("/bin/true")
    run(*apt, "install", "--no-install-recommends", *(system.PACKAGES if bare else system.ON_RASPBERRY_PI_OS))
    (root / FIRST_SYSTEM.lstrip("/")).unlink()
    run(*chroot, "dpkg-divert", "--quiet", "--rename", "--remove", FIRST_SYSTEM)
    run(*chroot, FIRST_SYSTEM, "-c", "-k", "all")
    run(*apt, "clean")


def unpack(image: Path, root: Path) -> None:
    """What the two partitions of an image of Raspberry Pi OS hold, in a folder. Raises Refused where it is none."""
    told = subprocess.run(["sfdisk", "--json", str(image)], capture_output=True, text=True, check=False)
    parts: list[dict[str, Any]] = json.loads(told.stdout)["partitiontable"]["partitions"] if told.stdout else []
    if len(parts) != PARTITIONS:
        raise Refused(f"{image}: expected the image file of a card with two partitions, as Raspberry Pi OS has")
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    firmware, whole = (part["start"] * SECTOR for part in parts)
    options = f"ro,loop,offset={whole},sizelimit={parts[1]['size'] * SECTOR}"
    copy = f'mount -t ext4 -o {options} "$0" /mnt && cp -a /mnt/. "$1"'
    run("unshare", "--mount", "sh", "-c", copy, str(image), str(root))
    pack.copy_firmware(image, firmware, root / "boot/firmware")
    if not (root / "etc/os-release").is_file():
        raise Refused(f"{image}: no Linux system is on its second partition")
