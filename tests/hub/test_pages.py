"""The event host's pages, asked for as a browser would."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import polib
import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from hub.app import MAX_SAYINGS, Hub
from hub.database import audit
from hub.database.audit import LOG_PAGE
from hub.database.store import Store
from hub.doors import hosts
from hub.doors.door import COOKIE
from hub.event import evening, results
from hub.link import tables
from hub.views import board
from hub.views.board import EventView
from hub.views.guests import Guests
from hub.views.seatings import SeatingView
from hub.web import words
from hub.web.guests import MAX_ON_A_PAGE, screen_pages
from hub.web.pages import static_bytes
from tests.hub.pages import ACTOR, HOST, NAMES, PASSWORD, PHOTO, Evening, browser_at, csrf, plan, played_evening

HTMX_4_0_1 = "Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"
"""SHA-384 of `dist/htmx.min.js` in the npm package htmx.org 4.0.1."""


class Copy(msgspec.Struct, frozen=True):
    """A database made once for all tests, and the cookie of a host who is logged in there."""

    path: Path
    night: Evening
    token: str


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    path = tmp_path_factory.mktemp("evening") / "hub.sqlite3"
    with Store(path) as store:
        night = played_evening(store)
        token, _ = hosts.log_in(store, HOST, PASSWORD, "here")
    return Copy(path, night, token)


@pytest.fixture
def sqlite_store(made: Copy, tmp_path: Path) -> Iterator[Store]:
    shutil.copy(made.path, tmp_path / "hub.sqlite3")
    with Store(tmp_path / "hub.sqlite3", migrate=False) as opened:
        yield opened


@pytest.fixture
def night(made: Copy) -> Evening:
    return made.night


@pytest.fixture
def guest(sqlite_store: Store, night: Evening) -> Iterator[TestClient]:
    with Hub(sqlite_store) as hub, browser_at(hub, raise_server_exceptions=False) as opened:
        yield opened


@pytest.fixture
def host(guest: TestClient, made: Copy) -> TestClient:
    guest.cookies.set(COOKIE, made.token)
    return guest


def do(client: TestClient, night: Evening, verb: str, **fields: Any) -> Any:
    form = {"csrf": csrf(client), "then": f"/host/events/{night.id}/rounds", **fields}
    return client.post(f"/host/events/{night.id}/do/{verb}", data=form)


def view_of(store: Store, night: Evening) -> EventView:
    return board.event_view(store, night.id)


def second_round(store: Store, night: Evening) -> tuple[SeatingView, ...]:
    return board.round_view(store, night.id, 2).tables


def pages_of(night: Evening) -> list[str]:
    """Every page there is."""
    console = ("", "/players", "/rounds", "/rounds/1", "/judge", "/standings", "/log", "/settings", "/part/glance")
    guests = ("/", f"/screen/{night.screen}", f"/p/{night.player}/standings", f"/overlay/{night.screen}")
    return [
        *guests,
        f"/p/{night.player}",
        "/login",
        "/login?error=wrong_login",
        "/host",
        "/host/tables",
        *(f"/host/events/{night.id}{part}" for part in console),
    ]


# Every page -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_page_comes_in_every_language_without_script_or_style_of_its_own(
    host: TestClient, night: Evening, language: str
) -> None:
    for path in pages_of(night):
        said = host.get(path, headers={"accept-language": f"{language}-XX,en;q=0.1"})
        assert said.status_code == 200, path
        assert not re.search(r"<script(?![^>]*src)|<style|\sstyle=|\son[a-z]+=|javascript:", said.text), path
        assert "<b>Bo" not in said.text, "a name is text, never markup"
        if not path.endswith(("/part", "/part/glance")):
            assert f'<html lang="{language}"' in said.text


def test_a_browser_keeps_the_language_that_was_picked(guest: TestClient) -> None:
    said = guest.post("/language", data={"language": "pl", "then": "/login"})
    assert said.headers["location"] == "/login"
    assert 'lang="pl"' in guest.get("/", headers={"accept-language": "de"}).text


@pytest.mark.parametrize(
    "then", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere", "javascript:x", ""]
)
def test_no_form_leads_away_from_our_pages(guest: TestClient, then: str) -> None:
    assert guest.post("/language", data={"language": "de", "then": then}).headers["location"] == "/"


def test_what_is_not_there_is_said_in_words(guest: TestClient) -> None:
    for path in ("/nowhere", "/screen/abcdefgh12345678", "/p/abcdefgh12345678", "/static/nothing.css"):
        said = guest.get(path, headers={"accept-language": "fr"})
        assert said.status_code == 404
        assert "Il n’y a rien ici." in unescape(said.text)


def test_htmx_is_the_file_of_its_package_and_browsers_check_it(guest: TestClient) -> None:
    data = static_bytes("htmx.min.js")
    assert base64.b64encode(hashlib.sha384(data).digest()).decode() == HTMX_4_0_1
    page = guest.get("/login").text
    assert f'integrity="sha384-{HTMX_4_0_1}"' in unescape(page)
    address = re.search(r'src="(/static/htmx\.min\.js\?[0-9a-f]+)"', page)
    assert address is not None
    said = guest.get(address[1])
    assert (said.content, "immutable" in said.headers["cache-control"]) == (data, True)


# Words ----------------------------------------------------------------------------------------------------------------


def catalogue(language: str) -> Any:
    return polib.pofile(str(Path(words.locale_folder()) / language / "LC_MESSAGES" / f"{words.DOMAIN}.po"))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_message_is_translated_and_names_the_same_things(language: str) -> None:
    fields = re.compile(r"%\(\w+\)s|\{\w*\}")
    for entry in catalogue(language):
        for said in entry.msgstr_plural.values() if entry.msgid_plural else (entry.msgstr,):
            assert said, entry.msgid
            assert sorted(fields.findall(said)) == sorted(fields.findall(entry.msgid)), entry.msgid


def test_every_code_of_ours_has_words() -> None:
    known = {entry.msgid for entry in catalogue("en")}
    for names in (words.CASES, words.VERBS, words.REASONS, words.TABLE_STATES, words.SEATING_STATES, words.SYSTEMS):
        assert set(names.values()) <= known


@pytest.mark.parametrize(
    ("accepted", "chosen", "spoken"),
    [("de-AT,en;q=0.5", None, "de"), ("tlh, pl;q=0.2, fr;q=0.9", None, "fr"), ("", None, "en"), ("de", "pl", "pl"),
     ("de;q=x,fr;q=0.1", "xx", "fr")],
)  # fmt: skip
def test_the_language_is_the_chosen_one_else_what_the_browser_likes_best(
    accepted: str, chosen: str | None, spoken: str
) -> None:
    assert words.pick(accepted, chosen) == spoken


# Doors ----------------------------------------------------------------------------------------------------------------


def test_nobody_gets_into_the_console_without_logging_in(guest: TestClient, night: Evening) -> None:
    for path in (
        *(p for p in pages_of(night) if p.startswith("/host")),
        f"/host/events/{night.id}/print/standings.pdf",
    ):
        said = guest.get(path)
        assert (said.status_code, said.headers.get("location")) == (303, "/login"), path
    assert guest.post(f"/host/events/{night.id}/do/end_event").headers["location"] == "/login"


def test_the_log_in_form_lets_a_host_in_and_out(guest: TestClient) -> None:
    said = guest.post("/login", data={"name": HOST, "password": PASSWORD})
    assert (said.status_code, said.headers["location"]) == (303, "/host")
    assert guest.post("/logout", data={"csrf": csrf(guest)}).headers["location"] == "/login"
    assert guest.get("/host").headers["location"] == "/login"


def test_a_wrong_password_is_said_in_words(guest: TestClient) -> None:
    said = guest.post("/login", data={"name": HOST, "password": "guess"})
    assert "Name or password is wrong." in guest.get(said.headers["location"]).text


@pytest.mark.parametrize("secret", ["", "x" * 43])
def test_a_form_without_the_sessions_secret_does_nothing(
    host: TestClient, night: Evening, sqlite_store: Store, secret: str
) -> None:
    said = do(host, night, "end_event", csrf=secret)
    assert said.status_code == 403
    assert view_of(sqlite_store, night).state == "open"


def test_a_form_from_another_site_does_nothing(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    form = {"csrf": csrf(host)}
    path = f"/host/events/{night.id}/do/end_event"
    answer = host.post(path, data=form, headers={"origin": "http://elsewhere.example", "accept": "text/html"})
    assert answer.status_code == 403
    assert "from another address than this page" in answer.text
    assert view_of(sqlite_store, night).state == "open"


def test_a_part_of_a_page_of_a_session_that_is_over_leads_to_the_log_in(guest: TestClient, night: Evening) -> None:
    asked = {"accept": "text/html", "hx-request": "true"}
    answer = guest.get(f"/host/events/{night.id}/part/glance", headers=asked, follow_redirects=False)
    assert (answer.status_code, answer.headers["hx-redirect"], answer.text) == (401, "/login", "")


# The host -------------------------------------------------------------------------------------------------------------


def test_an_evening_is_created_and_what_cannot_be_is_said_on_the_form(host: TestClient, sqlite_store: Store) -> None:
    form = {
        "csrf": csrf(host), "name": "Saturday", "game": "stellar", "system": "free", "seats": "2", "seats_min": "2",
        "places": "4", "rounds": "0", "minutes": "0", "confirm": "all", "live": "progress", "bye_points": "12",
    }  # fmt: skip
    assert host.post("/host/events", data=form).headers["location"] == "/host/events/2/players"
    assert board.event_view(sqlite_store, 2).system == "free"
    refused = host.post("/host/events", data={**form, "seats": "5"})
    assert refused.status_code == 422
    assert "Stellar is for 2 to 2 players" in unescape(refused.text)
    assert 'value="Saturday"' in refused.text, "nothing has to be typed again"
    assert host.post("/host/events", data={**form, "places": "many"}).status_code == 422


def test_the_console_shows_what_each_table_does(host: TestClient, night: Evening) -> None:
    page = unescape(host.get(f"/host/events/{night.id}").text)
    assert "Is there a line?" in page
    assert "1 question waits for you" in page
    assert "Round 2" in page


def test_the_judge_sees_both_readings_and_the_photograph(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    page = unescape(host.get(f"/host/events/{night.id}/judge").text)
    assert "yes, 27" in page
    assert "no, 24" in page
    (case,) = board.queue(sqlite_store, night.id)
    photo = host.get(f"/host/events/{night.id}/cases/{case.id}/photo")
    assert (photo.content, photo.headers["content-type"]) == (base64.b64decode(PHOTO), "image/png")
    do(host, night, "close_case", case=case.id, ruling="yes")
    assert board.queue(sqlite_store, night.id) == ()


def test_results_are_confirmed_judged_and_taken_out(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    first, second, third = second_round(sqlite_store, night)
    assert do(host, night, "confirm", result=first.result).status_code == 303
    judged = {"seating": second.id, "total": ["90", "90", "80"], "winner": "1", "ruling": "tie break"}
    assert do(host, night, "judge", **judged).status_code == 303
    assert do(host, night, "void", seating=third.id).status_code == 303
    first, second, third = second_round(sqlite_store, night)
    assert [table.state for table in (first, second, third)] == ["confirmed", "judged", "void"]
    assert [seat.rank for seat in second.seats] == [2, 1, 3]


def test_seats_places_and_players_are_changed(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    view = view_of(sqlite_store, night)
    assert do(host, night, "add_players", names="Mei\nOlga\n\n").status_code == 303
    assert do(host, night, "rename_player", player=view.players[0].id, name="Zoë").status_code == 303
    assert do(host, night, "drop_out", player=view.players[1].id).status_code == 303
    assert do(host, night, "dead_place", place=view.places[2].id).status_code == 303
    after = view_of(sqlite_store, night)
    assert [player.name for player in after.players[-3:]] == ["Mei", "Olga", "Player 12"]
    assert (after.players[0].name, after.players[1].here, after.places[2].dead) == ("Zoë", False, True)
    assert do(host, night, "come_back", player=view.players[1].id).status_code == 303
    assert do(host, night, "place_back", place=view.places[2].id).status_code == 303
    assert view_of(sqlite_store, night).players[1].here


def test_a_round_is_paused_timed_ended_and_the_next_one_seated_changed_and_begun(
    host: TestClient, night: Evening, sqlite_store: Store
) -> None:
    running = view_of(sqlite_store, night).rounds[1].id
    for verb, fields, state in (
        ("pause_round", {}, "paused"),
        ("set_minutes", {"minutes": "50"}, "paused"),
        ("resume_round", {}, "running"),
        ("end_round", {}, "ended"),
    ):
        assert do(host, night, verb, round=running, **fields).status_code == 303
        assert view_of(sqlite_store, night).rounds[1].timer.state == state
    refused = do(host, night, "plan_round")
    assert refused.status_code == 409
    assert "That is not possible now." in refused.text
    assert do(host, night, "plan_round", anyway="1").status_code == 303
    planned = board.round_view(sqlite_store, night.id, 3)
    one, other = (table.seats[0].player for table in planned.tables[:2])
    assert do(host, night, "swap_players", player=[one, other]).status_code == 303
    there = planned.tables[0].place_id
    assert do(host, night, "move_seating", seating=planned.tables[1].id, place=there).status_code == 303
    assert do(host, night, "start_round", round=planned.id).status_code == 303
    begun = board.round_view(sqlite_store, night.id, 3)
    assert begun.timer.state == "running"
    assert next(table for table in begun.tables if table.id == planned.tables[1].id).seats[0].player == one


def test_what_was_done_is_undone_and_done_again(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    player = view_of(sqlite_store, night).players[0]
    do(host, night, "rename_player", player=player.id, name="Somebody else")
    change = audit.log_of(sqlite_store, night.id)[0].id
    assert do(host, night, "undo", change=change).status_code == 303
    assert view_of(sqlite_store, night).players[0].name == player.name
    assert "player renamed" in host.get(f"/host/events/{night.id}/log").text


def test_a_console_that_looked_at_something_older_is_told_so(
    host: TestClient, night: Evening, sqlite_store: Store
) -> None:
    seen = view_of(sqlite_store, night).version
    evening.add_players(sqlite_store, night.id, ACTOR, ["Late"])
    assert do(host, night, "release", rounds=1, seen=seen).status_code == 303
    refused = do(host, night, "release", rounds=0, seen=seen)
    assert refused.status_code == 409
    assert "Somebody else changed this" in refused.text
    assert view_of(sqlite_store, night).released == 1


def test_settings_and_the_end_of_an_evening(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    form = {
        "name": "Late Friday", "game": "star_explorer", "system": "swiss", "seats": "3", "seats_min": "2",
        "places": "4", "rounds": "3", "minutes": "30", "confirm": "none", "live": "progress", "bye_points": "6",
    }  # fmt: skip
    assert do(host, night, "change_event", **form).status_code == 303
    view = view_of(sqlite_store, night)
    assert (view.name, len(view.places), view.bye_points) == ("Late Friday", 4, 6)
    assert do(host, night, "change_event", **form, pack="none at all").status_code == 422
    assert do(host, night, "change_event", **{**form, "game": "stellar"}).status_code in (409, 422)
    assert do(host, night, "end_event").status_code == 303
    assert view_of(sqlite_store, night).state == "ended"


def test_a_seating_is_looked_at_changed_and_published(host: TestClient, sqlite_store: Store) -> None:
    event = evening.create_event(sqlite_store, ACTOR, plan(seats=2, places=1))
    evening.add_players(sqlite_store, event, ACTOR, ["Ada", "Bo", "Cy", "Di"])
    night = Evening(event, "", "")
    page = host.get(f"/host/events/{event}/rounds").text
    assert "2 players have no table." in page
    assert do(host, night, "add_places", places=2).status_code == 303
    assert do(host, night, "plan_round").status_code == 303
    page = host.get(f"/host/events/{event}/rounds").text
    assert "have no table" not in page
    assert page.count("data-pair") == 4
    one, other = (table.seats[0].player for table in board.round_view(sqlite_store, event, 1).tables)
    alone = do(host, night, "swap_players", player=one)
    assert alone.status_code == 422
    assert "choose two players" in alone.text
    assert do(host, night, "swap_players", player=[one, other]).status_code == 303
    drawn = view_of(sqlite_store, night).rounds[0]
    assert drawn.timer.state == "draft"
    assert do(host, night, "publish_round", round=drawn.id).status_code == 303
    assert view_of(sqlite_store, night).rounds[0].timer.state == "planned"


def test_a_device_for_a_table_says_which_and_leads_back(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    place = view_of(sqlite_store, night).places[2]
    page = host.post("/host/pairing", data={"csrf": csrf(host), "place": place.id}).text
    assert "A device for table 3" in page
    assert f'href="/host/events/{night.id}/settings">← Back to Friday' in page
    assert host.post("/host/pairing", data={"csrf": csrf(host), "place": "999"}).status_code == 404


def test_a_device_is_paired_moved_and_removed(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    page = host.post("/host/pairing", data={"csrf": csrf(host)}).text
    code = re.search(r'class="code">([A-Z0-9-]+)<', page)
    assert code is not None
    assert "<svg" in page
    paired = tables.pair(sqlite_store, code[1], "Corner", "here")
    place = view_of(sqlite_store, night).places[0].id
    assert do(host, night, "set_table", place=place, table=paired.table).status_code == 303
    assert view_of(sqlite_store, night).places[0].table == paired.table
    assert do(host, night, "set_table", place=place, table="").status_code == 303
    assert do(host, night, "set_table", place=place, table=paired.table).status_code == 303
    assert host.post(f"/host/tables/{paired.table}/retire", data={"csrf": csrf(host)}).status_code == 303
    assert host.post(f"/host/tables/{paired.table}/retire", data={"csrf": csrf(host)}).status_code == 404
    entry = audit.log_of(sqlite_store, night.id)[0]
    assert (entry.verb, entry.actor, entry.detail["name"]) == ("retire_table", ACTOR, "Corner")
    assert "Corner" not in [table.name for table in tables.paired_tables(sqlite_store)]


def test_an_unknown_deed_and_text_where_a_number_belongs_are_refused(host: TestClient, night: Evening) -> None:
    assert do(host, night, "dance").status_code == 404
    for value in ("", "x", "1" * 12, "1.5", "٣"):
        assert do(host, night, "start_round", round=value).status_code == 422


def test_in_free_play_players_sit_down_by_hand(guest: TestClient, host: TestClient, sqlite_store: Store) -> None:
    event = evening.create_event(sqlite_store, ACTOR, plan(system="free", rounds=0))
    players = evening.add_players(sqlite_store, event, ACTOR, ["Ana", "Bo", "Cy"])
    place = board.event_view(sqlite_store, event).places[0].id
    free = Evening(event, "", "")
    assert do(host, free, "seat_free", place=place, player=[players[2], "", players[0]]).status_code == 303
    assert [seat.name for seat in board.free_tables(sqlite_store, event)[0].seats] == ["Cy", "Ana"]
    page = host.get(f"/host/events/{event}/rounds").text
    assert "They sit down" in page
    assert "Seat 3" in page
    busy = do(host, free, "seat_free", place=place, player=[players[2], players[1]])
    assert "Cy sits at another table" in unescape(busy.text)


# Guests ---------------------------------------------------------------------------------------------------------------


def totals(page: str) -> list[str]:
    """The game points (731 and more) that a page shows."""
    return re.findall(r"\b7[3-9]\d\b", page)


def test_guests_see_no_result_of_a_round_that_is_not_released(
    guest: TestClient, night: Evening, sqlite_store: Store
) -> None:
    other = next(p.key for p in view_of(sqlite_store, night).players if p.key != night.player)
    held = [f"/screen/{night.screen}", f"/p/{night.player}/standings", f"/overlay/{night.screen}"]
    held += [f"/api/screen/{night.screen}"]
    for path in held:
        said = guest.get(path)
        assert not totals(said.text), path
        assert "Standings after" not in said.text
    own = guest.get(f"/p/{night.player}").text
    assert sorted(set(totals(own))) == ["731", "732", "733"], "the result of one's own table, nothing of round 1"
    assert len(totals(guest.get(f"/p/{other}").text)) in (0, len(totals(own)))
    evening.release(sqlite_store, night.id, ACTOR, 1)
    assert "Standings after round 1" in guest.get(f"/screen/{night.screen}").text
    assert len(totals(guest.get(f"/p/{night.player}").text)) == len(totals(own)) + 3


def test_a_player_confirms_the_result_of_their_own_table_and_of_no_other(
    guest: TestClient, night: Evening, sqlite_store: Store
) -> None:
    first, second, _ = second_round(sqlite_store, night)
    assert "The result is right" in guest.get(f"/p/{night.player}").text
    stranger = next(p.key for p in view_of(sqlite_store, night).players if p.id == second.seats[0].player)
    said = guest.post(f"/p/{stranger}/vote", data={"result": first.result, "agrees": "1"})
    assert said.status_code == 403
    assert second_round(sqlite_store, night)[0].state == "proposed"
    assert guest.post(f"/p/{night.player}/vote", data={"result": first.result, "agrees": "1"}).status_code == 303
    assert second_round(sqlite_store, night)[0].state == "confirmed"


def test_a_player_who_disagrees_calls_the_host(guest: TestClient, night: Evening, sqlite_store: Store) -> None:
    first = second_round(sqlite_store, night)[0]
    assert guest.post(f"/p/{night.player}/vote", data={"result": first.result, "agrees": "0"}).status_code == 303
    assert "disagrees" in [case.kind for case in board.queue(sqlite_store, night.id)]


def test_a_phone_says_something_about_results_a_few_times_only(
    guest: TestClient, night: Evening, sqlite_store: Store
) -> None:
    first, second, _ = second_round(sqlite_store, night)
    before = view_of(sqlite_store, night).version
    answers = []
    for total in range(40):
        form = {"seating": first.id, "total": [str(total), "1", "2"][: len(first.seats)]}
        answers.append(guest.post(f"/p/{night.player}/result", data=form).status_code)
        answers.append(guest.post(f"/p/{night.player}/vote", data={"result": first.result, "agrees": "1"}).status_code)
    assert answers == [303] * MAX_SAYINGS + [429] * (80 - MAX_SAYINGS)
    assert guest.post(f"/api/player/{night.player}/vote", json={"result": 1, "agrees": True}).status_code == 429
    assert view_of(sqlite_store, night).version - before <= MAX_SAYINGS
    other = next(p.key for p in view_of(sqlite_store, night).players if p.id == second.seats[0].player)
    assert guest.post(f"/p/{other}/vote", data={"result": first.result, "agrees": "1"}).status_code == 403


def test_what_was_typed_stays_in_a_form_that_was_refused(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    seen = view_of(sqlite_store, night).version
    first = second_round(sqlite_store, night)[0]
    results.confirm(sqlite_store, night.id, ACTOR, first.result or 0)
    form = {"seating": first.id, "total": ["71", "72", "73"][: len(first.seats)], "ruling": "counted <twice>"}
    said = do(host, night, "judge", seen=seen, winner="1", **form)
    assert said.status_code == 409
    assert re.findall(r'name="total" required value="(7[123])"', said.text) == form["total"]
    assert 'value="counted &lt;twice&gt;"' in said.text
    assert '<option value="1" selected>' in said.text
    assert said.text.count("<details open>") == 1
    again = re.search(r'name="seen" value="(\d+)"', said.text)
    assert again is not None
    assert do(host, night, "judge", seen=again[1], **form).status_code == 303


@pytest.mark.parametrize("path", ["/host/events", "/host/events/{}/do/change_event"])
def test_settings_that_were_refused_stay_as_they_were_typed(host: TestClient, night: Evening, path: str) -> None:
    typed = {"name": "Late night", "game": "stellar", "system": "swiss", "confirm": "all", "live": "scores"}
    numbers = {"seats": "9", "seats_min": "x", "places": "7", "rounds": "3", "minutes": "50", "bye_points": "12"}
    form = {"csrf": csrf(host), "then": f"/host/events/{night.id}/settings", **typed, **numbers}
    said = host.post(path.format(night.id), data=form)
    assert said.status_code == 422
    for value in ("Late night", "9", "x", "7", "50"):
        assert f'value="{value}"' in said.text
    assert '<option value="stellar" selected>' in said.text


def test_the_log_is_turned_page_by_page(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    for rounds_ in range(130):
        evening.release(sqlite_store, night.id, ACTOR, rounds_ % 2)
    latest = host.get(f"/host/events/{night.id}/log").text
    assert latest.count("/do/undo") == LOG_PAGE
    (earlier,) = re.findall(r'href="(/host/events/\d+/log\?before=\d+)"', latest)
    page = host.get(earlier).text
    assert "/do/undo" in page
    assert "evening created" in page
    assert f'name="then" value="{earlier}"' in page


def test_the_host_takes_with_one_click_what_a_player_claims(
    guest: TestClient, night: Evening, sqlite_store: Store, made: Copy
) -> None:
    first = second_round(sqlite_store, night)[0]
    form = {"seating": first.id, "total": ["999", "1", "2"][: len(first.seats)]}
    assert guest.post(f"/p/{night.player}/result", data=form).status_code == 303
    assert second_round(sqlite_store, night)[0].seats[0].total != 999
    assert "The host was told that you say otherwise." in guest.get(f"/p/{night.player}").text
    guest.cookies.set(COOKIE, made.token)
    case = next(case for case in board.queue(sqlite_store, night.id) if case.kind == "disagrees")
    assert "It was 999 : 1 : 2" in unescape(guest.get(f"/host/events/{night.id}/judge").text)
    assert do(guest, night, "accept", case=case.id, player=case.data["player"]).status_code == 303
    judged = second_round(sqlite_store, night)[0]
    assert (judged.state, judged.seats[0].total) == ("judged", 999)


def test_a_player_tells_the_result_of_a_table_on_paper(guest: TestClient, night: Evening, sqlite_store: Store) -> None:
    third = second_round(sqlite_store, night)[2]
    own = next(p.key for p in view_of(sqlite_store, night).players if p.id == third.seats[1].player)
    form = {"seating": third.id, "total": ["81", "−5", "77"]}
    assert guest.post(f"/p/{own}/result", data=form).status_code == 303
    told = second_round(sqlite_store, night)[2]
    assert (told.state, [seat.total for seat in told.seats]) == ("proposed", [81, -5, 77])
    assert guest.post(f"/p/{night.player}/result", data=form).status_code == 403, "not one's own table"
    assert guest.post(f"/p/{own}/result", data={"seating": third.id, "total": ["81"]}).status_code == 422


def test_no_page_of_the_big_screen_is_fuller_than_can_be_read(sqlite_store: Store, night: Evening) -> None:

    evening.add_players(sqlite_store, night.id, ACTOR, [f"Guest {n}" for n in range(40)])
    evening.release(sqlite_store, night.id, ACTOR, 1)
    pages = screen_pages(Guests(sqlite_store).screen_now(night.screen))
    assert {page.kind for page in pages} == {"seating", "standings"}
    assert all(1 <= len(page.rows) <= MAX_ON_A_PAGE[page.kind] for page in pages)
    shown = [row.name for page in pages if page.kind == "standings" for row in page.rows]
    assert len(set(shown)) == len(shown) == 49


def test_an_evening_without_anything_welcomes(guest: TestClient, sqlite_store: Store) -> None:
    event = evening.create_event(sqlite_store, ACTOR, plan())
    key = board.event_view(sqlite_store, event).key
    assert "The seating appears here." in guest.get(f"/screen/{key}").text


# Print-outs -----------------------------------------------------------------------------------------------------------


def printed(host: TestClient, night: Evening, name: str, language: str = "en") -> tuple[str, int]:
    """The text of a print-out, and how many pages it has."""
    headers = {"accept-language": language}
    said = host.get(f"/host/events/{night.id}/print/{name}.pdf", headers=headers)
    assert (said.status_code, said.headers["content-type"]) == (200, "application/pdf")
    pages = PdfReader(io.BytesIO(said.content)).pages
    return "\n".join(page.extract_text() for page in pages), len(pages)


def test_the_seating_is_printed_with_every_name(host: TestClient, night: Evening) -> None:
    text, _ = printed(host, night, "seating-2", "de")
    assert all(name in text for name in NAMES)
    assert "Tisch 3" in text
    assert host.get(f"/host/events/{night.id}/print/seating-9.pdf").status_code == 404
    assert host.get(f"/host/events/{night.id}/print/secrets.pdf").status_code == 404


def test_standings_certificates_and_slips_are_printed(host: TestClient, night: Evening, sqlite_store: Store) -> None:
    text, pages = printed(host, night, "standings")
    assert pages == 1
    assert text.index("Place") < text.index(board.standings_view(sqlite_store, night.id, provisional=False)[0].name)
    text, pages = printed(host, night, "certificates", "pl")
    assert pages == len(NAMES)
    assert "Miejsce 1 z 9" in text
    text, pages = printed(host, night, "slips")
    assert pages == 2, "eight on a sheet"
    assert "Łucja" in text


def test_names_that_the_font_lacks_or_that_are_long_spoil_no_print_out(
    host: TestClient, night: Evening, sqlite_store: Store
) -> None:
    evening.add_players(sqlite_store, night.id, ACTOR, ["\U0001f984 unicorn", "W" * 60])
    text, _ = printed(host, night, "slips")
    assert "unicorn" in text
    assert "?" not in text
    assert "…" in text


def test_the_code_that_a_table_scans_is_one_that_it_understands() -> None:
    from hub.web.host import pairing_words
    from pi_app.evening.link import address_of

    known = "http://192.168.1.20:8600", "ABCD-2345"
    assert address_of(pairing_words(*known)) == known


@pytest.mark.parametrize(
    ("asked", "own", "said"),
    [
        ("http://hub.local:8600/x", "10.0.0.7", "http://hub.local:8600"),
        ("http://localhost:8600/x", "10.0.0.7", "http://10.0.0.7:8600"),
        ("http://127.0.0.1:8600/x", "10.0.0.7", "http://10.0.0.7:8600"),
        ("http://127.0.0.1:8600/x", "", "http://127.0.0.1:8600"),
        ("https://hub.example.org/x", "", "https://hub.example.org"),
    ],
)  # fmt: skip
def test_slips_and_codes_lead_to_an_address_that_phones_reach(
    asked: str, own: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from starlette.datastructures import URL

    from hub.web import pages

    monkeypatch.setattr(pages, "own_address", lambda: own)
    assert pages.outside_address(SimpleNamespace(url=URL(asked))) == said  # type: ignore[arg-type]


def test_a_certificate_bears_the_day_of_the_evening(sqlite_store: Store, night: Evening) -> None:
    from hub.web.prints import certificates

    view = board.event_view(sqlite_store, night.id)
    began = msgspec.structs.replace(view.rounds[0], started_at=1_769_860_800_000)
    dated = msgspec.structs.replace(view, rounds=(began, *view.rounds[1:]))
    data = certificates(dated, board.standings_view(sqlite_store, night.id), lambda text: text)
    text = PdfReader(io.BytesIO(data)).pages[0].extract_text()
    assert "2026-01-31" in text
    assert "Place 1 of 9" in text


@pytest.mark.parametrize(
    ("totals", "over", "said"), [((), False, "17 moves"), ((3, 4), False, "4"), ((), True, "finished")]
)
def test_the_big_screen_shows_how_far_a_game_is(totals: tuple[int, ...], over: bool, said: str) -> None:
    from hub.views.public import LiveBoard, Screen
    from hub.web.pages import environment

    live = LiveBoard(place=1, players=("Ada", "Bo"), totals=totals, lines=17, over=over)
    shown = Screen(
        event=1, name="E", game="stellar", system="free", state="open", timer=None, round=None, seating=None,
        live=(live,), joining=False, released=0, message="", standings=(),
    )  # fmt: skip
    text = environment("en").get_template("screen_part.html").render(screen=shown, pages=screen_pages(shown))
    assert said in text
    assert ("moves" in text) == (said == "17 moves")
