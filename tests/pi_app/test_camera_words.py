"""What the screens say where a photograph could not be read."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from engines.errors import Finding, NotPossible, finding
from engines.look_at_the_stars.slate.board import printed_layout
from engines.registry import open_game
from engines.starfarers.foot_card import balls_layout
from hardware.camera import Image, no_camera
from hardware.simulated.look_at_the_stars.tabletop import SlateMarks, SlateView
from hardware.simulated.starfarers.tabletop import picture_of
from pi_app import i18n
from pi_app.camera.kinds import kind_names, kind_of
from pi_app.camera.query import Query
from pi_app.camera.words import COMPARE_WORDS, FAILURE_WORDS, LIGHT_WORDS, failure_words, hidden_by_light, seen_words
from pi_app.camera.worker import BoardReader
from vision.ink.diagnosis import HIDDEN
from vision.ink.light import Trouble

SOURCES = [path for room in ("vision", "hardware", "pi_app") for path in Path(room).rglob("*.py")]
SLATE, DISC = printed_layout(1), open_game("star_explorer").pack.layout  # type: ignore[attr-defined]
KIND = kind_of("look_at_the_stars")
BALLS = balls_layout(("yellow", "yellow", "red", "blue"))
DESK = np.clip(120 + 20 * np.random.default_rng(1).standard_normal((720, 1280, 3)), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    return BoardReader()


KINDS = [kind_of(name) for name in kind_names()]
ALL_WORDS = FAILURE_WORDS | {code: words for kind in KINDS for code, words in kind.failures.items()}


def failure(reader: BoardReader, picture: Image, layout: object, kind: str) -> Finding:
    with pytest.raises(NotPossible) as raised:
        reader.read((picture,), Query(kind=kind, layout=msgspec.json.encode(layout)))
    return raised.value.finding


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (no_camera("auto"), "No camera is plugged in"),
        (no_camera("/dev/video9"), "No camera is plugged in"),
        (finding("camera.stopped", "the camera at {path} stopped", "/dev/video0"), "The camera gives no pictures"),
        (finding("worker.silent", "{name}: no answer", "it"), "The photograph could not be read"),
        (finding("board.another", "another board"), "This is another board"),
        (HIDDEN, "Much of the board is hidden"),
        (None, "The photograph could not be read"),
    ],
)
def test_every_failure_has_words_for_people(found: Finding | None, words: str) -> None:
    assert failure_words(found) == words


def test_every_trouble_with_the_light_has_words() -> None:
    assert set(LIGHT_WORDS) == {trouble.finding.code for trouble in Trouble}
    assert [trouble.finding.template for trouble in Trouble] == [trouble.value for trouble in Trouble]


def test_every_failure_that_has_words_can_happen() -> None:
    said = "\n".join(path.read_text() for path in SOURCES if path.name != "words.py")
    assert [code for code in ALL_WORDS if not re.search(rf'\(\s*"{re.escape(code)}"', said)] == []


@pytest.mark.parametrize(
    ("shade", "words"),
    [(0.1, "No slate is in the picture. It is too dark"), (1.0, "No slate is in the picture. It is too bright")],
)
def test_where_no_board_is_found_the_light_is_named_too(reader: BoardReader, shade: float, words: str) -> None:
    picture = np.clip(DESK * shade + (0 if shade < 1 else 200), 0, 255).astype(np.uint8)
    found = failure(reader, picture, SLATE, "look_at_the_stars")
    assert failure_words(found, KIND.failures) == words
    assert hidden_by_light(found)
    assert not hidden_by_light(found.params["problem"])


def test_in_a_blurred_picture_the_blur_is_named_too(reader: BoardReader) -> None:
    picture = cv2.GaussianBlur(SlateView(1, 0, 5).marked(SlateMarks()), (0, 0), 14)
    words = failure_words(failure(reader, np.asarray(picture, np.uint8), SLATE, "look_at_the_stars"), KIND.failures)
    assert words == "No slate is in the picture. The photograph is blurred"


def test_a_failure_nobody_has_words_for_still_tells_of_the_light() -> None:
    dark = finding("picture.too_dark", "the picture is too dark")
    told = failure_words(finding("picture.unclear", "{problem}; {why}", finding("strange", "strange"), dark))
    assert told == "The photograph could not be read. It is too dark"


def test_two_boards_in_one_picture_are_named_as_such_whatever_they_are(reader: BoardReader) -> None:
    slate, ship = SlateView(1, 0, 5).marked(SlateMarks()), picture_of(("red", "blue"), 3)
    two = "Two boards are in the picture: take one away"
    assert failure_words(failure(reader, np.hstack([slate, slate]), SLATE, "look_at_the_stars")) == two
    assert failure_words(failure(reader, np.hstack([ship, ship]), BALLS, "balls")) == two


def test_failures_are_told_in_every_language(language: str) -> None:
    found = finding("picture.unclear", "{problem}; {why}", finding("disc.none", "no"), finding("picture.too_dark", "d"))
    english = {"No board is in the picture. It is too dark", *ALL_WORDS.values(), *LIGHT_WORDS.values()}
    told = {
        failure_words(found, kind_of("star_explorer").failures),
        *(i18n._(words) for words in (*ALL_WORDS.values(), *LIGHT_WORDS.values())),
    }
    assert not told & english
    assert "{" not in failure_words(found, ALL_WORDS)


def test_what_should_be_compared_is_said_after_what_is_wrong_with_the_light() -> None:
    faint, dark = finding("compare.pen", "", n=3), (Trouble.TOO_DARK,)
    assert seen_words(dark, None) == "It is too dark"
    assert seen_words((), faint) == COMPARE_WORDS["compare.pen"]
    assert seen_words(dark, faint) == f"It is too dark. {COMPARE_WORDS['compare.pen']}"


def test_every_reason_to_compare_has_words() -> None:
    codes = set(re.findall(r'"(compare\.\w+)"', Path("vision/ink/doubt.py").read_text()))
    assert codes | {"board.lost"} == set(COMPARE_WORDS)
