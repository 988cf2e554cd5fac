"""What a table has learnt from its own boards: how its pens, lamps and prints look, kind by kind.

It is learnt from kept cases, and only where no case is read worse for it and less is asked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.errors import Finding, finding
from engines.files import bytes_of, write_whole
from pi_app.camera.cases import Case, CaseShelf, case_inputs, kind_of_case, replay
from pi_app.camera.kind import FEWEST_BOARDS, CameraKind
from pi_app.camera.kinds import kind_names, kind_of
from pi_app.camera.query import Query

if TYPE_CHECKING:
    from hardware.camera import Image
    from vision.ink.truth import JudgedThings

MOST_BOARDS: Final = 24
"""The latest of so many boards are learnt from, so that it does not take minutes."""


class Learnt(msgspec.Struct, frozen=True):
    """What was learnt of one kind: `habits` as in a `Query`. `asked`, `before`: questions about its `boards` with them
    and without."""

    habits: dict[str, Any]
    boards: int
    asked: int
    before: int
    nets: str
    """A digest of the nets that it was learnt with: with others it means nothing."""


class TableLearnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table has learnt of each kind, as `learnt.json` keeps it; `on`: whether it is used."""

    kinds: dict[str, Learnt] = {}
    on: bool = True
    version: int = 1


class Learner:
    """Learns from the cases of a shelf; what it has learnt is kept in the file `path`.

    A thread may learn while another reads.
    """

    def __init__(self, path: Path, shelf: CaseShelf) -> None:
        self._path, self._shelf = path, shelf
        self.broken = False
        """Whether the file could not be read; it is not used."""
        self.learnt = TableLearnt()
        try:
            found = msgspec.json.decode(bytes_of(path), type=TableLearnt)
            if found.version != self.learnt.version:
                raise msgspec.ValidationError("another version")
        except FileNotFoundError:
            return
        except (OSError, msgspec.DecodeError):
            self.broken = True
            return
        digests = {name: nets_digest(kind_of(name).nets) for name in found.kinds if name in kind_names()}
        kept = {name: one for name, one in found.kinds.items() if digests.get(name) == one.nets}
        self.learnt = msgspec.structs.replace(found, kinds=kept)

    def habits(self, kind: str) -> dict[str, Any]:
        """What it has learnt of that kind, for `Query.habits`; empty where that is nothing or is switched off."""
        one = self.learnt.kinds.get(kind) if self.learnt.on else None
        return {} if one is None else one.habits

    def learn(self) -> None:
        """Read the kept cases again, and learn from them; not while that is switched off. Raises BadInput for a damaged
        case."""
        if not self.learnt.on:
            return
        cases = self._shelf.folders()
        own = {name: [case for case in cases if kind_of_case(case) == name] for name in kind_names()}
        found = {name: _learn(kind_of(name), own[name][-MOST_BOARDS:]) for name in own if kind_of(name).nets}
        kinds = {name: learnt for name, learnt in found.items() if learnt is not None}
        self._keep(msgspec.structs.replace(self.learnt, kinds=kinds))

    def switch(self) -> None:
        """Forget what was learnt and learn no more; or learn again from the next check on."""
        self._keep(TableLearnt(on=not self.learnt.on))

    def report(self) -> Finding | None:
        """What a check of the table says of it; None where there is nothing to say."""
        if self.broken:
            return finding("learnt.broken", "{path} cannot be read: what was learnt is not used", self._path.name)
        if not self.learnt.on:
            return finding("learnt.off", "switched off: boards are read as everywhere")
        found = self.learnt.kinds.values()
        if not found:
            return None
        boards = sum(one.boards for one in found)
        now, before = sum(one.asked for one in found), sum(one.before for one in found)
        words = "boards learnt: {n}, questions about them: {now}, before: {before}"
        return finding("learnt.boards", words, boards, now, before)

    def _keep(self, learnt: TableLearnt) -> None:
        """What holds from now on; a folder that cannot be written keeps nothing beyond this evening."""
        self.learnt, self.broken = learnt, False
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, msgspec.json.format(msgspec.json.encode(learnt)))


def confirmed(query: Query, frames: tuple[Image, ...], draft: object) -> Case | None:
    """The case of a reading that was right; None where it teaches nothing."""
    kind = kind_of(query.kind)
    truth = kind.truth(query, draft) if kind.nets else None
    return None if truth is None else Case(query=query, frames=frames, truth=truth, confirmed=True)


def nets_digest(package: str) -> str:
    """What tells the nets of a package of readers from others."""
    digest = hashlib.sha256()
    for file in sorted(resources.files(package).joinpath("model").iterdir(), key=lambda file: file.name):
        digest.update(file.name.encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _learn(kind: CameraKind, cases: Sequence[Path]) -> Learnt | None:
    """What these cases teach, and in which of the kind's ways it is used: the first by which none of them is read worse
    and less is asked about them; None where there is none, or where they are too few. Each is read by what the others
    teach."""
    if len(cases) < FEWEST_BOARDS:
        return None
    habits, others = kind.learn(case_inputs(kind, case) for case in cases)
    if not habits:
        return None
    before = dict(replay(cases))
    for way in kind.ways:
        now = {
            name: one for case, own in zip(cases, others, strict=True) for name, one in replay([case], {**own, **way})
        }
        if _asked(now) < _asked(before) and not _worse(before, now):
            return Learnt({**habits, **way}, len(cases), _asked(now), _asked(before), nets_digest(kind.nets))
    return None


def _asked(judged: dict[str, JudgedThings]) -> int:
    return sum(one.asked for one in judged.values())


def _worse(before: dict[str, JudgedThings], now: dict[str, JudgedThings]) -> bool:
    from vision.ink.truth import OUTCOMES

    return any(OUTCOMES.index(now[name].outcome) > OUTCOMES.index(before[name].outcome) for name in before)
