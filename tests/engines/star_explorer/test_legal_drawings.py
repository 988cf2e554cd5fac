"""The list of legal drawings is exact, and the sampler draws from it evenly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from msgspec.structs import astuple, replace

from engines.playout import turns
from engines.star_explorer.bots import random_action
from engines.star_explorer.box import back_of
from engines.star_explorer.drawing import pieces
from engines.star_explorer.legal import free_part
from engines.star_explorer.model import SIZES, Draw, Phase, StarExplorerOptions
from engines.star_explorer.rules import StarExplorer

CORNER = [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3)]
"""A path of five with one bend."""


def listed(game: Any, state: Any) -> list[Draw]:
    draws = game.legal_actions(state, 0)
    assert all(isinstance(draw, Draw) for draw in draws)
    return [draw for draw in draws if isinstance(draw, Draw)]


def sampled(game: Any, state: Any, rng: Random) -> Draw:
    draw = random_action(game, state, 0, rng)
    assert isinstance(draw, Draw)
    return draw


def by_hand(lab: Any, game: Any, state: Any, most: int) -> set[Draw]:
    """Every drawing with up to `most` of the lines between visible stars 10 mm apart that the rules accept."""
    stars = sorted(game.disc.visible(state.round))
    lines = [
        (a, b)
        for a, b in combinations(stars, 2)
        if abs(game.disc.stars[a].x - game.disc.stars[b].x) + abs(game.disc.stars[a].y - game.disc.stars[b].y) < 13
    ]
    found = set()
    for count in range(most + 1):
        for chosen in combinations(lines, count):
            draw = Draw(seat=0, lines=chosen)
            if len({s for line in chosen for s in line}) <= 5 and lab.accepts(game, state, draw):
                found.add(draw)
    return found


def test_drawings_of_five_in_a_row_counted_by_hand(lab: Any) -> None:
    """Rows and columns of five without Polaris: 4 + 4. Whole: any of 4 lines left out, 16 ways each: 128.

    Parts of one to three lines: in each of those 8 rows 4 + 3 + 2; in the middle row and column two lines of one
    each: 76. And nothing at all.
    """
    game = lab.game([lab.row(5)], players=1)
    draws = listed(game, lab.state(game, "row5"))
    assert len(draws) == 128 + 76 + 1
    assert draws[0] == Draw(seat=0, lines=())


def test_with_all_stars_to_be_joined_there_are_fewer(lab: Any) -> None:
    """option all_stars: 8 whole rows in one way each."""
    game = lab.game([lab.row(5)], players=1)
    assert len(listed(game, lab.state(game, "row5", all_stars="connected"))) == 8 + 76 + 1


@pytest.mark.parametrize("over_star", ["warn", "forbid"])
def test_pieces_that_no_line_could_join_are_listed_and_no_others(lab: Any, over_star: str) -> None:
    """star_explorer.draw.d, option all_stars: of all drawings the list keeps those that the rules accept."""
    game = lab.game([lab.row(5)], players=1)
    earlier = [lab.earlier([(7, 8), (3, 13)])]
    every = listed(game, lab.state(game, "row5", earlier=earlier, number=2, over_star=over_star))
    state = lab.state(game, "row5", earlier=earlier, number=2, all_stars="blocked", over_star=over_star)
    draws = listed(game, state)
    accepted = [draw for draw in every if lab.accepts(game, state, draw)]
    assert draws == accepted
    assert len(draws) < len(every)
    rng = Random(5)
    assert all(sampled(game, state, rng) in draws for _ in range(50))
    joined = lab.state(game, "row5", earlier=earlier, number=2, all_stars="connected", over_star=over_star)
    assert listed(game, joined) == [draw for draw in every if lab.accepts(game, joined, draw)]
    assert not any(draw.stars for draw in listed(game, joined))


def test_two_pieces_with_a_line_between_them_that_would_cross_are_drawn_in_two(lab: Any) -> None:
    """star_explorer.draw.d: the line 2-11 of an earlier round lies across the gap of the row 5 to 9."""
    game = lab.game([lab.row(5)], players=1)
    two = Draw(seat=0, lines=((5, 6), (7, 8), (8, 9)))
    for options, there in (
        ({"all_stars": "any"}, True),
        ({"all_stars": "blocked"}, True),
        ({"all_stars": "blocked", "over_star": "forbid"}, True),
        ({"all_stars": "connected"}, False),
    ):
        state = lab.state(game, "row5", earlier=[lab.earlier([(2, 11)])], number=2, **options)
        draws = listed(game, state)
        assert draws.count(two) == there
        assert len(draws) == len(set(draws))
        rng = Random(1)
        assert (two in {sampled(game, state, rng) for _ in range(12 * len(draws))}) == there


def test_a_gap_that_a_line_could_join_needs_the_table(lab: Any) -> None:
    """star_explorer.draw.d, all_stars=blocked: nothing lies in the way of the line that is missing."""
    corner = lab.tile("corner", CORNER)
    game = lab.game([corner], players=1)
    free = lab.state(game, "corner", all_stars="blocked")
    whole = next(d for d in listed(game, lab.state(game, "corner")) if len(d.lines) == len(CORNER) - 1)
    for gap in whole.lines:
        rest = tuple(line for line in whole.lines if line != gap)
        lone = tuple(s for s in gap if not any(s in line for line in rest))
        found = game.check(free, Draw(seat=0, lines=rest, stars=lone))
        assert [(v.rule, v.overrulable) for v in found] == [("star_explorer.draw.d", True)]


def test_single_stars_are_listed_where_the_table_allows_them(lab: Any) -> None:
    """option single_star: 24 more."""
    game = lab.game([lab.row(5)], players=1)
    assert len(listed(game, lab.state(game, "row5", single_star="yes"))) == 128 + 76 + 1 + 24


def test_the_list_is_what_the_rules_accept_of_all_drawings(lab: Any) -> None:
    """Every set of up to three lines between neighbours, judged one by one, against the list."""
    window = ((50.0, 50.0), (150.0, 50.0), (150.0, 117.0), (50.0, 117.0))
    game = lab.game([lab.tile("corner", CORNER)], players=1, window=window)
    earlier = [lab.earlier([(0, 5), (5, 10), (4, 9), (17, 18)])]
    state = lab.state(game, "corner", earlier=earlier, number=2)
    draws = {draw for draw in listed(game, state) if len(draw.lines) <= 3 and not draw.stars}
    assert draws == by_hand(lab, game, state, 3)


TURNED = (
    ("corner", CORNER, None),
    ("row", [(x, 0) for x in range(5)], None),
    ("tee", [(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)], [(0, 1), (1, 2), (1, 3), (3, 4)]),
    ("kite", [(0, 0), (1, 0), (1, 1), (0, 1), (-1, 0)], [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4)]),
    ("diagonal", [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)], None),
)


def turned_by_hand(game: Any, state: Any, tile: Any) -> set[Draw]:
    """Every drawing, found by laying the tile on the lattice in all four directions; `all_stars` is `any`."""
    before = [line for drawing in state.seats[0].drawings for line in drawing.lines]
    used = {star for drawing in state.seats[0].drawings for star in drawing.stars}
    free = game.disc.visible(state.round) - used
    corners = [(round(x / 10), round(y / 10)) for x, y in tile.xy]
    found = {Draw(seat=0, lines=())}
    for _ in range(4):
        corners = [(-y, x) for x, y in corners]
        for column, row in product(range(-6, 7), repeat=2):
            stars = [star_at(x + column, y + row) for x, y in corners]
            joined = [tuple(sorted((stars[i], stars[j]))) for i, j in tile.lines]
            lines = [line for line in joined if free.issuperset(line) and not any(touch(line, o) for o in before)]
            for count in range(len(lines) + 1):
                for some in combinations(sorted(lines), count):
                    drawn = {star for line in some for star in line}
                    if len(pieces(some, drawn)) == 1:
                        found.add(Draw(seat=0, lines=some))
                    if free.issuperset(stars):
                        found.add(Draw(seat=0, lines=some, stars=tuple(sorted(set(stars) - drawn))))
    return found


def star_at(x: int, y: int) -> int:
    """The star at a place of the lattice; -1 where there is none."""
    return (y + 2) * 5 + x + 2 if max(abs(x), abs(y)) <= 2 and (x, y) != (0, 0) else -1


def touch(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two lines of the lattice have a point in common, in whole numbers."""
    a, b, c, d = (complex(star % 5, star // 5) for star in (*one, *other))

    def side(p: complex, q: complex, r: complex) -> float:
        return ((q - p).conjugate() * (r - p)).imag

    def on(p: complex, q: complex, r: complex) -> bool:
        return side(p, q, r) == 0 and ((p - r).conjugate() * (q - r)).real <= 0

    across = side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
    return across or on(a, b, c) or on(a, b, d) or on(c, d, a) or on(c, d, b)


@pytest.mark.parametrize(("name", "places", "lines"), TURNED)
@pytest.mark.parametrize("low", [150.0, 117.0])
def test_the_list_is_what_laying_the_tile_on_the_lattice_finds(
    lab: Any, name: str, places: Any, lines: Any, low: float
) -> None:
    """On the empty disc and beside lines of earlier rounds; a low window hides a part of the disc."""
    window = ((50.0, 50.0), (150.0, 50.0), (150.0, low), (50.0, low))
    game = lab.game([lab.tile(name, places, lines)], players=1, window=window)
    for earlier in ((), ((0, 6), (8, 14)), ((1, 13),), ((5, 17), (4, 23), (15, 20))):
        before = [lab.earlier([line], number=k + 1) for k, line in enumerate(earlier)]
        state = lab.state(game, name, earlier=before, number=len(before) + 1)
        draws = listed(game, state)
        assert len(draws) == len(set(draws))
        assert set(draws) == turned_by_hand(game, state, game.tiles[name])


def test_part_of_a_pattern_is_drawn_where_the_rest_is_hidden_used_or_would_cross(lab: Any) -> None:
    """The upper two rows show. What may be drawn at a placement is found as quickly as it is judged slowly."""
    window = ((50.0, 50.0), (150.0, 50.0), (150.0, 97.0), (50.0, 97.0))
    game = lab.game([lab.tile("corner", [(0, 0), (1, 0), (1, 1)])], players=1, window=window)
    crossing = [lab.earlier([(0, 7)])]  # the line 1-6, whose stars are free
    for earlier in ([], [lab.earlier([(0, 5)])], [lab.earlier([(0, 6), (4, 8)])], crossing):
        state = lab.state(game, "corner", earlier=earlier, number=2, all_stars="connected")
        draws = {draw for draw in listed(game, state) if len(draw.lines) <= 2}
        assert draws == by_hand(lab, game, state, 2)
        parts = set[tuple[Any, ...]]()
        for placement, free, _ in game.drawings.open_placements(state.seats[0], 2):
            parts.update((line,) for k, line in enumerate(placement.disc_lines) if free >> k & 1)
        assert parts == {draw.lines for draw in draws if len(draw.lines) == 1}
        fits, taken = game.drawings.fits("corner"), game.drawings.taken(state.seats[0], 2)
        for placement in fits.placements:
            bits, stars = placement.line_bits, placement.star_bits
            ends = [stars[i] | stars[j] for i, j in fits.pattern.tile.lines]
            free = [k for k, bit in enumerate(bits) if bit and not (bit & taken.lines or ends[k] & taken.stars)]
            whole = placement.whole and not placement.stars & taken.stars
            assert free_part(placement, fits.pattern, taken) == (sum(1 << k for k in free), whole)


def test_every_listed_drawing_is_legal_and_listed_once_in_order(lab: Any) -> None:
    window = ((50.0, 50.0), (150.0, 50.0), (150.0, 125.0), (50.0, 125.0))
    wide = lab.tile("wide", [(0, 0), (2, 0), (2, 1), (3, 1), (3, 2)], [(0, 1), (1, 2), (2, 3), (3, 4), (0, 2)])
    for options in (
        {},
        {"over_star": "forbid"},
        {"single_star": "yes"},
        {"all_stars": "connected"},
        {"all_stars": "blocked"},
    ):
        game = lab.game([wide], players=1, window=window)
        state = lab.state(game, "wide", earlier=[lab.earlier([(0, 6), (11, 16)])], number=2, **options)
        draws = listed(game, state)
        keys = [(draw.lines, draw.stars) for draw in draws]
        assert keys == sorted(set(keys))
        for draw in draws:
            assert lab.accepts(game, state, draw), draw


def test_a_pattern_whose_own_lines_cross_is_drawn_without_the_crossing(lab: Any) -> None:
    """star_explorer.draw.f"""
    tangle = lab.tile("tangle", [(0, 0), (1, 1), (0, 1), (1, 0), (2, 0)], [(0, 1), (2, 3), (3, 4), (1, 3), (0, 2)])
    game = lab.game([tangle], players=1)
    state = lab.state(game, "tangle")
    draws = listed(game, state)
    assert draws
    assert all(lab.accepts(game, state, draw) for draw in draws)
    rng = Random(3)
    assert all(sampled(game, state, rng) in draws for _ in range(200))


def test_a_pattern_whose_own_lines_lie_on_top_of_each_other_is_drawn_with_either(lab: Any) -> None:
    """star_explorer.draw.overlap: two short lines in a row, and a long one over both."""
    places, lines = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)], [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)]
    window = ((50.0, 50.0), (150.0, 50.0), (150.0, 117.0), (50.0, 117.0))
    game = lab.game([lab.tile("over", places, lines)], players=1, window=window)
    state = lab.state(game, "over")
    draws = listed(game, state)
    assert {line for draw in draws for line in draw.lines} >= {(0, 1), (1, 2), (0, 2)}
    assert all(lab.accepts(game, state, draw) for draw in draws)


