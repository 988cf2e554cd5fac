"""The evening's story: a picture to share, and a poster of the boards as they were drawn."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engines.errors import BadInput, NotPossible
from engines.record import replay_record
from engines.registry import load, open_game
from paper.formats import Paper
from paper.outlines import rectangle
from paper.sheet import Sheet, new_canvas
from pi_app.games.pad_app import app_for
from pi_app.i18n import _
from pi_app.presenters.colours import COLOURS, decoded
from pi_app.presenters.ending import Course, course_of, lead_words, margin_words, taken_for_good, verdict_words
from pi_app.presenters.onlookers.picture import FINE, TONES, font, painted
from pi_app.presenters.onlookers.sketch import drawn
from pi_app.table.handicaps import standing

if TYPE_CHECKING:
    from PIL.Image import Image

    from engines.game import PlayerScore
    from engines.record import Record
    from pi_app.presenters.onlookers.sketch import Mark
    from pi_app.presenters.onlookers.sketch import Sketch as Drawn
    from pi_app.table.session import TableSession

    Table = TableSession[Any, Any]

SIZE: Final = (1080, 1350)
"""Of the picture, in pixels: four to five, as feeds show it whole."""
EDGE: Final = 60
SKY: Final = (1600, 960)
"""Of the picture of a personal sky, in pixels."""
SKY_MOST: Final = 24
"""So many of the latest games are on it."""
A3: Final = Paper("A3", 297.0, 420.0)
NIGHT, DUSK, TEXT, MUTED, GOLD = (11, 16, 34), (38, 50, 92), "#F3F5FF", "#B4C0E4", "#FFD34D"
STARS: Final = 160
"""Small ones on the sky behind."""
BOARDS: Final = (282, 600)
"""Where the boards begin on the picture, and how high they stand, in pixels."""
VERY_END: Final = 97
"""From this percentage of a game on it is its very end."""
PLOT_HIGH: Final = 110
LINE: Final = 46
"""The height of a player's line, in pixels."""
COLOURS_OF: Final = "colours.{game}"


# What is told ------------------------------------------------------------------------------------------------------


def boards_of(table: Table) -> tuple[Drawn, ...]:
    """Every player's board at the end, or the one of all; none where the game keeps none."""
    boards = drawn(app_for(table.header), table, table.state)
    return tuple(board for board in boards if board.seat) or boards


def colours_of(table: Table) -> tuple[str, ...]:
    """By seat, six hexadecimal digits."""
    kept = decoded(table.journal.place(COLOURS_OF.format(game=table.game_id)))
    return tuple(COLOURS[colour].night for colour in kept)


def turning_points(table: Table, course: Course) -> tuple[str, ...]:
    """When the lead changed, who took it for good, and the most points at once."""
    told = []
    if words := lead_words(course):
        seat, share = taken_for_good(course)
        after = _("{name} took the lead for good after {percent}\u00a0% of the game.")
        last = _("{name} took the lead for good at the very end.")
        percent = round(100 * share)
        told += [words, (after if percent < VERY_END else last).format(name=table.players[seat], percent=percent)]
    leaps = [(b - a, -seat) for seat, line in enumerate(course) for a, b in pairwise(line)]
    if leaps and (most := max(leaps))[0] > 0:
        words = _("Most points at once: {name}, +{points}.")
        told.append(words.format(name=table.players[-most[1]], points=most[0]))
    return tuple(told)


# The picture -------------------------------------------------------------------------------------------------------


def card(table: Table) -> Image:
    """The picture, RGB, in the language in use."""
    from PIL.ImageDraw import Draw

    image = _sky(SIZE)
    pen = _Pen(Draw(image))
    app, course, seats = app_for(table.header), course_of(table), colours_of(table)
    wide = SIZE[0]
    pen.words((EDGE, 56), app.title(), 40, GOLD, wide - 2 * EDGE - 260)
    pen.words((wide - EDGE, 62), (table.header.started or "")[:10], 32, MUTED, 250, "ra")
    pen.words((EDGE, 112), verdict_words(table), 84, TEXT, wide - 2 * EDGE - 150)
    pen.words((EDGE, 222), margin_words(table), 38, MUTED, wide - 2 * EDGE)
    top: float = BOARDS[0]
    if drawn := boards_of(table):
        _boards(image, pen, drawn, seats, (EDGE, BOARDS[0], wide - 2 * EDGE, BOARDS[1]))
        top += BOARDS[1] + 12
    if course:
        _plot(pen, course, seats, (EDGE, top, wide - 2 * EDGE, PLOT_HIGH))
        top += PLOT_HIGH + 16
    top = _totals(pen, sorted(standing(table).players, key=app.rank), table, seats, top)
    told = " ".join(turning_points(table, course))
    pen.lines((EDGE, top + 8), told, 26, MUTED, wide - 2 * EDGE)
    pen.words((wide - EDGE, 112), "Planisphere", 22, MUTED, wide, "ra")
    return image


