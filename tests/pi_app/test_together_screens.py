"""The screen on which all boards are read at once, drawn: nothing cut or covered, however many play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.game import NATURE
from engines.look_at_the_stars.model import DealSlate, OpenBonus, Reveal
from engines.record import Header
from pi_app.games.look_at_the_stars.desk import Draft
from pi_app.games.star_explorer.pen import DiscDraft
from pi_app.i18n import _
from pi_app.presenters.board_camera import BoardSeen, TableSeen
from pi_app.presenters.navigator import Navigator
from pi_app.steps.hands_free import desk_of, keep_desk, switch
from tests.pi_app.screen_faults import SIZES, Stage
from tests.pi_app.test_look_at_the_stars_screens import EIGHT
from tests.pi_app.test_together import TableCamera, play_on


@pytest.fixture
def camera() -> TableCamera:
    return TableCamera()


def discs(nav: Navigator, players: int) -> None:
    nav.begin(Header(game="star_explorer", players=EIGHT[:players]))
    play_on(nav)
    switch(nav, on=True)
    sees(nav, [DiscDraft(lines=((12, 13), (13, 20)), source="camera")] * players)


def slates(nav: Navigator, players: int) -> None:
    nav.begin(Header(game="look_at_the_stars", players=EIGHT[:players]))
    nav.act(*(DealSlate(seat, seat + 1, seat=NATURE) for seat in range(players)))
    nav.act(OpenBonus("A7", seat=NATURE), OpenBonus("B2", seat=NATURE), Reveal("N3", seat=NATURE))
    switch(nav, on=True)
    sees(nav, [Draft(lines=(("C4", "D4"), ("D4", "E4")), source="camera")] * players)


def sees(nav: Navigator, drafts: list[DiscDraft] | list[Draft]) -> None:
    """Every third board is doubtful, every third nowhere; the others have changed, and are clear or break a rule."""
    boards = tuple(
        BoardSeen(seat, (0.1, 0.1), draft, sure=True, changed=True)
        if seat % 3 == 0
        else BoardSeen(seat, None, trouble=lambda: _("No board lies at this place"))
        if seat % 3 == 1
        else BoardSeen(seat, (0.1, 0.1), draft, lambda: _("A line of an earlier turn seems to be gone"))
        for seat, draft in enumerate(drafts)
    )
    nav.camera.table = TableSeen("offered", boards)  # type: ignore[attr-defined]


def passing(nav: Navigator, players: int) -> None:
    """The first has drawn, all others have not, and the table is asked."""
    slates(nav, players)
    drawn = BoardSeen(0, (0.1, 0.1), Draft(lines=(("C4", "D4"), ("D4", "E4")), source="camera"), sure=True)
    others = (BoardSeen(seat, (0.1, 0.1), sure=True) for seat in range(1, players))
    nav.camera.table = TableSeen("offered", (drawn, *others))  # type: ignore[attr-defined]
    keep_desk(nav, replace(desk_of(nav), passing=True))


def test_a_board_in_a_narrow_place_keeps_its_own_shape(nav: Navigator, stage: Stage) -> None:
    """What is above and below it belongs to the page: by day it was a dark slab."""
    from pi_app.ui.widgets.drawn_board import DrawnBoard

    discs(nav, 3)
    stage.show()
    boards = [widget for widget in stage.shell.walk() if isinstance(widget, DrawnBoard)]
    assert len(boards) == 3
    for board in boards:
        assert abs(board.width / board.height - board.aspect) < 0.02


def test_boards_side_by_side_have_the_width_of_the_score_sheet_too(nav: Navigator, stage: Stage) -> None:
    discs(nav, 3)
    stage.show(size=SIZES[1])
    assert nav.screen == "together"
    assert stage.finger.find("sheet") is None
    nav.open_page("menu")
    stage.frames(2)
    assert stage.finger.find("sheet") is not None


LEADS = {"discs": discs, "slates": slates, "passing": passing}


@pytest.mark.parametrize(
    ("game", "players"),
    [("discs", 2), pytest.param("discs", 4, marks=pytest.mark.exhaustive),
     pytest.param("slates", 3, marks=pytest.mark.exhaustive), ("slates", 8),
     pytest.param("passing", 3, marks=pytest.mark.exhaustive), ("passing", 8)],
)  # fmt: skip
def test_nothing_is_cut_small_or_faint(game: str, players: int, nav: Navigator, stage: Stage) -> None:
    stage.show("de", "large text")
    LEADS[game](nav, players)
    stage.frames(1)
    stage.shell.screen.tick()
    stage.frames(4)
    assert nav.screen in ("together", "look_together")
    assert stage.faults() == []
