"""Taking a game along: its result as a QR code that needs no network, a picture to share, its files on a stick."""

from __future__ import annotations

from functools import partial

import msgspec

from engines.game import PlayerScore
from pi_app.i18n import _, language
from pi_app.presenters.navigator import Navigator
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Card, Code, Part, Picture, StepView, Tap, Taps, Words
from pi_app.table.export import bgstats_play
from pi_app.table.handicaps import HANDICAP, standing
from pi_app.table.story import card_png
from pi_app.table.takeaway import Later, Taken, find_stick, take

MAX_CODE = 700
"""Letters: a code with more of them is hard to read from a screen."""


class TakePresenter(StepPresenter):
    """The page `take` of a game that is open."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._taking: Later[Taken] | None = None
        self._taken: tuple[int, Taken] | None = None
        self._drawing: Later[bytes] | None = None
        self._card: tuple[tuple[int, int, str], bytes] | None = None
        """The picture, and what it was drawn of: game, length of its record, language."""

    def view(self) -> StepView:
        """The code or the picture, and the files."""
        shown = self.nav.place.row or "text"
        files = _(
            "PDF, poster, picture, CSV, JSON, the record, a play for BG Stats: on a USB stick, else in this table’s "
            "folder."
        )
        return StepView(
            frame=msgspec.structs.replace(self.nav.frame(_("Share"), self.nav.app.title()), undo=None, redo=None),
            stage=self._stage(shown),
            panel=(
                Taps(
                    (
                        Tap(does(self.show, "text"), _("Result"), chosen=shown == "text"),
                        Tap(does(self.show, "bgstats"), "BG Stats", chosen=shown == "bgstats"),
                        Tap(does(self.show, "card"), _("Picture"), chosen=shown in ("card", "link")),
                    )
                ),
                *self._about(shown),
                *self._told(),
                Words(files, "muted"),
                Tap(does(self._save), _("Save files"), icon="sheet", role="progress", on=self._taking is None),
            ),
        )

    def _about(self, shown: str) -> tuple[Part, ...]:
        match shown:
            case "bgstats":
                return (Words(_("For programs: the play as BG Stats reads it (JSON)."), "muted"),)
            case "card" | "link":
                return self._way_of_the_card(shown)
            case _:
                return (Words(_("Scan it: the result is in the code itself, no network is needed."), "muted"),)

    def _way_of_the_card(self, shown: str) -> tuple[Part, ...]:
        """How the picture gets onto a phone: from this table, where it is served."""
        if not self.nav.served:
            return (
                Words(_("With the public screen on (Settings), phones in this network can fetch it here."), "muted"),
            )
        if shown == "card":
            return (Tap(does(self.show, "link"), _("Onto a phone"), icon="next"),)
        return (Words(_("Scan it with a phone in this table’s network; the internet is not needed."), "muted"),)

    def _stage(self, shown: str) -> Part:
        match shown:
            case "bgstats":
                return Code(msgspec.json.encode(bgstats_play(self.nav.open_table)).decode())
            case "card" | "link":
                return self._picture(shown)
            case _:
                return Code(result_text(self.nav))

    def _picture(self, shown: str) -> Part:
        """The picture once it is drawn, or its address."""
        now = self._now
        if self._card is None or self._card[0] != now:
            if self._drawing is None:
                self._drawing = Later(partial(card_png, self.nav.open_table))
            return Card((Words(_("The picture is being drawn…"), "muted"),))
        self.nav.shared = self._card[1]
        return Code(f"{self.nav.served}/card.png") if shown == "link" and self.nav.served else Picture(self._card[1])

    @property
    def _now(self) -> tuple[int, int, str]:
        table = self.nav.open_table
        return table.game_id, table.length, language()

    def _told(self) -> tuple[Words, ...]:
        taken = self._taken[1] if self._taken and self._taken[0] == self.nav.open_table.game_id else None
        return (Words(_told(taken), "wrong" if taken.failure is not None else "good"),) if taken else ()

    @on()
    def show(self, code: str) -> None:
        """Show that code, or file."""
        self.nav.move(row=code)

    @on("save")
    def _save(self) -> None:
        if self._taking is None:
            self._taking = Later(partial(take, self.nav.open_table, find_stick()))
            self.nav.changed()

    def tick(self) -> bool:
        """See whether the files are written, or the picture is drawn."""
        taken = self._taking.poll() if self._taking else None
        drawn = self._drawing.poll() if self._drawing else None
        if taken is not None:
            self._taking, self._taken = None, (self.nav.open_table.game_id, taken)
        if drawn is not None:
            self._drawing, self._card = None, (self._now, drawn)
        if taken is not None or drawn is not None:
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
    players = sorted(standing(table).players, key=nav.app.rank)
    head = [f"Planisphere: {nav.app.title()}", *([when] if when else [])]
    full = "\n".join([*head, *(_line(nav, player, rows=True) for player in players)])
    return full if len(full) <= MAX_CODE else "\n".join([*head, *(_line(nav, p, rows=False) for p in players)])


def _line(nav: Navigator, player: PlayerScore, *, rows: bool) -> str:
    crown = "* " if nav.open_table.over and player.name in standing(nav.open_table).winners else ""
    line = f"{crown}{player.name} {player.total}"
    parts = ", ".join(f"{_row_words(nav, row.row)} {row.points}" for row in player.rows if row.points)
    return f"{line} ({parts})" if rows and parts else line


def _row_words(nav: Navigator, row: str) -> str:
    return _("Handicap") if row == HANDICAP else nav.app.short_row_words(row)
