"""The settings of this table: `settings.toml` in the configuration folder. Bad values never stop the app."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engines.files import bytes_of
from hardware.config import DeviceConfig
from pi_app.host.rest import ScreenConfig
from pi_app.paths import config_dir
from pi_app.presenters.preferences import Preferences, brought_up

FILE = "settings.toml"
Language: TypeAlias = Literal["en", "fr", "de", "pl"]


class PublicConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`[public]`: where the page for other screens is served once it is switched on (see `preferences.public`)."""

    address: str = "127.0.0.1"
    """The address to listen at; `0.0.0.0` lets every machine of the network watch."""
    port: Annotated[int, Meta(ge=1, le=65535)] = 8047


class PhonesConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`[phones]`: where the pages of the seats are served once they are switched on (see `preferences.phones`)."""

    address: str = "0.0.0.0"
    """The address to listen at; the default is every one that this machine has."""
    port: Annotated[int, Meta(ge=1, le=65535)] = 8048


class HubSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The link to an event host. Pairing on the screen does the rest."""

    enabled: bool = True
    """Whether this table may be paired at all."""
    address: str = ""
    """Where the event host is, so that only its code must be typed: `http://192.168.1.5:8600`."""
    name: str = ""
    """What this table is called there."""


class Settings(DeviceConfig, frozen=True, kw_only=True):
    """Everything that can be set, the devices included."""

    language: Language = "en"
    """Until somebody picks another on the screen."""
    preferences: Preferences = Preferences()
    """How the screens look and sound, until somebody chooses on the screen."""
    public: PublicConfig = PublicConfig()
    phones: PhonesConfig = PhonesConfig()
    hub: HubSettings = HubSettings()
    screen: ScreenConfig = ScreenConfig()
    keep_cases: bool = False
    """Whether photographs whose reading the table corrected are kept, to prove later versions on them."""


class Loaded(msgspec.Struct, frozen=True):
    """The settings, and one readable note for each thing in the file that could not be used."""

    settings: Settings
    notes: tuple[str, ...] = ()


def settings_path() -> Path:
    """The file of the settings; it may not exist."""
    return config_dir() / FILE


def load_settings(path: Path | None = None) -> Loaded:
    """The settings in the file, defaults where it is silent, missing or wrong."""
    path = path or settings_path()
    try:
        text = bytes_of(path).decode("utf-8-sig")
        data = tomllib.loads(text)
        if "preferences" in data:
            data["preferences"] = brought_up(data["preferences"])
    except FileNotFoundError:
        return Loaded(Settings())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        why = " ".join(str(error).split())
        return Loaded(Settings(), (f"{path}: cannot be read, the defaults are used ({why})",))
    notes: list[str] = []
    return Loaded(
        _settings(Settings, data, "", notes), tuple(f"{path}: {note}{_line_of(text, note)}" for note in notes)
    )


def _line_of(text: str, note: str) -> str:
    """In which line of the file stands what a note begins with, in words; nothing where that cannot be told."""
    table, _, key = note.partition(":")[0].rpartition(".")
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[+\s*([^\]]*?)\s*\]", line):
            section = header[1]
        elif section == table and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*[=.]""", line):
            return f" (line {number})"
        if header and section == f"{table}.{key}".strip("."):
            return f" (line {number})"
    return ""


def _settings(kind: Any, data: dict[str, Any], where: str, notes: list[str]) -> Any:
    """A struct of that kind with every value of `data` that fits; a note for every other."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    values = {}
    for key, value in data.items():
        field = fields.get(key)
        if field is None:
            notes.append(f"{where}{key}: unknown setting, expected one of {', '.join(fields)}")
        elif isinstance(field.type, type) and issubclass(field.type, msgspec.Struct) and isinstance(value, dict):
            values[key] = _settings(field.type, value, f"{where}{key}.", notes)
        else:
            try:
                values[key] = msgspec.convert(value, field.type)
            except msgspec.ValidationError as error:
                notes.append(f"{where}{key}: {value!r} cannot be used ({error}); the default is {field.default!r}")
    return kind(**values)
