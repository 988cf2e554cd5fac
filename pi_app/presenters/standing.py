"""The score sheet as a table, the podium at the end, and the games of the past."""

from __future__ import annotations

from typing import Final

import msgspec

from pi_app.i18n import LANGUAGES, N_, _, language, ngettext
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.score import BONUS_ROWS
from pi_app.presenters.setup import GameLine, game_line
from pi_app.presenters.wording import ROUNDS, short_row_words

_BANDS: Final = {
    1: N_("Stargazer"),
    2: N_("New observer"),
    3: N_("Expert of the sky"),
    4: N_("Explorer of the sky"),
    5: N_("In the footsteps of Copernicus"),
}


class Cell(msgspec.Struct, frozen=True):
    """One number of the sheet; `corrected` numbers were put right after the fact. An empty text is not known yet."""

    row: str
    text: str
    corrected: bool = False
    open: bool = False
    """Whether tapping it shows why."""


class SheetLine(msgspec.Struct, frozen=True):
    """One player's line of the sheet."""

    seat: int
    name: str
    cells: tuple[Cell, ...]
    total: str


class Step(msgspec.Struct, frozen=True):
    """One step of the podium."""

    place: int
    seat: int
    name: str
    total: int


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """The score sheet, and once the game is over the podium."""

    frame: Frame
    columns: tuple[str, ...]
    total: str
    lines: tuple[SheetLine, ...]
    podium: tuple[Step, ...]
    verdict: str
    note: str
    home: str | None


class SheetPresenter:
    """The score sheet; every number opens its reasons."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> SheetView:
        """What the screen shows."""
        table = self.nav.open_table
        rows = (*(f"round.{k}" for k in range(1, ROUNDS + 1)), *BONUS_ROWS)
        over = table.over
        return SheetView(
            frame=self.nav.frame(_("Final score") if over else _("Score so far")),
            columns=tuple(short_row_words(row) for row in rows),
            total=_("Total"),
            lines=tuple(self._line(seat, rows) for seat in range(len(table.players))),
            podium=self._podium() if over else (),
            verdict=self._verdict() if over else "",
            note=self._note(),
            home=_("New game") if over and self.nav.place.page is None else None,
        )

    def _line(self, seat: int, rows: tuple[str, ...]) -> SheetLine:
        table = self.nav.open_table
        score = table.sheet.players[seat]
        points = {row.row: row.points for row in score.rows}
        corrected = self._corrected_rounds(seat)
        cells = tuple(
            Cell(r, str(points[r]) if r in points else "", r in corrected, r in points and r != "unfaded") for r in rows
        )
        return SheetLine(seat, score.name, cells, str(score.total))

    def _corrected_rounds(self, seat: int) -> set[str]:
        replay = self.nav.open_table.replay
        return {
            f"round.{before.round}"
            for entry, before in zip(replay.entries, replay.states[:-1], strict=True)
            if entry.corrected_by is not None and entry.seat == seat and entry.action.get("type") == "draw"
        }

    def _podium(self) -> tuple[Step, ...]:
        players = self.nav.open_table.sheet.players
        keys = [(-p.total, p.tiebreak.get("fading", 0)) for p in players]
        steps = [
            Step(1 + sum(other < key for other in keys), seat, player.name, player.total)
            for seat, (player, key) in enumerate(zip(players, keys, strict=True))
        ]
        return tuple(sorted(steps, key=lambda step: (step.place, step.seat)))

    def _verdict(self) -> str:
        sheet = self.nav.open_table.sheet
        if sheet.band is not None:
            return _(_BANDS[sheet.band])
        if len(sheet.winners) > 1:
            return _("{names} share the victory").format(names=", ".join(sheet.winners))
        return _("{name} wins").format(name=sheet.winners[0])

    def _note(self) -> str:
        table = self.nav.open_table
        accepted = len({o.n for o in table.replay.overruled})
        notes = []
        if accepted:
            notes.append(
                ngettext(
                    "{n} drawing accepted against the rules", "{n} drawings accepted against the rules", accepted
                ).format(n=accepted)
            )
        if any(self._corrected_rounds(seat) for seat in range(len(table.players))):
            notes.append(_("* = corrected"))
        return "  ·  ".join(notes)

    def why(self, seat: int, row: str) -> None:
        """Show why a number is what it is."""
        self.nav.open_page("why", seat=seat, row=row)

    def leave(self) -> None:
        """Back to the start screen."""
        self.nav.home()


class PastView(msgspec.Struct, frozen=True, kw_only=True):
    """The games of the journal."""

    frame: Frame
    games: tuple[GameLine, ...]
    empty: str


class PastPresenter:
    """The games played on this table, the newest first."""

    MOST = 40

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> PastView:
        """What the screen shows."""
        games = self.nav.journal.games()
        return PastView(
            frame=self.nav.frame(_("Past games")),
            games=tuple(game_line(g) for g in games[: self.MOST]),
            empty="" if games else _("No game has been played on this table yet."),
        )

    def open(self, game: int) -> None:
        """Open a game: its sheet and boards where it is finished, else where it was left."""
        self.nav.resume(game)


class MenuView(msgspec.Struct, frozen=True, kw_only=True):
    """What can be done at any moment of a game."""

    frame: Frame
    scores: str
    help: str
    leave: str
    leave_hint: str
    languages: tuple[tuple[str, str, bool], ...]


class MenuPresenter:
    """The menu of a game in progress."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> MenuView:
        """What the screen shows."""
        return MenuView(
            frame=self.nav.frame(_("Menu")),
            scores=_("Score so far"),
            help=_("How to play"),
            leave=_("Leave this game"),
            leave_hint=_("It is saved, and can be continued at any time."),
            languages=tuple((code, name, code == language()) for code, name in LANGUAGES.items()),
        )


