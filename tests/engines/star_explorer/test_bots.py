"""The bots of Star Explorer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engines.bots import bots_of, find_bot
from engines.errors import BadInput
from engines.game import NATURE
from engines.playout import turns
from engines.registry import open_game
from engines.star_explorer.bots import Purse, best_draw, greedy_action
from engines.star_explorer.model import Back, ChooseSeven, ChooseSide, Draw, Phase, PlayerState, StarExplorerOptions

OPTIONS: list[dict[str, Any]] = [
    {},
    {"over_star": "forbid"},
    {"partial_lines": "stars_and_line"},
    {"all_stars": "connected"},
    {"equal_types": "current", "axis_touch": "yes"},
    {"single_star": "yes"},
]


def test_bots_are_found_by_name() -> None:
    assert sorted(bots_of("star_explorer")) == ["greedy", "random"]
    with pytest.raises(BadInput, match="unknown bot 'clever' of star_explorer: expected one of greedy, random"):
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
    me = PlayerState(start_tile="north", pile=pile)
    state = replace(state, seats=(me,))
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
