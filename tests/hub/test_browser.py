"""A whole evening in a real browser, from its creation to the certificates, in every language."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hub import web
from hub.app import Hub, create_app
from hub.database.store import Store
from hub.doors import hosts
from hub.event import evening, results, rounds
from hub.link import tables
from hub.link.asks import Question
from hub.serve import listen_at, server
from hub.views import board, seasons
from hub.web import guests, words
from hub.web.host import TABS
from tests.hub.pages import ACTOR, HOST, PASSWORD, PHOTO, plan

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
AXE = Path(__file__).parents[1] / "browser" / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = [
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs Debian's chromium and chromium-driver"),
    pytest.mark.xdist_group("browser"),
]
PATIENCE_S = 600.0
QUIET = ("--disable-software-rasterizer", "--disable-extensions", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--no-first-run", "--renderer-process-limit=1")  # fmt: skip
"""Nothing that a page does not need."""
STILL = "--force-prefers-reduced-motion"
"""So that nothing is looked at half-way through fading in."""
MAX_STEPS = 6
"""From nothing to the first pairing."""
NAMES = ("Zoé", "Łucja", "Jürgen", "Ana")
FAULTS = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"], preload: false}).then(found => done(found.violations.map(
  one => one.id + ": " + one.nodes.slice(0, 3).map(node => node.target.join(" ")).join(", "))));
"""
OVERFLOW = """
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
if (!document.body.classList.contains("screen")) return [wide, 0];
const main = document.querySelector("main");
return [wide, Math.max(document.body.scrollHeight - window.innerHeight, main.scrollHeight - main.clientHeight)];
"""
SHOW = "document.querySelectorAll('[data-page]').forEach((p, n) => p.classList.toggle('shown', n === arguments[0]))"
SCREEN, DESK, PHONE, NARROW = (1920, 1080), (1366, 768), (390, 844), (360, 640)
"""A big screen, a console; a phone as most are, and the narrowest."""
PHONES = (PHONE, NARROW)
PICTURES = os.environ.get("PLANISPHERE_BROWSER_PICTURES")
"""A folder for pictures of all that is shown, to be looked at."""
CUT = """
const name = found => found.tagName + " " + found.innerText.trim().slice(0, 30);
const faults = [];
for (const card of document.querySelectorAll(".card")) {
  if (card.scrollWidth > card.clientWidth + 1) faults.push("sticks out of its card: " + name(card));
}
for (const head of document.querySelectorAll("th, h1, h2, .badge")) {
  const style = getComputedStyle(head), text = document.createRange();
  text.selectNodeContents(head);
  const room = head.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  if (head.clientWidth && text.getBoundingClientRect().width > room + 1) faults.push("cut: " + name(head));
}
for (const cell of document.querySelectorAll("th, td.number, button, .badge")) {
  const line = parseFloat(getComputedStyle(cell).lineHeight) || 1.5 * parseFloat(getComputedStyle(cell).fontSize);
  const text = cell.innerText.trim();
  const words = document.createRange();
  words.selectNodeContents(cell);
  const high = words.getBoundingClientRect().height;
  if (text && !/\\s/.test(text) && high > 2 * line) faults.push("a word in pieces: " + name(cell));
}
return faults;
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(tmp_path_factory.mktemp("browser") / "hub.sqlite3") as opened:
        hosts.set_password(opened, HOST, PASSWORD)
        yield opened


@contextmanager
def serving(store: Store, port: int = 0) -> Iterator[int]:
    """An event host with its pages at that port of loopback, or at a free one; the port."""
    ready = threading.Event()
    with Hub(store) as hub, listen_at("127.0.0.1", port, shared=False) as socket:
        running = server(create_app(hub, web.routes(hub), web.error_page), ready=ready.set)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [socket]}, daemon=True)
        thread.start()
        assert ready.wait(PATIENCE_S)
        yield socket.getsockname()[1]
        running.should_exit = True
        thread.join(PATIENCE_S)


@pytest.fixture(scope="module")
def address(store: Store) -> Iterator[str]:
    quickly = pytest.MonkeyPatch()
    quickly.setattr(guests, "PAGE_INTERVAL_MS", 1500)
    with serving(store) as port:
        yield f"http://127.0.0.1:{port}"
    quickly.undo()


class Browser:
    """One window of Chromium."""

    def __init__(self, language: str, address: str) -> None:
        from selenium import webdriver

        options = webdriver.ChromeOptions()
        options.binary_location = str(CHROMIUM)
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", STILL, *QUIET):
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.language = language
        self.driver: Any = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        self.driver.set_script_timeout(PATIENCE_S)
        self.address = address
        self.faults: list[str] = []
        self.sent = 0
        """How many forms were sent: what somebody does, step by step."""
        if AXE.is_file():
            rules = {"source": AXE.read_text("utf-8")}
            self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", rules)

    def open(self, path: str, *sizes: tuple[int, int]) -> None:
        """A page, in a window of each of these sizes (none: of a console's)."""
        for size in sizes or (DESK,):
            self._open(path, size)

    def _open(self, path: str, size: tuple[int, int]) -> None:
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size in PHONES}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.get(self.address + path)
        self.look(path)

    def look(self, where: str) -> None:
        """Note what is wrong with the page that is shown: accessibility, overflow."""
        if PICTURES:
            self._picture(Path(PICTURES), where)
        wide, high = self.driver.execute_script(OVERFLOW)
        if wide > 0 or high > 0:
            self.faults.append(f"{where}: {wide} too wide, {high} too high")
        self.faults += [f"{where}: {fault}" for fault in self.driver.execute_script(CUT)]
        if AXE.is_file():
            self.faults += [f"{where}: {fault}" for fault in self.driver.execute_async_script(FAULTS)]

    def _picture(self, folder: Path, where: str) -> None:
        """The whole page, as high as it is."""
        wide, high = self.driver.execute_script("return [innerWidth, document.documentElement.scrollHeight]")
        area = {"x": 0, "y": 0, "width": wide, "height": high, "scale": 1}
        folder = folder / self.language
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^a-z]+", "-", where.lower()).strip("-")[-60:]
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": area, "captureBeyondViewport": True})
        path = folder / f"{len(list(folder.iterdir())):03d}-{name}-{wide}.png"
        path.write_bytes(base64.b64decode(data["data"]))

    def find(self, selector: str) -> Any:
        """The first element, once it is there."""
        return self.until(lambda: self.driver.find_elements("css selector", selector), selector)[0]

    def until(self, ready: Callable[[], Any], what: str) -> Any:
        """Wait until something is so."""
        pause = threading.Event()
        for _ in range(int(PATIENCE_S / 0.05)):
            found = ready()
            if found:
                return found
            pause.wait(0.05)
        raise AssertionError(f"waited in vain for {what} at {self.driver.current_url}")

    def type(self, **fields: str) -> None:
        """Fill in fields by name."""
        for name, value in fields.items():
            field = self.find(f"main [name={name}]")
            if field.tag_name == "select":
                self.driver.execute_script("arguments[0].value = arguments[1]", field, value)
            else:
                field.clear()
                field.send_keys(value)

    def send(self, form: str) -> None:
        """Send a form by the last part of its address, as its button does, and wait for the next page."""
        before = self.driver.find_element("css selector", "html")
        button = self.find(f'main form[action$="{form}"] button')
        self.driver.execute_script("window.confirm = () => true; arguments[0].click()", button)
        self.until(lambda: _gone(before), f"the page after {form}")
        self.sent += 1

    def says(self, text: str) -> None:
        """Wait until the page says so, without being loaded again."""
        words = "return document.body === null ? '' : document.body.innerText"  # an element may be of the page before
        self.until(lambda: text in self.driver.execute_script(words), repr(text))

    def errors(self) -> list[str]:
        """What the browser complained about."""
        entries: list[dict[str, Any]] = self.driver.get_log("browser")
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]


