"""An entry of the record put right: where, and what it may have been instead; a game says what differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engines.game import NATURE
from engines.registry import load

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator
    from pi_app.steps.view import Command, Tap
    from pi_app.table.session import Placed


class Corrections:
    """How entries are put right; named by `pi_app.games.app_game.AppGame.corrections`."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def page(self, placed: Placed[Any, Any]) -> tuple[str, dict[str, Any]] | None:
        """The page on which an entry is put right, and its place; None: it can only be undone."""
        return ("correct", {"receipt": placed.line}) if self.alternatives(placed) else None

    def alternatives(self, placed: Placed[Any, Any]) -> Sequence[Any]:
        """What an entry may have been instead: by default everything of its kind that the same seat might have done."""
        was = placed.action
        legal = self.nav.open_table.game.legal_actions(placed.before, was.seat)
        theirs = {*was.__struct_fields__} != {"seat", "player"} and getattr(was, "player", None)
        same = [other for other in legal if type(other) is type(was) and other != was]
        return [other for other in same if theirs is False or getattr(other, "player", None) == theirs]

    def choice(self, does: Command, action: Any, before: Any) -> Tap | None:
        """What an entry may have been instead, drawn as a button; None: a button with its `choice_words`."""
        return None

    def choice_words(self, action: Any, before: Any) -> str:
        """What an entry may have been instead, in words that tell it from others of its kind."""
        data = self.nav.open_table.game.encode_action(action)
        told = [str(value) for key, value in data.items() if key not in ("type", "player")]
        return " ".join(told) or self.nav.open_table.players[data["player"]]

    def entry_words(self, placed: Placed[Any, Any]) -> str:
        """An entry in words, in the title of its page."""
        table = self.nav.open_table
        data = table.game.encode_action(placed.action)
        seat = data.get("player", placed.action.seat)
        return self.nav.app.step_words(str(data["type"]), None if seat == NATURE else table.players[seat], data)


def corrections_of(nav: Navigator) -> Corrections:
    """How entries of the game in progress are put right."""
    made: Corrections = load(nav.app.corrections)(nav)
    return made
