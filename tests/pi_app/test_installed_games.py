"""What is wrong with a game that somebody installed is said by the check-up, and the other games go on."""

from __future__ import annotations

import importlib
import importlib.metadata
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from engines import registry
from hub.web import words as hub_words
from pi_app import i18n
from pi_app.games import app_game
from pi_app.games.app_game import app_of, offered
from pi_app.host.checkup import Check, check_games, check_languages
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.start import StartPresenter
from pi_app.table.journal import Journal
from tests.pi_app.steps import taps

OURS = ("star_explorer", "look_at_the_stars", "stellar", "starfarers")
PARTS = """
from engines.registry import GameParts

GAME = GameParts(
    name={name!r},
    title="Meteors",
    rules="engines.stellar.rules:Stellar",
    pad="engines.stellar.pad:StellarPad",
    package={package!r},
    app={app!r},
)
"""
CACHES = (
    registry._found,
    registry.score_pad_of,
    registry.open_game,
    app_game._apps,
    i18n._catalogue,
    hub_words.catalogue,
)

Install = Callable[..., Path]


def forget(folder: Path) -> None:
    """What is known of the installed games is asked for anew, and what lies in that folder is not imported yet."""
    for cache in CACHES:
        cache.cache_clear()
    for name in [name for name in sys.modules if (folder / name.partition(".")[0]).is_dir()]:
        del sys.modules[name]
    importlib.invalidate_caches()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a game that is announced beside ours: `install("meteors", text of its package)` gives its folder."""
    monkeypatch.syspath_prepend(str(tmp_path))
    points = list(importlib.metadata.entry_points(group=registry.GROUP))
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: tuple(points))

    def installed(name: str, text: str, package: str | None = None) -> Path:
        folder = tmp_path / (package or name)
        folder.mkdir()
        (folder / "__init__.py").write_text(text, "utf-8")
        points.append(EntryPoint(name, f"{folder.name}:GAME", registry.GROUP))
        forget(tmp_path)
        return folder

    yield installed
    forget(tmp_path)


def parts(name: str, app: str | None = None, package: str | None = None) -> str:
    return PARTS.format(name=name, app=app, package=package or name)


def check_named(check: Check, code: str, *words: str) -> None:
    assert (check.level, check.text.code) == ("warn", code)
    assert check.mend is not None
    assert check.mend.code == "mend.game"
    for word in words:
        assert word in str(check.text)


def others_go_on(journal: Journal) -> None:
    """Ours are all offered, and the start screen shows."""
    assert set(OURS) <= set(offered())
    assert all(app_of(game).title() for game in offered())
    assert "new_game" in taps(StartPresenter(Navigator(journal)).view())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise RuntimeError('no meteors today')", "no meteors today"),
        ("GAME = 'meteors'", "meteors:GAME is no GameParts named meteors"),
        (parts("comet_tails"), "meteors:GAME is no GameParts named meteors"),
        ("", "GAME"),
    ],
)
def test_an_entry_point_that_is_broken(install: Install, journal: Journal, text: str, why: str) -> None:
    install("meteors", text)
    check_named(check_games(), "game.broken", "meteors", why)
    assert "meteors" not in registry.games()
    others_go_on(journal)


@pytest.mark.parametrize(
    ("app", "why"),
    [
        ("raise RuntimeError('no screens today')", "no screens today"),
        ("import a_library_that_is_not_here", "a_library_that_is_not_here"),
        ("APP = 'screens'", "meteors.app:APP is no AppGame"),
        ("from pi_app.games.app_game import AppGame\nclass Meteors(AppGame): ...\nAPP = Meteors()", "screen"),
    ],
)
def test_an_app_that_is_broken(install: Install, journal: Journal, app: str, why: str) -> None:
    folder = install("meteors", parts("meteors", "meteors.app:APP"))
    (folder / "app.py").write_text(app, "utf-8")
    check_named(check_games(), "game.broken", "meteors", why)
    assert "meteors" in registry.games()
    assert "meteors" not in offered()
    with pytest.raises(LookupError, match="meteors has no screens"):
        app_of("meteors")
    others_go_on(journal)


def test_a_broken_entry_point_and_a_broken_app_are_both_named(install: Install) -> None:
    install("meteors", parts("meteors", "meteors.app:APP"))
    install("comet_tails", "raise RuntimeError('no tails')")
    check_named(check_games(), "check.value", "comet_tails cannot be loaded: no tails", "meteors cannot be loaded")


def test_two_games_of_one_name(install: Install, journal: Journal) -> None:
    install("stellar", parts("stellar", "meteors.app:APP", "meteors"), "meteors")
    check_named(check_games(), "game.twice", "stellar")
    assert registry.parts_of("stellar").package == "engines.stellar"
    others_go_on(journal)


@pytest.mark.parametrize(
    "damage", [b"no catalogue", b"", b"\xde\x12\x04\x95" + b"\x00" * 3, b"\xde\x12\x04\x95" + b"\xff" * 40]
)
def test_a_catalogue_that_is_damaged(install: Install, journal: Journal, damage: bytes) -> None:
    folder = install("meteors", parts("meteors"))
    catalogue = folder / "locale" / "de" / "LC_MESSAGES" / "meteors.mo"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_bytes(damage)
    check_named(check_languages(), "game.words", "meteors", "language de")
    assert check_games().level == "ok"
    assert i18n.catalogue_of("de").gettext("New game") == "Neues Spiel"
    assert i18n.catalogue_of("de").gettext("Meteors") == "Meteors"
    assert hub_words.catalogue("de").gettext("Meteors") == "Meteors"
    others_go_on(journal)


def test_games_that_are_whole_are_fine(install: Install, journal: Journal) -> None:
    install("meteors", parts("meteors"))
    assert (check_games().level, check_languages().level) == ("ok", "ok")
    assert "meteors" in str(check_games().text)
    assert "meteors" not in offered()
    others_go_on(journal)
