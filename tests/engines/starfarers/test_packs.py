"""What the shipped packs hold, written down here once more from the descriptions of the games."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.starfarers.pack import RESOURCES, FriendshipCard, decode_pack
from engines.starfarers.starmap import StarMap
from tests.engines.starfarers.encounter_tables import shipped

HOUSE = decode_pack(shipped("house"))
EDITION_2019 = decode_pack(shipped("2019"))
PACKS = {"house": HOUSE, "2019": EDITION_2019}


def test_the_house_map_has_the_structure_of_the_first_edition() -> None:
    """Eleven systems of three planets, four of them home systems; tokens 7 red, 7 yellow, 7 blue, 5 white, 3 of each
    Greek letter."""
    assert len(HOUSE.map.systems) == 11
    assert [system.id for system in HOUSE.map.systems if system.home] == ["alpha", "beta", "gamma", "delta"]
    tokens = Counter(token.back for token in HOUSE.tokens)
    assert tokens == {"red": 7, "yellow": 7, "blue": 7, "white": 5, "alpha": 3, "beta": 3, "gamma": 3, "delta": 3}
    assert sum(tokens.values()) == 38
    assert [len(outpost.points) for outpost in HOUSE.map.outposts] == [5, 5, 5, 5]


def test_every_outer_system_of_the_house_map_has_a_dot_of_each_colour_and_three_resources() -> None:
    for system in HOUSE.map.systems:
        assert len({planet.resource for planet in system.planets}) == 3
        backs = {planet.back for planet in system.planets}
        assert backs == ({system.id} if system.home else {"red", "yellow", "blue"})


def test_resources_of_the_house_map_are_even_over_all_planets_and_under_each_dot() -> None:
    planets = [planet for system in HOUSE.map.systems for planet in system.planets]
    assert sorted(Counter(planet.resource for planet in planets).values()) == [6, 6, 7, 7, 7]
    for back in ("red", "yellow", "blue"):
        assert sorted(Counter(p.resource for p in planets if p.back == back).values()) == [1, 1, 1, 2, 2]


def test_red_tokens_are_two_numbers_three_lairs_and_two_ice_planets_and_all_others_are_numbers() -> None:
    red = [token for token in HOUSE.tokens if token.back == "red"]
    assert [token.numbers for token in red if token.numbers] == [(10,), (10,)]
    assert [token.lair for token in red if token.lair] == [4, 5, 6]
    assert [token.ice for token in red if token.ice] == [3, 4]
    assert all(len(token.numbers) == 1 for token in HOUSE.tokens if token.back != "red")


def test_house_numbers_are_the_2019_pools_less_one_system() -> None:
    """Yellow dots take the triangles' numbers less a 4, blue ones the squares' less a 5, red ones the hexagons' less a
    10, white ones the reserve; a home token with two numbers shows one of them."""
    pools: dict[str, Counter[int]] = {}
    for token in EDITION_2019.tokens:
        pools.setdefault(token.back.split("_")[-1], Counter()).update(token.numbers)
    house: dict[str, Counter[int]] = {}
    for token in HOUSE.tokens:
        house.setdefault(token.back, Counter()).update(token.numbers)
    assert pools["triangle"] - house["yellow"] == Counter([4])
    assert pools["square"] - house["blue"] == Counter([5])
    assert pools["hexagon"] - house["red"] == Counter([10])
    assert pools["reserve"] == house["white"]
    assert pools["beta"] - house["beta"] == Counter([12])
    assert pools["delta"] - house["delta"] == Counter([2])


def test_beginners_see_every_resource_and_fill_the_home_systems() -> None:
    star_map = StarMap(HOUSE.map)
    placed = []
    for start in HOUSE.beginner.starts:
        sites = [star_map.site(name) for name in (start.spaceport, *start.colonies)]
        placed += sites
        assert {star_map.planet_resource[p] for site in sites for p in star_map.site_planets[site]} == set(range(5))
        assert len({star_map.site_system[site] for site in sites}) == 3
    assert sorted(placed) == list(range(12))


def test_the_2019_pack_differs_in_structure_and_says_so() -> None:
    structure = EDITION_2019.structure
    assert (structure.systems, structure.hexes, structure.corners, structure.edges) == (12, 135, 320, 454)
    assert (EDITION_2019.map.outpost, structure.trade_points) == ("docking", 1)
    assert EDITION_2019.balls == ("black", "blue", "yellow", "yellow", "red")
    assert {token.id: token.numbers for token in EDITION_2019.tokens if len(token.numbers) == 2} == {
        "beta-3/12": (3, 12),
        "delta-2/11": (2, 11),
    }
    assert EDITION_2019.costs.spaceport == {"carbon": 3, "food": 2}


def test_the_2019_beginner_layout_lays_these_numbers_on_the_home_systems() -> None:
    numbers = {token.id: "/".join(map(str, token.numbers)) for token in EDITION_2019.tokens}
    laid = {name: numbers[token] for name, token in EDITION_2019.beginner.tokens.items()}
    assert laid == {
        "A1": "11", "A2": "8", "B2": "4", "A4": "8", "B4": "10", "A5": "3/12",
        "A7": "5", "A8": "3", "B8": "6", "A10": "6", "B10": "2/11", "A11": "9",
    }  # fmt: skip


def test_the_2019_tiles_lie_as_in_the_beginner_layout() -> None:
    near_and_far = {
        "s01": "E2 goods, F2 carbon, E3 ore", "s02": "D5 fuel, E5 carbon, E6 food",
        "s03": "E9 food, E10 goods, F10 carbon",
        "s04": "G3 fuel, G4 goods, H4 ore", "s08": "J9 fuel, J10 ore, K10 food", "s10": "K5 ore, L5 goods, L6 food",
        "s11": "L8 goods, M8 ore, L9 carbon", "s14": "N6 goods, O6 carbon, N7 fuel",
    }  # fmt: skip
    outer = [system for system in EDITION_2019.map.systems if not system.home]
    assert {s.id: ", ".join(f"{p.hex} {p.resource}" for p in s.planets) for s in outer} == near_and_far


@pytest.mark.parametrize("name", PACKS)
def test_costs_are_those_of_the_summary_board(name: str) -> None:
    costs = PACKS[name].costs
    assert costs.colony_ship == {"ore": 1, "fuel": 1, "carbon": 1, "food": 1}
    assert costs.trade_ship == {"ore": 1, "fuel": 1, "goods": 2}
    assert costs.spaceport["carbon"] == 3
    assert (costs.booster, costs.cannon, costs.freight_ring) == ({"fuel": 2}, {"carbon": 2}, {"ore": 2})


def test_a_spaceport_of_the_house_pack_costs_what_the_rule_book_says() -> None:
    assert HOUSE.costs.spaceport == {"carbon": 3, "food": 1}


@pytest.mark.parametrize("name", PACKS)
def test_the_box_holds_what_the_rule_book_lists(name: str) -> None:
    box = PACKS[name].box
    assert (box.cards_each, box.pile_each, box.refill_each) == (20, 12, 6)
    assert (box.cannons, box.boosters, box.freight_rings, box.fame_rings) == (24, 24, 20, 40)
    assert (box.ship_cannons, box.ship_boosters, box.ship_freight_rings, box.ship_fame_rings) == (6, 6, 5, 11)
    assert (box.colonies, box.stations, box.transporters, box.spaceport_rings) == (9, 7, 3, 3)
    assert (box.start_cards, box.start_fame_rings) == (3, 1)


def _engineering(card_id: str, boosters: int, cannons: int) -> FriendshipCard:
    return FriendshipCard(id=card_id, people="scientists", power="engineering", boosters=boosters, cannons=cannons)


FRIENDSHIP = (
    *(FriendshipCard(id=f"green-{r}", people="green_folk", power="production_bonus", resource=r) for r in RESOURCES),
    *(FriendshipCard(id=f"merchants-{r}", people="merchants", power="two_for_one", resource=r) for r in RESOURCES[:4]),
    FriendshipCard(id="merchants-goods", people="merchants", power="goods_for_one", resource="goods"),
    *(_engineering(f"scientists-both-{letter}", 1, 1) for letter in "abc"),
    _engineering("scientists-boosters", 2, 0),
    _engineering("scientists-cannons", 0, 2),
    FriendshipCard(id="diplomats-tribute", people="diplomats", power="tribute_relief", limit=12),
    FriendshipCard(id="diplomats-fame-a", people="diplomats", power="fame_for_sale"),
    FriendshipCard(id="diplomats-fame-b", people="diplomats", power="fame_for_sale"),
    FriendshipCard(id="diplomats-helping-hand", people="diplomats", power="helping_hand"),
    FriendshipCard(id="diplomats-relief", people="diplomats", power="relief_fund"),
)


@pytest.mark.parametrize("card", FRIENDSHIP, ids=lambda card: card.id)
def test_each_friendship_card_is_in_both_packs(card: FriendshipCard) -> None:
    assert HOUSE.friendship.count(card) == EDITION_2019.friendship.count(card) == 1


@pytest.mark.parametrize("name", PACKS)
def test_there_are_twenty_friendship_cards_five_a_people(name: str) -> None:
    assert len(PACKS[name].friendship) == len(FRIENDSHIP) == 20
    assert set(Counter(card.people for card in PACKS[name].friendship).values()) == {5}


@pytest.mark.parametrize("name", PACKS)
def test_the_32_encounter_cards_come_in_families_of_these_sizes(name: str) -> None:
    families = Counter(card.kind for card in PACKS[name].encounters)
    assert families == {
        "merchant": 4, "merchant_prince": 2, "false_merchant": 2, "pirate_demand": 3, "fence": 2, "hired_raid": 2,
        "ambush": 3, "distress": 3, "ship_under_attack": 3, "space_distortion": 3, "travellers": 3, "wear_and_tear": 2,
    }  # fmt: skip
    assert [card.id for card in PACKS[name].encounters] == list(range(1, 33))


def test_cards_about_which_sources_disagree_carry_a_note() -> None:
    assert {card.id for card in HOUSE.encounters if card.note} == {10, 14, 15, 18, 21, 32}
