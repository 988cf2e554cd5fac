"""Records: text, undo, redo, corrections, results."""

from __future__ import annotations

import pickle
import re
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.bots import find_bot
from engines.playout import play_record
from engines.record import (
    ActionLine,
    AlsoLine,
    CorrectLine,
    Fold,
    Header,
    Line,
    Record,
    RecordError,
    RedoLine,
    ResultLine,
    Undoable,
    UndoLine,
    format_line,
    format_record,
    parse_record,
    replay_record,
)
from engines.registry import open_game
from engines.star_explorer.model import Phase


@pytest.fixture(scope="module")
def game() -> Any:
    return open_game("star_explorer")


@pytest.fixture(scope="module")
def whole(game: Any) -> Record:
    """A two-player game with its result."""
    header = Header(game="star_explorer", options={"piles": "dealt"}, players=("Ada", "Tycho"), seed=5)
    record, _ = play_record(game, header, [find_bot("star_explorer", "random")] * 2, Random(5))
    return record


@pytest.fixture(scope="module")
def actions(whole: Record) -> Record:
    """The same game without its result."""
    return Record(whole.header, whole.lines[:-1])


def places(record: Record, kind: str) -> list[int]:
    """The numbers of the lines with that type of action."""
    return [line.n for line in record.lines if isinstance(line, ActionLine) and line.action["type"] == kind]


def extended(record: Record, *lines: Any) -> Record:
    """The record with lines (class, the line it names, more) numbered on."""
    n = len(record.lines)
    made: list[Line] = []
    for offset, (kind, target, *more) in enumerate(lines, start=1):
        key = {UndoLine: "undo", RedoLine: "redo", CorrectLine: "correct"}[kind]
        made.append(kind(n=n + offset, **{key: target}, **(more[0] if more else {})))
    return record.extended(*made)


# Text ----------------------------------------------------------------------------------------------------------


def test_a_record_is_the_same_after_writing_and_reading(whole: Record) -> None:
    text = format_record(whole)
    assert parse_record(text) == whole
    assert format_record(parse_record(text)) == text
    assert parse_record(text.decode()) == whole


def test_the_last_line_end_and_carriage_returns_do_not_matter(whole: Record) -> None:
    text = format_record(whole)
    assert parse_record(text.rstrip(b"\n")) == whole
    assert parse_record(text.replace(b"\n", b"\r\n")) == whole


def test_unknown_keys_are_kept_in_the_header_in_lines_and_in_actions(actions: Record, game: Any) -> None:
    rows = [msgspec.json.decode(row) for row in format_record(actions).splitlines()]
    for row in (rows[0], rows[1], rows[1]["action"]):
        row["mood"] = {"good": [1, None]}
    more: list[dict[str, Any]] = [
        {"n": len(rows), "undo": 3, "why": "oops"},
        {"n": len(rows) + 1, "redo": len(rows), "extra": 1},
    ]
    text = b"".join(msgspec.json.encode(row) + b"\n" for row in (*rows, *more))
    record = parse_record(text)
    again = [msgspec.json.decode(row) for row in format_record(record).splitlines()]
    assert again[0] == rows[0]
    assert again[1] == rows[1]
    assert again[-2:] == more
    assert replay_record(game, record).state == replay_record(game, actions).state


def test_overruled_is_only_written_where_it_says_something() -> None:
    line = ActionLine(n=1, seat=0, action={"type": "draw"}, source="touch")
    assert b"overruled" not in format_line(line)
    assert b'"overruled":["star_explorer.draw.g"]' in format_line(
        msgspec.structs.replace(line, overruled=("star_explorer.draw.g",))
    )


