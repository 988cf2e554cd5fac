"""The cards of Starfarers as both packs hold them: what each one does, in verbs; no words of the publisher's."""

from __future__ import annotations

from typing import Final, TypeAlias

from engines.starfarers.pack import (
    Ask,
    Contest,
    DrawAnother,
    EncounterCard,
    EncounterKind,
    Fame,
    Forfeit,
    FriendshipCard,
    GainUpgrade,
    Gift,
    GrantTradeShip,
    Ground,
    Jump,
    LoseUpgrade,
    MostFreight,
    Neighbour,
    Pay,
    Receive,
    Refund,
    Reshuffle,
    Resource,
    Shake,
    Steal,
    Step,
    TakeGifts,
    Wear,
)

Steps: TypeAlias = tuple[Step, ...]

FRIENDSHIP: Final[tuple[FriendshipCard, ...]] = (
    *(
        FriendshipCard(id=f"green-{resource}", people="green_folk", power="production_bonus", resource=resource)
        for resource in ("ore", "fuel", "carbon", "food", "goods")
    ),
    FriendshipCard(id="merchants-ore", people="merchants", power="two_for_one", resource="ore"),
    FriendshipCard(id="merchants-fuel", people="merchants", power="two_for_one", resource="fuel"),
    FriendshipCard(id="merchants-carbon", people="merchants", power="two_for_one", resource="carbon"),
    FriendshipCard(id="merchants-food", people="merchants", power="two_for_one", resource="food"),
    FriendshipCard(id="merchants-goods", people="merchants", power="goods_for_one", resource="goods"),
    FriendshipCard(id="scientists-both-a", people="scientists", power="engineering", boosters=1, cannons=1),
    FriendshipCard(id="scientists-both-b", people="scientists", power="engineering", boosters=1, cannons=1),
    FriendshipCard(id="scientists-both-c", people="scientists", power="engineering", boosters=1, cannons=1),
    FriendshipCard(id="scientists-boosters", people="scientists", power="engineering", boosters=2),
    FriendshipCard(id="scientists-cannons", people="scientists", power="engineering", cannons=2),
    FriendshipCard(id="diplomats-tribute", people="diplomats", power="tribute_relief", limit=12),
    FriendshipCard(id="diplomats-fame-a", people="diplomats", power="fame_for_sale"),
    FriendshipCard(id="diplomats-fame-b", people="diplomats", power="fame_for_sale"),
    FriendshipCard(id="diplomats-helping-hand", people="diplomats", power="helping_hand"),
    FriendshipCard(id="diplomats-relief", people="diplomats", power="relief_fund"),
)


def _fame(rings: int) -> Step:
    return Fame(rings=rings)


def _any(cards: int) -> Step:
    return Receive(cards=cards)


def _of(resource: Resource, cards: int) -> Step:
    return Receive(cards=cards, resource=resource)


def _card(number: int, kind: EncounterKind, *steps: Step, note: str | None = None) -> EncounterCard:
    return EncounterCard(id=number, kind=kind, steps=steps, note=note)


def _gift(number: int, kind: EncounterKind, *results: Steps) -> EncounterCard:
    """Give 0 to 3 cards; what follows for each number."""
    return _card(number, kind, Gift(most=3, results={str(n): steps for n, steps in enumerate(results)}))


def _yes_no(number: int, kind: EncounterKind, yes: Steps, no: Steps, note: str | None = None) -> EncounterCard:
    return _card(number, kind, Ask(yes=yes, no=no), note=note)


def _combat(against: Neighbour, win: Steps, lose: Steps) -> Step:
    return Contest(of="combat", against=against, win=win, lose=lose)


def _race(against: Neighbour, win: Steps, lose: Steps) -> Step:
    return Contest(of="race", against=against, win=win, lose=lose)


def _false_merchant(number: int, against: Neighbour) -> EncounterCard:
    attack = _combat(against, (Refund(), _fame(1)), (Ground(),))
    return _card(number, "false_merchant", Gift(most=3), Ask(yes=(attack,), no=()))


def _shake(low: Steps, middle: Steps, high: Steps) -> Step:
    return Shake(bands={"1-2": low, "3": middle, "4-5": high})


def _ambush(number: int, against: Neighbour, win: Steps, lose: Steps, note: str | None = None) -> EncounterCard:
    fight = _combat(against, win, lose)
    flight = Contest(of="boosters", against=against, win=(), lose=(fight,))
    return _yes_no(number, "ambush", (flight,), (fight,), note)


_UP: Final = GainUpgrade()
_DOWN: Final = LoseUpgrade()
_GROUND: Final = Ground()
_JUMP: Final = Jump()
_STEAL: Final = Steal()
_SHIP: Final = GrantTradeShip()
_AGAIN: Final = (Reshuffle(), DrawAnother())
_PRINCE: Final[tuple[Steps, ...]] = ((_GROUND, _fame(-1)), (_fame(-1),), (_any(1), _fame(1)), (_SHIP,))
_BANDS: Final = "Sources disagree on the bands; taken are 1-2, 3, 4-5, exact thirds with one ball of each colour."

