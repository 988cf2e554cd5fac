"""Points, the end of the game, positions, light mode."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engines.errors import BadInput
from engines.game import NATURE
from engines.starfarers.model import (
    NOWHERE,
    BuildUpgrade,
    EndTurn,
    FirstPlayer,
    FoundColony,
    Phase,
    Report,
    Shake,
    StarfarersOptions,
    StarfarersState,
    StartFlight,
)
from tests.engines.starfarers.starfarers_tables import (
    DOCKING,
    HOUSE,
    NAMES,
    PARTS,
    assert_box,
    begun,
    building,
    flying,
    friend,
    lying,
    player,
    rules_of,
    ship,
    site_of,
)

replace = msgspec.structs.replace


def rows(state: StarfarersState, seat: int = 0) -> dict[str, int]:
    return {row.row: row.points for row in HOUSE.score(state).players[seat].rows}


def test_what_counts() -> None:
    """starfarers.score.colonies, starfarers.score.spaceports, starfarers.score.fame, starfarers.score.tokens,
    starfarers.score.medals"""
    state = player(begun(), fame=3, tokens=(PARTS.lair.index(4),))
    state = replace(state, medals=(0, NOWHERE, 0, 1))
    assert rows(state) == {"colonies": 2, "spaceports": 2, "fame": 1, "tokens": 1, "medals": 4}


@pytest.mark.parametrize(("rings", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (11, 5)])
def test_three_rings_are_one_point(rings: int, points: int) -> None:
    """starfarers.score.fame"""
    assert rows(player(begun(), fame=rings))["fame"] == points


def test_a_receipt_names_the_pieces() -> None:
    sheet = HOUSE.score(replace(begun(), medals=(NOWHERE, 0, NOWHERE, NOWHERE)))
    named = {row.row: row.receipt[0].components for row in sheet.players[0].rows if row.receipt}
    assert named["medals"] == (f"medal:{HOUSE.pack.map.outposts[1].people}",)
    assert named["spaceports"] == (f"site:{PARTS.map.site_names[PARTS.starts[0][0]]}",)
    assert "fame" not in named
    for seat, column in enumerate(HOUSE.score(player(begun(), fame=3)).players):
        found = {row.row: row.receipt[0].components for row in column.rows if row.receipt}
        assert set(found["colonies"]) == {f"site:{PARTS.map.site_names[site]}" for site in PARTS.starts[seat][1]}
        assert found.get("fame") == (None if seat else ("fame_rings:3",))
        for row in column.rows:
            assert all(receipt.points == receipt.count * receipt.each for receipt in row.receipt)
            assert row.points == sum(receipt.points for receipt in row.receipt)


# The end -------------------------------------------------------------------------------------------------------


def about_to_found(points: int, **options: Any) -> StarfarersState:
    """Seat 0 has so many points and founds a colony next."""
    site = site_of(HOUSE)
    state = ship(flying(**options), PARTS.map.sites[site])
    for planet in PARTS.map.site_planets[site]:
        pool = PARTS.by_back[PARTS.map.planet_back[planet]]
        state = lying(state, planet, next(t for t in pool if not PARTS.barren[t] and t not in state.tokens), seen_by=0)
    return player(state, colonies=points - 2, fame=0)


def test_the_first_player_with_15_points_has_won_at_once() -> None:
    """starfarers.score.win: win = own_turn"""
    after = HOUSE.apply(about_to_found(14), FoundColony(0, seat=0))
    assert (after.phase, HOUSE.to_move(after)) == (Phase.OVER, ())
    assert HOUSE.score(after).winners == ("Nina",)
    before = HOUSE.apply(about_to_found(13), FoundColony(0, seat=0))
    assert before.phase is Phase.FLIGHT
    assert HOUSE.score(before).winners == ()


def test_fifteen_points_in_somebody_elses_turn_wait_for_the_own_turn() -> None:
    """starfarers.score.win: win = own_turn, any_turn"""
    for option, phase in (("own_turn", Phase.FLIGHT), ("any_turn", Phase.OVER)):
        state = player(about_to_found(8, win=option), 1, colonies=13, fame=0)
        after = HOUSE.apply(state, FoundColony(0, seat=0))
        assert after.phase is phase
        assert HOUSE.score(after).winners == (("Youri",) if phase is Phase.OVER else ())
    ended = HOUSE.apply(player(flying(), 1, colonies=13, fame=0), EndTurn(seat=0))
    assert (ended.phase, ended.seat) == (Phase.OVER, 1)


def test_the_winner_is_who_won_though_another_has_more_points() -> None:
    """starfarers.score.win"""
    over = HOUSE.apply(player(about_to_found(14), 2, colonies=14, fame=0), FoundColony(0, seat=0))
    for state, totals in ((over, [15, 16]), (player(player(over, fame=2), 2, fame=2), [16, 17])):
        sheet = HOUSE.score(state)
        assert [p.total for p in sheet.players][0::2] == totals
        assert sheet.winners == ("Nina",)


def test_a_game_between_bots_ends_after_its_turns() -> None:
    """starfarers.turn.limit: turn_limit = none, short, long"""
    for limit, turns in (("short", 20), ("long", 600)):
        last = replace(flying(turn_limit=limit), turn=turns - 1)
        after = HOUSE.apply(last, EndTurn(seat=0))
        assert (after.phase, after.turn) == (Phase.OVER, turns)
        assert HOUSE.score(after).winners == ()
    free = replace(flying(turn_limit="none"), turn=5000)
    assert HOUSE.apply(free, EndTurn(seat=0)).phase is Phase.ROLL


# Positions -----------------------------------------------------------------------------------------------------


def position(**fields: Any) -> dict[str, Any]:
    return {"game": "starfarers", "players": [{"name": "Red", **fields}]}


def test_a_position_is_scored() -> None:
    red = {"name": "Red", "colonies": 3, "spaceports": 2, "medals": 1, "tokens": 1, "fame": 5}
    green = {"name": "Green", "colonies": 4, "spaceports": 3, "medals": 2, "fame": 2, "shoes": 2}
    sheet = HOUSE.score_position({"game": "starfarers", "players": [red, green]})
    assert [p.total for p in sheet.players] == [3 + 4 + 2 + 1 + 2, 4 + 6 + 4 + 1]
    assert {row.row for row in sheet.players[0].rows} == {"colonies", "spaceports", "fame", "tokens", "medals"}
    assert sheet.winners == ("Green",)
    assert HOUSE.score_position({"game": "starfarers", "players": [red]}).winners == ()
    assert sheet.warnings == ()


def test_equal_totals_of_a_position_share_the_victory() -> None:
    red = {"name": "Red", "colonies": 6, "spaceports": 3, "medals": 2}
    sheet = HOUSE.score_position({"game": "starfarers", "players": [red, {**red, "name": "Blue"}]})
    assert sheet.winners == ("Red", "Blue")


@pytest.mark.parametrize(
    ("field", "most"), [("colonies", 9), ("spaceports", 3), ("medals", 4), ("tokens", 5), ("fame", 11)]
)
def test_numbers_out_of_range_are_no_position(field: str, most: int) -> None:
    HOUSE.score_position(position(**{field: most}))
    DOCKING.score_position(position(**{field: most}))
    with pytest.raises(BadInput, match=f"'Red': {field} is {most + 1}, expected 0 to {most}"):
        HOUSE.score_position(position(**{field: most + 1}))
    with pytest.raises(BadInput, match="position"):
        HOUSE.score_position(position(**{field: -1}))


@pytest.mark.parametrize(
    "given",
    [
        {"game": "stellar", "players": [{"name": "Red"}]},
        {"game": "starfarers"},
        {"game": "starfarers", "players": []},
        {"game": "starfarers", "players": [{"name": "Red"}] * 2},
        {"game": "starfarers", "players": [{"name": str(n)} for n in range(5)]},
        position(colonies="three"),
        position(fame=1.5),
    ],
)
def test_what_is_no_position_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="position"):
        HOUSE.score_position(given)


def test_more_pieces_than_the_box_holds_are_warned_of() -> None:
    """starfarers.components.pieces, starfarers.medal.one, starfarers.components.tokens, starfarers.components.fame"""
    red = {"name": "Red", "colonies": 8, "spaceports": 2, "medals": 3, "tokens": 3, "fame": 11}
    four = [{**red, "name": name} for name in ("Red", "Blue", "White", "Green")]
    found = [warning.rule for warning in HOUSE.score_position({"game": "starfarers", "players": four}).warnings]
    assert found == [
        *["starfarers.components.pieces"] * 4,
        "starfarers.medal.one",
        "starfarers.components.tokens",
        "starfarers.components.fame",
    ]


# Light mode ----------------------------------------------------------------------------------------------------


def light(players: int = 3, **options: Any) -> StarfarersState:
    state = HOUSE.setup(NAMES[:players], StarfarersOptions(mode="light", **options))
    return HOUSE.apply(state, FirstPlayer(0, seat=NATURE))


def in_flight() -> StarfarersState:
    state = HOUSE.apply(light(), StartFlight(seat=0))
    return HOUSE.apply(state, Shake(0, ("blue", "red"), seat=NATURE))


def test_light_mode_keeps_points_speed_and_medals_and_no_hands() -> None:
    """starfarers.light.mode: mode = full, light; starfarers.light.report"""
    state = light()
    assert (state.phase, state.hands, state.ships, state.traders, state.sites) == (Phase.BUILD, (), (), 0, b"")
    assert [held.points for held in state.seats] == [4] * 3
    state = HOUSE.apply(state, BuildUpgrade("ring", seat=0))
    state = HOUSE.apply(state, Report("spaceport", seat=0))
    state = HOUSE.apply(HOUSE.apply(state, StartFlight(seat=0)), Shake(0, ("blue", "red"), seat=NATURE))
    assert (state.phase, state.base) == (Phase.FLIGHT, 4)
    card = PARTS.outpost_cards[2][0]
    state = HOUSE.apply(state, Report("station", 2, card, seat=0))
    state = HOUSE.apply(HOUSE.apply(state, Report("colony", seat=0)), Report("token", seat=0))
    assert state.medals[2] == 0
    assert state.seats[0].cards == 1 << card
    assert rows(state) == {"colonies": 2, "spaceports": 4, "fame": 0, "tokens": 1, "medals": 2}
    ended = HOUSE.apply(state, EndTurn(seat=0))
    assert (ended.phase, ended.seat) == (Phase.BUILD, 1)
    assert_box(HOUSE, ended)
    assert begun(mode="full").hands != ()


def test_a_turn_without_a_flight_ends_in_light_mode_too() -> None:
    """starfarers.light.report"""
    assert HOUSE.apply(light(), EndTurn(seat=0)).seat == 1
    assert HOUSE.apply(light(), StartFlight(seat=0)).phase is Phase.SHAKE


def test_fame_bought_is_reported_by_who_has_the_card() -> None:
    """starfarers.light.report, starfarers.friendship.fame_for_sale"""
    assert rules_of(light(), Report("fame", seat=0)) == ["starfarers.friendship.fame_for_sale"]
    state = player(light(), cards=1 << friend("diplomats-fame-a"))
    after = HOUSE.apply(state, Report("fame", seat=0))
    assert after.seats[0].fame == 2
    assert rules_of(after, Report("fame", seat=0)) == ["starfarers.friendship.fame_for_sale"]


@pytest.mark.parametrize(
    ("report", "fields", "rule"),
    [
        (Report("spaceport", seat=0), {"colonies": 0}, "starfarers.build.spaceport"),
        (Report("station", seat=0), {}, "starfarers.light.report"),
        (Report("station", 9, 0, seat=0), {}, "starfarers.light.report"),
        (Report("colony", 1, seat=0), {}, "starfarers.light.report"),
        (Report("station", 0, 19, seat=0), {"rings": 5}, "starfarers.station.card"),
        (Report("station", 0, PARTS.outpost_cards[0][0], seat=0), {}, "starfarers.station.rings"),
        (Report("colony", seat=0), {"colonies": 8}, "starfarers.build.ship_pieces"),
        (Report("token", seat=0), {"tokens": (255,) * 5}, "starfarers.conquest.token"),
    ],
)
def test_a_report_that_cannot_be(report: Report, fields: dict[str, Any], rule: str) -> None:
    state = player(in_flight(), **fields)
    assert rules_of(state, report) == [rule]
    assert report not in HOUSE.legal_actions(state, 0)


def test_reports_of_building_that_cannot_be() -> None:
    """starfarers.light.report"""
    assert rules_of(light(), Report("colony", seat=0)) == ["starfarers.light.report"]
    assert rules_of(player(light(), colonies=0), Report("spaceport", seat=0)) == ["starfarers.build.spaceport"]
    assert rules_of(player(light(), spaceports=3), Report("spaceport", seat=0)) == ["starfarers.build.spaceport"]
    spent = replace(player(in_flight(), rings=5), stations=bytes([1] * 4 + [0] + [1] * 3 + [0] * 12))
    report = Report("station", 2, PARTS.outpost_cards[2][0], seat=0)
    assert rules_of(spent, report) == ["starfarers.build.ship_pieces"]
    ringless = replace(in_flight(), stations=bytes([0] * 10 + [2] + [0] * 9))
    assert rules_of(ringless, report) == ["starfarers.station.rings"]
    full = replace(player(in_flight(), rings=9), stations=bytes([0] * 10 + [2] * 5 + [0] * 5))
    for state, overrulable in ((ringless, True), (full, False)):
        assert [v.overrulable for v in HOUSE.check(state, report)] == [overrulable]


def test_a_lair_is_beaten_or_ice_thawed_while_building_too() -> None:
    """starfarers.conquest.token, starfarers.light.report"""
    state = light()
    assert state.phase is Phase.BUILD
    assert Report("token", seat=0) in HOUSE.legal_actions(state, 0)
    after = HOUSE.apply(state, Report("token", seat=0))
    assert after.seats[0].points == state.seats[0].points + 1


def test_three_transporters_found_three_times_in_a_turn() -> None:
    """starfarers.build.ship_transporter: a station told beyond that is kept, with a warning"""
    state = replace(light(), phase=Phase.FLIGHT)
    for _ in range(3):
        assert Report("colony", seat=0) in HOUSE.legal_actions(state, 0)
        state = HOUSE.apply(state, Report("colony", seat=0))
    assert rules_of(state, Report("colony", seat=0)) == ["starfarers.build.ship_transporter"]
    assert {type(action) for action in HOUSE.legal_actions(state, 0)} == {Report, BuildUpgrade, EndTurn}
    told = {action.what for action in HOUSE.legal_actions(state, 0) if isinstance(action, Report)}
    assert told == {"token", "spaceport"}
    station = Report("station", 0, PARTS.outpost_cards[0][0], seat=0)
    assert [v.severity for v in HOUSE.check(state, station)] == ["warning"]
    ended = HOUSE.apply(state, EndTurn(seat=0))
    assert ended.founded == 0


def test_the_shake_begins_the_flight_of_a_light_turn() -> None:
    """starfarers.light.report: nobody says first that trading and building are over, nor in which order"""
    shaken = HOUSE.apply(light(), Shake(0, ("blue", "yellow"), seat=NATURE))
    said_first = HOUSE.apply(HOUSE.apply(light(), StartFlight(seat=0)), Shake(0, ("blue", "yellow"), seat=NATURE))
    assert shaken == said_first
    assert HOUSE.apply(light(), Shake(0, ("black", "yellow"), seat=NATURE)).phase is Phase.ENCOUNTER
    assert HOUSE.apply(shaken, BuildUpgrade("booster", seat=0)).seats[0].boosters == 1
    assert rules_of(light(), Shake(1, ("blue", "yellow"), seat=NATURE)) == ["starfarers.flight.shake"]
    assert set(rules_of(light(), Shake(0, ("blue", "yellow"), seat=0))) == {"starfarers.turn.order"}
    assert rules_of(building(), Shake(0, ("blue", "yellow"), seat=NATURE)) == ["starfarers.turn.phases"]


def test_a_light_game_ends_too() -> None:
    rng, state = Random(3), light(turn_limit="long")
    while seats := HOUSE.to_move(state):
        seat = seats[0]
        state = HOUSE.play(
            state, HOUSE.deal(state, rng) if seat == NATURE else rng.choice(HOUSE.legal_actions(state, seat))
        )
        assert_box(HOUSE, state)
    assert building().options.mode == "full"


def test_a_player_has_a_name() -> None:
    with pytest.raises(BadInput, match="no name"):
        HOUSE.score_position({"game": "starfarers", "players": [{"name": ""}]})
