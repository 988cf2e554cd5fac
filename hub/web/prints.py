"""Print-outs of an evening as PDF: the seating for the wall by table and by name, standings, certificates, slips."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from hub.doors import door
from hub.errors import Refused
from hub.views import board
from hub.views.board import EventView, RoundView
from hub.views.seatings import SeatView
from hub.views.standings import StandingView
from hub.web import words
from hub.web.pages import date, group_letter, language_of, outside_address, store_of
from paper.book import EDGE, FAINT, GOLD, Book
from paper.formats import PAPERS, Paper, paper_for
from paper.typeset import legible

A4: Final = PAPERS["a4"]
SKY: Final = ((-62.0, 3.0), (-34.0, -5.0), (-4.0, 4.0), (22.0, -6.0), (58.0, 1.0))
"""Stars of a constellation in the shape of a W (Cassiopeia), mm from its middle."""
Words = Callable[[str], str]


def printed(request: Request) -> Response:
    """The print-out of that name: `seating-ROUND`, `names-ROUND`, `standings`, `certificates`, `slips`.

    On A4 or Letter, as is usual where the browser's language is spoken; `?paper=a4` or `letter` says otherwise.
    """
    door.host_of(request)
    store, event = store_of(request), door.number(request, "event")
    view, name = board.event_view(store, event), str(request.path_params["name"])
    say = words.catalogue(language_of(request)).gettext
    paper = paper_for(request.headers.get("accept-language", ""), request.query_params.get("paper"))
    kind, _, number = name.partition("-")
    if kind in ("seating", "names") and number.isascii() and number.isdigit() and len(number) < 6:
        shown = board.round_view(store, event, int(number))
        data = (seating if kind == "seating" else names)(view, shown, say, paper)
    elif name == "standings":
        data = standings(view, board.standings_view(store, event, provisional=False), say, paper)
    elif name == "certificates":
        data = certificates(view, board.standings_view(store, event, provisional=False), say, paper)
    elif name == "slips":
        data = slips(view, outside_address(request), say, paper)
    else:
        raise Refused("not_found")
    headers = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


def seating(view: EventView, shown: RoundView, say: Words, paper: Paper = A4) -> bytes:
    """Who sits where, table by table, large enough to be read on a wall."""
    with Book(view.name, paper) as book:
        begins = f"(★ {say('begins')})"
        book.heading(view.name, f"{say('Round %(number)s') % {'number': shown.number}} {begins}")
        book.columns(2)
        for table in shown.tables:
            seats = [_seat(seat, say) + ("  ★" if seat.first and not table.bye else "") for seat in table.seats]
            book.need(10 + sum(book.height_of(seat, 14, book.room - 5) for seat in seats))
            book.entry(say("Bye") if table.bye else say("Table %(number)s") % {"number": table.place}, 17, bold=True)
            for seat in seats:
                book.entry(seat, 14, indent=5)
            book.gap(4)
        return book.data()


def _seat(seat: SeatView, say: Words) -> str:
    return legible(seat.name, _number(seat.number, say))


def _number(number: int, say: Words) -> str:
    """What stands for a name in letters that cannot be printed: the player's number, which is on the slip too."""
    return f"{say('No.')} {number}"


def names(view: EventView, shown: RoundView, say: Words, paper: Paper = A4) -> bytes:
    """Every player of a round by name, with the number of the table: for those who look for themselves."""
    found = [(_seat(seat, say), table) for table in shown.tables for seat in table.seats]
    with Book(view.name, paper) as book:
        book.heading(view.name, say("Round %(number)s: find your table") % {"number": shown.number})
        book.columns(2)
        for name, table in sorted(found, key=lambda one: _sorting(one[0])):
            book.entry(name, 13, end=say("Bye") if table.bye else str(table.place))
        return book.data()


def _sorting(name: str) -> str:
    """Names in the order in which people look for them: Ł beside L, É beside E, 9 before 10."""
    plain = unicodedata.normalize("NFKD", name).translate(str.maketrans("ŁłØøĐđ", "LlOoDd")).casefold()
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(part.zfill(6) if part.isdigit() else part for part in letters.split())


