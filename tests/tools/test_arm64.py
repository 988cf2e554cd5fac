"""What is compared between two processors, without the other one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.arm64 import __main__ as command
from tools.arm64.checks import CHECKS, NEAR, PHOTOS, alike, differences
from tools.virtual_pi.qmp import Refused

ROOT = Path(__file__).resolve().parents[2]


def test_numbers_may_differ_a_little_and_times_altogether() -> None:
    one = {"lines": [{"a": 1, "p": 0.99}], "ms": {"total": 3.0}}
    other = {"lines": [{"a": 1, "p": 0.98}], "ms": {"total": 90.0}}
    assert max(differences(one, other, "discs")) == pytest.approx(0.01)
    assert NEAR < 0.1


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"lines": [{"a": 2, "p": 0.99}]}, r"discs.lines\[0\].a: here 1, there 2"),
        ({"lines": []}, "discs.lines: "),
        ({"lines": [{"a": 1, "p": 1}]}, r"discs.lines\[0\].p"),
        ({}, "discs: "),
    ],
)
def test_another_line_or_none_is_no_little_difference(other: object, told: str) -> None:
    with pytest.raises(Refused, match=told):
        list(differences({"lines": [{"a": 1, "p": 0.99}]}, other, "discs"))


def test_ten_photographs_of_every_kind_are_there_and_each_check_says_what_it_compares() -> None:
    assert sum(PHOTOS.values()) == 10
    for kind, count in PHOTOS.items():
        lines = (ROOT / "tests/photos" / kind / f"{kind}.list.jsonl").read_text("utf-8").splitlines()
        assert len(lines) >= count
    assert all(check.__doc__ for check in CHECKS.values())


def test_a_kernel_that_cannot_run_the_other_processors_programs_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("tools.virtual_pi.debian_root.os.geteuid", lambda: 0)
    monkeypatch.setattr("tools.virtual_pi.debian_root.shutil.which", lambda name, path: name)
    monkeypatch.setattr("tools.virtual_pi.debian_root.KNOWN", tmp_path / "none")
    assert command.main([]) == 2
    told = capsys.readouterr().err
    assert told.startswith("arm64: the kernel does not run programs for arm64: mount -t binfmt_misc")
    assert told.count("\n") == 1


def test_what_runs_the_tests_is_fetched_for_the_other_processor_and_that_debians_python(tmp_path: Path) -> None:
    options = command.foreign(tmp_path / "lib/python3.13/site-packages")
    assert "--python-version=3.13" in options
    platforms = [one for one in options if one.startswith("--platform=")]
    assert platforms
    assert all(one.endswith("_aarch64") for one in platforms)


def test_a_simulated_game_is_the_same_game_at_another_speed() -> None:
    speeds = "0.3 games/s, 13.4 actions/s, 6.72 s", "0.05 games/s, 2.1 actions/s, 42.32 s"
    alike("simulate", *(f"Zoé 138\n{speed}\n" for speed in speeds))
    with pytest.raises(Refused, match=r"simulate: not the same: .*138.*139"):
        alike("simulate", "Zoé 138\n", "Zoé 139\n")
    with pytest.raises(Refused, match="one is longer"):
        alike("simulate", "Zoé 138\n", "Zoé 138\nGuest 158\n")
