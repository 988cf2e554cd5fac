"""Taking a game along: its result as a QR code that needs no network, and its files on a stick."""

from __future__ import annotations

import msgspec

from engines.game import PlayerScore
from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import Code, Command, StepView, Tap, Taps, Words
from pi_app.table.export import bgstats_play
from pi_app.table.takeaway import Taken, Taking, find_stick

MAX_CODE = 700
"""Letters: a code with more of them is hard to read from a screen."""


class Show(Command, frozen=True):
    """Show that code: `text` or `bgstats`."""

    code: str


class Save(Command, frozen=True):
    """Write the files."""


class TakePresenter(StepPresenter):
    """The page `take` of a game that is open."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._taking: Taking | None = None
        self._taken: tuple[int, Taken] | None = None

    def view(self) -> StepView:
        """The code, and the files."""
        plays = self.nav.place.row == "bgstats"
        about = (
            _("For programs: the play as BG Stats reads it (JSON).")
            if plays
            else _("Scan it: the result is in the code itself, no network is needed.")
        )
        files = _(
            "PDF, CSV, JSON, the record, and a play for BG Stats: onto a USB stick, else into this table's folder."
        )
        return StepView(
            frame=msgspec.structs.replace(self.nav.frame(_("Take along"), self.nav.app.title()), undo=None, redo=None),
            stage=Code(self._play() if plays else result_text(self.nav)),
            panel=(
                Taps(
                    (
                        Tap(Show("text"), _("Result"), chosen=not plays),
                        Tap(Show("bgstats"), "BG Stats", chosen=plays),
                    )
                ),
                Words(about, "muted"),
                *self._told(),
                Words(files, "muted"),
                Tap(Save(), _("Save files"), icon="sheet", role="progress", on=self._taking is None),
            ),
        )

    def _told(self) -> tuple[Words, ...]:
        taken = self._taken[1] if self._taken and self._taken[0] == self.nav.open_table.game_id else None
        return (Words(_told(taken), "wrong" if taken.failure is not None else "good"),) if taken else ()

    def _play(self) -> str:
        return msgspec.json.encode(bgstats_play(self.nav.open_table)).decode()

    def do(self, command: Command) -> None:
        """Do what was touched."""
        match command:
            case Show(code):
                self.nav.move(row=code)
            case Save():
                self._save()
            case _:
                super().do(command)

    def _save(self) -> None:
        if self._taking is None:
            self._taking = Taking(self.nav.open_table, find_stick())
            self.nav.changed()

    def tick(self) -> bool:
        """See whether the files are written."""
        taken = self._taking.poll() if self._taking else None
        if taken is None:
            return False
        self._taking = None
        self._taken = self.nav.open_table.game_id, taken
        self.nav.changed()
        return False


def _told(taken: Taken) -> str:
    if taken.failure is not None:
        return _("Not saved: {folder} ({reason})").format(folder=taken.folder, reason=taken.failure)
    if taken.stick:
        return _("On the stick: {folder}. It may be pulled out now.").format(folder=taken.folder)
    return _("No stick was found. Saved in {folder}").format(folder=taken.folder)


def result_text(nav: Navigator) -> str:
    """The result in plain words, short enough for a code: with every row where that fits."""
    table = nav.open_table
    when = (table.header.started or "")[:16].replace("T", " ")
    players = sorted(table.sheet.players, key=nav.app.rank)
    head = [f"Planisphere: {nav.app.title()}", *([when] if when else [])]
    full = "\n".join([*head, *(_line(nav, player, rows=True) for player in players)])
    return full if len(full) <= MAX_CODE else "\n".join([*head, *(_line(nav, p, rows=False) for p in players)])


def _line(nav: Navigator, player: PlayerScore, *, rows: bool) -> str:
    crown = "* " if nav.open_table.over and player.name in nav.open_table.sheet.winners else ""
    line = f"{crown}{player.name} {player.total}"
    parts = ", ".join(f"{nav.app.short_row_words(row.row)} {row.points}" for row in player.rows if row.points)
    return f"{line} ({parts})" if rows and parts else line