HEADER = b'{"planisphere":1,"game":"star_explorer","players":["Ada"]}\n'


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (b"", 1, "empty"),
        (b"\n\n", 1, "not a whole JSON object"),
        (b"nonsense\n", 1, "not a whole JSON object"),
        (b"[1]\n", 1, "expected a JSON object"),
        (b"\xff\xfe\n", 1, "not"),
        (b"{}\n", 1, "not a Planisphere record"),
        (b'{"planisphere":true}\n', 1, "not a Planisphere record"),
        (b'{"planisphere":0}\n', 1, "not a Planisphere record"),
        (b'{"planisphere":2}\n', 1, "newer version"),
        (b'{"planisphere":1,"game":"star_explorer"}\n', 1, "players"),
        (b'{"planisphere":1,"game":"star_explorer","players":[]}\n', 1, "length >= 1"),
        (b'{"planisphere":1,"game":"star_explorer","players":["a"],"seed":NaN}\n', 1, "not a whole JSON object"),
        (HEADER + b'{"n":1,"seat":0,"action":{"type":"dr', 2, "not a whole JSON object"),
        (HEADER + b"\n" + b'{"n":1,"undo":1}\n', 2, "not a whole JSON object"),
        (HEADER + b'{"n":1}\n', 2, "expected an action"),
        (HEADER + b'{"n":1,"seat":-1,"action":{},"source":"touch"}\n', 2, "seat"),
        (HEADER + b'{"n":1,"seat":"moon","action":{},"source":"touch"}\n', 2, "seat"),
        (HEADER + b'{"n":1,"seat":0,"action":{},"source":"dream"}\n', 2, "source"),
        (HEADER + b'{"n":1,"seat":0,"action":[],"source":"touch"}\n', 2, "action"),
        (HEADER + b'{"n":2,"seat":0,"action":{},"source":"touch"}\n', 2, 'expected "n": 1, got 2'),
        (HEADER + b'{"n":1,"undo":0}\n', 2, "undo"),
        (HEADER + b'{"n":1,"undo":1.5}\n', 2, "undo"),
        (HEADER + b'{"result":{}}\n{"n":1,"undo":1}\n', 2, "must be the last"),
        (HEADER + b'{"result":[]}\n', 2, "result"),
        (HEADER + b"[" * 100_000, 2, "nested too deeply"),
        (HEADER + b'{"n":1,"seat":0,"action":{"type":"\xff"},"source":"touch"}\n', 2, "not UTF-8 text"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text: bytes, line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as caught:
        parse_record(text)
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


def test_an_error_in_a_record_says_the_same_after_a_way_through_another_process() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(HEADER + b"{}\n")
    sent = pickle.loads(pickle.dumps(caught.value))
    assert (sent.line, sent.why.code, sent.rule) == (2, "record.kind", None)
    assert str(sent) == str(caught.value)


@settings(deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_are_a_record_or_a_record_error(data: bytes) -> None:
    try:
        record = parse_record(HEADER + data)
    except RecordError:
        return
    assert parse_record(format_record(record)) == record


def test_a_record_cut_anywhere_is_refused_or_ends_earlier(whole: Record) -> None:
    text = format_record(whole)
    for cut in range(len(text) - 400, len(text)):
        try:
            record = parse_record(text[:cut])
        except RecordError:
            assert text[cut - 1 : cut + 1] != b"}\n"
        else:
            assert whole.lines[: len(record.lines)] == record.lines


# Replay --------------------------------------------------------------------------------------------------------


def test_a_record_replays_to_its_result(game: Any, whole: Record) -> None:
    replay = replay_record(game, whole)
    assert replay.state.phase == Phase.OVER
    assert len(replay.entries) == len(replay.actions) == len(whole.lines) - 1
    assert len(replay.states) == len(replay.entries) + 1


def test_replay_stops_after_a_line(game: Any, whole: Record) -> None:
    full = replay_record(game, whole)
    for to in (0, 1, 7, len(whole.lines) - 1, len(whole.lines)):
        assert replay_record(game, whole, to).state == full.states[min(to, len(full.entries))]


def test_a_result_that_does_not_follow_from_the_record_is_refused(game: Any, whole: Record) -> None:
    line = whole.lines[-1]
    assert isinstance(line, ResultLine)
    sheet = msgspec.json.decode(msgspec.json.encode(line.result))
    replay_record(game, Record(whole.header, (*whole.lines[:-1], ResultLine({**sheet, "mood": "good"}))))
    sheet["players"][1]["rows"][2]["points"] += 1
    with pytest.raises(RecordError, match=r"players\[1\]\.rows\[2\]\.points") as caught:
        replay_record(game, Record(whole.header, (*whole.lines[:-1], ResultLine(sheet))))
    assert caught.value.line == len(whole.lines) + 1
    with pytest.raises(RecordError, match=r"players has 1 entries, the replay gives 2$"):
        replay_record(game, Record(whole.header, (*whole.lines[:-1], ResultLine({"players": sheet["players"][:1]}))))


def test_a_result_whose_receipts_were_told_otherwise_is_what_it_was(game: Any, whole: Record) -> None:
    line = whole.lines[-1]
    assert isinstance(line, ResultLine)
    sheet = msgspec.json.decode(msgspec.json.encode(line.result))
    paid = next(row for row in sheet["players"][0]["rows"] if row["receipt"])
    paid["receipt"] = []
    assert replay_record(game, Record(whole.header, (*whole.lines[:-1], ResultLine(sheet)))).state is not None
    paid["points"] += 1
    with pytest.raises(RecordError, match="points"):
        replay_record(game, Record(whole.header, (*whole.lines[:-1], ResultLine(sheet))))


@pytest.mark.parametrize(
    ("said", "lacks"),
    [
        ({}, "players is missing"),
        ({"players": None}, "players is None, the replay gives"),
        ({"winners": None}, "winners is None, the replay gives"),
        ({"mood": "good"}, "players is missing"),
    ],
)
def test_a_result_that_says_nothing_is_refused(game: Any, whole: Record, said: dict[str, Any], lacks: str) -> None:
    with pytest.raises(RecordError, match=re.escape(lacks)):
        replay_record(game, Record(whole.header, (*whole.lines[:-1], ResultLine(said))))


@pytest.mark.parametrize("key", ["name", "total"])
def test_a_result_names_every_player_and_total(game: Any, whole: Record, key: str) -> None:
    line = whole.lines[-1]
    assert isinstance(line, ResultLine)
    players = [{k: v for k, v in player.items() if k != key} for player in line.result["players"]]
    with pytest.raises(RecordError, match=rf"players\[0\]\.{key} is missing"):
        replay_record(game, Record(whole.header, (*whole.lines[:-1], ResultLine({**line.result, "players": players}))))
    without = {k: v for k, v in line.result.items() if k != "winners"}
    with pytest.raises(RecordError, match="winners is missing"):
        replay_record(game, Record(whole.header, (*whole.lines[:-1], ResultLine(without))))


def test_an_illegal_line_is_named_with_its_rule(game: Any, actions: Record) -> None:
    n = places(actions, "choose_size")[0]
    wrong = msgspec.structs.replace(actions.lines[n - 1], action={"type": "choose_size", "size": 11})
    with pytest.raises(RecordError) as caught:
        replay_record(game, Record(actions.header, (*actions.lines[: n - 1], wrong)))
    assert (caught.value.line, caught.value.rule) == (n + 1, "star_explorer.size.pile")


def test_unknown_actions_options_and_games_are_refused(game: Any, actions: Record) -> None:
    line = ActionLine(n=1, seat="nature", action={"type": "teleport"}, source="dealer")
    with pytest.raises(RecordError, match="teleport"):
        replay_record(game, Record(actions.header, (line,)))
    for change in ({"options": {"colour": "red"}}, {"players": ("Ada", "Ada")}, {"game": "stellar"}):
        with pytest.raises(RecordError, match=r"^record line 1: .*(colour|distinct|stellar)"):
            replay_record(game, Record(msgspec.structs.replace(actions.header, **change)))


def test_a_branch_goes_on_and_leaves_the_fold_it_came_from_alone(game: Any, actions: Record) -> None:
    fold: Fold[Any, Any] = Fold(game, actions.header)
    for line in actions.lines[:10]:
        fold.add(line)
    replay, branch = fold.now, fold.branch()
    branch.add(actions.lines[10])
    assert fold.now is replay
    assert len(branch.now.states) == len(replay.states) + 1
    assert all(a is b for a, b in zip(replay.states, branch.now.states, strict=False))


def test_a_line_that_cannot_be_folded_changes_nothing(game: Any, actions: Record) -> None:
    fold: Fold[Any, Any] = Fold(game, actions.header)
    for line in actions.lines[:12]:
        fold.add(line)
    before = fold.now
    for wrong in (UndoLine(n=13, undo=13), RedoLine(n=13, redo=3), CorrectLine(n=13, correct=13, action={})):
        with pytest.raises(RecordError):
            fold.add(wrong)
        assert fold.now is before
    fold.add(actions.lines[12])
    assert fold.now.entries[-1].n == 13


# Overruling ----------------------------------------------------------------------------------------------------


def overruled_draw(game: Any, actions: Record) -> Record:
    """The first drawing replaced by two lines apart from each other, against rule d, and what follows left out."""
    n = places(actions, "draw")[0]
    before = replay_record(game, actions, n - 1).state
    line = actions.lines[n - 1]
    assert isinstance(line, ActionLine)
    wide = [d for d in game.legal_actions(before, line.seat) if len(d.lines) == 4 and not d.stars]
    lines = next(
        (one, other) for d in wide for one in d.lines for other in d.lines if one < other and set(one).isdisjoint(other)
    )
    wrong = msgspec.structs.replace(
        line, action={"type": "draw", "lines": lines}, overruled=("star_explorer.draw.d", "star_explorer.draw.h")
    )
    return Record(actions.header, (*actions.lines[: n - 1], wrong))


def test_an_overruled_line_counts_and_is_listed_with_the_rules_it_broke(game: Any, actions: Record) -> None:
    record = overruled_draw(game, actions)
    replay = replay_record(game, record)
    assert [(o.n, o.violation.rule) for o in replay.overruled] == [(len(record.lines), "star_explorer.draw.d")]
    bare = msgspec.structs.replace(record.lines[-1], overruled=())
    with pytest.raises(RecordError) as caught:
        replay_record(game, Record(record.header, (*record.lines[:-1], bare)))
    assert caught.value.rule == "star_explorer.draw.d"


# Undo and redo -------------------------------------------------------------------------------------------------


def test_undo_takes_back_a_line_and_what_followed_it(game: Any, actions: Record) -> None:
    states = replay_record(game, actions).states
    n = len(actions.lines)
    undone = replay_record(game, extended(actions, (UndoLine, 9)))
    assert undone.state == states[8]
    assert [entry.n for entry in undone.entries] == list(range(1, 9))
    again = replay_record(game, extended(actions, (UndoLine, 9), (UndoLine, 4)))
    assert again.state == states[3]
    assert replay_record(game, extended(actions, (UndoLine, 9), (UndoLine, n + 1))).state == states[-1]


def by_hand(record: Record) -> Record:
    """The record as if people, not bots, had acted in it."""

    def touched(line: Line) -> Line:
        bot = isinstance(line, ActionLine) and line.source == "bot"
        return msgspec.structs.replace(line, source="touch") if bot else line

    return Record(record.header, tuple(map(touched, record.lines)))


def folded(game: Any, record: Record) -> Fold[Any, Any]:
    fold = Fold(game, record.header)
    for line in record.lines:
        fold.add(line)
    return fold


def test_an_undo_takes_a_step_of_a_person_with_what_followed_it_by_itself(game: Any, actions: Record) -> None:
    """Line 8 chose the size of the tiles, lines 9 and 10 revealed them; line 11 is a drawing."""
    played = by_hand(actions)
    assert folded(game, Record(played.header, played.lines[:5])).undoable is None
    assert folded(game, Record(played.header, played.lines[:10])).undoable == Undoable(8, 8, 3)
    assert folded(game, Record(played.header, played.lines[:11])).undoable == Undoable(11, 11, 1)


def test_what_bots_do_is_taken_back_with_what_they_answered(game: Any, actions: Record) -> None:
    played = by_hand(Record(actions.header, actions.lines[:7]))
    assert folded(game, Record(actions.header, (*played.lines, *actions.lines[7:13]))).undoable == Undoable(7, 7, 7)


def test_what_one_touch_did_is_one_step(game: Any, actions: Record) -> None:
    """Both drawings were accepted by one touch; the end of the round was another."""
    played = by_hand(actions)
    first, second = (line for line in played.lines[10:12] if isinstance(line, ActionLine))
    record = Record(played.header, (*played.lines[:11], msgspec.structs.replace(second, together=first.n)))
    fold = folded(game, parse_record(format_record(record)))
    assert offers(fold) == (Undoable(11, 11, 2, 2), None)
    fold.add(UndoLine(n=13, undo=11))
    assert offers(fold) == (Undoable(8, 8, 3), Undoable(13, 11, 2, 2))
    fold.add(RedoLine(n=14, redo=13))
    fold.add(msgspec.structs.replace(played.lines[12], n=15))
    assert offers(fold) == (Undoable(15, 15, 1), None)


def offers(fold: Fold[Any, Any]) -> tuple[Undoable | None, Undoable | None]:
    """What one undo would take back now, and what one redo would bring back."""
    return fold.undoable, fold.redoable


def test_a_redo_brings_back_what_the_latest_undo_took(game: Any, actions: Record) -> None:
    played = Record(actions.header, by_hand(actions).lines[:12])
    fold = folded(game, played)
    assert offers(fold) == (Undoable(12, 12, 1), None)
    fold.add(UndoLine(n=13, undo=12))
    assert offers(fold) == (Undoable(11, 11, 1), Undoable(13, 12, 1))
    fold.add(UndoLine(n=14, undo=11))
    assert offers(fold) == (Undoable(8, 8, 3), Undoable(14, 11, 1))
    fold.add(UndoLine(n=15, undo=8))
    assert offers(fold)[1] == Undoable(15, 8, 3)
    fold.add(RedoLine(n=16, redo=15))
    assert fold.state == replay_record(game, played, 10).state
    assert offers(fold) == (Undoable(8, 8, 3), Undoable(14, 11, 1))
    fold.add(msgspec.structs.replace(played.lines[10], n=17))
    assert offers(fold) == (Undoable(17, 17, 1), None)


def test_a_correction_is_one_step_with_the_acceptance_that_makes_room_for_it(game: Any, actions: Record) -> None:
    played = Record(actions.header, by_hand(actions).lines[:12])
    same, other = played.lines[11], played.lines[10]
    assert isinstance(same, ActionLine)
    assert isinstance(other, ActionLine)
    accepted = CorrectLine(n=13, correct=12, action=same.action, overruled=("star_explorer.draw.g",))
    fold = folded(
        game,
        played.extended(accepted, CorrectLine(n=14, correct=11, action={**other.action, "lines": [], "stars": []})),
    )
    assert fold.undoable == Undoable(13, 14, 2)
    fold.add(UndoLine(n=15, undo=13))
    assert fold.state == replay_record(game, played).state
    assert fold.redoable == Undoable(15, 14, 2)
    assert fold.undoable == Undoable(12, 12, 1)


def test_an_acceptance_repeats_the_latest_correction_of_the_same_line(game: Any, actions: Record) -> None:
    """Another line that was corrected before has no part in it."""
    played = Record(actions.header, by_hand(actions).lines[:12])
    other, same = (line for line in played.lines[10:] if isinstance(line, ActionLine))
    nothing = {"type": "draw", "lines": [], "stars": []}
    corrected = [(11, nothing), (12, nothing), (12, nothing), (11, other.action)]
    fold = folded(
        game, played.extended(*(CorrectLine(n=n, correct=k, action=a) for n, (k, a) in enumerate(corrected, start=13)))
    )
    assert fold.undoable == Undoable(15, 16, 2)
    fold.add(CorrectLine(n=17, correct=12, action=same.action))
    assert fold.undoable == Undoable(17, 17, 1)


def test_redo_takes_back_an_undo(game: Any, actions: Record) -> None:
    n, last = len(actions.lines), replay_record(game, actions).state
    for target in (n + 1, 9, 12, n):
        assert replay_record(game, extended(actions, (UndoLine, 9), (RedoLine, target))).state == last
    twice = extended(actions, (UndoLine, 9), (UndoLine, 4), (RedoLine, n + 2))
    assert replay_record(game, twice).state == replay_record(game, actions, 8).state


def test_redo_of_a_line_takes_back_the_undo_that_took_that_line(game: Any, actions: Record) -> None:
    """Line 6 fell with the first undo; the second one took other lines."""
    head = Record(actions.header, actions.lines[:6])
    line = actions.lines[4]
    redone = extended(head, (UndoLine, 5)).extended(msgspec.structs.replace(line, n=8))
    undone = extended(redone, (UndoLine, 3), (RedoLine, 6))
    replay = replay_record(game, undone)
    assert [entry.n for entry in replay.entries] == [1, 2, 3, 4, 5, 6]
    other = replay_record(game, extended(redone, (UndoLine, 3), (RedoLine, 8)))
    assert [entry.n for entry in other.entries] == [1, 2, 3, 4, 8]


def test_a_redo_can_be_undone_and_redone_itself(game: Any, actions: Record) -> None:
    n, states = len(actions.lines), replay_record(game, actions).states
    undone = extended(actions, (UndoLine, 9), (RedoLine, n + 1), (UndoLine, n + 2))
    assert replay_record(game, undone).state == states[8]
    assert replay_record(game, extended(undone, (RedoLine, n + 2))).state == states[-1]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ((UndoLine, 99), "names no earlier line"),
        ((RedoLine, 99), "names no earlier line"),
        ((RedoLine, 3), "was not taken back"),
        ((CorrectLine, 99, {"action": {}}), "names no earlier line"),
    ],
)
def test_undo_redo_and_correct_name_earlier_lines(game: Any, actions: Record, line: Any, reason: str) -> None:
    head = Record(actions.header, actions.lines[:20])
    with pytest.raises(RecordError, match=reason) as caught:
        replay_record(game, extended(head, line))
    assert caught.value.line == 22


