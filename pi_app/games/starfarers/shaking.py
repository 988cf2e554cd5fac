"""The mother ship: shaken, read by its sensor or by a finger, and honest about what was not sure."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, Final

from engines.game import NATURE
from engines.starfarers import pack
from engines.starfarers.components import VALUE
from engines.starfarers.encounters.steps import neighbour, strength
from engines.starfarers.model import Phase, Shake, StarfarersState
from engines.starfarers.pack import BALLS, Ball
from engines.starfarers.phases.flight import ENCOUNTER_SPEED
from engines.starfarers.standing import speed
from hardware.shaker import Shake as Told
from hardware.status import READY
from pi_app.games.starfarers import words
from pi_app.games.starfarers.desk import Desk, Happened, News, just_happened, tracked
from pi_app.games.starfarers.encounter import verb_of
from pi_app.games.starfarers.flight import speed_words
from pi_app.games.starfarers.parts import BallsStage, Tap
from pi_app.games.starfarers.photographed import BallsSeen, seen_notes
from pi_app.games.starfarers.turn import go_on
from pi_app.i18n import _, capital
from pi_app.presenters.board_camera import Sight, camera_words
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import does, on
from pi_app.steps.view import Photograph, StepView, Tone, Words

Pair = tuple[Ball | None, Ball | None]
_NAMES: Final[dict[str, Ball]] = {ball: ball for ball in BALLS}


class ShakePresenter(Desk):
    """A shake that is awaited: the shaker tells the balls, a photograph of the ship's foot does, or a finger."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._sight = Sight()

    @property
    def shaker_of(self) -> int:
        """Whose mother ship is shaken."""
        encounter = self.state.encounter
        waits = self.state.phase is Phase.ENCOUNTER and encounter is not None
        return encounter.waiting[0] if waits and encounter is not None else self.state.seat

    @property
    def heard(self) -> Told | None:
        """What the shaker has told of this shake."""
        return self.nav.shaker.heard_since(self.nav.open_table.length)

    @property
    def balls(self) -> Pair:
        """The balls so far: what a finger named, in the places that shaker or photograph left open."""
        named = list(self.own.balls)
        first, second = self._seen()
        if first is None and named:
            first = named.pop(0)
        return first, second if second is not None or not named else named[0]

    @property
    def photographed(self) -> BallsSeen | None:
        """What a photograph of this shake shows."""
        return self.own.seen if self.own.seen_at == self.nav.open_table.length else None

    def _seen(self) -> Pair:
        heard, photographed = self.heard, self.photographed
        if self.own.item == "finger":
            return None, None
        if photographed is not None:
            believed = photographed.settled and self._possible(photographed.balls)
            shown = photographed.balls if believed else (None, None)
        else:
            shown = heard.balls if heard is not None and heard.what == "balls" else (None, None)
        first, second = (_NAMES.get(ball or "") for ball in shown)
        return first, second

    def view(self) -> StepView:
        """The ship, what it shows, and what is not sure."""
        seat, balls = self.shaker_of, self.balls
        complete = None not in balls
        title = _("{name} shakes the mother ship").format(name=self.name(seat))
        photographed = self.photographed if self.own.item != "finger" else None
        open_still = heard_notes(self.heard) if photographed is None else seen_notes(photographed)
        stage = BallsStage(
            seat=seat,
            name=self.name(seat),
            balls=balls,
            title=title,
            sum=sum_words(self.state, seat, balls) if complete else "",
            notes=(*contest_notes(self), *open_still, *self.trouble(), *fairness_notes(self)),
            palette=self._palette(balls),
            shaking=self.heard is not None and self.heard.what == "shaking",
        )
        take = Tap(does(self.take_known), _("These balls count"), role="progress", icon="check", on=complete)
        again = Tap(does(self.again), _("Name the balls anew"), icon="undo", on=any(balls))
        panel = (Words(self._way(), "muted"), *self.camera(), again, take)
        return StepView(frame=self.frame(_("Shake")), stage=stage, panel=panel)

    def camera(self) -> tuple[Tap, ...]:
        """What has the camera look at the ship, where it can."""
        camera, seat = self.nav.camera, self.shaker_of
        if not camera.can_look(seat) and camera.busy is None:
            return ()
        return (Tap(Photograph(), camera_words(camera, seat), icon="camera", on=camera.busy is None),)

    def trouble(self) -> tuple[tuple[str, Tone], ...]:
        """Why a photograph could not be read."""
        why = self.nav.camera.trouble
        return () if why is None else ((_("{why}. Photograph again, or tap the two balls.").format(why=why), "ask"),)

    def _way(self) -> str:
        if self.nav.shaker.status == READY:
            return _("Shake it, put it back and wait. Or tap the two balls.")
        if self.camera():
            return _("Shake it and tap the two balls. Or stand it in front of its card and photograph it.")
        return _("Shake it, put it back and tap the two balls that you see.")

    def pairs(self) -> tuple[Tap, ...]:
        """Every pair of balls that the ship can show; those that agree with what shaker or camera saw are marked."""
        kinds = sorted(self.parts.pack.balls, key=lambda ball: VALUE[ball])
        seen = [ball for ball in self._seen() if ball is not None]
        return tuple(
            Tap(
                does(self.name_both, *pair),
                f"= {self._worth(pair)}",
                icon=" ".join(pair),
                chosen=bool(seen) and not Counter(seen) - Counter(pair),
            )
            for pair in dict.fromkeys(combinations(kinds, 2))
        )

    def _worth(self, pair: tuple[Ball, Ball]) -> int:
        """The base speed, or in a contest the sum."""
        contest = self.state.phase is Phase.ENCOUNTER
        return ENCOUNTER_SPEED if "black" in pair and not contest else VALUE[pair[0]] + VALUE[pair[1]]

    def _palette(self, balls: Pair) -> tuple[Tap, ...]:
        if not tracked(self.nav):
            return self.pairs()
        left = list(self.parts.pack.balls)
        for ball in balls:
            if ball is not None and ball in left:
                left.remove(ball)
        full = None not in balls
        kinds = dict.fromkeys(sorted(self.parts.pack.balls, key=lambda ball: VALUE[ball]))
        named = ((b, does(self.name_one, b), capital(words.ball_words(b))) for b in kinds)
        return tuple(Tap(way, name, icon=b, on=b in left and not full) for b, way, name in named)

    def tick(self) -> bool:
        """Listen to the shaker, what it is sure of counts at once; look whether a photograph has been read."""
        self._look()
        if self.nav.shaker.listen(self.nav.open_table.length):
            self._hear()
        return self._sight.changed(self.nav.camera.can_look(self.shaker_of))

    def _hear(self) -> None:
        """Take in what the shaker has just told."""
        self._drop_photograph()
        heard = self.heard
        if heard is not None and heard.known and not heard.again and not self.own.balls and self._possible(heard.balls):
            first, second = self._seen()
            if first is not None and second is not None:
                self._shaken((first, second), "shaker")
                return
        self.nav.changed()

    def _look(self) -> None:
        camera = self.nav.camera
        if (doing := camera.busy) is None:
            return
        seen = camera.poll()
        of_this_shake = self.own.seen_at == self.nav.open_table.length
        if seen is not None and seen.seat == self.shaker_of and of_this_shake and isinstance(seen.draft, BallsSeen):
            self.keep(seen=seen.draft)
        elif camera.busy != doing:
            self.nav.changed()

    def _drop_photograph(self) -> None:
        """The ship has been shaken anew, or a finger names the balls: what the camera saw or is to see is old."""
        if self.nav.camera.busy is not None:
            self.nav.camera.forget()
        if self.own.seen is not None:
            self.keep(seen=None)

    def _possible(self, shown: tuple[str | None, ...]) -> bool:
        """Whether the ship can show these together; what is open can be any ball."""
        left = list(self.parts.pack.balls)
        for ball in shown:
            if ball is None:
                continue
            named = _NAMES.get(ball)
            if named not in left:
                return False
            left.remove(named)
        return True

    @on(Photograph)
    def photograph(self) -> None:
        """Photograph the ship."""
        self.nav.camera.look(self.shaker_of)
        self.keep(seen=None, seen_at=self.nav.open_table.length, balls=(), item="")

    @on("take_balls")
    def take_known(self) -> None:
        """The balls that are known count."""
        first, second = self.balls
        if first is not None and second is not None:
            device = "shaker" if self.photographed is None else "camera"
            self._shaken((first, second), device if not self.own.balls else "touch")

    @on()
    def again(self) -> None:
        """A finger names the balls anew."""
        if self.nav.camera.busy is not None:
            self._drop_photograph()
        self.keep(balls=(), item="finger")

    @on("pair")
    def name_both(self, one: Ball, other: Ball) -> None:
        """A finger names both balls; where shaker or camera saw the same, theirs count."""
        seen = self._seen()
        if None not in seen and Counter(seen) == Counter((one, other)):
            self.take_known()
            return
        self._drop_photograph()
        self._shaken((one, other), "touch")

    @on("ball")
    def name_one(self, ball: Ball) -> None:
        """A finger names a ball; the second one completes the shake."""
        if self.nav.camera.busy is not None:
            self._drop_photograph()
        self.keep(balls=(*self.own.balls, ball))
        first, second = self.balls
        if first is not None and second is not None:
            self._shaken((first, second), "touch")

    def press(self, seat: int) -> None:
        """A seat's button: photograph that player's ship; balls that are known count."""
        if seat != self.shaker_of or self.nav.camera.busy is not None:
            return
        if None not in self.balls:
            self.take_known()
        elif self.camera():
            self.photograph()

    def _shaken(self, balls: tuple[Ball, Ball], source: Any) -> None:
        told, seat = self._evidence(source, balls), self.shaker_of
        photographed = self.photographed
        if self.nav.act(Shake(seat, balls, seat=NATURE), source=source, told=told):
            if photographed is not None:
                self.nav.camera.confirmed(seat, BallsSeen(balls, (100, 100)))
            self.nav.camera.forget()

    def _evidence(self, source: str, balls: tuple[Ball, Ball]) -> dict[str, Any] | None:
        """What the record keeps of how the balls became known: what shaker or camera said, and the fairness test."""
        told = self._device_told()
        if not told:
            return None
        shaker, kinds = self.nav.shaker, self.parts.pack.balls
        verdict = shaker.count(self.nav, kinds, balls) if source == "shaker" else shaker.verdict(self.nav, kinds)
        fairness = {
            "kind": verdict.kind,
            "shakes": verdict.shakes,
            "ball": verdict.ball,
            "share": round(verdict.share, 2),
        }
        return {**told, "fairness": fairness}

    def _device_told(self) -> dict[str, Any]:
        heard, photographed = self.heard, self.photographed
        if photographed is not None:
            sure, visible = list(photographed.sure), photographed.visible
            shown = {"seen": list(photographed.balls), "sure": sure, "settled": photographed.settled}
            return {"camera": {**shown, "visible": visible}}
        if heard is None:
            return {}
        seen = {"seen": list(heard.balls), "sure": list(heard.sure), "settled": heard.settled, "again": heard.again}
        return {"shaker": {**seen, "number": heard.number, "empty": list(heard.empty)}}


