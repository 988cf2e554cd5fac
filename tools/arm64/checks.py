"""What is done on both machines, and how alike the results must be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from tools.arm64.sides import Side
from tools.virtual_pi.qmp import Refused
from tools.wheels import SOURCE_ONLY, pinned

Check: TypeAlias = Callable[[Side, Side], dict[str, Any]]
PHOTOS: Final = {"star_explorer": 3, "look_at_the_stars": 3, "stellar": 1, "balls": 1, "tiles": 2}
"""How many photographs of each kind are read; the slowest are last."""
NEAR: Final = 0.05
"""By how much numbers of a reading may differ: pixels, degrees, or shares of 1."""
TIMES: Final = "ms"
SPEED: Final = " games/s, "
"""What readings and simulated games say of their own speed: not compared."""
GAMES: Final = ("star_explorer", "look_at_the_stars", "stellar", "starfarers")
RECORD: Final = "played.jsonl"
PLAYED: Final = ("play", "--digital", "--game", "star_explorer", "--seed", "3", "--autoplay", "7200")


def wheels(_here: Side, there: Side) -> dict[str, Any]:
    """Every pinned dependency is there in its version; which of them is no wheel."""
    told = json.loads(there.run("python", "-m", "pip", "list", "--format=json"))
    found = {package["name"].lower().replace("_", "-"): package["version"] for package in told}
    python = there.run("python", "-c", "import platform; print(platform.python_version())").strip()
    place = {"python_version": python.rpartition(".")[0], "python_full_version": python, "platform_machine": "aarch64"}
    place |= {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    wanted = [one for one, _ in pinned() if one.marker is None or one.marker.evaluate(place)]
    missing = [str(one) for one in wanted if not one.specifier.contains(found.get(one.name.lower(), "0"))]
    if missing:
        raise Refused(f"not there, or in another version: {', '.join(missing)}")
    return {"python": python, "packages": len(wanted), "built without a compiler": ", ".join(SOURCE_ONLY)}


def doctor(here: Side, there: Side) -> dict[str, Any]:
    """`planisphere doctor` looks at the same things there as here."""
    both = [json.loads(side.run("planisphere", "doctor", "--json", may_fail=True)) for side in (here, there)]
    names = [[check["name"] for check in told["checks"]] for told in both]
    if names[0] != names[1]:
        raise Refused(f"here {names[0]}, there {names[1]}")
    return {"things looked at": len(names[0])}


def rules(here: Side, there: Side) -> dict[str, Any]:
    """A position is scored, records are replayed, bots play games: the same to the letter."""
    records = sorted(str(path.relative_to(here.folder)) for path in (here.folder / "tests/records").glob("*.jsonl"))
    commands = [["score", "docs/examples/nina.json"], *(["replay", record] for record in records)]
    commands += [["simulate", game, "--games", "2", "--seed", "5", "--players", "2"] for game in GAMES]
    for words in commands:
        alike(" ".join(words), *(side.run("planisphere", *words) for side in (here, there)))
    return {"records": len(records), "simulated games": 2 * len(GAMES)}


def read(here: Side, there: Side) -> dict[str, Any]:
    """Photographs of every kind: the same lines, stars, tiles, cards and balls, numbers within `NEAR`."""
    most = 0.0
    for kind, count in PHOTOS.items():
        readings = []
        for side in (here, there):
            folder = side.folder / "tests/photos" / kind
            few = folder / "few.jsonl"
            few.write_text("".join((folder / f"{kind}.list.jsonl").open(encoding="utf-8").readlines()[:count]), "utf-8")
            told = side.run("planisphere", "read-batch", kind, str(few.relative_to(side.folder)))
            readings.append([json.loads(line) for line in told.splitlines()])
        if len(readings[0]) != count:
            raise Refused(f"{kind}: {len(readings[0])} readings of {count} photographs")
        most = max([most, *differences(readings[0], readings[1], kind)])
    if most > NEAR:
        raise Refused(f"numbers differ by up to {most:g}, more than {NEAR:g}")
    return {"photographs": sum(PHOTOS.values()), "numbers differ at most by": round(most, 5)}


def game(here: Side, there: Side) -> dict[str, Any]:
    """A whole game plays itself through the screens there: its record has the same score sheet on both machines."""
    sheet = json.loads(there.run("planisphere", *PLAYED))
    record = there.run("planisphere", "export", "last", "--format", "record")
    for side in (here, there):
        (side.folder / RECORD).write_text(record, "utf-8")
    replays = [side.run("planisphere", "replay", "--json", RECORD) for side in (here, there)]
    alike(f"replay {RECORD}", *replays)
    totals = [[player["total"] for player in told["players"]] for told in (sheet, json.loads(replays[0]))]
    if totals[0] != totals[1]:
        raise Refused(f"played to {totals[0]}, replayed to {totals[1]}")
    return {"totals": ", ".join(map(str, totals[0]))}


def engines(_here: Side, there: Side) -> dict[str, Any]:
    """The tests of the rules pass there, but those that read the sources, which are not there."""
    words = ("-q", "-p", "no:cacheprovider", "-m", "not exhaustive", "--ignore-glob=*_rule_ids.py", "tests/engines")
    told = there.run("python", "-m", "pytest", *words)
    return {"pytest": told.strip().splitlines()[-1]}


CHECKS: Final[dict[str, Check]] = {one.__name__: one for one in (wheels, doctor, rules, read, game, engines)}
"""In the order in which they run."""


def differences(one: Any, other: Any, where: str) -> Iterator[float]:
    """How far the numbers of two readings lie apart. Raises Refused where anything else is not the same."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one.keys() - {TIMES}:
            yield from differences(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{where}[{number}]")
    elif isinstance(one, float) and isinstance(other, float):
        yield abs(one - other)
    elif one != other:
        raise Refused(f"{where}: here {one!r}, there {other!r}")


def alike(what: str, *printed: str) -> None:
    """Both printed the same, whatever they say of their speed. Raises Refused."""
    one, other = ([line for line in text.splitlines() if SPEED not in line] for text in printed)
    if one != other:
        apart = next((pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]), "one is longer")
        raise Refused(f"{what}: not the same: {apart}")
