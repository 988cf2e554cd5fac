"""`planisphere pack capture look_at_the_stars`: from one photograph of each empty slate to a pack."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.errors import BadInput
from engines.files import write_whole
from engines.look_at_the_stars.model import MAX_PLAYERS
from engines.look_at_the_stars.packcheck import CHARACTERS, PLANETS, PRINTED_LINES, check_pack
from engines.look_at_the_stars.slate.lattice import COLUMNS, LINE_BIT, NAMES, ROWS
from engines.slates import SlateLayout
from pi_app.packs import captured_folder
from pi_app.paths import data_dir
from planisphere.capture.packs import NAME, tell, upright_size, write_pack
from planisphere.folders import check_folder
from planisphere.inputs import json_object, read_file

if TYPE_CHECKING:
    from vision.slate.measured import MeasuredSlate

_SHAPE: Final = (COLUMNS, ROWS)
_DARK = (("c", "creatures"), ("h", "people"), ("#", "outside the arch"))
_ANSWERS = '{"3": {"C5": "*", "E9-F9": false}}'


class _Seen(msgspec.Struct):
    """A slate as seen and answered: what each point is, its printed lines, and the names of what is still open."""

    points: dict[str, str]
    lines: set[tuple[str, str]]
    open: list[str]


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "--slates", nargs="+", required=True, metavar="F",
        help="one photograph of each empty slate, upright, whole, on a plain ground; by their order they are numbered",
    )  # fmt: skip
    parser.add_argument("--size", required=True, metavar="WxH", help="a slate's size in mm, measured with a ruler")
    parser.add_argument(
        "--answers", metavar="FILE", help=f"JSON: what is printed where it is asked, such as {_ANSWERS}"
    )
    parser.add_argument("--name", default="mine", metavar="NAME", help="what the pack is called (default: mine)")
    parser.add_argument("--accept", action="store_true", help="take what is proposed; else it is only told")


def capture(args: argparse.Namespace) -> int:
    """Tells what was found, and with `--accept` writes the pack once nothing is open. Raises BadInput, NotPossible."""
    size = _size(args.size)
    if not NAME.fullmatch(args.name):
        raise BadInput(
            "capture.slates_name",
            "pack capture: --name {name!r}: expected a-z, 0-9, - and _, other than 'house'",
            args.name,
        )
    if len(args.slates) > MAX_PLAYERS:
        raise BadInput(
            "capture.slates_count", "pack capture: --slates: {n} photographs, expected one of each of {most} slates",
            len(args.slates), MAX_PLAYERS,
        )  # fmt: skip
    answers = {} if args.answers is None else json_object(read_file(args.answers, "answers"), "answers")
    folder = data_dir() / "drafts" / args.name
    check_folder(folder, "pack capture: the folder of drafts")
    if args.accept:
        check_folder(captured_folder("look_at_the_stars"), "pack capture: the folder of packs")
    layout, slates = _measured(args.slates, size)
    seen = [_answered(slate, answers.get(str(number), {}), number) for number, slate in enumerate(slates, 1)]
    _draw(folder, slates, seen)
    _tell_all(args.slates, seen, folder)
    missing = MAX_PLAYERS - len(seen)
    if missing:
        tell(f"{missing} of {MAX_PLAYERS} slates are not photographed yet")
    if missing or any(one.open for one in seen) or not args.accept:
        tell("nothing is written yet" if args.accept else "if that is right, run again with --accept")
        return 2 if args.accept else 0
    return _written(args.name, layout, seen)


def _measured(paths: list[str], size: tuple[float, float]) -> tuple[SlateLayout, list[MeasuredSlate]]:
    from vision.ink import opencv
    from vision.slate.measured import measure_slates

    images = [opencv.coloured(opencv.checked(opencv.load(path))) for path in paths]
    return measure_slates(images, size, _SHAPE, (PLANETS, PRINTED_LINES), [Path(path).name for path in paths])


# Questions ----------------------------------------------------------------------------------------------------------


def _answered(slate: MeasuredSlate, answers: Any, number: int) -> _Seen:
    """The slate with what a person says of it. Raises BadInput for answers that cannot be."""
    from vision.slate.layout import PLANET, STAR

    marks = {STAR: "*", PLANET: "P"}
    points = {name: marks.get(int(kind), "-") for name, kind in zip(NAMES, slate.kinds, strict=True)}
    lines = {(NAMES[a], NAMES[b]) for a, b in slate.lines}
    asked = [NAMES[k] for k in slate.unclear.nonzero()[0]] + [f"{NAMES[a]}-{NAMES[b]}" for a, b in slate.unclear_lines]
    for where, what in answers.items() if isinstance(answers, dict) else [(answers, None)]:
        ends = tuple(str(where).split("-"))
        if str(where) in points and isinstance(what, str) and what in CHARACTERS:
            points[str(where)] = what
        elif len(ends) == 2 and ends in LINE_BIT and isinstance(what, bool):
            lines = {line for line in lines if set(line) != set(ends)} | ({(ends[0], ends[1])} if what else set())
        else:
            raise BadInput(
                "capture.slates_answer",
                "pack capture: --answers: slate {number}: {where!r}: expected a point and one of {known}, or a line "
                "and true or false, such as {example}",
                number,
                str(where),
                " ".join(sorted(CHARACTERS)),
                _ANSWERS,
            )
    planets = [name for name in NAMES if points[name] == "P"]
    joined = sorted("-".join(line) for line in lines)
    for what, found, wanted in (("planets", planets, PLANETS), ("printed lines", joined, PRINTED_LINES)):
        if len(found) != wanted and not (answers and all(_said(answers, name) for name in found)):
            asked += [*found, f"{len(found)} {what} instead of {wanted}"]
    return _Seen(points, lines, [name for name in dict.fromkeys(asked) if not _said(answers, name)])


def _said(answers: Any, name: str) -> bool:
    """Whether a point or a line, from either end, is among the answers."""
    return name in answers or "-".join(reversed(name.split("-"))) in answers


def _tell_all(paths: list[str], seen: list[_Seen], folder: Path) -> None:
    arch = _arch(seen)
    for number, (path, one) in enumerate(zip(paths, seen, strict=True), 1):
        stars, planets = (list(one.points.values()).count(mark) for mark in "*P")
        lines = ", ".join(sorted("-".join(line) for line in one.lines)) or "none"
        tell(f"slate {number} ({Path(path).name}): {stars} stars, {planets} planets, printed lines {lines}")
        taken = _taken(one.points, arch)
        dark = (
            f"{what} {' '.join(name for name in NAMES if taken[name] == mark) or 'nowhere'}" for mark, what in _DARK
        )
        tell(f"slate {number}: points without a star are taken for: {', '.join(dark)}")
        if one.open:
            tell(f"slate {number}: to be answered: {', '.join(one.open)}")
    if any(one.open for one in seen):
        tell(f"what is asked is ringed in {folder}; answer with --answers FILE: {_ANSWERS}")


def _draw(folder: Path, slates: list[MeasuredSlate], seen: list[_Seen]) -> None:
    """Pictures of the slates as found, what is asked ringed."""
    from vision.slate.measured import found_picture

    folder.mkdir(parents=True, exist_ok=True)
    for number, (slate, one) in enumerate(zip(slates, seen, strict=True), 1):
        write_whole(folder / f"slate_{number}_found.png", found_picture(slate, one.open))


# The pack -----------------------------------------------------------------------------------------------------------


def _written(name: str, layout: SlateLayout, seen: list[_Seen]) -> int:
    arch = _arch(seen)
    cards = [
        {"id": number, "printed_lines": sorted(one.lines), "sky": _rows(_taken(one.points, arch))}
        for number, one in enumerate(seen, 1)
    ]
    captured = ("slates.lattice", "slates.sky", "slates.printed_lines", "layout")
    rest = "night cards and bonus cards are taken"
    return write_pack("look_at_the_stars", name, {"slates": cards, "layout": layout}, captured, check_pack, rest)


def _arch(seen: list[_Seen]) -> set[str]:
    """The points outside the arch: without a star on all slates, from the ends of the upper rows inwards."""
    gone = {name for name in NAMES if all(one.points[name] not in "*P" for one in seen)}
    found = set()
    for row in range(ROWS - 1, ROWS // 2, -1):
        for columns in (range(COLUMNS), range(COLUMNS - 1, -1, -1)):
            for column in columns:
                if NAMES[row * COLUMNS + column] not in gone:
                    break
                found.add(NAMES[row * COLUMNS + column])
    return found


def _taken(points: dict[str, str], arch: set[str]) -> dict[str, str]:
    """What each point is in a pack. Where no star is seen and nobody said why: outside the arch, people on the lowest
    row and what joins them, else a creature."""
    people = {name for name in NAMES[:COLUMNS] if points[name] == "-"}
    for _ in range(ROWS):
        people |= {
            name for name in NAMES
            if points[name] == "-" and any((one, name) in LINE_BIT or (name, one) in LINE_BIT for one in people)
        }  # fmt: skip
    return {
        name: mark if mark != "-" else "#" if name in arch else "h" if name in people else "c"
        for name, mark in points.items()
    }


def _rows(marks: dict[str, str]) -> list[str]:
    """From the top down."""
    rows = [NAMES[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS - 1, -1, -1)]
    return ["".join(marks[name] for name in row) for row in rows]


def _size(text: str) -> tuple[float, float]:
    size = upright_size(text, 60, 1000)
    if size is None:
        raise BadInput(
            "capture.slates_size",
            "pack capture: --size {text!r}: expected WIDTHxHEIGHT in mm, upright, such as 160x234",
            text,
        )
    return size
