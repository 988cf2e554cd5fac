"""A picture for each bonus card of Look at the Stars."""

from __future__ import annotations

import pytest

from engines.look_at_the_stars.rules import LookAtTheStars
from engines.registry import open_game
from pi_app.games.look_at_the_stars.cards import bonus_card_of
from pi_app.games.look_at_the_stars.pictures import bonus_picture
from pi_app.presenters.shapes import WIDE


def _game() -> LookAtTheStars:
    game = open_game("look_at_the_stars", "house")
    assert isinstance(game, LookAtTheStars)
    return game


BOX = _game().box
CARDS = [*BOX.point_cards, *BOX.power_cards]


def test_every_card_has_a_picture_of_its_own_and_always_the_same() -> None:
    drawn = {card: bonus_picture(bonus_card_of(BOX, card)) for card in CARDS}
    assert len(set(drawn.values())) == len(CARDS) == 19
    assert all(bonus_picture(bonus_card_of(BOX, card)) == drawn[card] for card in CARDS)


@pytest.mark.parametrize("card", CARDS)
def test_the_shape_stands_whole_in_the_sky_above_the_land(card: str) -> None:
    found = bonus_card_of(BOX, card)
    lines = [
        shape.points for shape in bonus_picture(found) if (shape.form, shape.tone, shape.size) == ("line", "rim", 0.04)
    ]
    assert len(lines) == len(found.lines)
    assert all(abs(x) < WIDE and -0.45 < y < 1 for line in lines for x, y in line)
    across = {round(abs(a[0] - b[0]) + abs(a[1] - b[1]), 6) for a, b in lines}
    assert len(across) <= 2, "straight lines are one step long, slanting ones one step each way"


@pytest.mark.parametrize("card", BOX.power_cards)
def test_a_power_shows_what_it_draws_beside_its_shape(card: str) -> None:
    thing = [
        shape for shape in bonus_picture(bonus_card_of(BOX, card)) if any(x > 1.0 and y > 0.3 for x, y in shape.points)
    ]
    assert any(shape.tone == "warm" for shape in thing)
