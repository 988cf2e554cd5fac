from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engines.errors import BadInput
from engines.game import (
    NATURE,
    Action,
    Game,
    IllegalAction,
    PlayerScore,
    Row,
    ScoreSheet,
    Seat,
    State,
    Violation,
)
from engines.record import (
    ActionLine,
    CorrectLine,
    Header,
    Line,
    RecordError,
    RedoLine,
    ResultLine,
    UndoLine,
    replay_record,
)
from engines.rulebook import RuleBook
from pi_app.table.journal import Journal
from pi_app.table.session import StaleTouch, Step, TableSession


class Card(Action, frozen=True, tag="card", kw_only=True):
    value: int


class Add(Action, frozen=True, tag="add", kw_only=True):
    amount: int


class Close(Action, frozen=True, tag="close", kw_only=True):
    pass


class Tally(State, frozen=True, kw_only=True):
    cards: tuple[int, ...] = ()
    adds: tuple[tuple[int, int], ...] = ()
    closed: bool = False


class TallyGame(Game[Tally, Any]):
    """Nature turns a card, then somebody adds more than the last time, again and again until seat 0 closes."""

    name: ClassVar[str] = "tally"
    min_players = 1
    max_players = 4
    max_actions = 1000
    state_type = Tally
    action_type = Card | Add | Close
    options_type = dict[str, Any]
    rules = RuleBook("tally", ())
    pack_name = "house"

    @classmethod
    def from_pack(cls, data: bytes) -> TallyGame:
        return cls()

    def setup(self, players: Sequence[str], options: Any = None) -> Tally:
        return Tally(players=tuple(players))

    def to_move(self, state: Tally) -> tuple[Seat, ...]:
        if state.closed:
            return ()
        return (NATURE,) if len(state.cards) == len(state.adds) else tuple(range(len(state.players)))

    def legal_actions(self, state: Tally, seat: Seat) -> list[Any]:
        return []

    def check(self, state: Tally, action: Any) -> list[Violation]:
        if action.seat not in self.to_move(state):
            return [Violation("tally.turn", f"{action.seat} is not to move")]
        last = max((amount for seat, amount in state.adds if seat == action.seat), default=0)
        if isinstance(action, Add) and action.amount <= last:
            return [Violation("tally.more", f"{action.amount} is not more than {last}", overrulable=True)]
        return []

    def play(self, state: Tally, action: Any) -> Tally:
        match action:
            case Card():
                return msgspec.structs.replace(state, cards=(*state.cards, action.value))
            case Add():
                return msgspec.structs.replace(state, adds=(*state.adds, (action.seat, action.amount)))
            case _:
                return msgspec.structs.replace(state, closed=True)

    def deal(self, state: Tally, rng: Random) -> Card:
        return Card(seat=NATURE, value=rng.randrange(1_000_000))

    def score(self, state: Tally) -> ScoreSheet:
        columns = []
        for seat, name in enumerate(state.players):
            rows = tuple(Row(f"add.{i}", amount) for i, (who, amount) in enumerate(state.adds, start=1) if who == seat)
            columns.append(PlayerScore(name, sum(row.points for row in rows), rows))
        best = max(column.total for column in columns)
        return ScoreSheet("tally", tuple(columns), tuple(c.name for c in columns if c.total == best))

    def view(self, state: Tally, seat: Seat) -> Tally:
        return state

    def score_position(self, position: dict[str, Any]) -> ScoreSheet:
        raise BadInput("position.none", "no positions")


Session = TableSession[Tally, Any]
GAME = TallyGame()


def undo_of(session: Session) -> Step | None:
    return session.can_undo


def redo_of(session: Session) -> Step | None:
    return session.can_redo


def last_line(session: Session) -> Line:
    return session.record.lines[-1]


def finished(session: Session) -> bool:
    return session.finished


def card(value: int = 1) -> Card:
    return Card(seat=NATURE, value=value)


def add(amount: int, seat: int = 0) -> Add:
    return Add(seat=seat, amount=amount)


