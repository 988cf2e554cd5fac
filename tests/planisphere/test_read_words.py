"""What `planisphere read` says without `--json`, to be read by a person."""

from __future__ import annotations

from typing import Any, cast

import pytest

from pi_app.camera.entries import KindAnswer
from pi_app.camera.readers import Enlarged
from pi_app.games.look_at_the_stars.camera.boards import SLATE
from pi_app.games.star_explorer.camera.tiles import TILES
from pi_app.games.stellar.camera import CARDS
from vision.cards.reading import CardsReading, Doubt, Lying, ReadCard
from vision.ink.light import Light
from vision.ink.reading import Located, Milliseconds
from vision.slate.reading import SlateLine, SlateReading, SlateStar
from vision.tiles.read import FoundTile, TilesReading

_LOCATED, _LIGHT, _MS = Located("markers", (), 1.0), Light(True), Milliseconds(1.0, 1.0, 2.0)


def card(**said: Any) -> ReadCard:
    plain: dict[str, Any] = {
        "slot": None, "area": "notebook", "type": "moon", "satellite": False, "number": 4, "stars": 2,
        "face_down": False, "p": 0.9, "corners": (),
    }  # fmt: skip
    return ReadCard(**{**plain, **said})


def doubt(row: int, field: Any, value: Any) -> Doubt:
    return Doubt(card=row, slot=None, field=field, value=value, p=0.7, instead=())


def test_cards_are_told_in_plain_words() -> None:
    cards = (
        card(slot=3, area="telescope", type="black_hole", stars=1),
        card(satellite=True, type=None, number=2, stars=0),
        card(face_down=True, type=None, number=None, stars=None),
    )
    doubts = (doubt(0, "type", "black_hole"), doubt(1, "number", 2), doubt(2, "face_down", True))
    unseen = Lying(telescope=1, notebook=-2)
    reading = CardsReading(located=_LOCATED, cards=cards, doubtful=doubts, light=_LIGHT, ms=_MS, unseen=unseen)
    assert KindAnswer(CARDS, reading).in_words() == [
        "1. slot 3: black hole 4, 1 star",
        "2. notebook: satellite 2",
        "3. notebook: face down",
        "doubtful: card 1: type black hole? (0.70); card 2: number 2? (0.70); card 3: face down? (0.70)",
        "telescope: 1 not seen",
        "notebook: 2 more than the record knows",
    ]
    assert KindAnswer(CARDS, reading).as_json() == {"game": "stellar", **reading.as_json()}


@pytest.mark.parametrize(("slate", "said"), [(3, "slate 3"), (None, "a slate that is none of the pack's, or unclear")])
def test_a_slates_shooting_stars_in_doubt_are_told_from_lines(slate: int | None, said: str) -> None:
    star = SlateStar("F7", "E6", 0.94)
    reading = SlateReading(
        located=_LOCATED, slate=slate, lines=(SlateLine("A1", "A2", 0.99),), shooting_stars=(star,),
        doubtful=(SlateLine("B1", "B2", 0.4), star), objects=(), warnings=("faint",), light=_LIGHT, ms=_MS,
        pose=cast("Any", None),
    )  # fmt: skip
    assert KindAnswer(SLATE, reading).in_words() == [
        f"{said}; board found by markers",
        "lines: A1-A2",
        "shooting stars: F7-E6",
        "doubtful: B1-B2 (0.40), shooting star F7-E6 (0.94)",
        "note: faint",
    ]


def test_tiles_in_doubt_are_told_with_their_place_in_the_picture_as_stored() -> None:
    def tile(x: float, y: float) -> FoundTile:
        return FoundTile("kite", 0.55, ((x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9)))

    reading = TilesReading(tiles=(), doubtful=(tile(512, 300), tile(100, 40.4)), light=_LIGHT, ms=_MS)
    answer = KindAnswer(TILES, reading)
    assert answer.in_words()[1] == "doubtful: kite (0.55) at 512,300; kite (0.55) at 100,40"
    assert Enlarged(answer, 2).in_words()[1] == "doubtful: kite (0.55) at 1024,600; kite (0.55) at 200,81"