# Corrections ---------------------------------------------------------------------------------------------------

NOTHING = {"action": {"type": "draw", "lines": []}}


def test_a_correction_puts_another_action_in_the_place_of_a_line(game: Any, actions: Record) -> None:
    """The last drawing becomes nothing drawn; the end of the round is kept."""
    n, seat = places(actions, "draw")[-1], 1
    before, after = replay_record(game, actions), replay_record(game, extended(actions, (CorrectLine, n, NOTHING)))
    assert after.dropped == ()
    assert [entry.n for entry in after.entries] == [entry.n for entry in before.entries]
    corrected = next(entry for entry in after.entries if entry.n == n)
    assert corrected.corrected_by == len(actions.lines) + 1
    assert corrected.seat == before.entries[n - 1].seat == seat
    assert after.state.seats[seat].drawings[-1].lines == ()
    assert after.state.seats[0] == before.state.seats[0]
    assert after.state.phase == Phase.OVER


def test_what_no_longer_replays_is_dropped_and_listed(game: Any, actions: Record) -> None:
    """Another size in round VI: the tiles revealed, drawn and ended after it no longer fit."""
    n = places(actions, "choose_size")[-1]
    state = replay_record(game, actions, n - 1).state
    line = actions.lines[n - 1]
    assert isinstance(line, ActionLine)
    other = next(size for size in state.sizes if size != line.action["size"])
    record = extended(actions, (CorrectLine, n, {"action": {"type": "choose_size", "size": other}}))
    replay = replay_record(game, record)
    assert [lost.n for lost in replay.dropped] == list(range(n + 1, len(actions.lines) + 1))
    assert {lost.by for lost in replay.dropped} == {len(actions.lines) + 1}
    assert replay.dropped[0].rule == "star_explorer.size.take"
    assert replay.dropped[0].action["type"] == "reveal"
    assert replay.state.phase == Phase.REVEAL