def card_png(table: Table) -> bytes:
    """The picture as a PNG file."""
    out = io.BytesIO()
    card(table).save(out, "PNG", optimize=True)
    return out.getvalue()


class _Pen:
    """Writes on a picture. Colours are `#RRGGBB`."""

    def __init__(self, on: Any) -> None:
        self.on = on

    def words(
        self, at: tuple[float, float], text: str, size: int, colour: str, room: float, anchor: str = "la"
    ) -> None:
        """A line, made smaller where it is wider than `room`."""
        while size > 12 and self.on.textlength(text, font=font(size)) > room:
            size -= 2
        self.on.text(at, text, fill=colour, font=font(size), anchor=anchor)

    def lines(self, at: tuple[float, float], text: str, size: int, colour: str, room: float) -> None:
        """Words broken into lines."""
        line, y = "", float(at[1])
        for word in [*text.split(), ""]:
            longer = f"{line} {word}".strip()
            if line and (not word or self.on.textlength(longer, font=font(size)) > room):
                self.on.text((at[0], y), line, fill=colour, font=font(size))
                longer, y = word, y + size * 1.35
            line = longer


def _sky(size: tuple[int, int]) -> Image:
    """The night from above to the dusk below, with the same stars on every picture."""
    from PIL.Image import new
    from PIL.ImageDraw import Draw

    image, chance = new("RGB", size), Random(7)
    on = Draw(image)
    for y in range(size[1]):
        share = y / size[1]
        on.line((0, y, size[0], y), fill=tuple(round(a + (b - a) * share) for a, b in zip(NIGHT, DUSK, strict=True)))
    for _star in range(STARS):
        left, top, wide = chance.random() * size[0], chance.random() * size[1], chance.choice((2, 2, 3))
        on.ellipse((left, top, left + wide, top + wide), fill=(110, 124, 178))
    return image


def _places(
    boards: Sequence[Drawn], at: tuple[float, float], size: tuple[float, float]
) -> Iterator[tuple[float, float, float, float]]:
    """Where boards stand so that they are as large as they can be: x, y, width, height."""
    count, shape = len(boards), max(board.width / board.height for board in boards)

    def large(columns: int) -> float:
        return min(size[0] / columns / shape, size[1] / math.ceil(count / columns))

    columns = max(range(1, count + 1), key=large)
    wide, high = size[0] / columns, size[1] / math.ceil(count / columns)
    for number in range(count):
        row = number // columns
        short = columns - min(columns, count - row * columns)
        yield at[0] + (number % columns + short / 2) * wide, at[1] + row * high, wide, high


def _boards(
    image: Image, pen: _Pen, drawn: Sequence[Drawn], seats: Sequence[str], area: tuple[float, float, float, float]
) -> None:
    name, gap = 40, 12
    places = _places(drawn, area[:2], area[2:])
    for board, (x, y, wide, high) in zip(drawn, places, strict=True):
        picture = painted(board, (int(wide - gap), int(high - gap - name)), seats)
        image.paste(picture, (round(x + (wide - picture.width) / 2), round(y)), picture)
        if board.seat:
            at = x + wide / 2, y + picture.height + 2
            pen.words(at, board.name, 28, f"#{seats[board.seat - 1]}", wide - gap, "ma")


def _plot(pen: _Pen, course: Course, seats: Sequence[str], place: tuple[float, float, float, float]) -> None:
    """Everybody's points over the game."""
    x, y, wide, high = place
    least, most = min(0, *(n for line in course for n in line)), max(1, *(n for line in course for n in line))
    across, up = wide / (len(course[0]) - 1), high / (most - least)
    pen.on.line((x, y + high + least * up, x + wide, y + high + least * up), fill="#45548C", width=FINE)
    for seat, line in enumerate(course):
        points = [(x + i * across, y + high - (n - least) * up) for i, n in enumerate(line)]
        pen.on.line(points, fill=f"#{seats[seat]}", width=5, joint="curve")


def _totals(pen: _Pen, players: Sequence[PlayerScore], table: Table, seats: Sequence[str], top: float) -> float:
    """A line a player, the best first, in two columns where there are many; returns where they end."""
    columns = 1 if len(players) < 5 else 2
    wide = (SIZE[0] - 2 * EDGE) / columns
    rows = math.ceil(len(players) / columns)
    for number, player in enumerate(players):
        x, y = EDGE + number // rows * wide, top + number % rows * LINE
        colour = f"#{seats[table.players.index(player.name)]}"
        pen.on.ellipse((x, y + 10, x + 22, y + 32), fill=colour)
        pen.words((x + 36, y), player.name, 34, TEXT, wide - 180)
        pen.words((x + wide - 30, y), str(player.total), 36, TEXT, 120, "ra")
    return top + rows * LINE


