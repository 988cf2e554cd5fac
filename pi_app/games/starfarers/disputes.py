"""What the host of an evening could decide in Starfarers: a step to be put right, or whether balls count.

Nothing here is photographed: both readings are words.
"""

from __future__ import annotations

from pi_app.games.starfarers.shaking import ShakePresenter, sum_words
from pi_app.games.starfarers.why import WhyPresenter
from pi_app.i18n import _
from pi_app.presenters.disputes import Dispute, as_recorded, put_right_words
from pi_app.presenters.navigator import Navigator


def dispute(nav: Navigator) -> Dispute | None:
    """What the present screen leaves open."""
    if nav.screen == "starfarers_shake":
        return _shaken_twice(nav)
    return _step_mending(nav) if nav.screen == "why" else None


def _shaken_twice(nav: Navigator) -> Dispute | None:
    """The shaker saw balls, but the ship was shaken once more before the first ones had been read."""
    page = ShakePresenter(nav)
    heard, balls = page.heard, page.balls
    if heard is None or not heard.again or None in balls or page.photographed is not None:
        return None
    seat = page.shaker_of
    name = nav.open_table.players[seat]
    return Dispute(
        key=("shake", seat, heard.number, balls, nav.open_table.length),
        question=_("{name} has shaken the mother ship twice: do these balls count?").format(name=name),
        one=_("They count: {balls}").format(balls=sum_words(nav.state, seat, balls)),
        other=_("They do not count: other balls are named"),
        part=None,
        settle=lambda one: page.take_known() if one else page.again(),
    )


def _step_mending(nav: Navigator) -> Dispute | None:
    page = WhyPresenter(nav)
    step, wish, preview = page.chosen, page.wished(), page.preview()
    if step is None or wish is None or preview is None:
        return None
    seat, before = page.shown, step.placed.before
    name = nav.open_table.players[seat]
    return Dispute(
        key=("mend", seat, step.line, page.game.encode_action(wish.action), nav.open_table.length),
        question=_("{name}, turn {n}: what was done here?").format(name=name, n=before.turn + 1),
        one=f"{page.words_of(step.placed.action, before)}. {as_recorded(nav, seat)}",
        other=f"{page.words_of(wish.action, before)}. {put_right_words(preview, seat)}",
        part=None,
        settle=lambda one: page.cancel() if one else page.confirm(),
    )
