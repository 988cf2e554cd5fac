"""Packs of Star Explorer are refused with everything wrong at once, and odd ones are described."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.errors import BadInput
from engines.registry import pack_bytes
from engines.star_explorer.model import StarPack, Tile
from engines.star_explorer.pack import parse_pack
from engines.star_explorer.packcheck import PROBLEMS, WARNINGS, check_pack
from engines.star_explorer.rules import StarExplorer

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def house() -> StarPack:
    return parse_pack(pack_bytes("star_explorer", "house"))


def found(pack: StarPack) -> list[str]:
    return [f"{f.where}: {f.what}" for check in (*PROBLEMS, *WARNINGS) for f in check(pack)]


def with_layout(pack: StarPack, **changes: Any) -> StarPack:
    return replace(pack, layout=replace(pack.layout, **changes))


def test_a_pack_is_refused_with_all_reasons_at_once(house: StarPack) -> None:
    stars = list(house.layout.stars)
    stars[3] = replace(stars[3], type="green")
    stars[4] = replace(stars[4], id=stars[5].id)
    tiles = list(house.tiles)
    tiles[0] = replace(tiles[0], size=4)
    tiles[2] = replace(tiles[2], lines=((0, 0), *tiles[2].lines[1:]))
    tiles[3] = replace(tiles[3], lines=(*tiles[3].lines, tiles[3].lines[0][::-1]))
    tiles[4] = replace(tiles[4], id=tiles[5].id)
    starts = (*house.start_tiles[:-1], replace(house.start_tiles[-1], id=house.start_tiles[0].id))
    pack = replace(with_layout(house, stars=tuple(stars)), tiles=tuple(tiles), start_tiles=starts)
    reasons = (
        f"two stars have the id {stars[5].id}",
        f"star {stars[3].id} has the type 'green'",
        f"two tiles have the id {tiles[5].id!r}",
        f"two start tiles have the id {house.start_tiles[0].id!r}",
        f"tile {tiles[0].id!r} has size 4, expected one of [5, 6, 7, 8, 9, 10]",
        f"tile {tiles[0].id!r} has {len(tiles[0].xy)} stars, expected 4",
        f"tile {tiles[2].id!r}: a line must join two different stars",
        f"tile {tiles[3].id!r}: a line must join two different stars",
    )
    with pytest.raises(BadInput) as caught:
        StarExplorer.from_pack(msgspec.json.encode(pack))
    assert all(reason in str(caught.value) for reason in reasons), str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_json_or_nested_too_deeply_is_refused() -> None:
    for data in (b"", b"\xff\xfe", b"{}", b'{"zz":' + b"[" * 100_000 + b"]" * 100_000 + b"}"):
        with pytest.raises(BadInput, match="pack of star_explorer"):
            parse_pack(data)


def test_a_number_beyond_floating_point_is_refused(house: StarPack) -> None:
    data = msgspec.json.encode(house).replace(b'"xy":[[', b'"xy":[[1e999,0],[', 1)
    with pytest.raises(BadInput, match="Number out of range"):
        parse_pack(data)


def test_too_few_tiles_or_start_tiles_for_the_table_are_refused(house: StarPack) -> None:
    few = replace(house, start_tiles=house.start_tiles[:1])
    with pytest.raises(BadInput, match="has 1 start tiles for 2 players"):
        StarExplorer(few).setup(["Ada", "Tycho"])
    none = replace(house, tiles=tuple(t for t in house.tiles if t.size != 8))
    with pytest.raises(BadInput, match="has 0 tiles of size 8, 1 players need 1"):
        StarExplorer(none).setup(["Ada"])


def test_what_a_pack_does_not_say_is_a_warning(house: StarPack) -> None:
    assert any("status.tiles: is missing" in text for text in found(replace(house, status={})))


def test_a_disc_without_a_zone_or_a_type_is_a_problem(house: StarPack) -> None:
    stars = tuple(replace(s, zone="field", type="red") for s in house.layout.stars)
    texts = found(with_layout(house, stars=stars))
    assert "layout.stars: no star has the zone 'rim'" in texts
    assert "layout.stars: no star has the type 'blue'" in texts


def test_a_window_that_crosses_itself_or_leaves_the_board_is_a_problem(house: StarPack) -> None:
    (ax, ay), (bx, by), *rest = house.layout.window.outline
    crossed = replace(house.layout.window, outline=((ax, ay), *rest[:1], (bx, by), *rest[1:]))
    assert "layout.window: the outline crosses itself" in found(with_layout(house, window=crossed))
    beyond = replace(house.layout.window, outline=((-5.0, ay), (bx, by), *rest))
    assert any("lies off the board" in text for text in found(with_layout(house, window=beyond)))


def test_markers_and_three_point_stars_may_be_absent(house: StarPack) -> None:
    assert found(with_layout(house, markers=None, three_point_stars=None)) == []


def test_a_three_point_star_beside_the_board_is_a_problem(house: StarPack) -> None:
    places = house.layout.three_point_stars
    assert places is not None
    assert "3-point star 0: lies off the board" in found(
        with_layout(house, three_point_stars=((-9.0, -9.0), *places[1:]))
    )


def test_a_marker_must_not_lie_on_another_and_needs_a_number(house: StarPack) -> None:
    marks = house.layout.markers
    assert marks is not None
    at = {**marks.at, "1": marks.at["0"]}
    assert any("from marker 1" in text for text in found(with_layout(house, markers=replace(marks, at=at))))
    named = {("x" if name == "0" else name): place for name, place in marks.at.items()}
    assert any("expected four numbers" in text for text in found(with_layout(house, markers=replace(marks, at=named))))


def test_a_star_that_never_shows_is_odd(house: StarPack) -> None:
    """The window covers only the middle of the disc: rim stars never show, central ones may."""
    x, y = house.layout.disc.centre
    small = ((x - 3.0, y - 3.0), (x + 40.0, y - 3.0), (x + 40.0, y + 40.0), (x - 3.0, y + 40.0))
    texts = found(with_layout(house, window=replace(house.layout.window, outline=small)))
    assert any("is fully visible in no round" in text for text in texts)
    assert any("is central, but fully visible in" in text for text in texts)


def test_a_tile_without_lines_can_be_drawn_nowhere(house: StarPack) -> None:
    bare: Tile = replace(house.tiles[0], lines=())
    report = check_pack(msgspec.json.encode(replace(house, tiles=(bare, *house.tiles[1:]))))
    assert report.figures.places[bare.id] == (0,) * 6
    assert not report.valid
