"""Readings of every kind set against the truth, as JSON values: what is there, what was wrong, what was asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

Outcome = Literal["exact", "asked", "refused", "silent"]
"""From best to worst: every line right; right once the questions are answered, or once every line is compared with the
photograph where the reading asks for that; no reading; wrong without a question."""
OUTCOMES: tuple[Outcome, ...] = ("exact", "asked", "refused", "silent")
HIDDEN = 0.5
"""Of a line that is covered by more than this, either answer is right."""
Thing = tuple[Any, ...]
"""Something on a board as it is compared: its kind, then what tells it from others."""
MIN_P = 0.5
"""From this probability on a thing counts as read."""


class JudgedThings(msgspec.Struct, frozen=True):
    """How a reading did.

    `chances`: the probability of each thing, and whether it is there; `wrong`: what was read wrongly or missed, in
    words; `asked`: the number of questions; `compared`: whether every line is to be compared with the photograph.
    """

    outcome: Outcome
    chances: tuple[tuple[float, bool], ...] = ()
    wrong: tuple[str, ...] = ()
    asked: int = 0
    compared: bool = False


def judge_things(reading: Mapping[str, Any], truth: Mapping[str, Any], entry: Mapping[str, Any]) -> JudgedThings:
    """Sets a reading against the truth; `entry`: what was asked, with what the record knew."""
    there, free = set(things(truth)), _either_way(truth)
    free |= _recorded(entry) - there
    found, asked = things(reading), things(reading, asked=True)
    read = {thing for thing, p in found.items() if p >= MIN_P}
    wrong = (there ^ read) - free
    chances = tuple((p, thing in there) for thing, p in (asked | found).items() if thing not in free)
    unasked = {thing for thing in wrong - asked.keys() if not _may_be(thing, reading)}
    compared = "compare" in reading
    outcome: Outcome = "exact" if not wrong else "silent" if unasked and not compared else "asked"
    said = tuple(sorted(f"{_words(thing)} {'missed' if thing in there else 'read'}" for thing in wrong))
    return JudgedThings(outcome, chances, said, len(asked.keys() - free), compared)


def nothing_new(truth: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    """Whether there is nothing on a board, in sight, that the record does not know."""
    return set(things(truth)) <= _either_way(truth) | _recorded(entry)


def _recorded(entry: Mapping[str, Any]) -> set[Thing]:
    """The record's lines; those that are not among the true ones lie under a frame."""
    boards = entry.get("boards") or {}
    found: set[Thing] = {
        ("line", name, *_pair(line)) for name, board in boards.items() for line in board.get("known", ())
    }
    found |= {("shooting star", *_pair(star)) for star in entry.get("known_shooting_stars", ())}
    return found | {("line", *_pair(line)) for line in entry.get("known", ())}


def _pair(line: Sequence[Any]) -> tuple[str, str]:
    first, second = sorted((str(line[0]), str(line[1])))
    return first, second


def _either_way(truth: Mapping[str, Any]) -> set[Thing]:
    """What is too much covered, by a hand or by the frame, for either answer to be wrong."""
    framed = {("line", *_pair(line)) for line in truth.get("under_frame", ())}
    covered = [row for row in truth.get("lines", ()) if row.get("occluded", 0.0) > HIDDEN]
    covered_cards = [row for row in truth.get("cards", ()) if row.get("hidden")]
    return framed | set(things({"lines": covered, "cards": covered_cards}))


def things(row: Mapping[str, Any], asked: bool = False) -> dict[Thing, float]:
    """Everything on a board, or on the boards of a table, of a reading or of its truth, with its probability.

    `asked`: only what is doubtful.
    """
    found: dict[Thing, float] = {}
    seen: Counter[Thing] = Counter()
    for part in ("doubtful",) if asked else ("lines", "shooting_stars", "tiles", "cards", "balls"):
        for one in row.get(part) or ():
            for thing in _things_of(part, one):
                seen[thing] += 1
                same = thing if thing[0] in ("line", "shooting star") else (*thing, seen[thing])
                found[same] = _p(one, row)
    for board in row.get("boards") or ():
        for (kind, *rest), p in things(board.get("reading", board), asked).items():
            found[kind, board["name"], *rest] = p
    return found


def _may_be(thing: Thing, reading: Mapping[str, Any]) -> bool:
    """Whether a question of the reading is about this: another card may lie there, or the tile may be another."""
    kind, *rest = thing
    doubts = [one for one in reading.get("doubtful") or () if isinstance(one, Mapping)]
    if kind == "card":
        return any("field" in one and str(one.get("slot")) == rest[1] for one in doubts)
    return kind == "tile" and any(str(other.get("tile")) == rest[0] for one in doubts for other in one.get("or") or ())


def _p(one: Any, row: Mapping[str, Any]) -> float:
    return float(one.get("p", 1.0)) if isinstance(one, Mapping) else float(row.get("p", 1.0))


def _things_of(part: str, row: Any) -> Iterator[Thing]:
    if not isinstance(row, Mapping):
        pair = part == "shooting_stars" and len(row) == 2
        yield ("shooting star", *_pair(row)) if pair else ("ball", str(row))
    elif "a" in row and "b" in row:
        yield ("line", *_pair((row["a"], row["b"])))
    elif "from" in row and "to" in row:
        yield ("shooting star", *_pair((row["from"], row["to"])))
    elif "tile" in row:
        yield ("tile", str(row["tile"]))
    elif "area" in row:
        yield ("card", *(str(row.get(field)) for field in ("area", "slot", "type", "number", "stars", "face_down")))


def _words(thing: Thing) -> str:
    kind, *rest = thing
    if kind in ("line", "shooting star"):
        *board, first, second = rest
        return " ".join([kind, *board, f"{first}-{second}"])
    return f"{kind} {' '.join(part for part in map(str, rest) if part not in ('None', 'False'))}"
