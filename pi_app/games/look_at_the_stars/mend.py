"""Putting a past turn right: tap what is wrong, tap where it lies; everything that it changes is said first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from engines.look_at_the_stars.model import (
    DealSlate,
    DeclinePower,
    Draw,
    Line,
    OpenBonus,
    Reveal,
    StarsAction,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.powers import closed_rows, stars_of, uses
from engines.look_at_the_stars.slate.lattice import line_names, point_names
from pi_app.games.corrections import Corrections
from pi_app.games.look_at_the_stars.cards import (
    CardPane,
    CardTap,
    ShapeCard,
    bonus_card,
    box_of,
    night_card,
    pack_of,
    rules_of,
)
from pi_app.games.look_at_the_stars.desk import Draft
from pi_app.games.look_at_the_stars.draw import BOTH, action_of, ghosts_of, joined, legal_drawings, toggled
from pi_app.games.look_at_the_stars.past_turns import (
    Mend,
    Offers,
    Turn,
    draft_of_action,
    offers_after,
    ordered_pair,
    places_of,
    places_of_turn,
    turn_of,
    whole,
    with_carried,
    without,
)
from pi_app.games.look_at_the_stars.power import POINTS_OF, offers_of
from pi_app.games.look_at_the_stars.scene import (
    SceneLine,
    SceneObject,
    SceneStar,
    SlateScene,
    SlateStage,
    ordered,
    sky_picture,
)
from pi_app.games.look_at_the_stars.setting import SlateTap, whole_scene
from pi_app.games.look_at_the_stars.slate_step import SlateStep
from pi_app.games.look_at_the_stars.words import turn_words
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.steps.correction import Change, CorrectionStep, instead, preview, told
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Command, Earlier, Erase, Leave, StepView, Tap, Taps, Words
from pi_app.table.session import Placed

PANEL_DP: Final = 356
KINDS: Final = ("draw", "shooting_star", "pass", "power", "decline_power")


class MendPresenter(SlateStep, CorrectionStep):
    """One past turn: what is tapped goes, what is drawn comes; done at once where nothing else suffers."""

    # Which turn ------------------------------------------------------------------------------------------------

    def turns(self) -> list[Turn]:
        """Everything that player did that counts now, in order."""
        return [placed for placed in self.nav.open_table.past(*KINDS) if placed.action.seat == self.seat]

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

    def view(self) -> StepView:
        """The slate with that turn lit up, its card, and what a change would do."""
        mend, turn, turns = self.mend, self.turn, self.turns()
        name = self.nav.open_table.players[self.seat]
        place = next((i for i, other in enumerate(turns) if turn and other.line == turn.line), 0)
        number = len(turn.before.cards) if turn else 0
        found = self.preview()
        possible = found is not None and found.after is not None
        said = told(self.nav, found) or ((_("No points change."),) if possible else ())
        other = instead(self.nav, self.wished(), found)
        return StepView(
            frame=self.nav.frame(_("{name}: turn by turn").format(name=name), turn_words(number)),
            stage=SlateStage(self._scene(mend, turn)),
            headline=Words(self._place_words(place, len(turns)), "bold", self.seat),
            hero=CardPane(self._card(turn), note=self._hint(mend, turn)),
            panel=(
                *(Words(text, "muted") for text in said),
                *((Tap(does(self.switch), other),) if other else ()),
                Taps(
                    (
                        Tap(Earlier(), _("Earlier"), icon="back", on=place > 0),
                        Tap(does(self.later), _("Later"), icon="next", on=place + 1 < len(turns)),
                    )
                ),
                Taps(
                    (
                        Tap(Erase(), _("Take away"), on=bool(turn) and mend.draft != Draft()),
                        Tap(Leave(), _("Leave it")),
                    )
                ),
                Tap(does(self.put_right), _("Put it right"), icon="check", role="progress", on=possible),
            ),
            panel_dp=PANEL_DP,
        )

    def _card(self, turn: Turn | None) -> ShapeCard:
        state: StarsState = self.nav.state
        if turn is None:
            return ShapeCard(id="")
        if isinstance(turn.action, UsePower | DeclinePower):
            return replace(bonus_card(self.nav, state.power_bonus), words="")
        return night_card(self.nav, turn.before.cards[-1])

    @staticmethod
    def _place_words(place: int, drawings: int) -> str:
        return _("Drawing {n} of {all}").format(n=place + 1, all=drawings) if drawings else ""

    def _hint(self, mend: Mend, turn: Turn | None) -> str:
        if turn is None:
            return _("Nothing has been drawn yet.")
        if self._offers(mend.draft, turn) and not mend.draft.at:
            return _("This completes the power bonus: tap where its power was drawn.")
        if mend.begun:
            return _("Tap where it lies on the slate.")
        return _("Tap what is wrong, or draw what is missing.")

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
        if not mend.begun and mend.draft.chosen is None:
            return ()
        ghosts = ghosts_of(legal_drawings(rules_of(self.nav), turn.before, self.seat), mend.draft)
        return tuple(line for line in ghosts if line not in draft_of_action(turn.action).lines)

    # What a finger does ----------------------------------------------------------------------------------------

    @on(Earlier)
    def earlier(self) -> None:
        """Show the turn before."""
        self.step(-1)

    @on()
    def later(self) -> None:
        """Show the turn after."""
        self.step(1)

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

    @on(Erase)
    def erase(self) -> None:
        """All of this turn goes: the player passed, or did without the power."""
        self._keep(Draft(), at_once=False)

    @on()
    def put_right(self) -> None:
        """Put it right, also against the rules that it breaks; what no longer fits is dropped, as was said."""
        self.confirm()

    @on(Leave)
    def leave(self) -> None:
        """Leave it as it is."""
        self.nav.back()

    def _keep(self, draft: Draft, at_once: bool = True) -> None:
        turn = self.turn
        if turn is None:
            return
        begun = replace(draft, chosen=None) != draft_of_action(turn.action)
        mend = Mend(n=turn.line, draft=draft, begun=begun)
        ready = begun and at_once and draft.chosen is None and whole(draft, turn)
        if not ready or not self.at_once(self._change(mend, turn)):
            self.nav.keep(mend)

    def wished(self) -> Change | None:
        """What the turn should have been, once a finger has begun to say so."""
        mend, turn = self.mend, self.turn
        change = self._change(mend, turn) if mend.begun and turn is not None else None
        return change and replace(change, passes=mend.passes)

    @on()
    def switch(self) -> None:
        """Later drawings that would break a rule stay, or are passes."""
        self.nav.keep(replace(self.mend, passes=not self.mend.passes))

    def settle(self, line: int) -> None:
        """Show that turn as the record has it now."""
        turn = next(turn for turn in self.turns() if turn.line == line)
        self.nav.keep(Mend(n=line, draft=draft_of_action(turn.action)))

    def _action(self, mend: Mend, turn: Turn) -> StarsAction | None:
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

    def _change(self, mend: Mend, turn: Turn) -> Change | None:
        """The action that puts the turn right with the least harm to later ones."""
        action = self._action(mend, turn)
        if action is None:
            return None
        change = Change(turn.line, action)
        if not isinstance(action, Draw) or action.powers is not None:
            return change
        found = preview(self.nav, change)
        if found is None or not found.dropped:
            return change
        # What follows may have been dropped because the table would wait for the power of another copy.
        carrying = Change(turn.line, with_carried(action, offers_after(rules_of(self.nav), turn.before, action), ()))
        other = preview(self.nav, carrying)
        return carrying if other is not None and len(other.dropped) < len(found.dropped) else change


# Other entries -----------------------------------------------------------------------------------------------------


class StarsCorrections(Corrections):
    """A drawing or a power is put right on the page that goes turn by turn; slates and cards are drawn small."""

    def page(self, placed: Placed[Any, Any]) -> tuple[str, dict[str, Any]] | None:
        if type(placed.action).__struct_config__.tag not in KINDS:
            return super().page(placed)
        return "look_mend", {"seat": placed.action.seat, "own": {"n": placed.line}}

    def alternatives(self, placed: Placed[Any, Any]) -> Sequence[Any]:
        """Every slate or card of that kind, also those that lie elsewhere: they change places."""
        was, box = placed.action, box_of(self.nav)
        match was:
            case DealSlate():
                return [replace(was, slate=card.id) for card in pack_of(self.nav).slates if card.id != was.slate]
            case OpenBonus():
                among = box.point_cards if was.card in box.point_cards else box.power_cards
                return [replace(was, card=card) for card in among if card != was.card]
            case Reveal():
                return [replace(was, card=card) for card in _night_cards(self.nav, was.card)]
            case _:
                return ()

    def choice(self, does: Command, action: Any, before: Any) -> Tap | None:
        match action:
            case DealSlate(slate=number):
                card = next(card for card in pack_of(self.nav).slates if card.id == number)
                return SlateTap(does, str(number), scene=SlateScene(sky=sky_picture(card, 0)))
            case OpenBonus() | Reveal():
                shown = (bonus_card if isinstance(action, OpenBonus) else night_card)(self.nav, action.card)
                return CardTap(does, shown.title, card=shown)
            case _:
                return None


def _night_cards(nav: Navigator, was: str) -> list[str]:
    """The other night cards; the shooting stars, which are all alike, are one choice."""
    cards = [card for card in pack_of(nav).night_cards if card.id != was]
    stars = [card.id for card in cards if card.shooting_star]
    alike = box_of(nav).is_shooting_star(was)
    free = [card for card in stars if card not in nav.state.cards]
    return [card.id for card in cards if not card.shooting_star] + ([] if alike else (free or stars)[:1])
