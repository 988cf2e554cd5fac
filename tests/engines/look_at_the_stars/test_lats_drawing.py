"""How to draw: what the rule book says about lines, sentence by sentence."""

from __future__ import annotations

import pytest

from engines.game import IllegalAction
from engines.look_at_the_stars.model import Draw, Pass, StarsOptions
from engines.look_at_the_stars.slate.lattice import LINE_BIT, LINE_SPAN, line_names
from tests.engines.look_at_the_stars.lats_tables import (
    BOX,
    HOUSE,
    at,
    draw,
    power,
    rules_of,
    slate,
    star,
    with_lines,
    with_object,
    with_star,
)


def drawn_after(card: str, text: str) -> set[tuple[str, str]]:
    after = HOUSE.apply(at(card), draw(text))
    return set(line_names(after.slates[0].drawn))


def test_a_line_joins_two_stars_adjacent_orthogonally_or_diagonally() -> None:
    """look_at_the_stars.draw.adjacent"""
    assert rules_of(at("N3"), draw("D4-E4 E4-F4")) == []
    assert rules_of(at("N4"), draw("D4-E5 E5-F6")) == []
    for text in ("D4-F4 F4-G4", "D4-E6 E6-F6", "D4-D4 D4-E4", "D4-Z9 D4-E4"):
        broken = HOUSE.check(at("N3"), draw(text))
        assert [(v.rule, v.overrulable) for v in broken] == [("look_at_the_stars.draw.adjacent", False)]


def test_the_two_lines_keep_their_relative_position() -> None:
    """look_at_the_stars.draw.shape"""
    assert rules_of(at("N11"), draw("D4-D5 E4-E5")) == []
    assert rules_of(at("N11"), draw("D4-D5 F4-F5")) == ["draw.shape"]
    assert rules_of(at("N12"), draw("D4-D5 F4-F5")) == []


def test_a_card_may_be_drawn_in_any_rotation() -> None:
    """look_at_the_stars.draw.turned: N5 is a level line with a falling one that ends at its left end."""
    for text in ("E4-F4 D5-E4", "E4-E5 D3-E4", "E4-D4 F3-E4", "E4-E3 F5-E4"):
        assert rules_of(at("N5"), draw(text)) == []


def test_a_card_may_never_be_drawn_mirrored() -> None:
    """look_at_the_stars.draw.mirror: N6 is the mirror image of N5, and a card of its own."""
    assert rules_of(at("N5"), draw("D4-E4 E4-F5")) == ["draw.mirror"]
    assert rules_of(at("N6"), draw("D4-E4 E4-F5")) == []


def test_both_lines_are_drawn_or_none() -> None:
    """look_at_the_stars.draw.both"""
    assert rules_of(at("N3"), draw("D4-E4")) == ["draw.both"]
    assert rules_of(at("N3"), draw("D4-E4 E4-F4 F4-G4")) == ["draw.both"]
    assert rules_of(at("N3"), Pass(seat=0)) == []
    assert not HOUSE.check(at("N3"), draw(""))[0].overrulable


def test_lines_may_cross() -> None:
    """look_at_the_stars.draw.cross"""
    state = at("N4", slate(text="E4-D5"))
    assert rules_of(state, draw("D4-E5 E5-F6")) == []


def test_lines_may_share_the_same_star() -> None:
    """look_at_the_stars.draw.share"""
    state = at("N3", slate(text="D4-D5 D4-E5"))
    assert rules_of(state, draw("C4-D4 D4-E4")) == []


def test_lines_may_not_overlap() -> None:
    """look_at_the_stars.draw.overlap: neither drawn lines nor printed ones, nor one line twice."""
    state = at("N3", slate(text="D4-E4"))
    assert rules_of(state, draw("D4-E4 E4-F4")) == ["draw.overlap"]
    assert rules_of(state, draw("F4-E4 E4-D4")) == ["draw.overlap"]
    assert rules_of(at("N3"), draw("F9-G9 G9-H9")) == ["draw.overlap"]
    assert rules_of(at("N3"), draw("E4-F4 F4-E4")) == ["draw.overlap", "draw.shape"]
    assert HOUSE.check(state, draw("D4-E4 E4-F4"))[0].overrulable
    assert not HOUSE.check(at("N3"), draw("F9-G9 G9-H9"))[0].overrulable
    assert not HOUSE.check(at("N3"), draw("E4-F4 F4-E4"))[0].overrulable


