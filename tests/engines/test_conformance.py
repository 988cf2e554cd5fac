"""What every game of the registry must do; a game that is registered is tested here without being named."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from engines.bots import LEVELS, bots_of, find_bot
from engines.errors import BadInput
from engines.game import NATURE, Game, IllegalAction, Seat, State
from engines.playout import turns
from engines.record import ActionLine, Header, Record, UndoLine, format_record, parse_record, replay_record
from engines.registry import files_of, game_class, game_names, open_game, pack_bytes, pack_names, parts_of

RECORDS = Path(__file__).parent.parent / "records"
NAMES = ("Ada", "Tycho", "Vera", "Nina", "Youri", "Ana", "Ravi", "Neil")
LOOKED_AT = 12
"""Of long lists of legal actions, so many are looked at one by one."""


def small_star_explorer() -> Game[Any, Any]:
    """The house pack with the inner stars and the simplest tiles only, so that drawings can be listed all the time."""
    pack = msgspec.json.decode(pack_bytes("star_explorer", "house"))
    pack["layout"]["stars"] = [s for s in pack["layout"]["stars"] if math.hypot(s["x"], s["y"]) < 36]
    tiles = sorted(pack["tiles"], key=lambda tile: len(tile["lines"]))
    pack["tiles"] = [t for size in range(5, 11) for t in [t for t in tiles if t["size"] == size][: 4 + 4 * (size == 7)]]
    return game_class("star_explorer").from_pack(msgspec.json.encode(pack))


SMALL = {"star_explorer": small_star_explorer}
"""Games whose full box has too many legal actions to list them at every step."""
_boxes: dict[str, Game[Any, Any]] = {}


def box(name: str) -> Game[Any, Any]:
    if name not in _boxes:
        _boxes[name] = SMALL[name]() if name in SMALL else open_game(name)
    return _boxes[name]


class Moment(NamedTuple):
    game: Game[Any, Any]
    state: Any
    action: Any
    after: Any


def digital(name: str) -> dict[str, Any]:
    """The options with which the program plays a short game by itself."""
    options = parts_of(name).self_play
    return {**options, "turn_limit": "short"} if "turn_limit" in options else options


def played(name: str, seed: int = 1, players: int | None = None) -> Iterator[Moment]:
    game = box(name)
    count = players or min(game.max_players, max(2, game.min_players))
    state = game.setup(NAMES[:count], game.decode_options(digital(name)))
    for turn in turns(game, state, [find_bot(name, "random")] * count, Random(seed)):
        yield Moment(game, state, turn.action, turn.state)
        state = turn.state


def some(actions: list[Any]) -> list[Any]:
    return actions[:: max(1, len(actions) // LOOKED_AT)]


def seats(game: Game[Any, Any], state: State) -> list[Seat]:
    return [NATURE, *range(len(state.players))]


every_game = pytest.mark.parametrize("name", game_names())


@every_game
def test_legal_actions_are_unique_legal_and_there_for_who_is_to_move_only(name: str) -> None:
    for game, state, _, _ in played(name):
        moving = game.to_move(state)
        assert moving
        assert len(set(moving)) == len(moving)
        for seat in seats(game, state):
            legal = game.legal_actions(state, seat)
            assert bool(legal) == (seat in moving)
            assert len(set(legal)) == len(legal)
            for action in some(legal):
                assert action.seat == seat
                assert [v for v in game.check(state, action) if v.severity == "error"] == []


@every_game
def test_legal_actions_come_in_a_fixed_order(name: str) -> None:
    """Also from a state that was written and read again."""
    for game, state, _, _ in played(name, seed=1):
        again = msgspec.json.decode(msgspec.json.encode(state), type=game.state_type)
        for seat in game.to_move(state):
            assert game.legal_actions(state, seat) == game.legal_actions(again, seat)


@every_game
def test_what_bots_and_the_dealer_do_is_on_the_list(name: str) -> None:
    for game, state, action, _ in played(name, seed=2):
        assert action in game.legal_actions(state, action.seat)


@every_game
def test_what_a_seat_may_do_depends_only_on_what_it_sees(name: str) -> None:
    for game, state, _, _ in played(name, seed=3):
        for seat in game.to_move(state):
            view = game.view(state, seat)
            assert game.view(view, seat) == view
            if seat != NATURE:
                assert game.legal_actions(view, seat) == game.legal_actions(state, seat)


@every_game
def test_states_and_actions_survive_the_trip_through_json(name: str) -> None:
    for game, state, action, _ in played(name, seed=4):
        text = msgspec.json.encode(state)
        again = msgspec.json.decode(text, type=game.state_type)
        assert again == state
        assert msgspec.json.encode(again) == text
        data = msgspec.json.decode(msgspec.json.encode(game.encode_action(action)))
        assert game.decode_action(action.seat, data) == action
        sheet = game.score(state)
        assert msgspec.json.decode(msgspec.json.encode(sheet), type=type(sheet)) == sheet


@every_game
def test_an_illegal_action_changes_nothing_and_says_which_rule_it_breaks(name: str) -> None:
    rules = {rule.id for rule in game_class(name).rules.rules}
    past: list[Any] = []
    refused = 0
    for game, state, action, _ in played(name, seed=5):
        before = msgspec.json.encode(state)
        for other in past[-6:]:
            broken = [v for v in game.check(state, other) if v.severity == "error"]
            assert {v.rule for v in broken} <= rules
            if broken:
                refused += 1
                with pytest.raises(IllegalAction) as caught:
                    game.apply(state, other)
                assert caught.value.rule in rules
        assert msgspec.json.encode(state) == before
        past.append(action)
    assert refused > 5


@every_game
def test_playing_on_leaves_the_earlier_state_as_it_was(name: str) -> None:
    kept = [(m.state, msgspec.json.encode(m.state)) for m in played(name, seed=6)]
    assert all(msgspec.json.encode(state) == text for state, text in kept)


@every_game
@pytest.mark.parametrize("seed", [7, 8])
def test_a_game_ends_within_its_bound_at_every_number_of_players(name: str, seed: int) -> None:
    game = box(name)
    for players in range(game.min_players, game.max_players + 1):
        moments = list(played(name, seed, players))
        over = moments[-1].after
        assert len(moments) <= game.max_actions
        assert game.is_over(over)
        assert all(game.legal_actions(over, seat) == [] for seat in seats(game, over))


@every_game
def test_a_score_sheet_adds_up(name: str) -> None:
    for game, state, _, after in played(name, seed=9):
        sheet = game.score(after)
        assert game.score(after) == sheet
        assert [p.name for p in sheet.players] == list(state.players)
        assert set(sheet.winners) <= set(state.players)
        for player in sheet.players:
            assert player.total == sum(row.points for row in player.rows)
            assert len({row.row for row in player.rows}) == len(player.rows)
            for row in player.rows:
                assert row.receipt or not row.points
                assert not row.parts or sum(row.parts.values()) == row.points


@every_game
def test_every_rule_named_in_a_receipt_is_in_the_rule_book(name: str) -> None:
    rules = {rule.id for rule in game_class(name).rules.rules}
    sheet = [m.game.score(m.after) for m in played(name, seed=10)][-1]
    assert {receipt.rule for p in sheet.players for row in p.rows for receipt in row.receipt} <= rules


@every_game
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    assert [m.action for m in played(name, seed=11)] == [m.action for m in played(name, seed=11)]
    assert [m.action for m in played(name, seed=11)] != [m.action for m in played(name, seed=12)]


@every_game
def test_undo_at_every_step_restores_the_state_before(name: str) -> None:
    game = box(name)
    moments = list(played(name, seed=13))
    options = digital(name)
    header = Header(game=name, players=moments[0].state.players, options=options)
    lines = tuple(
        ActionLine(n=n, seat=m.action.seat, action=game.encode_action(m.action), source="bot")
        for n, m in enumerate(moments, start=1)
    )
    replay = replay_record(game, Record(header, lines))
    assert replay.states == (*(m.state for m in moments), moments[-1].after)
    for k in range(1, len(lines) + 1, 5):
        undone = replay_record(game, Record(header, (*lines, UndoLine(n=len(lines) + 1, undo=k))))
        assert undone.state == moments[k - 1].state


@every_game
def test_wrong_players_and_options_are_refused(name: str) -> None:
    game = box(name)
    wrong: tuple[Any, ...] = ([], NAMES[:1] * game.max_players if game.max_players > 1 else ["", ""], [*"abcdefghij"])
    for players in wrong:
        with pytest.raises(BadInput):
            game.setup(players)
    with pytest.raises(BadInput):
        game.decode_options({"no_such_option": 1})
    with pytest.raises(BadInput):
        game.decode_action(0, {"type": "no_such_action"})
    with pytest.raises(BadInput):
        game.decode_action(0, {})


@every_game
def test_every_pack_of_the_registry_opens(name: str) -> None:
    assert "house" in pack_names(name)
    for pack in pack_names(name):
        assert open_game(name, pack).pack_name == pack
    deep = b'{"zz":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    for junk in (b"", b"{}", b"[]", b"nonsense", b"\xff\xfe", deep):
        with pytest.raises(BadInput):
            game_class(name).from_pack(junk)


@every_game
def test_options_of_the_rule_book_are_those_of_the_game(name: str) -> None:
    cls = game_class(name)
    defaults = {option.name: option.default for option in cls.rules.options}
    assert {f: getattr(cls.options_type(), f) for f in cls.options_type.__struct_fields__} == defaults
    for option in cls.rules.options:
        assert option.default in option.values
        assert option.rule in {rule.id for rule in cls.rules.rules}
        for value in option.values:
            assert getattr(msgspec.convert({option.name: value}, cls.options_type), option.name) == value


@every_game
def test_there_are_a_random_and_a_greedy_bot_and_three_levels(name: str) -> None:
    assert {"random", "greedy", *LEVELS} <= set(bots_of(name))


# Golden records ------------------------------------------------------------------------------------------------


def golden(name: str) -> list[Path]:
    own = Path(str(files_of(parts_of(name)))) / "records"
    return sorted((*RECORDS.glob(f"{name}_*.jsonl"), *own.glob("*.jsonl")))


@every_game
def test_there_is_a_golden_record(name: str) -> None:
    assert golden(name), f"tests/records holds no {name}_*.jsonl"


@pytest.mark.parametrize("path", [path for name in game_names() for path in golden(name)], ids=lambda p: p.stem)
def test_golden_records_replay_to_their_result_and_are_written_as_they_were_read(path: Path) -> None:
    record = parse_record(path.read_bytes())
    assert format_record(record) == path.read_bytes()
    assert "result" in msgspec.json.decode(path.read_bytes().splitlines()[-1])
    game = open_game(record.header.game, record.header.pack)
    replay = replay_record(game, record)
    assert game.is_over(replay.state)
    written = msgspec.json.decode(path.read_bytes().splitlines()[-1])["result"]
    assert written == msgspec.json.decode(msgspec.json.encode(game.score(replay.state))), "with every receipt"


def named_components(name: str) -> set[str]:
    """What a record must name of a game's box: tiles, cards, slates; as they stand in the text of a record."""
    pack = open_game(name).pack  # type: ignore[attr-defined]
    parts: dict[str, tuple[Any, ...]] = {
        "look_at_the_stars": (*pack.night_cards, *pack.point_cards, *pack.power_cards)
        if name == "look_at_the_stars"
        else (),
        "star_explorer": (*pack.tiles, *pack.start_tiles) if name == "star_explorer" else (),
        "stellar": pack.cards if name == "stellar" else (),
    }
    slates = [f'"slate":{slate.id}' for slate in pack.slates] if name == "look_at_the_stars" else []
    return {f'"{part.id}"' for part in parts[name]} | set(slates)


