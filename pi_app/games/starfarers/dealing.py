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
from engines.starfarers.phases.supply import SUPPLY_POINTS, supply_cards
from engines.starfarers.ships import flying, in_stock, launch_corners, pieces_left
from engines.starfarers.standing import installed, room_for
from pi_app.games.starfarers import words
from pi_app.games.starfarers.chart import Spot, SpotKind
from pi_app.games.starfarers.desk import Desk, just_happened
from pi_app.games.starfarers.parts import Tap
from pi_app.games.starfarers.picking import picker
from pi_app.games.starfarers.turn import hand_of
from pi_app.i18n import _, capital
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Command, Grid, Leave, Page, Part, Play, StepView, Taps, Words

MAX_WANTED: Final = 9
"""Cards of an offer that may be asked for."""


class TurnPresenter(Desk):
    """The hub of a turn: hand, supply, trade, building, and the way to the flight."""

    def view(self) -> StepView:
        """The map, the hand, what can be done."""
        seat = self.state.seat
        flies = bool(flying(self.state, seat))
        on = Tap(
            Play(("fly",), StartFlight(seat=seat)),
            _("Fly") if flies else _("End the turn"),
            role="progress",
            icon="next",
        )
        panel = (
            self.says(_("{name} trades and builds").format(name=self.name(seat))),
            hand_of(self, seat, _("Cards in hand")),
            Taps((Tap(Page("build"), _("Build"), icon="plus"), Tap(Page("trade"), _("Trade"), icon="trade"))),
            Taps((self._supply(), Tap(Page("ships"), _("Ships and points"), icon="rocket"))),
            Taps((Tap(Page("friends"), _("Friendship"), icon="medal"),)),
            on,
        )
        return StepView(frame=self.frame(_("Trade and build")), stage=self.chart(), panel=panel)

    def _supply(self) -> Tap:
        cards = supply_cards(self.state)
        text = _("Supply card") if cards < 2 else _("2 supply cards")
        return Tap(
            Play(("supply",), TakeSupply(seat=self.seat)),
            text,
            note="" if cards else self._supply_words(),
            icon="cards",
            on=cards > 0,
        )

    def _supply_words(self) -> str:
        """What the supply has just brought, else why there is none."""
        drawn = [it.action.card for it in just_happened(self.nav) if isinstance(it.action, DrawSupply)]
        if drawn:
            return _("drawn: {cards}").format(cards=words.cards_words([drawn.count(it) for it in RESOURCES]))
        if self.state.seats[self.seat].points >= SUPPLY_POINTS:
            return _("none from {n} points on").format(n=SUPPLY_POINTS)
        return _("already drawn")


# Building ------------------------------------------------------------------------------------------------------


