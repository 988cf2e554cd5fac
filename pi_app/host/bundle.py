"""An update as one file: wheels, and a signed list of them. Made where the program is built, checked at the table.

A ZIP file with `manifest.json`, `manifest.json.sig` (of `ssh-keygen -Y sign`) and `wheels/`. Nothing of it is believed
before the signature fits a key in the table's file of signers (see ALLOWED SIGNERS in ssh-keygen(1)).
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Annotated, Final, Literal

import msgspec
from msgspec import Meta

from engines.errors import BadInput, NotPossible
from engines.files import check_file, text_of

ENDING: Final = ".planisphere-update"
SIGNER: Final = "planisphere-update"
"""The principal that the file of signers must name, and the namespace of the signatures."""
MANIFEST, SIGNATURE, WHEELS = "manifest.json", "manifest.json.sig", "wheels/"
MAX_BYTES: Final = 1_500_000_000
MAX_MANIFEST_BYTES: Final = 1_000_000
MAX_DIRECTORY_BYTES: Final = 256 << 10
"""Of a file's own directory, which is read before its signature: three times what 300 wheels with long names need."""
_END: Final = struct.Struct("<4s4H2LH")
"""How a ZIP file ends: its mark, counts, bytes and place of its directory, bytes of the comment."""
_END_MARK: Final = b"PK\x05\x06"
_LARGE_MARK: Final = b"PK\x06\x07"
"""Before the end of one that is larger than an update may be."""
_PART: Final = r"[A-Za-z0-9._+!]+"
WHEEL_NAME: Final = rf"^[A-Za-z0-9]{_PART}-{_PART}(-[0-9][A-Za-z0-9]*)?-{_PART}-{_PART}-{_PART}\.whl\Z"
_CHUNK: Final = 1 << 20

Version = Annotated[str, Meta(pattern=r"^[0-9]{1,5}(\.[0-9]{1,5}){1,3}$")]
"""Numbers and dots; each new version is greater than the one before, number by number."""


class Wheel(msgspec.Struct, frozen=True):
    """One wheel of an update."""

    name: Annotated[str, Meta(pattern=WHEEL_NAME, max_length=200)]
    size: Annotated[int, Meta(ge=1, le=MAX_BYTES)]
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class Manifest(msgspec.Struct, frozen=True):
    """What an update holds. `machine`, `pythons`: where it fits. `requirements`: pip's lines, each with its hashes."""

    planisphere_update: Literal[1]
    version: Version
    machine: Annotated[str, Meta(pattern=r"^[a-z0-9_]{2,20}$")]
    pythons: Annotated[tuple[Annotated[str, Meta(pattern=r"^3\.[0-9]{1,2}$")], ...], Meta(min_length=1, max_length=8)]
    requirements: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=4000)], ...], Meta(max_length=300)]
    wheels: Annotated[tuple[Wheel, ...], Meta(min_length=1, max_length=300)]
    notes: Annotated[str, Meta(max_length=4000)] = ""
    """What is new, for the host."""


class Here(msgspec.Struct, frozen=True):
    """What an update must fit."""

    version: str
    machine: str = platform.machine()
    python: str = f"{sys.version_info[0]}.{sys.version_info[1]}"
    failed: tuple[str, ...] = ()
    """Versions that did not come up here before."""


# At the table --------------------------------------------------------------------------------------------------------


class Bundle(AbstractContextManager["Bundle"]):
    """An update whose signature and list were checked; a context manager. Made by `open_bundle`."""

    def __init__(self, path: Path, file: zipfile.ZipFile, manifest: Manifest, digest: str) -> None:
        self.path = path
        self.manifest = manifest
        self.digest = digest
        """SHA-256 of the list: the same for the same content."""
        self._file = file

    def unpack(self, folder: Path | None) -> None:
        """Check every wheel; put it into a folder where one is given. Raises BadInput for one that was not signed."""
        for wheel in self.manifest.wheels:
            with readable(self.path), self._file.open(WHEELS + wheel.name) as source:
                if folder is None:
                    _copy(self.path, wheel, source, None)
                    continue
                with (folder / wheel.name).open("wb") as target:
                    _copy(self.path, wheel, source, target)

    def __exit__(self, *_: object) -> None:
        self._file.close()


