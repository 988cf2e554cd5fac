"""What a new table asks before its first game: language, Wi-Fi or none, time, PIN, camera. Each can be passed over.

What is typed here (a network's password, a PIN) is kept in memory only, never in the journal's place.
"""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Literal, TypeAlias, TypeVar

from msgspec.structs import replace

from pi_app.host.pin import LONGEST
from pi_app.host.system import Machine, Network, Seen
from pi_app.i18n import LANGUAGES, N_, Said, _, language, said, tell
from pi_app.presenters.host import Desk, desk_of
from pi_app.presenters.keys import Key, keyboard, keypad
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import (
    Card,
    Command,
    Done,
    Earlier,
    Erase,
    Grid,
    Next,
    Part,
    Picture,
    Speak,
    StepView,
    Tap,
    Words,
)

MARK: Final = "first-start"
"""In the state folder of a table that nobody has begun with yet."""
Question: TypeAlias = Literal["language", "wifi", "clock", "pin", "camera"]
Item = TypeVar("Item")
Typed: TypeAlias = Literal["", "password", "date", "time", "pin"]
NETWORKS_A_PAGE: Final = 5
ZONES_A_PAGE: Final = 12
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 63
PICTURE_EVERY_S: Final = 0.5
PICTURE_SIZE: Final = (640, 480)
"""Pixels at most of what the camera sees."""
ZONES: Final = {"en": "Europe/London", "fr": "Europe/Paris", "de": "Europe/Berlin", "pl": "Europe/Warsaw"}
"""The time zone that is offered to a table without one, by its language."""
KEYS: Final = (
    ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm,._"),
    ("1234567890", "QWERTYUIOP", "ASDFGHJKL-", "ZXCVBNM,._"),
    ("1234567890", "!\"#$%&'()*", "+/:;<=>?@~", "[\\]^`{|},."),
)
"""Small letters, capitals, signs: together with the space what a password may hold."""
LAYERS: Final = ("abc", "ABC", "#+=")
FORMS: Final = {"date": "__.__.____", "time": "__:__"}
_TITLES: Final = {
    "language": N_("Language"),
    "wifi": N_("Wi-Fi"),
    "clock": N_("Date and time"),
    "pin": N_("Host's PIN"),
    "camera": N_("Camera"),
}
_REFUSED: Final = {
    "question": N_("The machine does not take this."),
    "password": N_("This is not the network's password."),
    "absent": N_("The network is not heard any more."),
    "address": N_("The network gives this table no address."),
    "failed": N_("That did not work. Try again, or go on without."),
}
_REGIONS: Final = {
    "Africa": N_("Africa"),
    "America": N_("America"),
    "Antarctica": N_("Antarctica"),
    "Arctic": N_("Arctic"),
    "Asia": N_("Asia"),
    "Atlantic": N_("Atlantic"),
    "Australia": N_("Australia"),
    "Europe": N_("Europe"),
    "Indian": N_("Indian Ocean"),
    "Pacific": N_("Pacific"),
}
_DOING: Final = {
    "asking": N_("One moment…"),
    "looking": N_("Looking for networks…"),
    "joining": N_("Joining…"),
    "leaving": N_("One moment…"),
    "setting": N_("One moment…"),
}


