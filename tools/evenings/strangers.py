"""Strangers on the guests' network, who attack the event host of a simulated evening from beginning to end."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from typing import Final

from tools.hub_attacks.attacker import Attacker
from tools.hub_attacks.attacks import ATTACKS
from tools.hub_attacks.target import Device, Prepared, Target

WAYS: Final = (
    "parallel_guesses", "slow_loris", "tiny_chunks", "pairing_codes", "slow_readers", "log_ins", "strangers_bodies",
)  # fmt: skip
"""Attacks that need no seat and no table, one after the other; the first is answered even on the shortest evening."""
EACH_S: Final = 3.0
BETWEEN_S: Final = 2.0


class Strangers:
    """What they were answered (`statuses`; 0: hung up on), and what must not be, in words."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.wrong: list[str] = []

    def note(self, way: str, attacker: Attacker) -> None:
        """One attack is over."""
        self.statuses.update(attacker.statuses)
        self.wrong += [f"strangers, {way}: {words}" for words in attacker.wrong]
        if attacker.statuses[500]:
            self.wrong.append(f"strangers, {way}: {attacker.statuses[500]} answers were 500")


class FromOutside(Target):
    """An event host as strangers see it: its port, the code on the screen, the number of a table."""

    answers_all = False

    def __init__(self, port: int, screen: str, table: int) -> None:
        self.port = port
        self.evening = Prepared(
            database="", event=0, round=0, screen=screen, players=(), devices=(Device(table, ""),), result=0, totals=(),
            password="", known="", cookie="", csrf="", lines=(),
        )  # fmt: skip


@contextmanager
def strangers(host: FromOutside) -> Iterator[Strangers]:
    """Attacks until the evening is over; one may get no answer while the event host is down or busy."""
    found, over = Strangers(), threading.Event()

    async def attack() -> None:
        for way in cycle(WAYS):
            attacker = Attacker(host, EACH_S)
            await ATTACKS[way](attacker)
            await attacker.rest()
            found.note(way, attacker)
            if await asyncio.to_thread(over.wait, BETWEEN_S):
                return

    with ThreadPoolExecutor(1, "strangers") as pool:
        attacks = pool.submit(lambda: asyncio.run(attack()))
        try:
            yield found
        finally:
            over.set()
        attacks.result()
