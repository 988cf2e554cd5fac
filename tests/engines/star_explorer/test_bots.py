"""The bots of Star Explorer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engines.bots import bots_of, choice_of, find_bot, get_ready
from engines.errors import BadInput
from engines.game import NATURE
from engines.playout import turns
from engines.registry import open_game
from engines.star_explorer import learnt
from engines.star_explorer.bots import Purse, best_draw, greedy_action
from engines.star_explorer.learnt import TRIED, Careful, weights
from engines.star_explorer.model import Back, ChooseSeven, ChooseSide, Draw, Phase, PlayerState, StarExplorerOptions
from engines.star_explorer.rules import with_seat
from engines.star_explorer.thinking.search import best_drawing

OPTIONS: list[dict[str, Any]] = [
    {},
    {"over_star": "forbid"},
    {"partial_lines": "stars_and_line"},
    {"all_stars": "connected"},
    {"equal_types": "current", "axis_touch": "yes"},
    {"single_star": "yes"},
]


def test_bots_are_found_by_name() -> None:
    assert sorted(bots_of("star_explorer")) == ["easy", "greedy", "normal", "random", "strong"]
    with pytest.raises(BadInput, match="unknown bot 'clever' of star_explorer: expected one of easy, greedy"):
        find_bot("star_explorer", "clever")


@pytest.mark.parametrize("options", OPTIONS)
def test_greedy_draws_what_pays_most_of_all_legal_drawings(lab: Any, options: dict[str, Any]) -> None:
    """Against the list of all drawings, each scored by the rules; of equals the first in the list."""
    types = {star: ("red", "blue", "white", "yellow", "blue")[star % 5] for star in range(25)}
    kite = lab.tile("kite", [(0, 0), (1, 0), (1, 1), (0, 1), (2, 0)], [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4)])
    game = lab.game([kite], players=1, types=types)
    earlier = [lab.earlier([(6, 7), (7, 8), (18, 19), (19, 24)], fading=6)]
    state = lab.state(game, "kite", earlier=earlier, number=2, **options)

    def worth(draw: Any) -> int:
        total: int = game.score(game.play(state, draw)).players[0].total
        return total

    listed = game.legal_actions(state, 0)
    best = max(map(worth, listed))
    assert best_draw(game, state, 0) == next(draw for draw in listed if worth(draw) == best)
    purse = Purse(game, state, 0)
    before = worth(Draw(seat=0, lines=())) + purse.lost(5)
    for draw in listed[:200]:
        assert purse.drawing(draw, game.fading(state, draw)) == worth(draw) - before


def test_greedy_draws_one_star_where_it_alone_pays_most(lab: Any) -> None:
    """Only stars that no line of the pattern reaches are free."""
    types = dict.fromkeys(range(25), "red")
    bar = lab.tile("bar", [(0, 0), (1, 0)], [(0, 1)])
    game = lab.game([bar], players=1, types=types)
    rows = [(r * 5 + c, r * 5 + c + 1) for r in (0, 1, 3) for c in range(4)]
    earlier = [lab.earlier([*rows, (10, 11), (13, 14), (20, 21), (23, 24)])]
    state = lab.state(game, "bar", earlier=earlier, number=2, single_star="yes")
    listed = game.legal_actions(state, 0)
    assert max(len(draw.lines) for draw in listed) == 0, "nothing but single stars"
    purse = Purse(game, state, 0)
    best = max(listed, key=lambda draw: purse.drawing(draw, game.fading(state, draw)))
    assert best_draw(game, state, 0) == best != Draw(seat=0, lines=())


def test_greedy_lays_the_side_and_takes_the_seven_whose_type_shows_most_stars(lab: Any) -> None:
    game = lab.game(players=1, types=dict.fromkeys(range(9), "blue") | {10: "red"})
    state = game.setup(["Ada"], StarExplorerOptions(piles="dealt"))
    pile = (Back(7, "blue", 1), Back(7, "red", 1))
    state = replace(state, seats=(PlayerState(start_tile="north"),), piles=(pile,))
    assert greedy_action(game, state, 0, Random(1)) == ChooseSide(seat=0, side=1)
    seven = replace(state, phase=Phase.SEVEN, size=7, round=2)
    assert greedy_action(game, seven, 0, Random(1)) == ChooseSeven(seat=0, which=0)


@pytest.mark.parametrize("names", [("greedy", "random"), ("random", "random", "greedy")])
def test_bots_only_do_what_is_legal(names: tuple[str, ...]) -> None:
    """On the house pack, checked action by action."""
    game = open_game("star_explorer")
    bots = [find_bot("star_explorer", name) for name in names]
    state = game.setup(names if len(set(names)) == len(names) else ["a", "b", "c"], StarExplorerOptions(piles="dealt"))
    for turn in turns(game, state, bots, Random(4)):
        broken = [v for v in game.check(state, turn.action) if v.severity == "error"]
        assert broken == []
        assert turn.source == ("dealer" if turn.action.seat == NATURE else "bot")
        state = turn.state
    assert game.is_over(state)


# What thinks ---------------------------------------------------------------------------------------------------

strong = find_bot("star_explorer", "strong")


@pytest.mark.parametrize("options", [{}, {"all_stars": "connected"}, {"equal_types": "current", "axis_touch": "yes"}])
def test_the_search_by_bounds_finds_a_drawing_that_pays_as_much_as_the_best_of_all(
    lab: Any, options: dict[str, Any]
) -> None:
    types = {star: ("red", "blue", "white", "yellow", "blue")[star % 5] for star in range(25)}
    kite = lab.tile("kite", [(0, 0), (1, 0), (1, 1), (0, 1), (2, 0)], [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4)])
    game = lab.game([kite], players=1, types=types)
    earlier = [lab.earlier([(6, 7), (7, 8), (18, 19), (19, 24)], fading=6)]
    state = lab.state(game, "kite", earlier=earlier, number=2, **options)
    purse, greedy = Purse(game, state, 0), best_draw(game, state, 0)
    worth, draw = best_drawing(game, state, 0, purse)
    assert worth == purse.drawing(draw, game.fading(state, draw)) == purse.drawing(greedy, game.fading(state, greedy))
    assert game.check(state, draw) == []


def test_a_bot_that_is_ready_has_looked_where_each_tile_fits_and_decides_the_same(lab: Any) -> None:
    games = [lab.game([lab.row(5)], players=1) for _ in range(2)]
    get_ready(strong, games[0])
    get_ready(find_bot("star_explorer", "random"), games[0])
    assert {*games[0].drawings._fits} == {*games[0].tiles}
    assert not games[1].drawings._fits
    one, other = (choice_of(strong, game, lab.state(game, "row5"), 0, Random(1)) for game in games)
    assert one == other


def test_in_the_last_round_nothing_is_kept_and_before_stars_that_count_next_cost_something(lab: Any) -> None:
    game = lab.game([lab.tile("bar", [(0, 0), (1, 0)], [(0, 1)])], players=1)
    last, first = (Careful(game, lab.state(game, "bar", number=number), 0, weights()) for number in (6, 1))
    assert {last.kept(star) for star in game.disc.bit} == {0.0}
    assert all(first.kept(star) > 0 for star in game.disc.visible(2))


def test_strong_picks_the_same_whatever_lies_where_it_cannot_see_and_tries_so_many_tiles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other's pile and drawing of this round are exchanged; of each back of the own pile every tile is tried."""
    game: Any = open_game("star_explorer")
    tried: list[str] = []
    drawing = learnt._drawing

    def counted(game: Any, view: Any, seat: int, weights: Any) -> Any:
        tried.append(view.seats[seat].tile)
        return drawing(game, view, seat, weights)

    monkeypatch.setattr(learnt, "_drawing", counted)
    state = game.setup(["Ana", "Ben"], StarExplorerOptions(piles="dealt"))
    for turn in turns(game, state, [find_bot("star_explorer", "random")] * 2, Random(4)):
        state = turn.state
        if state.phase is Phase.SIZE:
            break
    seat = state.marker
    assert seat is not None
    mine = state.piles[seat]
    assert mine is not None
    other = replace(state, piles=with_seat(state.piles, 1 - seat, tuple(reversed(mine))))
    choices = [choice_of(strong, game, game.view(s, seat), seat, Random(1)) for s in (state, other)]
    assert choices[0] == choices[1]
    assert choices[0].reason is not None
    assert choices[0].reason.rules == ("star_explorer.size.choose",)
    backs = [min(TRIED["strong"], len(game.box.with_back[back])) for back in set(mine)]
    assert len(tried) == 2 * sum(backs)
