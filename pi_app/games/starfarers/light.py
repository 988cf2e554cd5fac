"""Light mode at the table: the players hold cards and move ships, and tell the screen what it keeps.

What was bought may be told in flight, so a turn needs no other end than the balls of the next player.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers.friendship import HAND_LIMIT, hand_limit
from engines.starfarers.model import (
    UPGRADES,
    BuildUpgrade,
    EndTurn,
    Phase,
    Report,
    Shake,
    StarfarersState,
)
from engines.starfarers.pack import Ball
from engines.starfarers.phases.production import SEVEN
from engines.starfarers.phases.supply import cards_by_points
from engines.starfarers.standing import speed
from pi_app.games.starfarers import words
from pi_app.games.starfarers.encounter import ContestPresenter
from pi_app.games.starfarers.flight import speed_words
from pi_app.games.starfarers.pages import FriendsPresenter, ships_stage
from pi_app.games.starfarers.parts import FriendsStage, PadStage, Tap
from pi_app.games.starfarers.photographed import seen_notes
from pi_app.games.starfarers.shaking import ShakePresenter, fairness_notes, heard_notes
from pi_app.i18n import _
from pi_app.presenters.wording import points_words
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Leave, Page, Part, Play, StepView, Taps, Tone, Words

Reported: TypeAlias = Literal["colony", "station", "spaceport", "token", "fame"]
TOTALS: Final = range(2, 13)
"""What two dice can show together."""


class LightTurnPresenter(ShakePresenter, FriendsPresenter):
    """One turn on one pad: the dice, upgrades and spaceports, the balls; then the speed, and what was founded."""

    @property
    def in_flight(self) -> bool:
        """Whether the mother ship has been shaken."""
        return self.state.phase is Phase.FLIGHT

    def view(self) -> StepView:
        """What can be told; for a station the friendship cards."""
        if self.in_flight and self.own.item == "station":
            return self._station()
        panel = self._flight() if self.in_flight else self.building()
        title = _("Flight") if self.in_flight else _("Trade and build")
        return StepView(frame=self.frame(title), stage=self.pad(), panel=panel)

    def pad(self) -> PadStage:
        """The stage: dice and balls, or the speed."""
        ships = ships_stage(self, self.state.seat)
        pad = PadStage(title=speed_words(self.state), track=ships.track, goal=ships.goal)
        if self.in_flight:
            number = self.state.base + speed(self.state.seats[self.state.seat])
            following = self._following()
            asks = _("Next: {name} shakes, tap the two balls.").format(name=self.name(following.seat))
            pairs = self.pairs() if following.phase is Phase.BUILD else ()
            return replace(pad, speed=str(number), notes=ContestPresenter(self.nav).met(), asks=asks, palette=pairs)
        pad = replace(pad, asks=_("Fly: shake the ship and tap its two balls."), palette=self.pairs())
        if self.own.dice:
            total = self.own.dice[0]
            other = Tap(does(self.tell_total, total), _("Other dice"), icon="undo")
            return replace(pad, title="", track=(), notes=self._rolled(total), dice=(other,))
        dice = tuple(Tap(does(self.tell_total, n), str(n)) for n in TOTALS)
        return replace(pad, title=_("What do the dice show together?"), notes=self._heard(), dice=dice)

    def _following(self) -> StarfarersState:
        """The state once the turn is over."""
        return self.game.apply(self.state, EndTurn(seat=self.state.seat))

    def _heard(self) -> tuple[tuple[str, Tone], ...]:
        photographed = self.photographed
        seen = heard_notes(self.heard) if photographed is None else seen_notes(photographed)
        return (*seen, *self.trouble(), *fairness_notes(self))

    def _rolled(self, total: int) -> tuple[tuple[str, Tone], ...]:
        """What follows from a roll: who gets cards, who gives some back, whether a supply card may be drawn."""
        state, seat = self.state, self.state.seat
        name, points = self.name(seat), points_words(state.seats[seat].points)
        cards = cards_by_points(state)
        supply = (
            _("{name} has {points} and may draw from the supply: {cards}.").format(
                name=name, points=points, cards=words.count_words(cards)
            )
            if cards
            else _("{name} has {points} and draws no supply card.").format(name=name, points=points)
        )
        if total != SEVEN:
            return ((self.pays(total), "bold"), (supply, "plain"))
        limits = [
            _("{name}: more than {n}").format(name=self.name(other), n=limit)
            for other, player in enumerate(state.seats)
            if (limit := hand_limit(self.parts, player)) != HAND_LIMIT
        ]
        seven = _("7: whoever has more than {n} cards gives back half of them, rounded down.").format(n=HAND_LIMIT)
        rob = _("{name} may take one card from another player.").format(name=name)
        return ((" ".join((seven, *limits)), "ask"), (rob, "bold"), (supply, "plain"))

    def pays(self, total: int) -> str:
        """What a roll brings."""
        return _("{n}: every planet with this number pays.").format(n=total)

    def upgrades(self) -> Taps:
        """What the mother ship carries, each with one more."""
        legal, ship = self.legal, self.state.seats[self.state.seat]
        held = {"booster": ship.boosters, "cannon": ship.cannons, "ring": ship.rings}
        taps = tuple(
            Tap(
                Play(("upgrade", upgrade), BuildUpgrade(upgrade, seat=self.state.seat)),
                f"{held[upgrade]} + 1",
                note=words.upgrade_words(upgrade),
                icon=upgrade,
                on=any(isinstance(a, BuildUpgrade) and a.upgrade == upgrade for a in legal),
            )
            for upgrade in UPGRADES
        )
        return Taps(taps)

    def _bought(self) -> tuple[Part, ...]:
        """Upgrades, spaceports, fame."""
        fame = (self._report("fame", _("Fame ring bought"), "fame"),) if self._told("fame") else ()
        return (self.upgrades(), self._report("spaceport", _("Spaceport built"), "spaceport"), *fame)

    def building(self) -> tuple[Part, ...]:
        """What was bought, the pages, and the way on without a flight."""
        conquered = _("Lair beaten or ice planet thawed")
        token = (self._report("token", conquered, "lair"),) if self.may_conquer() else ()
        return (
            self.says(_("{name} builds: what was bought?").format(name=self.name(self.state.seat))),
            *self._bought(),
            *token,
            Tap(Page("friends"), _("Friendship"), icon="medal"),
            *self.camera(),
            Tap(self._end(), _("No ship flies: end the turn"), icon="check"),
        )

    def _flight(self) -> tuple[Part, ...]:
        station = any(isinstance(a, Report) and a.what == "station" for a in self.legal)
        return (
            self._report("colony", _("Colony founded"), "colony"),
            Tap(does(self.ask_where), _("Trade station founded"), icon="station", on=station),
            self._report("token", _("Lair beaten or ice planet thawed"), "lair"),
            *self._bought(),
            Tap(Page("friends"), _("Friendship"), icon="medal"),
            Tap(self._end(), _("End the turn"), role="progress", icon="check"),
        )

    def may_conquer(self) -> bool:
        """Whether the mother ship has what beats a lair or thaws ice, and a token is left."""
        me = self.state.seats[self.state.seat]
        return bool(me.cannons or me.extra_combat or me.rings) and self._told("token")

    def _told(self, what: Any) -> bool:
        return any(isinstance(a, Report) and a.what == what for a in self.legal)

    def _report(self, what: Reported, text: str, icon: str) -> Tap:
        does = Play(("report", what), Report(what, seat=self.state.seat))
        return Tap(does, text, icon=icon, on=self._told(what))

    def _end(self) -> Play:
        return Play(("end",), EndTurn(seat=self.state.seat))

    def _station(self) -> StepView:
        stage = FriendsStage(tuple(self.people(outpost) for outpost in range(len(self.parts.map.points))))
        panel = (
            self.says(_("Where is the station? Tap the friendship card that is taken.")),
            Words(_("Station n needs n freight rings."), "muted"),
            Tap(Leave(), _("No station"), icon="back"),
        )
        return StepView(frame=self.frame(_("A trade station")), stage=stage, panel=panel)

    def may_take(self, card: int) -> bool:
        """Whether a station there can be founded with it."""
        return any(isinstance(a, Report) and a.card == card for a in self.legal)

    # What is done ----------------------------------------------------------------------------------------------

    def tick(self) -> bool:
        """Before the flight listen to the shaker, and look whether a photograph has been read."""
        return False if self.in_flight else super().tick()

    def press(self, seat: int) -> None:
        """A seat's button: photograph the ship, or take the balls that are known."""
        if not self.in_flight:
            super().press(seat)

    @on("total")
    def tell_total(self, pips: int) -> None:
        """Both dice together show that; the same again forgets it."""
        self.keep(dice=() if self.own.dice else (pips,))

    @on("where")
    def ask_where(self) -> None:
        """A trade station was founded: where?"""
        self.keep(item="station")

    def choose(self, card: int) -> None:
        """A trade station was founded with that card."""
        report = next((a for a in self.legal if isinstance(a, Report) and a.card == card), None)
        if report is not None:
            self.nav.act(report)

    @on(Leave)
    def leave(self) -> None:
        """No station."""
        self.keep(item="")

    def name_both(self, one: Ball, other: Ball) -> None:
        """In flight the balls are those of the next player, whose turn begins with them."""
        if not self.in_flight:
            super().name_both(one, other)
            return
        following = self._following().seat
        if self.nav.act(EndTurn(seat=self.state.seat)):  # one undo takes both back
            self.nav.act(Shake(following, (one, other), seat=NATURE), source="dealer")
