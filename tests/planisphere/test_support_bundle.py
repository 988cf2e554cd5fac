from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from engines.record import ActionLine, Header, ResultLine, parse_record
from pi_app.host import support
from pi_app.host.checkup import Check, as_it_is
from pi_app.table.journal import Journal
from planisphere import cli

STATE = "state"


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A table on which Nina and Ann played, with a log that names one of them and a drawing that was photographed."""
    state, config = tmp_path / STATE, tmp_path / "config"
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(config))
    monkeypatch.setattr(support, "read_log", lambda: b"game of NINA began; Annual figures\n")
    monkeypatch.setattr(support, "checkup", lambda camera: iter([Check("python", "ok", as_it_is("3.11"))]))
    config.mkdir()
    (config / "settings.toml").write_text('language = "fr"\nhost_token = "abc123"\n[lights]\npins = [5, 6]\n')
    with Journal(state / "journal.sqlite3") as journal:
        game = journal.new_game(Header(game="star_explorer", players=("Nina", "Ann")))
        journal.append(game, ActionLine(n=1, seat=0, action={"type": "x"}, source="touch"))
        sheet = {"players": [{"name": "Nina", "total": 7}, {"name": "Ann", "total": 9}], "winners": ["Ann"]}
        journal.append(game, ResultLine(sheet))
    photo = state / "photos" / "1" / "0-2-1.jpg"
    photo.parent.mkdir(parents=True)
    photo.write_bytes(b"a photograph")
    return state


def made(tmp_path: Path, *options: str) -> dict[str, bytes]:
    out = tmp_path / "bundle.zip"
    assert cli.main(["support-bundle", "--out", str(out), *options]) == 0
    with zipfile.ZipFile(out) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def test_names_photographs_and_secrets_stay_at_the_table(tmp_path: Path) -> None:
    parts = made(tmp_path)
    assert set(parts) == {
        *("about.json", "doctor.json", "games.json", "latest_game.jsonl", "log.txt", "settings.toml"),
    }
    assert not [
        name for name, content in parts.items() if b"Nina" in content or b"NINA" in content or b'"Ann"' in content
    ]
    assert parts["log.txt"] == b"game of (name) began; Annual figures\n"
    assert b"abc123" not in parts["settings.toml"]
    assert b"pins = [5, 6]" in parts["settings.toml"]
    record = parse_record(parts["latest_game.jsonl"].decode())
    assert record.header.players == ("Player 1", "Player 2")
    assert isinstance(record.lines[-1], ResultLine)
    assert record.lines[-1].result["winners"] == ["Player 2"]
    assert json.loads(parts["games.json"])["games"][0]["players"] == 2
    assert json.loads(parts["about.json"])["with_names"] is False


def test_what_was_agreed_to_is_in_it(tmp_path: Path) -> None:
    parts = made(tmp_path, "--with-names", "--with-photos")
    assert parts["photos/1/0-2-1.jpg"] == b"a photograph"
    assert parse_record(parts["latest_game.jsonl"].decode()).header.players == ("Nina", "Ann")


def test_it_is_made_while_the_app_runs_and_changes_nothing(tmp_path: Path, table: Path) -> None:
    with Journal(table / "journal.sqlite3") as journal:
        journal.new_game(Header(game="stellar", players=("Mia",)))
        before = {path: path.read_bytes() for path in table.rglob("*") if path.is_file()}
        parts = made(tmp_path)
        assert {path: path.read_bytes() for path in table.rglob("*") if path.is_file()} == before
    assert [game["game"] for game in json.loads(parts["games.json"])["games"]] == ["stellar", "star_explorer"]


def test_a_damaged_journal_is_no_reason_to_have_no_bundle(tmp_path: Path, table: Path) -> None:
    (table / "journal.sqlite3").write_bytes(b"damaged" * 2000)
    assert "damaged" in json.loads(made(tmp_path)["games.json"])["note"]
    assert (table / "journal.sqlite3").read_bytes() == b"damaged" * 2000
    (table / "journal.sqlite3").unlink()
    assert json.loads(made(tmp_path)["games.json"])["note"] == "no journal yet"


def test_without_a_file_it_goes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["support-bundle"]) == 0
    assert "about.json" in zipfile.ZipFile(io.BytesIO(capfdbinary.readouterr().out)).namelist()


def test_a_folder_that_takes_no_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["support-bundle", "--out", str(tmp_path / "none" / "b.zip")]) == 3
    assert "another way" in capsys.readouterr().err
