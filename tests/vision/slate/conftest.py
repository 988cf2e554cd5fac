"""The small photo set of slates."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engines.look_at_the_stars.slate.board import pack_skies, parse_slate
from vision.ink import opencv
from vision.slate.layout import SlateBoard, slate_board
from vision.slate.read import SlateReading, read_slate


def parse_board(layout: dict[str, Any]) -> SlateBoard:
    """The slate of a layout, one of the house pack where it names a number."""
    return slate_board(parse_slate(layout), pack_skies())


PHOTOS = Path(__file__).parents[2] / "photos" / "look_at_the_stars"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (PHOTOS / name).read_text().splitlines()]


class SlateSet:
    """The queries and truths of the set, by id."""

    def __init__(self) -> None:
        self.queries = {row["id"]: row for row in rows("look_at_the_stars.list.jsonl")}
        self.truths = {row["id"]: row for row in rows("truth.jsonl")}

    def layout(self, name: str) -> dict[str, Any]:
        decoded: dict[str, Any] = json.loads((PHOTOS / self.queries[name]["layout"]).read_text())
        return decoded

    def board(self, name: str) -> SlateBoard:
        return parse_board(self.layout(name))

    def picture(self, name: str) -> Any:
        image = self.queries[name]["image"]
        frames = [opencv.load(str(PHOTOS / one)) for one in ([image] if isinstance(image, str) else image)]
        return frames[0] if isinstance(image, str) else frames

    def blank(self, name: str) -> Any:
        return opencv.load(str(PHOTOS / self.queries[name]["blank"]))

    def read(self, name: str, **changes: Any) -> SlateReading:
        query = self.queries[name]
        told = {key: query[key] for key in ("known", "known_shooting_stars", "expect")}
        board = changes.pop("board", None) or self.board(name)
        image = changes.pop("image", None)
        picture = self.picture(name) if image is None else image
        return read_slate(picture, board, **{**told, "blank": self.blank(name), **changes})

    def lines(self, name: str) -> set[frozenset[str]]:
        return {frozenset((line["a"], line["b"])) for line in self.truths[name]["lines"]}

    def stars(self, name: str) -> set[frozenset[str]]:
        return {frozenset(star) for star in self.truths[name]["shooting_stars"]}


@pytest.fixture(scope="session")
def slates() -> SlateSet:
    return SlateSet()
