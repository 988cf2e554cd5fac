"""The draw screen: one player's lines for the night card, photographed or drawn with a finger."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

import msgspec
from msgspec.structs import replace

from engines.game import Violation
from engines.look_at_the_stars import legal
from engines.look_at_the_stars.constellations import FEWEST, MOST, MOST_WITH_NOVA, groups
from engines.look_at_the_stars.lattice import LINE_BIT, point_names
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
from pi_app.games.look_at_the_stars.cards import QUARTERS, ShapeCard, bonus_card, box_of, night_card, rules_of
from pi_app.games.look_at_the_stars.desk import (
    Draft,
    desk_of,
    draft_of,
    drop_draft,
    keep_desk,
    put_draft,
    seat_shown,
    store_desk,
)
from pi_app.games.look_at_the_stars.scene import SceneLine, SceneStar, SlateScene, Tone, badges, ordered
from pi_app.games.look_at_the_stars.setting import whole_scene
from pi_app.games.look_at_the_stars.words import full_words, large_words, rule_words, small_words, turn_words
from pi_app.i18n import _, ngettext
from pi_app.presenters.eye import camera_words
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.tabs import SeatTab
from pi_app.presenters.wording import points_words

BOTH: Final = 2


class DrawView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's drawing as far as it goes."""

    frame: Frame
    seat: int
    tabs: tuple[SeatTab, ...]
    scene: SlateScene
    card: ShapeCard
    fits: str
    """In how many places the card fits, or what is still to be drawn."""
    point_bonus: ShapeCard
    power_bonus: ShapeCard
    broken: tuple[str, ...]
    hints: tuple[str, ...]
    done: str
    blocked: bool
    """Whether rules are broken that the table must accept first."""
    possible: bool
    """Whether it is still that player's turn, and no photograph is on its way."""
    accepting: bool
    camera: str
    can_photograph: bool
    busy: bool
    trouble: tuple[str, ...]
    """Why a photograph could not be read, and the way on."""
    ask: str
    erase: str
    can_erase: bool
    accept_title: str
    accept: str
    reject: str


