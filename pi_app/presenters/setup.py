"""From the start screen to a game: games as lines of a list, players, who begins."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec

from engines.record import Header
from engines.registry import PAD
from engines.rulebook import rulebook
from pi_app.games.app_game import AppGame, app_of, offered
from pi_app.i18n import N_, _, capital, ngettext
from pi_app.presenters.colours import Clash, colour_words, next_free, remember, remembered, shared_out
from pi_app.presenters.handicaps import chosen_handicaps, handicap_choices
from pi_app.presenters.keys import Key, keyboard, name_keys
from pi_app.presenters.names import MAX_NAME, can_be_shown, clean_name, is_guest, next_guest, spoken
from pi_app.presenters.people import people_of
from pi_app.presenters.people_page import ColourTap
from pi_app.presenters.place import Place
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Done, Erase, Part, Slide, StepView, Tap, Taps, Words
from pi_app.table.export import title as printed_title
from pi_app.table.journal import GameSummary

MAX_KNOWN: Final = 7
"""Names of past games that are offered at once."""
IN_ONE_COLUMN: Final = 5
"""With more at the table they stand in two columns."""
PANEL_DP, NARROW_DP = 410, 214
"""How wide the names to choose from are beside one column of players, and beside two."""


class GameLine(msgspec.Struct, frozen=True):
    """One game of the journal as a line on a screen."""

    id: int
    title: str
    names: str
    when: str
    state: str
    result: str = ""


def game_line(game: GameSummary) -> GameLine:
    """A game of the journal in words."""
    states = {"running": _("not finished"), "left": _("not finished"), "finished": _("finished")}
    names = [spoken(name) for name in game.players]
    totals = " · ".join(f"{n} {t}" for n, t in zip(names, game.totals, strict=False)) if game.totals else ""
    when = (game.started or "")[:16].replace("T", "  ")
    title = app_of(game.game).title() if game.game in offered() else game.title or printed_title(game.game)
    return GameLine(game.id, title, ", ".join(names), when, states[game.state], totals)


class SeatedTap(ColourTap, frozen=True):
    """Somebody at the table, with the badge of their seat in their colour."""

    WIDGET: ClassVar = "pi_app.ui.steps.people:SeatedRow"


class PlayersPresenter(StepPresenter):
    """Players in seat order, clockwise; names of past games are one tap away."""

    @property
    def _app(self) -> AppGame:
        return app_of(self.nav.place.new)

    @property
    def _full(self) -> bool:
        return len(self.nav.place.names) >= self._app.seats()[1]

    @property
    def known(self) -> tuple[str, ...]:
        """Names of past games that are not seated, and the next guest's; none where the table is full."""
        names = self.nav.place.names
        known = [name for name in people_of(self.nav) if name not in names][:MAX_KNOWN]
        return () if self._full else (*known, next_guest(names))

    @property
    def colours(self) -> tuple[int, ...]:
        """By seat, the colour's place in `COLOURS`."""
        return self._shared_out()[0]

    def view(self) -> StepView:
        """Who is seated; beside them who may join, what is settled, and the way to the game."""
        place = self.nav.place
        frame = self.nav.frame(_("Who plays?"), self._app.title())
        if place.typed is not None:
            seat = Tap(Done(), _("Done"), icon="check", role="progress", on=bool(place.typed))
            return StepView(frame=frame, stage=keyboard(_("New name"), place.typed, name_keys(place.typed), seat))
        wide = len(place.names) > IN_ONE_COLUMN
        hint = Words(self._hint(), "muted")
        fewest = self._app.seats()[0]
        playing = max(fewest, len(place.names))
        words = ngettext("Start alone", "Start with {n} players", playing).format(n=playing)
        more = (Tap(does(self.see_more), self.more, icon="menu"),) if self.more else ()
        return StepView(
            frame=frame,
            stage=Slide("seated", (*(() if wide else (hint,)), *self._seated()), columns=2 if wide else 1),
            headline=hint if wide else None,
            panel=(
                Slide("names", (*self._names(2 if wide else 3), *self._bots(), *self._choices())),
                *more,
                Tap(does(self.start), words, icon="next", role="progress", on=len(place.names) >= fewest),
            ),
            panel_dp=NARROW_DP if wide else PANEL_DP,
        )

    def _seated(self) -> Iterator[Part]:
        """A row a player: who it is, the way before the one above, the colour."""
        place, colours, levels = self.nav.place, self.colours, dict(bot_levels(self._app))
        for seat, name in enumerate(place.names):
            level = levels.get(place.bots[name], _(_LEVELS["normal"])) if name in place.bots else ""
            yield Taps(
                (
                    SeatedTap(
                        does(self.unseat, name), f"{name} ({level})" if level else name, seat=seat, colour=colours[seat]
                    ),
                    Tap(does(self.move_up, name), "", icon="up", on=seat > 0),
                    ColourTap(does(self.recolour, name), "", colour=colours[seat]),
                )
            )

    def _names(self, columns: int) -> Iterator[Part]:
        """Names to be seated, so many side by side."""
        if self._full:
            return
        taps = [
            Tap(does(self.write), _("New name"), icon="pen"),
            *(Tap(does(self.sit_down, name), name) for name in self.known),
        ]
        for first in range(0, len(taps), columns):
            yield Taps(tuple(taps[first : first + columns]))

    def _bots(self) -> Iterator[Part]:
        """Bots that may join now, by how well they play."""
        bots = bot_levels(self._app)
        if bots and self.nav.place.digital and not self._full:
            yield Words(_("Add a bot"), "muted")
            yield Taps(tuple(Tap(does(self.seat_bot, bot), capital(level), icon="plus") for bot, level in bots))

    def _choices(self) -> Iterator[Part]:
        """What is settled before the game."""
        place = self.nav.place
        for choice in () if place.way == "pad" else self._app.choices(place.digital):
            settled = place.settled.get(choice.option, choice.values[0][0])
            yield Words(choice.words, "muted")
            yield Taps(
                tuple(
                    Tap(does(self.settle, choice.option, it), words, chosen=it == settled)
                    for it, words in choice.values
                )
            )

    @property
    def more(self) -> str:
        """What opens all other points on which the book is silent; empty where there are none."""
        place = self.nav.place
        silent = () if place.way == "pad" else self._app.silent_points(place.digital)
        silent = (*silent, *handicap_choices(self.nav, self._app))
        changed = sum(place.settled.get(c.option, c.values[0][0]) != c.values[0][0] for c in silent)
        if changed:
            return ngettext("More rules: {n} changed", "More rules: {n} changed", changed).format(n=changed)
        return _("More rules") if silent else ""

    def _shared_out(self) -> tuple[tuple[int, ...], tuple[Clash, ...]]:
        return shared_out(self.nav.place.names, {**remembered(self.nav), **self.nav.place.colours})

    def _hint(self) -> str:
        if clashes := self._shared_out()[1]:
            return clash_words(clashes[-1])
        if self._full:
            return _("The table is full.")
        return _("In turn order, clockwise. Tap a name, or write a new one.")

    @on()
    def recolour(self, name: str) -> None:
        """Give somebody the next colour that nobody here has; it is remembered with them, a guest's for this game."""
        place, colours = self.nav.place, self.colours
        if name not in place.names or name in place.bots:
            return
        colour = next_free(colours, colours[place.names.index(name)])
        if is_guest(name):
            self.nav.move(colours={**place.colours, name: colour})
        else:
            remember(self.nav, name, colour)
            self.nav.changed()

    @on("bot")
    def seat_bot(self, bot: str) -> None:
        """Seat a bot under a name of its own, the same in every language."""
        place = self.nav.place
        name = next(name for name in (f"Bot {letter}" for letter in "ABCDEFGHIJ") if name not in place.names)
        if len(place.names) < self._app.seats()[1]:
            self.nav.move(names=(*place.names, name), bots={**place.bots, name: bot})

    @on("name")
    def sit_down(self, name: str) -> None:
        """Seat somebody; a name that is already seated is not seated twice."""
        clean = clean_name(name)
        names = self.nav.place.names
        if not can_be_shown(clean):
            self.nav.warn(lambda: _("This table has no letters for that name. Please write it another way."))
            self.nav.move(typed=None)
        elif clean and clean not in names and len(names) < self._app.seats()[1]:
            self.nav.move(names=(*names, clean), typed=None)
        else:
            self.nav.move(typed=None)

    @on("take_off")
    def unseat(self, name: str) -> None:
        """Take somebody off the table."""
        place = self.nav.place
        bots = {n: bot for n, bot in place.bots.items() if n != name}
        colours = {n: colour for n, colour in place.colours.items() if n != name}
        self.nav.move(names=tuple(n for n in place.names if n != name), bots=bots, colours=colours)

    @on()
    def move_up(self, name: str) -> None:
        """Let somebody change seats with who sits before them."""
        names = list(self.nav.place.names)
        seat = names.index(name)
        if seat > 0:
            names[seat - 1 : seat + 1] = name, names[seat - 1]
            self.nav.move(names=tuple(names))

    @on()
    def write(self) -> None:
        """Bring the keyboard."""
        self.nav.move(typed="")

    @on(Key)
    def key(self, sign: str) -> None:
        """Type a letter; `<` erases the last one."""
        typed = self.nav.place.typed or ""
        self.nav.move(typed=typed[:-1] if sign == "<" else (typed + sign)[:MAX_NAME])

    @on(Erase)
    def put_away(self) -> None:
        """Send the keyboard away."""
        self.nav.move(typed=None)

    @on(Done)
    def accept(self) -> None:
        """Seat the name that was typed."""
        self.sit_down(self.nav.place.typed or "")

    @on()
    def settle(self, option: str, value: str) -> None:
        """Have an option take that value."""
        self.nav.move(settled={**self.nav.place.settled, option: value})

    @on("more_rules")
    def see_more(self) -> None:
        """Open the other points on which the book is silent."""
        place = self.nav.place
        self.nav.open_page("options", new=place.new, way=place.way, names=place.names, settled=place.settled)

    @on()
    def start(self) -> None:
        """Begin the game."""
        place = self.nav.place
        if len(place.names) >= self._app.seats()[0]:
            bots = {seat: place.bots[name] for seat, name in enumerate(place.names) if name in place.bots}
            header = new_header(place)
            points = chosen_handicaps(handicap_choices(self.nav, self._app), place.settled, place.names)
            if points:
                header = msgspec.structs.replace(header, handicaps=points)
            self.nav.begin(header, bots, self.colours)


