"""Middle way at the table: the players hold cards and pay by themselves, the screen keeps the board.

The pad of the light way says what the dice bring and takes what was built and the balls; ships fly on the map.
"""

from __future__ import annotations

from msgspec.structs import replace

from engines.starfarers.model import BuyFame, StartFlight
from engines.starfarers.pack import RESOURCES
from engines.starfarers.ships import flying, launch_corners
from engines.starfarers.standing import present
from pi_app.games.starfarers import touch, words
from pi_app.games.starfarers.dealing import BuildPresenter
from pi_app.games.starfarers.light import LightTurnPresenter
from pi_app.games.starfarers.parts import PadStage, Tap
from pi_app.i18n import _
from pi_app.steps.view import Command, Page, Part, StepView, Taps


class MiddleTurnPresenter(LightTurnPresenter, BuildPresenter):
    """The first half of a turn: the dice, what was built and where it stands, the balls."""

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
        ends = Tap(touch.Fly(), _("No ship flies: end the turn"), icon="check")
        return (
            self.says(_("{name} builds: what was bought?").format(name=self.name(self.seat))),
            self.upgrades(),
            *self.pieces(),
            *((Tap(touch.Fame(), _("Fame ring bought"), icon="fame"),) if fame else ()),
            Taps((Tap(Page("friends"), _("Friendship"), icon="medal"), Tap(Page("map"), _("Map"), icon="rocket"))),
            *self.camera(),
            *(() if flies else (ends,)),
        )

    def do(self, command: Command) -> None:
        """Do what was touched."""
        match command:
            case touch.Item(item):
                self.keep(item=item, corner=self._first(item))
            case touch.Fly():
                self.act(StartFlight(seat=self.seat))
            case _:
                super().do(command)

    def _first(self, item: str) -> int | None:
        """Where it goes unless another place is tapped: a ship to the first free corner, a ring to the only colony."""
        if item != "spaceport":
            return next(iter(launch_corners(self.parts, self.state, self.seat)), None)
        colonies = self.colonies()
        return colonies[0] if len(colonies) == 1 else None
