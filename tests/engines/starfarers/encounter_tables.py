"""Tables at an encounter: four players, seat 1 active; and what each of the 32 cards does, branch by branch.

The effects below were written down from the descriptions of the cards, not from the packs.
"""

from __future__ import annotations

from importlib import resources
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers.encounters.interpreter import Encounters
from engines.starfarers.model import (
    Answer,
    DrawEncounter,
    Give,
    Jump,
    Phase,
    PlayerState,
    Shake,
    StarfarersAction,
    StarfarersOptions,
    StarfarersState,
)
from engines.starfarers.pack import Ball
from engines.starfarers.rules import Starfarers


def shipped(name: str) -> bytes:
    """A shipped pack's JSON text."""
    return (resources.files("engines") / "starfarers" / "packs" / f"{name}.json").read_bytes()


HOUSE = Starfarers.from_pack(shipped("house"))
EDITION_2019 = Starfarers.from_pack(shipped("2019"))
ACTIVE = 1
NAMES = ("Rosa", "Gil", "Blanche", "Jaune")
SEAT_OF = {"R1": 0, "R2": 3, "L1": 2, "L2": 3}
"""The neighbours of seat 1 among four players: the right one is the one who played before."""
FAME, UPGRADES = 4, 6
"""What the active player begins with."""


def begun(game: Starfarers = HOUSE, players: int = 4, **options: Any) -> StarfarersState:
    """The table at the first roll (light mode: the first building), everybody's ship on the board."""
    rng = Random(3)
    state = game.setup(NAMES[:players], StarfarersOptions(**options))
    while state.phase not in (Phase.ROLL, Phase.BUILD):
        seat = game.to_move(state)[0]
        state = game.play(state, game.deal(state, rng) if seat == NATURE else game.legal_actions(state, seat)[0])
    return state