def test_a_star_next_to_a_used_one_leaves_the_pieces_on_both_sides(lab: Any) -> None:
    """Star 2 is used: of the top row only 0-1 and 3-4 are left."""
    game = lab.game([lab.row(5)], players=1)
    state = lab.state(game, "row5", earlier=[lab.earlier([(2, 7)])], number=2)
    top = [draw.lines for draw in listed(game, state) if draw.lines and max(max(line) for line in draw.lines) <= 4]
    assert top == [((0, 1),), ((3, 4),)]


def test_in_topology_the_list_offers_the_exact_shapes_and_all_are_legal(lab: Any) -> None:
    """option shape_match"""
    game = lab.game([lab.tile("corner", CORNER)], players=1)
    exact = listed(game, lab.state(game, "corner"))
    state = lab.state(game, "corner", shape_match="topology")
    assert listed(game, state) == exact
    assert all(lab.accepts(game, state, draw) for draw in exact)


# The sampler ---------------------------------------------------------------------------------------------------


def chi_square_limit(degrees: int) -> float:
    """The 99.99 % point of the chi-square distribution (Wilson and Hilferty)."""
    spread = 2 / (9 * degrees)
    return float(degrees * (1 - spread + 3.719 * spread**0.5) ** 3)


@pytest.mark.parametrize("options", [{}, {"single_star": "yes"}, {"all_stars": "connected"}, {"all_stars": "blocked"}])
@pytest.mark.parametrize("blind", [1000, 0])
def test_the_sampler_draws_every_legal_drawing_equally_often(
    lab: Any, monkeypatch: pytest.MonkeyPatch, options: dict[str, str], blind: int
) -> None:
    """By blind proposals, and after looking which placements are free (`blind` = 0)."""
    monkeypatch.setattr("engines.star_explorer.sampler.MAX_BLIND_DRAWS", blind)
    game = lab.game([lab.tile("corner", CORNER)], players=1)
    earlier = [lab.earlier([(0, 1), (1, 6), (6, 7), (8, 9), (9, 14), (15, 16), (17, 18)])]
    state = lab.state(game, "corner", earlier=earlier, number=2, **options)
    draws, rng, each = listed(game, state), Random(11), 30
    counts = Counter(sampled(game, state, rng) for _ in range(each * len(draws)))
    assert set(counts) <= set(draws)
    chi_square = sum((counts[draw] - each) ** 2 / each for draw in draws)
    assert chi_square < chi_square_limit(len(draws) - 1)


