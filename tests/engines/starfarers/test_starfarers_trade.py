"""Trade with the other players and with the bank, and what friendship cards change about it."""

from __future__ import annotations

import msgspec
import pytest

from engines.starfarers.bank import cards_text, in_stock
from engines.starfarers.components import ONE
from engines.starfarers.model import (
    Accept,
    BankTrade,
    Counter,
    Decline,
    Offer,
    Phase,
    Rob,
    StarfarersState,
    TakeSupply,
    Trade,
)
from engines.starfarers.pack import RESOURCES
from engines.starfarers.phases.flight import turn_ended
from tests.engines.starfarers.starfarers_tables import (
    HOUSE,
    building,
    cards,
    friend,
    hand,
    player,
    rules_of,
)

replace = msgspec.structs.replace
FOOD_FOR_ORE = Offer(cards("1 food"), cards("1 ore"), seat=0)


def traded(state: StarfarersState, give: str, get: str) -> StarfarersState:
    return HOUSE.apply(state, BankTrade(give, get, seat=0))  # type: ignore[arg-type]


# The bank ------------------------------------------------------------------------------------------------------


def test_the_bank_takes_three_for_one_and_two_goods_for_one() -> None:
    """starfarers.trade.bank, starfarers.trade.bank_goods"""
    state = building("3 ore 2 goods")
    assert traded(state, "ore", "food").hands[0] == hand("1 food 2 goods")
    assert traded(state, "goods", "food").hands[0] == hand("3 ore 1 food")
    two = building("2 ore 1 goods")
    assert rules_of(two, BankTrade("ore", "food", seat=0)) == ["starfarers.trade.bank"]
    assert rules_of(two, BankTrade("goods", "food", seat=0)) == ["starfarers.trade.bank_goods"]
    assert rules_of(state, BankTrade("ore", "ore", seat=0)) == ["starfarers.trade.bank"]
    listed = {a for a in HOUSE.legal_actions(state, 0) if isinstance(a, BankTrade)}
    assert len(listed) == 4 + 4


def test_an_empty_pile_of_the_bank_gives_nothing() -> None:
    """starfarers.components.cards"""
    state = replace(building("3 ore"), bank=(15, 18, 18, 0, 18))
    assert rules_of(state, BankTrade("ore", "food", seat=0)) == ["starfarers.components.cards"]
    assert BankTrade("ore", "food", seat=0) not in HOUSE.legal_actions(state, 0)


def test_the_bank_gives_its_last_card_of_a_resource() -> None:
    """starfarers.trade.bank"""
    assert [in_stock(one) for one in ONE] == [1, 2, 4, 8, 16]
    assert in_stock((0, 0, 0, 0, 0)) == 0


def test_the_merchants_cards_let_the_bank_take_two_for_one() -> None:
    """starfarers.friendship.two_for_one"""
    state = player(building("2 ore 2 fuel"), cards=1 << friend("merchants-ore"))
    assert traded(state, "ore", "food").hands[0] == hand("2 fuel 1 food")
    assert rules_of(state, BankTrade("fuel", "food", seat=0)) == ["starfarers.trade.bank"]
    listed = {a.give for a in HOUSE.legal_actions(state, 0) if isinstance(a, BankTrade)}
    assert listed == {"ore"}


def test_one_goods_for_one_once_a_turn() -> None:
    """starfarers.friendship.goods_for_one"""
    state = player(building("3 goods"), cards=1 << friend("merchants-goods"))
    once = traded(state, "goods", "ore")
    assert once.hands[0] == hand("1 ore 2 goods")
    assert traded(once, "goods", "ore").hands[0] == hand("2 ore")
    one_left = traded(player(building("2 goods"), cards=1 << friend("merchants-goods")), "goods", "ore")
    assert rules_of(one_left, BankTrade("goods", "ore", seat=0)) == ["starfarers.trade.bank_goods"]


# The other players ---------------------------------------------------------------------------------------------


def test_an_offer_to_one_is_accepted() -> None:
    """starfarers.trade.players: one food for two ore and one carbon, as in the book"""
    state = building("1 food", "2 ore 1 carbon", "1 ore")
    offer = Offer(cards("1 food"), cards("2 ore 1 carbon"), 1, seat=0)
    asked = HOUSE.apply(state, offer)
    assert (asked.phase, HOUSE.to_move(asked)) == (Phase.ANSWER, (1,))
    accepted = HOUSE.apply(asked, Accept(seat=1))
    assert accepted.phase is Phase.CHOOSE
    done = HOUSE.apply(accepted, Trade(1, seat=0))
    assert done.hands[:2] == (hand("2 ore 1 carbon"), hand("1 food"))
    assert (done.phase, done.bid) == (Phase.BUILD, None)


def test_an_offer_to_all_is_answered_by_all_who_have_cards_and_may_come_to_nothing() -> None:
    """starfarers.trade.players, starfarers.trade.counter"""
    state = HOUSE.apply(building("1 food", "1 ore", "", "1 ore 1 fuel"), FOOD_FOR_ORE)
    assert HOUSE.to_move(state) == (1, 3)
    declined = HOUSE.apply(HOUSE.apply(state, Decline(seat=3)), Decline(seat=1))
    assert (declined.phase, declined.bid) == (Phase.BUILD, None)
    state = HOUSE.apply(state, Counter(cards("1 fuel"), cards("1 food"), seat=3))
    state = HOUSE.apply(state, Accept(seat=1))
    assert HOUSE.legal_actions(state, 0) == [Trade(who, seat=0) for who in (None, 1, 3)]
    assert rules_of(state, Trade(2, seat=0)) == ["starfarers.trade.players"]
    assert HOUSE.apply(state, Trade(None, seat=0)).hands == state.hands
    assert HOUSE.apply(state, Trade(3, seat=0)).hands[0] == hand("1 fuel")