class HelpView(msgspec.Struct, frozen=True, kw_only=True):
    """One card of the rules."""

    frame: Frame
    topics: tuple[tuple[int, str, bool], ...]
    lines: tuple[str, ...]


_HELP: Final = (
    (
        N_("A round"),
        (
            N_("The holder of the marker picks a size. Everybody takes and reveals a tile of that size."),
            N_("All draw at once on the part of the disc that shows. Do not turn the disc while drawing."),
            N_("Score, turn the disc to the next numeral, flip the tile, pass the marker to who scored least."),
            N_("Six rounds. One tile is left over."),
        ),
    ),
    (
        N_("Drawing"),
        (
            N_("Join stars by lines, in the shape of your tile: turn it freely, never mirror it."),
            N_("Only fully visible stars, never Polaris, and each star in one constellation only."),
            N_("Lines never cross, not even lines of earlier rounds."),
            N_("You may leave out parts, but what you draw stays in one piece."),
        ),
    ),
    (
        N_("Fading stars"),
        (
            N_("For each star of the tile you leave out, cross off one 3-point star."),
            N_("All stars drawn but not all lines: cross off one in all."),
            N_("Beyond seven it costs no more points, but decides ties."),
        ),
    ),
    (
        N_("Points"),
        (
            N_("Each star of this tile's type: the points on this tile."),
            N_("Each star of the last tile's type: the points on the last tile as it lies now."),
            N_("Each line between the two types: both added."),
            N_("At the end: 3 for each 3-point star left, 1 a central star, 2 a line across the axis, 3 a rim star."),
        ),
    ),
    (
        N_("This screen"),
        (
            N_("Tap a star, then another: a line appears. Tap a line: it goes."),
            N_("Or photograph the board: the lines are read, and you are asked only where it matters."),
            N_("Undo is always at the top. Any line of any round can be put right from the score."),
        ),
    ),
)


class HelpPresenter:
    """The rules in a few words."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @property
    def topic(self) -> int:
        """The card that is open."""
        return self.nav.place.receipt or 0

    def view(self) -> HelpView:
        """What the screen shows."""
        return HelpView(
            frame=self.nav.frame(_("How to play")),
            topics=tuple((i, _(title), i == self.topic) for i, (title, _lines) in enumerate(_HELP)),
            lines=tuple(_(line) for line in _HELP[self.topic][1]),
        )

    def choose(self, topic: int) -> None:
        """Open another card."""
        self.nav.move(receipt=topic)
