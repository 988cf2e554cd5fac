"""Somebody's sky: the boards that they drew at this table over the years, one game beside the other."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from engines.errors import BadInput
from engines.record import Record
from pi_app.games.app_game import app_of, offered
from pi_app.i18n import _, language
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.people import has_boards, seats_of_people
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Card, Part, Picture, StepView, Tap, Words
from pi_app.table.journal import GameSummary
from pi_app.table.story import SKY_MOST, sky_png
from pi_app.table.takeaway import Later

_Drawn = tuple[tuple[str, ...], bytes]
"""What a picture was drawn of, and the picture."""


def _played(nav: Navigator, name: str) -> dict[str, list[tuple[GameSummary, int]]]:
    """Each game whose boards are kept -> the latest that they finished, the oldest first, with their seat."""
    found: dict[str, list[tuple[GameSummary, int]]] = {}
    for game, seat in seats_of_people(nav):
        if game.players[seat] == name and has_boards(game):
            found.setdefault(game.game, []).append((game, seat))
    return {kind: found[kind][:SKY_MOST][::-1] for kind in offered() if kind in found}


class SkyPresenter(StepPresenter):
    """The page `sky`: the picture of one game's boards; tabs for the other games."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._drawing: Later[_Drawn] | None = None
        self._drawn: _Drawn | None = None

    @property
    def name(self) -> str:
        """Whose sky it is."""
        return self.nav.place.row or ""

    def view(self) -> StepView:
        """The picture once it is drawn."""
        played = _played(self.nav, self.name)
        kind = self.nav.place.new if self.nav.place.new in played else next(iter(played), "")
        frame = self.nav.frame(_("Sky of {name}").format(name=self.name), app_of(kind).title() if kind else "")
        tabs = tuple(Tap(does(self.choose, game), app_of(game).title(), chosen=game == kind) for game in played)
        return StepView(
            frame=replace(frame, undo=None, redo=None),
            stage=self._stage(kind, played[kind]) if kind else Card((Words(_("No game has been finished yet.")),)),
            tabs=tabs if len(tabs) > 1 else (),
        )

    def _stage(self, kind: str, games: list[tuple[GameSummary, int]]) -> Part:
        now = (self.name, kind, language(), *(str(game.id) for game, _seat in games))
        if self._drawn is not None and self._drawn[0] == now:
            return Picture(self._drawn[1])
        if self._drawing is None:
            records = list[tuple[Record, int]]()
            for game, seat in games:
                with suppress(BadInput):
                    records.append((self.nav.journal.record(game.id), seat))
            self._drawing = Later(lambda: (now, sky_png(self.name, records)))
        return Card((Words(_("The picture is being drawn…"), "muted"),))

    @on("kind")
    def choose(self, game: str) -> None:
        """Show what has been drawn in that game."""
        self.nav.move(new=game)

    def tick(self) -> bool:
        """See whether the picture is drawn."""
        made = self._drawing.poll() if self._drawing is not None else None
        if made is not None:
            self._drawing, self._drawn = None, made
            self.nav.changed()
        return False