@pytest.mark.parametrize("name", ["look_at_the_stars", "star_explorer", "stellar"])
def test_every_tile_card_and_slate_comes_up_in_a_golden_record(name: str) -> None:
    text = "".join(path.read_text() for path in golden(name))
    wanted = named_components(name)
    assert len(wanted) >= 47
    assert {part for part in wanted if part not in text} == set()


def test_star_explorer_has_a_golden_record_of_every_way_to_end() -> None:
    """One winner, a tie that fewer fading stars decide, a shared victory, one player, every option changed."""
    ends = {}
    for path in golden("star_explorer"):
        record = parse_record(path.read_bytes())
        sheet = open_game("star_explorer").score(replay_record(open_game("star_explorer"), record).state)
        totals = sorted(player.total for player in sheet.players)
        ends[path.stem.removeprefix("star_explorer_")] = (len(totals), len(sheet.winners), totals[-1] == totals[0])
    assert ends["two_players"][:2] == (2, 1)
    assert ends["four_players_1"][:2] == (4, 1)
    assert ends["solo"] == (1, 1, True)
    assert ends["tie_decided_by_fading_stars"] == (2, 1, True)
    assert ends["shared_victory"] == (2, 2, True)
    options = parse_record((RECORDS / "star_explorer_options.jsonl").read_bytes()).header.options
    defaults = {option.name: option.default for option in game_class("star_explorer").rules.options}
    assert set(options) == set(defaults)
    assert all(options[key] != default for key, default in defaults.items())


def test_an_unknown_game_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"unknown game 'chess': expected one of .*star_explorer"):
        open_game("chess")
    with pytest.raises(BadInput, match="unknown pack 'attic' of star_explorer: expected one of house"):
        open_game("star_explorer", "attic")
