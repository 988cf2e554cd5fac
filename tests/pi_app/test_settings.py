from __future__ import annotations

from pathlib import Path

import pytest

from hardware.config import ButtonsConfig, CameraConfig, LightsConfig
from pi_app.host.settings import Settings, load_settings, settings_path
from pi_app.paths import config_dir, data_dir, journal_path, state_dir

MANY = Settings(
    language="fr",
    camera=CameraConfig(kind="folder", folder="/srv/photos"),
    lights=LightsConfig(pins=(1, 2), dimmed=True),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_every_setting_of_the_file_is_taken(path: Path) -> None:
    text = """
        language = "fr"
        [camera]
        kind = "folder"
        folder = "/srv/photos"
        [lights]
        pins = [1, 2]
        dimmed = true
    """
    assert load_settings(write(path, text)).settings == MANY
    assert load_settings(path).notes == ()


def test_no_file_means_the_defaults_without_a_word(path: Path) -> None:
    assert load_settings(path).settings == Settings()
    assert load_settings(path).notes == ()


def test_a_value_that_cannot_be_used_is_named_and_the_rest_is_kept(path: Path) -> None:
    text = """
        language = "tlh"
        colour = "red"
        [camera]
        kind = "folder"
        width = "wide"
        [lights]
        pins = [99]
    """
    loaded = load_settings(write(path, text))
    assert loaded.settings == Settings(camera=CameraConfig(kind="folder"))
    assert [note.removeprefix(f"{path}: ").split(":")[0] for note in loaded.notes] == [
        "language",
        "colour",
        "camera.width",
        "lights.pins",
    ]
    assert "'tlh' cannot be used" in loaded.notes[0]
    assert all("\n" not in note for note in loaded.notes)


def test_each_note_names_the_line_it_is_about(path: Path) -> None:
    text = """language = "tlh"
# colour = "red"
colour = "red"

[camera]
"width" = "wide"
colour = "green"
[lights]
pins = [99]
[nothing]
x = 1
[buttons]
kind.of = "x"
"""
    notes = load_settings(write(path, text)).notes
    told = [(note.removeprefix(f"{path}: ").split(":")[0], note.rpartition(" (line ")[2]) for note in notes]
    assert told == [
        ("language", "1)"),
        ("colour", "3)"),
        ("camera.width", "6)"),
        ("camera.colour", "7)"),
        ("lights.pins", "9)"),
        ("nothing", "10)"),
        ("buttons.kind", "13)"),
    ]


def test_a_table_starts_whatever_its_settings_say_and_shows_nothing_to_the_network(path: Path) -> None:
    broken = 'preferences = 3\npublic = "yes"\nhub = []\nlanguage = 7\n[camera]\nkind = 1\n'
    loaded = load_settings(write(path, broken))
    assert loaded.settings == Settings()
    assert len(loaded.notes) == 5
    assert not loaded.settings.preferences.public
    assert loaded.settings.public.address == "127.0.0.1"
    assert loaded.settings.hub.address == ""


@pytest.mark.parametrize("text", ["language = = 3", "[camera", "camera = 3", "buttons = []"])
def test_a_file_that_makes_no_sense_leaves_the_defaults(path: Path, text: str) -> None:
    loaded = load_settings(write(path, text))
    assert loaded.settings == Settings()
    assert len(loaded.notes) == 1


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x00", b"language = '\xe9'"])
def test_bytes_that_are_no_text_leave_the_defaults(path: Path, data: bytes) -> None:
    write(path, "").write_bytes(data)
    assert load_settings(path).settings == Settings()
    assert len(load_settings(path).notes) == 1


def test_a_folder_in_the_place_of_the_file_leaves_the_defaults(path: Path) -> None:
    path.mkdir(parents=True)
    assert load_settings(path).settings == Settings()
    assert "cannot be read" in load_settings(path).notes[0]


def test_four_seats_have_a_button_each() -> None:
    assert len(ButtonsConfig().pins) == 4
    assert len(LightsConfig().pins) == 6
    assert not set(ButtonsConfig().pins) & set(LightsConfig().pins)


# Where things are ----------------------------------------------------------------------------------------------------


def test_systemds_state_folder_comes_before_xdgs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("CONFIGURATION_DIRECTORY", raising=False)
    assert journal_path() == tmp_path / "xdg" / "planisphere" / "journal.sqlite3"
    assert data_dir() == tmp_path / "data" / "planisphere"
    assert settings_path() == tmp_path / "config" / "planisphere" / "settings.toml"
    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path}/unit:{tmp_path}/second")
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "etc"))
    assert state_dir() == tmp_path / "unit"
    assert data_dir() == tmp_path / "unit" / "data"
    assert config_dir() == tmp_path / "etc"


def test_a_relative_xdg_folder_is_ignored_as_the_standard_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "somewhere")
    assert "somewhere" not in str(state_dir())
    assert state_dir().name == "planisphere"
