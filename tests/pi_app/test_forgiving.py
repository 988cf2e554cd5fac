"""What impatient fingers meet: notices that lie over, undo on any page, the bar beside a question, a guide in step."""

from __future__ import annotations

import pytest

from engines.game import NATURE
from engines.pad import Close, Write
from engines.record import Header
from engines.starfarers.model import Phase, Reveal
from pi_app import i18n
from pi_app.evening.asks import AskLine
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.score import MarkerPresenter, WhyPresenter
from pi_app.games.starfarers.turn import RevealPresenter
from pi_app.presenters.choosing import GamesPresenter
from pi_app.presenters.history import HistoryPresenter
from pi_app.presenters.host_strip import answer_words
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.now import guide_words, now_lines
from pi_app.presenters.setup import PlayersPresenter, game_line
from tests.pi_app.hands import Hands
from tests.pi_app.screen_faults import Stage, targets
from tests.pi_app.starfarers_tables import after, begun, verb
from tests.pi_app.steps import taps


@pytest.fixture
def nav(nav: Navigator) -> Navigator:
    nav.guides = True
    return nav


# Undo ------------------------------------------------------------------------------------------------------------


def test_undo_on_the_page_of_a_round_leaves_it_where_that_round_is_gone(hands: Hands) -> None:
    hands.to_round_end("Ana")
    hands.nav.open_page("scores")
    hands.nav.open_page("why", seat=0, row="round.1")
    hands.nav.undo()
    assert hands.nav.screen == "scores"


def test_undo_on_the_page_of_a_round_that_still_is_stays_and_forgets_what_was_chosen(hands: Hands) -> None:
    hands.to_round_end("Ana")
    WhyPresenter(hands.nav).go_on()
    MarkerPresenter(hands.nav).go_on()
    hands.nav.open_page("why", seat=0, row="round.1", receipt=1, edge=(1, 2), chosen=1)
    hands.nav.undo()
    place = hands.nav.place
    assert (place.page, place.row, place.receipt, place.edge, place.chosen) == ("why", "round.1", None, None, None)


def test_the_end_of_a_round_has_the_menu_and_a_way_back_to_the_points(hands: Hands) -> None:
    hands.to_round_end("Ana", "Bo")
    WhyPresenter(hands.nav).go_on()
    marker = MarkerPresenter(hands.nav)
    assert hands.nav.screen == "marker"
    assert marker.view().frame.menu
    hands.nav.guides = True
    assert guide_words(hands.nav) is None, "the guide has spoken of the points before"
    hands.restart()
    marker = MarkerPresenter(hands.nav)
    assert hands.nav.screen == "marker"
    marker.do(taps(marker.view())["points"].does)
    assert hands.nav.screen == "round"


# The guide -------------------------------------------------------------------------------------------------------


def test_the_guide_does_not_repeat_the_headline(nav: Navigator) -> None:
    for game, screen in (
        ("star_explorer", "first_player"),
        ("stellar", "stellar_pick"),
        ("look_at_the_stars", "look_slates"),
        ("starfarers", "starfarers_first"),
    ):
        nav.begin(Header(game=game, players=("Ana", "Bo", "Cy")[: 2 if game == "stellar" else 3]))
        assert nav.screen == screen
        assert guide_words(nav) is None


def test_in_an_encounter_the_guide_speaks_of_questions_alone(nav: Navigator) -> None:
    said = {}
    for kind in ("Ask", "Pay", "Gift", "Receive", "LoseUpgrade", "Jump"):
        after(nav, "starfarers_fifteen_points", lambda state, kind=kind: type(verb(state)).__name__ == kind)  # type: ignore[misc]
        begun(nav)
        said[kind] = guide_words(nav)
    assert said.pop("Ask") == "The left neighbour reads the card; answer before you hear the result."
    assert set(said.values()) == {None}


# What need not be asked ------------------------------------------------------------------------------------------


def test_the_last_of_three_tokens_is_not_asked_for(nav: Navigator) -> None:
    after(nav, "starfarers_fifteen_points", lambda state: state.phase is Phase.REVEAL)
    while nav.state.phase is Phase.REVEAL:
        faces = RevealPresenter(nav).faces()
        assert len(faces) > 1, "the table is asked for what is certain"
        nav.act(Reveal(nav.state.reveals[0], next(iter(faces)), seat=NATURE))


# The bar ---------------------------------------------------------------------------------------------------------


def test_a_notice_moves_nothing_and_goes_at_a_tap(hands: Hands, stage: Stage) -> None:
    from pi_app.ui.outline import box

    hands.to_size("Ana", "Bo")
    hands.to_draw()
    hands.nav.guides = False
    stage.frames(4)
    before = {widget.key: box(widget) for widget in targets(stage.shell)}
    hands.nav.warn(lambda: "The camera cannot be opened: another program holds it. " * 3)
    hands.nav.changed()
    stage.frames(4)
    after_ = {widget.key: box(widget) for widget in targets(stage.shell)}
    assert {key: after_[key] for key in before if key in after_} == {
        key: place for key, place in before.items() if key in after_
    }
    assert set(before) - set(after_) <= {"turn", "redo"}
    assert not stage.faults()
    stage.tap("banner")
    stage.frames(4)
    assert hands.nav.notice is None
    assert {widget.key: box(widget) for widget in targets(stage.shell)} == before


