"""Light mode at the table: the players hold cards and move ships, and tell the screen what it keeps."""

from __future__ import annotations

from typing import Any

from engines.starfarers.model import (
    UPGRADES,
    BuildUpgrade,
    EndTurn,
    Phase,
    Report,
    StarfarersAction,
    StartFlight,
)
from pi_app.games.starfarers import touch, words
from pi_app.games.starfarers.flight import speed_words
from pi_app.games.starfarers.pages import FriendsPresenter, ships_stage
from pi_app.games.starfarers.parts import FriendsStage, Tap
from pi_app.i18n import _
from pi_app.steps.view import Command, Page, Part, StepView, Taps, Words


class LightTurnPresenter(FriendsPresenter):
    """One turn: upgrades and spaceports, then the flight: colonies, stations, tokens."""

    @property
    def legal(self) -> list[StarfarersAction]:
        """Everything that may be told now."""
        return self.game.legal_actions(self.state, self.state.seat)

    def view(self) -> StepView:
        """The mother ships and what can be told; for a station the friendship cards."""
        flight = self.state.phase is Phase.FLIGHT
        if flight and self.own.item == "station":
            return self._station()
        panel = self._flight() if flight else self._build()
        title = _("Flight") if flight else _("Trade and build")
        return StepView(frame=self.frame(title), stage=ships_stage(self), panel=panel)

    def _build(self) -> tuple[Part, ...]:
        legal, name = self.legal, self.name(self.state.seat)
        upgrades = tuple(
            Tap(
                touch.Upgrade(upgrade),
                "+1",
                note=words.upgrade_words(upgrade),
                icon=upgrade,
                on=any(isinstance(a, BuildUpgrade) and a.upgrade == upgrade for a in legal),
            )
            for upgrade in UPGRADES
        )
        conquered = _("Lair beaten or ice planet thawed")
        token = (self._report("token", conquered, "lair"),) if self.may_conquer() else ()
        fame = (self._report("fame", _("Fame ring bought"), "fame"),) if self._told("fame") else ()
        return (
            self.says(_("{name} builds: what was bought?").format(name=name)),
            Taps(upgrades),
            self._report("spaceport", _("Spaceport built"), "spaceport"),
            *token,
            *fame,
            Tap(Page("friends"), _("Friendship"), icon="medal"),
            Tap(touch.End(), _("No ship flies: end the turn"), icon="check"),
            Tap(touch.Fly(), _("Fly: shake the mother ship"), role="progress", icon="next"),
        )

    def _flight(self) -> tuple[Part, ...]:
        station = any(isinstance(a, Report) and a.what == "station" for a in self.legal)
        return (
            Words(speed_words(self.state), "bold", self.state.seat),
            self._report("colony", _("Colony founded"), "colony"),
            Tap(touch.Where(), _("Trade station founded"), icon="station", on=station),
            self._report("token", _("Lair beaten or ice planet thawed"), "lair"),
            Tap(Page("friends"), _("Friendship"), icon="medal"),
            Tap(touch.End(), _("End the turn"), role="progress", icon="check"),
        )

    def may_conquer(self) -> bool:
        """Whether the mother ship has what beats a lair or thaws ice, and a token is left."""
        me = self.state.seats[self.state.seat]
        return bool(me.cannons or me.extra_combat or me.rings) and self._told("token")

    def _told(self, what: Any) -> bool:
        return any(isinstance(a, Report) and a.what == what for a in self.legal)

    def _report(self, what: touch.Reported, text: str, icon: str) -> Tap:
        return Tap(touch.Report(what), text, icon=icon, on=self._told(what))

    def _station(self) -> StepView:
        stage = FriendsStage(tuple(self.people(outpost) for outpost in range(len(self.parts.map.points))))
        panel = (
            self.says(_("Where is the station? Tap the friendship card that is taken.")),
            Words(_("Station n needs n freight rings."), "muted"),
            Tap(touch.Leave(), _("No station"), icon="back"),
        )
        return StepView(frame=self.frame(_("A trade station")), stage=stage, panel=panel)

    def may_take(self, card: int) -> bool:
        """Whether a station there can be founded with it."""
        return any(isinstance(a, Report) and a.card == card for a in self.legal)

    # What is done ----------------------------------------------------------------------------------------------

    def do(self, command: Command) -> None:
        """Do what was touched."""
        match command:
            case touch.Upgrade(upgrade):
                self.act(BuildUpgrade(upgrade, seat=self.state.seat))
            case touch.Report(what):
                self.act(Report(what, seat=self.state.seat))
            case touch.Where():
                self.keep(item="station")
            case touch.Card(card):
                report = next((a for a in self.legal if isinstance(a, Report) and a.card == card), None)
                if report is not None:
                    self.act(report)
            case touch.Leave():
                self.keep(item="")
            case touch.Fly():
                self.act(StartFlight(seat=self.state.seat))
            case touch.End():
                self.act(EndTurn(seat=self.state.seat))
            case _:
                super().do(command)
