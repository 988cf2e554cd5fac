"""Slates on the command line: reading, printing, training."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from pypdf import PdfReader

from engines.look_at_the_stars.slate.board import PRINT_BOARD, PRINT_MARKERS, printed_layout
from engines.registry import pack_bytes
from paper.formats import PAPERS
from paper.typeset import POINTS_PER_MM
from planisphere.cli import main
from planisphere.sheets.look import LOOKS
from planisphere.sheets.look_at_the_stars.book import print_stars_pack
from planisphere.sheets.look_at_the_stars.slates import at, cells, named
from tests.planisphere.pdf_pages import texts
from tests.planisphere.photo_folders import first_of
from tools.studio.designs.slates import random_slate
from tools.studio.slate_pens import slate_pen
from tools.training.onnx_files import parse_tanh_net

PHOTOS = Path(__file__).parent.parent / "photos" / "look_at_the_stars"
NAME = "slate_easy_1000020"
QUERY: dict[str, Any] = next(
    row
    for row in map(json.loads, (PHOTOS / "look_at_the_stars.list.jsonl").read_text().splitlines())
    if row["id"] == NAME
)


def test_one_slate_is_read_to_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    expect = tmp_path / "card.json"
    expect.write_text(json.dumps(QUERY["expect"]))
    files = [f"--{name}={PHOTOS / QUERY[name]}" for name in ("layout", "image", "blank")]
    told = ["--expect", str(expect), "--known-shooting-stars", "B3-A4"]
    assert main(["read", "look_at_the_stars", *files, *told, "--json"]) == 0
    reading = json.loads(capsys.readouterr().out)
    assert reading["game"] == "look_at_the_stars"
    assert reading["slate"] is None
    assert {(line["a"], line["b"]) for line in reading["lines"]} >= {("B7", "C8"), ("A6", "B7")}
    assert reading["shooting_stars"][0]["from"] == "B3"
    assert {"located", "doubtful", "objects", "warnings", "light", "ms"} <= set(reading)


def test_a_list_of_slates_is_answered_line_by_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = {name: str(PHOTOS / QUERY[name]) for name in ("layout", "image", "blank")}
    disc = tmp_path / "disc.json"
    disc.write_text(json.dumps({"kind": "star_disc"}))
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((360, 640, 3), 127, np.uint8))
    entries = [
        {**QUERY, **files, "id": "good"},
        {**QUERY, **files, "id": "layout of another game", "layout": str(disc)},
        {**QUERY, **files, "id": "no picture", "image": str(tmp_path / "none.jpg")},
        {**QUERY, **files, "id": "card", "expect": {"shape": "E@0,0"}},
        {**QUERY, **files, "id": "no slate", "blank": str(empty), "before": str(empty)},
    ]
    path = tmp_path / "look_at_the_stars.list.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    assert main(["read-batch", "look_at_the_stars", str(path)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["id"] for answer in answers] == [entry["id"] for entry in entries]
    assert [answer.get("error") for answer in answers] == [None, "bad_input", "bad_input", "bad_input", None]
    why = "no slate in the picture: neither markers nor the board's outline can be seen"
    assert answers[-1]["warnings"] == [f"{what} {empty} was not used: {why}" for what in ("blank", "before")]


@pytest.fixture(scope="module", params=["a4", pytest.param("letter", marks=pytest.mark.exhaustive)])
def pdf(request: pytest.FixtureRequest) -> PdfReader:
    data = print_stars_pack(pack_bytes("look_at_the_stars", "house"), PAPERS[request.param], LOOKS["night"], 4)
    return PdfReader(io.BytesIO(data))


def test_the_print_has_eight_slates_30_night_cards_and_19_bonus_cards(pdf: PdfReader) -> None:
    said = [" ".join(text for text, *_ in texts(pdf, page)) for page in range(len(pdf.pages))]
    assert sum(f"slate {k}   print" in text for k in range(1, 9) for text in said) == 8
    words = set(" ".join(said).split())
    assert {f"N{k}" for k in range(1, 28)} | {f"A{k}" for k in range(1, 11)} | {f"B{k}" for k in range(1, 10)} <= words


def test_every_slate_fits_the_paper_with_its_cut_marks(pdf: PdfReader) -> None:
    width, height = (float(side) / POINTS_PER_MM for side in pdf.pages[1].mediabox[2:])
    paper = next(paper for paper in PAPERS.values() if abs(paper.width - width) < 0.5)
    left, top = paper.middle(PRINT_BOARD.width, PRINT_BOARD.height)
    assert min(left, top) > 6 + 4 + 1.5
    assert top + PRINT_BOARD.height + 5.5 < height - 6


def test_a_printed_slate_lies_where_its_layout_says() -> None:
    layout = printed_layout(1)
    assert layout.lattice is not None
    assert at(0, 0) == layout.lattice.origin
    assert named("C2") == (12.5 + 30, 175.0 - 30)
    card = msgspec.json.decode(pack_bytes("look_at_the_stars", "house"))["slates"][0]
    from engines.look_at_the_stars.model import SlateCard

    points = cells(msgspec.convert(card, SlateCard), "*P")
    assert len(points) == 79
    for x, y in (at(*point) for point in points):
        for left, top in PRINT_MARKERS.at.values():
            reach = PRINT_MARKERS.size + 4
            assert not (left - 4 < x < left + reach and top - 4 < y < top + reach)


@pytest.mark.exhaustive
def test_the_nets_of_slates_are_trained_from_photographs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos, nets = tmp_path / "photos", tmp_path / "nets"
    arguments = ["--count", "3", "--seed", "8", "--designs", "3", "--level", "easy"]
    assert main(["photos", "look_at_the_stars", "--out", str(photos), *arguments]) == 0
    check = str(first_of(photos))
    assert main(["train-vision", str(photos), "--out", str(nets), "--check", check]) == 0
    assert "line_among" in capsys.readouterr().out
    stored = {path.stem: parse_tanh_net(path.read_bytes()) for path in nets.iterdir()}
    kinds = {f"slate_{bare}{name}" for bare in ("", "bare_") for name in ("line_alone", "line_among", "head", "object")}
    assert set(stored) == kinds | {"slate_point_star", "slate_point_planet"}
    for net in stored.values():
        assert np.isfinite(net.net().log_odds(np.zeros((1, len(net.inputs)), np.float32))).all()
    further = tmp_path / "further"
    again = ["train-vision", str(photos), "--out", str(further), "--start", str(nets), "--check", check]
    assert main(again) == 0
    assert {path.stem for path in further.iterdir()} == {"slate_line_among", "slate_bare_line_among"}
    taught = parse_tanh_net((further / "slate_line_among.onnx").read_bytes())
    assert taught.inputs == stored["slate_line_among"].inputs


def test_wide_sets_have_thicker_pens() -> None:
    design = random_slate(np.random.default_rng(1), "wide", True)

    def width(wide: bool) -> float:
        pens = [slate_pen(np.random.default_rng(seed), design, "hard", wide) for seed in range(40)]
        return float(np.mean([pen.width for pen in pens]))

    assert 1.1 * width(False) < width(True) < 1.6 * width(False)
