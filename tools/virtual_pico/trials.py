"""What is tried on the emulated microcontroller: each trial gives what it measured, or raises Refused."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from firmware_bridge.errors import BridgeError
from firmware_bridge.firmware.parts import PIXELS, SLOTS, WATCHDOG_MS
from firmware_bridge.flash import flash, run_mpremote
from firmware_bridge.link import Link
from firmware_bridge.messages import (
    AskState,
    Balls,
    Button,
    Calibrate,
    Calibrated,
    CameraLamp,
    Counts,
    Event,
    LampLit,
    Look,
    Settings,
    ShowScene,
    StateReport,
)
from tools.virtual_pi.qmp import Refused
from tools.virtual_pico.chip import Chip

Figures = Mapping[str, Any]
RED: Final = (900, 200, 150, 1200)
BLUE: Final = (180, 250, 900, 1300)
GREY: Final = (480, 500, 520, 1500)
"""No ball has this colour, and no board knows it that was not taught."""
LONGEST_S: Final = 120.0
"""Chip seconds after which something that was waited for does not come."""
SPOILT: Final = 0.01
"""The share of the bytes that a bad cable changes."""


def wait(chip: Chip, wanted: Callable[[], bool], what: str, progress: Callable[[], int] = lambda: 0) -> float:
    """The chip seconds until something is so.

    Raises Refused where it does not come: the emulator ended or stands still, or the patience is over, which begins
    anew with each change of `progress`.
    """
    begun = quiet = chip.seconds()
    real, seen = time.monotonic(), progress()
    while not wanted():
        if (here := progress()) != seen:
            seen, quiet, real = here, chip.seconds(), time.monotonic()
        if chip.ended or chip.seconds() - quiet > LONGEST_S or time.monotonic() - real > 10 * LONGEST_S:
            raise Refused(f"{what} did not come")
        time.sleep(0.002)
    return chip.seconds() - begun


class Bench(NamedTuple):
    """A chip with the firmware, the link to it, and how many messages and cuts are wanted."""

    chip: Chip
    link: Link
    messages: int
    cuts: int
    seed: int

    def until(self, wanted: Callable[[], bool], what: str, progress: Callable[[], int] = lambda: 0) -> float:
        """As `wait`, for this chip."""
        return wait(self.chip, wanted, what, progress)

    def event(self, kind: type, what: str, fits: Callable[[Any], bool] = lambda _: True) -> Any:
        """The next event of a kind that fits; others are let by."""
        found: list[Event] = []

        def came() -> bool:
            found.extend(event for event in self.link.events() if isinstance(event, kind) and fits(event))
            return bool(found)

        self.until(came, what)
        return found[0]

    def linked(self) -> float:
        """The chip seconds until the link is up."""
        return self.until(lambda: self.link.status == "linked", "the link")

    def started_again(self, starts: int) -> float:
        """The chip seconds until the board was started more often than so many times, and the link is up."""
        return self.until(lambda: self.link.starts > starts and self.link.status == "linked", "the board")


def flashed(chip: Chip) -> Figures:
    """`bridge flash` over the USB port: an empty board, then one that has it all and takes its port away and back."""
    wait(chip, lambda: chip.ports_found > 0, "MicroPython")
    port, told = chip.prompt.port, list[str]()
    try:
        for _ in range(2):
            told += flash(str(port), run_mpremote, lambda seconds: time.sleep(4 * seconds))
    except BridgeError as error:
        raise Refused(f"flash: {error}; after {told[-1:]}") from error
    copied = [line for line in told if line.startswith("copying")]
    if not copied[1].startswith("copying 0 of "):
        raise Refused(f"flashed again: {copied[1]}")
    return {"first": copied[0], "again": copied[1], "USB ports found": chip.ports_found}


def sensors(bench: Bench) -> Figures:
    """Colours are learnt, a shake ends in the balls that lie there, buttons and the ring answer, a sensor goes away."""
    chip = bench.chip
    bench.linked()
    _learn(bench, 0, "red", RED)
    _learn(bench, 1, "blue", BLUE)
    seconds = _shake(bench, ("red", "blue"), (RED, BLUE))
    seats = []
    for seat in range(4):
        chip.put(contacts=[k == seat for k in range(4)])
        seats.append(bench.event(Button, "a seat's button").seat)
        chip.put(contacts=[])
        time.sleep(0.2)
    if seats != [0, 1, 2, 3]:
        raise Refused(f"buttons 0 to 3 were heard as {seats}")
    lamp = _lamp(bench)
    for gone in (True, False):
        chip.put(gone=["colour_1"] * gone)
        bench.until(lambda gone=gone: _misses(bench, "colour_1") == gone, "a sensor unplugged and plugged")  # type: ignore[misc]
    return {"balls after the shake, s": f"{seconds:.1f}", "lamp, ms": round(1000 * lamp), "torn pictures": chip.torn}


def _learn(bench: Bench, slot: int, name: str, counts: Counts) -> None:
    bench.chip.put(colour=[counts] * SLOTS)
    bench.link.send(Calibrate(slot=slot, name=name))
    bench.event(Calibrated, f"what {name} is", lambda learnt: learnt.name == name and learnt.reading is not None)


def _shake(bench: Bench, names: tuple[str, str], lying: tuple[Counts, Counts]) -> float:
    """The chip seconds from the end of a shake to its balls, which must have these names."""
    bench.chip.put(colour=lying)
    for mg in (1700, -1500, 1900, -1200, 1600) * 3:
        bench.chip.put(motion=[0, mg, 1000])
        time.sleep(0.12)
    bench.chip.put(motion=[0, 0, 1000])
    begun = bench.chip.seconds()
    balls: Balls = bench.event(Balls, "the balls of a shake")
    if balls.balls != names or not balls.settled:
        raise Refused(f"{' and '.join(names)} were read as {balls}")
    return bench.chip.seconds() - begun


def _misses(bench: Bench, part: str) -> bool:
    """Whether a part does not answer; a look at the balls finds out."""
    bench.link.send(Look())
    return part in _state(bench).missing


def _lamp(bench: Bench) -> float:
    """Chip seconds from the order to the answer; the ring must show it."""
    begun = bench.chip.seconds()
    bench.link.send(CameraLamp(on=True, level=60, shot=7))
    bench.event(LampLit, "the lamp", lambda lit: lit.shot == 7)
    seconds = bench.chip.seconds() - begun
    bench.until(lambda: len(set(bench.chip.ring)) == 1 and sum(map(sum, bench.chip.ring)) > 0, "light in the ring")
    if len(bench.chip.ring) != PIXELS:
        raise Refused(f"{len(bench.chip.ring)} lights of {PIXELS} were told")
    bench.link.send(CameraLamp(on=False))
    return seconds


def _state(bench: Bench) -> StateReport:
    bench.link.send(AskState())
    state: StateReport = bench.event(StateReport, "its state")
    return state


def messages(bench: Bench) -> Figures:
    """Orders and their answers, each once and in order, over a good cable."""
    return _numbered(bench, "messages")


def bad_cable(bench: Bench) -> Figures:
    """The same with one byte in a hundred spoilt, both ways."""
    rng = random.Random(bench.seed)
    spoilt = 0

    def spoil(data: bytes) -> bytes:
        nonlocal spoilt
        changed = bytearray(data)
        for k in range(len(changed)):
            if rng.random() < SPOILT:
                changed[k] ^= 1 << rng.randrange(8)
                spoilt += 1
        return bytes(changed)

    bench.chip.spoil(spoil)
    try:
        figures = _numbered(bench, "messages")
    finally:
        bench.chip.spoil(None)
    return {**figures, "bytes spoilt": spoilt}


def _numbered(bench: Bench, name: str) -> Figures:
    """Half orders, half answers: a lamp is answered with the number of its order."""
    bench.linked()
    bench.link.events()
    wanted, sent, got = bench.messages // 2, 0, list[int]()

    def more() -> bool:
        nonlocal sent
        while sent < wanted and bench.link.send(CameraLamp(on=sent % 2 == 0, level=1, shot=sent)):
            sent += 1
        got.extend(event.shot for event in bench.link.events() if isinstance(event, LampLit))
        return len(got) >= wanted

    seconds = bench.until(more, f"all of {wanted} answers", lambda: len(got))
    if got != list(range(wanted)):
        raise Refused(f"{wanted} answers came as {len(got)}, {len(set(got))} of them different")
    free = _state(bench).free
    return {
        name: 2 * wanted,
        "a second": round(2 * wanted / seconds),
        "bytes free": free,
        "torn pictures": bench.chip.torn,
    }


def power_cuts(bench: Bench) -> Figures:
    """The power goes at random moments, many of them while settings are written; what was learnt before is kept."""
    rng = random.Random(bench.seed)
    back = []
    bench.linked()
    _learn(bench, 0, "grey", GREY)
    _learn(bench, 1, "blue", BLUE)
    for cut in range(bench.cuts):
        starts = bench.link.starts
        bench.link.send(Settings(still_ms=500 + cut))
        bench.link.send(ShowScene(scene="round", k=cut % 6))
        time.sleep(rng.uniform(0, 0.6))
        bench.chip.power(False)
        time.sleep(0.2)
        bench.chip.power(True)
        back.append(bench.started_again(starts))
        _state(bench)
    _shake(bench, ("grey", "blue"), (GREY, BLUE))
    middle = sorted(back)[len(back) // 2]
    return {"cuts": bench.cuts, "back after, s (median)": f"{middle:.1f}", "longest, s": f"{max(back):.1f}"}


def watchdog(bench: Bench) -> Figures:
    """A program that stands still is started again by the chip's own watchdog."""
    bench.linked()
    starts = bench.link.starts
    begun = bench.chip.seconds()
    bench.chip.say({"usb": b"\x03".hex()})  # the prompt's break ends the program; nobody feeds the watchdog then
    bench.started_again(starts)
    return {"back after, s": f"{bench.chip.seconds() - begun:.1f}", "watchdog, s": WATCHDOG_MS / 1000}


TRIALS: Final[Mapping[str, Callable[[Bench], Figures]]] = {
    "sensors": sensors,
    "messages": messages,
    "bad_cable": bad_cable,
    "power_cuts": power_cuts,
    "watchdog": watchdog,
}
