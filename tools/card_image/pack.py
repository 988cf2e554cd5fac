"""From folders to the image of a card, without mounting anything."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from tools.card_image import layout
from tools.virtual_pi.debian_root import run

PROGRAMS: Final = {"sfdisk": "fdisk", "mkfs.ext4": "e2fsprogs", "mkfs.vfat": "dosfstools", "mcopy": "mtools"}
"""What is needed here, and Debian's package of it."""


def pack(root: Path, state: Path, image: Path) -> None:
    """Write the image: `root` is the system, the firmware's files in its boot/firmware; `state` is what is kept."""
    parts = layout.partitions(_mib(root), _mib(state))
    places = layout.starts(parts)
    part = image.with_name(f"{image.name}.part")
    with part.open("wb") as file:
        file.truncate((places[-1] + layout.END_MIB) * layout.MIB)
    subprocess.run(["sfdisk", "--quiet", str(part)], input=layout.table(parts), text=True, check=True)
    for (label, _, mib), start in zip(parts, places, strict=False):
        piece = image.with_name(f"{image.name}.{label}")
        with piece.open("wb") as file:
            file.truncate(mib * layout.MIB)
        _fill(label, piece, root, state)
        run("dd", f"if={piece}", f"of={part}", "bs=1M", f"seek={start}", "conv=notrunc,sparse", "status=none")
        piece.unlink()
    part.rename(image)


def copy_firmware(image: Path, offset: int, folder: Path) -> None:
    """What the FAT partition that begins after so many bytes holds: no kernel needs to know such partitions."""
    folder.mkdir(parents=True, exist_ok=True)
    run("mcopy", "-n", "-s", "-m", "-i", f"{image}@@{offset}", "::", str(folder))


def _fill(label: str, piece: Path, root: Path, state: Path) -> None:
    if label == layout.FIRMWARE:
        run("mkfs.vfat", "-n", label, str(piece))
        run("mcopy", "-i", str(piece), "-s", *map(str, sorted((root / "boot/firmware").iterdir())), "::")
        return
    run("mkfs.ext4", "-q", "-F", "-L", label, "-d", str(root if label == layout.SYSTEM else state), str(piece))


def _mib(folder: Path) -> int:
    """How much a folder holds, with a tenth for what its file system keeps of itself."""
    told = subprocess.run(["du", "-s", "-x", "-B", "1M", str(folder)], capture_output=True, text=True, check=True)
    return int(told.stdout.split()[0]) * 11 // 10
