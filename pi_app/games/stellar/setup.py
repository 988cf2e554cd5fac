"""Before the first turn: start cards, who begins, and the screen passed from hand to hand."""

from __future__ import annotations

import msgspec

from engines.game import NATURE
from engines.stellar.model import FirstPlayer, Phase, PlaceStart
from pi_app.games.stellar.cards import Spot, face_of
from pi_app.games.stellar.recap import last_turn
from pi_app.games.stellar.sight import acting, bot_seats, game_of, hold
from pi_app.i18n import _
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.setup import SeatChoiceView


class StartPair(msgspec.Struct, frozen=True):
    """A player's two start cards; `done` once they lie."""

    seat: int
    name: str
    cards: tuple[Spot, ...]
    done: str


class StartCardsView(msgspec.Struct, frozen=True, kw_only=True):
    """Both players' start cards."""

    frame: Frame
    hint: str
    pairs: tuple[StartPair, ...]


class StartCardsPresenter:
    """One start card on slot 1, the other in the notebook: a tap on the first one does both."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> StartCardsView:
        """What the screen shows."""
        state = self.nav.state
        return StartCardsView(
            frame=self.nav.frame(_("Start cards")),
            hint=_("Tap the card for the top of the telescope. The other one goes to the notebook."),
            pairs=tuple(self._pair(seat, name) for seat, name in enumerate(state.players)),
        )

    def _pair(self, seat: int, name: str) -> StartPair:
        game, player = game_of(self.nav), self.nav.state.seats[seat]
        live = seat not in bot_seats(self.nav)
        cards = tuple(
            Spot(f"start.{seat}.{game.deck.name(code)}", face_of(game, code), "go" if live else "", live=live)
            for code in player.hand
        )
        laid = player.telescope[0]
        done = tuple(
            Spot(f"laid.{seat}.{k}", face_of(game, code), live=False) for k, code in enumerate(player.notebook)
        )
        lying = (Spot(f"laid.{seat}", face_of(game, laid), "paid", live=False), *done)
        return StartPair(seat, name, cards or lying, "" if cards else _("Telescope · Notebook"))

    def choose(self, seat: int, card: str) -> None:
        """That card lies on slot 1."""
        self.nav.act(PlaceStart(card, seat=seat))


class WhoBeginsPresenter:
    """The players choose who begins."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> SeatChoiceView:
        """What the screen shows."""
        return SeatChoiceView(
            frame=self.nav.frame(_("First player")),
            names=self.nav.open_table.players,
            hint=_("Who begins? You choose."),
        )

    def choose(self, seat: int) -> None:
        """That player begins."""
        self.nav.act(FirstPlayer(seat, seat=NATURE))


class PassView(msgspec.Struct, frozen=True, kw_only=True):
    """The screen goes to the other player."""

    frame: Frame
    seat: int
    title: str
    hint: str
    recap_title: str
    recap: tuple[str, ...]
    ready: str


class PassPresenter:
    """Nothing secret is shown until the right player says so."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> PassView:
        """What the screen shows."""
        seat = acting(self.nav) or 0
        names = self.nav.open_table.players
        recap = last_turn(self.nav) if self.nav.state.phase is Phase.TAKE else ()
        return PassView(
            frame=self.nav.frame(_("Stellar")),
            seat=seat,
            title=_("Pass the screen to {name}").format(name=names[seat]),
            hint=_("Hands are hidden until {name} taps.").format(name=names[seat]),
            recap_title=_("{name}'s last turn").format(name=names[1 - seat]) if recap else "",
            recap=recap,
            ready=_("I am {name}").format(name=names[seat]),
        )

    def ready(self) -> None:
        """The right player holds the screen."""
        seat = acting(self.nav)
        if seat is not None:
            hold(self.nav, seat)