def test_other_lines_change_with_a_correction_as_it_says(game: Any, actions: Record) -> None:
    """The start tiles of two players were taken for each other; alone, neither line could be put right."""
    before = replay_record(game, actions)
    said = {entry.n: entry.action for entry in before.entries}
    first, second = places(actions, "deal_start")[:2]
    tiles = [said[n]["tile"] for n in (first, second)]
    swap = {"action": {**said[first], "tile": tiles[1]}}
    other = AlsoLine(second, {**said[second], "tile": tiles[0]})
    assert replay_record(game, extended(actions, (CorrectLine, first, swap))).dropped
    after = replay_record(game, extended(actions, (CorrectLine, first, {**swap, "also": (other,)})))
    assert after.dropped == ()
    assert [me.start_tile for me in after.state.seats] == tiles[::-1]
    assert [entry.n for entry in after.entries] == [entry.n for entry in before.entries]
    assert [entry.n for entry in after.entries if entry.corrected_by] == [first, second]
    beyond = {**swap, "also": (AlsoLine(len(actions.lines) + 5, {}),)}
    with pytest.raises(RecordError, match="names no earlier line"):
        replay_record(game, extended(actions, (CorrectLine, first, beyond)))


def test_an_earlier_line_that_changes_with_a_correction_is_dropped_where_it_does_not_replay(
    game: Any, actions: Record
) -> None:
    earlier, n = places(actions, "draw")[-2:]
    nowhere = AlsoLine(earlier, {"type": "draw", "lines": [], "stars": [999]})
    after = replay_record(game, extended(actions, (CorrectLine, n, {**NOTHING, "also": (nowhere,)})))
    assert (after.dropped[0].n, after.dropped[0].rule) == (earlier, "star_explorer.draw.star")
    assert [entry.n for entry in after.entries][-1] == n