def open_bundle(path: Path, signers: Path, here: Here) -> Bundle:
    """The update in that file, its signature and list checked, its wheels not yet.

    Raises BadInput with one reason: no update, cut short, not signed, signed by somebody else, changed, not for this
    machine, not newer, or one that failed here; NotPossible where no signer is known or ssh-keygen is missing.
    """
    with readable(path), ExitStack() as undo:
        _check_directory(path)
        file = undo.enter_context(zipfile.ZipFile(path))
        content, signature = _member(path, file, MANIFEST), _member(path, file, SIGNATURE)
        _check_signature(path, content, signature, signers)
        manifest = parse_manifest(path.name, content)
        _check_fits(path, manifest, here)
        _check_members(path, file, manifest)
        undo.pop_all()
        return Bundle(path, file, manifest, sha256(content).hexdigest())


def check(path: Path, signers: Path, here: Here) -> Manifest:
    """What is in an update, everything in it checked. Raises as `open_bundle` does."""
    with open_bundle(path, signers, here) as bundle:
        bundle.unpack(None)
        return bundle.manifest


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Whatever is wrong with an update's file becomes one line: BadInput."""
    try:
        yield
    except (BadInput, NotPossible):
        raise
    except OSError as error:
        raise BadInput(
            "update.unreadable", "{name}: cannot be read or copied ({reason})", path.name, error.strerror or error
        ) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise BadInput("update.damaged", "{name}: cut short, damaged or no update; copy it again", path.name) from error


def parse_manifest(name: str, content: bytes) -> Manifest:
    """The list of an update. Raises BadInput where it is none that this version knows."""
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(
            "update.list_unusable", "{name}: its list cannot be used by this version ({problem})", name, str(error)
        ) from error
    names = [wheel.name for wheel in manifest.wheels]
    if len(set(names)) != len(names) or sum(wheel.size for wheel in manifest.wheels) > MAX_BYTES:
        raise BadInput(
            "update.list_wheels", "{name}: its list names a wheel twice or more than {largest} bytes", name, MAX_BYTES
        )
    if any(not line.isprintable() or line.lstrip().startswith("-") for line in manifest.requirements):
        raise BadInput("update.list_strange", "{name}: its list asks for something else than wheels", name)
    return manifest


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers, for comparing: 1.5.0.0 is 1.5. Empty where it is no plain one."""
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)*", version):
        return ()
    found = list(map(int, version.split(".")))
    while len(found) > 1 and not found[-1]:
        found.pop()
    return tuple(found)


def _check_directory(path: Path) -> None:
    """Raises BadInput where a file's directory alone would take much memory and time, signed or not."""
    check_file(path)
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _END.size - 0xFFFF - 1024))
        tail = file.read()
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size or _LARGE_MARK in tail[max(0, at - 20) : at]:
        raise BadInput("update.damaged", "{name}: cut short, damaged or no update; copy it again", path.name)
    length = _END.unpack_from(tail, at)[5]
    if length > MAX_DIRECTORY_BYTES:
        raise BadInput(
            "update.part_too_large", "{name}: its {part} is larger than {largest} bytes",
            path.name, "directory", MAX_DIRECTORY_BYTES,
        )  # fmt: skip


def _member(path: Path, file: zipfile.ZipFile, name: str) -> bytes:
    try:
        known = file.getinfo(name)
    except KeyError:
        if name == SIGNATURE:
            raise BadInput("update.unsigned", "{name}: not signed", path.name) from None
        raise BadInput("update.damaged", "{name}: cut short, damaged or no update; copy it again", path.name) from None
    if known.file_size > MAX_MANIFEST_BYTES:
        raise BadInput(
            "update.part_too_large",
            "{name}: its {part} is larger than {largest} bytes",
            path.name,
            name,
            MAX_MANIFEST_BYTES,
        )
    with file.open(known) as member:
        return member.read(MAX_MANIFEST_BYTES)


def _check_signature(path: Path, content: bytes, signature: bytes, signers: Path) -> None:
    if not signers.is_file():
        raise NotPossible(
            "update.no_signers",
            "this table trusts nobody's updates yet: put a key in {signers} (docs/host/updates.md)",
            signers,
        )
    with tempfile.TemporaryDirectory(prefix="planisphere-") as folder:
        sig = Path(folder) / "sig"
        sig.write_bytes(signature)
        command = ["ssh-keygen", "-Y", "verify", "-f", str(signers), "-I", SIGNER, "-n", SIGNER, "-s", str(sig)]
        if _run(command, content).returncode:
            raise BadInput(
                "update.not_signed", "{name}: not signed by anybody this table trusts, or changed since", path.name
            )


