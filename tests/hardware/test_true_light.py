"""Boards photographed by true light: what the path tracer is told, and what becomes of its light."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from engines.errors import BadInput, NotPossible
from hardware.simulated.hand import HEIGHT, draw_hand
from hardware.simulated.lamp import Glare
from hardware.simulated.pieces import Piece, random_piece_shot
from hardware.simulated.pixels import Points, Sheet
from hardware.simulated.table import lay_table
from tools.commands import photos
from tools.studio import cameras
from tools.studio.balls import layout_json, write_ball_photos
from tools.studio.cards import write_card_set
from tools.studio.designs.feet import Foot, random_look
from tools.studio.discs import Studio
from tools.studio.levels import random_shot
from tools.studio.orders import Order
from tools.studio.tables import write_table_photos
from tools.studio.tiles import write_tile_photos
from tools.studio.true_light.darkroom import Darkroom, through_lens
from tools.studio.true_light.stage import (
    CARD_MM,
    ROUND_MM,
    SENSOR_MM,
    ink_of,
    lay_hand,
    mirrored,
    outlines,
    pinhole,
    set_up,
    set_up_foot,
    set_up_pieces,
    tops,
)
from vision.ink import opencv

SIZE = (320, 180)
ORDER = Order(boards=1, seed=7, levels=("easy",), designs=1, size=SIZE)
TRACER = """#!{python}
import json, sys
import numpy as np
for line in sys.stdin:
    scene = json.loads(line)
    wide, high = scene["size"]
    {does}
