"""Folders of photographs: the lists agree with the truth and with the rules of drawing."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from engines.layout import StarDiscLayout, parse_star_disc
from hardware.simulated.levels import CONDITIONS
from hardware.simulated.scene import board_corners
from hardware.simulated.sensor import store
from pi_app.camera.readers import open_reader
from tools.studio.constellations import Draughtsman, board_points, exact_tile_of, star_points, tile_of, visible_stars
from tools.studio.designs.discs import random_design
from tools.studio.discs import write_photo_set
from tools.studio.levels import LEVELS, PHONE_SIZE, hand_held, random_view
from tools.studio.orders import Order
from vision.ink import opencv
from vision.ink.truth import judge_things

ORDER = Order(boards=3, seed=4, levels=LEVELS, designs=1, size=(320, 180))
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("photos")
    assert len(list(write_photo_set(out, ORDER))) == ORDER.boards
    return out


def rows(path: Path) -> Rows:
    return [json.loads(line) for line in path.read_text().splitlines()]


def layout_of(folder: Path, query: dict[str, Any]) -> StarDiscLayout:
    return parse_star_disc((folder / query["layout"]).read_bytes())


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_folder(folder: Path, tmp_path: Path) -> None:
    list(write_photo_set(tmp_path, ORDER))
    names = sorted(path.name for path in folder.iterdir())
    assert names == sorted(path.name for path in tmp_path.iterdir())
    assert all((folder / name).read_bytes() == (tmp_path / name).read_bytes() for name in names)


def test_another_seed_gives_other_designs() -> None:
    one, two = (random_design(np.random.default_rng([seed, 1, 0]), "d").layout for seed in (1, 2))
    assert one.stars != two.stars


def test_every_listed_file_is_there_and_every_picture_has_the_ordered_size(folder: Path) -> None:
    for query in rows(folder / "star_explorer.list.jsonl"):
        for key in ("image", "before", "blank"):
            picture = cv2.imread(str(folder / query[key]))
            assert picture is not None
            assert picture.shape == (180, 320, 3)


def test_layouts_are_valid(folder: Path) -> None:
    for query in rows(folder / "star_explorer.list.jsonl"):
        layout = layout_of(folder, query)
        assert layout.markers is not None
        assert 40 <= len(layout.stars) <= 130


def test_the_blind_list_tells_nothing_that_the_record_knows(folder: Path) -> None:
    for query in rows(folder / "star_explorer.blind.list.jsonl"):
        assert set(query) == {"id", "layout", "image", "before", "blank"}


def test_the_wrong_list_expects_another_tile(folder: Path) -> None:
    right, wrong = rows(folder / "star_explorer.list.jsonl"), rows(folder / "star_explorer.wrong.list.jsonl")
    assert all(a["expect"] != b["expect"] for a, b in zip(right, wrong, strict=True))


def test_earlier_lines_hidden_under_the_frame_are_known_but_not_in_the_truth(folder: Path) -> None:
    hidden = 0
    for query, truth in zip(rows(folder / "star_explorer.list.jsonl"), rows(folder / "truth.jsonl"), strict=True):
        seen = visible_stars(layout_of(folder, query), truth["rotation_deg"])
        old = {frozenset((line["a"], line["b"])) for line in truth["lines"] if not line["new"]}
        known = {frozenset(line) for line in query["known"]}
        assert old == {line for line in known if line <= seen}
        hidden += len(known - old)
    assert hidden > 0


def test_new_lines_join_fully_visible_stars(folder: Path) -> None:
    for query, truth in zip(rows(folder / "star_explorer.list.jsonl"), rows(folder / "truth.jsonl"), strict=True):
        seen = visible_stars(layout_of(folder, query), truth["rotation_deg"])
        new = [{line["a"], line["b"]} for line in truth["lines"] if line["new"]]
        assert new
        assert all(line <= seen for line in new)


def test_hands_hide_lines_only_where_there_are_hands(folder: Path) -> None:
    for truth in rows(folder / "truth.jsonl"):
        shares = [line["occluded"] for line in truth["lines"]]
        assert all(0 <= share <= 1 for share in shares)
        assert truth["level"] != "easy" or not any(shares)


def test_a_burst_shows_one_board_in_pictures_that_differ_a_little(tmp_path: Path) -> None:
    order = Order(boards=1, seed=4, levels=("hard",), designs=1, size=(320, 180), burst=2)
    list(write_photo_set(tmp_path, order))
    list(write_photo_set(tmp_path / "one", msgspec.structs.replace(order, burst=1)))
    (query,), (truth,) = rows(tmp_path / "star_explorer.list.jsonl"), rows(tmp_path / "truth.jsonl")
    (alone,) = rows(tmp_path / "one" / "truth.jsonl")
    first, second = (cv2.imread(str(tmp_path / name)) for name in query["image"])
    assert first is not None
    assert second is not None
    assert (first != second).any()
    assert rows(tmp_path / "star_explorer.first.list.jsonl")[0]["image"] == query["image"][0]
    pairs = zip(truth["lines"], alone["lines"], strict=True)
    assert all(line["occluded"] <= one["occluded"] for line, one in pairs)


@pytest.mark.parametrize("turned", range(4))
def test_a_picture_comes_back_upright_however_the_phone_was_held(turned: int) -> None:
    picture = np.full((96, 128, 3), 90, np.uint8)
    picture[:40, :60] = (200, 30, 60)
    seen = opencv.decode(store(picture, 95, turned))
    assert seen.shape == picture.shape
    assert np.abs(seen.astype(int) - picture).mean() < 2


def test_a_phone_in_a_hand_tilts_turns_and_cuts_boards() -> None:
    rng = np.random.default_rng(5)
    layout, held = random_design(rng, "d").layout, hand_held(CONDITIONS["easy"])
    views = [random_view(rng, held, layout, PHONE_SIZE) for _ in range(30)]
    tilts = [math.degrees(math.acos(view.rotation[2, 2])) for view in views]
    corners = np.stack([board_corners(layout, view) for view in views])
    cut = ((corners < 0) | (corners > np.array(PHONE_SIZE) - 1)).any((1, 2))
    assert max(tilts) > 30
    assert max(tilts) <= 40
    assert 0 < np.count_nonzero(cut) < len(views)


@pytest.mark.exhaustive
@pytest.mark.parametrize("markers", [True, False])
def test_boards_in_pictures_of_a_phone_are_read(tmp_path: Path, markers: bool) -> None:
    list(write_photo_set(tmp_path, Order(2, 8, ("easy", "medium"), 1, markers, phone=True)))
    reader, truths = open_reader("star_explorer", tmp_path), rows(tmp_path / "truth.jsonl")
    for query, truth in zip(rows(tmp_path / "star_explorer.list.jsonl"), truths, strict=True):
        assert truth["size"] == list(PHONE_SIZE)
        assert judge_things(reader.read(query).as_json(), truth, query).outcome in ("exact", "asked")


def figures(seed: int) -> tuple[StarDiscLayout, Draughtsman, list[Any]]:
    rng = np.random.default_rng(seed)
    design = random_design(rng, "d")
    player = Draughtsman(design.layout, rng)
    drawn = [player.figure(design.layout.step_deg * k, 6, 0.3) for k in range(4)]
    return design.layout, player, [figure for figure in drawn if figure is not None]


@pytest.mark.parametrize("seed", range(4))
def test_constellations_share_no_star_and_no_lines_cross(seed: int) -> None:
    layout, player, drawn = figures(seed)
    assert drawn
    used = [star for figure in drawn for star in {s for line in figure.lines for s in line}]
    assert len(used) == len(set(used))
    at = {star.id: np.array([star.x, star.y]) for star in layout.stars}
    for one, two in itertools.combinations(player.lines, 2):
        if not set(one) & set(two):
            assert not crosses(*(at[s] for s in (*one, *two)))


def crosses(a: Any, b: Any, c: Any, d: Any) -> bool:
    def side(p: Any, q: Any, r: Any) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def handedness(points: list[Any]) -> list[tuple[float, float]]:
    """For each lopsided triangle of points its perimeter and whether its sides, by length, run clockwise."""
    found = []
    for corners in itertools.combinations(np.array(points), 3):
        sides = sorted((math.dist(corners[k - 1], corners[k - 2]), k) for k in range(3))
        lengths = [length for length, _ in sides]
        if min(np.diff(lengths)) > 0.05 * lengths[2]:
            u, v = (corners[sides[k][1]] - corners[sides[0][1]] for k in (1, 2))
            area = float(u[0] * v[1] - u[1] * v[0])
            if abs(area) > 0.05 * lengths[2] ** 2:
                found.append((round(sum(lengths), 1), math.copysign(1, area)))
    return sorted(found)


@pytest.mark.parametrize("seed", [1, 2])
def test_an_exact_tile_is_a_turned_copy_never_a_mirror_image(seed: int) -> None:
    rng = np.random.default_rng(seed)
    design = next(d for k in range(50) if (d := random_design(np.random.default_rng([seed, k]), "d")).lattice)
    assert design.lattice is not None
    figure = Draughtsman(design.layout, rng).figure(0.0, 6, 0.0)
    assert figure is not None
    tile = exact_tile_of(rng, design.layout, figure, design.lattice)
    places = {star.id: np.array([star.x, star.y]) for star in design.layout.stars}
    printed = sorted(math.dist(tile.xy[a], tile.xy[b]) for a, b in itertools.combinations(range(6), 2))
    drawn = sorted(math.dist(places[a], places[b]) for a, b in itertools.combinations(figure.stars, 2))
    ratio = np.array(drawn) / np.array(printed)
    assert np.ptp(ratio) < 0.01 * ratio.mean()
    drawn_copy = [places[star] / ratio.mean() for star in figure.stars]
    assert handedness(list(tile.xy))
    assert [sign for _, sign in handedness(list(tile.xy))] == [sign for _, sign in handedness(drawn_copy)]


def test_a_loose_tile_has_as_many_stars_and_lines_as_the_figure_asks_for() -> None:
    layout, _, drawn = figures(2)
    tile = tile_of(np.random.default_rng(1), layout, drawn[0])
    assert (len(tile.xy), len(tile.lines)) == (len(drawn[0].stars), len(drawn[0].asked))


def test_turning_the_disc_clockwise_takes_a_star_on_the_right_downwards() -> None:
    layout = figures(1)[0]
    centre = np.array(layout.disc.centre)
    assert np.allclose(board_points(layout, 90.0, np.array([[10.0, 0.0]])), centre + np.array([0, 10]))
    assert len(star_points(layout)) == len(layout.stars)
