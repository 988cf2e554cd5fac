"""A lamp that is mirrored in a board: lines under it are never passed over silently, however the clean picture lies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engines.errors import NotPossible
from hardware.simulated.levels import Level
from tools.studio.discs import Studio
from tools.studio.orders import Order
from vision.disc.evidence import comparable, prepare_blank
from vision.disc.locate import locate_disc
from vision.disc.read import read_disc
from vision.ink import opencv
from vision.ink.glare import Glare, glare_on
from vision.ink.layout import parse_layout
from vision.ink.light import play_area
from vision.ink.pose import Grid
from vision.ink.truth import judge_things

PHOTOS = Path("tests/photos/star_explorer")


def rows(name: str) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in map(json.loads, (PHOTOS / name).read_text().splitlines())}


QUERIES, TRUTHS = rows("star_explorer.list.jsonl"), rows("truth.jsonl")
EASY = "explorer_easy_1000020"


def lit(image: Any, at: Any, wide_px: float, bright: float) -> Any:
    down, right = np.mgrid[: image.shape[0], : image.shape[1]]
    lobe = bright * np.exp(-((right - at[0]) ** 2 + (down - at[1]) ** 2) / (2 * wide_px**2))
    return np.clip(image + lobe[..., None], 0, 255).astype(np.uint8)


class Scene:
    """A photograph of the set and the clean one, with the same lamp mirrored in both where the new figure is."""

    def __init__(self, name: str, wide_mm: float, bright: float) -> None:
        self.query, self.truth = QUERIES[name], TRUTHS[name]
        self.layout = parse_layout((PHOTOS / self.query["layout"]).read_bytes())
        ends = [self.layout.index[line[end]] for line in self.truth["lines"] if line["new"] for end in ("a", "b")]
        self.at = self.layout.stars_xy[ends].mean(0)
        self.wide_mm, self.bright = wide_mm, bright
        self.image, self.blank = (self.lit(str(self.query[what])) for what in ("image", "blank"))

    def lit(self, name: str) -> Any:
        image = opencv.load(str(PHOTOS / name))
        pose = locate_disc(image, self.layout)
        return lit(image, pose.to_image(self.at[None])[0], self.wide_mm * pose.px_per_mm(), self.bright)

    def read(self) -> Any:
        return read_disc(
            self.image, self.layout, blank=self.blank, known=self.query["known"], expect=self.query["expect"]
        )

    def outcome(self) -> str:
        try:
            reading = self.read()
        except NotPossible as error:
            return error.finding.code
        return judge_things(reading.as_json(), self.truth, self.query).outcome


def test_lines_under_a_lamp_that_the_clean_picture_shares_are_not_missed_silently() -> None:
    assert Scene(EASY, 10, 300).outcome() in ("exact", "asked", "disc.glare")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [name for name, query in QUERIES.items() if query.get("blank")])
@pytest.mark.parametrize("lamp", [(10, 150), (14, 230), (10, 300)])
def test_no_board_under_a_lamp_is_silently_wrong(name: str, lamp: tuple[float, float]) -> None:
    assert Scene(name, *lamp).outcome() in ("exact", "asked", "disc.glare")


def test_a_board_that_a_lamp_floods_is_refused_in_words_of_the_lamp() -> None:
    with pytest.raises(NotPossible) as refused:
        Scene(EASY, 30, 320).read()
    assert refused.value.finding.code == "disc.glare"


def test_a_board_on_which_nothing_of_the_tile_is_seen_is_not_passed_over() -> None:
    query = QUERIES[EASY]
    clean = opencv.load(str(PHOTOS / query["blank"]))
    with pytest.raises(NotPossible) as refused:
        read_disc(clean, parse_layout((PHOTOS / query["layout"]).read_bytes()), blank=clean, expect=query["expect"])
    assert refused.value.finding.code == "disc.nothing_new"


def test_a_board_that_looks_like_the_clean_one_and_should_have_lines_was_wiped() -> None:
    query, truth = QUERIES[EASY], TRUTHS[EASY]
    clean = opencv.load(str(PHOTOS / query["blank"]))
    known = [*query["known"], *((line["a"], line["b"]) for line in truth["lines"] if line["new"])]
    with pytest.raises(NotPossible) as refused:
        read_disc(
            clean,
            parse_layout((PHOTOS / query["layout"]).read_bytes()),
            blank=clean,
            known=known,
            expect=query["expect"],
        )
    assert refused.value.finding.code == "board.lost"


def test_a_clean_picture_counts_where_it_shows_the_same_window_and_no_lamp() -> None:
    query = QUERIES[EASY]
    layout = parse_layout((PHOTOS / query["layout"]).read_bytes())
    image = opencv.load(str(PHOTOS / query["blank"]))
    blank, pose = prepare_blank(image, layout), locate_disc(image, layout)

    def turned(degrees: float) -> bool:
        rotation = pose.rotation_deg + degrees
        return comparable(blank, msgspec.structs.replace(pose, rotation_deg=rotation), layout)

    assert [turned(degrees) for degrees in (0, 5, -8, 60)] == [True, True, True, False]
    assert not comparable(prepare_blank(Scene(EASY, 14, 230).blank, layout), pose, layout)


LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")


@pytest.mark.parametrize(("seed", "board"), [(628501, 1), (628701, 49)], ids=["lines under the frame", "a pale veil"])
def test_where_ink_stands_out_another_figure_than_the_tile_is_read(tmp_path: Path, seed: int, board: int) -> None:
    """Beside no clean picture such boards were refused: for a lamp that is none, for one that hides nothing."""
    order = Order(boards=360, seed=seed, levels=LEVELS, designs=72)
    entry = Studio(tmp_path, order, board // 3 % order.designs).board("medium", board)
    image, layout = (tmp_path / entry.query[name] for name in ("image", "layout"))
    told = {"known": entry.query["known"], "expect": QUERIES[EASY]["expect"]}
    reading = read_disc(opencv.load(str(image)), parse_layout(layout.read_bytes()), **told)
    assert judge_things(reading.as_json(), entry.truth, {"known": told["known"]}).outcome in ("exact", "asked")


class Print:
    """A board of 100 by 100 mm at two pixels a millimetre with a star every 20 mm."""

    stars = np.array([(x, y) for x in range(10, 100, 20) for y in range(10, 100, 20)], float)

    def __init__(self, ground: int, ink: int) -> None:
        self.picture = np.full((200, 200), float(ground))
        for x, y in (2 * self.stars).astype(int):
            self.picture[y - 3 : y + 4, x - 3 : x + 4] = ink

    def glare(self, lamp: float = 0.0, wide_mm: float = 30.0, framed_mm: int = 0) -> Glare:
        grid, drawn_on = Grid((0.0, 0.0), 2.0, (200, 200)), np.ones((100, 100), bool)
        drawn_on[:framed_mm] = False
        seen = lit(np.repeat(self.picture[..., None], 3, 2), (100, 100), 2 * wide_mm, lamp)
        plane, all_seen = np.diag([2.0, 2.0, 1.0]), np.ones(len(self.stars))
        return glare_on(play_area(seen, plane, np.zeros((4, 2)), grid, drawn_on, self.stars, all_seen))


def test_a_light_ground_whose_stars_show_is_no_glare() -> None:
    assert not Print(245, 60).glare().blind.any()


def test_a_flooded_board_is_glare_though_its_stars_show_around_it() -> None:
    glare = Print(30, 200).glare(700.0)
    assert glare.share > 0.5
    assert glare.blind[50, 50] == 1


def test_only_ways_through_a_glare_are_blind() -> None:
    glare = Print(30, 200).glare(700.0, framed_mm=40)
    ways = np.array([((20.0, 60.0), (80.0, 60.0)), ((20.0, 20.0), (80.0, 20.0)), ((20.0, -60.0), (80.0, -60.0))])
    assert glare.blind_along(ways[:, 0], ways[:, 1]).round(2).tolist() == [1, 0, 0]
