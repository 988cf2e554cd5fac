"""Look at the Stars on the screens, without a screen: drawing, powers, questions, reasons, and past turns put right."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.game import NATURE
from engines.look_at_the_stars.bots import greedy_action
from engines.look_at_the_stars.model import (
    DealSlate,
    DeclinePower,
    Draw,
    DrawShootingStar,
    OpenBonus,
    Pass,
    Phase,
    Reveal,
    Slate,
    StarsAction,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.slate.lattice import LINE_BIT, line_names, point_names
from engines.record import Header, replay_record
from pi_app.games.look_at_the_stars.app import LookAtTheStarsApp
from pi_app.games.look_at_the_stars.camera.question import QuestionPresenter
from pi_app.games.look_at_the_stars.cards import CardPane, rules_of
from pi_app.games.look_at_the_stars.desk import Doubt, Draft, draft_of, put_draft, seat_shown
from pi_app.games.look_at_the_stars.draw import DrawPresenter
from pi_app.games.look_at_the_stars.mend import MendPresenter
from pi_app.games.look_at_the_stars.power import PowerPresenter, offers_of
from pi_app.games.look_at_the_stars.reveal import RevealPresenter
from pi_app.games.look_at_the_stars.scene import badges, ordered
from pi_app.games.look_at_the_stars.setting import (
    BonusPresenter,
    OverviewPresenter,
    SlatesPresenter,
    Standings,
    SunrisePresenter,
)
from pi_app.games.look_at_the_stars.strokes import STAR
from pi_app.games.look_at_the_stars.why import WhyPresenter
from pi_app.games.look_at_the_stars.words import ROWS
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.score_table import score_table
from pi_app.steps.view import Erase, Press, Reasons, Seat, StepView, Tap
from pi_app.table.journal import Journal
from tests.pi_app.cameras import LentCamera
from tests.pi_app.steps import part_of, problems, says, scene, seat_tabs, taps

EIGHT = ("Ana", "Bo", "Cléo", "Dai", "Eve", "Fritz", "Gro", "Hal")
POWERS = {"aura": "B1", "planet": "B2", "star": "B3", "line": "B4", "galaxy": "B5", "black_hole": "B6", "nova": "B7",
          "twinkling_star": "B8", "crescent_moon": "B9"}  # fmt: skip


@pytest.fixture
def camera() -> LentCamera:
    return LentCamera()


def at_table(
    nav: Navigator, *cards: str, players: int = 2, power: str = "B9", point: str = "A7", **options: str
) -> DrawPresenter:
    """A table with slates 1, 2, …; everybody passes on all of these night cards but the last."""
    nav.begin(Header(game="look_at_the_stars", players=EIGHT[:players], options=options))
    for seat in range(players):
        nav.act(DealSlate(seat, seat + 1, seat=NATURE))
    nav.act(OpenBonus(point, seat=NATURE), OpenBonus(power, seat=NATURE))
    for number, card in enumerate(cards):
        nav.act(Reveal(card, seat=NATURE))
        if number + 1 < len(cards):
            nav.act(*(Pass(seat=seat) for seat in range(players)))
    return DrawPresenter(nav)


def draw(nav: Navigator, *lines: tuple[str, str]) -> None:
    screen = DrawPresenter(nav)
    for a, b in lines:
        screen.join(a, b)


def up(nav: Navigator) -> str:
    return nav.screen


def broken(view: StepView) -> tuple[str, ...]:
    return problems(view, "wrong")


def done(screen: DrawPresenter) -> Tap:
    return taps(screen.view())["done"]


def hints(view: StepView) -> tuple[str, ...]:
    return problems(view, "ask")


def actions(nav: Navigator) -> list[StarsAction]:
    return [action for action in nav.open_table.replay.actions if action.seat != NATURE]


def advised(screen: BonusPresenter) -> list[str]:
    return [key for key, tap in taps(screen.view()).items() if tap.chosen]


# What lies on the table ------------------------------------------------------------------------------------------


def test_at_the_table_a_finger_tells_slates_bonus_cards_and_night_cards(nav: Navigator) -> None:
    nav.begin(Header(game="look_at_the_stars", players=("Ana", "Bo")))
    SlatesPresenter(nav).choose(3)
    assert [key for key, tap in taps(SlatesPresenter(nav).view()).items() if not tap.on] == ["slate.3"]
    SlatesPresenter(nav).choose(8)
    assert advised(BonusPresenter(nav)) == ["card.A3"]
    BonusPresenter(nav).choose("A3")
    assert advised(BonusPresenter(nav)) == ["card.B4"]
    BonusPresenter(nav).choose("B4")
    assert up(nav) == "look_reveal"
    assert len([key for key in taps(RevealPresenter(nav).view()) if key.startswith("card.")]) == 28
    RevealPresenter(nav).choose("N7")
    assert up(nav) == "look_draw"


def test_there_are_three_shooting_stars_and_no_fourth(nav: Navigator) -> None:
    at_table(nav, "S1", "S2", "S3", players=1)
    nav.act(Pass(seat=0))
    assert not taps(RevealPresenter(nav).view())[f"card.{STAR}"].on
    RevealPresenter(nav).choose(STAR)
    assert up(nav) == "look_reveal"


def test_on_the_screen_everything_is_dealt_and_the_first_card_lies_open(nav: Navigator) -> None:
    nav.begin(Header(game="look_at_the_stars", players=EIGHT, seed=4))
    assert up(nav) == "look_draw"
    view = DrawPresenter(nav).view()
    assert "photograph" not in taps(view)
    assert len(seat_tabs(view)) == 8


def give_up(screen: DrawPresenter) -> None:
    """The player passes, and says that it is meant."""
    assert taps(screen.view())["give_up"].text == "Pass: draw nothing"
    screen.do(Press("give_up"))
    pending = screen.view().pending
    assert pending is not None
    assert pending.loses
    screen.confirm()


# Drawing ---------------------------------------------------------------------------------------------------------


def test_the_two_lines_of_the_card_are_drawn_and_the_points_said_before_they_count(nav: Navigator) -> None:
    screen = at_table(nav, "N3", players=1)
    draw(nav, ("C4", "D4"), ("E4", "D4"))
    assert taps(screen.view())["done"].text == "Done: 0\u00a0points in all"
    screen.done()
    assert actions(nav) == [Draw((("C4", "D4"), ("D4", "E4")), seat=0)]


def test_after_one_line_those_that_complete_the_card_are_dotted(nav: Navigator) -> None:
    screen = at_table(nav, "N3", players=1)
    assert scene(screen.view()).ghosts == ()
    draw(nav, ("C4", "D4"))
    assert set(scene(screen.view()).ghosts) == {("B4", "C4"), ("D4", "E4")}
    assert broken(screen.view()) == (), "one line of two is no mistake yet"


def test_from_the_chosen_star_the_possible_lines_are_dotted(nav: Navigator) -> None:
    screen = at_table(nav, "N3", players=1)
    screen.tap_point("F6")
    ghosts = scene(screen.view()).ghosts
    assert ghosts
    assert all("F6" in line for line in ghosts)


def test_both_lines_or_none_unless_the_table_accepts_it(nav: Navigator) -> None:
    screen = at_table(nav, "N3", players=1)
    draw(nav, ("C4", "D4"))
    screen.done()
    assert (screen.view().pending is not None, broken(screen.view())) == (True, ("Both lines of the card, or none",))
    screen.cancel()
    assert actions(nav) == []
    screen.done()
    screen.confirm()
    assert nav.open_table.replay.entries[-1].overruled == ("look_at_the_stars.draw.both",)


def test_a_mirrored_card_is_named(nav: Navigator) -> None:
    screen = at_table(nav, "N16", players=1)
    game = rules_of(nav)
    wrong = next(
        line_names(mask)
        for mask in game.box.mirror_copies("N16")
        if [v.rule for v in game.check(nav.state, Draw(line_names(mask), seat=0))] == ["look_at_the_stars.draw.mirror"]
    )
    draw(nav, *wrong)
    assert broken(screen.view()) == ("The card is drawn mirrored",)


def test_what_can_be_no_drawing_is_refused_in_words_and_changes_nothing(nav: Navigator) -> None:
    screen = at_table(nav, "N3", players=1)
    put_draft(nav, 0, Draft(lines=(("B6", "C6"), ("C6", "D6"))))
    screen.done()
    assert nav.notice == "A line touches a planet, a creature or a person"
    assert actions(nav) == []


def test_a_shooting_star_is_a_diagonal_and_may_be_left_out(nav: Navigator) -> None:
    screen = at_table(nav, "S1", players=2)
    assert scene(screen.view()).reach == 3
    screen.join("E3", "G5")
    assert taps(screen.view())["done"].text == "Done: 2\u00a0points in all"
    screen.done()
    screen.done()
    assert nav.state.waiting == (1,), "nothing drawn is not done"
    give_up(screen)
    assert actions(nav) == [DrawShootingStar("E3", "G5", seat=0), Pass(seat=1)]


def test_a_beginner_hears_of_groups_that_are_too_small_or_too_large(nav: Navigator) -> None:
    screen = at_table(nav, "N3", players=1)
    draw(nav, ("C4", "D4"), ("D4", "E4"))
    assert hints(screen.view()) == ("1 group has fewer than 3 lines: no points yet",)
    row = [(f"{a}4", f"{b}4") for a, b in zip("ABCDEFGHI", "BCDEFGHIJ", strict=True)]
    for first, card in zip(range(0, 8, 2), ("N3", "N24", "N11", "N12"), strict=True):
        if first:
            nav.act(Reveal(card, seat=NATURE))
        nav.act(Draw((row[first], row[first + 1]), seat=0), overruled=("look_at_the_stars.draw.shape",))
    nav.act(Reveal("N13", seat=NATURE))
    draw(nav, row[8])
    assert hints(screen.view()) == ("9 lines together are too many: they score nothing",)
    assert {badge.tone for badge in scene(screen.view()).badges} >= {"large"}


@pytest.mark.parametrize(
    ("line", "aside"), [(("C4", "D4"), (0, 1)), (("A5", "A6"), (1, 0)), (("J5", "J6"), (-1, 0)), (("E3", "F3"), (0, 1))]
)
def test_the_count_of_a_line_alone_stands_beside_it_and_points_inwards(
    line: tuple[str, str], aside: tuple[int, int]
) -> None:
    """The badge lay on the line, of which two stubs were seen; the cross of a line to be put right was hidden."""
    assert [badge.aside for badge in badges(Slate(drawn=1 << LINE_BIT[line]))] == [aside]


def test_the_count_of_a_constellation_stands_on_it() -> None:
    lines = (("C4", "D4"), ("D4", "E4"), ("E4", "F4"))
    assert [badge.aside for badge in badges(Slate(drawn=sum(1 << LINE_BIT[line] for line in lines)))] == [(0, 0)]


def test_eight_draw_at_once_and_nobody_loses_what_they_began(nav: Navigator) -> None:
    screen = at_table(nav, "N3", players=8)
    screen.choose_seat(5)
    draw(nav, ("C4", "D4"))
    screen.choose_seat(2)
    draw(nav, ("E4", "F4"), ("F4", "G4"))
    screen.done()
    assert seat_shown(nav) == 3, "the screen goes on to the next in turn"
    assert draft_of(nav, 5).lines == (("C4", "D4"),)
    assert [tab.done for tab in seat_tabs(screen.view())] == [seat == 2 for seat in range(8)]
    nav.act(Pass(seat=7), source="bot")
    assert draft_of(nav, 5).lines == (("C4", "D4"),)
    screen.choose_seat(5)
    draw(nav, ("D4", "E4"))
    screen.done()
    assert actions(nav)[-1] == Draw((("C4", "D4"), ("D4", "E4")), seat=5)


def test_what_was_begun_outlives_the_plug_and_not_the_turn(nav: Navigator, journal: Journal) -> None:
    at_table(nav, "N3", players=1)
    draw(nav, ("C4", "D4"))
    again = Navigator(journal)
    assert draft_of(again, 0).lines == (("C4", "D4"),)
    again.act(Pass(seat=0))
    again.act(Reveal("N4", seat=NATURE))
    assert draft_of(again, 0) == Draft()


def test_a_bots_seat_is_never_on_the_screen(nav: Navigator) -> None:
    nav.begin(Header(game="look_at_the_stars", players=EIGHT[:3], seed=4), {0: "greedy", 2: "random"})
    screen = DrawPresenter(nav)
    assert screen.seat == 1
    give_up(screen)
    assert screen.seat == 1
    assert (done(screen).text, done(screen).on) == ("Waiting for the others", False)
    screen.done()
    assert actions(nav) == [Pass(seat=1)]


# Sunrise ---------------------------------------------------------------------------------------------------------


def test_after_the_first_pile_the_sun_rises_and_the_bottom_two_rows_are_closed(nav: Navigator) -> None:
    at_table(nav, "N1", "N2", "N3", "N4", "N5", "N6", players=1)
    nav.act(Pass(seat=0))
    assert up(nav) == "look_sunrise"
    assert says(SunrisePresenter(nav).view())[0] == "The bottom 2 rows may not be used any more."
    assert LookAtTheStarsApp().people_look(nav)
    SunrisePresenter(nav).go_on()
    nav.act(Reveal("N24", seat=NATURE))
    screen = DrawPresenter(nav)
    assert scene(screen.view()).sky.sun == 2
    draw(nav, ("A1", "B1"), ("C1", "D1"))
    assert broken(screen.view()) == ("The sun has closed these rows",)


# Powers ----------------------------------------------------------------------------------------------------------


def earned(nav: Navigator, power: str, **options: str) -> PowerPresenter:
    """A lone player who has just completed a copy of that power's shape with lines the table accepted."""
    at_table(nav, "N3", players=1, power=POWERS[power], **options)
    game = rules_of(nav)
    for copy in game.box.bonus(POWERS[power]).copies:
        lines = line_names(copy)
        broken = {v.rule for v in game.check(nav.state, Draw(lines, seat=0)) if not v.overrulable}
        if not broken and game.play(nav.state, Draw(lines, seat=0)).slates[0].fresh:
            nav.act(Draw(lines, seat=0), overruled=("look_at_the_stars.draw.both", "look_at_the_stars.draw.shape"))
            break
    assert up(nav) == "look_power"
    return PowerPresenter(nav)