class Table:
    """A journal in a file, and sessions on it that may be begun anew."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal = Journal(path)
        self.ticks = 0

    def clock(self) -> str:
        self.ticks += 1
        return f"2026-01-31T20:00:{self.ticks:02}+00:00"

    def begin(self, seed: int | None = None) -> Session:
        game = self.journal.new_game(Header(game="tally", players=("Nina", "Ravi"), seed=seed))
        return TableSession(self.journal, game, GAME, self.clock)

    def restart(self, session: Session) -> Session:
        self.journal.close()
        self.journal = Journal(self.path)
        return TableSession(self.journal, session.game_id, GAME, self.clock)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "journal.sqlite3")
    yield table
    table.journal.close()


@pytest.fixture
def played(table: Table) -> Session:
    """1 card, 2 Nina adds 3, 3 card, 4 Ravi adds 2, 5 card, 6 Nina adds 5."""
    session = table.begin()
    for action in (card(), add(3), card(), add(2, seat=1), card(), add(5)):
        session.act(action)
    return session


# Acting --------------------------------------------------------------------------------------------------------------


def test_an_action_becomes_a_line_with_its_source_and_time(table: Table) -> None:
    session = table.begin()
    session.act(card(7), "camera")
    assert session.record.lines == (
        ActionLine(
            n=1, seat=NATURE, action={"type": "card", "value": 7}, source="camera", at="2026-01-31T20:00:01+00:00"
        ),
    )
    assert session.state.cards == (7,)


def test_an_illegal_action_changes_nothing(played: Session) -> None:
    before = played.record, played.state
    with pytest.raises(IllegalAction, match="turn"):
        played.act(add(9))
    assert (played.record, played.state) == before
    assert [v.rule for v in played.check(add(9))] == ["tally.turn"]


def test_the_table_may_overrule_and_the_record_says_so(played: Session) -> None:
    played.act(card())
    with pytest.raises(IllegalAction):
        played.act(add(1))
    played.act(add(1), overruled=("tally.more",))
    assert [o.violation.rule for o in played.replay.overruled] == ["tally.more"]


def test_a_touch_that_saw_an_older_table_is_refused(played: Session) -> None:
    seen = played.length
    played.act(card(), seen=seen)
    with pytest.raises(StaleTouch):
        played.act(add(9), seen=seen)
    with pytest.raises(StaleTouch):
        played.undo(seen=seen)
    with pytest.raises(StaleTouch):
        played.redo(seen=seen)
    assert played.length == seen + 1


def test_a_record_that_does_not_replay_is_bad_input(table: Table) -> None:
    game = table.journal.new_game(Header(game="tally", players=("Nina",)))
    table.journal.append(game, ActionLine(n=1, seat=0, action={"type": "add", "amount": 1}, source="touch"))
    with pytest.raises(RecordError, match=r"record line 2: tally\.turn"):
        TableSession(table.journal, game, GAME)


def test_an_unknown_game_cannot_be_begun_and_leaves_no_trace(table: Table) -> None:
    with pytest.raises(BadInput, match="unknown game 'tally'"):
        TableSession.begin(table.journal, Header(game="tally", players=("Nina",)))
    assert table.journal.games() == []


# Nature on a digital table -------------------------------------------------------------------------------------------


def test_nature_deals_until_a_player_is_to_move(table: Table) -> None:
    session = table.begin(seed=5)
    assert session.play_nature() == 1
    assert session.play_nature() == 0
    line = session.record.lines[0]
    assert isinstance(line, ActionLine)
    assert (line.seat, line.source) == (NATURE, "dealer")


def test_on_a_physical_table_nature_is_left_to_the_table(table: Table) -> None:
    session = table.begin()
    assert (session.digital, session.play_nature(), session.length) == (False, 0, 0)


def test_neither_a_restart_nor_an_undo_deals_anew(table: Table) -> None:
    session = table.begin(seed=5)
    session.play_nature()
    session.act(add(1))
    session.play_nature()
    cards = session.state.cards
    session.undo()
    assert session.state.cards == cards[:1]
    session = table.restart(session)
    session.act(add(1))
    session.play_nature()
    assert session.state.cards == cards
    assert cards[0] != cards[1]


def test_a_game_cut_off_before_nature_answered_is_dealt_when_it_is_taken_up(table: Table) -> None:
    header = Header(game="star_explorer", players=("Nina", "Ravi"), seed=5)
    whole = TableSession.begin(table.journal, header)
    whole.play_nature()
    cut = TableSession.begin(table.journal, header)
    resumed = TableSession.resume(table.journal, cut.game_id)
    assert resumed.state == whole.state
    assert NATURE not in resumed.game.to_move(resumed.state)


def test_an_undo_takes_back_natures_answer_together_with_the_action(table: Table) -> None:
    session = table.begin(seed=5)
    session.play_nature()
    assert undo_of(session) is None
    session.act(add(1))
    session.play_nature()
    step = undo_of(session)
    assert step is not None
    assert (step.line, step.kind, step.player, step.lines) == (2, "add", "Nina", 2)
    session.undo()
    assert session.state.adds == ()
    assert undo_of(session) is None
    back = redo_of(session)
    assert back is not None
    assert (back.kind, back.lines) == ("add", 2)


# Undo and redo -------------------------------------------------------------------------------------------------------


def test_undo_names_what_it_takes_back(played: Session) -> None:
    named = []
    while (step := played.can_undo) is not None:
        named.append((step.line, step.kind, step.player))
        played.undo()
    assert named == [
        (6, "add", "Nina"),
        (5, "card", None),
        (4, "add", "Ravi"),
        (3, "card", None),
        (2, "add", "Nina"),
        (1, "card", None),
    ]
    assert played.state == GAME.setup(("Nina", "Ravi"))
    with pytest.raises(BadInput, match="nothing to undo"):
        played.undo()


def test_redo_brings_back_every_undo_in_turn(played: Session) -> None:
    end = played.state
    states = []
    while played.can_undo:
        states.append(played.state)
        played.undo()
    while played.can_redo:
        played.redo()
        assert played.state == states.pop()
    assert played.state == end
    with pytest.raises(BadInput, match="nothing to redo"):
        played.redo()


def test_redo_names_what_it_brings_back(played: Session) -> None:
    played.undo()
    step = redo_of(played)
    assert step is not None
    assert (step.line, step.kind, step.player) == (7, "add", "Nina")


def test_undo_and_redo_play_nothing_anew(played: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TallyGame, "play", None)
    states = [played.state]
    for _ in range(3):
        played.undo()
        states.append(played.state)
    for state in states[2::-1]:
        played.redo()
        assert played.state is state


def test_after_a_new_action_there_is_nothing_to_redo(played: Session) -> None:
    played.undo()
    played.act(add(9))
    assert played.can_redo is None
    played.undo()
    assert played.state.adds == ((0, 3), (1, 2))


def test_any_earlier_line_can_be_undone_at_once(played: Session) -> None:
    played.undo(line=4)
    assert last_line(played) == UndoLine(n=7, undo=4, at="2026-01-31T20:00:07+00:00")
    assert played.state.adds == ((0, 3),)
    played.redo()
    assert last_line(played) == RedoLine(n=8, redo=7, at="2026-01-31T20:00:08+00:00")
    assert len(played.state.adds) == 3


def test_an_undo_of_a_line_that_is_none_is_bad_input(played: Session) -> None:
    with pytest.raises(BadInput, match='"undo": 99'):
        played.undo(line=99)
    assert played.length == 6


# Corrections ---------------------------------------------------------------------------------------------------------


def test_past_actions_carry_the_line_to_correct_them_by(played: Session) -> None:
    past = [(p.line, p.action.amount, len(p.before.adds)) for p in played.past("add")]
    assert past == [(2, 3, 0), (4, 2, 1), (6, 5, 2)]


def test_a_correction_keeps_what_came_later_and_says_what_changed(played: Session) -> None:
    correction = played.correct(2, add(4))
    assert [(c.player, c.row, c.before, c.after) for c in correction.changed] == [("Nina", "add.1", 3, 4)]
    assert correction.dropped == ()
    assert played.state.adds == ((0, 4), (1, 2), (0, 5))
    assert played.sheet.players[0].total == 9


def test_a_preview_changes_nothing(played: Session) -> None:
    before = played.record
    preview = played.preview_correction(2, add(4))
    assert preview.after is not None
    assert preview.after.players[0].total == 9
    assert preview.before.players[0].total == 8
    assert played.record == before


def test_a_correction_against_the_rules_needs_to_be_overruled(played: Session) -> None:
    preview = played.preview_correction(6, add(2))
    assert [v.rule for v in preview.broken] == ["tally.more"]
    assert preview.after is None
    with pytest.raises(IllegalAction, match="more"):
        played.correct(6, add(2))
    played.correct(6, add(2), overruled=("tally.more",))
    assert played.sheet.players[0].total == 5


def test_a_correction_cannot_overrule_what_no_table_may(played: Session) -> None:
    before = played.record
    with pytest.raises(IllegalAction, match="turn"):
        played.correct(6, add(9, seat=2), overruled=("tally.turn",))
    assert played.record == before


def test_later_lines_that_break_a_rule_because_of_a_correction_stay_accepted(played: Session) -> None:
    correction = played.correct(2, add(8))
    assert [(a.line, a.rules) for a in correction.accepted] == [(6, ("tally.more",))]
    assert correction.dropped == ()
    assert played.state.adds == ((0, 8), (1, 2), (0, 5))
    assert [o.n for o in played.replay.overruled] == [6]


def test_lines_that_cannot_be_kept_are_listed(played: Session) -> None:
    correction = played.preview_correction(2, Close(seat=0))
    assert [d.n for d in correction.dropped] == [3, 4, 5, 6]
    assert correction.accepted == ()


def test_a_correction_with_all_it_accepts_is_undone_in_one_step(played: Session) -> None:
    before = played.state
    played.correct(2, add(8))
    assert isinstance(played.record.lines[6], CorrectLine)
    step = undo_of(played)
    assert step is not None
    assert (step.line, step.kind, step.player, step.lines) == (7, "correction", "Nina", 1)
    played.undo()
    assert played.state == before
    back = redo_of(played)
    assert back is not None
    assert (back.kind, back.lines) == ("correction", 1)
    played.redo()
    assert played.state.adds[0] == (0, 8)


def test_a_correction_can_be_corrected_by_the_same_line(played: Session) -> None:
    played.correct(2, add(4))
    played.correct(2, add(1))
    assert played.state.adds[0] == (0, 1)
    assert [p.line for p in played.past("add")] == [2, 4, 6]
    played.undo()
    assert played.state.adds[0] == (0, 4)


def test_a_correction_that_changes_nothing_is_not_written(played: Session) -> None:
    correction = played.correct(2, add(3))
    assert (correction.after, correction.changed) == (correction.before, ())
    assert played.length == 6


def test_only_a_line_that_counts_can_be_corrected(played: Session) -> None:
    played.undo()
    with pytest.raises(BadInput, match="line 6 holds no action that counts now"):
        played.correct(6, add(7))


# The end -------------------------------------------------------------------------------------------------------------


def test_a_game_that_is_over_gets_its_result_once(table: Table, played: Session) -> None:
    played.finish()
    assert not finished(played)
    played.act(card())
    played.act(Close(seat=0))
    played.finish()
    played.finish()
    summary = table.journal.games()[0]
    assert (summary.state, summary.winners, summary.totals) == ("finished", ("Nina",), (8, 2))
    assert isinstance(table.journal.record(played.game_id).lines[-1], ResultLine)
    assert played.record == table.journal.record(played.game_id)
    replay_record(GAME, played.record)


def test_a_finished_game_can_still_be_corrected_and_is_closed_anew(table: Table, played: Session) -> None:
    played.act(card())
    played.act(Close(seat=0))
    played.finish()
    session = table.restart(played)
    assert finished(session)
    session.correct(4, add(50, seat=1))
    assert not finished(session)
    assert table.journal.games()[0].state == "running"
    session.finish()
    assert table.journal.games()[0].winners == ("Ravi",)


# Across restarts -----------------------------------------------------------------------------------------------------


def test_the_undo_and_redo_stacks_outlive_the_plug(table: Table, played: Session) -> None:
    played.correct(2, add(8))
    played.undo()
    played.undo()
    seen = played.state, played.sheet, played.can_undo, played.can_redo, played.record
    session = table.restart(played)
    assert (session.state, session.sheet, session.can_undo, session.can_redo, session.record) == seen
    session.redo()
    session.redo()
    assert session.state.adds == ((0, 8), (1, 2), (0, 5))


class RestartingTable(RuleBasedStateMachine):
    """Whatever is done, a session begun anew from the journal equals the one that lived on, undo stack and all."""

    @initialize(seed=st.sampled_from([None, 7]))
    def begin(self, seed: int | None) -> None:
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.table = Table(Path(self.folder.name) / "journal.sqlite3")
        self.session = self.table.begin(seed)
        self.model: list[Tally] = []

    def _do(self, action: Any, *overruled: str) -> None:
        self.model.append(self.session.state)
        self.session.act(action, overruled=overruled)

    @rule(amount=st.integers(1, 9), seat=st.integers(0, 1))
    def add(self, amount: int, seat: int) -> None:
        if NATURE in GAME.to_move(self.session.state) and not self.session.play_nature():
            self._do(card(amount))
        self._do(add(amount, seat), "tally.more")

    @precondition(lambda self: self.session.past("add"))
    @rule(amount=st.integers(1, 9), which=st.integers(0, 50))
    def correct(self, amount: int, which: int) -> None:
        past = self.session.past("add")
        chosen = past[which % len(past)]
        before = self.session.state
        self.session.correct(chosen.line, add(amount, chosen.action.seat), overruled=("tally.more",))
        if self.session.state != before:
            self.model.append(before)
        assert len(self.session.past("add")) == len(past)

    @precondition(lambda self: self.session.can_undo)
    @rule()
    def undo(self) -> None:
        self.session.undo()
        expected = self.model.pop()
        assert self.session.state.adds == expected.adds

    @precondition(lambda self: self.session.can_redo)
    @rule()
    def redo(self) -> None:
        self.model.append(self.session.state)
        self.session.redo()

    @rule()
    def restart(self) -> None:
        old = self.session
        new = self.table.restart(old)
        assert (new.record, new.state) == (old.record, old.state)
        assert (new.can_undo, new.can_redo) == (old.can_undo, old.can_redo)
        self.session = new

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.journal.close()
            self.folder.cleanup()


RestartingTable.TestCase.settings = settings(max_examples=8, stateful_step_count=20, deadline=None)
TestRestartingTable = RestartingTable.TestCase
