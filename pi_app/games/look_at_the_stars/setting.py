"""What lies on the table, told by a finger: slates and bonus cards; and the sun between the piles."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from engines.game import NATURE
from engines.look_at_the_stars.legal import next_player, slates_left
from engines.look_at_the_stars.model import PILE, PILES, TURNS, DealSlate, OpenBonus, Phase, StarsState
from engines.look_at_the_stars.powers import closed_rows
from engines.look_at_the_stars.slate.sky import SUN_ROWS
from pi_app.games.look_at_the_stars.cards import CardPane, CardTap, ShapeCard, bonus_card, box_of, night_card, pack_of
from pi_app.games.look_at_the_stars.desk import desk_of, keep_desk, piles_played
from pi_app.games.look_at_the_stars.scene import (
    SceneLine,
    SceneObject,
    SceneStar,
    SlateScene,
    badges,
    sky_picture,
    slate_lines,
)
from pi_app.games.look_at_the_stars.words import turn_words
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Command, Grid, Next, Part, StepView, Tap, Words

PANEL_DP: Final = 232
LARGE: Final = 26
"""The largest size of the number of a slate, sp."""
CARD_WORDS: Final = 14
"""The largest size of the words below a card, sp."""


class SlateTap(Tap, frozen=True, kw_only=True):
    """One of the eight slates to take, as a small picture."""

    WIDGET: ClassVar = "pi_app.games.look_at_the_stars.ui.setting:SlateButton"
    scene: SlateScene


class Card(Command, frozen=True):
    """That card lies open."""

    card: str


class SlatesPresenter(StepPresenter):
    """Which slate each player has before them."""

    def view(self) -> StepView:
        """The eight slates; those that somebody has cannot be tapped."""
        state: StarsState = self.nav.state
        seat = next_player(state)
        left = slates_left(box_of(self.nav), state)
        taps = tuple(
            SlateTap(
                does(self.choose, card.id), str(card.id), on=card.id in left, scene=SlateScene(sky=sky_picture(card, 0))
            )
            for card in pack_of(self.nav).slates
        )
        hint = _("Tap the slate that lies before you: creatures, planets and the two lines tell which.")
        return StepView(
            frame=self.nav.frame(_("{name}: which slate?").format(name=state.players[seat])),
            stage=Grid(hint, taps, 4, seat=seat, big=LARGE),
        )

    @on("slate")
    def choose(self, slate: int) -> None:
        """That player has this slate."""
        self.nav.act(DealSlate(next_player(self.nav.state), slate, seat=NATURE))


class CardsStep(StepPresenter):
    """Which of the cards, as small drawings, lies open."""

    @on(Card)
    @abstractmethod
    def choose(self, card: str) -> None:
        """This card lies open."""


class BonusPresenter(CardsStep):
    """Which point bonus, then which power bonus lies open."""

    def view(self) -> StepView:
        """All bonus cards of the kind that is asked for."""
        state: StarsState = self.nav.state
        box = box_of(self.nav)
        points = state.phase is Phase.POINT_BONUS
        title = _("Which point bonus is open?") if points else _("Which power bonus is open?")
        hint = _("Tap the card that lies open. The marked one is advised for a first game.")
        cards = [bonus_card(self.nav, card) for card in (box.point_cards if points else box.power_cards)]
        return StepView(frame=self.nav.frame(title), stage=card_grid(hint, cards, 5))

    def choose(self, card: str) -> None:
        """This card is open."""
        self.nav.act(OpenBonus(card, seat=NATURE))


def card_grid(hint: str, cards: Sequence[ShapeCard], columns: int) -> Grid:
    """Cards to tap."""
    taps = (CardTap(Card(card.id), card.title, on=not card.taken, chosen=card.advised, card=card) for card in cards)
    return Grid(hint, tuple(taps), columns, big=CARD_WORDS)


class LargeCards(Part, frozen=True):
    """Cards to read, large, each with what it is above it."""

    WIDGET: ClassVar = "pi_app.games.look_at_the_stars.ui.setting:LargeCardsBox"
    cards: tuple[tuple[str, ShapeCard], ...]

    def shape(self) -> int:
        """As many cards."""
        return len(self.cards)


class OpenCardsPresenter(StepPresenter):
    """What the open bonus cards pay and allow."""

    def view(self) -> StepView:
        """The two cards."""
        state: StarsState = self.nav.state
        point, power = bonus_card(self.nav, state.point_bonus), bonus_card(self.nav, state.power_bonus)
        return StepView(
            frame=self.nav.frame(_("The open bonus cards")),
            stage=LargeCards(((_("Point bonus"), point), (_("Power bonus"), power))),
        )


class SeatStanding(msgspec.Struct, frozen=True):
    """A player's slate between two piles."""

    seat: int
    name: str
    total: int
    scene: SlateScene


