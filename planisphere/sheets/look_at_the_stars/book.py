"""The pages of Look at the Stars' print-and-play PDF: a guide, the slates, the night cards and the bonus cards."""

from __future__ import annotations

from typing import Final

from engines.errors import BadInput
from engines.look_at_the_stars.model import SlateCard, StarsPack
from engines.look_at_the_stars.slate.board import PRINT_BOARD
from paper.formats import Paper
from paper.sheet import Sheet
from planisphere.sheets.binding import Page, bind
from planisphere.sheets.grid import TILES
from planisphere.sheets.head import draw_head
from planisphere.sheets.look import INK, Look
from planisphere.sheets.look_at_the_stars.cards import bonus_pieces, night_pieces
from planisphere.sheets.look_at_the_stars.slates import draw_slate

STEPS: Final = (
    ("Print", "At 100 %, never fitted to the page. The cards: both sides, flipped over the long edge."),
    ("Glue", "The slates to card; cover them with matt film, so that a {pen} whiteboard pen wipes off."),
    ("Cut", "Along the marks. The four black squares belong to the slate: the camera finds it by them."),
    ("Mix", "Night cards in three piles of six; one card of each kind of bonus lies open."),
)
SIGNS: Final = (
    "Dots 3 to 8: tick a constellation of that many lines. Fields below: constellations, planets, shooting stars,",
    "point bonus, power bonus, the sum. Diamonds at the edge: after the first pile rows 0 and 1 close, after the",
    "second pile rows 2 and 3 too. Nothing is drawn on planets, creatures and people.",
)


def pages(pack: StarsPack, look: Look) -> list[Page]:
    """Every page in printing order."""
    found = [Page("guide", lambda s: _guide(s, pack, look))]
    found += [_slate_page(card, look) for card in pack.slates]
    found += TILES.pages("night cards", night_pieces(pack), look)
    return found + TILES.pages("bonus cards", bonus_pieces(pack), look)


def _slate_page(card: SlateCard, look: Look) -> Page:
    size = PRINT_BOARD.width, PRINT_BOARD.height
    return Page(f"slate {card.id}", lambda s: draw_slate(s.placed(*s.paper.middle(*size)), card, look))


def _guide(sheet: Sheet, pack: StarsPack, look: Look) -> None:
    counts = f"{len(pack.slates)} slates, {len(pack.night_cards)} night cards, "
    counts += f"{len(pack.point_cards)} point bonus cards, {len(pack.power_cards)} power bonus cards."
    part = draw_head(sheet, "Look at the Stars", counts)
    for number, (title, words) in enumerate(STEPS, 1):
        y = 46.0 + 9.0 * number
        part.circle((3.5, y - 1.3), 3.5, fill=INK)
        part.text((3.5, y), str(number), 4.2, "#FFFFFF", "Times-Bold")
        part.text((10.0, y), title, 4.6, INK, "Times-Bold", "left")
        part.text((31.0, y), words.format(pen=look.pen), 3.5, INK, "Times-Roman", "left")
    for k, line in enumerate(SIGNS):
        part.text((0.0, 98.0 + 5.0 * k), line, 3.7, INK, "Times-Roman", "left")
    for k, card in enumerate(pack.slates[:2]):
        draw_slate(part.placed(18.0 + k * 82.0, 120.0, scale=0.5), card, look)


def print_stars_pack(data: bytes, paper: Paper, look: Look, players: int) -> bytes:
    """The PDF of a pack's JSON text; eight may play with it, whatever `players` says. Raises BadInput."""
    import msgspec

    try:
        pack = msgspec.json.decode(data, type=StarsPack)
    except msgspec.ValidationError as error:
        raise BadInput("print.slates", "pack: {problem}", error) from error
    return bind(pack.title, pages(pack, look), paper)