@pytest.mark.parametrize("power", sorted(POWERS))
def test_each_power_is_proposed_on_its_places_and_drawn(power: str, nav: Navigator) -> None:
    screen = earned(nav, power)
    view = screen.view()
    assert isinstance(view.hero, CardPane)
    assert view.hero.words
    assert not taps(view)["use"].on
    shown = scene(view)
    at: tuple[str, ...] = shown.ghosts[0] if power == "line" else shown.spots[: 2 if power == "star" else 1]
    for point in at:
        screen.tap_point(point)
    assert taps(screen.view())["use"].on
    screen.use()
    used = actions(nav)[-1]
    assert isinstance(used, UsePower)
    assert set(used.at) == set(at)
    assert up(nav) in ("look_reveal", "look_power")


def test_the_stars_of_a_power_may_stand_in_any_space_and_the_second_in_that_of_the_first(nav: Navigator) -> None:
    """look_at_the_stars.power.star_space, new_stars=one_space: the same copy is offered once."""
    screen = earned(nav, "star", new_stars="one_space")
    spaces = [point_names(places) for _, places in offers_of(rules_of(nav), nav.state, 0)]
    assert len(spaces) > 1
    assert set(scene(screen.view()).live) == {point for space in spaces for point in space}
    assert "another" not in taps(screen.view())
    first, second = spaces[-1][:2]
    screen.tap_point(first)
    assert set(scene(screen.view()).live) == set(spaces[-1])
    screen.tap_point(second)
    screen.use()
    used = actions(nav)[-1]
    assert isinstance(used, UsePower)
    assert set(used.at) == {first, second}


