"""Updates: signed, proven in the free slot, and left again when they do not come up. Keys and wheels are real."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tracemalloc
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engines.errors import BadInput, Finding, NotPossible
from pi_app.host import slots as slots_module
from pi_app.host import updates
from pi_app.host.bundle import ENDING, MANIFEST, SIGNATURE, SIGNER, WHEELS, Here, check, make
from pi_app.host.slots import MAX_STARTS, Slots
from planisphere.cli import main
from tests.pi_app.power_cuts import cut_after

PROGRAM = """
import json, os, sys
def main():
    words = sys.argv[1:]
    if words[0] == "doctor":
        checks = [dict(name=n, level="fail", text="broken") for n in {broken!r}]
        print(json.dumps(dict(usable=not checks, checks=checks)))
    elif words[0] == "bench":
        figures = os.path.join(words[words.index("--cases") + 1], "figures.json")
        worse = {misreads} if os.path.exists(figures) else 0
        open(figures, "w").close()
        print(json.dumps(dict(figures=[dict(name="cases.worse", value=worse)])))
    else:
        print("{version}")
"""


def wheel(folder: Path, name: str, version: str, module: str, script: bool = False) -> Path:
    """A wheel of one module."""
    stem = f"{name}-{version}"
    files = {
        f"{name}_module.py": module,
        f"{stem}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{stem}.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    if script:
        files[f"{stem}.dist-info/entry_points.txt"] = f"[console_scripts]\nplanisphere = {name}_module:main\n"
    rows = [
        f"{path},sha256={urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b'=').decode()},{len(text.encode())}"
        for path, text in files.items()
    ]
    files[f"{stem}.dist-info/RECORD"] = "\n".join([*rows, f"{stem}.dist-info/RECORD,,"]) + "\n"
    folder.mkdir(exist_ok=True)
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        for inner, text in files.items():
            file.writestr(inner, text)
    return path


def program(folder: Path, version: str, broken: tuple[str, ...] = (), misreads: int = 0) -> Path:
    """A folder with the wheels of a Planisphere of that version, and of something it needs."""
    text = PROGRAM.replace("{broken!r}", repr(broken)).replace("{misreads}", str(misreads))
    wheel(folder, "planisphere", version, text.replace("{version}", version), script=True)
    wheel(folder, "something", "1.0", "")
    return folder


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The owner's key, a stranger's, and the file of signers that names the owner."""
    folder = tmp_path_factory.mktemp("keys")
    for name in ("owner", "stranger"):
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(folder / name)]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    public = (folder / "owner.pub").read_text()
    (folder / "signers").write_text(f'{SIGNER} namespaces="{SIGNER}" {public}')
    return folder


