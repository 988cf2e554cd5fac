"""`planisphere pack capture star_explorer`: from photographs of a printed copy to a pack that can be played."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engines.errors import BadInput, NotPossible
from engines.files import write_whole
from pi_app.packs import captured_folder
from pi_app.paths import data_dir
from planisphere.capture.packs import tell_report
from planisphere.folders import check_folder
from planisphere.inputs import json_object, read_file

if TYPE_CHECKING:
    from vision.capture.draft import Draft, DraftKind
    from vision.capture.tiles.read import FoundTile, Looks

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
_SIZES = "expected disc=MM, marker=MM or board=WIDTHxHEIGHT"
_LENGTHS = {"disc": (50, 1000), "board": (60, 1000), "marker": (5, 200)}
"""What can be measured -> between which lengths (mm): a centimetre's figure lies below them, a tenth's above."""
_START_TILES = 6
_USUAL_DEPTH, _NOMINAL, _UNNAMED = 1.5, 100.0, "mine"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "--draft",
        type=Path,
        metavar="DIR",
        help="folder of the draft; the next call goes on with it (default: drafts/NAME in the data folder)",
    )
    parser.add_argument("--disc", nargs="+", metavar="F", help="photographs of the bare disc from above")
    parser.add_argument("--board", metavar="F", help="photograph of the disc in its board at stop I")
    parser.add_argument("--board-2", metavar="F", help="the same at stop II")
    parser.add_argument("--tiles", nargs="+", metavar="F", help="photographs of the tiles' fronts, in rows, apart")
    parser.add_argument("--start-tiles", nargs=2, metavar="F", help="all start tiles, then turned over where they lie")
    sizes = "a known size in mm: disc=184 (its diameter), board=198x254 or marker=22"
    parser.add_argument("--size", metavar="SIZE", help=sizes)
    parser.add_argument("--depth", type=float, metavar="MM", help=f"from board to disc (default {_USUAL_DEPTH})")
    parser.add_argument("--top", choices=["as-found", "opposite", "left", "right"], default="as-found",
                        help="which side of the board is its top, if the draft shows it otherwise")  # fmt: skip
    parser.add_argument("--answers", metavar="FILE", help="JSON: what a person says to the draft's questions")
    parser.add_argument("--accept", action="store_true", help="take what is proposed where nobody answered")
    parser.add_argument("--name", metavar="NAME", help="what the pack is called: a-z, 0-9, - and _")
    parser.add_argument("--edit", type=Path, metavar="DIR", help="open a draft on the touchscreen")


def capture(args: argparse.Namespace) -> int:
    """Goes on with the draft as far as the photographs reach; writes the pack once nothing is open."""
    if args.edit is not None:
        return _edit(args.edit)
    if args.name is not None and not _NAME.fullmatch(args.name):
        raise BadInput("capture.name", "pack capture: --name {name!r}: expected a-z, 0-9, - and _", args.name)
    if args.draft is None:
        args.draft = data_dir() / "drafts" / (args.name or _UNNAMED)
    if args.accept:
        check_folder(captured_folder("star_explorer"), "pack capture: the folder of packs")
    draft = _with_answers(_advanced(args), args)
    return _finished(draft, args)


def _tell(text: str) -> None:
    print(f"planisphere: {text}", file=sys.stderr)


def _edit(folder: Path) -> int:
    from vision.capture.draft import load_draft

    load_draft(folder)
    from pi_app.games.star_explorer.ui.star_map_app import edit_star_map

    edit_star_map(folder)
    return 0


# The draft ----------------------------------------------------------------------------------------------------------


def _advanced(args: argparse.Namespace) -> Draft:
    """The draft after every photograph given has been looked at; each step is kept as soon as it is done."""
    from vision.capture.draft import FILE, load_draft, save_draft

    steps: list[tuple[Any, Callable[[Draft, argparse.Namespace], Draft]]] = [
        (args.board or args.board_2, _with_board),
        (args.tiles, _with_tiles),
        (args.start_tiles, _with_start_tiles),
    ]
    if args.depth is not None and not 0 <= args.depth <= 20:
        raise BadInput(
            "capture.depth",
            "pack capture: --depth {depth:g}: expected 0 to 20 mm from the board's face to the disc",
            args.depth,
        )
    check_folder(args.draft, "pack capture: --draft")
    if args.disc:
        draft = _from_disc(args)
    elif (args.draft / FILE).exists():
        draft = load_draft(args.draft)
    else:
        raise BadInput(
            "capture.disc_missing",
            "pack capture: --disc is missing, expected photographs of the bare disc to begin with",
        )
    save_draft(args.draft, draft)
    for given, step in steps:
        if given:
            draft = step(draft, args)
            save_draft(args.draft, draft)
    return draft


def _size(text: str | None) -> tuple[str, float, float]:
    """What is known, and its one or two lengths in mm. Raises BadInput."""
    if text is None:
        raise BadInput("capture.size_missing", "pack capture: --size is missing: {sizes}", _SIZES)
    found = re.fullmatch(r"(disc|marker|board)=(\d+(?:\.\d+)?)(?:x(\d+(?:\.\d+)?))?", text)
    if found is None or (found[1] == "board") != (found[3] is not None):
        raise BadInput("capture.size", "pack capture: --size {text!r}: {sizes}", text, _SIZES)
    lengths = float(found[2]), float(found[3] or 0)
    least, most = _LENGTHS[found[1]]
    if not all(least <= length <= most for length in lengths if length):
        raise BadInput(
            "capture.size_range",
            "pack capture: --size {text!r}: expected {least} to {most} millimetres for a {found} (not centimetres)",
            text,
            least,
            most,
            found[1],
        )
    return found[1], *lengths


def _from_disc(args: argparse.Namespace) -> Draft:
    import numpy as np

    from planisphere.capture.star_explorer.overlay import disc_overlay
    from vision.capture.disc.halos import haloed_from
    from vision.capture.disc.rings import printed_rings
    from vision.capture.disc.starmap import star_map
    from vision.capture.draft import PICTURE, draft_of, save_picture

    what, length, _ = _size(args.size)
    radius = length / 2 if what == "disc" else _NOMINAL
    found = star_map([_picture(path) for path in args.disc], radius, _tell)
    stars, sizes = np.array([star.place for star in found.stars]), np.array([star.radius for star in found.stars])
    draft = draft_of("star_explorer", found, printed_rings(found.disc), haloed_from(found.disc, stars, sizes))
    save_picture(args.draft, PICTURE, found.disc.picture)
    save_picture(args.draft, "disc_found.png", disc_overlay(found.disc.picture, draft))
    _tell(f"{len(draft.stars)} stars, {len(draft.doubts)} of them doubtful; see {args.draft / 'disc_found.png'}")
    return draft


def _picture(path: str) -> Any:
    from vision.ink import opencv

    return opencv.checked(opencv.load(path))


def _with_board(draft: Draft, args: argparse.Namespace) -> Draft:
    from planisphere.capture.star_explorer.making import levelled
    from planisphere.capture.star_explorer.overlay import board_overlay, disc_overlay
    from planisphere.capture.star_explorer.questions import STEP_DEG
    from vision.capture.board.measure import FACE_SCALE, measure_board
    from vision.capture.draft import PICTURE, load_picture, save_picture, star_map_of, turned
    from vision.ink.opencv import spun

    if not (args.board and args.board_2):
        raise BadInput(
            "capture.two_boards", "pack capture: the board needs both --board (stop I) and --board-2 (stop II)"
        )
    depth = _USUAL_DEPTH if args.depth is None else args.depth
    quarters = {"as-found": 0, "right": 1, "opposite": 2, "left": 3}[args.top]
    picture = load_picture(args.draft)
    images = [_picture(args.board), _picture(args.board_2)]
    board = measure_board(images, star_map_of(draft, picture), depth, STEP_DEG, quarters, _tell)
    first = draft.axis_deg
    draft = msgspec.structs.replace(turned(draft, board.rotation_deg), board=_kept(board, depth), upright=True)
    level = levelled(draft)
    turn = board.rotation_deg + (level.axis_deg - draft.axis_deg + 90) % 180 - 90
    draft = _sized(level, args)
    picture = spun(picture, turn)
    save_picture(args.draft, PICTURE, picture)
    save_picture(args.draft, "disc_found.png", disc_overlay(picture, draft))
    save_picture(args.draft, "board_found.png", board_overlay(board.picture, draft, FACE_SCALE))
    _tell(
        f"the picture of the disc is turned by {turn % 360:.1f} degrees: its axis was at {first:.1f} degrees, "
        f"and is at {draft.axis_deg:.1f} in round I"
    )
    if board.disagreement > 1.0:
        _tell(
            f"the two photographs disagree by {board.disagreement:.1f} mm about the board's size; check board_found.png"
        )
    return draft


def _kept(board: Any, depth: float) -> Any:
    from vision.capture.draft import DraftBoard

    stars = board.three_point_stars
    return DraftBoard(
        width=round(float(board.width), 3),
        height=round(float(board.height), 3),
        centre=(round(float(board.centre[0]), 3), round(float(board.centre[1]), 3)),
        window=tuple((round(float(x), 2), round(float(y), 2)) for x, y in board.window),
        step_deg=round(float(board.step_deg), 2),
        depth=depth,
        disagreement=round(float(board.disagreement), 2),
        marker_size=board.markers.size if board.markers else None,
        markers=board.markers.at if board.markers else {},
        three_point_stars=None if stars is None else tuple((round(float(x), 2), round(float(y), 2)) for x, y in stars),
    )


def _sized(draft: Draft, args: argparse.Namespace) -> Draft:
    """The draft in the size that was told, where that is not the disc's."""
    from vision.capture.draft import grown

    if args.size is None or draft.board is None:
        return draft
    what, length, height = _size(args.size)
    if what == "board":
        return _with_board_size(draft, length, height)
    if what == "marker":
        if draft.board.marker_size is None:
            raise BadInput(
                "capture.no_markers",
                "pack capture: --size marker=…: no markers were found on the board; give disc=… instead",
            )
        return grown(draft, length / draft.board.marker_size)
    return draft


