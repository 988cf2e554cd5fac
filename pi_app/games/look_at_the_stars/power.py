"""The power bonus: earned just now, used at once or done without."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import Final

from msgspec.structs import replace

from engines.look_at_the_stars.model import DeclinePower, Slate, StarsState, UsePower
from engines.look_at_the_stars.powers import closed_rows, offers, uses
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.scoring import total
from engines.look_at_the_stars.slate.lattice import line_names, point_names
from pi_app.games.look_at_the_stars.cards import CardPane, bonus_card, box_of, rules_of
from pi_app.games.look_at_the_stars.desk import desk_of, drop_draft, store_desk
from pi_app.games.look_at_the_stars.draw import PANEL_DP
from pi_app.games.look_at_the_stars.scene import SceneLine, SceneObject, SlateScene, SlateStage, badges, ordered
from pi_app.games.look_at_the_stars.setting import whole_scene
from pi_app.games.look_at_the_stars.slate_step import TurnStep
from pi_app.games.look_at_the_stars.words import turn_words, where_words
from pi_app.i18n import _
from pi_app.presenters.wording import points_words
from pi_app.steps.presenter import does, on
from pi_app.steps.view import StepView, Tap, Use

POINTS_OF: Final = {"line": 2, "star": 2}
"""Power -> how many points say where it is drawn, if not one."""


class PowerPresenter(TurnStep):
    """Where the power is drawn: a tap proposes, a second one on the button does it."""

    @property
    def power(self) -> str:
        """The open power."""
        return box_of(self.nav).power(self.state.power_bonus)

    def _offers(self) -> tuple[tuple[int, int], ...]:
        return offers_of(rules_of(self.nav), self.state, self.seat)

    @property
    def copies(self) -> tuple[int, ...]:
        """The complete copies that earn the power, each once."""
        return tuple(dict.fromkeys(copy for copy, _ in self._offers()))

    @property
    def offer(self) -> tuple[int, int]:
        """The copy that is used, and the places its power may take: of all its spaces, until one of them is begun."""
        copies = self.copies
        copy = copies[self.draft.copy % len(copies)]
        spaces = [places for of, places in self._offers() if of == copy]
        begun = [space for space in spaces if set(self.draft.at) <= set(point_names(space))]
        return copy, reduce(or_, begun if len(spaces) > 1 else spaces)

    def action(self) -> UsePower:
        """The power as proposed."""
        return UsePower(line_names(self.offer[0]), self.draft.at, seat=self.seat)

    @property
    def whole(self) -> bool:
        """Whether the place is said."""
        return len(self.draft.at) == POINTS_OF.get(self.power, 1)

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """The slate with every place that the power may take, the card, and what it allows."""
        state, seat = self.state, self.seat
        count, card = len(self.copies), bonus_card(self.nav, state.power_bonus)
        another = _("Another copy ({n} of {all})").format(n=self.draft.copy % count + 1, all=count)
        return StepView(
            frame=self.nav.frame(
                _("{name}: power bonus").format(name=state.players[seat]), turn_words(len(state.cards))
            ),
            stage=SlateStage(self._scene()),
            seats=self.seats(),
            hero=CardPane(card, card.title, card.words, where_words(self.power)),
            panel=(
                *((Tap(does(self.next_copy), another, icon="turn"),) if count > 1 else ()),
                Tap(does(self.decline), _("Do without"), icon="cross", role="destructive"),
                Tap(Use(), self._use_words(), icon="check", role="progress", on=self.whole),
            ),
            panel_dp=PANEL_DP,
        )

    def _after(self) -> Slate:
        if not self.whole:
            return self.state.slates[self.seat]
        return rules_of(self.nav).play(self.state, self.action()).slates[self.seat]

    def _use_words(self) -> str:
        if not self.whole:
            return _("Use it")
        points = total(box_of(self.nav), self._after(), self.state.point_bonus, self.state.options)
        return _("Use it: {points} in all").format(points=points_words(points))

    def _scene(self) -> SlateScene:
        scene = whole_scene(self.nav, self.seat, closed_rows(self.state))
        copy, places = self.offer
        paying = set(line_names(copy))
        lines = [SceneLine(x.a, x.b, "paid" if x.line in paying else x.tone) for x in scene.lines]
        lines += [SceneLine(a, b, "paid") for a, b in paying if all((a, b) != line.line for line in lines)]
        at, power = self.draft.at, self.power
        if power == "line":
            new = [SceneLine(*ordered(*at), "now")] if self.whole else []
            ghosts = line_names(places)
            live = {end for line in ghosts for end in line}
            return replace(
                scene,
                lines=(*lines, *new),
                badges=badges(self._after()),
                ghosts=() if self.whole else ghosts,
                live=tuple(sorted(live)),
                chosen=at[0] if len(at) == 1 else None,
            )
        spots = tuple(dict.fromkeys(name for use in uses(power, places) for name in use))
        things = (*scene.objects, *(SceneObject(power, name, "now") for name in at))
        return replace(scene, lines=tuple(lines), objects=things, badges=badges(self._after()), spots=spots, live=spots)

    # What a finger does ----------------------------------------------------------------------------------------

    def tap_point(self, point: str) -> None:
        """A point was tapped: the power is proposed there; of two points the one tapped again goes."""
        at, wanted = self.draft.at, POINTS_OF.get(self.power, 1)
        if point in at:
            at = tuple(name for name in at if name != point)
        elif self.power == "line" and len(at) == 1:
            self.join(at[0], point)
            return
        else:
            at = (*at[-(wanted - 1) :], point) if wanted > 1 and len(at) < wanted else (point,)
        self.put(replace(self.draft, at=at))

    def join(self, a: str, b: str) -> None:
        """A finger was drawn from point to point: that is where the line goes."""
        if self.power == "line" and ordered(a, b) in line_names(self.offer[1]):
            self.put(replace(self.draft, at=ordered(a, b)))
        elif self.power != "line":
            self.tap_point(b)

    def tap_line(self, a: str, b: str) -> None:
        """A line was tapped: a possible one is proposed."""
        self.join(a, b)

    @on("another")
    def next_copy(self) -> None:
        """Use another copy of the shape."""
        self.put(replace(self.draft, copy=(self.draft.copy + 1) % len(self.copies), at=()))

    @on(Use)
    def use(self) -> None:
        """Draw it there."""
        if self.whole:
            self._act(self.action())

    @on()
    def decline(self) -> None:
        """Do without it."""
        self._act(DeclinePower(seat=self.seat))

    def _act(self, action: UsePower | DeclinePower) -> None:
        seat = self.seat
        store_desk(self.nav, replace(desk_of(self.nav), seat=seat))
        drop_draft(self.nav, seat)
        self.nav.act(action)


@lru_cache(maxsize=16)
def offers_of(game: LookAtTheStars, state: StarsState, seat: int) -> tuple[tuple[int, int], ...]:
    """The complete copies of the power bonus, each with the places where its power may be drawn."""
    return tuple(offers(game.box, state, state.slates[seat]))