def test_a_trouble_that_was_read_leaves_a_sign(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.to_size("Ana")
    nav = hands.nav
    monkeypatch.setattr(nav.parts, "words", lambda: "Not plugged in: camera.")
    assert (nav.frame("").banner, nav.frame("").trouble) == ("Not plugged in: camera.", False)
    nav.put_banner_away()
    assert (nav.frame("").banner, nav.frame("").trouble) == (None, True)
    nav.show_trouble()
    assert nav.frame("").banner == "Not plugged in: camera."
    nav.put_banner_away()
    monkeypatch.setattr(nav.parts, "words", lambda: "Not plugged in: camera, lights.")
    assert nav.frame("").banner == "Not plugged in: camera, lights."


def test_while_a_question_is_asked_undo_and_menu_answer(hands: Hands, stage: Stage) -> None:
    hands.to_size("Ana", "Bo")
    hands.to_draw()
    hands.nav.guides = False
    DrawPresenter(hands.nav).give_up()
    stage.frames(4)
    assert stage.finger.find("yes") is not None
    stage.tap("menu")
    assert hands.nav.screen == "menu"
    stage.tap("back")
    stage.frames(4)
    assert stage.finger.find("yes") is not None, "the question still stands"
    length = hands.nav.open_table.length
    stage.tap("undo")
    assert hands.nav.open_table.length == length + 1


# Words -----------------------------------------------------------------------------------------------------------


def test_what_was_is_shown_without_buttons(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    hands.to_draw()
    hands.draw_best()
    hands.nav.open_page("history")
    history = HistoryPresenter(hands.nav)
    seen = set()
    for chip in range(len(hands.nav.open_table.replay.entries) + 1):
        history.show(chip)
        strip = history.strip()
        seen.add(strip.inner)
        assert not taps(strip.board)
        assert not strip.board.tabs
        assert strip.board.pending is None
    assert {"scores", "draw"} <= seen


def test_a_bot_tells_in_a_sentence_what_it_has_played(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=("Ana", "Bot A"), seed=1, options={"piles": "dealt"}), {1: "greedy"})
    seat = nav.open_table.game.to_move(nav.state)[0]
    assert isinstance(seat, int)
    nav.act(nav.open_table.game.legal_actions(nav.state, seat)[0], source="bot")
    assert nav.notice == f"{nav.open_table.players[seat]} has played: start tile"


def test_what_can_be_done_is_told_in_sentences(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=("Ana",)))
    assert [line.what for line in now_lines(nav)] == ["Lay a start tile"]


PARTS_OF_SOME_GAMES = ("board", "tile", "pen", "brett", "plättchen", "kachel", "stift", "plateau", "tuile", "crayon",
                       "stylo", "feutre", "plansz", "kafel", "pisak", "długopis")  # fmt: skip
"""What a box of one game holds and that of another one does not, in the four languages: beginnings of words."""


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_ways_to_play_speak_of_nothing_that_a_game_has_not(nav: Navigator, language: str) -> None:
    """*Your boards, tiles and pens* stood under Stellar, which has none of them."""
    i18n.set_language(language)
    nav.open_page("games", new="stellar")
    words = [word for way in GamesPresenter(nav).view().panel[0].taps for word in way.note.lower().split()]  # type: ignore[attr-defined]
    assert words
    assert [word for word in words if word.startswith(PARTS_OF_SOME_GAMES)] == []


def test_bots_have_one_name_in_all_languages_and_their_level_is_told_at_the_table(nav: Navigator) -> None:
    nav.open_page("players", new="stellar", way="screen")
    players = PlayersPresenter(nav)
    players.sit_down("Ana")
    players.seat_bot("normal")
    seated = taps(players.view())
    assert [seated[f"take_off.{name}"].text for name in nav.place.names] == ["Ana", "Bot A (normal)"]


def test_guests_of_past_games_are_named_in_the_language_in_use(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=("Guest 1", "Ana")))
    i18n.set_language("de")
    assert game_line(nav.journal.games()[0]).names == "Gast 1, Ana"


def test_the_hosts_answer_is_said_once() -> None:
    line = AskLine(id="1", question="A line?", one="Yes", other="No", state="answered", decision="one", ruling="Yes")
    assert answer_words(line) == "The host: Yes"


@pytest.mark.parametrize("players", [4, 8])
def test_long_names_fit_the_score_pad_and_its_end(nav: Navigator, stage: Stage, players: int) -> None:
    names = ("Konstantynopol", "Maximiliane Al", "Wolfeschlegelm", "Bartholomae", "Annemariexy", "Jo", "Bo", "Cy")
    nav.begin(Header(game="look_at_the_stars", pack="pad", players=names[:players]))
    nav.guides = False
    stage.frames(4)
    assert not stage.faults_of_words()
    nav.act(Write(seat=2, row="planets", sum="7"), Close(seat=0))
    stage.frames(4)
    assert nav.screen == "final"
    assert not stage.faults_of_words()