def contest_notes(desk: Desk) -> tuple[tuple[str, Tone], ...]:
    """In a contest: against whom, what counts beside the balls, and what the other ship has shown."""
    state, verb = desk.state, verb_of(desk.nav)
    if not isinstance(verb, pack.Contest) or state.encounter is None:
        return ()
    one, other = desk.name(state.seat), desk.name(neighbour(state, verb.against))
    if verb.of == "combat":
        text = _("Combat, {one} against {other}: cannons are added. A tie is won by {one}.")
    else:
        text = _("Race, {one} against {other}: boosters are added. A tie is won by {one}.")
    shown: tuple[tuple[str, Tone], ...] = tuple(
        (
            _("{name}: {sum} with the ship’s {n}").format(
                name=desk.name(seat),
                sum=VALUE[first] + VALUE[second] + strength(state, seat, verb.of),
                n=strength(state, seat, verb.of),
            ),
            "plain",
        )
        for seat, first, second in state.encounter.shakes
    )
    return ((text.format(one=one, other=other), "ask"), *shown)


def heard_notes(heard: Told | None) -> tuple[tuple[str, Tone], ...]:
    """What was wrong with a shake, in plain words."""
    if heard is None:
        return ()
    found: list[tuple[str, Tone]] = []
    if heard.again:
        found.append(
            (_("It was shaken twice: the first balls were not read. The table decides whether these count."), "ask")
        )
    if heard.what == "shaking":
        return (*found, (_("Shaking…"), "plain"))
    if not heard.settled:
        found.append((_("The balls did not come to rest: shake again, or tap what you see."), "ask"))
    elif any(heard.empty):
        found.append((_("Only one ball can be seen: tap the other one."), "ask"))
    elif None in heard.balls:
        found.append((_("The sensor is not sure of a ball: tap it."), "ask"))
    return tuple(found)


