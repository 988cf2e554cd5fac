"""Why every point was paid, and how a line of any round is put right: the round score and the pages of the sheet."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from engines.game import Receipt
from engines.star_explorer.disc import line_of
from engines.star_explorer.drawing import named
from engines.star_explorer.model import Draw, Drawing, EndRound, StarExplorerState
from pi_app.games.star_explorer.scene import (
    DiscScene,
    DiscStage,
    Edge,
    Join,
    SceneLine,
    TapLine,
    TapStar,
    Tone,
    sky,
)
from pi_app.games.star_explorer.tiles import game_of
from pi_app.games.star_explorer.words import ROUNDS, part_words
from pi_app.i18n import _, ngettext, roman
from pi_app.presenters.better import better_tap
from pi_app.presenters.pending import Pending
from pi_app.steps.correction import Change, CorrectionStep, question
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Board, Next, Part, Reasons, SeatPoints, StepView, Tap, Words
from pi_app.steps.why import WhyStep
from pi_app.table.session import Placed

BONUS_ROWS: Final = ("unfaded", "central", "axis", "rim")


_PANEL_DP: Final = 236


class WhyPresenter(WhyStep, CorrectionStep):
    """One player's row of the score sheet: tap a reason and what paid lights up; tap the disc to put it right."""

    LEFT: ClassVar = {"receipt": None, "chosen": None, "edge": None}

    # What is shown ---------------------------------------------------------------------------------------------

    @property
    def at_round_end(self) -> bool:
        """Whether this is the score of the round just drawn, with the way on."""
        return self.nav.place.page is None

    @property
    def row_name(self) -> str:
        """The row that is shown."""
        return self.nav.place.row or f"round.{self.nav.state.round}"

    @property
    def drawing(self) -> Drawing | None:
        """The drawing of the row; None for a row of the end of the game."""
        if not self.row_name.startswith("round."):
            return None
        number = int(self.row_name.removeprefix("round."))
        return next((d for d in self.nav.state.seats[self.seat].drawings if d.round == number), None)

    def view(self) -> StepView:
        """The disc with what paid lit up, and the reasons; at the end of a round with the way on."""
        drawing, name = self.drawing, self.nav.open_table.players[self.seat]
        hint = _("A line is wrong? Tap it, or tap two stars.") if drawing else _("A line is wrong? Tap it.")
        reasons = self.reasons(
            lambda paid: part_words(paid.rule.rpartition(".")[2]), lambda index: self._part_type(drawing, index)
        )
        fading = _fading(drawing, self.nav.open_table.digital)
        return StepView(
            frame=self.nav.frame(_("{name}: {what}").format(name=name, what=self.nav.app.row_words(self.row_name))),
            tabs=() if self.at_round_end else self._tabs(),
            stage=Board(
                DiscStage(self._scene(drawing, self.lit())),
                Words(hint, "muted"),
                None if self._photo(drawing) is None else self.nav.place.photo,
            ),
            seats=self.seats(1),
            panel=(
                Reasons(reasons),
                *((Words(fading, "ask"),) if fading else ()),
                *(better_tap(self.nav) if self.at_round_end else ()),
                *((Tap(Next(), self._next_words(), icon="next", role="progress"),) if self.at_round_end else ()),
            ),
            pending=self._pending(),
            panel_dp=_PANEL_DP,
        )

    def _tabs(self) -> tuple[Tap, ...]:
        state = self.nav.state
        drawn = max((d.round for s in state.seats for d in s.drawings), default=0)
        names = [f"round.{k}" for k in range(1, drawn + 1)] + list(BONUS_ROWS[1:])
        return self.row_tabs(names)

    def _part_type(self, drawing: Drawing | None, index: int) -> str:
        if drawing is None or index > 1:
            return ""
        return game_of(self.nav).tiles[drawing.tile].front.type if index == 0 else drawing.previous.type

    def _next_words(self) -> str:
        return _("Final score") if self.nav.state.round == ROUNDS else _("Next round")

    def _scene(self, drawing: Drawing | None, lit: tuple[Receipt, ...]) -> DiscScene:
        stars, lines = named(lit)
        photo = self._photo(drawing) if self.nav.place.photo else None
        pending = self.nav.place.edge
        disc = game_of(self.nav).disc
        mine = self.nav.state.seats[self.seat].drawings
        shown: list[SceneLine] = []
        for other in mine:
            base: Tone = "now" if drawing is None or other.round == drawing.round else "earlier"
            shown += [SceneLine(a, b, _tone((a, b), pending, lines, base)) for a, b in other.lines]
        if pending is not None and all((line.a, line.b) != pending for line in shown):
            shown.append(SceneLine(*pending, "doubt"))
        if drawing is None:
            everything = frozenset(disc.stars)
            heaven = sky(disc.layout, 0.0, everything, everything, bare=True)
        else:
            used = frozenset(s for d in mine if d.round != drawing.round for s in d.stars)
            visible = disc.visible(drawing.round)
            heaven = sky(disc.layout, disc.layout.step_deg * (drawing.round - 1), visible, visible - used)
        return DiscScene(
            sky=heaven,
            lines=tuple(shown),
            chosen=self.nav.place.chosen,
            ringed=tuple(sorted(stars)),
            fixed=drawing is None,
            photo=photo,
            photo_at=self.nav.camera.photo_at(photo) if photo else None,
        )

    def _photo(self, drawing: Drawing | None) -> str | None:
        if drawing is None:
            return None
        return self.nav.camera.newest(self.nav.open_table.game_id, self.seat, drawing.round)

    @on(Next)
    def go_on(self) -> None:
        """From the round score to the marker, or after the last round to the final score."""
        if self.nav.state.round == ROUNDS:
            self.nav.act(EndRound(seat=self.nav.state.marker or 0))
        else:
            self.nav.keep(RoundEnd(turning=True), edge=None, chosen=None)

    # Putting right ---------------------------------------------------------------------------------------------

    @on(TapStar)
    def tap_star(self, star: int) -> None:
        """The second of two stars makes (or takes away) the line between them."""
        first = self.nav.place.chosen
        if first is None or first == star:
            self.nav.move(chosen=None if first == star else star, edge=None)
        else:
            self.join(first, star)

    @on(Join)
    def join(self, a: int, b: int) -> None:
        """Two stars were named: the line is put in, or taken out, at once where nothing else suffers."""
        line = line_of(a, b)
        if not self.at_once(self._without_or_with(line)):
            self.nav.move(edge=line, chosen=None)

    @on(TapLine)
    def tap_edge(self, a: int, b: int) -> None:
        """A line was tapped: ask whether it goes, in whichever round it was drawn."""
        for drawing in self.nav.state.seats[self.seat].drawings:
            if (a, b) in drawing.lines:
                self.nav.move(row=f"round.{drawing.round}", edge=(a, b), chosen=None, receipt=None)

    def cancel(self) -> None:
        self.nav.move(edge=None, chosen=None)

    def _placed(self) -> Placed[StarExplorerState, Draw] | None:
        drawing = self.drawing
        found = [p for p in self.nav.open_table.past("draw") if p.action.seat == self.seat]
        return next((p for p in found if drawing and p.before.round == drawing.round), None)

    def _without_or_with(self, line: Edge) -> Change | None:
        """The drawing on the screen without that line, or with it where it is not there."""
        placed = self._placed()
        if placed is None:
            return None
        old = tuple(line_of(*pair) for pair in placed.action.lines)
        lines = tuple(x for x in old if x != line) if line in old else tuple(sorted((*old, line)))
        touched = {s for pair in lines for s in pair}
        stars = tuple(s for s in placed.action.stars if s not in touched)
        return Change(placed.line, replace(placed.action, lines=lines, stars=stars))

    def wished(self) -> Change | None:
        """The line that waits for a second tap."""
        line = self.nav.place.edge
        return None if line is None else self._without_or_with(line)

    def settle(self, line: int) -> None:
        """Nothing is chosen any more."""
        self.nav.move(edge=None, chosen=None, receipt=None)

    def _pending(self) -> Pending | None:
        line, drawing = self.nav.place.edge, self.drawing
        if line is None:
            return None
        if drawing is not None and line in drawing.lines:
            asked, confirm = _("Take this line away?"), _("Take it away")
        else:
            asked, confirm = _("Put this line in?"), _("Put it in")
        return question(self.nav, self.preview(), asked, confirm, _("Leave it"))


