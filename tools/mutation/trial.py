"""Runs tests on changed modules, in forks: no file is touched, and what a mutant breaks dies with its fork.

Nearly all mutants are tried in forks of one process that has imported and collected the tests: the code of the changed
function takes the place of its own. What runs while tests are imported and collected is tried (again) in a fork that
imports everything anew: what was computed then was computed by the unchanged module.
"""

from __future__ import annotations

import gc
import importlib.metadata
import importlib.util
import os
import resource
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import coverage
import hypothesis
import msgspec
import pytest

SLOWER: Final = 5
"""A test may take so many times its own time, and `SPARE_S` more, before it is taken for one that never ends."""
SPARE_S: Final = 1
START_S: Final = 30
"""For importing and collecting what a fork is to do anew."""
ENOUGH_S: Final = 20
"""Tests are tried, the quickest first, until they have taken so long: what a slower one would notice survives."""
MEMORY: Final = 3 << 30
"""Bytes of address space: a mutant that gathers for ever ends here."""
ARGUMENTS: Final = shlex.split("-x -q -n 0 -p no:cacheprovider --tb=native -W ignore -m 'not exhaustive'")
PHASES: Final = (hypothesis.Phase.explicit, hypothesis.Phase.generate)  # what fails need not be made small


class Change(msgspec.Struct, frozen=True):
    """A module's changed source. `lines`: of the changed statement; None where it runs when the module is imported."""

    path: str
    source: str
    lines: tuple[int, int] | None


class Baseline(msgspec.Struct, frozen=True):
    """The unchanged modules: the seconds of every test, the tests that run each line of each module, and the lines that
    are run before any test."""

    seconds: dict[str, float]
    tests_of: dict[str, dict[int, list[str]]]
    before: dict[str, list[int]]

    def is_early(self, change: Change) -> bool:
        """Whether what was changed runs before any test."""
        return change.lines is None or any(change.lines[0] <= at <= change.lines[1] for at in self.before[change.path])

    def order(self, change: Change) -> list[str]:
        """The tests that run what was changed, the quickest first; then all others, which may have been given what an
        earlier test had kept."""
        first, last = change.lines or (0, -1)
        tests_of = self.tests_of[change.path]
        near = {test for line in range(first, last + 1) for test in tests_of.get(line, ())}
        order = sorted(self.seconds, key=lambda test: (test not in near, self.seconds[test], test))
        taken = accumulate(self.seconds[test] for test in order)
        return [test for test, seconds in zip(order, taken, strict=True) if seconds <= ENOUGH_S]


def trials(paths: Sequence[str], tests: Sequence[str], changes: Sequence[Change]) -> tuple[Baseline, list[bool]]:
    """The baseline of modules, and of every change whether all its tests pass.

    What does not end, or ends the process, does not pass. Raises RuntimeError where the unchanged modules do not pass.
    """
    baseline, survived = _collected(paths, tests, changes)
    for at, change in enumerate(changes):
        if survived[at] and baseline.is_early(change):
            survived[at] = _anew(change, baseline)
    return baseline, survived


def _collected(paths: Sequence[str], tests: Sequence[str], changes: Sequence[Change]) -> tuple[Baseline, list[bool]]:
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results"

        def child() -> int:
            return int(pytest.main([*ARGUMENTS, *tests], plugins=[_Nursery(paths, changes, results)]))

        if (status := _in_fork(child)) or not results.exists():
            raise RuntimeError(f"{', '.join(tests)} do not pass as they are ({status})")
        return msgspec.json.decode(results.read_bytes(), type=tuple[Baseline, list[bool]])


def _anew(change: Change, baseline: Baseline) -> bool:
    order = baseline.order(change)

    def child() -> int:
        ours = {path.stem for path in Path().iterdir()}
        for name in [name for name in sys.modules if name.partition(".")[0] in ours]:
            del sys.modules[name]  # what this program itself has imported of ours
        sys.meta_path.insert(0, _Changed(change))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        _limit_cpu(START_S)
        files = sorted({test.split("::")[0] for test in order})
        return int(pytest.main([*ARGUMENTS, *files], plugins=[_Chosen(order, baseline.seconds)]))

    return _in_fork(child) == 0


