"""`planisphere bridge`: the microcontroller by hand: watch it, put its program onto it, or play one in software."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING

import msgspec

from engines.errors import BadInput, NotPossible

if TYPE_CHECKING:
    from firmware_bridge.simulator.controller import Controller
    from hardware.simulated.shaker import SimulatedShaker

ANSWER_S = 5.0
"""Seconds within which the microcontroller must answer."""
BALLS = ("black", "blue", "yellow", "red")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    monitor = actions.add_parser("monitor", help="print what the microcontroller tells")
    monitor.add_argument("--port", default="auto", help="its link's port: auto, a tty, a pty, socket://HOST:PORT")
    monitor.add_argument("--seconds", type=float, default=None, metavar="S", help="stop after so long")
    calibrate = actions.add_parser("calibrate", help="teach a colour sensor what lies before it now")
    calibrate.add_argument("slot", choices=["left", "right"], help="which of the two sensors")
    calibrate.add_argument("name", choices=["white", "none", *BALLS], help="white paper, no ball, or a ball's colour")
    calibrate.add_argument("--port", default="auto", help="the link's port, as for monitor")
    flash = actions.add_parser("flash", help="put the program onto a board that runs MicroPython")
    flash.add_argument("--port", default="auto", help="the port of its prompt, as mpremote takes it (default: auto)")
    simulate = actions.add_parser("simulate", help="a microcontroller in software, on a pty")
    simulate.add_argument("--python", action="store_true", help="run its program under this Python, not MicroPython")
    simulate.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same balls")
    simulate.add_argument("--balls", default=",".join(BALLS), metavar="A,B,…", help="the balls in the ship")


def run(args: argparse.Namespace) -> int:
    """Runs the action. Raises BadInput or NotPossible."""
    match args.action:
        case "monitor":
            return _monitor(args.port, args.seconds)
        case "calibrate":
            return _calibrate(args.port, ("left", "right").index(args.slot), args.name)
        case "flash":
            return _flash(args.port)
        case _:
            return _simulate(args)


def _monitor(port: str, seconds: float | None, clock: Callable[[], float] = time.monotonic) -> int:
    from firmware_bridge.link import Link
    from firmware_bridge.messages import AskState
    from hardware.bridge import WORDS, find_port

    until = None if seconds is None else clock() + seconds
    said = ""
    with Link(lambda: find_port(port)) as link:
        link.send(AskState())
        while until is None or clock() < until:
            for event in link.events(0.1):
                print(msgspec.json.encode(event).decode(), flush=True)
            words = f"{WORDS[link.status]}{' (program ' + link.program + ')' if link.program else ''}"
            if words != said:
                said = words
                print(f"planisphere: {words}", file=sys.stderr)
    return 0


def _calibrate(port: str, slot: int, name: str) -> int:
    from firmware_bridge.link import Link
    from firmware_bridge.messages import Calibrate, Calibrated
    from hardware.bridge import WORDS, find_port

    with Link(lambda: find_port(port)) as link:
        link.send(Calibrate(slot=slot, name=name))
        until = time.monotonic() + ANSWER_S
        while time.monotonic() < until:
            for event in link.events(0.1):
                if isinstance(event, Calibrated) and (event.slot, event.name) == (slot, name):
                    if event.reading is None:
                        raise NotPossible(
                            "bridge.no_sensor",
                            "bridge calibrate: the sensor does not answer: look at its wires (slot {slot})",
                            slot,
                        )
                    print(f"{name}: {', '.join(map(str, event.reading))}")
                    return 0
        raise NotPossible("bridge.calibrate", "bridge calibrate: {status}", WORDS[link.status])


def _flash(port: str) -> int:
    from firmware_bridge.errors import BridgeError
    from firmware_bridge.flash import flash

    try:
        for step in flash(port):
            print(f"planisphere: {step}", file=sys.stderr)
    except BridgeError as error:
        raise NotPossible("bridge.flash", "bridge flash: {problem}", error) from error
    return 0


def _simulate(args: argparse.Namespace) -> int:
    from firmware_bridge.errors import BridgeError
    from firmware_bridge.simulator.controller import Controller
    from hardware.simulated.shaker import BALLS as KNOWN
    from hardware.simulated.shaker import SimulatedShaker

    balls = tuple(args.balls.split(","))
    if len(balls) < 3 or any(ball not in KNOWN for ball in balls):
        raise BadInput(
            "bridge.balls",
            "bridge simulate: --balls {balls!r}: expected three or more of {known}",
            args.balls,
            ", ".join(KNOWN),
        )
    ship = SimulatedShaker(balls, Random(args.seed))
    try:
        controller = Controller(python=args.python or None)
    except BridgeError as error:
        raise NotPossible("bridge.simulate", "bridge simulate: {problem}", error) from error
    with controller:
        controller.put(colour=list(ship.counts()))
        print(controller.port, flush=True)
        print("planisphere: type shake, press SEAT, unplug, plug or quit", file=sys.stderr)
        _obey(sys.stdin, controller, ship)
    return 0


def _obey(lines: Iterable[str], controller: Controller, ship: SimulatedShaker) -> None:
    for line in lines:
        match line.split():
            case ["shake"]:
                for moment in ship.shake():
                    time.sleep(moment.after_ms / 1000)
                    controller.put(colour=list(moment.colour), motion=list(moment.motion))
                print(f"planisphere: in the clear: {' and '.join(str(ball) for ball in ship.shown)}", file=sys.stderr)
            case ["press", seat] if seat in ("1", "2", "3", "4"):
                for down in (True, False):
                    controller.put(contacts=[down and str(k) == seat for k in range(1, 5)])
                    time.sleep(0.1)
            case ["unplug"]:
                controller.unplug()
            case ["plug"]:
                controller.plug()
                print(controller.port, flush=True)
            case ["quit"]:
                return
            case []:
                continue
            case _:
                print(f"planisphere: {line.strip()!r}: expected shake, press 1…4, unplug, plug, quit", file=sys.stderr)