def test_a_power_may_be_done_without(nav: Navigator) -> None:
    earned(nav, "planet").decline()
    assert actions(nav)[-1] == DeclinePower(seat=0)


def test_while_the_camera_reads_a_slate_nothing_is_put_into_the_game(nav: Navigator) -> None:
    screen = at_table(nav, "N3")
    assert "give_up" in taps(screen.view())
    draw(nav, ("C4", "D4"))
    assert done(screen).on
    screen.photograph()
    assert (nav.camera.busy, taps(screen.view())["photograph"].on, done(screen).on) == ("shooting", False, False)
    screen.do(Erase())
    screen.photograph()
    assert "give_up" not in taps(screen.view())


def test_an_extra_line_that_completes_a_further_copy_earns_the_power_again(nav: Navigator) -> None:
    at_table(nav, "N3", players=1, power=POWERS["line"])
    accepted = ("look_at_the_stars.draw.both", "look_at_the_stars.draw.shape")
    nav.act(Draw((("F6", "G5"), ("G5", "H4"), ("G3", "H2")), seat=0), overruled=accepted)
    assert up(nav) == "look_reveal", "no three in a row yet"
    nav.act(Reveal("N4", seat=NATURE))
    nav.act(Draw((("E7", "F6"),), seat=0), overruled=accepted)
    screen = PowerPresenter(nav)
    screen.join("I1", "J0")
    screen.use()
    assert up(nav) == "look_power", "with the printed line that makes three more"


