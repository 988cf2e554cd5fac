"""The language switched in play: every word on the screen is of the new one, as if the screen had just been built."""

from __future__ import annotations

from engines.record import Header
from engines.star_explorer.bots import best_draw
from engines.star_explorer.model import Phase as DiscPhase
from engines.starfarers.model import Phase
from pi_app.games.star_explorer.score import WhyPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.setup import PlayersPresenter
from tests.pi_app.screen_faults import Stage
from tests.pi_app.starfarers_tables import after, begun


def words(stage: Stage) -> list[str]:
    """Every text that can be seen."""
    stage.frames(3)
    from pi_app.ui.outline import labels

    return sorted(label.text for label in labels(stage.shell))


def test_no_word_of_the_old_language_stays(nav: Navigator, stage: Stage) -> None:
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


def test_what_was_told_changes_with_the_language(nav: Navigator) -> None:
    """Notices, warnings and what a bot did, told in one language and read in another."""
    begun_draw(nav)
    why = WhyPresenter(nav)
    nav.open_page("why", seat=0, row="round.1")
    why.join(*nav.state.seats[0].drawings[0].lines[0])
    assert (nav.notice or "").startswith("Put right. Ana: Round I ")
    nav.speak("de")
    assert (nav.frame("").banner or "").startswith("Berichtigt. Ana: Runde I ")
    nav.home()
    nav.open_page("players")
    PlayersPresenter(nav).sit_down("名")
    assert nav.notice == "Für diesen Namen hat der Tisch keine Buchstaben. Bitte anders schreiben."
    nav.speak("en")
    assert nav.notice == "This table has no letters for that name. Please write it another way."
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
    assert nav.notice is None, "what was told before a game is not told in it"


def begun_draw(nav: Navigator) -> None:
    """Two players have drawn in the first round."""
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
    while nav.state.phase not in (DiscPhase.ROUND_END, DiscPhase.OVER):
        seat = nav.open_table.game.to_move(nav.state)[0]
        legal = nav.open_table.game.legal_actions(nav.state, seat)
        drawing = nav.state.phase is DiscPhase.DRAW
        nav.act(best_draw(nav.open_table.game, nav.state, seat) if drawing else legal[0])  # type: ignore[arg-type]
