"""Print-outs: letters that the fonts have, both papers, and pages that can be told apart."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from pypdf import PageObject, PdfReader

from hub.database.store import Store
from hub.event import evening, rounds
from hub.views import board
from hub.views.board import EventView, RoundView
from hub.web import prints
from paper.formats import PAPERS, Paper, paper_for
from paper.typeset import legible
from tests.hub.pages import ACTOR, plan

STRANGE = ("محمد", "שרה כהן", "李小龍", "Ὅμηρος", "Ada \U0001f680", "Łucja", "\u202eevil", "Zoe\u0301")


def say(text: str) -> str:
    return text


def evening_of(store: Store, names: list[str]) -> EventView:
    """Players, one round of them seated."""
    event = evening.create_event(store, ACTOR, plan(seats=4, places=60))
    evening.add_players(store, event, ACTOR, names)
    rounds.start_round(store, event, ACTOR, rounds.plan_round(store, event, ACTOR))
    return board.event_view(store, event)


def pages_of(data: bytes) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(data)).pages)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Zoé", "Zoé"), ("Zoe\u0301", "Zoé"), ("Łucja Żółć", "Łucja Żółć"), ("Ada \U0001f680", "Ada"),
        ("Ὅμηρος", "Ομηρος"), ("①②", "12"), ("\u202eevil", "evil"), ("محمد", "No. 7"), ("李小龍", "No. 7"),
        ("\U0001f469\u200d\U0001f680", "No. 7"), ("Bo <b>", "Bo <b>"), ("Nguyễn", "Nguyễn"), ("a\nb", "a b"),
    ],
)  # fmt: skip
def test_only_letters_that_the_fonts_have_are_printed(name: str, printed: str) -> None:
    assert legible(name, "No. 7") == printed


def test_who_has_a_name_in_other_letters_is_found_by_number(sqlite_store: Store) -> None:
    view = evening_of(sqlite_store, list(STRANGE))
    shown = board.round_view(sqlite_store, view.id, 1)
    for made in (prints.seating, prints.names):
        text = "\n".join(page.extract_text() for page in pages_of(made(view, shown, say)))
        assert all(word in text for word in ("No. 1", "No. 2", "No. 3", "Ομηρος", "Ada", "Łucja", "evil", "Zoé"))
        assert "?" not in text
        assert "\ufffd" not in text


def test_the_list_by_name_leads_everybody_to_their_table(sqlite_store: Store) -> None:
    view = evening_of(sqlite_store, ["Zoé", "Łucja", "Liv", "Émile", "Ada", "Player 10", "Player 9", "Max"])
    shown = board.round_view(sqlite_store, view.id, 1)
    text = pages_of(prints.names(view, shown, say))[0].extract_text()
    wanted = ["Ada", "Émile", "Liv", "Łucja", "Max", "Player 9", "Player 10", "Zoé"]
    assert [line for line in text.splitlines() if line in wanted] == wanted


@pytest.mark.parametrize("paper", [PAPERS["a4"], pytest.param(PAPERS["letter"], marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("made", [prints.seating, prints.names])
def test_two_hundred_players_fill_pages_that_say_what_they_are(
    sqlite_store: Store, paper: Paper, made: Callable[..., bytes]
) -> None:
    view = evening_of(sqlite_store, [f"Konstantinopolitańczykiewiczówna {n} von und zu" for n in range(200)])
    shown: RoundView = board.round_view(sqlite_store, view.id, 1)
    pages = pages_of(made(view, shown, say, paper))
    texts = [page.extract_text() for page in pages]
    assert 1 < len(pages) < 12
    assert all(f"· {number}" in text for number, text in enumerate(texts[1:], 2))
    assert all(f"{number}" in "".join(texts) for number in range(200))
    assert [float(side) for side in pages[0].mediabox[2:]] == pytest.approx(
        [side * 72 / 25.4 for side in (paper.width, paper.height)], abs=1
    )


def test_every_page_of_standings_has_its_heads_and_the_last_says_what_decides(sqlite_store: Store) -> None:
    view = evening_of(sqlite_store, [f"Player number {n}" for n in range(100)])
    lines = board.standings_view(sqlite_store, view.id)
    texts = [page.extract_text() for page in pages_of(prints.standings(view, lines, say))]
    assert len(texts) > 2
    assert all("Opponents" in text for text in texts)
    assert "share of the points" in texts[-1]


@pytest.mark.parametrize("paper", PAPERS.values())
def test_long_names_go_on_in_a_second_line(sqlite_store: Store, paper: Paper) -> None:
    name = "Konstantinopolitańczykiewiczówna Brzęczyszczykiewicz"
    view = evening_of(sqlite_store, [name, "Ada", "Bo"])
    lines = board.standings_view(sqlite_store, view.id)
    for data in (
        prints.slips(view, "http://hub.test", say, paper), prints.standings(view, lines, say, paper),
        prints.seating(view, board.round_view(sqlite_store, view.id, 1), say, paper),
    ):  # fmt: skip
        (page,) = pages_of(data)
        text = page.extract_text()
        assert all(word in text for word in name.split())
        assert "…" not in text


@pytest.mark.parametrize(
    ("accepted", "wanted", "paper"),
    [
        ("en-US,en;q=0.9", None, "letter"), ("fr-CA", None, "letter"), ("en-GB,en-US;q=0.5", None, "a4"),
        ("de", None, "a4"), ("", None, "a4"), ("en-US", "a4", "a4"), ("pl", "letter", "letter"),
        ("pl", "huge", "a4"),
    ],
)  # fmt: skip
def test_the_paper_is_that_of_the_region_or_the_one_asked_for(accepted: str, wanted: str | None, paper: str) -> None:
    assert paper_for(accepted, wanted) == PAPERS[paper]
