"""Runs inside the machine: the microcontroller's firmware at its end of a USB port, until the cable is pulled.

    python microcontroller.py PORT SHAKES

Whenever the file SHAKES names two balls, the mother ship is shaken, and they lie in it then; the file goes. The table's
own Python runs it, as the firmware and its simulated board come with the program.
"""

from __future__ import annotations

import os
import select
import sys
import threading
import time
import tty
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_bridge.firmware.colour import REFERENCES
from firmware_bridge.simulator.programs import PythonProgram

MOVES, MOVE_S = 40, 0.05
"""Moves of a shake, and how long each lasts."""
STILL: Final = [0, 0, 1000]
WHITE: Final = 1000
"""What a sensor counts of white."""


def counts(ball: str) -> list[int]:
    """What a colour sensor counts before a ball of that colour: red, green, blue, clear."""
    *shares, bright = REFERENCES[ball]
    clear = bright * WHITE // 1000
    return [*(share * clear // 1000 for share in shares), clear]


def shake(program: PythonProgram, balls: list[str]) -> None:
    """Shake the ship; these balls lie in it then."""
    for number in range(MOVES):
        program.put({"motion": [400 * (-1) ** number, 100, 1000]})
        time.sleep(MOVE_S)
    program.put({"motion": STILL, "colour": [counts(ball) for ball in balls]})


def main(port: str, shakes: str) -> None:
    """Run until the cable is pulled."""
    line, told = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK), Path(shakes)
    tty.setraw(line)

    def send(data: bytes) -> None:
        with suppress(OSError):  # where nobody takes it away, it is lost, as on a real board
            os.write(line, data)

    program = PythonProgram(send)
    program.put({"motion": STILL, "colour": [counts("none")] * 2})
    while True:
        if select.select([line], [], [], 0.05)[0]:
            data = os.read(line, 4096)
            if not data:
                return
            program.write(data)
        if told.exists():
            balls = told.read_text().split()
            told.unlink()
            threading.Thread(target=shake, args=(program, balls), daemon=True).start()


if __name__ == "__main__":
    main(*sys.argv[1:])