def _check_fits(path: Path, manifest: Manifest, here: Here) -> None:
    if manifest.machine not in ("any", here.machine):
        raise BadInput(
            "update.other_machine",
            "{name}: for {wanted}; this table is {has}",
            path.name,
            manifest.machine,
            here.machine,
        )
    if here.python not in manifest.pythons:
        raise BadInput(
            "update.other_python",
            "{name}: for Python {wanted}; this table has {has}",
            path.name,
            ", ".join(manifest.pythons),
            here.python,
        )
    if numbers(manifest.version) == numbers(here.version):
        raise BadInput(
            "update.same_version", "{name}: version {version} is the one that runs already", path.name, manifest.version
        )
    if numbers(manifest.version) < numbers(here.version):
        raise BadInput(
            "update.older_version",
            "{name}: version {version} is older than {now}, which runs",
            path.name,
            manifest.version,
            here.version,
        )
    if manifest.version in here.failed:
        raise BadInput(
            "update.failed_before",
            "{name}: version {version} did not come up here before (--again tries it)",
            path.name,
            manifest.version,
        )


def _check_members(path: Path, file: zipfile.ZipFile, manifest: Manifest) -> None:
    there = [info.filename for info in file.infolist()]
    wanted = [MANIFEST, SIGNATURE, *(WHEELS + wheel.name for wheel in manifest.wheels)]
    if sorted(there) != sorted(wanted):
        strange = sorted(set(there) ^ set(wanted))[:1] or ["a file twice"]
        raise BadInput(
            "update.contents", "{name}: does not hold what its signed list says ({strange})", path.name, strange[0]
        )
    for wheel in manifest.wheels:
        if file.getinfo(WHEELS + wheel.name).file_size != wheel.size:
            raise BadInput(
                "update.wheel_changed", "{name}: {wheel} is not the one that was signed", path.name, wheel.name
            )


def _copy(path: Path, wheel: Wheel, source: IO[bytes], target: IO[bytes] | None) -> None:
    total, left = sha256(), wheel.size + 1
    while left and (chunk := source.read(min(_CHUNK, left))):
        left -= len(chunk)
        total.update(chunk)
        if target is not None:
            target.write(chunk)
    if total.hexdigest() != wheel.sha256:
        raise BadInput("update.wheel_changed", "{name}: {wheel} is not the one that was signed", path.name, wheel.name)


# Where it is made ----------------------------------------------------------------------------------------------------


