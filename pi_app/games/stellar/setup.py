"""Before the first turn: start cards, who begins, and the screen passed from hand to hand."""

from __future__ import annotations

from engines.game import NATURE
from engines.stellar.model import FirstPlayer, Phase, PlaceStart
from pi_app.games.stellar.cards import Spot, Tone, face_of
from pi_app.games.stellar.recap import last_turn
from pi_app.games.stellar.sight import acting, game_of, hold
from pi_app.games.stellar.stages import Start, StartPair, StartPairs
from pi_app.i18n import _
from pi_app.presenters.sky import sky
from pi_app.steps.first_player import FirstPlayerStep
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Cover, StepView, Tap, Words


class StartCardsPresenter(StepPresenter):
    """One start card on slot 1, the other in the notebook: a tap on the first one does both."""

    def view(self) -> StepView:
        """Both players' start cards."""
        hint = _("Tap the card for the top of the telescope. The other one goes to the notebook.")
        return StepView(frame=self.nav.frame(_("Start cards")), stage=StartPairs(hint, self.pairs()))

    def pairs(self) -> tuple[StartPair, ...]:
        """By seat: the two cards to choose from, or how they lie."""
        return tuple(self._pair(seat, name) for seat, name in enumerate(self.nav.state.players))

    def _pair(self, seat: int, name: str) -> StartPair:
        game, player = game_of(self.nav), self.nav.state.seats[seat]
        live = seat not in self.nav.bot_seats
        tone: Tone = "go" if live else ""
        cards = tuple(
            Spot(Start(seat, game.deck.name(code)), face_of(game, code), tone, live=live) for code in player.hand
        )
        noted = tuple(Spot(face=face_of(game, code)) for code in player.notebook)
        lying = (Spot(face=face_of(game, player.telescope[0]), tone="paid"), *noted)
        return StartPair(seat, name, cards or lying, "" if cards else _("Telescope · Notebook"))

    @on(Start)
    def choose(self, seat: int, card: str) -> None:
        """That card lies on slot 1."""
        self.nav.act(PlaceStart(card, seat=seat))


class WhoBeginsPresenter(FirstPlayerStep):
    """The players choose who begins."""

    def hint(self) -> str:
        """Anybody may."""
        return _("Who begins? You choose.")

    def choose(self, seat: int) -> None:
        self.nav.act(FirstPlayer(seat, seat=NATURE))


class PassPresenter(StepPresenter):
    """Nothing secret is shown until the right player says so."""

    @property
    def seat(self) -> int:
        """Who is to take the screen."""
        return acting(self.nav) or 0

    def view(self) -> StepView:
        """Who is to take the screen, and what the other one did."""
        seat, names = self.seat, self.nav.open_table.players
        recap = last_turn(self.nav) if self.nav.state.phase is Phase.TAKE else ()
        told = (Words(_("{name}'s last turn").format(name=names[1 - seat]), "bold", 1 - seat),) if recap else ()
        return StepView(
            frame=self.nav.frame(_("Hand the screen over")),
            stage=Cover(
                seat,
                names[seat],
                _("{name} takes the screen").format(name=names[seat]),
                _("Hands are hidden until {name} taps.").format(name=names[seat]),
                sky(self.nav, seat),
            ),
            panel=(
                *told,
                *(Words(words) for words in recap),
                Tap(does(self.ready), _("I am {name}").format(name=names[seat]), icon="check", role="progress"),
            ),
        )

    @on()
    def ready(self) -> None:
        """The right player holds the screen."""
        seat = acting(self.nav)
        if seat is not None:
            hold(self.nav, seat)
