"""Finished boards beside results, and the café's own picture: small, the host's, and public only once released."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator

import pytest
from PIL import Image
from starlette.testclient import TestClient

from engines.record import Header, format_header
from hub.app import Hub
from hub.database import audit
from hub.database.store import Store
from hub.doors import hosts, staff
from hub.doors.door import COOKIE
from hub.event import evening, rounds, seasons
from hub.event.league import Rules
from hub.link import pictures, tables
from hub.link.pictures import Shown, small
from hub.views import board, public
from hub.views.guests import Guests
from hub.web.guests import screen_pages
from tests.hub.pages import ACTOR, HOST, PASSWORD, browser_at
from tests.hub.refusals import refused


def picture(kind: str = "JPEG", size: tuple[int, int] = (900, 600), mode: str = "RGB", **more: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, kind, **more)
    return out.getvalue()


class Night:
    """Two players at a table of ours that has begun their game."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.event = evening.create_event(store, ACTOR, evening.Plan(name="Friday", game="stellar", seats=2))
        evening.add_players(store, self.event, ACTOR, ["Ada", "Bo"])
        place = board.event_view(store, self.event).places[0].id
        self.device = tables.pair(store, tables.new_code(store, place), "Window", "here")
        rounds.start_round(store, self.event, ACTOR, rounds.plan_round(store, self.event, ACTOR))
        header = format_header(Header(game="stellar", players=("Ada", "Bo"))).decode()
        body = f'{{"seq":1,"sent":1,"items":[{{"game":"g-1","n":0,"line":{header}}}]}}'
        hub.ingest.take(self.device.table, self.device.token, body.encode())

    def show(self, name: str = "Ada", game: str = "g-1", data: bytes | None = None, ask: str = "") -> None:
        photo = base64.b64encode(picture() if data is None else data).decode()
        shown = Shown(id=ask or f"board-{name}", game=game, name=name, photo=photo)
        tables.show(self.store, self.device.table, self.device.token, shown)

    @property
    def pictures(self) -> tuple[pictures.Picture, ...]:
        return board.round_view(self.store, self.event, 1).tables[0].pictures

    @property
    def screen(self) -> public.Screen:
        return Guests(self.store).screen_now(board.event_view(self.store, self.event).key)

    @property
    def phone(self) -> public.PlayerPage:
        return Guests(self.store).page(board.event_view(self.store, self.event).players[0].key)


@pytest.fixture
def hub(store: Store) -> Iterator[Hub]:
    with Hub(store) as opened:
        yield opened


@pytest.fixture
def night(store: Store, hub: Hub) -> Night:
    return Night(store, hub)


@pytest.fixture
def browser(store: Store, hub: Hub) -> Iterator[TestClient]:
    """Somebody who is not logged in."""
    with browser_at(hub) as opened:
        yield opened


def logged_in(browser: TestClient, store: Store, name: str = HOST) -> hosts.Session:
    if name == HOST:
        hosts.set_password(store, HOST, PASSWORD)
    token, session = hosts.log_in(store, name, PASSWORD, "here")
    browser.cookies.set(COOKIE, token)
    return session


def shown(night: Night) -> list[str]:
    """Whose boards a player sees beside the own table."""
    now = night.phone.now
    return [] if now is None else [picture.name for picture in now.pictures]


def test_a_board_is_the_hosts_until_it_is_shown_to_everybody(night: Night, browser: TestClient) -> None:
    night.show()
    kept = night.pictures[0]
    assert browser.get(f"/pictures/{kept.key}").status_code == 404
    assert browser.get(f"/host/events/{night.event}/pictures/{kept.id}").status_code == 303
    logged_in(browser, night.store)
    own = browser.get(f"/host/events/{night.event}/pictures/{kept.id}")
    assert own.headers["content-type"] == "image/jpeg"
    assert f"/pictures/{kept.id}" in browser.get(f"/host/events/{night.event}/rounds/1").text
    assert night.screen.boards == ()
    assert shown(night) == []
    pictures.show_picture(night.store, night.event, ACTOR, kept.id, True)
    assert [page.kind for page in screen_pages(night.screen)][-1] == "boards"
    assert shown(night) == ["Ada"]
    assert browser.get(f"/pictures/{kept.key}").content == own.content
    pictures.remove_picture(night.store, night.event, ACTOR, kept.id)
    assert browser.get(f"/pictures/{kept.key}").status_code == 404
    assert (night.pictures, night.screen.boards) == ((), ())
    (entry, *_) = audit.log_of(night.store, night.event)
    audit.undo(night.store, night.event, entry.id, ACTOR)
    assert not night.pictures, "what is removed is gone for good"