@pytest.mark.parametrize(
    ("text", "kind", "point"),
    [
        ("A5-B5 B5-C5", "planet", "B5"),
        ("F5-G5 G5-H5", "creature", "G5"),
        ("B1-C1 C1-D1", "person", "D1"),
        ("A7-B7 A7-A8", "point", "A8"),
    ],
)
def test_no_line_touches_a_planet_a_creature_or_a_person(text: str, kind: str, point: str) -> None:
    """look_at_the_stars.draw.sky"""
    broken = HOUSE.check(at("N3"), draw(text))[0]
    assert broken.rule == "look_at_the_stars.draw.sky"
    assert f"{kind}:{point}" in broken.components
    assert not broken.overrulable


def test_no_line_touches_a_shooting_star() -> None:
    """look_at_the_stars.draw.shooting_star: neither at its stars nor across it."""
    state = at("N3", with_star(slate(), "C3", "E5"))
    for text in ("C3-D3 D3-E3", "D4-E4 E4-F4", "E5-F5 E5-D5"):
        assert "draw.shooting_star" in rules_of(state, draw(text))
    crossing = at("N4", with_star(slate(), "C3", "E5"))
    assert rules_of(crossing, draw("C5-D4 D4-E3")) == ["draw.shooting_star"]
    assert rules_of(crossing, draw("C4-D3 D3-E2")) == ["draw.shooting_star"]
    assert rules_of(crossing, draw("A5-B4 B4-C3")) == ["draw.shooting_star"]
    assert rules_of(crossing, draw("A4-B3 B3-C2")) == []
    assert HOUSE.check(crossing, draw("C5-D4 D4-E3"))[0].components == ("shooting_star:C3-E5",)


@pytest.mark.parametrize("kind", ["planet", "twinkling_star", "crescent_moon", "black_hole", "galaxy"])
def test_no_line_touches_an_object_on_an_unused_star(kind: str) -> None:
    """look_at_the_stars.draw.objects"""
    state = at("N3", with_object(slate(), kind, "D4"))
    assert "draw.objects" in rules_of(state, draw("C4-D4 D4-E4"))
    assert ("draw.objects" in rules_of(state, draw("E4-F4 F4-G4"))) == (kind == "galaxy")
    assert all(action not in HOUSE.legal_actions(state, 0) for action in (draw("C4-D4 D4-E4"),))


def test_after_the_first_pile_two_rows_are_closed_after_the_second_four() -> None:
    """look_at_the_stars.sunrise.closed"""
    low, middle, high = "A1-B1 B1-C1", "A3-B3 B3-C3", "A4-B4 B4-C4"
    for turn, closed in ((1, 0), (6, 0), (7, 1), (12, 1), (13, 2), (18, 2)):
        state = at("N3", turn=turn)
        assert [bool(rules_of(state, draw(text))) for text in (low, middle, high)] == [closed > 0, closed > 1, False]
    assert rules_of(at("N3", turn=7), draw(low)) == ["sunrise.closed"]
    assert rules_of(at("N4", turn=7), draw("A1-B2 B2-C3")) == ["sunrise.closed"]
    for turn, rows in ((7, "0 to 1"), (13, "0 to 3")):
        (found,) = HOUSE.check(at("N3", turn=turn), draw(low))
        assert found.message == f"a line uses A1, B1, C1, but the sun has closed rows {rows}"