# The camera ------------------------------------------------------------------------------------------------------


def photographed(nav: Navigator, draft: Draft) -> DrawPresenter:
    screen = DrawPresenter(nav)
    screen.photograph()
    camera: Any = nav.camera
    camera.coming = Seen(0, draft)
    screen.look()
    return screen


def test_a_reading_and_a_finger_end_in_the_same_action(nav: Navigator) -> None:
    at_table(nav, "N3", players=1)
    lines = (("C4", "D4"), ("D4", "E4"))
    photographed(nav, Draft(lines=lines, source="camera")).done()
    camera: Any = nav.camera
    assert [(seat, draft.lines) for seat, draft in camera.told] == [(0, lines)]
    assert actions(nav) == [Draw(lines, seat=0)]
    assert nav.open_table.replay.entries[-1].source == "camera"


def test_a_doubt_is_asked_only_where_an_answer_changes_something(nav: Navigator) -> None:
    at_table(nav, "N3", players=1)
    lines = (("C4", "D4"), ("D4", "E4"))
    photographed(nav, Draft(lines=lines, doubts=(Doubt("line", lines[1], 0.6),), source="camera"))
    assert up(nav) == "look_question"
    question = QuestionPresenter(nav)
    assert [line.line for line in scene(question.view()).lines if line.tone == "doubt"] == [lines[1]]
    question.answer(True)
    assert up(nav) == "look_draw"
    assert draft_of(nav, 0).lines == lines
    assert draft_of(nav, 0).doubts == ()


