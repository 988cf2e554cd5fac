"""Photographs of simulated cards: lists, layouts and truth agree, and fields stay in view."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engines.stellar import glyphs
from hardware.simulated.stellar.design import KINDS, house_look, printed_size, slots_of
from hardware.simulated.stellar.face import Face, print_card
from hardware.simulated.stellar.figures import number_mask
from hardware.simulated.stellar.spread import corners_of
from tools.studio.card_spread import covered, deal, fields_of, lay_cards
from tools.studio.cards import write_card_set
from tools.studio.designs.cards import layout_json, random_look
from tools.studio.designs.figures import random_style, typefaces
from tools.studio.levels import LEVELS
from tools.studio.orders import Order

ORDER = Order(boards=3, seed=4, levels=LEVELS, designs=1, size=(320, 180))
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("cards")
    assert len(list(write_card_set(out, ORDER))) == ORDER.boards
    return out


def rows(path: Path) -> Rows:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_folder(folder: Path, tmp_path: Path) -> None:
    list(write_card_set(tmp_path, ORDER))
    names = sorted(path.name for path in folder.iterdir())
    assert names == sorted(path.name for path in tmp_path.iterdir())
    assert all((folder / name).read_bytes() == (tmp_path / name).read_bytes() for name in names)


def test_every_listed_picture_is_there_and_cards_lie_in_it(folder: Path) -> None:
    truths = {row["id"]: row for row in rows(folder / "truth.jsonl")}
    for query in rows(folder / "stellar.list.jsonl"):
        picture = cv2.imread(str(folder / query["image"]))
        assert picture is not None
        assert picture.shape == (180, 320, 3)
        for card in truths[query["id"]]["cards"]:
            corners = np.array(card["corners"])
            assert (corners > -4).all()
            assert (corners < np.array([324, 184])).all()


def test_the_layout_names_the_looks_of_all_kinds_and_of_the_back(folder: Path) -> None:
    layout = json.loads(next(folder.glob("layout_*.json")).read_text())
    assert set(layout["looks"]) == {*KINDS, "back"}
    assert set(layout["telescope"]["slots"]) == {str(k) for k in range(1, 13)}
    assert all((folder / look["image"]).exists() for look in layout["looks"].values())


@pytest.mark.parametrize("seed", range(6))
def test_a_random_deck_prints_its_fields_inside_the_card(seed: int) -> None:
    look = random_look(np.random.default_rng(seed))
    layout = layout_json(look, markers=True)
    for name in ("number", "type", "stars"):
        middle, size = np.array(layout[name]["at"]), np.array(layout[name]["size"])
        assert (middle - size / 2 > -1.5).all(), name
        assert (middle + size / 2 < np.array(look.size) + 1.5).all(), name


def test_no_random_deck_prints_stars_on_the_panel_of_its_art() -> None:
    for seed in range(200):
        look = random_look(np.random.default_rng(seed))
        if look.panel is not None:
            x, y, wide, tall = look.panel
            reach = look.stars.radius
            over = [x - reach < a < x + wide + reach and y - reach < b < y + tall + reach for a, b in look.stars.places]
            assert not any(over), seed


@pytest.mark.parametrize("level", LEVELS)
def test_of_no_card_a_field_is_hidden_by_another(level: Any) -> None:
    look = random_look(np.random.default_rng(3))
    cards = lay_cards(np.random.default_rng(5), look, level)
    loose = [card for card in cards if card.slot is None]
    for k, below in enumerate(loose):
        for above in loose[k + 1 :]:
            over = corners_of(look, above).astype(np.float32)
            for field in fields_of(look).values():
                assert covered(look, below, field, over) <= 0.13 * float(np.prod(field[1]))


def test_the_deck_has_sixty_cards_and_five_start_cards() -> None:
    deck = deal(np.random.default_rng(1))
    assert len(deck) == 60
    assert sorted(card.kind for card in deck if card.start) == sorted(KINDS[:5])


def test_the_house_deck_has_the_measures_of_the_print_sheets() -> None:
    look = house_look()
    assert look.size == (glyphs.CARD_WIDTH, glyphs.CARD_HEIGHT)
    printed = glyphs.telescope_slots(((1,), (2, 3), (4, 5), (6, 7, 8), (9, 10, 11, 12)))
    placed = slots_of(look)
    assert [placed[slot] for slot in printed] == [pytest.approx(at) for at in printed.values()]
    assert printed_size(look, "6/0")[0] < glyphs.NUMBER_BOX[0]


@pytest.mark.parametrize("face", typefaces())
def test_every_typeface_has_six_different_numbers(face: str) -> None:
    style = random_style(np.random.default_rng(0), (face,))
    masks = [cv2.resize(number_mask(style, number), (24, 32)) for number in ("1", "2", "3", "4", "5", "6/0")]
    for k, one in enumerate(masks):
        assert all(np.abs(one.astype(float) - other).mean() > 10 for other in masks[:k])


def test_faces_of_one_type_share_their_sign_and_backs_are_all_alike() -> None:
    look = random_look(np.random.default_rng(8))
    one, other = (print_card(look, Face("moon", number, 1), 3.0).picture for number in ("2", "5"))
    x, y, reach = (round(3 * v) for v in (*look.mark_at, look.mark_radius * 0.4))
    apart = cv2.absdiff(one, other)[y - reach : y + reach, x - reach : x + reach]
    assert np.median(apart) < 40
    assert (print_card(look, None, 3.0).picture == print_card(look, None, 3.0).picture).all()
