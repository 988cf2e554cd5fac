"""Tables of Starfarers to start a test from. Cards are written as text: `2 ore 1 goods`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec

from engines.game import NATURE
from engines.registry import pack_bytes
from engines.starfarers.bank import unseen
from engines.starfarers.model import (
    NO_CARDS,
    NOWHERE,
    SHIPS,
    UNKNOWN,
    Cards,
    Hand,
    Move,
    Phase,
    StarfarersAction,
    StarfarersOptions,
    StarfarersState,
)
from engines.starfarers.pack import RESOURCES
from engines.starfarers.rules import Starfarers
from engines.starfarers.ships import PORT
from engines.starfarers.standing import STATIONS, medal_holder, points

NAMES = ("Nina", "Youri", "Ana", "Neil")
HOUSE = Starfarers.from_pack(pack_bytes("starfarers", "house"))
DOCKING = Starfarers.from_pack(pack_bytes("starfarers", "2019"))
PARTS = HOUSE.parts
BETWEEN_BOTS = StarfarersOptions(turn_limit="short", offers="two")


def cards(text: str = "") -> Cards:
    """Counts by resource out of `2 ore 1 goods`."""
    words = text.split()
    counts = [0] * len(RESOURCES)
    for number, resource in zip(words[::2], words[1::2], strict=True):
        counts[[str(r) for r in RESOURCES].index(resource)] += int(number)
    a, b, c, d, e = counts
    return a, b, c, d, e


def hand(text: str = "") -> Hand:
    """The same as a hand."""
    return (*cards(text), 0)


def friend(card_id: str) -> int:
    """The index of a friendship card."""
    return [card.id for card in HOUSE.pack.friendship].index(card_id)


def token(token_id: str) -> int:
    """The index of a token."""
    return PARTS.token_index[token_id]


@cache
def begun(players: int = 4, seed: int = 1, game: Starfarers = HOUSE, **options: Any) -> StarfarersState:
    """A game at its first turn; the first player is seat 0, everybody flew transporter 1 (index 0)."""
    state, rng = game.setup(NAMES[:players], StarfarersOptions(**options)), Random(seed)
    state = game.play(state, game.legal_actions(state, NATURE)[0])
    while state.phase not in (Phase.ROLL, Phase.BUILD):
        seat = game.to_move(state)[0]
        state = game.play(state, game.deal(state, rng) if seat == NATURE else game.legal_actions(state, seat)[0])
    return state


def with_hands(state: StarfarersState, *texts: str) -> StarfarersState:
    """The state with these hands (the rest empty), and everything else of the box in the bank but the supply pile."""
    hands = tuple(hand(text) for text in (*texts, *[""] * (len(state.seats) - len(texts))))
    pile = 12
    stock = tuple(20 - pile // 5 - (r < pile % 5) - sum(h[r] for h in hands) for r in range(5))
    return msgspec.structs.replace(state, hands=hands, bank=stock, pile=pile)


def building(*texts: str, players: int = 4, game: Starfarers = HOUSE, **options: Any) -> StarfarersState:
    """Seat 0 trades and builds, with these hands."""
    state = with_hands(begun(players, game=game, **options), *texts)
    return msgspec.structs.replace(state, phase=Phase.BUILD, dice=(1, 1))


def flying(base: int = 3, players: int = 4, game: Starfarers = HOUSE, **options: Any) -> StarfarersState:
    """Seat 0 is in flight with this base speed; nobody has cards."""
    state = with_hands(begun(players, game=game, **options))
    return msgspec.structs.replace(state, phase=Phase.FLIGHT, base=base, dice=(1, 1), balls=("blue", "yellow"))


def player(state: StarfarersState, seat: int = 0, **fields: Any) -> StarfarersState:
    """The state with other fields of one player, the points counted anew."""
    changed = msgspec.structs.replace(state.seats[seat], **fields)
    changed = msgspec.structs.replace(changed, points=points(changed, state.medals.count(seat)))
    return msgspec.structs.replace(state, seats=(*state.seats[:seat], changed, *state.seats[seat + 1 :]))


def ship(state: StarfarersState, corner: int, seat: int = 0, number: int = 0, trade: bool = False) -> StarfarersState:
    """The state with a transporter on that corner."""
    index = seat * SHIPS + number
    ships = (*state.ships[:index], corner, *state.ships[index + 1 :])
    traders = state.traders | 1 << index if trade else state.traders & ~(1 << index)
    return msgspec.structs.replace(state, ships=ships, traders=traders)


def lying(state: StarfarersState, planet: int, token_index: int, seen_by: int | None = None) -> StarfarersState:
    """The state with that token on a planet, face up or seen by one seat; where it lay before, nothing is known."""
    tokens = bytearray(UNKNOWN if t == token_index else t for t in state.tokens)
    tokens[planet] = token_index
    bit, barren = 1 << planet, HOUSE.parts.barren[token_index]
    seen = tuple(mask | bit if seat == seen_by else mask for seat, mask in enumerate(state.seen))
    return msgspec.structs.replace(
        state,
        tokens=bytes(tokens),
        seen=seen,
        face_up=state.face_up | bit if seen_by is None else state.face_up & ~bit,
        barren=state.barren | bit if barren else state.barren & ~bit,
    )


def site_of(game: Starfarers, home: bool = False) -> int:
    """A site of the first system that is (or is no) home system."""
    return next(s for s, system in enumerate(game.parts.map.site_system) if game.parts.map.home[system] == home)


def rules_of(state: StarfarersState, action: StarfarersAction, game: Starfarers = HOUSE) -> list[str]:
    """The ids of the rules that the action breaks."""
    return [found.rule for found in game.check(state, action)]


def played(
    seed: int, players: int = 4, game: Starfarers = HOUSE, options: StarfarersOptions = BETWEEN_BOTS
) -> Iterator[tuple[StarfarersState, StarfarersAction]]:
    """A random game: each state with the action that follows; the last state comes with its last action again."""
    rng = Random(seed)
    state = game.setup(NAMES[:players], options)
    while seats := game.to_move(state):
        seat = rng.choice(seats)
        action = game.deal(state, rng) if seat == NATURE else rng.choice(game.legal_actions(state, seat))
        yield state, action
        state = game.play(state, action)
    yield state, action


def moves_of(state: StarfarersState, number: int = 0, game: Starfarers = HOUSE) -> set[int]:
    """The corners to which the active player's transporter may fly."""
    actions = game.legal_actions(state, state.seat)
    return {action.to for action in actions if isinstance(action, Move) and action.ship == number}