def test_once_the_card_is_found_nothing_more_is_asked(nav: Navigator) -> None:
    at_table(nav, "S1", players=1)
    stars = (("E3", "G5"), ("E3", "F4"), ("F4", "G5"))
    doubts = tuple(Doubt("shooting_star", star, 0.6) for star in stars)
    photographed(nav, Draft(star=stars[0], doubts=doubts, source="camera"))
    while up(nav) == "look_question":
        asked = next(s for s in scene(QuestionPresenter(nav).view()).stars if s.tone == "doubt")
        QuestionPresenter(nav).answer((asked.head, asked.tail) == stars[0])
    assert draft_of(nav, 0) == Draft(star=stars[0], source="camera")


def test_a_line_answered_away_is_gone(nav: Navigator) -> None:
    at_table(nav, "N3", players=1)
    lines = (("C4", "D4"), ("D4", "E4"))
    photographed(nav, Draft(lines=lines, doubts=(Doubt("line", lines[1], 0.6),), source="camera"))
    QuestionPresenter(nav).answer(False)
    assert draft_of(nav, 0).lines == lines[:1]


def test_a_doubtful_shooting_star_is_asked_too(nav: Navigator) -> None:
    at_table(nav, "S1", players=1)
    star = ("E3", "G5")
    photographed(nav, Draft(star=star, doubts=(Doubt("shooting_star", star, 0.6),), source="camera"))
    assert up(nav) == "look_question"
    QuestionPresenter(nav).answer(True)
    assert (draft_of(nav, 0).star, draft_of(nav, 0).doubts) == (star, ())


