"""Leads to the screens that no game of the autoplay comes by: rooms, host's pages, pads, finished boards, troubles.

Each stop is made through the presenters, as a finger would have led there; what a device or an event host would say is
said here. `stops` yields the name of each screen once it is up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from engines.bots import find_bot
from engines.errors import finding
from engines.game import NATURE
from engines.pad import Close, Write
from engines.record import Header
from engines.registry import PAD
from hardware.bridge import WORDS as BRIDGE_WORDS
from hardware.camera import FolderCamera, NoCamera
from pi_app.autoplay.base import NAMES
from pi_app.camera.cases import CaseShelf
from pi_app.camera.learnt import Learner, Learnt, TableLearnt
from pi_app.evening.asks import AskLine
from pi_app.evening.outbox import LinkView, Outbox
from pi_app.evening.wire import Assignment, SeatCall
from pi_app.games.app_game import app_of, offered
from pi_app.games.look_at_the_stars.finished import SlateBoardsPresenter
from pi_app.games.star_explorer.finished import DiscBoardsPresenter
from pi_app.host.checkup import Check, as_it_is
from pi_app.host.pin import HostPin
from pi_app.host.system import Machine, System
from pi_app.host.updater import Offer, Updater
from pi_app.host.updater import Seen as UpdateSeen
from pi_app.host.updates import Outcome, Status
from pi_app.i18n import _, language
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.choosing import GamesPresenter
from pi_app.presenters.disputes import likely_words
from pi_app.presenters.finished_boards import Doubt, FinishedBoard
from pi_app.presenters.first_start import LAYERS, PICTURE_EVERY_S
from pi_app.presenters.history import HistoryPresenter
from pi_app.presenters.host import Desk, Part
from pi_app.presenters.keys import Key
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.now import guide
from pi_app.presenters.options import OptionsPresenter
from pi_app.presenters.pad import PadPresenter
from pi_app.presenters.people_page import PeoplePresenter
from pi_app.presenters.setup import PlayersPresenter
from pi_app.presenters.start import StartPresenter
from pi_app.presenters.wording import points_words
from pi_app.steps.finished import FinishedStep
from pi_app.steps.view import Done, Erase, Next, Press, Speak
from tools.props import QuickCamera, QuickPhones, draft_star_map, quick_system, settled

STARTED: Final = "2026-01-31T20:00:00+00:00"
LONG_NAMES: Final = ("Konstantynopol", "Maximiliane Al", "Wolfeschlegelm")
"""As long as names may be."""
_CHECKS: Final = (
    Check("python", "ok", as_it_is("3.11.2")),
    Check("state_folder", "ok", finding("state.filesystem", "on {kind}", "ext4")),
    Check("voice", "ok", as_it_is("espeak-ng")),
    Check("disk", "ok", finding("room.free", "{n} MB free", 21480)),
    Check(
        "camera",
        "warn",
        finding("camera.no_picture", "no picture came"),
        finding("mend.unplug", "Unplug it and plug it in again."),
    ),
    Check("microcontroller", "fail", BRIDGE_WORDS["no port"]),
)
_ADDRESS: Final = "http://192.168.1.20:8080"


def _asked() -> AskLine:
    """A doubtful line that the host has decided, in the language in use."""
    one, other = (
        likely_words(_("Yes, a line"), points_words(6), 0.61),
        likely_words(_("No line"), points_words(4), 0.39),
    )
    question = _("{name}, round {numeral}: is there a line?").format(name="Zoé", numeral="I")
    return AskLine(
        id="elsewhere", question=question, one=one, other=other, state="answered", decision="one", ruling=one
    )


def stops(nav: Navigator, folder: Path, presenter: Callable[[], Any]) -> Iterator[str]:
    """Leads a navigator with an empty journal from screen to screen.

    `folder`: where drafts and the PIN are kept. `presenter`: gives the one of the screen that is drawn now.
    """
    nav.clock = lambda: STARTED
    nav.camera = QuickCamera()
    nav.desk = Desk(
        HostPin(folder / "pin.json"), Outbox(folder / "outbox.sqlite3"), tuple, Updater(folder, slots=lambda: None)
    )
    yield from _empty(nav)
    yield from _sitting_down(nav)
    yield from _in_a_game(nav)
    yield from _looking_back(nav)
    yield from _cards(nav)
    for game in offered():
        yield from _pad(nav, game)
    yield from _boards(nav)
    yield from _phones(nav)
    yield from _host(nav, folder, presenter)
    yield from _first_start(nav, presenter)
    yield from _evening(nav)
    yield from _star_map(nav, folder, presenter)


def _drawn(nav: Navigator, name: str) -> str:
    """That name, once the screen shows what has changed."""
    nav.changed()
    return name


def _page(nav: Navigator, page: str, name: str, **place: Any) -> Iterator[str]:
    """A page, and back."""
    nav.open_page(page, **place)
    yield name
    nav.back()


def _home(nav: Navigator) -> None:
    nav.home()
    nav.tell(None)
    nav.changed()


# Rooms ----------------------------------------------------------------------------------------------------------


def _empty(nav: Navigator) -> Iterator[str]:
    """A table at which nothing has been played yet."""
    yield "start-new"
    for page in ("past", "people"):
        yield from _page(nav, page, f"{page}-empty")
    yield from _page(nav, "settings", "settings")
    StartPresenter(nav).new_game()
    yield "games-new"
    _home(nav)


def _sitting_down(nav: Navigator) -> Iterator[str]:
    for way in ("table", "screen", "pad"):
        StartPresenter(nav).new_game()
        GamesPresenter(nav).choose("look_at_the_stars")
        GamesPresenter(nav).go(way)
        players = PlayersPresenter(nav)
        if way == "table":
            players.write()
            players.key("É")
            yield "keyboard"
            players.sit_down("\u200b")
            players.sit_down("ಗೆಳೆಯ")
            yield "players-name-refused"
            nav.tell(None)
        names = NAMES if way == "pad" else (*LONG_NAMES, NAMES[0])
        for name in names:
            players.sit_down(name)
        if way == "screen":
            players.seat_bot(app_of("look_at_the_stars").bots()[0])
        yield _drawn(nav, f"players-{way}")
        _home(nav)
    yield from _silent_points(nav)


def _silent_points(nav: Navigator) -> Iterator[str]:
    """The points on which the books are silent, a page of each game."""
    for game in offered():
        nav.open_page("options", new=game)
        options = OptionsPresenter(nav)
        tap = options.view().stage.taps[-1]  # type: ignore[attr-defined]
        options.do(tap.does)
        yield _drawn(nav, f"options-{game}")
        _home(nav)


def _in_a_game(nav: Navigator) -> Iterator[str]:
    nav.guides = True
    nav.phones = QuickPhones()
    for game in offered():
        nav.begin(Header(game=game, players=NAMES[:2], started=STARTED))
        guide(nav, on=True)
        yield _drawn(nav, f"guide-{game}")
        nav.guides = False
        yield from _page(nav, "menu", f"menu-{game}")
        nav.guides = True
        _home(nav)
    nav.guides = False
    nav.phones = None
    yield "start-continue"
    nav.resume(nav.unfinished()[0].id)
    nav.parts.missing = ("camera", "shaker", "lights")
    yield _drawn(nav, "trouble-devices")
    nav.parts.missing = ()
    nav.keep_saving = lambda: None  # type: ignore[method-assign]  # a healthy disk would end the trouble at once
    nav.journal.saving, nav.journal.reason = False, finding("disk.full", "the disk is full")
    yield _drawn(nav, "trouble-saving")
    nav.journal.saving, nav.journal.reason = True, None
    del nav.keep_saving
    _home(nav)


def _phones(nav: Navigator) -> Iterator[str]:
    """The phones of a table of eight: a code, a seat that is taken, no network."""
    players = (*LONG_NAMES, *NAMES)[:8]
    nav.begin(Header(game="look_at_the_stars", players=players, started=STARTED))
    nav.phones = QuickPhones()
    nav.open_page("phones", seat=0)
    yield "phones-code"
    nav.phones = QuickPhones(taken=(0,))
    yield _drawn(nav, "phones-taken")
    nav.phones = QuickPhones(lambda: _("This table is in no network: phones cannot reach it."))
    yield _drawn(nav, "phones-no-network")
    nav.phones = None
    _home(nav)


def _looking_back(nav: Navigator) -> Iterator[str]:
    """A game of Star Explorer that is over, the list of games, people, taking along."""
    nav.begin(Header(game="star_explorer", players=(LONG_NAMES[0], NAMES[0]), seed=8, options={"piles": "dealt"}))
    bot, rng, table = find_bot("star_explorer", "random"), Random(3), nav.open_table
    while not table.over:
        seat = next(seat for seat in table.game.to_move(table.state) if seat != NATURE)
        assert isinstance(seat, int)
        nav.act(bot(table.game, table.game.view(table.state, seat), seat, rng))
    yield "final-long-names"
    nav.open_page("history")
    HistoryPresenter(nav).show_share(0.5)
    yield "history-finished"
    nav.back()
    for kind in ("text", "bgstats"):
        yield from _page(nav, "take", f"take-{kind}", row=kind)
    _home(nav)
    yield from _page(nav, "past", "past")
    nav.open_page("people")
    yield "people"
    people = PeoplePresenter(nav)
    people.choose(LONG_NAMES[0])
    yield "people-one"
    people.ask()
    yield "people-forget"
    _home(nav)


def _cards(nav: Navigator) -> Iterator[str]:
    """Every rule card."""
    for game in offered():
        for card in range(len(app_of(game).help())):
            yield from _page(nav, "help", f"rules-{game}-{card + 1}", row=game, receipt=card)


# Pads and finished boards ---------------------------------------------------------------------------------------


def _pad(nav: Navigator, game: str) -> Iterator[str]:
    most = app_of(game).seats()[1]
    nav.begin(Header(game=game, pack=PAD, players=NAMES[:most], started=STARTED))
    pad = PadPresenter(nav)
    yield f"pad-{game}"
    rows = [row.row for row in pad.table().rows]
    for seat in range(most):
        for index, row in enumerate(rows[:-1]):
            nav.act(Write(seat=seat, row=row, sum=str((seat * 7 + index * 5) % 19)))
    pad.choose(0, rows[-1])
    for key in "3+6+2":
        pad.key(key)
    yield f"pad-filled-{game}"
    pad.go_on()
    nav.act(Close(seat=0))
    yield f"pad-final-{game}"
    _home(nav)


def _boards(nav: Navigator) -> Iterator[str]:
    """Finished boards, a photograph each."""
    pages: tuple[tuple[str, Callable[[Navigator], FinishedStep], FinishedBoard], ...] = (
        ("star_explorer", DiscBoardsPresenter, _disc(nav)),
        ("look_at_the_stars", SlateBoardsPresenter, _slate()),
    )
    for game, kind, board in pages:
        nav.begin(Header(game=game, pack=PAD, players=(NAMES[0], LONG_NAMES[0]), started=STARTED))
        PadPresenter(nav).open_boards()
        yield f"boards-{game}"
        page = kind(nav)
        doubt = Doubt("line", board.lines[0], 0.6)
        for name, seen in (("question", msgspec.structs.replace(board, doubts=(doubt,))), ("read", board)):
            nav.camera.coming = Seen(0, seen)  # type: ignore[attr-defined]
            page.look()
            yield f"boards-{name}-{game}"
            if name == "question" and page.open_doubts():
                page.settle()
        page.choose_row(next(row.row for row in page.rows if row.points))
        yield f"boards-row-{game}"
        _home(nav)


def _disc(nav: Navigator) -> FinishedBoard:
    """The finished disc of the last whole game, as a perfect reader sees it at the last stop."""
    finished = (game for game in nav.journal.games() if game.game == "star_explorer" and game.state == "finished")
    nav.resume(next(game.id for game in finished if nav.journal.record(game.id).header.pack != PAD))
    visible = nav.open_table.game.disc.visible(6)  # type: ignore[attr-defined]
    lines = [line for drawing in nav.state.seats[0].drawings for line in drawing.lines if set(line) <= visible]
    return FinishedBoard(
        lines=tuple((str(a), str(b)) for a, b in lines), seen=tuple(map(str, sorted(visible))), photo="", stop=6
    )


def _slate() -> FinishedBoard:
    """Some lines on a slate, as a perfect reader sees them."""
    return FinishedBoard(
        lines=(("C4", "D4"), ("D4", "E4"), ("E4", "E5")), shooting_stars=(("G8", "H9"),), slate=1, photo=""
    )


# The host's pages and an evening --------------------------------------------------------------------------------


def _learner(folder: Path) -> Learner:
    """A table that has learnt from 24 boards."""
    learner = Learner(folder / "learnt.json", CaseShelf(folder / "cases"))
    learner.learnt = TableLearnt({"star_explorer": Learnt({}, 24, 9, 17, "")})
    return learner


def _host(nav: Navigator, folder: Path, presenter: Callable[[], Any]) -> Iterator[str]:
    outbox: Any = nav.desk.outbox
    nav.open_page("host")
    yield "host-unchecked"
    nav.desk.found = _CHECKS
    yield _drawn(nav, "host-check")
    nav.desk.learner = _learner(folder)
    yield _drawn(nav, "host-check-learnt")
    nav.desk.learner.switch()
    yield _drawn(nav, "host-check-unlearnt")
    nav.desk.learner = None
    parts: tuple[Part, ...] = ("hub", "pin")
    for part in parts:
        nav.move(row=part)
        yield f"host-{part}"
    nav.move(row="hub")
    presenter().write("address")
    yield "host-hub-typing"
    presenter().cancel()
    outbox.view = LinkView(state="waiting", address=_ADDRESS, table=3, waiting=214, trouble="unreachable")
    yield _drawn(nav, "host-hub-away")
    nav.move(row="update")
    for name, seen in _updates(folder):
        nav.desk.updater.view = seen
        yield _drawn(nav, f"host-update-{name}")
    nav.desk.update.asking = True
    yield _drawn(nav, "host-update-back")
    nav.desk.pin.set("2468")
    nav.desk.leave()
    yield _drawn(nav, "host-locked")
    nav.desk.pin.clear()
    _home(nav)


def _first_start(nav: Navigator, presenter: Callable[[], Any]) -> Iterator[str]:
    """What a new table asks."""
    nav.desk.system, nav.desk.camera = System(quick_system), NoCamera
    nav.open_page("first_start")
    page = presenter()
    page.view()
    settled(nav.desk.system)
    yield _drawn(nav, "first-start-language")
    page.do(Speak(language()))
    settled(nav.desk.system)
    yield _drawn(nav, "first-start-wifi")
    page.do(Press("choose", (1,)))
    for sign in "Tr0mpete":
        page.do(Key(sign))
    for layer in range(len(LAYERS)):
        page.do(Press("layer", (layer,)))
        yield f"first-start-password-{layer}"
    page.do(Done())
    settled(nav.desk.system)
    yield _drawn(nav, "first-start-refused")
    _join(nav.desk.system)
    yield _drawn(nav, "first-start-joined")
    page.do(Next())
    nav.changed()
    yield from _first_start_typing(page)
    page.do(Next())
    page.tick()
    yield "first-start-camera-none"
    seeing = FolderCamera(Path(__file__).parents[1] / "docs" / "img")
    nav.desk.camera = lambda: seeing
    time.sleep(PICTURE_EVERY_S)
    page.tick()
    yield _drawn(nav, "first-start-camera")
    _home(nav)


def _join(system: System) -> None:
    """The machine is in a network."""
    there = msgspec.structs.replace(system.view.machine or Machine(), joined="Sternwarte")
    system.view = msgspec.structs.replace(system.view, refused="", machine=there)


def _first_start_typing(page: Any) -> Iterator[str]:
    """Date, time, zone and PIN."""
    yield "first-start-clock"
    page.do(Press("zones"))
    yield "first-start-regions"
    page.do(Press("choose", (1,)))
    yield "first-start-zones"
    page.do(Erase())
    page.do(Erase())
    for what in ("date", "time"):
        page.do(Press("type", (what,)))
        page.do(Key("1"))
        yield f"first-start-{what}"
        page.do(Erase())
    page.do(Next())
    yield "first-start-pin"
    page.do(Press("type", ("pin",)))
    page.do(Key("1"))
    yield "first-start-pin-typed"
    page.do(Done())
    yield "first-start-pin-refused"
    page.do(Erase())


def _updates(folder: Path) -> Iterator[tuple[str, UpdateSeen]]:
    stands = Status("1.2.0", slot="a", before="1.1.0", failed=("1.1.9",))
    file = folder / "planisphere-1.3.0.update"
    file.touch()  # the table offers no file that is gone
    yield "none", UpdateSeen(status=stands, slots=True, looked=True, hub="nothing")
    offers = (
        Offer("stick", file, "1.3.0", "Guests sit down with one tap. The public page shows Stellar's notebooks."),
        Offer("hub", file, refused=finding("update.unsigned", "{name}: not signed", file.name)),
    )
    yield "found", UpdateSeen(status=stands, slots=True, looked=True, offers=offers)
    said = (
        finding("update.whole", "Version {version} is signed and whole.", "1.3.0"),
        finding("update.installing", "It is being installed beside the version that runs."),
    )
    yield "installing", UpdateSeen(status=stands, slots=True, doing="installing", said=said)
    refused = Outcome("1.3.0", refused=finding("update.does_not_start", "refused: the new version does not start"))
    yield "refused", UpdateSeen(status=stands, slots=True, looked=True, told=refused)
    yield "ready", UpdateSeen(status=stands, slots=True, looked=True, told=Outcome("1.3.0"), ready=True)


def _evening(nav: Navigator) -> Iterator[str]:
    """The line of an evening below the screens: who sits here, a question, an answer."""
    outbox: Any = nav.desk.outbox
    seats = (SeatCall(LONG_NAMES[1], first=True), SeatCall(NAMES[2]), SeatCall(LONG_NAMES[0]))
    seated = Assignment(
        event="Planisphere", game="star_explorer", pack="house", place=3, round=2, seating=7, seats=seats,
        state="open", timer="running",
    )  # fmt: skip
    outbox.view = LinkView(state="connected", address=_ADDRESS, table=3, assignment=seated)
    yield _drawn(nav, "evening-seats")
    nav.move(row=None)
    outbox.view = LinkView(state="connected", address=_ADDRESS, table=3, assignment=seated, asks=(_asked(),))
    yield _drawn(nav, "evening-answer")
    outbox.view = LinkView()
    nav.changed()


def _star_map(nav: Navigator, folder: Path, presenter: Callable[[], Any]) -> Iterator[str]:
    """A captured star map with doubtful stars: as it comes, and with one of them chosen."""
    draft_star_map(folder / "draft")
    nav.open_page("star_map", folder=str(folder / "draft"))
    yield "star-map"
    presenter().editor.choose(3)
    yield _drawn(nav, "star-map-chosen")
    nav.back()
