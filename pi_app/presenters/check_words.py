"""The check of a table in the language in use. The check itself speaks English, as `planisphere doctor` prints it."""

from __future__ import annotations

from typing import Final

from pi_app.eye import LIGHT_WORDS
from pi_app.i18n import N_, _
from pi_app.presenters.phrases import Phrase, translated

_NAMES: Final = {
    "python": N_("Python"),
    "fonts": N_("Fonts"),
    "languages": N_("Languages"),
    "settings": N_("Settings"),
    "sqlite": N_("SQLite"),
    "state folder": N_("Folder of the games"),
    "saved games": N_("Saved games"),
    "disk": N_("Disk"),
    "journal": N_("Journal"),
    "kept cases": N_("Kept photographs"),
    "crashes": N_("Crashes"),
    "memory": N_("Memory"),
    "clock": N_("Clock"),
    "graphics": N_("Graphics"),
    "display": N_("Display"),
    "touch": N_("Touch"),
    "microcontroller": N_("Microcontroller"),
    "pins": N_("Pins"),
    "camera": N_("Camera"),
    "lights": N_("Lights"),
    "buttons": N_("Buttons"),
    "shaker": N_("Shaker"),
}
_TEXTS: Final[tuple[Phrase, ...]] = (
    (r"ready", N_("ready")),
    (r"closed", N_("closed")),
    (r"unknown", N_("unknown")),
    (r"in place", N_("in place")),
    (r"none", N_("none")),
    (r"(?P<n>\d+) kept, the last on (?P<when>.+?): (?P<what>.+)", N_("{n} kept, the last on {when}: {what}")),
    (r"not installed", N_("not installed")),
    (r"missing: (?P<what>.+)", N_("missing: {what}")),
    (r"not compiled: (?P<what>.+)", N_("not compiled: {what}")),
    (r"none, the defaults hold; they would be in (?P<path>.+)", N_("none, the defaults hold; they would be in {path}")),
    (r"(?P<version>[\d.]+) \(has the WAL-reset fault.*\)", N_("{version} (its WAL-reset fault does not matter here)")),
    (
        r"(?P<path>.+): cannot be written, games will not be saved",
        N_("{path} cannot be written: games will not be saved"),
    ),
    (
        r"(?P<path>.+) lies on (?P<kind>\S+): games are gone when the power is",
        N_("{path} lies on {kind}: games are gone when the power is"),
    ),
    (r"on an unknown file system", N_("on an unknown file system")),
    (r"on (?P<kind>\S+)", N_("on {kind}")),
    (r"(?P<n>\d+) MB free", N_("{n} MB free")),
    (r"it says (?P<year>\d+)", N_("it says {year}")),
    (
        r"(?P<right>\d+) of (?P<all>\d+) corrected readings are read exactly now",
        N_("{right} of {all} corrected readings are read exactly now"),
    ),
    (
        r"version (?P<now>\S+) reads (?P<what>.+) worse than (?P<before>\S+); .*",
        N_("version {now} reads {what} worse than {before}"),
    ),
    (r"EGL and OpenGL ES", N_("EGL and OpenGL ES")),
    (r"no display was found: the app runs offscreen", N_("no display was found: the app draws on no screen")),
    (r"(?P<why>.+): the app runs offscreen", N_("{why}: the app draws on no screen")),
    (
        r".+, but no right to draw on it",
        N_("a panel is connected, but there is no right to draw on it"),
    ),
    (r"a panel is connected", N_("a panel is connected")),
    (r"a desktop is running", N_("a desktop is running")),
    (r"no input device", N_("no input device")),
    (r"no right to read any input device", N_("no right to read any input device")),
    (r"(?P<n>\d+) input devices?", N_("input devices: {n}")),
    (r"(?:program )?(?P<version>\S+); (?P<what>.+) does not answer", N_("program {version}; no answer from: {what}")),
    (r"program (?P<version>[^\s,]+)(?:, \d+ bytes free)?", N_("program {version}")),
    (
        r"this machine has none: lamps and buttons are on the screen",
        N_("this machine has none: lamps and buttons are on the screen"),
    ),
    (r"no right to use them", N_("no right to use them")),
    (r"lgpio is not installed", N_("lgpio is not installed")),
    (r"no camera is plugged in.*", N_("no camera is plugged in: drawings are tapped in")),
    (r"there is no simulated table|simulated by the settings", N_("simulated")),
    (r"the camera is switched off in the settings|\S+ by the settings", N_("switched off in the settings")),
    (r"the camera is being opened", N_("it is being opened")),
    (r"no picture came", N_("no picture came")),
    (r"no picture in (?P<path>.+)", N_("no picture in {path}")),
    (r"(?P<seen>[^,]+), the light will do", N_("{seen}, the light will do")),
    (
        r"(?P<seen>[^,]+), (?P<rate>\d+) pictures a second, the light will do",
        N_("{seen}, {rate} pictures a second, the light will do"),
    ),
    (r"no lamps are wired: the screen shows the round", N_("none are wired: the screen shows the round")),
    (r"no buttons are wired: touch the screen", N_("none are wired: touch the screen")),
    (
        r"no sensor is at the mother ship: name the balls by touch|the balls are named by touch",
        N_("none: the balls are named by touch"),
    ),
    (r"(?:(?P<port>\S+): )?the microcontroller does not answer.*", N_("it does not answer: is its program on it?")),
    (
        r"no microcontroller is plugged in: touch .*|none is plugged in: lamps, .*",
        N_("no microcontroller is plugged in: touch the screen instead"),
    ),
    (
        r"(?:(?P<port>\S+): )?the microcontroller runs a program of another version.*",
        N_("it runs a program of another version"),
    ),
)
_MENDS: Final[tuple[Phrase, ...]] = (
    (r"install Python.*|run script/run again.*", N_("Run script/run again: it installs what is missing.")),
    (r"install Planisphere again", N_("Install Planisphere again.")),
    (r"correct or remove that line.*", N_("Correct or remove that line; the default is used meanwhile.")),
    (
        r"needs (?P<version>\S+) or newer: use Debian 12 or later",
        N_("It takes {version} or newer: use Debian 12 or later."),
    ),
    (r"make (?P<path>.+) writable for this user", N_("Let this user write {path}.")),
    (
        r"with a read-only root keep the data.*",
        N_("With a read-only root, keep the data on a partition of its own (overlayroot=tmpfs:recurse=0)."),
    ),
    (r"make room: at least (?P<n>\d+) MB", N_("Make room: at least {n} MB.")),
    (r"remove that case", N_("Remove that case.")),
    (r"keep the older version.*", N_("Keep the older version, or look at them with: planisphere bench vision --cases")),
    (r"close other programs", N_("Close other programs.")),
    (
        r"planisphere support-bundle packs .*",
        N_("planisphere support-bundle packs the reports for whoever helps."),
    ),
    (r"connect to a network once.*", N_("Connect to a network once, or set it with: sudo date -s")),
    (r"connect a panel, or start it on a desktop", N_("Connect a panel, or start it on a desktop.")),
    (r"connect a touchscreen or a mouse", N_("Connect a touchscreen or a mouse.")),
    (r"(?P<command>sudo .+)", N_("Type: {command}")),
    (r"look at that part's four wires", N_("Look at that part's four wires.")),
    (r"planisphere bridge flash, or look at the cable.*", N_("Type planisphere bridge flash, or look at the cable.")),
    (r"mend the light over the boards", N_("Mend the light over the boards.")),
    (r"plug in a USB camera", N_("Plug in a USB camera.")),
    (r"unplug it and plug it in again", N_("Unplug it and plug it in again.")),
)


def name_words(name: str) -> str:
    """What was looked at."""
    if name.startswith("package "):
        return _("Package {name}").format(name=name.removeprefix("package "))
    return _(_NAMES[name]) if name in _NAMES else name


def text_words(text: str) -> str:
    """What was found; as the check said it where no words are known for it: a path, a version."""
    return translated(text, _TEXTS) or _picture_words(text)


def mend_words(mend: str) -> str:
    """What to do."""
    return translated(mend, _MENDS) or mend


def _picture_words(text: str) -> str:
    head, colon, why = text.rpartition(": ")
    troubles = why.split(", ")
    if not colon or any(trouble not in LIGHT_WORDS for trouble in troubles):
        return text
    return f"{head.partition(',')[0]}: {', '.join(_(LIGHT_WORDS[trouble]) for trouble in troubles)}"
