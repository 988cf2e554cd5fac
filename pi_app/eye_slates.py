"""What the camera is told of a slate of Look at the Stars, and its reading as a drawing to look over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engines.look_at_the_stars.board import SlateLayout, printed_layout
from engines.look_at_the_stars.lattice import LINES, line_names
from engines.look_at_the_stars.model import StarsPack, StarsState
from pi_app.games.look_at_the_stars.desk import Doubt, Draft
from pi_app.games.look_at_the_stars.scene import ordered
from pi_app.i18n import Said, _
from pi_app.paths import blank_photo
from pi_app.table import TableSession

if TYPE_CHECKING:
    from pi_app.eye import Asked

MARGIN_MM: Final = 9.0
"""So far a flat photograph reaches beyond the lattice, as `vision.slate.pose.lattice_grid` lays it."""


def slate_asked(session: TableSession[Any, Any], seat: int) -> Asked:
    """What is known of that seat's slate in this turn."""
    from pi_app.eye import Asked

    pack: StarsPack = session.game.pack  # type: ignore[attr-defined]
    state: StarsState = session.state
    slate = state.slates[seat]
    card = next((card for card in pack.night_cards if state.cards and card.id == state.cards[-1]), None)
    printed = next(card.printed_lines for card in pack.slates if card.id == slate.slate)
    scenery = {ordered(*line) for line in printed}
    blank = blank_photo(f"look_at_the_stars-{pack.pack}", slate.slate)
    return Asked(
        game=session.game_id,
        seat=seat,
        round=len(state.cards),
        layout=printed_layout(slate.slate),
        kind="slate",
        known=tuple(line for line in line_names(slate.drawn & LINES) if line not in scenery),
        known_shooting_stars=tuple((star.head, star.tail) for star in slate.shooting_stars),
        expect=None if card is None else _expected(card.shape),
        blank=blank if blank.is_file() else None,
    )


def _expected(shape: tuple[str, ...]) -> dict[str, Any]:
    return {"shape": list(shape)} if shape else {"shooting_star": True}


def slate_trouble(asked: Asked, reading: Any) -> Said | None:
    """Why the reading is of no use: it shows another slate."""
    wanted = asked.layout.slate if isinstance(asked.layout, SlateLayout) else None
    if reading.slate in (None, wanted):
        return None
    seen = reading.slate
    return lambda: _("This is slate {seen}, not slate {wanted}.").format(seen=seen, wanted=wanted)


def slate_draft(asked: Asked, reading: Any, photo: str | None) -> Draft:
    """The reading as a drawing: what is new on the slate, and what is doubtful."""
    known = {frozenset(line) for line in (*asked.known, *asked.known_shooting_stars)}
    stars = [(star.head, star.tail) for star in reading.shooting_stars if {star.head, star.tail} not in known]
    doubts = [
        Doubt("line", ordered(d.a, d.b), d.p) if hasattr(d, "a") else Doubt("shooting_star", (d.head, d.tail), d.p)
        for d in reading.doubtful
    ]
    return Draft(
        lines=tuple(ordered(line.a, line.b) for line in reading.lines if {line.a, line.b} not in known),
        star=stars[0] if stars else None,
        doubts=tuple(doubt for doubt in doubts if set(doubt.at) not in known),
        source="camera",
        photo=photo,
    )


def slate_area(layout: SlateLayout) -> tuple[float, float, float, float]:
    """What part of the lattice a flat photograph covers: left column, bottom row, width and height in pitches."""
    assert layout.lattice is not None
    dx, dy = layout.lattice.pitch
    wide, high = MARGIN_MM / dx, MARGIN_MM / dy
    return -wide, -high, 9 + 2 * wide, 10 + 2 * high
