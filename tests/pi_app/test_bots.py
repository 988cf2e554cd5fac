"""Bots on the screen: they think elsewhere, wait for people, go on after a restart, are undone with their person."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import msgspec
import pytest

from engines.bots import Reason, choice_of, find_bot
from engines.errors import Finding, finding
from engines.game import NATURE
from engines.registry import game_names, open_game, parts_of
from engines.star_explorer.model import Phase
from hardware.worker import Answer
from pi_app import bots, i18n
from pi_app.bots import BotBrain, BotSeats, Thought
from pi_app.games.app_game import app_of
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.games.star_explorer.score import MarkerPresenter, WhyPresenter
from pi_app.games.star_explorer.setup import StartTilePresenter
from pi_app.games.star_explorer.tiles import SizePresenter
from pi_app.presenters.choosing import GamesPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.setup import PlayersPresenter, bot_levels
from pi_app.presenters.start import StartPresenter
from pi_app.steps.view import Grid, Words
from pi_app.table.journal import Journal


class BrainHere:
    """Stands for the child process: answers when it is polled, and counts what it was asked."""

    def __init__(self, *_: object, **__: object) -> None:
        self.thoughts: list[Thought] = []
        self.failure: Finding | None = None
        self._waiting: list[Thought] = []

    def ask(self, thought: Thought) -> int:
        self.thoughts.append(thought)
        self._waiting = [thought]
        return len(self.thoughts)

    def poll(self) -> list[Answer]:
        waiting, self._waiting = self._waiting, []
        if self.failure:
            return [Answer(len(self.thoughts), failure=self.failure) for _ in waiting]
        return [Answer(len(self.thoughts), BotBrain()(thought)) for thought in waiting]

    def close(self) -> None:
        self._waiting = []


class Screen:
    """A table on the screen with bots."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        self.now = 0.0
        self.brain = BrainHere()
        monkeypatch.setattr(bots, "Worker", lambda *_, **__: self.brain)
        self.open()

    def open(self, *, pause: bool = False) -> None:
        self.journal = Journal(self.path)
        self.nav = Navigator(self.journal, clock=lambda: "2026-01-31T20:00:00+00:00")
        self.bots = BotSeats(self.nav, pause=pause, clock=lambda: self.now)

    def begin(self, people: tuple[str, ...], *bot_names: str) -> None:
        StartPresenter(self.nav).new_game()
        GamesPresenter(self.nav).go("screen")
        players = PlayersPresenter(self.nav)
        for name in people:
            players.sit_down(name)
        for name in bot_names:
            players.seat_bot(name)
        players.start()

    def ticks(self, count: int = 40) -> None:
        for _ in range(count):
            self.bots.tick()

    def choose_tiles(self) -> None:
        """People choose their start tiles' sides; bots go before them."""
        self.ticks()
        while self.nav.state.phase == Phase.START_TILE:
            StartTilePresenter(self.nav).choose(self.nav.state.seats[0].start_tile, 0)
            self.ticks()


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    made = Screen(tmp_path / "journal.sqlite3", monkeypatch)
    yield made
    made.bots.close()
    made.journal.close()


def sources(screen: Screen) -> list[tuple[object, str]]:
    return [(e.seat, e.source) for e in screen.nav.open_table.replay.entries if e.seat != NATURE]


