"""A played game as files for other programs: JSON, CSV, the record itself, and a play for BG Stats."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

import msgspec

from engines.described import Description
from engines.files import harmless
from engines.game import Row
from engines.record import Header, Record, ResultLine, format_header, format_record
from engines.registry import OTHER, games
from pi_app.games.pad_app import app_for
from pi_app.table.handicaps import HANDICAP, handicaps_of, standing
from pi_app.table.session import TableSession

Table = TableSession[Any, Any]
CSV_COLUMNS = ("session", "game", "started", "state", "seat", "player", "row", "points", "parts")
PUSH = "https://app.bgstatsapp.com/createPlay.html?data="


def title(game: str) -> str:
    """The name of a game for people, as it is printed on the box."""
    return games()[game].title if game in games() else game.replace("_", " ").capitalize()


def title_of(header: Header) -> str:
    """The same of the game of a record; of one that is described what it is called there."""
    return str(header.options.get("title", "")) if header.game == OTHER else title(header.game)


def state_word(session: Table) -> str:
    """`finished` once the result stands in the record, else `running`."""
    return "finished" if session.finished else "running"


def export_record(session: Table) -> bytes:
    """The record as it is: what `planisphere replay` reads."""
    return format_record(session.record)


def export_json(session: Table) -> bytes:
    """One JSON object: session, state, score sheet, and every line of the record."""
    lines = [msgspec.json.decode(line) for line in export_record(session).splitlines()]
    data = {
        "session": session.game_id,
        "game": session.header.game,
        "state": state_word(session),
        "sheet": session.sheet,
        "record": {"header": lines[0], "lines": lines[1:]},
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def export_csv(session: Table) -> bytes:
    """A row for each player and row of the score sheet, then the total and the tie break; UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    header = session.header
    for seat, player in enumerate(session.sheet.players):
        start = (session.game_id, header.game, header.started or "", state_word(session), seat, harmless(player.name))
        for row in player.rows:
            writer.writerow((*start, harmless(row.row), row.points, harmless(_parts(row))))
        writer.writerow((*start, "total", player.total, "winner" if player.name in session.sheet.winners else ""))
        if handicaps_of(header):
            with_it = standing(session)
            won = "winner" if player.name in with_it.winners else ""
            writer.writerow((*start, HANDICAP, handicaps_of(header)[seat], ""))
            writer.writerow((*start, "total_with_handicap", with_it.players[seat].total, won))
        for name, value in player.tiebreak.items():
            writer.writerow((*start, f"tiebreak.{name}", value, ""))
    return out.getvalue().encode()


def _parts(row: Row) -> str:
    return " ".join(f"{name}={points}" for name, points in row.parts.items())


def bgstats_play(session: Table) -> dict[str, Any]:
    """The play as BG Stats takes it from other programs; `playDate` is the end, UTC.

    Source: bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites
    """
    header, sheet = session.header, session.sheet
    begun, ended = _moment(header.started), _moment(_last_time(session.record)) or _moment(header.started)
    highest = header.game != OTHER or not msgspec.convert(header.options, Description).lowest
    ranks = sorted(map(app_for(header).rank, sheet.players))
    play: dict[str, Any] = {
        "sourceName": "Planisphere",
        "sourcePlayId": str(uuid5(NAMESPACE_URL, f"{session.game_id} {format_header(header).decode()}")),
        "game": {"name": title_of(header), "sourceGameId": header.game, "highestWins": highest, "noPoints": False},
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name,
                "score": str(player.total),
                "rank": ranks.index(app_for(header).rank(player)) + 1,
                "winner": session.over and player.name in sheet.winners,
            }
            for player in sheet.players
        ],
        "comments": _comments(session),
    }
    if ended:
        play["playDate"] = ended.strftime("%Y-%m-%d %H:%M:%S")
    if begun and ended and ended > begun:
        play["durationMin"] = max(1, round((ended - begun).total_seconds() / 60))
    return play


def _comments(session: Table) -> str:
    points = zip(session.players, handicaps_of(session.header), strict=False)
    handicaps = ", ".join(f"{name} +{n}" for name, n in points if n)
    told = ["" if session.over else "not played to the end", f"handicaps beside it: {handicaps}" if handicaps else ""]
    return "; ".join(filter(None, told))


def export_bgstats(session: Table) -> bytes:
    """The play for BG Stats as JSON."""
    return msgspec.json.encode(bgstats_play(session)) + b"\n"


def bgstats_link(session: Table) -> str:
    """The link that hands the play to BG Stats on the device that opens it."""
    return PUSH + quote(msgspec.json.encode(bgstats_play(session)), safe="")


def _last_time(record: Record) -> str | None:
    times = [line.at for line in record.lines if not isinstance(line, ResultLine) and line.at]
    return times[-1] if times else None


def _moment(text: str | None) -> datetime | None:
    """A time in UTC; None for one that is missing or no ISO 8601 time with an offset."""
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else None


def _pdf(session: Table) -> bytes:
    from pi_app.table.export_pdf import export_pdf

    return export_pdf(session, title_of(session.header))


def _poster(session: Table) -> bytes:
    from pi_app.table.story import poster

    return poster(session)


def _card(session: Table) -> bytes:
    from pi_app.table.story import card_png

    return card_png(session)


FORMATS: dict[str, Callable[[Table], bytes]] = {
    "csv": export_csv,
    "json": export_json,
    "pdf": _pdf,
    "poster": _poster,
    "card": _card,
    "bgstats": export_bgstats,
    "record": export_record,
}
"""Format name -> what makes the file."""
