"""At the table: which card nature brought, told by one tap on a grid of types and numbers."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from engines.game import NATURE
from engines.stellar.actions import dealable, open_coordinate, receiver
from engines.stellar.deck import KINDS, SATELLITE, face_number, face_text, number_text
from engines.stellar.model import EMPTY, DealStart, Phase, Refill, Reveal, StellarState
from pi_app.games.stellar.cards import Spot, face_of
from pi_app.games.stellar.grid import MAX_STARS, GridPart, Pick, cards_like, grid
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.stages import CardsPart
from pi_app.games.stellar.turn import to_notebook
from pi_app.games.stellar.words import face_words
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Part, StepView, Tap, Taps, Words

PICK_DP: Final = 212
"""The panel beside the grid: wide enough for four numbers of stars."""
ANY: Final = "stellar.components.cards"
"""The rule that a card is one of the pack's; a real deck may print other stars."""


class Picked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A type and a number that wait for their stars; kept beside the record."""

    kind: str = ""
    number: int = 0
    asking: bool = False
    """Whether stars are asked for every card, because this deck prints others."""


class PickPresenter(StepPresenter):
    """Names nature's next card."""

    @property
    def picked(self) -> Picked:
        """What is chosen so far."""
        return self.nav.own(Picked)

    def view(self) -> StepView:
        """The grid, the row so far, and stars where the deck prints others."""
        nav, state = self.nav, self.nav.state
        title, hint = _what(state)
        if self._just_shuffled:
            hint = _("The deck was empty: shuffle the discards into a new one. Then tap its top card.")
        row = _row(nav, state)
        other = Tap(does(self.ask_stars), _("Other stars"), icon="star", chosen=self.picked.asking)
        return StepView(
            frame=nav.frame(title),
            stage=GridPart(
                grid(game_of(nav), dealable(game_of(nav).deck, state), start=state.phase is Phase.DEAL_START)
            ),
            headline=Words(hint),
            hero=CardsPart(row, 3) if row else None,
            panel=(*self._stars(), other),
            panel_dp=PICK_DP,
        )

    @property
    def _just_shuffled(self) -> bool:
        """Whether the discards have become the deck with the last step."""
        states = self.nav.open_table.replay.states
        return len(states) > 1 and states[-2].shuffles < self.nav.state.shuffles

    @property
    def _waited_for(self) -> bool:
        """Whether the table waits for a card at all."""
        table = self.nav.open_table
        return NATURE in table.game.to_move(table.state)

    def _stars(self) -> tuple[Part, ...]:
        picked = self.picked
        if not picked.kind:
            return ()
        card = face_words(picked.kind, number_text(picked.number))
        taps = tuple(Tap(does(self.choose_stars, n), f"{n} ★") for n in range(MAX_STARS + 1))
        return Words(_("How many stars has the {card}?").format(card=card), "bold"), Taps(taps)

    @on(Pick)
    def choose(self, kind: str, number: int) -> None:
        """That card lies there; its stars are asked where the pack does not settle them. A stale touch does nothing."""
        if not self._waited_for:
            return
        codes = cards_like(game_of(self.nav), dealable(game_of(self.nav).deck, self.nav.state), kind, number)
        stars = {game_of(self.nav).deck.stars[code] for code in codes}
        if kind != "satellite" and (self.picked.asking or len(stars) != 1):
            self.nav.keep(Picked(kind, number, asking=True))
        elif codes:
            self._bring(game_of(self.nav).deck.name(codes[0]))
        else:
            self._bring(face_text(face_number(SATELLITE, number, 0)))

    @on("stars")
    def choose_stars(self, stars: int) -> None:
        """The chosen card has so many stars."""
        if self.picked.kind and self._waited_for:
            self._bring(face_text(face_number(KINDS.index(self.picked.kind), self.picked.number, stars)))

    @on("other_stars")
    def ask_stars(self) -> None:
        """Ask for the stars of the next card, or do not."""
        self.nav.keep(Picked(asking=not self.picked.asking))

    def _bring(self, name: str) -> None:
        state = self.nav.state
        action = brought(state, name)
        found = self.nav.open_table.check(action)
        rules = tuple(dict.fromkeys(v.rule for v in found if v.overrulable and v.rule == ANY))
        if self.nav.act(action, overruled=rules):
            to_notebook(self.nav)


def brought(state: StellarState, name: str) -> Any:
    """Nature's action that brings a card of that name now."""
    match state.phase:
        case Phase.DEAL_START:
            return DealStart(receiver(state), name, seat=NATURE)
        case Phase.REVEAL:
            return Reveal(name, seat=NATURE)
        case _:
            return Refill(open_coordinate(state), name, seat=NATURE)


def _what(state: StellarState) -> tuple[str, str]:
    match state.phase:
        case Phase.DEAL_START:
            name = state.players[receiver(state)]
            words = _("Deal two start cards to each player, face up. Tap the two of {name} here.").format(name=name)
            return _("{name}: start cards").format(name=name), words
        case Phase.REVEAL:
            return _("The top card of the deck"), _("Turn over the top card of the deck and tap it here.")
        case _:
            words = _("Turn over a card at coordinate {n} and tap it here.").format(n=open_coordinate(state))
            return _("The row: coordinate {n}").format(n=open_coordinate(state)), words


def _row(nav: Navigator, state: StellarState) -> tuple[Spot, ...]:
    if state.phase in (Phase.DEAL_START, Phase.REVEAL):
        return ()
    waited = open_coordinate(state)
    game = game_of(nav)
    return tuple(
        Spot(face=face_of(game, code), tone="next" if code == EMPTY and place == waited else "", label=str(place))
        for place, code in enumerate(state.row, start=1)
    )