# The box -------------------------------------------------------------------------------------------------------


def assert_box(game: Starfarers, state: StarfarersState) -> None:
    """Cards, pieces, rings and tokens sum to the box; what is derived is right."""
    if state.options.mode == "full":
        _assert_cards(game, state)
    else:
        assert (state.hands, state.bank, state.pile) == ((), NO_CARDS, 0)
    if state.options.mode != "light":
        _assert_board(game, state)
        _assert_tokens(game, state)
    _assert_ships(game, state)


def _assert_cards(game: Starfarers, state: StarfarersState) -> None:
    left = unseen(state, game.parts.box.cards_each)
    assert min(left) >= 0
    assert sum(left) == state.pile
    assert min(state.bank) >= 0
    assert all(min(hand) >= 0 and hand[5] == 0 for hand in state.hands)


def _assert_board(game: Starfarers, state: StarfarersState) -> None:
    box = game.parts.box
    passing = state.seat * SHIPS + state.passing if state.passing != NOWHERE else NOWHERE
    on_board = [corner for index, corner in enumerate(state.ships) if corner != NOWHERE and index != passing]
    assert len(set(on_board)) == len(on_board)
    assert not set(on_board) & set(game.parts.map.suns)
    for seat, held in enumerate(state.seats):
        assert held.colonies == state.sites.count(seat + 1)
        assert held.spaceports == state.sites.count(seat + PORT) <= box.spaceport_rings
        ships = [i for i in range(seat * SHIPS, seat * SHIPS + SHIPS) if state.ships[i] != NOWHERE]
        traders = [i for i in ships if state.traders >> i & 1]
        assert held.colonies + held.spaceports + len(ships) - len(traders) <= box.colonies
        assert state.stations.count(seat + 1) + len(traders) <= box.stations


def _assert_tokens(game: Starfarers, state: StarfarersState) -> None:
    won = [t for held in state.seats for t in held.tokens]
    known = [t for t in state.tokens if t != UNKNOWN] + won
    assert len(set(known)) == len(known)
    assert all(game.parts.barren[t] for t in won)
    for planet, t in enumerate(state.tokens):
        bit = state.barren >> planet & 1
        assert bit == (t != UNKNOWN and game.parts.barren[t])
        assert t == UNKNOWN or (t in game.parts.reserve) == bool(state.replaced >> planet & 1)
    assert state.replaced.bit_count() == len(won)


def _assert_ships(game: Starfarers, state: StarfarersState) -> None:
    box, parts = game.parts.box, game.parts
    assert sum(held.fame for held in state.seats) <= box.fame_rings
    taken = state.cards
    for seat, held in enumerate(state.seats):
        assert 0 <= held.fame <= box.ship_fame_rings
        assert 0 <= held.boosters <= box.ship_boosters
        assert 0 <= held.cannons <= box.ship_cannons
        assert 0 <= held.rings <= box.ship_freight_rings
        assert held.points == points(held, state.medals.count(seat))
        mine = [card for n, card in enumerate(parts.pack.friendship) if held.cards >> n & 1]
        assert held.extra_speed == sum(card.boosters for card in mine)
        assert held.extra_combat == sum(card.cannons for card in mine)
        assert not taken & held.cards
        taken |= held.cards
        assert held.cards.bit_count() == state.stations.count(seat + 1)
    assert taken == parts.all_cards
    for outpost, holder in enumerate(state.medals):
        assert holder == medal_holder(state.stations[outpost * STATIONS : (outpost + 1) * STATIONS])
    assert game.score(state).players[0].total == state.seats[0].points
    assert [p.total for p in game.score(state).players] == [held.points for held in state.seats]
