"""Groups, boards, the café's picture and a league of two cafés in a real browser, at the sizes people use."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from random import Random

import pytest
from PIL import Image, ImageDraw

from engines.record import Header, format_header
from hub.app import Hub
from hub.database.store import Store
from hub.doors import hosts
from hub.doors.door import COOKIE
from hub.event import evening, results, rounds, seasons
from hub.event.league import Rules
from hub.link import pictures, tables
from hub.link.pictures import Shown
from hub.views import board
from hub.views import seasons as season_views
from hub.web import words
from tests.hub.pages import ACTOR, HOST, PASSWORD, plan
from tests.hub.test_browser import DESK, PHONES, SCREEN, Browser, address, store
from tests.hub.test_browser import pytestmark as pytestmark

__all__ = ["address", "store"]
NAMES = ("Zoé", "Łucja", "Jürgen", "Ana", "Maximiliane Albertine", "Bo", "Håkon", "Nina")
DRAG = """
const named = arguments, labels = [...document.querySelectorAll("label[draggable]")];
const at = name => labels.find(label => label.textContent.trim() === name);
const data = new DataTransfer(), tell = (kind, where) => where.dispatchEvent(
  new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: data}));
tell("dragstart", at(named[0])); tell("dragover", at(named[1])); tell("drop", at(named[1]));
"""


def photo(seed: int, size: tuple[int, int] = (640, 480)) -> bytes:
    """Something to look at: stars on a dark board."""
    found, rng = Image.new("RGB", size, (11, 16, 34)), Random(seed)
    pen = ImageDraw.Draw(found)
    for _ in range(40):
        x, y = rng.randrange(size[0]), rng.randrange(size[1])
        pen.ellipse((x, y, x + 12, y + 12), fill=(255, 210, 120))
    out = io.BytesIO()
    found.save(out, "JPEG")
    return out.getvalue()


def shown(store: Store, event: int) -> None:
    """A table plays, and shows four boards, of which everybody sees three."""
    place = board.event_view(store, event).places[0]
    device = tables.pair(store, tables.new_code(store, place.id), "Window", "here")
    seated = next(t for t in board.round_view(store, event, 1).tables if t.place_id == place.id)
    header = format_header(Header(game="star_explorer", players=tuple(seat.name for seat in seated.seats))).decode()
    with Hub(store) as hub:
        body = f'{{"seq":1,"sent":1,"items":[{{"game":"g-1","n":0,"line":{header}}}]}}'
        hub.ingest.take(device.table, device.token, body.encode())
    for n in range(4):
        name, data = seated.seats[n % len(seated.seats)].name, base64.b64encode(photo(n)).decode()
        board_ = Shown(id=f"board-{n:04d}", game="g-1", name=name, photo=data)
        tables.show(store, device.table, device.token, board_)
    for picture in next(t for t in board.round_view(store, event, 1).tables if t.id == seated.id).pictures[:3]:
        pictures.show_picture(store, event, ACTOR, picture.id, True)


@pytest.fixture
def event(store: Store) -> Iterator[int]:
    """Eight players in two groups, drawn and not begun."""
    made = evening.create_event(store, ACTOR, plan(system="groups", seats=2, places=4, rounds=4))
    evening.add_players(store, made, ACTOR, list(NAMES))
    rounds.plan_round(store, made, ACTOR, draft=True)
    pictures.set_cafe_picture(store, made, ACTOR, photo(9, (600, 200)))
    yield made
    pictures.set_cafe_picture(store, made, ACTOR, None)


def log_in(browser: Browser, store: Store, name: str = HOST) -> None:
    token, _ = hosts.log_in(store, name, PASSWORD, "here")
    browser.open("/login")
    browser.driver.add_cookie({"name": COOKIE, "value": token})


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_groups_boards_and_a_league_at_every_size(language: str, address: str, store: Store, event: int) -> None:
    browser = Browser(language, address)
    try:
        log_in(browser, store)
        everywhere(browser, f"/host/events/{event}/rounds")
        one, other = (group.seats[0].name for group in board.round_view(store, event, 1).tables[::2])
        before = {player.name: player.group for player in board.event_view(store, event).players}
        browser.open(f"/host/events/{event}/rounds", DESK)
        browser.driver.execute_script(DRAG, one, other)
        browser.until(lambda: groups(store, event)[one] == before[other], "two who were dragged")
        assert groups(store, event)[other] == before[one]
        rounds.start_round(store, event, ACTOR, board.event_view(store, event).rounds[0].id)
        shown(store, event)
        for table in board.round_view(store, event, 1).tables:
            results.judge(store, event, ACTOR, table.id, [40 + seat.number for seat in table.seats])
        evening.release(store, event, ACTOR, 1)
        season = league(store, event)
        player = board.event_view(store, event).players[0]
        entry = season_views.season_view(store, season).lines[0].entry
        own = ("players", "rounds", "standings", "settings", "log")
        everywhere(
            browser, *(f"/host/events/{event}/{page}" for page in own), f"/host/seasons/{season}", "/host/people"
        )
        everywhere(browser, f"/p/{player.key}", f"/p/{player.key}/standings", "/host", "/host/seasons")
        browser.open(f"/screen/{board.event_view(store, event).key}", SCREEN)
        log_in(browser, store, "Zora")
        everywhere(browser, f"/host/seasons/{season}", f"/host/seasons/{season}/people/{entry}", "/host/seasons")
        assert browser.faults == [], "\n".join(browser.faults)
        assert browser.errors() == []
    finally:
        browser.driver.quit()


def groups(store: Store, event: int) -> dict[str, int | None]:
    return {player.name: player.group for player in board.event_view(store, event).players}


def everywhere(browser: Browser, *pages: str) -> None:
    for page in pages:
        browser.open(page, DESK, *PHONES)


def league(store: Store, event: int) -> int:
    """A season in which another café takes part; its owner is Zora."""
    season = seasons.create_season(store, "Town league", Rules())
    seasons.set_season(store, event, ACTOR, season)
    hosts.set_password(store, "Zora", PASSWORD, "Comet")
    seasons.join_season(store, seasons.invite_cafe(store, season), 2, "host:Zora")
    other = evening.create_event(store, ACTOR, plan(name="At the Comet"), 2)
    seasons.set_season(store, other, "host:Zora", season)
    return season
