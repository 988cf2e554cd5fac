"""Powers that a corrected drawing earns: they travel with it, since a record has no place for one line more."""

from __future__ import annotations

from msgspec.structs import replace

from engines.look_at_the_stars.lattice import line_names
from engines.look_at_the_stars.model import Draw, PowerUse, StarsState
from engines.look_at_the_stars.powers import offers
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.turn import drawn_slate

Offers = tuple[tuple[int, int], ...]
"""Complete copies of the power bonus, each with the places where its power may be drawn."""


def offers_after(game: LookAtTheStars, before: StarsState, action: Draw) -> Offers:
    """The copies that this drawing completes; none where it cannot be drawn at all."""
    plain = replace(action, powers=None)
    if any(not violation.overrulable for violation in game.check(before, plain)):
        return ()
    slate = drawn_slate(game.box, before, plain)
    return tuple(offers(game.box, before, slate)) if slate.fresh else ()


def places_of(found: Offers) -> int:
    """Where the power of any of the copies may be drawn."""
    places = 0
    for _copy, there in found:
        places |= there
    return places


def with_carried(action: Draw, found: Offers, at: tuple[str, ...]) -> Draw:
    """The drawing with the power of the first copy drawn there; all powers done without where nobody says where."""
    if not at or not found:
        return replace(action, powers=())
    return replace(action, powers=(PowerUse(line_names(found[0][0]), at),))