def _gone(element: Any) -> bool:
    from selenium.common.exceptions import WebDriverException

    try:
        return not element.is_enabled()
    except WebDriverException:
        return True


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_an_evening_from_its_creation_to_the_certificates(language: str, address: str, store: Store) -> None:
    say = words.catalogue(language).gettext
    host, screen = Browser(language, address), Browser(language, address)
    try:
        _log_in(host)
        event = _create(host, store, say)
        view = board.event_view(store, event)
        screen.open(f"/screen/{view.key}", SCREEN)
        _play(host, screen, store, event, say)
        _standings(host, screen, store, event, say)
        _look_around(host, event)
        assert _fetched(host, f"/host/events/{event}/print/certificates.pdf").startswith(b"%PDF-")
        exported = json.loads(_fetched(host, f"/api/events/{event}/export.json"))
        assert len(exported["standings"]) == len(NAMES)
        assert host.faults + screen.faults == [], "\n".join(host.faults + screen.faults)
        assert host.errors() + screen.errors() == []
    finally:
        host.driver.quit()
        screen.driver.quit()


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_season_of_any_game_with_finals(language: str, address: str, store: Store) -> None:
    say = words.catalogue(language).gettext
    host, screen = Browser(language, address), Browser(language, address)
    try:
        _log_in(host)
        host.type(name="Catan", game="other:catan", seats="3", seats_min="2", places="2", rounds="2")
        host.send("/host/events")
        event = board.events(store)[0].id
        host.type(names="\n".join((*NAMES, "Tove", "Ines")))
        host.send("/add_players")
        host.open(f"/host/events/{event}/rounds")
        host.send("/plan_round")
        host.send("/keep_seating")
        host.says(say("stays"))
        host.look("a draft with a table that stays")
        host.send("/publish_round")
        assert host.sent <= MAX_STEPS, "log in, create, players, seat, (keep,) publish"
        host.send("/start_round")
        for table in board.round_view(store, event, 1).tables:
            _judge(host, table.id)
        host.send("/end_round")
        host.open(f"/host/events/{event}/rounds")
        host.driver.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
        host.type(best="3")
        host.send("/cut")
        host.send("/plan_round")
        names = [seat.name for seat in board.round_view(store, event, 2).tables[0].seats]
        assert len(names) == 3
        _season(host, screen, store, event, say)
        for path in ("/host/people", "/host/password", f"/host/events/{event}/settings"):
            host.open(path, *PHONES, DESK)
        host.open("/host/people")
        host.send("/invite")
        link = host.find("code").text
        host.look("an invitation")
        screen.open("/invitation/" + link.rpartition("/")[2], PHONE)
        assert host.faults + screen.faults == [], "\n".join(host.faults + screen.faults)
        assert host.errors() + screen.errors() == []
    finally:
        host.driver.quit()
        screen.driver.quit()


