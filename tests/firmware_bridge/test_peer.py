"""The link's two ends over lines that lose, double, delay and break: every message once, in order."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.firmware.peer import GREETING_INTERVAL_MS, MAX_UNDER_WAY, SILENCE_LIMIT_MS, VERSION, Peer


class Line:
    """Two ends and what is under way between them; time goes in steps of 5 ms."""

    def __init__(self, loss: float, seed: int) -> None:
        self.rng = random.Random(seed)
        self.loss = loss
        self.now = 0
        self.ends = [Peer(11, "one", "1"), Peer(22, "two", "1")]
        self.under_way: list[tuple[int, int, list[Any]]] = []
        self.got: list[list[Any]] = [[], []]

    def step(self) -> None:
        self.now += 5
        for k, end in enumerate(self.ends):
            for frame in end.due(self.now):
                if self.rng.random() >= self.loss:
                    for _ in range(2 if self.rng.random() < self.loss / 10 else 1):
                        self.under_way.append((self.now + self.rng.choice((0, 5, 10)), 1 - k, frame))
        arrived = [entry for entry in self.under_way if entry[0] <= self.now]
        self.under_way = [entry for entry in self.under_way if entry[0] > self.now]
        for _, k, frame in arrived:
            self.got[k] += self.ends[k].receive(frame, self.now)

    def cut(self) -> None:
        self.under_way = []
        for end in self.ends:
            end.reconnect()


@pytest.mark.parametrize("loss", [0.0, 0.45])
def test_every_message_arrives_once_and_in_order(loss: float) -> None:
    line = Line(loss, 5)
    sent = [0, 0]
    cuts = 0
    while min(len(line.got[0]), len(line.got[1])) < 1000:
        for k, end in enumerate(line.ends):
            while sent[k] < 1000 and end.room() > 40 and end.send(sent[k]):
                sent[k] += 1
        line.step()
        if len(line.got[0]) > 40 * (cuts + 1):
            cuts += 1
            line.cut()
        assert line.now < 600_000
    assert line.got == [list(range(1000)), list(range(1000))]
    assert cuts >= 20


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=10, max_size=60), st.integers(0, 99))
def test_whatever_happens_when_nothing_is_lost_or_doubled(happenings: list[int], seed: int) -> None:
    line = Line(0.3, seed)
    sent = [0, 0]
    for happening in happenings:
        if happening == 0:
            line.cut()
        elif happening in (1, 2):
            sent[happening - 1] += line.ends[happening - 1].send(sent[happening - 1])
        else:
            for _ in range(happening * 4):
                line.step()
    for _ in range(2000):
        line.step()
    assert line.got == [list(range(sent[1])), list(range(sent[0]))]


def test_an_end_that_was_started_anew_gets_what_is_not_acknowledged_and_nothing_twice() -> None:
    line = Line(0.0, 1)
    line.ends[0].send("before")
    for _ in range(10):
        line.step()
    assert line.got[1] == ["before"]
    line.ends[1] = Peer(33, "two", "1")
    line.under_way = []
    line.ends[0].send("after")
    for _ in range(100):
        line.step()
    assert line.got[1] == ["before", "after"]
    line.ends[1].send("hello")
    for _ in range(20):
        line.step()
    assert line.got[0] == ["hello"]


def test_frames_for_an_earlier_start_are_answered_with_a_greeting_not_taken() -> None:
    end = Peer(11, "one", "1")
    assert end.receive([22, 99, 1, 0, 0, "old"], 0) == []
    assert [frame[2] for frame in end.due(0)] == [-1]


def test_another_protocol_version_is_named_and_nothing_is_taken_from_it() -> None:
    end = Peer(11, "one", "1")
    hello = {"v": VERSION + 1, "name": "new", "program": "9", "base": 1}
    assert end.receive([22, 11, -1, 0, 0, hello], 0) == []
    assert end.refused == VERSION + 1
    assert not end.linked(0)


def test_a_silent_other_end_counts_as_away_and_is_greeted_again() -> None:
    line = Line(0.0, 1)
    for _ in range(20):
        line.step()
    one = line.ends[0]
    assert one.linked(line.now)
    late = line.now + SILENCE_LIMIT_MS
    assert not one.linked(late)
    assert next(frame[2] for frame in one.due(late)) == -1
    assert all(frame[2] != -1 for frame in one.due(late + GREETING_INTERVAL_MS - 1))


def test_no_more_than_the_room_is_kept_and_no_more_than_the_window_is_under_way() -> None:
    line = Line(0.0, 1)
    for _ in range(20):
        line.step()
    one = line.ends[0]
    taken = sum(one.send(k) for k in range(100))
    assert taken == 64
    assert one.room() == 0
    assert len([frame for frame in one.due(line.now + 5) if frame[2] > 0]) == MAX_UNDER_WAY


@given(st.lists(st.none() | st.integers(-3, 2**70) | st.text(max_size=3) | st.booleans(), max_size=8))
def test_frames_that_make_no_sense_do_nothing(frame: list[Any]) -> None:
    end = Peer(11, "one", "1")
    assert end.receive(frame, 0) == []
    assert end.room() == 64


def test_a_greeting_without_its_numbers_is_none() -> None:
    end = Peer(11, "one", "1")
    for hello in (None, {}, {"v": VERSION}, {"v": VERSION, "base": "1"}):
        assert end.receive([22, 11, -1, 0, 0, hello], 0) == []
    assert end.other == 0