def test_a_finger_puts_a_reading_right_before_it_counts(nav: Navigator) -> None:
    at_table(nav, "N3", players=1)
    screen = photographed(nav, Draft(lines=(("C4", "D4"), ("D4", "E5")), source="camera"))
    assert (done(screen).warns, done(screen).icon) == (True, "warn")
    screen.tap_line("D4", "E5")
    screen.tap_line("D4", "E4")
    assert (done(screen).warns, done(screen).icon) == (False, "check")
    screen.done()
    assert actions(nav) == [Draw((("C4", "D4"), ("D4", "E4")), seat=0)]


# Reasons and corrections -----------------------------------------------------------------------------------------


def played(nav: Navigator, seed: int, players: int = 2) -> None:
    """A whole game on the screen, by the greedy bot."""
    nav.begin(Header(game="look_at_the_stars", players=EIGHT[:players], seed=seed))
    while nav.state.phase is not Phase.OVER:
        state: StarsState = nav.state
        nav.act(greedy_action(rules_of(nav), state, state.waiting[0], Random(len(nav.open_table.record.lines))))


def test_every_row_says_why_and_what_paid_is_lit(nav: Navigator) -> None:
    played(nav, 3)
    table = nav.open_table
    for seat, score in enumerate(table.sheet.players):
        for row in score.rows:
            nav.open_page("why", seat=seat, row=row.row)
            view = WhyPresenter(nav).view()
            reasons = part_of(view, Reasons)
            assert sum(reason.points for reason in (reasons.reasons if reasons else ())) == row.points
            shown = scene(view)
            tones = {thing.tone for things in (shown.lines, shown.stars, shown.objects) for thing in things}
            assert "paid" in tones or shown.ringed or not row.points
            nav.back()
    assert LookAtTheStarsApp().rows(nav) == ROWS


def mended(nav: Navigator, tapped: tuple[str, str]) -> MendPresenter:
    nav.open_page("look_mend", seat=0, own={"line": list(tapped)})
    return MendPresenter(nav)


def test_two_taps_put_a_line_of_a_past_turn_in_another_place(nav: Navigator) -> None:
    at_table(nav, "N3", players=1)
    nav.act(Draw((("C4", "D4"), ("D4", "E4")), seat=0), Reveal("N4", seat=NATURE), Pass(seat=0))
    screen = mended(nav, ("D4", "E4"))
    assert ("B4", "C4") in scene(screen.view()).ghosts
    screen.tap_line("B4", "C4")
    assert actions(nav)[0] == Draw((("C4", "D4"), ("B4", "C4")), seat=0)
    assert len(nav.state.cards) == 2, "what came later stays"
    nav.undo()
    assert actions(nav)[0] == Draw((("C4", "D4"), ("D4", "E4")), seat=0)


def test_a_correction_against_the_rules_is_said_first_and_then_accepted(nav: Navigator) -> None:
    at_table(nav, "N3", players=1)
    nav.act(Draw((("C4", "D4"), ("D4", "E4")), seat=0), Reveal("N4", seat=NATURE))
    screen = mended(nav, ("D4", "E4"))
    assert "Both lines of the card, or none" in says(screen.view())
    screen.put_right()
    assert actions(nav)[0] == Draw((("C4", "D4"),), seat=0)


def test_a_turn_that_was_passed_by_mistake_is_drawn_later(nav: Navigator) -> None:
    at_table(nav, "N3", players=1)
    nav.act(Pass(seat=0), Reveal("N4", seat=NATURE))
    nav.open_page("look_mend", seat=0)
    screen = MendPresenter(nav)
    screen.join("C4", "D4")
    assert actions(nav) == [Pass(seat=0)]
    screen.join("D4", "E4")
    assert actions(nav) == [Draw((("C4", "D4"), ("D4", "E4")), seat=0)]


