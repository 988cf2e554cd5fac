"""What the command line says about arguments it cannot take."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from codecs import BOM_UTF8
from pathlib import Path

import platformdirs
import pytest

from engines.registry import pack_bytes
from pi_app.camera.entries import read_json
from pi_app.camera.kinds import kind_of
from pi_app.host.settings import load_settings
from planisphere.cli import main


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "planisphere: the following arguments are required: COMMAND"),
        (["dance"], "planisphere: argument COMMAND: invalid choice: 'dance'"),
        (["score"], "planisphere: score: the following arguments are required: FILE"),
        (["simulate", "star_explorer", "--games", "many"], "argument --games: invalid int value: 'many'"),
        (["pack", "check"], "planisphere: pack check: the following arguments are required: PACK"),
        (["replay", "a.jsonl", "--until", "3"], "unrecognized arguments: --until 3"),
    ],
)
def test_bad_arguments_end_with_2_and_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said in err


def test_help_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["score", "--help"])
    assert ended.value.code == 0
    assert "position" in capsys.readouterr().out


def test_with_json_an_error_is_a_code_with_parameters_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "missing.json", "--json"]) == 2
    out, err = capsys.readouterr()
    told = json.loads(out)["error"]
    assert (told["code"], told["params"]["path"]) == ("input.no_file", "missing.json")
    assert err == f"planisphere: {told['message']}\n"


NINA = Path(__file__).parents[2] / "docs" / "examples" / "nina.json"


def shell(line: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command line in which `planisphere` is the command."""
    command = f'planisphere() {{ "{sys.executable}" -m planisphere.cli "$@"; }}; set -o pipefail; {line}'
    clean = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(NINA.parents[2])}
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=clean, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("told", ["", "--json", "--help"])
def test_a_full_disk_behind_the_output_is_one_line(told: str) -> None:
    said = "planisphere: output: No space left on device; expected room to write to\n"
    assert shell(f"planisphere score '{NINA}' {told} >/dev/full") == (3, "", said)


def test_nobody_needs_to_read_to_the_end() -> None:
    assert shell(f"planisphere score '{NINA}' | true") == (0, "", "")


def test_closed_streams_are_empty_ones() -> None:
    code, _, said = shell("planisphere score - <&-")
    assert (code, len(said.splitlines())) == (2, 1)
    assert "not JSON" in said
    assert shell(f"planisphere score '{NINA}' >&-") == (0, "", "")


def test_what_is_printed_is_utf_8_in_any_locale() -> None:
    code, out, said = shell(f"sed 's/Nina/Niña ☆/' '{NINA}' | PYTHONIOENCODING=latin-1 planisphere score -")
    assert (code, said) == (0, "")
    assert "winner: Niña ☆" in out


def test_a_file_that_the_system_refuses_is_one_line_with_a_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / ("x" * 300)))
    assert main(["hub", "backup", str(tmp_path / "copy"), "--json"]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["error"]["code"] == "file.refused"
    assert err == f"planisphere: {tmp_path}/{'x' * 300}/hub.sqlite3: File name too long\n"


INTERRUPTED = """
import atexit, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests may ignore it
def interrupt(): os.kill(os.getpid(), signal.SIGINT)
class AtImport:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}: interrupt()
sys.argv = ["planisphere", "sessions"]
sys.meta_path.insert(0, AtImport())
if {module!r} == "": atexit.register(interrupt)
from planisphere.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize("module", ["engines.errors", "planisphere.commands.sessions", ""])
def test_an_interruption_at_the_start_in_the_middle_or_at_the_end_is_silent(module: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(module=module)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"STATE_DIRECTORY": str(tmp_path)},
    )
    assert run.returncode in (130, -signal.SIGINT)  # a shell makes 130 of the latter
    assert run.stderr in ("", "no games yet\n")


def test_files_may_begin_with_the_mark_that_some_editors_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    record = next(iter(sorted((Path(__file__).parents[1] / "records").rglob("*.jsonl"))))
    Path("record.jsonl").write_bytes(BOM_UTF8 + record.read_bytes())
    Path("pack.json").write_bytes(BOM_UTF8 + pack_bytes("star_explorer", "house"))
    Path("settings.toml").write_bytes(BOM_UTF8 + b"keep_cases = true")
    assert main(["replay", "record.jsonl"]) == 0
    assert main(["pack", "check", "pack.json"]) == 0
    assert load_settings().settings.keep_cases
    assert read_json(Path("pack.json"))["game"] == "star_explorer"
    for kind in ("star_explorer", "tiles", "look_at_the_stars", "balls"):
        assert not kind_of(kind).layout_text("pack.json", tmp_path).startswith(BOM_UTF8)
    Path("pack.json").write_bytes(BOM_UTF8 + pack_bytes("stellar", "house"))
    assert kind_of("stellar").layout_text("pack.json", tmp_path)


def test_a_user_without_a_home_is_told_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def homeless(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(platformdirs, "user_state_path", homeless)
    assert main(["sessions"]) == 3
    assert capsys.readouterr().err == "planisphere: ~: could not determine the home directory\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "/dev/zero"],
        ["pack", "check", "/dev/zero"],
        ["read", "star_explorer", "--layout", "star_explorer", "--image", "/dev/zero"],
        ["read", "star_explorer", "--layout", "/dev/zero", "--image", "moon.jpg"],
        ["read-batch", "star_explorer", "/dev/zero"],
    ],
    ids=" ".join,
)
def test_a_device_without_an_end_is_not_read(arguments: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "planisphere", *arguments],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=little,
    )
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "/dev/zero" in run.stderr
    assert "a device" in run.stderr


def little() -> None:
    """So much memory that whoever reads without an end is soon at one."""
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [(["hub", "host", "mia", "--ask", "--db", "hub.db"], b""), (["pin", "set"], b"\xff\xfe\n"), (["pin", "set"], b"")],
    ids=["nothing for a password", "no text for a PIN", "nothing for a PIN"],
)
def test_an_answer_that_is_none_is_one_line(arguments: list[str], typed: bytes, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "planisphere", *arguments],
        input=typed,
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"STATE_DIRECTORY": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"},
    )
    assert (run.returncode, run.stderr.count(b"\n")) == (2, 1), run.stderr