def test_a_board_comes_once_belongs_to_a_game_of_the_evening_and_there_is_a_quota(night: Night) -> None:
    night.show()
    night.show()
    assert len(night.pictures) == 1
    with refused("not_now"):
        night.show("Bo", game="g-2")
    for n in range(pictures.MAX_OF_GAME - 1):
        night.show(ask=f"board-more-{n}")
    with refused("too_many"):
        night.show("Bo")


@pytest.mark.parametrize("data", [b"", b"\xff\xd8\xffnothing", b"GIF89a", picture(size=(1_500, 1_500))])
def test_what_is_no_picture_or_too_large_is_refused(night: Night, data: bytes) -> None:
    with refused("bad_value"):
        night.show(data=data)
    assert night.pictures == ()


def test_pictures_are_written_anew_and_small() -> None:
    hidden = Image.Exif()
    hidden[0x010E] = "where it was taken"
    data = small(picture(size=(3_000, 2_000), exif=hidden), 720, 16_000_000)
    with Image.open(io.BytesIO(data)) as found:
        assert (found.format, found.size, dict(found.getexif())) == ("JPEG", (720, 480), {})
    clear = small(picture("PNG", mode="RGBA"), 300, 16_000_000)
    with Image.open(io.BytesIO(clear)) as found:
        assert (found.format, found.size) == ("PNG", (300, 200))


def test_a_person_who_is_erased_has_no_name_beside_a_board(night: Night) -> None:
    night.show()
    season = seasons.create_season(night.store, "Spring", Rules())
    seasons.set_season(night.store, night.event, ACTOR, season)
    seasons.forget(night.store, season, ACTOR, "Ada")
    assert [found.name for found in night.pictures] == ["Player 1"]


# The café's own picture ---------------------------------------------------------------------------------------------


def send(browser: TestClient, night: Night, session: hosts.Session, data: bytes | None) -> int:
    files = {"file": ("logo.png", data)} if data is not None else {"file": ("", b"")}
    form = {"csrf": session.csrf, "then": f"/host/events/{night.event}/settings"}
    return browser.post(f"/host/events/{night.event}/do/cafe_picture", data=form, files=files).status_code


def test_the_cafes_picture_is_on_its_screens_and_on_no_others(night: Night, browser: TestClient) -> None:
    session = logged_in(browser, night.store)
    assert send(browser, night, session, picture("PNG", mode="RGBA")) == 303
    key = night.screen.picture
    assert browser.get(f"/pictures/{key}").headers["content-type"] == "image/png"
    screen = browser.get(f"/screen/{board.event_view(night.store, night.event).key}").text
    assert f"/pictures/{key}" in screen
    assert f"/pictures/{key}" in browser.get(f"/host/events/{night.event}/settings").text
    hosts.set_password(night.store, "Zora", PASSWORD, cafe="Comet")
    other = evening.create_event(night.store, ACTOR, evening.Plan(name="E", game="stellar", seats=2), cafe=2)
    assert Guests(night.store).screen_now(board.event_view(night.store, other).key).picture == ""
    assert send(browser, night, session, b"no picture") == 422
    assert send(browser, night, session, None) == 303
    assert night.screen.picture == ""
    assert browser.get(f"/pictures/{key}").status_code == 404


def test_a_large_file_is_read_only_from_a_host_of_the_whole_cafe(night: Night, browser: TestClient) -> None:
    noise = picture("PNG", (400, 400)) + b"\0" * 100_000
    assert send(browser, night, hosts.Session(host=0, name="", csrf=""), noise) == 401
    owner = logged_in(browser, night.store)
    staff.accept(night.store, staff.invite(night.store, owner, "host", night.event), "Guest", PASSWORD)
    assert send(browser, night, logged_in(browser, night.store, "Guest"), noise) == 403
    logged_in(browser, night.store)
    assert browser.post("/host/seasons", data={"name": "x" * 100_000}).status_code == 413