def test_a_turn_is_taken_away_only_when_the_table_says_so(nav: Navigator) -> None:
    at_table(nav, "N3", players=1)
    nav.act(Draw((("C4", "D4"), ("D4", "E4")), seat=0), Reveal("N4", seat=NATURE))
    nav.open_page("look_mend", seat=0)
    screen = MendPresenter(nav)
    screen.erase()
    assert "No points change." in says(screen.view())
    assert isinstance(actions(nav)[0], Draw)
    screen.put_right()
    assert actions(nav)[0] == Pass(seat=0)


def test_a_planet_drawn_in_the_wrong_place_is_moved_by_two_taps(nav: Navigator) -> None:
    power = earned(nav, "planet")
    first, second = scene(power.view()).spots[:2]
    power.tap_point(first)
    power.use()
    nav.open_page("look_mend", seat=0, own={"thing": ["planet", first]})
    MendPresenter(nav).tap_point(second)
    moved = nav.open_table.past("power")[-1].action
    assert isinstance(moved, UsePower)
    assert moved.at == (second,)


def test_the_turns_of_a_player_are_gone_through_one_by_one(nav: Navigator) -> None:
    played(nav, 3)
    nav.open_page("look_mend", seat=1)
    screen = MendPresenter(nav)
    count = 0
    while taps(screen.view())["earlier"].on:
        screen.step(-1)
        count += 1
    assert count == len(screen.turns()) - 1
    assert not taps(screen.view())["earlier"].on


@pytest.mark.parametrize("seed", [3, 11])
def test_the_sheet_on_the_screen_is_that_of_the_record(nav: Navigator, seed: int) -> None:
    played(nav, seed, players=3)
    table = nav.open_table
    assert table.game.score(replay_record(table.game, table.record).state) == table.sheet
    assert up(nav) == "final"


def test_looking_back_shows_all_slates_as_they_were_and_asks_for_nothing(nav: Navigator) -> None:
    played(nav, 3)
    nav.open_page("history", step=20)
    assert nav.past_screen == "look_overview"
    view = OverviewPresenter(nav).view()
    assert isinstance(view.stage, Standings)
    assert [standing.total for standing in view.stage.seats] != [p.total for p in nav.table.sheet.players]  # type: ignore[union-attr]
    assert not taps(view)


def test_equal_points_share_the_place_and_the_victory(nav: Navigator) -> None:
    at_table(nav, "N3", players=2)
    one, other = nav.open_table.sheet.players
    assert LookAtTheStarsApp().rank(one) == LookAtTheStarsApp().rank(other)


def test_undo_names_the_step_and_its_player(nav: Navigator) -> None:
    screen = at_table(nav, "N3", players=1)
    draw(nav, ("C4", "D4"), ("D4", "E4"))
    screen.done()
    assert nav.frame("").undo == "Drawing: Ana"
    nav.undo()
    assert nav.frame("").redo == "Drawing: Ana"
    assert up(nav) == "look_draw"
    nav.redo()
    assert len(actions(nav)) == 1


def test_lines_are_named_the_way_the_rules_name_them() -> None:
    assert ordered("D4", "C4") == ("C4", "D4")
    assert ordered("A0", "C2") == ("A0", "C2")


# Reasons before there are any ----------------------------------------------------------------------------------------


def test_a_player_without_a_slate_has_no_reasons_to_look_at(nav: Navigator) -> None:
    nav.begin(Header(game="look_at_the_stars", players=("Ana", "Bo")))
    SlatesPresenter(nav).choose(3)
    ana, bo = score_table(nav).lines
    assert {cell.open for cell in ana.cells} == {True}
    assert {cell.open for cell in bo.cells} == {False}
    nav.open_page("why", seat=0, row="point_bonus")
    why = WhyPresenter(nav)
    why.do(Seat(1))
    assert nav.place.seat == 0
    assert why.view().frame.title.startswith("Ana")


def test_no_page_below_outlives_the_slate_that_it_is_about(nav: Navigator) -> None:
    at_table(nav)
    nav.open_page("why", seat=1, row="point_bonus")
    nav.open_page("scores")
    nav.open_page("why", seat=0, row="point_bonus")
    while nav.state.slates[1].slate:
        nav.undo()
    assert (nav.screen, nav.place.seat) == ("why", 0)
    nav.back()
    assert nav.screen == "scores"
    nav.back()
    assert nav.place.page is None
