"""The attacks of `python -m tools.hub_attacks`, on the real command. How long neighbours wait is for the tool itself:
tests share their machine.
"""

from __future__ import annotations

import pytest

from tools.evenings.serving import more_files
from tools.evenings.timing import Waits
from tools.hub_attacks import __main__ as tool
from tools.hub_attacks.attacks import ATTACKS
from tools.hub_attacks.neighbour import Felt
from tools.hub_attacks.target import Prepared, prepare


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return prepare(tmp_path_factory.mktemp("attacked"))


def attack(evening: Prepared, name: str, seconds: float) -> None:
    more_files()
    outcome = tool.attacked(name, evening, seconds, 0.2)
    assert outcome.wrong == ()
    assert outcome.tracebacks == 0
    assert all(felt.count for felt in outcome.meanwhile.values())


def test_a_quick_attack_misses_no_bar(evening: Prepared) -> None:
    attack(evening, "own_vote", 0.2)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", sorted(ATTACKS))
def test_no_attack_misses_a_bar(evening: Prepared, name: str) -> None:
    attack(evening, name, 3.0)


def test_what_misses_a_bar_is_said() -> None:
    class Host:
        runs, tracebacks, last_words, peak_mb = True, 1, "ValueError", 200.0

    class Done:
        wrong = ("so it is",)
        statuses = dict.fromkeys((200, 500), 2)

    slow = Waits.of([0.1] * 18 + [0.6] * 2)
    assert (slow.p50_ms, slow.p95_ms, slow.max_ms) == (100, 600, 600)
    felt = Felt({"phone": slow, "health": Waits.of([0.1])}, {"batch: 503": 1})
    before = Felt({}, {})
    told = tool._outcome("silent", Host(), Done(), before, felt, 100.0, 1.0)  # type: ignore[arg-type]
    assert told.slow == ("phone: p95 600 ms",)
    assert told.wrong == (
        "so it is", "a neighbour's batch: 503, 1 times", "2 answers were 500", "1 tracebacks in the log: ValueError",
        "200 MB, 100 MB on an ordinary evening",
    )  # fmt: skip
