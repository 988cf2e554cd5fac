"""The screens of Starfarers, drawn: nothing is cut, small or faint in any look; fingers reach the places of the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engines.record import Header
from engines.starfarers import pack
from engines.starfarers.model import Phase, StarfarersState
from hardware.shaker import ScreenShaker
from hardware.shaker import Shake as Told
from pi_app import i18n
from pi_app.games.starfarers import encounter_words
from pi_app.presenters.navigator import Navigator
from tests.pi_app.screen_faults import SIZES, Stage
from tests.pi_app.starfarers_tables import after, begun, verb


def chart_of(stage: Stage) -> Any:
    """The map on the screen."""
    from pi_app.games.starfarers.ui.map import StarChart

    return next(part for part in stage.shell.screen.walk(restrict=True) if isinstance(part, StarChart))


def faults(stage: Stage) -> list[str]:
    """What is wrong with the present screen in the look that leaves least room: by day, large texts, left hand."""
    stage.show("en", "left-handed")
    return stage.faults()


@pytest.fixture
def shaker() -> ScreenShaker:
    return ScreenShaker()


@pytest.fixture
def nav(nav: Navigator) -> Navigator:
    nav.guides = True
    return nav


def full(nav: Navigator, wanted: Callable[[StarfarersState], bool]) -> None:
    after(nav, "starfarers_fifteen_points", wanted)


def phase(wanted: Phase) -> Callable[[StarfarersState], bool]:
    return lambda state: state.phase is wanted and state.turn > 20


SCREENS: dict[str, Callable[[Navigator], None]] = {
    "starfarers_turn": lambda nav: full(nav, phase(Phase.BUILD)),
    "starfarers_answer": lambda nav: full(nav, phase(Phase.ANSWER)),
    "starfarers_choose": lambda nav: full(nav, phase(Phase.CHOOSE)),
    "starfarers_discard": lambda nav: full(nav, phase(Phase.DISCARD)),
    "starfarers_rob": lambda nav: full(nav, phase(Phase.ROB)),
    "starfarers_roll": lambda nav: full(nav, phase(Phase.ROLL)),
    "starfarers_shake": lambda nav: full(nav, phase(Phase.SHAKE)),
    "starfarers_reveal": lambda nav: full(nav, phase(Phase.REVEAL)),
    "starfarers_drawn": lambda nav: full(nav, phase(Phase.SUPPLY)),
    "starfarers_flight": lambda nav: full(
        nav, lambda s: s.phase is Phase.FLIGHT and max(s.ships[3 * s.seat : 3 * s.seat + 3]) > 0
    ),
    "starfarers_launch": lambda nav: full(nav, lambda s: s.phase is Phase.PLACE_SHIPS),
    "starfarers_found": lambda nav: after(
        nav, "starfarers_founding_three_players", lambda s: s.phase is Phase.FOUND_COLONIES
    ),
    "starfarers_first": lambda nav: full(nav, lambda s: s.phase is Phase.FIRST_PLAYER),
    "starfarers_card": lambda nav: full(nav, lambda s: s.phase is Phase.ENCOUNTER and s.encounter is None),
    "starfarers_encounter": lambda nav: full(nav, lambda s: isinstance(verb(s), pack.Ask)),
    "starfarers_light": lambda nav: after(nav, "starfarers_light", lambda s: s.phase is Phase.FLIGHT),
    "starfarers_middle": lambda nav: after(nav, "starfarers_middle", lambda s: s.phase is Phase.BUILD and s.turn > 9),
}
PAGES = ("build", "trade", "ships", "friends", "map")


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_cut_small_or_faint(screen: str, nav: Navigator, stage: Stage) -> None:
    SCREENS[screen](nav)
    begun(nav)
    stage.frames(3)
    assert nav.screen == screen
    assert faults(stage) == []


@pytest.mark.parametrize("look", ["night", "large text", "left-handed"])
@pytest.mark.parametrize("code", ["de", "fr"])
def test_a_card_with_two_outcomes_stays_within_its_place(
    code: str, look: str, nav: Navigator, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two(*_: object) -> tuple[str, ...]:
        return (
            encounter_words.sentence(pack.GainUpgrade(), ""),
            encounter_words.sentence(pack.Wear(more_than=3), ""),
        )

    monkeypatch.setattr(encounter_words, "told", two)
    SCREENS["starfarers_encounter"](nav)
    begun(nav)
    stage.show(code, look)
    stage.frames(12)
    assert stage.faults_of_words() == []


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_whole(page: str, nav: Navigator, stage: Stage) -> None:
    full(nav, phase(Phase.BUILD))
    begun(nav)
    nav.open_page(f"starfarers_{page}")
    stage.frames(3)
    assert faults(stage) == []


@pytest.mark.parametrize("row", ["fame", "colonies", "medals"])
def test_reasons_are_whole(row: str, nav: Navigator, stage: Stage) -> None:
    full(nav, lambda state: state.turn > 60)
    nav.open_page("why", seat=0, row=row)
    stage.frames(3)
    assert faults(stage) == []


def test_a_ball_that_is_not_seen_is_asked_for(nav: Navigator, stage: Stage, shaker: ScreenShaker) -> None:
    full(nav, phase(Phase.SHAKE))
    stage.shell.screen.tick()
    shaker.tell(Told("balls", 4, ("red", None), (98, 0), (False, True)))
    stage.shell.screen.tick()
    stage.frames(3)
    assert faults(stage) == []
    stage.tap("ball.blue")
    assert nav.state.balls == ("red", "blue")


def test_the_glasses_hide_no_place_of_the_map(nav: Navigator, stage: Stage) -> None:
    full(nav, lambda s: s.phase is Phase.FLIGHT)
    begun(nav)
    for look in ("night", "left-handed"):
        stage.show("en", look)
        chart = chart_of(stage)
        lit = [
            chart.place(chart.scene.plan.corners[spot.corner])
            for spot in chart.scene.spots
            if spot.kind in ("ship", "go")
        ]
        assert lit
        for glass in (stage.finger.find("nearer"), stage.finger.find("farther")):
            assert glass is not None
            assert all(abs(x - glass.center_x) > glass.width / 2 for x, _y in lit)


def test_the_map_fills_its_place_below_the_glasses(nav: Navigator, stage: Stage) -> None:
    full(nav, lambda s: s.phase is Phase.FLIGHT)
    begun(nav)
    stage.frames(3)
    chart = chart_of(stage)
    assert (chart.pos, chart.size) == (chart.parent.pos, chart.parent.size)
    near = next(chart.scene.plan.corners[spot.corner] for spot in chart.scene.spots)
    glass = stage.finger.find("nearer")
    assert glass is not None
    chart.middle = tuple(
        a + b - c for a, b, c in zip(chart.middle, near, chart_point(chart, glass.center), strict=True)
    )
    stage.frames(2)
    assert "map." not in "".join(spot.id for spot in chart.spots() if glass.collide_point(*spot.at))


def chart_point(chart: Any, at: tuple[float, float]) -> tuple[float, float]:
    """What of the map lies there in the window."""
    zero, one = chart.place((0.0, 0.0)), chart.place((1.0, 1.0))
    return (at[0] - zero[0]) / (one[0] - zero[0]), (at[1] - zero[1]) / (one[1] - zero[1])


@pytest.mark.parametrize("look", ["night", "left-handed"])
def test_what_the_shaker_says_stands_clear_of_dice_and_balls(
    look: str, nav: Navigator, stage: Stage, shaker: ScreenShaker
) -> None:
    from kivy.metrics import dp
    from kivy.uix.label import Label

    after(nav, "starfarers_light", lambda state: state.phase is Phase.BUILD)
    begun(nav)
    stage.show("de", look)
    stage.shell.screen.tick()
    shaker.tell(Told("balls", 4, ("red", None), (98, 0), (False, True), again=True))
    stage.shell.screen.tick()
    stage.frames(4)
    board = stage.shell.screen.board
    words = [part for part in board.walk(restrict=True) if isinstance(part, Label) and part.text.endswith(".")]
    assert len(words) == 3, "two of what was seen, one of what to tap for the flight"
    lowest = min(part.y for part in board.walk(restrict=True) if getattr(part, "key", "").startswith("total."))
    highest = max(part.top for part in board.walk(restrict=True) if getattr(part, "key", "").startswith("pair."))
    assert max(part.top for part in words) <= lowest - dp(4)
    assert min(part.y for part in words) >= highest
    assert stage.faults_of_words() == []


def test_the_names_of_the_peoples_are_large_and_alike(nav: Navigator, stage: Stage) -> None:
    from kivy.metrics import sp

    from pi_app.games.starfarers.ui.pieces import PeopleRow

    full(nav, phase(Phase.BUILD))
    begun(nav)
    nav.open_page("starfarers_friends")
    for language in i18n.LANGUAGES:
        for size in SIZES:
            stage.show(language, "left-handed", size)
            names = [row.ids.name for row in stage.shell.screen.walk() if isinstance(row, PeopleRow)]
            assert len(names) == 4
            sizes = [name.font_size for name in names]
            assert min(sizes) >= max(sp(14), 0.95 * max(sizes)), language


def test_names_on_mother_ships_follow_the_size_of_texts(nav: Navigator, stage: Stage) -> None:
    from pi_app.games.starfarers.ui.pieces import ShipCard

    def letters(look: str) -> float:
        stage.show("fr", look)
        cards = [card for card in stage.shell.screen.walk() if isinstance(card, ShipCard)]
        names = {card.ship.names[1] for card in cards}
        return float(
            min(part.font_size for card in cards for part in card.walk() if getattr(part, "text", "") in names)
        )

    after(nav, "starfarers_light", lambda state: state.phase is Phase.FLIGHT)
    begun(nav)
    nav.open_page("history")
    assert letters("left-handed") > 1.15 * letters("night")


def icons(root: Any) -> Iterator[str]:
    """Of all icons that are drawn, in a picture of an earlier step too."""
    if root.opacity:
        yield getattr(root, "icon", "")
        for child in root.children:
            yield from icons(child)


def test_the_map_of_a_past_step_has_no_glasses(nav: Navigator, stage: Stage) -> None:
    full(nav, lambda s: s.phase is Phase.FLIGHT)
    begun(nav)
    stage.frames(3)
    assert "nearer" in icons(stage.shell)
    nav.open_page("history")
    stage.frames(3)
    assert "nearer" not in icons(stage.shell)


def test_a_finger_flies_a_ship_over_the_map(nav: Navigator, stage: Stage) -> None:
    full(nav, lambda s: s.phase is Phase.FLIGHT and s.base > 3 and s.ships[3 * s.seat] > 0)
    begun(nav)
    stage.frames(4)
    chart = chart_of(stage)
    ship = next((spot.key for spot in chart.scene.spots if spot.kind == "ship"), None)
    if ship is not None:
        stage.tap(f"map.{ship}")
    stage.frames(3)
    chart = chart_of(stage)
    spot = next(spot for spot in chart.scene.spots if spot.kind == "go")
    stage.tap(f"map.{spot.key}")
    stage.tap("fly")
    assert spot.corner in nav.state.ships


def test_a_finger_puts_a_ship_on_a_corner_that_only_the_table_may_allow(nav: Navigator, stage: Stage) -> None:
    full(nav, lambda s: s.phase is Phase.FLIGHT and s.base > 3 and s.ships[3 * s.seat] > 0)
    begun(nav)
    stage.frames(4)
    stage.tap("ship.0")
    stage.frames(3)
    chart = chart_of(stage)
    chart.nearer(0.1)
    stage.frames(2)
    beyond = {f"map.{spot.key}": spot.corner for spot in chart.scene.spots if spot.kind == "beyond"}
    place = next(place for place in chart.spots() if place.id in beyond and chart.spot_at(place.at) == place.id)
    stage.tap(place.id)
    stage.tap("fly")
    stage.frames(3)
    assert faults(stage) == []
    stage.tap("yes")
    assert nav.state.ships[3 * nav.state.seat] == beyond[place.id]


def test_from_the_start_screen_to_the_first_points_it_takes_few_taps(nav: Navigator, stage: Stage) -> None:
    names = ("Zoé", "Łucja")
    nav.begin(Header(game="starfarers", players=names, options={"mode": "light"}))
    nav.home()
    stage.frames(3)
    taps = ["new_game", "game.starfarers", "way.table", *(f"name.{name}" for name in names), "start", "first.0"]
    for key in taps:
        if key != "game.starfarers" or nav.place.new != "starfarers":
            stage.tap(key)
    before = nav.open_table.sheet.players[0].total
    stage.tap("report.spaceport")
    assert nav.open_table.sheet.players[0].total == before + 1
    assert stage.finger.touches <= 30


@pytest.mark.exhaustive
def test_what_the_screen_sets_up_and_the_pad_in_flight_read_well(nav: Navigator, stage: Stage) -> None:
    names = ("Zoé", "Łucja", "Nicolás")
    nav.begin(Header(game="starfarers", players=names, options={"mode": "full"}))
    stage.frames(2)
    for key in ("first.0", "deal_all", "place_all"):
        stage.tap(key)
        stage.frames(2)
        assert stage.faults_in_every_look(("de", "fr", "pl"), ("left-handed",)) == {}
    nav.begin(Header(game="starfarers", players=names, options={"mode": "light"}))
    stage.frames(2)
    for key in ("first.0", "pair.blue.red", "pair.blue.yellow"):
        stage.tap(key)
        stage.frames(2)
    assert stage.faults_in_every_look(("de", "fr", "pl"), ("left-handed",)) == {}