def test_undo_of_a_correction_brings_everything_back(game: Any, actions: Record) -> None:
    n, last = len(actions.lines), replay_record(game, actions)
    size = places(actions, "choose_size")[-1]
    line = actions.lines[size - 1]
    assert isinstance(line, ActionLine)
    sizes = replay_record(game, actions, size - 1).state.sizes
    other = next(s for s in sizes if s != line.action["size"])
    corrected = extended(actions, (CorrectLine, size, {"action": {"type": "choose_size", "size": other}}))
    undone = replay_record(game, extended(corrected, (UndoLine, n + 1)))
    assert undone == last
    redone = replay_record(game, extended(corrected, (UndoLine, n + 1), (RedoLine, n + 1)))
    assert redone.state == replay_record(game, corrected).state
    assert len(redone.dropped) > 0


def test_a_correction_can_be_corrected_by_either_line(game: Any, actions: Record) -> None:
    n, draw = len(actions.lines), places(actions, "draw")[-1]
    line = actions.lines[draw - 1]
    assert isinstance(line, ActionLine)
    for target in (draw, n + 1):
        record = extended(actions, (CorrectLine, draw, NOTHING), (CorrectLine, target, {"action": line.action}))
        replay = replay_record(game, record)
        assert replay.state == replay_record(game, actions).state
        assert next(entry for entry in replay.entries if entry.n == draw).corrected_by == n + 2