def test_a_symmetric_pattern_is_sampled_evenly_too(lab: Any) -> None:
    """A row of five lies on a row of five in two ways."""
    game = lab.game([lab.row(5)], players=1)
    state = lab.state(game, "row5")
    draws, rng, each = listed(game, state), Random(2), 40
    counts = Counter(sampled(game, state, rng) for _ in range(each * len(draws)))
    assert sum((counts[draw] - each) ** 2 / each for draw in draws) < chi_square_limit(len(draws) - 1)


def test_where_nothing_fits_the_sampler_draws_nothing(lab: Any) -> None:
    game = lab.game([lab.row(5)], players=1, window=((50.0, 50.0), (60.0, 50.0), (60.0, 60.0)))
    state = lab.state(game, "row5")
    assert listed(game, state) == [sampled(game, state, Random(1))] == [Draw(seat=0, lines=())]


def wide_disc(lab: Any, columns: int, rows: int, jitter: float = 0.0) -> Any:
    """The game with one corner tile on a disc of so many stars, each off its place by up to `jitter` mm."""
    rng, pack = Random(4), lab.pack([lab.tile("corner", CORNER)], 1)
    star = pack.layout.stars[0]
    stars = tuple(
        replace(
            star,
            id=y * columns + x,
            x=10.0 * x + 5.0 + jitter * rng.uniform(-1, 1),
            y=10.0 * y + 5.0 + jitter * rng.uniform(-1, 1),
        )
        for y in range(rows)
        for x in range(columns)
    )
    side = 10.0 * max(columns, rows) + 120.0
    outline = ((90.0, 90.0), (side, 90.0), (side, side), (90.0, side))
    board = replace(pack.layout.board, width=side + 10, height=side + 10)
    layout = replace(pack.layout, stars=stars, board=board, window=replace(pack.layout.window, outline=outline))
    return StarExplorer(replace(pack, layout=layout))


