"""What a table needs, checked one by one, each with what to do about it."""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec

from engines.errors import BadInput, Finding, NotPossible, finding
from engines.registry import broken_games, games, words_of
from firmware_bridge.messages import AskState
from hardware.bridge import WORDS, find_port, open_bridge
from hardware.camera import Camera, Frame, find_device
from hardware.config import ButtonsConfig, DeviceConfig, LightsConfig
from hardware.devices import Devices, open_devices
from hardware.status import READY
from pi_app.camera.cases import CaseShelf, Figures, replay, worse
from pi_app.camera.learnt import Learner
from pi_app.games.app_game import broken_apps
from pi_app.host import beside, board
from pi_app.host.crashes import reports
from pi_app.host.settings import load_settings, settings_path
from pi_app.paths import cases_dir, journal_path, learnt_path, state_dir
from pi_app.table.journal_file import JournalBusy, inspect
from pi_app.ui.environment import find_display, font_files

Level: TypeAlias = Literal["ok", "warn", "fail"]
PYTHON_FROM, PYTHON_BELOW = (3, 11), (3, 14)
ESSENTIAL = ("kivy", "numpy", "opencv-python-headless", "msgspec", "platformdirs")
USEFUL = ("gpiozero", "pyserial", "reportlab")
MEGABYTE = 1_000_000
LOW_DISK, LOW_MEMORY = 200 * MEGABYTE, 200 * MEGABYTE
FIRST_YEAR = 2026
"""A clock before this year was never set: a Raspberry Pi has none that runs without power."""
THROW_AWAY = ("overlay", "tmpfs", "ramfs")
TIMED_FRAMES = 5
"""Pictures of a camera by which its rate is told."""
CAMERA_SECONDS = 12.0
BRIDGE_SECONDS = 4.0


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at. `fail`: the app cannot run; `warn`: something will be missing."""

    code: str
    """What was looked at."""
    level: Level
    text: Finding
    mend: Finding | None = None
    """What to do; None when nothing needs to be done."""
    package: str = ""
    """Which package, where it was one."""

    @property
    def name(self) -> str:
        """What was looked at, in English: `state folder`, `package kivy`."""
        return f"{self.code.replace('_', ' ')} {self.package}".rstrip()

    def as_json(self) -> dict[str, Any]:
        """The check with `text` and `mend` in English, and both with their code and parameters."""
        shape = {"name": self.name, "level": self.level, "text": str(self.text), "mend": str(self.mend or "")}
        return {**shape, "found": self.text.as_json(), "to_do": self.mend.as_json() if self.mend else None}


class Machine(msgspec.Struct, frozen=True):
    """Where the system keeps what is looked at."""

    dev: Path = Path("/dev")
    proc: Path = Path("/proc")
    drm: Path = Path("/sys/class/drm")
    sys: Path = board.SYS


def checkup(machine: Machine | None = None, *, camera: bool = True, bridge: bool = True) -> Iterator[Check]:
    """Look at everything, in the order in which it is needed.

    `camera`: take a photograph too (some seconds); `bridge`: open the microcontroller's port.
    """
    here = machine or Machine()
    yield check_python()
    yield from check_packages()
    yield check_fonts()
    yield check_languages()
    yield check_games()
    yield from check_settings()
    yield check_sqlite(sqlite3.sqlite_version)
    yield check_state_folder(state_dir())
    yield check_volatile(state_dir(), here.proc / "self" / "mountinfo")
    yield check_disk(state_dir())
    yield check_journal(journal_path())
    yield check_crashes(state_dir())
    yield check_memory(here.proc / "meminfo")
    yield from check_told(board.look(here.sys))
    yield check_clock(time.localtime().tm_year)
    yield from check_display(here)
    yield check_touch(here.dev / "input")
    yield check_pins(here.dev, dimmed=load_settings().settings.lights.dimmed)
    yield check_voice()
    settings = load_settings().settings
    yield from check_told(beside.look(settings.camera, settings.screen, here.drm, here.dev / "v4l/by-id"))
    if bridge:
        yield check_bridge(load_settings().settings.bridge.port)
    yield from check_cases(CaseShelf(cases_dir()))
    yield from check_learnt(Learner(learnt_path(), CaseShelf(cases_dir())))
    if camera:
        yield check_camera(load_settings().settings)


def as_it_is(value: object) -> Finding:
    """A finding that is the same in every language: a version, a path, a name."""
    return finding("check.value", "{value}", str(value))


def _together(findings: Sequence[Finding]) -> Finding:
    return findings[0] if len(findings) == 1 else finding("check.value", "{value}", list(findings))


def _type(command: str) -> Finding:
    return finding("mend.type", "Type: {command}", command)


RUN_AGAIN: Final = finding("mend.run_again", "Run script/run again: it installs what is missing.")
GAME_AGAIN: Final = finding("mend.game", "Install that game again, or remove it.")
LOOK_AT_WIRES: Final = finding("mend.wires", "Look at that part's four wires.")


# The program ---------------------------------------------------------------------------------------------------------


def check_python(running: tuple[int, int] = sys.version_info[:2]) -> Check:
    """The version of Python."""
    words = ".".join(map(str, running))
    if PYTHON_FROM <= running < PYTHON_BELOW:
        return Check("python", "ok", as_it_is(words))
    mend = finding("mend.python", "Install Python 3.11, 3.12 or 3.13, and run script/run again.")
    return Check("python", "fail", as_it_is(words), mend)


def check_packages() -> Iterator[Check]:
    """The Python packages."""
    for name in (*ESSENTIAL, *USEFUL):
        try:
            yield Check("package", "ok", as_it_is(version(name)), package=name)
        except PackageNotFoundError:
            level: Level = "fail" if name in ESSENTIAL else "warn"
            yield Check("package", level, finding("package.missing", "not installed"), RUN_AGAIN, name)


def check_fonts() -> Check:
    """The fonts of the screens."""
    missing = [name for name in font_files() if not Path(name).is_file()]
    if missing:
        mend = finding("mend.install", "Install Planisphere again.")
        return Check("fonts", "fail", _lacking(missing), mend)
    return Check("fonts", "ok", finding("fonts.ok", "in place"))


def check_languages() -> Check:
    """The compiled catalogues: the app's, and those that games bring."""
    from pi_app.i18n import DOMAIN, LANGUAGES, locale_folder

    folder = Path(locale_folder())
    files = {code: folder / code / "LC_MESSAGES" / f"{DOMAIN}.mo" for code in LANGUAGES if code != "en"}
    missing = [code for code, file in files.items() if not file.is_file()]
    if missing:
        text = finding("languages.not_compiled", "not compiled: {what}", ", ".join(missing))
        return Check("languages", "warn", text, RUN_AGAIN)
    damaged = []
    for game, code in product(games().values(), LANGUAGES):
        try:
            words_of(game, code)
        except BadInput as error:
            damaged.append(error.finding)
    if damaged:
        return Check("languages", "warn", _together(damaged), GAME_AGAIN)
    return Check("languages", "ok", as_it_is(", ".join(LANGUAGES)))


