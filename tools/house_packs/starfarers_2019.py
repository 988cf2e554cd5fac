"""The map of the 2019 edition of Starfarers with its beginner layout, as public sources describe it."""

from __future__ import annotations

from typing import Final, TypeAlias

from engines.starfarers.pack import Beginner, MapPlan, Outpost, People, Planet, Resource, Start, System

PlanetData: TypeAlias = tuple[str, Resource, str]

ROWS: Final = ("A-B", *("A-O" if row % 2 == 0 else "A-N" for row in range(2, 11)), "A-B")
HOME: Final[dict[str, dict[str, Resource]]] = {
    "alpha": {"A1": "food", "A2": "carbon", "B2": "fuel"},
    "beta": {"A4": "ore", "B4": "fuel", "A5": "goods"},
    "gamma": {"A7": "ore", "A8": "food", "B8": "carbon"},
    "delta": {"A10": "fuel", "B10": "goods", "A11": "ore"},
}
OUTER: Final[dict[str, tuple[PlanetData, PlanetData, PlanetData]]] = {
    "s01": (("E2", "goods", "near_square"), ("F2", "carbon", "near_triangle"), ("E3", "ore", "near_hexagon")),
    "s02": (("D5", "fuel", "near_hexagon"), ("E5", "carbon", "near_square"), ("E6", "food", "near_triangle")),
    "s03": (("E9", "food", "near_square"), ("E10", "goods", "near_triangle"), ("F10", "carbon", "near_hexagon")),
    "s04": (("G3", "fuel", "near_square"), ("G4", "goods", "near_hexagon"), ("H4", "ore", "near_triangle")),
    "s08": (("J9", "fuel", "near_triangle"), ("J10", "ore", "near_square"), ("K10", "food", "near_hexagon")),
    "s10": (("K5", "ore", "far_hexagon"), ("L5", "goods", "far_triangle"), ("L6", "food", "far_square")),
    "s11": (("L8", "goods", "far_square"), ("M8", "ore", "far_hexagon"), ("L9", "carbon", "far_triangle")),
    "s14": (("N6", "goods", "far_hexagon"), ("O6", "carbon", "far_square"), ("N7", "fuel", "far_triangle")),
}
"""Slot -> planets: hexagon, resource, and the sign on the backs of its tokens (near and far tiles differ)."""
OUTPOSTS: Final[tuple[tuple[People, tuple[str, str, str], str], ...]] = (
    ("green_folk", ("I2", "J2", "I3"), "I2.se"),
    ("merchants", ("G9", "H9", "H10"), "G9.se"),
    ("scientists", ("N2", "O2", "N3"), "N2.se"),
    ("diplomats", ("N9", "N10", "O10"), "N9.s"),
)
"""People, hexagons, and the corner that they share."""
HOME_TOKENS: Final = {
    "A1": "alpha-11", "A2": "alpha-8", "B2": "alpha-4", "A4": "beta-8", "B4": "beta-10", "A5": "beta-3/12",
    "A7": "gamma-5", "A8": "gamma-3", "B8": "gamma-6", "A10": "delta-6", "B10": "delta-2/11", "A11": "delta-9",
}  # fmt: skip


def map_2019() -> MapPlan:
    """The map with eight systems and four outposts in the slots of the beginner layout."""
    home = (
        System(name, (Planet(a, planets[a], name), Planet(b, planets[b], name), Planet(c, planets[c], name)), home=True)
        for name, planets in HOME.items()
        for a, b, c in [tuple(planets)]
    )
    outer = (System(slot, (Planet(*a), Planet(*b), Planet(*c))) for slot, (a, b, c) in OUTER.items())
    outposts = (Outpost(people, hexes, (point,)) for people, hexes, point in OUTPOSTS)
    return MapPlan(rows=ROWS, systems=(*home, *outer), outposts=tuple(outposts), outpost="docking")


def beginner_2019() -> Beginner:
    """The start pieces of yellow, red, white and blue, and the home tokens of the beginner layout."""
    starts = (
        Start("A2-B2", ("A7-A8", "A10-B10")),
        Start("B4-A5", ("A1-A2", "A10-A11")),
        Start("A7-B8", ("A1-B2", "A4-A5")),
        Start("B10-A11", ("A4-B4", "A8-B8")),
    )
    return Beginner(starts, dict(HOME_TOKENS))