class Standings(Part, frozen=True):
    """All slates, with their players' points."""

    WIDGET: ClassVar = "pi_app.games.look_at_the_stars.ui.setting:StandingsBox"
    seats: tuple[SeatStanding, ...]


class Sun(Part, frozen=True):
    """The sun over the horizon."""

    WIDGET: ClassVar = "pi_app.games.look_at_the_stars.ui.cards:SunBox"


class SunrisePresenter(StepPresenter):
    """Between two piles: the sun closes two more rows."""

    def view(self) -> StepView:
        """What the sun closes, and how everybody stands."""
        state: StarsState = self.nav.state
        piles = piles_played(state)
        rows = SUN_ROWS[min(piles, PILES - 1)]
        return StepView(
            frame=self.nav.frame(_("The sun rises"), _("Pile {n} of {all} is empty").format(n=piles, all=PILES)),
            stage=standings(self.nav, rows),
            hero=Sun(),
            panel=(
                Words(_("The bottom {n} rows may not be used any more.").format(n=rows)),
                Words(_("What is drawn there keeps scoring.")),
                Words(_("{n} night cards are left.").format(n=TURNS - PILE * piles)),
                Tap(Next(), _("Go on with pile {n}").format(n=piles + 1), icon="next", role="progress"),
            ),
            panel_dp=PANEL_DP,
            broad=True,
        )

    @on(Next)
    def go_on(self) -> None:
        """The next pile begins."""
        keep_desk(self.nav, replace(desk_of(self.nav), suns=piles_played(self.nav.state)))


class OverviewPresenter(StepPresenter):
    """All slates at one moment of the game, for looking back."""

    def view(self) -> StepView:
        """The night card that lay open, and how everybody stood."""
        state: StarsState = self.nav.state
        card = night_card(self.nav, state.cards[-1]) if state.cards else None
        return StepView(
            frame=self.nav.frame(turn_words(len(state.cards)) if state.cards else _("Before the first card")),
            stage=standings(self.nav, closed_rows(state)),
            hero=None if card is None else CardPane(card, card.title),
            panel_dp=PANEL_DP,
        )


def standings(nav: Navigator, sun: int) -> Standings:
    """Every player's slate and points, with so many rows closed."""
    totals = [player.total for player in nav.open_table.sheet.players]
    return Standings(
        tuple(
            SeatStanding(seat, name, totals[seat], whole_scene(nav, seat, sun))
            for seat, name in enumerate(nav.state.players)
        )
    )


def whole_scene(nav: Navigator, seat: int, sun: int) -> SlateScene:
    """A player's slate as the game knows it, with nothing to touch."""
    slate = nav.state.slates[seat]
    card = next(card for card in pack_of(nav).slates if card.id == slate.slate)
    picture = sky_picture(card, sun)
    printed = set(picture.printed_lines)
    return SlateScene(
        sky=picture,
        lines=tuple(SceneLine(a, b, "earlier") for a, b in slate_lines(slate) if (a, b) not in printed),
        stars=tuple(SceneStar(star.head, star.tail, "earlier") for star in slate.shooting_stars),
        objects=tuple(SceneObject(thing.kind, thing.at, "earlier") for thing in slate.objects),
        badges=badges(slate),
    )
