"""Star Explorer on the screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.game import NATURE, PlayerScore, Receipt
from engines.star_explorer.model import Phase, StarExplorerState
from engines.star_explorer.scoring import AXIS_POINTS, BANDS, RIM_POINTS, UNFADED_POINTS
from pi_app.games.app_game import AppGame, Choice, StartPage
from pi_app.games.star_explorer import words
from pi_app.games.star_explorer.rule_drawings import DRAWINGS
from pi_app.i18n import N_, _, ngettext, roman
from pi_app.paths import drafts
from pi_app.presenters.navigator import Navigator

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
_KINDS: Final[dict[Phase, str]] = {
    Phase.FIRST_PLAYER: "first_player",
    Phase.START_TILE: "choose_side",
    Phase.SIZE: "choose_size",
    Phase.SEVEN: "choose_seven",
    Phase.REVEAL: "reveal",
    Phase.DRAW: "draw",
    Phase.ROUND_END: "end_round",
}
"""Phase -> the kind of action that it waits for."""


_STEPS: Final = {
    "first_player": "setup:FirstPlayerPresenter",
    "start_tile": "setup:StartTilePresenter",
    "size": "tiles:SizePresenter",
    "seven": "tiles:SevenPresenter",
    "reveal": "tiles:RevealPresenter",
    "draw": "draw:DrawPresenter",
    "question": "camera.question:QuestionPresenter",
    "together": "camera.together:TogetherPresenter",
    "round": "score:WhyPresenter",
    "why": "score:WhyPresenter",
    "star_boards": "finished:DiscBoardsPresenter",
    "marker": "score:MarkerPresenter",
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
            N_("Score, turn the disc to the next numeral, flip the tile, pass the marker to whoever scored least."),
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
            N_("The four squares have the camera read all boards at once, without a touch."),
            N_("Undo is always at the top. Any line of any round can be put right from the score."),
        ),
    ),
)


class StarExplorerApp(AppGame):
    """The screens of Star Explorer follow its phases; a doubtful line comes before more drawing."""

    name = "star_explorer"
    steps = _STEPS
    driver = "pi_app.games.star_explorer.autoplay:StarAutoplay"
    simulated = "pi_app.games.star_explorer.camera.simulated:Boards"
    sketch = "pi_app.games.star_explorer.sketch:star_discs"
    disputes = "pi_app.games.star_explorer.camera.disputes:dispute"
    corrections = "pi_app.games.star_explorer.corrections:TileCorrections"
    bot_reasons = words.REASONS
    action_words = words.ACTIONS
    rule_cards = _HELP
    points_card = _POINTS
    printed = "pi_app.games.star_explorer.printed:StarSheet"
    pad_units = {"unfaded": UNFADED_POINTS, "axis": AXIS_POINTS, "rim": RIM_POINTS}
    pad_across = True
    bots_at_table = True
    level_words = N_("Level: write the fading stars of each, the fewest win. Empty: they share the victory.")
    rule_drawings = DRAWINGS
    step_names = words.STEPS
    broken_rules = words.RULES
    row_names = words.ROW_NAMES
    short_row_names = words.SHORT_ROW_NAMES

    def row_words(self, row: str) -> str:
        """A round by its numeral, too."""
        kind, _dot, number = row.partition(".")
        return _("Round {numeral}").format(numeral=roman(int(number))) if kind == "round" else super().row_words(row)

    def short_row_words(self, row: str) -> str:
        """A numeral for a round."""
        kind, _dot, number = row.partition(".")
        return roman(int(number)) if kind == "round" else super().short_row_words(row)

    def handicaps(self) -> tuple[tuple[int, str], ...]:
        """By the band of solo games that somebody usually reaches: what it ends below the last one that has an end."""
        most = BANDS[-1][0]
        bands = [(most - limit, _(_BANDS[band])) for band, (limit, _title) in enumerate(BANDS, start=1) if limit < most]
        return tuple((points, f"{words}: +{points}") for points, words in reversed(bands))

    def rooms(self) -> Mapping[str, str]:
        """The captured star map, put right."""
        return {"star_map": "pi_app.games.star_explorer.star_map:StarMapPresenter"}

    def start_pages(self) -> tuple[StartPage, ...]:
        """The captured star map that was worked on last."""
        return tuple(StartPage("star_map", _("Star map"), "star", str(folder)) for folder in drafts()[:1])

    def screen(self, nav: Navigator) -> str:
        """The phase's screen."""
        from pi_app.games.star_explorer.camera.question import open_questions
        from pi_app.games.star_explorer.camera.together import waiting_people
        from pi_app.games.star_explorer.score import RoundEnd
        from pi_app.steps.hands_free import is_together

        state: StarExplorerState = nav.state
        screen = _PHASES[state.phase]
        if screen == "round" and nav.own(RoundEnd).turning:
            return "marker"
        if screen != "draw":
            return screen
        if is_together(nav, waiting_people(nav)):
            return "together"
        return "question" if open_questions(nav) else screen

    def lamps(self, nav: Navigator) -> int:
        """One a round."""
        return int(nav.state.round)

    def choices(self, digital: bool) -> tuple[Choice, ...]:
        """How drawings are compared with tiles."""
        return (self.asked("shape_match"),)

    def options(self, digital: bool) -> dict[str, Any]:
        """On the screen the piles are dealt as well."""
        return {"piles": "dealt"} if digital else {}

    def kinds_now(self, nav: Navigator) -> dict[str, tuple[int, ...]]:
        """What the phase says: to list every drawing would take long."""
        kind = _KINDS.get(nav.state.phase)
        seats = tuple(seat for seat in nav.open_table.game.to_move(nav.state) if seat != NATURE)
        return {kind: seats} if kind else {}

    def guide(self, nav: Navigator) -> str | None:
        """The common one; while discs and tiles are turned, or the camera reads all discs, the screen says all."""
        return "" if self.screen(nav) in ("marker", "together") else None

    def people_look(self, nav: Navigator) -> bool:
        """The points of a round stand until somebody goes on."""
        return nav.state.phase == Phase.ROUND_END  # type: ignore[no-any-return]

    def reason_of(self, row: str, receipt: Receipt) -> str:
        """What paid, in a few words."""
        return words.part_words(receipt.rule.rpartition(".")[2])

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

    def rank(self, score: PlayerScore) -> tuple[int, ...]:
        """Points, then the fewest fading stars."""
        return -score.total, score.tiebreak.get("fading", 0)

    def verdict(self, nav: Navigator) -> str | None:
        """What a game alone is worth."""
        band = nav.open_table.sheet.band
        return None if band is None else _(_BANDS[band])

    def accepted_words(self, count: int) -> str:
        """Drawings."""
        return ngettext("{n} drawing accepted against the rules", "{n} drawings accepted against the rules", count)

    def help_card(self, nav: Navigator) -> int:
        """Drawing while they draw, points when they are counted, else a round."""
        return {Phase.DRAW: _DRAWING, Phase.ROUND_END: _POINTS, Phase.OVER: _POINTS}.get(nav.state.phase, 0)


APP = StarExplorerApp()
