"""One line below every screen of a table at an evening: ask the host, the host's answer, who is to sit here next.

It never stands in the way: whoever does not want it plays on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from engines.described import Description
from engines.errors import BadInput
from engines.record import Header
from engines.registry import OTHER, PAD
from engines.rulebook import rulebook
from pi_app.crop import cropped
from pi_app.evening.asks import Asking, AskLine
from pi_app.evening.outbox import LinkView, Outbox
from pi_app.evening.part import outbox_of, takes_part
from pi_app.evening.wire import Assignment
from pi_app.games.app_game import app_of, offered
from pi_app.i18n import N_, _
from pi_app.presenters.disputes import WHOLE, Dispute, dispute_of
from pi_app.presenters.frame import Strip
from pi_app.presenters.names import MAX_NAME

if TYPE_CHECKING:
    from pi_app.presenters.navigator import Navigator


SEATED: Final = "seating"
"""Where the journal remembers the last seating that was begun."""
_SETTLED: Final = {
    "judged": N_("The host has judged the result."),
    "confirmed": N_("The host has confirmed the result."),
    "void": N_("The host has decided that this game does not count."),
    "linked": N_("The host has dealt with it."),
}
"""What the event host says where a question was settled along with something else."""


def strip_of(nav: Navigator) -> Strip | None:
    """The line below the present screen; None where there is nothing to say."""
    found = _found(nav)
    return None if found is None else found[0]


def host_hears(nav: Navigator) -> bool:
    """Whether this table takes part in an evening whose host can be asked."""
    outbox = outbox_of(nav)
    return outbox is not None and takes_part(outbox.view) and bool(outbox.view.assignment.event)


def press(nav: Navigator) -> None:
    """Do what the line's button says."""
    found, outbox = _found(nav), outbox_of(nav)
    if found is None or outbox is None:
        return
    strip, dispute, ask = found
    match strip.key:
        case "ask" if dispute is not None:
            outbox.ask(_asking(nav, dispute))
            nav.tell(lambda: _("The host is asked. You can play on meanwhile."))
        case "settle" if dispute is not None and ask is not None:
            outbox.see(ask.id)
            dispute.settle(ask.decision == "one")
            reading = ask.chosen
            nav.tell(lambda: _("As the host decided: {reading}").format(reading=reading))
        case "see" if ask is not None:
            outbox.see(ask.id)
        case "boards":
            _show_boards(nav, outbox)
        case "begin":
            _begin(nav, outbox.view.assignment)
    nav.changed()


_Found = tuple[Strip, Dispute | None, AskLine | None]


def _found(nav: Navigator) -> _Found | None:
    outbox = outbox_of(nav)
    view = outbox.view if outbox is not None else LinkView()
    if not takes_part(view):
        return None
    dispute = dispute_of(nav)
    return (
        (_of_dispute(nav, view, dispute) if dispute is not None else None)
        or _of_answer(view)
        or _of_time(nav, view.assignment)
        or _of_boards(nav, view.assignment)
        or _of_seating(nav, view.assignment)
    )


def time_is_up(nav: Navigator) -> bool:
    """Whether the time of the round that this table plays is over."""
    outbox = outbox_of(nav)
    return outbox is not None and takes_part(outbox.view) and outbox.view.assignment.time_is_up


# Asking ---------------------------------------------------------------------------------------------------------


def _of_dispute(nav: Navigator, view: LinkView, dispute: Dispute) -> _Found | None:
    name = _id(nav, dispute)
    ask = next((one for one in view.asks if one.id == name), None)
    if ask is None:
        if not view.assignment.event:
            return None
        words = _("Not sure? The host can look at both readings.")
        return Strip(words, _("Ask the host"), "ask"), dispute, None
    if ask.state in ("waiting", "sent"):
        asked = _("The host is asked. You can also settle it yourselves.")
        later = _("The host is asked once the event host answers.")
        return Strip(asked if ask.state == "sent" else later), dispute, ask
    if ask.chosen:
        return Strip(answer_words(ask), _("Do so"), "settle"), dispute, ask
    return None if ask.seen else (Strip(answer_words(ask), _("OK"), "see"), dispute, ask)


def _of_answer(view: LinkView) -> _Found | None:
    """An answer that nobody has read yet, to something that is not on the screen any more."""
    unread = [ask for ask in view.asks if ask.state in ("answered", "gone") and not ask.seen]
    if not unread:
        return None
    words = _("{question} {answer}").format(question=unread[0].question, answer=answer_words(unread[0]))
    return Strip(words, _("OK"), "see"), None, unread[0]


def answer_words(ask: AskLine) -> str:
    """What the host said, in words."""
    if ask.state == "gone":
        return _("The host could not be asked.")
    said = _(_SETTLED[ask.ruling]) if ask.ruling in _SETTLED and not ask.decision else ask.ruling
    return _("The host: {answer}").format(answer=" – ".join(dict.fromkeys(part for part in (ask.chosen, said) if part)))


