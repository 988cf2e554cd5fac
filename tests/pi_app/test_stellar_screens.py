"""The screens of Stellar, drawn: nothing is cut, small or faint in any look; fingers play by taps and by dragging."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engines.record import Header
from engines.stellar.deck import SATELLITE
from engines.stellar.model import Phase, Take
from pi_app.games.stellar.cards import Collection, Note
from pi_app.games.stellar.pick import PickPresenter
from pi_app.games.stellar.setup import PassPresenter
from pi_app.games.stellar.sight import game_of
from pi_app.games.stellar.turn import TurnPresenter
from pi_app.games.stellar.why import WhyPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.preferences import Preferences, TextSize
from tests.pi_app.screen_faults import Frames, Put, Stage, preferring
from tests.pi_app.stellar_tables import at_table, place_start_cards, table
from tests.pi_app.steps import says, taps

NAMES = ("Maximiliana", "Łucja")


def on_screen(nav: Navigator) -> None:
    """A digital game with the start cards placed."""
    nav.begin(Header(game="stellar", players=NAMES, seed=5))
    place_start_cards(nav)


def chosen_card(nav: Navigator) -> None:
    on_screen(nav)
    PassPresenter(nav).ready()
    turn = TurnPresenter(nav)
    turn.tap_row(2)
    turn.tap_hand(table(turn).hand[0].key.removeprefix("hand."))


def naming(nav: Navigator) -> TurnPresenter:
    """At the table a card has been taken from the row; which one of the hand is played?"""
    row = (("moon", 1), ("cloud", 2), ("cloud", 4), ("cloud", 5), ("moon", 1))
    turn = at_table(nav, *row, players=NAMES)
    turn.tap_row(2)
    turn.tap_hand("other")
    return turn


def refused_card(nav: Navigator) -> None:
    turn = naming(nav)
    turn.name_card("planet", 5)
    turn.tap_slot(9)


def reasons(nav: Navigator) -> None:
    chosen_card(nav)
    nav.open_page("why", seat=0, row="top")


def mending(nav: Navigator) -> None:
    turn = naming(nav)
    turn.name_card("planet", 5)
    turn.tap_slot(2)
    nav.open_page("why", seat=0)
    WhyPresenter(nav).tap_slot(2)


def satellite_taken(nav: Navigator) -> None:
    """A turn before which the other player took a satellite: what they did, and the button for a new row."""
    on_screen(nav)
    table = nav.open_table
    while nav.state.phase is not Phase.TAKE or not (nav.state.turn and nav.state.satellite_taken):
        choices = table.game.legal_actions(nav.state, table.game.to_move(nav.state)[0])
        nav.act(next((a for a in choices if _takes_satellite(nav, a)), choices[0]))
    PassPresenter(nav).ready()


def _takes_satellite(nav: Navigator, action: object) -> bool:
    return isinstance(action, Take) and game_of(nav).deck.kind[nav.state.row[action.coordinate - 1]] == SATELLITE


@pytest.mark.parametrize(
    "lead",
    [chosen_card, refused_card, naming, reasons, mending],
)
def test_nothing_is_cut_small_or_faint(lead: Callable[[Navigator], object], nav: Navigator, stage: Stage) -> None:
    lead(nav)
    stage.frames(3)
    assert stage.faults_in_every_look(("en",), ("left-handed",)) == {}


def test_the_opponents_cards_are_large_enough_to_read(
    put: Put, frames: Frames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Digits of the small notebook were seven pixels high: it kept a place for each of seven numbers."""
    from kivy.metrics import dp

    from pi_app.games.stellar.ui import telescope
    from pi_app.ui.steps.port import Port

    frames(1)  # what screens of earlier tests still had to draw
    sizes: dict[str, float] = {}
    monkeypatch.setattr(telescope, "add_text", lambda text, _x, _y, size, _colour, **_how: sizes.update({text: size}))
    notes = tuple(Note(number, str(number) if number in (2, 3, 4, 5) else "") for number in range(7))
    kinds = ("planet", "moon", "asteroid", "cloud", "black_hole")
    made = telescope.NotebookTap(
        Port(lambda _command: None, lambda _name: None),
        brief=True,
        collections=tuple(Collection(kind, 1, 4, notes) for kind in kinds),
        size_hint=(None, None),
        size=(dp(100), dp(104)),
    )
    put(made)
    assert set(sizes) == {"2", "3", "4", "5"}
    assert min(sizes.values()) >= dp(13)