def check_games() -> Check:
    """All games that are installed can be loaded."""
    broken = (*broken_games(), *broken_apps())
    if broken:
        return Check("games", "warn", _together(broken), GAME_AGAIN)
    return Check("games", "ok", as_it_is(", ".join(games())))


def check_settings() -> Iterator[Check]:
    """The settings file: one line for each thing in it that cannot be used."""
    notes = load_settings().notes
    for note in notes:
        mend = finding("mend.settings", "Correct or remove that line; the default is used meanwhile.")
        yield Check("settings", "warn", as_it_is(note), mend)
    if not notes:
        path = settings_path()
        none = finding("settings.none", "none, the defaults hold; they would be in {path}", path)
        text = as_it_is(path) if os.path.exists(path) else none
        yield Check("settings", "ok", text)


# Where games are kept ------------------------------------------------------------------------------------------------


def check_sqlite(running: str) -> Check:
    """SQLite's version, and whether it has the WAL-reset fault (3.7.0 to 3.51.2; harmless with our one connection)."""
    numbers = tuple(int(part) for part in running.split("."))
    mended = numbers >= (3, 51, 3) or (3, 50, 7) <= numbers < (3, 51) or (3, 44, 6) <= numbers < (3, 45)
    if numbers < (3, 37):
        mend = finding("mend.sqlite", "It takes {version} or newer: use Debian 12 or later.", "3.37")
        return Check("sqlite", "fail", as_it_is(running), mend)
    faulty = finding("sqlite.wal_fault", "{version} (its WAL-reset fault does not matter here)", running)
    return Check("sqlite", "ok", as_it_is(running) if mended else faulty)


def check_state_folder(folder: Path) -> Check:
    """Whether games can be saved."""
    there = next((path for path in (folder, *folder.parents) if os.path.exists(path)), folder)
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return Check("state_folder", "ok", as_it_is(folder))
    text = finding("state.read_only", "{path} cannot be written: games will not be saved", folder)
    return Check("state_folder", "warn", text, finding("mend.writable", "Let this user write {path}.", there))