def _season(host: Browser, screen: Browser, store: Store, event: int, say: Callable[[str], str]) -> None:
    """The evening joins a season, whose table everybody sees once it is released."""
    host.open("/host/seasons", *PHONES, DESK)
    host.type(name="Winter")
    host.send("/host/seasons")
    season = seasons.seasons(store)[0].id
    host.open(f"/host/events/{event}/settings")
    host.type(season=str(season))
    host.send("/set_season")
    evening.release(store, event, ACTOR, 1)
    view = seasons.season_view(store, season)
    entry = view.lines[0].entry
    for path in (f"/host/seasons/{season}", f"/host/seasons/{season}/people/{entry}"):
        host.open(path, DESK, *PHONES)
    for path in (f"/season/{view.key}", f"/season/{view.key}/people/{entry}"):
        screen.open(path, *PHONES, SCREEN)
        screen.says(say("Rating"))


def _log_in(host: Browser) -> None:
    host.open("/login")
    host.type(name=HOST, password=PASSWORD)
    host.send("/login")
    host.look("/host")


def _create(host: Browser, store: Store, say: Callable[[str], str]) -> int:
    host.type(name="Friday", game="stellar", seats="2", seats_min="2", places="2", rounds="1", confirm="one")
    host.send("/host/events")
    event = board.events(store)[0].id
    host.type(names="\n".join(NAMES))
    host.send("/add_players")
    assert [player.name for player in board.event_view(store, event).players] == list(NAMES)
    host.open(f"/host/events/{event}/rounds")
    host.send("/plan_round")
    host.says(say("draft: only you see it"))
    before = board.round_view(store, event, 1).tables
    names = host.driver.find_elements("css selector", "[data-pair]")
    for name in (names[0], names[-1]):
        host.driver.execute_script("arguments[0].click()", name)
    host.until(lambda: board.round_view(store, event, 1).tables != before, "two who change seats")
    host.until(lambda: _gone(names[0]), "the page after it")
    host.send("/publish_round")
    host.says(say("not begun"))
    assert host.sent <= MAX_STEPS, "log in, create, players, seat, (two who change seats,) publish"
    return event