class BuildPresenter(Desk):
    """The build menu; ships and spaceports are then placed on the map."""

    priced = True
    """Whether the screen takes the price, and so asks before it does."""

    def view(self) -> StepView:
        """What can be built and what it costs, or where it goes."""
        item = self.own.item
        if item in ("colony", "trade"):
            return self._placing("colony" if item == "colony" else "trade")
        if item == "spaceport":
            return self.place_on(_("Which colony becomes a spaceport?"), tuple(self.colonies()), None)
        hand = hand_of(self, self.seat, _("Cards in hand"))
        panel: tuple[Part, ...] = (hand, Tap(Page("trade"), _("Trade"), icon="trade"), *self._favours())
        return StepView(frame=self.frame(_("Build")), stage=Grid("", self._items(), 2), panel=panel)

    def _items(self) -> tuple[Tap, ...]:
        port = self.parts.spaceport_cost
        return (
            self._item(
                does(self.choose_item, "colony"),
                _("Colony ship"),
                "colony_ship",
                self.parts.ship_cost["colony"],
                self._no_ship("colony"),
            ),
            self._item(
                does(self.choose_item, "trade"),
                _("Trade ship"),
                "trade_ship",
                self.parts.ship_cost["trade"],
                self._no_ship("trade"),
            ),
            self._item(does(self.choose_item, "spaceport"), _("Spaceport"), "spaceport", port, self._no_port()),
            *(self._upgrade(upgrade) for upgrade in UPGRADES),
        )

    def _item(self, does: Command, text: str, icon: str, cost: Cards, why_not: str) -> Tap:
        short = words.missing(cost, self.state.hands[self.seat])
        if not why_not and any(short):
            why_not = _("missing: {cards}").format(cards=words.cards_words(short))
        return Tap(does, text, note=why_not, icon=icon, on=not why_not, cost=cost, short=short)

    def _upgrade(self, upgrade: Upgrade) -> Tap:
        state, seat = self.state, self.seat
        has, room = installed(state.seats[seat], upgrade), self.parts.upgrade_room[upgrade]
        text = f"{capital(words.upgrade_words(upgrade))} {has}/{room}"
        full = "" if room_for(self.parts, state, seat, upgrade) else _("no room, or none left")
        does = Play(("item", upgrade), BuildUpgrade(upgrade, seat=seat))
        return self._item(does, text, upgrade, self.parts.upgrade_cost[upgrade], full)

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
            found.append(Tap(Play(("fame",), BuyFame(seat=seat)), _("1 goods for 1 fame ring"), icon="fame", on=can))
        found += [
            self._help((victim,), self.name(victim), victim)
            for victim in helpers(self.parts, state, seat)
            if state.options.helping_hand == "up_to_two"
        ]
        pair = helpers(self.parts, state, seat)[:2]
        if len(pair) > 1:
            names = ", ".join(self.name(victim) for victim in pair)
            found.append(self._help((pair[0], pair[1]), names))
        return tuple(found)

    def _help(self, victims: tuple[int, ...], names: str, badge: int | None = None) -> Tap:
        does = Play(("help", victims), HelpingHand(victims, seat=self.seat))
        return Tap(does, _("Helping hand: {name}").format(name=names), seat=badge)

    # Where it goes ---------------------------------------------------------------------------------------------

    def _placing(self, cargo: Cargo) -> StepView:
        corners = launch_corners(self.parts, self.state, self.seat)
        title = _("Where does the colony ship start?") if cargo == "colony" else _("Where does the trade ship start?")
        return self.place_on(title, tuple(corners), self.transporters())

    @property
    def transporter(self) -> int | None:
        """The transporter in stock that is chosen, else the first one; None where all fly."""
        stock = in_stock(self.state, self.seat)
        return self.own.ship if self.own.ship in stock else next(iter(stock), None)

    def transporters(self) -> Taps:
        """The transporters in stock, one chosen."""
        stock, chosen = in_stock(self.state, self.seat), self.transporter
        ships = ((s, does(self.choose_ship, s)) for s in range(SHIPS))
        return Taps(tuple(Tap(way, str(s + 1), icon="rocket", on=s in stock, chosen=s == chosen) for s, way in ships))

    def colonies(self) -> list[int]:
        """The corners of the own colonies that are no spaceports."""
        return [self.parts.map.sites[s] for s, owner in enumerate(self.state.sites) if owner == self.seat + 1]

    def pieces(self) -> tuple[Tap, ...]:
        """Ships and spaceports without a price: the players pay by themselves."""
        shown = (
            ("colony", _("Colony ship"), "colony_ship", self._no_ship("colony")),
            ("trade", _("Trade ship"), "trade_ship", self._no_ship("trade")),
            ("spaceport", _("Spaceport built"), "spaceport", self._no_port()),
        )
        choose = self.choose_item
        return tuple(Tap(does(choose, key), text, note=why, icon=icon, on=not why) for key, text, icon, why in shown)

    def place_on(self, title: str, corners: tuple[int, ...], ships: Taps | None, page: str = "") -> StepView:
        """The map with the corners where it can go; on the build page, unless another is named, with a way back."""
        chosen = self.own.corner
        free: SpotKind = "launch" if ships else "lit"  # a colony that is built already covers the light below it
        spots = tuple(Spot(does(self.choose_corner, c), c, "chosen" if c == chosen else free) for c in corners)
        hint = Words(_("Tap a lit place on the map."), "muted")
        transporter = (Words(_("Transporter: balls on its tip"), "muted"), ships) if ships else ()
        place = Tap(does(self.place), _("Place it here"), role="progress", icon="check", on=chosen in corners)
        leave = () if page else (Tap(Leave(), _("Something else"), icon="back"),)
        panel: tuple[Part, ...] = (self.says(title), *transporter, hint, *leave, *((place,) if self.priced else ()))
        stage = self.chart(spots, focus=next(iter(corners), None))
        return StepView(frame=self.frame(page or _("Build")), stage=stage, panel=panel)

    # What is done ----------------------------------------------------------------------------------------------

    @on("item")
    def choose_item(self, item: str) -> None:
        """That of the build menu."""
        self.keep(item=item, corner=None)

    @on("ship")
    def choose_ship(self, ship: int) -> None:
        """That transporter."""
        self.keep(ship=ship)

    @on(Leave)
    def leave(self) -> None:
        """Something else."""
        self.keep(item="", corner=None)

    @on()
    def place(self) -> None:
        """Build what was chosen where it was chosen."""
        item, corner = self.own.item, self.own.corner
        if corner is None:
            return
        if item == "spaceport":
            self.nav.act(BuildSpaceport(self.parts.map.site_at[corner], seat=self.seat))
            return
        assert self.transporter is not None, "one is in stock"
        cargo: Cargo = "colony" if item == "colony" else "trade"
        self.nav.act(BuildShip(cargo, self.transporter, corner, seat=self.seat))