def test_reasons_that_fill_the_panel_settle(nav: Navigator, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one page of reasons to another at the largest text: letters grew and shrank in turn, and words stayed
    black boxes."""
    chosen_card(nav)
    used: list[str] = []
    monkeypatch.setattr(WhyPresenter, "uses", lambda _presenter: tuple(used))
    for row, lines in (("moon", 0), ("moon", 1), ("middle", 0), ("middle", 1)):
        used[:] = ["6/0 compte comme 6"] * lines
        nav.open_page("why", seat=0, row=row)
        stage._show("en", Preferences(text="largest", reduced_motion=True))
        stage.frames(3)
        assert stage.faults_of_words() == []
        nav.back()


def test_a_new_row_leaves_room_for_what_the_other_did(nav: Navigator, stage: Stage) -> None:
    satellite_taken(nav)
    stage.frames(3)
    turn = TurnPresenter(nav)
    assert "new_row" in taps(turn.view())
    assert len(table(turn).recap) == 3
    assert stage.faults_in_every_look() == {}


def noted(
    text: TextSize, wide: float, notes: tuple[Note, ...], frames: Frames, monkeypatch: pytest.MonkeyPatch
) -> dict[str, tuple[float, float]]:
    """Where each word of a notebook with one line begins and ends, in pixels from its left."""
    from pi_app.games.stellar.ui import cards, telescope
    from pi_app.ui.drawn import text_texture
    from pi_app.ui.steps.port import Port

    placed = dict[str, tuple[float, float]]()
    draw = cards.add_text

    def add_text(words: str, x: float, y: float, size: float, *colour: Any, **how: Any) -> None:
        half = text_texture(words, size, how.get("bold", True)).width / 2
        placed[words] = x - half, x + half
        draw(words, x, y, size, *colour, **how)

    monkeypatch.setattr(telescope, "add_text", add_text)
    with preferring(Preferences(text=text)):
        notebook = telescope.NotebookTap(Port(lambda _command: None, lambda _name: None), size=(wide, 150))
        notebook.collections = (Collection("black_hole", 7, 5, notes),)
        frames(2)
    return placed


@pytest.mark.parametrize("text", ["small", "normal", "large", "largest"])
def test_run_and_points_of_the_notebook_are_two_numbers(
    text: TextSize, frames: Frames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`× 5` and `35` touched with the largest texts: five hundred and thirty-five."""
    placed = noted(text, 480, tuple(Note(n, "") for n in range(7)), frames, monkeypatch)
    (_, number), (times, run), (points, right) = placed["6"], placed["× 5"], placed["35"]
    assert points - run > 6
    assert times - number > 6
    assert right < 480


@pytest.mark.parametrize("text", ["normal", "largest"])
def test_numbers_side_by_side_in_a_narrow_notebook_do_not_touch(
    text: TextSize, frames: Frames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`4 5 6/0` lay over each other on the page of reasons, beside the other player's telescope."""
    shown = ("", "", "", "", "4", "5", "6/0")
    placed = noted(text, 290, tuple(Note(n, now, 1) for n, now in enumerate(shown)), frames, monkeypatch)
    assert placed["5"][0] > placed["4"][1]
    assert placed["6/0"][0] > placed["5"][1]


def test_a_touch_anywhere_on_the_other_players_cards_opens_them(nav: Navigator, stage: Stage) -> None:
    from pi_app.ui.arrivals import reached
    from pi_app.ui.outline import box

    on_screen(nav)
    PassPresenter(nav).ready()
    stage.frames(3)
    other = stage.finger.find("other")
    left, bottom, right, top = box(other)
    shares = [(n + 0.5) / 12 for n in range(12)]
    missed = [
        (across, up)
        for across in shares
        for up in shares
        if reached(stage.shell, left + across * (right - left), bottom + up * (top - bottom)) is not other
    ]
    assert missed == []
    at = left + 0.5 * (right - left), bottom + 0.75 * (top - bottom)
    stage.finger.tap(at)
    stage.rest()
    assert stage.nav.place.page is not None, "a card of theirs was touched, and their cards opened"


def test_the_number_above_a_place_stands_clear_of_its_ring(put: Put) -> None:
    from kivy.graphics import Rectangle
    from kivy.metrics import dp

    from pi_app.games.stellar.ui.telescope import RING_GAP_DP, RINGS, CardTap
    from pi_app.ui.steps.port import Port

    tap = CardTap(Port(lambda _command: None, lambda _name: None), head=16, size_hint=(None, None), size=(70, 110))
    tap.label, tap.tone = "1", "next"
    put(tap)
    _, y, _, high = tap.box()
    label = next(part for part in tap.drawing.children if isinstance(part, Rectangle) and part.texture is not None)
    letters = np.frombuffer(label.texture.pixels, np.uint8).reshape(label.texture.height, -1, 4)
    rows = np.flatnonzero(letters[..., 3].max(axis=1))
    below = min(int(rows[0]), label.texture.height - 1 - int(rows[-1]))
    assert label.pos[1] + below >= y + high + dp(RING_GAP_DP + RINGS["next"][1] + 1)


def test_start_cards_to_choose_from_fill_the_page_and_the_words_say_whose(nav: Navigator, stage: Stage) -> None:
    """Five small cards in a row on an empty page; what to tap stood small below the title."""
    from kivy.metrics import dp

    from pi_app.games.stellar.ui.telescope import CardTap

    nav.begin(Header(game="stellar", players=NAMES, options={"hands": "hidden"}))
    stage.frames(3)
    view = PickPresenter(nav).view()
    assert "Maximiliana" in says(view)[0]
    cards = [tap for tap in stage.shell.screen.walk() if isinstance(tap, CardTap) and str(tap.key).startswith("pick")]
    assert len(cards) == 5
    assert min(tap.box()[2] for tap in cards) >= dp(130)
