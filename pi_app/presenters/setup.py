"""From the start screen to a game: games as lines of a list, players, who begins."""

from __future__ import annotations

import secrets
import unicodedata
from typing import TYPE_CHECKING, Final

import msgspec

from engines.record import Header
from engines.registry import PAD
from engines.rulebook import rulebook
from pi_app.games.app_game import AppGame, app_of, offered
from pi_app.i18n import N_, _, capital, language, ngettext
from pi_app.presenters.colours import Clash, colour_words, next_free, remember, remembered, shared_out
from pi_app.presenters.frame import Frame
from pi_app.presenters.guests import is_guest, next_guest, spoken
from pi_app.presenters.handicaps import chosen_handicaps, handicap_choices
from pi_app.presenters.people import people_of
from pi_app.presenters.place import Place
from pi_app.table.export import title as printed_title
from pi_app.table.journal import GameSummary

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


MAX_NAME: Final = 14
_INVISIBLE: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
_SCRIPTS: Final = ("LATIN ", "GREEK ", "CYRILLIC ", "RIGHT SINGLE QUOTATION", "EN DASH", "EM DASH", "MIDDLE DOT")


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


class ChoiceGroup(msgspec.Struct, frozen=True):
    """What is settled before the game, by name: for each value `option=value`, words, whether it is chosen."""

    words: str
    chips: tuple[tuple[str, str, bool], ...]


