from __future__ import annotations

import json

import pytest

from pi_app.host.checkup import Check, as_it_is
from planisphere import cli
from planisphere.commands import doctor

FINE = Check("python", "ok", as_it_is("3.11"))
MISSING = Check("touch", "warn", as_it_is("no input device"), as_it_is("connect a touchscreen or a mouse"))
BROKEN = Check("graphics", "fail", as_it_is("missing: libegl1"), as_it_is("sudo apt install libegl1"))


@pytest.mark.parametrize(("found", "code"), [([FINE, MISSING], 0), ([FINE, BROKEN], 3)])
def test_the_exit_code_says_whether_one_can_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], found: list[Check], code: int
) -> None:
    monkeypatch.setattr(doctor, "checkup", lambda: iter(found))
    assert cli.main(["doctor", "--json"]) == code
    answer = json.loads(capsys.readouterr().out)
    assert answer["usable"] == (code == 0)
    assert [check["level"] for check in answer["checks"]] == [check.level for check in found]


def test_what_to_mend_stands_below_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "checkup", lambda: iter([FINE, BROKEN]))
    assert cli.main(["doctor"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["fail", "graphics", "missing:", "libegl1"]
    assert lines[2].strip() == "-> sudo apt install libegl1"
    assert lines[-1].startswith("not ready")
