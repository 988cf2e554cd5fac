# mypy: disable-error-code="attr-defined,no-any-return"
"""Started by MicroPython at power-on. Hold seat button 1 while plugging in to stay at the REPL."""

import gc
import os
import time

from table.board_rp2 import Board  # type: ignore[import-not-found]
from table.parts import STEP_MS  # type: ignore[import-not-found]
from table.table import Table  # type: ignore[import-not-found]


def run() -> None:
    """Step for ever; the watchdog restarts a board whose steps stop. A file `stay` keeps it from starting, once."""
    if "stay" in os.listdir():
        os.remove("stay")
        return
    board = Board()
    if board.contacts()[0]:
        return
    table = Table(board, int.from_bytes(os.urandom(3), "little") | 1)
    now = 0
    begun = time.ticks_ms()
    while True:
        last, begun = begun, time.ticks_ms()
        now += time.ticks_diff(begun, last)  # ticks wrap, this sum does not
        sent = table.step(board.line.read() or b"", now)
        if sent:
            board.line.write(sent)
        board.feed()
        gc.collect()
        rest = STEP_MS - time.ticks_diff(time.ticks_ms(), begun)
        if rest > 0:
            time.sleep_ms(rest)


run()
