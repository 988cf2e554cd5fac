"""A disk that lost its power, made from what was written to it, and what is said of the table that comes up on it."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import Any

import pytest

from pi_app.paths import JOURNAL
from tools.kill9 import digest_of
from tools.virtual_pi import writes
from tools.virtual_pi.bench import Bench
from tools.virtual_pi.image import Image
from tools.virtual_pi.machine import Boot
from tools.virtual_pi.trials import cuts
from tools.virtual_pi.trials.cuts import Cut, Told
from tools.virtual_pi.writes import DISCARD, ENTRY, FLUSH, HEAD, MAGIC, PIECE, Replay

SECTOR = 512


def _log(path: Path, *entries: tuple[int, bytes, int]) -> Path:
    """A log as the driver keeps it: where (in bytes), what, flags."""
    text = HEAD.pack(MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0")
    for at, data, flags in entries:
        count = 8 if flags & DISCARD else len(data) // SECTOR
        text += ENTRY.pack(at // SECTOR, count, flags, 0).ljust(SECTOR, b"\0") + data
    path.write_bytes(text)
    return path


@pytest.fixture
def replay(tmp_path: Path) -> Replay:
    """A disk of sixteen kilobytes to which three writes went, a flush between them."""
    (tmp_path / "disk").write_bytes(b"." * 4 * PIECE)
    one, two, three = (letter * PIECE for letter in (b"a", b"b", b"c"))
    entries = ((0, one, 0), (0, b"", FLUSH), (PIECE, two * 2, 0), (0, b"", DISCARD), (2 * PIECE, three, 0))
    return Replay(tmp_path / "disk", _log(tmp_path / "log", *entries))


def _shown(folder: Path) -> bytes:
    return (folder / "disk").read_bytes()[::PIECE]


def test_a_disk_comes_forward_write_by_write(replay: Replay, tmp_path: Path) -> None:
    assert [(write.at, write.size, write.flush) for write in replay.writes] == [
        *((0, PIECE, False), (0, 0, True), (PIECE, 2 * PIECE, False), (0, 0, False), (2 * PIECE, PIECE, False))
    ]
    assert replay.writes[-1].end == (tmp_path / "log").stat().st_size
    for until, shown in ((2, b"a..."), (1, b"a..."), (3, b"abb."), (5, b"abc.")):
        replay.forward(until)
        assert _shown(tmp_path) == shown


def test_pieces_of_what_was_not_flushed_are_torn_and_the_disk_is_then_as_before(replay: Replay, tmp_path: Path) -> None:
    replay.forward(2)
    seen = set[bytes]()
    for seed in range(60):
        with replay.torn(5, 0.5, random.Random(seed)):
            seen.add(_shown(tmp_path))
        assert _shown(tmp_path) == b"a..."
    assert seen == {b"a...", b"ab..", b"a.b.", b"abb.", b"a.c.", b"abc."}


def test_a_log_that_ends_in_the_middle_of_a_write_is_read_to_the_one_before(tmp_path: Path) -> None:
    log = _log(tmp_path / "log", (0, b"a" * PIECE, 0), (PIECE, b"b" * PIECE, 0))
    whole = log.read_bytes()
    log.write_bytes(whole[:-1])
    assert len(writes.read(log)) == 1
    log.write_bytes(whole + b"\0" * SECTOR)
    assert len(writes.read(log)) == 2
    log.write_bytes(b"\0" * SECTOR)
    with pytest.raises(ValueError, match="not a log"):
        writes.read(log)


def test_only_a_trial_that_asks_for_it_has_all_writes_kept() -> None:
    def drive(boot: Boot) -> str:
        told = boot.command("tcg", Path("s"))
        return told[told.index("-drive") + 1]

    boot = Boot(Path("d"), Path("k"), Path("i"))
    assert drive(boot) == "file=d,format=raw,if=virtio,cache=writeback"
    assert "driver=blklogwrites,file.driver=file,file.filename=d,log.driver=file,log.filename=w," in drive(
        Boot(Path("d"), Path("k"), Path("i"), writes=Path("w"))
    )


def test_a_cut_that_is_honoured_keeps_what_was_flushed_and_another_loses_a_cache(tmp_path: Path) -> None:
    (tmp_path / "disk").touch()
    pair = ((0, b"a" * PIECE, 0), (0, b"", FLUSH))
    replay = Replay(tmp_path / "disk", _log(tmp_path / "log", *pair, *pair * 40))
    entry = {"lines": 1}
    told = Told([(0, {"lines": 0}), (replay.writes[3].end, entry), (replay.writes[-1].end, entry)], {})
    chosen = list(cuts._chosen(replay, told, random.Random(1)))
    assert len(chosen) == 2 * cuts.EACH
    for cut in chosen:
        assert 4 <= cut.end <= len(replay.writes)
        assert cut.base <= cut.end
    assert all(replay.writes[cut.base - 1].flush and cut.end - cut.base <= 1 for cut in chosen if cut.honoured)
    assert min(cut.base for cut in chosen if not cut.honoured) == 0


RECORD = ["header", '{"n":1,"at":"20:00"}', '{"n":2,"at":"20:01"}']


def _screen(lines: int, screen: str = "turn", **other: Any) -> dict[str, Any]:
    digest = digest_of(RECORD[: lines + 1])
    return {"game": 1, "lines": lines, "digest": digest, "screen": screen, "place": {"game": 1}, **other}


START: dict[str, Any] = {"game": None, "lines": 0, "digest": None, "screen": "start", "place": {}}


@pytest.mark.parametrize(
    ("after", "words", "said"),
    [
        (_screen(2), None, ("same", 0)),
        (_screen(1), None, ("earlier", 1)),
        (START, None, ("earlier", 2)),
        (START, "The journal was damaged", ("said", 2)),
        (_screen(1, digest="other"), None, ("wrong", 1)),
        (_screen(1, digest="other"), "The journal was damaged", ("wrong", 1)),
        ({**_screen(2), "lines": 3}, None, ("wrong", -1)),
        (_screen(1, "score"), None, ("wrong", 1)),
    ],
)
def test_a_table_may_come_back_to_what_was_so_earlier_and_to_nothing_else(
    after: Any, words: str | None, said: tuple[str, int]
) -> None:
    told = Told([(0, START), (1, _screen(1)), (2, _screen(2))], {1: RECORD})
    shown = RECORD[: after["lines"] + 1]
    verdict, lines = cuts._true(_screen(2), after, shown, words, told)
    assert (verdict.partition(":")[0], lines) == said


@pytest.mark.parametrize(("line", "said"), [('{"n":1,"at":"20:07"}', "earlier"), ('{"n":9,"at":"20:00"}', "wrong")])
def test_what_is_dealt_anew_may_be_so_at_another_time_and_nothing_else(line: str, said: str) -> None:
    told = Told([(0, START), (1, _screen(1)), (2, _screen(2))], {1: RECORD})
    shown = ["header", line]
    verdict, _ = cuts._true(_screen(2), _screen(1, digest=digest_of(shown)), shown, None, told)
    assert verdict.partition(":")[0] == said


@pytest.mark.parametrize(
    ("journal", "honoured", "said"),
    [(None, True, "wrong"), (None, False, "earlier"), (b"torn" * 99, True, "wrong"), (b"torn" * 99, False, "said")],
)
def test_what_was_told_as_saved_may_only_be_gone_on_a_disk_that_ignored_its_flushes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: bytes | None, honoured: bool, said: str
) -> None:
    if journal is not None:
        (tmp_path / JOURNAL).write_bytes(journal)
    monkeypatch.setattr(cuts, "kept", lambda *_, whole: contextlib.nullcontext(tmp_path))
    told = Told([(0, START), (1, _screen(1)), (2, _screen(2))], {1: RECORD})
    bench = Bench(Image(tmp_path, tmp_path, tmp_path, tmp_path), "tcg", tmp_path, tmp_path)
    verdict, lines = cuts._opened(bench, tmp_path, Cut(0, 1, honoured), told, told.saved(9))
    assert verdict.partition(":")[0] == said
    assert honoured or lines == 2