def _with_board_size(draft: Draft, width: float, height: float) -> Draft:
    from vision.capture.draft import grown

    assert draft.board is not None
    draft = grown(draft, (width / draft.board.width + height / draft.board.height) / 2)
    assert draft.board is not None
    return msgspec.structs.replace(draft, board=msgspec.structs.replace(draft.board, width=width, height=height))


def _with_tiles(draft: Draft, args: argparse.Namespace) -> Draft:
    from planisphere.capture.star_explorer.overlay import contact_sheet, tile_overlay
    from vision.capture.draft import DraftKind, DraftTile, save_picture
    from vision.capture.tiles.laid import SCALE
    from vision.capture.tiles.read import emblems_in_place, sort_emblems

    photos = _tiles_of_photos(draft, args.tiles)
    emblems = [e for read in photos for e in emblems_in_place(read)]
    kinds, looks = sort_emblems(emblems, _looks(draft.kinds))
    spots = [(n, k, tile) for n, read in enumerate(photos, 1) for k, tile in enumerate(read, 1)]
    found, pictures = [], []
    for (number, place, tile), kind in zip(spots, kinds, strict=True):
        xy = tuple((round(float(x), 3), round(float(y), 3)) for x, y in tile.xy)
        found.append(DraftTile(number, place, xy, tile.lines, kind))
        label = f"t{len(found)}: {len(xy)} stars, look {'?' if kind is None else kind}"
        pictures.append(tile_overlay(tile.picture, xy, tile.lines, label, SCALE))
        if tile.unclear:
            _tell(f"t{len(found)} ({args.tiles[number - 1]}, tile {place}): its pattern is faint: compare it with "
                  "tiles_found.png, and photograph it again where it differs")  # fmt: skip
    save_picture(args.draft, "tiles_found.png", contact_sheet(pictures))
    on_paper = tuple(
        DraftKind(tuple(map(float, c)), tuple(map(float, f))) for c, f in zip(looks.colours, looks.forms, strict=True)
    )
    return msgspec.structs.replace(draft, tiles=tuple(found), on_paper=on_paper)


