"""What the check of a table looked at, in the language in use."""

from __future__ import annotations

from typing import Final

from pi_app.host.checkup import Check
from pi_app.i18n import N_, _

_NAMES: Final = {
    "python": N_("Python"),
    "package": N_("Package {name}"),
    "fonts": N_("Fonts"),
    "languages": N_("Languages"),
    "games": N_("Games"),
    "settings": N_("Settings"),
    "sqlite": N_("SQLite"),
    "state_folder": N_("Folder of the games"),
    "saved_games": N_("Saved games"),
    "disk": N_("Disk"),
    "journal": N_("Journal"),
    "kept_cases": N_("Kept photographs"),
    "learnt": N_("Learnt here"),
    "crashes": N_("Crashes"),
    "memory": N_("Memory"),
    "heat": N_("Heat"),
    "supply": N_("Power supply"),
    "card": N_("Memory card"),
    "clock": N_("Clock"),
    "graphics": N_("Graphics"),
    "display": N_("Display"),
    "touch": N_("Touch"),
    "microcontroller": N_("Microcontroller"),
    "pins": N_("Pins"),
    "voice": N_("Voice"),
    "camera": N_("Camera"),
    "lights": N_("Lights"),
    "buttons": N_("Buttons"),
    "shaker": N_("Shaker"),
    "cameras": N_("Cameras"),
    "turned": N_("Screen"),
    "network": N_("Network"),
    "event_host": N_("Event host"),
}


def name_words(check: Check) -> str:
    """What was looked at."""
    return _(_NAMES[check.code]).format(name=check.package)
