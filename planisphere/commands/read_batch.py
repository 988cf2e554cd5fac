"""`planisphere read-batch`: many photographs to readings, a line each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput, NotPossible
from engines.files import text_of
from pi_app.camera.readers import ListReader, open_reader, reader_names


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", choices=reader_names())
    line = '{"id","layout","image","blank"?,"before"?,"known"?,"expect"?}'
    parser.add_argument("list", type=Path, metavar="LIST.jsonl", help=f"a line each: {line}")
    parser.add_argument("--json", action="store_true", help="one JSON object a line (also the default)")


def run(args: argparse.Namespace) -> int:
    """Prints an answer for every line of the list. Raises BadInput when the list cannot be parsed."""
    reader = open_reader(args.game, args.list.parent)
    for entry in list(_entries(args.list)):
        sys.stdout.write(msgspec.json.encode({"id": entry.get("id"), **answer(reader, entry)}).decode() + "\n")
        sys.stdout.flush()
    return 0


def _entries(path: Path) -> Iterator[dict[str, Any]]:
    try:
        text = text_of(path).decode()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise BadInput(
            "photos.unread_list", "{path}: {reason}, expected a list of photographs", path, reason
        ) from error
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield msgspec.json.decode(line, type=dict[str, Any])
            except msgspec.DecodeError as error:
                raise BadInput(
                    "list.line", "{path}, line {line}: expected a JSON object: {problem}", path, number, error
                ) from error
            except RecursionError as error:
                raise BadInput(
                    "list.line_too_deep",
                    "{path}, line {line}: expected a JSON object, nested less deeply",
                    path,
                    number,
                ) from error


def answer(reader: ListReader, entry: dict[str, Any]) -> dict[str, Any]:
    """The reading of one line of a list, or what was wrong with it."""
    try:
        return reader.read(entry).as_json()
    except BadInput as error:
        return {"error": "bad_input", "why": str(error)}
    except NotPossible as error:
        return {"error": "board_not_found", "why": str(error)}
