"""What can be done now, in plain words; and the short steps that lead through a first game."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from engines.game import NATURE
from engines.registry import PAD
from pi_app.i18n import N_, _
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wing import optional

_Words = dict[str, tuple[str, str]]
"""Kind of action -> what can be done, and how, for somebody who does it for the first time."""

_STAR: Final[_Words] = {
    "first_player": (
        N_("say who saw a shooting star last"),
        N_("Who saw a shooting star last begins: tap the name."),
    ),
    "choose_side": (
        N_("lay a start tile"),
        N_("Look at your start tile and tap the side that you lay up: its colour pays in round I."),
    ),
    "choose_size": (
        N_("pick a size"),
        N_("Pick a size: everybody draws a constellation with so many stars."),
    ),
    "choose_seven": (N_("choose one of two tiles"), N_("Size 7 has two tiles for you: keep one.")),
    "reveal": (N_("turn over a tile"), N_("Turn your tile over, and tap the same one here.")),
    "draw": (
        N_("draw the constellation of the tile"),
        N_("Tap two stars to join them, in the shape of your tile: turned, never mirrored. Parts may be left out."),
    ),
    "end_round": (
        N_("look at the points, then end the round"),
        N_("Tap a reason and see what paid. Then turn the disc and flip the tile."),
    ),
}
_LOOK: Final[_Words] = {
    "draw": (
        N_("draw the two lines of the night card"),
        N_("Draw the card's two lines anywhere, turned as you like. 3 to 8 touching lines pay."),
    ),
    "shooting_star": (
        N_("draw a shooting star"),
        N_("A shooting star is a diagonal of 1 to 3 that touches nothing: it pays its length."),
    ),
    "pass": (N_("pass"), N_("Does the card not fit? Pass: nothing is lost.")),
    "power": (
        N_("use the power of a bonus card"),
        N_("You completed the shape of the power bonus: use its power now, or leave it."),
    ),
    "decline_power": (N_("leave the power"), ""),
}
_STELLAR: Final[_Words] = {
    "place_start": (
        N_("lay a start card into the telescope"),
        N_("One of your two start cards goes to the telescope, the other to the notebook."),
    ),
    "take": (N_("take a card of the row"), N_("Take a card of the row into your hand.")),
    "discard_row": (N_("lay out a new row"), ""),
    "play_hand": (
        N_("play a card of your hand"),
        N_("Play a card to the telescope or the notebook. Its number names a card of the row for the other area."),
    ),
    "play_row": (
        N_("place the card of the row"),
        N_("The named card goes to the other area: tap one of the lit places."),
    ),
    "play_last": (N_("play the last card"), N_("The round is over: one of your two cards goes to the notebook.")),
}
_FARERS: Final[_Words] = {
    "place_spaceport": (N_("place a spaceport"), N_("Begin at three numbers that come up often: 6 and 8 do.")),
    "place_colony": (N_("place a colony"), N_("Begin at three numbers that come up often: 6 and 8 do.")),
    "place_ship": (N_("place a ship"), N_("A ship starts beside one of your spaceports.")),
    "roll": (N_("roll the dice"), N_("Roll: every planet with that number gives a card to those beside it.")),
    "discard": (N_("give cards back"), N_("A 7: whoever holds too many cards gives half of them back.")),
    "rob": (N_("take a card from somebody"), N_("A 7 was rolled: take a card from one of the others.")),
    "relief": (N_("choose a card for free"), N_("You got nothing: choose one card from the bank.")),
    "take_supply": (N_("take a card from the supply"), ""),
    "bank_trade": (N_("trade with the bank"), ""),
    "offer": (
        N_("offer a trade"),
        N_("Trade and build as you like, in any order; then go on to the flight."),
    ),
    "accept": (N_("accept the offer"), N_("Somebody offers a trade: accept it, decline it, or offer another.")),
    "decline": (N_("decline the offer"), ""),
    "counter": (N_("make another offer"), ""),
    "trade": (N_("close the trade with one who accepts"), N_("Choose with whom you trade, or with nobody.")),
    "build_ship": (N_("build a ship"), ""),
    "build_spaceport": (N_("build a spaceport"), ""),
    "build_upgrade": (N_("build an upgrade"), ""),
    "buy_fame": (N_("buy fame"), ""),
    "helping_hand": (N_("ask for a helping hand"), ""),
    "start_flight": (
        N_("start the flight"),
        N_("When nothing is left to trade or build, start the flight: shake the ship."),
    ),
    "move": (N_("move a ship"), N_("Every ship may fly as far as the speed says: tap it, then a lit corner.")),
    "found_colony": (N_("found a colony"), ""),
    "found_station": (N_("found a trade station"), ""),
    "jump": (N_("jump with a ship"), ""),
    "end_turn": (N_("end the turn"), ""),
    "give": (N_("give cards away"), N_("An encounter asks for a gift: say how much you give.")),
    "answer": (N_("answer the encounter"), N_("The left neighbour reads the card; answer before you hear the result.")),
    "choose": (N_("choose cards"), ""),
    "gain_upgrade": (N_("choose an upgrade"), ""),
    "lose_upgrade": (N_("give an upgrade away"), ""),
}
_KINDS: Final[dict[str, _Words]] = {
    "star_explorer": _STAR,
    "look_at_the_stars": _LOOK,
    "stellar": _STELLAR,
    "starfarers": _FARERS,
}
_STAR_PHASES: Final = {
    "first_player": "first_player",
    "start_tile": "choose_side",
    "size": "choose_size",
    "seven": "choose_seven",
    "reveal": "reveal",
    "draw": "draw",
    "round_end": "end_round",
}
"""Listing every drawing would take long; the phase says as much."""
_GUIDE: Final = "guide.{game}"


class NowLine(msgspec.Struct, frozen=True):
    """One thing that can be done, and by whom."""

    who: str
    what: str


def kinds_now(nav: Navigator) -> dict[str, tuple[int, ...]]:
    """Kinds of actions that can be taken now -> the seats that may; nature's are anybody's (no seat)."""
    table = nav.open_table
    game, state = table.game, table.state
    if table.header.game == "star_explorer" and table.header.pack != PAD:
        kind = _STAR_PHASES.get(str(state.phase))
        seats = tuple(seat for seat in game.to_move(state) if seat != NATURE)
        return {kind: seats} if kind else {}
    found: dict[str, list[int]] = {}
    for seat in game.to_move(state):
        if seat != NATURE:
            for kind in dict.fromkeys(_tag(action) for action in game.legal_actions(state, seat)):
                found.setdefault(kind, []).append(seat)
    return {kind: tuple(seats) for kind, seats in found.items()}


def _tag(action: Any) -> str:
    return str(type(action).__struct_config__.tag)


def now_lines(nav: Navigator) -> tuple[NowLine, ...]:
    """Everything that can be done now; the wing's own words where it has some (`what_now(nav)`)."""
    table = nav.open_table
    if table.over:
        return (NowLine("", _("The game is over. Tap a number to see why, or look at it step by step.")),)
    if table.header.pack == PAD:
        return (NowLine("", _("Tap a cell, type a sum such as 3+6+2, then Next. Add up when all is written.")),)
    own: tuple[str, ...] | None = optional(nav.wing, "what_now", nav)
    if own:
        return tuple(NowLine("", words) for words in own)
    words = _KINDS.get(table.header.game, {})
    lines = [NowLine(_who(nav, seats), _(words[kind][0])) for kind, seats in kinds_now(nav).items() if kind in words]
    if not lines:
        lines = [NowLine("", _("Tell the screen what the table shows: a card, a tile, the dice."))]
    return tuple(lines)


