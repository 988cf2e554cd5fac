"""The trial of a card: an emulated ARM machine starts from it, twice, with a pulled plug between."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from pi_app.presenters.first_start import MARK
from tools.card_image import layout, pack
from tools.virtual_pi import pictures
from tools.virtual_pi.debian_root import run
from tools.virtual_pi.machine import Accelerator, Boot, Machine
from tools.virtual_pi.qmp import Refused, tap

QEMU: Final = "qemu-system-aarch64"
LARGER_MIB: Final = 1024
"""By how much the card is larger than the image."""
START_S: Final = 1800.0
SEALED_S: Final = 30.0
"""For what is written late. An emulated processor takes its time."""
SECTOR: Final = 512
WAYS: Final = ("speak.de", "next", "done")
"""Language, no PIN, no camera; a machine asks for its time between the first two, which this one does not."""
ZONE: Final = "Europe/Berlin"
"""What is offered to a table without a time zone that speaks German."""


class Card(Boot):
    """An ARM machine that starts from a card; its kernel is handed to it, as a Raspberry Pi's firmware would."""

    ROOT = layout.WORDS

    def processor(self, _accelerator: Accelerator) -> tuple[str, ...]:
        """Emulated, as that of a Raspberry Pi 4."""
        return QEMU, "-accel", "tcg", "-machine", "virt", "-cpu", "cortex-a72"


def start(image: Path, work: Path, shots: Path) -> dict[str, Any]:
    """The first start grows what is kept and seals the system; after a pulled plug nothing of either is lost.

    The panel asks what a new table asks; what was answered holds at the second start, which asks no more; the third one
    writes nothing to the system's partition. Raises Refused.
    """
    shots.mkdir(parents=True, exist_ok=True)
    card, firmware = work / "card.img", work / "firmware"
    run("cp", "--sparse=always", str(image), str(card))
    try:
        before = card.stat().st_size // layout.MIB
        with card.open("r+b") as file:
            file.truncate((before + LARGER_MIB) * layout.MIB)
        kernel, initrd = from_firmware(card, firmware)
        views = _asked_here()
        with Machine(Card(card, kernel, initrd), "tcg") as machine:
            begun = _comes(machine, shots / "0_language.png", views[0].picture)
            _answer(machine, views, shots)
            time.sleep(SEALED_S)
        if (zone := _kept_zone(card)) != ZONE:
            raise Refused(f"the time zone that is kept is {zone}, expected {ZONE}")
        kept = _partitions(card)[layout.STATE][1] // layout.MIB
        if kept < LARGER_MIB:
            raise Refused(f"what is kept has not grown: {kept} MiB")
        digests = set[str]()
        for name in ("second", "third"):  # the second one still mends what the first one, cut off, had begun to write
            with Machine(Card(card, kernel, initrd), "tcg") as machine:
                again = _comes(machine, shots / f"{name}_start.png", views[-1].picture)
            digests.add(_digest(card))
        if len(digests) > 1:
            raise Refused("the third start has written to the system's partition")
    finally:
        card.unlink(missing_ok=True)
        shutil.rmtree(firmware, ignore_errors=True)
    told = {"image_mib": before, "kept_mib": kept}
    return {**told, "first_start_s": round(begun, 1), "third_start_s": round(again, 1)}


def _asked_here() -> list[pictures.View]:
    """The questions of a new table as this machine draws them, and the first screen after them."""
    with tempfile.TemporaryDirectory(prefix="planisphere-new-", dir=pictures.ON_A_DISK) as folder:
        (Path(folder) / MARK).touch()
        return pictures.tour(*WAYS, state=Path(folder))


def _answer(machine: Machine, views: list[pictures.View], shots: Path) -> None:
    """Answer what a new table asks, as `WAYS` says, until the first screen is there."""
    language, pin, camera, table = views
    tap(machine.monitor, language.boxes[WAYS[0]].centre)
    pictures.leaves(machine, shots / "1_time.png", language.picture)
    for name, before, then in (("2_pin", pin, pin), ("3_camera", pin, camera), ("4_table", camera, table)):
        tap(machine.monitor, before.boxes["main"].centre)
        pictures.shows(machine, shots / f"{name}.png", then.picture)


def _kept_zone(card: Path) -> str:
    """The time zone among what is kept. Raises Refused where there is none."""
    place = f"{card}?offset={_partitions(card)[layout.STATE][0]}"
    told = subprocess.run(["debugfs", "-R", "stat zone/localtime", place], capture_output=True, text=True, check=False)
    found = re.search(r'"/usr/share/zoneinfo/(.+)"', told.stdout)
    if found is None:
        raise Refused("no time zone is kept")
    return found[1]


def from_firmware(card: Path, folder: Path) -> tuple[Path, Path]:
    """The kernel and the first system, as they lie in the firmware's partition. Raises Refused where one is missing."""
    pack.copy_firmware(card, layout.starts(())[0] * layout.MIB, folder)
    found = [max(folder.glob(name), default=None) for name in ("vmlinuz-*", "initrd.img-*")]
    wanted = [*("config.txt", "cmdline.txt", "start4.elf", "fixup4.dat"), "bcm2711-rpi-4-b.dtb"]
    lacking = [name for name in wanted if not (folder / name).exists()]
    if found[0] is None or found[1] is None or lacking:
        raise Refused(f"the firmware's partition lacks {lacking or 'a kernel'}")
    return found[0], found[1]


def _comes(machine: Machine, path: Path, wanted: pictures.Picture) -> float:
    """Wait until the panel shows this; after how many seconds. Raises Refused."""
    while True:
        try:
            return pictures.shows(machine, path, wanted) - machine.since
        except Refused:
            if machine.age() > START_S:
                raise


def _partitions(card: Path) -> dict[str, tuple[int, int]]:
    """Where each partition begins and how large it is, in bytes, by its label."""
    told = subprocess.run(["sfdisk", "--json", str(card)], capture_output=True, text=True, check=True)
    parts = json.loads(told.stdout)["partitiontable"]["partitions"]
    return {part["name"]: (part["start"] * SECTOR, part["size"] * SECTOR) for part in parts}


def _digest(card: Path) -> str:
    """SHA-256 of the system's partition."""
    start, left = _partitions(card)[layout.SYSTEM]
    total = hashlib.sha256()
    with card.open("rb") as file:
        file.seek(start)
        while left:
            piece = file.read(min(left, layout.MIB))
            total.update(piece)
            left -= len(piece)
    return total.hexdigest()
