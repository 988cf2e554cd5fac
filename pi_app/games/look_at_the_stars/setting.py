"""What lies on the table, told by a finger: slates, bonus cards, night cards; and the sun between the piles."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from engines.game import NATURE
from engines.look_at_the_stars.legal import next_player, slates_left
from engines.look_at_the_stars.model import PILE, PILES, TURNS, DealSlate, OpenBonus, Phase, Reveal, StarsState
from engines.look_at_the_stars.powers import closed_rows
from engines.look_at_the_stars.sky import SUN_ROWS
from pi_app.games.look_at_the_stars.cards import ShapeCard, bonus_card, box_of, night_card, pack_of
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
from pi_app.presenters.navigator import Frame, Navigator

SHOOTING_STAR: Final = "shooting_star"


class SlateChoice(msgspec.Struct, frozen=True):
    """One slate to take, as a small picture; `taken` by another player."""

    slate: int
    scene: SlateScene
    taken: bool


class SlatesView(msgspec.Struct, frozen=True, kw_only=True):
    """The eight slates."""

    frame: Frame
    seat: int
    hint: str
    choices: tuple[SlateChoice, ...]


class SlatesPresenter:
    """Which slate each player has before them."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> SlatesView:
        """What the screen shows."""
        state: StarsState = self.nav.state
        seat = next_player(state)
        left = slates_left(box_of(self.nav), state)
        name = state.players[seat]
        return SlatesView(
            frame=self.nav.frame(_("{name}: which slate?").format(name=name)),
            seat=seat,
            hint=_("Tap the slate that lies before you: creatures, planets and the two lines tell which."),
            choices=tuple(
                SlateChoice(card.id, SlateScene(sky=sky_picture(card, 0)), card.id not in left)
                for card in pack_of(self.nav).slates
            ),
        )

    def choose(self, slate: int) -> None:
        """That player has this slate."""
        self.nav.act(DealSlate(next_player(self.nav.state), slate, seat=NATURE))


class CardsView(msgspec.Struct, frozen=True, kw_only=True):
    """Cards to choose the open one from."""

    frame: Frame
    hint: str
    cards: tuple[ShapeCard, ...]
    columns: int


class BonusPresenter:
    """Which point bonus, then which power bonus lies open."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> CardsView:
        """What the screen shows."""
        state: StarsState = self.nav.state
        box = box_of(self.nav)
        points = state.phase is Phase.POINT_BONUS
        title = _("Which point bonus is open?") if points else _("Which power bonus is open?")
        return CardsView(
            frame=self.nav.frame(title),
            hint=_("Tap the card that lies open. The marked one is advised for a first game."),
            cards=tuple(bonus_card(self.nav, card) for card in (box.point_cards if points else box.power_cards)),
            columns=5,
        )

    def choose(self, card: str) -> None:
        """This card is open."""
        self.nav.act(OpenBonus(card, seat=NATURE))


class RevealPresenter:
    """Which night card was turned over; the three shooting stars are one choice."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def _stars_left(self) -> list[str]:
        seen = self.nav.state.cards
        return [card.id for card in pack_of(self.nav).night_cards if card.shooting_star and card.id not in seen]

    def view(self) -> CardsView:
        """What the screen shows."""
        state: StarsState = self.nav.state
        shapes = [card.id for card in pack_of(self.nav).night_cards if not card.shooting_star]
        cards = [replace(night_card(self.nav, card), taken=card in state.cards) for card in shapes]
        star = ShapeCard(id=SHOOTING_STAR, shooting_star=True, title=_("Shooting star"), taken=not self._stars_left())
        return CardsView(
            frame=self.nav.frame(_("Which night card lies open?"), turn_words(len(state.cards) + 1, TURNS)),
            hint=_("Tap the card that was turned over; here it may be turned another way."),
            cards=(*cards, star),
            columns=7,
        )

    def choose(self, card: str) -> None:
        """This card was revealed."""
        found = next(iter(self._stars_left()), "") if card == SHOOTING_STAR else card
        if found:
            self.nav.act(Reveal(found, seat=NATURE))


class OpenCardsView(msgspec.Struct, frozen=True, kw_only=True):
    """The two open bonus cards, large."""

    frame: Frame
    point_title: str
    point_bonus: ShapeCard
    power_title: str
    power_bonus: ShapeCard


class OpenCardsPresenter:
    """What the open bonus cards pay and allow."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> OpenCardsView:
        """What the screen shows."""
        state: StarsState = self.nav.state
        return OpenCardsView(
            frame=self.nav.frame(_("The open bonus cards")),
            point_title=_("Point bonus"),
            point_bonus=bonus_card(self.nav, state.point_bonus),
            power_title=_("Power bonus"),
            power_bonus=bonus_card(self.nav, state.power_bonus),
        )


class SeatStanding(msgspec.Struct, frozen=True):
    """A player's slate between two piles."""

    seat: int
    name: str
    total: int
    scene: SlateScene


class SunriseView(msgspec.Struct, frozen=True, kw_only=True):
    """All slates, with what the sun closes or the night card that lies open beside them."""

    frame: Frame
    card: ShapeCard | None
    """The night card; None: the sun is shown."""
    words: tuple[str, ...]
    standings: tuple[SeatStanding, ...]
    next: str
    """The way on; empty where there is only something to look at."""


class SunrisePresenter:
    """Between two piles: the sun closes two more rows."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> SunriseView:
        """What the screen shows."""
        state: StarsState = self.nav.state
        piles = piles_played(state)
        rows = SUN_ROWS[min(piles, PILES - 1)]
        return SunriseView(
            frame=self.nav.frame(_("The sun rises"), _("Pile {n} of {all} is empty").format(n=piles, all=PILES)),
            card=None,
            words=(
                _("The bottom {n} rows may not be used any more.").format(n=rows),
                _("What is drawn there keeps scoring."),
                _("{n} night cards are left.").format(n=TURNS - PILE * piles),
            ),
            standings=standings(self.nav, rows),
            next=_("On with pile {n}").format(n=piles + 1),
        )

    def go_on(self) -> None:
        """The next pile begins."""
        keep_desk(self.nav, replace(desk_of(self.nav), suns=piles_played(self.nav.state)))


class OverviewPresenter:
    """All slates at one moment of the game, for looking back."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> SunriseView:
        """What the screen shows."""
        state: StarsState = self.nav.state
        card = state.cards[-1] if state.cards else None
        return SunriseView(
            frame=self.nav.frame(turn_words(len(state.cards), TURNS) if state.cards else _("Before the first card")),
            card=None if card is None else night_card(self.nav, card),
            words=(),
            standings=standings(self.nav, closed_rows(state)),
            next="",
        )

    def go_on(self) -> None:
        """There is nowhere to go."""


def standings(nav: Navigator, sun: int) -> tuple[SeatStanding, ...]:
    """Every player's slate and points, with so many rows closed."""
    totals = [player.total for player in nav.open_table.sheet.players]
    return tuple(
        SeatStanding(seat, name, totals[seat], whole_scene(nav, seat, sun))
        for seat, name in enumerate(nav.state.players)
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
