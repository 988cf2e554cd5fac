"""Which screen is up, and what a finger may do on every screen.

The screen is a function of the game's state and of a small `Place` that the journal keeps beside the record, so a
restart comes back to where the table was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from engines.bots import Reason
from engines.errors import BadInput, Coded
from engines.game import Action, IllegalAction
from engines.record import BY_ITSELF, ActionLine, CorrectLine, Header, Source, UndoLine
from engines.registry import PAD
from hardware.lights import RoundLights, ScreenLights, levels
from hardware.lights import Scene as LightScene
from pi_app import i18n
from pi_app.games.app_game import AppGame, offered
from pi_app.games.pad_app import app_for, has_screens
from pi_app.i18n import Said, _, capital, ngettext, said, tell
from pi_app.presenters.board_camera import BoardCamera, NoCamera
from pi_app.presenters.colours import decoded as colours_decoded
from pi_app.presenters.colours import encoded as colours_encoded
from pi_app.presenters.frame import Frame, Strip
from pi_app.presenters.host_strip import press, strip_of
from pi_app.presenters.now import guide, guide_words
from pi_app.presenters.phone_seats import PhoneSeats
from pi_app.presenters.place import Page, Place
from pi_app.presenters.place import decoded as place_decoded
from pi_app.presenters.preferences import Preferences, chosen, decoded, encoded
from pi_app.presenters.rooms import presenter_of
from pi_app.presenters.shaker import ShakerSession
from pi_app.presenters.table_parts import TableParts
from pi_app.presenters.turn_clock import TurnClock
from pi_app.table.journal import GameSummary, Journal
from pi_app.table.session import Clock, PastTable, StaleTouch, Step, TableSession, local_time

_PLACE: Final = "screen"
_LANGUAGE: Final = "language"
_PREFERENCES: Final = "preferences"
_BOTS: Final = "bots.{game}"
_COLOURS: Final = "colours.{game}"

Own = TypeVar("Own", bound=msgspec.Struct)


class Navigator:
    """The table's way through its screens. Observers are called after every change.

    `clock`: ISO 8601 times for the record. `preferences`: what holds until somebody chooses on the screen.
    """

    coach: Any = None
    """What works out what turns could have scored (`pi_app.coach.Coach`), where this table has it."""
    served = ""
    """The address at which this table serves the page for other screens; empty while it does not."""
    shared: bytes | None = None
    """The picture that the page hands out beside it, a PNG file."""

    blink: bool | None = None
    """Whether the lamps burn or not, while they blink; None: they show the game."""
    phones: PhoneSeats | None = None
    """The phones of the seats, where this table can have any."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock = local_time,
        camera: BoardCamera | None = None,
        lights: RoundLights | None = None,
        preferences: Preferences | None = None,
        shaker: ShakerSession | None = None,
        parts: TableParts | None = None,
    ) -> None:
        self.journal = journal
        self.shaker = shaker or ShakerSession()
        self.parts = parts or TableParts()
        self.turn_clock = TurnClock()
        self.camera: BoardCamera = camera or NoCamera()
        self.lights: RoundLights = lights or ScreenLights()
        self.clock = clock
        self.table: TableSession[Any, Any] | None = None
        self._notice: Said | None = None
        self._advice: Said | None = None
        """What the teacher says, until it is put away or people go on."""
        self._seen_trouble: str | None = None
        """The trouble that somebody has read and put away."""
        self.warning = False
        self.preferred: str | None = None
        """The game that is offered first when a new one is begun; None: the one played last."""
        self.desk: Any = None
        """The host's things (`pi_app.presenters.host.Desk`), where this table has any."""
        self.guides = False
        """Whether a guide leads through the first game of each kind."""
        self.hurried = False
        """Whether a finger asked the bots to play without pauses; until a person is to move."""
        self._observers: list[Callable[[], None]] = []
        self._tickers: list[Callable[[], None]] = []
        self._past: PastTable[Any, Any] | None = None
        self.place = self._stored_place()
        self.preferences = decoded(journal.place(_PREFERENCES), preferences or Preferences())
        i18n.set_language(journal.place(_LANGUAGE) or i18n.language())
        self._go_on()

    def _go_on(self) -> None:
        """Open the game of the stored place, at the page that was open where there is still such a page."""
        if self.place.game is not None:
            self._open_stored(self.place.game)
        if self.place.page is not None and (not self._fits() or presenter_of(self.place.page, self) is None):
            self.place = Place(game=self.place.game)
        self._look_back()
        self.lights.show(self._light_scene())

    def _stored_place(self) -> Place:
        try:
            place = place_decoded(self.journal.place(_PLACE) or "{}")
        except msgspec.DecodeError:
            return Place()
        return Place() if place.page in ("host", "first_start") or place.folder else place

    def _fits(self) -> bool:
        """Whether the place that was kept is one of the game in progress."""
        if self.place.page != "history":
            return True
        return self.table is not None and (self.place.step or 0) <= len(self.table.replay.entries)

    def _open_stored(self, game: int) -> None:
        try:
            self.table = self._taken_up(game)
        except BadInput as error:
            self.place = Place()
            self.refuse(error)

    def _taken_up(self, game: int) -> TableSession[Any, Any]:
        table = TableSession.resume(self.journal, game, self.clock)
        if not has_screens(table.header):
            raise BadInput("game.no_screens", "{game} has no screens yet", table.header.game)
        return table

    # What is up ------------------------------------------------------------------------------------------------

    @property
    def screen(self) -> str:
        """The screen that is up, a room or one of the game's own."""
        if self.place.page is not None:
            return self.place.page
        return "start" if self.table is None else self.app.screen(self)

    @property
    def app(self) -> AppGame:
        """What the app knows of the game in progress; raises LookupError where there is none."""
        return app_for(self.open_table.header)

    @property
    def open_table(self) -> TableSession[Any, Any]:
        """The game in progress, on the page `history` as it was; raises LookupError where there is none."""
        if self.table is None:
            raise LookupError("no game is open")
        return self._past if self._past is not None and self.place.page == "history" else self.table

    @property
    def past_screen(self) -> str:
        """The screen of the game as the page `history` looks at it."""
        return self.app.past_screen(self)

    @property
    def state(self) -> Any:
        """The present state of the game in progress, of that game's own type."""
        return self.open_table.state

    def frame(self, title: str, subtitle: str = "") -> Frame:
        """The frame of the present screen."""
        table = self.table
        ring = self.turn_clock.ring(self) if self.place.page is None else None
        return Frame(
            screen=self.screen,
            title=title,
            subtitle=ring.waits if ring is not None and ring.waits else subtitle,
            ring=ring,
            back=self.place.page is not None,
            menu=table is not None and self.place.page is None,
            undo_word=_("Undo"),
            redo_word=_("Redo"),
            undo=self._step(table.can_undo) if table else None,
            redo=self._step(table.can_redo) if table else None,
            banner=(banner := self._banner()),
            trouble=banner is None and self._trouble() is not None,
            warning=not self.journal.saving or (self.warning if self.notice else bool(self.parts.missing)),
            guide=self._guide(),
            lamps=levels(self._light_scene()) if table and table.header.pack != PAD else None,
            strip=self._strip(),
        )

    def _guide(self) -> str | None:
        if not self.guides or self.place.page is not None or self.bot_to_move is not None:
            return None
        return guide_words(self)

    def _strip(self) -> Strip | None:
        if getattr(self.desk, "outbox", None) is None:
            return None
        return strip_of(self)

    def press_strip(self) -> None:
        """Do what the button of the evening's line says."""
        press(self)

    def stop_guide(self) -> None:
        """No guide through games of this kind any more, at this table."""
        guide(self, on=False)

    def _step(self, step: Step | None) -> str | None:
        if step is None:
            return None
        table = self.open_table
        line = table.record.lines[step.line - 1]
        if isinstance(line, UndoLine):
            line = table.record.lines[line.undo - 1]
        action: dict[str, Any] = line.action if isinstance(line, ActionLine | CorrectLine) else {}
        player = step.player if "player" not in action else table.players[action["player"]]
        words = capital(self.app.step_words(step.kind, player, action))
        if step.actions == 1:
            return words
        others = step.actions - 1
        return ngettext("{step} and {n} more", "{step} and {n} more", others).format(step=words, n=others)

    def _banner(self) -> str | None:
        trouble = self._trouble()
        if trouble == self._seen_trouble:
            trouble = None
        if trouble is not None and not self.journal.saving:
            return trouble
        if self._advice is not None and self.place.page is None:
            return said(self._advice)
        seat, notice = self.bot_to_move if self.place.page is None else None, self.notice
        if seat is not None and notice is None:
            return _("{name} is playing…").format(name=self.open_table.players[seat])
        return notice or trouble

    def _trouble(self) -> str | None:
        """What is wrong with the table itself, for as long as it is so."""
        if self.journal.saving:
            return self.parts.words()
        reason = self.journal.reason
        return _("Saving is off: {reason}").format(reason=tell(reason) if reason else "")

    def put_banner_away(self) -> None:
        """The banner has been read: a notice is gone, of a trouble a sign stays; bots play without pauses."""
        if self._banner() == self._trouble():
            self._seen_trouble = self._trouble()
        elif self._advice is not None:
            self._advice = None
        elif self._notice is not None:
            self._notice = None
        else:
            self.hurry()
        self.changed()

    def show_trouble(self) -> None:
        """Say again what is wrong with the table itself."""
        self._seen_trouble = None
        self.changed()

    def _light_scene(self) -> LightScene:
        if self.blink is not None:
            return LightScene("finished" if self.blink else "dark")
        if self.table is None:
            return LightScene()
        ring = self.turn_clock.ring(self)
        return LightScene("waiting") if ring is not None and ring.waits else self.app.light(self)

    # Moving about ----------------------------------------------------------------------------------------------

    def subscribe(self, observer: Callable[[], None]) -> None:
        """Call `observer` after every change."""
        self._observers.append(observer)

    def on_tick(self, job: Callable[[], None]) -> None:
        """Call `job` every frame; it must never wait."""
        self._tickers.append(job)

    def tick(self) -> None:
        """A frame has passed."""
        if self.turn_clock.tick(self):
            self.changed()
        for job in self._tickers:
            job()

    def watch_parts(self) -> None:
        """Ask the table's devices whether they are there, and say so on the screen where one has gone or come back."""
        if self.parts.poll():
            self._seen_trouble = None
            self.changed()

    def changed(self) -> None:
        """Light the round, and tell the observers."""
        if self.camera.busy is None:
            self.lights.show(self._light_scene())
        for observer in list(self._observers):
            observer()

    def put(self, place: Place) -> None:
        """Be at that place, and remember it."""
        self.place = msgspec.structs.replace(place, game=self.table.game_id if self.table else None)
        self._look_back()
        self.journal.set_place(_PLACE, msgspec.json.encode(self.place).decode())
        self.changed()

    def glance(self, **changes: Any) -> None:
        """Change some of the place without remembering it: while a finger slides, the disk is left alone."""
        self.place = msgspec.structs.replace(self.place, **changes)
        self._look_back()
        self.changed()

    def _look_back(self) -> None:
        table, count = self.table, self.place.step
        looking = table is not None and self.place.page == "history" and count is not None
        self._past = PastTable(table, count) if looking else None  # type: ignore[arg-type]

    def move(self, **changes: Any) -> None:
        """Change some of the place."""
        self.put(msgspec.structs.replace(self.place, **changes))

    def own(self, kind: type[Own]) -> Own:
        """What the app keeps beside the record, as a value of its own type; its default where there is nothing."""
        try:
            return msgspec.convert(self.place.own, kind)
        except msgspec.ValidationError:
            return kind()

    def keep(self, own: msgspec.Struct, **changes: Any) -> None:
        """Keep that beside the record, until the next step of the game."""
        self.move(own=msgspec.json.decode(msgspec.json.encode(own)), **changes)

    def open_page(self, page: Page, **details: Any) -> None:
        """Open a page over the present screen; `back` returns to it."""
        self._notice = None
        below = msgspec.structs.replace(self.place, back=_shallow(self.place.back))
        self.put(Place(page=page, back=below, **details))

    def back(self) -> None:
        """Leave the page that is open."""
        self._notice = None
        self.put(self.place.back or Place())

    def home(self) -> None:
        """Go to the start screen; the game stays as it is and is offered there."""
        self.table = None
        self._notice = self._advice = None
        self.camera.forget()
        self.put(Place())

    def speak(self, language: str) -> None:
        """Switch the language of every screen."""
        i18n.set_language(language)
        self.journal.set_place(_LANGUAGE, i18n.language())
        self.changed()

    @property
    def notice(self) -> str | None:
        """What is told until the next step, in the language in use now."""
        return None if self._notice is None else said(self._notice)

    def tell(self, notice: Said | None) -> None:
        """Show a notice until the next step."""
        self._notice, self.warning = notice, False

    def warn(self, notice: Said) -> None:
        """Show a warning until the next step."""
        self._notice, self.warning = notice, True

    def advise(self, advice: Said) -> None:
        """Show what the teacher says, over what bots do, until it is put away or people go on."""
        self._advice = advice
        self.changed()

    def refuse(self, error: Coded | IllegalAction) -> None:
        """Warn of what could not be done, in the language in use: the rule that it breaks, or what was found."""
        if isinstance(error, IllegalAction):
            self.warn(partial(self.app.rule_words, error.rule, error.message))
        else:
            self.warn(partial(tell, error.finding))

    def prefer(self, preferences: Preferences) -> None:
        """Have the screens another way from now on."""
        self.preferences = preferences
        self.journal.set_place(_PREFERENCES, encoded(preferences))
        self.changed()

    def choose_preference(self, key: str) -> None:
        """Choose one value of `preference_rows`: `name=value`. Raises LookupError for one that there is not."""
        name, _equals, value = key.partition("=")
        if name == "language":
            self.speak(value)
        else:
            self.prefer(chosen(self.preferences, name, value))

    def keep_saving(self) -> None:
        """Try again to save what could not be saved, and see whether the disk takes more; called every few seconds."""
        saving = self.journal.saving
        if self.journal.retry() != saving:
            self._seen_trouble = None
            self.changed()

    # Games -----------------------------------------------------------------------------------------------------

    def likely_game(self) -> str:
        """The game that is most likely to be begun next."""
        played = (game.game for game in self.journal.games())
        return self.preferred or next((game for game in played if game in offered()), offered()[0])

    def begin(self, header: Header, bots: Mapping[int, str] | None = None, colours: tuple[int, ...] = ()) -> None:
        """Begin a game and go to its first screen. `bots`: seat -> the engine's name of the bot that plays it.

        `colours`: of the seats (`presenters.colours`); none: in their plain order.
        """
        self._notice = self._advice = None
        with self.journal.together():
            self.table = TableSession.begin(self.journal, header, self.clock)
            if bots:
                self._set_bots(bots)
            if colours:
                self.journal.set_place(_COLOURS.format(game=self.table.game_id), colours_encoded(colours))
            self.table.play_nature()
            self.put(Place())

    @property
    def colours(self) -> tuple[int, ...] | None:
        """The colours of all seats in the game in progress (see `presenters.colours`); None without a game."""
        if self.table is None:
            return None
        return colours_decoded(self.journal.place(_COLOURS.format(game=self.table.game_id)))

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that acts next; people wait for it, unless they are still looking at something."""
        table = self.table
        bots = self.bots_of(table.game_id) if table is not None else {}
        if table is None or not bots or self.app.people_look(self):
            return None
        return next((seat for seat in table.game.to_move(table.state) if seat in bots), None)

    def release_bot(self, seat: int) -> None:
        """Let people play a bot's seat of the game in progress from now on."""
        bots = self.bots_of(self.open_table.game_id)
        self._set_bots({s: bot for s, bot in bots.items() if s != seat})

    def give_to_bot(self, seat: int, bot: str) -> None:
        """Let a bot play somebody's seat of the game in progress from now on. `bot`: the engine's name."""
        self._set_bots({**self.bots_of(self.open_table.game_id), seat: bot})

    def _set_bots(self, bots: Mapping[int, str]) -> None:
        words = msgspec.json.encode({str(seat): bot for seat, bot in bots.items()}).decode()
        self.journal.set_place(_BOTS.format(game=self.open_table.game_id), words)

    def hurry(self) -> None:
        """Have the bots play without pauses until a person is to move."""
        self.hurried = True

    def bots_of(self, game: int) -> dict[int, str]:
        """The seats of a game of the journal that bots play: seat -> the engine's name of the bot."""
        return self.journal.kept(_BOTS.format(game=game), dict[int, str])

    @property
    def bot_seats(self) -> frozenset[int]:
        """The seats of the game in progress that bots play."""
        return frozenset(self.bots_of(self.open_table.game_id))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of the game in progress that people play."""
        bots = self.bot_seats
        return tuple(seat for seat in range(len(self.open_table.players)) if seat not in bots)

    def resume(self, game: int) -> None:
        """Take up a game of the journal where it is."""
        self._notice = self._advice = None
        try:
            self.table = self._taken_up(game)
        except BadInput as error:
            self.refuse(error)
        self.put(Place())

    def unfinished(self) -> list[GameSummary]:
        """The games that can be resumed, the newest first."""
        return self.journal.unfinished()

    def act(
        self,
        *actions: Action,
        source: Source = "touch",
        overruled: tuple[str, ...] = (),
        seen: int | None = None,
        told: dict[str, Any] | None = None,
        why: Reason | None = None,
    ) -> bool:
        """Play actions one after the other; returns whether all were played (else a notice says why not).

        `told`: what the source itself said (a shaker's readings); it is kept with the lines. `why`: a bot's reason.
        `seen`: the record's length that the touch saw; where it has grown since, nothing is done. A bot's action
        leaves the place as it is: people go on with what they were at.
        """
        table = self.open_table
        if source != "bot" and self.bot_to_move is not None and not self._by_people(actions):
            return False
        self._notice = self._told(actions[0], why) if source == "bot" else None
        self._advice = self._advice if source == "bot" else None
        self.warning = False
        with self.journal.together():
            try:
                begin = table.length + 1
                for action in actions:
                    together = begin if table.length >= begin and source not in BY_ITSELF else None
                    table.act(action, source, overruled, seen, told, together)
                    seen = None
                table.play_nature()
                self._play_certain()
            except IllegalAction as error:
                self.refuse(error)
                self.changed()
                return False
            except StaleTouch:
                self.changed()
                return False
            table.finish()
            self.put(self.place if source == "bot" else Place())
        return True

    def _play_certain(self) -> None:
        """Write down what the table need not be asked: of all that nature may show only one thing is left."""
        while (certain := self.app.certain(self)) is not None:
            self.open_table.act(certain, "dealer")

    def _by_people(self, actions: tuple[Action, ...]) -> bool:
        """Whether people who are to move act for themselves: where all act at once nobody waits for a bot."""
        bots, to_move = self.bot_seats, self.open_table.game.to_move(self.state)
        return all(action.seat in to_move and action.seat not in bots for action in actions)

    def _told(self, action: Action, why: Reason | None) -> Said:
        """What a bot does and why, in words."""
        name, app = self.open_table.players[int(action.seat)], self.app
        data = self.open_table.game.encode_action(action)

        def words() -> str:
            step = app.step_words(str(data["type"]), None, data).strip(": \u00a0\u202f")
            what = _("{name} has played: {what}").format(name=name, what=step)
            return f"{what}. {reason}" if (reason := app.reason_words(why)) else what

        return words

    def undo(self) -> None:
        """Take back the last step, whatever it was."""
        self._notice = self._advice = None
        if self.open_table.can_undo is not None:
            self.camera.forget()
            with self.journal.together():
                self.open_table.undo()
                self.put(self._after_undo())

    def go_back(self, count: int) -> None:
        """Undo to where the first `count` actions that count now stood."""
        self._notice = self._advice = None
        table = self.table
        if table is not None:
            self.camera.forget()
            with self.journal.together():
                table.go_back(count)
                self.put(Place())

    def redo(self) -> None:
        """Bring back what the last undo took."""
        self._notice = self._advice = None
        if self.open_table.can_redo is not None:
            self.camera.forget()
            with self.journal.together():
                self.open_table.redo()
                self.open_table.finish()
                self.put(self._after_undo())

    def _after_undo(self) -> Place:
        """The page about the score that still holds, else where the state says.

        What was chosen on it belonged to the game as it was.
        """
        for place in (self.place, self.place.back):
            if place is None or place.page is None:
                break
            if self._holds(place):
                chosen: dict[str, Any] = (
                    {"receipt": None, "chosen": None, "edge": None, "own": {}} if place.page == "why" else {}
                )
                return msgspec.structs.replace(place, back=self._held(place.back), **chosen)
        return Place()

    def _held(self, place: Place | None) -> Place | None:
        """The pages below each other as far as they hold."""
        if place is None or not self._holds(place):
            return None
        return msgspec.structs.replace(place, back=self._held(place.back))

    def _holds(self, place: Place) -> bool:
        """Whether that place says something about the game as it is now."""
        if place.page == "why":
            return self._is_scored(place.seat or 0, place.row)
        return place.page in (None, "scores", "help")

    def _is_scored(self, seat: int, row: str | None) -> bool:
        """Whether there is still something to say about that row: it is scored, or none of the score sheet's."""
        scored = {scored.row for scored in self.open_table.sheet.players[seat].rows}
        return self.app.can_explain(self, seat) and (row in scored or row not in self.app.rows(self))


def _shallow(place: Place | None) -> Place | None:
    """The place below, without the one below that: pages stack three deep at most."""
    return None if place is None else msgspec.structs.replace(place, back=None)
