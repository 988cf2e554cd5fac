"""Star Explorer on the screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engines.game import PlayerScore
from engines.registry import PAD
from engines.star_explorer.model import Phase, StarExplorerState
from hardware.lights import Scene as LightScene
from pi_app.i18n import N_, _, ngettext
from pi_app.presenters import wording
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wing import Choice, ScreenPlace, Topic

if TYPE_CHECKING:
    from pi_app.presenters.disputes import Dispute

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
_BONUS_ROWS: Final = ("unfaded", "central", "axis", "rim")


def _screen(module: str, screen: str, presenter: str) -> ScreenPlace:
    return ScreenPlace(f"pi_app.games.star_explorer.ui.{module}:{screen}", f"pi_app.games.star_explorer.{presenter}")


_WHY: Final = ScreenPlace("pi_app.ui.screens.why:WhyScreen", "pi_app.games.star_explorer.score:WhyPresenter")
_SCREENS: Final[dict[str, ScreenPlace]] = {
    "first_player": ScreenPlace(
        "pi_app.ui.screens.first_player:FirstPlayerScreen", "pi_app.games.star_explorer.setup:FirstPlayerPresenter"
    ),
    "start_tile": _screen("start_tile", "StartTileScreen", "setup:StartTilePresenter"),
    "size": _screen("size", "SizeScreen", "tiles:SizePresenter"),
    "seven": _screen("seven", "SevenScreen", "tiles:SevenPresenter"),
    "reveal": _screen("reveal", "RevealScreen", "tiles:RevealPresenter"),
    "draw": _screen("draw", "DrawScreen", "draw:DrawPresenter"),
    "question": _screen("question", "QuestionScreen", "question:QuestionPresenter"),
    "round": _WHY,
    "why": _WHY,
    "star_boards": ScreenPlace(
        "pi_app.ui.screens.finished:FinishedScreen", "pi_app.games.star_explorer.finished:DiscBoardsPresenter"
    ),
    "marker": _screen("marker", "MarkerScreen", "score:MarkerPresenter"),
}
_BANDS: Final = {
    1: N_("Stargazer"),
    2: N_("New observer"),
    3: N_("Expert of the sky"),
    4: N_("Explorer of the sky"),
    5: N_("In the footsteps of Copernicus"),
}
_DRAWING, _POINTS = 1, 3
"""Places of those cards below."""
_HELP: Final = (
    (
        N_("A round"),
        (
            N_("The holder of the marker picks a size. Everybody takes and reveals a tile of that size."),
            N_("All draw at once on the part of the disc that shows. Do not turn the disc while drawing."),
            N_("Score, turn the disc to the next numeral, flip the tile, pass the marker to who scored least."),
            N_("Six rounds. One tile is left over."),
        ),
    ),
    (
        N_("Drawing"),
        (
            N_("Join stars by lines, in the shape of your tile: turn it freely, never mirror it."),
            N_("Only fully visible stars, never Polaris, and each star in one constellation only."),
            N_("Lines never cross, not even lines of earlier rounds."),
            N_("You may leave out parts, but what you draw stays in one piece."),
        ),
    ),
    (
        N_("Fading stars"),
        (
            N_("For each star of the tile you leave out, cross off one 3-point star."),
            N_("All stars drawn but not all lines: cross off one in all."),
            N_("Beyond seven it costs no more points, but decides ties."),
        ),
    ),
    (
        N_("Points"),
        (
            N_("Each star of this tile's type: the points on this tile."),
            N_("Each star of the last tile's type: the points on the last tile as it lies now."),
            N_("Each line between the two types: both added."),
            N_("At the end: 3 for each 3-point star left, 1 a central star, 2 a line across the axis, 3 a rim star."),
        ),
    ),
    (
        N_("This screen"),
        (
            N_("Tap a star, then another: a line appears. Tap a line: it goes."),
            N_("Or photograph the board: the lines are read, and you are asked only where it matters."),
            N_("Undo is always at the top. Any line of any round can be put right from the score."),
        ),
    ),
)


class StarWing:
    """The screens of Star Explorer follow its phases; a doubtful line comes before more drawing."""

    def title(self) -> str:
        """The game's name."""
        return _(_TITLE)

    def screens(self) -> Mapping[str, ScreenPlace]:
        """The screens of its phases."""
        return _SCREENS

    def screen(self, nav: Navigator) -> str:
        """The phase's screen."""
        from pi_app.games.star_explorer.question import open_questions

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

    def seats(self) -> tuple[int, int]:
        """One to four."""
        return 1, 4

    def choices(self, digital: bool) -> tuple[Choice, ...]:
        """How drawings are compared with tiles."""
        shapes = (("exact", _("Exact shapes")), ("topology", _("Same connections")))
        return (Choice("shape_match", _("Drawings match the tile by"), shapes),)

    def options(self, digital: bool) -> dict[str, Any]:
        """On the screen the piles are dealt as well."""
        return {"piles": "dealt"} if digital else {}

    def people_look(self, nav: Navigator) -> bool:
        """The points of a round stand until somebody goes on."""
        return nav.state.phase == Phase.ROUND_END  # type: ignore[no-any-return]

    def bots(self) -> tuple[str, ...]:
        """A wild one and a greedy one."""
        return ("random", "greedy")

    def rows(self, nav: Navigator) -> tuple[str, ...]:
        """Six rounds, then the four rows of the end."""
        return (*(f"round.{k}" for k in range(1, wording.ROUNDS + 1)), *_BONUS_ROWS)

    def row_words(self, row: str) -> str:
        """A row in words."""
        return wording.row_words(row)

    def short_row_words(self, row: str) -> str:
        """A row in one short word."""
        return wording.short_row_words(row)

    def explained(self, row: str) -> bool:
        """All but the stars left uncrossed, which show on the board alone."""
        return row != "unfaded"

    def pad_page(self) -> tuple[str, str]:
        """The finished boards fill the rows of the end."""
        return "star_boards", _("From the boards")

    def corrected_rows(self, nav: Navigator, seat: int) -> frozenset[str]:
        """The rounds whose drawing was put right."""
        replay = nav.open_table.replay
        return frozenset(
            f"round.{before.round}"
            for entry, before in zip(replay.entries, replay.states[:-1], strict=True)
            if entry.corrected_by is not None and entry.seat == seat and entry.action.get("type") == "draw"
        )

    def dispute(self, nav: Navigator) -> Dispute | None:
        """A doubtful line, or one that is to be put right."""
        from pi_app.games.star_explorer.disputes import dispute

        return dispute(nav)

    def rank(self, score: PlayerScore) -> tuple[int, ...]:
        """Points, then the fewest fading stars."""
        return -score.total, score.tiebreak.get("fading", 0)

    def verdict(self, nav: Navigator) -> str | None:
        """What a game alone is worth."""
        band = nav.open_table.sheet.band
        return None if band is None else _(_BANDS[band])

    def notes(self, nav: Navigator) -> tuple[str, ...]:
        """Drawings that the table accepted against the rules."""
        accepted = len({o.n for o in nav.open_table.replay.overruled})
        if not accepted:
            return ()
        words = ngettext("{n} drawing accepted against the rules", "{n} drawings accepted against the rules", accepted)
        return (words.format(n=accepted),)

    def help_card(self, nav: Navigator) -> int:
        """Drawing while they draw, points when they are counted, else a round."""
        if nav.open_table.header.pack == PAD:
            return _POINTS
        return {Phase.DRAW: _DRAWING, Phase.ROUND_END: _POINTS, Phase.OVER: _POINTS}.get(nav.state.phase, 0)

    def help(self) -> tuple[Topic, ...]:
        """A round, drawing, fading stars, points, the screen."""
        return tuple(Topic(_(title), tuple(_(line) for line in lines)) for title, lines in _HELP)