def _id(nav: Navigator, dispute: Dispute) -> str:
    """The same for the same question in the same game, so that it is asked once."""
    header = nav.open_table.header
    known = (nav.open_table.game_id, header.started, header.players, nav.screen, dispute.key)
    return hashlib.sha256(msgspec.json.encode(known)).hexdigest()[:24]


def _asking(nav: Navigator, dispute: Dispute) -> Asking:
    table, part = nav.open_table, dispute.part
    photo = nav.camera.photo(part.photo) if part is not None else None
    crop = "" if part is None or photo is None else cropped(photo, part.at, part.marks)
    return Asking(
        id=_id(nav, dispute), game=table.game_id, n=table.length, question=dispute.question[:300],
        one=dispute.one[:300], other=dispute.other[:300], photo=crop,
    )  # fmt: skip


# Finished boards ------------------------------------------------------------------------------------------------


def _of_boards(nav: Navigator, wanted: Assignment) -> _Found | None:
    """At the end of a game: the host may have the photographs of its boards, where the table wants it."""
    if nav.screen != "final" or nav.table is None or not wanted.event or nav.journal.place(_boards_of(nav)):
        return None
    if not any(nav.camera.last(nav.table.game_id, seat) for seat in range(len(nav.table.players))):
        return None
    return Strip(_("May the host show your finished boards?"), _("Send the photographs"), "boards"), None, None


def _boards_of(nav: Navigator) -> str:
    """Where the journal remembers that the boards of this game were sent."""
    return f"boards.{nav.open_table.game_id}"


def _show_boards(nav: Navigator, outbox: Outbox) -> None:
    table = nav.open_table
    for seat, name in enumerate(table.players):
        last = nav.camera.last(table.game_id, seat)
        photo = nav.camera.photo(last) if last is not None else None
        if photo is not None:
            known = hashlib.sha256(f"{table.header.started} {last}".encode()).hexdigest()[:24]
            asking = Asking(
                id=f"board-{known}", game=table.game_id, n=table.length, question="", one=name, kind="pictures",
                photo=cropped(photo, WHOLE),
            )  # fmt: skip
            outbox.ask(asking)
    nav.journal.set_place(_boards_of(nav), "sent")
    nav.tell(lambda: _("The photographs go to the host."))


# The clock of the round ------------------------------------------------------------------------------------------


def _of_time(nav: Navigator, wanted: Assignment) -> _Found | None:
    """That the time is up, until the host ends the round or gives more; a pad needs its room, and says it above."""
    if not wanted.time_is_up or nav.screen == "pad":
        return None
    return Strip(time_words(wanted)), None, None


def time_words(wanted: Assignment) -> str:
    """That the time is up."""
    return _("{event}, round {n}: the time is up").format(event=wanted.event, n=wanted.round)


# Sitting down ---------------------------------------------------------------------------------------------------


def _of_seating(nav: Navigator, wanted: Assignment) -> _Found | None:
    if nav.screen != "start" or not wanted.seats or wanted.state != "open" or not _is_known(wanted):
        return None
    names = seat_names([seat.name for seat in wanted.seats])
    begun = nav.journal.place(SEATED) == str(wanted.seating)
    if begun or any(game.players == names and game.game == wanted.game for game in nav.unfinished()):
        return None
    first = next((name for name, seat in zip(names, wanted.seats, strict=True) if seat.first), "")
    who = ", ".join(f"{name} ★" if name == first else name for name in names)
    where = wanted.event if wanted.round is None else _("{event}, round {n}").format(event=wanted.event, n=wanted.round)
    if wanted.timer == "planned":
        return Strip(_("{where}: next here {names}").format(where=where, names=who)), None, None
    begin = _("Just score") if wanted.game == OTHER else _("Begin")
    return Strip(_("{where}: {names}").format(where=where, names=who), begin, "begin"), None, None


def _is_known(wanted: Assignment) -> bool:
    """Whether this table has screens for that game: its own, or the score pad of one that the host describes."""
    if wanted.game != OTHER:
        return wanted.game in offered()
    with suppress(msgspec.ValidationError):
        msgspec.convert(wanted.options, Description)
        return True
    return False


def seat_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names as tables have room for them; longer only where two would be the same."""
    return tuple(_shortened(name, [other for other in names if other != name]) for name in names)


def _shortened(name: str, others: Sequence[str]) -> str:
    for length in range(MAX_NAME, len(name)):
        short = name[:length].rstrip()
        if not any(other.casefold().startswith(short.casefold()) for other in others):
            return short
    return name


def _begin(nav: Navigator, wanted: Assignment) -> None:
    names = seat_names([seat.name for seat in wanted.seats])
    try:
        nav.begin(_header(wanted, names))
    except BadInput as error:
        nav.refuse(error)
    else:
        nav.journal.set_place(SEATED, str(wanted.seating))


def _header(wanted: Assignment, names: tuple[str, ...]) -> Header:
    if wanted.game == OTHER:
        return Header(game=OTHER, pack=PAD, players=names, options=wanted.options)
    settled = {**app_of(wanted.game).options(digital=False), **wanted.options}
    options = {**rulebook(wanted.game).new_options(), **settled}
    return Header(game=wanted.game, pack=wanted.pack or "house", players=names, options=options)