class DrawPresenter:
    """A drawing by finger or camera; both end in the same action."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    # What is drawn ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> StarsState:
        """The present state."""
        state: StarsState = self.nav.state
        return state

    @property
    def seat(self) -> int:
        """The player on the screen."""
        return seat_shown(self.nav)

    @property
    def to_act(self) -> bool:
        """Whether that player has still to act; else the others are waited for."""
        return self.seat in self.state.waiting

    @property
    def draft(self) -> Draft:
        """The drawing so far."""
        return draft_of(self.nav, self.seat)

    @property
    def shooting(self) -> bool:
        """Whether the night card is a shooting star."""
        return box_of(self.nav).is_shooting_star(self.state.cards[-1])

    def action(self, draft: Draft | None = None) -> StarsAction:
        """The drawing as an action; nothing drawn is a pass."""
        return action_of(draft or self.draft, self.seat)

    def errors(self) -> list[Violation]:
        """The rules that are broken now."""
        if not self.to_act:
            return []
        return [v for v in self.nav.open_table.check(self.action()) if v.severity == "error"]

    def possible_actions(self) -> tuple[StarsAction, ...]:
        """Everything the player may draw."""
        return legal_drawings(rules_of(self.nav), self.state, self.seat)

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> DrawView:
        """What the screen shows."""
        state, draft, seat, eye = self.state, self.draft, self.seat, self.nav.eye
        errors = self.errors()
        after = self._slate(draft, errors)
        counts = bonus_counts(rules_of(self.nav), state, after)
        return DrawView(
            frame=self.nav.frame(
                _("{name} draws").format(name=state.players[seat]), turn_words(len(state.cards), TURNS)
            ),
            seat=seat,
            tabs=seat_tabs(state, seat),
            scene=self._scene(draft, errors, after),
            card=night_card(self.nav, state.cards[-1], desk_of(self.nav).turned),
            fits=self._fits(draft),
            point_bonus=bonus_card(self.nav, state.point_bonus, counts),
            power_bonus=bonus_card(self.nav, state.power_bonus),
            broken=tuple(dict.fromkeys(rule_words(v.rule, v.message) for v in errors))
            if _whole(draft) or draft.accepting
            else (),
            hints=hints_of(state, after, draft),
            done=self._done_words(draft, after),
            blocked=bool(errors),
            possible=self.to_act and eye.busy is None,
            accepting=draft.accepting and bool(errors),
            camera=camera_words(eye, seat),
            can_photograph=not self.nav.open_table.digital and eye.can_look(seat) and not eye.busy,
            busy=eye.busy is not None,
            trouble=(eye.trouble, _("Photograph again, or draw with a finger.")) if eye.trouble else (),
            ask=_("{n} open questions").format(n=len(draft.doubts)) if draft.doubts and draft.looking else "",
            erase=_("Erase"),
            can_erase=draft != Draft(),
            accept_title=_("Does the table accept this drawing?"),
            accept=_("Accept it"),
            reject=_("Change it"),
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
            ghosts=self._ghosts(draft),
            live=self._live(draft),
            reach=3 if self.shooting else 1,
            diagonal=self.shooting,
        )

    def _ghosts(self, draft: Draft) -> tuple[Line, ...]:
        """The lines that may be drawn next: from the chosen point, or beside the first line."""
        if draft.star is not None or len(draft.lines) >= BOTH or not (draft.lines or draft.chosen):
            return ()
        found = set[Line]()
        for action in self.possible_actions():
            found.update(line for line in next_lines(action, draft) if draft.chosen is None or draft.chosen in line)
        return tuple(sorted(found))

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

    def _done_words(self, draft: Draft, after: Slate) -> str:
        if not self.to_act:
            return _("Waiting for the others")
        if not draft.lines and draft.star is None:
            return _("Pass")
        points = total(box_of(self.nav), after, self.state.point_bonus, self.state.options)
        return _("Done: {points} in all").format(points=points_words(points))

    # What a finger does ----------------------------------------------------------------------------------------

    def choose_seat(self, seat: int) -> None:
        """Show another player's drawing: one still to make, or one that is done."""
        if seat in self.state.waiting and seat not in self.nav.bots_of(self.nav.open_table.game_id):
            keep_desk(self.nav, replace(desk_of(self.nav), seat=seat))
        else:
            self.nav.open_page("why", seat=seat)

    def explain_cards(self) -> None:
        """Show the open bonus cards, large, with their words."""
        self.nav.open_page("look_cards")

    def turn(self) -> None:
        """Turn the card by a quarter."""
        desk = desk_of(self.nav)
        keep_desk(self.nav, replace(desk, turned=(desk.turned - 1) % QUARTERS))

    def _put(self, draft: Draft) -> None:
        put_draft(self.nav, self.seat, draft)

    def _mending(self) -> Draft:
        return replace(self.draft, mending=bool(self.draft.doubts))

    def tap_point(self, point: str) -> None:
        """A point was tapped: it is chosen, or joined to the chosen one."""
        draft = self.draft
        if draft.chosen is None or draft.chosen == point:
            self._put(replace(draft, chosen=point if draft.chosen is None else None))
        else:
            self.join(draft.chosen, point)

    def join(self, a: str, b: str) -> None:
        """A finger was drawn from point to point."""
        self._put(joined(self._mending(), a, b, self.shooting))

    def tap_line(self, a: str, b: str) -> None:
        """A line was tapped: one of this drawing goes, a possible one comes, an older one is opened to be corrected."""
        draft = self.draft
        line = ordered(a, b)
        if line in draft.lines or line in self._ghosts(draft):
            self._put(toggled(self._mending(), line))
        elif draft.star is not None and set(draft.star) == {a, b}:
            self._put(replace(self._mending(), star=None))
        else:
            self.nav.open_page("look_mend", seat=self.seat, own={"line": [a, b]})

    def erase(self) -> None:
        """Begin again."""
        self.nav.eye.forget()
        self._put(Draft())

    def done(self) -> None:
        """Put the drawing into the game, unless a doubt matters or rules are broken: then the table is asked first."""
        from pi_app.games.look_at_the_stars.question import questions_of

        errors = self.errors()
        if self.draft.mending and questions_of(self.nav, self.seat, self.draft):
            self._put(replace(self.draft, mending=False))
        elif any(not v.overrulable for v in errors):
            self.nav.warn(partial(rule_words, errors[0].rule, errors[0].message))
            self.nav.changed()
        elif errors:
            self._put(replace(self.draft, accepting=True, chosen=None))
        else:
            self._commit(())

    def accept(self) -> None:
        """The table accepts the drawing against the rules."""
        self._commit(tuple(dict.fromkeys(v.rule for v in self.errors())))

    def reject(self) -> None:
        """The table wants to change the drawing."""
        self._put(replace(self.draft, accepting=False))

    def _commit(self, overruled: tuple[str, ...]) -> None:
        draft, seat = self.draft, self.seat
        store_desk(self.nav, replace(desk_of(self.nav), seat=seat))
        if self.nav.act(self.action(draft), source=draft.source, overruled=overruled):
            if draft.source == "camera":
                self.nav.eye.confirmed(seat, draft)
            drop_draft(self.nav, seat)
            self.nav.eye.forget()
            self.nav.changed()

    # The camera ------------------------------------------------------------------------------------------------

    def photograph(self) -> None:
        """Ask the camera; the screen goes on meanwhile, and `look` brings the reading."""
        self.nav.eye.look(self.seat, None)
        self.nav.changed()

    def ask(self) -> None:
        """Back to the questions."""
        self._put(replace(self.draft, looking=False, mending=False))

    def press(self, seat: int) -> None:
        """A seat's button: photograph that slate; with a drawing on the screen, it is done."""
        if self.state.phase is not Phase.DRAW or seat not in self.state.waiting or self.nav.eye.busy:
            return
        if seat == self.seat and self.draft != Draft():
            self.done()
        elif self.nav.eye.can_look(seat) and not self.nav.open_table.digital:
            self.choose_seat(seat)
            self.photograph()

    def look(self) -> bool:
        """Take in a reading that has arrived; called several times a second while the camera is busy."""
        seen = self.nav.eye.poll()
        if seen is not None and isinstance(seen.draft, Draft) and seen.seat in self.state.waiting:
            put_draft(self.nav, seen.seat, seen.draft)
            return True
        if self.nav.eye.busy is None:
            self.nav.changed()
        return False


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
        photo_at=nav.eye.photo_at(draft.photo) if draft.photo else None,
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


