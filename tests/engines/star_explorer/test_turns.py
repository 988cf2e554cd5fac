"""Setup, sizes, tiles, the end of a round: who may do what, and when."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engines.errors import BadInput
from engines.game import NATURE, IllegalAction, Seat
from engines.playout import turns
from engines.star_explorer.bots import random_action
from engines.star_explorer.model import (
    SIZES,
    Back,
    ChooseSeven,
    ChooseSide,
    ChooseSize,
    DealPile,
    DealStart,
    Draw,
    EndRound,
    Face,
    FirstPlayer,
    Phase,
    PlayerState,
    Reveal,
    StarExplorerOptions,
)


@pytest.fixture(scope="module")
def game(lab: Any) -> Any:
    return lab.game(players=3)


def rule_of(game: Any, state: Any, action: Any) -> str:
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, action)
    return caught.value.rule.removeprefix("star_explorer.")


def until(game: Any, phase: Phase, players: int = 3, seed: int = 1, number: int = 1, **options: Any) -> Any:
    """The state of a random game when it first comes to that phase in that round."""
    names = ["Ada", "Tycho", "Vera", "Nina"][:players]
    state = game.setup(names, StarExplorerOptions(**options))
    for turn in turns(game, state, [random_action] * players, Random(seed)):
        if state.phase == phase and state.round == number:
            return state
        state = turn.state
    return state


# Setup ---------------------------------------------------------------------------------------------------------


def test_one_to_four_players_with_distinct_names(game: Any, lab: Any) -> None:
    """star_explorer.setup.players"""
    for names in ([], ["a", "b", "c", "d", "e"], ["a", "a"], ["a", ""]):
        with pytest.raises(BadInput):
            game.setup(names)
    with pytest.raises(BadInput, match="3 tiles of size 5, 4 players need 4"):
        game.setup(["a", "b", "c", "d"])


def test_whoever_saw_a_shooting_star_last_receives_the_marker(game: Any) -> None:
    """star_explorer.setup.first_player"""
    state = game.setup(["a", "b", "c"])
    assert game.to_move(state) == (NATURE,)
    assert game.apply(state, FirstPlayer(seat=NATURE, player=2)).marker == 2
    for players, player in ((3, -1), (3, 3), (2, 2)):
        found = game.check(game.setup(["a", "b", "c"][:players]), FirstPlayer(seat=NATURE, player=player))
        assert [(v.rule, v.message) for v in found] == [
            ("star_explorer.setup.first_player", f"there is no player {player}, expected 0 to {players - 1}")
        ]
    assert rule_of(game, state, FirstPlayer(seat=0, player=0)) == "round.turn"


def test_a_single_player_holds_the_marker_from_the_start(game: Any) -> None:
    """star_explorer.setup.first_player"""
    state = game.setup(["a"])
    assert (state.marker, state.phase) == (0, Phase.START_TILE)


def test_no_start_tile_lies_before_two_players(game: Any) -> None:
    """star_explorer.setup.start_tile"""
    state = until(game, Phase.START_TILE)
    state = game.apply(state, DealStart(seat=NATURE, player=1, tile="north"))
    assert rule_of(game, state, DealStart(seat=NATURE, player=0, tile="north")) == "setup.start_tile"
    assert rule_of(game, state, DealStart(seat=NATURE, player=1, tile="south")) == "setup.start_tile"
    assert rule_of(game, state, DealStart(seat=NATURE, player=0, tile="pluto")) == "setup.start_tile"
    assert rule_of(game, state, DealStart(seat=NATURE, player=7, tile="south")) == "setup.start_tile"


def test_each_player_chooses_a_side_of_the_own_start_tile_once(game: Any) -> None:
    """star_explorer.setup.start_side"""
    state = until(game, Phase.START_TILE)
    assert rule_of(game, state, ChooseSide(seat=1, side=0)) == "setup.start_side"
    state = game.apply(state, DealStart(seat=NATURE, player=1, tile="north"))
    assert game.to_move(state) == (NATURE, 1)
    assert game.legal_actions(state, 1) == [ChooseSide(seat=1, side=0), ChooseSide(seat=1, side=1)]
    state = game.apply(state, ChooseSide(seat=1, side=1))
    assert rule_of(game, state, ChooseSide(seat=1, side=0)) == "setup.start_side"
    assert game.previous_face(state.seats[1]) == Face("blue", 1)


def test_start_tiles_and_sides_come_in_any_order_and_then_the_first_round_begins(game: Any) -> None:
    state = until(game, Phase.START_TILE, players=2)
    for action in (
        DealStart(seat=NATURE, player=1, tile="up"),
        ChooseSide(seat=1, side=0),
        DealStart(seat=NATURE, player=0, tile="down"),
    ):
        state = game.apply(state, action)
        assert state.phase == Phase.START_TILE
    state = game.apply(state, ChooseSide(seat=0, side=1))
    assert (state.phase, state.round) == (Phase.SIZE, 1)


def backs(*types: str) -> tuple[Back, ...]:
    return tuple(Back(size, kind, 1) for size, kind in zip(SIZES, types, strict=True))  # type: ignore[arg-type]


def test_a_dealt_pile_has_one_tile_of_each_size_and_two_sevens(game: Any) -> None:
    """star_explorer.setup.pile"""
    state = until(game, Phase.START_TILE, piles="dealt")
    red = backs(*["red"] * 7)
    for wrong in ((), red[:-1], (*red, red[0]), (*red, red[-1]), tuple(reversed(red)), backs(*["white"] * 7)):
        assert rule_of(game, state, DealPile(seat=NATURE, player=0, backs=wrong)) == "setup.pile"
    found = game.check(state, DealPile(seat=NATURE, player=0, backs=(Back(4, "red", 1), *red[1:])))
    assert "0 tiles with the back 4 red are left, 1 dealt" in [violation.message for violation in found]
    state = game.apply(state, DealPile(seat=NATURE, player=0, backs=red))
    assert rule_of(game, state, DealPile(seat=NATURE, player=0, backs=red)) == "setup.pile"
    assert rule_of(game, state, DealPile(seat=NATURE, player=9, backs=red)) == "setup.pile"
    mixed = backs(*["blue"] * 2, *["red"] * 5)
    state = until(game, Phase.START_TILE, players=2, piles="dealt")
    state = game.apply(state, DealPile(seat=NATURE, player=1, backs=red))
    found = game.check(state, DealPile(seat=NATURE, player=1, backs=mixed))
    assert "Tycho has a pile already" in [violation.message for violation in found]


def test_no_more_backs_are_dealt_than_there_are_tiles(game: Any) -> None:
    """star_explorer.setup.pile: of each size two red tiles and one blue one."""
    state = until(game, Phase.START_TILE, piles="dealt")
    red = backs(*["red"] * 7)
    for player in (0, 1):
        state = game.apply(state, DealPile(seat=NATURE, player=player, backs=red))
    assert rule_of(game, state, DealPile(seat=NATURE, player=2, backs=red)) == "setup.pile"
    game.apply(state, DealPile(seat=NATURE, player=2, backs=backs(*["blue"] * 7)))


def test_the_piles_of_a_physical_table_are_not_known(game: Any) -> None:
    """star_explorer.setup.pile, option piles"""
    state = until(game, Phase.START_TILE)
    assert rule_of(game, state, DealPile(seat=NATURE, player=0, backs=backs(*["red"] * 7))) == "setup.pile"


# Size and tiles ------------------------------------------------------------------------------------------------


def test_the_holder_of_the_marker_picks_the_size(game: Any) -> None:
    """star_explorer.size.choose"""
    state = until(game, Phase.SIZE)
    other = (state.marker + 1) % 3
    assert game.to_move(state) == (state.marker,)
    assert rule_of(game, state, ChooseSize(seat=other, size=5)) == "size.choose"
    assert rule_of(game, state, ChooseSize(seat=NATURE, size=5)) == "size.choose"
    assert game.apply(state, ChooseSize(seat=other, size=5), ["star_explorer.size.choose"]).size == 5


def test_a_size_must_still_be_in_the_piles(game: Any) -> None:
    """star_explorer.size.pile"""
    state = until(game, Phase.SIZE, number=3)
    gone = (Counter(SIZES) - Counter(state.sizes)).elements()
    for size in (*(s for s in gone if s not in state.sizes), 4, 11):
        action = ChooseSize(seat=state.marker, size=size)
        assert rule_of(game, state, action) == "size.pile"
        with pytest.raises(IllegalAction):
            game.apply(state, action, ["star_explorer.size.pile"])


def test_both_sevens_can_be_picked_one_after_the_other(game: Any) -> None:
    """star_explorer.size.seven"""
    state = until(game, Phase.SIZE)
    once = game.apply(state, ChooseSize(seat=state.marker, size=7))
    assert once.sizes == (5, 6, 7, 8, 9, 10)
    again = game.play(replace(once, phase=Phase.SIZE), ChooseSize(seat=state.marker, size=7))
    assert again.sizes == (5, 6, 8, 9, 10)


def test_the_first_seven_is_chosen_by_its_back_the_second_is_the_one_left(game: Any) -> None:
    """star_explorer.size.seven, option piles"""
    state = until(game, Phase.SIZE, players=2, piles="dealt")
    state = game.apply(state, ChooseSize(seat=state.marker, size=7))
    assert (state.phase, game.to_move(state)) == (Phase.SEVEN, (0, 1))
    assert game.legal_actions(state, 1) == [ChooseSeven(seat=1, which=0), ChooseSeven(seat=1, which=1)]
    piles = [[back for back in pile if back.size == 7] for pile in state.piles]
    state = game.apply(state, ChooseSeven(seat=1, which=1))
    assert rule_of(game, state, ChooseSeven(seat=1, which=0)) == "size.seven"
    assert rule_of(game, state, ChooseSeven(seat=NATURE, which=0)) == "size.seven"
    state = game.apply(state, ChooseSeven(seat=0, which=0))
    assert state.phase == Phase.REVEAL
    taken = [piles[0][0], piles[1][1]]
    for player in (0, 1):
        for action in game.legal_actions(state, NATURE):
            if action.player == player:
                assert game.tiles[action.tile].back.type == taken[player].type
        state = game.apply(state, next(a for a in game.legal_actions(state, NATURE) if a.player == player))
    left = [[back for back in pile if back.size == 7] for pile in state.piles]
    assert left == [[piles[0][1]], [piles[1][0]]]
    state = replace(state, phase=Phase.SIZE, seats=tuple(replace(s, seven=None) for s in state.seats))
    assert game.play(state, ChooseSize(seat=0, size=7)).phase == Phase.REVEAL


def test_everyone_takes_a_tile_of_the_rounds_size(game: Any) -> None:
    """star_explorer.size.take"""
    state = game.apply(until(game, Phase.SIZE), ChooseSize(seat=until(game, Phase.SIZE).marker, size=8))
    other = Reveal(seat=NATURE, player=0, tile="snake9a5")
    assert rule_of(game, state, other) == "size.take"
    assert game.apply(state, other, ["star_explorer.size.take"]).seats[0].tile == "snake9a5"
    state = game.apply(state, Reveal(seat=NATURE, player=2, tile="snake8b4"))
    assert state.seats[2].tile == "snake8b4"


def test_a_tile_shows_the_back_that_was_dealt(game: Any) -> None:
    """star_explorer.size.take, option piles"""
    state = until(game, Phase.REVEAL, piles="dealt")
    me = state.seats[0]
    back = [b for b in state.piles[0] if b.size == state.size][me.seven or 0]
    for tile in game.tiles.values():
        if tile.size == state.size and tile.back.type != back.type:
            assert rule_of(game, state, Reveal(seat=NATURE, player=0, tile=tile.id)) == "size.take"


def test_each_tile_is_revealed_once_by_anybody(game: Any) -> None:
    """star_explorer.size.reveal"""
    state = game.apply(until(game, Phase.SIZE), ChooseSize(seat=until(game, Phase.SIZE).marker, size=8))
    state = game.apply(state, Reveal(seat=NATURE, player=2, tile="snake8b4"))
    assert rule_of(game, state, Reveal(seat=NATURE, player=0, tile="snake8b4")) == "size.reveal"
    assert rule_of(game, state, Reveal(seat=NATURE, player=2, tile="snake8a4")) == "size.reveal"
    assert rule_of(game, state, Reveal(seat=NATURE, player=0, tile="pluto")) == "size.reveal"
    assert rule_of(game, state, Reveal(seat=NATURE, player=5, tile="snake8a4")) == "size.reveal"
    assert rule_of(game, state, Reveal(seat=0, player=0, tile="snake8a4")) == "round.turn"


# Drawing and the end of a round --------------------------------------------------------------------------------


def test_everyone_draws_once_at_the_same_time(game: Any) -> None:
    """star_explorer.round.turn"""
    state = until(game, Phase.DRAW)
    assert game.to_move(state) == (0, 1, 2)
    state = game.apply(state, Draw(seat=1, lines=()))
    assert game.to_move(state) == (0, 2)
    assert rule_of(game, state, Draw(seat=1, lines=())) == "round.turn"
    for seat in (-1, 3):
        assert rule_of(game, state, Draw(seat=seat, lines=())) == "round.turn"
    assert rule_of(game, state, Draw(seat=NATURE, lines=())) == "round.turn"
    assert rule_of(game, state, EndRound(seat=state.marker)) == "round.turn"


def test_nobody_sees_what_others_draw_until_all_have_drawn(game: Any) -> None:
    """star_explorer.round.turn: all draw at once"""
    state = until(game, Phase.DRAW)
    drawn = game.apply(state, Draw(seat=1, lines=()))
    assert game.view(drawn, 0) == game.view(state, 0)
    assert len(game.view(drawn, 1).seats[1].drawings) == 1
    for seat in (0, 2):
        drawn = game.apply(drawn, Draw(seat=seat, lines=()))
    assert [len(seat.drawings) for seat in game.view(drawn, 0).seats] == [1, 1, 1]


def test_the_holder_of_the_marker_ends_the_round_when_all_have_drawn(game: Any) -> None:
    """star_explorer.round.end"""
    state = until(game, Phase.ROUND_END)
    assert game.to_move(state) == (state.marker,)
    other = (state.marker + 1) % 3
    assert rule_of(game, state, EndRound(seat=other)) == "round.end"
    assert game.apply(state, EndRound(seat=other), ["star_explorer.round.end"]).round == 2


def test_the_discs_turn_and_other_stars_show(lab: Any) -> None:
    """star_explorer.round.disc: half a window, turned by 60 degrees a round."""
    half = ((50.0, 50.0), (150.0, 50.0), (150.0, 100.0), (50.0, 100.0))
    disc = lab.disc(window=half)
    assert disc.visible(1) == {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
    assert disc.visible(4) == {15, 16, 17, 18, 19, 20, 21, 22, 23, 24}
    assert disc.visible(2) == frozenset({0, 1, 2, 5, 6, 7, 10, 11, 15, 16, 20})
    backwards = lab.disc(window=half, step=-60.0)
    assert backwards.visible(2) == disc.visible(6)


def round_end(lab: Any, points: list[int], marker: int, **options: Any) -> Any:
    """Three players who have just drawn so many red stars worth 1 each (their start tiles are red)."""
    game = lab.game(players=3, types=dict.fromkeys(range(5), "red"))
    drawn = [((0, 1), (1, 2), (2, 3), (3, 4))[: count - 1] if count else () for count in points]
    state = until(game, Phase.ROUND_END, **options)
    seats = tuple(
        PlayerState(start_tile="north", start_side=0, tile="snake5a0", drawings=(lab.earlier(lines),))
        for lines in drawn
    )
    return game, replace(state, seats=seats, marker=marker)


@pytest.mark.parametrize(
    ("points", "marker", "next_marker"),
    [([4, 2, 3], 0, 1), ([0, 2, 3], 0, 0), ([3, 3, 2], 1, 2), ([2, 3, 2], 1, 2), ([2, 3, 2], 2, 2), ([2, 2, 3], 2, 0)],
)
def test_the_marker_goes_to_who_scored_least_of_tied_players_to_the_next_clockwise(
    lab: Any, points: list[int], marker: int, next_marker: int
) -> None:
    """star_explorer.round.marker, star_explorer.round.tie"""
    game, state = round_end(lab, points, marker)
    assert [game.round_points(state, seat) for seat in range(3)] == points
    assert game.apply(state, EndRound(seat=marker)).marker == next_marker


def test_a_table_may_decide_that_a_tied_first_player_passes_the_marker_on(lab: Any) -> None:
    """star_explorer.round.tie, option marker_tie"""
    for options, expected in (({}, 2), ({"marker_tie": "passes"}, 0)):
        game, state = round_end(lab, [2, 3, 2], 2, **options)
        assert game.apply(state, EndRound(seat=2)).marker == expected
    game, state = round_end(lab, [4, 3, 2], 2, marker_tie="passes")
    assert game.apply(state, EndRound(seat=2)).marker == 2


def test_tiles_are_turned_to_their_backs_and_the_game_ends_after_round_six(game: Any) -> None:
    """star_explorer.round.flip, star_explorer.end.discard"""
    state = until(game, Phase.ROUND_END, number=6, piles="dealt")
    assert len(state.sizes) == 1
    assert all(len(pile) == 1 for pile in state.piles)
    over = game.apply(state, EndRound(seat=state.marker))
    assert (over.phase, over.sizes, game.to_move(over), game.is_over(over)) == (Phase.OVER, (), (), True)
    assert all(seat.tile is None for seat in over.seats)
    assert over.piles == ((), (), ())
    assert rule_of(game, over, EndRound(seat=over.marker)) == "round.turn"


# One player ----------------------------------------------------------------------------------------------------


def test_in_odd_solo_rounds_chance_picks_the_tile_in_even_ones_the_player(game: Any) -> None:
    """star_explorer.solo.size"""
    for number in range(1, 7):
        state = until(game, Phase.SIZE, players=1, number=number)
        assert game.to_move(state) == ((NATURE,) if number % 2 else (0,))
        wrong: Seat = 0 if number % 2 else NATURE
        assert rule_of(game, state, ChooseSize(seat=wrong, size=state.sizes[0])) == "solo.size"


def test_chance_also_picks_which_seven_in_an_odd_solo_round(game: Any) -> None:
    """star_explorer.solo.size, option piles"""
    state = until(game, Phase.SIZE, players=1, piles="dealt")
    state = game.apply(state, ChooseSize(seat=NATURE, size=7))
    assert game.to_move(state) == (NATURE,)
    assert rule_of(game, state, ChooseSeven(seat=0, which=0)) == "size.seven"
    assert {game.deal(state, Random(seed)).which for seed in range(20)} == {0, 1}
    assert game.apply(state, ChooseSeven(seat=NATURE, which=1)).phase == Phase.REVEAL


@pytest.mark.parametrize(("option", "share"), [("tile", 2 / 7), ("size", 1 / 6)])
def test_a_seven_is_twice_as_likely_while_both_are_there(game: Any, option: str, share: float) -> None:
    """star_explorer.solo.size, option solo_draw"""
    state = until(game, Phase.SIZE, players=1, solo_draw=option)
    rng = Random(7)
    sevens = sum(game.deal(state, rng).size == 7 for _ in range(7000))
    assert abs(sevens / 7000 - share) < 0.02


# Chance and secrets --------------------------------------------------------------------------------------------


def test_a_pile_is_dealt_with_the_odds_of_shuffled_tiles(game: Any) -> None:
    """star_explorer.setup.pile: of each size two tiles are red and one is blue."""
    rng = Random(5)
    state = game.setup(["Ada"], StarExplorerOptions(piles="dealt"))
    state = game.apply(state, DealStart(seat=NATURE, player=0, tile="north"))
    red = sum(game.deal(state, rng).backs[0].type == "red" for _ in range(3000))
    assert abs(red / 3000 - 2 / 3) < 0.03


def test_a_player_sees_the_backs_of_the_own_pile_only(game: Any) -> None:
    """star_explorer.setup.pile"""
    state = until(game, Phase.DRAW, piles="dealt")
    for seat in range(3):
        seen = game.view(state, seat)
        assert [pile is not None for pile in seen.piles] == [number == seat for number in range(3)]
    assert game.view(state, NATURE) == state


def test_what_others_piles_hide_does_not_show(game: Any) -> None:
    """star_explorer.setup.pile: turned to other types, the view stays the same."""
    state = until(game, Phase.DRAW, piles="dealt")
    hidden = tuple(Back(back.size, "white", 3) for back in state.piles[1])
    other = replace(state, piles=(state.piles[0], hidden, state.piles[2]))
    assert other != state
    for seat in (0, 2):
        assert game.view(other, seat) == game.view(state, seat)


# Chance lists what it deals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("piles", ["dealt", "hidden"])
def test_what_chance_deals_to_a_single_player_is_on_its_list(game: Any, piles: Any) -> None:
    """In odd rounds chance also picks the size and the 7; with hidden piles no backs are dealt."""
    seen: set[str] = set()
    for seed in range(6):
        state = game.setup(["Ada"], StarExplorerOptions(piles=piles))
        for turn in turns(game, state, [random_action], Random(seed)):
            if turn.source == "dealer":
                seen.add(type(turn.action).__name__)
                assert turn.action in game.legal_actions(state, NATURE)
            state = turn.state
    wanted = {"DealStart", "ChooseSize", "Reveal", *(("DealPile", "ChooseSeven") if piles == "dealt" else ())}
    assert seen == wanted


def test_before_the_first_drawing_no_round_has_points(game: Any) -> None:
    state = game.setup(["Ada", "Tycho"])
    assert [game.round_points(state, seat) for seat in (0, 1)] == [0, 0]
