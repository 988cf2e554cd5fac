"""What was told for another thing changes places with it: every kind of entry, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.bots import find_bot
from engines.corrections import swapped
from engines.game import NATURE
from engines.look_at_the_stars.model import DealSlate
from engines.look_at_the_stars.model import Reveal as NightCard
from engines.playout import play_record
from engines.record import ActionLine, Header
from engines.registry import open_game
from engines.star_explorer.model import SIZES, ChooseSide, ChooseSize, DealStart
from engines.star_explorer.model import Reveal as Tile
from engines.stellar.model import EMPTY, Phase, PlayHand, PlayRow, Refill, Take
from engines.stellar.model import Reveal as TopCard


def played(name: str, seed: int = 2) -> tuple[Any, list[Any], list[Any]]:
    """A whole game at a table: the rules, the states, the actions."""
    game: Any = open_game(name)
    options = {"turn_limit": "short"} if name == "starfarers" else {}
    header = Header(game=name, players=("Ana", "Ravi"), options=options)
    record, _ = play_record(game, header, [find_bot(name, "random")] * 2, Random(seed))
    actions = [game.decode_action(a.seat, a.action) for a in record.lines if isinstance(a, ActionLine)]
    states = [game.setup(header.players, game.decode_options(options))]
    for action in actions:
        states.append(game.play(states[-1], action))
    return game, states, actions


def of(actions: list[Any], kind: type[Any]) -> list[int]:
    return [k for k, action in enumerate(actions) if type(action) is kind]


def put_right(game: Any, states: list[Any], actions: list[Any], place: int, now: Any) -> dict[int, Any]:
    """What a correction changes, by the place of the action."""
    changed = game.put_right(states, actions, place, now)
    assert len(changed) == len(actions)
    return {k: new for k, (old, new) in enumerate(zip(actions, changed, strict=True)) if old != new}


def test_only_actions_of_the_same_kind_that_name_the_other_thing_change() -> None:
    one, two, side = (DealStart(seat=NATURE, player=k, tile=t) for k, t in ((0, "a"), (1, "b"), (2, "c")))
    now = DealStart(seat=NATURE, player=0, tile="b")
    other = ChooseSide(seat=0, side=1)
    assert swapped([one, other, two, side], 0, now, "tile") == [
        now,
        other,
        DealStart(seat=NATURE, player=1, tile="a"),
        side,
    ]
    assert swapped([one, two], 0, now) == [now, two]


@pytest.mark.parametrize(
    ("name", "kind", "field"),
    [
        ("star_explorer", DealStart, "tile"),
        ("star_explorer", Tile, "tile"),
        ("look_at_the_stars", DealSlate, "slate"),
        ("look_at_the_stars", NightCard, "card"),
    ],
)
def test_tiles_slates_and_night_cards_change_places(name: str, kind: type[Any], field: str) -> None:
    game, states, actions = played(name)
    first, *_, last = of(actions, kind)
    for place, other in ((first, last), (last, first)):
        data = game.encode_action(actions[place]) | {field: getattr(actions[other], field)}
        changed = put_right(game, states, actions, place, game.decode_action(NATURE, data))
        assert set(changed) == {first, last}
        assert getattr(changed[other], field) == getattr(actions[place], field)


def test_a_size_that_lies_in_no_pile_any_more_changes_places_with_the_round_that_played_it() -> None:
    game, states, actions = played("star_explorer")
    sizes = of(actions, ChooseSize)
    told = [actions[k].size for k in sizes]
    free = next(size for size in SIZES if told.count(size) < SIZES.count(size) and size != told[0])
    seat = actions[sizes[0]].seat
    assert set(put_right(game, states, actions, sizes[0], ChooseSize(seat=seat, size=free))) == {sizes[0]}
    once = next(k for k in sizes[1:] if actions[k].size not in (7, actions[sizes[0]].size))
    now = ChooseSize(seat=seat, size=actions[once].size)
    changed = put_right(game, states, actions, sizes[0], now)
    assert changed == {sizes[0]: now, once: ChooseSize(seat=actions[once].seat, size=actions[sizes[0]].size)}


def test_tiles_of_another_size_stay_as_they_were_turned_over() -> None:
    game, states, actions = played("star_explorer")
    size = of(actions, ChooseSize)[0]
    other = next(s for s in states[size].sizes if s != actions[size].size)
    state = game.play(states[size], ChooseSize(seat=actions[size].seat, size=other))
    found = game.check(state, actions[size + 1])
    assert [(v.rule, v.overrulable) for v in found] == [("star_explorer.size.take", True)]


# Stellar -------------------------------------------------------------------------------------------------------------


def test_a_card_and_all_that_names_it_change_places_with_another() -> None:
    game, states, actions = played("stellar")
    first, second = of(actions, Refill)[:2]
    one, two = actions[first].card, actions[second].card
    now = Refill(actions[first].coordinate, two, seat=NATURE)
    changed = put_right(game, states, actions, first, now)
    names = {one: two, two: one}
    for place, action in changed.items():
        assert action.card == names[actions[place].card]
    assert {k for k, a in enumerate(actions) if getattr(a, "card", "") in names} == set(changed)


def test_the_card_that_lay_in_a_slot_takes_the_one_that_is_free_now() -> None:
    game, states, actions = played("stellar")
    mine = [k for k in (*of(actions, PlayHand), *of(actions, PlayRow)) if actions[k].seat == 0]
    first, other = sorted(k for k in mine if isinstance(actions[k].to, int))[:2]
    for place, there in ((first, other), (other, first)):
        data = game.encode_action(actions[place]) | {"to": actions[there].to}
        changed = put_right(game, states, actions, place, game.decode_action(0, data))
        assert (set(changed), changed[there].to) == ({first, other}, actions[place].to)


def test_a_card_that_went_to_the_other_area_sends_the_other_card_of_its_turn_back() -> None:
    game, states, actions = played("stellar")
    hand = next(k for k in of(actions, PlayHand) if actions[k].to == "notebook")
    row = next(k for k in of(actions, PlayRow) if k > hand)
    slot = actions[row].to
    now = PlayHand(actions[hand].card, slot, seat=actions[hand].seat)
    assert put_right(game, states, actions, hand, now) == {
        hand: now,
        row: PlayRow("notebook", seat=actions[row].seat),
    }


def test_the_row_card_that_was_played_stays_although_the_number_points_elsewhere() -> None:
    game, states, actions = played("stellar")
    row = next(k for k in of(actions, PlayRow) if states[k].coordinate)
    state, action = states[row], actions[row]
    other = next(k for k, card in enumerate(state.row, start=1) if k != state.coordinate and card != EMPTY)
    elsewhere = type(state)(**{f: getattr(state, f) for f in state.__struct_fields__} | {"coordinate": other})
    told = game.in_turn(elsewhere, action, [], True, state)
    assert told.coordinate == state.coordinate
    assert [(v.rule, v.overrulable) for v in game.check(elsewhere, told)] == [("stellar.turn.play_row", True)]
    assert game.play(elsewhere, told).row == game.play(state, action).row
    assert game.in_turn(state, told, [], True, state) == action
    gone = PlayRow(action.to, action.face_down, state.row.index(EMPTY) + 1, seat=action.seat)
    assert [(v.rule, v.overrulable) for v in game.check(state, gone)] == [("stellar.turn.play_row", False)]


def test_a_card_of_the_deck_stays_although_the_number_points_to_the_row() -> None:
    game, states, actions = played("stellar")
    place = of(actions, TopCard)[0]
    state = states[place]
    there = next(k for k, card in enumerate(state.row, start=1) if card != EMPTY)
    pointing = type(state)(
        **{f: getattr(state, f) for f in state.__struct_fields__} | {"coordinate": there, "phase": Phase.PLAY_ROW}
    )
    assert [(v.rule, v.overrulable) for v in game.check(pointing, actions[place])] == [("stellar.turn.play_row", True)]
    assert game.play(pointing, actions[place]) == game.play(state, actions[place])
    back = PlayRow(actions[place + 1].to, actions[place + 1].face_down, there, seat=state.seat)
    assert game.play(state, back).row[there - 1] == EMPTY


def test_another_card_of_the_row_was_taken_and_every_later_one_from_where_it_lies() -> None:
    game, states, actions = played("stellar")
    take = of(actions, Take)[0]
    row, coordinate = states[take].row, actions[take].coordinate
    other = coordinate % 5 + 1
    changed = game.put_right(states, actions, take, Take(other, seat=actions[take].seat))
    names = {
        game.deck.name(row[k - 1]): game.deck.name(row[j - 1]) for k, j in ((coordinate, other), (other, coordinate))
    }
    state, straight = states[take], 0
    for place in range(take, len(changed)):
        now = game.in_turn(state, changed[place], changed[place + 1 :], True, states[place])
        before = states[place]
        if isinstance(now, Take) and place > take:
            was, card = before.row[actions[place].coordinate - 1], state.row[now.coordinate - 1]
            assert game.deck.name(card) == names.get(game.deck.name(was), game.deck.name(was))
        errors = [v for v in game.check(state, now) if v.severity == "error"]
        assert all(v.overrulable for v in errors)
        straight += not errors
        state = game.play(state, now)
    assert game.is_over(state)
    assert straight > len(changed[take:]) / 2


def test_who_began_is_put_right_and_all_turns_stay() -> None:
    for name in ("stellar", "starfarers"):
        game, states, actions = played(name)
        (place,) = (k for k, a in enumerate(actions) if type(a).__struct_config__.tag == "first_player")
        now = type(actions[place])(1 - actions[place].player, seat=NATURE)
        state = game.play(states[place], now)
        overruled = set()
        for action in actions[place + 1 :]:
            errors = [v for v in game.check(state, action) if v.severity == "error"]
            overruled |= {v.rule for v in errors}
            state = game.apply(state, action, [v.rule for v in errors])
        assert overruled <= {f"{name}.turn.order", f"{name}.setup.cards"}
        assert [p.total for p in game.score(state).players] == [p.total for p in game.score(states[-1]).players]
