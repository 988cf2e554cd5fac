"""The settings of this table: `settings.toml` in the configuration folder. Bad values never stop the app."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hardware.config import DeviceConfig
from pi_app.paths import config_dir

FILE = "settings.toml"
Language: TypeAlias = Literal["en", "fr"]
Theme: TypeAlias = Literal["night", "paper"]


class Settings(DeviceConfig, frozen=True, kw_only=True):
    """Everything that can be set, the devices included."""

    language: Language = "en"
    theme: Theme = "night"
    text_scale: Annotated[float, Meta(ge=0.8, le=1.6)] = 1.0
    """All text sizes times this."""
    reduced_motion: bool = False


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
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Loaded(Settings())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        why = " ".join(str(error).split())
        return Loaded(Settings(), (f"{path}: cannot be read, the defaults are used ({why})",))
    notes: list[str] = []
    return Loaded(_settings(Settings, data, "", notes), tuple(f"{path}: {note}" for note in notes))


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


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings, all or nothing. Raises OSError where the folder cannot be written."""
    path = path or settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(_toml(msgspec.to_builtins(settings)))
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def _toml(data: dict[str, Any]) -> str:
    """Plain values first, then one table a section (our settings nest no deeper)."""
    plain = [f"{key} = {_value(value)}\n" for key, value in data.items() if not isinstance(value, dict)]
    tables = [f"\n[{key}]\n{_toml(value)}" for key, value in data.items() if isinstance(value, dict)]
    return "".join(plain + tables)


def _value(value: Any) -> str:
    """A TOML value: JSON's strings, numbers, truth values and lists are TOML too."""
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
