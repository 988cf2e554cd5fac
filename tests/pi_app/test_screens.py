"""The screens themselves, drawn offscreen: texts fit, targets are large enough, fingers reach what they see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import msgspec
import pytest

from engines.errors import finding
from engines.pad import Close, Write
from engines.record import Header
from engines.registry import PAD
from engines.star_explorer.bots import best_draw
from engines.star_explorer.model import ChooseSide, Phase
from pi_app import i18n
from pi_app.games.star_explorer.app import StarExplorerApp
from pi_app.games.star_explorer.draw import DrawPresenter
from pi_app.games.star_explorer.pen import DiscDraft, Doubtful
from pi_app.games.star_explorer.scene import DiscStage
from pi_app.games.star_explorer.score import MarkerPresenter, WhyPresenter
from pi_app.games.star_explorer.setup import FirstPlayerPresenter, StartTilePresenter
from pi_app.games.star_explorer.star_map import StarMapPresenter
from pi_app.games.star_explorer.tiles import RevealPresenter, SizePresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.preferences import Preferences
from pi_app.presenters.setup import PlayersPresenter
from pi_app.steps.view import Receipt, Row
from pi_app.ui import environment, theme
from pi_app.ui.environment import find_display
from tests.pi_app.screen_faults import SIZE, SIZES, Frames, Stage, targets
from tools.props import draft_star_map

RUN = 4
"""So many stops follow each other in one language."""
NAMES = ("Zoé", "Tycho", "Łucja", "Håkon")


class Table(Stage):
    """The shell over a navigator at a stop of the tour."""

    def __init__(self, nav: Navigator, frames: Frames, stop: str) -> None:
        self.tour = tour(nav)
        while next(self.tour) != stop:
            pass
        super().__init__(nav, frames)


UNDO: Final = {"en": "Undo", "de": "Rückgängig", "fr": "Annuler", "pl": "Cofnij"}
"""No word that reads as *back*."""


@pytest.fixture
def table(request: pytest.FixtureRequest, nav: Navigator, frames: Frames) -> Iterator[Table]:
    """A table at the stop of the tour that the test names with `at`, or at the start."""
    made = Table(nav, frames, getattr(request, "param", "start"))
    yield made
    made.close()


def at(stop: str) -> pytest.MarkDecorator:
    """The test begins at that stop of the tour."""
    return pytest.mark.parametrize("table", [stop], indirect=True)


def tour(nav: Navigator) -> Iterator[str]:
    """Leads through every screen; yields the name of each stop."""
    yield "start"
    nav.open_page("games", new="star_explorer")
    yield "games"
    nav.open_page("players")
    players = PlayersPresenter(nav)
    players.write()
    players.key("É")
    yield "keyboard"
    players.put_away()
    for name in NAMES:
        players.sit_down(name)
    yield "players"
    players.start()
    yield "first player"
    FirstPlayerPresenter(nav).choose(1)
    yield "start tile"
    for tile in ("red_blue", "white_yellow", "white_blue", "red_white"):
        StartTilePresenter(nav).choose(tile, 1)
    yield "size"
    SizePresenter(nav).choose(7)
    yield "reveal"
    while nav.screen == "reveal":
        RevealPresenter(nav).choose(next(c.tile for c in RevealPresenter(nav).cards if not c.taken))
    yield "draw"
    yield from _drawing(nav)
    yield "round score"
    yield from _scores(nav)
    yield "marker"
    MarkerPresenter(nav).go_on()
    for _ in range(5):
        _play_a_round(nav)
    yield "final"
    nav.open_page("why", seat=0, row="round.6")
    yield "why"
    WhyPresenter(nav).do(Row("axis"))
    yield "axis"
    nav.home()
    nav.open_page("past")
    yield "past games"
    nav.back()
    yield from _star_map(nav)
    nav.begin(Header(game="star_explorer", players=NAMES, options={"piles": "dealt"}, seed=1))
    while nav.screen == "start_tile":
        seat = StartTilePresenter(nav).seat
        nav.act(ChooseSide(seat=seat, side=0))
    SizePresenter(nav).choose(7)
    yield "which seven"


def _star_map(nav: Navigator) -> Iterator[str]:
    """A captured star map: untouched, a doubtful star chosen, a star to be added, nothing doubtful any more."""
    folder = nav.journal.path.parent / "draft"
    draft_star_map(folder)
    nav.open_page("star_map", folder=str(folder))
    yield "star map"
    screen = StarMapPresenter(nav)
    screen.editor.choose(3)
    nav.changed()
    yield "star chosen"
    nav.back()


def _drawing(nav: Navigator) -> Iterator[str]:
    draw = DrawPresenter(nav)
    best = best_draw(nav.open_table.game, nav.state, draw.seat)  # type: ignore[arg-type]
    a, b = best.lines[0]
    nav.keep(DiscDraft(lines=best.lines, doubts=(Doubtful(a, b, 0.5),), source="camera"), seat=0)
    yield "question"
    nav.keep(DiscDraft(lines=best.lines, doubts=(Doubtful(a, b, 0.5),), source="camera", looking=True))
    yield "doubts looked over"
    stage = draw.view().stage
    assert isinstance(stage, DiscStage)
    live = sorted(s.id for s in stage.scene.sky.stars if s.live)
    nav.keep(DiscDraft(lines=((live[0], live[-1]), (live[1], live[-2])), chosen=live[1]))
    yield "broken rules"
    draw.done()
    yield "acceptance"
    draw.cancel()
    while nav.screen == "draw":
        _draw_best(nav)


def _draw_best(nav: Navigator) -> None:
    draw = DrawPresenter(nav)
    best = best_draw(nav.open_table.game, nav.state, draw.seat)  # type: ignore[arg-type]
    nav.keep(DiscDraft(lines=best.lines, stars=best.stars), seat=draw.seat)
    draw.done()


def _scores(nav: Navigator) -> Iterator[str]:
    why = WhyPresenter(nav)
    why.do(Receipt(2))
    yield "receipt"
    why.tap_edge(*nav.state.seats[0].drawings[0].lines[0])
    yield "correction"
    why.confirm()
    yield "corrected"
    for page in ("menu", "scores"):
        nav.open_page(page)
        yield page
        nav.back()
    for card in range(5):
        nav.open_page("help", receipt=card)
        yield f"help {card}"
        nav.back()
    nav.journal.saving, nav.journal.reason = False, finding("disk.read_only", "the disk is read-only")
    nav.changed()
    yield "saving is off"
    nav.journal.saving = True
    why.go_on()


def _play_a_round(nav: Navigator) -> None:
    """A round in which nobody draws anything."""
    SizePresenter(nav).choose(nav.state.sizes[0])
    while nav.screen == "reveal":
        RevealPresenter(nav).choose(next(c.tile for c in RevealPresenter(nav).cards if not c.taken))
    while nav.screen == "draw":
        DrawPresenter(nav).give_up()
        DrawPresenter(nav).confirm()
    WhyPresenter(nav).go_on()
    if nav.screen == "marker":
        MarkerPresenter(nav).go_on()


# What may be wrong with a picture --------------------------------------------------------------------------------


@pytest.mark.exhaustive  # `test_every_screen` has the quick look at this game's screens
def test_on_every_screen_in_every_language_texts_fit_and_targets_are_nine_millimetres(table: Table) -> None:
    """The quick set takes one of the languages for some stops, and then the next: everything is built anew for another.

    So does the thorough one where it has seen the screen.
    """
    faults, screens = {}, set()
    for number, stop in enumerate(chain(["start"], table.tour)):
        new = table.nav.screen not in screens
        screens.add(table.nav.screen)
        one = tuple(i18n.LANGUAGES)[number // RUN % len(i18n.LANGUAGES)]
        for language in i18n.LANGUAGES if table.thorough and new else [one]:
            table.show(language)
            if found := table.faults() if language == "en" else table.faults_of_words():
                faults[f"{stop} ({language})"] = found
    assert not faults
    elsewhere = {StarExplorerApp().pad_page()[0], "together"}
    assert screens >= set(StarExplorerApp().screens()) - elsewhere, "those have their own tests"


# Fingers ---------------------------------------------------------------------------------------------------------


def test_a_finger_seats_players_and_starts(table: Table) -> None:
    for key in ("new_game", "way.table", "write", "key.Z", "key.o", "key.é", "done", "start"):
        table.tap(key)
    assert table.nav.open_table.players == ("Zoé",)
    assert table.nav.screen == "start_tile"


def test_what_can_be_tapped_at_the_seating_ends_where_the_main_button_does(table: Table) -> None:
    from pi_app.ui.outline import box

    for key in ("new_game", "way.screen", "name.Guest 1"):
        table.tap(key)
    places = {target.key: box(target) for target in targets(table.shell)}
    start, ends = places["start"], dict[int, float]()
    for left, bottom, right, _top in places.values():
        if left >= start[0] - 1 and bottom < places["write"][3]:
            ends[round(bottom)] = max(right, ends.get(round(bottom), 0))
    assert len(ends) > 2
    assert max(abs(end - start[2]) for end in ends.values()) < 1, ends


def test_the_other_rules_of_a_game_stay_in_sight_however_many_names_are_known(table: Table) -> None:
    from pi_app.ui.outline import box

    for players in (NAMES, ("Bo", "Émile", "Jörg")):
        table.nav.begin(Header(game="star_explorer", players=players))
        table.nav.home()
    for key in ("new_game", "way.screen", "name.Guest 1"):
        table.tap(key)
    table.show("pl", "large text")
    places = {target.key: box(target) for target in targets(table.shell)}
    assert len([key for key in places if key.startswith("name.")]) == 8
    assert places["more_rules"][::2] == places["start"][::2]
    assert places["more_rules"][1] >= places["start"][3], "above the way on, outside the list that slides"


def test_names_that_are_read_together_are_of_nearly_one_size(table: Table) -> None:
    from pi_app.ui.outline import labels
    from pi_app.ui.widgets.fitted import EVEN

    def sizes() -> list[float]:
        found = [label.font_size for label in labels(table.shell) if label.text in ("Konstantynopol", "Zoé")]
        return sorted(found)

    for key in ("new_game", "way.pad"):
        table.tap(key)
    for name in ("Konstantynopol", "Zoé"):
        PlayersPresenter(table.nav).sit_down(name)
    table.show("pl", "large text")
    seated = sizes()
    assert len(seated) == 2
    assert seated[1] <= EVEN * seated[0]
    table.tap("start")
    table.nav.open_page("people")
    table.frames(3)
    assert sizes()[-1] <= EVEN * sizes()[0]


@pytest.mark.parametrize(("look", "size"), [("night", SIZE), ("large text", SIZE), ("night", SIZES[1])])
def test_four_players_stand_in_the_final_score_without_sliding(table: Table, look: str, size: tuple[int, int]) -> None:
    from pi_app.ui.outline import labels

    nav = table.nav
    nav.begin(Header(game="star_explorer", pack=PAD, players=NAMES))
    nav.act(*(Write(seat=seat, row="round.1", sum=str(7 + seat)) for seat in range(len(NAMES))), Close(seat=0))
    table.show("pl", look, size)
    assert nav.screen == "final"
    screen: Any = table.shell.screen
    told = "  ·  ".join(("Prowadzenie zmieniło się 5 razy.", "2 rysunki przyjęte wbrew zasadom", "* = poprawione"))
    screen.board.show(msgspec.structs.replace(screen.view.stage, story=told))
    table.frames(3)
    lines = screen.board.ids.lines
    assert len(lines.children) == 4
    assert lines.height <= lines.parent.height
    assert table.faults_of_words() == []
    (label,) = (label for label in labels(screen) if label.text == told)
    drawn = " ".join(word.text for line in label._label._cached_lines for word in line.words)
    assert drawn.split() == told.split(), "a line that finds no room is left out without a sign"


@at("draw")
def test_a_finger_from_star_to_star_draws_a_line_and_a_tap_takes_it_away(table: Table) -> None:
    disc = table.shell.screen.board
    a, b = sorted(s.id for s in disc.scene.sky.stars if s.live)[:2]
    table.finger.drag(disc.star_place(a), disc.star_place(b))
    table.rest()
    assert DrawPresenter(table.nav).draft.lines == ((a, b),)
    table.tap(f"line.{a}.{b}")
    table.frames(2)
    assert not DrawPresenter(table.nav).draft.lines


@at("draw")
def test_every_star_that_may_be_used_can_be_touched(table: Table) -> None:
    disc = table.shell.screen.board
    live = {s.id for s in disc.scene.sky.stars if s.live}
    assert {disc._star_at(disc.star_place(star)) for star in live} == live


@at("draw")
def test_a_hidden_star_cannot_be_touched(table: Table) -> None:
    disc = table.shell.screen.board
    dead = [s for s in disc.scene.sky.stars if not s.live]
    assert all(disc._star_at(disc.star_place(s.id)) != s.id for s in dead)


@at("draw")
def test_a_bouncing_finger_counts_once(table: Table) -> None:
    disc = table.shell.screen.board
    star = next(s.id for s in disc.scene.sky.stars if s.live)
    table.finger.tap(disc.star_place(star))
    table.finger.tap(disc.star_place(star))
    table.frames(2)
    assert DrawPresenter(table.nav).draft.chosen == star


@at("acceptance")
def test_nothing_below_a_question_is_touched(table: Table) -> None:
    before = table.nav.place
    disc = table.shell.screen.board
    table.finger.tap(disc.star_place(next(s.id for s in disc.scene.sky.stars if s.live)))
    table.frames(2)
    assert table.nav.place == before
    table.tap("no")
    assert not DrawPresenter(table.nav).draft.accepting


@at("draw")
def test_impatient_taps_on_an_untouched_drawing_give_up_no_turn(table: Table) -> None:
    length = table.nav.open_table.length
    main = next(w for w in table.shell.walk(restrict=True) if getattr(w, "key", "") == "done")
    for _ in range(3):
        table.finger.tap(main.to_window(*main.center))
        table.rest()
    assert table.nav.open_table.length == length
    give_up = table.finger.find("give_up")
    assert give_up is not None
    assert (main.role, give_up.role) == ("progress", "destructive"), "they do not look alike"
    assert not give_up.collide_widget(main)
    table.tap("give_up")
    assert table.nav.open_table.length == length, "it is asked first"
    table.tap("no")
    table.tap("give_up")
    table.tap("yes")
    assert table.nav.open_table.length == length + 1


@at("draw")
def test_undo_is_one_tap_away(table: Table) -> None:
    screens: list[str] = []
    for key in ("undo", "redo"):
        table.tap(key)
        screens.append(table.nav.screen)
    assert screens == ["reveal", "draw"]


@at("draw")
@pytest.mark.parametrize("look", ["night", "large text"])
def test_undo_never_moves_and_redo_stands_to_its_left(table: Table, look: str) -> None:
    table.show(look=look)

    def tap(key: str) -> Any:
        return next(w for w in table.shell.walk(restrict=True) if getattr(w, "key", "") == key)

    place = tap("undo").pos[:]
    while table.nav.open_table.can_undo is not None:
        assert tap("undo").pos == place
        assert tap("undo").text
        table.tap("undo")
        assert tap("redo").text
        assert tap("redo").right < tap("undo").x
    assert tap("undo").pos == place, "with nothing to undo it keeps its place"
    assert table.finger.find("undo") is None


@at("draw")
def test_an_idle_screen_is_not_drawn_again(table: Table) -> None:
    from kivy.base import EventLoop
    from kivy.core.window import Window

    def draw(frames: int) -> int:
        drawn: list[int] = []
        Window.bind(on_draw=drawn.append)
        for _ in range(frames):
            EventLoop.idle()
        Window.unbind(on_draw=drawn.append)
        return len(drawn)

    assert draw(5)
    assert not draw(10)


# Playing by itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [
        "keyboard",
        *(pytest.param(at, marks=pytest.mark.exhaustive) for at in ("question", "past games")),
        "doubts looked over",
        "acceptance",
        "correction",
        "help 2",
    ],
    indirect=True,
)
def test_autoplay_goes_on_from_wherever_an_earlier_run_was_killed(table: Table, tmp_path: Path) -> None:
    from pi_app.games.star_explorer.autoplay import StarAutoplay

    class Hurried(StarAutoplay):
        """Has no time for more than the game itself."""

        @property
        def hurried(self) -> bool:
            return True

    def progress() -> tuple[int | None, int]:
        open_table = table.nav.table
        return (open_table.game_id, open_table.length) if open_table else (None, 0)

    before = progress()
    app: Any = SimpleNamespace(nav=table.nav, root=table.shell, stop=lambda: None)
    run = Hurried(app, seconds=900, players=2, seed=1, shots=tmp_path / "shots")
    while progress() == before and run.error is None:
        table.frames(1)
    run._end()
    assert run.error is None
    assert progress() != before


# Where to draw ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "panel", "driver"),
    [
        ({"SDL_VIDEODRIVER": "offscreen"}, "connected", "offscreen"),
        ({"SDL_VIDEODRIVER": "wayland"}, "connected", "given"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "disconnected", "desktop"),
        ({"WAYLAND_DISPLAY": "gone"}, "disconnected", "offscreen"),
        ({"DISPLAY": ":0"}, "disconnected", "desktop"),
        ({"DISPLAY": ":7.0"}, "disconnected", "offscreen"),
        ({"DISPLAY": "far:0"}, "disconnected", "desktop"),
        ({}, "connected", "kmsdrm"),
        ({}, "disconnected", "offscreen"),
    ],
)
def test_the_display_is_the_one_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], panel: str, driver: str
) -> None:
    monkeypatch.setattr(environment, "X11_SOCKETS", tmp_path)
    for socket in ("X0", "wayland-0"):
        (tmp_path / socket).touch()
    connector = tmp_path / "card1-DSI-1"
    connector.mkdir()
    (connector / "status").write_text(panel + "\n")
    assert find_display({**environ, "XDG_RUNTIME_DIR": str(tmp_path)}, tmp_path).driver == driver


# The captured star map -------------------------------------------------------------------------------------------


def field(table: Table) -> Any:
    """The picture with its stars."""
    return table.shell.screen.board.board


@at("star map")
def test_a_finger_chooses_the_star_it_taps_drags_it_and_takes_it_away(table: Table) -> None:
    sky = field(table)
    screen: Any = table.shell.screen
    editor = screen.presenter.editor
    table.finger.tap(sky.place((-12.0, 10.0)))
    table.rest()
    assert editor.chosen == 2
    table.finger.drag(sky.place((-12.0, 10.0)), sky.place((-12.0, 40.0)))
    table.rest()
    assert (editor.stars[2].x, editor.stars[2].y) == pytest.approx((-12.0, 40.0), abs=0.6)
    table.tap("delete")
    assert len(editor.stars) == 6
    table.tap("map_undo")
    assert len(editor.stars) == 7


@at("star map")
def test_the_next_doubtful_star_comes_to_the_middle_and_a_drag_looks_elsewhere(table: Table) -> None:
    sky = field(table)
    table.tap("next_doubt")
    star = sky.stage.stars[sky.stage.chosen]
    x, y = sky.free[0] + sky.free[1] / 2, sky.center_y
    assert sky.place((star.x, star.y)) == pytest.approx((x, y), abs=1)
    assert sky.zoom >= 4
    table.finger.drag((x, y - 60), (x + 80, y - 60))
    table.rest()
    assert sky.place((star.x, star.y))[0] == pytest.approx(x + 80, abs=3)
    assert sky.stage.chosen is not None


@at("star map")
def test_marks_on_the_photograph_of_a_disc_stand_out_by_day_too(table: Table) -> None:
    from kivy.graphics import Color

    from pi_app.ui import theme

    table.show(look="day")
    drawn = {tuple(it.rgba) for it in field(table).drawing.children if isinstance(it, Color)}
    assert theme.ASK != theme.BOARD.ASK
    assert {tuple(theme.BOARD.ASK), (*theme.BOARD.GO[:3], 0.5)} <= drawn


@at("star map")
def test_a_star_is_added_where_the_finger_taps(table: Table) -> None:
    sky = field(table)
    table.tap("add")
    table.finger.tap(sky.place((20.0, -30.0)))
    table.rest()
    screen: Any = table.shell.screen
    added = screen.presenter.editor.stars[-1]
    assert (added.x, added.y, added.by) == (pytest.approx(20.0, abs=0.6), pytest.approx(-30.0, abs=0.6), "finger")
    table.tap("done")
    assert table.nav.screen != "star_map"


# Looks -----------------------------------------------------------------------------------------------------------


def texts(table: Table) -> set[str]:
    from pi_app.ui.outline import labels

    return {label.text for label in labels(table.shell)}


@at("final")
def test_numbers_count_up_and_stand_still_where_motion_is_reduced(table: Table) -> None:
    totals = {str(score.total) for score in table.nav.open_table.sheet.players}
    table.show(look="day")
    assert totals <= texts(table)
    table.nav.prefer(Preferences())
    table.frames(1)
    while not totals <= texts(table):
        table.frames(1)


def test_a_theme_is_put_on_by_one_choice_and_the_screen_stays_where_it_was(table: Table) -> None:
    table.tap("new_game")
    screen, dark = table.nav.screen, theme.NIGHT
    table.nav.choose_preference("theme=day")
    table.frames(2)
    assert table.nav.screen == screen
    assert dark != theme.NIGHT
    assert table.shell.screen.presenter.view().frame.screen == screen


@at("draw")
def test_the_main_button_sits_where_the_preferred_hand_is(table: Table) -> None:
    sides = []
    for look in ("night", "left-handed"):
        table.show(look=look)
        done = next(w for w in table.shell.walk(restrict=True) if getattr(w, "key", "") == "done")
        sides.append(done.to_window(*done.center)[0] < SIZE[0] / 2)
    assert sides == [False, True]


def test_one_tap_turns_the_screen_to_who_sits_opposite_and_their_finger_still_hits(table: Table) -> None:
    from kivy.core.window import Window

    table.tap("turn")
    assert Window.rotation == 180
    table.tap("new_game")
    assert table.nav.screen == "games"
    table.tap("turn")
    assert Window.rotation == 0


def test_sound_is_muted_by_one_tap_on_the_first_screen(table: Table) -> None:
    heard = []
    for _ in range(2):
        table.tap("sound")
        heard.append(table.nav.preferences.sound)
    assert heard == [False, True]
    table.tap("new_game")
    assert table.finger.find("sound") is None


def test_screens_of_a_game_that_was_left_are_let_go(table: Table) -> None:
    table.frames(2)  # the start screen is there
    table.nav.begin(Header(game="star_explorer", players=NAMES, seed=1))
    table.frames(2)
    before = table.shell.screen.presenter
    table.nav.home()
    table.frames(2)
    assert table.shell.screen.presenter is not before
    assert {name for name, _place in table.shell._presenters} == {"start"}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("look", ["large text", "left-handed"])
def test_undo_is_named_among_large_texts_and_says_what_it_takes_back(
    look: str, language: str, nav: Navigator, stage: Stage
) -> None:
    from kivy.metrics import dp

    from pi_app.ui.outline import labels

    nav.begin(Header(game="star_explorer", players=("Maximiliana", "Wilhelmine"), options={"piles": "dealt"}))
    while not nav.state.seats[1].drawings:
        seat = nav.open_table.game.to_move(nav.state)[0]
        drawing = nav.state.phase is Phase.DRAW
        legal = nav.open_table.game.legal_actions(nav.state, seat)
        nav.act(best_draw(nav.open_table.game, nav.state, seat) if drawing else legal[0])  # type: ignore[arg-type]
    nav.undo()
    stage.show(language, look)
    assert stage.shell.frame.undo_word == UNDO[language]
    for key in ("undo", "redo"):
        tap = stage.finger.find(key)
        assert tap is not None
        verb, step = sorted(labels(tap), key=lambda label: not label.bold)
        assert verb.text in (stage.shell.frame.undo_word, stage.shell.frame.redo_word)
        assert step.text.split()[-1] in ("Maximiliana", "Wilhelmine")
        assert verb.font_size >= dp(18)
        assert step.font_size >= dp(13)
        assert not verb.shorten
        assert not step.shorten
