"""What only the host does, behind a PIN: check the table, update it, pair it with an event host, change the PIN."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, Literal, cast

from msgspec.structs import replace

from engines.errors import BadInput, NotPossible, finding
from hardware.camera import Camera
from hardware.devices import Devices
from pi_app.camera.learnt import Learner
from pi_app.camera.words import LIGHT_WORDS
from pi_app.evening.outbox import LinkView, Outbox
from pi_app.evening.scan import CodeFinder
from pi_app.host.checkup import Check, check_devices, check_learnt, checkup
from pi_app.host.pin import LONGEST, HostPin
from pi_app.host.system import System
from pi_app.host.updater import Updater
from pi_app.i18n import N_, Said, _, ngettext, said, tell
from pi_app.presenters.check_words import name_words
from pi_app.presenters.host_update import Remark, Shown, Update, UpdateDesk
from pi_app.presenters.keys import Key, keyboard, keypad
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Done, Erase, Slide, StepView, Tap, Words

Part = Literal["check", "update", "hub", "pin", "first_start"]
MAX_TYPED: Final = 80
HOST_DP: Final = 250
ADDRESS_KEYS: Final = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm.:/#")
ELSEWHERE: Final = ("journal", "learnt")
"""What the running app knows better itself."""
_PARTS: Final[tuple[tuple[Part, str], ...]] = (
    ("check", N_("Check the table")),
    ("update", N_("Update")),
    ("hub", N_("Event host")),
    ("pin", N_("PIN")),
    ("first_start", N_("Set up again")),
)
_TROUBLES: Final = {
    "unreachable": N_("The event host does not answer."),
    "certificate": N_("The event host's certificate is not accepted. Is this table's clock right?"),
    "address": N_("This is no address: expected one such as 192.168.1.20:8080"),
    "code": N_("Type the code that the event host shows."),
}


class Desk:
    """The host's things of one table. `checks`: what is looked at; it runs in a thread of its own.

    `learner`: what the table learns from its boards while it is checked, where it keeps them. `system`: Wi-Fi and
    clock; none: there is neither. `camera`: the one over the table. `mark`: the file of a table that nobody has
    begun with yet.
    """

    def __init__(
        self,
        pin: HostPin,
        outbox: Outbox | None = None,
        checks: Callable[[], Iterable[Check]] | None = None,
        updater: Updater | None = None,
        finder: CodeFinder | None = None,
        learner: Learner | None = None,
        system: System | None = None,
        camera: Callable[[], Camera] | None = None,
        mark: Path | None = None,
    ) -> None:
        self.pin = pin
        self.system = system or System(lambda _what, **_told: {})
        self.camera = camera
        self.mark = mark
        self.outbox = outbox
        self.updater = updater
        self.finder = finder
        self.learner = learner
        self.update = UpdateDesk(updater)
        self.open = False
        """Whether the PIN was given since the page was opened."""
        self.found: tuple[Check, ...] = ()
        self._checks = checks or _own_checks
        self._thread: threading.Thread | None = None

    @property
    def checking(self) -> bool:
        """Whether a check is under way."""
        return self._thread is not None and self._thread.is_alive()

    def check(self) -> None:
        """Look at the table; `found` grows as it goes."""
        if not self.checking:
            self.found = ()
            self._thread = threading.Thread(target=self._look, name="check", daemon=True)
            self._thread.start()

    def _look(self) -> None:
        for check in self._checks():
            self.found = (*self.found, check)
        if self.learner is not None:
            with suppress(BadInput):  # a damaged case, which the check of the cases names
                self.learner.learn()

    @property
    def kept(self) -> tuple[Check, ...]:
        """What the running app knows itself, as lines of the check: what the table has learnt, its event host."""
        learnt = () if self.learner is None else tuple(check_learnt(self.learner))
        return (*learnt, *(() if self.outbox is None else check_link(self.outbox.view)))

    def set_pin(self, pin: str) -> Said:
        """Make that the PIN of the page, which stays open. Returns why it cannot be; empty where it is."""
        try:
            self.pin.set(pin)
        except BadInput:
            return lambda: _("A PIN has four to twelve digits.")
        except NotPossible as error:
            return partial(tell, error.finding)
        self.open = True
        return ""

    def leave(self) -> None:
        """Ask for the PIN again."""
        self.open = self.update.asking = False


def check_link(view: LinkView) -> tuple[Check, ...]:
    """How the link to an event host is; nothing where the table is paired with none."""
    if view.state in ("unpaired", "pairing"):
        return ()
    if view.state == "connected":
        words = "{address}, table {n}"
        return (Check("event_host", "ok", finding("event_host.connected", words, view.address, view.table or "–")),)
    if view.state == "waiting":
        text = finding("event_host.away", "{address} does not answer", view.address)
        return (Check("event_host", "warn", text, finding("mend.event_host", "Look at its network.")),)
    text = finding("event_host.refused", "{address} refused this table", view.address)
    mend = finding("mend.pair", "Pair it again: another table may have its place.")
    return (Check("event_host", "warn", text, mend),)


def desk_of(nav: Navigator) -> Desk:
    """The host's things of a table that has some."""
    desk = nav.desk
    assert isinstance(desk, Desk), "the page is offered only where there is one"
    return desk


