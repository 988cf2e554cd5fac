"""Stellar on the screens: which screen a state asks for, rows of the sheet, options, rule cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engines.stellar.model import Phase
from pi_app.games.app_game import AppGame, Choice
from pi_app.games.stellar import mending, words
from pi_app.games.stellar.action_words import ACTIONS, REASONS
from pi_app.games.stellar.help import rule_card
from pi_app.games.stellar.show import PLAY
from pi_app.games.stellar.sight import must_pass
from pi_app.i18n import N_, _, ngettext
from pi_app.presenters.navigator import Navigator

if TYPE_CHECKING:
    from engines.game import Receipt

_PHASES: Final[dict[Phase, str]] = {
    Phase.DEAL_START: "stellar_pick",
    Phase.PLACE_START: "stellar_start",
    Phase.DEAL_HANDS: "stellar_pick",
    Phase.FILL_ROW: "stellar_pick",
    Phase.FIRST_PLAYER: "stellar_first",
    Phase.TAKE: "stellar_turn",
    Phase.NEW_ROW: "stellar_pick",
    Phase.PLAY_HAND: "stellar_turn",
    Phase.REVEAL: "stellar_pick",
    Phase.PLAY_ROW: "stellar_turn",
    Phase.REFILL: "stellar_pick",
    Phase.LAST_CARD: "stellar_turn",
    Phase.SHOW_CARDS: "stellar_show",
    Phase.OVER: "final",
}


_STEPS: Final = {
    "stellar_pick": "pick:PickPresenter",
    "stellar_start": "setup:StartCardsPresenter",
    "stellar_first": "setup:WhoBeginsPresenter",
    "stellar_pass": "setup:PassPresenter",
    "stellar_turn": "turn:TurnPresenter",
    "stellar_show": "show:ShowPresenter",
    "stellar_past": "past:OpenTablePresenter",
    "stellar_boards": "boards:BoardsPresenter",
    "why": "why:WhyPresenter",
    "correct": "corrections:CardEntryPresenter",
}
_POINTS_CARD, _SATELLITES_CARD = 3, 4
_CARDS: Final = {Phase.PLAY_HAND: 1, Phase.PLAY_ROW: 1, Phase.LAST_CARD: 2, Phase.OVER: _POINTS_CARD}
"""Phase -> the rule card that fits it."""
_TOLD: Final = {
    "stellar_pick": N_("Turn a card over on the table, and tap the same one here."),
    "stellar_first": N_("Agree on who begins, and tap the name."),
    "stellar_pass": N_("Pass the screen to the other player."),
    "stellar_show": PLAY,
}
_HELP: Final = (
    (
        N_("A turn"),
        (
            N_("1. Take a card from the row into your hand."),
            N_("2. Play a card of your hand: to the telescope or to the notebook."),
            N_("3. Its number names a card of the row: that one goes to the other area."),
            N_("If that place is empty or was a 6/0, the top card of the deck is played."),
            N_("4. The row is filled again. After 11 rounds one of your last two cards goes to the notebook."),
        ),
    ),
    (
        N_("Telescope"),
        (
            N_("The first card of a type lies on any free slot."),
            N_("Every other card of that type must touch one of its type, edge to edge."),
            N_("Any card may lie face down on any free slot: it is a 3 without type and stars."),
            N_("A satellite lies anywhere and counts its number. A 6/0 counts 6."),
        ),
    ),
    (
        N_("Notebook"),
        (
            N_("Each type has its collection. Its longest run of numbers multiplies its stars."),
            N_("The same number twice counts once."),
            N_("A satellite stands in any collection, a 6/0 is a 6 or a 0: the best way counts."),
        ),
    ),
    (
        N_("Points"),
        (
            N_("Each type: stars in the telescope × longest run in the notebook."),
            N_("Top, middle and bottom: the higher sum of numbers scores 10. Equal sums score nothing."),
            N_("All five types face up in the telescope: 10."),
            N_("The most points win. Equal points share the victory."),
        ),
    ),
    (
        N_("Satellites"),
        (
            N_("Did your opponent take a satellite from the row into the hand?"),
            N_("Then you may throw away the whole row at the start of your turn and lay out a new one."),
            N_("A satellite that is played straight from the row or the deck gives no such right."),
        ),
    ),
    (
        N_("This screen"),
        (
            N_("Tap a card, then a place; or drag it there. Lit places are allowed."),
            N_("Amber places take the card face down only."),
            N_("Undo is always at the top. Tap any card on the score pages to put it right."),
        ),
    ),
)


class StellarApp(AppGame):
    """The screens of Stellar follow its phases; on a digital table the screen first passes to the right hands."""

    name = "stellar"
    steps = _STEPS
    driver = "pi_app.games.stellar.autoplay:StellarAutoplay"
    simulated = "pi_app.games.stellar.simulated:Boards"
    sketch = "pi_app.games.stellar.sketch:telescopes"
    disputes = "pi_app.games.stellar.disputes:dispute"
    corrections = "pi_app.games.stellar.corrections:CardCorrections"
    explains_rows = True
    secret = "pi_app.games.stellar.sketch:own_cards"
    emblem = "pi_app.games.stellar.ui.emblem:paint"
    traveller = "pi_app.presenters.shapes:planet"
    action_words = ACTIONS
    bot_reasons = REASONS
    rule_cards = _HELP
    told = _TOLD
    points_card = _POINTS_CARD
    rule_card = staticmethod(rule_card)
    corrected_rows = staticmethod(mending.corrected_rows)
    step_names = words.STEPS
    broken_rules = words.RULES
    row_names = words.ROW_NAMES
    short_row_names = words.SHORT_ROW_NAMES

    def reason_of(self, row: str, receipt: Receipt) -> str:
        """The rule by which the row pays."""
        return words.rule_of_row(row)

    def screen(self, nav: Navigator) -> str:
        """The phase's screen."""
        return "stellar_pass" if must_pass(nav) else _PHASES[nav.state.phase]

    def help_card(self, nav: Navigator) -> int:
        """The rule card that fits what is to be done."""
        if nav.state.phase is Phase.TAKE and nav.state.satellite_taken:
            return _SATELLITES_CARD
        return _CARDS.get(nav.state.phase, 0)

    def guide(self, nav: Navigator) -> str | None:
        """The common one, but where the screen itself asks for what the table tells."""
        return "" if self.screen(nav) in _TOLD else None

    def past_screen(self, nav: Navigator) -> str:
        """An earlier state shows the open cards only."""
        return "stellar_past"

    def lamps(self, nav: Navigator) -> int:
        """Half of the rounds light them one by one."""
        return int(min(nav.state.turn // 4 + 1, 6))

    def choices(self, digital: bool) -> tuple[Choice, ...]:
        """How much the screen keeps at the table; on the screen, which number of a face-down card leads to the row."""
        return (self.asked("face_down_coordinate" if digital else "mode"),)

    def options(self, digital: bool) -> dict[str, Any]:
        """At the table nobody shows the hands, and the screen waits for the end unless the players choose otherwise."""
        return {} if digital else {"hands": "hidden", "mode": "light"}

    def pad_page(self) -> tuple[str, str]:
        """The cards themselves fill the pad."""
        return "stellar_boards", _("From the cards")

    def accepted_words(self, count: int) -> str:
        """Cards."""
        return ngettext("{n} card accepted against the rules", "{n} cards accepted against the rules", count)


APP = StellarApp()
