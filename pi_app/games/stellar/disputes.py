"""What the host of an evening could decide in Stellar: a doubtful card, one that differs, one to be put right."""

from __future__ import annotations

import msgspec

from pi_app.games.stellar.boards import BoardsPresenter
from pi_app.games.stellar.why import WhyPresenter
from pi_app.games.stellar.words import place_words
from pi_app.i18n import _
from pi_app.presenters.disputes import WHOLE, Dispute, Part, as_recorded, put_right_words
from pi_app.presenters.navigator import Navigator


def dispute(nav: Navigator) -> Dispute | None:
    """What the present screen leaves open."""
    if nav.screen == "stellar_boards":
        return _cards_question(nav)
    return _cards_mending(nav) if nav.screen == "why" else None


def _cards_question(nav: Navigator) -> Dispute | None:
    page = BoardsPresenter(nav)
    asked = page.asked()
    if asked is not None and len(asked.answers) > 1:
        (one, said), (other, otherwise) = asked.answers[:2]
        part = Part(asked.photo, asked.at or WHOLE) if asked.photo else None
        first = page.questions()[0]
        return Dispute(
            key=("card", first.seat, first.doubt.card, first.doubt.name, one, other, asked.photo, *(asked.at or ())),
            question=asked.title, one=said, other=otherwise, part=part,
            settle=lambda yes: page.answer(one if yes else other),
        )  # fmt: skip
    return _cards_difference(nav)


def _cards_difference(nav: Navigator) -> Dispute | None:
    page = BoardsPresenter(nav)
    found = page.differences()
    photo = page.cards.photo
    if not found or photo is None:
        return None
    first = found[0]
    at = next((card.at for card in page.cards.cards if card.slot == first.slot and card.at is not None), None)
    where, nothing = place_words(first.slot), _("nothing")
    return Dispute(
        key=("differs", page.seat, first.slot, first.there, first.seen, photo),
        question=_("{name}, {place}: which card lies there?").format(name=page.names[page.seat], place=where),
        one=_("The record: {card}").format(card=first.there_words or nothing),
        other=_("The photograph: {card}").format(card=first.seen_words or nothing),
        part=Part(photo, at if at is not None and first.slot is not None else WHOLE),
        settle=lambda one: nav.back() if one else page.put_right(0),
    )


def _cards_mending(nav: Navigator) -> Dispute | None:
    page = WhyPresenter(nav)
    preview = page.preview()
    if preview is None:
        return None
    turn = getattr(nav.state, "turn", 0)
    rounds = range(turn // 2 + 1, 0, -1)
    photos = (nav.camera.newest(nav.open_table.game_id, page.seat, number) for number in rounds)
    photo = next((name for name in photos if name is not None), None)
    return Dispute(
        key=("mend", page.seat, msgspec.to_builtins(page.mended), nav.open_table.length),
        question=_("{name}: {what}").format(name=nav.open_table.players[page.seat], what=_("Put this card right?")),
        one=as_recorded(nav, page.seat),
        other=put_right_words(preview, page.seat),
        part=Part(photo) if photo else None,
        settle=lambda one: page.cancel() if one else page.confirm(),
    )
