"""What the presenters of Starfarers share: whose turn it is, who holds the screen, what is kept beside the record."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from engines.game import NATURE
from engines.starfarers.components import Components
from engines.starfarers.model import NO_CARDS, Cards, Phase, StarfarersAction, StarfarersState
from engines.starfarers.pack import Ball
from engines.starfarers.rules import Starfarers
from pi_app.games.starfarers.chart import ChartScene, Spot, pieces_of, plan_of, public, tokens_of
from pi_app.games.starfarers.photographed import BallsSeen
from pi_app.games.starfarers.picking import cards_changed
from pi_app.i18n import _
from pi_app.presenters.frame import Frame
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.place import Place
from pi_app.presenters.wording import points_words
from pi_app.steps.presenter import StepPresenter, on
from pi_app.steps.view import Press, Words

SECRET: Final = frozenset(
    {
        Phase.BUILD,
        Phase.ANSWER,
        Phase.CHOOSE,
        Phase.DISCARD,
        Phase.RELIEF,
        Phase.ROB,
        Phase.FLIGHT,
        Phase.FREE_SHIP,
    }
)
"""Phases whose screens show what only their player may know."""


class Own(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player has chosen and not yet done; dropped with the next step of the game."""

    holder: int | None = None
    """Who has taken the screen since the last step."""
    told: int = 0
    """The line up to which the table has read what happened by itself."""
    ship: int | None = None
    corner: int | None = None
    give: Cards = NO_CARDS
    get: Cards = NO_CARDS
    to: int | None = None
    item: str = ""
    balls: tuple[Ball, ...] = ()
    seen: BallsSeen | None = None
    """What a photograph of the mother ship shows."""
    seen_at: int = -1
    """How long the record was when it was taken: of another step it is not believed."""
    dice: tuple[int, ...] = ()
    card: int | None = None
    accepting: bool = False
    """Whether the table was asked to accept a step against the rules and has not answered yet."""
    read: bool = False
    """Whether what an encounter asks has been read, so that its player may look at the own hand."""
    turned: bool = False
    """Whether the card of an encounter stands upside down, for a reader across the table."""


def game_of(nav: Navigator) -> Starfarers:
    """The rules of the game in progress."""
    game: Starfarers = nav.open_table.game  # type: ignore[assignment]
    return game


def acting(nav: Navigator) -> int | None:
    """The first seat that is to act now, the active player before the others; None where nature is or nobody."""
    state: StarfarersState = nav.state
    seats = [seat for seat in game_of(nav).to_move(state) if seat != NATURE]
    if not seats:
        return None
    held = holder(nav)
    return held if held in seats else int(seats[0])


def holder(nav: Navigator) -> int | None:
    """Who has the screen: who took it since the last step, else who acted last; None before anybody has."""
    taken = _taken(nav.place)
    if taken is not None:
        return taken
    people = nav.people
    if len(people) == 1:
        return people[0]
    last = (entry.seat for entry in reversed(nav.open_table.replay.entries) if entry.seat in people)
    return next((int(seat) for seat in last), None)


def _taken(place: Place | None) -> int | None:
    """Who took the screen since the last step: kept by the page that is open, or by one below it."""
    while place is not None:
        if "holder" in place.own:
            return int(place.own["holder"])
        place = place.back
    return None


def tracked(nav: Navigator) -> bool:
    """Whether hands are in the record: in the full way alone."""
    return bool(nav.state.options.mode == "full")


def charted(nav: Navigator) -> bool:
    """Whether the board is in the record: not in the light way."""
    return bool(nav.state.options.mode != "light")


def shows_present(nav: Navigator) -> bool:
    """Whether the screen shows the present to one player, and not the past to all."""
    return nav.place.page != "history"


def last_line(nav: Navigator) -> int:
    """The last line that counts now; 0 before the first."""
    entries = nav.open_table.replay.entries
    return entries[-1].n if entries else 0


class Happened(NamedTuple):
    """An action that counts, between two states."""

    before: StarfarersState
    action: StarfarersAction
    after: StarfarersState


