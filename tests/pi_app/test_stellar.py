"""Stellar's presenters without a window: what is lit and said, what stays hidden, how the table tells and mends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from engines.game import Violation
from engines.record import ActionLine, Header, parse_record, replay_record
from engines.stellar.bots import greedy_action
from engines.stellar.deck import KINDS
from engines.stellar.model import EMPTY, Phase, PlayHand, PlayLast, PlayRow, StellarState, Take
from hardware.worker import Answer
from pi_app import bots
from pi_app.games.stellar.app import StellarApp
from pi_app.games.stellar.cards import Board
from pi_app.games.stellar.grid import GridPart
from pi_app.games.stellar.pick import PickPresenter
from pi_app.games.stellar.setup import PassPresenter, StartCardsPresenter, WhoBeginsPresenter
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.stages import Carry, OtherBoard, Start, TableStage, TelescopeStage
from pi_app.games.stellar.turn import Closed, TurnPresenter
from pi_app.games.stellar.why import WhyPresenter
from pi_app.games.stellar.words import SECTION_ROWS, rule_of_row
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.place import Place
from pi_app.presenters.receipts import consequences
from pi_app.presenters.setup import PlayersPresenter
from pi_app.steps.view import Row, StepView
from pi_app.table.journal import Journal
from pi_app.table.session import Accepted, Correction
from tests.pi_app.steps import says, taps

NAMES = ("Zoé", "Tycho")
HINT = "A card is wrong? Tap it."
RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3") as made:
        yield made


@pytest.fixture
def nav(journal: Journal) -> Navigator:
    return Navigator(journal, clock=lambda: "2026-01-31T20:00:00+00:00")


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


def at_table(nav: Navigator, *row: tuple[str, int], options: dict[str, str] | None = None) -> TurnPresenter:
    """A table where Zoé begins: planet and moon start cards are hers, asteroid and cloud are Tycho's."""
    nav.begin(Header(game="stellar", players=NAMES, options={"hands": "hidden", **(options or {})}))
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


# A turn -----------------------------------------------------------------------------------------------------------


def test_a_card_whose_type_lies_in_the_telescope_lies_next_to_it_or_elsewhere_face_down(
    nav: Navigator,
) -> None:
    turn = at_table(nav)
    turn.tap_row(3)
    turn.tap_hand("planet-3-b")
    assert lit(turn, "go") == {2, 3}
    assert lit(turn, "down") == set(range(4, 13))
    turn.tap_slot(7)
    pending = turn.view().pending
    assert pending is not None
    assert "touch its own type (planet)" in pending.consequences[0]
    turn.confirm()
    assert nav.state.seats[0].telescope[6] > 255


