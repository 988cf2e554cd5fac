"""The three countings at the end, with a receipt for every point."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engines.game import PlayerScore, Receipt, Row, ScoreSheet, Warned
from engines.stellar.deck import Deck
from engines.stellar.model import EMPTY, SECTIONS, TYPES, PlayerState, StellarState
from engines.stellar.notebook import Counts, Use, best_use, collections, most_points

MAJORITY = 10
DIVERSITY = 10


class Telescope(msgspec.Struct, frozen=True, gc=False):
    """The sums of a telescope that its rows are made of."""

    stars: Counts
    """By type, over the face-up cards."""
    sums: Counts
    """Of the numbers in top, middle and bottom."""
    types: int
    """The mask of the types that lie face up."""


def read_telescope(deck: Deck, telescope: tuple[int, ...]) -> Telescope:
    """The counts of a telescope: stars by type, sums by section, types."""
    kind, value = deck.kind, deck.value
    stars = [0] * 7
    types = 0
    for card in telescope:
        if card >= 0:
            stars[kind[card]] += deck.stars[card]
            types |= 1 << kind[card]
    sums = tuple([sum([value[telescope[slot]] for slot in section]) for section in deck.sections])
    return Telescope(tuple(stars[:5]), sums, types & 31)


def totals(deck: Deck, first: PlayerState, second: PlayerState) -> tuple[int, int]:
    """The totals of both players as they stand, without receipts (for bots: about a tenth of the cost)."""
    a, b = read_telescope(deck, first.telescope), read_telescope(deck, second.telescope)
    points = [
        most_points(seen.stars, collections(deck, player.notebook)) + (DIVERSITY if seen.types == 31 else 0)
        for seen, player in ((a, first), (b, second))
    ]
    for mine, theirs in zip(a.sums, b.sums, strict=True):
        if mine != theirs:
            points[mine < theirs] += MAJORITY
    return points[0], points[1]


def score_sheet(
    deck: Deck, names: Sequence[str], players: Sequence[PlayerState], warnings: tuple[Warned, ...] = ()
) -> ScoreSheet:
    """The score pad of one or two players; with one player no section is won."""
    seen = [read_telescope(deck, player.telescope) for player in players]
    columns = []
    for seat, (name, player) in enumerate(zip(names, players, strict=True)):
        against = seen[1 - seat] if len(seen) == 2 else None
        sections = _sections(deck, player.telescope, seen[seat], against)
        rows = (*_types(deck, player, seen[seat]), *sections, _diversity(deck, player))
        columns.append(PlayerScore(name, sum(row.points for row in rows), rows))
    most = max(column.total for column in columns)
    winners = tuple(column.name for column in columns if column.total == most)
    return ScoreSheet("stellar", tuple(columns), winners, warnings)


def score(deck: Deck, state: StellarState) -> ScoreSheet:
    """The score pad as it stands."""
    return score_sheet(deck, state.players, state.seats)


def _slots(deck: Deck, telescope: tuple[int, ...], kind: int) -> tuple[str, ...]:
    return tuple(
        f"slot:{slot}" for slot, card in enumerate(telescope, start=1) if card >= 0 and deck.kind[card] == kind
    )


def _types(deck: Deck, player: PlayerState, seen: Telescope) -> list[Row]:
    _, uses = best_use(seen.stars, collections(deck, player.notebook))
    return [_type_row(deck, player.telescope, kind, seen.stars[kind], use) for kind, use in enumerate(uses)]


def _type_row(deck: Deck, telescope: tuple[int, ...], kind: int, stars: int, use: Use) -> Row:
    run = len(use.run)
    points = stars * run
    if not points:
        return Row(TYPES[kind], 0)
    parts = (*_slots(deck, telescope, kind), *_run_cards(TYPES[kind], use))
    receipt = Receipt("stellar.score.stars", points, stars, run, parts)
    return Row(TYPES[kind], points, receipt=(receipt,))


def _run_cards(name: str, use: Use) -> list[str]:
    """The cards of a run: `moon:4`, `moon:6/0=6`, `satellite:3`."""
    cards = []
    for number in use.run:
        if number in use.six_zero:
            cards.append(f"{name}:6/0={number}")
        elif number in use.stand_ins:
            cards.append(f"satellite:{number}")
        else:
            cards.append(f"{name}:{number}")
    return cards


def _sections(deck: Deck, telescope: tuple[int, ...], mine: Telescope, theirs: Telescope | None) -> list[Row]:
    """The three sections; one that is lost or tied says so with both sums, for no points."""
    if theirs is None:
        return [Row(name, 0) for name in SECTIONS]
    rows = []
    for i, name in enumerate(SECTIONS):
        won, tied = mine.sums[i] > theirs.sums[i], mine.sums[i] == theirs.sums[i]
        slots = [f"slot:{slot + 1}" for slot in deck.sections[i] if telescope[slot] != EMPTY]
        parts = (*slots, f"sum:{mine.sums[i]}", f"opponent:{theirs.sums[i]}")
        rule = "stellar.score.section_tie" if tied else "stellar.score.sections"
        rows.append(Row(name, MAJORITY * won, receipt=(Receipt(rule, MAJORITY * won, int(won), MAJORITY, parts),)))
    return rows


def _diversity(deck: Deck, player: PlayerState) -> Row:
    first = {deck.kind[card]: slot for slot, card in reversed([*enumerate(player.telescope, start=1)]) if card != EMPTY}
    if any(kind not in first for kind in range(len(TYPES))):
        return Row("diversity", 0)
    parts = tuple(f"slot:{first[kind]}" for kind in range(len(TYPES)))
    return Row("diversity", DIVERSITY, receipt=(Receipt("stellar.score.diversity", DIVERSITY, 1, DIVERSITY, parts),))
