"""Whole games of Starfarers by taps alone, in each way that keeps the board; and how such a game begins."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engines.game import NATURE
from engines.record import Header, format_record, parse_record, replay_record
from engines.starfarers.bots import greedy_action
from engines.starfarers.model import (
    NOWHERE,
    Move,
    Phase,
    Reveal,
    StarfarersState,
    StartFlight,
)
from engines.starfarers.navigation import points_left
from engines.starfarers.ships import flying, in_stock, launch_corners
from pi_app.games.starfarers.autoplay_keys import keys_of, nature_keys
from pi_app.games.starfarers.chart import ChartScene
from pi_app.games.starfarers.desk import acting, game_of, tracked
from pi_app.games.starfarers.flight import FlightPresenter
from pi_app.games.starfarers.middle import MiddleTurnPresenter
from pi_app.games.starfarers.parts import PadStage
from pi_app.games.starfarers.sketch import star_map
from pi_app.games.starfarers.turn import DealtPresenter, RevealPresenter
from pi_app.presenters.navigator import Navigator
from tests.pi_app.screen_faults import Stage
from tests.pi_app.starfarers_tables import after, tap
from tests.pi_app.steps import says, taps

NAMES = ("Zoé", "Łucja", "Håkon")


def player_keys(nav: Navigator, rng: Random) -> list[str]:
    """The taps of what the greedy bot would do."""
    game, seat = game_of(nav), acting(nav)
    assert seat is not None
    action = greedy_action(game, game.view(nav.state, seat), seat, rng)
    if isinstance(action, StartFlight) and not tracked(nav) and flying(nav.state, seat):
        return nature_keys(nav, game.deal(game.apply(nav.state, action), rng))
    return [key.removeprefix("chip.").removeprefix("map.") for key in keys_of(action, tracked(nav))]


def corner_key(nav: Navigator, key: str) -> str:
    """A colony site is tapped where its corner is."""
    site = key.removeprefix("site.")
    return key if site == key else f"corner.{game_of(nav).parts.map.sites[int(site)]}"


@pytest.mark.parametrize(
    ("start", "mode"),
    [
        pytest.param("beginner", "full", marks=pytest.mark.exhaustive),
        pytest.param("beginner", "middle", marks=pytest.mark.exhaustive),
        ("founding", "full"),
        ("founding", "middle"),
    ],
)
def test_a_table_plays_by_taps_alone_and_its_record_replays_to_the_same_sheet(
    mode: str, start: str, nav: Navigator
) -> None:
    options = {"mode": mode, "start": start, "turn_limit": "short", "offers": "two"}
    nav.begin(Header(game="starfarers", players=NAMES, options=options))
    game, screens, full = game_of(nav), set(), mode == "full"
    while not nav.open_table.over:
        screen, steps = nav.screen, len(nav.open_table.replay.entries)
        screens.add(screen)
        rng = Random(f"{start}:{steps}")
        if screen in ("starfarers_dealt", "starfarers_produced", "starfarers_contest"):
            tap(nav, "told")
        elif screen == "starfarers_hand_over":
            tap(nav, "take")
        elif game.to_move(nav.state)[0] == NATURE:
            tap(nav, *nature_keys(nav, game.deal(nav.state, rng)))
            assert len(nav.open_table.replay.entries) > steps or nav.screen == "starfarers_reveal", nav.notice
        else:
            for key in player_keys(nav, rng):
                tap(nav, corner_key(nav, key))
            assert len(nav.open_table.replay.entries) > steps, (screen, nav.notice)
    seen = {"starfarers_roll", "starfarers_drawn", "starfarers_shake"} if full else {"starfarers_middle"}
    assert {*seen, "starfarers_reveal", "starfarers_flight"} <= screens
    assert full or not screens & {"starfarers_hand_over", "starfarers_roll", "starfarers_drawn", "starfarers_turn"}
    assert ("starfarers_found" in screens) is (start == "founding")
    record = parse_record(format_record(nav.journal.record(nav.open_table.game_id)))
    assert game.score(replay_record(game, record).state) == nav.open_table.sheet


# The full way's first steps ------------------------------------------------------------------------------------------


def test_a_table_is_set_up_by_four_touches_and_each_is_one_undo(nav: Navigator) -> None:
    nav.begin(Header(game="starfarers", players=NAMES, options={"mode": "full"}))
    tap(nav, "first.1", "deal_all")
    assert nav.screen == "starfarers_dealt"
    hands = [text for text in says(DealtPresenter(nav).view()) if text.partition(":")[0] in NAMES]
    assert len(hands) == len(NAMES)
    assert [sum(hand) for hand in nav.state.hands] == [3] * len(NAMES)
    dealt = nav.state
    tap(nav, "place_all")
    assert nav.screen == "starfarers_dealt", "the board is set up as on its map"
    assert "place_all" not in taps(DealtPresenter(nav).view())
    assert sum(corner >= 0 for corner in nav.state.ships) == len(NAMES)
    nav.undo()
    assert nav.state == dealt
    nav.undo()
    assert nav.state.phase is Phase.FIRST_PLAYER
    tap(nav, "first.1", "deal_all", "place_all", "told")
    assert nav.screen == "starfarers_roll"


def test_what_the_table_has_laid_and_drawn_stays_where_the_screen_deals_the_rest(nav: Navigator) -> None:
    nav.begin(Header(game="starfarers", players=NAMES, options={"mode": "full"}))
    tap(nav, "first.1")
    token = next(action for action in game_of(nav).legal_actions(nav.state, NATURE) if isinstance(action, Reveal))
    nav.act(token)
    while nav.state.phase is Phase.REVEAL:
        nav.act(game_of(nav).legal_actions(nav.state, NATURE)[0])
    tap(nav, "drawn.ore", "deal_all")
    assert nav.state.tokens[token.planet] == token.token
    assert nav.state.hands[1][0] >= 1
    assert [sum(hand) for hand in nav.state.hands] == [3] * len(NAMES)


# The middle way ------------------------------------------------------------------------------------------------


def middle(nav: Navigator) -> MiddleTurnPresenter:
    """A table of the middle way that the screen has set up: Łucja's first turn."""
    nav.begin(Header(game="starfarers", players=NAMES, options={"mode": "middle"}))
    tap(nav, "first.1", "deal_all", "place_all", "told")
    assert nav.screen == "starfarers_middle"
    return MiddleTurnPresenter(nav)