def test_a_disc_of_more_than_128_stars_is_listed_and_sampled_evenly(lab: Any) -> None:
    """Of a strip of 2 x 70 stars the far end is kept, where there is as much to draw as on 2 x 5 stars; the first 65
    columns are used."""
    game = wide_disc(lab, 70, 2)
    used = tuple(range(65)) + tuple(range(70, 135))
    earlier = [lab.earlier([], stars=used)]
    state = lab.state(game, "corner", earlier=earlier, number=2)
    draws, rng, each = listed(game, state), Random(12), 30
    end = wide_disc(lab, 5, 2)
    moved = [
        [(a // 5 * 65 + 65 + a, b // 5 * 65 + 65 + b) for a, b in d.lines]
        for d in listed(end, lab.state(end, "corner"))
    ]
    assert sorted(list(draw.lines) for draw in draws) == sorted(moved)
    assert all(lab.accepts(game, state, draw) for draw in draws)
    assert draws == sorted(set(draws), key=lambda draw: (draw.lines, draw.stars))
    counts = Counter(sampled(game, state, rng) for _ in range(each * len(draws)))
    assert set(counts) <= set(draws)
    assert sum((counts[draw] - each) ** 2 / each for draw in draws) < chi_square_limit(len(draws) - 1)


def test_stars_a_little_off_their_lattice_still_take_the_tile(lab: Any) -> None:
    """Up to 0.2 mm off in x and y: what is listed is legal, and most of the drawings are still there."""
    game = wide_disc(lab, 5, 5, jitter=0.2)
    exact = wide_disc(lab, 5, 5)
    draws = listed(game, lab.state(game, "corner"))
    state = lab.state(game, "corner")
    assert all(lab.accepts(game, state, draw) for draw in draws)
    assert len(draws) > len(listed(exact, lab.state(exact, "corner"))) / 2


@pytest.mark.parametrize("off", [-0.3, 0.35, 0.9, 1.15, 1.6])
def test_a_star_too_far_off_is_not_taken_for_one_of_the_pattern(lab: Any, off: float) -> None:
    """One star of the upper row lies to the left or right of its place; the list is what the rules accept."""
    window = ((50.0, 50.0), (150.0, 50.0), (150.0, 107.0), (50.0, 107.0))
    pack = lab.pack([lab.row(3), lab.row(2)], players=1, window=window)
    stars = tuple(replace(star, x=star.x + off) if star.id == 1 else star for star in pack.layout.stars)
    game = StarExplorer(replace(pack, layout=replace(pack.layout, stars=stars)))
    state = lab.state(game, "row3", all_stars="connected")
    draws = listed(game, state)
    assert set(draws) == by_hand(lab, game, state, 2)
    rows = {draw.lines for draw in draws} & {((0, 1), (1, 2)), ((1, 2), (2, 3))}
    assert bool(rows) == (abs(off) < 0.4)
    alone = lab.state(game, "row2", all_stars="connected")
    assert set(listed(game, alone)) == by_hand(lab, game, alone, 1)


def test_stars_too_far_off_on_both_sides_leave_the_line_between_them(lab: Any) -> None:
    """Stars 0 and 3 lie 1.4 mm outside their places: however the row of three lies on 1-2, its third star is off."""
    pack = lab.pack([lab.row(3)], players=1, window=((50.0, 50.0), (150.0, 50.0), (150.0, 97.0), (50.0, 97.0)))
    off = {0: -1.4, 3: 1.4}
    stars = tuple(replace(star, x=star.x + off.get(star.id, 0.0)) for star in pack.layout.stars)
    game = StarExplorer(replace(pack, layout=replace(pack.layout, stars=stars)))
    state = lab.state(game, "row3")
    draws = listed(game, state)
    assert set(draws) >= by_hand(lab, game, state, 2)
    assert Draw(seat=0, lines=((1, 2),)) in draws
    assert not any({0, 1} <= {s for line in draw.lines for s in line} for draw in draws)


def test_actions_of_every_phase_are_sorted(lab: Any) -> None:
    """By kind, then by value."""
    game = lab.game(players=2)
    state = game.setup(["Ada", "Tycho"], StarExplorerOptions(piles="dealt"))
    for turn in turns(game, state, [random_action] * 2, Random(1)):
        for seat in game.to_move(state) if state.phase != Phase.DRAW else ():
            keys = [(a.__struct_config__.tag, *astuple(a)) for a in game.legal_actions(state, seat)]
            assert keys == sorted(keys)
        state = turn.state


def test_nothing_is_lost_or_made_in_a_game(lab: Any) -> None:
    """Seven sizes a pile, each tile once, back and front alike, one drawing a round."""
    game = lab.game(players=2)
    state = game.setup(["Ada", "Tycho"], StarExplorerOptions(piles="dealt"))
    for turn in turns(game, state, [random_action] * 2, Random(6)):
        state = turn.state
        shown = [d.tile for me in state.seats for d in me.drawings]
        shown += [me.tile for me in state.seats if me.tile is not None and len(me.drawings) < state.round]
        assert len(set(shown)) == len(shown)
        for me in state.seats:
            drawn = [game.tiles[d.tile].size for d in me.drawings]
            drawn += [state.size] if state.size is not None and len(me.drawings) < state.round else []
            if state.phase != Phase.OVER:
                assert sorted([*drawn, *state.sizes]) == list(SIZES)
            used = [star for d in me.drawings for star in d.stars]
            assert len(set(used)) == len(used)
        backs = Counter(back_of(game.tiles[tile]) for tile in shown)
        if state.phase not in (Phase.FIRST_PLAYER, Phase.START_TILE, Phase.OVER):
            backs.update(back for pile in state.piles for back in pile or ())
            assert all(count <= 2 for count in backs.values())
            assert backs.total() == 14


@pytest.mark.parametrize("all_stars", ["any", "connected", "blocked"])
def test_a_line_that_is_too_long_is_not_listed_where_its_stars_lie_near_enough(lab: Any, all_stars: str) -> None:
    """Stars 1 and 2 lie 0.3 mm off, away from each other: each may be drawn, the line of 10.6 mm may not."""
    pack = lab.pack([lab.row(5)], players=1)
    off = {1: -0.3, 2: 0.3}
    stars = tuple(replace(star, x=star.x + off.get(star.id, 0.0)) for star in pack.layout.stars)
    game = StarExplorer(replace(pack, layout=replace(pack.layout, stars=stars)))
    state = lab.state(game, "row5", all_stars=all_stars)
    assert [draw for draw in game.legal_actions(state, 0) if not lab.accepts(game, state, draw)] == []