def _tiles_of_photos(draft: Draft, paths: list[str]) -> list[list[FoundTile]]:
    """The tiles in each photograph. Raises NotPossible where they can hardly be all of the draft's."""
    from vision.capture.tiles.laid import find_tiles
    from vision.capture.tiles.read import read_tile

    kept = f"; the draft keeps its {len(draft.tiles)} tiles" if draft.tiles else ""
    photos = []
    for path in paths:
        try:
            read = [read_tile(tile) for tile in find_tiles(_picture(path), path)]
        except NotPossible as error:
            raise NotPossible("capture.tiles_unread", "{problem}{kept}", str(error), kept) from error
        drawn = sum(len(tile.lines) > 0 for tile in read)
        if 2 * drawn < len(read):
            raise NotPossible(
                "capture.no_tiles",
                "{path}: a constellation is seen on {drawn} of {n} things in the picture, "
                "expected the tiles' fronts, apart on a plain ground{kept}",
                path,
                drawn,
                len(read),
                kept,
            )
        photos.append(read)
        _tell(f"{path}: {len(read)} tiles")
    seen = sum(map(len, photos))
    if 2 * seen < len(draft.tiles):
        raise NotPossible(
            "capture.tiles_count",
            "{known}: {seen} tiles, expected photographs of all at once{kept}",
            ", ".join(paths),
            seen,
            kept,
        )
    if draft.tiles:
        _tell(f"these {seen} tiles take the place of the draft's {len(draft.tiles)}")
    return photos


