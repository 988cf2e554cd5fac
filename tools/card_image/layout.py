"""What lies where on the card: its partitions, what is mounted over what, and what outlives a pulled plug.

The system's partition is never written after the first start: an overlay in memory takes what programs write there.
Games, settings, the two versions of the program, the log, networks and the time lie on a partition of their own, which
grows to the end of the card when it is first started.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MIB: Final = 1 << 20
FIRMWARE, SYSTEM, STATE = "PI-FIRMWARE", "pi-system", "pi-state"
"""Labels of the file systems, by which they are found: a FAT one has eleven characters, large ones."""
FIRMWARE_MIB: Final = 512
STATE_SPARE_MIB: Final = 192
"""Room for games until the partition has grown."""
SYSTEM_SPARE_MIB: Final = 256
END_MIB: Final = 1
"""For the second table of partitions."""
AT: Final = "/state"
KEPT: Final = {
    "planisphere": "/var/lib/planisphere",
    "settings": "/etc/planisphere",
    "slots": "/opt/planisphere/slots",
    "journal": "/var/log/journal",
    "networks": "/etc/NetworkManager/system-connections",
    "time": "/var/lib/systemd/timesync",
    "zone": "/var/lib/planisphere-zone",
}
"""Folders that outlive a pulled plug: by name on their partition, and where they are seen."""
WORDS: Final = f"console=tty1 root=LABEL={SYSTEM} rootwait quiet loglevel=3 vt.global_cursor_default=0"
"""For the kernel, as the firmware hands them on."""


class Partition(NamedTuple):
    """One partition. `kind`: its type as sfdisk calls it; `mib`: its size."""

    label: str
    kind: str
    mib: int


def partitions(system_mib: int, state_mib: int) -> tuple[Partition, ...]:
    """Those of a card on which the system takes so much, and what is kept so much."""
    return (
        Partition(FIRMWARE, "EBD0A0A2-B9E5-4433-87C0-68B6B72699C7", FIRMWARE_MIB),
        Partition(SYSTEM, "B921B045-1DF0-41C3-AF44-4C6F280D3FAE", system_mib + SYSTEM_SPARE_MIB),
        Partition(STATE, "0FC63DAF-8483-4772-8E79-3D69D8477DE4", state_mib + STATE_SPARE_MIB),
    )


def starts(parts: tuple[Partition, ...]) -> list[int]:
    """Where each begins, in MiB; one more: where the last one ends."""
    places = [1]
    for part in parts:
        places.append(places[-1] + part.mib)
    return places


def table(parts: tuple[Partition, ...]) -> str:
    """What sfdisk reads."""
    lines = [
        f"start={start}MiB, size={part.mib}MiB, type={part.kind}, name={part.label}"
        for start, part in zip(starts(parts), parts, strict=False)
    ]
    return "\n".join(("label: gpt", *lines)) + "\n"


def fstab() -> str:
    """What is mounted, in this order."""
    grows = "x-systemd.growfs,x-systemd.after=systemd-repart.service"
    lines = [
        # Not looked at by fsck: it would write there even under the overlay.
        f"LABEL={SYSTEM} / ext4 noatime 0 0",
        f"LABEL={FIRMWARE} /boot/firmware vfat ro,nofail 0 0",
        f"LABEL={STATE} {AT} ext4 noatime,{grows} 0 2",
        *(f"{AT}/{name} {place} none bind,x-systemd.requires-mounts-for={AT} 0 0" for name, place in KEPT.items()),
    ]
    return "\n".join(lines) + "\n"


def growing() -> str:
    """Has systemd-repart let the last partition grow to the end of the card: it is the only one of its type."""
    return "[Partition]\nType=linux-generic\n"
