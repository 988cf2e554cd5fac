"""The draw screen: one player's lines for the night card, photographed or drawn with a finger."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from engines.game import Violation
from engines.look_at_the_stars import legal
from engines.look_at_the_stars.doubt import Detection, Question, questions
from engines.look_at_the_stars.model import (
    PILE,
    TURNS,
    Draw,
    DrawShootingStar,
    Line,
    Pass,
    Phase,
    Slate,
    StarsAction,
    StarsState,
)
from engines.look_at_the_stars.powers import closed_rows, stars_of
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.scoring import total
from engines.look_at_the_stars.slate.constellations import MAX_LINES, MAX_LINES_WITH_NOVA, MIN_LINES, groups
from engines.look_at_the_stars.slate.lattice import LINE_BIT, point_names
from pi_app.games.look_at_the_stars.cards import (
    QUARTERS,
    OpenCards,
    TurnCard,
    bonus_card,
    box_of,
    night_card,
    rules_of,
)
from pi_app.games.look_at_the_stars.desk import Draft, desk_of, drop_draft, keep_desk, put_draft
from pi_app.games.look_at_the_stars.scene import (
    SceneLine,
    SceneStar,
    SlateScene,
    SlateStage,
    Tone,
    badges,
    ordered,
)
from pi_app.games.look_at_the_stars.setting import whole_scene
from pi_app.games.look_at_the_stars.slate_step import TurnStep
from pi_app.games.look_at_the_stars.words import full_words, large_words, small_words, turn_words
from pi_app.i18n import _, ngettext
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wording import points_words
from pi_app.steps.draft import DraftStep
from pi_app.steps.presenter import on
from pi_app.steps.view import StepView

PANEL_DP: Final = 390
BOTH: Final = 2


class DrawPresenter(TurnStep, DraftStep[Draft]):
    """A drawing by finger or camera; both end in the same action."""

    TOGETHER = True

    # What is drawn ---------------------------------------------------------------------------------------------

    @property
    def to_act(self) -> bool:
        """Whether that player has still to act; else the others are waited for."""
        return self.seat in self.state.waiting

    @property
    def shooting(self) -> bool:
        """Whether the night card is a shooting star."""
        return box_of(self.nav).is_shooting_star(self.state.cards[-1])

    def action(self, draft: Draft | None = None) -> StarsAction:
        """The drawing as an action; nothing drawn is a pass."""
        return action_of(draft or self.draft, self.seat)

    def blank(self) -> Draft:
        return Draft()

    def waiting(self) -> tuple[int, ...]:
        return self.state.waiting if self.state.phase is Phase.DRAW else ()

    def is_empty(self, draft: Draft) -> bool:
        return not draft.lines and draft.star is None

    def questions(self) -> list[Question]:
        return questions_of(self.nav, self.seat, self.draft)

    def doubts(self, draft: Draft) -> int:
        return len(draft.doubts)

    def drop(self) -> None:
        drop_draft(self.nav, self.seat)

    def errors(self) -> list[Violation]:
        return super().errors() if self.to_act else []

    def possible_actions(self) -> tuple[StarsAction, ...]:
        """Everything the player may draw."""
        return legal_drawings(rules_of(self.nav), self.state, self.seat)

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """The slate, the night card, the bonus cards, what is wrong, and the way on."""
        state, draft, seat = self.state, self.draft, self.seat
        errors = self.errors()
        after = self._slate(draft, errors)
        counts = bonus_counts(rules_of(self.nav), state, after)
        broken = self.broken_words(errors) if _whole(draft) or draft.accepting else ()
        return StepView(
            frame=self.nav.frame(_("{name} draws").format(name=state.players[seat]), turn_words(len(state.cards))),
            stage=SlateStage(self._scene(draft, errors, after)),
            seats=self.seats(),
            hero=OpenCards(
                night_card(self.nav, state.cards[-1], desk_of(self.nav).turned),
                self._fits(draft),
                bonus_card(self.nav, state.point_bonus, counts),
                bonus_card(self.nav, state.power_bonus),
            ),
            panel=(*self.problems(broken, hints_of(state, after, draft)), self.camera_row(), *self.ways(errors)),
            pending=self.pending(errors),
            panel_dp=PANEL_DP,
        )

    def _slate(self, draft: Draft, errors: list[Violation]) -> Slate:
        """The slate with the drawing on it, as far as it can be one."""
        if not self.to_act or isinstance(action := self.action(draft), Pass) or any(not v.overrulable for v in errors):
            return self.state.slates[self.seat]
        return rules_of(self.nav).play(self.state, action).slates[self.seat]

    def _scene(self, draft: Draft, errors: list[Violation], after: Slate) -> SlateScene:
        return replace(
            drawing_scene(self.nav, self.seat, draft, errors),
            badges=badges(after),
            ghosts=ghosts_of(self.possible_actions(), draft),
            live=self._live(draft),
            reach=3 if self.shooting else 1,
            diagonal=self.shooting,
        )

    def _live(self, draft: Draft) -> tuple[str, ...]:
        """The points a finger may choose: at the table every star, on the screen those that lead somewhere."""
        if not self.to_act:
            return ()
        slate = self.state.slates[self.seat]
        if not self.nav.open_table.digital:
            return point_names(stars_of(box_of(self.nav), slate))
        found = {end for line in draft.lines for end in line} | set(draft.star or ())
        for action in self.possible_actions():
            found.update(end for line in next_lines(action, draft) for end in line)
        return tuple(sorted(found))

    def _fits(self, draft: Draft) -> str:
        if not self.to_act:
            return ""
        if self.shooting:
            return _("a diagonal of 1, 2 or 3")
        if len(draft.lines) == 1:
            return _("Now the other line")
        count = sum(isinstance(action, Draw) for action in self.possible_actions())
        return ngettext("fits in {n} place", "fits in {n} places", count).format(n=count)

    def done_words(self) -> str:
        """The points in all, or why there is no way on yet."""
        draft = self.draft
        if not self.to_act:
            return _("Waiting for the others")
        if self.is_empty(draft):
            return _("Nothing is drawn yet")
        after = self._slate(draft, self.errors())
        points = total(box_of(self.nav), after, self.state.point_bonus, self.state.options)
        return _("Done: {points} in all").format(points=points_words(points))

    def give_up_words(self) -> str:
        return _("Pass: draw nothing")

    def cost_words(self) -> str:
        return _("{name} draws nothing for this card.").format(name=self.state.players[self.seat])

    def by_hand_words(self) -> str:
        return _("Photograph again, or draw with a finger.")

    # What a finger does ----------------------------------------------------------------------------------------

    @on(TurnCard)
    def turn(self) -> None:
        """Turn the card by a quarter."""
        desk = desk_of(self.nav)
        keep_desk(self.nav, replace(desk, turned=(desk.turned - 1) % QUARTERS))

    def tap_point(self, point: str) -> None:
        """A point was tapped: it is chosen, or joined to the chosen one."""
        draft = self.draft
        if draft.chosen is None or draft.chosen == point:
            self.put(replace(draft, chosen=point if draft.chosen is None else None))
        else:
            self.join(draft.chosen, point)

    def join(self, a: str, b: str) -> None:
        self.put(joined(self.mended(), a, b, self.shooting))

    def tap_line(self, a: str, b: str) -> None:
        """A line was tapped: one of this drawing goes, a possible one comes; older ones are put right elsewhere."""
        draft = self.draft
        line = ordered(a, b)
        if line in draft.lines or line in ghosts_of(self.possible_actions(), draft):
            self.put(toggled(self.mended(), line))
        elif draft.star is not None and set(draft.star) == {a, b}:
            self.put(replace(self.mended(), star=None))

    # The camera ------------------------------------------------------------------------------------------------

    def show_seat(self, seat: int) -> None:
        self.choose_seat(seat)

    def take_in(self, seat: int, draft: Draft) -> None:
        """A reading of that seat's slate has come."""
        put_draft(self.nav, seat, draft)


