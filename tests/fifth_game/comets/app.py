"""Comets on the screens."""

from __future__ import annotations

from typing import Any

from comets.model import ROUNDS
from comets.words import N_, _
from engines.game import NATURE
from pi_app.games.app_game import AppGame, Choice
from pi_app.presenters.navigator import Navigator


class CometsApp(AppGame):
    """A number falls, everybody writes it."""

    name = "comets"
    steps = {
        "comets_fall": "steps:FallPresenter",
        "comets_write": "steps:WritePresenter",
        "why": "steps:WhyPresenter",
    }
    explains_rows = True
    driver = "comets.autoplay:CometsAutoplay"
    sketch = "comets.sketch:trails"
    simulated = "comets.simulated:Boards"
    action_words = {
        "roll": (N_("say which number fell"), N_("Roll a die, and tap its number.")),
        "write": (N_("write the number"), N_("Tap the trail that the number goes to: trails should never fall.")),
    }
    rule_cards = (
        (
            N_("A round"),
            (
                N_("A die falls. Everybody writes its number into one of three trails."),
                N_("After nine rounds all trails are full."),
            ),
        ),
        (
            N_("Points"),
            (
                N_("A full trail that never falls pays the sum of its numbers."),
                N_("Three trails that pay bring a bonus."),
            ),
        ),
    )
    points_card = 1

    def screen(self, nav: Navigator) -> str:
        """Who is to act says it."""
        moving = nav.open_table.game.to_move(nav.state)
        if not moving:
            return "final"
        return "comets_fall" if moving[0] == NATURE else "comets_write"

    def lamps(self, nav: Navigator) -> int:
        """How many numbers have fallen."""
        return 1 + len(nav.state.fallen) * 5 // ROUNDS

    def step_words(self, kind: str, player: str | None, action: dict[str, Any]) -> str:
        """What an undo would take back."""
        if kind == "roll":
            return _("number {n}").format(n=action["number"])
        return _("{name} wrote").format(name=player or "") if kind == "write" else kind

    def rule_words(self, rule: str, fallback: str) -> str:
        """A broken rule in a few words."""
        return _("That trail is full") if rule == "comets.write.room" else fallback

    def choices(self, digital: bool) -> tuple[Choice, ...]:
        """What the bonus is worth."""
        return (Choice("bonus", _("Bonus for three trails"), (("five", "5"), ("ten", "10"))),)

    def bots(self) -> tuple[str, ...]:
        """A wild one and a greedy one."""
        return ("random", "greedy")

    def row_words(self, row: str) -> str:
        """A trail by its number."""
        return _("Bonus") if row == "sky" else _("Trail {n}").format(n=row.removeprefix("trail."))

    def short_row_words(self, row: str) -> str:
        """A numeral, or a star for the bonus."""
        return "+" if row == "sky" else row.removeprefix("trail.")

    def corrected_rows(self, nav: Navigator, seat: int) -> frozenset[str]:
        """The trails that a corrected number was moved to."""
        return frozenset(
            f"trail.{action.trail + 1}"
            for entry, action in zip(nav.open_table.replay.entries, nav.open_table.replay.actions, strict=True)
            if entry.corrected_by is not None and entry.seat == seat
        )


APP = CometsApp()