def test_a_table_of_the_middle_way_is_set_up_by_the_same_touches_and_without_cards(nav: Navigator) -> None:
    nav.begin(Header(game="starfarers", players=NAMES, options={"mode": "middle"}))
    tap(nav, "first.1", "deal_all")
    assert nav.screen == "starfarers_dealt"
    assert any("Set the board up as on this map." in text for text in says(DealtPresenter(nav).view()))
    tap(nav, "place_all")
    assert sum(corner != NOWHERE for corner in nav.state.ships) == len(NAMES)
    nav.undo()
    assert nav.state.phase.value == "place_ships"
    nav.undo()
    assert nav.state.phase.value == "first_player"


def test_the_sum_of_the_dice_says_who_gets_what(nav: Navigator) -> None:
    turn = middle(nav)
    game, state = game_of(nav), nav.state
    for total in (2, 6, 8, 9):
        tap(nav, f"total.{total}")
        stage = turn.view().stage
        assert isinstance(stage, PadStage)
        paid = {seat for seat, *_ in game.parts.income(state.tokens, state.face_up, state.sites, total) if seat < 3}
        said = stage.notes[0][0]
        assert {seat for seat, name in enumerate(NAMES) if f"{name}: " in said} == paid
        assert bool(paid) or "nobody gets a card" in said
        tap(nav, f"total.{total}")
    assert nav.state == state, "nothing of it is kept"


def test_a_ship_goes_where_a_tap_says_and_at_once_where_there_is_one_place(nav: Navigator) -> None:
    def two(state: StarfarersState) -> bool:
        places, stock = launch_corners(game_of(nav).parts, state, state.seat), in_stock(state, state.seat)
        return state.phase is Phase.BUILD and len(places) == 2 and len(stock) > 1

    middle(nav)
    after(nav, "starfarers_middle", two)
    seat = nav.state.seat
    places = launch_corners(game_of(nav).parts, nav.state, seat)
    tap(nav, "item.colony")
    shown = MiddleTurnPresenter(nav).view()
    assert isinstance(shown.stage, ChartScene)
    assert [spot.corner for spot in shown.stage.spots] == places
    assert "place" not in taps(shown)
    tap(nav, f"corner.{places[1]}")
    own = slice(3 * seat, 3 * seat + 3)
    assert places[1] in nav.state.ships[own]
    while nav.state.phase is Phase.REVEAL:
        tap(nav, f"token.{next(iter(RevealPresenter(nav).faces()))}")
    tap(nav, "item.colony")
    assert places[0] in nav.state.ships[own]


