"""What turns could have scored: nothing pays more where the answer is exact, and nobody knows what they cannot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines import coach
from engines.coach import Chosen, turns
from engines.errors import NotPossible
from engines.game import Game
from engines.record import Replay, parse_record, replay_record
from engines.registry import PAD, open_game
from engines.stellar.bots import greedy_action

RECORDS = Path(__file__).parent.parent / "records"


def replayed(name: str) -> tuple[Game[Any, Any], Replay[Any, Any]]:
    record = parse_record((RECORDS / f"{name}.jsonl").read_bytes())
    game = open_game(record.header.game, record.header.pack)
    return game, replay_record(game, record)


def ends(game: Game[Any, Any], state: Any, seat: int) -> Iterator[int]:
    """The totals that a seat may have when it has nothing more to decide."""
    actions = game.legal_actions(state, seat)
    if not actions:
        yield game.score(state).players[seat].total
    for action in actions:
        yield from ends(game, game.play(state, action), seat)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("star_explorer_corrected", 58),
        ("look_at_the_stars_aura", 63),
        ("look_at_the_stars_options", 65),
    ],
)
def test_nothing_that_is_allowed_pays_more_than_an_exact_answer(name: str, line: int) -> None:
    game, replay = replayed(name)
    (turn,) = turns(game, replay, Chosen(line=line))
    place = next(i for i, entry in enumerate(replay.entries) if entry.n == turn.n)
    before, seat = replay.states[place], turn.seat
    most = max(ends(game, before, seat)) - game.score(before).players[seat].total
    assert turn.exact
    assert turn.best.points == most
    assert turn.left == most - turn.played.points


def test_the_answer_says_which_rows_grow_and_why() -> None:
    game, replay = replayed("star_explorer_corrected")
    (turn,) = turns(game, replay, Chosen(line=58))
    assert (turn.played.points, turn.best.points, turn.left) == (8, 17, 9)
    assert {gain.row: gain.points for gain in turn.best.rows} == {"round.6": 11, "rim": 6}
    assert all(gain.receipt for gain in turn.best.rows)


@pytest.mark.parametrize(
    ("name", "line", "codes"),
    [
        ("star_explorer_corrected", 58, ["star_explorer.bot.last"]),
        ("look_at_the_stars_aura", 6, ["look_at_the_stars.bot.points", "look_at_the_stars.bot.power"]),
        ("starfarers_turn_limit", 77, [f"starfarers.bot.{code}" for code in ("ships", "points", "only")]),
    ],
)
def test_every_better_action_has_a_reason_with_rules(name: str, line: int, codes: list[str]) -> None:
    game, replay = replayed(name)
    (turn,) = turns(game, replay, Chosen(line=line))
    reasons = [reason for reason in turn.best.reasons if reason is not None]
    assert [reason.code for reason in reasons] == codes
    assert all(reason.rules for reason in reasons)
    assert len(turn.best.reasons) == len(turn.best.actions)


@pytest.mark.parametrize("name", ["stellar_tie", "starfarers_turn_limit"])
def test_bots_find_turns_that_pay_more_and_none_that_pays_less(name: str) -> None:
    game, replay = replayed(name)
    found = list(turns(game, replay))
    assert any(turn.left > 0 for turn in found)
    assert all(turn.left >= 0 and not turn.exact for turn in found)
    assert all(turn.best.actions == turn.played.actions for turn in found if not turn.left)


def test_only_the_turns_of_a_seat_are_looked_at() -> None:
    game, replay = replayed("look_at_the_stars_aura")
    assert {turn.seat for turn in turns(game, replay, Chosen(seat=1))} == {1}


def test_whoever_advises_knows_only_what_the_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    game, replay = replayed("stellar_tie")
    asked: list[tuple[Any, int]] = []

    def spy(game: Any, view: Any, seat: int, rng: Random) -> Any:
        asked.append((view, seat))
        return greedy_action(game, view, seat, rng)

    monkeypatch.setattr(coach, "bots_of", lambda _game: {"spy": spy})
    (turn,) = turns(game, replay, Chosen(line=22))
    assert turn.best.actions
    assert asked
    assert all(game.view(view, seat) == view for view, seat in asked)
    hidden = replay.states[[entry.n for entry in replay.entries].index(22)].seats[1 - turn.seat].hand
    assert all(view.seats[1 - seat].hand != hidden for view, seat in asked)


@pytest.mark.parametrize(("name", "pack"), [("starfarers_light", ""), ("star_explorer_solo", PAD)])
def test_a_record_that_does_not_keep_what_choices_hang_on_is_refused(name: str, pack: str) -> None:
    game, replay = replayed(name)
    if pack:
        game = open_game(game.name, pack)
        replay = Replay((game.setup(("Ana",)),), (), ())
    with pytest.raises(NotPossible, match="neither hands nor board"):
        next(turns(game, replay))


def test_turns_may_be_talked_about_once_everybody_has_decided() -> None:
    game, replay = replayed("look_at_the_stars_aura")
    place = next(i for i, entry in enumerate(replay.entries) if entry.action["type"] == "draw")
    assert len(game.to_move(replay.states[place])) > 1
    people = range(len(replay.states[0].players))

    def talked_about(count: int) -> set[int]:
        part = Replay(replay.states[: count + 1], replay.entries[:count], replay.actions[:count])
        return {turn.n for turn in coach.open_turns(game, part, people)}

    n = replay.entries[place].n
    assert n not in talked_about(place + 1), "others have still to draw"
    after = next(i for i in range(place, len(replay.entries)) if replay.entries[i].action["type"] == "reveal")
    assert n in talked_about(after)
    assert len(talked_about(len(replay.entries))) == sum(1 for _ in coach.stretches(replay))


def test_what_hangs_on_a_hidden_hand_waits_for_the_end() -> None:
    game, replay = replayed("stellar_tie")
    half = len(replay.entries) // 2
    part = Replay(replay.states[: half + 1], replay.entries[:half], replay.actions[:half])

    def kinds(*people: int) -> set[tuple[int, str]]:
        turns = coach.open_turns(game, part, people)
        return {(turn.seat, replay.entries[turn.first].action["type"]) for turn in turns}

    assert kinds(0, 1) == {(0, "place_start"), (1, "place_start")}, "only the first cards lie open"
    assert kinds(0) == {(0, "place_start"), (1, "place_start"), (0, "take"), (0, "play_row")}
    assert {turn.seat for turn in coach.open_turns(game, replay, people=(0, 1))} == {0, 1}
