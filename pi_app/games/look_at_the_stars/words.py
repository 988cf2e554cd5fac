"""Look at the Stars in words: steps to undo, broken rules, rows of the sheet, powers."""

from __future__ import annotations

from typing import Final

from engines.look_at_the_stars.model import TURNS
from pi_app.i18n import N_, _, ngettext

ROWS: Final = (*(f"constellation.{size}" for size in range(3, 9)), "planets", "shooting_stars", "point_bonus",
               "power_bonus")  # fmt: skip
"""The rows of the score pad in the rule book's order; sizes 9 and 10 come in where a nova made them."""

RULES: Final = {
    "look_at_the_stars.draw.adjacent": N_("A line joins two neighbouring stars"),
    "look_at_the_stars.draw.shape": N_("These are not the lines of the card"),
    "look_at_the_stars.draw.mirror": N_("The card is drawn mirrored"),
    "look_at_the_stars.draw.both": N_("Both lines of the card, or none"),
    "look_at_the_stars.draw.overlap": N_("A line is there already"),
    "look_at_the_stars.draw.sky": N_("A line touches a planet, a creature or a person"),
    "look_at_the_stars.draw.objects": N_("A line touches something drawn by a power"),
    "look_at_the_stars.draw.shooting_star": N_("A shooting star is touched"),
    "look_at_the_stars.sunrise.closed": N_("The sun has closed these rows"),
    "look_at_the_stars.shooting_star.length": N_("A shooting star is a diagonal of 1, 2 or 3"),
    "look_at_the_stars.shooting_star.free": N_("A shooting star must touch nothing"),
    "look_at_the_stars.turn.card": N_("That is not what the card shows"),
    "look_at_the_stars.turn.once": N_("This turn is played already"),
    "look_at_the_stars.turn.reveal": N_("This card has been revealed before"),
    "look_at_the_stars.turn.order": N_("It is not the time for that"),
    "look_at_the_stars.setup.bonus": N_("That card is no bonus of this kind"),
    "look_at_the_stars.setup.slates": N_("Somebody has this slate already"),
    "look_at_the_stars.bonus.power": N_("The power bonus has not been earned"),
    "look_at_the_stars.bonus.spent": N_("These lines have earned a power before"),
    "look_at_the_stars.power.unused": N_("That star is in use"),
    "look_at_the_stars.power.star": N_("New stars belong on the creatures"),
    "look_at_the_stars.power.star_space": N_("Both new stars belong on one creature without a star"),
    "look_at_the_stars.power.galaxy": N_("A galaxy covers two stars side by side"),
    "look_at_the_stars.power.galaxy_near": N_("The galaxy must touch the constellation that earned it"),
    "look_at_the_stars.power.nova": N_("A nova needs a star of a constellation"),
    "look_at_the_stars.power.nova_star": N_("A line touches a nova"),
    "look_at_the_stars.power.aura": N_("An aura needs a star of a constellation"),
    "look_at_the_stars.power.aura_once": N_("This constellation has an aura already"),
    "look_at_the_stars.power.aura_closed": N_("A constellation with an aura is closed"),
    "look_at_the_stars.power.moon_once": N_("One crescent moon a game"),
    "look_at_the_stars.power.hole_once": N_("One black hole a game"),
    "look_at_the_stars.power.hole_near": N_("Nothing is drawn next to a black hole"),
}
ROW_NAMES: Final = {
    "planets": N_("Planets"),
    "shooting_stars": N_("Shooting stars"),
    "point_bonus": N_("Point bonus"),
    "power_bonus": N_("Power bonus"),
}
SHORT_ROW_NAMES: Final = {
    "planets": N_("Planets"),
    "shooting_stars": N_("Shooting"),
    "point_bonus": N_("Bonus"),
    "power_bonus": N_("Power"),
}
_POWERS: Final = {
    "planet": N_("Planet"),
    "line": N_("Line"),
    "star": N_("New stars"),
    "galaxy": N_("Galaxy"),
    "twinkling_star": N_("Twinkling star"),
    "nova": N_("Nova"),
    "aura": N_("Aura"),
    "crescent_moon": N_("Crescent moon"),
    "black_hole": N_("Black hole"),
}
_ALLOWED: Final = {
    "planet": N_("Draw a planet on an unused star. It scores 1 for each constellation next to it."),
    "line": N_("Draw one more line between two neighbouring stars."),
    "star": N_("Draw two new stars where a creature is. Lines may use them from now on."),
    "galaxy": N_("Draw a galaxy over two unused stars side by side, next to this constellation: 2 points."),
    "twinkling_star": N_("Draw it on an unused star: 3 points if exactly two constellations are next to it."),
    "nova": N_("Draw it on a star of a constellation, which may then have 9 or 10 lines."),
    "aura": N_("Draw it on a star of a constellation: 2 points, and no more lines may join it."),
    "crescent_moon": N_("Draw it on an unused star: 1 point for each constellation in its row or column. Once a game."),
    "black_hole": N_("Draw it on an unused star. Nothing more next to it; 1 point for each star left unused there."),
}
_WHERE: Final = {
    "planet": N_("Tap an unused star"),
    "line": N_("Tap a dotted line, or two stars"),
    "star": N_("Tap two places on the creatures"),
    "galaxy": N_("Tap the left one of the two stars"),
    "twinkling_star": N_("Tap an unused star"),
    "nova": N_("Tap a star of a constellation"),
    "aura": N_("Tap a star of a constellation"),
    "crescent_moon": N_("Tap an unused star"),
    "black_hole": N_("Tap an unused star"),
}
_REASONS: Final = {
    "constellations": N_("A constellation of {count} lines"),
    "planets": N_("Planet: constellations next to it"),
    "shooting_stars": N_("Shooting star: its length"),
    "point_bonus": N_("The shape of the point bonus"),
    "galaxy": N_("Galaxy"),
    "aura": N_("Aura"),
    "twinkling_star": N_("Twinkling star between two constellations"),
    "crescent_moon": N_("Crescent moon: constellations in its row and column"),
    "black_hole": N_("Black hole: unused stars next to it"),
}
_RULE_OF_ROW: Final = {
    "constellation": N_("A constellation is 3 to 8 lines that touch. Each size scores its number of lines once."),
    "planets": N_("A planet scores 1 for each constellation with a star next to it, even if they are the same size."),
    "shooting_stars": N_("A shooting star scores its length."),
    "point_bonus": N_("Each copy of the shape scores. No line serves two copies."),
    "power_bonus": N_("What you drew with a power card scores as that card says."),
}


