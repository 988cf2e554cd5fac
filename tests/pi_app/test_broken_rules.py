"""A broken rule is said in the language in use: every rule that a referee names has words of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pi_app import i18n
from pi_app.games.app_game import app_of
from pi_app.games.stellar import words as of_stellar
from pi_app.presenters.receipts import MAX_TOLD, few

ENGINES = Path(__file__).parents[2] / "engines"
REFEREES = {
    "starfarers": ("[!ps]*", "ships", "phases/*", "encounters/*"),
    "stellar": ("legality",),
    "look_at_the_stars": ("legality", "drawing"),
}


def named(game: str) -> list[str]:
    """The rules that the referee of that game names, as its modules spell them."""
    sources = [path.read_text("utf-8") for glob in REFEREES[game] for path in (ENGINES / game).glob(f"{glob}.py")]
    whole = [rule for text in sources for rule in re.findall(rf'"({game}\.[a-z_]+\.[a-z_]+)"', text)]
    short = [rule for text in sources for rule in re.findall(r'(?:broken|structural)\("([a-z_]+\.[a-z_]+)"', text)]
    return sorted({*whole, *(f"{game}.{rule}" for rule in short)})


@pytest.mark.parametrize("game", sorted(REFEREES))
def test_every_rule_that_a_referee_names_has_words_of_its_own(game: str) -> None:
    assert len(named(game)) >= 15
    assert [rule for rule in named(game) if app_of(game).rule_words(rule, "in English") == "in English"] == []


def test_the_letters_that_tell_the_cards_of_stellar_apart_differ_in_every_language() -> None:
    kinds = ("planet", "moon", "asteroid", "cloud", "black_hole", "satellite")
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        assert len({of_stellar.letter(kind) for kind in kinds}) == len(kinds), language


def test_a_step_of_nature_is_named_without_a_loose_colon() -> None:
    assert app_of("starfarers").step_words("steal", None, {"type": "steal"}) == "card drawn"
    assert app_of("starfarers").step_words("steal", "Ana", {"type": "steal"}) == "card drawn: Ana"


def test_of_many_consequences_the_first_are_told_and_the_others_counted() -> None:
    assert few(["a"] * (MAX_TOLD + 1)) == ("a",) * (MAX_TOLD + 1)
    assert few("abcdefgh"[: MAX_TOLD + 3]) == (*"abcdefgh"[:MAX_TOLD], "… and 3 more")
