"""Inputs of a fuzzer as small edits of whole files: `{"base": NAME, "edits": [[PATH, VALUE], [PATH], …]}`.

A pack or a record has ten thousand characters and more, of which a fuzzer should change a few. An edit puts a value
at a path of the base, or takes what is there away. Bytes that are no such object are taken as the file itself.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

MOST_EDITS = 8
STRANGE: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 255, 256, 65_536, 2**31, 2**53 + 1, 2**64, -(2**63), 0.5, -0.0, 1e308, 5e-324,
    "", " ", "x", "\0", "é\n", "💫", "A0", "Z99", "..", "0", "nature", "house", "x" * 300,
    [], {}, [[]], [0], [0, 0], [None], {"type": "x"}, [1e9, -1e9], [[0, 0]] * 4, {"0": [0, 0]}, "DICT_4X4_1000",
)  # fmt: skip


def one_line(error: Exception) -> None:
    """A refusal is one line of words."""
    assert " ".join(str(error).split())


class Edits(msgspec.Struct, forbid_unknown_fields=True):
    """A base and what is changed in it."""

    base: str
    edits: list[Any]


def edited(data: bytes, bases: Mapping[str, Any]) -> Any:
    """The changed base, or None where `data` is no edit of one of these bases."""
    try:
        wanted = msgspec.json.decode(data, type=Edits)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if wanted.base not in bases:
        return None
    whole = {"": copy.deepcopy(bases[wanted.base])}
    for edit in wanted.edits[:MOST_EDITS]:
        if isinstance(edit, list) and edit and isinstance(edit[0], list):
            _apply(whole, ["", *edit[0]], edit[1:2])
    return whole.get("")


def _apply(whole: Any, path: list[Any], value: list[Any]) -> None:
    at = whole
    for key in path[:-1]:
        if not _has(at, key):
            return
        at = at[key]
    last = path[-1]
    if not value:
        if _has(at, last):
            del at[last]
    elif isinstance(at, dict) and isinstance(last, str):
        at[last] = copy.deepcopy(value[0])
    elif isinstance(at, list) and isinstance(last, int) and not isinstance(last, bool) and 0 <= last <= len(at):
        at[last : last + 1] = [copy.deepcopy(value[0])]


def _has(at: Any, key: Any) -> bool:
    if isinstance(at, dict):
        return isinstance(key, str) and key in at
    return isinstance(at, list) and isinstance(key, int) and not isinstance(key, bool) and 0 <= key < len(at)


def seeds(bases: Mapping[str, Any]) -> list[bytes]:
    """Every base as it is."""
    return [msgspec.json.encode(Edits(name, [])) for name in sorted(bases)]


def mutated(data: bytes, chance: Random, bases: Mapping[str, Any]) -> bytes:
    """The edits changed by one: one more, one less, another base, or another value."""
    try:
        now = msgspec.json.decode(data, type=Edits)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        now = Edits(chance.choice(sorted(bases)), [])
    if now.base not in bases or chance.random() < 0.05:
        now = Edits(chance.choice(sorted(bases)), now.edits)
    way = chance.random()
    if now.edits and (way < 0.2 or len(now.edits) >= MOST_EDITS):
        del now.edits[chance.randrange(len(now.edits))]
    elif now.edits and way < 0.4 and isinstance(now.edits[-1], list):
        now.edits[-1] = [*now.edits[-1][:1], value_for(bases[now.base], chance)]
    else:
        path = _path(bases[now.base], chance)
        gone = chance.random() < 0.2
        now.edits.append([path] if gone else [path, _near(bases[now.base], path, chance)])
    return msgspec.json.encode(now)


def value_for(base: Any, chance: Random) -> Any:
    """A strange value, or one that stands somewhere else in the base."""
    if chance.random() < 0.6:
        return chance.choice(STRANGE)
    return _at(base, _path(base, chance))


def _near(base: Any, path: list[Any], chance: Random) -> Any:
    """A value much like the one there, or any other."""
    there = _at(base, path)
    if isinstance(there, int | float) and not isinstance(there, bool) and chance.random() < 0.5:
        return chance.choice([there + 1, there - 1, -there, there * 2, there * 1000, there / 3])
    if isinstance(there, list) and there and chance.random() < 0.5:
        return chance.choice([there * 2, there[::-1], there[:-1], [*there, there[0]]])
    return value_for(base, chance)


def _at(base: Any, path: list[Any]) -> Any:
    for key in path:
        base = base[key]
    return base


def _path(base: Any, chance: Random) -> list[Any]:
    path: list[Any] = []
    at = base
    while isinstance(at, dict | list) and at and (not path or chance.random() < 0.85):
        key = chance.choice(sorted(at)) if isinstance(at, dict) else chance.randrange(len(at))
        path.append(key)
        at = at[key]
    return path
