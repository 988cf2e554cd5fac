"""What a table needs, checked one by one, each with what to do about it."""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from engines.errors import BadInput, NotPossible
from firmware_bridge.messages import AskState
from hardware.bridge import WORDS, find_port, open_bridge
from hardware.camera import Camera, Frame, find_device
from hardware.config import ButtonsConfig, DeviceConfig, LightsConfig
from hardware.devices import Devices, open_devices
from pi_app.cases import CaseShelf, Figures, replay, worse
from pi_app.crashes import reports
from pi_app.journal_file import JournalBusy, inspect
from pi_app.paths import cases_dir, journal_path, state_dir
from pi_app.settings import load_settings, settings_path
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

    name: str
    level: Level
    text: str
    mend: str = ""
    """What to do; empty when nothing needs to be done."""


class Machine(msgspec.Struct, frozen=True):
    """Where the system keeps what is looked at."""

    dev: Path = Path("/dev")
    proc: Path = Path("/proc")
    drm: Path = Path("/sys/class/drm")


def checkup(machine: Machine | None = None, *, camera: bool = True, bridge: bool = True) -> Iterator[Check]:
    """Look at everything, in the order in which it is needed.

    `camera`: take a photograph too (some seconds); `bridge`: open the microcontroller's port.
    """
    here = machine or Machine()
    yield check_python()
    yield from check_packages()
    yield check_fonts()
    yield check_languages()
    yield from check_settings()
    yield check_sqlite(sqlite3.sqlite_version)
    yield check_state_folder(state_dir())
    yield check_volatile(state_dir(), here.proc / "self" / "mountinfo")
    yield check_disk(state_dir())
    yield check_journal(journal_path())
    yield check_crashes(state_dir())
    yield check_memory(here.proc / "meminfo")
    yield check_clock(time.localtime().tm_year)
    yield from check_display(here)
    yield check_touch(here.dev / "input")
    yield check_pins(here.dev)
    if bridge:
        yield check_bridge(load_settings().settings.bridge.port)
    yield from check_cases(CaseShelf(cases_dir()))
    if camera:
        yield check_camera(load_settings().settings)


# The program ---------------------------------------------------------------------------------------------------------


def check_python(running: tuple[int, int] = sys.version_info[:2]) -> Check:
    """The version of Python."""
    words = ".".join(map(str, running))
    if PYTHON_FROM <= running < PYTHON_BELOW:
        return Check("python", "ok", words)
    return Check("python", "fail", words, "install Python 3.11, 3.12 or 3.13 and run script/run again")


def check_packages() -> Iterator[Check]:
    """The Python packages."""
    for name in (*ESSENTIAL, *USEFUL):
        try:
            yield Check(f"package {name}", "ok", version(name))
        except PackageNotFoundError:
            level: Level = "fail" if name in ESSENTIAL else "warn"
            yield Check(f"package {name}", level, "not installed", "run script/run again: it installs what is missing")


def check_fonts() -> Check:
    """The fonts of the screens."""
    missing = [name for name in font_files() if not Path(name).is_file()]
    if missing:
        return Check("fonts", "fail", f"missing: {', '.join(missing)}", "install Planisphere again")
    return Check("fonts", "ok", "in place")


def check_languages() -> Check:
    """The compiled catalogues."""
    from pi_app.i18n import DOMAIN, LANGUAGES, locale_folder

    folder = Path(locale_folder())
    files = {code: folder / code / "LC_MESSAGES" / f"{DOMAIN}.mo" for code in LANGUAGES if code != "en"}
    missing = [code for code, file in files.items() if not file.is_file()]
    if missing:
        text = f"not compiled: {', '.join(missing)}"
        return Check("languages", "warn", text, "run script/run again: it compiles them")
    return Check("languages", "ok", ", ".join(LANGUAGES))


def check_settings() -> Iterator[Check]:
    """The settings file: one line for each thing in it that cannot be used."""
    notes = load_settings().notes
    for note in notes:
        yield Check("settings", "warn", note, "correct or remove that line; the default is used meanwhile")
    if not notes:
        path = settings_path()
        text = str(path) if path.exists() else f"none, the defaults hold; they would be in {path}"
        yield Check("settings", "ok", text)


# Where games are kept ------------------------------------------------------------------------------------------------


def check_sqlite(running: str) -> Check:
    """SQLite's version, and whether it has the WAL-reset fault (3.7.0 to 3.51.2; harmless with our one connection)."""
    numbers = tuple(int(part) for part in running.split("."))
    mended = numbers >= (3, 51, 3) or (3, 50, 7) <= numbers < (3, 51) or (3, 44, 6) <= numbers < (3, 45)
    if numbers < (3, 37):
        return Check("sqlite", "fail", running, "needs 3.37 or newer: use Debian 12 or later")
    note = "" if mended else " (has the WAL-reset fault, which one connection to the journal cannot meet)"
    return Check("sqlite", "ok", running + note)


