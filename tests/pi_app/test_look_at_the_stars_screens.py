"""The screens of Look at the Stars, drawn: nothing is cut, small or faint in any look; fingers draw and put right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engines.game import NATURE
from engines.look_at_the_stars.model import DealSlate, Draw, OpenBonus, Pass, Reveal, UsePower
from engines.record import Header
from pi_app.games.look_at_the_stars.cards import OpenCards, bonus_card_of, rules_of
from pi_app.games.look_at_the_stars.desk import Doubt, Draft, desk_of, draft_of, keep_desk, put_draft
from pi_app.games.look_at_the_stars.draw import DrawPresenter, legal_drawings
from pi_app.games.look_at_the_stars.finished import SlateKind
from pi_app.games.look_at_the_stars.mend import MendPresenter
from pi_app.games.look_at_the_stars.reveal import RevealPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.preferences import Preferences
from tests.pi_app.screen_faults import Put, Stage, preferring

EIGHT = ("Maximiliana", "Łucja", "Ana", "Bo", "Émile", "Jörg", "Håkon", "Wilhelmine")
Lead = Callable[[Navigator], None]


def at_table(nav: Navigator, players: int = 2, power: str = "B9") -> None:
    """A table with slates 1, 2, … and the bonus cards A7 and a power, before the first night card."""
    nav.begin(Header(game="look_at_the_stars", players=EIGHT[:players]))
    for seat in range(players):
        nav.act(DealSlate(seat, seat + 1, seat=NATURE))
    nav.act(OpenBonus("A7", seat=NATURE), OpenBonus(power, seat=NATURE))


def drawing(nav: Navigator) -> None:
    at_table(nav, 8)
    nav.act(Reveal("N3", seat=NATURE))
    nav.act(next(a for a in legal_drawings(rules_of(nav), nav.state, 0) if isinstance(a, Draw)))
    put_draft(nav, 2, Draft(lines=(("E6", "E7"),)))


def broken(nav: Navigator) -> None:
    drawing(nav)
    DrawPresenter(nav).done()


def question(nav: Navigator) -> None:
    at_table(nav)
    nav.act(Reveal("N3", seat=NATURE))
    lines = (("E6", "F6"), ("F6", "G6"))
    doubts = (Doubt("line", lines[1], 0.55), Doubt("line", ("F7", "G7"), 0.4))
    put_draft(nav, 0, Draft(lines=lines, doubts=doubts, source="camera"))


def power(nav: Navigator) -> None:
    at_table(nav, 8, "B2")
    earn(nav)


def earn(nav: Navigator) -> None:
    """The first player has drawn three lines in a row: what the power bonus B2 asks for."""
    players = range(len(nav.open_table.players))
    nav.act(Reveal("N3", seat=NATURE), *(passing(seat) for seat in players if seat))
    nav.act(Draw((("C6", "D6"), ("D6", "E6")), seat=0))
    nav.act(Reveal("N24", seat=NATURE), *(passing(seat) for seat in players if seat))
    nav.act(Draw((("E6", "F6"), ("G6", "H6")), seat=0))


def passing(seat: int) -> Pass:
    return Pass(seat=seat)


def cards(nav: Navigator) -> None:
    drawing(nav)
    nav.open_page("look_cards")


def sunrise(nav: Navigator) -> None:
    at_table(nav, 8)
    for card in ("N1", "N2", "N3", "N4", "N5", "N6"):
        nav.act(Reveal(card, seat=NATURE))
        nav.act(*(passing(seat) for seat in range(8)))


def mending(nav: Navigator) -> None:
    drawing(nav)
    line = next(p for p in nav.open_table.past("draw")).action.lines[0]
    nav.open_page("look_mend", seat=0, own={"line": list(line)})


def strokes(nav: Navigator) -> None:
    at_table(nav)
    RevealPresenter(nav).join("D3", "F5")


@pytest.mark.parametrize(
    ("lead", "screen"),
    [
        (at_table, "look_reveal"),
        (strokes, "look_reveal"),
        (drawing, "look_draw"),
        (broken, "look_draw"),
        (question, "look_question"),
        (power, "look_power"),
        (cards, "look_cards"),
        (sunrise, "look_sunrise"),
        (mending, "look_mend"),
    ],
)
def test_nothing_is_cut_small_or_faint(lead: Lead, screen: str, nav: Navigator, stage: Stage) -> None:
    stage.show("en", "left-handed")
    lead(nav)
    stage.frames(3)
    assert nav.screen == screen
    assert stage.faults() == []


# Fingers ---------------------------------------------------------------------------------------------------------


def between(slate: Any, a: str, b: str) -> tuple[float, float]:
    """The middle of a line."""
    (ax, ay), (bx, by) = slate.point_place(a), slate.point_place(b)
    return (ax + bx) / 2, (ay + by) / 2


@pytest.fixture
def slate(nav: Navigator, stage: Stage) -> Any:
    """The slate on the screen, with the first night card to be drawn."""
    at_table(nav)
    nav.act(Reveal("N3", seat=NATURE))
    stage.frames(3)
    return stage.shell.screen.board


def test_a_finger_from_star_to_star_draws_a_line_and_a_tap_takes_it_away(
    nav: Navigator, stage: Stage, slate: Any
) -> None:
    stage.finger.drag(slate.point_place("C6"), slate.point_place("D6"))
    stage.rest()
    assert draft_of(nav, 0).lines == (("C6", "D6"),)
    stage.finger.tap(between(slate, "C6", "D6"))
    stage.rest()
    assert draft_of(nav, 0).lines == ()


def test_a_finger_draws_the_night_card_beside_the_list(nav: Navigator, stage: Stage) -> None:
    at_table(nav)
    stage.frames(3)
    for a, b in (("D3", "E3"), ("F4", "G4")):
        start, end = stage.finger.place(f"point.{a}"), stage.finger.place(f"point.{b}")
        assert start is not None
        assert end is not None
        stage.finger.drag(start, end)
        stage.rest()
    assert nav.state.cards == ("N20",)


def test_two_taps_draw_a_line_and_a_tap_on_a_dotted_line_draws_the_other(
    nav: Navigator, stage: Stage, slate: Any
) -> None:
    for point in ("C6", "D6"):
        stage.finger.tap(slate.point_place(point))
        stage.rest()
    assert ("D6", "E6") in slate.scene.ghosts
    stage.finger.tap(between(slate, "D6", "E6"))
    stage.rest()
    assert draft_of(nav, 0).lines == (("C6", "D6"), ("D6", "E6"))


def test_a_tap_beside_a_star_means_the_star_and_not_the_possible_line_that_ends_there(
    nav: Navigator, stage: Stage, slate: Any
) -> None:
    for point in ("C6", "D6"):
        stage.finger.tap(slate.point_place(point))
        stage.rest()
    assert ("D6", "E6") in slate.scene.ghosts
    x, y = slate.point_place("D6")
    stage.finger.tap((x + slate.pitch * 0.15, y))
    stage.rest()
    assert draft_of(nav, 0).lines == (("C6", "D6"),)


def test_a_finger_that_ends_beside_a_star_draws_in_the_direction_it_went(
    nav: Navigator, stage: Stage, slate: Any
) -> None:
    x, y = slate.point_place("C6")
    stage.finger.drag((x + slate.pitch * 0.3, y), (x + slate.pitch * 0.75, y + slate.pitch * 0.1))
    stage.rest()
    assert draft_of(nav, 0).lines == (("C6", "D6"),)


def test_a_second_finger_on_the_slate_draws_nothing(nav: Navigator, stage: Stage, slate: Any) -> None:
    touches = []
    for point in ("C4", "G6"):
        touches.append(stage.finger.down(slate.point_place(point)))
        stage.rest()
    for touch in reversed(touches):
        stage.finger.up(touch)
    stage.rest()
    assert draft_of(nav, 0) == Draft(chosen="C4")


def test_a_shooting_star_is_drawn_three_units_long_and_no_longer(nav: Navigator, stage: Stage) -> None:
    at_table(nav)
    nav.act(Reveal("S1", seat=NATURE))
    stage.frames(3)
    slate = stage.shell.screen.board
    stage.finger.drag(slate.point_place("A0"), slate.at(5.2, 4.8))
    stage.rest()
    assert draft_of(nav, 0).star == ("A0", "D3")


def test_every_star_can_be_touched(nav: Navigator, slate: Any) -> None:
    assert {slate._point_near(slate.point_place(point), 0.4) for point in slate.scene.live} == set(slate.scene.live)


def night(nav: Navigator) -> object:
    hero = DrawPresenter(nav).view().hero
    assert isinstance(hero, OpenCards)
    return hero.night.lines


@pytest.mark.usefixtures("slate")
def test_turning_the_card_turns_only_the_picture(nav: Navigator, stage: Stage) -> None:
    lying = night(nav)
    stage.tap("turn_card")
    assert night(nav) != lying
    for _ in range(3):
        stage.tap("turn_card")
    assert night(nav) == lying


def test_a_misread_line_of_a_past_turn_is_put_right_in_two_taps(nav: Navigator, stage: Stage) -> None:
    at_table(nav, 1)
    nav.act(Reveal("N3", seat=NATURE), Draw((("C4", "D4"), ("D4", "E4")), seat=0), Reveal("N1", seat=NATURE))
    stage.frames(3)
    slate = stage.shell.screen.board
    stage.finger.tap(between(slate, "D4", "E4"))
    stage.rest()
    assert nav.screen == "look_draw", "a stray tap on an old line leaves the drawing alone"
    nav.open_page("why", seat=0, row="constellation.3")
    stage.tap("turns")
    assert nav.screen == "look_mend"
    slate = stage.shell.screen.board
    stage.finger.tap(between(slate, "D4", "E4"))
    stage.rest()
    slate = stage.shell.screen.board
    stage.finger.tap(between(slate, "B4", "C4"))
    stage.rest()
    assert nav.open_table.past("draw")[0].action == Draw((("C4", "D4"), ("B4", "C4")), seat=0)
    assert nav.notice is not None
    assert MendPresenter(nav).mend.draft.lines == (("C4", "D4"), ("B4", "C4"))


def test_from_the_start_screen_to_the_first_scored_card_two_players_need_at_most_thirty_taps(
    nav: Navigator, stage: Stage
) -> None:
    keys = ("new_game", "game.look_at_the_stars", "way.table", "write", "key.A", "key.n", "done", "write",
            "key.B", "key.o", "done", "start", "slate.1", "slate.2", "card.A3", "card.B4",
            "card.N3")  # fmt: skip
    for key in keys:
        stage.tap(key)
    for _player in range(2):
        slate = stage.shell.screen.board
        for a, b in (("C4", "D4"), ("D4", "E4")):
            stage.finger.drag(slate.point_place(a), slate.point_place(b))
            stage.rest()
        stage.tap("done")
    assert [player.total for player in nav.open_table.sheet.players] == [0, 0]
    assert len(nav.state.cards) == 1
    assert nav.screen == "look_reveal"
    assert stage.finger.touches <= 30


def test_the_power_is_proposed_by_a_tap_and_drawn_by_the_button(nav: Navigator, stage: Stage) -> None:
    at_table(nav, 1, "B2")
    earn(nav)
    stage.frames(3)
    slate = stage.shell.screen.board
    stage.finger.tap(slate.point_place("D4"))
    stage.rest()
    stage.tap("use")
    assert nav.open_table.past("power")[-1].action == UsePower(
        (("C6", "D6"), ("D6", "E6"), ("E6", "F6")), ("D4",), seat=0
    )


def test_the_sun_rises_once_and_is_seen_before_the_next_card(nav: Navigator, stage: Stage) -> None:
    sunrise(nav)
    stage.frames(3)
    assert nav.screen == "look_sunrise"
    stage.tap("next")
    assert nav.screen == "look_reveal"
    keep_desk(nav, replace(desk_of(nav), seat=3))
    assert nav.screen == "look_reveal"


def test_two_taps_far_apart_draw_a_line_that_is_told_as_wrong_and_stop_nothing(nav: Navigator, stage: Stage) -> None:
    at_table(nav)
    nav.act(Reveal("N3", seat=NATURE))
    stage.frames(3)
    DrawPresenter(nav).join("C1", "C4")
    DrawPresenter(nav).join("C4", "D4")
    stage.frames(3)
    assert len(draft_of(nav, 0).lines) == 2


@pytest.mark.usefixtures("frames")
def test_every_bonus_card_has_a_picture_of_its_own() -> None:
    from pi_app.games.look_at_the_stars.ui.cards import object_instructions

    box = SlateKind().box
    cards = [bonus_card_of(box, card) for card in (*box.point_cards, *box.power_cards)]
    assert len(cards) == 19
    assert len({(card.lines, card.power) for card in cards}) == 19
    assert all(card.lines for card in cards)
    powers = [card.power for card in cards if card.power]
    assert len(powers) == len(box.power_cards)
    assert all(object_instructions(power, 0, 0, 10, (1, 1, 1, 1)) for power in powers)


def test_the_rising_sun_stands_out_by_day_too(put: Put) -> None:
    """A pale orange of 1.5 to 1 on the bright sky."""
    from kivy.graphics import Color

    from pi_app.games.look_at_the_stars.ui.cards import SunDrawing
    from pi_app.ui import theme

    with preferring(Preferences(theme="day")):
        sun = SunDrawing(size=(200, 96), size_hint=(None, None))
        put(sun)
        inks = {tuple(part.rgba) for part in sun.drawing.children if isinstance(part, Color)}
        assert inks == {theme.PALETTES["day"].ASK}


def test_at_sunrise_long_names_are_read_beside_short_ones(nav: Navigator, stage: Stage) -> None:
    from pi_app.ui.outline import labels
    from pi_app.ui.widgets.fitted import EVEN

    stage.show("pl", "large text")
    sunrise(nav)
    stage.frames(3)
    assert nav.screen == "look_sunrise"
    sizes = [label.font_size for label in labels(stage.shell) if label.text.replace("\n", "") in EIGHT]
    assert len(sizes) == len(EIGHT)
    assert min(sizes) >= 12
    assert max(sizes) <= EVEN * min(sizes)
    assert stage.faults() == []


def test_panels_of_the_standings_are_as_high_as_their_slates(nav: Navigator, put: Put) -> None:
    """Three small slates in panels of which more than half was empty."""
    from pi_app.games.look_at_the_stars.setting import standings
    from pi_app.games.look_at_the_stars.ui.setting import StandingsBox
    from pi_app.games.look_at_the_stars.ui.slate import SlateView
    from pi_app.ui.steps.port import Port

    for players in (3, 8):
        at_table(nav, players)
        box = StandingsBox(standings(nav, 0), Port(lambda _command: None, lambda _name: None))
        box.size_hint, box.size = (None, None), (470, 400)
        put(box)
        views = [view for view in box.walk() if isinstance(view, SlateView)]
        assert len(views) == players
        assert all(view.height <= view.width / view.aspect + 2 for view in views), players
        nav.home()


def test_what_a_point_bonus_brings_and_how_often_stand_at_one_edge(put: Put) -> None:
    """`3 points` began four pixels right of `× 0`, and forty above it."""
    from kivy.metrics import dp

    from pi_app.games.look_at_the_stars.cards import ShapeCard
    from pi_app.games.look_at_the_stars.ui.cards import BonusTap
    from pi_app.ui.outline import labels
    from pi_app.ui.steps.port import Port

    with preferring(Preferences()):
        tap = BonusTap(Port(lambda _command: None, lambda _name: None), size=(dp(198), dp(100)))
        tap.size_hint = None, None
        tap.card = ShapeCard(id="P1", title="3 points", count=0)
        put(tap)
        points, times = (next(it for it in labels(tap) if it.text == text) for text in ("3 points", "× 0"))
    assert points.x == times.x
    assert points.center_y - times.center_y <= dp(30)
