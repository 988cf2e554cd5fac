"""Updates of the program: from a stick, a file or the host's hub, proven in the free slot before they may run.

The app may not change its own program: it leaves a request in its state folder, and a service of its own installs. What
is refused, or does not come up, leaves the version that runs as it is.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Final

import msgspec

from engines.errors import BadInput, Finding, NotPossible, finding
from engines.files import bytes_of, write_whole
from pi_app.host.bundle import ENDING, MAX_BYTES, Here, Manifest, open_bundle, readable
from pi_app.host.slots import NOW, ROOT, Slots, noted

SIGNERS: Final = Path("/etc/planisphere/update-signers")
STICKS: Final = (Path("/run/planisphere-stick"), Path("/media"), Path("/run/media"), Path("/mnt"))
WELL_S: Final = 120.0
"""A version whose screen has moved for so long came up well."""
BUILD_S, PROVE_S = 1800, 900
_CHUNK: Final = 1 << 20
_BACK: Final = b"back"
Say = Callable[[Finding], None]


class Outcome(msgspec.Struct, frozen=True):
    """What became of the last request: the version that was asked for, and why it was not taken."""

    version: str = ""
    refused: Finding | None = None


class Status(msgspec.Struct, frozen=True):
    """How it stands. `trial`: whether the version that runs is still being tried; `before`: the way back."""

    version: str
    slot: str | None = None
    trial: bool = False
    before: str = ""
    failed: tuple[str, ...] = ()
    last: Outcome | None = None


# Where it runs -------------------------------------------------------------------------------------------------------


def own_version() -> str:
    """The version that runs."""
    try:
        return version("planisphere")
    except PackageNotFoundError:
        return "0"


def own_slots(prefix: Path = Path(sys.prefix), environ: Mapping[str, str] = os.environ) -> Slots | None:
    """The slots this program runs from, or those of this machine; None where there are none (a clone, a PC)."""
    named = environ.get("PLANISPHERE_SLOTS")
    for root in (Path(named) if named else None, prefix.resolve().parent, ROOT):
        if root is not None and (root / NOW).is_symlink():
            return Slots(root)
    return None


def open_slots() -> Slots:
    """The slots of this machine. Raises NotPossible where there are none."""
    slots = own_slots()
    if slots is None:
        raise NotPossible(
            "update.no_slots", "there is nothing here to update: this is not a table made by script/install-pi"
        )
    return slots


def here(slots: Slots | None, *, again: bool = False) -> Here:
    """What an update must fit. `again`: versions that failed before may be tried once more."""
    if slots is None or slots.now() is None:
        return Here(version=own_version())
    name = slots.now() or ""
    failed = () if again else tuple(slots.state()["failed"])
    return Here(version=slots.version(name) or own_version(), failed=failed)


def status(slots: Slots | None, state: Path) -> Status:
    """How it stands with updates."""
    if slots is None:
        return Status(own_version(), last=outcome(state))
    now, known = slots.now(), slots.state()
    return Status(
        version=here(slots).version,
        slot=now,
        trial=known["trial"] is not None and known["trial"] == now,
        before=slots.before(),
        failed=tuple(known["failed"]),
        last=outcome(state),
    )


def came_up(state: Path, slots: Slots | None = None, prefix: Path = Path(sys.prefix)) -> None:
    """Note that the version that runs came up well: from the next start on it is not on trial. Call after `WELL_S`."""
    slots = slots or own_slots(prefix)
    if slots is not None and prefix.resolve().parent == slots.root.resolve():
        with suppress(NotPossible):
            _whole(state / "update" / "well", slots.token(prefix.resolve().name).encode() + b"\n")


def superseded(prefix: Path = Path(sys.prefix)) -> bool:
    """Whether another version is to run here from now on: an app that ends is started again, as that one."""
    root = prefix.resolve().parent
    with suppress(OSError):
        return (root / NOW).is_symlink() and (root / NOW).resolve() != prefix.resolve()
    return False


# Where it comes from -------------------------------------------------------------------------------------------------


def on_sticks(folders: Iterable[Path] = STICKS) -> list[Path]:
    """The files on mounted sticks that call themselves updates, two folders deep at most, by name."""
    found: set[Path] = set()
    for folder in folders:
        for depth in ("*", "*/*", "*/*/*"):
            with suppress(OSError):
                found.update(path for path in folder.glob(depth + ENDING) if path.is_file())
    return sorted(found)


def receive(source: IO[bytes], folder: Path) -> Path:
    """Keep an update that comes as a stream (a stick's file, the hub's answer) in a folder, whole or not at all.

    Raises BadInput for more bytes than an update may have and for what cannot be read to its end, NotPossible where the
    disk refuses.
    """
    target, left = folder / f"received{ENDING}", MAX_BYTES
    part = target.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            while chunk := _chunk(source):
                left -= len(chunk)
                if left < 0:
                    raise BadInput("update.too_large", "more than {largest} bytes: expected an update", MAX_BYTES)
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise _disk_trouble(error, folder) from error
    finally:
        part.unlink(missing_ok=True)
    return target


def _chunk(source: IO[bytes]) -> bytes:
    with readable(Path(getattr(source, "name", ENDING))):
        return source.read(_CHUNK)


def ask(source: IO[bytes], state: Path) -> None:
    """Keep an update and ask the installing service for it; `outcome` tells what becomes of it. Raises as `receive`."""
    receive(source, state / "update")
    _request(state, b"\n")


def ask_back(state: Path) -> None:
    """Ask the installing service for the version before this one; `outcome` tells. Raises NotPossible."""
    _request(state, _BACK + b"\n")


def _request(state: Path, what: bytes) -> None:
    folder = state / "update"
    try:
        for stale in ("outcome.json", "progress"):
            (folder / stale).unlink(missing_ok=True)
    except OSError as error:
        raise _disk_trouble(error, folder) from error
    _whole(folder / "request", what)


def requested(state: Path) -> bool:
    """Whether what was asked for waits for the installing service."""
    return (state / "update" / "request").exists()


def progress(state: Path) -> tuple[Finding, ...] | None:
    """What the installing service has said so far about what was asked for; None where it is not at work."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(bytes_of(state / "update" / "progress"), type=tuple[Finding, ...])
    return None


