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
from pi_app.games.starfarers import words
from pi_app.games.starfarers.flight import speed_words
from pi_app.games.starfarers.pages import FriendsPresenter, ships_stage
from pi_app.games.starfarers.parts import Block, DeskView, FriendsStage, Tap, Taps, Words
from pi_app.i18n import _


class LightTurnPresenter(FriendsPresenter):
    """One turn: upgrades and spaceports, then the flight: colonies, stations, tokens."""

    @property
    def legal(self) -> list[StarfarersAction]:
        """Everything that may be told now."""
        return self.game.legal_actions(self.state, self.state.seat)

    def view(self) -> DeskView:
        """The mother ships and what can be told; for a station the friendship cards."""
        flight = self.state.phase is Phase.FLIGHT
        if flight and self.own.item == "station":
            return self._station()
        panel = self._flight() if flight else self._build()
        title = _("Flight") if flight else _("Trade and build")
        return DeskView(frame=self.frame(title), stage=ships_stage(self), panel=panel)

    def _build(self) -> tuple[Block, ...]:
        legal, name = self.legal, self.name(self.state.seat)
        upgrades = tuple(
            Tap(
                f"upgrade.{upgrade}",
                "+1",
                note=words.upgrade_words(upgrade),
                icon=upgrade,
                on=any(isinstance(a, BuildUpgrade) and a.upgrade == upgrade for a in legal),
            )
            for upgrade in UPGRADES
        )
        fame = (self._report("fame", _("Fame ring bought"), "fame"),) if self._told("fame") else ()
        return (
            self.says(_("{name} builds: what was bought?").format(name=name)),
            Taps(upgrades),
            self._report("spaceport", _("Spaceport built"), "spaceport"),
            *fame,
            Tap("page.friends", _("Friends"), icon="medal"),
            Tap("end", _("No ship flies: end the turn"), icon="check"),
            Tap("fly", _("Fly: shake the mother ship"), kind="main", icon="next"),
        )

    def _flight(self) -> tuple[Block, ...]:
        station = any(isinstance(a, Report) and a.what == "station" for a in self.legal)
        return (
            Words(speed_words(self.state), "bold", self.state.seat),
            self._report("colony", _("Colony founded"), "colony"),
            Tap("station", _("Trade station founded"), icon="station", on=station),
            self._report("token", _("Lair beaten or ice planet thawed"), "lair"),
            Tap("page.friends", _("Friends"), icon="medal"),
            Tap("end", _("End the turn"), kind="main", icon="check"),
        )

    def _told(self, what: Any) -> bool:
        return any(isinstance(a, Report) and a.what == what for a in self.legal)

    def _report(self, what: str, text: str, icon: str) -> Tap:
        return Tap(f"report.{what}", text, icon=icon, on=self._told(what))

    def _station(self) -> DeskView:
        stage = FriendsStage(tuple(self.people(outpost) for outpost in range(len(self.parts.map.points))))
        panel = (
            self.says(_("Where is the station? Tap the friendship card that is taken.")),
            Words(_("Station n needs n freight rings."), "muted"),
            Tap("leave", _("No station"), icon="back"),
        )
        return DeskView(frame=self.frame(_("A trade station")), stage=stage, panel=panel)

    def may_take(self, card: int) -> bool:
        """Whether a station there can be founded with it."""
        return any(isinstance(a, Report) and a.card == card for a in self.legal)

    # What is done ----------------------------------------------------------------------------------------------

    def tap_upgrade(self, upgrade: Any) -> None:
        """One more of that."""
        self.act(BuildUpgrade(upgrade, seat=self.state.seat))

    def tap_report(self, what: Any) -> None:
        """One more of that."""
        self.act(Report(what, seat=self.state.seat))

    def tap_station(self) -> None:
        """Ask where, and which card."""
        self.keep(item="station")

    def tap_card(self, card: str) -> None:
        """The station of that card's people, and the card."""
        report = next((a for a in self.legal if isinstance(a, Report) and a.card == int(card)), None)
        if report is not None:
            self.act(report)

    def tap_leave(self) -> None:
        """No station."""
        self.keep(item="")

    def tap_fly(self) -> None:
        """A flight follows."""
        self.act(StartFlight(seat=self.state.seat))

    def tap_end(self) -> None:
        """The turn is over."""
        self.act(EndTurn(seat=self.state.seat))
