"""The draw screen: one player's constellation, photographed or tapped star by star."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from msgspec.structs import replace

from engines.game import Violation
from engines.star_explorer.doubt import Question, questions
from engines.star_explorer.drawing import named
from engines.star_explorer.model import Draw, Face, StarExplorerState
from engines.star_explorer.rules import StarExplorer
from pi_app.games.star_explorer.pen import DiscDraft, drawn_stars, join_stars, tap_star, toggle_line
from pi_app.games.star_explorer.scene import DiscScene, DiscStage, Edge, Join, SceneLine, TapLine, TapStar, Tone, sky
from pi_app.games.star_explorer.tiles import TileCard, game_of, tile_card
from pi_app.i18n import _, ngettext, roman
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wording import points_words
from pi_app.steps.draft import DraftStep
from pi_app.steps.presenter import on
from pi_app.steps.view import MAX_PROBLEMS, Part, Seat, SeatTab, SeatTabs, StepView, Words

_PANEL_DP: Final = 216


class TileHero(Part, frozen=True):
    """The tile that is drawn, and the faces that pay this round: its own and the last one's."""

    WIDGET: ClassVar = "pi_app.games.star_explorer.ui.stars:TileHeroBox"
    card: TileCard
    previous: Face


class DrawPresenter(DraftStep[DiscDraft]):
    """One player's constellation by finger or camera; both end in the same `draw` action."""

    WAITS_FOR_CAMERA = False
    TOGETHER = True

    # What is drawn ---------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The player on the screen: the one chosen, else the first who has not drawn."""
        waiting, chosen = self.waiting(), self.nav.place.seat
        return chosen if chosen in waiting else waiting[0]

    @property
    def draft(self) -> DiscDraft:
        """The drawing so far."""
        return self.nav.own(DiscDraft)

    def put(self, draft: DiscDraft) -> None:
        """Keep the drawing; once the table is asked, no star is chosen."""
        asked = draft.accepting or draft.giving_up
        self.nav.keep(replace(draft, chosen=None) if asked else draft, seat=self.seat)

    def blank(self) -> DiscDraft:
        return DiscDraft()

    def action(self, draft: DiscDraft | None = None) -> Draw:
        """The drawing as an action."""
        now = draft or self.draft
        return Draw(seat=self.seat, lines=now.lines, stars=now.stars)

    def waiting(self) -> list[int]:
        return [seat for seat in game_of(self.nav).to_move(self.nav.state) if isinstance(seat, int)]

    def is_empty(self, draft: DiscDraft) -> bool:
        """Whether neither a line nor a star is drawn."""
        return not (draft.lines or draft.stars)

    def questions(self) -> list[Question]:
        """The doubtful lines whose answers change the score."""
        return questions_of(self.nav, self.seat, self.draft)

    def doubts(self, draft: DiscDraft) -> int:
        """How many lines nobody has answered for."""
        return len(draft.doubts)

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """The disc; beside it the tile, how far the drawing is, what is wrong with it, and the ways on."""
        state, seat, draft = self.nav.state, self.seat, self.draft
        tile = game_of(self.nav).tiles[state.seats[seat].tile or ""]
        found = self.nav.open_table.check(self.action())
        errors = [v for v in found if v.severity == "error"]
        warned = [v for v in found if v.severity == "warning"]
        tabs = seat_tabs(state, seat)
        # The question lists what is broken; beside it the panel has no room for the same with large text.
        wrong, doubtful = self.broken_words(errors), self.broken_words(warned)
        problems = () if draft.accepting and errors else self.problems(wrong, doubtful)
        begun = not self.is_empty(draft) or self.nav.camera.busy is not None
        return StepView(
            frame=self.nav.frame(
                _("{name} draws").format(name=state.players[seat]),
                _("Round {numeral}").format(numeral=roman(state.round)),
            ),
            stage=DiscStage(draft_scene(self.nav, seat, draft, errors)),
            seats=SeatTabs(tabs) if tabs else None,
            hero=TileHero(tile_card(tile), previous_face(self.nav, seat)),
            panel=(
                *((Words(self._progress(tile.size), "muted"),) if begun and len(problems) < MAX_PROBLEMS else ()),
                *problems,
                self.camera_row(),
                *self.ways(errors),
            ),
            pending=self.pending(errors),
            panel_dp=_PANEL_DP,
        )

    def _played(self) -> StarExplorerState:
        table = self.nav.open_table
        played: StarExplorerState = table.game.play(table.state, self.action())
        return played

    def _points(self) -> str:
        """What the drawing as it is pays this round."""
        return points_words(round_points(self.nav, self._played(), self.seat, self.nav.state.round))

    def _progress(self, size: int) -> str:
        fading = self._played().seats[self.seat].drawings[-1].fading
        drawn = _("{n} of {size} stars").format(n=len(drawn_stars(self.draft)), size=size)
        return f"{drawn} · {_fading_words(fading)}"

    def done_words(self) -> str:
        """The points that the drawing is worth."""
        if self.is_empty(self.draft):
            return _("Nothing is drawn yet")
        return _("Done: {points}").format(points=self._points())

    def give_up_words(self) -> str:
        """To draw nothing, with the points that it pays."""
        return _("Draw nothing: {points}").format(points=self._points())

    def cost_words(self) -> str:
        """Who draws nothing in which round for how many points."""
        state = self.nav.state
        return _("{name} draws nothing in round {numeral}: {points} for it.").format(
            name=state.players[self.seat], numeral=roman(state.round), points=self._points()
        )

    def by_hand_words(self) -> str:
        """The stars can be tapped."""
        return _("Photograph again, or tap the stars.")

    # What a finger does ----------------------------------------------------------------------------------------

    @on(Seat)
    def choose_seat(self, seat: int) -> None:
        """Show another player's drawing: one still to make, or one that is done."""
        if any(tab.seat == seat and tab.done for tab in seat_tabs(self.nav.state, self.seat)):
            self.nav.open_page("why", seat=seat, row=f"round.{self.nav.state.round}")
        else:
            self.show_seat(seat)

    def show_seat(self, seat: int) -> None:
        """Show the drawing that player has still to make."""
        if seat != self.seat:
            self.nav.keep(DiscDraft(), seat=seat)

    @on(TapStar)
    def tap_star(self, star: int) -> None:
        """A star was tapped."""
        self.put(tap_star(self.mended(), star))

    @on(Join)
    def join(self, a: int, b: int) -> None:
        """A finger was drawn from star to star."""
        self.put(join_stars(self.mended(), a, b))

    @on(TapLine)
    def tap_edge(self, a: int, b: int) -> None:
        """A line was tapped: one of this drawing goes; one of an earlier round is put right from the scores alone."""
        if (a, b) in self.draft.lines:
            self.put(replace(toggle_line(self.mended(), (a, b)), chosen=None))

    def can_look(self, seat: int) -> bool:
        """Also where the tiles are dealt on the screen: a board can be drawn on all the same."""
        return self.nav.camera.can_look(seat)

    def take_in(self, seat: int, draft: DiscDraft) -> None:
        """The drawing that the camera has read; one of another player than the one on the screen is let go."""
        if seat == self.seat:
            self.put(draft)