def test_an_illegal_correction_is_refused(game: Any, actions: Record) -> None:
    draw = places(actions, "draw")[-1]
    with pytest.raises(RecordError) as caught:
        replay_record(
            game, extended(actions, (CorrectLine, draw, {"action": {"type": "draw", "lines": [], "stars": [999]}}))
        )
    assert caught.value.rule == "star_explorer.draw.star"


def test_a_line_that_was_taken_back_cannot_be_corrected(game: Any, actions: Record) -> None:
    draw, n = places(actions, "draw")[-1], len(actions.lines)
    for target in (draw, n + 1):
        with pytest.raises(RecordError, match="holds no action that counts now"):
            replay_record(game, extended(actions, (UndoLine, draw), (CorrectLine, target, NOTHING)))


def test_a_correction_may_be_overruled_and_the_list_follows(game: Any, actions: Record) -> None:
    record = overruled_draw(game, actions)
    n = len(record.lines)
    assert replay_record(game, extended(record, (CorrectLine, n, NOTHING))).overruled == ()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_sequence_of_undo_redo_and_correct_is_folded_or_refused(game: Any, actions: Record, data: Any) -> None:
    """And every undo restores exactly the moment before the line it names."""
    fold: Fold[Any, Any] = Fold(game, actions.header)
    moments = []
    for line in actions.lines[: data.draw(st.integers(5, 30))]:
        moments.append(fold.now)
        fold.add(line)
    for _ in range(data.draw(st.integers(1, 12))):
        n = len(moments) + 1
        target = data.draw(st.integers(1, n))
        kind = data.draw(st.sampled_from(["undo", "redo", "correct", "again"]))
        line = _line(kind, n, target, actions)
        now = fold.now
        try:
            fold.add(line)
        except RecordError:
            assert fold.now is now
            continue
        moments.append(now)
        if kind == "undo":
            assert fold.now == moments[target - 1]
        assert len(fold.now.states) == len(fold.now.entries) + 1 == len(fold.now.actions) + 1


def _line(kind: str, n: int, target: int, actions: Record) -> Line:
    if kind == "undo":
        return UndoLine(n=n, undo=target)
    if kind == "redo":
        return RedoLine(n=n, redo=target)
    source = actions.lines[(target * 7) % len(actions.lines)]
    assert isinstance(source, ActionLine)
    if kind == "correct":
        return CorrectLine(n=n, correct=target, action=source.action)
    return msgspec.structs.replace(source, n=n)


def test_folding_line_by_line_is_the_same_as_folding_at_once(game: Any, actions: Record) -> None:
    record = extended(actions, (UndoLine, 20), (RedoLine, len(actions.lines) + 1), (UndoLine, 30))
    fold: Fold[Any, Any] = Fold(game, record.header)
    for line in record.lines:
        fold.add(line)
    assert fold.now == replay_record(game, record)