def just_happened(nav: Navigator) -> list[Happened]:
    """What nature did since a player last acted, the latest first; and last of all that player's action."""
    replay, found = nav.open_table.replay, list[Happened]()
    for place in range(len(replay.actions) - 1, -1, -1):
        found.append(Happened(replay.states[place], replay.actions[place], replay.states[place + 1]))
        if replay.entries[place].seat != NATURE:
            break
    return found


class Desk(StepPresenter):
    """A step of Starfarers."""

    _listed: tuple[StarfarersState, list[StarfarersAction]] | None = None
    """A state, and what is legal in it."""

    # What is so ------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Starfarers:
        """The rules."""
        return game_of(self.nav)

    @property
    def parts(self) -> Components:
        """The components."""
        return self.game.parts

    @property
    def state(self) -> StarfarersState:
        """The present state; what is hidden in it is shown only to whom it belongs."""
        state: StarfarersState = self.nav.state
        return state

    @property
    def legal(self) -> list[StarfarersAction]:
        """Everything that the active player may do or tell; the rules are asked once a state."""
        state = self.state
        if self._listed is None or self._listed[0] is not state:
            self._listed = state, self.game.legal_actions(state, state.seat)
        return self._listed[1]

    @property
    def own(self) -> Own:
        """What is chosen and not yet done."""
        return self.nav.own(Own)

    @property
    def seat(self) -> int:
        """The player who is to act; the active one where nature is."""
        actor = acting(self.nav)
        return self.state.seat if actor is None else actor

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.state.players[seat]

    def keep(self, **changes: Any) -> None:
        """Keep a choice."""
        self.nav.keep(msgspec.structs.replace(self.own, **changes))

    # What is shown ---------------------------------------------------------------------------------------------

    def frame(self, title: str, subtitle: str | None = None) -> Frame:
        """The frame; below the title whose turn it is."""
        return self.nav.frame(title, self.turn_words() if subtitle is None else subtitle)

    def turn_words(self) -> str:
        """Whose turn it is, and how many points they have."""
        state = self.state
        return _("Turn {n} · {name}, {points}").format(
            n=state.turn + 1,
            name=self.name(state.seat),
            points=points_words(state.seats[state.seat].points),
        )

    def chart(self, spots: tuple[Spot, ...] = (), **details: Any) -> ChartScene:
        """The map as the one who holds the screen may see it; where no hands are kept all see it."""
        state, held = self.state, holder(self.nav)
        actor = acting(self.nav)
        alone = tracked(self.nav) and shows_present(self.nav) and state.phase in SECRET
        mine = alone and held is not None and (actor is None or held == actor)
        view = self.game.view(state, held) if mine and held is not None else public(state)
        lit = details.pop("lit", ())
        return ChartScene(
            plan=plan_of(self.parts),
            tokens=tokens_of(self.parts, view),
            pieces=pieces_of(self.parts, state, lit),
            spots=spots,
            **details,
        )

    def says(self, text: str) -> Words:
        """A sentence about the player who is to act."""
        return Words(text, "bold", self.seat)

    # What is done ----------------------------------------------------------------------------------------------

    @on("corner")
    def choose_corner(self, corner: int) -> None:
        """That corner of the map."""
        self.keep(corner=corner)

    @on()
    def give(self, resource: str, step: str) -> None:
        """One card `more` or `less` is given."""
        self.keep(give=cards_changed(self.own.give, resource, step))

    @on()
    def get(self, resource: str, step: str) -> None:
        """One card `more` or `less` is taken."""
        self.keep(get=cards_changed(self.own.get, resource, step))

    def open_page(self, name: str) -> None:
        """Open one of this game's pages over this one."""
        self.nav.open_page(f"starfarers_{name}")

    def press(self, seat: int) -> None:
        """The button of the player who is to act says what they would say by a tap: go on, or `I have the screen`."""
        if seat == self.seat:
            for word in ("told", "take"):
                self.do(Press(word))

    def cancel(self) -> None:
        self.keep(item="", card=None)


class News(Desk):
    """What has happened: everybody reads it before the game goes on."""

    @on("told")
    def went_on(self) -> None:
        """The table has read what happened; the one who is to act has the screen."""
        seat = self.seat
        holds = {} if seat in self.nav.bot_seats else {"holder": seat}
        self.keep(told=last_line(self.nav), **holds)
