"""The page of a seat in a real phone-sized browser, in every language."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from socket import SHUT_RDWR
from typing import Any

import pytest

from pi_app.presenters.navigator import Navigator
from pi_app.web import phone_server
from tests.pi_app.test_onlookers import GAMES, take_up
from tests.pi_app.test_phones import Phone, Table

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs Debian's chromium and chromium-driver"),
    pytest.mark.xdist_group("browser"),
]
PATIENCE_S = 60
SIZE = {"width": 390, "height": 844, "pixelRatio": 1.0}
FAULTS = """
const faults = [], wide = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > wide) faults.push("the page slides sideways");
for (const one of document.querySelectorAll("summary, #photo, #refused, h1, dt, dd, #words")) {
  const box = one.getBoundingClientRect();
  if (!box.width) continue;
  if (box.left < 0 || box.right > wide) faults.push("off the screen: " + one.textContent);
  if (one.scrollWidth > one.clientWidth + 1) faults.push("cut: " + one.textContent);
  if (one.matches("summary, #photo") && box.height < 48) faults.push("too small for a finger: " + one.textContent);
}
return faults;
"""


@pytest.fixture
def table(nav: Navigator) -> Iterator[Table]:
    table = Table(nav)
    yield table
    table.phones.close()


@pytest.fixture
def driver() -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"):
        options.add_argument(argument)
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": SIZE})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield made
    made.quit()


def until(driver: Any, table: Table, condition: str) -> None:
    """Let the table go on until the page says so."""
    from selenium.webdriver.support.wait import WebDriverWait

    def holds(_: Any) -> bool:
        table.phones.follow()
        return bool(driver.execute_script(f"return {condition}"))

    WebDriverWait(driver, PATIENCE_S, 0.05).until(holds, condition)


def shown(driver: Any, element: str) -> str:
    return str(driver.execute_script(f"return document.getElementById('{element}').innerText"))


def test_a_phone_shows_its_own_hand_in_every_language(table: Table, driver: Any) -> None:
    take_up(table.nav, GAMES["stellar"], 0.5)
    table.phones.follow()
    driver.get(table.phones.address(0))
    until(driver, table, "!document.getElementById('seat').hidden")
    assert "#" not in driver.current_url
    driver.execute_script("document.querySelector('summary').click()")
    for language in ("en", "de", "fr", "pl"):
        table.nav.speak(language)
        until(driver, table, f"document.documentElement.lang === '{language}'")
        assert shown(driver, "name") == table.nav.open_table.players[0]
        assert driver.execute_script("return document.querySelector('details').open")
        assert driver.execute_script("return document.querySelectorAll('#secrets polygon').length") > 0
        assert driver.execute_script(FAULTS) == []
    table.phones.renew(0)
    until(driver, table, "!document.getElementById('refused').hidden")
    assert driver.execute_script("return document.querySelectorAll('polygon').length") == 0
    driver.get(table.phones.address(1))
    until(driver, table, "!document.getElementById('seat').hidden")
    assert shown(driver, "name") == table.nav.open_table.players[1]
    refused = ("status of 403", "status of 503")  # a key that is spent; a seat whose page is not made yet
    told = [entry["message"] for entry in driver.get_log("browser")]
    assert [message for message in told if not any(status in message for status in refused)] == []


def test_a_key_stays_until_it_was_answered(table: Table, driver: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from selenium.webdriver.support import wait

    take_up(table.nav, GAMES["stellar"], 0.5)
    table.phones.follow()
    asked: list[object] = []

    def gone(phone: phone_server._Handler) -> None:
        asked.append(phone)
        phone.connection.shutdown(SHUT_RDWR)

    with monkeypatch.context() as away:
        away.setattr(phone_server._Handler, "_join", gone)
        driver.get(table.phones.address(0))
        until(driver, table, "!document.getElementById('refused').hidden")
        driver.refresh()
        wait.WebDriverWait(driver, PATIENCE_S).until(lambda _: len(asked) > 2)
        assert "#" in driver.current_url
    until(driver, table, "!document.getElementById('seat').hidden")
    assert "#" not in driver.current_url


def test_a_phone_takes_the_picture_of_a_board(table: Table, driver: Any, tmp_path: Path) -> None:
    draw = table.draw()
    driver.get(table.phones.address(1))
    until(driver, table, "!document.getElementById('seat').hidden")
    picture = tmp_path / "board.jpg"
    picture.write_bytes(b"\xff\xd8 a picture")
    driver.find_element("id", "picture").send_keys(str(picture))
    until(driver, table, "document.getElementById('said').innerText")
    draw.tick()
    assert table.camera.given == [(1, b"\xff\xd8 a picture")]
    table.camera.busy = None
    until(driver, table, "document.getElementById('said').innerText.includes('Look at the table')")
    assert driver.execute_script(FAULTS) == []


def test_without_a_code_there_is_only_a_sentence(table: Table, driver: Any) -> None:
    table.draw()
    driver.get(Phone(table.phones.address(0) or "").origin)
    until(driver, table, "!document.getElementById('refused').hidden")
    assert "Ana" not in driver.page_source
    assert driver.execute_script(FAULTS) == []
