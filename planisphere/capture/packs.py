"""The pack that is made of a captured copy: the house pack with what was seen in its place."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from engines.files import write_whole
from engines.packcheck import PackReport
from engines.registry import pack_bytes
from pi_app.packs import captured_folder

NAME: Final = re.compile(r"(?!house$)[a-z0-9][a-z0-9_-]{0,40}")
"""What a captured pack may be called."""
_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)")


def upright_size(text: str, least: float, most: float) -> tuple[float, float] | None:
    """Width and height (mm) of `WIDTHxHEIGHT`; None for other texts, what is not upright, or too small or large."""
    found = _SIZE.fullmatch(text)
    if found is None or not least <= float(found[1]) < float(found[2]) <= most:
        return None
    return float(found[1]), float(found[2])


def house_pack(game: str) -> dict[str, Any]:
    """The game's house pack, decoded."""
    pack: dict[str, Any] = msgspec.json.decode(pack_bytes(game, "house"))
    return pack


def write_pack(
    game: str, name: str, seen: dict[str, Any], captured: Iterable[str], check: Callable[[bytes], PackReport[Any]],
    rest: str,
) -> int:  # fmt: skip
    """Write the house pack with what was `seen` in place of its own, once it is proved. Returns the exit code.

    `captured`: what its status calls so; `rest`: what it has from the house pack.
    """
    pack = house_pack(game)
    status = pack["status"] | dict.fromkeys(captured, "captured")
    pack |= {"pack": name, "title": f"{name}: captured from a printed copy", "status": status, **seen}
    data = msgspec.json.format(msgspec.json.encode(pack), indent=1)
    report = check(data)
    tell_report(report)
    if not report.valid:
        tell("the pack is not valid; nothing was written")
        return 2
    target = captured_folder(game) / f"{name}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, data)
    print(f"{game}/{name}")
    tell(f"written to {target}; {rest} from the house pack")
    return 0


def tell_report(report: PackReport[Any]) -> None:
    """Say what is wrong with a pack."""
    for word, findings in (("problem", report.problems), ("warning", report.warnings)):
        for found in findings:
            tell(f"{word}: {found.where}: {found.what}")


def tell(words: str) -> None:
    """Say it beside the result."""
    print(words, file=sys.stderr)
