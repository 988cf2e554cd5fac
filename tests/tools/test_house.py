"""The figures of a house made up for it: one fault of each kind, and beside each what only looks like one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.codes import ROOT
from tools.house.__main__ import LIMITS, above, measure, table
from tools.house.circles import circles
from tools.house.docstrings import undescribed
from tools.house.games import naming
from tools.house.sentences import read_back
from tools.house.sizes import LONG, MAX_MODULES, Room, crowded, functions, rooms
from tools.house.source import Source, revision

ERRORS = "class Coded(Exception):\n    def __init__(self, code, template, /, *values): ...\n"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name in ("go_fish", "chess"):
        write(tmp_path, f"engines/{name}/__init__.py", "")
    write(tmp_path, "engines/errors.py", f"{ERRORS}class BadInput(Coded): ...\n")
    return tmp_path


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


@pytest.mark.parametrize(
    "text",
    [
        'game = "go_fish"',
        "from engines.go_fish import rules",
        "from engines import go_fish",
        "class GoFishScreen: ...",
        "go_fish_screen = 1",
        'title = N_("Go Fish")',
        "open(rules.go_fish)",
    ],
)
def test_a_game_named_elsewhere_is_found(house: Path, text: str) -> None:
    write(house, "pi_app/screens.py", text)
    assert naming(Source(house)) == ["pi_app/screens.py:1"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pi_app/games/go_fish/screens.py", 'game = "go_fish"'),
        ("engines/chess/rules.py", 'game = "chess"'),
        ("planisphere/sheets/go_fish.py", 'game = "go_fish"'),
        ("pi_app/screens.py", '"""As in Go Fish."""\n# go_fish'),
        ("pi_app/screens.py", 'words = "a chessboard"'),
        ("tools/tour.py", 'game = "go_fish"'),
    ],
)
def test_a_game_may_be_named_in_its_own_folders_in_prose_and_in_the_tools(house: Path, path: str, text: str) -> None:
    write(house, path, text)
    assert naming(Source(house)) == []


def test_circles_are_found_through_lazy_imports_and_the_largest_is_first(house: Path) -> None:
    write(house, "hub/__init__.py", "")
    write(house, "hub/a.py", "from hub import b")
    write(house, "hub/b.py", "def late():\n    from .c import thing")
    write(house, "hub/c.py", "import hub.a\nimport hub.e")
    write(house, "hub/d.py", "import hub.e")
    write(house, "hub/e.py", "if True:\n    import hub.d")
    write(house, "hub/f.py", "import hub.a")
    assert circles(Source(house)) == [["hub.a", "hub.b", "hub.c"], ["hub.d", "hub.e"]]


def test_what_only_a_type_checker_imports_makes_no_circle(house: Path) -> None:
    write(house, "hub/a.py", "import hub.b")
    write(house, "hub/b.py", "if TYPE_CHECKING:\n    import hub.a")
    assert circles(Source(house)) == []


@pytest.mark.parametrize(
    "text",
    [
        're.compile(r"^the board .* is missing$")',
        're.match("no board", str(error))',
        'if "no board" in str(error): ...',
        'WORDS = {"no board": N_("No board is there")}',
    ],
)
def test_a_sentence_that_is_read_back_is_found(house: Path, text: str) -> None:
    write(house, "pi_app/words.py", text)
    assert read_back(Source(house)) == ["pi_app/words.py:1"]


@pytest.mark.parametrize("text", ['re.compile(r"[a-z]+ (\\d+)")', 'WORDS = {"disc.no_board": N_("No board is there")}'])
def test_a_pattern_over_a_format_and_words_by_code_are_left_alone(house: Path, text: str) -> None:
    write(house, "pi_app/words.py", text)
    assert read_back(Source(house)) == []


def test_a_folder_is_crowded_beyond_its_number_of_modules(house: Path) -> None:
    for number in range(MAX_MODULES + 1):
        write(house, f"hub/web/m{number}.py", "")
        write(house, f"hub/store/{f'm{number}' if number else '__init__'}.py", "")
    assert crowded(Source(house)) == {"hub/web": MAX_MODULES + 1}


def test_rooms_are_sized_with_their_tests(house: Path) -> None:
    write(house, "hub/a.py", "a = 1\nb = 2\n")
    write(house, "tests/hub/test_a.py", "c = 3\n")
    assert rooms(Source(house))["hub"] == Room(files=1, lines=2, test_files=1, test_lines=1)


def test_long_functions_are_named(house: Path) -> None:
    write(house, "hub/a.py", "def short():\n    pass\n\n\ndef long():\n" + "    step()\n" * LONG)
    assert functions(Source(house)).long == [f"hub/a.py:5 long {LONG + 1}"]


@pytest.mark.parametrize(
    ("base", "found"),
    [
        ("", ["hub/b.py:2 Chess.move"]),
        ("(Unknown)", ["hub/b.py:2 Chess.move"]),
        ("(Game)", []),
        ("(games.Go[int])", []),
    ],
)
def test_a_method_is_described_where_it_stands_or_in_a_class_above(house: Path, base: str, found: list[str]) -> None:
    described = '"""What it does."""'
    write(
        house, "hub/a.py", f"class Game:\n    def move(self): {described}\nclass Go(Game):\n    def move(self): ...\n"
    )
    write(house, "hub/b.py", f"class Chess{base}:\n    def move(self): ...\n    def _hidden(self): ...\n")
    write(house, "hub/c.py", "class _Hidden:\n    def move(self): ...\n")
    assert undescribed(Source(house)) == found


def test_a_figure_above_its_limit_is_told(house: Path) -> None:
    write(house, "hub/a.py", 'raise BadInput("without a code")\n' * 2)
    measured = measure(Source(house))
    assert above(measured) == ["raised without a code"]
    assert set(measured.figures) == set(LIMITS)
    assert any("hub/a.py:1: BadInput without a code" in line for line in table(measured, measured, all_of_it=True))


def test_another_revision_is_read_from_the_repository(house: Path) -> None:
    def git(*arguments: str) -> None:
        named = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        subprocess.run(["git", "-C", house, *named, *arguments], check=True, capture_output=True)

    write(house, "hub/a.py", "a = 1\n")
    git("init")
    git("add", "-A")
    git("commit", "-m", "first")
    write(house, "hub/a.py", "a = 1\nb = 2\n")
    with revision(house, "HEAD") as before:
        assert rooms(before)["hub"].lines == 1
    assert rooms(Source(house))["hub"].lines == 2


@pytest.mark.exhaustive
def test_the_house_keeps_to_its_plan() -> None:
    assert above(measure(Source(ROOT))) == []