def check_volatile(folder: Path, mountinfo: Path) -> Check:
    """Whether what is saved outlives the plug: an overlay root makes everything on it throw-away."""
    kind = filesystem_of(folder, mountinfo)
    if kind in THROW_AWAY:
        text = finding("state.volatile", "{path} lies on {kind}: games are gone when the power is", folder, kind)
        words = "With a read-only root, keep the data on a partition of its own (overlayroot=tmpfs:recurse=0)."
        return Check("saved_games", "warn", text, finding("mend.partition", words))
    if kind is None:
        return Check("saved_games", "ok", finding("state.filesystem_unknown", "on an unknown file system"))
    return Check("saved_games", "ok", finding("state.filesystem", "on {kind}", kind))


def forgets(folder: Path, mountinfo: Path = Path("/proc/self/mountinfo")) -> bool:
    """Whether what is saved in a folder is gone when the power is."""
    return filesystem_of(folder, mountinfo) in THROW_AWAY


def filesystem_of(folder: Path, mountinfo: Path) -> str | None:
    """The kind of file system that holds a folder, from /proc/self/mountinfo; None where that cannot be told."""
    try:
        rows = [line.split() for line in mountinfo.read_text().splitlines()]
    except OSError:
        return None
    real = str(folder.resolve())
    mounts = {row[4].replace("\\040", " "): row[row.index("-") + 1] for row in rows if "-" in row}
    holding = [at for at in mounts if real == at or real.startswith(at.rstrip("/") + "/")]
    return mounts[max(holding, key=len)] if holding else None


