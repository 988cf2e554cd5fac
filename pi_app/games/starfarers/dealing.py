"""Trade and building: the hub of a turn, the build menu, the bank, offers and their answers."""

from __future__ import annotations

from typing import Final

from engines.starfarers.bank import count, holds
from engines.starfarers.friendship import GOODS, helpers, may_buy_fame, rate
from engines.starfarers.model import (
    NO_CARDS,
    SHIPS,
    UPGRADES,
    Accept,
    BankTrade,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    Cards,
    Cargo,
    Counter,
    Decline,
    DrawSupply,
    HelpingHand,
    Offer,
    StartFlight,
    TakeSupply,
    Trade,
    Upgrade,
)
from engines.starfarers.pack import RESOURCES, Resource
from engines.starfarers.ships import flying, in_stock, launch_corners, pieces_left
from engines.starfarers.standing import installed, room_for
from engines.starfarers.supply import SUPPLY_POINTS, supply_cards
from pi_app.games.starfarers import words
from pi_app.games.starfarers.broken import rule_words
from pi_app.games.starfarers.chart import Spot
from pi_app.games.starfarers.desk import Desk, just_happened
from pi_app.games.starfarers.parts import Block, DeskView, Grid, Tap, Taps, Words
from pi_app.games.starfarers.picking import cards_changed, picker
from pi_app.games.starfarers.turn import hand_of
from pi_app.i18n import _

MOST_WANTED: Final = 9
"""Cards of an offer that may be asked for."""


class TurnPresenter(Desk):
    """The hub of a turn: hand, supply, trade, building, and the way to the flight."""

    def view(self) -> DeskView:
        """The map, the hand, what can be done."""
        seat = self.state.seat
        flies = bool(flying(self.state, seat))
        on = Tap("fly", _("Fly") if flies else _("End the turn"), kind="main", icon="next")
        panel = (
            self.says(_("{name} trades and builds").format(name=self.name(seat))),
            hand_of(self, seat, _("Cards in hand")),
            Taps((Tap("page.build", _("Build"), icon="plus"), Tap("page.trade", _("Trade"), icon="trade"))),
            Taps((self._supply(), Tap("page.ships", _("Ships and points"), icon="rocket"))),
            Taps((Tap("page.friends", _("Friends"), icon="medal"),)),
            on,
        )
        return DeskView(frame=self.frame(_("Trade and build")), stage=self.chart(), panel=panel)

    def _supply(self) -> Tap:
        cards = supply_cards(self.state)
        text = _("Supply card") if cards < 2 else _("2 supply cards")
        return Tap("supply", text, note="" if cards else self._supply_words(), icon="cards", on=cards > 0)

    def _supply_words(self) -> str:
        """What the supply has just brought, else why there is none."""
        drawn = [it.action.card for it in just_happened(self.nav) if isinstance(it.action, DrawSupply)]
        if drawn:
            return _("drawn: {cards}").format(cards=words.cards_words([drawn.count(it) for it in RESOURCES]))
        if self.state.seats[self.seat].points >= SUPPLY_POINTS:
            return _("none from {n} points on").format(n=SUPPLY_POINTS)
        return _("already drawn")

    def tap_supply(self) -> None:
        """Draw from the supply pile."""
        self.act(TakeSupply(seat=self.seat))

    def tap_fly(self) -> None:
        """Trading and building are done."""
        self.act(StartFlight(seat=self.seat))


# Building ------------------------------------------------------------------------------------------------------