def at_encounter(game: Starfarers = HOUSE, players: int = 4, **options: Any) -> StarfarersState:
    """A black ball was shown: nature is about to draw a card. Everybody holds two cards of each resource, two boosters,
    cannons and freight rings; the active player has four fame rings."""
    state = begun(game, players, **options)
    seats = [replace(seat, boosters=2, cannons=2, rings=2) for seat in state.seats]
    seats[ACTIVE] = replace(seats[ACTIVE], fame=FAME, points=4 + FAME // 2)
    state = replace(state, phase=Phase.ENCOUNTER, seat=ACTIVE, seats=tuple(seats), balls=("black", "red"), base=3)
    if state.options.mode != "full":
        return state
    each = game.parts.box.cards_each - game.parts.box.pile_each - 2 * players + 3
    return replace(state, hands=((2, 2, 2, 2, 2, 0),) * players, bank=(each,) * 5)


def drawn(state: StarfarersState, card: int, game: Starfarers = HOUSE) -> StarfarersState:
    """The table after this card was drawn."""
    return game.apply(state, DrawEncounter(card=card, seat=NATURE))


def with_seat(state: StarfarersState, seat: int, **changes: Any) -> StarfarersState:
    """The table with another player state at that seat."""
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(state, seats=tuple(seats))


class Case(NamedTuple):
    """A way through a card and what comes of it for the active player, as differences."""

    card: int
    way: str
    """`give N`, `yes`, `no`, `away` and `caught` (flight by boosters), `win` and `lose`, or the sum of a shake."""
    cards: int = 0
    fame: int = 0
    upgrades: int = 0
    robbed: int = 0
    """Cards that each opponent loses."""
    got: str = ""
    """The resource of cards that are not of own choice."""
    grounded: bool = False
    ship: bool = False
    jump: bool = False
    another: bool = False
    against: str = ""


CASES: tuple[Case, ...] = (
    Case(1, "give 0", cards=3, robbed=1, fame=-2),
    Case(1, "give 1", got="food", fame=-1),
    Case(1, "give 2", cards=-1, fame=1),
    Case(1, "give 3", cards=-1, fame=1),
    Case(2, "give 0", fame=-1),
    Case(2, "give 1"),
    Case(2, "give 2", cards=-1, fame=1),
    Case(2, "give 3", cards=-3, upgrades=1, fame=1),
    Case(3, "give 0", fame=-1),
    Case(3, "give 1", cards=-1),
    Case(3, "give 2", cards=-2, fame=1),
    Case(3, "give 3", cards=-2, got="goods", fame=1),
    Case(4, "give 0", cards=1, got="goods"),
    Case(4, "give 1", fame=1),
    Case(4, "give 2", fame=1),
    Case(4, "give 3"),
    *(
        case
        for card in (5, 6)
        for case in (
            Case(card, "give 0", grounded=True, fame=-1),
            Case(card, "give 1", cards=-1, fame=-1),
            Case(card, "give 2", cards=-1, fame=1),
            Case(card, "give 3", cards=-3, ship=True),
        )
    ),
    *(
        case
        for card, against in ((7, "R1"), (8, "L1"))
        for number in range(4)
        for case in (
            Case(card, f"give {number} yes win", fame=1, against=against),
            Case(card, f"give {number} yes lose", cards=-number, grounded=True, against=against),
            Case(card, f"give {number} no", cards=-number),
        )
    ),
    Case(9, "yes", cards=-2),
    Case(9, "no win", ship=True, against="R1"),
    Case(9, "no lose", upgrades=-1, fame=1, against="R1"),
    Case(10, "yes", cards=-2),
    Case(10, "no win", cards=2, got="carbon", fame=1, against="R2"),
    Case(10, "no lose", grounded=True, fame=1, against="R2"),
    Case(11, "yes", cards=-2, grounded=True),
    Case(11, "no win", cards=2, got="ore", fame=1, against="L1"),
    Case(11, "no lose", upgrades=-1, against="L1"),
    Case(12, "yes 1", cards=1, fame=-1),
    Case(12, "yes 2", cards=1, fame=-1),
    Case(12, "yes 3", cards=-1, fame=-1),
    Case(12, "yes 4", cards=1),
    Case(12, "yes 5", cards=1),
    Case(12, "no", fame=1),
    Case(13, "yes 1", cards=1),
    Case(13, "yes 2", cards=1),
    Case(13, "yes 3", cards=-1, fame=-1),
    Case(13, "yes 4", cards=1, fame=-1),
    Case(13, "yes 5", cards=1, fame=-1),
    Case(13, "no"),
    Case(14, "yes 1", cards=-1, fame=-1),
    Case(14, "yes 2", cards=-1, fame=-1),
    Case(14, "yes 3", cards=2, robbed=1, fame=-1),
    Case(14, "yes 4", cards=2, robbed=1),
    Case(14, "yes 5", cards=2, robbed=1),
    Case(14, "no", fame=1),
    Case(15, "yes 1", cards=2, robbed=1),
    Case(15, "yes 2", cards=2, robbed=1),
    Case(15, "yes 3", cards=2, robbed=1, fame=-1),
    Case(15, "yes 4", cards=-1, fame=-1),
    Case(15, "yes 5", cards=-1, fame=-1),
    Case(15, "no"),
    Case(16, "yes away", against="R1"),
    Case(16, "yes caught win", upgrades=1, fame=1, against="R1"),
    Case(16, "yes caught lose", upgrades=-1, against="R1"),
    Case(16, "no win", upgrades=1, fame=1, against="R1"),
    Case(16, "no lose", upgrades=-1, against="R1"),
    Case(17, "yes away", against="L2"),
    Case(17, "yes caught win", cards=2, got="ore", fame=1, against="L2"),
    Case(17, "yes caught lose", upgrades=-1, fame=1, against="L2"),
    Case(17, "no win", cards=2, got="ore", fame=1, against="L2"),
    Case(17, "no lose", upgrades=-1, fame=1, against="L2"),
    Case(18, "yes away", against="L1"),
    Case(18, "yes caught win", ship=True, against="L1"),
    Case(18, "yes caught lose", grounded=True, against="L1"),
    Case(18, "no win", ship=True, against="L1"),
    Case(18, "no lose", grounded=True, against="L1"),
    Case(19, "yes win", ship=True, against="R2"),
    Case(19, "yes lose", upgrades=-1, against="R2"),
    Case(19, "no"),
    Case(20, "yes win", cards=3, robbed=1, fame=1, against="L1"),
    Case(20, "yes lose", upgrades=-1, fame=1, against="L1"),
    Case(20, "no", fame=-1),
    Case(21, "yes win", upgrades=1, fame=1, against="R1"),
    Case(21, "yes lose", upgrades=-1, against="R1"),
    Case(21, "no", fame=-1),
    Case(22, "yes win", cards=2, got="goods", fame=1, against="R2"),
    Case(22, "yes lose", grounded=True, against="R2"),
    Case(22, "no"),
    Case(23, "yes win", cards=2, fame=1, against="R1"),
    Case(23, "yes lose", upgrades=-1, fame=1, against="R1"),
    Case(23, "no", fame=-1),
    Case(24, "yes win", jump=True, fame=1, against="L1"),
    Case(24, "yes lose", grounded=True, fame=1, against="L1"),
    Case(24, "no", fame=-1),
    Case(25, "yes win", jump=True, against="L1"),
    Case(25, "yes lose", grounded=True, against="L1"),
    Case(25, "no", another=True),
    Case(26, "yes win", jump=True, against="R1"),
    Case(26, "yes lose", grounded=True, against="R1"),
    Case(26, "no", another=True),
    Case(27, "yes win", jump=True, against="R2"),
    Case(27, "yes lose", upgrades=-1, against="R2"),
    Case(27, "no", another=True),
    Case(28, "give 0", upgrades=-1, fame=-1),
    Case(28, "give 1", cards=-1, fame=1),
    Case(28, "give 2", cards=-2, jump=True),
    Case(28, "give 3", cards=-3, jump=True),
    Case(29, "give 0"),
    Case(29, "give 1", cards=-1, fame=1),
    Case(29, "give 2", cards=-2, fame=1),
    Case(29, "give 3", cards=-3, ship=True),
    Case(30, "give 0", fame=-1),
    Case(30, "give 1", cards=-1, fame=-1),
    Case(30, "give 2", cards=-2, fame=1),
    Case(30, "give 3", cards=-3, jump=True, fame=1),
    Case(31, "", another=True),
    Case(32, "", fame=1, another=True),
)
"""Cards 31 and 32 touch everybody: their own tests follow them."""
RACES = frozenset(range(19, 22)) | frozenset(range(25, 28))
"""The cards on which boosters count in the contest; on all others cannons."""
_SUMS: dict[int, tuple[Ball, Ball]] = {
    1: ("black", "blue"),
    2: ("black", "yellow"),
    3: ("black", "red"),
    4: ("blue", "red"),
    5: ("yellow", "red"),
}
GIVEN = {0: (0, 0, 0, 0, 0), 1: (1, 0, 0, 0, 0), 2: (1, 1, 0, 0, 0), 3: (1, 1, 1, 0, 0)}


class Played(NamedTuple):
    """A card played to its end."""

    state: StarfarersState
    opponents: tuple[int, ...]
    """Who shook against the active player."""
    jump: int
    """Where the first ship jumped to, or -1."""


def play_through(state: StarfarersState, case: Case, game: Starfarers = HOUSE) -> Played:
    """Plays the card along the case's way: cards given are ore, fuel and carbon; other choices are the first legal."""
    words = case.way.replace("give ", "give:").split()
    state = drawn(before_flight(state, case), case.card, game)
    opponents: list[int] = []
    jump = -1
    while state.phase is Phase.ENCOUNTER and state.encounter is not None:
        action = _next(game, state, words)
        if isinstance(action, Shake) and action.player != state.seat:
            opponents.append(action.player)
        if isinstance(action, Jump) and action.corner is not None:
            jump = action.corner
        state = game.apply(state, action)
    assert not set(words) - {"away", "caught"}, f"{case}: {words} never came"
    return Played(state, tuple(opponents), jump)


def before_flight(state: StarfarersState, case: Case) -> StarfarersState:
    """Where the case says that the active player is caught, the opponent has a booster more."""
    if "caught" not in case.way:
        return state
    seat = SEAT_OF[case.against]
    return with_seat(state, seat, boosters=3, rings=1)


def _next(game: Starfarers, state: StarfarersState, words: list[str]) -> StarfarersAction:
    """The next action along the way; takes its word away."""
    legal = [a for seat in game.to_move(state) for a in game.legal_actions(state, seat)]
    first = legal[0]
    words[:] = [word for word in words if word not in ("away", "caught")]
    if isinstance(first, Give) and words and words[0].startswith("give:"):
        number = int(words.pop(0).removeprefix("give:"))
        return Give(cards=GIVEN[number], seat=ACTIVE) if state.hands else Give(count=number, seat=ACTIVE)
    if isinstance(first, Answer):
        return Answer(yes=words.pop(0) == "yes", seat=ACTIVE)
    if isinstance(first, Shake):
        return _shake(state, first, words)
    return first


def _shake(state: StarfarersState, first: Shake, words: list[str]) -> Shake:
    if words[0].isdecimal():
        balls = _SUMS[int(words.pop(0))]
    elif first.player == state.seat:
        balls = _SUMS[3]
    else:
        balls = _SUMS[3 if words.pop(0) == "win" else 4]
    return Shake(player=first.player, balls=balls, seat=NATURE)


def encounters_of(game: Starfarers) -> Encounters:
    """The interpreter of a game."""
    return game.encounters


def upgrades_of(player: PlayerState) -> int:
    """How many upgrades a mother ship carries."""
    return player.boosters + player.cannons + player.rings
