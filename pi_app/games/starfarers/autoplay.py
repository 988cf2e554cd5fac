"""Starfarers played by itself: the greedy bot decides, everything is done by taps on buttons, cards and the map.

At the table the simulated shaker tells most of the balls and a finger names the others; there is an undo, and a step
of an earlier turn put right.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers.bots import Judge, greedy_action
from engines.starfarers.model import (
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    Choose,
    Counter,
    Discard,
    EndTurn,
    FoundStation,
    Give,
    Move,
    Offer,
    Phase,
    PlaceShip,
    Report,
    Reveal,
    Shake,
    StarfarersAction,
    StarfarersState,
    StartFlight,
)
from engines.starfarers.pack import Ball
from engines.starfarers.rules import Starfarers
from engines.starfarers.ships import in_stock
from engines.starfarers.standing import GOAL
from hardware.shaker import Shake as Told
from hardware.status import READY
from pi_app.autoplay.base import Autoplay, Steps
from pi_app.games.starfarers.autoplay_keys import ball_keys, keys_of, nature_keys
from pi_app.games.starfarers.desk import Own, acting, charted, game_of, tracked
from pi_app.games.starfarers.light import LightTurnPresenter

OFFERS: Final = 1
"""The greedy bot would go on offering: so many offers a turn are enough."""
UNDONE: Final = 4
"""The turn in which a step is taken back and brought back."""
BUILDS: Final = 6
"""In light mode every sixth turn ends by its button, and the next player tells first what was bought."""
LARGE: Final = 2
"""In the middle way a ship or a spaceport is bought every second own turn: as often as in the busiest of the recorded
games in which all is paid."""
MENDED: Final = 8
"""The turn in which an earlier step is put right."""


class StarfarersAutoplay(Autoplay):
    """One run of Starfarers."""

    GAME = "starfarers"
    _touched: tuple[str, int] | None = None

    def progress(self) -> float:
        """By the points of the leader on the way from 4 to 15."""
        if self.nav.table is None:
            return 0.0
        most = max(player.points for player in self.nav.state.seats)
        return float(max(0, most - 4) / (GOAL - 4))

    @property
    def game(self) -> Starfarers:
        """The rules."""
        return game_of(self.nav)

    def _wanted(self) -> StarfarersAction:
        """What the player on the screen does: always the same in the same state, so a restart goes on with it."""
        state, seat = self.nav.state, acting(self.nav)
        assert seat is not None, "somebody is to act"
        if not state.hands and self._has_reported():
            legal = self.game.legal_actions(state, seat)
            return next(action for action in legal if isinstance(action, StartFlight | EndTurn))
        view, rng = self.game.view(state, seat), Random(f"{self._steps_done()}:{seat}")
        if charted(self.nav) and not tracked(self.nav) and state.phase in (Phase.BUILD, Phase.FLIGHT):
            return self._flown(view, seat) if state.phase is Phase.FLIGHT else self._bought(view, seat)
        if state.offers < OFFERS or not any(isinstance(a, Offer) for a in self.game.legal_actions(view, seat)):
            return self._offered(greedy_action(self.game, view, seat, rng))
        judge = Judge(self.game, view, seat)
        legal = [action for action in self.game.legal_actions(view, seat) if not isinstance(action, Offer)]
        return max(legal, key=judge.after)

    def _bought(self, view: StarfarersState, seat: int) -> StarfarersAction:
        """In the middle way, where the bot would take ships alone: an upgrade in every other turn."""
        judge, legal = Judge(self.game, view, seat), self.game.legal_actions(view, seat)
        large = view.turn // len(view.seats) % LARGE == 0
        may = [a for a in legal if large or not isinstance(a, BuildShip | BuildSpaceport)]
        return self._offered(max(may, key=judge.after))

    def _flown(self, view: StarfarersState, seat: int) -> StarfarersAction:
        """In the middle way ships fly one after another, each once a turn if it can stay there, as people fly who know
        where to."""
        judge, legal = Judge(self.game, view, seat), self.game.legal_actions(view, seat)
        first = min((a.ship for a in legal if isinstance(a, Move) and not view.spent[a.ship]), default=None)
        once = [a for a in legal if not isinstance(a, Move) or a.ship == first]
        return max(once or legal, key=judge.after)

    def _offered(self, action: StarfarersAction) -> StarfarersAction:
        """That; with the transporter that the screen proposes where cards are not kept, and the flight where no mother
        ship could have won the token that a bot would tell of."""
        if isinstance(action, BuildShip | PlaceShip) and not tracked(self.nav):
            return replace(action, ship=in_stock(self.nav.state, int(action.seat))[0])
        token = isinstance(action, Report) and action.what == "token" and self.nav.state.phase is Phase.BUILD
        return StartFlight(seat=action.seat) if token and not LightTurnPresenter(self.nav).may_conquer() else action

    def _has_reported(self) -> bool:
        """Where nothing is paid the bot would take all at once: one thing is enough in each phase."""
        done = (action for action in reversed(self.nav.open_table.replay.actions) if not isinstance(action, Reveal))
        return isinstance(next(done), Report | BuildUpgrade | BuildShip | BuildSpaceport)

    def _dealt(self) -> StarfarersAction:
        """What nature shows, at a table where nobody deals."""
        return self.game.deal(self.nav.state, Random(f"{self._steps_done()}:nature"))

    def _goes_on(self) -> bool:
        """In light mode the balls of the next player end most turns; what is bought then is told in flight."""
        return not charted(self.nav) and self.nav.state.phase is Phase.FLIGHT and self.nav.state.turn % BUILDS != 0

    def _flight(self, state: StarfarersState) -> Shake:
        """What the mother ship shows where nobody says before that a flight begins."""
        shaken = self.game.deal(
            self.game.apply(state, StartFlight(seat=state.seat)), Random(f"{self._steps_done()}:nature")
        )
        assert isinstance(shaken, Shake)
        return shaken

    def _steps_done(self) -> int:
        """How many steps count by now; undo and corrections do not change what follows."""
        return len(self.nav.open_table.replay.entries)

    def tap(self, key: str) -> Steps:
        """Touch the widget that does this, once the screen shows what the last touch did."""
        yield from self.until(lambda: self.finger.place(key), repr(key))
        if self._sight() != self._touched:
            yield
        place = self.finger.place(key)
        if place is None:
            yield from self.tap(key)
            return
        yield from self.touch(place)
        self._touched = self._sight()

    def _sight(self) -> tuple[str, int]:
        """What is on the screen; where that has changed without a touch, its widgets still find their places."""
        return self.nav.screen, self.nav.open_table.length if self.nav.table is not None else 0

    # Screens ---------------------------------------------------------------------------------------------------

    def _on_page(self) -> Steps:
        """Most screens are left by what the player, or nature, does there."""
        screen = self.nav.screen
        if screen in ("starfarers_dealt", "starfarers_produced", "starfarers_shaken", "starfarers_contest"):
            sets = not tracked(self.nav) and self.finger.find("place_all")
            yield from self.tap("place_all" if sets else "told")
        elif screen == "starfarers_hand_over":
            yield from self.tap("take")
        elif self.nav.place.page is not None:
            yield from self.tap("back")
        elif self.game.to_move(self.nav.state)[0] == NATURE:
            yield from self._natures(self._dealt())
        else:
            yield from self._pauses()
            if self.nav.screen == screen:
                yield from self._do(self._wanted())

    def _pauses(self) -> Steps:
        """Things done once, where there is time: look around, undo and redo, put an earlier step right."""
        turn = self.nav.state.turn
        if self.hurried or self.nav.screen not in ("starfarers_turn", "starfarers_middle", "starfarers_light"):
            return
        if turn >= UNDONE and "menu" not in self.seen:
            yield from self.look_at_menu()
            yield from self._look_around()
        elif turn > UNDONE and "redo" not in self.seen and self.finger.find("undo"):
            self.seen["redo"] = 0
            yield from self.undo_redo()
        elif turn >= MENDED and "correct" not in self.seen:
            yield from self._mend()

    def _look_around(self) -> Steps:
        """The pages of the game."""
        for page in ("build", "trade", "ships", "friends", "map"):
            if self.finger.find(f"page.{page}"):
                yield from self.tap(f"page.{page}")
                yield from self.shoot(page)
                yield from self.tap("back")

    def _mend(self) -> Steps:
        """An upgrade of an earlier turn was really another one."""
        self.seen["correct"] = 0
        yield from self.tap("menu")
        yield from self.tap("page.scores")
        yield from self.tap("cell.0.fame")
        yield from self.shoot("why")
        yield from self.tap("row.upgrades")
        step = next((s for s in self.presenter.steps() if self.presenter.alternatives(s)), None)
        if step is not None and self.finger.find(f"step.{step.line}"):
            yield from self.tap(f"step.{step.line}")
            yield from self.shoot("alternatives")
            yield from self.tap("instead.0")
            yield from self.shoot("corrected")
            yield from self._answered()
        while self.nav.place.page is not None:
            yield from self.tap("back")

    def _answered(self) -> Steps:
        """A correction that later steps would suffer from is left alone; one that was made is taken back."""
        if self.presenter.view().pending is not None:
            yield from self.tap("no")
        elif self.finger.find("undo"):
            yield from self.tap("undo")

    # Nature at the table ---------------------------------------------------------------------------------------

    def _natures(self, action: StarfarersAction) -> Steps:
        """What nature did; in the middle way the screen deals the tokens of the start."""
        if isinstance(action, Shake):
            yield from self._shake(action)
        elif isinstance(action, Reveal) and not tracked(self.nav) and self.finger.find("deal_all"):
            yield from self.tap("deal_all")
        else:
            for key in nature_keys(self.nav, action):
                yield from self.tap(key)

    def _shake(self, action: Shake) -> Steps:
        """The simulated shaker tells most shakes; it is unsure of every fifth, and a finger does every seventh."""
        number, length = len(self.nav.open_table.past("shake")) + 1, self.nav.open_table.length
        if self.table is None or number % 7 == 3 or self.nav.shaker.status != READY:
            yield from self._name(action.balls)
            return
        self.table.shaker.tell(Told("shaking", number))
        yield from self.until(lambda: self.nav.shaker.heard_since(length), "the shaker")
        yield from self.shoot("shaking")
        unsure = number % 5 == 2
        seen = (action.balls[0], None) if unsure else action.balls
        self.table.shaker.tell(Told("balls", number, seen, (97, 40 if unsure else 96), (False, unsure)))
        if unsure:
            yield from self.until(lambda: (h := self.nav.shaker.heard_since(length)) and h.what == "balls", "the balls")
            yield
            yield from self.shoot("unsure")
            yield from self._name(action.balls, unsure=True)
        yield from self.until(lambda: self.nav.open_table.length > length, "the shake")

    def _name(self, balls: tuple[Ball, Ball], unsure: bool = False) -> Steps:
        """A finger names the balls, or the one that the shaker was not sure of."""
        full = tracked(self.nav)
        for key in ball_keys(balls[1:] if full and unsure else balls, full):
            yield from self.tap(key)

    # What players do -------------------------------------------------------------------------------------------

    def _do(self, action: StarfarersAction) -> Steps:
        """The taps that do it."""
        length = self.nav.open_table.length
        if isinstance(action, StartFlight) and not tracked(self.nav) and not self.finger.find("fly"):
            yield from self._shake(self._flight(self.nav.state))
            return
        if isinstance(action, EndTurn) and self._goes_on():
            yield from self._name(self._flight(self.game.apply(self.nav.state, action)).balls)
            return
        for key in keys_of(action, tracked(self.nav)):
            if self.nav.open_table.length > length:
                break  # there was one place only for what was built
            if key.startswith("map."):
                if not self._stands(action, key):
                    yield from self._spot(key)
            elif key.startswith("chip.") and not self._needs(key.removeprefix("chip.")):
                continue
            else:
                yield from self.tap(key.removeprefix("chip."))
                yield from self._seen(action)
        yield from self.until(lambda: self.nav.open_table.length > length, f"{action}")

    def _stands(self, action: StarfarersAction, key: str) -> bool:
        """Whether what is built has that place without a touch; a ship in flight would go there at a second one."""
        built = isinstance(action, BuildShip | BuildSpaceport)
        return built and self.nav.own(Own).corner == self._corner(key)

    def _corner(self, key: str) -> int:
        """The corner of a place of the map; a colony site is a corner too."""
        number = int(key.rpartition(".")[2])
        return self.game.parts.map.sites[number] if key.startswith("map.site.") else number

    def _seen(self, action: StarfarersAction) -> Steps:
        name = type(action).__name__.lower()
        if isinstance(action, BuildShip | Offer | Counter | FoundStation | Discard | Give | Choose):
            yield from self.shoot(f"{name}-{self.nav.screen}")

    def _needs(self, key: str) -> bool:
        """Whether that button is there and not chosen yet."""
        widget = self.finger.find(key)
        return widget is not None and not widget.tap.chosen

    def _spot(self, key: str) -> Steps:
        """Touch a place of the map."""
        yield from self.tap(f"map.corner.{self._corner(key)}")
        yield from self.shoot(f"map-{self.nav.screen}")

    def explain(self) -> Steps:
        """What paid for colonies, medals and stations."""
        yield from self.tap("cell.0.colonies")
        yield from self.shoot("why-colonies")
        for row in ("medals", "stations", "tokens"):
            yield from self.tap(f"row.{row}")
            yield from self.shoot(f"why-{row}")
        yield from self.tap("back")