def test_what_the_table_accepts_is_drawn() -> None:
    """A drawing rule may be overruled; what could be no drawing may not."""
    state = at("N3", turn=7)
    text = "A1-B1 B1-C2"
    with pytest.raises(IllegalAction, match=r"draw\.shape"):
        HOUSE.apply(state, draw("A1-B1 B1-B2"), ["look_at_the_stars.sunrise.closed"])
    both = ["look_at_the_stars.sunrise.closed", "look_at_the_stars.draw.overlap", "look_at_the_stars.draw.shape"]
    with pytest.raises(IllegalAction, match=r"draw\.overlap"):
        HOUSE.apply(state, draw(text), both)
    after = HOUSE.apply(at("N3", slate(1), turn=7), draw("A1-B1 B1-C1 C1-D1"), [*both, "look_at_the_stars.draw.both"])
    assert LINE_SPAN["C1", "D1"] & after.slates[0].drawn == LINE_SPAN["C1", "D1"]


def test_a_drawing_is_on_the_slate_whichever_way_its_lines_are_written() -> None:
    assert drawn_after("N3", "D4-E4 E4-F4") == drawn_after("N3", "F4-E4 E4-D4")
    assert ("D4", "E4") in drawn_after("N3", "D4-E4 E4-F4")


def test_the_card_says_whether_lines_or_a_shooting_star_are_drawn() -> None:
    """look_at_the_stars.turn.card"""
    assert rules_of(at("S1"), draw("D4-E4 E4-F4")) == ["turn.card"]
    assert rules_of(at("N3"), star("D4", "E5")) == ["turn.card"]


# Shooting stars ------------------------------------------------------------------------------------------------


def test_a_shooting_star_need_not_be_drawn() -> None:
    """look_at_the_stars.shooting_star.optional"""
    after = HOUSE.apply(at("S1"), Pass(seat=0))
    assert after.slates[0] == slate()


def test_a_shooting_star_is_a_diagonal_of_one_two_or_three_units() -> None:
    """look_at_the_stars.shooting_star.length"""
    for tail in ("E5", "F6", "G7", "E3", "C3", "C5", "B2"):
        assert rules_of(at("S1"), star("D4", tail)) == []
    for tail in ("D4", "D5", "E4", "F5", "H8", "Z9"):
        assert rules_of(at("S1"), star("D4", tail)) == ["shooting_star.length"]


def test_a_shooting_star_touches_no_used_star_no_line_and_nothing_else() -> None:
    """look_at_the_stars.shooting_star.free"""
    used = at("S1", slate(text="D4-E4"))
    assert rules_of(used, star("D4", "C5")) == ["shooting_star.free"]
    assert rules_of(used, star("C3", "E5")) == ["shooting_star.free"]
    crossed = at("S1", slate(text="D5-E4"))
    assert rules_of(crossed, star("D4", "E5")) == ["shooting_star.free"]
    assert rules_of(at("S1"), star("A4", "B5")) == ["shooting_star.free"]
    assert rules_of(at("S1"), star("C2", "D3")) == ["shooting_star.free"]
    assert not HOUSE.check(at("S1"), star("B8", "A9"))[0].overrulable
    twice = at("S1", with_star(slate(), "C3", "E5"))
    assert rules_of(twice, star("E5", "F6")) == ["draw.shooting_star"]
    assert rules_of(twice, star("C4", "D3")) == ["draw.shooting_star"]
    assert rules_of(twice, star("E3", "F4")) == []
    beside = at("S1", with_object(slate(), "twinkling_star", "D4"))
    assert rules_of(beside, star("C3", "E5")) == ["draw.objects"]


def test_a_shooting_star_may_not_use_rows_that_the_sun_has_closed() -> None:
    assert rules_of(at("S1", turn=7), star("A1", "B2")) == ["sunrise.closed"]
    assert rules_of(at("S1", turn=6), star("A0", "B1")) == ["shooting_star.free"]


def test_afterwards_nothing_may_touch_a_shooting_star() -> None:
    after = HOUSE.apply(at("S1"), star("C3", "E5"))
    assert after.slates[0].shooting_stars[0].head == "C3"
    closed = after.slates[0].closed
    for line in (("C3", "D3"), ("D3", "C4"), ("E5", "F6"), ("C3", "D4")):
        assert LINE_SPAN[line] & closed
    assert not LINE_SPAN["E3", "F3"] & closed


