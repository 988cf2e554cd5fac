"""Look at the Stars on the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engines.look_at_the_stars.model import TURNS, Phase, StarsState
from pi_app.games.app_game import AppGame, Choice
from pi_app.games.look_at_the_stars import words
from pi_app.games.look_at_the_stars.desk import desk_of, draft_of, piles_played, seat_shown
from pi_app.games.look_at_the_stars.rule_drawings import DRAWINGS
from pi_app.games.look_at_the_stars.words import ACTIONS, REASONS
from pi_app.i18n import N_, _, ngettext
from pi_app.presenters.navigator import Navigator

if TYPE_CHECKING:
    from engines.game import Receipt

_PHASES: Final[dict[Phase, str]] = {
    Phase.DEAL_SLATES: "look_slates",
    Phase.POINT_BONUS: "look_bonus",
    Phase.POWER_BONUS: "look_bonus",
    Phase.REVEAL: "look_reveal",
    Phase.DRAW: "look_draw",
    Phase.OVER: "final",
}


_STEPS: Final = {
    "look_slates": "setting:SlatesPresenter",
    "look_bonus": "setting:BonusPresenter",
    "look_reveal": "reveal:RevealPresenter",
    "look_cards": "setting:OpenCardsPresenter",
    "look_sunrise": "setting:SunrisePresenter",
    "look_overview": "setting:OverviewPresenter",
    "look_draw": "draw:DrawPresenter",
    "look_power": "power:PowerPresenter",
    "look_question": "camera.question:QuestionPresenter",
    "look_together": "camera.together:TogetherPresenter",
    "look_mend": "mend:MendPresenter",
    "look_boards": "finished:SlateBoardsPresenter",
    "why": "why:WhyPresenter",
}
_HELP: Final = (
    (
        N_("A turn"),
        (
            N_("Each turn a night card is turned over. Everybody draws its two lines, all at once, or passes."),
            N_("Three piles of six cards: eighteen turns."),
            N_("After the first pile the bottom 2 rows are closed, after the second the bottom 4."),
            N_("What was drawn there keeps scoring."),
        ),
    ),
    (
        N_("Drawing"),
        (
            N_("A line joins two neighbouring stars, straight or diagonally."),
            N_("Turn the card any way you like, but never mirror it. Both lines, or none."),
            N_("Lines may cross and share stars. They never lie on each other."),
            N_("They touch no planet, creature, person or shooting star."),
        ),
    ),
    (
        N_("Constellations"),
        (
            N_("Lines that touch or cross belong together. 3 to 8 of them are a constellation."),
            N_("Each size from 3 to 8 scores its number of lines once: 33 points at most."),
            N_("1 or 2 lines, or 9 and more, score nothing and count for nothing."),
            N_("A planet scores 1 for each constellation next to it."),
        ),
    ),
    (
        N_("Shooting stars"),
        (
            N_("On a shooting star card you may draw a diagonal of 1, 2 or 3."),
            N_("It touches nothing that is there, and nothing may touch it afterwards."),
            N_("It scores its length."),
        ),
    ),
    (
        N_("Bonus cards"),
        (
            N_("The point bonus pays at the end for each copy of its shape."),
            N_("The power bonus acts at once when its shape is complete, if you like."),
            N_("Shapes may be turned, never mirrored. A line serves each bonus once."),
        ),
    ),
    (
        N_("This screen"),
        (
            N_("Draw a finger from star to star, or tap two stars. Tap a line: it goes."),
            N_("Dotted lines are what may come next. Numbers are the lines of each group."),
            N_("At the table photograph the slate: you are asked only where it matters."),
            N_("The four squares have the camera read all boards at once, without a touch."),
            N_("Any line of any turn can be put right: tap it."),
        ),
    ),
)


_CARDS: Final = {"look_draw": 1, "look_question": 1, "why": 2, "look_power": 4, "look_cards": 4, "look_bonus": 4,
                 "look_mend": 5}  # fmt: skip
"""Screen -> the rule card that fits it."""
_TOLD: Final = {
    "look_slates": N_("Everybody takes another slate. Tap the one that lies before this player."),
    "look_bonus": N_("Turn over one point bonus and one power bonus. The marked ones are good to begin with."),
    "look_reveal": N_("Turn over the top card of the pile. Tap the same one here, or draw its two lines."),
    "look_sunrise": N_("The sun closes the rows at the bottom. Plan further up."),
    "look_question": N_("The camera is not sure. Say what you see on the slate."),
}
"""Screen -> what the table tells."""
_POWER: Final = ACTIONS["power"]
_OTHER_LINE: Final = N_("Now the other line: tap a dotted one.")
_DONE: Final = N_("Tap Done: the lines count. Undo is at the top.")


class LookAtTheStarsApp(AppGame):
    """The screens follow the phases; the sun, a power and a doubtful line come before more drawing."""

    name = "look_at_the_stars"
    steps = _STEPS
    driver = "pi_app.games.look_at_the_stars.autoplay:LookAutoplay"
    simulated = "pi_app.games.look_at_the_stars.camera.simulated:Boards"
    sketch = "pi_app.games.look_at_the_stars.sketch:slates"
    disputes = "pi_app.games.look_at_the_stars.camera.disputes:dispute"
    corrections = "pi_app.games.look_at_the_stars.mend:StarsCorrections"
    explains_rows = True
    emblem = "pi_app.games.look_at_the_stars.ui.emblem:paint"
    traveller = "pi_app.presenters.shapes:shooting_star"
    bot_reasons = REASONS
    action_words = ACTIONS
    later_passes = True
    rule_cards = _HELP
    told = _TOLD
    bots_at_table = True
    rare_rows = frozenset({"constellation.9", "constellation.10"})
    rule_drawings = DRAWINGS
    step_names = words.STEPS
    broken_rules = words.RULES
    row_names = words.ROW_NAMES
    short_row_names = words.SHORT_ROW_NAMES

    def row_words(self, row: str) -> str:
        """A constellation by its size, too."""
        kind, _dot, size = row.partition(".")
        return _("Constellation of {size} lines").format(size=size) if size else super().row_words(kind)

    def short_row_words(self, row: str) -> str:
        """The number of lines of a constellation."""
        kind, _dot, size = row.partition(".")
        return size or super().short_row_words(kind)

    def screen(self, nav: Navigator) -> str:
        """The phase's screen, as the player on the screen needs it."""
        from pi_app.games.look_at_the_stars.camera.question import open_questions
        from pi_app.games.look_at_the_stars.camera.together import waiting_people
        from pi_app.steps.hands_free import is_together

        state: StarsState = nav.state
        if state.phase in (Phase.REVEAL, Phase.DRAW) and piles_played(state) > desk_of(nav).suns:
            return "look_sunrise"
        if state.phase is not Phase.DRAW:
            return _PHASES[state.phase]
        seat = seat_shown(nav)
        if state.slates[seat].fresh:
            return "look_power"
        if is_together(nav, waiting_people(nav)):
            return "look_together"
        return "look_question" if open_questions(nav, seat) else "look_draw"

    def past_screen(self, nav: Navigator) -> str:
        """All slates, once every player has one; looking back nobody is asked for anything."""
        state: StarsState = nav.state
        return "look_overview" if all(slate.slate for slate in state.slates) else _PHASES[state.phase]

    def help_card(self, nav: Navigator) -> int:
        """The rule card that fits the screen; shooting stars have their own."""
        screen = nav.screen
        if screen == "look_draw" and nav.state.cards[-1].startswith("S"):
            return 3
        return _CARDS.get(screen, 0)

    def guide(self, nav: Navigator) -> str | None:
        """The step of a first game: how lines are drawn, what a power is; other screens say all by themselves."""
        screen = self.screen(nav)
        if screen == "look_power":
            return _(_POWER[1])
        if screen != "look_draw":
            return ""
        if nav.state.cards[-1].startswith("S"):
            return None
        count = len(draft_of(nav, seat_shown(nav)).lines)
        return (None, _(_OTHER_LINE), _(_DONE))[min(count, 2)]

    def people_look(self, nav: Navigator) -> bool:
        """Whether the sun is rising: bots wait until people have seen it."""
        return self.screen(nav) == "look_sunrise"

    def lamps(self, nav: Navigator) -> int:
        """How far the night has come: one for three turns."""
        turn = max(1, len(nav.state.cards))
        return 1 + (turn - 1) * 6 // TURNS

    def choices(self, digital: bool) -> tuple[Choice, ...]:
        """The one question of the rule book's silence that changes many scores: which copies of the bonus pay."""
        return (self.asked("point_copies"),)

    def rows(self, nav: Navigator) -> tuple[str, ...]:
        """Constellations by size, planets, shooting stars, both bonuses."""
        from pi_app.games.look_at_the_stars.why import rows_of

        return rows_of(nav)

    def reason_of(self, row: str, receipt: Receipt) -> str:
        """What paid, in a few words."""
        return words.reason_words(receipt.rule, receipt.count)

    def can_explain(self, nav: Navigator, seat: int) -> bool:
        """Once the slate lies before them."""
        state: StarsState = nav.open_table.state
        return bool(state.slates[seat].slate)

    def pad_page(self) -> tuple[str, str]:
        """The finished slates fill the pad."""
        return "look_boards", _("From the boards")

    def accepted_words(self, count: int) -> str:
        """Drawings."""
        return ngettext("{n} drawing accepted against the rules", "{n} drawings accepted against the rules", count)

    def notes(self, nav: Navigator) -> tuple[str, ...]:
        """And what was put right."""
        corrected = sum(entry.corrected_by is not None for entry in nav.open_table.replay.entries)
        words = ngettext("{n} turn put right", "{n} turns put right", corrected).format(n=corrected)
        return (*super().notes(nav), *((words,) if corrected else ()))


APP = LookAtTheStarsApp()
