"""The page of the people of this table: what they played and won, their colours, and forgetting who asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Final

from engines.errors import NotPossible
from pi_app.games.app_game import app_of
from pi_app.i18n import _, decimal, ngettext
from pi_app.presenters.colours import COLOURS, colour_words, remember, remembered
from pi_app.presenters.pending import Pending
from pi_app.presenters.people import has_boards, people_of, records, seats_of_people, statistics
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Part, Slide, StepView, Tap, Taps, Words
from pi_app.table.forgetting import forget

MAX_PEOPLE: Final = 60
"""The most people in the list, the latest first."""
NAMES_DP: Final = 232
LETTERS: Final = 10
"""A column with longer words, a name, is wider than others."""


class Line(Part, frozen=True):
    """A line of a table: a title, none above the columns, and a value a column, which is so many shares wide."""

    WIDGET: ClassVar = "pi_app.ui.steps.people:line_row"
    title: str
    values: tuple[str, ...]
    shares: tuple[float, ...]


class ColourTap(Tap, frozen=True):
    """A colour to choose, told by its shape too."""

    WIDGET: ClassVar = "pi_app.ui.steps.people:ColourRow"
    colour: int = 0


class PeoplePresenter(StepPresenter):
    """The page `people`: the people, and what the chosen one did; the table's records without one."""

    @property
    def chosen(self) -> str | None:
        """Whose statistics are shown; None: the table's records."""
        return self.nav.place.row

    def view(self) -> StepView:
        """A table, and below it what can be done about the chosen person."""
        chosen = self.chosen
        people = (
            Tap(does(self.choose, name), name, chosen=name == chosen) for name in people_of(self.nav)[:MAX_PEOPLE]
        )
        first = Tap(does(self.show_records), _("Records"), icon="crown", chosen=chosen is None)
        below = () if chosen is None else tuple(self._about(chosen))
        return StepView(
            frame=self.nav.frame(_("People"), chosen or _("Records of this table")),
            stage=Slide(f"people.{chosen}", (*self._lines(chosen), *below)),
            panel=(Slide("names", (first, *people)),),
            panel_dp=NAMES_DP,
            pending=_question(chosen) if chosen is not None and self.nav.place.photo else None,
        )

    def _lines(self, name: str | None) -> tuple[Part, ...]:
        heads: tuple[str, ...]
        lines: list[tuple[str, tuple[str, ...]]]
        if name is None:
            heads = _("Points"), _("Who"), _("When")
            lines = [(r.game, (str(r.points), r.name, r.when[:10])) for r in records(self.nav)]
        else:
            heads = _("Games"), _("Won"), _("Best"), _("Average")
            played = statistics(self.nav, name)
            lines = [(p.game, (str(p.games), str(p.wins), str(p.best), decimal(p.average))) for p in played]
        if not lines:
            return (Words(_("No game has been finished yet."), "muted"),)
        columns = zip(heads, *(values for _game, values in lines), strict=True)
        shares = tuple(max(1.0, max(map(len, column)) / LETTERS) for column in columns)
        return (Line("", heads, shares), *(Line(app_of(game).title(), values, shares) for game, values in lines))

    def _about(self, name: str) -> Iterator[Part]:
        own = remembered(self.nav).get(name)
        words = _("the next free one") if own is None else colour_words(own)
        yield Words(_("Colour: {colour}").format(colour=words), "muted")
        yield Taps(
            tuple(ColourTap(does(self.choose_colour, c), "", chosen=c == own, colour=c) for c in range(len(COLOURS)))
        )
        drawn = any(has_boards(game) for game, seat in seats_of_people(self.nav) if game.players[seat] == name)
        sky = (Tap(does(self.open_sky), _("Sky of {name}").format(name=name), icon="star"),) if drawn else ()
        yield Taps((*sky, Tap(does(self.ask), _("Forget {name}").format(name=name), icon="erase")))

    @on("sky")
    def open_sky(self) -> None:
        """Look at the boards that the chosen person drew."""
        self.nav.open_page("sky", row=self.chosen)

    @on("colour")
    def choose_colour(self, colour: int) -> None:
        """Remember that colour with the chosen person: it is theirs in every game begun from now on."""
        if self.chosen is not None and 0 <= colour < len(COLOURS):
            remember(self.nav, self.chosen, colour)
            self.nav.changed()

    @on("person")
    def choose(self, name: str) -> None:
        """Show what somebody played."""
        self.nav.move(row=name, photo=False)

    @on("records")
    def show_records(self) -> None:
        """Show the table's records."""
        self.nav.move(row=None, photo=False)

    @on("forget")
    def ask(self) -> None:
        """Ask whether the chosen person is to be forgotten."""
        self.nav.move(photo=True)

    def cancel(self) -> None:
        """Forget nobody."""
        self.nav.move(photo=False)

    def confirm(self) -> None:
        """Replace the chosen person's name in every record, result and backup of this table."""
        name = self.chosen
        if name is None or not self.nav.place.photo:
            return
        try:
            changed = forget(self.nav.journal, name)
        except NotPossible as error:
            self.nav.refuse(error)
            self.cancel()
            return
        self.nav.tell(partial(_forgotten_words, name, changed))
        self.show_records()


def _forgotten_words(name: str, games: int) -> str:
    words = ngettext("{name} is forgotten in {n} game.", "{name} is forgotten in {n} games.", games)
    return words.format(name=name, n=games)


def _question(name: str) -> Pending:
    words = _(
        "A dash takes the place of the name {name} in all games, statistics and backups of this table. This cannot be "
        "undone. "
        "Files that were taken along, and results at an event host, stay as they are."
    )
    return Pending(
        question=_("Forget {name}").format(name=name),
        consequences=(words.format(name=name),),
        confirm=_("Forget"),
        cancel=_("Keep"),
        loses=True,
    )