def power_words(power: str) -> str:
    """A power's name."""
    return _(_POWERS[power])


def allowed_words(power: str) -> str:
    """What a power allows, in one or two sentences."""
    return _(_ALLOWED[power])


def where_words(power: str) -> str:
    """What a finger does to use a power."""
    return _(_WHERE[power])


def reason_words(rule: str, count: int) -> str:
    """What a receipt paid for."""
    return _(_REASONS[rule.rpartition(".")[2]]).format(count=count)


def rule_of_row(row: str) -> str:
    """The rule by which a row pays."""
    return _(_RULE_OF_ROW[row.partition(".")[0]])


def turn_words(turn: int) -> str:
    """Which turn is played."""
    return _("Turn {n} of {all}").format(n=turn, all=TURNS)


def large_words(size: int) -> str:
    """A group that has become too large."""
    return _("{n} lines together are too many: they score nothing").format(n=size)


def full_words(size: int) -> str:
    """A group to which no line may be added."""
    return _("{n} lines: one more and they score nothing").format(n=size)


def small_words(count: int) -> str:
    """Groups that are too small."""
    return ngettext(
        "{n} group has fewer than 3 lines: no points yet", "{n} groups have fewer than 3 lines: no points yet", count
    ).format(n=count)


STEPS: Final = {
    "deal_slate": N_("slate {slate}: {name}"),
    "open_bonus": N_("bonus card {card}"),
    "reveal": N_("night card {card}"),
    "draw": N_("drawing: {name}"),
    "shooting_star": N_("shooting star: {name}"),
    "pass": N_("pass: {name}"),
    "power": N_("power: {name}"),
    "decline_power": N_("no power: {name}"),
}
ACTIONS: Final[dict[str, tuple[str, str]]] = {
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
"""What can be done, and how, for somebody who does it for the first time, by kind of action."""
REASONS: Final = {
    "look_at_the_stars.bot.points": N_("Points now: {points}; nothing else brings more."),
    "look_at_the_stars.bot.points_and_room": N_("Points now: {points}; given up for what can still grow: {less}."),
    "look_at_the_stars.bot.grows": N_("A group is to become a constellation; its lines now: {lines}."),
    "look_at_the_stars.bot.shooting_star": N_("Points now: {points}, and constellations keep their room."),
    "look_at_the_stars.bot.power": N_("Points now by the power: {points}."),
    "look_at_the_stars.bot.keeps": N_("Everything else would cost more later than it brings."),
}
"""Code of a bot's reason -> its sentence."""
