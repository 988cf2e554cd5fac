"""Starfarers on the screens: which screen a state asks for, and what the common rooms must know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engines.game import NATURE
from engines.starfarers import pack
from engines.starfarers.model import Leave, Phase, StarfarersState
from engines.starfarers.phases.leaving import FEWEST
from engines.starfarers.standing import GOAL, MEDAL, present
from hardware.lights import LAMPS
from pi_app.games.app_game import AppGame, Choice
from pi_app.games.starfarers import broken, words
from pi_app.games.starfarers.action_words import ACTIONS, REASONS
from pi_app.games.starfarers.desk import (
    Own,
    acting,
    charted,
    game_of,
    holder,
    just_happened,
    last_line,
    tracked,
)
from pi_app.games.starfarers.encounter import encounter_news, verb_of
from pi_app.games.starfarers.help import RULE_CARDS, card_of, step_of
from pi_app.games.starfarers.rule_drawings import DRAWINGS
from pi_app.games.starfarers.shaking import shake_news
from pi_app.games.starfarers.turn import certain_token, roll_news, set_up_by_screen
from pi_app.games.starfarers.why import corrected_rows
from pi_app.i18n import _, ngettext
from pi_app.presenters.navigator import Navigator

if TYPE_CHECKING:
    from engines.game import Action


_STEPS: Final = {
    "starfarers_first": "turn:FirstPresenter",
    "starfarers_hand_over": "turn:HandOverPresenter",
    "starfarers_found": "flight:FoundPresenter",
    "starfarers_launch": "flight:LaunchPresenter",
    "starfarers_drawn": "turn:DrawnPresenter",
    "starfarers_dealt": "turn:DealtPresenter",
    "starfarers_roll": "turn:RollPresenter",
    "starfarers_produced": "turn:ProducedPresenter",
    "starfarers_relief": "turn:ReliefPresenter",
    "starfarers_discard": "turn:DiscardPresenter",
    "starfarers_rob": "turn:RobPresenter",
    "starfarers_turn": "dealing:TurnPresenter",
    "starfarers_build": "dealing:BuildPresenter",
    "starfarers_trade": "dealing:TradePresenter",
    "starfarers_answer": "dealing:AnswerPresenter",
    "starfarers_choose": "dealing:ChoosePresenter",
    "starfarers_shake": "shaking:ShakePresenter",
    "starfarers_shaken": "shaking:ShakenPresenter",
    "starfarers_card": "encounter:CardPresenter",
    "starfarers_encounter": "encounter:EncounterPresenter",
    "starfarers_contest": "encounter:ContestPresenter",
    "starfarers_flight": "flight:FlightPresenter",
    "starfarers_reveal": "turn:RevealPresenter",
    "starfarers_light": "light:LightTurnPresenter",
    "starfarers_middle": "middle:MiddleTurnPresenter",
    "starfarers_ships": "pages:ShipsPresenter",
    "starfarers_friends": "pages:FriendsPresenter",
    "starfarers_map": "pages:MapPresenter",
    "why": "why:WhyPresenter",
}
_NATURE: Final[dict[Phase, str]] = {
    Phase.FIRST_PLAYER: "starfarers_first",
    Phase.DEAL: "starfarers_drawn",
    Phase.SUPPLY: "starfarers_drawn",
    Phase.STEAL: "starfarers_drawn",
    Phase.ROLL: "starfarers_roll",
    Phase.SHAKE: "starfarers_shake",
    Phase.REVEAL: "starfarers_reveal",
}
_PLAYERS: Final[dict[Phase, str]] = {
    Phase.FOUND_SPACEPORTS: "starfarers_found",
    Phase.FOUND_COLONIES: "starfarers_found",
    Phase.FOUND_SECOND_COLONIES: "starfarers_found",
    Phase.PLACE_SHIPS: "starfarers_launch",
    Phase.FREE_SHIP: "starfarers_launch",
    Phase.RELIEF: "starfarers_relief",
    Phase.DISCARD: "starfarers_discard",
    Phase.ROB: "starfarers_rob",
    Phase.BUILD: "starfarers_turn",
    Phase.ANSWER: "starfarers_answer",
    Phase.CHOOSE: "starfarers_choose",
    Phase.ENCOUNTER: "starfarers_encounter",
    Phase.FLIGHT: "starfarers_flight",
}
_UNGUIDED: Final = frozenset(
    f"starfarers_{name}"
    for name in (
        *(
            "first",
            "hand_over",
            "dealt",
            "roll",
            "produced",
            "rob",
            "choose",
            "shake",
            "shaken",
            "card",
            "contest",
            "reveal",
        ),
        "map",
    )
)
"""Screens that tell what has happened, or say themselves what is to be done: no guide repeats it."""
_SECRET: Final = frozenset({Phase.BUILD, Phase.ANSWER, Phase.CHOOSE, Phase.DISCARD, Phase.FLIGHT})
"""Phases whose screens show a hand, or tokens that one player alone has seen."""


def news(nav: Navigator) -> str | None:
    """The screen that tells what happened by itself, until the table has read it."""
    if nav.own(Own).told >= last_line(nav):
        return None
    if set_up_by_screen(nav):
        return "starfarers_dealt"
    happened, state = just_happened(nav), nav.state
    if roll_news(happened) is not None:
        return "starfarers_produced"
    if state.phase is Phase.FLIGHT and not tracked(nav):
        return None  # the flight says it beside the speed
    if encounter_news(happened) and (state.encounter is None or _decided(happened)):
        return None if state.phase is Phase.ENCOUNTER and state.encounter is None else "starfarers_contest"
    if state.seat in nav.bot_seats or not nav.open_table.digital:
        return None
    return "starfarers_shaken" if shake_news(happened) is not None else None


def _decided(happened: list[Any]) -> bool:
    """Whether the last ball of a contest has just fallen."""
    last = happened[0]
    shaken = last.action.__struct_config__.tag == "shake" and last.before.phase is Phase.ENCOUNTER
    return shaken and len(last.before.encounter.waiting) == 1


def needs_holder(nav: Navigator) -> bool:
    """Whether the next screen shows what its player alone may know."""
    state: StarfarersState = nav.state
    return tracked(nav) and state.phase in _SECRET


class StarfarersApp(AppGame):
    """The screens follow the phases; what happened by itself is told first, and secrets are handed over."""

    name = "starfarers"
    steps = _STEPS
    driver = "pi_app.games.starfarers.autoplay:StarfarersAutoplay"
    simulated = "pi_app.games.starfarers.simulated:Boards"
    sketch = "pi_app.games.starfarers.sketch:star_map"
    disputes = "pi_app.games.starfarers.disputes:dispute"
    corrections = "pi_app.games.starfarers.why:StepCorrections"
    explains_rows = True
    secret = "pi_app.games.starfarers.sketch:own_knowledge"
    emblem = "pi_app.games.starfarers.ui.emblem:paint"
    traveller = "pi_app.presenters.shapes:ship"
    pad_units = {"spaceports": 2, "medals": MEDAL}
    action_words = ACTIONS
    bot_reasons = REASONS
    rule_cards = RULE_CARDS
    rule_drawings = DRAWINGS
    corrected_rows = staticmethod(corrected_rows)
    certain = staticmethod(certain_token)
    step_words = staticmethod(words.step_words)
    broken_rules = broken.RULES
    row_names = words.ROW_NAMES
    short_row_names = words.SHORT_ROW_NAMES

    def handicaps(self) -> tuple[tuple[int, str], ...]:
        """None: the game ends with the points that win it."""
        return ()

    def screen(self, nav: Navigator) -> str:
        """The news, the hand-over, or the screen of the phase."""
        state: StarfarersState = nav.state
        if state.phase is Phase.OVER:
            return "final"
        told = news(nav)
        if told is not None:
            return told
        if game_of(nav).to_move(state)[0] == NATURE:
            return self._natures(nav, state)
        if not charted(nav) and state.phase in (Phase.BUILD, Phase.FLIGHT):
            return "starfarers_light"
        if not tracked(nav) and state.phase is Phase.BUILD:
            return "starfarers_middle"
        actor = acting(nav)
        if actor in nav.bot_seats:
            return "starfarers_map"
        if needs_holder(nav) and holder(nav) != actor:
            return "starfarers_hand_over"
        return _PLAYERS[state.phase]

    def _natures(self, nav: Navigator, state: StarfarersState) -> str:
        if state.phase is not Phase.ENCOUNTER:
            return _NATURE[state.phase]
        if state.encounter is None:
            return "starfarers_card"
        return "starfarers_drawn" if isinstance(verb_of(nav), pack.Steal) else "starfarers_shake"

    def people_look(self, nav: Navigator) -> bool:
        """Whether people are reading what happened."""
        return nav.place.page is None and nav.state.phase is not Phase.OVER and news(nav) is not None

    def past_screen(self, nav: Navigator) -> str:
        """An earlier state as everybody may see it: the map, or in light mode the mother ships."""
        if nav.state.phase is Phase.OVER:
            return "final"
        return "starfarers_map" if charted(nav) else "starfarers_ships"

    def lamps(self, nav: Navigator) -> int:
        """How far the leader has come on the way to 15 points."""
        most = max(player.points for player in nav.state.seats)
        return int(max(1, min(LAMPS, most * LAMPS // GOAL)))

    def choices(self, digital: bool) -> tuple[Choice, ...]:
        """How much the screen keeps at the table, where the pieces begin, how fast it goes."""
        asked = ("start", "supply_cards") if digital else ("mode", "start", "supply_cards")
        return tuple(self.asked(option) for option in asked)

    def options(self, digital: bool) -> dict[str, Any]:
        """At the table the players keep cards and ships to themselves, unless they choose otherwise."""
        return {} if digital else {"mode": "light"}

    def leaving(self, nav: Navigator, seat: int) -> Action | None:
        """The seat is passed over, as long as two go on."""
        back = seat in self.left(nav)
        few = len(present(nav.state)) <= FEWEST
        return None if few and not back else Leave(back=back, seat=seat)

    def left(self, nav: Navigator) -> frozenset[int]:
        """Those who have left."""
        return frozenset(range(len(nav.state.seats))) - {*present(nav.state)}

    def rows(self, nav: Navigator) -> tuple[str, ...]:
        """Fame, colonies, tokens, spaceports, medals."""
        return words.ROWS

    def verdict(self, nav: Navigator) -> str | None:
        """Nobody has won a game that ended without 15 points."""
        return None if nav.open_table.sheet.winners else _("Nobody reached 15 points")

    def accepted_words(self, count: int) -> str:
        """Steps."""
        return ngettext("{n} step accepted against the rules", "{n} steps accepted against the rules", count)

    def help_card(self, nav: Navigator) -> int:
        """The rule card of the present phase."""
        return card_of(nav.state.phase)

    def what_now(self, nav: Navigator) -> tuple[str, ...]:
        """What the table tells, where nature is to act or hands and ships are the players' own business."""
        said = step_of(nav.state)
        return (said,) if said else ()

    def guide(self, nav: Navigator) -> str | None:
        """The same in a first game, or the common words; nothing where the screen itself says it, or tells the past."""
        asks = nav.state.phase is not Phase.ENCOUNTER or isinstance(verb_of(nav), pack.Ask)
        if not asks or self.screen(nav) in _UNGUIDED:
            return ""
        return step_of(nav.state) or None


APP = StarfarersApp()