ENCOUNTERS: Final[tuple[EncounterCard, ...]] = (
    _gift(
        1, "merchant",
        (TakeGifts(), _fame(-2)), (_of("food", 1), _fame(-1)), (_any(1), _fame(1)), (_any(2), _fame(1)),
    ),
    _gift(2, "merchant", (_fame(-1),), (_any(1),), (_any(1), _fame(1)), (_UP, _fame(1))),
    _gift(3, "merchant", (_fame(-1),), (), (_fame(1),), (_of("goods", 1), _fame(1))),
    _gift(4, "merchant", (_of("goods", 1),), (_any(1), _fame(1)), (_any(2), _fame(1)), (Refund(),)),
    _gift(5, "merchant_prince", *_PRINCE),
    _gift(6, "merchant_prince", *_PRINCE),
    _false_merchant(7, "R1"),
    _false_merchant(8, "L1"),
    _yes_no(9, "pirate_demand", (Pay(cards=2),), (_combat("R1", (_SHIP,), (_DOWN, _fame(1))),)),
    _yes_no(
        10, "pirate_demand", (Pay(cards=2),), (_combat("R2", (_of("carbon", 2), _fame(1)), (_GROUND, _fame(1))),),
        note="One source gives ore for the victory, three others carbon; taken is carbon.",
    ),
    _yes_no(11, "pirate_demand", (Pay(cards=2), _GROUND), (_combat("L1", (_of("ore", 2), _fame(1)), (_DOWN,)),)),
    _yes_no(
        12, "fence", (Pay(cards=1), _any(2), _shake((_fame(-1),), (Forfeit(), _fame(-1)), ())), (_fame(1),)
    ),
    _yes_no(13, "fence", (Pay(cards=1), _any(2), _shake((), (Forfeit(), _fame(-1)), (_fame(-1),))), ()),
    _yes_no(
        14, "hired_raid", (Pay(cards=1), _shake((_fame(-1),), (_STEAL, _fame(-1)), (_STEAL,))), (_fame(1),),
        note=_BANDS,
    ),
    _yes_no(
        15, "hired_raid", (Pay(cards=1), _shake((_STEAL,), (_STEAL, _fame(-1)), (_fame(-1),))), (), note=_BANDS,
    ),
    _ambush(16, "R1", (_UP, _fame(1)), (_DOWN,)),
    _ambush(17, "L2", (_of("ore", 2), _fame(1)), (_DOWN, _fame(1))),
    _ambush(
        18, "L1", (_SHIP,), (_GROUND,),
        note="One source charges a fame ring for getting away; taken is no charge.",
    ),
    _yes_no(19, "distress", (_race("R2", (_SHIP,), (_DOWN,)),), ()),
    _yes_no(20, "distress", (_race("L1", (_fame(1), _STEAL), (_DOWN, _fame(1))),), (_fame(-1),)),
    _yes_no(
        21, "distress", (_race("R1", (_UP, _fame(1)), (_DOWN,)),), (_fame(-1),),
        note="One source names the left neighbour, two others the right one; taken is the right one.",
    ),
    _yes_no(22, "ship_under_attack", (_combat("R2", (_of("goods", 2), _fame(1)), (_GROUND,)),), ()),
    _yes_no(23, "ship_under_attack", (_combat("R1", (_any(2), _fame(1)), (_DOWN, _fame(1))),), (_fame(-1),)),
    _yes_no(24, "ship_under_attack", (_combat("L1", (_JUMP, _fame(1)), (_GROUND, _fame(1))),), (_fame(-1),)),
    _yes_no(25, "space_distortion", (_race("L1", (_JUMP,), (_GROUND,)),), (DrawAnother(),)),
    _yes_no(26, "space_distortion", (_race("R1", (_JUMP,), (_GROUND,)),), (DrawAnother(),)),
    _yes_no(27, "space_distortion", (_race("R2", (_JUMP,), (_DOWN,)),), (DrawAnother(),)),
    _gift(28, "travellers", (_DOWN, _fame(-1)), (_fame(1),), (_JUMP,), (_JUMP,)),
    _gift(29, "travellers", (), (_fame(1),), (_fame(1),), (_SHIP,)),
    _gift(30, "travellers", (_fame(-1),), (_fame(-1),), (_fame(1),), (_JUMP, _fame(1))),
    _card(31, "wear_and_tear", Wear(more_than=8), *_AGAIN),
    _card(
        32, "wear_and_tear", Wear(more_than=6), MostFreight(rings=1), *_AGAIN,
        note="That nobody wins fame where all have no freight ring is one source's reading.",
    ),
)  # fmt: skip