def test_terms_that_the_active_player_cannot_meet_are_not_taken() -> None:
    """starfarers.trade.counter, starfarers.components.hand"""
    state = HOUSE.apply(building("1 food", "1 ore"), Offer(cards("1 food"), cards("1 ore"), 1, seat=0))
    state = HOUSE.apply(state, Counter(cards("1 ore"), cards("2 food"), seat=1))
    assert HOUSE.legal_actions(state, 0) == [Trade(None, seat=0)]
    assert rules_of(state, Trade(1, seat=0)) == ["starfarers.components.hand"]


@pytest.mark.parametrize(
    ("offer", "rule"),
    [
        (Offer(cards("2 food"), cards("1 ore"), seat=0), "starfarers.components.hand"),
        (Offer(cards("1 food"), cards("1 food"), seat=0), "starfarers.trade.players"),
        (Offer(cards("1 food"), cards("1 ore"), 0, seat=0), "starfarers.trade.players"),
        (Offer(cards("1 food"), cards("1 ore"), 2, seat=0), "starfarers.trade.players"),
        (Offer(cards("1 food"), cards(), seat=0), "starfarers.trade.gifts"),
        (Offer(cards(), cards("1 ore"), seat=0), "starfarers.trade.gifts"),
    ],
)
def test_offers_that_are_none(offer: Offer, rule: str) -> None:
    assert rules_of(building("1 food", "1 ore"), offer) == [rule]


def test_gifts_where_they_are_allowed() -> None:
    """starfarers.trade.gifts: gifts = refused, allowed"""
    state = building("1 food", "1 ore", gifts="allowed")
    gift = Offer(cards("1 food"), cards(), 1, seat=0)
    asked = HOUSE.apply(state, gift)
    done = HOUSE.apply(HOUSE.apply(asked, Accept(seat=1)), Trade(1, seat=0))
    assert done.hands[:2] == (hand(), hand("1 ore 1 food"))
    assert rules_of(state, Offer(cards(), cards(), 1, seat=0)) == ["starfarers.trade.gifts"]
    assert rules_of(building("1 food", "1 ore", gifts="refused"), gift) == ["starfarers.trade.gifts"]


def test_answers_need_cards_and_counter_offers_other_terms() -> None:
    """starfarers.trade.counter, starfarers.components.hand, starfarers.turn.order"""
    state = HOUSE.apply(building("1 food", "1 fuel", "1 ore"), FOOD_FOR_ORE)
    assert rules_of(state, Accept(seat=1)) == ["starfarers.components.hand"]
    assert rules_of(state, Counter(cards("1 ore"), cards("1 food"), seat=2)) == ["starfarers.trade.counter"]
    assert rules_of(state, Counter(cards("1 ore"), cards("1 fuel"), seat=1)) == ["starfarers.components.hand"]
    assert rules_of(state, Accept(seat=3)) == ["starfarers.turn.order"]
    assert HOUSE.legal_actions(state, 1) == [Decline(seat=1), Counter(cards("1 fuel"), cards("1 food"), seat=1)]


def test_offers_in_a_game_between_bots_are_few() -> None:
    """starfarers.trade.offers: offers = any, two"""
    for offers, refused in (("any", []), ("two", ["starfarers.trade.offers"])):
        state = building("1 food", "1 ore", offers=offers)
        for _ in range(2):
            state = HOUSE.apply(HOUSE.apply(state, FOOD_FOR_ORE), Decline(seat=1))
        assert rules_of(state, FOOD_FOR_ORE) == refused
        assert (FOOD_FOR_ORE in HOUSE.legal_actions(state, 0)) == (not refused)


def test_terms_that_came_to_nothing_are_remembered_until_the_turn_ends() -> None:
    """starfarers.trade.offers: they may be offered again, and a bot does not"""
    terms = (FOOD_FOR_ORE.give, FOOD_FOR_ORE.get)
    asked = HOUSE.apply(building("3 food", "1 ore 1 fuel"), FOOD_FOR_ORE)
    declined = HOUSE.apply(asked, Decline(seat=1))
    assert declined.refused == (terms,)
    assert HOUSE.apply(HOUSE.apply(declined, FOOD_FOR_ORE), Decline(seat=1)).refused == (terms,)
    accepted = HOUSE.apply(asked, Accept(seat=1))
    assert HOUSE.apply(accepted, Trade(1, seat=0)).refused == ()
    assert HOUSE.apply(accepted, Trade(None, seat=0)).refused == (terms,)
    countered = HOUSE.apply(asked, Counter(cards("1 fuel"), cards("1 food"), seat=1))
    assert HOUSE.apply(countered, Trade(1, seat=0)).refused == (terms,)
    assert turn_ended(declined).refused == ()


def test_an_action_out_of_its_phase_is_refused() -> None:
    """starfarers.turn.phases"""
    assert rules_of(building("1 food"), Rob(1, seat=0)) == ["starfarers.turn.phases"]
    assert rules_of(building("1 food"), TakeSupply(seat=1)) == ["starfarers.turn.order"]
    assert len(HOUSE.legal_actions(building("1 food"), 0)) == 2


def test_cards_are_said_by_count_and_resource() -> None:
    assert cards_text((2, 0, 1, 0, 0)) == f"2 {RESOURCES[0]}, 1 {RESOURCES[2]}"
    assert cards_text((0, 0, 0, 0, 0)) == "nothing"
