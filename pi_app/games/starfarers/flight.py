"""Pieces on the map: the founding phase, ships that are placed, the flight, colonies and trade stations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.game import Action, Violation
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    EndTurn,
    FoundColony,
    FoundStation,
    Move,
    Phase,
    PlaceColony,
    PlaceShip,
    PlaceSpaceport,
    StarfarersAction,
    StarfarersState,
)
from engines.starfarers.navigation import may_stop, points_left
from engines.starfarers.phases.setup import open_sites
from engines.starfarers.ships import corner_of, flying, launch_corners, trades
from engines.starfarers.standing import speed
from pi_app.games.starfarers import words
from pi_app.games.starfarers.chart import Spot
from pi_app.games.starfarers.dealing import BuildPresenter
from pi_app.games.starfarers.desk import Desk, tracked
from pi_app.games.starfarers.encounter import ContestPresenter
from pi_app.games.starfarers.parts import Tap
from pi_app.i18n import _, ngettext
from pi_app.presenters.pending import Pending
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Leave, Part, Play, StepView, Tone, Words


class FoundPresenter(Desk):
    """The founding phase: a spaceport and two colonies on sites of the map."""

    def view(self) -> StepView:
        """The free sites."""
        sites, chosen = open_sites(self.parts, self.state), self.own.corner
        corners = [self.parts.map.sites[site] for site in sites]
        spots = tuple(Spot(does(self.choose_corner, c), c, "chosen" if c == chosen else "site") for c in corners)
        panel: tuple[Part, ...] = (
            self.says(self._title()),
            Words(_("Tap a lit site on the map."), "muted"),
            *(Words(line, "muted") for line in self._blockers()),
            Tap(does(self.place), _("Place it here"), role="progress", icon="check", on=chosen in corners),
        )
        return StepView(
            frame=self.frame(_("Founding phase"), self._round()), stage=self.chart(spots, focus=corners[0]), panel=panel
        )

    def _title(self) -> str:
        spaceport = self.state.phase is Phase.FOUND_SPACEPORTS
        text = _("{name} places a spaceport") if spaceport else _("{name} places a colony")
        return text.format(name=self.name(self.seat))

    def _round(self) -> str:
        rounds = {
            Phase.FOUND_SPACEPORTS: _("Round 1 of 3, clockwise"),
            Phase.FOUND_COLONIES: _("Round 2 of 3, counter-clockwise"),
        }
        return rounds.get(self.state.phase, _("Round 3 of 3, clockwise"))

    def _blockers(self) -> tuple[str, ...]:
        text = _("Three players: afterwards the fourth colour blocks the first three free sites.")
        return (text,) if len(self.state.seats) == SHIPS else ()

    @on()
    def place(self) -> None:
        """Place it on the site that is chosen."""
        if self.own.corner is None:
            return
        site = self.parts.map.site_at[self.own.corner]
        port = self.state.phase is Phase.FOUND_SPACEPORTS
        self.nav.act(PlaceSpaceport(site, seat=self.seat) if port else PlaceColony(site, seat=self.seat))


class LaunchPresenter(BuildPresenter):
    """A ship that costs nothing: the first colony ship, or a trade ship that an encounter gave."""

    def view(self) -> StepView:
        """The transporters and the free corners at the own spaceports."""
        first = self.state.phase is Phase.PLACE_SHIPS
        text = _("{name} places the first colony ship") if first else _("{name} places a trade ship that was won")
        corners = tuple(launch_corners(self.parts, self.state, self.seat))
        return self.place_on(text.format(name=self.name(self.seat)), corners, self.transporters(), _("A new ship"))

    def place(self) -> None:
        """Place it there."""
        ship, corner = self.transporter, self.own.corner
        if ship is not None and corner is not None:
            self.nav.act(PlaceShip(ship, corner, seat=self.seat))


# Speed ---------------------------------------------------------------------------------------------------------


def base_words(state: StarfarersState) -> str:
    """Where the base speed comes from."""
    if "black" in state.balls:
        return _("black ball: {n}").format(n=state.base)
    return words.worths_words(state.balls)


def speed_words(state: StarfarersState) -> str:
    """The speed of this flight with everything that it is made of."""
    player = state.seats[state.seat]
    summands = [base_words(state)]
    if player.boosters:
        summands.append(ngettext("{n} booster", "{n} boosters", player.boosters).format(n=player.boosters))
    if player.extra_speed:
        summands.append(_("friendship cards {n}").format(n=player.extra_speed))
    total = state.base + speed(player)
    return _("Speed {n} = {summands}").format(n=total, summands=" + ".join(summands))


# The flight ----------------------------------------------------------------------------------------------------


class FlightPresenter(Desk):
    """Tap a ship, tap a lit corner, fly there; found what can be founded; end the turn. A ship that flew to another
    corner, or may not fly at all, is there if the table accepts it."""

    @property
    def ship(self) -> int | None:
        """The ship that is chosen: by a finger, or the first that may fly, those that have not flown before others."""
        if self.own.ship is not None:
            return self.own.ship
        movable = {action.ship for action in self.legal if isinstance(action, Move)}
        return min(movable, key=lambda ship: (self.state.spent[ship] > 0, ship), default=None)

    def view(self) -> StepView:
        """The map with the reachable corners, the ships, what can be founded."""
        state, legal = self.state, self.legal
        if self.own.item.startswith("station"):
            return self._cards(int(self.own.item.removeprefix("station")))
        ship, corner = self.ship, self.own.corner
        reached = [a.to for a in legal if isinstance(a, Move) and a.ship == ship]
        beyond = [] if ship is None else [a.to for a in self._beyond(ship)]
        corner = corner if corner in reached or corner in beyond else None
        path = self._path(ship, corner)
        panel: tuple[Part, ...] = (
            Words(speed_words(state), "bold", state.seat),
            *(Words(*said) for said in self.met()),
            *self._ships(legal, ship),
            *self._foundings(legal),
            *self._ways_on(legal, ship, corner, path),
        )
        index = () if ship is None else (state.seat * SHIPS + ship,)
        lit = (self._spot(ship, to, corner) for to in reached)
        unlit = (Spot(does(self.choose_corner, to), to, "chosen" if to == corner else "beyond") for to in beyond)
        spots = (*self._ship_spots(legal), *lit, *unlit)
        stage = self.chart(
            spots, lit=index, path=path, focus=None if ship is None else corner_of(state, state.seat, ship)
        )
        return StepView(frame=self.frame(_("Flight")), stage=stage, panel=panel, pending=self.pending())

    def _beyond(self, ship: int) -> Iterator[Move]:
        """Flights of a ship to corners where it may stop, but not come: the table may accept them."""
        state = self.state
        moves = (Move(ship, to, seat=state.seat) for to in range(self.parts.map.corners))
        return (a for a in moves if may_stop(self.parts, state, state.seat, ship, a.to) and self.acceptable(a))

    def met(self) -> tuple[tuple[str, Tone], ...]:
        """How an encounter ended, where no screen of its own has told it."""
        return () if tracked(self.nav) else ContestPresenter(self.nav).met()

    def _spot(self, ship: int | None, to: int, chosen: int | None) -> Spot:
        if to == chosen:
            return Spot(does(self.choose_corner, to), to, "chosen")
        stop = ship is not None and may_stop(self.parts, self.state, self.state.seat, ship, to)
        return Spot(does(self.choose_corner, to), to, "go" if stop else "pause")

    def _path(self, ship: int | None, corner: int | None) -> tuple[int, ...]:
        if ship is None or corner is None:
            return ()
        start = corner_of(self.state, self.state.seat, ship)
        return (start, *self.parts.way(start, corner)[0])

    def _ship_spots(self, legal: list[StarfarersAction]) -> tuple[Spot, ...]:
        movable = {action.ship for action in legal if isinstance(action, Move)}
        return tuple(
            Spot(does(self.choose_ship, ship), corner_of(self.state, self.state.seat, ship), "ship")
            for ship in flying(self.state, self.state.seat)
            if ship in movable
        )

    def _ships(self, legal: list[StarfarersAction], chosen: int | None) -> tuple[Tap, ...]:
        movable = {action.ship for action in legal if isinstance(action, Move)}
        return tuple(self._ship(ship, ship in movable, ship == chosen) for ship in flying(self.state, self.state.seat))

    def _ship(self, ship: int, movable: bool, chosen: bool) -> Tap:
        state = self.state
        trader = trades(state, state.seat, ship)
        text = _("{n}: trade ship") if trader else _("{n}: colony ship")
        if state.grounded >> ship & 1:
            note = _("does not fly this turn")
        elif state.passing == ship:
            note = _("may not stay here: fly on")
        else:
            left = points_left(state, ship)
            note = ngettext("{n} move left", "{n} moves left", left).format(n=left)
        icon = "trade_ship" if trader else "colony_ship"
        on = movable or next(self._beyond(ship), None) is not None
        return Tap(does(self.choose_ship, ship), text.format(n=ship + 1), note=note, icon=icon, on=on, chosen=chosen)

    def _foundings(self, legal: list[StarfarersAction]) -> tuple[Tap, ...]:
        found = [
            Tap(Play(("found", a.ship), a), _("Found a colony here"), icon="colony", role="progress")
            for a in legal
            if isinstance(a, FoundColony)
        ]
        traders = dict.fromkeys(a.ship for a in legal if isinstance(a, FoundStation))
        found += [
            Tap(does(self.choose_station, ship), _("Found a trade station"), icon="station", role="progress")
            for ship in traders
        ]
        return tuple(found)

    def _ways_on(
        self, legal: list[StarfarersAction], ship: int | None, corner: int | None, path: tuple[int, ...]
    ) -> tuple[Part, ...]:
        """Fly or end the turn: the next step is what stands out."""
        goes_on = any(isinstance(action, Move | FoundColony | FoundStation) for action in legal)
        if not goes_on and self.own.ship is None:
            return (Words(_("No ship can fly on."), "muted"), self._end(legal, main=True))
        return (self._end(legal), *self._fly(legal, ship, corner, path))

    def _fly(
        self, legal: list[StarfarersAction], ship: int | None, corner: int | None, path: tuple[int, ...]
    ) -> tuple[Part, ...]:
        if ship is None:
            return ()
        if corner is not None:
            text = ngettext("Fly there: {n} move", "Fly there: {n} moves", len(path) - 1).format(n=len(path) - 1)
            against = bool(self.errors(self.wish()))
            return (Tap(does(self.play), text, role="progress", icon="warn" if against else "next", warns=against),)
        if any(isinstance(action, Move) and action.ship == ship for action in legal):
            return (Words(_("Lit corners can be reached. Tap one."), "muted"),)
        return (Words(_("If it flew all the same: tap where it is now."), "muted"),)

    def _end(self, legal: list[StarfarersAction], main: bool = False) -> Tap:
        may = any(isinstance(action, EndTurn) for action in legal)
        why = "" if may else self._why_not()
        return Tap(
            Play(("end",), EndTurn(seat=self.state.seat)),
            _("End the turn"),
            note=why,
            icon="check",
            on=may,
            role="progress" if main else "alternative",
        )

    def _why_not(self) -> str:
        if self.state.passing != NOWHERE:
            return _("a ship may not stay where it is")
        return _("a colony ship must leave its site or found a colony")

    def _cards(self, ship: int) -> StepView:
        found = [a for a in self.legal if isinstance(a, FoundStation) and a.ship == ship]
        cards = {action: self.parts.pack.friendship[action.card] for action in found}
        taps = tuple(
            Tap(Play(("friend", action.card), action), words.friendship_words(card), icon=card.people)
            for action, card in cards.items()
        )
        asked = _("Which friendship card does {name} take?").format(name=self.name(self.seat))
        leave = Tap(Leave(), _("No station yet"), icon="back")
        panel: tuple[Part, ...] = (Words(asked, "bold", self.seat), *taps, leave)
        corner = corner_of(self.state, self.state.seat, ship)
        return StepView(frame=self.frame(_("A trade station")), stage=self.chart(focus=corner), panel=panel)

    # What is done ----------------------------------------------------------------------------------------------

    def wish(self) -> StarfarersAction | None:
        """The ship that is chosen flies to the corner that is."""
        ship, corner = self.ship, self.own.corner
        return None if ship is None or corner is None else Move(ship, corner, seat=self.state.seat)

    @on("ship")
    def choose_ship(self, ship: int) -> None:
        """That ship is to fly."""
        self.keep(ship=ship, corner=None)

    def choose_corner(self, corner: int) -> None:
        """Fly there: at the second touch where hands are kept."""
        sure = self.own.corner == corner or not tracked(self.nav)  # Undo is as near as a second touch
        self.keep(ship=self.ship, corner=corner)
        if sure:
            self.play()

    @on("station")
    def choose_station(self, ship: int) -> None:
        """That ship founds a trade station: which card?"""
        self.keep(item=f"station{ship}")

    @on(Leave)
    def leave(self) -> None:
        """No station yet."""
        self.keep(item="")

    def errors(self, action: StarfarersAction | None) -> list[Violation]:
        """The rules that it would break."""
        return [] if action is None else [v for v in self.game.check(self.state, action) if v.severity == "error"]

    def acceptable(self, action: StarfarersAction) -> bool:
        """Whether it breaks rules, and the table may overrule all of them."""
        found = self.errors(action)
        return bool(found) and all(v.overrulable for v in found)

    @on("fly")
    def play(self) -> None:
        """Fly there; where that breaks rules that may be overruled the table is asked first."""
        action = self.wish()
        if action is None:
            return
        if self.acceptable(action):
            self.keep(accepting=True)
        else:
            self.carry_out(action)

    def play_action(self, what: tuple[Any, ...], action: Action) -> None:
        self.carry_out(action)

    def pending(self) -> Pending | None:
        """What the table is asked."""
        errors = self.errors(self.wish()) if self.own.accepting else []
        if not errors:
            return None
        return Pending(
            question=_("Does the table accept this step?"),
            consequences=tuple(dict.fromkeys(self.nav.app.rule_words(v.rule, v.message) for v in errors)),
            confirm=_("Accept it"),
            cancel=_("Change it"),
        )

    def confirm(self) -> None:
        """The table accepts it against the rules."""
        action = self.wish()
        if action is not None:
            self.carry_out(action, tuple(dict.fromkeys(v.rule for v in self.errors(action))))

    def cancel(self) -> None:
        """The table wants to change it."""
        self.keep(accepting=False)

    def carry_out(self, action: Action, overruled: tuple[str, ...] = ()) -> None:
        """Play it. In the middle way the turn ends with its last flight; the next screen takes that back with a tap."""
        if self.nav.act(action, overruled=overruled) and not tracked(self.nav) and self._flown():
            self.nav.act(EndTurn(seat=self.state.seat), source="dealer")

    def _flown(self) -> bool:
        """Whether every ship that can fly has flown, and nothing can be founded."""
        if self.state.phase is not Phase.FLIGHT:
            return False
        state = self.state
        waiting = any(not state.spent[ship] and points_left(state, ship) for ship in flying(state, state.seat))
        kinds = {type(action) for action in self.legal if not isinstance(action, Move) or waiting}
        return kinds == {EndTurn}
