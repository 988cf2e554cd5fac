"""What an entry of the record may have been instead, and where a drawing is put right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engines.look_at_the_stars.model import DealSlate, OpenBonus, Reveal
from pi_app.games.look_at_the_stars.cards import CardTap, bonus_card, box_of, night_card, pack_of
from pi_app.games.look_at_the_stars.mend import KINDS
from pi_app.games.look_at_the_stars.scene import SlateScene, sky_picture
from pi_app.games.look_at_the_stars.setting import SlateTap
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Command, Tap
from pi_app.table.session import Placed


def page(placed: Placed[Any, Any]) -> tuple[str, dict[str, Any]] | None:
    """A drawing or a power on the page that goes turn by turn; None for other entries."""
    if type(placed.action).__struct_config__.tag not in KINDS:
        return None
    return "look_mend", {"seat": placed.action.seat, "own": {"n": placed.line}}


def others(nav: Navigator, placed: Placed[Any, Any]) -> Sequence[Any]:
    """Every slate or card of that kind, also those that lie elsewhere: they change places."""
    was = placed.action
    match was:
        case DealSlate():
            return [replace(was, slate=card.id) for card in pack_of(nav).slates if card.id != was.slate]
        case OpenBonus():
            points = box_of(nav).point_cards
            among = points if was.card in points else box_of(nav).power_cards
            return [replace(was, card=card) for card in among if card != was.card]
        case Reveal():
            return [replace(was, card=card) for card in _night_cards(nav, was.card)]
        case _:
            return ()


def _night_cards(nav: Navigator, was: str) -> list[str]:
    """The other night cards; the shooting stars, which are all alike, are one choice."""
    cards = [card for card in pack_of(nav).night_cards if card.id != was]
    stars = [card.id for card in cards if card.shooting_star]
    alike = box_of(nav).is_shooting_star(was)
    free = [card for card in stars if card not in nav.state.cards]
    return [card.id for card in cards if not card.shooting_star] + ([] if alike else (free or stars)[:1])


def choice(nav: Navigator, does: Command, action: Any) -> Tap | None:
    """A slate or a card as a small drawing."""
    match action:
        case DealSlate(slate=number):
            card = next(card for card in pack_of(nav).slates if card.id == number)
            return SlateTap(does, str(number), scene=SlateScene(sky=sky_picture(card, 0)))
        case OpenBonus() | Reveal():
            shown = (bonus_card if isinstance(action, OpenBonus) else night_card)(nav, action.card)
            return CardTap(does, shown.title, card=shown)
        case _:
            return None