class _Few:
    """Hypothesis with few examples, always the same, and nothing remembered; after the tests' own profile."""

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self) -> None:
        hypothesis.settings.register_profile(
            "mutation", max_examples=20, deadline=None, derandomize=True, database=None, phases=PHASES
        )
        hypothesis.settings.load_profile("mutation")


class _Nursery(_Few):
    """Instead of running the tests that were collected: the baseline in one fork, every change in one of its own."""

    def __init__(self, paths: Sequence[str], changes: Sequence[Change], results: Path) -> None:
        self.paths, self.changes, self.results = paths, changes, results
        self.measuring = coverage.Coverage(data_file=None, config_file=False, include=list(paths))
        self.measuring.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.unfreeze()
        functions = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
        items = {item.nodeid: item for item in session.items}
        measured = self.results.with_name("baseline")
        if _in_fork(lambda: self.measured(session, measured)):
            return True
        self.measuring.stop()
        baseline = msgspec.json.decode(measured.read_bytes(), type=Baseline)

        def tried(change: Change) -> bool:
            order = [items[test] for test in baseline.order(change)]
            return change.lines is None or not _in_fork(lambda: _tried(session, change, functions, order, baseline))

        survived = []
        for change in self.changes:
            survived.append(tried(change))
            _say(f"{change.path} {change.lines or ''}: {'survived' if survived[-1] else 'killed'}")
        self.results.write_bytes(msgspec.json.encode((baseline, survived)))
        return True

    def measured(self, session: pytest.Session, results: Path) -> int:
        """Takes the time of each test and the lines of the modules that it runs. Not 0 where a test fails."""
        seconds = {}
        for item in session.items:
            self.measuring.switch_context(item.nodeid)
            began = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            seconds[item.nodeid] = time.process_time() - began
        self.measuring.stop()
        data = self.measuring.get_data()
        of = {path: data.contexts_by_lineno(str(Path(path).resolve())) for path in self.paths}
        tests_of = {path: {at: sorted(filter(None, who)) for at, who in lines.items()} for path, lines in of.items()}
        before = {path: sorted(at for at, who in lines.items() if "" in who) for path, lines in of.items()}
        results.write_bytes(msgspec.json.encode(Baseline(seconds, tests_of, before)))
        return session.testsfailed


def _tried(
    session: pytest.Session,
    change: Change,
    functions: Sequence[FunctionType],
    order: Sequence[pytest.Item],
    baseline: Baseline,
) -> int:
    """Runs tests until one fails, the changed code in the place of its own. 0 where all pass."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    path = str(Path(change.path).resolve())
    changed = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(change.source, path, "exec"))}
    for function in functions:
        code = function.__code__
        if code.co_filename == path and (new := changed.get((code.co_qualname, code.co_firstlineno))):
            function.__code__ = new
    for item in order:
        _limit_cpu(SLOWER * baseline.seconds[item.nodeid])
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if session.testsfailed:
            break
    return session.testsfailed


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


class _Changed(SourceFileLoader):
    """Imports one module from other source."""

    def __init__(self, change: Change) -> None:
        name = change.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        super().__init__(name, str(Path(change.path).resolve()))
        self.source = change.source

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The module's, and no other's."""
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        """The changed source, compiled."""
        return compile(self.source, self.path, "exec")


class _Chosen(_Few):
    """Runs these tests in this order."""

    def __init__(self, tests: Sequence[str], seconds: Mapping[str, float]) -> None:
        self.place = {test: at for at, test in enumerate(tests)}
        self.seconds = seconds

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.place), key=lambda i: self.place[i.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        _limit_cpu(SLOWER * self.seconds[item.nodeid])


_ABOUT: Final = os.dup(2)
"""Where forks, which say nothing else, say how far they are."""


def _say(line: str) -> None:
    os.write(_ABOUT, f"{line}\n".encode())


def _limit_cpu(more_s: float) -> None:
    """The system ends this process when it has computed for so long from now, and `SPARE_S` more."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + more_s) + SPARE_S, hard))


for _plugin in importlib.metadata.entry_points(group="pytest11"):
    _plugin.load()  # once, and not in every fork


def _in_fork(work: Callable[[], int]) -> int:
    """Does `work` in a fork that says nothing: its exit code, or minus the signal that ended it."""
    gc.freeze()
    if pid := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os._exit(min(work(), 100))
    finally:
        os._exit(101)