# Drawings --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def legal_drawings(game: LookAtTheStars, state: StarsState, seat: int) -> tuple[StarsAction, ...]:
    """Every drawing, shooting star and pass that is legal for the seat now."""
    if state.phase is not Phase.DRAW or seat not in state.waiting or state.slates[seat].fresh:
        return ()
    return tuple(legal.legal_actions(game.box, state, seat))


def action_of(draft: Draft, seat: int) -> StarsAction:
    """A draft as an action; nothing drawn is a pass."""
    if draft.star is not None:
        return DrawShootingStar(*draft.star, seat=seat)
    return Draw(draft.lines, seat=seat) if draft.lines else Pass(seat=seat)


def _whole(draft: Draft) -> bool:
    """Whether a hand has done what it was about to do: one line of two is no mistake yet."""
    return len(draft.lines) != 1 or draft.source == "camera"


def next_lines(action: StarsAction, draft: Draft) -> tuple[Line, ...]:
    """The lines by which a legal drawing goes on from a draft; of a shooting star its ends as one line."""
    if isinstance(action, DrawShootingStar):
        return () if draft.lines else ((action.head, action.tail),)
    if not isinstance(action, Draw) or not set(draft.lines) <= set(action.lines):
        return ()
    return tuple(line for line in action.lines if line not in draft.lines)


def ghosts_of(possible: tuple[StarsAction, ...], draft: Draft) -> tuple[Line, ...]:
    """The lines that may be drawn next: from the chosen point, or beside the first line."""
    if draft.star is not None or len(draft.lines) >= BOTH or not (draft.lines or draft.chosen):
        return ()
    lines = {line for action in possible for line in next_lines(action, draft)}
    return tuple(sorted(line for line in lines if draft.chosen is None or draft.chosen in line))