def standings(view: EventView, lines: Sequence[StandingView], say: Words, paper: Paper = A4) -> bytes:
    """The standings as a table, and what decides where points are equal."""
    heads = (say("Place"), say("Name"), say("Points"), say("Wins"), say("Opponents"), say("Share"), say("Games"))
    right = paper.width - EDGE
    stops = (EDGE, 30.0, right - 77, right - 59, right - 37, right - 19, right)
    with Book(view.name, paper) as book:
        book.heading(view.name, say("Standings"))
        book.row(heads, stops, 10, colour=FAINT)
        for row in lines:
            if book.need(8):
                book.row(heads, stops, 10, colour=FAINT)
            line = row.line
            cells = (
                f"{group_letter(row.group)}{line.place}", legible(row.name, _number(row.number, say)), str(line.points),
                str(line.wins), words.fixed(line.opposition, say), words.fixed(line.share, say), str(line.played),
            )  # fmt: skip
            book.row(cells, stops, 12)
        book.gap(6)
        book.entry(words.order(say, view.scheme, view.bye_points), 9)
        return book.data()


def certificates(view: EventView, lines: Sequence[StandingView], say: Words, paper: Paper = A4) -> bytes:
    """A page for each player, in landscape, with the place and a sky."""
    day = next((line.started_at for line in view.rounds if line.started_at is not None), view.created_at)
    with Book(view.name, paper, landscape=True) as book:
        for place, row in enumerate(lines):
            if place:
                book.turn()
            book.frame()
            book.centred(say("Certificate"), 54, 40, bold=True)
            name = legible(row.name)
            y = 82.0
            if name:
                y += book.centred(name, y, 36, bold=True, colour=GOLD, most=2)
            else:
                book.rule((book.width / 2 - 55, y), (book.width / 2 + 55, y))
                book.centred(_number(row.number, say), y + 6, 11, colour=FAINT)
            what = say("Place %(place)s of %(all)s") % {"place": row.line.place, "all": len(lines)}
            book.centred(what, y + 20, 22)
            y += 36 + book.centred(view.name, y + 36, 16, most=2)
            book.centred(say(words.GAMES.get(view.title, view.title)), y + 9, 14)
            book.centred(date(day), y + 17, 12, colour=FAINT)
            _sky(book)
        return book.data()


def _sky(book: Book) -> None:
    """A constellation at the foot of a certificate."""
    middle, foot = book.width / 2, book.height - 33
    stars = [(middle + x, foot + y) for x, y in SKY]
    for a, b in pairwise(stars):
        book.rule(a, b)
    for number, (x, y) in enumerate(stars):
        book.star(x, y, (14, 20, 17, 22, 14)[number])


def slips(view: EventView, address: str, say: Words, paper: Paper = A4) -> bytes:
    """A slip for each player with the way to the player's own page; eight on a sheet, to be cut."""
    across, down = (paper.width - 2 * EDGE + 6) / 2, (paper.height - 2 * EDGE + 6) / 4
    with Book(view.name, paper) as book:
        for place, player in enumerate(view.players):
            if place and place % 8 == 0:
                book.turn()
            x, y = EDGE + across * (place % 2), EDGE + down * (place % 8 // 2)
            book.box(x, y, across - 6, down - 6)
            side = down - 26
            book.qr(f"{address}/p/{player.key}", x + 4, y + 16, side)
            book.lines(x + 4, y + 6.5, legible(player.name), 14, across - 14, bold=True, most=2)
            right, middle = x + side + 8, y + 16 + side / 2
            book.at(right, middle - 8, _number(player.number, say), 18, x + across - 8 - right, bold=True)
            book.at(right, middle + 2, say("My table, my seat,"), 10, x + across - 8 - right, colour=FAINT)
            book.at(right, middle + 7, say("my result"), 10, x + across - 8 - right, colour=FAINT)
        return book.data()
