"""What is done at the steps of an encounter card: what may be done, whether it may, what it does.

Fewer cards come before more, the order of the box, corners ascending; `no` before `yes`. Where hands are not kept the
table moves cards by itself, in light mode ships too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from engines.game import NATURE, Seat, Violation
from engines.starfarers import pack
from engines.starfarers.bank import count, drawn, handed, has, holds, paid, received, tracked
from engines.starfarers.components import ONE, RESOURCE_INDEX, VALUE, Components
from engines.starfarers.model import (
    UPGRADES,
    Answer,
    Cards,
    Choose,
    Encounter,
    GainUpgrade,
    Give,
    Hand,
    Jump,
    LoseUpgrade,
    Shake,
    StarfarersAction,
    StarfarersState,
    Steal,
)
from engines.starfarers.navigation import may_stop
from engines.starfarers.phases import of_resource
from engines.starfarers.phases.flight import jumped
from engines.starfarers.ships import first_ship
from engines.starfarers.standing import combat, installed, present, room_for, speed, with_upgrade

Played: TypeAlias = tuple[StarfarersState, int]
"""The state, and the outcome by which the program goes on."""
_NEIGHBOUR: Final[dict[pack.Neighbour, int]] = {"R1": -1, "R2": -2, "L1": 1, "L2": 2}
_NO_BALLS: Final[Mapping[int, int]] = {}
_ALL: Final = 255
"""More cards than anybody holds."""


def under_way(state: StarfarersState) -> Encounter:
    """The encounter of a state that has one."""
    assert state.encounter is not None, "an encounter is under way"
    return state.encounter


def _noted(state: StarfarersState, seat: int, **changes: Any) -> StarfarersState:
    """The encounter without that seat among those waited for."""
    encounter = under_way(state)
    waiting = tuple(other for other in encounter.waiting if other != seat)
    return replace(state, encounter=replace(encounter, waiting=waiting, **changes))


# Who is who ----------------------------------------------------------------------------------------------------


def reader(state: StarfarersState) -> int:
    """The seat that reads the card aloud: the left neighbour of those who play on."""
    return (state.seat + 1) % len(state.seats) if not state.gone else opponents(state)[0]


def neighbour(state: StarfarersState, place: pack.Neighbour) -> int:
    """The seat of a neighbour of the active player; of two players the other one, wherever the card looks."""
    players = present(state)
    return players[1] if len(players) == 2 else players[_NEIGHBOUR[place] % len(players)]


def opponents(state: StarfarersState) -> tuple[int, ...]:
    """Everybody who plays on but the active player, from the left neighbour on."""
    return present(state)[1:]


def strength(state: StarfarersState, seat: int, of: str) -> int:
    """What ship and friendship cards add in a contest; an opponent's cards only with `opponent_cards_count`."""
    player = state.seats[seat]
    if seat != state.seat and state.options.opponent_cards_count == "no":
        return player.cannons if of == "combat" else player.boosters
    return combat(player) if of == "combat" else speed(player)


class Contested(NamedTuple):
    """What both sides of a contest come to: balls, upgrades and cards."""

    mine: int
    theirs: int

    @property
    def won(self) -> bool:
        """Whether the active player wins, ties too."""
        return self.mine >= self.theirs


def contested(state: StarfarersState, contest: pack.Contest, sums: Mapping[int, int] = _NO_BALLS) -> Contested:
    """How a contest stands; `sums`: what the balls show by seat, none where nobody shook."""
    seats = state.seat, neighbour(state, contest.against)
    return Contested(*(sums.get(seat, 0) + strength(state, seat, contest.of) for seat in seats))


# Cards are given -----------------------------------------------------------------------------------------------


def _bundles(size: int) -> tuple[Cards, ...]:
    chosen = combinations_with_replacement(range(5), size)
    return tuple((c.count(0), c.count(1), c.count(2), c.count(3), c.count(4)) for c in chosen)


BUNDLES: Final = tuple(map(_bundles, range(4)))
"""By number of cards 0 to 3: every choice of resources, many of the first ones first."""


def amount(state: StarfarersState, verb: pack.Step, seat: int) -> tuple[int, int]:
    """The fewest and most cards that a `Give` may hold now."""
    cards = _cards_of(state, seat)
    if isinstance(verb, pack.Gift):
        return 0, min(verb.most, cards)
    number = min(verb.cards if isinstance(verb, pack.Pay) else 1, cards)
    return number, number


