"""The public screen shows boards, scores and turn; it shows no secret, and nobody can do anything through it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
import pytest

from engines.game import NATURE
from engines.record import Record, ResultLine, parse_record
from engines.star_explorer.rules import StarExplorer
from pi_app.games.app_game import app_of, offered
from pi_app.host.settings import PublicConfig
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.view import PublicView, open_state, public_view
from pi_app.table.session import TableSession
from pi_app.web import onlookers as public_page
from pi_app.web.onlookers import Onlookers, PublicPage
from pi_app.web.serving import MAX_AT_ONCE

RECORDS = Path(__file__).parents[1] / "records"
GAMES = {
    "star_explorer": "star_explorer_four_players_1",
    "look_at_the_stars": "look_at_the_stars_eight_players",
    "stellar": "stellar_tie",
    "starfarers": "starfarers_founding_three_players",
}
PLAYED = [pytest.param(name, share, id=f"{game}-{share}") for game, name in GAMES.items() if game in offered()
          for share in (0.1, 0.5, 1.0)]  # fmt: skip


def take_up(nav: Navigator, name: str, share: float) -> None:
    """The first part of a recorded game."""
    record: Record = parse_record((RECORDS / f"{name}.jsonl").read_bytes())
    lines = [line for line in record.lines if not isinstance(line, ResultLine)]
    game = nav.journal.new_game(msgspec.structs.replace(record.header, seed=None))
    nav.journal.append(game, *lines[: max(1, round(len(lines) * share))])
    nav.resume(game)


@pytest.mark.parametrize(("name", "share"), PLAYED)
def test_it_shows_every_player_whose_turn_it_is_and_a_board(nav: Navigator, name: str, share: float) -> None:
    take_up(nav, name, share)
    table, view = nav.open_table, public_view(nav)
    assert tuple(player.name for player in view.players) == table.players
    moving = {seat for seat in table.game.to_move(table.state) if seat != NATURE}
    assert {player.seat - 1 for player in view.players if player.turn} == (set() if table.over else moving)
    assert view.boards
    assert all(mark.tone for board in view.boards for mark in board.marks)
    if share == 1.0:
        assert [player.total for player in view.players] == [score.total for score in table.sheet.players]
        assert {player.name for player in view.players if player.won} == set(table.sheet.winners)


@pytest.mark.parametrize(("name", "share"), PLAYED)
def test_it_shows_nothing_that_any_player_may_not_know(
    nav: Navigator, name: str, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made from what one player knows, whoever it is, the public view comes out the same."""
    take_up(nav, name, share)
    table = nav.open_table
    whole, game, state = public_view(nav), table.game, table.state
    shown = open_state(game, state, len(table.players))
    assert open_state(game, shown, len(table.players)) == shown
    if table.over:
        return
    for seat in range(len(table.players)):
        known = [game.view(state, seat)]
        monkeypatch.setattr(TableSession, "state", property(lambda _self, known=known: known[0]))  # type: ignore[misc]
        assert public_view(nav) == whole


def test_every_game_with_screens_has_a_public_board() -> None:
    assert all(app_of(game).sketch for game in offered())


def test_stars_of_different_types_have_different_shapes(nav: Navigator) -> None:
    take_up(nav, GAMES["star_explorer"], 0.5)
    stars = [mark for mark in public_view(nav).boards[0].marks if mark.kind == "area"]
    assert len(stars) == len(cast(StarExplorer, nav.open_table.game).pack.layout.stars)
    corners = {star.tone: len(star.points) for star in stars}
    assert corners.keys() == {"red", "white", "yellow", "blue"}
    assert len(set(corners.values())) == 4


def test_corrections_are_shown(nav: Navigator) -> None:
    take_up(nav, "star_explorer_corrected", 1.0)
    view = public_view(nav)
    assert any(cell.corrected for player in view.players for cell in player.cells)
    assert view.corrected


def test_without_a_game_it_says_so_in_the_language_in_use(nav: Navigator) -> None:
    nav.speak("fr")
    view = public_view(nav)
    assert (view.language, view.players, view.boards) == ("fr", (), ())
    assert view.words


