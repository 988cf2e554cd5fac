"""Readings that the table corrected are kept, read again by later versions, and missed by none of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engines.errors import BadInput
from hardware.camera import Image
from pi_app.camera.cases import Case, CaseShelf, Figures, replay, worse
from pi_app.camera.entries import KindAnswer, KindReader
from pi_app.camera.query import Query, load_picture
from pi_app.games.stellar.camera import CARDS
from pi_app.host.checkup import check_cases
from vision.cards.enrol import look_from
from vision.cards.layout import parse_cards_layout
from vision.cards.looks import look_text
from vision.ink import opencv

PHOTOS = Path(__file__).parent.parent / "photos" / "star_explorer"


def black(drawn: tuple[tuple[int, int], ...] = ((1, 2),)) -> Case:
    """A case in whose picture no board can be found."""
    frame: Image = np.zeros((96, 128, 3), np.uint8)
    layout = (PHOTOS / json.loads(first_entry()[0])["layout"]).read_bytes()
    lines = [{"a": a, "b": b, "new": True, "occluded": 0.0} for a, b in drawn]
    lines.append({"a": 3, "b": 4, "new": False, "occluded": 1.0})
    query = Query(kind="star_explorer", layout=layout, record={"known": [[3, 4]]})
    return Case(query=query, frames=(frame,), truth={"lines": lines})


def first_entry() -> tuple[str, str]:
    """The first line of the shipped list, and of its truth."""
    lists = (PHOTOS / "star_explorer.list.jsonl", PHOTOS / "truth.jsonl")
    entry, truth = (path.read_text("utf-8").splitlines()[0] for path in lists)
    return entry, truth


def test_only_the_latest_cases_are_kept(tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path / "cases", most=2)
    kept = [shelf.keep(black()) for _ in range(3)]
    assert shelf.folders() == kept[1:]
    assert not kept[0].exists()


def test_a_case_is_a_folder_that_read_batch_can_read(tmp_path: Path) -> None:
    folder = CaseShelf(tmp_path).keep(black())
    entry = json.loads((folder / "star_explorer.list.jsonl").read_text())
    assert entry["known"] == [[3, 4]]
    assert all((folder / name).is_file() for name in (entry["layout"], *entry["image"]))
    truth = json.loads((folder / "truth.jsonl").read_text())
    assert [(line["a"], line["b"], line["new"]) for line in truth["lines"]] == [(1, 2, True), (3, 4, False)]


def test_a_kept_case_is_read_again_and_set_against_what_the_table_confirmed(tmp_path: Path) -> None:
    query, truth = (json.loads(line) for line in first_entry())
    new = tuple((line["a"], line["b"]) for line in truth["lines"] if line["new"])
    shelf = CaseShelf(tmp_path)
    for drawn in (new, new[1:]):
        shelf.keep(kept("star_explorer", query, {"lines": [{"a": a, "b": b} for a, b in drawn]}))
    right, wrong = (judged for _, judged in replay(shelf.folders()))
    assert right.outcome == "exact"
    assert wrong.wrong == ("line {}-{} read".format(*sorted(map(str, new[0]))),)


def kept(reader: str, query: dict[str, Any], truth: dict[str, Any]) -> Case:
    """A photograph of a shipped list as a case."""
    photos = PHOTOS.parent / reader
    images = [query["image"]] if isinstance(query["image"], str) else query["image"]
    path = photos / query["layout"]
    told = Query(
        kind=reader,
        layout=text_layout(path) if reader == "stellar" else path.read_bytes(),
        record={name: query[name] for name in TOLD if name in query},
        pictures={name: photos / query[name] for name in ("blank", "calibration") if name in query},
    )
    return Case(query=told, frames=tuple(load_picture(photos / image) for image in images), truth=truth)


def text_layout(path: Path) -> bytes:
    """A layout of cards with its looks as text, as a pack has them."""
    layout = parse_cards_layout(path.read_bytes())
    loaded = {name: opencv.load(str(path.parent / name)) for one in layout.looks.values() if (name := one.image)}
    looks = {kind: look_text(look_from(source, layout, loaded.__getitem__)) for kind, source in layout.looks.items()}
    return msgspec.json.encode(json.loads(path.read_bytes()) | {"looks": looks})


TOLD = ("known", "known_shooting_stars", "expect", "remaining")


@pytest.mark.parametrize(
    "reader",
    [
        "look_at_the_stars",
        pytest.param("stellar", marks=pytest.mark.exhaustive),
        pytest.param("tiles", marks=pytest.mark.exhaustive),
        "balls",
    ],
)
def test_slates_cards_tiles_and_balls_are_cases_like_discs(reader: str, tmp_path: Path) -> None:
    photos = PHOTOS.parent / reader
    query = json.loads((photos / f"{reader}.list.jsonl").read_text("utf-8").splitlines()[0])
    truth = json.loads((photos / "truth.jsonl").read_text("utf-8").splitlines()[0])
    del query["id"], truth["id"]
    shelf = CaseShelf(tmp_path)
    shelf.keep(kept(reader, query, truth))
    part = {"look_at_the_stars": "lines", "stellar": "cards"}.get(reader, reader)
    gone = next(row for row in truth[part] if isinstance(row, str) or row.get("new", True))
    shelf.keep(kept(reader, query, truth | {part: [row for row in truth[part] if row is not gone]}))
    (one, right), (other, wrong) = replay(shelf.folders())
    assert (one, other) == ("000001", "000002")
    assert right.outcome == "exact"
    assert wrong.outcome != "exact"
    assert wrong.wrong


class Plain:
    """A reading that is its own JSON."""

    def __init__(self, shape: dict[str, Any]) -> None:
        self.shape = shape

    def as_json(self) -> dict[str, Any]:
        return self.shape


def test_a_back_beside_a_telescope_is_no_card_of_the_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def card(slot: int | None, face_down: bool) -> dict[str, Any]:
        face = {} if face_down else {"type": "moon", "number": 3, "stars": 2}
        return {"area": "telescope" if slot else "notebook", "slot": slot, "face_down": face_down, **face}

    shelf = CaseShelf(tmp_path)
    query = Query(kind="stellar", layout=b"{}")
    case = msgspec.structs.replace(black(), query=query, truth={"cards": [card(1, False)]})
    folder = shelf.keep(case)
    reading = Plain({"cards": [card(1, False), card(None, True)], "doubtful": []})
    monkeypatch.setattr(KindReader, "read", lambda *_: KindAnswer(CARDS, reading))
    ((_, judged),) = replay([folder])
    assert judged.outcome == "exact"


def test_a_case_without_a_board_is_refused_and_one_without_its_files_is_named(tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path)
    folder = shelf.keep(black())
    assert [judged.outcome for _, judged in replay([folder])] == ["refused"]
    (folder / "photo1.jpg").unlink()
    with pytest.raises(BadInput, match="photo1"):
        list(replay([folder]))


def test_a_damaged_case_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = CaseShelf(tmp_path)
    folder = shelf.keep(black())
    entry = folder / "star_explorer.list.jsonl"
    whole = json.loads(entry.read_text())
    entry.write_text(json.dumps({**whole, "known": [["a", "b"]]}))
    with pytest.raises(BadInput, match="case 000001: known"):
        list(replay([folder]))
    entry.write_text(json.dumps(whole))
    monkeypatch.setattr(KindReader, "read", lambda *_: KindAnswer(CARDS, Plain({"cards": [], "doubtful": []})))
    (folder / "truth.jsonl").write_text('{"id":"case_000001","cards":[5]}')
    with pytest.raises(BadInput, match="000001: expected a case as Planisphere keeps it"):
        list(replay([folder]))


def test_an_update_that_reads_cases_worse_is_reported_until_its_figures_are_accepted(tmp_path: Path) -> None:
    shelf = CaseShelf(tmp_path)
    name = shelf.keep(black()).name
    assert [check.level for check in check_cases(shelf)] == ["ok"]
    assert (figures := shelf.figures()) is not None
    assert figures.outcomes == {name: "refused"}
    shelf.keep_figures(Figures("0.0.1", {name: "exact"}))
    for _ in range(2):
        (check,) = check_cases(shelf)
        assert check.level == "warn"
        assert name in str(check.text)
        assert "0.0.1" in str(check.text)


def test_no_cases_no_check(tmp_path: Path) -> None:
    assert not list(check_cases(CaseShelf(tmp_path / "none")))


def test_a_silent_error_is_worse_than_a_refusal_and_a_new_case_is_no_loss() -> None:
    before = Figures("1", {"a": "exact", "b": "refused", "c": "silent"})
    now = Figures("2", {"a": "asked", "b": "silent", "c": "exact", "d": "silent"})
    assert worse(before, now) == ["a", "b"]