def check_disk(folder: Path) -> Check:
    """Free space for games and photographs."""
    there = next((path for path in (folder, *folder.parents) if os.path.exists(path)), Path("/"))
    free = shutil.disk_usage(there).free
    if free < LOW_DISK:
        mend = finding("mend.room", "Make room: at least {n} MB.", LOW_DISK // MEGABYTE)
        return Check("disk", "warn", _free(free), mend)
    return Check("disk", "ok", _free(free))


def check_journal(path: Path) -> Check:
    """Whether the journal can be read."""
    with suppress(OSError):
        if not path.exists():
            return Check("journal", "ok", finding("journal.none", "none yet; the first game begins it"))
    try:
        count = inspect(path)
    except JournalBusy:
        return Check("journal", "ok", finding("journal.in_use", "in use by a running Planisphere"))
    except BadInput as error:
        if error.code == "journal.damaged":
            mend = finding("mend.journal_damaged", "The app sets it aside and begins a new one.")
            return Check("journal", "warn", error.finding, mend)
        mend = finding("mend.journal_strange", "Update Planisphere, or move the file away.")
        return Check("journal", "fail", error.finding, mend)
    except NotPossible as error:
        mend = finding("mend.journal_rights", "Games go on without being saved; give this user the file.")
        return Check("journal", "warn", error.finding, mend)
    return Check("journal", "ok", finding("journal.games", "games: {n}", count))


def check_crashes(state: Path) -> Check:
    """Reports of crashes; a host may send them with a support bundle."""
    kept = reports(state)
    if not kept:
        return Check("crashes", "ok", finding("crashes.none", "none"))
    words = "{n} kept, the last on {when}: {what}"
    text = finding("crashes.kept", words, len(kept), kept[0].at, kept[0].what)
    mend = finding("mend.bundle", "planisphere support-bundle packs the reports for whoever helps.")
    return Check("crashes", "warn", text, mend)


def check_cases(shelf: CaseShelf) -> Iterator[Check]:
    """Whether this version reads the kept cases as well as the last one did; nothing where none are kept."""
    folders = shelf.folders()
    if not folders:
        return
    try:
        now = Figures(_own_version(), {name: judged.outcome for name, judged in replay(folders)})
    except BadInput as error:
        yield Check("kept_cases", "warn", error.finding, finding("mend.case", "Remove that case."))
        return
    exact = sum(outcome == "exact" for outcome in now.outcomes.values())
    words = "{right} of {all} kept readings are read exactly now"
    text = finding("cases.exact", words, exact, len(folders))
    before = shelf.figures()
    lost = worse(before, now) if before else []
    if before and lost:
        words = "Keep the older version, or look at them with: planisphere bench vision --cases"
        mend = finding("mend.cases", words)
        words = "version {now} reads {what} worse than {before}"
        text = finding("cases.worse", words, now.version, ", ".join(lost), before.version)
        yield Check("kept_cases", "warn", text, mend)
        return
    with suppress(OSError):
        shelf.keep_figures(now)
    yield Check("kept_cases", "ok", text)


def check_learnt(learner: Learner) -> Iterator[Check]:
    """What this table has learnt from its own boards; nothing where it has learnt nothing."""
    found = learner.report()
    if found is not None:
        yield Check("learnt", "warn" if learner.broken else "ok", found)


def _own_version() -> str:
    try:
        return version("planisphere")
    except PackageNotFoundError:
        return "unknown"


# The machine ---------------------------------------------------------------------------------------------------------


def check_memory(meminfo: Path) -> Check:
    """Memory that is free for the app."""
    try:
        rows = dict(line.split(":", 1) for line in meminfo.read_text().splitlines())
        free = int(rows["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return Check("memory", "ok", finding("memory.unknown", "unknown"))
    if free < LOW_MEMORY:
        return Check("memory", "warn", _free(free), finding("mend.memory", "Close other programs."))
    return Check("memory", "ok", _free(free))


def check_told(all_told: Iterable[board.Told]) -> Iterator[Check]:
    """What the machine tells of itself and of what is beside it: heat, power supply, card, network, other cameras."""
    for told in all_told:
        yield Check(told.code, "warn" if told.mend else "ok", told.text, told.mend)


def check_clock(year: int) -> Check:
    """Whether the clock was ever set."""
    if year < FIRST_YEAR:
        mend = finding("mend.clock", "Connect to a network once, or set it with: sudo date -s")
        return Check("clock", "warn", finding("clock.unset", "it says {year}", year), mend)
    return Check("clock", "ok", as_it_is(year))


def check_display(machine: Machine) -> Iterator[Check]:
    """The libraries that draw, and what shows it."""
    libraries = {"libEGL.so.1": "libegl1", "libGLESv2.so.2": "libgles2"}
    missing = [package for name, package in libraries.items() if not _loads(name)]
    if missing:
        yield _missing("graphics", [*missing, "libgl1-mesa-dri"])
    else:
        yield Check("graphics", "ok", finding("graphics.ok", "EGL and OpenGL ES"))
    display = find_display(os.environ, machine.drm)
    if display.driver == "offscreen":
        text = finding("display.offscreen", "{why}: the app draws on no screen", display.why)
        mend = finding("mend.display", "Connect a panel, or start it on a desktop.")
        yield Check("display", "warn", text, mend)
    elif display.driver == "kmsdrm":
        yield _panel(machine, display.why)
    else:
        yield Check("display", "ok", display.why)


def _panel(machine: Machine, why: Finding) -> Check:
    libraries = {"libgbm.so.1": "libgbm1", "libdrm.so.2": "libdrm2"}
    missing = [package for name, package in libraries.items() if not _loads(name)]
    if missing:
        return _missing("display", missing)
    cards = sorted((machine.dev / "dri").glob("card*"))
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        text = finding("display.no_right", "{why}, but there is no right to draw on it", why)
        return Check("display", "fail", text, _type("sudo usermod -aG video,render $USER"))
    return Check("display", "ok", why)


def _missing(name: str, packages: list[str]) -> Check:
    return Check(name, "fail", _lacking(packages), _type(f"sudo apt install {' '.join(packages)}"))


def _lacking(names: list[str]) -> Finding:
    return finding("parts.missing", "missing: {what}", ", ".join(names))


def _free(octets: int) -> Finding:
    return finding("room.free", "{n} MB free", octets // MEGABYTE)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def check_touch(folder: Path) -> Check:
    """Whether touches can be read."""
    events = sorted(folder.glob("event*"))
    if not events:
        return Check(
            "touch",
            "warn",
            finding("touch.none", "no input device"),
            finding("mend.touch", "Connect a touchscreen or a mouse."),
        )
    if not any(os.access(event, os.R_OK) for event in events):
        return Check(
            "touch",
            "warn",
            finding("touch.no_right", "no right to read any input device"),
            _type("sudo usermod -aG input $USER"),
        )
    return Check("touch", "ok", finding("touch.devices", "input devices: {n}", len(events)))


def check_voice(program: str = "espeak-ng") -> Check:
    """The voice of spoken prompts, which no table needs."""
    if shutil.which(program) is None:
        words = "none: prompts are shown, not spoken (for a voice: apt install {program})"
        return Check("voice", "ok", finding("voice.none", words, program))
    return Check("voice", "ok", as_it_is(program))


def check_bridge(wanted: str, seconds: float = BRIDGE_SECONDS) -> Check:
    """The microcontroller: whether it answers, its program's version, parts that do not answer. `wanted`: its port."""
    port = None if wanted == "none" else find_port(wanted)
    if port is None:
        return Check("microcontroller", "ok", WORDS["no port"])
    table = open_bridge(port)
    try:
        table.link.send(AskState())
        until = time.monotonic() + seconds
        while table.report is None and time.monotonic() < until:
            time.sleep(0.05)
        report, status, program = table.report, table.link.status, table.link.program
    finally:
        table.close()
    if report is None:
        mend = finding("mend.bridge", "Type planisphere bridge flash, or look at the cable.")
        return Check("microcontroller", "warn", finding("bridge.at", "{port}: {status}", port, WORDS[status]), mend)
    if report.missing:
        return Check("microcontroller", "warn", _mute(program, report.missing), LOOK_AT_WIRES)
    words = "program {version}, {n} bytes free"
    return Check("microcontroller", "ok", finding("bridge.program_free", words, program, report.free))


def check_pins(dev: Path, *, dimmed: bool = False) -> Check:
    """Pins for lamps and buttons. `dimmed`: whether the lamps shall be, which needs lgpio."""
    chips = sorted(dev.glob("gpiochip*"))
    if not chips:
        return Check("pins", "ok", finding("pins.none", "this machine has none: lamps and buttons are on the screen"))
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        text = finding("pins.no_right", "no right to use them")
        return Check("pins", "warn", text, _type("sudo usermod -aG gpio $USER"))
    if dimmed and find_spec("lgpio") is None:
        text = finding("pins.no_lgpio", "lgpio is not installed")
        return Check("pins", "warn", text, _type("sudo apt install python3-lgpio"))
    return Check("pins", "ok", READY)


# The camera ----------------------------------------------------------------------------------------------------------


def check_camera(config: DeviceConfig) -> Check:
    """Whether a camera gives pictures, and whether the light will do."""
    wanted = config.camera
    if wanted.kind == "none":
        return Check("camera", "ok", finding("camera.off_here", "switched off in the settings"))
    if wanted.kind == "simulated":
        return Check("camera", "ok", finding("camera.simulated", "simulated"))
    if wanted.kind in ("auto", "v4l2") and find_device(wanted.device) is None:
        text = finding("camera.none_here", "no camera is plugged in: drawings are tapped in")
        return Check("camera", "warn", text, finding("mend.camera", "Plug in a USB camera."))
    only_camera = DeviceConfig(camera=wanted, lights=LightsConfig(kind="none"), buttons=ButtonsConfig(kind="none"))
    with open_devices(only_camera) as devices:
        return _picture(devices.camera(0), CAMERA_SECONDS)


def check_devices(devices: Devices, seconds: float = CAMERA_SECONDS) -> Iterator[Check]:
    """The parts of a table whose app is running, asked through the app's own devices."""
    yield _picture(devices.camera(0), seconds)
    for name, part in (("lights", devices.lights), ("buttons", devices.buttons), ("shaker", devices.shaker)):
        ready = part.status == READY
        yield Check(name, "ok" if ready else "warn", part.status)
    if devices.bridge is not None and devices.bridge.status == READY:
        program, missing = devices.bridge.link.program, sorted(devices.bridge.missing)
        if missing:
            yield Check("microcontroller", "warn", _mute(program, missing), LOOK_AT_WIRES)
        else:
            yield Check("microcontroller", "ok", finding("bridge.program", "program {version}", program))


def _mute(program: str, parts: Sequence[str]) -> Finding:
    return finding("bridge.parts_mute", "program {version}; no answer from: {what}", program, ", ".join(parts))


def _seen(frames: Sequence[Frame]) -> Finding:
    """What a camera gives: the size of its pictures and, where they are timed, how many a second."""
    height, width = frames[-1].image.shape[:2]
    size, span = f"{width}x{height}", frames[-1].at - frames[0].at
    if span <= 0:
        return as_it_is(size)
    return finding("camera.rate", "{size}, {rate} pictures a second", size, round((len(frames) - 1) / span))


def _picture(camera: Camera, seconds: float) -> Check:
    from vision.ink.light import check_live

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if frames := camera.frames(TIMED_FRAMES):
            light = check_live(frames[-1].image)
            if light.ok:
                return Check("camera", "ok", finding("camera.ok", "{seen}, the light will do", _seen(frames)))
            text = finding("camera.light", "{seen}: {why}", _seen(frames), [why.finding for why in light.why])
            return Check("camera", "warn", text, finding("mend.light", "Mend the light over the boards."))
        if camera.status.state == "absent":
            break
        time.sleep(0.05)
    text = camera.status.message or finding("camera.no_picture", "no picture came")
    return Check("camera", "warn", text, finding("mend.unplug", "Unplug it and plug it in again."))