def check_state_folder(folder: Path) -> Check:
    """Whether games can be saved."""
    there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return Check("state folder", "ok", str(folder))
    text = f"{folder}: cannot be written, games will not be saved"
    return Check("state folder", "warn", text, f"make {there} writable for this user")


def check_volatile(folder: Path, mountinfo: Path) -> Check:
    """Whether what is saved outlives the plug: an overlay root makes everything on it throw-away."""
    kind = filesystem_of(folder, mountinfo)
    if kind in THROW_AWAY:
        mend = "with a read-only root keep the data on its own partition and boot with overlayroot=tmpfs:recurse=0"
        return Check("saved games", "warn", f"{folder} lies on {kind}: games are gone when the power is", mend)
    return Check("saved games", "ok", f"on {kind}" if kind else "on an unknown file system")


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
    there = next((path for path in (folder, *folder.parents) if path.exists()), Path("/"))
    free = shutil.disk_usage(there).free
    if free < LOW_DISK:
        return Check("disk", "warn", f"{free // MEGABYTE} MB free", f"make room: at least {LOW_DISK // MEGABYTE} MB")
    return Check("disk", "ok", f"{free // MEGABYTE} MB free")


def check_journal(path: Path) -> Check:
    """Whether the journal can be read."""
    if not path.exists():
        return Check("journal", "ok", "none yet; the first game begins it")
    try:
        count = inspect(path)
    except JournalBusy:
        return Check("journal", "ok", "in use by a running Planisphere")
    except BadInput as error:
        damaged = "damaged" in str(error)
        mend = "the app sets it aside and begins a new one" if damaged else "update Planisphere, or move the file away"
        return Check("journal", "warn" if damaged else "fail", str(error), mend)
    except NotPossible as error:
        return Check("journal", "warn", str(error), "games go on without being saved; give this user the file")
    return Check("journal", "ok", f"{count} game{'' if count == 1 else 's'}")


def check_crashes(state: Path) -> Check:
    """Reports of crashes; a host may send them with a support bundle."""
    kept = reports(state)
    if not kept:
        return Check("crashes", "ok", "none")
    times = "one" if len(kept) == 1 else f"the latest {len(kept)}"
    mend = "planisphere support-bundle packs the reports for whoever helps"
    return Check("crashes", "warn", f"{times} kept, the last on {kept[0].at}: {kept[0].what}", mend)


def check_cases(shelf: CaseShelf) -> Iterator[Check]:
    """Whether this version reads the kept cases as well as the last one did; nothing where none are kept."""
    folders = shelf.folders()
    if not folders:
        return
    try:
        now = Figures(_own_version(), {name: judged.outcome for name, judged in replay(folders)})
    except BadInput as error:
        yield Check("kept cases", "warn", str(error), "remove that case")
        return
    exact = sum(outcome == "exact" for outcome in now.outcomes.values())
    text = f"{exact} of {len(folders)} corrected readings are read exactly now"
    before = shelf.figures()
    lost = worse(before, now) if before else []
    if before and lost:
        mend = "keep the older version, or look at them: `planisphere bench vision --cases` accepts the new figures"
        text = f"version {now.version} reads {', '.join(lost)} worse than {before.version}; {text}"
        yield Check("kept cases", "warn", text, mend)
        return
    with suppress(OSError):
        shelf.keep_figures(now)
    yield Check("kept cases", "ok", text)


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
        return Check("memory", "ok", "unknown")
    if free < LOW_MEMORY:
        return Check("memory", "warn", f"{free // MEGABYTE} MB free", "close other programs")
    return Check("memory", "ok", f"{free // MEGABYTE} MB free")


def check_clock(year: int) -> Check:
    """Whether the clock was ever set."""
    if year < FIRST_YEAR:
        return Check("clock", "warn", f"it says {year}", "connect to a network once, or set it with `sudo date -s`")
    return Check("clock", "ok", str(year))


def check_display(machine: Machine) -> Iterator[Check]:
    """The libraries that draw, and what shows it."""
    libraries = {"libEGL.so.1": "libegl1", "libGLESv2.so.2": "libgles2"}
    missing = [package for name, package in libraries.items() if not _loads(name)]
    if missing:
        yield _missing("graphics", [*missing, "libgl1-mesa-dri"])
    else:
        yield Check("graphics", "ok", "EGL and OpenGL ES")
    display = find_display(os.environ, machine.drm)
    if display.driver == "offscreen":
        text = f"{display.why}: the app runs offscreen"
        yield Check("display", "warn", text, "connect a panel, or start it on a desktop")
    elif display.driver == "kmsdrm":
        yield _panel(machine, display.why)
    else:
        yield Check("display", "ok", display.why)


def _panel(machine: Machine, why: str) -> Check:
    libraries = {"libgbm.so.1": "libgbm1", "libdrm.so.2": "libdrm2"}
    missing = [package for name, package in libraries.items() if not _loads(name)]
    if missing:
        return _missing("display", missing)
    cards = sorted((machine.dev / "dri").glob("card*"))
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return Check("display", "fail", f"{why}, but no right to draw on it", "sudo usermod -aG video,render $USER")
    return Check("display", "ok", why)


