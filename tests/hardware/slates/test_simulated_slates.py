"""Simulated slates: designs, games, pens and the photographs with their truth."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.look_at_the_stars.slate.board import pack_skies, parse_slate
from engines.slates import adjacent, point_place, skies_of
from engines.unit_lines import orientations, parse_shape
from hardware.simulated.look_at_the_stars.pens import Head
from hardware.simulated.strokes import Pen
from tools.studio.designs.slates import random_slate
from tools.studio.orders import Order
from tools.studio.slate_game import NIGHT_SHAPES, SlateGame, joined_shapes, play_slate, shape_of, turned
from tools.studio.slates import write_slate_set

SEEDS = st.integers(0, 10_000)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_every_random_layout_is_one_that_the_reader_takes(seed: int) -> None:
    import msgspec

    design = random_slate(np.random.default_rng(seed), "any")
    layout = parse_slate(msgspec.json.encode(design.layout))
    assert skies_of(layout, pack_skies())[0] == design.sky
    assert design.layout.markers is not None


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_simulated_player_keeps_the_rules(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sky = random_slate(rng, "any").sky
    game = play_slate(rng, sky)
    drawn = [frozenset(line) for line in (*game.known, *game.lines, *sky.printed_lines)]
    assert len(set(drawn)) == len(drawn)
    assert all(adjacent(*line) for line in (*game.known, *game.lines))
    touched = {point for line in (*game.known, *game.lines) for point in line}
    assert touched <= set(sky.stars)
    starred = {end for star in (*game.known_stars, *game.stars) for end in star}
    assert not starred & touched
    assert not {at for kind, at in game.objects if kind not in ("nova", "aura")} & touched


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_what_is_drawn_now_is_what_the_card_asks_for(seed: int) -> None:
    rng = np.random.default_rng(seed)
    game = play_slate(rng, random_slate(rng, "any").sky)
    if game.lines:
        assert game.shape is not None
        assert _shape(game) in orientations(parse_shape(game.shape))
    for head, tail in game.stars:
        (x, y), (x2, y2) = point_place(head) or (0, 0), point_place(tail) or (0, 0)
        assert 1 <= abs(x - x2) == abs(y - y2) <= 3


def _shape(game: SlateGame) -> object:
    names = {(1, 0): "E", (0, 1): "N", (1, 1): "R", (1, -1): "F"}
    ends = [sorted((point_place(a) or (0, 0), point_place(b) or (0, 0))) for a, b in game.lines]
    return parse_shape(f"{names[q[0] - p[0], q[1] - p[1]]}@{p[0]},{p[1]}" for p, q in ends)


def test_four_quarter_turns_bring_a_shape_home() -> None:
    for shape in (*NIGHT_SHAPES, *joined_shapes()):
        assert sorted(shape_of(turned(shape)[-1])) == sorted(shape)


def test_there_are_26_different_night_shapes() -> None:
    assert len({frozenset(orientations(parse_shape(shape))) for shape in NIGHT_SHAPES}) == 26


def test_barbs_of_a_shooting_star_lean_back_from_its_head() -> None:
    head, tail = np.array([50.0, 50.0]), np.array([34.0, 66.0])
    for stroke in Head(5.0, 30.0, "barbs").strokes(np.random.default_rng(1), head, tail, Pen(miss=0.0, overshoot=0.0)):
        far = stroke.points[np.argmax(np.linalg.norm(stroke.points - head, axis=1))]
        assert (far - head) @ (tail - head) > 0


def test_a_folder_of_slates_has_lists_layouts_and_truth(tmp_path: Path) -> None:
    order = Order(2, 9, ("easy", "hard"), 1, burst=2)
    assert list(write_slate_set(tmp_path, order)) == ["slate_easy_900000", "slate_hard_900001"]
    for name in ("", "blind.", "wrong.", "first."):
        rows = [json.loads(row) for row in (tmp_path / f"look_at_the_stars.{name}list.jsonl").read_text().splitlines()]
        for row in rows:
            images = [row["image"]] if isinstance(row["image"], str) else row["image"]
            assert all((tmp_path / file).is_file() for file in (*images, row["layout"], row["blank"], row["before"]))
            assert ("known" in row) == (name != "blind.")
    truth = [json.loads(row) for row in (tmp_path / "truth.jsonl").read_text().splitlines()]
    assert [row["level"] for row in truth] == ["easy", "hard"]
    assert all(set(line) == {"a", "b", "new", "occluded"} for row in truth for line in row["lines"])


@pytest.mark.exhaustive
def test_the_same_order_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        list(write_slate_set(tmp_path / name, Order(1, 4, ("medium",), 1, markers=False)))
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "two").iterdir())
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    layout = next((tmp_path / "one").glob("layout_*_n.json"))
    assert "markers" not in json.loads(layout.read_text())


@pytest.mark.parametrize("seed", range(3))
def test_light_slates_are_drawn_on_with_dark_pens(seed: int) -> None:
    from tools.studio.slate_pens import slate_pen

    rng = np.random.default_rng(seed)
    design = random_slate(rng, "any")
    while not design.look.light:
        design = random_slate(rng, "any")
    assert max(slate_pen(rng, design, "easy").colour) < min(design.look.ground)