def _looks(kinds: Sequence[DraftKind]) -> Looks:
    import numpy as np

    from vision.capture.tiles.read import Looks

    return Looks(np.array([kind.colour for kind in kinds]), np.array([kind.form for kind in kinds]))


def _with_start_tiles(draft: Draft, args: argparse.Namespace) -> Draft:
    from vision.capture.draft import DraftTile
    from vision.capture.tiles.laid import find_tiles
    from vision.capture.tiles.read import emblems_in_place, read_start_tile, sort_emblems

    sides = []
    for path in args.start_tiles:
        read = emblems_in_place([read_start_tile(tile) for tile in find_tiles(_picture(path), path)])
        sides.append(sort_emblems(read, _looks(draft.on_paper or draft.kinds), _looks(draft.kinds))[0])
        _tell(f"{path}: {len(read)} start tiles")
    if len(sides[0]) != len(sides[1]):
        raise BadInput(
            "capture.start_tiles_differ",
            "pack capture: --start-tiles: {first} on the first photograph and {second} on the second, "
            "expected the same tiles turned over",
            len(sides[0]),
            len(sides[1]),
        )
    if len(sides[0]) != _START_TILES:
        kept = "; the draft keeps its own" if draft.start_tiles else ""
        raise BadInput(
            "capture.start_tiles_count",
            "pack capture: --start-tiles: {n} tiles are seen, expected {start_tiles}{kept}",
            len(sides[0]),
            _START_TILES,
            kept,
        )
    found = [DraftTile(n, k, kind=kind) for n, side in enumerate(sides, 1) for k, kind in enumerate(side, 1)]
    return msgspec.structs.replace(draft, start_tiles=tuple(found))


# The pack -----------------------------------------------------------------------------------------------------------


def _with_answers(draft: Draft, args: argparse.Namespace) -> Draft:
    from planisphere.capture.star_explorer.questions import checked_answers, merged
    from vision.capture.draft import save_draft

    if args.answers is None:
        return draft
    where = f"answers {args.answers!r}"
    given = checked_answers(json_object(read_file(args.answers, "answers"), where), where)
    draft = msgspec.structs.replace(draft, answers=merged(draft.answers, given))
    save_draft(args.draft, draft)
    return draft


def _finished(draft: Draft, args: argparse.Namespace) -> int:
    """Writes the pack where all is there and answered; else says what is missing. Exit code 2 for an invalid pack."""
    from planisphere.capture.star_explorer.questions import questions, rim_mark, rim_reach

    asked = questions(draft)
    write_whole(args.draft / "questions.json", msgspec.json.format(msgspec.json.encode(asked), indent=1))
    missing = [
        option
        for option, there in (("--board", draft.board), ("--tiles", draft.tiles), ("--start-tiles", draft.start_tiles))
        if not there
    ]
    if missing:
        _tell(f"still missing: {', '.join(missing)}; the draft is kept in {args.draft}")
        return 0
    open_ones = [q for q in asked if not q.answered]
    if open_ones and not args.accept:
        names = [q for q in open_ones if q.key.startswith("tiles.each.") and q.key.endswith(".name")]
        for question in open_ones:
            if question not in names:
                _tell(f"{question.key}: {question.ask} [{question.proposed_words()}]")
        if names:
            _tell(f"tiles.each.t1.name, …: {len(names)} tiles have no name yet; their numbers are in tiles_found.png")
        _tell("answer with --answers FILE.json, or take all that is proposed with --accept")
        return 0
    if any(question.key == "zones.rim" for question in open_ones) and rim_mark(draft) is None:
        reach = rim_reach(draft)
        _tell(f"zones.rim: nothing printed tells where the rim begins, {reach} mm was taken; --answers puts it right")
    return _written(draft, args)


def _written(draft: Draft, args: argparse.Namespace) -> int:
    from engines.star_explorer.pack import pack_text
    from engines.star_explorer.packcheck import check_pack
    from planisphere.capture.star_explorer.making import pack_of

    name = args.name or _UNNAMED
    data = pack_text(pack_of(draft, name))
    report = check_pack(data)
    tell_report(report)
    target = captured_folder("star_explorer") / f"{name}.json" if report.valid else args.draft / f"{name}.json"
    check_folder(target.parent, "pack capture: the folder of packs")
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, data)
    if not report.valid:
        _tell(f"the pack is not valid yet; it is kept as {target}")
        return 2
    print(f"star_explorer/{name}")
    _tell(f"written to {target}; play it as star_explorer/{name}")
    return 0