def _missing(name: str, packages: list[str]) -> Check:
    return Check(name, "fail", f"missing: {', '.join(packages)}", f"sudo apt install {' '.join(packages)}")


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
        return Check("touch", "warn", "no input device", "connect a touchscreen or a mouse")
    if not any(os.access(event, os.R_OK) for event in events):
        return Check("touch", "warn", "no right to read any input device", "sudo usermod -aG input $USER")
    return Check("touch", "ok", f"{len(events)} input device{'' if len(events) == 1 else 's'}")


def check_bridge(wanted: str, seconds: float = BRIDGE_SECONDS, clock: Callable[[], float] = time.monotonic) -> Check:
    """The microcontroller: whether it answers, its program's version, parts that do not answer. `wanted`: its port."""
    port = None if wanted == "none" else find_port(wanted)
    if port is None:
        return Check("microcontroller", "ok", "none is plugged in: lamps, buttons and balls are touched on the screen")
    table = open_bridge(port)
    try:
        table.link.send(AskState())
        until = clock() + seconds
        while table.report is None and clock() < until:
            time.sleep(0.05)
        report, status, program = table.report, table.link.status, table.link.program
    finally:
        table.close()
    if report is None:
        mend = "planisphere bridge flash, or look at the cable; another program may hold the port"
        return Check("microcontroller", "warn", f"{port}: {WORDS[status]}", mend)
    if report.missing:
        text = f"program {program}; {', '.join(report.missing)} does not answer"
        return Check("microcontroller", "warn", text, "look at that part's four wires")
    return Check("microcontroller", "ok", f"program {program}, {report.free} bytes free")


def check_pins(dev: Path) -> Check:
    """Pins for lamps and buttons."""
    chips = sorted(dev.glob("gpiochip*"))
    if not chips:
        return Check("pins", "ok", "this machine has none: lamps and buttons are on the screen")
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Check("pins", "warn", "no right to use them", "sudo usermod -aG gpio $USER")
    if find_spec("lgpio") is None:
        return Check("pins", "warn", "lgpio is not installed", "sudo apt install python3-lgpio")
    return Check("pins", "ok", "ready")


# The camera ----------------------------------------------------------------------------------------------------------


def check_camera(
    config: DeviceConfig, seconds: float = CAMERA_SECONDS, clock: Callable[[], float] = time.monotonic
) -> Check:
    """Whether a camera gives pictures, and whether the light will do."""
    wanted = config.camera
    if wanted.kind in ("none", "simulated"):
        return Check("camera", "ok", f"{wanted.kind} by the settings")
    if wanted.kind in ("auto", "v4l2") and find_device(wanted.device) is None:
        return Check("camera", "warn", "no camera is plugged in: drawings are tapped in", "plug in a USB camera")
    only_camera = DeviceConfig(camera=wanted, lights=LightsConfig(kind="none"), buttons=ButtonsConfig(kind="none"))
    with open_devices(only_camera) as devices:
        return _picture(devices.camera(0), clock() + seconds, clock)


def check_devices(
    devices: Devices, seconds: float = CAMERA_SECONDS, clock: Callable[[], float] = time.monotonic
) -> Iterator[Check]:
    """The parts of a table whose app is running, asked through the app's own devices."""
    yield _picture(devices.camera(0), clock() + seconds, clock)
    for name, part in (("lights", devices.lights), ("buttons", devices.buttons), ("shaker", devices.shaker)):
        ready = part.status == "ready"
        yield Check(name, "ok" if ready else "warn", part.status)
    if devices.bridge is not None and devices.bridge.status == "ready":
        program, missing = f"program {devices.bridge.link.program}", sorted(devices.bridge.missing)
        if missing:
            text = f"{program}; {', '.join(missing)} does not answer"
            yield Check("microcontroller", "warn", text, "look at that part's four wires")
        else:
            yield Check("microcontroller", "ok", program)


def _rate(frames: Sequence[Frame]) -> str:
    """How many pictures a second came; nothing for a camera whose pictures are not timed."""
    span = frames[-1].at - frames[0].at
    return f", {(len(frames) - 1) / span:.0f} pictures a second" if span > 0 else ""


def _picture(camera: Camera, until: float, clock: Callable[[], float]) -> Check:
    from vision.light import check_live

    while clock() < until:
        if frames := camera.frames(TIMED_FRAMES):
            light = check_live(frames[-1].image)
            height, width = frames[-1].image.shape[:2]
            seen = f"{width}x{height}{_rate(frames)}"
            if light.ok:
                return Check("camera", "ok", f"{seen}, the light will do")
            return Check("camera", "warn", f"{seen}: {', '.join(light.why)}", "mend the light over the boards")
        if camera.status.state == "absent":
            break
        time.sleep(0.05)
    return Check("camera", "warn", camera.status.message or "no picture came", "unplug it and plug it in again")
