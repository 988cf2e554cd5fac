"""The end of a game: by how much it was won, who led when, personal bests and victories over each other."""

from __future__ import annotations

from engines.record import Header
from pi_app.presenters.ending import MOMENTS, course_of, head_to_head, lead_changes, margin_words, personal_bests
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.standing import SheetPresenter
from tests.pi_app.hands import Hands
from tests.pi_app.test_again import pad


def test_the_lead_changes_when_somebody_else_leads_alone() -> None:
    assert lead_changes(((0, 3, 3, 9), (0, 1, 3, 4))) == 0, "being caught up with changes nothing"
    assert lead_changes(((0, 3, 3, 4, 9), (0, 1, 5, 5, 6))) == 2
    assert lead_changes(((0, 1),)) == 0


def test_the_course_of_a_game_ends_with_its_totals(hands: Hands) -> None:
    hands.to_size("Ana", "Bo")
    for _ in range(6):
        hands.play_round()
    table = hands.nav.open_table
    course = course_of(table)
    assert [line[-1] for line in course] == [player.total for player in table.sheet.players]
    assert [line[0] for line in course] == [player.total for player in table.game.score(table.replay.states[0]).players]
    assert len({len(line) for line in course}) == 1
    assert len(course[0]) <= MOMENTS + 1


def test_a_pad_has_no_course(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo")
    assert course_of(nav.open_table) == ()


def test_the_margin_is_that_over_the_second(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo", "Cy", points=("9", "30", "21"))
    assert margin_words(nav.open_table) == "by 9 points"
    pad(nav, "Ana", "Bo", points=("9", "12"))
    assert margin_words(nav.open_table) == "by 3 points"
    pad(nav, "Ana")
    assert margin_words(nav.open_table) == ""


def test_a_personal_best_beats_all_games_before_and_none_is_the_first(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo", points=("9", "12"))
    assert personal_bests(nav) == ()
    first = nav.open_table.game_id
    pad(nav, "Ana", "Bo", "Guest 1", points=("12", "12", "99"))
    assert personal_bests(nav) == ("Ana",)
    pad(nav, "Ana", "Bo", points=("9", "15"))
    assert personal_bests(nav) == ("Bo",)
    nav.resume(first)
    assert personal_bests(nav) == (), "what came later is not looked at"


def test_head_to_head_counts_the_victories_of_the_same_people(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo", points=("9", "12"))
    assert head_to_head(nav) == ()
    pad(nav, "Ana", "Bo", "Cy", points=("9", "12", "15"))
    assert head_to_head(nav) == ()
    pad(nav, "Bo", "Ana", points=("9", "12"))
    assert head_to_head(nav) == (("Bo", 1), ("Ana", 1))
    story = SheetPresenter(nav).sheet().story
    assert "Won against each other: Bo 1, Ana 1" in story


def test_nothing_is_told_while_the_game_goes_on(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
    view = SheetPresenter(nav).sheet()
    assert (view.margin, view.story, view.picture, view.ways) == ("", "", (), ())
