"""Settings for everybody, and what only the host does."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from engines.errors import finding
from hardware.bridge import WORDS
from pi_app.evening.outbox import LinkView, Outbox
from pi_app.host.checkup import Check
from pi_app.host.pin import HostPin
from pi_app.i18n import capital
from pi_app.presenters.host import Desk, HostPresenter
from pi_app.presenters.host_update import Remark
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.settings import SettingsPresenter
from pi_app.table.journal import Journal
from tests.pi_app.screen_faults import Stage
from tests.pi_app.steps import parts_of, says, taps

FOUND = (
    Check("disk", "ok", finding("room.free", "{n} MB free", 60000)),
    Check(
        "touch",
        "warn",
        finding("touch.none", "no input device"),
        finding("mend.touch", "Connect a touchscreen or a mouse."),
    ),
    Check(
        "camera",
        "warn",
        finding("camera.no_picture", "no picture came"),
        finding("mend.light", "Mend the light over the boards."),
    ),
    Check("microcontroller", "fail", WORDS["no port"]),
)


@pytest.fixture
def nav(nav: Navigator, tmp_path: Path) -> Navigator:
    nav.desk = Desk(HostPin(tmp_path / "pin.json"), Outbox(tmp_path / "outbox.sqlite3"), lambda: FOUND)
    nav.open_page("settings")
    return nav


def typed(host: HostPresenter, pin: str) -> None:
    for digit in pin:
        host.key(digit)
    host.accept_pin()


def is_open(host: HostPresenter) -> bool:
    return "show.hub" in taps(host.view())


def test_a_setting_holds_at_once_and_after_a_restart(nav: Navigator) -> None:
    settings = SettingsPresenter(nav)
    settings.choose("text=largest")
    assert nav.preferences.text == "largest"
    assert Navigator(nav.journal).preferences.text == "largest"
    row = next(row for row in settings.view().stage.parts if row.label == "Text size")  # type: ignore[attr-defined]
    assert [tap.text for tap in row.taps.taps if tap.chosen] == ["Largest"]


def test_without_a_pin_the_hosts_page_is_open(nav: Navigator) -> None:
    SettingsPresenter(nav).open_host()
    assert not HostPresenter(nav).locked


def test_with_a_pin_it_opens_to_who_knows_it_and_locks_again(nav: Navigator) -> None:
    SettingsPresenter(nav).open_host()
    host = HostPresenter(nav)
    host.choose("pin")
    typed(host, "12")
    assert "A PIN has four to twelve digits." in says(host.view())
    typed(host, "2468")
    assert is_open(host)
    nav.back()
    SettingsPresenter(nav).open_host()
    assert not is_open(host)
    typed(host, "1111")
    assert not is_open(host)
    assert "This is not the PIN. Tries left: 4" in says(host.view())
    typed(host, "2468")
    assert is_open(host)
    host.clear_pin()
    assert not nav.desk.pin.is_set


def test_a_pin_is_typed_where_the_page_was_left_while_an_address_was(nav: Navigator) -> None:
    nav.desk.pin.set("2468")
    SettingsPresenter(nav).open_host()
    host = HostPresenter(nav)
    typed(host, "2468")
    host.choose("hub")
    host.write("address")
    nav.back()
    SettingsPresenter(nav).open_host()
    assert not is_open(host)
    for digit in "2468":
        host.key(digit)
    host.accept()
    host.accept()
    host.choose("hub")
    assert taps(host.view())["field.address"].text == "Tap to type"


def test_the_name_of_a_file_begins_as_it_does() -> None:
    assert capital("planisphere-1.3.0.update from the stick") == "planisphere-1.3.0.update from the stick"
    assert capital("no. Yes") == "No. Yes"


def test_nothing_behind_the_pin_is_done_without_it(nav: Navigator) -> None:
    nav.desk.pin.set("2468")
    SettingsPresenter(nav).open_host()
    host = HostPresenter(nav)
    host.check()
    host.clear_pin()
    host.pair()
    assert not nav.desk.found
    assert nav.desk.pin.is_set


def test_a_restart_does_not_come_back_behind_the_pin(nav: Navigator) -> None:
    SettingsPresenter(nav).open_host()
    assert Navigator(nav.journal).screen == "start"


def test_the_check_names_what_to_mend(nav: Navigator) -> None:
    SettingsPresenter(nav).open_host()
    host = HostPresenter(nav)
    host.check()
    while nav.desk.checking:
        Event().wait(0.01)
    host.tick()
    told = [(line.level, line.text, line.more) for line in parts_of(host.view(), Remark)]
    assert [level for level, _text, _more in told] == ["fail", "warn", "warn", "ok"], "the weightiest first"
    assert told[1] == ("warn", "Touch · no input device", "Connect a touchscreen or a mouse.")
    assert told[3] == ("ok", "Disk · 60000 MB free", "")


def test_the_check_speaks_the_language_in_use(nav: Navigator) -> None:
    nav.desk.found = FOUND
    nav.open_page("host")
    nav.speak("de")
    line = parts_of(HostPresenter(nav).view(), Remark)[1]
    nav.speak("en")
    assert line.text == "Berührung · kein Eingabegerät"
    assert line.more == "Einen Touchscreen oder eine Maus anschließen."


def test_an_address_is_typed_and_one_that_is_none_is_refused_politely(nav: Navigator) -> None:
    SettingsPresenter(nav).open_host()
    host = HostPresenter(nav)
    host.choose("hub")
    host.write("address")
    for letter in "no where<":
        host.key(letter)
    host.accept()
    assert taps(host.view())["field.address"].text == "no wher"
    host.pair()
    assert "This is no address: expected one such as 192.168.1.20:8080" in says(host.view())


def test_a_paired_table_shows_the_address_and_offers_to_pair_again(nav: Navigator) -> None:
    """Beside *Paired with …* both fields said `…` and the button *Pair*, as if nothing was paired."""
    SettingsPresenter(nav).open_host()
    host = HostPresenter(nav)

    def told() -> tuple[str, str]:
        offered = taps(host.view())
        return offered["field.address"].text, offered["pair"].text

    host.choose("hub")
    assert told() == ("Tap to type", "Pair")
    nav.desk.outbox = SimpleNamespace(view=LinkView(state="waiting", address="http://192.168.1.20:8080"))
    assert told() == ("http://192.168.1.20:8080", "Pair again")
    host.write("address")
    for key in "<1":
        host.key(key)
    host.accept()
    assert told() == ("http://192.168.1.20:8081", "Pair again")


def test_a_table_without_a_desk_has_settings_only(journal: Journal) -> None:
    nav = Navigator(journal)
    nav.open_page("settings")
    assert not SettingsPresenter(nav).view().tabs[0].on
    SettingsPresenter(nav).open_host()
    assert nav.screen == "settings"


def test_settings_and_the_hosts_pages_read_well(nav: Navigator, stage: Stage) -> None:
    assert not stage.faults()
    nav.desk.found = FOUND
    nav.open_page("host")
    for part in ("check", "update", "hub", "pin"):
        nav.move(row=part)
        stage.frames(3)
        assert not stage.faults_in_every_look(), part