def fairness_notes(desk: Desk) -> tuple[tuple[str, Tone], ...]:
    """What must be said of the ship itself: a ball that sticks, or comes too often."""
    verdict = desk.nav.shaker.verdict(desk.nav, desk.parts.pack.balls)
    ball = _NAMES.get(verdict.ball or "")
    if ball is None:
        return ()
    name = words.ball_words(ball)
    if verdict.kind == "stuck":
        return (
            (
                _("The {ball} ball has lain in the same place ten times running: does it stick?").format(ball=name),
                "ask",
            ),
        )
    text = _("The {ball} ball comes {percent}\u00a0% as often as it should, after {n} shakes: look at the ship.")
    return ((text.format(ball=name, percent=round(100 * verdict.share), n=verdict.shakes), "ask"),)


def sum_words(state: StarfarersState, seat: int, balls: Pair) -> str:
    """What two balls mean: the speed worked out, or in an encounter their sum."""
    first, second = balls
    if first is None or second is None:
        return ""
    named = words.worths_words((first, second))
    total = VALUE[first] + VALUE[second]
    if state.phase is not Phase.SHAKE:
        return f"{named} = {total}"
    base = 3 if "black" in balls else total
    text = _("Black ball: base speed 3 and an encounter") if "black" in balls else f"{named} = {total}"
    more = speed(state.seats[seat])
    return (
        _("{balls}, speed {n} with {more} from the ship").format(balls=text, n=base + more, more=more) if more else text
    )


def shake_news(happened: list[Happened]) -> Happened | None:
    """The shake for the flight among what just happened."""
    return next((it for it in happened if isinstance(it.action, Shake) and it.before.phase is Phase.SHAKE), None)


class ShakenPresenter(News):
    """What the mother ship showed for this flight, and the speed worked out."""

    def view(self) -> StepView:
        """Both balls big, the speed in words, the way on."""
        state = self.state
        shaken = shake_news(just_happened(self.nav))
        assert shaken is not None, "this screen follows a shake"
        first, second = shaken.after.balls[:2]
        encounter = "black" in (first, second)
        notes: tuple[tuple[str, Tone], ...] = (
            ((_("The black ball: an encounter comes first."), "ask"),) if encounter else ()
        )
        stage = BallsStage(
            seat=state.seat,
            name=self.name(state.seat),
            balls=(first, second),
            title=_("{name} has shaken").format(name=self.name(state.seat)),
            sum=speed_words(shaken.after),
            notes=notes,
        )
        return StepView(frame=self.frame(_("Shake")), stage=stage, panel=(go_on(self),))
