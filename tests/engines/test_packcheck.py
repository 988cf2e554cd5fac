"""What makes a pack of Star Explorer valid, and what is found when it is not."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import BadInput
from engines.layout import Star, Window
from engines.packcheck import Finding, PackReport
from engines.registry import pack_bytes
from engines.star_explorer.disc import StarDisc
from engines.star_explorer.model import Face, StarPack, StartTile, Tile
from engines.star_explorer.pack import parse_pack
from engines.star_explorer.packcheck import PROBLEMS, WARNINGS, PackFigures, Sky, check_pack, placements
from engines.star_explorer.shape import exact_matches

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def house() -> StarPack:
    return parse_pack(pack_bytes("star_explorer", "house"))


@pytest.fixture(scope="module")
def report() -> PackReport[PackFigures]:
    return check_pack(pack_bytes("star_explorer", "house"))


def said(findings: Iterable[Finding]) -> list[str]:
    return [f"{found.where}: {found.what}" for found in findings]


def problems(pack: StarPack) -> list[str]:
    """Without those about what can be drawn, which take a while to find."""
    return said(found for check in PROBLEMS for found in check(pack))


def warnings(pack: StarPack) -> list[str]:
    return said(found for check in WARNINGS for found in check(pack))


def full_report(pack: StarPack) -> PackReport[PackFigures]:
    return check_pack(msgspec.json.encode(pack))


def with_tile(pack: StarPack, number: int, **changes: Any) -> StarPack:
    tiles = list(pack.tiles)
    tiles[number] = replace(tiles[number], **changes)
    return replace(pack, tiles=tuple(tiles))


def with_layout(pack: StarPack, **changes: Any) -> StarPack:
    return replace(pack, layout=replace(pack.layout, **changes))


# The house pack ------------------------------------------------------------------------------------------------


def test_the_house_pack_is_valid_and_nothing_about_it_is_odd(report: PackReport[PackFigures]) -> None:
    assert (report.problems, report.warnings) == ((), ())


def test_there_are_41_tiles_in_the_sizes_that_four_players_need(report: PackReport[PackFigures]) -> None:
    assert report.figures.sizes == {"5": 6, "6": 6, "7": 9, "8": 7, "9": 7, "10": 6}
    assert sum(report.figures.sizes.values()) == 41


def test_a_tile_is_worth_2_on_its_front_and_1_on_its_back_for_the_same_type(house: StarPack) -> None:
    assert all(t.front.value == 2 and t.back == Face(t.front.type, 1) for t in house.tiles)


def test_the_types_of_the_tiles_are_balanced_within_each_size_and_over_all(house: StarPack) -> None:
    for size in {t.size for t in house.tiles} | {None}:
        counts = Counter(t.front.type for t in house.tiles if size in (t.size, None))
        assert len(counts) == 4
        assert max(counts.values()) - min(counts.values()) <= 1


def test_the_six_start_tiles_are_the_six_pairs_of_types_worth_1(house: StarPack) -> None:
    assert len({frozenset(side.type for side in t.sides) for t in house.start_tiles}) == 6
    assert {side.value for t in house.start_tiles for side in t.sides} == {1}


def test_the_types_are_balanced_in_every_rounds_window(report: PackReport[PackFigures]) -> None:
    for counts in report.figures.visible:
        assert max(counts.values()) - min(counts.values()) <= 1


def test_the_central_stars_are_the_eight_around_polaris_and_show_in_every_round(house: StarPack) -> None:
    disc = StarDisc(house.layout)
    central = {s.id for s in house.layout.stars if s.zone == "central"}
    assert len(central) == 8
    assert all(central <= disc.visible(number) for number in range(1, 7))


def test_every_house_tile_can_be_drawn_in_several_places_in_every_round(report: PackReport[PackFigures]) -> None:
    assert min(min(counts) for counts in report.figures.places.values()) >= 7


def test_whether_a_house_star_is_fully_visible_is_never_a_close_call(report: PackReport[PackFigures]) -> None:
    assert report.figures.clearance >= 0.7


def test_the_axis_of_the_house_disc_keeps_off_the_middle_of_every_star(house: StarPack) -> None:
    angle = math.radians(house.layout.axis.angle_deg)
    away = [abs(s.y * math.cos(angle) - s.x * math.sin(angle)) for s in house.layout.stars]
    assert min(away) > 1.4


# What is wrong with others -------------------------------------------------------------------------------------


def test_a_missing_tile_is_a_problem(house: StarPack) -> None:
    found = problems(replace(house, tiles=house.tiles[1:]))
    assert found == ["tiles: there are 40, expected 41"]


def test_too_few_tiles_of_a_size_are_a_problem(house: StarPack) -> None:
    spare = next(t for t in house.tiles if t.size == 7)
    kept = [t for t in house.tiles if t.size != 5]
    copies = [replace(spare, id=f"copy_{n}", name=f"Copy {n}") for n in range(6)]
    assert problems(replace(house, tiles=(*kept, *copies))) == ["tiles of size 5: there are 0, expected at least 4"]


def test_two_tiles_with_one_name_are_a_problem(house: StarPack) -> None:
    found = problems(with_tile(house, 0, name=house.tiles[1].name))
    assert found == ["tiles: 2 tiles are named 'Cepheus', expected a name for each, no name twice"]


def test_a_missing_start_tile_is_a_problem_and_a_missing_pair_a_warning(house: StarPack) -> None:
    pack = replace(house, start_tiles=house.start_tiles[1:])
    assert problems(pack) == ["start tiles: there are 5, expected 6"]
    doubled = replace(house, start_tiles=(*house.start_tiles[1:], StartTile("twin", house.start_tiles[1].sides)))
    assert problems(doubled) == []
    assert warnings(doubled) == [
        "start tiles: 0 start tiles show red and white, expected 1",
        "start tiles: 2 start tiles show red and yellow, expected 1",
    ]


def test_a_pattern_in_two_pieces_is_a_problem(house: StarPack) -> None:
    found = problems(with_tile(house, 0, lines=((0, 1), (1, 2), (3, 4))))
    assert found == ["tile cassiopeia: star 3, 4 is not connected to star 0"]


def test_lines_that_cross_within_a_pattern_are_a_problem(house: StarPack) -> None:
    square = ((0.0, 0.0), (11.0, 0.0), (11.0, 11.0), (0.0, 11.0), (0.0, 22.0))
    found = problems(with_tile(house, 0, xy=square, lines=((0, 2), (1, 3), (2, 3), (3, 4))))
    assert found == ["tile cassiopeia: the lines 0-2 and 1-3 cross"]


def test_a_pattern_that_fits_nowhere_in_round_one_is_a_problem(house: StarPack) -> None:
    skew = tuple((x * 1.4, y) for x, y in house.tiles[0].xy)
    found = full_report(with_tile(house, 0, xy=skew))
    assert said(found.problems) == ["tile cassiopeia: cannot be drawn anywhere in round 1"]
    assert not found.valid


def test_a_pattern_whose_stars_coincide_is_a_problem_and_fits_nowhere(house: StarPack) -> None:
    found = said(full_report(with_tile(house, 0, xy=((0.0, 0.0),) * 5)).problems)
    assert "tile cassiopeia: stars 0 and 1 lie on one another" in found
    assert "tile cassiopeia: cannot be drawn anywhere in round 1" in found


def test_a_marker_must_lie_on_the_board_off_the_window_and_keep_its_white_border(house: StarPack) -> None:
    marked = house.layout.markers
    assert marked is not None
    for place, text in (
        ((1.0, 3.5), "marker 0: lies less than 2.0 mm inside the board"),
        ((60.0, 60.0), "marker 0: lies less than 2.0 mm from the window"),
        ((171.0, 20.0), "marker 0: lies less than 2.0 mm from marker 1"),
    ):
        moved = replace(marked, at=marked.at | {"0": place})
        assert text in problems(with_layout(house, markers=moved))


def test_a_marker_larger_than_the_window_may_not_swallow_it(house: StarPack) -> None:
    marked = house.layout.markers
    assert marked is not None
    huge = replace(marked, size=190.0, at={"0": (4.0, 4.0)})
    assert "marker 0: lies less than 2.0 mm from the window" in problems(with_layout(house, markers=huge))


def test_three_point_stars_must_be_seven_and_off_the_window_and_the_markers(house: StarPack) -> None:
    places = house.layout.three_point_stars
    assert places is not None
    assert "layout.three_point_stars: there are 6, expected 7" in problems(
        with_layout(house, three_point_stars=places[:6])
    )
    for place, text in (
        ((99.0, 90.0), "3-point star 0: lies in the window"),
        ((10.0, 10.0), "3-point star 0: lies on marker 0"),
        ((-1.0, 90.0), "3-point star 0: lies off the board"),
    ):
        assert text in problems(with_layout(house, three_point_stars=(place, *places[1:])))


def test_a_window_that_hides_polaris_is_a_problem(house: StarPack) -> None:
    low = tuple((x, y + 90) for x, y in house.layout.window.outline)
    assert "layout.window: Polaris does not show in it" in problems(with_layout(house, window=Window(low)))


def test_an_unbalanced_window_is_a_problem_unless_the_layout_was_captured(house: StarPack) -> None:
    stars = tuple(replace(s, type="red") if s.id % 3 else s for s in house.layout.stars)
    pack = with_layout(house, stars=stars)
    assert any("are red, expected 15 to 35 %" in found for found in said(full_report(pack).problems))
    captured = full_report(replace(pack, status=house.status | {"layout": "captured"}))
    assert captured.valid
    assert any("are red, expected 15 to 35 %" in found for found in said(captured.warnings))


def test_a_star_on_polaris_over_the_edge_or_over_another_is_a_problem(house: StarPack) -> None:
    first, *others = house.layout.stars
    for x, y, text in (
        (0.0, 0.0, "star 0: covers Polaris, which is not listed among the stars"),
        (91.0, 0.0, "star 0: reaches over the edge of the disc"),
        (others[0].x + 1, others[0].y, "star 0: overlaps star 1"),
    ):
        assert text in problems(with_layout(house, stars=(replace(first, x=x, y=y), *others)))


def test_six_steps_must_make_whole_turns(house: StarPack) -> None:
    found = problems(with_layout(house, step_deg=50.0))
    assert "layout.step_deg: is 50.0, expected six steps to make whole turns" in found


def test_what_is_no_pack_is_refused(house: StarPack) -> None:
    twice = with_layout(house, stars=(*house.layout.stars, house.layout.stars[0]))
    for data in (b"", b"[]", b'{"game":"star_explorer"}', msgspec.json.encode(twice)):
        with pytest.raises(BadInput):
            check_pack(data)


# Placements ----------------------------------------------------------------------------------------------------


def small_sky(house: StarPack, points: Sequence[tuple[float, float]]) -> Sky:
    stars = tuple(Star(n, x, y, 1.0, "red", "field") for n, (x, y) in enumerate(points))
    return Sky(StarDisc(replace(house.layout, stars=stars)))


def shape(*points: tuple[float, float]) -> Tile:
    lines = tuple((k, k + 1) for k in range(len(points) - 1))
    face = Face("red", 1)
    return Tile(id="t", name="T", size=len(points), front=face, back=face, xy=points, lines=lines)


def test_placements_counted_by_hand(house: StarPack) -> None:
    grid = [(10.0 * x, 10.0 * y) for x in (1, 2, 3) for y in (1, 2, 3)]
    sky = small_sky(house, grid)
    assert len(placements(shape((0, 0), (10, 0)), sky)) == 12
    assert len(placements(shape((0, 0), (10, 0), (10, 10)), sky)) == 16
    assert len(placements(shape((0, 0), (10, 0), (20, 0), (20, 10)), sky)) == 8
    assert len(placements(shape((0, 0), (30, 0)), sky)) == 0


def test_a_mirror_image_is_no_placement(house: StarPack) -> None:
    hook = shape((0, 0), (10, 0), (20, 0), (20, 10))
    mirrored = [(10.0, 50.0), (20.0, 50.0), (30.0, 50.0), (30.0, 40.0)]
    assert placements(hook, small_sky(house, mirrored)) == set()


@settings(max_examples=40, deadline=None)
@given(angle=st.floats(0, 360), x=st.floats(-30, 30), y=st.floats(-30, 30), data=st.data())
def test_a_pattern_is_found_wherever_and_however_it_is_turned(
    house: StarPack, angle: float, x: float, y: float, data: st.DataObject
) -> None:
    tile = data.draw(st.sampled_from(house.tiles))
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    away_from_polaris = 150
    points = [(away_from_polaris + x + px * cos - py * sin, y + px * sin + py * cos) for px, py in tile.xy]
    found = placements(tile, small_sky(house, points))
    assert frozenset((min(line), max(line)) for line in tile.lines) in found


def test_every_placement_passes_the_rules_comparison_of_shapes(house: StarPack) -> None:
    disc = StarDisc(house.layout)
    sky = Sky(disc)
    for tile in house.tiles[::8]:
        for placement in sorted(placements(tile, sky), key=sorted)[::9]:
            stars = {s for line in placement for s in line}
            assert any(True for _ in exact_matches(tile, disc, sorted(placement), stars))