class BuildPresenter(Desk):
    """The build menu; ships and spaceports are then placed on the map."""

    def view(self) -> DeskView:
        """What can be built and what it costs, or where it goes."""
        item = self.own.item
        if item in ("colony", "trade"):
            return self._placing("colony" if item == "colony" else "trade")
        if item == "spaceport":
            return self._raising()
        hand = hand_of(self, self.seat, _("Cards in hand"))
        panel: tuple[Block, ...] = (hand, Tap("page.trade", _("Trade"), icon="trade"), *self._favours())
        return DeskView(frame=self.frame(_("Build")), stage=Grid("", self._items(), 2), panel=panel)

    def _items(self) -> tuple[Tap, ...]:
        port = self.parts.spaceport_cost
        return (
            self._item(
                "colony", _("Colony ship"), "colony_ship", self.parts.ship_cost["colony"], self._no_ship("colony")
            ),
            self._item("trade", _("Trade ship"), "trade_ship", self.parts.ship_cost["trade"], self._no_ship("trade")),
            self._item("spaceport", _("Spaceport"), "spaceport", port, self._no_port()),
            *(self._upgrade(upgrade) for upgrade in UPGRADES),
        )

    def _item(self, key: str, text: str, icon: str, cost: Cards, why_not: str) -> Tap:
        short = words.missing(cost, self.state.hands[self.seat])
        if not why_not and any(short):
            why_not = _("missing: {cards}").format(cards=words.cards_words(short))
        return Tap(f"item.{key}", text, note=why_not, icon=icon, on=not why_not, cost=cost, short=short)

    def _upgrade(self, upgrade: Upgrade) -> Tap:
        state, seat = self.state, self.seat
        has, room = installed(state.seats[seat], upgrade), self.parts.upgrade_room[upgrade]
        text = _("{upgrade} ({n} of {most})").format(
            upgrade=words.upgrade_words(upgrade).capitalize(), n=has, most=room
        )
        full = "" if room_for(self.parts, state, seat, upgrade) else _("no room, or none left")
        return self._item(upgrade, text, upgrade, self.parts.upgrade_cost[upgrade], full)

    def _no_ship(self, cargo: Cargo) -> str:
        state, seat = self.state, self.seat
        if not in_stock(state, seat):
            return _("all three transporters fly")
        if pieces_left(self.parts, state, seat, cargo) <= 0:
            return _("no piece is left")
        return "" if launch_corners(self.parts, state, seat) else _("no free corner at a spaceport")

    def _no_port(self) -> str:
        player = self.state.seats[self.seat]
        if player.spaceports >= self.parts.box.spaceport_rings:
            return _("all rings are used")
        return "" if player.colonies else _("no colony to raise")

    def _favours(self) -> tuple[Tap, ...]:
        """What friendship cards sell while building."""
        state, seat, found = self.state, self.seat, list[Tap]()
        if state.seats[seat].cards & self.parts.fame_for_sale:
            can = bool(state.hands[seat][GOODS]) and may_buy_fame(self.parts, state, seat)
            found.append(Tap("fame", _("1 goods for 1 fame ring"), icon="fame", on=can))
        found += [
            Tap(f"help.{victim}", _("Helping hand: {name}").format(name=self.name(victim)), seat=victim)
            for victim in helpers(self.parts, state, seat)
            if state.options.helping_hand == "up_to_two"
        ]
        pair = helpers(self.parts, state, seat)[:2]
        if len(pair) > 1:
            names = ", ".join(self.name(victim) for victim in pair)
            found.append(Tap(f"help.{pair[0]}.{pair[1]}", _("Helping hand: {name}").format(name=names)))
        return tuple(found)

    # Where it goes ---------------------------------------------------------------------------------------------

    def _placing(self, cargo: Cargo) -> DeskView:
        corners = launch_corners(self.parts, self.state, self.seat)
        title = _("Where does the colony ship start?") if cargo == "colony" else _("Where does the trade ship start?")
        return self._place(title, tuple(corners), self.transporters())

    def transporters(self) -> Taps:
        """The transporters in stock, one chosen."""
        stock = in_stock(self.state, self.seat)
        chosen = self.own.ship if self.own.ship in stock else next(iter(stock), None)
        return Taps(
            tuple(Tap(f"ship.{s}", str(s + 1), icon="rocket", on=s in stock, chosen=s == chosen) for s in range(SHIPS))
        )

    def _raising(self) -> DeskView:
        own = [self.parts.map.sites[s] for s, owner in enumerate(self.state.sites) if owner == self.seat + 1]
        return self._place(_("Which colony becomes a spaceport?"), tuple(own), None)

    def _place(self, title: str, corners: tuple[int, ...], ships: Taps | None) -> DeskView:
        chosen = self.own.corner
        spots = tuple(Spot(f"corner.{c}", c, "chosen" if c == chosen else "launch") for c in corners)
        hint = Words(_("Tap a lit place on the map."), "muted")
        transporter = (Words(_("Transporter: balls on its tip"), "muted"), ships) if ships else ()
        place = Tap("place", _("Place it here"), kind="main", icon="check", on=chosen in corners)
        leave = Tap("leave", _("Something else"), icon="back")
        panel: tuple[Block, ...] = (self.says(title), *transporter, hint, leave, place)
        return DeskView(
            frame=self.frame(_("Build")), stage=self.chart(spots, focus=next(iter(corners), None)), panel=panel
        )

    # What is done ----------------------------------------------------------------------------------------------

    def tap_item(self, item: str) -> None:
        """An upgrade is built at once; a ship or a spaceport asks where."""
        upgrade = next((u for u in UPGRADES if u == item), None)
        if upgrade is not None:
            self.act(BuildUpgrade(upgrade, seat=self.seat))
        else:
            self.keep(item=item, corner=None)

    def tap_ship(self, ship: str) -> None:
        """That transporter."""
        self.keep(ship=int(ship))

    def tap_corner(self, corner: str) -> None:
        """That place."""
        self.keep(corner=int(corner))

    def tap_leave(self) -> None:
        """Back to the menu."""
        self.keep(item="", corner=None)

    def tap_place(self) -> None:
        """Build it there."""
        item, corner = self.own.item, self.own.corner
        if corner is None:
            return
        if item == "spaceport":
            self.act(BuildSpaceport(self.parts.map.site_at[corner], seat=self.seat))
            return
        stock = in_stock(self.state, self.seat)
        ship = self.own.ship if self.own.ship in stock else stock[0]
        assert ship is not None, "one is in stock"
        self.act(BuildShip("colony" if item == "colony" else "trade", ship, corner, seat=self.seat))

    def tap_fame(self) -> None:
        """A fame ring for one goods."""
        self.act(BuyFame(seat=self.seat))

    def tap_help(self, *victims: str) -> None:
        """A card from each of these players."""
        self.act(HelpingHand(tuple(map(int, victims)), seat=self.seat))


