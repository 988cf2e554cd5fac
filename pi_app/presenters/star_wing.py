"""Star Explorer on the screens."""

from __future__ import annotations

from typing import Any, Final

from engines.star_explorer.model import Phase, StarExplorerState
from hardware.lights import Scene as LightScene
from pi_app.i18n import N_, _
from pi_app.presenters import wording
from pi_app.presenters.navigator import Navigator

_TITLE: Final = N_("Star Explorer")
_PHASES: Final[dict[Phase, str]] = {
    Phase.FIRST_PLAYER: "first_player",
    Phase.START_TILE: "start_tile",
    Phase.SIZE: "size",
    Phase.SEVEN: "seven",
    Phase.REVEAL: "reveal",
    Phase.DRAW: "draw",
    Phase.ROUND_END: "round",
    Phase.OVER: "final",
}


class StarWing:
    """The screens of Star Explorer follow its phases; a doubtful line comes before more drawing."""

    def title(self) -> str:
        """The game's name."""
        return _(_TITLE)

    def screen(self, nav: Navigator) -> str:
        """The phase's screen."""
        from pi_app.presenters.question import open_questions

        state: StarExplorerState = nav.state
        screen = _PHASES[state.phase]
        return "question" if screen == "draw" and open_questions(nav) else screen

    def light(self, nav: Navigator) -> LightScene:
        """The round."""
        return LightScene("finished") if nav.open_table.over else LightScene("round", nav.state.round)

    def step_words(self, kind: str, player: str | None, action: dict[str, Any]) -> str:
        """What an undo would take back."""
        return wording.step_words(kind, player, action)

    def rule_words(self, rule: str, fallback: str) -> str:
        """A broken rule in a few words."""
        return wording.rule_words(rule, fallback)