def make(wheels: Path, key: Path, out: Path, *, machine: str, locks: Sequence[Path] = (), notes: str = "") -> Manifest:
    """Pack a folder of wheels, Planisphere's among them, into an update, and sign it with an SSH key.

    `locks`: pip's files with the exact versions; without one every wheel of the folder is installed. Raises BadInput
    for wheels that are missing or of no use, NotPossible where signing fails. `out` appears whole or not at all.
    """
    found = [_wheel(path) for path in sorted(wheels.glob("*.whl"))]
    ours = [wheel for wheel in found if _names(wheel)[0] == "planisphere"]
    if len(ours) != 1:
        raise BadInput("update.one_wheel", "{wheels}: expected one wheel of planisphere, found {n}", wheels, len(ours))
    listed = _requirements(found, locks)
    kept = tuple(wheel for wheel in found if any(wheel.sha256 in line for line in listed))
    content = {
        "planisphere_update": 1,
        "version": _names(ours[0])[1],
        "machine": machine,
        "pythons": _pythons([wheel for wheel in kept if _always(wheel, listed)]),
        "requirements": listed,
        "wheels": kept,
        "notes": notes,
    }
    text = msgspec.json.encode(content)
    manifest = parse_manifest(out.name, text)
    part = out.with_name(out.name + ".part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as file:
            file.writestr(MANIFEST, text)
            file.writestr(SIGNATURE, _sign(text, key))
            for wheel in kept:
                file.write(wheels / wheel.name, WHEELS + wheel.name)
        part.replace(out)
    except OSError as error:
        raise NotPossible("file.failed", "{path}: {reason}", out, error.strerror) from error
    finally:
        part.unlink(missing_ok=True)
    return manifest


def _wheel(path: Path) -> Wheel:
    if not re.match(WHEEL_NAME, path.name):
        raise BadInput(
            "update.wheel_name", "{path}: no name of a wheel; expected NAME-VERSION-PYTHON-ABI-PLATFORM.whl", path
        )
    with path.open("rb") as file:
        total = sha256()
        while chunk := file.read(_CHUNK):
            total.update(chunk)
    return Wheel(path.name, path.stat().st_size, total.hexdigest())


def _names(wheel: Wheel) -> tuple[str, str]:
    """The normalised name of a wheel's package, and its version."""
    name, version = wheel.name.split("-")[:2]
    return _plain(name), version


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _always(wheel: Wheel, listed: Sequence[str]) -> bool:
    """Whether a wheel's package is wanted on every table."""
    return not any(wheel.sha256 in line and ";" in line for line in listed)


def _requirements(wheels: Sequence[Wheel], locks: Sequence[Path]) -> tuple[str, ...]:
    by_name: dict[tuple[str, str], list[Wheel]] = {}
    for wheel in wheels:
        by_name.setdefault(_names(wheel), []).append(wheel)
    wanted = {} if locks else dict.fromkeys(by_name, "")
    for lock in locks:
        wanted.update(_locked(lock))
    if not locks and len({name for name, _ in by_name}) != len(by_name):
        raise BadInput("update.two_versions", "two versions of one package: --lock says which belongs where")
    wanted.update({names: "" for names in by_name if names[0] == "planisphere"})
    always = [names for names, marker in wanted.items() if not marker]
    missing = [f"{name} {version}" for name, version in always if (name, version) not in by_name]
    if missing:
        raise BadInput("update.wheels_missing", "no wheel of {names}", ", ".join(missing))
    return tuple(
        f"{name}=={version}{marker} " + " ".join(f"--hash=sha256:{wheel.sha256}" for wheel in by_name[name, version])
        for (name, version), marker in sorted(wanted.items())
        if (name, version) in by_name
    )


def _locked(lock: Path) -> dict[tuple[str, str], str]:
    """(name, version) -> its marker with the semicolon, or nothing."""
    try:
        text = text_of(lock).decode()
    except (OSError, ValueError) as error:
        raise BadInput("file.not_read", "{lock}: {reason}", lock, getattr(error, "strerror", error)) from error
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)\s*(;[^\\\n]+?)?\s*\\?$", text, re.MULTILINE)
    return {(_plain(name), version): f" {marker}" if marker else "" for name, version, marker in found}


def _pythons(wheels: Sequence[Wheel]) -> tuple[str, ...]:
    """Every Python that these packages all have a wheel for."""
    known = [f"3.{minor}" for minor in range(11, 14)]
    by_name: dict[str, set[str]] = {}
    for wheel in wheels:
        tag, abi = wheel.name.removesuffix(".whl").split("-")[-3:-1]
        exact = re.fullmatch(r"cp3([0-9]+)", tag)
        fits = {f"3.{exact[1]}"} if exact and abi != "abi3" else set(known)
        by_name.setdefault(_names(wheel)[0], set()).update(fits)
    common = set(known).intersection(*by_name.values())
    return tuple(version for version in known if version in common)


def _sign(text: bytes, key: Path) -> bytes:
    with tempfile.TemporaryDirectory(prefix="planisphere-") as folder:
        file = Path(folder) / MANIFEST
        file.write_bytes(text)
        done = _run(["ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", SIGNER, str(file)], b"")
        with suppress(FileNotFoundError):
            return (Path(folder) / SIGNATURE).read_bytes()
        why = " ".join(done.stderr.decode("utf-8", "replace").split())
        raise NotPossible("update.cannot_sign", "ssh-keygen cannot sign with {key}: {why}", key, why)


def _run(command: list[str], given: bytes) -> subprocess.CompletedProcess[bytes]:
    if shutil.which(command[0]) is None:
        raise NotPossible("update.no_ssh", "{command} is not here: sudo apt install openssh-client", command[0])
    return subprocess.run(command, input=given, capture_output=True, timeout=60, check=False, env=dict(os.environ))
