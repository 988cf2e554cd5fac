"""A table learns from its own boards: only from enough of them, only where nothing is lost, and undone with one tap."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engines.errors import NotPossible
from pi_app.camera import learnt as learning
from pi_app.camera.cases import CaseShelf
from pi_app.camera.kind import FEWEST_BOARDS
from pi_app.camera.learnt import Learner, Learnt, TableLearnt, nets_digest
from pi_app.games.star_explorer.camera.boards import DiscKind
from pi_app.host.checkup import check_learnt
from pi_app.host.pin import HostPin
from pi_app.presenters.host import Desk, HostPresenter
from pi_app.presenters.host_update import Remark
from pi_app.presenters.navigator import Navigator
from tests.pi_app.steps import parts_of, taps
from tests.pi_app.test_cases import black
from vision.ink.truth import JudgedThings, Outcome
from vision.own.fit import Lesson
from vision.own.habits import Taught, usual

HABITS = {"bare": {"weights": [1.0, 0.5]}}
KIND = "star_explorer"


@pytest.fixture
def shelf(tmp_path: Path) -> CaseShelf:
    """One board fewer than a table learns from."""
    made = CaseShelf(tmp_path / "cases")
    for _ in range(FEWEST_BOARDS - 1):
        made.keep(msgspec.structs.replace(black(), confirmed=True))
    return made


@pytest.fixture
def learner(shelf: CaseShelf, tmp_path: Path) -> Learner:
    return Learner(tmp_path / "learnt.json", shelf)


def reads(monkeypatch: pytest.MonkeyPatch, before: list[tuple[Outcome, int]], now: list[tuple[Outcome, int]]) -> None:
    """How the kept cases are read without habits and with them: outcome and questions, the last for all that follow."""

    def replay(folders: list[Path], habits: dict[str, Any] | None = None) -> Iterator[tuple[str, JudgedThings]]:
        told = before if habits is None else now
        for folder in folders:
            outcome, asked = told[min(int(folder.name), len(told)) - 1]
            yield folder.name, JudgedThings(outcome, asked=asked)

    monkeypatch.setattr(learning, "replay", replay)
    monkeypatch.setattr(DiscKind, "learn", lambda _self, cases: (HABITS, [HABITS for _ in cases]))


def test_a_table_learns_nothing_from_few_boards(
    learner: Learner, shelf: CaseShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads(monkeypatch, [("asked", 2)], [("exact", 0)])
    learner.learn()
    assert learner.habits(KIND) == {}
    assert learner.report() is None
    shelf.keep(black())
    learner.learn()
    assert learner.habits(KIND) == HABITS


@pytest.mark.parametrize(
    ("before", "now", "accepted"),
    [
        ([("exact", 1)], [("exact", 0)], True),
        ([("exact", 1)], [("exact", 1)], False),
        ([("exact", 5), ("exact", 1)], [("asked", 1), ("exact", 0)], False),
        ([("asked", 5), ("exact", 1)], [("silent", 0), ("exact", 0)], False),
        ([("silent", 1), ("exact", 1)], [("silent", 0), ("exact", 0)], True),
    ],
)
def test_it_holds_only_where_no_case_is_read_worse_and_less_is_asked(
    learner: Learner,
    shelf: CaseShelf,
    monkeypatch: pytest.MonkeyPatch,
    before: list[tuple[Outcome, int]],
    now: list[tuple[Outcome, int]],
    accepted: bool,
) -> None:
    shelf.keep(black())
    reads(monkeypatch, before, now)
    learner.learn()
    assert (learner.habits(KIND) == HABITS) is accepted


@pytest.mark.parametrize("way", DiscKind.ways)
def test_what_is_learnt_is_used_in_the_first_way_that_reads_no_case_worse(
    learner: Learner, shelf: CaseShelf, monkeypatch: pytest.MonkeyPatch, way: dict[str, bool]
) -> None:
    shelf.keep(black())

    def replay(folders: list[Path], habits: dict[str, Any] | None = None) -> Iterator[tuple[str, JudgedThings]]:
        told: Outcome = "asked" if habits is None or habits == HABITS | way else "silent"
        for folder in folders:
            yield folder.name, JudgedThings(told, asked=1 if habits else 4)

    reads(monkeypatch, [("asked", 4)], [("asked", 1)])
    monkeypatch.setattr(learning, "replay", replay)
    learner.learn()
    assert learner.habits(KIND) == HABITS | way


def test_each_case_is_tried_by_what_the_others_teach(
    learner: Learner, shelf: CaseShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.keep(black())
    tried: dict[str, Any] = {}

    def replay(folders: list[Path], habits: dict[str, Any] | None = None) -> Iterator[tuple[str, JudgedThings]]:
        for folder in folders:
            if habits is not None:
                tried[folder.name] = habits
            yield folder.name, JudgedThings("exact", asked=0 if habits else 1)

    others = [{"bare": {"weights": [1.0, float(k)]}} for k in range(FEWEST_BOARDS)]
    monkeypatch.setattr(learning, "replay", replay)
    monkeypatch.setattr(DiscKind, "learn", lambda _self, cases: (HABITS, [others[k] for k, _ in enumerate(cases)]))
    learner.learn()
    assert [tried[folder.name] for folder in shelf.folders()] == others
    assert learner.habits(KIND) == HABITS


def test_for_each_board_it_is_told_what_the_others_teach_one_that_is_not_found_among_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    features = len(usual("vision.disc").mean)

    def lessons(_self: DiscKind, _frames: object, _query: object, truth: dict[str, int], _memory: object) -> Taught:
        if truth["number"] == 1:
            raise NotPossible("case.none", "no board")
        drawn = np.arange(20) < truth["number"]
        return False, [Lesson(np.linspace(-3.0, 3.0, 20), np.zeros((20, features)), drawn)]

    monkeypatch.setattr(DiscKind, "lessons", lessons)
    cases: list[Any] = [((), None, {"number": number}) for number in range(FEWEST_BOARDS + 1)]
    own, others = DiscKind().learn(cases)
    assert own.keys() == {"bare"}
    assert others[1] == own
    weights = [other["bare"]["weights"] for other in others]
    assert weights[0][1] > own["bare"]["weights"][1] > weights[-1][1], "without one of which much is drawn, less is"
    assert DiscKind().learn(cases[1:]) == ({}, [{}] * FEWEST_BOARDS)


def test_it_outlives_a_restart_and_is_told_in_the_check(
    learner: Learner, shelf: CaseShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.keep(black())
    reads(monkeypatch, [("exact", 2)], [("exact", 1)])
    learner.learn()
    again = Learner(tmp_path / "learnt.json", shelf)
    assert again.habits(KIND) == HABITS
    (check,) = check_learnt(again)
    assert (check.level, str(check.text)) == ("ok", "boards learnt: 12, questions about them: 12, before: 24")


@pytest.mark.parametrize(
    "text", ["", "{", '{"kinds": {"star_explorer": 3}}', '{"version": 2}', '{"other": 1}', "[1, 2]", "\x00\xff"]
)
def test_what_cannot_be_read_is_not_used_and_named(shelf: CaseShelf, tmp_path: Path, text: str) -> None:
    path = tmp_path / "learnt.json"
    path.write_bytes(text.encode("latin-1"))
    learner = Learner(path, shelf)
    assert learner.habits(KIND) == {}
    (check,) = check_learnt(learner)
    assert (check.level, check.text.code) == ("warn", "learnt.broken")


def test_other_nets_drop_what_was_learnt_with_the_old_ones(shelf: CaseShelf, tmp_path: Path) -> None:
    path = tmp_path / "learnt.json"
    for nets, habits in ((nets_digest("vision.disc"), HABITS), ("0123456789abcdef", {})):
        kinds = {KIND: Learnt(HABITS, 12, 1, 2, nets), "a_game_that_is_gone": Learnt(HABITS, 12, 1, 2, nets)}
        path.write_bytes(msgspec.json.encode(TableLearnt(kinds)))
        assert Learner(path, shelf).habits(KIND) == habits


def test_one_tap_forgets_it_and_it_stays_forgotten(
    nav: Navigator, learner: Learner, shelf: CaseShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.keep(black())
    reads(monkeypatch, [("exact", 2)], [("exact", 1)])
    learner.learn()
    nav.desk = Desk(HostPin(tmp_path / "pin.json"), checks=lambda: (), learner=learner)
    nav.open_page("host")
    host = HostPresenter(nav)
    (line,) = parts_of(host.view(), Remark)
    assert line.text.startswith("Learnt here · ")
    assert taps(host.view())["learning"].text == "Forget what was learnt"
    host.switch_learning()
    assert learner.habits(KIND) == {}
    assert taps(host.view())["learning"].text == "Learn again"
    Learner(tmp_path / "learnt.json", shelf).learn()
    assert json.loads((tmp_path / "learnt.json").read_text())["kinds"] == {}
    host.switch_learning()
    assert "learning" not in taps(host.view())
    host.check()
    assert nav.desk._thread is not None
    nav.desk._thread.join()
    assert learner.habits(KIND) == HABITS


def test_of_confirmed_boards_only_so_many_are_kept_and_none_pushes_a_corrected_one_out(tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path, most=2, most_confirmed=3)
    corrected = [shelf.keep(black()) for _ in range(2)]
    right = [shelf.keep(msgspec.structs.replace(black(), confirmed=True)) for _ in range(5)]
    assert shelf.folders() == corrected + right[2:]


def test_confirmed_boards_of_one_kind_push_none_of_another_out(tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path, most_confirmed=2)
    disc = msgspec.structs.replace(black(), confirmed=True)
    slate = msgspec.structs.replace(disc, query=msgspec.structs.replace(disc.query, kind="look_at_the_stars"))
    kept = [shelf.keep(case) for case in (disc, slate, slate, slate)]
    assert shelf.folders() == [kept[0], *kept[2:]]
