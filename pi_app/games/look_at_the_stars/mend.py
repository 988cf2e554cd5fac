"""Putting a past turn right: tap what is wrong, tap where it lies; everything that it changes is said first."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from engines.errors import BadInput
from engines.game import IllegalAction
from engines.look_at_the_stars.lattice import line_names, point_names
from engines.look_at_the_stars.model import (
    TURNS,
    DeclinePower,
    Draw,
    Line,
    StarsAction,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import closed_rows, stars_of, uses
from pi_app.games.look_at_the_stars.cards import ShapeCard, bonus_card, box_of, night_card, rules_of
from pi_app.games.look_at_the_stars.carried import Offers, offers_after, places_of, with_carried
from pi_app.games.look_at_the_stars.desk import Draft
from pi_app.games.look_at_the_stars.draw import BOTH, action_of, joined, legal_drawings, next_lines, toggled
from pi_app.games.look_at_the_stars.past_turns import (
    Mend,
    Turn,
    draft_of_action,
    ordered_pair,
    places_of_turn,
    turn_of,
    whole,
    without,
)
from pi_app.games.look_at_the_stars.power import POINTS_OF, offers_of
from pi_app.games.look_at_the_stars.scene import SceneLine, SceneObject, SceneStar, SlateScene, ordered
from pi_app.games.look_at_the_stars.setting import whole_scene
from pi_app.games.look_at_the_stars.words import turn_words
from pi_app.i18n import _
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.receipts import consequences, corrected_words, few, overrulable
from pi_app.table import Correction, Placed

KINDS: Final = ("draw", "shooting_star", "pass", "power", "decline_power")


class MendView(msgspec.Struct, frozen=True, kw_only=True):
    """One past turn of one player."""

    frame: Frame
    seat: int
    scene: SlateScene
    card: ShapeCard
    hint: str
    consequences: tuple[str, ...]
    earlier: bool
    later: bool
    """Whether there are turns before and after it."""
    position: str
    put_right: str
    can_put_right: bool
    erase: str
    can_erase: bool
    leave: str


class MendPresenter:
    """One past turn: what is tapped goes, what is drawn comes; done at once where nothing else suffers."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    # Which turn ------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The player whose turns are shown."""
        return self.nav.place.seat or 0

    def turns(self) -> list[Turn]:
        """Everything that player did that counts now, in order."""
        replay = self.nav.open_table.replay
        return [
            Placed(entry.n, action, before)
            for entry, action, before in zip(replay.entries, replay.actions, replay.states[:-1], strict=True)
            if entry.seat == self.seat and entry.action.get("type") in KINDS
        ]

    @property
    def mend(self) -> Mend:
        """What is put right; begun at what was tapped."""
        mend, turns = self.nav.own(Mend), self.turns()
        if mend.begun or not turns:
            return mend
        turn = turn_of(turns, mend)
        draft = without(draft_of_action(turn.action), mend)
        return Mend(n=turn.line, draft=draft, begun=draft != draft_of_action(turn.action))

    @property
    def turn(self) -> Turn | None:
        """The turn that is shown; None where that player has done nothing yet."""
        turns, n = self.turns(), self.mend.n
        return next((turn for turn in turns if turn.line == n), turns[-1] if turns else None)

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> MendView:
        """What the screen shows."""
        mend, turn, turns = self.mend, self.turn, self.turns()
        name = self.nav.open_table.players[self.seat]
        place = next((i for i, other in enumerate(turns) if turn and other.line == turn.line), 0)
        preview = self.preview(mend) if mend.begun else None
        number = len(turn.before.cards) if turn else 0
        return MendView(
            frame=self.nav.frame(_("{name}: turn by turn").format(name=name), turn_words(number, TURNS)),
            seat=self.seat,
            scene=self._scene(mend, turn),
            card=self._card(turn),
            hint=self._hint(mend, turn),
            consequences=self._told(preview),
            earlier=place > 0,
            later=place + 1 < len(turns),
            position=f"{place + 1} / {len(turns)}" if turns else "",
            put_right=_("Put it right"),
            can_put_right=preview is not None and preview.after is not None,
            erase=_("Take away"),
            can_erase=bool(turn) and mend.draft != Draft(),
            leave=_("Leave it"),
        )

    def _card(self, turn: Turn | None) -> ShapeCard:
        state: StarsState = self.nav.state
        if turn is None:
            return ShapeCard(id="")
        if isinstance(turn.action, UsePower | DeclinePower):
            return bonus_card(self.nav, state.power_bonus)
        return night_card(self.nav, turn.before.cards[-1])

    def _hint(self, mend: Mend, turn: Turn | None) -> str:
        if turn is None:
            return _("Nothing has been drawn yet.")
        if self._offers(mend.draft, turn) and not mend.draft.at:
            return _("This completes the power bonus: tap where its power was drawn.")
        if mend.begun:
            return _("Tap where it lies on the slate.")
        return _("Tap what is wrong, or draw what is missing.")

    def _told(self, preview: Correction | None) -> tuple[str, ...]:
        if preview is None:
            return ()
        told = few(dict.fromkeys(consequences(self.nav, preview)))
        if not told and preview.after is not None:
            return (_("No points change."),)
        return told

    def _scene(self, mend: Mend, turn: Turn | None) -> SlateScene:
        state: StarsState = self.nav.state
        scene = whole_scene(self.nav, self.seat, closed_rows(state))
        if turn is None:
            return scene
        was, now = draft_of_action(turn.action), mend.draft
        lines = [x for x in scene.lines if x.line not in was.lines and x.line not in now.lines]
        lines += [SceneLine(*line, "gone") for line in was.lines if line not in now.lines]
        lines += [SceneLine(*line, "now") for line in now.lines]
        stars = [s for s in scene.stars if (s.head, s.tail) not in (was.star, now.star)]
        stars += [SceneStar(*star, "gone") for star in (was.star,) if star and star != now.star]
        stars += [SceneStar(*star, "now") for star in (now.star,) if star]
        scene = replace(scene, lines=tuple(lines), stars=tuple(stars), chosen=now.chosen)
        if isinstance(turn.action, UsePower | DeclinePower):
            return self._power_scene(scene, turn, was, now, places_of_turn(rules_of(self.nav), turn, self.seat))
        if found := self._offers(now, turn):
            return self._power_scene(scene, turn, was, now, places_of(found))
        shooting = self._shooting(turn)
        points = point_names(stars_of(box_of(self.nav), turn.before.slates[self.seat]))
        return replace(
            scene, ghosts=self._ghosts(mend, turn), live=points, reach=3 if shooting else 1, diagonal=shooting
        )

    def _power_scene(self, scene: SlateScene, turn: Turn, was: Draft, now: Draft, places: int) -> SlateScene:
        power = box_of(self.nav).power(turn.before.power_bonus)
        if power == "line":
            lines = [x for x in scene.lines if x.line not in (ordered_pair(was.at), ordered_pair(now.at))]
            lines += [SceneLine(*was.at, "gone")] if len(was.at) == BOTH and was.at != now.at else []
            lines += [SceneLine(*now.at, "now")] if len(now.at) == BOTH else []
            ghosts = line_names(places) if len(now.at) != BOTH else ()
            live = tuple(sorted({end for line in line_names(places) for end in line}))
            return replace(scene, lines=tuple(lines), ghosts=ghosts, live=live)
        things = [o for o in scene.objects if o.at not in was.at]
        things += [SceneObject(power, at, "gone") for at in was.at if at not in now.at]
        things += [SceneObject(power, at, "now") for at in now.at]
        spots = tuple(dict.fromkeys(name for use in uses(power, places) for name in use))
        return replace(scene, objects=tuple(things), spots=spots, live=tuple(dict.fromkeys((*spots, *was.at))))

    def _offers(self, draft: Draft, turn: Turn) -> Offers:
        """The copies that a drawing completes and of which no line of the record says what became of them."""
        if not isinstance(turn.action, Draw) or len(draft.lines) != BOTH or self._answered(turn):
            return ()
        return offers_after(rules_of(self.nav), turn.before, Draw(draft.lines, seat=self.seat))

    def _answered(self, turn: Turn) -> bool:
        """Whether a line of its own says what became of the power of that turn."""
        return any(
            isinstance(other.action, UsePower | DeclinePower) and len(other.before.cards) == len(turn.before.cards)
            for other in self.turns()
        )

    def _shooting(self, turn: Turn) -> bool:
        return box_of(self.nav).is_shooting_star(turn.before.cards[-1])

    def _ghosts(self, mend: Mend, turn: Turn) -> tuple[Line, ...]:
        draft = mend.draft
        if not mend.begun and draft.chosen is None:
            return ()
        if draft.star is not None or len(draft.lines) >= BOTH or not (draft.lines or draft.chosen):
            return ()
        found = set[Line]()
        for action in legal_drawings(rules_of(self.nav), turn.before, self.seat):
            found.update(line for line in next_lines(action, draft) if draft.chosen is None or draft.chosen in line)
        return tuple(sorted(found - set(draft_of_action(turn.action).lines)))

    # What a finger does ----------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Show the turn before or after."""
        turns, turn = self.turns(), self.turn
        place = next((i for i, other in enumerate(turns) if turn and other.line == turn.line), 0)
        if 0 <= place + by < len(turns):
            self.nav.tell(None)
            self.nav.keep(Mend(n=turns[place + by].line, draft=draft_of_action(turns[place + by].action)))

    def tap_point(self, point: str) -> None:
        """A point was tapped: chosen, joined to the chosen one, or where a power is drawn."""
        turn, draft = self.turn, self.mend.draft
        if turn is None:
            return
        if isinstance(turn.action, UsePower | DeclinePower) or self._places_power(draft, turn, point):
            self._place_power(turn, point)
        elif draft.chosen is None or draft.chosen == point:
            self._keep(replace(draft, chosen=point if draft.chosen is None else None))
        else:
            self.join(draft.chosen, point)

    def join(self, a: str, b: str) -> None:
        """A finger was drawn from point to point."""
        turn = self.turn
        if turn is None:
            return
        offered = line_names(places_of(self._offers(self.mend.draft, turn)))
        if isinstance(turn.action, UsePower | DeclinePower) or ordered(a, b) in offered:
            if box_of(self.nav).power(turn.before.power_bonus) == "line":
                self._keep(replace(self.mend.draft, at=ordered(a, b)))
            return
        self._keep(joined(self.mend.draft, a, b, self._shooting(turn)))

    def tap_line(self, a: str, b: str) -> None:
        """A line was tapped: a possible one comes, one of this turn goes, another turn's is looked at instead."""
        turn, mend, line = self.turn, self.mend, ordered(a, b)
        if turn is None:
            return
        places = places_of(self._offers(mend.draft, turn))
        if isinstance(turn.action, UsePower | DeclinePower):
            places = places_of_turn(rules_of(self.nav), turn, self.seat)
        if box_of(self.nav).power(turn.before.power_bonus) == "line" and line in line_names(places):
            self._keep(replace(mend.draft, at=line))
        elif line in mend.draft.lines or line in self._ghosts(mend, turn):
            self._keep(toggled(mend.draft, line))
        elif mend.draft.star is not None and set(mend.draft.star) == {a, b}:
            self._keep(replace(mend.draft, star=None))
        else:
            self.nav.keep(Mend(line=(a, b)))

    def tap_thing(self, kind: str, at: str) -> None:
        """Something that a power drew was tapped."""
        self.nav.keep(Mend(thing=(kind, at)))

    def _places_power(self, draft: Draft, turn: Turn, point: str) -> bool:
        """Whether a tap on that point says where the power of a drawing lies."""
        power = box_of(self.nav).power(turn.before.power_bonus)
        if power == "line" or draft.chosen is not None:
            return False
        places = places_of(self._offers(draft, turn))
        return point in draft.at or any(point in use for use in uses(power, places))

    def _place_power(self, turn: Turn, point: str) -> None:
        power = box_of(self.nav).power(turn.before.power_bonus)
        wanted, at = POINTS_OF.get(power, 1), self.mend.draft.at
        if point in at:
            at = tuple(name for name in at if name != point)
        else:
            at = (*at, point) if len(at) < wanted else (point,)
        if power == "line" and len(at) == wanted:
            at = ordered(*at)
        self._keep(replace(self.mend.draft, at=at))

    def erase(self) -> None:
        """All of this turn goes: the player passed, or did without the power."""
        self._keep(Draft(), at_once=False)

    def put_right(self) -> None:
        """Put it right, also against the rules that it breaks; what no longer fits is dropped, as was said."""
        preview = self.preview(self.mend)
        if preview is not None:
            self._correct(self.mend, overrulable(preview))

    def leave(self) -> None:
        """Leave it as it is."""
        self.nav.back()

    def _keep(self, draft: Draft, at_once: bool = True) -> None:
        turn = self.turn
        if turn is None:
            return
        begun = replace(draft, chosen=None) != draft_of_action(turn.action)
        mend = Mend(n=turn.line, draft=draft, begun=begun)
        preview = self.preview(mend) if begun and at_once and draft.chosen is None and whole(draft, turn) else None
        if preview is not None and preview.after is not None and not preview.broken and not preview.dropped:
            self._correct(mend, ())
        else:
            self.nav.keep(mend)

    def _action(self, mend: Mend) -> StarsAction | None:
        turn = self.turn
        if turn is None:
            return None
        if not isinstance(turn.action, UsePower | DeclinePower):
            action = action_of(mend.draft, self.seat)
            found = self._offers(mend.draft, turn)
            return with_carried(action, found, mend.draft.at) if found and isinstance(action, Draw) else action
        if not mend.draft.at:
            return DeclinePower(seat=self.seat)
        if isinstance(turn.action, UsePower):
            return UsePower(turn.action.shape, mend.draft.at, seat=self.seat)
        copies = offers_of(rules_of(self.nav), turn.before, self.seat)
        return UsePower(line_names(copies[0][0]), mend.draft.at, seat=self.seat) if copies else None

    def preview(self, mend: Mend) -> Correction | None:
        """What putting the turn right would do; None where it cannot be."""
        return self._chosen(mend)[1]

    def _chosen(self, mend: Mend) -> tuple[StarsAction | None, Correction | None]:
        """The action that puts the turn right with the least harm to later ones, and what it would do."""
        turn, action = self.turn, self._action(mend)
        if turn is None or action is None:
            return None, None
        preview = self._preview(turn, action)
        if preview is None or not preview.dropped or not isinstance(action, Draw) or action.powers is not None:
            return action, preview
        # What follows may have been dropped because the table would wait for the power of another copy.
        carrying = with_carried(action, offers_after(rules_of(self.nav), turn.before, action), ())
        other = self._preview(turn, carrying)
        better = other is not None and len(other.dropped) < len(preview.dropped)
        return (carrying, other) if better else (action, preview)

    def _preview(self, turn: Turn, action: StarsAction) -> Correction | None:
        table = self.nav.open_table
        try:
            preview = table.preview_correction(turn.line, action)
            return table.preview_correction(turn.line, action, overrulable(preview)) if preview.broken else preview
        except BadInput:
            return None

    def _correct(self, mend: Mend, overruled: tuple[str, ...]) -> None:
        turn, action = self.turn, self._chosen(mend)[0]
        if turn is None or action is None:
            return
        table = self.nav.open_table
        try:
            done = table.correct(turn.line, action, overruled)
        except (IllegalAction, BadInput) as error:
            self.nav.warn(str(error))
            self.nav.keep(Mend(n=turn.line, draft=draft_of_action(turn.action)))
            return
        table.play_nature()
        table.finish()
        self.nav.tell(corrected_words(self.nav.wing, done.changed))
        self.nav.keep(Mend(n=turn.line, draft=draft_of_action(action)))