# The page --------------------------------------------------------------------------------------------------------


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def page() -> Iterator[PublicPage]:
    with ExitStack() as stack:
        made = PublicPage(PublicConfig(port=free_port()))
        stack.callback(made.close)
        made.show(PublicView(language="en", title="Stellar", words="To move: Zoé"))
        yield made


def fetch(url: str, method: str = "GET", **headers: str) -> tuple[int, Any, bytes]:
    """Status, headers and body; raises OSError where nobody answers."""
    parts = urlsplit(url)
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=600)) as line:
        line.request(method, parts.path or "/", headers=headers)
        with line.getresponse() as answer:
            return answer.status, answer.headers, answer.read()


@pytest.mark.parametrize("path", ["/", "/page.css", "/page.js", "/draw.js", "/tones.css", "/view.json"])
def test_the_page_lets_nothing_from_elsewhere_in(page: PublicPage, path: str) -> None:
    status, headers, body = fetch(page.url + path)
    assert status == 200
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert b"http://" not in body.replace(b"http://www.w3.org/2000/svg", b"")
    assert b"innerHTML" not in body


def test_the_view_is_handed_out_once_and_then_only_when_it_has_changed(page: PublicPage) -> None:
    _status, headers, body = fetch(page.url + "/view.json")
    assert msgspec.json.decode(body)["words"] == "To move: Zoé"
    known = {"If-None-Match": headers["ETag"]}
    assert fetch(page.url + "/view.json", **known)[0] == 304
    page.show(PublicView(language="en", title="Stellar", words="Zoé wins"))
    status, _headers, body = fetch(page.url + "/view.json", **known)
    assert (status, msgspec.json.decode(body)["words"]) == (200, "Zoé wins")


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [("GET", "/../settings.toml", 404), ("GET", "/page.css/..", 404), ("POST", "/view.json", 501), ("PUT", "/", 501)],
)
def test_nothing_else_is_answered(page: PublicPage, method: str, path: str, expected: int) -> None:
    status, headers, _body = fetch(page.url + path, method)
    assert status == expected
    assert "Content-Security-Policy" in headers


def test_slow_readers_keep_nobody_out(page: PublicPage) -> None:
    where = urlsplit(page.url)
    with ExitStack() as stack:
        for _ in range(3 * MAX_AT_ONCE):
            slow = stack.enter_context(socket.create_connection((where.hostname or "", where.port or 0), 600))
            slow.sendall(b"GET / HTTP/1.0\r\n")
            assert fetch(page.url + "/view.json")[0] == 200
        assert len(page.server._served) <= MAX_AT_ONCE


def test_whoever_has_most_connections_makes_room(page: PublicPage) -> None:
    pairs = [socket.socketpair() for _ in range(MAX_AT_ONCE)]
    for number, (ours, _) in enumerate(pairs):
        page.server._served[ours] = "10.0.0.1" if number == 0 else "10.0.0.2"
    assert fetch(page.url)[0] == 200
    assert pairs[1][1].recv(1) == b""
    pairs[0][0].sendall(b"x")
    assert pairs[0][1].recv(1) == b"x"
    for ours, theirs in pairs:
        ours.close()
        theirs.close()


def test_it_is_served_only_while_the_table_wishes_it(nav: Navigator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_page, "PAUSE_S", 0.0)
    onlookers = Onlookers(nav, PublicConfig(port=free_port()))
    onlookers.follow()
    assert onlookers.page is None
    nav.choose_preference("public=on")
    onlookers.follow()
    url = onlookers.page.url if onlookers.page else ""
    assert url
    assert nav.notice is not None
    assert url in nav.notice
    assert msgspec.json.decode(fetch(url + "/view.json")[2])["title"] == "Planisphere"
    nav.choose_preference("public=off")
    onlookers.follow()
    with pytest.raises(ConnectionError):
        fetch(url)


def test_an_address_that_cannot_be_had_is_told_and_the_switch_goes_back(nav: Navigator) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        onlookers = Onlookers(nav, PublicConfig(port=other.getsockname()[1]))
        nav.choose_preference("public=on")
        onlookers.follow()
    assert onlookers.page is None
    assert not nav.preferences.public
    assert nav.warning
