"""`planisphere pack capture stellar`: from photographs of the telescope and the start cards to a pack."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.errors import BadInput
from pi_app.packs import captured_folder
from planisphere.capture.packs import NAME, house_pack, tell, upright_size, write_pack
from planisphere.folders import check_folder

if TYPE_CHECKING:
    from vision.cards.measured.telescope import MeasuredTelescope

KINDS: Final = ("planet", "moon", "asteroid", "cloud", "black_hole")
OTHERS: Final = ("satellite", "back")
_PLACE = "X,Y,WIDTH,HEIGHT"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    order = ",".join(KINDS)
    parser.add_argument(
        "--telescope", required=True, metavar="F", help="photograph of the twelve slots, empty, upright"
    )
    parser.add_argument(
        "--cards", required=True, metavar="F", help="photograph of the five start cards, upright, apart"
    )
    parser.add_argument(
        "--order", default=order, metavar="LIST",
        help=f"what they are, row by row from the left; may name {' and '.join(OTHERS)} too (default: {order})",
    )  # fmt: skip
    parser.add_argument("--card-size", default="56x89", metavar="WxH", help="a card's size in mm (default: 56x89)")
    parser.add_argument(
        "--across", type=float, metavar="MM",
        help="from the leftmost line of all slots to the rightmost one, measured with a ruler",
    )  # fmt: skip
    parser.add_argument("--marker-size", type=float, default=22.0, metavar="MM", help="of the corner markers (22)")
    for name in ("number", "type", "stars"):
        parser.add_argument(f"--{name}", metavar=_PLACE, help=f"where the {name} is printed: middle and size, mm")
    parser.add_argument("--name", default="mine", metavar="NAME", help="what the pack is called (default: mine)")
    parser.add_argument("--accept", action="store_true", help="take what is proposed; else it is only told")


def capture(args: argparse.Namespace) -> int:
    """Tells what was found, and with `--accept` writes the pack. Raises BadInput, NotPossible."""
    order, size = _order(args.order), _size(args.card_size)
    if not NAME.fullmatch(args.name):
        raise BadInput(
            "capture.stellar_name",
            "pack capture: --name {name!r}: expected small letters, digits, - and _, and not 'house'",
            args.name,
        )
    if args.accept:
        check_folder(captured_folder("stellar"), "pack capture: the folder of packs")
    layout, telescope = _measured(args, order, size)
    tell(f"telescope: rows {telescope['rows']}; {len(telescope['adjacent'])} pairs of slots touch")
    for name in ("number", "type", "stars"):
        (x, y), (w, h) = layout[name]["at"], layout[name]["size"]
        tell(f"{name}: --{name} {x:g},{y:g},{w:g},{h:g}")
    stars = layout.pop("start_stars")
    tell("stars on the start cards: " + ", ".join(f"{kind} {count}" for kind, count in stars.items()))
    blank = [kind for kind, count in stars.items() if count == 0]
    if blank:
        raise BadInput(
            "capture.no_stars_on",
            "pack capture: no stars seen on the start cards of {known}; say where stars are printed: --stars {place}",
            ", ".join(blank),
            _PLACE,
        )
    if not args.accept:
        tell("if that is right, run again with --accept; else give the places that are wrong")
        return 0
    return _written(args.name, layout, telescope, stars)


def _measured(
    args: argparse.Namespace, order: list[str], size: tuple[float, float]
) -> tuple[dict[str, Any], dict[str, Any]]:
    from vision.cards.measured import cards as measure
    from vision.ink import opencv

    cards = opencv.coloured(opencv.checked(opencv.load(args.cards)))
    quads = measure.cards_in(cards, len(order), size)
    starts = quads[[order.index(kind) for kind in KINDS]]
    number = _place(args.number, "number") or measure.number_box(cards, starts, size)
    kind = _place(args.type, "type") or measure.type_box(cards, starts, size)
    stars, row = _place(args.stars, "stars"), None
    if stars is None:
        marks = measure.marks_on(cards, starts, size, [number, kind])
        row = measure.star_row(marks)
        if row is None:
            raise _unclear_stars(marks)
        stars = measure.stars_box(row, size)
    layout: dict[str, Any] = {"kind": "cards", "card": {"width": size[0], "height": size[1]}}
    for name, box in (("number", number), ("type", kind), ("stars", stars)):
        layout[name] = {"at": list(box[0]), "size": list(box[1])}
    telescope = _telescope(args, size, layout)
    layout |= _looks(cards, quads, order, layout)
    if row is not None and set(layout["start_stars"].values()) != {len(row)}:
        raise _unclear_stars(marks)
    return layout, telescope


def _unclear_stars(marks: Any) -> BadInput:
    """What is asked where it is not plain which of the marks (n, 3 mm) on the start cards are stars."""
    return BadInput(
        "capture.unclear_stars",
        "pack capture: it is not clear what on the start cards is a star (marks seen, mm from their top left: "
        "{marks}); say where stars are printed: --stars {place}",
        " ".join(f"{x:.0f},{y:.0f}" for x, y, _ in marks) or "none",
        _PLACE,
    )


def _telescope(args: argparse.Namespace, size: tuple[float, float], layout: dict[str, Any]) -> dict[str, Any]:
    """Measures the telescope, adds it to the layout, and returns its part of the pack."""
    from vision.cards.measured.strokes import DICTIONARY
    from vision.cards.measured.telescope import measure_telescope
    from vision.ink import opencv

    picture = opencv.coloured(opencv.checked(opencv.load(args.telescope)))
    if not 5 <= args.marker_size <= 100:
        raise BadInput(
            "capture.marker_size", "pack capture: --marker-size {marker_size!r}: expected 5 to 100 mm", args.marker_size
        )
    if args.across is not None and not size[0] <= args.across <= 2000:
        raise BadInput(
            "capture.across", "pack capture: --across {across!r}: expected {size:g} to 2000 mm", args.across, size[0]
        )
    found = measure_telescope(picture, size, args.marker_size, args.across)
    wide, tall = found.outline
    if wide < 0.98 * size[0] or tall < 0.98 * size[1]:
        raise BadInput(
            "capture.slots_small",
            "pack capture: the slots come out smaller ({wide:g} × {tall:g} mm) than cards of {card_size} mm: "
            "measure the markers (--marker-size), the cards (--card-size) or the slots (--across) again",
            wide,
            tall,
            args.card_size,
        )
    slots = {str(k): [float(x), float(y)] for k, (x, y) in enumerate(found.slots, 1)}
    board = {"width": found.size[0], "height": found.size[1]}
    layout["telescope"] = {"board": board, "slots": slots}
    if found.markers:
        layout["markers"] = {"dictionary": DICTIONARY, "size": args.marker_size, "at": found.markers}
    else:
        tell("no corner markers on the telescope: to read cards with the camera, glue four on (see print-and-play)")
    _tell_scale(found, args.across is not None)
    sections = {"top": [1, 2, 3, 4, 5], "middle": [6, 7, 8], "bottom": [9, 10, 11, 12]}
    return {"rows": found.rows, "adjacent": found.adjacent, "sections": sections}


def _tell_scale(found: MeasuredTelescope, ruled: bool) -> None:
    """How large the slots are printed, and what that says about the scale; `ruled`: it was measured with a ruler."""
    (wide, tall), (board, high) = found.outline, found.size
    tell(f"telescope: {board:g} × {high:g} mm, its slots are printed {wide:g} × {tall:g} mm")
    if not found.edges:
        tell("the edges of the telescope are not seen clearly: it ends with its slots and markers")
    if not ruled and not found.like_cards:
        tell(
            f"markers alone tell the scale: slots may be {0.003 * max(board, high):.1f} mm off; measure from the "
            "leftmost line of all slots to the rightmost one and add --across MM"
        )


def _looks(cards: Any, quads: Any, order: list[str], layout: dict[str, Any]) -> dict[str, Any]:
    """What the cards look like, and how many stars the start cards show."""
    import numpy as np

    from vision.cards.evidence import contrast, number_patches, stars_patches, stars_views
    from vision.cards.find import card_planes
    from vision.cards.layout import parse_cards_layout
    from vision.cards.looks import look_text
    from vision.cards.measured.cards import looks_of
    from vision.ink.nets import load_net

    parsed = parse_cards_layout(msgspec.json.encode(layout))
    looks = {kind: look_text(look) for kind, look in zip(order, looks_of(cards, quads, parsed), strict=True)}
    planes = card_planes(parsed, quads)
    views = stars_views(stars_patches(cards, planes, parsed), contrast(number_patches(cards, planes, parsed)))
    counts = np.asarray(load_net("vision.cards", "stars").outputs(views)).argmax(1)
    return {"looks": looks, "start_stars": {kind: int(counts[order.index(kind)]) for kind in KINDS}}


def _written(name: str, layout: dict[str, Any], telescope: dict[str, Any], stars: dict[str, int]) -> int:
    from engines.stellar.packcheck import check_pack

    house = house_pack("stellar")["cards"]
    cards = [card | ({"stars": stars[card["type"]]} if card.get("start") else {}) for card in house]
    captured = ("telescope.rows", "telescope.adjacent", "layout")
    rest = "what no photograph shows (the list of cards) is taken"
    return write_pack(
        "stellar", name, {"cards": cards, "telescope": telescope, "layout": layout}, captured, check_pack, rest
    )


# Arguments ------------------------------------------------------------------------------------------------------


def _order(text: str) -> list[str]:
    order = [word.strip() for word in text.split(",")]
    if sorted(set(order) - set(OTHERS)) != sorted(KINDS) or len(set(order)) != len(order):
        raise BadInput(
            "capture.order", "pack capture: --order {text!r}: expected each of {known} once", text, ", ".join(KINDS)
        )
    return order


def _size(text: str) -> tuple[float, float]:
    size = upright_size(text, 20, 200)
    if size is None:
        raise BadInput(
            "capture.card_size",
            "pack capture: --card-size {text!r}: expected WIDTHxHEIGHT in mm, upright, such as 56x89",
            text,
        )
    return size


def _place(text: str | None, name: str) -> tuple[tuple[float, float], tuple[float, float]] | None:
    if text is None:
        return None
    try:
        x, y, width, height = (float(part) for part in text.split(","))
    except ValueError as error:
        raise BadInput(
            "capture.place", "pack capture: --{name} {text!r}: expected {place} in mm", name, text, _PLACE
        ) from error
    return (x, y), (width, height)
