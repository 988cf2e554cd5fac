"""Why every point was paid: a row of a player's score pad on the slate and in words."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.game import Receipt
from engines.look_at_the_stars.model import Line, Slate, StarsState
from engines.look_at_the_stars.powers import closed_rows
from engines.look_at_the_stars.slate.constellations import groups
from engines.look_at_the_stars.slate.lattice import line_names
from pi_app.games.look_at_the_stars.cards import CardPane, ShapeCard, bonus_card
from pi_app.games.look_at_the_stars.scene import (
    SceneLine,
    SceneObject,
    SceneStar,
    SlateScene,
    SlateStage,
    TapLine,
    TapThing,
)
from pi_app.games.look_at_the_stars.setting import whole_scene
from pi_app.games.look_at_the_stars.words import ROWS, reason_words, rule_of_row
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Board, Part, Reasons, StepView, Tap, Words
from pi_app.steps.why import WhyStep

PANEL_DP: Final = 356
MAX_NAMED: Final = 2
"""With more players their tabs have no room for names."""


class WhyPresenter(WhyStep):
    """A player's points: tap a reason and what paid lights up; tap a line to put it right."""

    @property
    def row_name(self) -> str:
        """The row that is shown: the one chosen, else the first that paid."""
        if self.nav.place.row is not None:
            return self.nav.place.row
        rows = self.nav.open_table.sheet.players[self.seat].rows
        return next((row.row for row in rows if row.points), ROWS[0])

    def view(self) -> StepView:
        """The slate with what paid lit up, the reasons beside it."""
        photo = self._photo()
        name = self.nav.open_table.players[self.seat]
        reasons = self.reasons(lambda paid: reason_words(paid.rule, paid.count))
        return StepView(
            frame=self.nav.frame(_("{name}: {what}").format(name=name, what=self.nav.app.row_words(self.row_name))),
            tabs=self.row_tabs(rows_of(self.nav)),
            stage=Board(
                SlateStage(self._scene(self.lit(), photo)),
                Words(_("A line is wrong? Tap it."), "muted"),
                None if photo is None else self.nav.place.photo,
            ),
            seats=self.seats(MAX_NAMED),
            panel=(
                *self._rule(),
                Reasons(reasons) if reasons else Words(_("Nothing has scored here."), "bold"),
                Tap(does(self.look_at_turns), _("Turn by turn"), icon="clock"),
            ),
            panel_dp=PANEL_DP,
        )

    def _rule(self) -> tuple[Part, ...]:
        card, rule = self._card(), rule_of_row(self.row_name)
        if card is None:
            return (Words(rule, "muted"),) if rule else ()
        return (CardPane(card, words=rule),)

    def _card(self) -> ShapeCard | None:
        state: StarsState = self.nav.state
        if self.row_name == "point_bonus" and state.point_bonus:
            return bonus_card(self.nav, state.point_bonus)
        if self.row_name == "power_bonus" and state.power_bonus:
            return bonus_card(self.nav, state.power_bonus)
        return None

    def _photo(self) -> str | None:
        table = self.nav.open_table
        turns = range(len(self.nav.state.cards), 0, -1)
        found = (self.nav.camera.newest(table.game_id, self.seat, turn) for turn in turns)
        return next((name for name in found if name is not None), None)

    def _scene(self, lit: tuple[Receipt, ...], photo: str | None) -> SlateScene:
        state: StarsState = self.nav.state
        shown = photo if self.nav.place.photo else None
        scene = lit_scene(whole_scene(self.nav, self.seat, closed_rows(state)), state.slates[self.seat], lit)
        return replace(scene, photo=shown, photo_at=self.nav.camera.photo_at(shown) if shown else None)

    # What a finger does ----------------------------------------------------------------------------------------

    @on(TapLine)
    def mend_line(self, a: str, b: str) -> None:
        """Put that line right."""
        self.nav.open_page("look_mend", seat=self.seat, own={"line": [a, b]})

    @on(TapThing)
    def mend_thing(self, kind: str, at: str) -> None:
        """Put what a power drew there right."""
        self.nav.open_page("look_mend", seat=self.seat, own={"thing": [kind, at]})

    @on("turns")
    def look_at_turns(self) -> None:
        """Look at the turns one by one."""
        self.nav.open_page("look_mend", seat=self.seat)


def rows_of(nav: Navigator) -> tuple[str, ...]:
    """The rows of the pad, with the sizes that novas made where there are any."""
    scored = {row.row for player in nav.open_table.sheet.players for row in player.rows}
    large = tuple(row for row in ("constellation.9", "constellation.10") if row in scored)
    return (*ROWS[:6], *large, *ROWS[6:])


def lit_scene(scene: SlateScene, slate: Slate, receipts: tuple[Receipt, ...]) -> SlateScene:
    """The scene with everything that paid lit up."""
    lines, points, things, stars = _paid(slate, receipts)
    shown = [SceneLine(x.a, x.b, "paid" if x.line in lines else x.tone) for x in scene.lines]
    shown += [SceneLine(a, b, "paid") for a, b in sorted(lines) if all(x.line != (a, b) for x in scene.lines)]
    return replace(
        scene,
        lines=tuple(shown),
        stars=tuple(SceneStar(s.head, s.tail, "paid" if (s.head, s.tail) in stars else s.tone) for s in scene.stars),
        objects=tuple(SceneObject(o.kind, o.at, "paid" if (o.kind, o.at) in things else o.tone) for o in scene.objects),
        ringed=tuple(sorted(points)),
    )


def _paid(
    slate: Slate, receipts: tuple[Receipt, ...]
) -> tuple[set[Line], set[str], set[tuple[str, str]], set[tuple[str, str]]]:
    """The lines, ringed points, objects and shooting stars that receipts name."""
    by_label = {group.label: group for group in groups(slate.drawn, slate.objects)}
    lines, points = set[Line](), set[str]()
    things, stars = set[tuple[str, str]](), set[tuple[str, str]]()
    for name in (c for receipt in receipts for c in receipt.components):
        kind, _colon, rest = name.partition(":")
        a, _dash, b = rest.partition("-")
        if kind == "line":
            lines.add((a, b))
        elif kind == "group" and name in by_label:
            lines.update(line_names(by_label[name].lines))
        elif kind == "shooting_star":
            stars.add((a, b))
        elif kind in ("planet", "star"):
            points.add(rest)
            things.add((kind, rest))
        elif kind != "card":
            things.add((kind, rest))
    return lines, points, things, stars
