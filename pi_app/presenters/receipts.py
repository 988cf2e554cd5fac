"""Parts of every page that says why points were paid, and asks before it puts something right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engines.game import NATURE
from engines.record import ActionLine, CorrectLine, Dropped
from pi_app.games.app_game import AppGame
from pi_app.games.corrections import corrections_of
from pi_app.i18n import Said, _, ngettext
from pi_app.presenters.navigator import Navigator
from pi_app.table.session import Accepted, Changed, Correction, Instead

MAX_TOLD: Final = 4
"""Consequences told one by one: with more, the question would be higher than the screen."""


def changed_words(app: AppGame, changed: tuple[Changed, ...]) -> tuple[str, ...]:
    """What a correction changes on the sheet: a line a player."""
    players = dict.fromkeys(c.player for c in changed)
    return tuple(
        _("{name}: {what}").format(
            name=name,
            what=", ".join(f"{app.row_words(c.row)} {c.before} → {c.after}" for c in changed if c.player == name),
        )
        for name in players
    )


def corrected_words(app: AppGame, changed: tuple[Changed, ...]) -> Said:
    """That it was put right, and what that changed on the sheet."""
    return lambda: _("Put right. {changes}").format(changes=";  ".join(changed_words(app, changed))).strip()


def overrulable(preview: Correction) -> tuple[str, ...]:
    """The rules that a correction breaks and that the table may overrule."""
    return tuple(dict.fromkeys(v.rule for v in preview.broken if v.overrulable and v.severity == "error"))


def dropped_words(nav: Navigator, dropped: Dropped, why: str) -> str:
    """An action that would no longer count, and why where that is not known yet."""
    line = nav.open_table.record.lines[dropped.n - 1]
    action: dict[str, Any] = line.action if isinstance(line, ActionLine | CorrectLine) else {}
    name = "" if dropped.seat == NATURE else nav.open_table.players[dropped.seat]
    what = nav.app.step_words(str(action.get("type")), name, action)
    return (_("No longer counts: {what} ({why})") if why else _("No longer counts: {what}")).format(what=what, why=why)


def accepted_words(nav: Navigator, accepted: Accepted, why: str) -> str:
    """A later action that stays as it was played, and against which rule where that is not known yet."""
    what = corrections_of(nav).entry_words(nav.open_table.placed(accepted.line))
    said = _("{what} – stays, against the rule “{why}”") if why else _("{what} – stays as it was played")
    return said.format(what=what, why=why)


def instead_words(nav: Navigator, instead: Instead) -> str:
    """Another entry that changes too, and into what: the thing that it names, or what keeps its turn."""
    placed, own = nav.open_table.placed(instead.line), corrections_of(nav)
    was = nav.open_table.game.encode_action(placed.action)
    changed = [instead.action.get(key) for key in was if was[key] != instead.action.get(key)]
    if all(isinstance(value, str | int) for value in changed) and was["type"] == instead.action["type"]:
        now = nav.open_table.game.decode_action(instead.seat, instead.action)
        values = (own.choice_words(action, placed.before) for action in (placed.action, now))
        return _("{name}: {what}").format(name=own.entry_words(placed), what=" → ".join(values))
    name = "" if instead.seat == NATURE else nav.open_table.players[instead.seat]
    said = nav.app.step_words(str(instead.action.get("type")), name, instead.action)
    return f"{own.entry_words(placed)} → {said}"


def consequences(nav: Navigator, preview: Correction) -> tuple[str, ...]:
    """Everything that a correction would break, change and drop, a line each; a rule that it breaks is told once."""
    broken = dict.fromkeys(nav.app.rule_words(v.rule, v.message) for v in preview.broken if v.severity == "error")
    told = set(broken)

    def news(rule: str, message: str) -> str:
        words = nav.app.rule_words(rule, message)
        known = words in told
        told.add(words)
        return "" if known else words

    return (
        *broken,
        *changed_words(nav.app, preview.changed),
        *(accepted_words(nav, a, news(a.rules[0], a.message)) for a in preview.accepted),
        *(instead_words(nav, i) for i in preview.instead),
        *(dropped_words(nav, d, news(d.rule, d.message)) for d in preview.dropped),
    )


def few(told: Iterable[str]) -> tuple[str, ...]:
    """The first of them; of the others only how many there are."""
    lines = tuple(told)
    more = len(lines) - MAX_TOLD
    if more <= 1:
        return lines
    return (*lines[:MAX_TOLD], ngettext("… and {n} more", "… and {n} more", more).format(n=more))