@pytest.fixture(scope="module")
def update(keys: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Makes a signed update."""

    def made(version: str, key: str = "owner", machine: str = "any", **how: Any) -> Path:
        folder = tmp_path_factory.mktemp("update")
        out = folder / f"planisphere-{version}{ENDING}"
        make(program(folder / "wheels", version, **how), keys / key, out, machine=machine, notes="faster")
        return out

    return made


def sandbox(root: Path, version: str = "0.1.0") -> Slots:
    """A table that runs a version, without an environment around it."""
    root.mkdir(parents=True)
    slots = Slots(root)
    _like_pip(slots.folder("a"), version)
    slots.finish("a", {"version": version, "digest": "first"})
    slots.switch("a")
    return slots


def _like_pip(slot: Path, version: str, misreads: int = 0, broken: tuple[str, ...] = ()) -> None:
    (slot / "bin").mkdir(parents=True)
    script = slot / "bin" / "planisphere"
    text = (
        PROGRAM.replace("{broken!r}", repr(broken)).replace("{misreads}", str(misreads)).replace("{version}", version)
    )
    script.write_text(f"#!{sys.executable} -IS\n{text}\nmain()\n")
    script.chmod(0o755)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is installed by pip: a script stands where it would have put one."""

    def done(command: list[str], what: str) -> None:
        if "--python" in command:
            wheels = Path(command[command.index("--find-links") + 1])
            found = next(wheels.glob("planisphere-*.whl"))
            slot = Path(command[command.index("--python") + 1]).parents[1]
            with zipfile.ZipFile(found) as file:
                text = file.read("planisphere_module.py").decode()
            (slot / "bin").mkdir(parents=True)
            (slot / "bin" / "planisphere").write_text(f"#!{sys.executable} -IS\n{text}\nmain()\n")
            (slot / "bin" / "planisphere").chmod(0o755)

    monkeypatch.setattr(updates, "_done", done)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's own disk need not be waited for."""
    monkeypatch.setattr(os, "sync", lambda: None)
    monkeypatch.setattr(os, "fsync", lambda number: None)


def runs(slots: Slots) -> str:
    """What the program says that runs."""
    command = [str(slots.root / "now" / "bin" / "planisphere"), "version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def quiet(_step: Finding) -> None:
    """Say nothing."""


def tree(root: Path) -> dict[str, str]:
    """Every file and link below."""
    return {
        str(path.relative_to(root)): os.readlink(path) if path.is_symlink() else path.read_bytes().hex()
        for path in sorted(root.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


# The whole way -------------------------------------------------------------------------------------------------------


def test_a_table_is_updated_keeps_what_comes_up_well_and_leaves_what_does_not(
    update: Callable[..., Path], keys: Path, tmp_path: Path
) -> None:
    slots = sandbox(tmp_path / "slots")
    said: list[Finding] = []
    updates.apply(update("0.2.0"), slots, keys / "signers", say=said.append)
    assert runs(slots) == "0.2.0"
    assert str(said[-1]) == "Version 0.2.0 runs from the next start on."
    assert (slots.folder("b") / "pyvenv.cfg").is_file()
    assert slots.begin() == f"version 0.2.0 is being tried, start 1 of {MAX_STARTS}"
    updates.came_up(tmp_path / "state", slots, slots.folder("b"))
    well = (tmp_path / "state" / "update" / "well").read_text().strip()
    assert slots.begin(well) == "version 0.2.0 came up well and stays"
    third = update("0.3.0")
    updates.apply(third, slots, keys / "signers", say=quiet)
    assert [slots.begin(well) for _ in range(MAX_STARTS)][-1].endswith(f"start {MAX_STARTS} of {MAX_STARTS}")
    assert slots.begin(well) == "version 0.3.0 did not come up: back to 0.2.0"
    assert (runs(slots), slots.begin(well)) == ("0.2.0", "")
    with pytest.raises(BadInput, match=r"version 0\.3\.0 did not come up here before"):
        updates.apply(third, slots, keys / "signers", say=quiet)


@pytest.mark.usefixtures("quick")
def test_an_update_that_failed_may_be_tried_once_more_and_taken_back_by_hand(
    update: Callable[..., Path], keys: Path, tmp_path: Path
) -> None:
    slots = sandbox(tmp_path / "slots")
    updates.apply(update("0.2.0"), slots, keys / "signers", say=quiet)
    assert updates.roll_back(slots) == "0.1.0"
    assert runs(slots) == "0.1.0"
    assert updates.status(slots, tmp_path).before == ""
    with pytest.raises(NotPossible, match="no version before"):
        updates.roll_back(slots)
    assert runs(slots) == "0.1.0", "what did not come up is no way back"
    updates.apply(update("0.2.0"), slots, keys / "signers", again=True, say=quiet)
    assert slots.begin()
    slots.begin(slots.token("b"))
    assert updates.status(slots, tmp_path).failed == ()
    assert updates.status(slots, tmp_path).before == "0.1.0"
    assert updates.roll_back(slots) == "0.1.0"
    assert slots.begin() == "", "a version taken back by hand is not on trial"


@pytest.mark.usefixtures("quick")
def test_while_a_version_is_being_tried_its_way_back_is_not_overwritten(
    update: Callable[..., Path], keys: Path, tmp_path: Path
) -> None:
    slots = sandbox(tmp_path / "slots")
    updates.apply(update("0.2.0"), slots, keys / "signers", say=quiet)
    with pytest.raises(NotPossible, match="still being tried"):
        updates.apply(update("0.3.0"), slots, keys / "signers", say=quiet)
    assert slots.version("a") == "0.1.0"
    with pytest.raises(NotPossible, match="still being tried"):
        updates.apply(update("0.3.0"), slots, keys / "signers", well=slots.token("a"), say=quiet)
    updates.apply(update("0.3.0"), slots, keys / "signers", well=slots.token("b"), say=quiet)
    assert (slots.version("a"), slots.version("b"), runs(slots)) == ("0.3.0", "0.2.0", "0.3.0")
    assert slots.fail() == "version 0.3.0 did not come up: back to 0.2.0"


@pytest.mark.usefixtures("quick")
def test_the_way_back_outlives_a_power_cut_in_the_middle_of_an_update(
    update: Callable[..., Path], keys: Path, tmp_path: Path
) -> None:
    slots = sandbox(tmp_path / "slots")
    updates.apply(update("0.2.0"), slots, keys / "signers", say=quiet)
    slots.begin(slots.token("b"))
    slots.set_aside("a")
    (slots.folder("a") / "lib").mkdir(parents=True)
    assert updates.status(slots, tmp_path).before == "0.1.0"
    assert updates.roll_back(slots) == runs(slots) == "0.1.0"
    assert not (slots.folder("a") / "lib").exists()


# Refusals ------------------------------------------------------------------------------------------------------------


def refusal(path: Path, slots: Slots, signers: Path, cases: Path | None = None) -> str:
    """Why it is refused; nothing may have changed."""
    before = tree(slots.root)
    with pytest.raises((BadInput, NotPossible)) as caught:
        updates.apply(path, slots, signers, cases=cases, say=quiet)
    assert tree(slots.root) == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture(scope="module")
def sound(update: Callable[..., Path]) -> Path:
    return update("0.2.0")


def rewritten(path: Path, to: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The same archive with other members."""
    with zipfile.ZipFile(path) as file:
        members = {name: file.read(name) for name in file.namelist()}
    change(members)
    with zipfile.ZipFile(to, "w") as file:
        for name, content in members.items():
            file.writestr(name, content)
    return to


def test_one_reason_is_given_for_each_update_that_is_refused(
    update: Callable[..., Path], keys: Path, sound: Path, tmp_path: Path
) -> None:
    slots, signers, odd = sandbox(tmp_path / "slots", "0.1.5"), keys / "signers", tmp_path / f"odd{ENDING}"

    def changed(change: Callable[[dict[str, bytes]], object]) -> str:
        return refusal(rewritten(sound, odd, change), slots, signers)

    def spoil(members: dict[str, bytes]) -> None:
        name = next(name for name in members if name.startswith(WHEELS))
        members[name] = bytes(len(members[name]))

    assert "not signed" in changed(lambda members: members.pop(SIGNATURE))
    assert "no update" in changed(lambda members: members.pop(MANIFEST))
    assert "or changed since" in changed(lambda m: m.update({MANIFEST: m[MANIFEST].replace(b"0.2.0", b"0.9.0")}))
    assert "or changed since" in changed(lambda m: m.update({SIGNATURE: b"-----BEGIN SSH SIGNATURE-----"}))
    assert "or changed since" in refusal(update("0.2.0", key="stranger"), slots, signers)
    assert "is not the one that was signed" in changed(spoil)
    assert "does not hold what its signed list says" in changed(lambda m: m.update({"wheels/../../x.whl": b"x"}))
    assert "does not hold what its signed list says" in changed(
        lambda members: members.pop(next(name for name in members if name.startswith(WHEELS))) and None
    )
    assert "version 0.1.5 is the one that runs already" in refusal(update("0.1.5"), slots, signers)
    assert "version 0.1.5.0 is the one that runs already" in refusal(update("0.1.5.0"), slots, signers)
    assert "version 0.1.4 is older than 0.1.5" in refusal(update("0.1.4"), slots, signers)
    assert "for sparc" in refusal(update("0.2.0", machine="sparc"), slots, signers)
    assert "cannot be read" in refusal(tmp_path / "none", slots, signers)
    odd.write_bytes(b"hello")
    assert "cut short, damaged or no update" in refusal(odd, slots, signers)
    assert "trusts nobody" in refusal(sound, slots, tmp_path / "nobody")


def test_a_signature_for_something_else_is_none(keys: Path, sound: Path, tmp_path: Path) -> None:
    def resign(members: dict[str, bytes]) -> None:
        (tmp_path / "list").write_bytes(members[MANIFEST])
        command = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(keys / "owner"), "-n", "git", str(tmp_path / "list")]
        subprocess.run(command, check=True, capture_output=True)
        members[SIGNATURE] = (tmp_path / "list.sig").read_bytes()

    slots = sandbox(tmp_path / "slots")
    odd = rewritten(sound, tmp_path / f"odd{ENDING}", resign)
    assert "not signed by anybody" in refusal(odd, slots, keys / "signers")


def test_a_large_directory_is_refused_before_it_is_read(sound: Path, keys: Path, tmp_path: Path) -> None:
    odd = tmp_path / f"odd{ENDING}"
    with zipfile.ZipFile(odd, "w") as file:
        for number in range(5_000):
            file.writestr(f"{number:0200}", b"")
    slots = sandbox(tmp_path / "slots")
    tracemalloc.start()
    try:
        assert "its directory is larger than" in refusal(odd, slots, keys / "signers")
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert check(sound, keys / "signers", Here("0.1.0")).version == "0.2.0"


def test_an_update_cut_short_anywhere_is_refused(keys: Path, sound: Path, tmp_path: Path) -> None:
    whole, cut = sound.read_bytes(), tmp_path / f"cut{ENDING}"
    for size in (*range(0, len(whole), len(whole) // 23), len(whole) - 1):
        cut.write_bytes(whole[:size])
        with pytest.raises(BadInput, match="cut short"):
            check(cut, keys / "signers", Here(version="0.1.0"))
    assert check(sound, keys / "signers", Here(version="0.1.0")).notes == "faster"


@pytest.mark.usefixtures("quick")
def test_what_finds_more_broken_or_reads_worse_than_the_version_that_runs_is_refused(
    update: Callable[..., Path], keys: Path, tmp_path: Path
) -> None:
    slots, cases = sandbox(tmp_path / "slots"), tmp_path / "cases"
    _like_pip(slots.folder("b"), "0.0.9")
    slots.finish("b", {"version": "0.0.9", "digest": "before"})
    (cases / "000001").mkdir(parents=True)
    told = refusal(update("0.2.0", broken=("display", "fonts")), slots, keys / "signers")
    assert told == "refused: the new version's doctor says: display: broken; fonts: broken"
    assert "reads 2 of the kept cases worse" in refusal(update("0.2.0", misreads=2), slots, keys / "signers", cases)
    assert not (cases / "figures.json").exists(), "the table's own figures are left alone"
    updates.apply(update("0.2.0"), slots, keys / "signers", cases=cases, say=quiet)
    assert runs(slots) == "0.2.0"
    assert not (slots.root / ".b").exists()


@pytest.mark.usefixtures("quick")
def test_what_was_broken_before_does_not_keep_an_update_out(
    update: Callable[..., Path], keys: Path, tmp_path: Path
) -> None:
    slots = sandbox(tmp_path / "slots")
    (slots.folder("a") / "bin" / "planisphere").unlink()
    (slots.folder("a") / "bin").rmdir()
    _like_pip(slots.folder("a"), "0.1.0", broken=("display",))
    updates.apply(update("0.2.0", broken=("display",)), slots, keys / "signers", say=quiet)
    assert runs(slots) == "0.2.0"


def test_wheels_that_do_not_fit_together_do_not_install_and_change_nothing(
    update: Callable[..., Path], keys: Path, tmp_path: Path
) -> None:
    folder = program(tmp_path / "wheels", "0.2.0")
    (folder / "something-1.0-py3-none-any.whl").write_bytes(b"no wheel")
    out = tmp_path / f"x{ENDING}"
    make(folder, keys / "owner", out, machine="any")
    assert "refused: it does not install" in refusal(out, sandbox(tmp_path / "slots"), keys / "signers")


# Power cuts ----------------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.usefixtures("quick")
def test_the_power_may_be_cut_at_any_step_of_an_update(update: Callable[..., Path], keys: Path, tmp_path: Path) -> None:
    path, steps = update("0.2.0"), 0
    while True:
        slots = sandbox(tmp_path / str(steps))
        _like_pip(slots.folder("b"), "0.0.9")
        slots.finish("b", {"version": "0.0.9", "digest": "before"})
        with cut_after(steps) as happened:
            updates.apply(path, slots, keys / "signers", say=quiet)
        now = slots.now()
        assert now is not None
        mark = slots.mark(now)
        assert mark is not None, f"after {steps} changes no whole slot runs"
        assert mark["version"] == ("0.2.0" if now == "b" else "0.1.0")
        if not happened:
            break
        slots.begin()
        if now == "a":
            updates.apply(path, slots, keys / "signers", say=quiet)
        assert slots.version("b") == "0.2.0"
        assert slots.now() == "b"
        assert slots.state()["trial"] == "b", "the way back is open"
        steps += 1
    assert steps > 20
    assert runs(slots) == "0.2.0"


def test_the_power_may_be_cut_at_any_step_of_going_back(tmp_path: Path) -> None:
    steps, done = 0, False
    while not done:
        slots = sandbox(tmp_path / str(steps))
        _like_pip(slots.folder("b"), "0.2.0")
        slots.finish("b", {"version": "0.2.0", "digest": "second"})
        slots.try_out("b")
        for _ in range(MAX_STARTS):
            slots.begin()
        with cut_after(steps) as happened:
            slots.begin()
        done = not happened
        assert slots.now() in ("a", "b")
        for _ in range(MAX_STARTS + 1):
            slots.begin()
        assert (slots.now(), slots.state()["trial"], slots.state()["failed"]) == ("a", None, ["0.2.0"])
        steps += 1
    assert steps > 3


@pytest.mark.parametrize("text", ["", "{", "[]", '{"trial": "c", "starts": "x", "failed": 3}', "\0", '{"trial": "b"}'])
def test_a_damaged_note_of_what_is_tried_stops_nothing(tmp_path: Path, text: str) -> None:
    slots = sandbox(tmp_path / "slots")
    (slots.root / "state.json").write_text(text)
    assert slots.begin() == ""
    assert slots.fail() == ""
    assert slots.now() == "a"


def test_debians_own_python_runs_the_slots_alone(tmp_path: Path) -> None:
    slots = sandbox(tmp_path / "slots")
    _like_pip(slots.folder("b"), "0.2.0")
    slots.finish("b", {"version": "0.2.0", "digest": "second"})
    slots.try_out("b")
    root, well = str(slots.root), str(tmp_path / "well")
    text = f"import sys, runpy; m = runpy.run_path({slots_module.__file__!r}); from pathlib import Path; "
    text += f"sys.exit(m['main']([sys.argv[1]], Path({root!r}), Path({well!r})))"
    command = [sys.executable, "-I", "-S", "-c", text]
    done = subprocess.run([*command, "begin"], capture_output=True, text=True, check=True)
    assert done.stderr == f"planisphere: version 0.2.0 is being tried, start 1 of {MAX_STARTS}\n"
    codes = [subprocess.run([*command, "fail"], capture_output=True, check=False).returncode for _ in range(2)]
    assert (codes, slots.now()) == ([0, 1], "a")


# Where an update comes from ------------------------------------------------------------------------------------------


def test_sticks_are_searched_two_folders_deep(tmp_path: Path) -> None:
    wanted = [tmp_path / "pi" / "STICK" / f"a{ENDING}", tmp_path / f"b{ENDING}"]
    for path in (*wanted, tmp_path / "x" / "y" / "z" / f"deep{ENDING}", tmp_path / "pi" / "letter.txt"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    assert updates.on_sticks([tmp_path, tmp_path / "none"]) == sorted(wanted)


@pytest.mark.usefixtures("quick")
def test_the_app_asks_and_is_told_what_became_of_it(
    update: Callable[..., Path], keys: Path, sound: Path, tmp_path: Path
) -> None:
    slots, state = sandbox(tmp_path / "slots"), tmp_path / "state"
    updates.ask(io.BytesIO(b"no update"), state)
    assert updates.outcome(state) is None
    told = updates.serve(slots, state, keys / "signers", quiet)
    assert told == updates.outcome(state)
    assert "cut short" in str(told.refused)
    with sound.open("rb") as file:
        updates.ask(file, state)
    assert (state / "update" / "request").exists()
    assert updates.serve(slots, state, keys / "signers", quiet).version == "0.2.0"
    assert sorted(path.name for path in (state / "update").iterdir()) == ["outcome.json"]
    assert updates.superseded(slots.folder("a"))
    assert not updates.superseded(slots.folder("b"))


def test_more_bytes_than_an_update_may_have_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "MAX_BYTES", 1000)
    with pytest.raises(BadInput, match="more than 1000 bytes"):
        updates.receive(io.BytesIO(bytes(1001)), tmp_path)
    assert list(tmp_path.iterdir()) == []


# The command ---------------------------------------------------------------------------------------------------------


def test_the_command_makes_checks_and_tells(
    keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slots, out = sandbox(tmp_path / "slots"), tmp_path / f"x{ENDING}"
    monkeypatch.setenv("PLANISPHERE_SLOTS", str(slots.root))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    wheels, signers = program(tmp_path / "wheels", "0.2.0"), ["--signers", str(keys / "signers")]
    made = [
        "update",
        "make",
        "--wheels",
        str(wheels),
        "--key",
        str(keys / "owner"),
        "--out",
        str(out),
        "--machine",
        "any",
    ]
    assert main(made) == 0
    assert main(["update", "check", str(out), *signers]) == 0
    assert "version 0.2.0, signed, whole and newer" in capsys.readouterr().out
    assert main(["update", "status", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["version"] == "0.1.0"
    assert main(["update", "check", str(tmp_path / "none"), *signers]) == 2
    assert main(["update", "rollback"]) == 3
    assert capsys.readouterr().err.count("\n") == 2


def test_wheels_that_make_no_update_are_named(keys: Path, tmp_path: Path) -> None:
    folder, out = program(tmp_path / "wheels", "0.2.0"), tmp_path / "out"
    (tmp_path / "lock.txt").write_text(
        "something==2.0 \\\n    --hash=sha256:00\nother==1 ; sys_platform == 'win32' \\\n"
    )
    with pytest.raises(BadInput, match=r"no wheel of something 2\.0"):
        make(folder, keys / "owner", out, machine="any", locks=[tmp_path / "lock.txt"])
    wheel(folder, "something", "2.0", "")
    with pytest.raises(BadInput, match="two versions of one package"):
        make(folder, keys / "owner", out, machine="any")
    manifest = make(folder, keys / "owner", out, machine="any", locks=[tmp_path / "lock.txt"])
    assert sorted(item.name.split("-")[1] for item in manifest.wheels) == ["0.2.0", "2.0"]
    with pytest.raises(NotPossible, match="cannot sign"):
        make(folder, tmp_path / "no-key", out, machine="any", locks=[tmp_path / "lock.txt"])
