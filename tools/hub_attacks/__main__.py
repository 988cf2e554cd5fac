"""`python -m tools.hub_attacks`: every attack on a real event host, beside a neighbour who plays on.

Ends with 1 where a bar is missed: a neighbour waits more than 500 ms for one answer in twenty, or is refused; anything
is answered 500; a traceback is in the log; memory is more than one and a half times that of an ordinary evening; or
something happens that must not.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from tools.evenings.serving import more_files
from tools.evenings.timing import Waits
from tools.hub_attacks.attacker import Attacker
from tools.hub_attacks.attacks import ATTACKS, Attack
from tools.hub_attacks.neighbour import Felt, neighbour
from tools.hub_attacks.target import HOST, Prepared, Target, prepare, target

MAX_P95_MS: Final = 500.0
MAX_MEMORY: Final = 1.5
"""Times the most that an ordinary evening takes."""
ORDINARY_S: Final = 3.0
ATTACK_S: Final = 5.0


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One attack: how long neighbours waited before and meanwhile, and all that is not as it must be."""

    attack: str
    what: str
    seconds: float
    before: dict[str, Waits]
    meanwhile: dict[str, Waits]
    statuses: dict[str, int]
    """What the attacker was answered, how often; 0: hung up on."""
    ordinary_mb: float
    peak_mb: float
    tracebacks: int
    slow: tuple[str, ...]
    """Bars of time that are missed."""
    wrong: tuple[str, ...]
    """Everything else."""


def attacked(name: str, evening: Prepared, seconds: float = ATTACK_S, ordinary_s: float = ORDINARY_S) -> Outcome:
    """Do one attack on an event host of its own. Raises NotPossible where that does not start."""
    with _folder() as folder, target(evening, Path(folder)) as host:
        with neighbour(evening, host.port) as before:
            host.forget_peak()
            asyncio.run(_ordinary(Attacker(host, ordinary_s)))
            ordinary_mb = host.peak_mb
            host.forget_peak()
        begun = time.monotonic()
        with neighbour(_next(evening), host.port) as meanwhile:
            attacker = Attacker(host, seconds)
            asyncio.run(_whole(ATTACKS[name], attacker))
            taken = time.monotonic() - begun
        return _outcome(name, host, attacker, before[0], meanwhile[0], ordinary_mb, taken)


def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="planisphere-attacks-")


def _next(evening: Prepared) -> Prepared:
    """The same for a second neighbour, at another table."""
    return msgspec.structs.replace(evening, devices=(*evening.devices[:-2], evening.devices[-1], evening.devices[-2]))


async def _whole(attack: Attack, attacker: Attacker) -> None:
    """One attack, and what is left of its time: a neighbour feels what stays behind, too."""
    await attack(attacker)
    await attacker.rest()


async def _ordinary(host: Attacker) -> None:
    """What belongs to every evening: the host logs in and looks at every page."""
    await host.form("/login", 9_999, name=HOST, password=host.evening.password)
    for page in ("", "/rounds", "/players", "/judge", "/standings", "/log", "/settings"):
        await host.ask("GET", f"/host/events/{host.evening.event}{page}", b"", 9_999, cookie=host.evening.cookie)
    await host.ask("GET", f"/screen/{host.evening.screen}")
    await host.rest()


def _outcome(
    name: str, host: Target, attacker: Attacker, before: Felt, felt: Felt, ordinary_mb: float, seconds: float
) -> Outcome:
    slow = [
        f"{what}: p95 {waits.p95_ms:.0f} ms" for what, waits in felt.waits.items() if waits.p95_ms > MAX_P95_MS
    ]  # fmt: skip
    wrong = list(attacker.wrong)
    wrong += [f"a neighbour's {what}, {count} times" for what, count in felt.refused.items()]
    if not host.runs:
        wrong.append("the event host ended")
    if attacker.statuses[500]:
        wrong.append(f"{attacker.statuses[500]} answers were 500")
    if host.tracebacks:
        wrong.append(f"{host.tracebacks} tracebacks in the log: {host.last_words}")
    peak_mb = host.peak_mb if host.runs else 0.0
    if peak_mb > MAX_MEMORY * ordinary_mb:
        wrong.append(f"{peak_mb:.0f} MB, {ordinary_mb:.0f} MB on an ordinary evening")
    return Outcome(
        attack=name, what=(ATTACKS[name].__doc__ or "").strip(), seconds=round(seconds, 1), before=before.waits,
        meanwhile=felt.waits, statuses={str(status): count for status, count in sorted(attacker.statuses.items())},
        ordinary_mb=ordinary_mb, peak_mb=peak_mb, tracebacks=host.tracebacks, slow=tuple(slow), wrong=tuple(wrong),
    )  # fmt: skip


def _print(outcome: Outcome) -> None:
    waits = ", ".join(
        f"{what} {felt.p50_ms:.0f}/{felt.p95_ms:.0f}/{felt.max_ms:.0f}" for what, felt in outcome.meanwhile.items()
    )
    print(f"{outcome.attack}: {outcome.what}")
    print(f"  a neighbour waits (p50/p95/max ms): {waits}")
    print(f"  answered {outcome.statuses}; {outcome.peak_mb:.0f} MB (ordinary {outcome.ordinary_mb:.0f})")
    for text in (*outcome.slow, *outcome.wrong):
        print(f"  MISSED: {text}")
    sys.stdout.flush()


def main(argv: Sequence[str] | None = None) -> int:
    """Do them; 1 where a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.hub_attacks", description=__doc__)
    parser.add_argument("--attack", action="append", choices=sorted(ATTACKS), help="only this one (may be repeated)")
    parser.add_argument("--seconds", type=float, default=ATTACK_S, help="how long each goes on (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    args = parser.parse_args(argv)
    more_files()
    outcomes = []
    with _folder() as folder:
        evening = prepare(Path(folder))
        for name in args.attack or ATTACKS:
            outcomes.append(attacked(name, evening, args.seconds))
            if not args.json:
                _print(outcomes[-1])
    if args.json:
        print(msgspec.json.encode(outcomes).decode())
    return int(any(outcome.slow or outcome.wrong for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
