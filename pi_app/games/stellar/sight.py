"""Who may see what: whose hands hold the screen, and every player's cards as the one who looks may know them.

A digital table is passed from hand to hand. Who holds it is kept beside the record and changes only where somebody
says "it is me", so that neither undo nor a restart ever shows a hand to the opponent.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.stellar.model import Phase, PlayerState, StellarState
from engines.stellar.rules import Stellar
from pi_app.presenters.navigator import Navigator

_HOLDER: Final = "stellar_holder"
SECRET: Final = frozenset({Phase.TAKE, Phase.PLAY_HAND, Phase.REVEAL, Phase.PLAY_ROW, Phase.LAST_CARD})
"""The phases in which somebody looks at a hand."""


def game_of(nav: Navigator) -> Stellar:
    """The rules of the game in progress."""
    game: Stellar = nav.open_table.game  # type: ignore[assignment]
    return game


def acting(nav: Navigator) -> int | None:
    """The seat that acts now; of two that may, a person's first; None where nobody or nature does."""
    seats = [seat for seat in game_of(nav).to_move(nav.state) if isinstance(seat, int)]
    mine = [seat for seat in seats if seat in nav.people]
    return next(iter(mine or seats), None)


def holder(nav: Navigator) -> int | None:
    """The seat whose hands hold the screen of a digital table; None where nobody has said so yet."""
    persons = nav.people
    if len(persons) == 1:
        return persons[0]
    game, _colon, seat = (nav.journal.place(_HOLDER) or "").partition(":")
    return int(seat) if game == str(nav.open_table.game_id) and seat in ("0", "1") else None


def hold(nav: Navigator, seat: int) -> None:
    """The screen is in that player's hands."""
    nav.journal.set_place(_HOLDER, f"{nav.open_table.game_id}:{seat}")
    nav.move()


def must_pass(nav: Navigator) -> bool:
    """Whether the screen has to change hands before anything may be shown."""
    if not nav.open_table.digital or nav.state.phase not in SECRET:
        return False
    seat = acting(nav)
    return seat in nav.people and seat != holder(nav)


def looker(nav: Navigator) -> int | None:
    """The seat that may look at its own secrets on any page; None while the screen is passed."""
    return None if must_pass(nav) else holder(nav)


def shown_to_all(nav: Navigator) -> tuple[PlayerState, PlayerState]:
    """Both players' cards as everybody at the table may see them."""
    game, state = game_of(nav), nav.state
    if state.phase is Phase.OVER:
        return (state.seats[0], state.seats[1])
    return (game.view(state, 1).seats[0], game.view(state, 0).seats[1])


def seen(nav: Navigator, seat: int) -> StellarState:
    """The state as that player may know it: on the screen the own view, at the table what lies open for all."""
    game = game_of(nav)
    state: StellarState = nav.state
    if state.phase is Phase.OVER:
        return state
    return game.view(state, seat) if nav.open_table.digital else replace(state, seats=shown_to_all(nav))