class PlayersView(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where."""

    frame: Frame
    seats: tuple[str, ...]
    levels: tuple[str, ...]
    """By seat: how well a bot plays; empty for people."""
    colours: tuple[tuple[int, str], ...]
    """By seat: the colour's place in `COLOURS`, and its name."""
    bots: tuple[tuple[str, str], ...]
    """Bots that may join now: the engine's name, and how well it plays."""
    bots_words: str
    known: tuple[str, ...]
    """Names of past games that are not seated, and the next guest's."""
    typed: str | None
    """The name being typed, or None while the keyboard is away."""
    can_add: bool
    can_start: bool
    hint: str
    start: str
    add: str
    choices: tuple[ChoiceGroup, ...]
    more: str
    """What opens all other points on which the book is silent; empty where there are none."""
    keys: tuple[str, ...]


class PlayersPresenter:
    """Players in seat order, clockwise; names of past games are one tap away."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @property
    def _app(self) -> AppGame:
        return app_of(self.nav.place.new)

    def _choices(self) -> tuple[ChoiceGroup, ...]:
        place = self.nav.place
        return tuple(
            ChoiceGroup(
                choice.words,
                tuple(
                    (f"{choice.option}={value}", words, value == place.settled.get(choice.option, choice.values[0][0]))
                    for value, words in choice.values
                ),
            )
            for choice in (() if place.way == "pad" else self._app.choices(place.digital))
        )

    def _more(self) -> str:
        place = self.nav.place
        silent = () if place.way == "pad" else self._app.silent_points(place.digital)
        silent = (*silent, *handicap_choices(self.nav, self._app))
        changed = sum(place.settled.get(c.option, c.values[0][0]) != c.values[0][0] for c in silent)
        if changed:
            return ngettext("More rules: {n} changed", "More rules: {n} changed", changed).format(n=changed)
        return _("More rules") if silent else ""

    def view(self) -> PlayersView:
        """What the screen shows."""
        place = self.nav.place
        fewest, most = self._app.seats()
        playing = max(fewest, len(place.names))
        full = len(place.names) >= most
        known = [*[n for n in people_of(self.nav) if n not in place.names][:7], next_guest(place.names)]
        colours, clashes = self._colours()
        levels = dict(bot_levels(self._app))
        return PlayersView(
            frame=self.nav.frame(_("Who plays?"), self._app.title()),
            seats=place.names,
            levels=tuple(
                levels.get(place.bots[name], _(_LEVELS["normal"])) if name in place.bots else "" for name in place.names
            ),
            colours=tuple((colour, colour_words(colour)) for colour in colours),
            bots=tuple((bot, capital(level)) for bot, level in levels.items()) if place.digital and not full else (),
            bots_words=_("Add a bot"),
            known=() if full else tuple(known),
            typed=place.typed,
            can_add=not full,
            can_start=len(place.names) >= fewest,
            hint=clash_words(clashes[-1]) if clashes else _hint(full),
            start=ngettext("Start alone", "Start with {n} players", playing).format(n=playing),
            add=_("New name"),
            choices=self._choices(),
            more=self._more(),
            keys=_keyboard(),
        )

    def _colours(self) -> tuple[tuple[int, ...], tuple[Clash, ...]]:
        return shared_out(self.nav.place.names, {**remembered(self.nav), **self.nav.place.colours})

    def recolour(self, name: str) -> None:
        """Give somebody the next colour that nobody here has; it is remembered with them, a guest's for this game."""
        place, colours = self.nav.place, self._colours()[0]
        if name not in place.names or name in place.bots:
            return
        colour = next_free(colours, colours[place.names.index(name)])
        if is_guest(name):
            self.nav.move(colours={**place.colours, name: colour})
        else:
            remember(self.nav, name, colour)
            self.nav.changed()

    def seat_bot(self, bot: str) -> None:
        """Seat a bot under a name of its own, the same in every language."""
        place = self.nav.place
        name = next(name for name in (f"Bot {letter}" for letter in "ABCDEFGHIJ") if name not in place.names)
        if len(place.names) < self._app.seats()[1]:
            self.nav.move(names=(*place.names, name), bots={**place.bots, name: bot})

    def seat(self, name: str) -> None:
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

    def unseat(self, name: str) -> None:
        """Take somebody off the table."""
        place = self.nav.place
        bots = {n: bot for n, bot in place.bots.items() if n != name}
        colours = {n: colour for n, colour in place.colours.items() if n != name}
        self.nav.move(names=tuple(n for n in place.names if n != name), bots=bots, colours=colours)

    def move_up(self, name: str) -> None:
        """Let somebody change seats with who sits before them."""
        names = list(self.nav.place.names)
        seat = names.index(name)
        if seat > 0:
            names[seat - 1 : seat + 1] = name, names[seat - 1]
            self.nav.move(names=tuple(names))

    def write(self) -> None:
        """Bring the keyboard."""
        self.nav.move(typed="")

    def key(self, key: str) -> None:
        """Type a letter; `<` erases the last one."""
        typed = self.nav.place.typed or ""
        longer = typed[:-1] if key == "<" else (typed + _cased(typed, key))[:MAX_NAME]
        self.nav.move(typed=longer)

    def cancel(self) -> None:
        """Send the keyboard away."""
        self.nav.move(typed=None)

    def accept(self) -> None:
        """Seat the name that was typed."""
        self.seat(self.nav.place.typed or "")

    def settle(self, choice: str) -> None:
        """Settle an option: `option=value`."""
        option, _equals, value = choice.partition("=")
        self.nav.move(settled={**self.nav.place.settled, option: value})

    def see_more(self) -> None:
        """Open the other points on which the book is silent."""
        place = self.nav.place
        self.nav.open_page("options", new=place.new, way=place.way, names=place.names, settled=place.settled)

    def start(self) -> None:
        """Begin the game."""
        place = self.nav.place
        if len(place.names) >= self._app.seats()[0]:
            bots = {seat: place.bots[name] for seat, name in enumerate(place.names) if name in place.bots}
            header = new_header(place)
            points = chosen_handicaps(handicap_choices(self.nav, self._app), place.settled, place.names)
            if points:
                header = msgspec.structs.replace(header, handicaps=points)
            self.nav.begin(header, bots, self._colours()[0])


def clash_words(clash: Clash) -> str:
    """Who gives way, and what they get instead."""
    return _("{holder} has {wanted} already: {name} gets {given} this time.").format(
        holder=clash.holder, name=clash.name, wanted=colour_words(clash.wanted), given=colour_words(clash.given)
    )


def _hint(full: bool) -> str:
    return _("The table is full.") if full else _("In turn order, clockwise. Tap a name, or write a new one.")


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


def clean_name(name: str) -> str:
    """A name as it is kept: composed accents, single spaces, nothing invisible, at most fourteen letters."""
    seen = "".join(
        c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) not in _INVISIBLE or c.isspace()
    )
    return " ".join(seen.split())[:MAX_NAME].rstrip()


def can_be_shown(name: str) -> bool:
    """Whether the font has its letters: Latin, Greek, Cyrillic, digits, and common signs."""
    return all(c.isascii() or unicodedata.name(c, "").startswith(_SCRIPTS) for c in name)


def _cased(typed: str, key: str) -> str:
    return key.upper() if not typed or typed.endswith((" ", "-")) else key.lower()


_KEYS: Final = {
    "en": ("áéèöüñçłżś", "qwertyuiop", "asdfghjkl'", "zxcvbnm-"),
    "fr": ("éèêëàâçîïô", "azertyuiop", "qsdfghjklm", "wxcvbn'-"),
    "de": ("áàéèêçñøł'", "qwertzuiopü", "asdfghjklöä", "yxcvbnmß-"),
    "pl": ("ąćęłńóśźżü", "qwertyuiop", "asdfghjkl'", "zxcvbnm-"),
}
"""Language -> its accents and its three rows of letters."""


def _keyboard() -> tuple[str, ...]:
    return _KEYS[language()]