# Trade ---------------------------------------------------------------------------------------------------------


def terms_words(name: str, give: Cards, get: Cards) -> str:
    """What a player gives and gets."""
    what = {"name": name, "give": words.cards_words(give), "get": words.cards_words(get)}
    return _("{name} gives {give} for {get}").format(**what)


class Terms(Desk):
    """Two heaps of cards: what is given and what is asked for."""

    def pickers(self, seat: int) -> tuple[Block, ...]:
        """Both heaps; a resource is on one side only."""
        give, get, hand = self.own.give, self.own.get, self.state.hands[seat]
        free = [0 if wanted else have for have, wanted in zip(hand, get, strict=False)]
        open_ = [0 if given else MOST_WANTED for given in give]
        wants = picker(_("For"), open_, get, "get", MOST_WANTED - count(get))
        return picker(_("Give"), free, give, "give", count(hand)), _without_notes(wants)

    def tap_give(self, resource: str, step: str) -> None:
        """One card more or less to give."""
        self.keep(give=cards_changed(self.own.give, resource, step))

    def tap_get(self, resource: str, step: str) -> None:
        """One card more or less to get."""
        self.keep(get=cards_changed(self.own.get, resource, step))


def _without_notes(heaps: Block) -> Block:
    from msgspec.structs import replace

    return replace(heaps, notes=("",) * 5)


class TradePresenter(Terms):
    """The trade board: the bank on the left, an offer to the players on the right."""

    def view(self) -> DeskView:
        """Both."""
        seat = self.state.seat
        offer = Offer(self.own.give, self.own.get, self.own.to, seat=seat)
        broken = self.nav.open_table.check(offer)
        why = rule_words(broken[0].rule, broken[0].message) if broken and self._begun() else ""
        panel: tuple[Block, ...] = (
            *self.pickers(seat),
            *self._partners(),
            Words(why, "ask"),
            Tap("offer", _("Offer it"), kind="main", icon="check", on=not broken),
        )
        grid = Grid(_("With the bank: tap what goes, then what comes"), self._bank(), 2)
        return DeskView(frame=self.frame(_("Trade")), stage=grid, panel=panel)

    def _begun(self) -> bool:
        return any(self.own.give) and any(self.own.get)

    def _bank(self) -> tuple[Tap, ...]:
        state, seat, given = self.state, self.state.seat, self.own.item
        found = []
        for index, resource in enumerate(RESOURCES):
            price = rate(self.parts, state, seat, index)
            name = words.resource_words(resource)
            enough = state.hands[seat][index] >= price
            found.append(
                Tap(f"bankgive.{resource}", f"{price} {name}", icon=resource, on=enough, chosen=given == resource)
            )
            can = bool(given) and given != resource and state.bank[index] > 0
            found.append(Tap(f"bankget.{resource}", f"→ 1 {name}", icon=resource, on=can))
        return tuple(found)

    def _partners(self) -> tuple[Taps, ...]:
        others = [seat for seat in range(len(self.state.seats)) if seat != self.state.seat]
        if len(others) < 2:
            return ()
        everybody = Tap("to.all", _("To all"), chosen=self.own.to is None)
        return (Taps((everybody, *(Tap(f"to.{s}", "", seat=s, chosen=self.own.to == s) for s in others))),)

    def tap_bankgive(self, resource: str) -> None:
        """So many of that go to the bank."""
        self.keep(item="" if self.own.item == resource else resource)

    def tap_bankget(self, resource: Resource) -> None:
        """One of that comes from it."""
        give = next((r for r in RESOURCES if r == self.own.item), None)
        if give is not None:
            self.act(BankTrade(give, resource, seat=self.state.seat))

    def tap_to(self, seat: str) -> None:
        """Whom the offer is for."""
        self.keep(to=None if seat == "all" else int(seat))

    def tap_offer(self) -> None:
        """Offer it."""
        self.act(Offer(self.own.give, self.own.get, self.own.to, seat=self.state.seat))