def _own_checks() -> Iterable[Check]:
    return (check for check in checkup(camera=False, bridge=False) if check.code not in ELSEWHERE)


def running_checks(devices: Devices) -> Iterable[Check]:
    """The pre-flight of a table whose app is running: the machine, then every part through the app's own devices."""
    return chain(_own_checks(), check_devices(devices))


class HostPresenter(StepPresenter):
    """The page `host`; only a keypad while it is locked."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._fields = {"address": "", "code": ""}
        self._typing: str | None = None
        self._pin = ""
        self._told: Said = ""
        self._shown: object = None

    @property
    def _desk(self) -> Desk:
        return desk_of(self.nav)

    @property
    def locked(self) -> bool:
        """Whether the PIN must be given first."""
        return self._desk.pin.is_set and not self._desk.open

    @property
    def part(self) -> Part:
        """The part that is open."""
        return cast("Part", self.nav.place.row or "check")

    @property
    def typing(self) -> str | None:
        """The field that is typed; None while none is, or the page is locked."""
        return None if self.locked else self._typing

    def view(self) -> StepView:
        """The part that is open, and the ways to the others."""
        self._shown, locked, part = self._found(), self.locked, self.part  # first: a tick shows what comes later
        busy = self._desk.checking or self._desk.update.looking
        parts = {"check": self._check, "update": self._desk.update.parts, "hub": self._hub, "pin": self._keypad}
        stage, panel = self._keypad() if locked else self._letters() if self.typing else parts[part]()
        tabs = tuple(Tap(does(self.choose, key), _(words), chosen=key == part) for key, words in _PARTS)
        return StepView(
            frame=replace(self.nav.frame(_("Host's PIN") if locked else _("For the host")), undo=None, redo=None),
            stage=stage,
            panel=panel,
            panel_dp=HOST_DP,
            tabs=() if locked or self.typing else tabs,
            busy=busy,
        )

    def _keypad(self) -> Shown:
        locked = self.locked
        hint = Words(said(self._told) or self._hint(locked))
        none = (Tap(does(self.clear_pin), _("No PIN")),) if self._desk.pin.is_set and not locked else ()
        accept = Tap(Done(), _("Open") if locked else _("Set this PIN"), role="progress")
        return keypad("•" * len(self._pin)), (hint, *none, accept)

    def _letters(self) -> Shown:
        address = self.typing == "address"
        asked, typed = (_("Address"), self._address) if address else (_("Code"), self._fields["code"])
        return keyboard(asked, typed, ADDRESS_KEYS, Tap(Done(), _("Set"), role="progress", on=bool(typed))), ()

    def _check(self) -> Shown:
        desk = self._desk
        found = sorted((*desk.found, *desk.kept), key=lambda check: ("fail", "warn", "ok").index(check.level))
        words, learning = _("Check again") if desk.found else _("Check now"), self._learning_words()
        again = Tap(does(self.check), words, icon="turn", on=not desk.checking)
        return Slide("check", tuple(map(_check_remark, found))), (
            again,
            *((Tap(does(self.switch_learning), learning),) if learning else ()),
        )

    def _hub(self) -> Shown:
        desk, typed = self._desk, ((_("Address"), "address", self._address), (_("Code"), "code", self._fields["code"]))
        link = _link_words(desk.outbox.view) if desk.outbox else (_("No event host is used here."),)
        trouble = (Words(said(self._told), "wrong"),) if self._told else ()
        fields = (
            Tap(does(self.write, key), value or _("Tap to type"), note=label, icon="pen") for label, key, value in typed
        )
        looking = desk.finder is not None and desk.finder.looking
        words = self._scan_words()
        scan = (Tap(does(self.scan), words, icon="camera", on=not looking),) if words else ()
        pair = Tap(does(self.pair), _("Pair again") if self._linked else _("Pair"), icon="check", role="progress")
        return Slide("hub", (*map(Words, link), *trouble)), (*fields, *scan, pair)

    def _hint(self, locked: bool) -> str:
        if locked:
            return _("Type the host's PIN.")
        return _("Four to twelve digits. Guests then cannot open this page.")

    @on("show")
    def choose(self, part: Part) -> None:
        """Open a part."""
        self._pin, self._told = "", ""
        if part == "first_start":
            if not self.locked:
                self.nav.open_page("first_start")
            return
        if part == "update" and not self.locked:
            self._desk.update.opened()
        self.nav.move(row=part)

    # The PIN ---------------------------------------------------------------------------------------------------

    @on(Done)
    def accept(self) -> None:
        """What is typed is whole: the field, or the PIN."""
        if self.typing is not None:
            self.cancel()
        else:
            self.accept_pin()

    def accept_pin(self) -> None:
        """Open the page with the PIN, or make it the PIN."""
        pin, self._pin = self._pin, ""
        if self.locked:
            self._unlock(pin)
        else:
            self._told = self._desk.set_pin(pin) or (lambda: _("The PIN is set."))
        self.nav.changed()

    def _unlock(self, pin: str) -> None:
        answer = self._desk.pin.check(pin)
        self._desk.open = answer.right
        if answer.right:
            self._told = ""
        elif answer.wait_s > 0:
            self._told = partial(_wait_words, round(answer.wait_s))
        else:
            self._told = lambda: _("This is not the PIN. Tries left: {n}").format(n=answer.left)

    @on("no_pin")
    def clear_pin(self) -> None:
        """From now on anybody may open this page."""
        if not self.locked:
            try:
                self._desk.pin.clear()
                self._told = lambda: _("There is no PIN now.")
            except NotPossible as error:
                self._told = partial(tell, error.finding)
            self.nav.changed()

    # The check -------------------------------------------------------------------------------------------------

    @on("look_again")
    def check(self) -> None:
        """Look at the table."""
        if not self.locked:
            self._desk.check()
            self.nav.changed()

    def _learning_words(self) -> str:
        learner = self._desk.learner
        if learner is None or self._desk.checking:
            return ""
        if not learner.learnt.on:
            return _("Learn again")
        return _("Forget what was learnt") if learner.learnt.kinds else ""

    @on("learning")
    def switch_learning(self) -> None:
        """Read every board as everywhere again, and learn nothing more; or learn again from the next check on."""
        learner = self._desk.learner
        if not self.locked and learner is not None and not self._desk.checking:
            learner.switch()
            self.nav.changed()

    def tick(self) -> bool:
        """Show what has been found since."""
        self._take_code()
        self._desk.update.tick()
        if self._found() != self._shown:
            self.nav.changed()
        return False

    def _found(self) -> object:
        """What other threads have come to; a view made before is out of date."""
        desk, finder = self._desk, self._desk.finder
        looking = finder is not None and (finder.looking, finder.can_look)
        link = desk.outbox.view if desk.outbox else None
        return desk.found, desk.kept, desk.checking, link, desk.update.seen, looking

    # The update ------------------------------------------------------------------------------------------------

    @on(Update)
    def update(self, key: str) -> None:
        """Do what one of the update's taps says."""
        if not self.locked:
            self._desk.update.do(key)
            self.nav.changed()

    # The event host --------------------------------------------------------------------------------------------

    @property
    def _linked(self) -> str:
        """The address that the table is paired with; empty without."""
        return self._desk.outbox.view.address if self._desk.outbox is not None else ""

    @property
    def _address(self) -> str:
        """The address that is typed; unless any is, the one that the table is paired with."""
        return self._fields["address"] or ("" if self._typing == "address" else self._linked)

    @on("field")
    def write(self, field: str) -> None:
        """Bring the keyboard for a field."""
        if field == "address":
            self._fields["address"] = self._address
        self._typing = field
        self.nav.changed()

    @on(Key)
    def key(self, sign: str) -> None:
        """Type a letter of a field, or a digit of a PIN; `<` erases the last one."""
        field = self.typing
        typed, most = (self._pin, LONGEST) if field is None else (self._fields[field], MAX_TYPED)
        typed = typed[:-1] if sign == "<" else (typed + sign)[:most]
        if field is None:
            self._pin = typed
        else:
            self._fields[field] = typed
        self.nav.changed()

    @on(Erase)
    def cancel(self) -> None:
        """Send the keyboard away."""
        self._typing = None
        self.nav.changed()

    @on()
    def pair(self) -> None:
        """Pair with the event host; the game in progress is sent too."""
        if self.locked or self._desk.outbox is None:
            return
        game = self.nav.table.game_id if self.nav.table is not None else None
        trouble = self._desk.outbox.pair(self._address, self._fields["code"], game=game)
        self._told = partial(_, _TROUBLES[trouble]) if trouble else ""
        self.nav.changed()

    def _scan_words(self) -> str:
        finder = self._desk.finder
        if finder is None or self._desk.outbox is None or not (finder.looking or finder.can_look):
            return ""
        return _("Hold the code under the camera…") if finder.looking else _("Scan the code")

    @on()
    def scan(self) -> None:
        """Have the camera look for the event host's QR code; what it says is paired with at once."""
        if not self.locked and self._desk.finder is not None:
            self._told = ""
            self._desk.finder.look()
            self.nav.changed()

    def _take_code(self) -> None:
        found = self._desk.finder.take() if self._desk.finder is not None else ""
        if found:
            self._fields = {"address": found.partition("/#")[0], "code": found.partition("#")[2]}
            self.pair()


def _check_remark(check: Check) -> Remark:
    words = f"{name_words(check)} · {tell(check.text, LIGHT_WORDS)}"
    return Remark(check.level, words, tell(check.mend) if check.mend else "")


def _wait_words(n: int) -> str:
    return ngettext("Wait {n} second before the next try.", "Wait {n} seconds before the next try.", n).format(n=n)


def _link_words(view: LinkView) -> tuple[str, ...]:
    """How the link is."""
    states = {
        "unpaired": _("This table is not paired with an event host."),
        "pairing": _("Pairing…"),
        "connected": _("Connected with {address}."),
        "waiting": _("Paired with {address}, which does not answer now."),
        "refused": _("The event host at {address} refused this table."),
    }
    lines = [states[view.state].format(address=view.address)]
    if view.table is not None:
        lines.append(_("Table {n}").format(n=view.table))
    if view.waiting:
        words = ngettext("{n} line waits to be sent.", "{n} lines wait to be sent.", view.waiting)
        lines.append(words.format(n=view.waiting))
    if view.trouble:
        lines.append(_(_TROUBLES[view.trouble]) if view.trouble in _TROUBLES else view.trouble)
    return tuple(lines)