def test_a_bot_plays_its_seat_and_the_person_is_left_alone_with_theirs(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy", "random")
    assert screen.nav.open_table.players == ("Nina", "Bot A", "Bot B")
    screen.ticks()
    assert screen.nav.bot_to_move is None
    assert set(sources(screen)) == {(1, "bot"), (2, "bot")}
    assert screen.nav.notice is not None


def test_a_game_on_the_screen_asks_for_nothing_that_lies_on_a_table(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy")
    grid = StartTilePresenter(screen.nav).view().stage
    assert isinstance(grid, Grid)
    assert len(grid.taps) == 2, "the two sides of the tile that was dealt"
    assert grid.title == "Tap the side of your tile that is to lie face up."
    screen.choose_tiles()
    said = [part.text for part in MarkerPresenter(screen.nav).view().panel if isinstance(part, Words)]
    assert said[:2] == ["The discs turn to II.", "The tiles are flipped over."]


def test_while_a_bot_is_to_move_nobody_plays_for_it(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy")
    before = screen.nav.open_table.length
    StartTilePresenter(screen.nav).choose(screen.nav.state.seats[0].start_tile, 0)
    assert screen.nav.open_table.length == before + 1, "where all act at once a person does not wait for a bot"
    StartTilePresenter(screen.nav).choose(screen.nav.state.seats[1].start_tile, 0)
    assert screen.nav.open_table.length == before + 1


def test_a_bot_sees_its_own_view_only(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy")
    screen.ticks(1)
    table = screen.nav.open_table
    (thought,) = screen.brain.thoughts
    assert thought.seat == 1
    assert thought.view == msgspec.json.encode(table.game.view(table.state, 1))


def test_a_bots_move_leaves_a_persons_draft_where_it_is(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy")
    screen.nav.keep(DiscDraft(lines=((1, 2),)))
    screen.ticks()
    assert screen.nav.own(DiscDraft) == DiscDraft(lines=((1, 2),))


def test_what_a_bot_did_stands_for_a_moment_unless_somebody_touches_the_screen(screen: Screen) -> None:
    screen.bots.close()
    screen.journal.close()
    screen.open(pause=True)
    screen.begin((), "greedy", "random")
    screen.ticks()
    assert [seat for seat, _ in sources(screen)] == [0]
    screen.now = bots.PAUSE_S + 0.01
    screen.ticks()
    assert [seat for seat, _ in sources(screen)] == [0, 1]
    screen.nav.hurry()
    screen.ticks(200)
    assert screen.nav.bot_to_move is None
    assert not screen.nav.hurried


def test_where_all_act_at_once_people_do_not_wait_for_the_pauses(screen: Screen) -> None:
    screen.bots.close()
    screen.journal.close()
    screen.open(pause=True)
    screen.begin(("Nina",), "greedy", "random")
    screen.ticks()
    assert [seat for seat, _ in sources(screen)] == [1, 2]


def test_bots_wait_while_a_page_is_open(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy")
    screen.nav.open_page("menu")
    screen.ticks()
    assert not sources(screen)
    screen.nav.back()
    screen.ticks()
    assert sources(screen)


def test_bots_go_on_after_the_plug_was_pulled(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy", "random")
    screen.bots.close()
    screen.journal.close()
    screen.open()
    assert screen.nav.bots_of(1) == {1: "greedy", 2: "random"}
    screen.ticks()
    assert set(sources(screen)) == {(1, "bot"), (2, "bot")}


def test_an_undo_takes_back_what_the_bots_answered_too(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy")
    screen.choose_tiles()
    while screen.nav.state.phase == Phase.SIZE:
        SizePresenter(screen.nav).choose(screen.nav.state.sizes[0])
        screen.ticks()
    assert screen.nav.state.phase == Phase.DRAW
    before = screen.nav.open_table.length
    screen.nav.undo()
    screen.ticks(0)
    assert screen.nav.state.phase != Phase.DRAW
    assert screen.nav.open_table.length == before + 1


def test_an_answer_to_a_table_that_has_changed_since_is_not_played(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy")
    screen.ticks(1)
    screen.nav.home()
    screen.ticks()
    screen.begin(("Bo",))
    screen.ticks()
    assert not sources(screen)


def test_a_bot_that_fails_gives_its_seat_to_the_people(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy")
    screen.brain.failure = finding("worker.ended", "the bots: it ended unexpectedly; it is begun anew")
    screen.ticks()
    assert screen.nav.bot_to_move is None
    assert screen.nav.notice == "Bot A cannot go on: somebody may play for it."
    assert screen.nav.warning
    assert screen.nav.bots_of(1) == {}


def test_the_points_of_a_round_stand_until_a_person_goes_on(screen: Screen) -> None:
    screen.begin((), "greedy", "random")
    screen.ticks(200)
    assert screen.nav.screen == "round"
    WhyPresenter(screen.nav).go_on()
    MarkerPresenter(screen.nav).go_on()
    screen.ticks(200)
    assert screen.nav.state.round == 2


def test_names_of_bots_are_not_remembered_as_people(screen: Screen) -> None:
    screen.begin(("Nina",), "greedy")
    screen.nav.home()
    StartPresenter(screen.nav).new_game()
    GamesPresenter(screen.nav).go("screen")
    assert PlayersPresenter(screen.nav).known == ("Nina", "Guest 1")


def test_a_bot_gets_ready_beside_people_once_it_has_answered(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a game and bot, whatever it is asked later."""
    done, ready = Event(), list[tuple[object, str]]()

    def getting_ready(bot: object, game: Any) -> None:
        ready.append((bot, game.name))
        done.set()

    monkeypatch.setattr(bots, "get_ready", getting_ready)
    screen.begin(("Nina",), "strong")
    screen.ticks()
    thought, brain = screen.brain.thoughts[0], BotBrain()
    assert done.wait(10)
    done.clear()
    ready.clear()
    assert brain(thought) == brain(thought)
    assert done.wait(10)
    assert ready == [(find_bot("star_explorer", "strong"), "star_explorer")]


def test_a_real_child_process_plays_a_bots_seat(nav: Navigator) -> None:
    seats = BotSeats(nav, pause=False)
    StartPresenter(nav).new_game()
    GamesPresenter(nav).go("screen")
    PlayersPresenter(nav).sit_down("Nina")
    PlayersPresenter(nav).seat_bot("greedy")
    PlayersPresenter(nav).start()
    while nav.bot_to_move is not None:
        seats.tick()
        Event().wait(0.01)
    seats.close()
    assert nav.bot_to_move is None
    assert any(e.source == "bot" for e in nav.open_table.replay.entries)


@pytest.mark.parametrize("name", game_names())
def test_what_a_bot_says_of_its_move_has_a_sentence_in_every_language_and_rules(name: str) -> None:
    """Every reason that turns up in the first turns of strong and normal bots; every sentence takes its parameters."""
    app, game = app_of(name), open_game(name)
    bots = [find_bot(name, level) for level in ("strong", "normal")]
    state = game.setup(("Ana", "Ben"), game.decode_options(parts_of(name).self_play))
    rng, reasons = Random(3), dict[str, Reason]()
    for _ in range(60 if name != "look_at_the_stars" else 14):
        if game.is_over(state):
            break
        seat = game.to_move(state)[0]
        if seat == NATURE:
            state = game.play(state, game.deal(state, rng))
            continue
        choice = choice_of(bots[int(seat)], game, game.view(state, seat), int(seat), rng)
        if choice.reason is not None:
            reasons[choice.reason.code] = choice.reason
        state = game.play(state, choice.action)
    assert reasons
    assert set(reasons) <= set(app.bot_reasons)
    known = {rule.id for rule in game.rules.rules}
    for reason in reasons.values():
        assert reason.rules
        assert set(reason.rules) <= known
    said = dict[str, set[str]]()
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        said[language] = {app.reason_words(reason) for reason in reasons.values()}
        assert all(words and "{" not in words for words in said[language])
    assert all(not said["en"] & said[language] for language in said if language != "en")


def test_the_screen_says_what_a_bot_has_played_and_why(screen: Screen) -> None:
    screen.begin(("Nina",), "strong")
    screen.ticks()
    assert screen.nav.notice is not None
    assert screen.nav.notice.startswith("Bot A has played: ")
    assert screen.nav.notice.endswith("Its type shows most stars.")
    i18n.set_language("de")
    assert screen.nav.notice.endswith("Von dieser Art sind die meisten Sterne zu sehen.")


def test_every_game_is_played_at_three_levels(screen: Screen) -> None:
    for name in game_names():
        assert [words for _, words in bot_levels(app_of(name))] == ["easy", "normal", "strong"]