class AnswerPresenter(Terms):
    """An offer in front of one who was asked: yes, no, or other terms."""

    def view(self) -> DeskView:
        """The offer, the own hand, the answers."""
        state, seat = self.state, self.seat
        bid = state.bid
        assert bid is not None, "there is an offer to answer"
        title = terms_words(self.name(state.seat), bid.give, bid.get)
        can = holds(state.hands[seat], bid.get)
        taps = (
            Tap("accept", _("Yes"), icon="check", on=can, note="" if can else _("these cards are not in the hand")),
            Tap("decline", _("No"), icon="cross"),
            Tap("counter", _("Other terms"), icon="trade", chosen=self.own.item == "counter"),
        )
        asked = _("{name} answers").format(name=self.name(seat))
        panel: tuple[Block, ...] = (self.says(asked), hand_of(self, seat, _("Cards in hand")))
        if self.own.item == "counter":
            panel = (*self.pickers(seat), self._propose())
        return DeskView(frame=self.frame(_("An offer")), stage=Grid(title, taps, 1), panel=panel)

    def _propose(self) -> Tap:
        counter = Counter(self.own.give, self.own.get, seat=self.seat)
        return Tap("propose", _("Propose it"), kind="main", icon="check", on=not self.nav.open_table.check(counter))

    def tap_accept(self) -> None:
        """Yes."""
        self.act(Accept(seat=self.seat))

    def tap_decline(self) -> None:
        """No."""
        self.act(Decline(seat=self.seat))

    def tap_counter(self) -> None:
        """Other terms, beginning with those of the offer seen from the other side."""
        bid = self.state.bid
        assert bid is not None, "there is an offer to answer"
        begun = self.own.item == "counter"
        give, get = (NO_CARDS, NO_CARDS) if begun else (NO_CARDS, bid.give)
        self.keep(item="" if begun else "counter", give=give, get=get)

    def tap_propose(self) -> None:
        """These terms."""
        self.act(Counter(self.own.give, self.own.get, seat=self.seat))


class ChoosePresenter(Desk):
    """The answers to an offer: with whom the active player trades."""

    def view(self) -> DeskView:
        """Those who would trade, and on which terms."""
        state = self.state
        bid = state.bid
        assert bid is not None, "there is an offer to choose for"
        taps = [
            Tap(
                f"trade.{partner}",
                self.name(partner),
                note=terms_words(self.name(partner), get, give),
                seat=partner,
                on=holds(state.hands[state.seat], give),
            )
            for partner, give, get in sorted(bid.terms)
        ]
        taps.append(Tap("trade.none", _("With nobody"), icon="cross"))
        title = _("With whom does {name} trade?").format(name=self.name(state.seat))
        panel = (hand_of(self, state.seat, _("Cards in hand")),)
        return DeskView(frame=self.frame(_("Trade")), stage=Grid(title, tuple(taps), 1), panel=panel)

    def tap_trade(self, partner: str) -> None:
        """With that player, or nobody."""
        self.act(Trade(None if partner == "none" else int(partner), seat=self.state.seat))