def seat_tabs(state: StarsState, seat: int) -> tuple[SeatTab, ...]:
    """The players as tabs; nobody needs tabs alone."""
    if len(state.players) == 1:
        return ()
    return tuple(
        SeatTab(i, name, i == seat, state.phase is Phase.DRAW and i not in state.waiting)
        for i, name in enumerate(state.players)
    )


def hints_of(state: StarsState, after: Slate, draft: Draft) -> tuple[str, ...]:
    """What a beginner should hear about groups: those too large or full; those too small that were drawn now.

    In the last pile all that are too small: there is not much time left for them.
    """
    new = sum(1 << LINE_BIT[line] for line in draft.lines)
    late = len(state.cards) > TURNS - PILE
    found, small = [], 0
    for group in groups(after.drawn, after.objects):
        if group.size < FEWEST:
            small += bool(late or (len(draft.lines) >= BOTH and group.lines & new))
        elif not group.constellation:
            found.append(large_words(group.size))
        elif group.lines & new and group.size == (MOST_WITH_NOVA if group.nova else MOST):
            found.append(full_words(group.size))
    return (*found, small_words(small)) if small else tuple(found)


def bonus_counts(game: LookAtTheStars, state: StarsState, slate: Slate) -> int:
    """How many copies of the point bonus the slate holds."""
    from engines.look_at_the_stars.scoring import slate_rows

    rows = slate_rows(game.box, slate, state.point_bonus, state.options)
    return next(len(row.receipt) for row in rows if row.row == "point_bonus")
