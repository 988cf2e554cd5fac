"""People of this table: what they played and won, the records, and forgetting somebody who asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from engines.errors import NotPossible
from engines.registry import PAD
from pi_app.games.app_game import app_of, offered
from pi_app.i18n import _, decimal, ngettext
from pi_app.presenters.colours import COLOURS, colour_words, remember, remembered
from pi_app.presenters.frame import Frame
from pi_app.presenters.guests import is_guest
from pi_app.table.forgetting import forget, is_forgotten
from pi_app.table.journal import GameSummary

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


MAX_PEOPLE: Final = 60
"""The most people in the list, the latest first."""


class Played(msgspec.Struct, frozen=True):
    """What one player did in one game so far."""

    game: str
    games: int
    wins: int
    best: int
    average: float


class Best(msgspec.Struct, frozen=True):
    """The record of a game at this table: who, how many points, when (ISO 8601)."""

    game: str
    name: str
    points: int
    when: str


def people_of(nav: Navigator) -> list[str]:
    """Names of past games without bots and guests, the latest first."""
    names = dict[str, None]()
    for game in nav.journal.games():
        bots = nav.bots_of(game.id)
        names |= {name: None for seat, name in enumerate(game.players) if seat not in bots}
    return [name for name in names if not is_forgotten(name) and not is_guest(name)]


def statistics(nav: Navigator, name: str) -> tuple[Played, ...]:
    """What that player did in every finished game, the games in the order of the choice of a game."""
    rows = [(game.game, game, seat) for game, seat in seats_of_people(nav) if game.players[seat] == name]
    found = []
    for kind in offered():
        points = [game.totals[seat] for game_kind, game, seat in rows if game_kind == kind]
        wins = sum(
            name in game.winners and len(game.players) > 1 for game_kind, game, _seat in rows if game_kind == kind
        )
        if points:
            found.append(Played(kind, len(points), wins, max(points), sum(points) / len(points)))
    return tuple(found)


def records(nav: Navigator) -> tuple[Best, ...]:
    """The most points a person (no guest) ever made in each game at this table; of equal ones the first."""
    best: dict[str, Best] = {}
    for game, seat in reversed(list(seats_of_people(nav))):
        if is_guest(game.players[seat]):
            continue
        held = best.get(game.game)
        if held is None or game.totals[seat] > held.points:
            best[game.game] = Best(game.game, game.players[seat], game.totals[seat], game.started or "")
    return tuple(best[kind] for kind in offered() if kind in best)


def seats_of_people(nav: Navigator) -> Iterable[tuple[GameSummary, int]]:
    """Every person's seat of every finished game, the newest first."""
    for game in nav.journal.games():
        bots = nav.bots_of(game.id)
        if game.state == "finished" and len(game.totals) == len(game.players):
            yield from ((game, seat) for seat in range(len(game.players)) if seat not in bots)


def has_boards(game: GameSummary) -> bool:
    """Whether boards of that game can be drawn: not of a score pad, nor of a game that draws none."""
    return game.game in offered() and bool(app_of(game.game).sketch) and game.pack != PAD


class PlayedLine(msgspec.Struct, frozen=True):
    """A line of the statistics in words."""

    title: str
    numbers: tuple[str, ...]


class PeopleView(msgspec.Struct, frozen=True, kw_only=True):
    """The people on the left, what the chosen one did on the right; the table's records without one."""

    frame: Frame
    names: tuple[tuple[str, bool], ...]
    records: str
    """The chip that leads back to the table's records."""
    heads: tuple[str, ...]
    lines: tuple[PlayedLine, ...]
    empty: str
    colour: str
    """Which colour is theirs; empty where nobody is chosen."""
    colours: tuple[tuple[int, str, bool], ...]
    """The colours to choose from: place in `COLOURS`, name, whether it is theirs."""
    sky: str
    """What leads to the boards that they drew; empty where there are none."""
    forget: str
    """What forgets the chosen person; empty where nobody is chosen."""
    question: str
    """What is asked before somebody is forgotten; empty while nothing is asked."""
    yes: str
    no: str