def questions_of(nav: Navigator, seat: int, draft: DiscDraft) -> list[Question]:
    """The questions that a drawing still has, whether or not they are being asked."""
    table = nav.open_table
    return _questions(table.game, table.state, seat, draft) if draft.doubts else []


@lru_cache(maxsize=4)
def _questions(game: StarExplorer, state: StarExplorerState, seat: int, draft: DiscDraft) -> list[Question]:
    doubtful = [(d.a, d.b, d.p) for d in draft.doubts]
    sure = [(a, b, 1.0) for a, b in draft.lines if all((a, b) != (d.a, d.b) for d in draft.doubts)]
    return questions(game, state, seat, sure + doubtful, doubtful, draft.stars)


def seat_tabs(state: StarExplorerState, seat: int) -> tuple[SeatTab, ...]:
    """The players as tabs; nobody needs tabs alone."""
    if len(state.players) == 1:
        return ()
    return tuple(
        SeatTab(i, name, i == seat, any(d.round == state.round for d in state.seats[i].drawings))
        for i, name in enumerate(state.players)
    )


def previous_face(nav: Navigator, seat: int) -> Face:
    """The tile that lies under this round's one: last round's back, or the start tile."""
    state = nav.state
    player = state.seats[seat]
    earlier = [d for d in player.drawings if d.round < state.round]
    if earlier:
        return game_of(nav).tiles[earlier[-1].tile].back
    pack = game_of(nav).pack
    start = next(t for t in pack.start_tiles if t.id == player.start_tile)
    return Face(start.sides[player.start_side or 0].type, start.sides[player.start_side or 0].value)


def round_points(nav: Navigator, state: StarExplorerState, seat: int, number: int) -> int:
    """What a player scores in a round in that state."""
    rows = game_of(nav).score(state).players[seat].rows
    return sum(row.points for row in rows if row.row == f"round.{number}")


def draft_scene(nav: Navigator, seat: int, draft: DiscDraft, errors: list[Violation]) -> DiscScene:
    """The disc in this round with earlier lines, the drawing so far, and what is wrong with it."""
    disc = game_of(nav).disc
    state = nav.state
    used = frozenset(s for d in state.seats[seat].drawings for s in d.stars)
    visible = disc.visible(state.round)
    wrong_stars, wrong_lines = named(errors)
    doubtful = {(d.a, d.b) for d in draft.doubts}
    earlier = [SceneLine(a, b, "earlier") for d in state.seats[seat].drawings for a, b in d.lines]
    now = [SceneLine(a, b, _tone((a, b), wrong_lines, doubtful)) for a, b in draft.lines]
    guessed = [SceneLine(a, b, "doubt") for a, b in sorted(doubtful - set(draft.lines))]
    return DiscScene(
        sky=sky(disc.layout, disc.layout.step_deg * (state.round - 1), visible, visible - used),
        lines=(*earlier, *now, *guessed),
        chosen=draft.chosen,
        wrong=tuple(sorted(wrong_stars)),
        lone=draft.stars,
        photo=draft.photo,
        photo_at=nav.camera.photo_at(draft.photo) if draft.photo else None,
    )


def _tone(line: Edge, wrong: set[Edge], doubtful: set[Edge]) -> Tone:
    if line in doubtful:
        return "doubt"
    return "wrong" if line in wrong else "now"


def _fading_words(fading: int) -> str:
    return ngettext("{n} fading", "{n} fading", fading).format(n=fading) if fading else _("none fading")