def outcome(state: Path) -> Outcome | None:
    """What became of the last request; None while it is under way, or where there was none.

    Version 0.1.0 wrote why it was refused as a sentence.
    """
    with suppress(OSError, msgspec.DecodeError):
        known = msgspec.json.decode(bytes_of(state / "update" / "outcome.json"), type=dict[str, Any])
        refused = known.get("refused") or None
        if isinstance(refused, str):
            known["refused"] = finding("update.refused", "{why}", refused)
        return msgspec.convert({**known, "refused": known["refused"] if refused else None}, Outcome)
    return None


def serve(slots: Slots, state: Path, signers: Path = SIGNERS, say: Say = print) -> Outcome:
    """Do what was asked for. The request goes first: one that was cut off is not tried for ever.

    Raises NotPossible where what became of it cannot be written down.
    """
    folder, said = state / "update", list[Finding]()
    path = folder / f"received{ENDING}"

    def tell(step: Finding) -> None:
        say(step)
        said.append(step)
        _whole(folder / "progress", msgspec.json.encode(said))

    back = _asks_back(folder / "request")
    (folder / "request").unlink(missing_ok=True)
    try:
        _whole(folder / "progress", b"[]")
        if back:
            told = Outcome(roll_back(slots))
        else:
            cases, well = state / "data" / "cases", noted(state / "update" / "well")
            told = Outcome(apply(path, slots, signers, cases=cases, well=well, say=tell).version)
    except (BadInput, NotPossible) as error:
        told = Outcome(refused=error.finding)
    path.unlink(missing_ok=True)
    _whole(folder / "outcome.json", msgspec.json.encode(told))
    (folder / "progress").unlink(missing_ok=True)
    return told


def _asks_back(request: Path) -> bool:
    with suppress(OSError):
        return bytes_of(request).strip() == _BACK
    return False


# Applying ------------------------------------------------------------------------------------------------------------


def apply(
    path: Path,
    slots: Slots,
    signers: Path = SIGNERS,
    *,
    cases: Path | None = None,
    well: str = "",
    again: bool = False,
    say: Say = print,
) -> Manifest:
    """Install an update into the free slot, prove it there, and let it run from the next start on.

    `cases`: the folder of kept cases; `well`: the token of what came up well last. Raises BadInput for what is not to
    be trusted or does not fit, NotPossible where it does not install, its doctor finds worse, or it reads the kept
    cases worse; what runs is untouched then.
    """
    now = slots.now()
    if now is None:
        raise NotPossible("update.not_in_slot", "{root}: no version runs from here", slots.root)
    if not slots.keep(well) and slots.state()["trial"] == now:
        raise NotPossible(
            "update.on_trial", "version {version} is still being tried: let the table run a while", slots.version(now)
        )
    free = slots.other()
    with open_bundle(path, signers, here(slots, again=again)) as bundle, _work(slots.root) as work:
        bundle.unpack(work / "wheels")
        say(finding("update.whole", "Version {version} is signed and whole.", bundle.manifest.version))
        slots.set_aside(free)
        try:
            _fill(slots.folder(now), slots.folder(free), bundle.manifest, work, say)
            _prove(slots.folder(now), slots.folder(free), work, cases, say)
            slots.finish(free, {"version": bundle.manifest.version, "digest": bundle.digest})
            slots.try_out(free)
        finally:
            slots.settle(free)
        say(finding("update.next", "Version {version} runs from the next start on.", bundle.manifest.version))
        return bundle.manifest


def roll_back(slots: Slots) -> str:
    """Run the version before this one again from the next start on; returns it. Raises NotPossible."""
    other = slots.other()
    try:
        slots.settle(other)
        if not slots.before():
            raise NotPossible("update.nothing_before", "there is no version before this one")
        if not slots.fail():
            slots.switch(other)
    except OSError as error:
        raise _disk_trouble(error, slots.root) from error
    return slots.version(other)


