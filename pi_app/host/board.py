"""What the machine tells of its heat, its power supply and its card, read from sysfs; silent where it says nothing.

Sources: the kernel's `Documentation/ABI/testing` (sysfs-class-thermal, sysfs-fs-ext4, sysfs-devices-mmc), the JEDEC
standard 84-B51 (eMMC: 7.4.30 to 7.4.32) and Raspberry Pi's `vcgencmd get_throttled`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from engines.errors import Finding, finding

SYS: Final = Path("/sys")
WARM_C: Final = 75
"""A Raspberry Pi slows down from 80 °C."""
WORN_SHARE: Final = 80
"""Per cent of a card's life after which it should be replaced before it fails."""
LOW_VOLTAGE, WAS_LOW_VOLTAGE = 1 << 0, 1 << 16
SLOWED: Final = 0b1110
"""Bits of `get_throttled`: the clock is capped, throttled, at its soft limit of heat; 16 bits higher: it was.

A voltage that is too low sets them, too.
"""


class Told(NamedTuple):
    """One thing that was looked at. `mend`: what to do, where something is to be done."""

    code: str
    text: Finding
    mend: Finding | None = None


def look(sys: Path = SYS) -> Iterator[Told]:
    """Heat, supply and card, as far as this machine tells of them."""
    throttled = _throttled(sys)
    for told in (heat(sys, throttled), supply(sys, throttled), card(sys)):
        if told is not None:
            yield told


def heat(sys: Path, throttled: int | None) -> Told | None:
    """The hottest part, and whether heat has slowed the processor down."""
    temperatures = [_number(path) for path in sys.glob("class/thermal/thermal_zone*/temp")]
    warmest = max((number for number in temperatures if number is not None), default=None)
    flags = throttled or 0
    mend = finding("mend.heat", "Give the case air, or a fan; keep lamps and sun away from it.")
    if flags & SLOWED and not flags & LOW_VOLTAGE:
        return Told("heat", finding("heat.slowed", "it is so hot that the processor is slowed down"), mend)
    if warmest is not None and warmest >= WARM_C * 1000:
        words = "{n} °C: from 80 °C on the processor is slowed down"
        return Told("heat", finding("heat.warm", words, warmest // 1000), mend)
    if flags & (SLOWED << 16) and not flags & WAS_LOW_VOLTAGE:
        words = "it was so hot since the start that the processor was slowed down"
        return Told("heat", finding("heat.was_slowed", words), mend)
    return None if warmest is None else Told("heat", finding("heat.ok", "{n} °C", warmest // 1000))


def supply(sys: Path, throttled: int | None) -> Told | None:
    """Whether the voltage is, or was since the start, too low."""
    alarms = [_number(path) for path in sys.glob("class/hwmon/hwmon*/in0_lcrit_alarm") if _named(path, "rpi_volt")]
    if throttled is None and not alarms:
        return None
    flags = throttled or 0
    mend = finding("mend.supply", "Use the power supply made for this Raspberry Pi, and a short cable.")
    if flags & LOW_VOLTAGE or any(alarms):
        return Told("supply", finding("supply.low", "the voltage is too low"), mend)
    if flags & WAS_LOW_VOLTAGE:
        return Told("supply", finding("supply.was_low", "the voltage was too low since the start"), mend)
    return Told("supply", finding("supply.ok", "the voltage is high enough"))


def card(sys: Path) -> Told | None:
    """Whether the card, or another disk, is worn: by its own account, or by errors that its file system has met."""
    mend = finding("mend.card", "Copy the games to a stick, and put in a new card soon.")
    for errors in sorted(sys.glob("fs/ext4/*/errors_count")):
        if count := _number(errors):
            words = "{disk}: its file system has met errors: {n}"
            return Told("card", finding("card.errors", words, errors.parent.name, count), mend)
    found = None
    for device in sorted(sys.glob("block/mmcblk*/device")):
        disk, used, spare = device.parent.name, _used(device / "life_time"), _number(device / "pre_eol_info", 16)
        if used >= WORN_SHARE:
            return Told("card", finding("card.worn", "{disk}: {n} % of its life is used", disk, used), mend)
        if spare is not None and spare > 1:
            return Told("card", finding("card.spare", "{disk}: its spare blocks are nearly used up", disk), mend)
        found = found or Told("card", finding("card.ok", "{disk}: nothing is known against it", disk))
    return found


def _used(life_time: Path) -> int:
    """The larger of the two shares, per cent, that a card tells in steps of ten: `0x01` is up to 10 %; 0: unknown."""
    try:
        return max((int(word, 16) * 10 for word in life_time.read_text().split()), default=0)
    except (OSError, ValueError):
        return 0


def _throttled(sys: Path) -> int | None:
    """The firmware's bits since the start; None on machines that are no Raspberry Pi."""
    for path in sorted(sys.glob("devices/platform/soc*/*firmware/get_throttled")):
        return _number(path, 16)
    return None


def _named(beside: Path, name: str) -> bool:
    try:
        return (beside.parent / "name").read_text().strip() == name
    except OSError:
        return False


def _number(path: Path, base: int = 10) -> int | None:
    try:
        return int(path.read_text().strip(), base)
    except (OSError, ValueError):
        return None
