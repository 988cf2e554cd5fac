"""A step that breaks rules which a table may overrule: it is asked before the step counts."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from engines.game import Action, Violation
from engines.starfarers.model import StarfarersAction
from pi_app.games.starfarers.desk import Desk
from pi_app.i18n import _
from pi_app.presenters.pending import Pending
from pi_app.steps.presenter import on


class Accepting(Desk):
    """A step of which the choices come to one action, `wish`; against the rules only where the table accepts it."""

    @abstractmethod
    def wish(self) -> StarfarersAction | None:
        """What the choices come to; None where something is still to be chosen."""

    def errors(self, action: StarfarersAction | None) -> list[Violation]:
        """The rules that it would break."""
        return [] if action is None else [v for v in self.game.check(self.state, action) if v.severity == "error"]

    def acceptable(self, action: StarfarersAction) -> bool:
        """Whether it breaks rules, and the table may overrule all of them."""
        found = self.errors(action)
        return bool(found) and all(v.overrulable for v in found)

    @on("fly")
    def play(self) -> None:
        """Do what is wished; where it breaks rules that may be overruled the table is asked first."""
        action = self.wish()
        if action is None:
            return
        if self.acceptable(action):
            self.keep(accepting=True)
        else:
            self.carry_out(action)

    def play_action(self, what: tuple[Any, ...], action: Action) -> None:
        self.carry_out(action)

    def carry_out(self, action: Action, overruled: tuple[str, ...] = ()) -> None:
        """Do it, against those rules."""
        self.nav.act(action, overruled=overruled)

    def pending(self) -> Pending | None:
        """What the table is asked."""
        errors = self.errors(self.wish()) if self.own.accepting else []
        if not errors:
            return None
        return Pending(
            question=_("Does the table accept this step?"),
            consequences=tuple(dict.fromkeys(self.nav.app.rule_words(v.rule, v.message) for v in errors)),
            confirm=_("Accept it"),
            cancel=_("Change it"),
        )

    def confirm(self) -> None:
        """The table accepts it against the rules."""
        action = self.wish()
        if action is not None:
            self.carry_out(action, tuple(dict.fromkeys(v.rule for v in self.errors(action))))

    def cancel(self) -> None:
        """The table wants to change it."""
        self.keep(accepting=False)