# Trade ---------------------------------------------------------------------------------------------------------


def terms_words(name: str, give: Cards, get: Cards) -> str:
    """What a player gives and gets."""
    given, got = (words.cards_words(cards, words.moved_words) for cards in (give, get))
    return _("{name} gives {give} for {get}").format(name=name, give=given, get=got)


class Terms(Desk):
    """Two heaps of cards: what is given and what is asked for."""

    def pickers(self, seat: int) -> tuple[Part, ...]:
        """Both heaps; a resource is on one side only."""
        give, get, hand = self.own.give, self.own.get, self.state.hands[seat]
        free = [0 if wanted else have for have, wanted in zip(hand, get, strict=False)]
        open_ = [0 if given else MAX_WANTED for given in give]
        wants = picker(_("For"), open_, get, "get", MAX_WANTED - count(get))
        return picker(_("Give"), free, give, "give", count(hand)), _without_notes(wants)


def _without_notes(heaps: Part) -> Part:
    from msgspec.structs import replace

    return replace(heaps, notes=("",) * 5)


class TradePresenter(Terms):
    """The trade board: the bank on the left, an offer to the players on the right."""

    def view(self) -> StepView:
        """Both."""
        seat = self.state.seat
        offer = Offer(self.own.give, self.own.get, self.own.to, seat=seat)
        broken = self.nav.open_table.check(offer)
        why = self.nav.app.rule_words(broken[0].rule, broken[0].message) if broken and self._begun() else ""
        panel: tuple[Part, ...] = (
            *self.pickers(seat),
            *self._partners(),
            Words(why, "ask"),
            Tap(Play(("offer",), offer), _("Offer it"), role="progress", icon="check", on=not broken),
        )
        grid = Grid(_("Bank: tap what you give, then what you get"), self._bank(), 2)
        return StepView(frame=self.frame(_("Trade")), stage=grid, panel=panel)

    def _begun(self) -> bool:
        return any(self.own.give) and any(self.own.get)

    def _bank(self) -> tuple[Tap, ...]:
        state, seat, given = self.state, self.state.seat, self.own.item
        found = []
        for index, resource in enumerate(RESOURCES):
            price = rate(self.parts, state, seat, index)
            enough = state.hands[seat][index] >= price
            gives, gets = (words.counted_words(resource, n).replace(" ", "\u00a0") for n in (price, 1))
            give = does(self.give_to_bank, resource)
            found.append(Tap(give, gives, icon=resource, on=enough, chosen=given == resource))
            can = bool(given) and given != resource and state.bank[index] > 0
            found.append(Tap(does(self.get_from_bank, resource), f"→\u00a0{gets}", icon=resource, on=can))
        return tuple(found)

    def _partners(self) -> tuple[Taps, ...]:
        others = [seat for seat in range(len(self.state.seats)) if seat != self.state.seat]
        if len(others) < 2:
            return ()
        everybody = Tap(does(self.offer_to, None), _("To all"), chosen=self.own.to is None)
        return (Taps((everybody, *(Tap(does(self.offer_to, s), "", seat=s, chosen=self.own.to == s) for s in others))),)

    @on("bankgive")
    def give_to_bank(self, resource: Resource) -> None:
        """That goes to the bank."""
        self.keep(item="" if self.own.item == resource else resource)

    @on("bankget")
    def get_from_bank(self, resource: Resource) -> None:
        """One of that comes from the bank."""
        give = next((r for r in RESOURCES if r == self.own.item), None)
        if give is not None:
            self.nav.act(BankTrade(give, resource, seat=self.state.seat))

    @on("to")
    def offer_to(self, partner: int | None) -> None:
        """The offer is for that player, or for all."""
        self.keep(to=partner)


