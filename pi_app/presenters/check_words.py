"""What the check of a table looked at, in the language in use."""

from __future__ import annotations

from typing import Final

from pi_app.i18n import N_, _

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


def name_words(name: str) -> str:
    """What was looked at."""
    if name.startswith("package "):
        return _("Package {name}").format(name=name.removeprefix("package "))
    return _(_NAMES[name]) if name in _NAMES else name