def _cards_of(state: StarfarersState, seat: int) -> int:
    """How many cards the player has; where hands are not kept enough."""
    return count(state.hands[seat]) if tracked(state) else _ALL


def number_given(action: Give) -> int:
    """How many cards are given."""
    return count(action.cards) if action.count is None else action.count


def _gifts(parts: Components, state: StarfarersState, verb: pack.Step, seat: int) -> Iterator[Give]:
    fewest, most = amount(state, verb, seat)
    for number in range(fewest, most + 1):
        if not tracked(state):
            yield Give(count=number, seat=seat)
            continue
        a, b, c, d, e, unknown = state.hands[seat]
        most_each = min(a, number), min(b, number), min(c, number), min(d, number), min(e, number), min(unknown, number)
        yield from _bundles_given(seat, number, most_each)


@lru_cache(maxsize=4096)
def _bundles_given(seat: int, number: int, hand: Hand) -> tuple[Give, ...]:
    return tuple(Give(cards=cards, seat=seat) for cards in BUNDLES[number] if holds(hand, cards))


def _wrong_gift(parts: Components, state: StarfarersState, verb: pack.Step, action: Give) -> Iterator[Violation]:
    seat = int(action.seat)
    number, named = number_given(action), count(action.cards)
    fewest, most = amount(state, verb, seat)
    if named not in (0, number) or (tracked(state) and named != number):
        yield Violation("starfarers.encounter.gift", f"{named} cards are named and {number} counted")
    if tracked(state) and not holds(state.hands[seat], action.cards):
        yield Violation("starfarers.encounter.gift", f"{state.players[seat]} does not hold these cards")
    if not fewest <= number <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        rule = "gift" if fewest < most else "pay"
        yield Violation(f"starfarers.encounter.{rule}", f"{number} cards are given, expected {wanted}")


def _give(parts: Components, state: StarfarersState, verb: pack.Step, action: Give) -> Played:
    seat = int(action.seat)
    if isinstance(verb, pack.TakeGifts):
        return _noted(handed(state, seat, state.seat, action.cards), seat), 0
    state = paid(state, seat, action.cards)
    if isinstance(verb, pack.Gift):
        return _noted(state, seat, given=action.cards), number_given(action)
    return _noted(state, seat), 0


# A question is answered ----------------------------------------------------------------------------------------


def _price(verb: pack.Ask) -> int:
    """The cards that a `yes` hands over at once."""
    first = verb.yes[0] if verb.yes else None
    return first.cards if isinstance(first, pack.Pay) else 0


def _answers(parts: Components, state: StarfarersState, verb: pack.Ask, seat: int) -> Iterator[Answer]:
    for action in (Answer(yes=False, seat=seat), Answer(yes=True, seat=seat)):
        if not any(_wrong_answer(parts, state, verb, action)):
            yield action


def _wrong_answer(parts: Components, state: StarfarersState, verb: pack.Ask, action: Answer) -> Iterator[Violation]:
    needed, held = _price(verb), _cards_of(state, state.seat)
    if action.yes and needed > held:
        text = f"yes costs {needed} cards, {state.players[state.seat]} holds {held}"
        yield Violation("starfarers.encounter.afford", text)


def _answer(parts: Components, state: StarfarersState, verb: pack.Ask, action: Answer) -> Played:
    return _noted(state, state.seat), int(action.yes)


# Cards are taken from the bank ---------------------------------------------------------------------------------


def due(state: StarfarersState, verb: pack.Receive) -> int:
    """How many cards of own choice the active player takes from the bank now, as many as there are."""
    return min(verb.cards, count(state.bank))


def _choices(parts: Components, state: StarfarersState, verb: pack.Receive, seat: int) -> Iterator[Choose]:
    yield from (Choose(cards=cards, seat=seat) for cards in BUNDLES[due(state, verb)] if has(state.bank, cards))


def _wrong_choice(parts: Components, state: StarfarersState, verb: pack.Receive, action: Choose) -> Iterator[Violation]:
    number = due(state, verb)
    if count(action.cards) != number:
        yield Violation("starfarers.encounter.choose", f"{count(action.cards)} cards are taken, expected {number}")
    if not has(state.bank, action.cards):
        yield Violation("starfarers.encounter.choose", "the bank does not hold these cards")