# Closed constellations and novas -------------------------------------------------------------------------------


def test_no_line_may_be_added_to_a_constellation_with_an_aura() -> None:
    """look_at_the_stars.power.aura_closed: neither at its stars nor across its lines."""
    shown = with_object(slate(text="D4-E4 E4-F5 F5-F6"), "aura", "D4")
    assert rules_of(at("N3", shown), draw("F6-G6 G6-H6")) == ["power.aura_closed"]
    assert rules_of(at("N4", shown), draw("D6-E5 E5-F4")) == ["power.aura_closed"]
    assert rules_of(at("N3", shown), draw("C3-D3 D3-E3")) == []
    legal = HOUSE.legal_actions(at("N4", shown), 0)
    assert draw("D6-E5 E5-F4") not in legal
    assert not any(isinstance(a, Draw) and LINE_BIT[a.lines[0]] == LINE_BIT["E5", "F4"] for a in legal)


@pytest.mark.parametrize(("nova_star", "broken"), [("open", []), ("closed", ["power.nova_star"])])
def test_new_lines_may_touch_the_star_under_a_nova(nova_star: str, broken: list[str]) -> None:
    """look_at_the_stars.power.nova_star: nova_star=open; with nova_star=closed they may not."""
    options = StarsOptions(nova_star=nova_star)  # type: ignore[arg-type]
    shown = with_object(slate(text="D4-E4 E4-F5 F5-F6"), "nova", "D4", options=options)
    state = at("N3", shown, options=options)
    assert rules_of(state, draw("B4-C4 C4-D4")) == broken
    assert (draw("B4-C4 C4-D4") in HOUSE.legal_actions(state, 0)) == (not broken)


def test_a_seat_that_is_not_there_draws_nothing() -> None:
    """look_at_the_stars.turn.order"""
    state = at("N3", slate(), slate())
    for seat in (-1, 2):
        (broken,) = HOUSE.check(state, draw("D4-E4 E4-F4", seat))
        assert (broken.rule, broken.message[-6:]) == ("look_at_the_stars.turn.order", "0 to 1")


def test_nothing_may_be_drawn_on_the_stars_next_to_a_black_hole() -> None:
    """look_at_the_stars.power.hole_near"""
    shown = with_object(slate(), "black_hole", "D4")
    assert rules_of(at("N3", shown), draw("E5-F5 E5-G5")) == ["draw.adjacent"]
    assert rules_of(at("N3", shown), draw("E5-F5 D5-E5")) == ["power.hole_near"]
    assert rules_of(at("S1", shown), star("E5", "F6")) == ["power.hole_near"]
    assert rules_of(at("N3", shown), draw("F4-G4 G4-H4")) == []
    planet = with_object(slate(), "planet", "D4")
    listed = [draw("D5-E5 E5-F5") in HOUSE.legal_actions(at("N3", on), 0) for on in (shown, planet)]
    assert listed == [False, True]


def test_new_stars_may_be_used_for_lines() -> None:
    state = at("N3", slate())
    assert rules_of(state, draw("E5-F5 F5-G5")) == ["draw.sky"]
    shown = with_object(slate(), "star", "G5", "H5")
    assert rules_of(at("N3", shown), draw("E5-F5 F5-G5")) == []
    assert draw("E5-F5 F5-G5") in HOUSE.legal_actions(at("N3", shown), 0)
    assert star("F4", "H6") in HOUSE.legal_actions(at("S1", shown), 0)
    assert power("D4-E4 E4-F4 F4-G4", "A4") not in HOUSE.legal_actions(at("N3", shown), 0)


def test_lines_of_another_slate_are_of_no_concern() -> None:
    state = at("N3", with_lines(slate(1), "D4-E4 E4-F4"), slate(2))
    assert rules_of(state, draw("D4-E4 E4-F4", 0)) == ["draw.overlap"]
    assert rules_of(state, draw("D4-E4 E4-F4", 1)) == []
    assert BOX.skies[1].printed & ~BOX.skies[1].drawn == 0