class AnswerPresenter(Terms):
    """An offer in front of one who was asked: yes, no, or other terms."""

    def view(self) -> StepView:
        """The offer, the own hand, the answers."""
        state, seat = self.state, self.seat
        bid = state.bid
        assert bid is not None, "there is an offer to answer"
        title = terms_words(self.name(state.seat), bid.give, bid.get)
        can = holds(state.hands[seat], bid.get)
        taps = (
            Tap(
                Play(("accept",), Accept(seat=seat)),
                _("Yes"),
                icon="check",
                on=can,
                note="" if can else _("These cards are not in the hand"),
            ),
            Tap(Play(("decline",), Decline(seat=seat)), _("No"), icon="cross"),
            Tap(does(self.counter), _("Other terms"), icon="trade", chosen=self.own.item == "counter"),
        )
        asked = _("{name} answers").format(name=self.name(seat))
        panel: tuple[Part, ...] = (self.says(asked), hand_of(self, seat, _("Cards in hand")))
        if self.own.item == "counter":
            panel = (*self.pickers(seat), self._propose())
        return StepView(frame=self.frame(_("An offer")), stage=Grid(title, taps, 1), panel=panel)

    def _propose(self) -> Tap:
        counter = Counter(self.own.give, self.own.get, seat=self.seat)
        return Tap(
            Play(("propose",), counter),
            _("Propose it"),
            role="progress",
            icon="check",
            on=not self.nav.open_table.check(counter),
        )

    @on()
    def counter(self) -> None:
        """Other terms, or none after all."""
        bid = self.state.bid
        assert bid is not None, "there is an offer to answer"
        begun = self.own.item == "counter"
        give, get = (NO_CARDS, NO_CARDS) if begun else (NO_CARDS, bid.give)
        self.keep(item="" if begun else "counter", give=give, get=get)


class ChoosePresenter(Desk):
    """The answers to an offer: with whom the active player trades."""

    def view(self) -> StepView:
        """Those who would trade, and on which terms."""
        state = self.state
        bid = state.bid
        assert bid is not None, "there is an offer to choose for"
        taps = [
            Tap(
                Play(("trade", partner), Trade(partner, seat=state.seat)),
                self.name(partner),
                note=terms_words(self.name(partner), get, give),
                seat=partner,
                on=holds(state.hands[state.seat], give),
            )
            for partner, give, get in sorted(bid.terms)
        ]
        taps.append(Tap(Play(("trade", None), Trade(None, seat=state.seat)), _("With nobody"), icon="cross"))
        title = _("With whom does {name} trade?").format(name=self.name(state.seat))
        panel = (hand_of(self, state.seat, _("Cards in hand")),)
        return StepView(frame=self.frame(_("Trade")), stage=Grid(title, tuple(taps), 1), panel=panel)
