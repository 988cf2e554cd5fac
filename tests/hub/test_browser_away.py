"""Pages in a real browser while the event host is away: they keep what they show, say so, and go on by themselves."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from hub.database.store import Store
from hub.event import evening, rounds
from hub.views import board
from tests.hub.pages import ACTOR, plan
from tests.hub.test_browser import NAMES, PHONE, Browser, serving
from tests.hub.test_browser import pytestmark as pytestmark


def _lost(window: Browser) -> bool:
    """Whether the page says that it has no connection."""
    return bool(window.driver.find_element("css selector", ".lost").is_displayed())


def _found(window: Browser) -> bool:
    return not _lost(window)


class _BadGateway(http.server.BaseHTTPRequestHandler):
    """What a proxy says while the event host behind it is gone."""

    def do_GET(self) -> None:
        body = b"<html><body><h1>502 Bad Gateway</h1></body></html>"
        self.send_response(502)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@contextmanager
def _proxy_alone(port: int) -> Iterator[None]:
    """Nobody but a proxy answers at that port."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), _BadGateway) as alone:
        threading.Thread(target=alone.serve_forever, daemon=True).start()
        yield
        alone.shutdown()


@pytest.mark.exhaustive
def test_pages_outlive_an_event_host_that_is_away_behind_its_proxy(sqlite_store: Store) -> None:
    store, screen, phone = sqlite_store, Browser("en", ""), Browser("en", "")
    try:
        with serving(store) as port:
            screen.address = phone.address = f"http://127.0.0.1:{port}"
            event = evening.create_event(store, ACTOR, plan(places=2, seats=2))
            evening.add_players(store, event, ACTOR, list(NAMES))
            shown = board.event_view(store, event)
            screen.open(f"/screen/{shown.key}")
            phone.open(f"/p/{shown.players[0].key}", PHONE)
            screen.says("Welcome")
            phone.says("You are registered.")
            planned = rounds.plan_round(store, event, ACTOR)
            screen.says("find your table")
            phone.says("Seat")
        with _proxy_alone(port):
            for window in (screen, phone):
                window.until(partial(_lost, window), "words that it is away")
                window.look("away")
            screen.says("find your table")
            phone.says("Seat")
        with serving(store, port):
            rounds.start_round(store, event, ACTOR, planned)
            evening.rename_player(store, event, ACTOR, shown.players[0].id, "Zelda")
            screen.says("Zelda")
            phone.says("Zelda")
            for window in (screen, phone):
                window.until(partial(_found, window), "that it is back")
        assert screen.faults + phone.faults == []
    finally:
        screen.driver.quit()
        phone.driver.quit()
