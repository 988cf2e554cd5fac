"""Look at the Stars: where a correction has later drawings break a rule, the table chooses: kept, or a pass."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.bots import find_bot
from engines.look_at_the_stars.model import Draw, Reveal
from engines.playout import play_record
from engines.record import ActionLine, Header
from engines.registry import open_game
from pi_app.games.corrections import corrections_of
from pi_app.games.look_at_the_stars.mend import MendPresenter
from pi_app.games.look_at_the_stars.past_turns import Mend, draft_of_action
from pi_app.presenters.navigator import Navigator
from pi_app.steps.entry import EntryPresenter
from pi_app.steps.view import Press, Tap
from pi_app.table.session import Correction

KEEP, PASS = "Rather keep the drawings", "Rather pass those turns"


def played(nav: Navigator, seed: int) -> None:
    game: Any = open_game("look_at_the_stars")
    header = Header(game=game.name, players=("Ana", "Ravi"))
    record, _ = play_record(game, header, [find_bot(game.name, "greedy")] * 2, Random(seed))
    nav.begin(header)
    with nav.journal.together():
        for line in record.lines:
            if isinstance(line, ActionLine):
                nav.open_table.act(game.decode_action(line.seat, line.action))


def against_a_later_drawing(nav: Navigator, kind: type[Any]) -> tuple[int, Any, Correction]:
    """A correction of an entry of that kind after which a later drawing breaks a rule that a table may overrule."""
    table, rng = nav.open_table, Random(1)
    for entry, action, before in zip(table.replay.entries, table.replay.actions, table.replay.states, strict=False):
        if not isinstance(action, kind):
            continue
        legal = [o for o in table.game.legal_actions(before, action.seat) if type(o) is kind and o != action]
        if kind is Reveal:
            legal = list(corrections_of(nav).alternatives(table.placed(entry.n)))
        for other in rng.sample(legal, min(4, len(legal))):
            found = table.preview_correction(entry.n, other)
            if found.after is not None and any(a.seat != "nature" for a in found.accepted):
                return entry.n, other, found
    raise AssertionError("no such correction in this game")


def test_the_session_keeps_later_drawings_or_passes_them(nav: Navigator) -> None:
    played(nav, 1)
    table = nav.open_table
    line, other, kept = against_a_later_drawing(nav, Draw)
    turns = len(table.replay.actions)
    passed = table.preview_correction(line, other, passes=True)
    assert not passed.accepted
    assert {a.line for a in kept.accepted} <= {i.line for i in passed.instead if i.action["type"] == "pass"}
    table.correct(line, other, passes=True)
    assert len(table.replay.actions) == turns
    assert not table.replay.overruled
    table.undo()
    table.correct(line, other)
    assert len(table.replay.actions) == turns
    assert table.replay.overruled


def test_the_page_of_a_turn_offers_both(nav: Navigator) -> None:
    played(nav, 1)
    line, other, kept = against_a_later_drawing(nav, Draw)
    nav.open_page("look_mend", seat=other.seat, own={"n": line})
    screen = MendPresenter(nav)
    nav.keep(Mend(n=line, draft=draft_of_action(other), begun=True))

    def switch() -> str:
        return next(part.text for part in screen.view().panel if isinstance(part, Tap) and part.does == Press("switch"))

    assert switch() == PASS
    screen.do(Press("switch"))
    assert switch() == KEEP
    screen.put_right()
    assert not nav.open_table.replay.overruled
    assert nav.open_table.entry(kept.accepted[0].line).action["type"] == "pass"


def test_the_question_about_a_night_card_offers_both(nav: Navigator) -> None:
    played(nav, 1)
    line, other, _kept = against_a_later_drawing(nav, Reveal)
    nav.open_page("correct", receipt=line)
    screen = EntryPresenter(nav)
    screen.choose(list(screen.choices()).index(other))
    pending = screen.view().pending
    assert pending is not None
    assert pending.other == PASS
    screen.switch()
    pending = screen.view().pending
    assert pending is not None
    assert pending.other == KEEP
    screen.confirm()
    assert not nav.open_table.replay.overruled
