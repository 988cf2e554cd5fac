"""Games of Stellar without a window, and what their screens show."""

from __future__ import annotations

from random import Random

from engines.record import Header
from engines.stellar.bots import greedy_action
from engines.stellar.model import Phase, PlayHand, PlayLast, PlayRow, StellarState, Take
from pi_app.games.stellar.cards import Board
from pi_app.games.stellar.pick import PickPresenter
from pi_app.games.stellar.setup import PassPresenter, StartCardsPresenter, WhoBeginsPresenter
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.stages import OtherBoard, Start, TableStage, TelescopeStage
from pi_app.games.stellar.turn import Closed, TurnPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import StepView
from tests.pi_app.steps import taps

NAMES = ("Zoé", "Tycho")
HINT = "A card is wrong? Tap it."


def on_screen(nav: Navigator, seed: int = 5) -> TurnPresenter:
    """A digital game in which the first player holds the screen."""
    nav.begin(Header(game="stellar", players=NAMES, seed=seed))
    place_start_cards(nav)
    PassPresenter(nav).ready()
    return TurnPresenter(nav)


def place_start_cards(nav: Navigator) -> None:
    start = StartCardsPresenter(nav)
    for seat in (0, 1):
        start.choose(seat, first_card(start, seat))


def first_card(start: StartCardsPresenter, seat: int) -> str:
    """The first of that player's two start cards."""
    does = start.pairs()[seat].cards[0].does
    assert isinstance(does, Start)
    return does.card


def at_table(
    nav: Navigator,
    *row: tuple[str, int],
    options: dict[str, str] | None = None,
    players: tuple[str, str] = NAMES,
) -> TurnPresenter:
    """A table where Zoé begins: planet and moon start cards are hers, asteroid and cloud are Tycho's."""
    nav.begin(Header(game="stellar", players=players, options={"hands": "hidden", **(options or {})}))
    for kind in ("planet", "moon", "asteroid", "cloud"):
        bring(nav, kind, 3)
    StartCardsPresenter(nav).choose(0, "planet-3-a")
    StartCardsPresenter(nav).choose(1, "asteroid-3-a")
    for kind, number in row or (("moon", 1), ("cloud", 2), ("planet", 3), ("cloud", 4), ("moon", 5)):
        bring(nav, kind, number)
    WhoBeginsPresenter(nav).choose(0)
    return TurnPresenter(nav)


def bring(nav: Navigator, kind: str, number: int) -> None:
    PickPresenter(nav).choose(kind, number)


def play_with(nav: Navigator, turn: TurnPresenter) -> None:
    """One action of the player who holds the screen, by taps, as the greedy bot would have it."""
    game = game_of(nav)
    action = greedy_action(game, game.view(nav.state, turn.seat), turn.seat, Random(nav.state.turn))
    match action:
        case Take():
            turn.tap_row(action.coordinate)
        case PlayHand() | PlayLast():
            turn.tap_hand(str(action.card))
            lay(turn, action)
        case PlayRow():
            lay(turn, action)
        case _:
            turn.new_row()


def lay(turn: TurnPresenter, action: PlayHand | PlayLast | PlayRow) -> None:
    if getattr(action, "face_down", False):
        turn.turn_down()
    to = getattr(action, "to", "notebook")
    if isinstance(to, int):
        turn.tap_slot(to)
    else:
        turn.tap_notebook()


def play_whole(nav: Navigator) -> None:
    turn = TurnPresenter(nav)
    while not nav.open_table.over:
        if nav.screen == "stellar_pass":
            PassPresenter(nav).ready()
        play_with(nav, turn)


def phase(nav: Navigator) -> Phase:
    state: StellarState = nav.state
    return state.phase


def lit(turn: TurnPresenter, tone: str) -> set[int]:
    return {slot for slot, spot in enumerate(table(turn).board.slots, start=1) if spot.tone == tone}


def table(turn: TurnPresenter) -> TableStage:
    """What the screen shows of the table."""
    stage = turn.view().stage
    assert isinstance(stage, TableStage)
    return stage


def others(turn: TurnPresenter) -> Board:
    """The opponent's cards on the screen."""
    hero = turn.view().hero
    assert isinstance(hero, OtherBoard)
    return hero.board


def telescope(view: StepView) -> Board:
    """The board that a page shows."""
    assert isinstance(view.stage, TelescopeStage)
    return view.stage.board


def closed(turn: TurnPresenter) -> list[object]:
    """The numbers that the owner of a card that goes face down may say."""
    commands = [tap.does for tap in taps(turn.view()).values()]
    return [command.number for command in commands if isinstance(command, Closed)]
