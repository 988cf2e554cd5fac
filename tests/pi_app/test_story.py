"""The evening's story: a picture to share and a poster, of every game; onto a phone without the internet."""

from __future__ import annotations

import io
from http.client import HTTPConnection
from threading import Event
from urllib.parse import urlsplit

import pytest
from PIL import Image
from pypdf import PdfReader

from engines.errors import NotPossible
from pi_app.games.app_game import app_of
from pi_app.host.settings import PublicConfig
from pi_app.presenters.ending import taken_for_good
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.people_page import PeoplePresenter
from pi_app.presenters.personal_sky import SkyPresenter
from pi_app.presenters.take import TakePresenter
from pi_app.steps.view import Card, Code, Picture, Press
from pi_app.table.story import SIZE, SKY, card_png, poster, turning_points
from pi_app.table.takeaway import files_of
from pi_app.web.onlookers import Onlookers
from tests.pi_app.screen_faults import SIZE as SCREEN
from tests.pi_app.screen_faults import Stage
from tests.pi_app.steps import taps
from tests.pi_app.test_again import pad
from tests.pi_app.test_onlookers import take_up


def drawn(page: TakePresenter) -> None:
    """Wait for the thread that draws."""
    page.view()
    while page._drawing is not None:
        page.tick()
        Event().wait(0.01)


def test_who_took_the_lead_for_good_and_when() -> None:
    assert taken_for_good(((0, 3, 3, 4, 9), (0, 1, 5, 5, 6))) == (0, 1.0)
    assert taken_for_good(((0, 1, 2, 3, 4), (0, 0, 0, 0, 0))) == (0, 0.25)


def test_turning_points_are_told_of_the_course(nav: Navigator) -> None:
    take_up(nav, "stellar_tie", 1.0)
    table = nav.open_table
    told = turning_points(table, ((0, 3, 3, 4, 9), (0, 1, 5, 5, 6)))
    assert told == (
        "The lead changed 2 times.",
        f"{table.players[0]} took the lead for good at the very end.",
        f"Most points at once: {table.players[0]}, +5.",
    )


@pytest.mark.parametrize("name", ["star_explorer_four_players_1", "starfarers_light"])
def test_the_picture_is_one_of_its_size_with_boards_or_without(nav: Navigator, name: str) -> None:
    take_up(nav, name, 1.0)
    image = Image.open(io.BytesIO(card_png(nav.open_table)))
    assert (image.size, image.format) == (SIZE, "PNG")
    assert len(image.convert("RGB").getcolors(SIZE[0] * SIZE[1]) or []) > 100


def test_a_pad_has_a_picture_and_no_poster(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo")
    assert card_png(nav.open_table)
    with pytest.raises(NotPossible, match="no boards"):
        poster(nav.open_table)
    assert not any(name.endswith("poster.pdf") for name in files_of(nav.open_table))


def test_the_poster_is_one_large_sheet_with_every_name_and_total(nav: Navigator) -> None:
    take_up(nav, "star_explorer_four_players_1", 1.0)
    (page,) = PdfReader(io.BytesIO(poster(nav.open_table))).pages
    assert [round(float(side) / 72 * 25.4) for side in page.mediabox[2:]] == [297, 420]
    text = page.extract_text()
    for player in nav.open_table.sheet.players:
        assert f"{player.name} {player.total}" in text


def test_the_picture_is_shown_and_goes_onto_a_phone_from_the_table(nav: Navigator) -> None:
    take_up(nav, "stellar_tie", 1.0)
    nav.open_page("take", row="card")
    page = TakePresenter(nav)
    assert isinstance(page.view().stage, Card), "it is being drawn"
    drawn(page)
    assert isinstance(page.view().stage, Picture)
    assert "show.link" not in taps(page.view()), "the page for other screens is off"
    onlookers = Onlookers(nav, PublicConfig(port=0))
    nav.choose_preference("public=on")
    onlookers.follow()
    try:
        page.do(Press("show", ("link",)))
        code = page.view().stage
        assert isinstance(code, Code)
        onlookers._shown_at = float("-inf")
        onlookers._changed = True
        onlookers.follow()
        parts = urlsplit(code.text)
        assert parts.path == "/card.png"
        connection = HTTPConnection("127.0.0.1", parts.port or 0, timeout=5)
        connection.request("GET", parts.path)
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("Content-Type")) == (200, "image/png")
        assert answer.read() == nav.shared
        connection.close()
    finally:
        onlookers.close()
    assert nav.served == ""


def test_the_page_with_the_picture_is_whole(nav: Navigator, stage: Stage) -> None:
    take_up(nav, "stellar_tie", 1.0)
    nav.open_page("take", row="card")
    page = stage.shell.screen.presenter
    assert isinstance(page, TakePresenter)
    drawn(page)
    stage.frames(3)
    assert not stage.faults()


# A personal sky ----------------------------------------------------------------------------------------------------


def sky_of(nav: Navigator, name: str) -> SkyPresenter:
    nav.open_page("sky", row=name)
    page = SkyPresenter(nav)
    page.view()
    while page._drawing is not None:
        page.tick()
        Event().wait(0.01)
    return page


def test_the_sky_of_a_person_grows_with_every_finished_game(nav: Navigator) -> None:
    for _evening in range(2):
        take_up(nav, "star_explorer_four_players_1", 1.0)
    name = nav.open_table.players[0]
    nav.open_page("people", row=name)
    assert taps(PeoplePresenter(nav).view())["sky"].text == f"Sky of {name}"
    PeoplePresenter(nav).open_sky()
    assert nav.screen == "sky"
    first = sky_of(nav, name).view().stage
    assert isinstance(first, Picture)
    assert Image.open(io.BytesIO(first.png)).size == SKY
    take_up(nav, "star_explorer_four_players_1", 1.0)
    again = sky_of(nav, name).view().stage
    assert isinstance(again, Picture)
    assert again.png != first.png


def test_each_game_has_a_sky_of_its_own_and_unfinished_games_have_none(nav: Navigator) -> None:
    take_up(nav, "stellar_tie", 1.0)
    take_up(nav, "look_at_the_stars_aura", 0.5)
    name = nav.open_table.players[0]
    assert "sky" not in taps(PeoplePresenter(nav).view())
    stage = sky_of(nav, name).view().stage
    assert isinstance(stage, Card)
    assert stage.lines[0].text == "No game has been finished yet."
    take_up(nav, "look_at_the_stars_aura", 1.0)
    kind = nav.open_table.header.game
    take_up(nav, "stellar_tie", 1.0)
    page = sky_of(nav, name)
    assert isinstance(page.view().stage, Picture)
    assert page.view().frame.subtitle == app_of(kind).title()
    assert page.view().tabs == (), "that person has finished one game only"


def test_pads_have_no_boards_to_show(nav: Navigator) -> None:
    pad(nav, "Ana", "Bo")
    nav.open_page("people", row="Ana")
    assert "sky" not in taps(PeoplePresenter(nav).view())


def test_the_sky_and_the_way_to_it_are_whole(nav: Navigator, stage: Stage) -> None:
    take_up(nav, "stellar_tie", 1.0)
    name = nav.open_table.players[0]
    nav.open_page("people", row=name)
    stage.frames(3)
    sights = [(SCREEN, "pl", "large text"), (SCREEN, "de", "left-handed")]
    assert stage.faults_in(sights) == {}
    stage.tap("sky")
    page = stage.shell.screen.presenter
    assert isinstance(page, SkyPresenter)
    while page._drawing is not None:
        page.tick()
        Event().wait(0.01)
    assert stage.faults_in(sights[:1]) == {}