def _play(host: Browser, screen: Browser, store: Store, event: int, say: Callable[[str], str]) -> None:
    screen.says(NAMES[0])
    screen.look("big screen: seating")
    host.send("/start_round")
    host.says(say("running"))
    first, second = board.round_view(store, event, 1).tables
    keys = {player.id: player.key for player in board.event_view(store, event).players}
    phone, other = (f"/p/{keys[seat.player]}" for seat in first.seats[:2])
    screen.open(phone, PHONE)
    screen.until(lambda: _filled(screen, ("21", "34")), "the form for the result")
    screen.send("/result")
    screen.says(say("proposed"))
    screen.open(other, PHONE)
    screen.send("/vote")
    screen.says(say("confirmed"))
    screen.look(other)
    host.says(say("confirmed"))
    _answer_a_table(host, store, event, say)
    _judge(host, second.id)
    states = [table.state for table in board.round_view(store, event, 1).tables]
    assert states == ["confirmed", "judged"]
    host.send("/end_round")


def _answer_a_table(host: Browser, store: Store, event: int, say: Callable[[str], str]) -> None:
    """A table asks with a photograph; the host looks at both readings, also on a phone, and decides."""
    place = board.event_view(store, event).places[1].id
    paired = tables.pair(store, tables.new_code(store, place), "Konstantynopolitańczykowianeczka", "here")
    asked = Question(id=f"asked-at-{event}", question="Ist da eine Linie?", one="Ja: 27", other="Nein: 24", photo=PHOTO)
    tables.ask(store, paired.table, paired.token, asked)
    host.open(f"/host/events/{event}", *PHONES, DESK)
    host.open(f"/host/events/{event}/judge", *PHONES, DESK)
    host.says("Nein: 24")
    host.type(ruling="Look closely.")
    before = host.driver.find_element("css selector", "html")
    host.find("button[name=decision][value=other]").click()
    host.until(lambda: _gone(before), "the page after the answer")
    note = tables.TableNote(sent=1, waiting=(asked.id,))
    (answer,) = tables.take_note(store, paired.table, paired.token, note).answers
    assert (answer.decision, answer.ruling) == ("other", "Look closely.")
    host.open(f"/host/events/{event}/rounds")


def _filled(screen: Browser, totals: tuple[str, ...]) -> bool:
    """Unfold the form and fill it in; False where the page was just being renewed."""
    from selenium.common.exceptions import WebDriverException

    try:
        if not screen.find("[name=total]").is_displayed():
            screen.find("details summary").click()
        for field, total in zip(screen.driver.find_elements("css selector", "[name=total]"), totals, strict=True):
            field.clear()
            field.send_keys(total)
    except WebDriverException:
        return False
    fields = screen.driver.find_elements("css selector", "[name=total]")
    return tuple(field.get_property("value") for field in fields) == totals


def _judge(host: Browser, seating: int) -> None:
    """Fill in and send at once, so that no renewal of the page comes between."""
    form = f"form[action$='/judge']:has([name=seating][value='{seating}'])"
    before = host.driver.find_element("css selector", "html")
    host.find(form)
    script = """
    const form = document.querySelector(arguments[0]);
    form.querySelectorAll("[name=total]").forEach((field, number) => { field.value = 40 + number; });
    form.requestSubmit();
    """
    host.driver.execute_script(script, form)
    host.until(lambda: _gone(before), "the page after judging")


def _standings(host: Browser, screen: Browser, store: Store, event: int, say: Callable[[str], str]) -> None:
    view = board.event_view(store, event)
    screen.open(f"/screen/{view.key}", SCREEN)
    waiting = screen.driver.find_element("css selector", "html")
    assert say("Standings after round %(n)s") % {"n": 1} not in waiting.text
    host.open(f"/host/events/{event}/standings")
    host.send("/release")
    screen.says(say("Standings after round %(n)s") % {"n": 1})
    screen.look("big screen: standings")
    assert not _gone(waiting), "the big screen renewed itself, it was not loaded again"


def _look_around(host: Browser, event: int) -> None:
    for tab, _ in TABS:
        host.open(f"/host/events/{event}/{tab}".rstrip("/"), DESK, *PHONES)
    host.open("/host/tables", DESK, *PHONES)
    host.open("/host", *PHONES)


def _fetched(host: Browser, path: str) -> bytes:
    """What the host's browser would load."""
    cookies = "; ".join(f"{c['name']}={c['value']}" for c in host.driver.get_cookies())
    request = urllib.request.Request(host.address + path, headers={"cookie": cookies})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        data: bytes = answer.read()
    return data