"""
LIT = 'np.save(scene["out"], np.full((high, wide, 3), 0.5, np.float32))'
TRACES = f'{LIT}; print("a line of its own"); print("traced", flush=True)'


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Studio:
    return Studio(tmp_path_factory.mktemp("studio"), ORDER, 0)


def stand_in(folder: Path, does: str) -> Path:
    """A tracer that answers at once."""
    path = folder / "python"
    path.write_text(TRACER.format(python=sys.executable, does=does))
    path.chmod(0o755)
    return path


def test_the_lens_bends_the_pinholes_picture_to_where_the_view_shows_the_board(studio: Studio) -> None:
    straight = random_shot(np.random.default_rng(3), "hard", studio.design.layout, SIZE).view
    view = msgspec.structs.replace(straight, k1=-0.09, k2=0.02)
    wide = pinhole(view)
    x, y = np.meshgrid(np.arange(wide.size[0]), np.arange(wide.size[1]))
    light = np.stack([x, y, np.zeros_like(x)], -1).astype(np.float32)
    seen = through_lens(light, view, vignette=0.0)
    for point in np.array([[20.0, 30.0], [104.0, 140.0], [190.0, 250.0]]):
        column, row = np.round(view.project(point[None]))[0].astype(int)
        assert seen[row, column, :2] == pytest.approx(wide.project(point[None])[0], abs=1.0)


def test_outline_and_window_of_a_board_are_cut_in_millimetres(studio: Studio) -> None:
    rings = outlines(studio.clean.opaque)
    board, window = studio.design.layout.board, np.array(studio.design.layout.window.outline)
    first = np.array(rings[0])
    assert first.min(0) == pytest.approx([0, 0], abs=0.5)
    assert first.max(0) == pytest.approx([board.width, board.height], abs=0.5)
    cut = np.array(max(rings[1:], key=len))
    assert cut.min(0) == pytest.approx(window.min(0), abs=1.0)
    assert cut.max(0) == pytest.approx(window.max(0), abs=1.0)


def test_ink_lies_where_the_board_is_not_as_printed() -> None:
    clean = Sheet(np.full((40, 40, 3), 30, np.uint8), 1.0)
    written = Sheet(clean.picture.copy(), 1.0)
    written.line([(5, 20), (35, 20)], (240, 240, 240), 2.0)
    ink = ink_of(written, clean)
    assert ink[20, 20] == 255
    assert ink[5, 5] == 0


def test_a_lamp_stands_where_its_mirror_image_is_the_glare(studio: Studio) -> None:
    view = random_shot(np.random.default_rng(4), "medium", studio.design.layout, SIZE).view
    lamp = mirrored(Glare((150.0, 80.0), (10.0, 6.0), 0.0, 1.0), view)
    eye = -view.rotation.T @ view.translation
    image = np.array([lamp.at[0], lamp.at[1], -lamp.at[2]])  # behind the board as far as the lamp is before it
    along = -eye[2] / (image[2] - eye[2])
    on_board: Points = (eye + along * (image - eye))[:2]
    assert lamp.at[2] < 0, "on the camera's side"
    assert view.project(on_board[None])[0] == pytest.approx((150.0, 80.0), abs=1.5)


def test_a_hand_is_round_and_stands_where_it_hides_the_board(studio: Studio, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    hand = draw_hand(rng, np.array([100.0, 140.0]), 285.0)
    shot = random_shot(rng, "medium", studio.design.layout, SIZE)
    scene = set_up(tmp_path, studio.clean, studio.clean, 0.0, lay_table(rng, (208.0, 285.0)), shot)
    shell = lay_hand(tmp_path, scene, hand).hand
    assert shell is not None
    parts = np.load(shell.mesh)
    points = parts["vertices"][np.unique(parts["faces"])]
    assert points[:, 2].min() >= HEIGHT - ROUND_MM - 1e-6
    assert points[:, 2].max() <= HEIGHT
    assert np.ptp(points[:, 2]) > 0.6 * ROUND_MM
    columns, rows = hand.sheet.pixels(points[:, :2]).round().astype(int).T
    assert (hand.opaque[np.clip(rows, 0, None), np.clip(columns, 0, None)] > 60).mean() > 0.97


def test_a_traced_light_becomes_a_photograph(studio: Studio, tmp_path: Path) -> None:
    shot = random_shot(np.random.default_rng(6), "easy", studio.design.layout, SIZE)
    with Darkroom(stand_in(tmp_path, TRACES)) as darkroom:
        picture = darkroom.photograph(
            studio.clean, studio.clean, 0.0, studio.tables[0], shot, np.random.default_rng(1), None
        )
    assert picture.shape == (*SIZE[::-1], 3)
    assert 40 < picture.mean() < 230


def test_a_tracer_that_is_missing_or_ends_is_named(studio: Studio, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="script/true-light"):
        Darkroom(tmp_path / "none")
    shot = random_shot(np.random.default_rng(6), "easy", studio.design.layout, SIZE)
    with (
        Darkroom(stand_in(tmp_path, 'print("out of memory"); break')) as darkroom,
        pytest.raises(NotPossible, match="out of memory"),
    ):
        darkroom.photograph(studio.clean, studio.clean, 0.0, studio.tables[0], shot, np.random.default_rng(1), None)


def test_what_cannot_be_traced_yet_is_refused_before_a_picture_is_taken(tmp_path: Path) -> None:
    parser = ArgumentParser()
    photos.configure(parser)
    with pytest.raises(BadInput, match="capture cannot be photographed by true light"):
        photos.run(parser.parse_args(["capture", "--true-light", "--out", str(tmp_path / "out")]))
    assert not (tmp_path / "out").exists()


def card(at: tuple[float, float], turn_deg: float = 0.0, gloss: int = 0) -> Piece:
    face = Sheet(np.full((88, 63, 3), 200, np.uint8), 1.0)
    opaque = Sheet(np.full((88, 63), 255, np.uint8), 1.0)
    return Piece(face, opaque, (63.0, 88.0), 0.3, at, turn_deg, gloss)


def test_a_card_lies_on_all_that_are_below_it() -> None:
    assert tops([card((50, 50)), card((70, 60)), card((90, 70)), card((300, 300))]) == pytest.approx(
        [0.3, 0.6, 0.9, 0.3]
    )


def test_a_piece_is_cut_where_its_face_lies_and_shines_as_much_as_it_is_told(studio: Studio, tmp_path: Path) -> None:
    pieces = [card((50, 50), 90.0), card((200, 50), gloss=255)]
    shot = random_shot(np.random.default_rng(3), "medium", studio.design.layout, SIZE)
    scene = set_up_pieces(tmp_path, pieces, lay_table(np.random.default_rng(1), (300.0, 100.0)), shot)
    table, dull, shining = scene.plates
    turn = np.deg2rad(dull.turn_deg)
    clockwise = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array(dull.rings[0]) @ clockwise.T + np.array(dull.at)
    for corner in pieces[0].corners:
        assert np.hypot(*(corners - corner).T).min() < 1.0
    assert (table.z, dull.z, scene.floor) == (0.0, -0.3, 0.0)
    assert dull.rough > 0.8 > 0.2 > shining.rough
    assert dull.wavy == 0.0


def test_the_lens_is_open_as_wide_as_the_level_says_and_sharp_on_the_board(studio: Studio, tmp_path: Path) -> None:
    table = lay_table(np.random.default_rng(1), (208.0, 285.0))
    for level in ("easy", "hard"):
        shot = random_shot(np.random.default_rng(3), level, studio.design.layout, SIZE)
        scene = set_up(tmp_path, studio.clean, studio.clean, 0.0, table, shot)
        focal_mm = shot.view.focal / SIZE[0] * SENSOR_MM
        assert scene.aperture == pytest.approx(focal_mm / {"easy": 2.8, "hard": 1.7}[level] / 2)
        corners = np.array([[0.0, 0.0, 0.0], [208.0, 0.0, 0.0], [208.0, 285.0, 0.0], [0.0, 285.0, 0.0]])
        depths = (corners @ shot.view.rotation.T + shot.view.translation)[:, 2]
        assert depths.min() - 60 < scene.focus < depths.max() + 60


def test_balls_stand_out_from_their_card_where_the_layout_of_a_fixed_camera_has_them(tmp_path: Path) -> None:
    look = random_look(np.random.default_rng(2))
    foot = Foot(look, [("red", look.rest[0]), ("blue", look.rest[1])], circles=True, smear=4.0)
    shot = random_piece_shot(np.random.default_rng(3), "hard", look.card, SIZE, (0.7, 0.8))
    scene = set_up_foot(tmp_path, foot, lay_table(np.random.default_rng(1), look.card), shot)
    layout = layout_json(look, shot, round_things=True)
    assert scene.tube is not None
    for ball in scene.balls:
        assert -ball.at[2] >= ball.radius + CARD_MM, "none is sunk into the card"
    for ball in scene.balls[:2]:
        assert ball.falls == 4.0
        assert ball.radius < scene.tube.radius
        seen = shot.view.project(np.array([ball.at[:2]]), ball.at[2])[0]
        assert cv2.pointPolygonTest(np.array(layout["tube"], np.float32), tuple(map(float, seen)), False) > 0
    for ball, place in zip(scene.balls[2:], layout["calibration"].values(), strict=True):
        assert ball.falls == 0.0
        assert shot.view.project(np.array([ball.at[:2]]), ball.at[2])[0] == pytest.approx(place, abs=0.01)


@pytest.mark.parametrize(
    ("write", "named"),
    [
        (write_tile_photos, "tiles"),
        pytest.param(write_table_photos, "table", marks=pytest.mark.exhaustive),
        (write_ball_photos, "balls"),
        pytest.param(write_card_set, "stellar", marks=pytest.mark.exhaustive),
    ],
)
def test_tiles_tables_balls_and_cards_by_true_light_are_the_drawn_ones_with_the_same_truth(
    write: Callable[[Path, Order], Iterator[str]], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = stand_in(tmp_path, TRACES)
    monkeypatch.setattr(cameras, "Darkroom", lambda: Darkroom(python))
    told = {}
    for way in ("drawn", "traced"):
        order = msgspec.structs.replace(ORDER, seed=9, true_light=way == "traced")
        assert len(list(write(tmp_path / way, order))) == 1
        told[way] = [json.loads((tmp_path / way / name).read_text()) for name in (f"{named}.list.jsonl", "truth.jsonl")]
    (drawn, drawn_truth), (traced, traced_truth) = told["drawn"], told["traced"]
    assert drawn == traced
    picture = drawn["image"] if isinstance(drawn["image"], str) else drawn["image"][0]
    spread = [float(opencv.load(str(tmp_path / way / picture)).std()) for way in ("drawn", "traced")]
    assert spread[1] < 25 < spread[0], "the stand-in's light is the same everywhere"
    things = {"tiles": "tiles", "table": "boards", "stellar": "cards", "balls": ""}[named]
    if not things:
        assert drawn_truth == traced_truth
        return
    for one, other in zip(drawn_truth[things], traced_truth[things], strict=True):
        apart = np.hypot(*(np.array(one.pop("corners")) - np.array(other.pop("corners"))).T).max()
        assert apart < 2.0, "thickness alone moves what is seen"
        assert one == other