def _who(nav: Navigator, seats: tuple[int, ...]) -> str:
    players = nav.open_table.players
    if len(seats) == len(players) > 1:
        return _("Everybody")
    return ", ".join(players[seat] for seat in seats)


# The first game ----------------------------------------------------------------------------------------------------


def guide_words(nav: Navigator) -> str | None:
    """The step of the guide that fits now; None where the guide is off, or has nothing to say."""
    table = nav.table
    if table is None or table.over or table.header.pack == PAD or not is_guided(nav):
        return None
    own: str | None = optional(nav.wing, "guide", nav)
    if own is not None:
        return own or None
    words = _KINDS.get(table.header.game, {})
    steps = (words[kind][1] for kind in kinds_now(nav) if kind in words)
    step = next((step for step in steps if step), None)
    return None if step is None else _(step)


def is_guided(nav: Navigator) -> bool:
    """Whether the guide leads through this game: until one was finished at this table, or as somebody chose."""
    game = nav.open_table.header.game
    chosen = nav.journal.place(_GUIDE.format(game=game))
    if chosen:
        return chosen == "on"
    return all(g.state != "finished" for g in nav.journal.games() if g.game == game)


def guide(nav: Navigator, *, on: bool) -> None:
    """Have the guide lead through games of this kind, or not; remembered at this table."""
    nav.journal.set_place(_GUIDE.format(game=nav.open_table.header.game), "on" if on else "off")
    nav.changed()