def _choose(parts: Components, state: StarfarersState, verb: pack.Receive, action: Choose) -> Played:
    return _noted(received(state, state.seat, action.cards), state.seat, taken=action.cards), 0


# Upgrades come and go ------------------------------------------------------------------------------------------


def _gains(parts: Components, state: StarfarersState, verb: pack.Step, seat: int) -> Iterator[GainUpgrade]:
    yield from (GainUpgrade(upgrade=u, seat=seat) for u in UPGRADES if room_for(parts, state, seat, u))


def _wrong_gain(parts: Components, state: StarfarersState, verb: pack.Step, action: GainUpgrade) -> Iterator[Violation]:
    if not room_for(parts, state, state.seat, action.upgrade):
        text = f"there is no room for another {action.upgrade}, or none in the stock"
        yield Violation("starfarers.encounter.gain", text, (f"upgrade:{action.upgrade}",))


def _gain(parts: Components, state: StarfarersState, verb: pack.Step, action: GainUpgrade) -> Played:
    return _noted(with_upgrade(state, state.seat, action.upgrade, 1), state.seat), 0


def _losses(parts: Components, state: StarfarersState, verb: pack.Step, seat: int) -> Iterator[LoseUpgrade]:
    yield from (LoseUpgrade(upgrade=u, seat=seat) for u in UPGRADES if installed(state.seats[seat], u))


def _wrong_loss(parts: Components, state: StarfarersState, verb: pack.Step, action: LoseUpgrade) -> Iterator[Violation]:
    seat = int(action.seat)
    if not installed(state.seats[seat], action.upgrade):
        text = f"{state.players[seat]} has no {action.upgrade}"
        yield Violation("starfarers.encounter.lose", text, (f"upgrade:{action.upgrade}",))


def _lose(parts: Components, state: StarfarersState, verb: pack.Step, action: LoseUpgrade) -> Played:
    seat = int(action.seat)
    return _noted(with_upgrade(state, seat, action.upgrade, -1), seat), 0


# The first ship jumps ------------------------------------------------------------------------------------------


def may_jump(parts: Components, state: StarfarersState, corner: int) -> bool:
    """Whether the active player's first ship may jump to that corner."""
    if corner in state.ships:
        return False
    return may_stop(parts, state, state.seat, first_ship(state, state.seat), corner)


def _jumps(parts: Components, state: StarfarersState, verb: pack.Step, seat: int) -> Iterator[Jump]:
    yield from (Jump(corner, seat=seat) for corner in range(parts.map.corners) if may_jump(parts, state, corner))


def any_jump(parts: Components, state: StarfarersState, seat: int, rng: Random) -> Jump:
    """One of the jumps, each equally likely: corners are drawn until one will do."""
    while not may_jump(parts, state, corner := int(rng.random() * parts.map.corners)):
        pass
    return Jump(corner, seat=seat)


def _wrong_jump(parts: Components, state: StarfarersState, verb: pack.Step, action: Jump) -> Iterator[Violation]:
    star_map, corner = parts.map, action.corner
    if corner is None or corner >= star_map.corners:
        text = f"the ship jumps to a corner 0 to {star_map.corners - 1}, not {corner}"
        yield Violation("starfarers.encounter.jump", text)
    elif not may_jump(parts, state, corner):
        text = f"the first ship may not stop on {star_map.names[corner]}"
        yield Violation("starfarers.encounter.jump", text, (f"corner:{corner}",), overrulable=True)


def _jump(parts: Components, state: StarfarersState, verb: pack.Step, action: Jump) -> Played:
    return jumped(parts, _noted(state, state.seat), action), 0


# Nature draws a card from a hand -------------------------------------------------------------------------------


def _robberies(parts: Components, state: StarfarersState, verb: pack.Step, seat: Seat) -> Iterator[Steal]:
    for victim in under_way(state).waiting:
        for resource in pack.RESOURCES:
            if holds(state.hands[victim], ONE[RESOURCE_INDEX[resource]]):
                yield Steal(victim=victim, card=resource, seat=NATURE)


