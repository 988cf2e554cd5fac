"""The nine powers: when a copy earns one, where it may be used, and that uses may follow each other."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engines.bots import find_bot
from engines.game import IllegalAction
from engines.look_at_the_stars.model import (
    DeclinePower,
    Draw,
    Pass,
    PowerUse,
    Slate,
    StarsOptions,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import aura_closes
from engines.look_at_the_stars.slate.lattice import LINE_SPAN, LINES, POINT, line_names
from engines.playout import play_record
from engines.record import Fold, Header
from tests.engines.look_at_the_stars.lats_tables import (
    BOX,
    HOUSE,
    at,
    draw,
    lines,
    power,
    rules_of,
    slate,
    with_lines,
    with_object,
    with_star,
)

ROW = "D4-E4 E4-F4 F4-G4"
"""The shape of the planet card: three level lines in a row."""
SHAPES = {
    "aura": "D3-D4 D4-D5 D4-E4",
    "planet": ROW,
    "star": "D4-D5 D5-E5 D4-E4",
    "line": "C6-D5 D5-E4 E4-F3",
    "galaxy": "D3-E4 D5-E4 E4-F4",
    "black_hole": "D3-E4 D5-E4 D4-E4",
    "nova": "D4-E3 D4-E5 E5-F4",
    "twinkling_star": "D3-E4 E4-F5 E4-F3",
    "crescent_moon": "D4-E3 E3-F3 F3-G4",
}


def earned(kind: str, before: str = "", card: str = "N3", turn: int = 1, **keys: str) -> StarsState:
    """A table at which the player has just completed the shape of this power with its last line."""
    options = StarsOptions(**keys)  # type: ignore[arg-type]
    whole = slate(text=f"{before} {SHAPES[kind]}", options=options)
    fresh = LINE_SPAN[lines(SHAPES[kind])[-1]] & LINES
    return at(card, msgspec.structs.replace(whole, fresh=fresh), turn=turn, power=kind, options=options)


def uses(state: StarsState) -> list[UsePower]:
    return [action for action in HOUSE.legal_actions(state, 0) if isinstance(action, UsePower)]


def use(kind: str, *where: str) -> UsePower:
    return power(SHAPES[kind], *where)


def places(state: StarsState) -> set[tuple[str, ...]]:
    return {action.at for action in uses(state)}


def me(state: StarsState) -> Slate:
    return state.slates[0]


@pytest.mark.parametrize("kind", SHAPES)
def test_every_shape_of_the_tests_is_that_of_its_card(kind: str) -> None:
    mask = sum(LINE_SPAN[line] & LINES for line in lines(SHAPES[kind]))
    assert mask in BOX.bonus(next(c.id for c in BOX.power_cards.values() if c.power == kind)).copies


@pytest.mark.parametrize("kind", SHAPES)
def test_a_power_acts_at_once_when_its_shape_is_completed(kind: str) -> None:
    """look_at_the_stars.bonus.power"""
    state = earned(kind)
    assert len(uses(state)) >= 4
    for action in uses(state)[:: max(1, len(uses(state)) // 9)]:
        after = HOUSE.apply(state, action)
        assert me(after).spent & me(state).drawn & LINES == sum(LINE_SPAN[line] & LINES for line in action.shape)


def test_a_drawing_that_completes_no_shape_earns_no_power() -> None:
    state = at("N3", slate(text="D4-E4"), power="planet")
    after = HOUSE.apply(state, draw("E5-F5 D5-E5"))
    assert after.waiting == ()
    assert rules_of(state, use("planet", "A4")) == ["bonus.power"]
    assert rules_of(state, DeclinePower(seat=0)) == ["bonus.power"]


def test_a_drawing_that_completes_the_shape_waits_for_the_power() -> None:
    state = at("N3", slate(text="D4-E4"), slate(1), power="planet")
    after = HOUSE.apply(state, draw("E4-F4 F4-G4"))
    assert after.waiting == (0, 1)
    assert rules_of(after, Pass(seat=0)) == ["turn.once"]
    done = HOUSE.apply(after, use("planet", "A4"))
    assert (done.waiting, me(done).fresh) == ((1,), 0)


def test_a_power_need_not_be_used() -> None:
    """look_at_the_stars.bonus.optional"""
    state = earned("planet")
    assert HOUSE.legal_actions(state, 0)[-1] == DeclinePower(seat=0)
    assert me(HOUSE.apply(state, DeclinePower(seat=0))).objects == ()


def test_a_line_never_serves_two_copies_of_the_power_bonus() -> None:
    """look_at_the_stars.bonus.spent: of four lines in a row, three are spent."""
    state = earned("planet")
    after = HOUSE.apply(state, use("planet", "A4"))
    again = at("N3", me(after), power="planet")
    longer = HOUSE.apply(again, draw("C4-D4 B4-C4"))
    assert longer.waiting == ()
    six = HOUSE.apply(at("N3", with_lines(me(longer), "G4-H4"), power="planet"), draw("H4-I4 I4-J4"))
    assert {action.shape for action in uses(six)} == {lines("G4-H4 H4-I4 I4-J4")}
    assert rules_of(six, use("planet", "A6")) == ["bonus.spent"]
    assert rules_of(six, power("A1-B1 B1-C1 C1-D1", "A6")) == ["bonus.power"]
    assert rules_of(six, power("A1-Z9", "A6")) == ["bonus.power"]
    for shape, named in (("A1-Z9", "'line:A1-Z9'"), ("", "no lines")):
        (found,) = HOUSE.check(six, power(shape, "A6"))
        assert found.message == f"{named}: no copy of {six.power_bonus} that was completed just now"


def test_one_drawing_may_complete_two_copies() -> None:
    """Both are used one after the other."""
    shown = slate(1, "A3-B3 B3-C3 A4-B4 B4-C4")
    first = HOUSE.apply(at("N11", shown, power="planet"), draw("C3-D3 C4-D4"))
    assert len({action.shape for action in uses(first)}) == 2
    second = HOUSE.apply(first, power("A3-B3 B3-C3 C3-D3", "A0"))
    assert {action.shape for action in uses(second)} == {lines("A4-B4 B4-C4 C4-D4")}
    done = HOUSE.apply(second, power("A4-B4 B4-C4 C4-D4", "A1"))
    assert (done.waiting, len(me(done).objects)) == ((), 2)


@pytest.mark.parametrize(("spends", "again"), [("false", True), ("true", False)])
def test_a_power_that_is_declined_leaves_its_lines_unspent(spends: str, again: bool) -> None:
    """look_at_the_stars.bonus.declined: declined_power_spends_lines=false; declined_power_spends_lines=true: spent."""
    state = earned("planet", declined_power_spends_lines=spends)
    after = HOUSE.apply(state, DeclinePower(seat=0))
    assert after.waiting == ()
    later = at("N3", me(after), power="planet", options=state.options)
    longer = HOUSE.apply(later, draw("C4-D4 B4-C4"))
    assert bool(uses(longer)) == again
    if again:
        assert lines("C4-D4 D4-E4 E4-F4") in {action.shape for action in uses(longer)}
        assert lines("D4-E4 E4-F4 F4-G4") not in {action.shape for action in uses(longer)}


def test_a_power_without_a_use_asks_nothing() -> None:
    state = earned("crescent_moon")
    shown = with_object(me(state), "crescent_moon", "A4")
    before = msgspec.structs.replace(shown, fresh=0, drawn=shown.drawn & ~(LINE_SPAN["F3", "G4"] & LINES))
    before = msgspec.structs.replace(before, closed=before.closed & ~(LINE_SPAN["F3", "G4"] & LINES))
    after = HOUSE.apply(at("N15", before, power="crescent_moon"), draw("F3-G4 F5-G6"))
    assert (after.waiting, me(after).fresh) == ((), 0)


@pytest.mark.parametrize(("groups", "count"), [("any", True), ("constellations", False)])
def test_a_shape_counts_inside_any_group(groups: str, count: bool) -> None:
    """look_at_the_stars.bonus.groups: bonus_groups=any; with bonus_groups=constellations nine lines earn nothing."""
    nine = "A4-B4 B4-C4 C4-D4 A4-A5 B4-B5 C4-C5"
    assert bool(uses(earned("planet", nine, bonus_groups=groups))) == count
    assert uses(earned("planet", bonus_groups=groups))


def test_powers_may_follow_each_other_within_a_turn() -> None:
    """look_at_the_stars.bonus.chain: an extra line completes a further copy, which earns another line."""
    shown = slate(text=f"H2-I3 I3-J4 {SHAPES['line']}")
    state = at("N3", msgspec.structs.replace(shown, fresh=LINE_SPAN["E4", "F3"] & LINES), power="line")
    first = HOUSE.apply(state, use("line", "G1", "H2"))
    assert first.waiting == (0,)
    assert {action.shape for action in uses(first)} == {lines("G1-H2 H2-I3 I3-J4")}
    second = HOUSE.apply(first, power("G1-H2 H2-I3 I3-J4", "A5", "A6"))
    assert second.waiting == ()
    assert {("G1", "H2"), ("A5", "A6")} <= set(line_names(me(second).drawn))


def test_powers_that_a_drawing_carries_along_are_judged_like_those_of_their_own() -> None:
    before = at("N3", slate(text="D4-E4"), power="planet")
    for where, broken in (("A4", []), ("D4", ["power.unused"])):
        carried = Draw(lines("E4-F4 F4-G4"), (PowerUse(lines(ROW), (where,)),), seat=0)
        assert rules_of(before, carried) == broken
        assert rules_of(HOUSE.apply(before, draw("E4-F4 F4-G4")), power(ROW, where)) == broken
    off = PowerUse(lines(ROW), ("A10",))
    once, twice = (rules_of(before, Draw(lines("E4-F4 F4-G4"), (off,) * count, seat=0)) for count in (1, 2))
    assert once == twice != []


# Where -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["planet", "twinkling_star", "crescent_moon", "black_hole"])
def test_it_is_drawn_on_an_unused_star(kind: str) -> None:
    """look_at_the_stars.power.unused, look_at_the_stars.power.planet, look_at_the_stars.power.twinkling_star,
    look_at_the_stars.power.crescent_moon, look_at_the_stars.power.black_hole
    """
    state = earned(kind)
    assert rules_of(state, use(kind, "A4")) == []
    for where in ("F3" if kind == "twinkling_star" else "D4", "B5", "H5", "D0", "G9"):
        assert "power.unused" in rules_of(state, use(kind, where))
        assert (where,) not in places(state)
    assert not HOUSE.check(state, use(kind, "A10"))[0].overrulable
    covered = at("N3", msgspec.structs.replace(with_star(me(state), "B6", "A7"), fresh=me(state).fresh), power=kind)
    assert rules_of(covered, use(kind, "B6")) == ["draw.shooting_star"]
    beside = at("N3", with_object(me(state), "twinkling_star", "A6"), power=kind)
    assert "draw.objects" in rules_of(beside, use(kind, "A6"))
    assert ("A6",) not in places(beside)


def test_objects_may_not_be_drawn_where_the_sun_has_risen() -> None:
    state = earned("planet", turn=13)
    assert rules_of(state, use("planet", "A3")) == ["sunrise.closed"]
    assert all(int(name[1:]) >= 4 for (name,) in places(state))
    assert rules_of(earned("star", turn=18), use("star", "G5", "H5")) == []


def test_the_place_is_told_by_as_many_points_as_the_power_needs() -> None:
    for kind, where in (("planet", ("A4", "A6")), ("line", ("A4",)), ("star", ("G5", "G5")), ("aura", ())):
        broken = HOUSE.check(earned(kind), use(kind, *where))
        assert [(v.rule, v.overrulable) for v in broken] == [(f"look_at_the_stars.power.{kind}", False)]
    assert rules_of(earned("nova"), use("nova", "Z9")) == ["power.nova"]


def test_a_line_between_two_neighbouring_stars() -> None:
    """look_at_the_stars.power.line"""
    state = earned("line")
    after = HOUSE.apply(state, use("line", "I2", "J3"))
    assert ("I2", "J3") in line_names(me(after).drawn)
    assert rules_of(state, use("line", "I2", "J4")) == ["draw.adjacent"]
    assert rules_of(state, use("line", "D5", "C6")) == ["draw.overlap"]
    assert rules_of(state, use("line", "A5", "B5")) == ["draw.sky"]
    assert rules_of(earned("line", turn=7), use("line", "I1", "J1")) == ["sunrise.closed"]


def test_two_new_stars_in_the_cells_of_the_creatures() -> None:
    """look_at_the_stars.power.star"""
    state = earned("star")
    assert len(uses(state)) == 11 * 10 // 2
    after = HOUSE.apply(state, use("star", "G5", "D10"))
    assert [(thing.kind, thing.at) for thing in me(after).objects] == [("star", "G5"), ("star", "D10")]
    assert rules_of(state, use("star", "G5", "A4")) == ["power.star"]
    assert not HOUSE.check(state, use("star", "G5", "A4"))[0].overrulable
    assert HOUSE.check(state, use("star", "G5", "D0"))[0].overrulable
    again = at("N3", msgspec.structs.replace(me(after), spent=0, fresh=me(state).fresh), power="star")
    assert rules_of(again, use("star", "G5", "H5")) == ["power.star"]
    assert len(uses(again)) == 9 * 8 // 2


def test_a_new_star_under_a_shooting_star_is_none_once_more() -> None:
    """look_at_the_stars.power.star: a shooting star closes it, and yet it is no cell without a star."""
    first = earned("star")
    opened = with_star(me(HOUSE.apply(first, use("star", "G5", "D10"))), "G5", "H6")
    state = at("N3", msgspec.structs.replace(opened, spent=0, fresh=me(first).fresh), power="star")
    assert rules_of(state, use("star", "G5", "H5")) == ["power.star"]
    assert not any("G5" in where for where in places(state))
    assert len(uses(state)) == 9 * 8 // 2


def test_every_listed_choice_of_this_game_was_legal() -> None:
    """A game of bots in which a star was drawn anew under a shooting star, and drawn upon seven turns later."""
    names = ["Player 0331", "Player 0794", "Player 0618", "Player 0184"]
    header = Header(game="look_at_the_stars", players=tuple(names), started="round 3")
    bots = [find_bot("look_at_the_stars", "random")] * 4
    record, _ = play_record(HOUSE, header, bots, Random(f"59:3:{names}"))
    fold = Fold(HOUSE, header)
    for line in record.lines:
        fold.add(line)
    assert HOUSE.is_over(fold.now.state)


def test_a_galaxy_covers_two_unused_stars_side_by_side() -> None:
    """look_at_the_stars.power.galaxy"""
    state = earned("galaxy")
    assert rules_of(state, use("galaxy", "G4")) == []
    assert "power.unused" in rules_of(state, use("galaxy", "F4"))
    assert rules_of(state, use("galaxy", "J4")) == ["power.galaxy"]
    after = HOUSE.apply(state, use("galaxy", "G4"))
    assert rules_of(at("N3", me(after)), draw("H4-H3 H3-H2")) == ["draw.objects"]


def test_a_galaxy_is_next_to_the_constellation_that_completed_the_shape() -> None:
    """look_at_the_stars.power.galaxy_near: not next to another one."""
    state = earned("galaxy", "H3-I3 I3-I4 I4-J4")
    assert rules_of(state, use("galaxy", "H2")) == ["power.galaxy_near"]
    assert ("H2",) not in places(state)
    assert ("B4",) in places(state)
    nine = earned("galaxy", "F4-F5 F5-F6 F6-F7 F7-E7 E7-D7 D7-C7")
    assert "power.galaxy_near" in rules_of(nine, use("galaxy", "G4"))


@pytest.mark.parametrize("kind", ["nova", "aura"])
def test_it_is_drawn_on_a_star_of_an_existing_constellation(kind: str) -> None:
    """look_at_the_stars.power.nova, look_at_the_stars.power.aura"""
    state = earned(kind, "H3-I3 I3-I4 I4-H4 B7-C7")
    for where in ("D4", "H3"):
        assert rules_of(state, use(kind, where)) == []
    for where in ("B7", "A4", "H5"):
        assert rules_of(state, use(kind, where)) == [f"power.{kind}"]
        assert (where,) not in places(state)
    there = at("N3", with_object(me(state), "nova", "H3"), power=kind)
    assert rules_of(there, use(kind, "H3")) == [f"power.{kind}"]
    assert ("H3",) not in places(there)


def test_a_nova_closes_its_star_and_nothing_else_where_the_table_plays_so() -> None:
    """look_at_the_stars.power.nova_star"""
    for nova_star, closes in (("open", 0), ("closed", 1 << POINT["E3"])):
        state = earned("nova", nova_star=nova_star)
        assert me(HOUSE.apply(state, use("nova", "E3"))).closed == me(state).closed | closes


def test_a_constellation_has_at_most_one_aura() -> None:
    """look_at_the_stars.power.aura_once"""
    state = earned("aura", "H3-I3 I3-I4 I4-H4")
    there = at("N3", with_object(me(state), "aura", "H3"), power="aura")
    assert rules_of(there, use("aura", "I4")) == ["power.aura_once"]
    assert {action.at for action in uses(there)} == {(name,) for name in ("D3", "D4", "D5", "E4")}


@pytest.mark.parametrize(("kind", "rule"), [("crescent_moon", "power.moon_once"), ("black_hole", "power.hole_once")])
def test_one_a_game(kind: str, rule: str) -> None:
    """look_at_the_stars.power.moon_once, look_at_the_stars.power.hole_once"""
    state = earned(kind)
    there = at("N3", with_object(me(state), kind, "A4"), power=kind)
    assert rules_of(there, use(kind, "A6")) == [rule]
    assert not HOUSE.check(there, use(kind, "A6"))[0].overrulable
    assert HOUSE.legal_actions(there, 0) == [DeclinePower(seat=0)]


def test_what_the_table_accepts_of_a_power_is_drawn() -> None:
    state = earned("planet", turn=13)
    with pytest.raises(IllegalAction, match=r"sunrise\.closed: a planet uses A3"):
        HOUSE.apply(state, use("planet", "A3"))
    after = HOUSE.apply(state, use("planet", "A3"), ["look_at_the_stars.sunrise.closed"])
    assert me(after).objects[0].at == "A3"


def test_an_aura_that_the_table_put_on_no_line_closes_its_star() -> None:
    state = earned("aura")
    after = HOUSE.apply(state, use("aura", "A4"), ["look_at_the_stars.power.aura"])
    assert rules_of(at("N3", me(after)), draw("A4-B4 B4-C4")) == ["power.aura_closed"]
    assert aura_closes(0, 1) == 1
