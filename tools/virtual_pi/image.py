"""Makes the disk: Debian from its packages, `script/install-pi` run in it as by an owner, and what the trials need."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tools.virtual_pi.debian_root import copied, debian, install_table, lacking, run
from tools.virtual_pi.machine import QEMU, TRACE, Accelerator
from tools.wheels import gathered

PROGRAMS: Final = {
    "debootstrap": "debootstrap",
    QEMU: "qemu-system-x86",
    "mkfs.ext4": "e2fsprogs",
    "ssh-keygen": "openssh-client",
}
"""What is needed here, and Debian's package of it."""
WITH: Final = ("linux-image-amd64", "initramfs-tools", "qemu-guest-agent")
LOOPBACK: Final = ("v4l2loopback-dkms", "linux-headers-amd64")
"""A camera that shows what is written to it, made for the machine's own kernel."""
ACCESS_POINT: Final = ("network-manager", "wpasupplicant", "dnsmasq-base", "nftables")
"""Of an access point, and what a table needs to join it; asleep until a trial wakes it."""
ASLEEP: Final = "NetworkManager.service"
SIZE: Final = "4G"
PORT: Final = f"/dev/virtio-ports/{TRACE}"
WRITTEN: Final = "/run/planisphere/trace"
DROP_IN: Final = f"""\
# For trials: what the screens show is written down, and a game may play by itself.
[Unit]
Wants=trial-trace.service
[Service]
ExecStart=
ExecStart=/usr/bin/env planisphere play $PLAY
Environment=PLANISPHERE_TRACE={WRITTEN}
"""
RELAY: Final = f"""\
# For trials: tells the machine's outside what the app has written, over all its restarts.
[Service]
ExecStart=/bin/sh -c 'until test -e {PORT}; do sleep 1; done; exec tail -n +1 -F {WRITTEN} > {PORT}'
Restart=always
RestartSec=1
"""
PATIENT: Final = {
    "planisphere.service.d/time.conf": (
        "[Service]\nTimeoutStartSec=infinity\nTimeoutStopSec=200\nWatchdogSec=0\nEnvironment=PLANISPHERE_PATIENCE=20\n"
    ),
    "planisphere-.service.d/time.conf": "[Service]\nTimeoutStartSec=infinity\n",
}
"""On an emulated processor, many times slower than a Pi, no time says that the app, or what runs before it, hangs."""


class Image(NamedTuple):
    """A disk that nobody has started yet, what it is booted with, and the Debian that it was made of."""

    disk: Path
    kernel: Path
    initrd: Path
    base: Path


def missing() -> str | None:
    """What this machine lacks, in one line, or None."""
    if (told := lacking(PROGRAMS)) is not None:
        return told
    told = subprocess.run([QEMU, "-device", "help"], capture_output=True, text=True, check=False).stdout
    if "virtio-multitouch-pci" not in told:
        return f"{QEMU} knows no touch panel: QEMU 8.1 or newer is needed (on Debian 12 from bookworm-backports)"
    return None


def bare(release: str, work: Path) -> Path:
    """A folder in `work` with Debian, before anything of ours; what is there from an earlier run is taken."""
    base = work / f"base-{release}"
    debian(base, release, "amd64", WITH, (*LOOPBACK, *ACCESS_POINT))
    return base


def of_kernel(root: Path, part: str = "vmlinuz") -> Path:
    """The kernel of the Debian in that folder, or its first system (`initrd.img`)."""
    return next((root / "boot").glob(f"{part}-*"))


def build(release: str, accelerator: Accelerator, base: Path, work: Path, wheels: Path | None) -> Image:
    """The image of `base` with the table, in `work`; what is there already from an earlier run is taken."""
    root = work / f"root-{release}"
    disk, kernel, initrd = (work / f"debian-{release}-{accelerator}.{part}" for part in ("img", "kernel", "initrd"))
    image = Image(disk, kernel, initrd, base)
    if all(part.exists() for part in image):
        return image
    copied(base, root)
    try:
        install(root, gathered(work, wheels, os.uname().machine), PATIENT if accelerator == "tcg" else {})
        shutil.copy(of_kernel(root), image.kernel)
        shutil.copy(of_kernel(root, "initrd.img"), image.initrd)
        run("mkfs.ext4", "-q", "-F", "-d", str(root), str(image.disk), SIZE)
    finally:
        shutil.rmtree(root)
    return image


def install(root: Path, wheels: Path, limits: Mapping[str, str]) -> None:
    """Make Debian in `root` a table, and add what the trials look through. `limits`: more for units, by file."""
    install_table(root, wheels)
    for name, text in {"planisphere.service.d/trial.conf": DROP_IN, "trial-trace.service": RELAY, **limits}.items():
        unit = root / "etc/systemd/system" / name
        unit.parent.mkdir(exist_ok=True)
        unit.write_text(text)
    (root / "etc/systemd/system" / ASLEEP).symlink_to("/dev/null")
