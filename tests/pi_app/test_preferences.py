"""What a table chooses for its screens is kept, can be chosen by touch alone, and never stops the app."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_app import i18n
from pi_app.host.settings import load_settings
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.preferences import Preferences, preference_rows
from pi_app.table.journal import Journal

ROWS = preference_rows(Preferences())
KEYS = [value.key for row in ROWS for value in row.values if row.name != "language"]


@pytest.mark.parametrize("key", KEYS)
def test_every_value_that_is_offered_can_be_chosen_and_is_marked_then(nav: Navigator, key: str) -> None:
    nav.choose_preference(key)
    name = key.partition("=")[0]
    row = next(row for row in preference_rows(nav.preferences) if row.name == name)
    assert [value.key for value in row.values if value.chosen] == [key]


def test_every_preference_has_a_row() -> None:
    assert {row.name for row in ROWS} == {"language", *Preferences.__struct_fields__}


def test_the_language_is_one_of_the_rows(nav: Navigator) -> None:
    nav.choose_preference("language=fr")
    assert i18n.language() == "fr"


def test_preferences_survive_a_restart(tmp_path: Path, nav: Navigator) -> None:
    nav.choose_preference("theme=day")
    nav.journal.close()
    with Journal(tmp_path / "journal.sqlite3") as journal:
        again = Navigator(journal, preferences=Preferences(text="large"))
        assert again.preferences == Preferences(theme="day")


@pytest.mark.parametrize(("kept", "size"), [("true", "large"), ("false", "normal")])
def test_large_text_as_it_was_kept_before_is_a_size_now(journal: Journal, tmp_path: Path, kept: str, size: str) -> None:
    journal.set_place("preferences", f'{{"theme":"day","large_text":{kept}}}')
    assert Navigator(journal).preferences == Preferences(theme="day", text=size)  # type: ignore[arg-type]
    file = tmp_path / "settings.toml"
    file.write_text(f"[preferences]\nlarge_text = {kept}\n")
    loaded = load_settings(file)
    assert (loaded.settings.preferences.text, loaded.notes) == (size, ())


@pytest.mark.parametrize("kept", ["{", '{"theme":"pink"}', '{"volume":11}', "[]"])
def test_preferences_that_cannot_be_read_are_those_of_the_settings(journal: Journal, kept: str) -> None:
    journal.set_place("preferences", kept)
    assert Navigator(journal, preferences=Preferences(theme="day")).preferences == Preferences(theme="day")


def test_the_settings_file_says_how_screens_look_at_first(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[preferences]\ntheme = "day"\nvolume = 9\n')
    loaded = load_settings(file)
    assert loaded.settings.preferences == Preferences(theme="day")
    assert len(loaded.notes) == 1
    assert "preferences.volume" in loaded.notes[0]