def test_the_turn_ends_with_the_last_flight_unless_the_player_flies_on(nav: Navigator) -> None:
    def one_ship(state: StarfarersState) -> bool:
        ships = [corner for corner in state.ships[3 * state.seat : 3 * state.seat + 3] if corner >= 0]
        return state.phase is Phase.FLIGHT and len(ships) == 1 and not any(state.spent) and state.base > 2

    after(nav, "starfarers_middle", one_ship)
    seat, before = nav.state.seat, list(nav.open_table.replay.actions)
    game = game_of(nav)
    quiet = [
        action
        for action in game.legal_actions(nav.state, seat)
        if isinstance(action, Move)
        and game.parts.plain[action.to]
        and game.apply(nav.state, action).phase is Phase.FLIGHT
        and points_left(game.apply(nav.state, action), action.ship)
    ]
    tap(nav, f"corner.{quiet[0].to}")
    assert (nav.screen, nav.state.seat) == ("starfarers_middle", (seat + 1) % 3)
    nav.undo()
    assert list(nav.open_table.replay.actions) == before, "one undo takes back flight and end"
    tap(nav, f"corner.{quiet[0].to}", "fly_on")
    assert (nav.screen, nav.state.seat) == ("starfarers_flight", seat)
    assert nav.state.ships[3 * seat + quiet[0].ship] == quiet[0].to
    tap(nav, "end")
    assert nav.state.seat == (seat + 1) % 3
    assert "fly_on" not in taps(MiddleTurnPresenter(nav).view()), "the player has said so"


def test_no_token_is_secret_where_the_screen_is_not_handed_over(nav: Navigator) -> None:
    after(nav, "starfarers_middle", lambda s: s.phase is Phase.FLIGHT and any(m & ~s.face_up for m in s.seen))
    scene = FlightPresenter(nav).view().stage
    assert isinstance(scene, ChartScene)
    assert not any(token.secret for token in scene.tokens)


def test_without_a_ship_on_the_board_the_turn_ends_without_a_shake(nav: Navigator) -> None:
    after(nav, "starfarers_middle", lambda s: s.phase is Phase.BUILD and max(s.ships[3 * s.seat : 3 * s.seat + 3]) < 0)
    turn, seat = MiddleTurnPresenter(nav), nav.state.seat
    stage = turn.view().stage
    assert isinstance(stage, PadStage)
    assert stage.palette == ()
    tap(nav, "fly")
    assert nav.state.seat == (seat + 1) % 3


def test_how_an_encounter_ended_stands_beside_the_map(nav: Navigator) -> None:
    after(nav, "starfarers_middle", lambda s: s.phase is Phase.FLIGHT and "black" in s.balls)
    assert nav.screen == "starfarers_flight"
    met = [text for text, _tone in FlightPresenter(nav).met()]
    assert met
    assert set(met) <= set(says(FlightPresenter(nav).view()))
    assert "end" in taps(FlightPresenter(nav).view())


def test_a_game_is_taken_up_where_it_was_and_drawn_for_onlookers(nav: Navigator) -> None:
    after(nav, "starfarers_middle", lambda s: s.phase is Phase.FLIGHT and s.turn > 5)
    state, taken_up = nav.state, Navigator(nav.journal)
    taken_up.resume(taken_up.unfinished()[0].id)
    assert (taken_up.state, taken_up.screen) == (state, "starfarers_flight")
    (sketch,) = star_map(game_of(nav), state, nav.open_table.players)
    assert len(sketch.marks) > 100
    assert len(format_record(nav.journal.record(nav.open_table.game_id)).splitlines()) == nav.open_table.length + 1


@pytest.mark.exhaustive
def test_the_program_plays_the_middle_way_by_itself(nav: Navigator, stage: Stage, tmp_path: Path) -> None:
    from pi_app.games.starfarers.autoplay import StarfarersAutoplay

    options = {"mode": "middle", "turn_limit": "short"}
    nav.begin(Header(game="starfarers", players=NAMES, options=options))
    ended = list[bool]()
    app: Any = SimpleNamespace(nav=nav, root=stage.shell, stop=lambda: ended.append(True))
    run = StarfarersAutoplay(app, seconds=86_399.0, players=3, seed=1, shots=tmp_path)
    while not ended:
        stage.frames(1)
    assert run.error is None
    assert nav.open_table.over
    assert {"menu", "friends", "map", "redo", "correct"} <= set(run.seen)