def _any_robbery(parts: Components, state: StarfarersState, rng: Random) -> Steal:
    victim = under_way(state).waiting[0]
    return Steal(victim=victim, card=pack.RESOURCES[drawn(state.hands[victim][:5], rng)], seat=NATURE)


def _wrong_robbery(parts: Components, state: StarfarersState, verb: pack.Step, action: Steal) -> Iterator[Violation]:
    if action.victim not in under_way(state).waiting:
        yield Violation("starfarers.encounter.steal", f"player {action.victim} does not lose a card now")
    elif not holds(state.hands[action.victim], ONE[RESOURCE_INDEX[action.card]]):
        text = f"{state.players[action.victim]} holds no {action.card}"
        yield Violation("starfarers.encounter.steal", text, of_resource(action.card))


def _steal(parts: Components, state: StarfarersState, verb: pack.Step, action: Steal) -> Played:
    card = ONE[RESOURCE_INDEX[action.card]]
    return _noted(handed(state, action.victim, state.seat, card), action.victim), 0


# Mother ships are shaken ---------------------------------------------------------------------------------------


def _shakes(parts: Components, state: StarfarersState, verb: pack.Step, seat: Seat) -> Iterator[Shake]:
    pairs = tuple(dict.fromkeys(parts.ball_pairs))
    for player in under_way(state).waiting:
        yield from (Shake(player=player, balls=balls, seat=NATURE) for balls in pairs)


def _any_shake(parts: Components, state: StarfarersState, rng: Random) -> Shake:
    balls = parts.ball_pairs[int(rng.random() * len(parts.ball_pairs))]
    return Shake(player=under_way(state).waiting[0], balls=balls, seat=NATURE)


def _wrong_shake(parts: Components, state: StarfarersState, verb: pack.Step, action: Shake) -> Iterator[Violation]:
    if action.player not in under_way(state).waiting:
        yield Violation("starfarers.encounter.contest", f"player {action.player} does not shake now")
    if action.balls not in parts.ball_pairs and action.balls[::-1] not in parts.ball_pairs:
        text = f"a mother ship cannot show {action.balls[0]} and {action.balls[1]}"
        yield Violation("starfarers.flight.balls", text, tuple(f"ball:{ball}" for ball in action.balls))


def _shake(parts: Components, state: StarfarersState, verb: pack.Step, action: Shake) -> Played:
    shakes = (*under_way(state).shakes, (action.player, *action.balls))
    state = _noted(state, action.player, shakes=shakes)
    if under_way(state).waiting:
        return state, 0
    sums = {player: VALUE[one] + VALUE[other] for player, one, other in shakes}
    if isinstance(verb, pack.Contest):
        return state, int(contested(state, verb, sums).won)
    return state, sums[state.seat]


# By verb -------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """What somebody does at a verb of a card."""

    kind: type[Any]
    """The action that answers it."""
    legal: Callable[[Components, StarfarersState, Any, Any], Iterable[StarfarersAction]]
    wrong: Callable[[Components, StarfarersState, Any, Any], Iterable[Violation]]
    play: Callable[[Components, StarfarersState, Any, Any], Played]
    deal: Callable[[Components, StarfarersState, Random], StarfarersAction] | None = None
    """Where nature does it: what it does for the first who waits, with the odds of the pieces."""


_GIVE: Final = Step(Give, _gifts, _wrong_gift, _give)
_LOSE: Final = Step(LoseUpgrade, _losses, _wrong_loss, _lose)
_SHAKE: Final = Step(Shake, _shakes, _wrong_shake, _shake, _any_shake)
STEPS: Final[dict[type[Any], Step]] = {
    pack.Gift: _GIVE,
    pack.Pay: _GIVE,
    pack.TakeGifts: _GIVE,
    pack.Ask: Step(Answer, _answers, _wrong_answer, _answer),
    pack.Receive: Step(Choose, _choices, _wrong_choice, _choose),
    pack.GainUpgrade: Step(GainUpgrade, _gains, _wrong_gain, _gain),
    pack.LoseUpgrade: _LOSE,
    pack.Wear: _LOSE,
    pack.Jump: Step(Jump, _jumps, _wrong_jump, _jump),
    pack.Steal: Step(Steal, _robberies, _wrong_robbery, _steal, _any_robbery),
    pack.Contest: _SHAKE,
    pack.Shake: _SHAKE,
}