def joined(draft: Draft, a: str, b: str, shooting: bool) -> Draft:
    """The draft when a finger went from point to point: a shooting star, or a line put in or taken away."""
    if a == b:
        return replace(draft, chosen=None)
    if shooting:
        same = draft.star is not None and set(draft.star) == {a, b}
        doubts = tuple(d for d in draft.doubts if set(d.at) != {a, b})
        return replace(draft, star=None if same else (a, b), doubts=doubts, chosen=None, accepting=False)
    return toggled(draft, ordered(a, b))


def toggled(draft: Draft, line: Line) -> Draft:
    """The draft with the line put in, or taken away; its doubt is settled."""
    kept = tuple(x for x in draft.lines if x != line)
    lines = kept if len(kept) < len(draft.lines) else (*draft.lines, line)
    doubts = tuple(d for d in draft.doubts if d.at != line)
    return replace(draft, lines=lines, doubts=doubts, chosen=None, accepting=False)


def drawing_scene(nav: Navigator, seat: int, draft: Draft, errors: list[Violation]) -> SlateScene:
    """The slate with what was drawn before, the drawing so far, and what is wrong with it."""
    scene = whole_scene(nav, seat, closed_rows(nav.state))
    points, wrong = components(errors) if _whole(draft) else ((), set())
    doubtful = {d.at: d.kind for d in draft.doubts}
    now = [SceneLine(a, b, _tone((a, b), wrong, doubtful)) for a, b in draft.lines]
    now += [
        SceneLine(*at, "doubt") for at, kind in sorted(doubtful.items()) if kind == "line" and at not in draft.lines
    ]
    stars = [] if draft.star is None else [SceneStar(*draft.star, _tone(draft.star, wrong, doubtful))]
    stars += [SceneStar(*at, "doubt") for at, kind in doubtful.items() if kind != "line" and at != draft.star]
    return replace(
        scene,
        lines=(*scene.lines, *now),
        stars=(*scene.stars, *stars),
        chosen=draft.chosen,
        wrong=points,
        photo=draft.photo,
        photo_at=nav.camera.photo_at(draft.photo) if draft.photo else None,
    )


def _tone(at: tuple[str, str], wrong: set[Line], doubtful: dict[tuple[str, str], str]) -> Tone:
    if at in doubtful:
        return "doubt"
    return "wrong" if ordered(*at) in wrong else "now"


def components(violations: list[Violation]) -> tuple[tuple[str, ...], set[Line]]:
    """The points and the lines that violations name."""
    points, lines = dict[str, None](), set[Line]()
    for name in (c for v in violations for c in v.components):
        kind, _colon, rest = name.partition(":")
        a, dash, b = rest.partition("-")
        if kind in ("line", "shooting_star") and dash:
            lines.add(ordered(a, b))
        elif kind not in ("card", "slate", "group"):
            points[a] = None
    return tuple(points), lines


def hints_of(state: StarsState, after: Slate, draft: Draft) -> tuple[str, ...]:
    """What a beginner should hear about groups: those too large or full; those too small that were drawn now.

    In the last pile all that are too small: there is not much time left for them.
    """
    new = sum(1 << LINE_BIT[line] for line in draft.lines if line in LINE_BIT)  # a finger may join any two points
    late = len(state.cards) > TURNS - PILE
    found, small = [], 0
    for group in groups(after.drawn, after.objects):
        if group.size < MIN_LINES:
            small += bool(late or (len(draft.lines) >= BOTH and group.lines & new))
        elif not group.constellation:
            found.append(large_words(group.size))
        elif group.lines & new and group.size == (MAX_LINES_WITH_NOVA if group.nova else MAX_LINES):
            found.append(full_words(group.size))
    return (*found, small_words(small)) if small else tuple(found)


def bonus_counts(game: LookAtTheStars, state: StarsState, slate: Slate) -> int:
    """How many copies of the point bonus the slate holds."""
    from engines.look_at_the_stars.scoring import slate_rows

    rows = slate_rows(game.box, slate, state.point_bonus, state.options)
    return next(len(row.receipt) for row in rows if row.row == "point_bonus")


# Doubts ----------------------------------------------------------------------------------------------------------


def questions_of(nav: Navigator, seat: int, draft: Draft) -> list[Question]:
    """The questions that a drawing still has, whether or not they are being asked."""
    return _questions(rules_of(nav), nav.state, seat, draft) if draft.doubts else []


@lru_cache(maxsize=8)
def _questions(game: LookAtTheStars, state: StarsState, seat: int, draft: Draft) -> list[Question]:
    doubtful = [Detection(d.kind, d.at, d.p) for d in draft.doubts]
    known = {d.at for d in draft.doubts}
    sure = [Detection("line", line, 1.0) for line in draft.lines if line not in known]
    if draft.star is not None and draft.star not in known:
        sure.append(Detection("shooting_star", draft.star, 1.0))
    return questions(game, state, seat, [*sure, *doubtful], doubtful)
