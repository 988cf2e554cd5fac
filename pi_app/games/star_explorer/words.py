"""The game's words on the screens: what can be done, steps to undo, rules, rows of the score sheet."""

from __future__ import annotations

from typing import Final

from pi_app.i18n import N_, _

ROUNDS: Final = 6

RULES: Final = {
    "star_explorer.size.choose": N_("Somebody else picks the size"),
    "star_explorer.size.take": N_("The tile has another size"),
    "star_explorer.round.end": N_("Somebody else ends the round"),
    "star_explorer.draw.a": N_("Stars must be joined by lines"),
    "star_explorer.draw.b": N_("A star is not fully visible"),
    "star_explorer.draw.d": N_("The drawing falls into several pieces"),
    "star_explorer.draw.e": N_("A star belongs to an earlier constellation"),
    "star_explorer.draw.f": N_("Lines cross"),
    "star_explorer.draw.g": N_("The shape differs from the tile (or is mirrored)"),
    "star_explorer.draw.h": N_("Polaris must not be used"),
    "star_explorer.draw.overlap": N_("Lines lie on top of each other"),
    "star_explorer.draw.over": N_("A line passes over another star"),
}
ROW_NAMES: Final = {
    "unfaded": N_("3-point stars"),
    "central": N_("Central stars"),
    "axis": N_("Lines across the axis"),
    "rim": N_("Rim stars"),
    "fading": N_("Fading stars"),
}
_PARTS: Final = {
    "current": N_("This tile's stars"),
    "previous": N_("Last tile's stars"),
    "lines": N_("Lines between the two"),
    "unfaded": N_("3-point stars left"),
    "central": N_("Central stars used"),
    "axis": N_("Lines across the axis"),
    "rim": N_("Rim stars used"),
}
SHORT_ROW_NAMES: Final = {
    "unfaded": N_("3-point"),
    "central": N_("Centre"),
    "axis": N_("Axis"),
    "rim": N_("Rim"),
    "fading": N_("Fading stars"),
}
ACTIONS: Final[dict[str, tuple[str, str]]] = {
    "first_player": (N_("say who saw a shooting star last"), ""),
    "choose_side": (
        N_("lay a start tile"),
        N_("The colour of the side that you lay up pays in round I."),
    ),
    "choose_size": (N_("pick a size"), ""),
    "choose_seven": (N_("choose one of two tiles"), ""),
    "reveal": (N_("turn over a tile"), ""),
    "draw": (
        N_("draw the constellation of the tile"),
        N_("Tap two stars to join them, in the shape of your tile: turned, never mirrored. Parts may be left out."),
    ),
    "end_round": (
        N_("look at the points, then end the round"),
        N_("Tap a reason and see what paid. Then turn the disc and flip the tile."),
    ),
}
"""What can be done, and how, for somebody who does it for the first time, by kind of action."""


def part_words(part: str) -> str:
    """A part of a round's points in words."""
    return _(_PARTS[part])


STEPS: Final = {
    "first_player": N_("first player"),
    "deal_start": N_("start tile: {name}"),
    "deal_pile": N_("tiles dealt"),
    "choose_side": N_("start tile: {name}"),
    "choose_size": N_("size {size}"),
    "choose_seven": N_("7 chosen: {name}"),
    "reveal": N_("tile: {name}"),
    "draw": N_("drawing: {name}"),
    "end_round": N_("end of the round"),
}
REASONS: Final = {
    "star_explorer.bot.keeps": N_("Points now: {points}. Free stars of the type that counts next: {stars}."),
    "star_explorer.bot.last": N_("Points now: {points}; in the last round nothing is kept for later."),
    "star_explorer.bot.nothing": N_("Nothing that fits pays more than it costs."),
    "star_explorer.bot.size": N_("Its tile of size {size} is worth most now, and others are worth keeping."),
    "star_explorer.bot.largest": N_("The largest tile pays most while the sky is free."),
    "star_explorer.bot.seven": N_("The back of this 7 promises more now."),
    "star_explorer.bot.side": N_("Its type shows most stars."),
    "star_explorer.bot.only": N_("Nothing else can be done now."),
}
"""Code of a bot's reason -> its sentence."""
