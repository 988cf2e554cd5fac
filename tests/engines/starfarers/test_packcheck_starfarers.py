"""Every kind of fault in a pack is named, all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engines.errors import BadInput
from engines.starfarers.packcheck import check_pack, parse_pack
from tests.engines.starfarers.encounter_tables import shipped

Raw = dict[str, Any]


def _raw(name: str = "house") -> Raw:
    raw: Raw = msgspec.json.decode(shipped(name))
    return raw


def _bytes(raw: Raw) -> bytes:
    return msgspec.json.encode(raw)


def _problems(raw: Raw) -> list[str]:
    return [f"{found.where}: {found.what}" for found in check_pack(_bytes(raw)).problems]


@pytest.mark.parametrize("name", ["house", "2019"])
def test_the_shipped_packs_are_valid_and_warn_only_of_cards_that_sources_tell_differently(name: str) -> None:
    report = check_pack(shipped(name))
    assert report.valid
    assert [found.where for found in report.warnings] == [f"encounter card {n}" for n in (10, 14, 15, 18, 21, 32)]
    assert parse_pack(shipped(name)).pack == name


def test_figures_say_what_the_pack_holds() -> None:
    figures = check_pack(shipped("house")).figures
    assert figures.map == {"hexes": 126, "corners": 297, "edges": 422, "systems": 11, "outposts": 4}
    assert figures.resources == {"ore": 7, "fuel": 7, "carbon": 7, "food": 6, "goods": 6}
    assert figures.ways == {"A11-B12": 154, "J11-J12": 154, "D11-D12": 136, "G11-H12": 136}
    assert sum(figures.encounters.values()) == 32


Fault = tuple[Callable[[Raw], Any], str]


def _set(*keys: str | int, to: object) -> Callable[[Raw], Any]:
    def change(raw: Raw) -> None:
        place: Any = raw
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = to

    return change


def _planet(system: int, planet: int, **changes: object) -> Callable[[Raw], Any]:
    return lambda raw: raw["map"]["systems"][system]["planets"][planet].update(changes)


def _both(*changes: Callable[[Raw], Any]) -> Callable[[Raw], Any]:
    return lambda raw: [change(raw) for change in changes]


CARD = ("encounters", 0, "steps")
FAME = [{"do": "fame", "rings": 1}]
FAULTS: tuple[Fault, ...] = (
    # The map's names
    (_set("map", "rows", 2, to="A-"), "map.rows: row 3 of the map: 'A-', expected columns such as A-N or F"),
    (_set("map", "rows", 2, to="A-J,C"), "map.rows: rows of the map: a hexagon is named twice"),
    (_planet(4, 0, hex="Z9"), "system vega: hexagon 'Z9' is not on the map"),
    (_planet(4, 0, hex="nowhere"), "system vega: hexagon 'nowhere' is not on the map"),
    (_planet(4, 0, hex="C1"), "system vega: its planets share 0 corners, expected 1, the sun"),
    (_planet(4, 0, hex="C9"), "hexagon C9: is used 2 times, expected once"),
    (_planet(5, 0, hex="A8"), "hexagon A8: is used 2 times, expected once"),
    (_set("map", "systems", 4, "id", to="deneb"), "system deneb: there are 2 with that id"),
    (_set("map", "outposts", 0, "hexes", to=["Z1"]), "outpost green_folk: hexagon 'Z1' is not on the map"),
    (_set("map", "outposts", 0, "points", 0, to="A8.x"), "outpost green_folk: 'A8.x' is no corner of the map"),
    # Structure
    (_set("structure", "hexes", to=125), "structure: the map has 126 hexes, expected 125"),
    (_set("structure", "corners", to=1), "structure: the map has 297 corners, expected 1"),
    (_set("structure", "edges", to=1), "structure: the map has 422 edges, expected 1"),
    (_set("structure", "systems", to=12), "structure: the map has 11 systems, expected 12"),
    (_set("structure", "outposts", to=5), "structure: the map has 4 outposts, expected 5"),
    (_set("map", "systems", 4, "home", to=True), "structure: the map has 5 home systems, expected 4"),
    (_set("structure", "trade_points", to=4), "outpost merchants: has 5 trade points, expected 4"),
    (_set("structure", "trade_points", to=4), "structure.trade_points: is 4, expected 5 with outpost = 'numbered'"),
    (_set("map", "outpost", to="docking"), "structure.trade_points: is 5, expected 1 with outpost = 'docking'"),
    # Outposts
    (_set("map", "outposts", 0, "people", to="merchants"), "outpost green_folk: there are 0, expected 1"),
    (_set("map", "outposts", 0, "people", to="merchants"), "outpost merchants: there are 2, expected 1"),
    (_set("map", "outposts", 0, "points", 0, to="C8.n"), "outpost green_folk: C8.n is no corner of its hexagons"),
    (_set("map", "outposts", 0, "points", 1, to="A8.s"), "corner A8.s: is 2 trade points, expected 1"),
    (
        _both(_set("map", "outposts", 0, "hexes", to=["E9"]), _set("map", "outposts", 0, "points", 0, to="E9.s")),
        "outpost green_folk: does not lie on the edge of the map",
    ),
    (
        _both(_set("map", "outposts", 0, "hexes", to=["B11"]), _set("map", "outposts", 0, "points", 0, to="B11.sw")),
        "outpost green_folk: B11.sw is a colony site or a sun",
    ),
    # Balance, access, symmetry
    (
        _both(_planet(4, 0, resource="goods"), _planet(5, 1, resource="goods")),
        "map.systems: the planets give 5 ore, 7 fuel, 7 carbon, 6 food, 8 goods",
    ),
    (
        _both(_planet(4, 0, resource="fuel"), _planet(8, 0, resource="ore")),
        "planets of back red: the planets give 1 ore, 3 fuel, 1 carbon, 1 food, 1 goods",
    ),
    (_set("map", "rows", 0, to="A-I"), "corner A1.n has no mirror image"),
    (_set("map", "outposts", 0, "points", to=["A8.se", "A8.s", "A8.ne", "A8.n", "A8.nw"]), "is not the trade point"),
    (_set("map", "systems", 0, "home", to=False), "its mirror image is not the sun of a system that is as much a home"),
    # Beginner position
    (_set("beginner", "starts", 0, "spaceport", to="A1-B1"), "start 1: 'A1-B1' is no colony site"),
    (_set("beginner", "starts", 0, "spaceport", to="C8-B9"), "start 1: C8-B9 is no site of a home system"),
    (_set("beginner", "starts", 0, "spaceport", to="J12-J11"), "colony site J11-J12: 2 pieces begin there, expected 1"),
    (_set("box", "start_fame_rings", to=2), "beginner: a fleet begins with 5 points, expected 4"),
    (_set("beginner", "tokens", to={"C1": "alpha-4"}), "beginner.tokens: 'C1' is no planet"),
    (_set("beginner", "tokens", to={"A11": "alpha-5"}), "beginner.tokens: there is no token 'alpha-5'"),
    (_set("beginner", "tokens", to={"A11": "beta-3"}), "beginner.tokens: token beta-3 does not belong on A11"),
    (
        _set("beginner", "tokens", to={"A11": "alpha-4", "A12": "alpha-4"}),
        "beginner.tokens: token alpha-4 lies on 2 planets",
    ),
    # Tokens
    (_set("structure", "tokens", "red", to=8), "tokens of back red: there are 7, expected 8"),
    (_set("tokens", 0, "back", to="beta"), "tokens of back beta: there are 4 for 3 planets"),
    (_planet(4, 0, back="green"), "tokens of back green: there are 0 for 1 planets"),
    (_set("reserve", to="grey"), "reserve: the back 'grey' has 0 tokens and 0 planets"),
    (_set("reserve", to="red"), "reserve: the back 'red' has 7 tokens and 7 planets"),
    (_set("tokens", 1, "id", to="alpha-4"), "token alpha-4: there are 2 with that id"),
    (_set("tokens", 0, "numbers", to=[]), "token alpha-4: expected numbers, or a lair, or an ice planet"),
    (_set("tokens", 0, "lair", to=3), "token alpha-4: expected numbers, or a lair, or an ice planet"),
    (_set("tokens", 0, "numbers", to=[7]), "token alpha-4: shows 7, expected one or two numbers that are no 7"),
    (_set("tokens", 0, "numbers", to=[4, 4]), "token alpha-4: shows 4, 4, expected"),
    (_set("tokens", 0, "numbers", to=[2, 3, 4]), "token alpha-4: shows 2, 3, 4, expected"),
    (
        _both(_set("tokens", 0, "numbers", to=[]), _set("tokens", 0, "ice", to=3)),
        "token alpha-4: is a lair or an ice planet among the tokens of back alpha",
    ),
    (_set("tokens", 14, "lair", to=12), "token red-lair-4: takes 12 cannons, but nobody has more than 11"),
    (_set("tokens", 17, "ice", to=6), "token red-ice-3: takes 6 freight rings, but a ship carries 5"),
    # Pieces
    (_set("balls", to=["blue", "yellow", "red"]), "balls: 0 black, expected 1"),
    (_set("balls", to=["black", "black", "blue", "yellow", "red"]), "balls: 2 black, expected 1"),
    (_set("balls", to=["black", "blue", "yellow"]), "balls: 0 red, expected at least 1"),
    (_set("costs", "booster", to={}), "costs.booster: is nothing, expected at least one card"),
    (_set("costs", "booster", "fuel", to=21), "costs.booster: 21 fuel, but there are 20 in the box"),
    (_set("box", "pile_each", to=21), "box.pile_each: makes 21, more than cards_each (20)"),
    (_set("box", "refill_each", to=21), "box.refill_each: makes 21, more than cards_each (20)"),
    (_set("box", "refill_each", to=0), "box.refill_each: is 0, expected at least 1"),
    (_set("box", "start_cards", to=16), "box.start_cards: makes 64, more than five times pile_each (60)"),
    (_set("box", "cannons", to=5), "box.ship_cannons: makes 6, more than cannons (5)"),
    (_set("box", "boosters", to=5), "box.ship_boosters: makes 6, more than boosters (5)"),
    (_set("box", "freight_rings", to=4), "box.ship_freight_rings: makes 5, more than freight_rings (4)"),
    (_set("box", "fame_rings", to=10), "box.ship_fame_rings: makes 11, more than fame_rings (10)"),
    (_set("box", "start_fame_rings", to=12), "box.start_fame_rings: makes 12, more than ship_fame_rings (11)"),
    (_set("box", "spaceport_rings", to=10), "box.spaceport_rings: makes 10, more than colonies (9)"),
    (_set("box", "transporters", to=4), "box.transporters: is 4, expected 3"),
    (_set("box", "colonies", to=3), "box.colonies: is 3, expected at least 4"),
    (_set("box", "stations", to=0), "box.stations: is 0, expected at least 1"),
    # Friendship cards
    (lambda raw: raw["friendship"].pop(), "friendship cards of diplomats: there are 4, expected 5"),
    (_set("friendship", 0, "id", to="green-fuel"), "friendship card green-fuel: there are 2 with that id"),
    (
        lambda raw: raw["friendship"][0].pop("resource"),
        "friendship card green-ore: production_bonus: expected a resource",
    ),
    (
        _set("friendship", 19, "resource", to="ore"),
        "friendship card diplomats-relief: relief_fund: expected no resource",
    ),
    (
        _set("friendship", 9, "resource", to="ore"),
        "friendship card merchants-goods: gives one card for ore, expected goods",
    ),
    (_set("friendship", 13, "boosters", to=0), "friendship card scientists-boosters: engineering with 0 boosters"),
    (
        _set("friendship", 0, "cannons", to=1),
        "friendship card green-ore: production_bonus with 0 boosters and 1 cannons",
    ),
    (_set("friendship", 15, "limit", to=0), "friendship card diplomats-tribute: tribute_relief with the limit 0"),
    (_set("friendship", 0, "limit", to=9), "friendship card green-ore: production_bonus with the limit 9"),
    # Encounter cards
    (lambda raw: raw["encounters"].pop(), "encounter cards: 32: expected each of 1 to 32 once"),
    (_set("encounters", 0, "id", to=2), "encounter cards: 1, 2: expected each of 1 to 32 once"),
    (_set("encounters", 0, "id", to=40), "encounter cards: 1, 40: expected each of 1 to 32 once"),
    (_set(*CARD, to=[]), "encounter card 1: has no step"),
    (_set(*CARD, to=[{"do": "gift", "most": 4}]), "encounter card 1: moves 4 cards, expected 1 to 3"),
    (_set(*CARD, to=[{"do": "pay", "cards": 0}]), "encounter card 1: moves 0 cards, expected 1 to 3"),
    (_set(*CARD, to=[{"do": "receive", "cards": 4}]), "encounter card 1: moves 4 cards, expected 1 to 3"),
    (
        _set(*CARD, to=[{"do": "gift", "most": 1, "results": {"0": []}}]),
        "encounter card 1: gift of 1 has 0 results, expected 1",
    ),
    (
        _set(*CARD, to=[{"do": "gift", "most": 1, "results": {"0-1": [], "1": []}}]),
        "encounter card 1: gift of 1 has 2 results, expected 1",
    ),
    (_set(*CARD, to=[{"do": "shake", "bands": {"1-4": []}}]), "encounter card 1: sum 5 has 0 results, expected 1"),
    (_set(*CARD, to=[{"do": "shake", "bands": {"0-5": []}}]), "encounter card 1: sum 0 has 1 results, expected 0"),
    (_set(*CARD, to=[{"do": "shake", "bands": {"few": []}}]), "encounter card 1: encounter: 'few', expected a number"),
    (_set(*CARD, to=[{"do": "fame", "rings": 0}]), "encounter card 1: wins or loses no fame ring"),
    (_set(*CARD, to=[{"do": "refund"}]), "encounter card 1: gives back a gift that nobody gave"),
    (_set(*CARD, to=[{"do": "forfeit"}]), "encounter card 1: takes back cards that nobody chose"),
    (_set(*CARD, to=[{"do": "draw_another"}, *FAME]), "encounter card 1: goes on after another card was drawn"),
    (
        _set(*CARD, to=[{"do": "ask", "yes": [{"do": "refund"}], "no": []}]),
        "encounter card 1: gives back a gift that nobody gave",
    ),
)


@pytest.mark.parametrize(("change", "message"), FAULTS, ids=[message[:70] for _, message in FAULTS])
def test_a_fault_is_named(change: Callable[[Raw], Any], message: str) -> None:
    raw = _raw()
    change(raw)
    problems = _problems(raw)
    assert any(message in problem for problem in problems), problems
    with pytest.raises(BadInput, match=r"^pack of starfarers: "):
        parse_pack(_bytes(raw))


def test_a_map_cut_in_two_leaves_sites_that_cannot_be_reached() -> None:
    raw = _raw()
    for row in (3, 4):
        raw["map"]["rows"][row] = ""
    raw["map"]["systems"] = [s for s in raw["map"]["systems"] if s["id"] not in ("deneb", "arcturus")]
    raw["structure"] |= {"systems": 9, "outposts_on_edge": False, "balanced": False}
    problems = _problems(raw)
    assert any(p.startswith("colony site D2-E2: cannot be reached from A11-A12, A11-B12") for p in problems)
    assert any(p.startswith("trade point 3 of scientists: cannot be reached from") for p in problems)


def test_a_site_whose_launch_corner_is_a_trade_point_is_named() -> None:
    raw = _raw("2019")
    raw["map"]["outposts"][0] |= {"hexes": ["B3"], "points": ["B3.nw"]}
    assert "colony site A2-B2: has 1 corners to launch from, expected 2" in _problems(raw)


def test_a_docking_point_is_shared_by_all_hexagons_of_the_outpost() -> None:
    raw = _raw("2019")
    raw["map"]["outposts"][0]["points"] = ["I2.n"]
    assert "outpost green_folk: I2.n is not the corner that its hexagons share" in _problems(raw)


def test_spaceports_with_very_unequal_ways_out_are_named() -> None:
    raw = _raw()
    raw["map"]["systems"] = [s for s in raw["map"]["systems"] if s.get("home") or s["id"] == "vega"]
    raw["map"]["outposts"] = raw["map"]["outposts"][:1]
    assert any("the ways out of the spaceports sum to" in problem for problem in _problems(raw))


def test_a_resource_that_no_planet_gives_is_named() -> None:
    raw = _raw("2019")
    for system in raw["map"]["systems"]:
        for planet in system["planets"]:
            planet["resource"] = planet["resource"].replace("fuel", "ore")
    assert "map.systems: no planet gives fuel" in _problems(raw)


def test_all_faults_are_named_at_once() -> None:
    raw = _raw()
    for change in (_set("balls", to=[]), _set("costs", "cannon", to={}), _set(*CARD, to=[]), _planet(4, 0, hex="Z9")):
        change(raw)
    problems = " ".join(_problems(raw))
    for part in ("balls: 0 black", "costs.cannon", "encounter card 1: has no step", "'Z9' is not on the map"):
        assert part in problems
    with pytest.raises(BadInput) as refused:
        parse_pack(_bytes(raw))
    assert all(part in str(refused.value) for part in ("balls", "costs.cannon", "encounter card 1", "Z9"))


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"game":"stellar"}', b"\xff", b"[" * 100_000],
    ids=["nothing", "list", "empty", "other", "bytes", "deep"],
)
def test_what_is_no_pack_at_all_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"^pack of starfarers: ") as refused:
        check_pack(data)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_planet(4, 0, resource="goods"), "system vega: C8 and C9 both give goods"),
        (_planet(4, 0, back="blue"), "system vega: C8 and C9 both have the back blue"),
        (_planet(0, 0, back="beta"), "system alpha: is a home system with the backs beta and alpha"),
        (_set("friendship", 0, "resource", to="fuel"), "friendship cards: 2 of production_bonus for fuel"),
        (_set("friendship", 19, "power", to="helping_hand"), "friendship cards: 2 of helping_hand, expected 1"),
        (_set("status", to={}), "status.map: is missing, expected where these values come from"),
    ],
)
def test_an_oddity_is_a_warning(change: Callable[[Raw], Any], message: str) -> None:
    raw = _raw()
    change(raw)
    assert message in [f"{found.where}: {found.what}" for found in check_pack(_bytes(raw)).warnings]