@pytest.mark.parametrize("seats", [4, pytest.param(8, marks=pytest.mark.exhaustive)])
def test_full_tables_fit_on_every_page_of_the_big_screen(seats: int, address: str, store: Store) -> None:
    settings = plan(game="look_at_the_stars", seats=seats, seats_min=3, places=20)
    event = evening.create_event(store, ACTOR, settings)
    names = [f"Konstantina Wölfelschneider-Brzęczyszczykiewicz {n}" for n in range(20 * seats)]
    evening.add_players(store, event, ACTOR, names)
    for number in (1, 2):
        rounds.start_round(store, event, ACTOR, planned := rounds.plan_round(store, event, ACTOR))
        for table in board.round_view(store, event, number).tables if number == 1 else ():
            claim = results.Claim(totals=tuple(range(seats)), source="table", by="table:1")
            results.confirm(store, event, ACTOR, results.propose(store, event, "table:1", table.id, claim))
        if number == 1:
            rounds.end_round(store, event, ACTOR, planned)
    evening.release(store, event, ACTOR, 1)
    screen = Browser("de", address)
    try:
        for size in ((1280, 720), SCREEN):
            screen.open(f"/screen/{board.event_view(store, event).key}", size)
            pages = screen.driver.execute_script("return document.querySelectorAll('[data-page]').length")
            assert pages == (3 if seats == 4 else 4) + -(-20 * seats // 10)
            for number in range(pages):
                screen.driver.execute_script(SHOW, number)
                screen.faults += [
                    f"page {number}: {cut} px" for cut in screen.driver.execute_script(OVERFLOW) if cut > 0
                ]
        assert screen.faults == []
    finally:
        screen.driver.quit()


def test_the_code_on_the_screen_is_one_that_a_camera_reads(address: str) -> None:
    import cv2
    import numpy as np

    from pi_app.evening.scan import code_in

    host = Browser("en", address)
    try:
        _log_in(host)
        host.open("/host/tables", PHONE)
        host.send("/host/pairing")
        code = host.find(".code").text

        def read() -> str:
            picture = cv2.imdecode(np.frombuffer(host.find(".qr").screenshot_as_png, np.uint8), cv2.IMREAD_COLOR)
            return "" if picture is None else code_in(np.asarray(picture, np.uint8))

        found = host.until(read, "a code that is read")  # a camera looks until it is drawn
        assert found.endswith(f"/#{code}")
        host.look("the code")
        assert host.faults == []
    finally:
        host.driver.quit()


@pytest.mark.exhaustive
def test_a_host_who_ended_an_evening_sees_it_as_ended(address: str, store: Store) -> None:
    host = Browser("en", address)
    try:
        _log_in(host)
        event = _create(host, store, lambda text: text)
        evening.end_event(store, event, f"host:{HOST}")
        host.open("/host")
        host.says("ended")
        assert host.faults == []
    finally:
        host.driver.quit()


@pytest.mark.exhaustive
def test_the_big_screen_says_that_the_time_is_up_once(address: str, store: Store) -> None:
    event = evening.create_event(store, ACTOR, plan(minutes=1))
    evening.add_players(store, event, ACTOR, ["Konstantina", "Łucja", "Ana"])
    rounds.start_round(store, event, ACTOR, rounds.plan_round(store, event, ACTOR))
    key = board.event_view(store, event).key
    screen = Browser("de", address)
    turn = """
    const clock = document.querySelector("header .timer");
    clock.dataset.ends = String(Number(clock.dataset.now) + Date.now() - Number(clock.dataset.seen) + arguments[0]);
    """
    seen = "return document.body.classList.contains('time-up')"
    try:
        screen.open(f"/screen/{key}", SCREEN)
        assert not screen.driver.execute_script(seen)
        screen.driver.execute_script(turn, 400)
        screen.until(lambda: screen.driver.execute_script(seen), "the time to be up")
        screen.look("time up")
        screen.until(lambda: not screen.driver.execute_script(seen), "the end of it")
        screen.open(f"/screen/{key}/find", PHONE)
        screen.type(name="tina")
        screen.find("main form button").click()
        screen.says("Konstantina")
        screen.look("who was found")
        assert "Łucja" not in screen.driver.find_element("css selector", "main").text
        assert screen.faults == []
        assert screen.errors() == []
    finally:
        screen.driver.quit()
