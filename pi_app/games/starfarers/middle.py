"""Middle way at the table: the players hold cards and pay by themselves, the screen keeps the board.

The pad of the light way says what the dice bring and takes what was built and the balls; ships fly on the map.
"""

from __future__ import annotations

from msgspec.structs import replace

from engines.starfarers.model import BuyFame, StartFlight
from engines.starfarers.pack import RESOURCES
from engines.starfarers.ships import flying, launch_corners
from engines.starfarers.standing import present
from pi_app.games.starfarers import words
from pi_app.games.starfarers.dealing import BuildPresenter
from pi_app.games.starfarers.light import LightTurnPresenter
from pi_app.games.starfarers.parts import PadStage, Tap
from pi_app.i18n import _
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Page, Part, Play, StepView, Taps


class MiddleTurnPresenter(LightTurnPresenter, BuildPresenter):
    """The first half of a turn: the dice, what was built and where it stands, the balls."""

    priced = False

    def view(self) -> StepView:
        """What can be told; for a ship or a spaceport the map."""
        return BuildPresenter.view(self) if self.own.item in ("colony", "trade", "spaceport") else super().view()

    def pad(self) -> PadStage:
        """Without a ship on the board nobody shakes."""
        pad = super().pad()
        return pad if flying(self.state, self.seat) else replace(pad, asks="", palette=())

    def pays(self, total: int) -> str:
        """Who gets what, by the tokens that lie face up."""
        said = [
            _("{name}: {cards}").format(name=self.name(seat), cards=cards)
            for seat in sorted(present(self.state))
            if (cards := self._income(seat, total))
        ]
        return f"{total}  {' · '.join(said)}" if said else _("{n}: nobody gets a card.").format(n=total)

    def _income(self, seat: int, total: int) -> str:
        """What a roll brings that player, friendship cards too; a bank that is short is the table's business."""
        state, counts = self.state, [0] * len(RESOURCES)
        for of, resource, cards in self.parts.income(state.tokens, state.face_up, state.sites, total):
            counts[resource] += cards * (of == seat)
        friends = state.seats[seat].cards
        if not any(counts):
            return _("1 card of choice") if friends & self.parts.relief_fund else ""
        more = (bool(n and friends & bonus) for n, bonus in zip(counts, self.parts.bonus_cards, strict=True))
        return words.cards_words([n + one for n, one in zip(counts, more, strict=True)])

    def building(self) -> tuple[Part, ...]:
        """What was built, the pages, and the way on without a flight."""
        fame = any(isinstance(action, BuyFame) for action in self.legal)
        flies = bool(flying(self.state, self.seat))
        ends = Tap(Play(("fly",), StartFlight(seat=self.seat)), _("No ship flies: end the turn"), icon="check")
        return (
            self.says(_("{name} builds: what was bought?").format(name=self.name(self.seat))),
            self.upgrades(),
            *self.pieces(),
            *((Tap(Play(("fame",), BuyFame(seat=self.seat)), _("Fame ring bought"), icon="fame"),) if fame else ()),
            Taps((Tap(Page("friends"), _("Friendship"), icon="medal"), Tap(Page("map"), _("Map"), icon="rocket"))),
            *self.camera(),
            *(() if flies else (ends,)),
            *self._before(),
        )

    def _before(self) -> tuple[Tap, ...]:
        """The way back to the map for the player before, whose turn has ended with the last flight."""
        last = self.nav.open_table.replay.entries[-1]
        if last.source != "dealer" or last.action["type"] != "end_turn":
            return ()
        return (Tap(does(self.fly_on), _("{name} flies on").format(name=self.name(int(last.seat))), icon="back"),)

    def choose_item(self, item: str) -> None:
        """It goes where there is but one place, else the map asks."""
        places = self._places(item)
        self.keep(item=item, ship=None, corner=places[0] if len(places) == 1 else None)
        self.place()

    def choose_corner(self, corner: int) -> None:
        """What was built stands there."""
        super().choose_corner(corner)
        if self.own.item:
            self.place()

    @on()
    def fly_on(self) -> None:
        """The player before has not done flying."""
        self.nav.go_back(len(self.nav.open_table.replay.entries) - 1)

    def _places(self, item: str) -> list[int]:
        """Where it can go."""
        return self.colonies() if item == "spaceport" else launch_corners(self.parts, self.state, self.seat)
