from __future__ import annotations

import io
from pathlib import Path

import pytest

from engines.errors import BadInput
from pi_app.host.pin import FREE_TRIES, LONGEST_WAIT_S, Answer, HostPin
from planisphere.cli import main


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "pin.json"


def test_without_a_pin_everything_is_right(path: Path) -> None:
    pin = HostPin(path)
    assert not pin.is_set
    assert pin.check("anything") == Answer(True)
    assert not path.exists()


def test_only_the_pin_is_right_and_it_is_not_to_be_read_from_the_file(path: Path) -> None:
    HostPin(path).set("4711")
    pin = HostPin(path)
    assert pin.is_set
    assert [pin.check(text).right for text in ("4712", "", "47110", "４７１１", "4711")] == [False] * 4 + [True]
    assert b"4711" not in path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    other = path.with_name("other.json")
    HostPin(other).set("4711")
    assert other.read_bytes() != path.read_bytes(), "a salt of its own for each table"


@pytest.mark.parametrize("text", ["", "123", "1234567890123", "12a4", "12 34", "١٢٣٤", "-123"])
def test_a_pin_is_four_to_twelve_digits(path: Path, text: str) -> None:
    with pytest.raises(BadInput, match="expected 4 to 12 digits"):
        HostPin(path).set(text)
    assert not path.exists()


def test_after_five_wrong_tries_each_further_one_waits_longer(path: Path, clock: Clock) -> None:
    pin = HostPin(path, clock)
    pin.set("4711")
    assert [pin.check("0000").left for _ in range(FREE_TRIES)] == [4, 3, 2, 1, 0]
    assert pin.check("4711") == Answer(False, 30.0, 0), "while it waits not even the right one is looked at"
    waits: list[float] = []
    for _ in range(8):
        clock.now += pin.check("4711").wait_s if not waits else waits[-1]
        waits.append(pin.check("0000").wait_s)
    assert waits == [60, 120, 240, 480, 900, 900, 900, 900]
    clock.now += LONGEST_WAIT_S
    assert pin.check("4711").right
    assert pin.check("0000").left == FREE_TRIES - 1, "the right one forgives"


def test_pulling_the_plug_gives_no_free_tries(path: Path, clock: Clock) -> None:
    HostPin(path).set("4711")
    for number in range(FREE_TRIES):
        assert HostPin(path, clock).check("0000").left == FREE_TRIES - 1 - number
    clock.now = 5.0
    again = HostPin(path, clock)
    assert again.check("4711") == Answer(False, 30.0, 0)
    clock.now += 30
    assert again.check("4711").right


def test_a_try_is_counted_before_it_is_judged(path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    pin = HostPin(path, clock)
    pin.set("4711")

    def killed(text: str, salt: bytes) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("pi_app.host.pin._hash", killed)
    with pytest.raises(KeyboardInterrupt):
        pin.check("0000")
    monkeypatch.undo()
    assert HostPin(path, clock).check("0001").left == FREE_TRIES - 2


def test_a_disk_that_cannot_be_written_gives_no_free_tries_either(path: Path, clock: Clock) -> None:
    pin = HostPin(path, clock)
    pin.set("4711")
    path.unlink()
    path.mkdir()
    (path / "x").touch()
    assert [pin.check("0000").left for _ in range(FREE_TRIES)][-1] == 0
    assert pin.check("4711").wait_s == 30.0


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"key": 3}', b"\xff"])
def test_a_damaged_file_lets_nobody_in_until_it_is_cleared(path: Path, clock: Clock, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    pin = HostPin(path, clock)
    clock.now += 60
    assert pin.is_set
    assert not pin.check("4711").right
    pin.clear()
    assert pin.check("4711").right
    assert not path.exists()


def test_the_owner_sets_and_clears_it_on_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("123\n"))
    assert main(["pin", "set"]) == 2
    monkeypatch.setattr("sys.stdin", io.StringIO("123456\n"))
    assert main(["pin", "set"]) == 0
    assert HostPin(tmp_path / "pin.json").check("123456").right
    assert main(["pin", "status"]) == 0
    assert main(["pin", "clear"]) == 0
    assert not HostPin(tmp_path / "pin.json").is_set
    told = capsys.readouterr()
    assert "123456" not in told.out + told.err