def _tone(line: Edge, pending: Edge | None, paid: set[Edge], base: Tone) -> Tone:
    if line == pending:
        return "gone"
    return "paid" if line in paid else base


def _fading(drawing: Drawing | None, digital: bool) -> str:
    if drawing is None or drawing.fading == 0:
        return ""
    n = drawing.fading
    if digital:
        return ngettext("{n} 3-point star fades.", "{n} of the 3-point stars fade.", n).format(n=n)
    return ngettext("Cross off {n} 3-point star.", "Cross off {n} of the 3-point stars.", n).format(n=n)


class RoundEnd(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far the end of the round has come; kept beside the record."""

    turning: bool = False
    """Whether the points have been read, and hands turn discs and tiles."""


class TurnStage(Part, frozen=True):
    """What everybody scored, who receives the marker (`chosen`), and the disc that turns to its next numeral."""

    WIDGET: ClassVar = "pi_app.games.star_explorer.ui.marker:TurnBox"
    points: tuple[SeatPoints, ...]
    numeral: str


class MarkerPresenter(StepPresenter):
    """Turn the discs, flip the tiles, pass the marker."""

    def _end(self) -> EndRound:
        return EndRound(seat=self.nav.state.marker or 0)

    @property
    def marker(self) -> int:
        """Who receives the marker."""
        return game_of(self.nav).play(self.nav.state, self._end()).marker or 0

    def view(self) -> StepView:
        """The end of a round: who gets the marker, and what the hands do."""
        state, sheet, marker = self.nav.state, self.nav.open_table.sheet, self.marker
        numeral = roman(state.round + 1)
        row = f"round.{state.round}"
        points = [sum(r.points for r in p.rows if r.row == row) for p in sheet.players]
        digital = self.nav.open_table.digital
        turn = _("The discs turn to {numeral}.") if digital else _("Turn your disc to {numeral}.")
        flip = _("The tiles are flipped over.") if digital else _("Flip your tile over.")
        steps = [Words(turn.format(numeral=numeral), "bold", icon="turn"), Words(flip, "bold", icon="redo")]
        if len(state.players) > 1:
            steps.append(Words(_marker_words(state, marker), "bold", icon="star"))
        return StepView(
            frame=self.nav.frame(_("End of round {numeral}").format(numeral=roman(state.round))),
            stage=TurnStage(
                tuple(SeatPoints(i, n, points[i], i == marker) for i, n in enumerate(state.players)), numeral
            ),
            panel=(
                *steps,
                Tap(does(self.look_again), _("Look at the points again"), icon="sheet"),
                Tap(Next(), _("Begin round {numeral}").format(numeral=numeral), icon="next", role="progress"),
            ),
            panel_dp=340,
        )

    @on("points")
    def look_again(self) -> None:
        """Back to the points of the round."""
        self.nav.keep(RoundEnd())

    @on(Next)
    def go_on(self) -> None:
        """End the round."""
        self.nav.act(self._end())


def _marker_words(state: StarExplorerState, marker: int) -> str:
    name = state.players[marker]
    if marker == state.marker:
        return _("{name} keeps the first-player marker.").format(name=name)
    return _("The first-player marker goes to {name}.").format(name=name)
