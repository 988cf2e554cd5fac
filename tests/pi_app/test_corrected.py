"""What the table puts right becomes the truth of a case, whatever kind of board it was."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from engines.look_at_the_stars.slate.board import printed_layout
from hardware.camera import Image
from pi_app.camera.cases import corrected
from pi_app.camera.query import Query
from pi_app.games.look_at_the_stars.desk import Draft
from pi_app.games.stellar.camera import cards_layout
from pi_app.games.stellar.laid import LaidCard, SeatCards
from pi_app.presenters.finished_boards import FinishedBoard

FRAME: Image = np.zeros((4, 4, 3), np.uint8)
SLATE = Query(
    kind="look_at_the_stars",
    layout=msgspec.json.encode(printed_layout(3)),
    record={
        "known": [["A1", "A2"]],
        "known_shooting_stars": [["C3", "A1"]],
        "expect": {"shape": ["E", "N"]},
    },
)
CARDS = Query(kind="stellar", layout=cards_layout("house"))


def test_a_slate_put_right_is_a_case_with_all_that_is_drawn_on_it() -> None:
    read = Draft(lines=(("B2", "B3"),), source="camera")
    assert corrected(SLATE, (FRAME,), read, read) is None
    case = corrected(SLATE, (FRAME,), read, Draft(lines=(("B3", "B4"), ("B2", "B3")), star=("D4", "F6")))
    assert case is not None
    lines = [(row["a"], row["b"], row["new"]) for row in case.truth["lines"]]
    assert lines == [("B2", "B3", True), ("B3", "B4", True), ("A1", "A2", False)]
    assert case.truth["shooting_stars"] == [{"from": "C3", "to": "A1"}, {"from": "D4", "to": "F6"}]
    assert case.query is SLATE


def test_what_a_finger_chose_or_looked_at_makes_no_case() -> None:
    read = Draft(lines=(("B2", "B3"),), source="camera")
    assert corrected(SLATE, (FRAME,), read, msgspec.structs.replace(read, mending=True, chosen="C4")) is None
    assert corrected(SLATE, (FRAME,), FinishedBoard(), FinishedBoard(lines=(("1", "2"),))) is None


def test_cards_put_right_are_a_case_whatever_order_they_lie_in() -> None:
    moon, back = LaidCard(3, "moon", "4", 2), LaidCard(5)
    satellite, planet = LaidCard(None, "satellite", "2"), LaidCard(None, "planet", "6/0", 1)
    read = SeatCards((moon, back, satellite, planet), (), "1/1-1-1")
    assert corrected(CARDS, (FRAME,), read, SeatCards((planet, satellite, moon, back))) is None
    case = corrected(CARDS, (FRAME,), read, read.with_card(0, LaidCard(3, "moon", "5", 2)))
    assert case is not None
    rows = {(row["area"], row["slot"], row["type"], row["number"], row["stars"]) for row in case.truth["cards"]}
    assert rows == {
        ("telescope", 3, "moon", 5, 2),
        ("telescope", 5, None, None, None),
        ("notebook", None, None, 2, 0),
        ("notebook", None, "planet", "6/0", 1),
    }


def test_a_case_of_cards_is_compared_with_readings_as_the_reader_gives_them() -> None:
    from vision.ink.truth import judge_things

    cards = (LaidCard(3, "moon", "4", 2), LaidCard(5), LaidCard(None, "satellite", "2"))
    case = corrected(CARDS, (FRAME,), SeatCards(), SeatCards(cards))
    assert case is not None
    reading: dict[str, Any] = {
        "cards": [
            {"area": "telescope", "slot": 3, "type": "moon", "number": 4, "stars": 2, "face_down": False},
            {"area": "telescope", "slot": 5, "type": None, "number": None, "stars": None, "face_down": True},
            {"area": "notebook", "slot": None, "type": None, "number": 2, "stars": 0, "face_down": False},
        ],
        "doubtful": [],
    }
    assert judge_things(reading, case.truth, case.query.record).outcome == "exact"
    reading["cards"][0]["number"] = 5
    assert judge_things(reading, case.truth, case.query.record).outcome == "silent"
    reading["doubtful"] = [{"card": 0, "slot": 3, "field": "number"}]
    assert judge_things(reading, case.truth, case.query.record).outcome == "asked"
