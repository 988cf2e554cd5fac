"""Scores constellations: the three categories of a round, the end bonuses, the totals, with a receipt for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engines.game import PlayerScore, Receipt, Row, ScoreSheet, Warned
from engines.star_explorer.disc import StarDisc
from engines.star_explorer.drawing import line_name, star_name
from engines.star_explorer.model import Drawing, Face, Line, StarExplorerOptions

THREE_POINT_STARS = 7
"""On each board."""
UNFADED_POINTS, CENTRAL_POINTS, AXIS_POINTS, RIM_POINTS = 3, 1, 2, 3
BANDS: tuple[tuple[int, str], ...] = (
    (50, "stargazer"),
    (90, "new observer"),
    (130, "expert of the sky"),
    (150, "explorer of the sky"),
)
TOP_BAND = "in the footsteps of Copernicus"


class Constellation(msgspec.Struct, frozen=True):
    """What scoring needs of one round's drawing."""

    round: int
    current: Face
    previous: Face
    lines: tuple[Line, ...]
    stars: tuple[int, ...]


class Prices:
    """What stars and lines of each type pay in a round with these two tiles."""

    def __init__(self, current: Face, previous: Face, options: StarExplorerOptions) -> None:
        self.current, self.previous = current, previous
        same = current.type == previous.type
        self._previous_pays = not (same and options.equal_types == "current")
        self._lines_pay = not (same and options.equal_types == "no_lines")
        self.line = current.value + previous.value

    def of_current(self, star_type: str) -> bool:
        """Whether a star of that type pays for the current tile."""
        return star_type == self.current.type

    def of_previous(self, star_type: str) -> bool:
        """Whether a star of that type pays for the previous tile."""
        return self._previous_pays and star_type == self.previous.type

    def of_line(self, one: str, other: str) -> bool:
        """Whether a line between stars of those types pays."""
        current, previous = self.current.type, self.previous.type
        return self._lines_pay and ((one == current and other == previous) or (one == previous and other == current))


def round_points(
    types: Mapping[int, str],
    options: StarExplorerOptions,
    current: Face,
    previous: Face,
    drawn: Drawing | Constellation,
) -> int:
    """What a drawing scores in the round with these two tiles, without the receipt; `types` of the disc's stars."""
    one, other, by = current.type, previous.type, options.equal_types
    ones = others = 0
    for star in drawn.stars:
        kind = types[star]
        if kind == one:
            ones += 1
        if kind == other:
            others += 1
    found = current.value * ones
    if one != other or by != "current":
        found += previous.value * others
    if ones and others and (one != other or by != "no_lines"):
        each = current.value + previous.value
        for a, b in drawn.lines:
            first, second = types[a], types[b]
            if (first == one and second == other) or (first == other and second == one):
                found += each
    return found


def round_row(disc: StarDisc, drawn: Constellation, options: StarExplorerOptions) -> Row:
    """`round.N` of the score sheet: points for stars of the tile's and the previous tile's type, and for lines."""
    prices = Prices(drawn.current, drawn.previous, options)
    type_of = {s: disc.stars[s].type for s in drawn.stars}
    of_current = [star_name(s) for s in drawn.stars if prices.of_current(type_of[s])]
    of_previous = [star_name(s) for s in drawn.stars if prices.of_previous(type_of[s])]
    joining = [line_name(line) for line in drawn.lines if prices.of_line(type_of[line[0]], type_of[line[1]])]
    paid = (
        _receipt("score.current", drawn.current.value, of_current),
        _receipt("score.previous", drawn.previous.value, of_previous),
        _receipt("score.lines", prices.line, joining),
    )
    parts = {"current": paid[0].points, "previous": paid[1].points, "lines": paid[2].points}
    return Row(f"round.{drawn.round}", sum(parts.values()), parts, paid)


def _receipt(rule: str, each: int, components: Sequence[str]) -> Receipt:
    count = len(components)
    return Receipt(f"star_explorer.{rule}", count * each, count, each, tuple(components))


def _end_row(name: str, each: int, components: Sequence[str]) -> Row:
    receipt = _receipt(f"end.{name}", each, components)
    return Row(name, receipt.points, {}, (receipt,))


def unfaded_row(fading: int) -> Row:
    """The row of the 3-point stars that are not crossed off."""
    left = max(0, THREE_POINT_STARS - fading)
    receipt = Receipt("star_explorer.end.unfaded", left * UNFADED_POINTS, left, UNFADED_POINTS)
    return Row("unfaded", receipt.points, {}, (receipt,))


def bonus_rows(disc: StarDisc, drawn: Sequence[Constellation], options: StarExplorerOptions) -> tuple[Row, ...]:
    """The rows of central stars, axis crossings and rim stars; a star pays once, however often it was used."""
    used = sorted({s for c in drawn for s in c.stars})
    touch = options.axis_touch == "yes"
    crossing = [line for c in drawn for line in c.lines if disc.crosses_axis(line, touch)]
    return (
        _end_row("central", CENTRAL_POINTS, [star_name(s) for s in used if disc.stars[s].zone == "central"]),
        _end_row("axis", AXIS_POINTS, [line_name(line) for line in crossing]),
        _end_row("rim", RIM_POINTS, [star_name(s) for s in used if disc.stars[s].zone == "rim"]),
    )


def player_score(
    disc: StarDisc, name: str, drawn: Sequence[Constellation], fading: int, options: StarExplorerOptions
) -> PlayerScore:
    """One player's column: the rounds, then the end bonuses as they stand."""
    rows = (
        *(round_row(disc, c, options) for c in drawn),
        unfaded_row(fading),
        *bonus_rows(disc, drawn, options),
    )
    return PlayerScore(name, sum(row.points for row in rows), rows, {"fading": fading})


def score_sheet(
    scores: Sequence[PlayerScore], options: StarExplorerOptions, warnings: Sequence[Warned] = ()
) -> ScoreSheet:
    """The score pad: the highest total wins, then fewer fading stars; still tied players share the victory."""
    best = max((s.total, -s.tiebreak["fading"]) for s in scores)
    winners = tuple(s.name for s in scores if (s.total, -s.tiebreak["fading"]) == best)
    note, band = solo_band(scores[0].total, options) if len(scores) == 1 else (None, None)
    return ScoreSheet("star_explorer", tuple(scores), winners, tuple(warnings), note, band)


def solo_band(total: int, options: StarExplorerOptions) -> tuple[str, int]:
    """What a solo total is worth: a title of ours and the number of the band, 1 to 5.

    The book puts 50 in no band and 150 in two: the option `solo_bands` puts both in the lower or the upper one.
    """
    limits = [limit - (options.solo_bands == "upper" and limit in (50, 150)) for limit, _ in BANDS]
    band = sum(total > limit for limit in limits) + 1
    return (BANDS[band - 1][1] if band <= len(BANDS) else TOP_BAND), band
