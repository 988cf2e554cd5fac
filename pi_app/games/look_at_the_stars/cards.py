"""Night cards and bonus cards as small drawings, and what of a step they are."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, Final

import msgspec

from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.model import StarsPack
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.unit_lines import STEPS, Shape, parse_shape, turned
from pi_app.games.look_at_the_stars.words import allowed_words, power_words
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wording import points_words
from pi_app.steps.view import Command, Part, Tap

Segment = tuple[tuple[int, int], tuple[int, int]]
QUARTERS: Final = 4


class ShapeCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card as drawn on a screen: unit lines (column and row of both ends, rows up), or a shooting star."""

    id: str
    lines: tuple[Segment, ...] = ()
    shooting_star: bool = False
    power: str = ""
    """The power of a power bonus card."""
    title: str = ""
    words: str = ""
    taken: bool = False
    advised: bool = False
    """Whether it is advised for a first game."""
    count: int | None = None
    """How many copies the slate on the screen holds."""


class CardTap(Tap, frozen=True, kw_only=True):
    """A card to tap, with its words below; `chosen`: it is advised."""

    WIDGET: ClassVar = "pi_app.games.look_at_the_stars.ui.cards:CardButton"
    card: ShapeCard


class CardPane(Part, frozen=True):
    """A card, not to be tapped, and beside it what there is to say about it; `note` is what to do now."""

    WIDGET: ClassVar = "pi_app.games.look_at_the_stars.ui.cards:CardPaneBox"
    card: ShapeCard | None
    title: str = ""
    words: str = ""
    note: str = ""


class TurnCard(Command, frozen=True):
    """Turn the night card by a quarter."""


class OpenCards(Part, frozen=True):
    """The night card of the turn with words below it, to be turned; the open bonus cards, to be read large."""

    WIDGET: ClassVar = "pi_app.games.look_at_the_stars.ui.cards:OpenCardsBox"
    night: ShapeCard
    words: str
    point_bonus: ShapeCard
    power_bonus: ShapeCard


def rules_of(nav: Navigator) -> LookAtTheStars:
    """The rules of the game in progress, bound to its pack."""
    game: Any = nav.open_table.game
    rules: LookAtTheStars = game
    return rules


def box_of(nav: Navigator) -> Box:
    """The tables of the pack of the game in progress."""
    return rules_of(nav).box


def pack_of(nav: Navigator) -> StarsPack:
    """The pack of the game in progress."""
    return rules_of(nav).pack


def segments(shape: Shape) -> tuple[Segment, ...]:
    """The two ends of each line of a shape."""
    return tuple(((x, y), (x + STEPS[d][0], y + STEPS[d][1])) for d, x, y in shape)


@lru_cache(maxsize=256)
def _turned(texts: tuple[str, ...], quarters: int) -> tuple[Segment, ...]:
    shape = parse_shape(texts)
    for _turn in range(quarters % QUARTERS):
        shape = turned(shape)
    return segments(shape)


def night_card(nav: Navigator, card: str, quarters: int = 0) -> ShapeCard:
    """A night card, turned by so many quarters anticlockwise."""
    found = box_of(nav).night_cards[card]
    if found.shooting_star:
        return ShapeCard(id=card, shooting_star=True, title=_("Shooting star"))
    return ShapeCard(id=card, lines=_turned(found.shape, quarters), title=card)


def bonus_card(nav: Navigator, card: str, count: int | None = None) -> ShapeCard:
    """A point or power bonus card with what it pays or allows."""
    return bonus_card_of(box_of(nav), card, count)


def bonus_card_of(box: Box, card: str, count: int | None = None) -> ShapeCard:
    """The same of the pack of these tables."""
    advised = card in box.pack.first_game
    point = box.point_cards.get(card)
    if point is not None:
        return ShapeCard(
            id=card,
            lines=_turned(point.shape, 0),
            title=points_words(point.points),
            words=_("At the end each copy of this shape scores. It may be turned, never mirrored."),
            advised=advised,
            count=count,
        )
    power = box.power_cards[card]
    return ShapeCard(
        id=card,
        lines=_turned(power.shape, 0),
        power=power.power,
        title=power_words(power.power),
        words=allowed_words(power.power),
        advised=advised,
        count=count,
    )
