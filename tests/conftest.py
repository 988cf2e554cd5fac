"""How the tests' process collects garbage (a third of the time of drawn screens went into looking for it), that every
test begins in English, and that Hypothesis does not take a busy machine for a fault."""

from __future__ import annotations

import gc
from typing import Final

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

import planisphere as planisphere  # as the command itself: first, so that NumPy finds how many threads it may have
from pi_app import i18n

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

NEW: Final = 1_500_000
"""New objects after which Python looks among them: a third of them costs 100 MB less, and 4 s more with all screens."""

OLD: Final = 1
"""After so many looks among what outlived one, all of it is looked through between two tests."""

gc.set_threshold(NEW, 2, 1_000)  # what outlived two looks is hardly ever garbage: it is not looked through again


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that may take long begin first: at the end one worker would be alone with them for minutes."""
    items.sort(key=lambda item: item.get_closest_marker("timeout") is None)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was imported stays: the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker tells of a test that passed only that: messages of its setup and teardown cost more than a small test.

    Who asks how long tests took, or for their names, is told all.
    """
    option = item.config.option
    if not hasattr(item.config, "workerinput") or option.durations is not None or option.verbose > 0:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """English again, whatever the test spoke. Screens of earlier tests go: as long as they are there, whatever all
    texts follow is slow."""
    i18n.set_language("en")
    if gc.get_count()[2] >= OLD:
        gc.collect()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """What is left goes with the process: looking through it once more, and again as Python ends, finds nothing new."""
    gc.freeze()


@pytest.fixture(scope="session")
def thorough(pytestconfig: pytest.Config) -> bool:
    """Whether exhaustive tests run too; where they do not, others may look at a part of what they look at."""
    return "not exhaustive" not in pytestconfig.getoption("markexpr")
