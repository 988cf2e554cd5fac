"""`planisphere pack capture look_at_the_stars`: what is asked, what answers may be, and the pack that is written."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from engines.look_at_the_stars.packcheck import parse_pack
from engines.look_at_the_stars.slate.board import pack_skies, printed_layout, slate_layout
from engines.look_at_the_stars.slate.lattice import NAMES
from engines.registry import pack_bytes
from engines.slates import SlateLayout, SlateSky
from pi_app.games.look_at_the_stars.camera.boards import SLATE
from planisphere.capture import look_at_the_stars
from planisphere.cli import main
from vision.slate.layout import PLANET, slate_board
from vision.slate.measured import MeasuredSlate

HOUSE = parse_pack(pack_bytes("look_at_the_stars", "house"))
LAYOUT = SlateLayout(kind="slate", board=printed_layout(1).board, lattice=printed_layout(1).lattice)
PHOTOS = [f"s{number}.jpg" for number in range(1, 9)]


def as_seen(sky: SlateSky, unclear: str = "") -> MeasuredSlate:
    board = slate_board(printed_layout(sky.number), pack_skies())
    lines = tuple((NAMES.index(a), NAMES.index(b)) for a, b in sky.printed_lines)
    doubt = np.array([name == unclear for name in NAMES])
    return MeasuredSlate(board.kinds(sky), doubt, lines, (), np.zeros((60, 40, 3), np.uint8), board)


@pytest.fixture
def house_slates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As many of the house pack's slates as photographs are given, C5 of the third one unclear; the data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    slates = [as_seen(sky, "C5" if sky.number == 3 else "") for sky in pack_skies()]
    monkeypatch.setattr(look_at_the_stars, "_measured", lambda paths, size: (LAYOUT, slates[: len(paths)]))
    return tmp_path / "planisphere"


def captured(*more: str, photos: list[str] = PHOTOS) -> int:
    return main(["pack", "capture", "look_at_the_stars", "--slates", *photos, "--size", "160x234", *more])


def answered(folder: Path, **answers: object) -> str:
    path = folder.parent / "answers.json"
    path.write_text(json.dumps({number.removeprefix("slate"): said for number, said in answers.items()}))
    return str(path)


def test_nothing_is_written_while_a_point_is_unclear(house_slates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert captured("--accept", "--name", "ours") == 2
    assert "slate 3: to be answered: C5" in capsys.readouterr().err
    assert not (house_slates / "packs" / "look_at_the_stars" / "ours.json").exists()
    assert (house_slates / "drafts" / "ours" / "slate_3_found.png").stat().st_size > 50


def test_an_answered_pack_is_written_and_its_slates_are_read_where_they_were_measured(house_slates: Path) -> None:
    assert captured("--accept", "--name", "ours", "--answers", answered(house_slates, slate3={"C5": "*"})) == 0
    pack = parse_pack((house_slates / "packs" / "look_at_the_stars" / "ours.json").read_bytes())
    skies = {card.id: card.sky for card in pack.slates}
    for card in HOUSE.slates:
        assert "".join(skies[card.id]).replace("h", "c") == "".join(card.sky).replace("h", "c")
    assert pack.status["slates.sky"] == "captured"
    layout = msgspec.json.decode(SLATE.layout_text("look_at_the_stars/ours:3", house_slates), type=SlateLayout)
    assert layout == slate_layout(pack, 3)
    assert (layout.board, layout.lattice, layout.planets) == (LAYOUT.board, LAYOUT.lattice, pack_skies()[2].planets)


def test_a_person_names_what_no_star_is(house_slates: Path) -> None:
    said = answered(house_slates, slate3={"C5": "*"}, slate1={"A6": "h", "E9-F9": False, "F9-F10": True})
    assert captured("--accept", "--name", "ours", "--answers", said) == 0
    pack = parse_pack((house_slates / "packs" / "look_at_the_stars" / "ours.json").read_bytes())
    assert pack.slates[0].sky[4] == "hc********"
    assert {frozenset(line) for line in pack.slates[0].printed_lines} == {
        frozenset(("H2", "I1")),
        frozenset(("F9", "F10")),
    }


def test_what_points_without_a_star_are_taken_for_is_told(
    house_slates: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert captured("--answers", answered(house_slates, slate1={"A6": "h"})) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("slate 1: points without")]
    people, outside = told[0].split(", ")[1:]
    assert told[0].startswith("slate 1: points without a star are taken for: creatures ")
    assert people.startswith("people ")
    assert "A6" in people.split()
    assert set(outside.removeprefix("outside the arch ").split()) == {
        NAMES[k] for k, mark in enumerate("".join(reversed(HOUSE.slates[0].sky))) if mark == "#"
    }


def test_slates_that_are_missing_are_counted(house_slates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert captured("--accept", photos=PHOTOS[:2]) == 2
    assert "6 of 8 slates are not photographed yet" in capsys.readouterr().err


def test_a_slate_without_its_two_lines_is_asked_about(
    house_slates: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slates = [as_seen(sky) for sky in pack_skies()]
    slates[4] = msgspec.structs.replace(slates[4], lines=slates[4].lines[:1])
    monkeypatch.setattr(look_at_the_stars, "_measured", lambda paths, size: (LAYOUT, slates))
    assert captured("--accept") == 2
    assert "slate 5: to be answered: A1-A2, 1 printed lines instead of 2" in capsys.readouterr().err


def test_a_slate_that_truly_shows_two_planets_is_taken_once_both_are_confirmed(
    house_slates: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slates = [as_seen(sky) for sky in pack_skies()]
    planets = [NAMES[k] for k in np.flatnonzero(slates[2].kinds == PLANET)]
    monkeypatch.setattr(look_at_the_stars, "_measured", lambda paths, size: (LAYOUT, slates))
    one_less = {planets[0]: "*"}
    assert captured("--accept", "--name", "ours", "--answers", answered(house_slates, slate3=one_less)) == 2
    assert f"slate 3: to be answered: {planets[1]}, {planets[2]}, 2 planets instead of 3" in capsys.readouterr().err
    confirmed = one_less | dict.fromkeys(planets[1:], "P")
    assert captured("--accept", "--name", "ours", "--answers", answered(house_slates, slate3=confirmed)) == 0
    assert "to be answered" not in capsys.readouterr().err
    assert (house_slates / "packs" / "look_at_the_stars" / "ours.json").exists()


@pytest.mark.parametrize(
    "said", [["C5"], {"C5": ["*"]}, {"C5": "x"}, {"K5": "*"}, {"A1-C1": True}, {"A1-A2": "*"}, "C5"]
)
def test_answers_that_cannot_be_are_refused(
    house_slates: Path, said: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert captured("--answers", answered(house_slates, slate3=said)) == 2
    assert "--answers: slate 3" in capsys.readouterr().err


@pytest.mark.parametrize("size", ["16x23.4", "234x160", "160"])
def test_sizes_that_cannot_be_are_refused(house_slates: Path, size: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "capture", "look_at_the_stars", "--slates", "s1.jpg", "--size", size]) == 2
    assert "expected WIDTHxHEIGHT in mm" in capsys.readouterr().err


def test_a_layout_that_reaches_beyond_its_board_makes_no_pack() -> None:
    raw = msgspec.to_builtins(msgspec.structs.replace(HOUSE, layout=LAYOUT))
    raw["layout"]["board"]["width"] = 100.0
    with pytest.raises(Exception, match="lattice: it reaches beyond the board"):
        parse_pack(msgspec.json.encode(raw))
