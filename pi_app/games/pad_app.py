"""What the app knows of a game where a table keeps only the score pad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.described import Description
from engines.game import PlayerScore
from engines.record import Header
from engines.registry import OTHER, PAD, score_pad_of
from hardware.lights import Scene as LightScene
from pi_app.games.app_game import AppGame, app_of, offered
from pi_app.games.corrections import Corrections
from pi_app.i18n import N_, _

if TYPE_CHECKING:
    from pi_app.presenters.disputes import Dispute
    from pi_app.presenters.navigator import Navigator
    from pi_app.steps.view import Part
    from pi_app.table.session import Placed


_BROKEN: Final = {
    "pad.sum": N_("Write a sum of 0 to 999, such as 3+6+2."),
    "pad.outcome": N_("Write 2 for won, 1 for drawn, 0 for lost."),
    "pad.places": N_("Write the places 1, 2, 3…; who shares one has the same."),
}
_WHOLE_WORDS: Final = {
    "points": N_("Points"),
    "outcome": N_("Won 2, drawn 1, lost 0"),
    "place": N_("Place"),
    "minutes": N_("Minutes"),
    "seconds": N_("Seconds"),
}
"""The rows of a game that is described without any."""


class DescribedApp(AppGame):
    """A game that has no engine, as it is described."""

    name = OTHER
    rule_cards = ((N_("Score pad"), (N_("The game is described by the host of the evening."),)),)
    pad_across = True

    def __init__(self, game: Description) -> None:
        self._described = game

    def title(self) -> str:
        """What its host calls it."""
        return self._described.title

    def screen(self, nav: Navigator) -> str:
        """Its pad is all there is of it."""
        return "pad"

    def row_words(self, row: str) -> str:
        """What is counted, and what each of it brings."""
        counted = self._described.pad()[row]
        if not self._described.rows:
            return _(_WHOLE_WORDS[row])
        if not counted.each:
            return _("{row} (breaks ties)").format(row=row)
        return row if counted.each == 1 else f"{row} ×\u00a0{counted.each}".replace("-", "\u2212")

    def short_row_words(self, row: str) -> str:
        """What is counted."""
        return row if self._described.rows else self.row_words(row)

    def rank(self, score: PlayerScore) -> tuple[int, ...]:
        """By points, or the fewest first, then the most of each row that breaks ties."""
        total = score.total if self._described.lowest else -score.total
        return total, *(-count for count in score.tiebreak.values())


class PadCorrections(Corrections):
    """A cell is put right on the pad itself."""

    def alternatives(self, placed: Placed[Any, Any]) -> Sequence[Any]:
        return ()


class PadApp(AppGame):
    """The pad of a game: its words are those of the game's own app."""

    corrections = "pi_app.games.pad_app:PadCorrections"

    def __init__(self, game: AppGame, rows: tuple[str, ...]) -> None:
        self._game = game
        self._rows = rows
        self.name, self.rule_cards, self.rule_drawings = game.name, game.rule_cards, game.rule_drawings
        self.traveller = game.traveller
        self.level_words, self.rare_rows = game.level_words, game.rare_rows
        self.pad_units, self.pad_across = game.pad_units, game.pad_across

    def title(self) -> str:
        """As in the game."""
        return self._game.title()

    def screens(self) -> Mapping[str, str]:
        """The pad."""
        page, _words = self.pad_page()
        own = {page: self._game.screens()[page]} if page else {}
        return {"pad": "pi_app.presenters.pad:PadPresenter", **own}

    def pad_page(self) -> tuple[str, str]:
        """The page that fills the pad from the boards, and words for it; empty where the game has none."""
        return self._game.pad_page()

    def rule_card(self, topic: int, lines: tuple[str, ...]) -> Part | None:
        """As in the game."""
        return self._game.rule_card(topic, lines)

    def screen(self, nav: Navigator) -> str:
        """The pad until it is added up."""
        return "final" if nav.open_table.over else "pad"

    def light(self, nav: Navigator) -> LightScene:
        """Nothing burns."""
        return LightScene()

    def bots(self) -> tuple[str, ...]:
        """None: nobody but people writes on a pad."""
        return ()

    def step_words(self, kind: str, player: str | None, action: dict[str, Any]) -> str:
        if kind == "close":
            return _("adding up")
        row = self.short_row_words(action["row"]) if "row" in action else kind
        return _("{name}: {what}").format(name=player or "", what=row)

    def rule_words(self, rule: str, fallback: str) -> str:
        """What is wrong with a cell."""
        return _(_BROKEN[rule]) if rule in _BROKEN else fallback

    def rows(self, nav: Navigator) -> tuple[str, ...]:
        """The rows of the pad."""
        return self._rows

    def row_words(self, row: str) -> str:
        """A row in words."""
        return self._game.row_words(row)

    def short_row_words(self, row: str) -> str:
        """A row in one short word."""
        return self._game.short_row_words(row)

    def dispute(self, nav: Navigator) -> Dispute | None:
        """As in the game: its page that fills the pad has doubts too."""
        return self._game.dispute(nav)

    def rank(self, score: PlayerScore) -> tuple[int, ...]:
        """As in the game."""
        return self._game.rank(score)

    def verdict(self, nav: Navigator) -> str | None:
        """As in the game."""
        return self._game.verdict(nav)

    def notes(self, nav: Navigator) -> tuple[str, ...]:
        """How the points came here."""
        return (_("Written on the score pad"),)

    def help_card(self, nav: Navigator) -> int:
        """The card about points."""
        return self._game.points_card


def app_for(header: Header) -> AppGame:
    """What the app knows of a record: its score pad where only that was kept. Raises LookupError as `app_of`."""
    if header.pack != PAD:
        return app_of(header.game)
    if header.game == OTHER:
        game = msgspec.convert(header.options, Description)
        return PadApp(DescribedApp(game), tuple(name for name, row in game.pad().items() if row.each))
    return PadApp(app_of(header.game), score_pad_of(header.game).rows)


def has_screens(header: Header) -> bool:
    """Whether a record can be taken up at this table."""
    return header.game in offered() or (header.game, header.pack) == (OTHER, PAD)
