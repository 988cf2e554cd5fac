"""What the feeds tell: to every screen and phone its own part, when that has changed, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from hub import web
from hub.app import Hub, create_app
from hub.database.store import Store
from hub.event import evening, results, rounds
from hub.views import board
from hub.views.guests import Guests, digest
from hub.views.screens import Lens, Told
from hub.views.seatings import SeatingView, seatings_of
from hub.web import guests
from tests.hub.pages import ACTOR, plan

NAMES = ["Ada", "Bo", "Cy", "Di"]


class Night:
    """Two tables of two in a round that runs."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        wanted = plan(seats=2, places=2, confirm="one")
        self.event = evening.create_event(self.store, ACTOR, wanted)
        evening.add_players(self.store, self.event, ACTOR, NAMES)
        self.round = rounds.plan_round(self.store, self.event, ACTOR)
        rounds.start_round(self.store, self.event, ACTOR, self.round)
        view = board.event_view(self.store, self.event)
        self.keys = {player.id: player.key for player in view.players}
        self.screen = view.key
        self.tables = board.round_view(self.store, self.event, 1).tables

    def propose(self, table: int, *totals: int) -> None:
        claim = results.Claim(totals=totals, source="table", by="table:1")
        results.propose(self.store, self.event, "table:1", self.tables[table].id, claim)

    def phone(self, table: int, seat: int = 0, language: str = "en", told: str = "") -> AsyncIterator[Told]:
        player = self.tables[table].seats[seat].player
        draw = guests.player_drawing(self.keys[player], language)
        return self.hub.screens.watch(self.event, Lens(player=player, look=language, told=told, draw=draw))


@pytest.fixture
def night(sqlite_store: Store) -> Iterator[Night]:
    with Hub(sqlite_store) as hub:
        hub.screens._tick_s = 0
        yield Night(hub)


def text_of(told: Told) -> str:
    """What a page shows after a message."""
    assert told.part is not None
    shown: dict[str, Any] = msgspec.json.decode(told.part.drawn)
    return "".join(shown.values())


def test_a_result_reaches_the_phones_of_its_table_and_no_others(night: Night) -> None:
    async def run() -> None:
        async with night.hub.screens:
            here, other, elsewhere = night.phone(0), night.phone(0, 1), night.phone(1)
            for phone in (here, other, elsewhere):
                assert "No." in text_of(await anext(phone))
            night.propose(0, 4711, 4242)
            for phone in (here, other):
                assert "4711" in text_of(await anext(phone))
            night.propose(1, 1234, 5)
            told = text_of(await anext(elsewhere))
            assert "1234" in told
            assert "4711" not in told

    asyncio.run(run())


def test_a_phone_that_shows_it_already_is_sent_nothing(night: Night) -> None:
    player = night.tables[0].seats[0].player
    known = digest(night.hub.guests.pages(night.event)[player])

    async def run() -> None:
        async with night.hub.screens:
            phone = night.phone(0, told=known)
            assert await anext(phone) == Told(kinds=("all",))
            night.propose(0, 4711, 4242)
            told = await anext(phone)
            assert told.part is not None
            assert told.part.digest != known

    asyncio.run(run())


def test_what_a_phone_shows_already_is_not_even_drawn(night: Night) -> None:
    player = night.tables[0].seats[0].player
    drawn: list[object] = []
    draw = guests.player_drawing(night.keys[player], "en")
    told = digest(night.hub.guests.pages(night.event)[player])
    lens = Lens(player=player, told=told, draw=lambda view, now: drawn.append(view) or draw(view, now))  # type: ignore[func-returns-value]

    async def run() -> None:
        async with night.hub.screens:
            assert await anext(night.hub.screens.watch(night.event, lens)) == Told(kinds=("all",))

    asyncio.run(run())
    assert drawn == []


def test_feeds_end_when_the_event_host_does(night: Night) -> None:
    async def run() -> list[Told]:
        async with night.hub.screens:
            phone = night.phone(0)
            await anext(phone)
            night.hub.screens.say_goodbye()
            return [told async for told in phone]

    assert asyncio.run(run()) == []


def test_a_page_says_what_it_shows(night: Night) -> None:
    player = night.tables[0].seats[0].player
    with TestClient(create_app(night.hub, web.routes(night.hub), web.error_page)) as client:
        page = client.get(f"/p/{night.keys[player]}").text
        screen = client.get(f"/screen/{night.screen}").text
    assert f"?told={digest(night.hub.guests.pages(night.event)[player])}" in page
    assert f"?told={digest(night.hub.guests.screen(night.event))}" in screen


def test_everybody_is_told_in_their_own_language(night: Night) -> None:
    async def run() -> None:
        async with night.hub.screens:
            told = [text_of(await anext(night.phone(0, language=language))) for language in ("de", "fr")]
        assert "Tisch" in told[0]
        assert "Table" in told[1]

    asyncio.run(run())


def test_what_many_screens_show_is_drawn_once(night: Night) -> None:
    drawn: list[str] = []

    def draw(shown: Any, _now: int) -> dict[str, str]:
        drawn.append(shown.name)
        return {"screen": shown.name}

    async def run() -> None:
        async with night.hub.screens:
            screens = [night.hub.screens.watch(night.event, Lens(look="en", draw=draw)) for _ in range(3)]
            for screen in screens:
                assert (await anext(screen)).live == b"[]"
            drawn.clear()
            renamed = plan(name="Saturday", seats=2, places=2)
            evening.change_event(night.store, night.event, ACTOR, renamed)
            for screen in screens:
                assert text_of(await anext(screen)) == "Saturday"

    asyncio.run(run())
    assert drawn == ["Saturday"]


def test_nothing_held_back_reaches_a_phone_or_a_screen(night: Night) -> None:
    night.propose(0, 4711, 4242)
    rounds.end_round(night.store, night.event, ACTOR, night.round)
    seen = night.hub.guests
    strangers = [seat.player for seat in night.tables[1].seats]
    shown = [seen.screen(night.event), *(seen.pages(night.event)[player] for player in strangers)]
    assert b"4711" not in msgspec.json.encode(shown)


def test_what_guests_see_is_made_once_for_each_change(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    real = seatings_of

    def counted(tx: Any, where: Any) -> tuple[SeatingView, ...]:
        made.append(where)
        return real(tx, where)

    monkeypatch.setattr("hub.views.snapshot.seatings_of", counted)
    seen = Guests(night.store)
    pages = [seen.page(key) for key in night.keys.values()]
    assert [page.name for page in pages] == NAMES
    assert len(made) == 1
    night.propose(0, 4711, 4242)
    assert {seen.page(key).now.state for key in night.keys.values()} == {"open", "proposed"}  # type: ignore[union-attr]
    assert len(made) == 2