@contextmanager
def _work(root: Path) -> Iterator[Path]:
    """A folder beside the slots, empty, and gone afterwards."""
    folder = root / ".work"
    try:
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "wheels").mkdir(parents=True)
        yield folder
    except OSError as error:
        raise _disk_trouble(error, root) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _fill(now: Path, free: Path, manifest: Manifest, work: Path, say: Say) -> None:
    say(finding("update.installing", "It is being installed beside the version that runs."))
    wanted = work / "requirements.txt"
    wanted.write_text("".join(line + "\n" for line in manifest.requirements), "utf-8")
    python = os.path.realpath(sys.executable)
    system = ["--system-site-packages"] if _sees_system(now) else []
    _done([python, "-m", "venv", "--without-pip", *system, str(free)], "no environment could be made")
    pip = [*_pip(work), "--python", str(free / "bin" / "python"), "install", "--quiet"]
    pip += ["--disable-pip-version-check", "--no-cache-dir", "--no-index", "--only-binary=:all:", "--require-hashes"]
    _done([*pip, "--find-links", str(work / "wheels"), "-r", str(wanted)], "it does not install")


def _sees_system(slot: Path) -> bool:
    with suppress(OSError):
        return "include-system-site-packages = true" in (slot / "pyvenv.cfg").read_text("utf-8")
    return False


def _pip(work: Path) -> list[str]:
    """The command of a pip: this environment's, or a fresh one's where it has none."""
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    _done([os.path.realpath(sys.executable), "-m", "venv", str(work / "pip")], "no pip could be made")
    return [str(work / "pip" / "bin" / "python"), "-m", "pip"]


def _prove(before: Path, fresh: Path, work: Path, cases: Path | None, say: Say) -> None:
    """Refuse what finds more broken than the version that runs, or reads the kept cases worse."""
    environ = {**os.environ, "STATE_DIRECTORY": str(work / "state"), "PYTHONDONTWRITEBYTECODE": "1"}
    old, new = (_broken(slot, environ) for slot in (before, fresh))
    if new is None:
        raise NotPossible("update.does_not_start", "refused: the new version does not start")
    if worse := sorted(set(new) - set(old or ())):
        raise NotPossible(
            "update.doctor_worse",
            "refused: the new version's doctor says: {what}",
            "; ".join(new[name] for name in worse),
        )
    say(finding("update.sound", "It starts, and finds this table as sound as before."))
    if cases is None or not cases.is_dir() or not any(cases.iterdir()):
        return
    shutil.copytree(cases, work / "cases")
    _cases_worse(before, work / "cases", environ)
    missed = _cases_worse(fresh, work / "cases", environ)
    if missed is None:
        raise NotPossible("update.cases_unread", "refused: the new version cannot read the kept cases")
    if missed:
        raise NotPossible(
            "update.cases_worse",
            "refused: the new version reads {missed} of the kept cases worse than the one that runs",
            missed,
        )
    say(finding("update.reads", "It reads the kept photographs as well as before."))


def _broken(slot: Path, environ: dict[str, str]) -> dict[str, str] | None:
    """What a slot's doctor marks `fail`: check to its words; None where the doctor does not answer."""
    told = _answer([str(slot / "bin" / "planisphere"), "doctor", "--json"], environ)
    try:
        failed = [check for check in told["checks"] if check["level"] == "fail"]
        return {check["name"]: f"{check['name']}: {check['text']}" for check in failed}
    except (TypeError, KeyError):
        return None


def _cases_worse(slot: Path, cases: Path, environ: dict[str, str]) -> int | None:
    """How many cases a slot reads worse than the one that read them last; None where it cannot."""
    told = _answer([str(slot / "bin" / "planisphere"), "bench", "vision", "--cases", str(cases), "--json"], environ)
    try:
        return int(next(figure["value"] for figure in told["figures"] if figure["name"] == "cases.worse"))
    except (TypeError, KeyError, ValueError, StopIteration):
        return None


def _answer(command: list[str], environ: dict[str, str]) -> Any:
    try:
        done = subprocess.run(
            command, env=environ, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROVE_S, check=False
        )
        return msgspec.json.decode(done.stdout)
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def _done(command: list[str], what: str) -> None:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=BUILD_S, check=False)
    except subprocess.SubprocessError as error:
        raise NotPossible("update.step_failed", "refused: {what}: {why}", what, error) from error
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = next((line for line in lines if line.startswith("ERROR")), lines[-1] if lines else "no reason given")
        raise NotPossible("update.step_failed", "refused: {what}: {why}", what, why)


def _disk_trouble(error: OSError, path: Path) -> NotPossible:
    if error.errno == errno.ENOSPC:
        return NotPossible("update.no_room", "{path}: no room is left on this disk", path)
    return NotPossible("file.failed", "{path}: {reason}", error.filename or path, error.strerror or error)


def _whole(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content, synced=True)
    except OSError as error:
        raise _disk_trouble(error, path) from error