def clash_words(clash: Clash) -> str:
    """Who gives way, and what they get instead."""
    return _("{holder} has {wanted} already: {name} gets {given} this time.").format(
        holder=clash.holder, name=clash.name, wanted=colour_words(clash.wanted), given=colour_words(clash.given)
    )


_LEVELS: Final = {"easy": N_("easy"), "normal": N_("normal"), "strong": N_("strong")}


def bot_levels(app: AppGame) -> tuple[tuple[str, str], ...]:
    """The bots of a game: the engine's name, and how well it plays; a single one plays normally."""
    return tuple((bot, _(_LEVELS.get(bot, _LEVELS["normal"]))) for bot in app.bots())


def new_header(place: Place) -> Header:
    """The record's header of the game that was set up; a digital one gets a seed, by which the program deals."""
    if place.way == "pad":
        return Header(game=place.new, pack=PAD, players=place.names)
    app = app_of(place.new)
    choices = (*app.choices(place.digital), *app.silent_points(place.digital))
    firsts = {choice.option: choice.values[0][0] for choice in choices}
    settled = {o: v for o, v in place.settled.items() if o in firsts and v != firsts[o]}
    seed = secrets.randbelow(2**32) if place.digital else None
    options = {**rulebook(place.new).new_options(), **app.options(place.digital), **settled}
    return Header(game=place.new, players=place.names, options=options, seed=seed)
