"""What Debian in a folder needs beside the table to start from a card by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pi_app.presenters.first_start import MARK
from tools.card_image import layout

PACKAGES: Final = (
    *("linux-image-arm64", "raspi-firmware", "firmware-brcm80211", "wireless-regdb"),
    *("initramfs-tools", "overlayroot", "busybox", "dosfstools"),
    *("network-manager", "wpasupplicant", "systemd-timesyncd", "tzdata"),
)
"""Of Debian. Without `busybox` the first system has no `grep`, and `overlayroot` gives up."""
ON_RASPBERRY_PI_OS: Final = ("overlayroot", "busybox", "systemd-timesyncd")
"""What Raspberry Pi OS Lite does not have of them."""
COMPONENTS: Final = "main non-free-firmware"
"""Of Debian's archive: a Raspberry Pi does not start without its firmware."""
SEAL: Final = "planisphere-seal.service"
OVERLAY: Final = "/etc/overlayroot.local.conf"
NEW: Final = f"{OVERLAY}.new"
SEALING: Final = f"""\
# The end of the first start: from the next one on nothing writes to the system's partition.
[Unit]
Description=Planisphere: the card is sealed
ConditionPathExists=!{OVERLAY}
After=local-fs.target systemd-machine-id-commit.service
Before=planisphere.service

[Service]
Type=oneshot
ExecStart=/bin/sh -c 'echo overlayroot=tmpfs:recurse=0 > {NEW} && sync && mv {NEW} {OVERLAY} && sync'

[Install]
WantedBy=planisphere.target
"""
GROWS_ONCE: Final = """\
# Once sealed, the system lies under an overlay: systemd-repart does not find the card, which has grown by then.
[Unit]
ConditionPathExists=!/media/root-ro
"""
OFF: Final = (
    *("ssh.service", "ssh.socket", "apt-daily.timer", "apt-daily-upgrade.timer", "e2scrub_all.timer"),
    *("systemd-firstboot.service", "systemd-networkd.service", "systemd-networkd.socket"),
    *("systemd-networkd-wait-online.service", "NetworkManager-wait-online.service"),
)
"""What a table does not do by itself: open a door to the network, change its system, ask on a console, wait for one."""


def make_ready(root: Path, state: Path) -> None:
    """Write what a card needs into the system, and move what is kept into a folder of its own, which must be new."""
    texts = {
        "etc/fstab": layout.fstab(),
        "etc/repart.d/50-state.conf": layout.growing(),
        "etc/systemd/system/systemd-repart.service.d/card.conf": GROWS_ONCE,
        "etc/hostname": "table\n",
        "etc/hosts": "127.0.0.1 localhost\n127.0.1.1 table\n",
        "etc/machine-id": "",
        "etc/resolv.conf": "",
        f"etc/systemd/system/{SEAL}": SEALING,
        "boot/firmware/cmdline.txt": f"{layout.WORDS}\n",
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    units = root / "etc/systemd/system"
    for name in OFF:
        (units / name).unlink(missing_ok=True)
        (units / name).symlink_to("/dev/null")
    (units / f"planisphere.target.wants/{SEAL}").symlink_to(f"/etc/systemd/system/{SEAL}")
    (root / layout.AT.lstrip("/")).mkdir(exist_ok=True)
    state.mkdir()
    for name, place in layout.KEPT.items():
        seen = root / place.lstrip("/")
        if seen.exists():
            seen.rename(state / name)
        else:
            (state / name).mkdir()
        seen.mkdir(parents=True)
    (state / "planisphere" / MARK).touch()
    (state / "zone/localtime").symlink_to("/usr/share/zoneinfo/Etc/UTC")
    (root / "etc/localtime").unlink(missing_ok=True)
    (root / "etc/localtime").symlink_to(f"{layout.KEPT['zone']}/localtime")