def test_a_card_of_a_new_type_may_lie_on_any_free_slot(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    assert lit(turn, "go") == set(range(2, 13))


def test_a_slot_that_holds_a_card_says_so_and_nothing_is_played(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    length = nav.open_table.length
    turn.tap_slot(1)
    assert nav.notice == "A card lies in slot\u00a01 already."
    assert nav.open_table.length == length


def test_the_number_of_the_chosen_card_lights_the_row_card_that_goes_to_the_other_area(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    turn.name_card("black_hole", 4)
    assert [spot.tone for spot in table(turn).row] == ["", "", "", "next", ""]
    assert "cloud\u00a04" in table(turn).hint


def test_where_the_coordinate_is_empty_the_deck_is_lit(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    assert table(turn).deck.tone == "next"


def test_after_a_card_in_the_telescope_the_row_card_goes_to_the_notebook_by_itself(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    turn.name_card("black_hole", 4)
    turn.tap_slot(9)
    assert phase(nav) is Phase.REFILL
    assert len(nav.state.seats[0].notebook) == 2


def test_after_a_card_in_the_notebook_the_row_card_waits_for_its_slot(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    turn.name_card("black_hole", 3)
    turn.tap_notebook()
    assert phase(nav) is Phase.PLAY_ROW
    assert lit(turn, "go") == {2, 3}
    turn.drop("row.5", "slot.2")
    assert phase(nav) is Phase.PLAY_ROW, "another card of the row stays where it is"
    turn.drop("row.3", "slot.2")
    assert phase(nav) is Phase.REFILL


def test_a_card_may_be_carried_from_the_row_to_the_hand_and_from_the_hand_to_its_place(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.drop("row.2", "slot.4")
    assert phase(nav) is Phase.TAKE
    turn.drop("row.2", "hand")
    assert phase(nav) is Phase.PLAY_HAND
    turn.drop("hand.cloud-2-a", "slot.4")
    assert phase(nav) is Phase.REVEAL


def test_a_six_zero_is_carried_like_any_other_card(nav: Navigator) -> None:
    turn = at_table(nav, ("black_hole", 0), ("cloud", 2), ("planet", 3), ("cloud", 4), ("moon", 5))
    turn.tap_row(1)
    key = next(spot.key for spot in table(turn).hand if "black_hole" in spot.key)
    turn.do(Carry(key, "slot.4"))
    assert nav.state.seats[0].telescope[3] != EMPTY


def test_in_the_notebook_cards_lie_face_up(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    turn.turn_down()
    turn.tap_notebook()
    assert nav.notice == "In the notebook cards lie face up."
    assert phase(nav) is Phase.PLAY_HAND


def test_a_satellite_taken_into_the_hand_lets_the_opponent_lay_out_a_new_row(nav: Navigator) -> None:
    turn = at_table(nav, ("satellite", 1), ("cloud", 2), ("planet", 3), ("cloud", 4), ("moon", 5))
    assert "new_row" not in taps(turn.view())
    turn.tap_row(1)
    turn.tap_hand("other")
    turn.name_card("black_hole", 4)
    turn.tap_slot(9)
    bring(nav, "moon", 1)
    bring(nav, "moon", 2)
    assert "new_row" in taps(turn.view())
    turn.new_row()
    assert phase(nav) is Phase.NEW_ROW
    assert nav.screen == "stellar_pick"


def test_a_closed_card_of_the_hand_goes_face_down_and_its_owner_says_its_number(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    assert closed(turn) == [1, 2, 3, 4, 5, "6/0"]
    turn.name_number(4)
    assert lit(turn, "go") == set(range(2, 13))
    turn.tap_slot(12)
    assert phase(nav) is Phase.REFILL


def test_where_a_face_down_card_is_a_three_nobody_says_its_number(nav: Navigator) -> None:
    turn = at_table(nav, options={"face_down_coordinate": "three"})
    turn.tap_row(2)
    turn.tap_hand("other")
    assert closed(turn) == [None]
    turn.name_number(None)
    assert [spot.tone for spot in table(turn).row] == ["", "", "next", "", ""]


def test_a_whole_game_is_played_by_taps_and_its_sheet_is_that_of_the_record(nav: Navigator) -> None:
    on_screen(nav)
    play_whole(nav)
    assert nav.screen == "final"
    table = nav.open_table
    again = replay_record(table.game, table.record)
    assert table.game.score(again.state) == table.sheet
    assert [row.row for row in table.sheet.players[0].rows] == list(StellarApp().rows(nav))


# What stays hidden --------------------------------------------------------------------------------------------------


def secrets(state: StellarState, seat: int, nav: Navigator) -> set[str]:
    """How the views would call the cards that the opponent of that seat hides from it."""
    theirs = state.seats[1 - seat]
    hidden = [code for code in theirs.hand if code not in theirs.shown]
    return {game_of(nav).deck.name(code) for code in hidden}


def test_no_view_shows_the_hand_of_the_other_player(nav: Navigator) -> None:
    turn = on_screen(nav)
    seen = 0
    while not nav.open_table.over:
        if nav.screen == "stellar_pass":
            shown = PassPresenter(nav).view()
            assert not any(card in str(shown) for seat in (0, 1) for card in secrets(nav.state, seat, nav))
            PassPresenter(nav).ready()
        text = str(turn.view()) + str(WhyPresenter(nav).view())
        assert not any(f"'{name}'" in text for name in secrets(nav.state, turn.seat, nav))
        faces = [spot.face for spot in others(turn).slots if spot.face and spot.face.down]
        assert all(face.kind == "" for face in faces)
        seen += len(faces)
        play_with(nav, turn)
    assert seen, "somebody lays a card face down"


def test_the_screen_is_passed_before_the_next_hand_is_shown_and_undo_passes_it_back(nav: Navigator) -> None:
    turn = on_screen(nav)
    first = turn.seat
    while nav.screen == "stellar_turn":
        play_with(nav, turn)
    assert nav.screen == "stellar_pass"
    PassPresenter(nav).ready()
    assert (nav.screen, turn.seat) == ("stellar_turn", 1 - first)
    nav.undo()
    assert nav.screen == "stellar_pass"
    assert PassPresenter(nav).seat == first


def test_a_restart_shows_only_the_hand_of_whoever_held_the_screen(nav: Navigator, journal: Journal) -> None:
    turn = on_screen(nav)
    again = Navigator(journal)
    assert (again.screen, TurnPresenter(again).seat) == ("stellar_turn", turn.seat)
    while nav.screen == "stellar_turn":
        play_with(nav, turn)
    assert Navigator(journal).screen == "stellar_pass"


def test_while_the_screen_is_passed_no_page_shows_what_lies_face_down(nav: Navigator) -> None:
    turn = on_screen(nav)
    faces = 0
    while not nav.open_table.over:
        if nav.screen == "stellar_pass":
            for seat in (0, 1):
                nav.open_page("why", seat=seat)
                view = WhyPresenter(nav).view()
                down = [spot.face for spot in telescope(view).slots if spot.face and spot.face.down]
                assert all(face.kind == "" for face in down)
                assert HINT not in says(view)
                faces += len(down)
                nav.back()
            PassPresenter(nav).ready()
        play_with(nav, turn)
    assert faces


def test_the_words_about_a_turn_keep_a_face_down_card_to_themselves(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("cloud-2-a")
    turn.turn_down()
    turn.tap_slot(12)
    bring(nav, "planet", 1)
    bring(nav, "moon", 2)
    assert table(turn).recap == ("Taken: cloud\u00a02", "A card face down: slot\u00a012", "Planet\u00a01: notebook")


def test_at_the_table_a_hand_is_closed_again_once_a_card_of_it_lies_face_down(nav: Navigator) -> None:
    turn = at_table(nav)
    turn.tap_row(2)
    turn.tap_hand("other")
    turn.name_number(4)
    turn.tap_slot(12)
    bring(nav, "planet", 1)
    bring(nav, "moon", 2)
    assert [spot.key for spot in table(turn).hand] == ["hand.other", "hand.other"]
    assert all(spot.face is None or not spot.face.down or spot.face.kind == "" for spot in others(turn).slots)


# Bots ---------------------------------------------------------------------------------------------------------------


class BrainHere:
    """Stands for the child process in which bots think."""

    def __init__(self, *_: object, **__: object) -> None:
        self.thoughts: list[bots.Thought] = []
        self.asked = False

    def ask(self, thought: bots.Thought) -> int:
        self.thoughts.append(thought)
        self.asked = True
        return len(self.thoughts)

    def poll(self) -> list[Answer]:
        asked, self.asked = self.asked, False
        return [Answer(len(self.thoughts), bots.BotBrain()(self.thoughts[-1]))] if asked else []

    def close(self) -> None:
        self.asked = False


def test_beside_a_bot_the_screen_stays_in_the_same_hands_and_waits(
    nav: Navigator, monkeypatch: pytest.MonkeyPatch
) -> None:
    brain = BrainHere()
    monkeypatch.setattr(bots, "Worker", lambda *_, **__: brain)
    players = bots.BotSeats(nav, pause=False)
    nav.move(new="stellar", way="screen", names=("Zoé",))
    setup = PlayersPresenter(nav)
    setup.seat_bot("expectimax")
    setup.start()
    start, turn = StartCardsPresenter(nav), TurnPresenter(nav)
    while nav.state.turn < 2:
        if nav.bot_to_move is not None:
            assert nav.screen != "stellar_pass"
            before = nav.open_table.length
            turn.tap_row(1)
            turn.tap_slot(5)
            assert nav.open_table.length == before, "fingers wait"
            players.tick()
            players.tick()
        elif nav.screen == "stellar_start":
            start.choose(0, first_card(start, 0))
        else:
            play_with(nav, turn)
    seats = {thought.seat for thought in brain.thoughts}
    assert seats == {1}
    mine = {code for code in nav.state.seats[0].hand if code not in nav.state.seats[0].shown}
    seen = msgspec.json.decode(brain.thoughts[-1].view, type=StellarState)
    assert not mine & set(seen.seats[0].hand)


# Telling the table ---------------------------------------------------------------------------------------------------


def test_from_the_first_start_card_to_the_end_of_the_first_turn_a_table_needs_twenty_taps(nav: Navigator) -> None:
    nav.move(new="stellar", names=NAMES, settled={"mode": "full"})
    PlayersPresenter(nav).start()
    taps = 0
    picks, turn = PickPresenter(nav), TurnPresenter(nav)
    while nav.state.turn == 0:
        taps += 1
        match nav.screen:
            case "stellar_pick":
                stage = picks.view().stage
                assert isinstance(stage, GridPart)
                picks.do([cell for line in stage.cells for cell in line if cell.left][-1].does)
            case "stellar_start":
                pair = next(p for p in StartCardsPresenter(nav).pairs() if p.cards[0].does)
                StartCardsPresenter(nav).choose(pair.seat, first_card(StartCardsPresenter(nav), pair.seat))
            case "stellar_first":
                WhoBeginsPresenter(nav).choose(0)
            case _ if nav.state.phase is Phase.TAKE:
                turn.tap_row(1)
            case _ if nav.state.phase is Phase.PLAY_HAND and turn.held.card is None:
                name = table(turn).hand[0].key.removeprefix("hand.")
                turn.tap_hand(name)
            case _:
                free = sorted(lit(turn, "go"))
                turn.tap_slot(free[0])
    assert taps <= 20


def test_stars_are_asked_where_the_deck_prints_others_and_the_record_says_that_the_card_is_new(nav: Navigator) -> None:
    nav.begin(Header(game="stellar", players=NAMES, options={"hands": "hidden"}))
    picks = PickPresenter(nav)
    picks.ask_stars()
    picks.choose("planet", 3)
    assert [key for key in taps(picks.view()) if key.startswith("stars.")] == [f"stars.{n}" for n in range(4)]
    picks.choose_stars(2)
    assert nav.state.seats[0].hand
    bring(nav, "moon", 3)
    bring(nav, "asteroid", 3)
    bring(nav, "cloud", 3)
    place_start_cards(nav)
    picks.ask_stars()
    picks.choose("moon", 4)
    picks.choose_stars(3)
    assert nav.open_table.replay.overruled
    assert "accepted" in StellarApp().notes(nav)[0]


def test_the_table_is_told_to_shuffle_when_the_deck_was_empty(nav: Navigator) -> None:
    record = parse_record((RECORDS / "stellar_new_row_and_new_deck.jsonl").read_bytes())
    header = msgspec.structs.replace(record.header, seed=None)
    nav.begin(header)
    hints: set[str] = set()
    for line in record.lines:
        if isinstance(line, ActionLine):
            if nav.screen == "stellar_pick":
                hints.update(says(PickPresenter(nav).view()))
            nav.open_table.act(nav.open_table.game.decode_action(line.seat, line.action))
    assert any("shuffle the discards" in hint for hint in hints)


# Why, and putting right ---------------------------------------------------------------------------------------------


def test_every_row_says_why_and_what_paid_is_lit(nav: Navigator) -> None:
    on_screen(nav)
    play_whole(nav)
    why = WhyPresenter(nav)
    for seat, player in enumerate(nav.open_table.sheet.players):
        for row in player.rows:
            nav.open_page("why", seat=seat, row=row.row)
            view = why.view()
            board = telescope(view)
            assert taps(view)[f"seat.{seat}"].text == f"{player.name}: {row.points}"
            assert says(view)
            paid = {f"slot:{k}" for k, spot in enumerate(board.slots, start=1) if spot.tone == "paid"}
            assert paid == {c for r in row.receipt if r.points for c in r.components if c.startswith("slot:")}
            notes = [c for c in board.collections if c.kind == row.row]
            assert all(c.points == row.points for c in notes)


def test_the_best_use_of_satellites_and_six_zeros_is_said(nav: Navigator) -> None:
    said: set[str] = set()
    for seed in (5, 6):
        on_screen(nav, seed)
        play_whole(nav)
        for seat, player in enumerate(nav.open_table.sheet.players):
            for row in player.rows[:5]:
                nav.open_page("why", seat=seat, row=row.row)
                uses = WhyPresenter(nav).uses()
                parts = [c for r in row.receipt for c in r.components if c.startswith("satellite:") or "6/0" in c]
                assert len(uses) >= len(parts)
                said |= {words.split()[0] for words in uses}
        nav.home()
    assert said == {"6/0", "satellite"}


def planet_in_slot_two(nav: Navigator) -> WhyPresenter:
    """At the table Zoé has laid planet 3 on slot 2 in her first turn; Tycho is to move."""
    turn = at_table(nav)
    turn.tap_row(3)
    turn.tap_hand("planet-3-b")
    turn.tap_slot(2)
    bring(nav, "moon", 2)
    bring(nav, "cloud", 5)
    nav.open_page("why", seat=0)
    return WhyPresenter(nav)


def test_two_taps_put_a_card_of_an_earlier_turn_on_another_slot(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    why.tap_slot(2)
    said = says(why.view())
    assert "Round 1: planet\u00a03" in said
    assert "Tap the slot where it lies, or the card that it is." in said
    why.tap_slot(3)
    assert nav.state.seats[0].telescope[1] == EMPTY
    assert nav.state.seats[0].telescope[2] != EMPTY
    assert nav.open_table.can_undo is not None
    assert nav.open_table.can_undo.kind == "correction"
    assert StellarApp().corrected_rows(nav, 0) == {"top", "planet"}
    assert StellarApp().corrected_rows(nav, 1) == frozenset()


def test_a_correction_against_the_rules_is_asked_with_its_consequences(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    why.tap_slot(2)
    why.tap_slot(12)
    pending = why.view().pending
    assert pending is not None
    assert pending.possible
    assert "Next to its own type only, or face down" in pending.consequences
    why.cancel()
    assert why.view().pending is None
    why.tap_slot(12)
    why.confirm()
    assert nav.state.seats[0].telescope[11] != EMPTY
    assert nav.open_table.replay.overruled


def test_a_rule_that_a_correction_breaks_is_told_once_however_often(nav: Navigator) -> None:
    planet_in_slot_two(nav)
    broken = Violation("stellar.telescope.adjacent", "in English", overrulable=True)
    line = nav.open_table.replay.entries[-1].n
    later = (Accepted(line, 0, (broken.rule,), "in English"),) * 2
    told = consequences(nav, Correction(line, (broken,), nav.open_table.sheet, accepted=later))
    assert sum("Next to its own type only, or face down" in words for words in told) == 1
    assert told[1].endswith(" – stays as it was played")
    (own, first, second) = consequences(nav, Correction(line, (), nav.open_table.sheet, accepted=(*later, later[0])))
    assert "Next to its own type only" in own
    assert first == second == own.partition(" – stays")[0] + " – stays as it was played"


def test_a_section_that_is_lost_is_shown_on_both_telescopes(nav: Navigator) -> None:
    on_screen(nav)
    play_whole(nav)
    lost = [
        (seat, row)
        for seat, player in enumerate(nav.open_table.sheet.players)
        for row in player.rows
        if row.row in SECTION_ROWS and not row.points
    ]
    assert lost
    for seat, row in lost:
        nav.open_page("why", seat=seat, row=row.row)
        board = telescope(WhyPresenter(nav).view())
        slots = {f"slot:{k}" for k, spot in enumerate(board.slots, start=1) if spot.tone == "told"}
        assert slots == {c for r in row.receipt for c in r.components if c.startswith("slot:")}
        assert {section.name for section in board.sections if section.tone == "told"} == {row.row}


def test_a_row_card_that_was_told_wrongly_is_put_right_in_two_taps_even_after_it_was_played(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    length = len(nav.open_table.replay.actions)
    why.tap_slot(2)
    why.choose("black_hole", 3)
    deck = game_of(nav).deck
    laid = nav.state.seats[0].telescope[1]
    assert (deck.kind[laid], deck.coordinate[laid]) == (4, 3)
    assert len(nav.open_table.replay.actions) == length


def test_a_card_of_the_notebook_is_put_right_in_two_taps(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    note = next(c for c in nav.state.seats[0].notebook if game_of(nav).deck.name(c).startswith("moon-2"))
    assert note
    why.tap_note("moon", 2)
    said = says(why.view())
    assert "Round 1: moon\u00a02" in said
    assert "Tap the card that it is." in said
    why.choose("cloud", 1)
    names = [game_of(nav).deck.name(code)[:7] for code in nav.state.seats[0].notebook]
    assert "cloud-1" in names


def test_start_cards_change_places(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    why.tap_slot(1)
    why.choose("moon", 3)
    if why.view().pending is not None:
        why.confirm()
    assert game_of(nav).deck.name(nav.state.seats[0].telescope[0]) == "moon-3-a"


@pytest.mark.parametrize("told", [("satellite", 2), ("planet", 0)], ids=["satellite", "6/0"])
def test_a_start_card_that_the_box_lacks_changes_places_and_is_put_right(nav: Navigator, told: tuple[str, int]) -> None:
    why = planet_in_slot_two(nav)
    for kind, number in (told, ("moon", 3), told, ("moon", 3), ("asteroid", 3)):
        put_slot_one_right(why, kind, number)
        deck, laid = game_of(nav).deck, nav.state.seats[0].telescope[0]
        assert (KINDS[deck.kind[laid]], deck.coordinate[laid]) == (kind, number)


def test_two_start_cards_told_alike_are_put_right(nav: Navigator) -> None:
    why = planet_in_slot_two(nav)
    put_slot_one_right(why, "satellite", 2)
    why.tap_note("moon", 3)
    choose(why, "satellite", 2)
    put_slot_one_right(why, "planet", 3)
    assert game_of(nav).deck.name(nav.state.seats[0].telescope[0]).startswith("planet-3")


def put_slot_one_right(why: WhyPresenter, kind: str, number: int) -> None:
    """The card on slot 1 is that one, whatever that breaks; every row of the sheet is looked at then."""
    why.tap_slot(1)
    choose(why, kind, number)
    for row in why.nav.open_table.sheet.players[0].rows:
        why.do(Row(row.row))
        why.view()


def choose(why: WhyPresenter, kind: str, number: int) -> None:
    why.choose(kind, number)
    pending = why.view().pending
    if pending is not None:
        assert pending.possible
        why.confirm()


def test_on_a_screen_that_is_passed_nobody_puts_the_opponents_cards_right(nav: Navigator) -> None:
    turn = on_screen(nav)
    nav.open_page("why", seat=1 - turn.seat)
    why = WhyPresenter(nav)
    why.tap_slot(1)
    assert why.lying() is None
    assert HINT not in says(why.view())


def test_while_a_card_is_put_right_nothing_says_how_to_read_the_sheet(
    nav: Navigator, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = on_screen(nav)
    nav.open_page("why", seat=turn.seat)
    why = WhyPresenter(nav)
    monkeypatch.setattr(
        why, "_cells", lambda _lying: (), raising=True
    )  # no other card that it may be: a place is asked
    rule = rule_of_row(why.row_name)
    assert rule in says(why.view())
    why.tap_slot(1)
    assert why.lying() is not None
    assert rule not in says(why.view())


def test_where_no_other_card_is_possible_the_slot_is_asked_for_in_words(
    nav: Navigator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slots were lit, and no word said that they may be tapped."""
    why = planet_in_slot_two(nav)
    monkeypatch.setattr(why, "_cells", lambda _lying: ())
    why.tap_slot(2)
    assert "Tap the slot where it lies." in says(why.view())


# The app -----------------------------------------------------------------------------------------------------------


def test_the_table_plays_with_hidden_hands_and_the_screen_deals_them(nav: Navigator) -> None:
    app = StellarApp()
    assert app.options(digital=False) == {"hands": "hidden", "mode": "light"}
    assert app.options(digital=True) == {}
    assert app.seats() == (2, 2)
    assert app.bots() == ("easy", "normal", "strong")


def test_a_place_that_holds_nonsense_of_its_own_is_no_obstacle(nav: Navigator) -> None:
    turn = on_screen(nav)
    nav.put(Place(own={"card": 7, "slot": "x"}))
    assert turn.view().pending is None
    assert msgspec.json.encode(nav.place)