class FirstStartPresenter(StepPresenter):
    """The page `first_start`: a question after the other."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._typing: Typed = ""
        self._typed = ""
        self._layer = 0
        self._network: Network | None = None
        self._region: str | None = None
        """Of the time zones that are offered; empty: the regions; None: no zones are."""
        self._page = 0
        self._told: Said = ""
        self._picture = b""
        self._looked = 0.0
        self._shown: object = None

    @property
    def _desk(self) -> Desk:
        return desk_of(self.nav)

    @property
    def _seen(self) -> Seen:
        return self._desk.system.view

    @property
    def _machine(self) -> Machine:
        return self._seen.machine or Machine()

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is asked: what this machine has."""
        machine = self._seen.machine
        wifi: tuple[Question, ...] = ("wifi",) if machine is None or machine.wifi else ()
        clock: tuple[Question, ...] = ("clock",) if machine is None or machine.zones else ()
        return "language", *wifi, *clock, "pin", "camera"

    @property
    def question(self) -> Question:
        """The one that is on the screen."""
        return next((each for each in self.questions if each == self.nav.place.row), "language")

    def view(self) -> StepView:
        """The question, and what can be typed or chosen."""
        if self._seen.machine is None and not self._desk.system.busy:
            self._desk.system.look()
        at = self.questions.index(self.question)
        part = _("{n} of {most}").format(n=at + 1, most=len(self.questions))
        frame = replace(self.nav.frame(_(_TITLES[self.question]), part), undo=None, redo=None)
        if self._typing == "password":
            return StepView(frame=frame, stage=self._letters())
        if self._typing:
            return StepView(frame=frame, stage=keypad(self._form()), panel=self._beside_pad())
        stage, panel = getattr(self, f"_{self.question}")()
        back = (Tap(Earlier(), _("Back"), icon="back"),) if at else ()
        return StepView(frame=frame, stage=stage, panel=(*panel, *back))

    def tick(self) -> bool:
        """Show what has come since: answers of the machine, a picture of the camera."""
        if self.question == "camera" and time.monotonic() - self._looked > PICTURE_EVERY_S:
            self._looked = time.monotonic()
            self._picture = self._newest_picture()
        now = self._seen, self._picture, time.strftime("%H:%M") if self.question == "clock" else ""
        if now == self._shown:
            return False
        self._shown = now
        return True

    # What is asked ---------------------------------------------------------------------------------------------

    def _language(self) -> tuple[Part, tuple[Part, ...]]:
        chosen = tuple(Tap(Speak(code), own) for code, own in LANGUAGES.items())
        return Grid("", chosen, columns=2, big=30), ()

    def _wifi(self) -> tuple[Part, tuple[Part, ...]]:
        seen = self._seen
        if seen.networks is None and not seen.refused:
            self._desk.system.listen()
        panel = (
            *self._troubles(seen),
            Words(_("Games need no network. Phones and an event do.")),
            Tap(does(self.look_again), _("Look again"), icon="turn", on=not seen.doing),
            *self._on_with_wifi(),
        )
        if seen.doing:
            return Card((Words(_(_DOING[seen.doing])),)), panel
        if not seen.networks:
            return Card((Words(_("No network is heard.")),)), panel
        shown, more = self._paged(seen.networks, NETWORKS_A_PAGE)
        return Grid(_("Which one?"), tuple(self._offered(*each) for each in shown), columns=1), (*more, *panel)

    def _paged(self, items: Sequence[Item], most: int) -> tuple[list[tuple[int, Item]], tuple[Tap, ...]]:
        """What is shown of a long list, each with its place there; the way to the rest."""
        pages = -(-len(items) // most)
        first = self._page % pages * most
        more = (Tap(does(self.turn_page), _("More"), icon="next"),) if pages > 1 else ()
        return list(enumerate(items))[first : first + most], more

    def _on_with_wifi(self) -> tuple[Tap, ...]:
        if self._machine.joined:
            return Tap(does(self.do_without), _("Without Wi-Fi")), Tap(Next(), _("Go on"), role="progress")
        return (Tap(does(self.do_without), _("Without Wi-Fi"), role="progress"),)

    def _offered(self, place: int, network: Network) -> Tap:
        joined = network.name == self._machine.joined
        note = _("Joined") if joined else _strength_words(network)
        return Tap(does(self.choose, place), network.name, note, on=network.lock != "other", chosen=joined)

    def _clock(self) -> tuple[Part, tuple[Part, ...]]:
        machine = self._machine
        if self._seen.doing:
            return Card((Words(_(_DOING[self._seen.doing])),)), ()
        if self._region is not None:
            return self._zones(machine)
        by_hand = not machine.set_by_network
        by_itself = _("The clock is set by hand.") if by_hand else _("A network sets the clock.")
        taps = (
            Tap(does(self.type_in, "date"), time.strftime("%d.%m.%Y"), _("Date"), icon="pen", on=by_hand),
            Tap(does(self.type_in, "time"), time.strftime("%H:%M"), _("Time"), icon="pen", on=by_hand),
            Tap(does(self.list_zones), machine.zone.replace("_", " "), _("Time zone"), icon="pen"),
        )
        panel = (*self._troubles(self._seen), Words(by_itself), Tap(Next(), _("That is right"), role="progress"))
        return Grid(_("Is that right?"), taps, columns=1), panel

    def _zones(self, machine: Machine) -> tuple[Part, tuple[Part, ...]]:
        names = _zone_names(machine, self._region or "")
        shown, more = self._paged(names, ZONES_A_PAGE)
        taps = tuple(Tap(does(self.choose, place), _zone_words(name, self._region or "")) for place, name in shown)
        back = Tap(Erase(), _("All regions") if self._region else _("Cancel"))
        return Grid(_("Where is this table?"), taps, columns=2), (*more, back)

    def _pin(self) -> tuple[Part, tuple[Part, ...]]:
        lines = (
            Words(_("With a PIN guests cannot open the host's page: updates, the event, this PIN.")),
            Words(_("It can be set at any time: Settings, For the host."), "muted"),
        )
        if self._desk.pin.is_set:
            return Card((Words(_("The PIN is set."), "good"), *lines)), (Tap(Next(), _("Go on"), role="progress"),)
        panel = (
            Tap(does(self.type_in, "pin"), _("Set a PIN"), icon="pen"),
            Tap(Next(), _("Without a PIN"), role="progress"),
        )
        return Card(lines), panel

    def _camera(self) -> tuple[Part, tuple[Part, ...]]:
        camera = self._desk.camera() if self._desk.camera is not None else None
        begin = Tap(Done(), _("Begin"), icon="check", role="progress")
        if self._picture:
            return Picture(self._picture), (
                Words(_("This is what the camera sees.")),
                Words(_("All boards must lie in the picture, and lamps must not shine in it."), "muted"),
                begin,
            )
        message = camera.status.message if camera is not None else None
        lines = (
            Words(tell(message) if message else _("No camera was found."), "ask"),
            Words(_("Every game can be played without one. It can be plugged in at any time.")),
        )
        return Card(lines), (begin,)

    def _troubles(self, seen: Seen) -> tuple[Part, ...]:
        return (Words(_(_REFUSED[seen.refused]), "wrong"),) if seen.refused else ()

    # What is typed ---------------------------------------------------------------------------------------------

    def _letters(self) -> Part:
        """A keyboard for a password."""
        named, now = enumerate(LAYERS), self._layer
        layers = tuple(Tap(does(self.show_layer, at), words, chosen=at == now) for at, words in named)
        enough = SHORTEST_PASSWORD <= len(self._typed) <= LONGEST_PASSWORD
        name = self._network.name if self._network is not None else ""
        asked = _("Password of {name}").format(name=name)
        join = Tap(Done(), _("Join"), role="progress", on=enough)
        return keyboard(asked, self._typed, KEYS[self._layer], join, layers)

    def _beside_pad(self) -> tuple[Part, ...]:
        hints = {
            "date": _("Day, month, year"),
            "time": _("Hours and minutes, 00:00 to 23:59"),
            "pin": _("Four to twelve digits."),
        }
        told = (Words(said(self._told), "wrong"),) if self._told else ()
        return (
            *told,
            Words(hints[self._typing]),
            Tap(Erase(), _("Cancel")),
            Tap(Done(), _("Set"), role="progress"),
        )

    def _form(self) -> str:
        """What is typed: in the place of the lines of its form, or dots."""
        digits = iter(self._typed)
        if self._typing == "pin":
            return "•" * len(self._typed)
        return "".join(next(digits, sign) if sign == "_" else sign for sign in FORMS[self._typing])

    def _take_typed(self) -> None:
        takes = {"password": self._join, "pin": self._set_pin}
        if takes.get(self._typing, self._set_clock)():
            self.type_in("")

    def _join(self) -> bool:
        if self._network is not None:
            self._desk.system.join(self._network, self._typed)
        return True

    def _set_pin(self) -> bool:
        self._told, self._typed = self._desk.set_pin(self._typed), ""
        return not self._told

    def _set_clock(self) -> bool:
        shown = self._form()
        date, hour = time.strftime("%d.%m.%Y"), time.strftime("%H:%M")
        when = f"{shown} {hour}" if self._typing == "date" else f"{date} {shown}"
        try:
            read = time.strptime(when, "%d.%m.%Y %H:%M")
        except ValueError:
            self._told, self._typed = lambda: _("There is no such date or time."), ""
            return False
        self._desk.system.set_clock(self._machine.zone, time.strftime("%Y-%m-%d %H:%M", read))
        return True

    # Touches ---------------------------------------------------------------------------------------------------

    def do(self, command: Command) -> None:
        super().do(command)
        self.nav.changed()

    @on(Speak)
    def speak(self, code: str) -> None:
        """In that language."""
        self.nav.speak(code)
        self._go(1)

    @on(Next)
    def go_on(self) -> None:
        """The next question."""
        self._go(1)

    @on(Earlier)
    def go_back(self) -> None:
        """The question before."""
        self._go(-1)

    @on("without")
    def do_without(self) -> None:
        """Do without what is asked about."""
        self._desk.system.leave()
        self._go(1)

    @on("again")
    def look_again(self) -> None:
        """Look for networks once more."""
        self._desk.system.listen()

    @on(Done)
    def finish(self) -> None:
        """What is typed is meant; where nothing is, all questions are done."""
        if self._typing:
            self._take_typed()
        else:
            self._end()

    @on("zones")
    def list_zones(self) -> None:
        """Choose a time zone."""
        self._region, self._page = "", 0

    @on("more")
    def turn_page(self) -> None:
        """The next page of a long list, after the last one the first."""
        self._page += 1

    @on("type")
    def type_in(self, what: Typed) -> None:
        """Begin to type that; with nothing, typing is over."""
        self._typing, self._typed, self._told, self._layer = what, "", "", 0

    @on(Key)
    def press_key(self, sign: str) -> None:
        """A key of the keyboard."""
        most = {"password": LONGEST_PASSWORD, "pin": LONGEST, "date": 8, "time": 4}[self._typing]
        self._typed = self._typed[:-1] if sign == "<" else (self._typed + sign)[:most]

    @on("layer")
    def show_layer(self, layer: int) -> None:
        """Show those keys."""
        self._layer = layer

    @on(Erase)
    def erase(self) -> None:
        """Nothing is typed, and the list is the one before."""
        self.type_in("")
        self._region = "" if self._region else None

    def _go(self, steps: int) -> None:
        """To the next question, or to the one before."""
        questions = self.questions
        at = questions.index(self.question) + steps
        self._region = None
        self.type_in("")
        self.nav.move(row=questions[max(0, min(at, len(questions) - 1))])
        self._page = 0
        self._desk.system.look()
        if self.question == "clock":
            self._offer_zone()

    def _offer_zone(self) -> None:
        """A table that has no time zone is likely to stand where its language is spoken."""
        zone = ZONES.get(language(), "UTC")
        if self._machine.zone in ("UTC", "Etc/UTC") and zone in self._machine.zones:
            self._desk.system.set_clock(zone)

    @on("choose")
    def choose(self, place: int) -> None:
        """The network, the region or the zone at that place of the list."""
        if self.question == "clock":
            self._choose_zone(place)
            return
        network = (self._seen.networks or ())[place]
        if network.name == self._machine.joined:
            self._go(1)
        elif network.lock == "none":
            self._desk.system.join(network, "")
        else:
            self._network = network
            self.type_in("password")

    def _choose_zone(self, place: int) -> None:
        name = _zone_names(self._machine, self._region or "")[place]
        if self._region:
            name = f"{self._region}/{name}"
        if name in self._machine.zones:
            self._region = None
            self._desk.system.set_clock(name)
        else:
            self._region, self._page = name, 0

    def _end(self) -> None:
        if self._desk.mark is not None:
            with suppress(OSError):  # on a disk that cannot be written it is asked again
                self._desk.mark.unlink(missing_ok=True)
        self._desk.leave()
        self._picture = b""
        self.nav.back()

    def _newest_picture(self) -> bytes:
        """What the camera sees, as a PNG file; empty while it sees nothing."""
        frames = self._desk.camera().frames() if self._desk.camera is not None else []
        if not frames:
            return b""
        from PIL import Image

        image: Any = Image.fromarray(frames[-1].image[:, :, ::-1].copy())
        image.thumbnail(PICTURE_SIZE)
        file = io.BytesIO()
        image.save(file, "PNG", compress_level=1)
        return file.getvalue()


def _zone_names(machine: Machine, region: str) -> tuple[str, ...]:
    """The regions; or the places of one."""
    if not region:
        return tuple(dict.fromkeys(name.partition("/")[0] for name in machine.zones))
    return tuple(name.partition("/")[2] for name in machine.zones if name.startswith(f"{region}/"))


def _zone_words(name: str, region: str) -> str:
    """A region in the language in use, or a place as it is kept."""
    return name.replace("_", " ") if region or name not in _REGIONS else _(_REGIONS[name])


def _strength_words(network: Network) -> str:
    """How well it is heard, and whether it can be joined here."""
    if network.lock == "other":
        return _("Asks for more than a password")
    levels = (_("Weak signal"), _("Fair signal"), _("Strong signal"))
    heard = levels[min(network.strength * len(levels) // 100, len(levels) - 1)]
    return heard if network.lock != "none" else _("{strength}, no password").format(strength=heard)
