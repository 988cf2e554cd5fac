"""The language switched in play: every word on the screen is of the new one, as if the screen had just been built."""

from __future__ import annotations

from pathlib import Path

from engines.record import Header
from engines.starfarers.model import Phase
from pi_app import i18n
from pi_app.journal import Journal
from pi_app.presenters.navigator import Navigator
from tests.pi_app.screen_faults import Frames, Stage, labels
from tests.pi_app.starfarers_tables import after, begun


def words(stage: Stage) -> list[str]:
    """Every text that can be seen."""
    stage.frames(3)
    return sorted(label.text for label in labels(stage.shell))


def test_no_word_of_the_old_language_stays(tmp_path: Path, frames: Frames) -> None:
    i18n.set_language("en")
    with Journal(tmp_path / "journal.sqlite3") as journal:
        nav = Navigator(journal)
        stage = Stage(nav, frames)
        try:
            for place in ("start", "build", "hand", "size"):
                if place == "build":
                    after(nav, "starfarers_founding_three_players", lambda state: state.phase is Phase.BUILD)
                elif place == "hand":
                    begun(nav)
                elif place == "size":
                    nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
                before = words(stage)
                nav.speak("pl")
                switched = words(stage)
                assert switched != before, place
                stage.shell.rebuild()
                assert switched == words(stage), place
                nav.speak("en")
                assert words(stage) == before, place
        finally:
            stage.close()