class PeoplePresenter:
    """The page `people`."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @property
    def chosen(self) -> str | None:
        """Whose statistics are shown; None: the table's records."""
        return self.nav.place.row

    def view(self) -> PeopleView:
        """What the screen shows."""
        names, chosen = people_of(self.nav)[:MAX_PEOPLE], self.chosen
        lines = self._records() if chosen is None else self._played(chosen)
        heads = (
            (_("Games"), _("Won"), _("Best"), _("Average"))
            if chosen is not None
            else (_("Points"), _("Who"), _("When"))
        )
        asking = chosen is not None and self.nav.place.photo
        return PeopleView(
            frame=self.nav.frame(_("People"), chosen or _("Records of this table")),
            names=tuple((name, name == chosen) for name in names),
            records=_("Records"),
            heads=heads,
            lines=lines,
            empty="" if lines else _("No game has been finished yet."),
            colour=_colour_words(self.nav, chosen) if chosen is not None else "",
            colours=self._colours(chosen) if chosen is not None else (),
            sky=_("Sky of {name}").format(name=chosen) if chosen is not None and self._has_sky(chosen) else "",
            forget=_("Forget {name}").format(name=chosen) if chosen is not None else "",
            question=_question(chosen) if asking and chosen is not None else "",
            yes=_("Forget"),
            no=_("Keep"),
        )

    def _played(self, name: str) -> tuple[PlayedLine, ...]:
        return tuple(
            PlayedLine(app_of(p.game).title(), (str(p.games), str(p.wins), str(p.best), decimal(p.average)))
            for p in statistics(self.nav, name)
        )

    def _records(self) -> tuple[PlayedLine, ...]:
        return tuple(
            PlayedLine(app_of(r.game).title(), (str(r.points), r.name, r.when[:10])) for r in records(self.nav)
        )

    def _colours(self, name: str) -> tuple[tuple[int, str, bool], ...]:
        own = remembered(self.nav).get(name)
        return tuple((colour, colour_words(colour), colour == own) for colour in range(len(COLOURS)))

    def _has_sky(self, name: str) -> bool:
        drawn = (game for game, seat in seats_of_people(self.nav) if game.players[seat] == name)
        return any(has_boards(game) for game in drawn)

    def open_sky(self) -> None:
        """Look at the boards that the chosen person drew."""
        self.nav.open_page("sky", row=self.chosen)

    def choose_colour(self, colour: int) -> None:
        """Remember that colour with the chosen person: it is theirs in every game begun from now on."""
        if self.chosen is not None and 0 <= colour < len(COLOURS):
            remember(self.nav, self.chosen, colour)
            self.nav.changed()

    def choose(self, name: str | None) -> None:
        """Show somebody's statistics, or the table's records."""
        self.nav.move(row=name, photo=False)

    def ask(self) -> None:
        """Ask whether the chosen person is to be forgotten."""
        self.nav.move(photo=True)

    def keep(self) -> None:
        """Forget nobody."""
        self.nav.move(photo=False)

    def forget(self) -> None:
        """Replace the chosen person's name in every record, result and backup of this table."""
        name = self.chosen
        if name is None or not self.nav.place.photo:
            return
        try:
            changed = forget(self.nav.journal, name)
        except NotPossible as error:
            self.nav.refuse(error)
            self.nav.move(photo=False)
            return
        self.nav.tell(partial(_forgotten_words, name, changed))
        self.nav.move(row=None, photo=False)


def _colour_words(nav: Navigator, name: str) -> str:
    own = remembered(nav).get(name)
    words = _("the next free one") if own is None else colour_words(own)
    return _("Colour: {colour}").format(colour=words)


def _forgotten_words(name: str, games: int) -> str:
    words = ngettext("{name} is forgotten in {n} game.", "{name} is forgotten in {n} games.", games)
    return words.format(name=name, n=games)


def _question(name: str) -> str:
    return _(
        "A dash takes the place of the name {name} in all games, statistics and backups of this table. This cannot be "
        "undone. "
        "Files that were taken along, and results at an event host, stay as they are."
    ).format(name=name)
