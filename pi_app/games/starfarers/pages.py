"""Pages that can be opened at any moment: mother ships and the score track, friends and medals, the map."""

from __future__ import annotations

from engines.starfarers.bank import count
from engines.starfarers.model import NOWHERE, UNKNOWN
from engines.starfarers.standing import GOAL, STATIONS, combat, speed
from pi_app.games.starfarers import words
from pi_app.games.starfarers.desk import Desk, acting
from pi_app.games.starfarers.parts import FriendCard, FriendsStage, PeopleState, ShipsStage, ShipState
from pi_app.i18n import _
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Part, StepView, Words


class ShipsPresenter(Desk):
    """Every mother ship with its upgrades and fame, and the score track."""

    def view(self) -> StepView:
        """The ships."""
        return StepView(frame=self.frame(_("Mother ships")), stage=ships_stage(self, acting(self.nav)))


def ships_stage(desk: Desk, framed: int | None) -> ShipsStage:
    """The mother ships, one of them with a frame, and the track."""
    seats = range(len(desk.state.seats))
    track = tuple((seat, desk.state.seats[seat].points) for seat in seats)
    return ShipsStage(tuple(ship_state(desk, seat, seat == framed) for seat in seats), track, GOAL)


def ship_state(desk: Desk, seat: int, framed: bool) -> ShipState:
    """One mother ship."""
    state, box = desk.state, desk.parts.box
    player = state.seats[seat]
    friendship = desk.parts.pack.friendship
    return ShipState(
        seat=seat,
        name=desk.name(seat),
        boosters=player.boosters,
        cannons=player.cannons,
        rings=player.rings,
        fame=player.fame,
        room=(box.ship_boosters, box.ship_cannons, box.ship_freight_rings, box.ship_fame_rings),
        names=(_("Boosters"), _("Cannons"), _("Freight"), _("Fame rings")),
        speed=_("Speed +{n}").format(n=speed(player)),
        combat=_("Combat {n}").format(n=combat(player)),
        points=player.points,
        cards=tuple(card.people for n, card in enumerate(friendship) if player.cards >> n & 1),
        framed=framed,
        hand=count(state.hands[seat]) if state.hands else None,
    )


class FriendsPresenter(Desk):
    """The four peoples: medals, stations, friendship cards; a tap on a card says what it does."""

    def view(self) -> StepView:
        """The peoples, and the card that was tapped."""
        stage = FriendsStage(tuple(self.people(outpost) for outpost in range(len(self.parts.map.points))))
        return StepView(frame=self.frame(_("Friendship")), stage=stage, panel=self._panel())

    def _panel(self) -> tuple[Part, ...]:
        number = self.own.card
        if number is None:
            return (Words(_("Tap a card to read it."), "muted"),)
        card = self.parts.pack.friendship[number]
        owner = self.card(number).owner
        whose = _("Not taken yet.") if owner is None else _("{name} has it.").format(name=self.name(owner))
        return (
            Words(words.people_words(card.people), "bold"),
            Words(words.friendship_words(card), "bold"),
            Words(whose, "muted", owner),
        )

    def people(self, outpost: int) -> PeopleState:
        """One people."""
        state = self.state
        people = words.people_of(self.parts.map.outpost_people[outpost])
        stations = state.stations[outpost * STATIONS : (outpost + 1) * STATIONS]
        medal = state.medals[outpost]
        return PeopleState(
            people=people,
            name=words.people_words(people),
            medal=None if medal == NOWHERE else medal,
            stations=tuple(owner - 1 if owner else None for owner in stations),
            cards=tuple(self.card(card) for card in self.parts.outpost_cards[outpost]),
        )

    def card(self, card: int) -> FriendCard:
        """One friendship card."""
        owners = [seat for seat, player in enumerate(self.state.seats) if player.cards >> card & 1]
        text = words.friendship_words(self.parts.pack.friendship[card])
        return FriendCard(
            does=does(self.choose, card),
            owner=next(iter(owners), None),
            words=text,
            signs=words.friendship_signs(self.parts.pack.friendship[card]),
            on=self.may_take(card),
            chosen=self.own.card == card,
        )

    def may_take(self, card: int) -> bool:
        """Whether a tap on it does anything."""
        return True

    @on("card")
    def choose(self, card: int) -> None:
        """Show what that card does."""
        self.keep(card=card)


class MapPresenter(Desk):
    """The map alone, large."""

    def view(self) -> StepView:
        """The map."""
        return StepView(frame=self.frame(_("Map")), stage=self.chart())


def token_words(desk: Desk, token: int) -> str:
    """A token in words."""
    if token == UNKNOWN:
        return _("a lair or an ice planet")
    lair, ice = desk.parts.lair[token], desk.parts.ice[token]
    if lair:
        return _("pirate lair {n}").format(n=lair)
    return _("ice planet {n}").format(n=ice) if ice else "/".join(map(str, desk.parts.pack.tokens[token].numbers))
