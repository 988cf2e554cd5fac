"""Stellar's words on the screens: types, cards, slots, rules, rows of the score sheet, steps to undo."""

from __future__ import annotations

from typing import Final

from engines.stellar.deck import KINDS, face_text
from engines.stellar.rules import Stellar
from pi_app.i18n import N_, _

_KINDS: Final = {
    "planet": N_("planet"),
    "moon": N_("moon"),
    "asteroid": N_("asteroid"),
    "cloud": N_("cloud"),
    "black_hole": N_("black hole"),
    "satellite": N_("satellite"),
}
_LETTERS: Final = {
    "planet": N_("P for planet"),
    "moon": N_("M for moon"),
    "asteroid": N_("A for asteroid"),
    "cloud": N_("C for cloud"),
    "black_hole": N_("B for black hole"),
    "satellite": N_("S for satellite"),
}
"""The first letter is what a card shows; the six must differ in every language."""
ROW_NAMES: Final = {
    "planet": N_("Planets"),
    "moon": N_("Moons"),
    "asteroid": N_("Asteroids"),
    "cloud": N_("Clouds"),
    "black_hole": N_("Black holes"),
    "top": N_("Top section"),
    "middle": N_("Middle section"),
    "bottom": N_("Bottom section"),
    "diversity": N_("Diversity"),
    "board": N_("cards"),
}
SHORT_ROW_NAMES: Final = {
    "planet": N_("Planet"),
    "moon": N_("Moon"),
    "asteroid": N_("Aster."),
    "cloud": N_("Cloud"),
    "black_hole": N_("Hole"),
    "top": N_("Top"),
    "middle": N_("Mid."),
    "bottom": N_("Bottom"),
    "diversity": N_("Div."),
    "board": N_("Cards"),
}
RULES: Final = {
    "stellar.telescope.slot": N_("A card lies there already"),
    "stellar.telescope.adjacent": N_("Next to its own type only, or face down"),
    "stellar.turn.other_area": N_("This card goes to the other area"),
    "stellar.turn.satellite_right": N_("Only after the opponent took a satellite"),
    "stellar.notebook.collections": N_("Face up only in the notebook"),
    "stellar.components.cards": N_("This deck has no such card left"),
    "stellar.turn.play_row": N_("The number points to another card"),
    "stellar.turn.play_hand": N_("That card is not in the hand"),
    "stellar.end.last_card": N_("That card is not in the hand"),
    "stellar.turn.steps": N_("It is not the time for that"),
    "stellar.turn.order": N_("It is the other player's turn"),
    "stellar.setup.hands": N_("It is not the time for that"),
    "stellar.setup.row": N_("The card goes to another place of the row"),
    "stellar.turn.refill": N_("The card goes to another place of the row"),
    "stellar.turn.face_down_coordinate": N_("The number on the face-down card is missing"),
    "stellar.telescope.face_down": N_("A card that nobody names is played face down"),
    "stellar.light.cards": N_("There is no such card"),
    "stellar.setup.start_deal": N_("That is no start card"),
    "stellar.setup.start_place": N_("That card was not dealt to this player"),
}
STEPS: Final = {
    "deal_start": N_("start card: {name}"),
    "place_start": N_("start cards: {name}"),
    "deal_hand": N_("hand: {name}"),
    "first_player": N_("first player"),
    "discard_row": N_("new row: {name}"),
    "take": N_("card taken: {name}"),
    "play_hand": N_("hand card: {name}"),
    "reveal": N_("card from the deck"),
    "play_row": N_("row card: {name}"),
    "refill": N_("row filled: {coordinate}"),
    "play_last": N_("last card: {name}"),
    "show_cards": N_("cards: {name}"),
}
"""Nothing about a card that somebody hides."""
TYPE_ROWS: Final = ("planet", "moon", "asteroid", "cloud", "black_hole")
SECTION_ROWS: Final = ("top", "middle", "bottom")
ROWS: Final = (*TYPE_ROWS, *SECTION_ROWS, "diversity")


def kind_words(kind: str) -> str:
    """A type, or a satellite, in words."""
    return _(_KINDS[kind])


def letter(kind: str) -> str:
    """The letter that stands beside the mark of a type."""
    return _(_LETTERS[kind])[:1]


def card_words(game: Stellar, code: int) -> str:
    """A card in two words: `moon 4`, `cloud 6/0`; a card that nobody knows as such."""
    face = game.deck.face[code] if 0 <= code < len(game.deck.face) else 255
    if face == 255:
        return _("a face-down card") if code >= 256 else _("a card")
    kind, number = face_text(face).split(":")[:2]
    return _("{type}\u00a0{number}").format(type=kind_words(kind), number=number)


def face_words(kind: str, number: str) -> str:
    """A card's face in two words."""
    return _("{type}\u00a0{number}").format(type=kind_words(kind), number=number) if kind in KINDS else _("a card")


def place_words(to: int | str | None) -> str:
    """Where a card goes or lies, in two words; None is the notebook as well."""
    return _("notebook") if to in ("notebook", None) else _("slot\u00a0{slot}").format(slot=to)


def rule_of_row(row: str) -> str:
    """The rule by which a row pays."""
    if row in TYPE_ROWS:
        return _("Stars on face-up cards in the telescope × the longest run of numbers in the notebook.")
    if row in SECTION_ROWS:
        return _("The higher sum of the section scores 10; equal sums score nothing. Face down is 3, a 6/0 is 6.")
    if row == "diversity":
        return _("All five types face up in the telescope score 10.")
    return _("Tap a row of the sheet above to see what scores.")