# A personal sky ----------------------------------------------------------------------------------------------------


def sky_png(name: str, records: Sequence[tuple[Record, int]]) -> bytes:
    """The boards that one person drew in these games (record and seat), the oldest first, as a PNG file."""
    from PIL.ImageDraw import Draw

    image = _sky(SKY)
    pen = _Pen(Draw(image))
    drawn = [board for record, seat in records if (board := _board_in(record, seat)) is not None]
    pen.words((EDGE, 44), _("Sky of {name}").format(name=name), 60, TEXT, SKY[0] - 2 * EDGE - 160)
    pen.words((SKY[0] - EDGE, 56), "Planisphere", 22, MUTED, 200, "ra")
    if drawn:
        _boards(
            image, pen, drawn, tuple(colour.night for colour in COLOURS), (EDGE, 150, SKY[0] - 2 * EDGE, SKY[1] - 180)
        )
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _board_in(record: Record, seat: int) -> Drawn | None:
    """That seat's board at the end of a game, with the day in the place of the name; None where it does not replay."""
    header = record.header
    try:
        game = open_game(header.game, header.pack)
        state = replay_record(game, record).state
    except BadInput:
        return None
    boards: tuple[Drawn, ...] = load(app_for(header).sketch)(game, state, header.players)
    board = next((board for board in boards if board.seat == seat + 1), boards[0] if boards else None)
    return None if board is None else replace(board, seat=seat + 1, name=(header.started or "")[:10])


# The poster --------------------------------------------------------------------------------------------------------


def poster(table: Table) -> bytes:
    """A sheet of A3 as a PDF, all of it lines: the boards as they were drawn, whose each is, and who won.

    Raises NotPossible where the game keeps no boards.
    """
    drawn = boards_of(table)
    if not drawn:
        raise NotPossible("export.no_boards", "no boards were kept in this game: there is nothing to put on a poster")
    out = io.BytesIO()
    canvas = new_canvas(out, app_for(table.header).title(), A3)
    page = Sheet(canvas, A3)
    wide, high, edge = A3.width, A3.height, 18.0
    page.shape(rectangle(0, 0, wide, high), fill="#0B1022")
    page.write((wide / 2, 30), app_for(table.header).title(), 34, bold=True, colour=GOLD, anchor="middle", room=250)
    page.write((wide / 2, 43), _subtitle(table), 15, colour=MUTED, anchor="middle", room=250)
    seats = colours_of(table)
    totals = {player.name: player.total for player in standing(table).players}
    places = _places(drawn, (edge, 56), (wide - 2 * edge, high - 56 - 24))
    for board, (x, y, width, height) in zip(drawn, places, strict=True):
        _print(page, board, seats, (x + 3, y, width - 6, height - 16))
        if board.seat:
            words, colour = f"{board.name}  {totals[board.name]}", f"#{seats[board.seat - 1]}"
            page.write(
                (x + width / 2, y + height - 6), words, 18, bold=True, colour=colour, anchor="middle", room=width
            )
    page.write((wide / 2, high - 10), "Planisphere", 9, colour=MUTED, anchor="middle")
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _subtitle(table: Table) -> str:
    when = (table.header.started or "")[:10]
    return "  ·  ".join(filter(None, (verdict_words(table), margin_words(table), when)))


def _print(page: Sheet, board: Drawn, seats: Sequence[str], place: tuple[float, float, float, float]) -> None:
    """A board in the middle of its place, as vectors."""
    x, y, wide, high = place
    scale = min(wide / board.width, high / board.height)
    left, top = x + (wide - board.width * scale) / 2, y + (high - board.height * scale) / 2
    tones = {**TONES, **{f"seat-{seat}": code for seat, code in enumerate(seats, start=1)}}
    for mark in board.marks:
        values = [value * scale for value in mark.points]
        points = [(left + a, top + b) for a, b in zip(values[::2], values[1::2], strict=True)]
        _print_mark(page, mark, points, "#" + tones.get(mark.tone, TONES["white"]), mark.size * scale)


def _print_mark(page: Sheet, mark: Mark, points: list[tuple[float, float]], colour: str, size: float) -> None:
    match mark.kind:
        case "line":
            page.stroke(points, colour, size)
        case "dot":
            page.circle(points[0], size, colour)
        case "area":
            page.shape(points, fill=colour)
        case "words":
            (x, y) = points[0]
            page.write((x, y + size * 0.36), mark.text, size * 2.83, bold=True, colour=colour, anchor="middle")
