"""The captured star map under a finger: what a tap, a drag and a step back do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games.star_explorer.star_map import StarMapEditor, StarMapPresenter
from pi_app.presenters.navigator import Navigator
from tests.pi_app.steps import taps
from vision.capture.draft import Draft, DraftKind, DraftStar, load_draft, save_draft

LOOKS = ((160.0, 175.0, 160.0), (255.0, 128.0, 128.0), (215.0, 127.0, 200.0), (170.0, 118.0, 95.0))
"""Reddish, white, yellow, blue: L*a*b*, 0-255."""


def draft(*doubts: float) -> Draft:
    """Four sure stars, and one more for each doubt."""
    sure = [DraftStar(x, y, 2.5, k) for k, (x, y) in enumerate([(10.0, 0.0), (0.0, 10.0), (-10.0, 0.0), (0.0, -10.0)])]
    doubtful = [DraftStar(30.0, 10.0 * k, 2.5, 0, p) for k, p in enumerate(doubts)]
    kinds = tuple(DraftKind(colour, ()) for colour in LOOKS)
    return Draft(
        game="star_explorer",
        radius=50,
        scale=6,
        axis_deg=20,
        axis_half_breadth=0.5,
        kinds=kinds,
        stars=(*sure, *doubtful),
    )


@pytest.fixture
def presenter(nav: Navigator, tmp_path: Path) -> StarMapPresenter:
    save_draft(tmp_path / "draft", draft(0.5, 0.3))
    nav.open_page("star_map", folder=str(tmp_path / "draft"))
    return StarMapPresenter(nav)


def test_a_tap_on_a_star_chooses_it_and_its_type_can_be_changed() -> None:
    editor = StarMapEditor(draft())
    editor.choose(1)
    editor.retype(3)
    assert (editor.stars[1].kind, editor.stars[1].by) == (3, "finger")


def test_a_star_added_is_chosen_and_of_the_type_of_the_one_nearest_by() -> None:
    editor = StarMapEditor(draft())
    assert editor.add((0.0, 14.0))
    assert editor.chosen == 4
    assert editor.stars[4].kind == 1


@pytest.mark.parametrize("at", [(10.2, 0.3), (49.0, 20.0)])
def test_no_star_is_added_on_another_or_off_the_disc(at: tuple[float, float]) -> None:
    editor = StarMapEditor(draft())
    assert not editor.add(at)
    assert len(editor.stars) == 4
    assert editor.undo_step is None


def test_a_star_is_not_dragged_onto_another() -> None:
    editor = StarMapEditor(draft())
    editor.choose(0)
    assert not editor.move((0.1, 9.9))
    assert editor.move((20.0, 5.0))
    assert (editor.stars[0].x, editor.stars[0].y) == (20.0, 5.0)


def test_doubts_come_least_sure_first_and_end_once_each_was_looked_at() -> None:
    editor = StarMapEditor(draft(0.5, 0.3, 0.95))
    assert editor.next_doubt() == 5
    editor.accept()
    assert editor.next_doubt() == 4
    editor.delete()
    assert editor.next_doubt() is None


def test_asking_for_the_next_doubt_again_passes_over_the_one_chosen() -> None:
    editor = StarMapEditor(draft(0.5, 0.3))
    assert [editor.next_doubt(), editor.next_doubt(), editor.next_doubt()] == [5, 4, 5]


steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.floats(-30, 30), st.floats(-30, 30)),
        st.tuples(st.just("delete"), st.integers(0, 9), st.none()),
        st.tuples(st.just("move"), st.integers(0, 9), st.floats(-30, 30)),
        st.tuples(st.just("type"), st.integers(0, 9), st.integers(0, 3)),
    ),
    max_size=12,
)


def make(editor: StarMapEditor, what: str, a: float, b: float) -> None:
    if what == "add":
        editor.add((a, b))
        return
    editor.choose(int(a) % len(editor.stars) if editor.stars else None)
    if what == "delete":
        editor.delete()
    elif what == "move":
        editor.move((b, -b))
    else:
        editor.retype(int(b))


@given(steps)
def test_undo_takes_every_step_back_and_redo_brings_every_step_again(moves: list[tuple[str, float, float]]) -> None:
    editor = StarMapEditor(draft(0.4))
    states = [editor.stars]
    for what, a, b in moves:
        make(editor, what, a, b)
        if editor.stars is not states[-1]:
            states.append(editor.stars)
    for before in reversed(states[:-1]):
        editor.undo()
        assert editor.stars == before
    for after in states[1:]:
        editor.redo()
        assert editor.stars == after
    assert editor.redo_step is None


def test_every_change_is_kept_at_once(presenter: StarMapPresenter) -> None:
    presenter.tap((10.0, 0.0), 0)
    presenter.retype("yellow")
    assert load_draft(Path(presenter.nav.place.folder or "")).stars[0].kind == 2
    presenter.undo()
    assert load_draft(Path(presenter.nav.place.folder or "")).stars[0].kind == 0


def progress(presenter: StarMapPresenter) -> str:
    """How far the map is put right, in words."""
    line: Any = presenter.view().panel[0]
    words: str = line.text
    return words


def test_the_screen_counts_stars_and_doubts_and_looks_at_the_next(presenter: StarMapPresenter) -> None:
    assert progress(presenter) == "6 stars, 2 doubtful"
    presenter.next_doubt()
    stage: Any = presenter.view().stage
    assert (stage.look, stage.chosen) == ((1, (30.0, 10.0)), 5)
    presenter.accept()
    assert progress(presenter) == "6 stars, 1 doubtful"
    presenter.nav.speak("fr")
    assert progress(presenter) == "6 étoiles, 1 douteuse"


def test_a_tap_adds_a_star_only_after_the_button_that_says_so(presenter: StarMapPresenter) -> None:
    presenter.tap((20.0, -20.0), None)
    untouched = len(presenter.editor.stars)
    presenter.add()
    before = taps(presenter.view())["add"].chosen
    presenter.tap((20.0, -20.0), None)
    assert (untouched, len(presenter.editor.stars)) == (6, 7)
    assert (before, taps(presenter.view())["add"].chosen) == (True, False)


def test_done_leaves_the_page(presenter: StarMapPresenter) -> None:
    presenter.done()
    assert presenter.nav.screen == "start"


def test_looks_are_named_by_their_colours(presenter: StarMapPresenter) -> None:
    row: Any = presenter.view().panel[3]
    assert [tap.star_type for tap in row.taps] == ["red", "white", "yellow", "blue"]
