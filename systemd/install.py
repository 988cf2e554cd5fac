"""Makes a Debian 12 or 13 machine a table that boots to Planisphere, and takes that back.

Runs with Debian's own Python and nothing else. Every step looks first whether it is needed: a second run
changes nothing, and a run that was cut off is completed by the next. Exit codes: 0 done; 2 bad arguments; 3 not here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

SOURCE: Final = Path(__file__).resolve().parents[1]
PYTHONS: Final = {"12": "3.11", "13": "3.13"}
"""Debian's own Python by release."""
ARCHITECTURES: Final = ("arm64", "amd64")
PACKAGES: Final = [
    *("python3", "python3-venv", "libegl1", "libegl-mesa0", "libgl1", "libgl1-mesa-dri", "libgles2"),
    *("libgbm1", "libdrm2", "libxrender1", "alsa-utils", "libasound2-data", "openssh-client", "python3-segno"),
]
GROUPS: Final = "video render input gpio dialout audio"
HOME: Final = "opt/planisphere"
SLOTS: Final = f"{HOME}/slots"
"""Two virtual environments, `a` and `b`, and `now`, a link to the one that runs (see slots.py)."""
NOW: Final = f"{SLOTS}/now"
VENV: Final = f"{HOME}/venv"
"""A link to whichever runs."""
STAMP: Final = ".planisphere"
"""In a slot: the sources it was made of."""
MARK: Final = ".slot.json"
SIGNERS: Final = "etc/planisphere/update-signers"
BEFORE: Final = f"{HOME}/default.target.before"
UNITS: Final = "etc/systemd/system"
DEFAULT: Final = f"{UNITS}/default.target"
THREE_KEYS: Final = f"{UNITS}/ctrl-alt-del.target"
"""What Ctrl-Alt-Delete on a guest's keyboard starts: nothing."""
NOTHING: Final = "/dev/null"
RECORD: Final = "var/log/planisphere-install.commands"
ROOMS: Final = ("paper", "engines", "vision", "hardware", "firmware_bridge", "pi_app", "hub", "planisphere")
FILES: Final = {
    f"{UNITS}/planisphere.target": "planisphere.target",
    f"{UNITS}/planisphere.service": "planisphere.service",
    f"{UNITS}/planisphere-doctor.service": "planisphere-doctor.service",
    f"{UNITS}/planisphere-help.service": "planisphere-help.service",
    f"{UNITS}/planisphere-slot.service": "planisphere-slot.service",
    f"{UNITS}/planisphere-rollback.service": "planisphere-rollback.service",
    f"{UNITS}/planisphere-update.service": "planisphere-update.service",
    f"{UNITS}/planisphere-update.path": "planisphere-update.path",
    f"{UNITS}/planisphere-hub.service": "planisphere-hub.service",
    f"{UNITS}/planisphere-system.socket": "planisphere-system.socket",
    f"{UNITS}/planisphere-system@.service": "planisphere-system@.service",
    "etc/sysusers.d/planisphere.conf": "sysusers.d/planisphere.conf",
    "etc/tmpfiles.d/planisphere.conf": "tmpfiles.d/planisphere.conf",
    "etc/udev/rules.d/70-planisphere.rules": "udev/70-planisphere.rules",
    "etc/udev/rules.d/71-planisphere-stick.rules": "udev/71-planisphere-stick.rules",
    "etc/modules-load.d/planisphere.conf": "modules-load.d/planisphere.conf",
    "etc/systemd/system-preset/50-planisphere.preset": "system-preset/50-planisphere.preset",
    "etc/systemd/system.conf.d/planisphere.conf": "system.conf.d/planisphere.conf",
    "etc/systemd/journald.conf.d/planisphere.conf": "journald.conf.d/planisphere.conf",
    f"{HOME}/help_screen.py": "help_screen.py",
    f"{HOME}/system_settings.py": "system_settings.py",
    f"{HOME}/slots.py": "../pi_app/host/slots.py",
}
"""What is put where; the sources lie beside this file."""
COMMAND: Final = "usr/local/bin/planisphere"
_COMMAND_TEXT: Final = f"""\
#!/bin/sh
# The table's Planisphere, as its own user, on its own games and settings.
[ "$(id -u)" = 0 ] || exec sudo "$0" "$@"
exec runuser -u planisphere -g planisphere {" ".join(f"-G {g}" for g in [*GROUPS.split(), "systemd-journal"])} -- \\
    env STATE_DIRECTORY=/var/lib/planisphere CONFIGURATION_DIRECTORY=/etc/planisphere \\
    /{VENV}/bin/planisphere "$@"
"""
NETWORK: Final = "network.conf"
"""A drop-in that lets the app reach machines of the local network; only where it is asked for."""
APP: Final = "planisphere.service"
_OLD_APP: Final = "planisphere-cage.service"
"""Of earlier versions, under a compositor for which Kivy's SDL has no driver."""
HUB: Final = "planisphere-hub.service"
_BESIDE: Final = ("planisphere-help.service", "planisphere-update.path", "planisphere-system.socket", HUB)
Run: TypeAlias = Callable[[list[str]], bool]


class CannotInstall(Exception):
    """This machine cannot be made a table; the text says why."""


class Machine(NamedTuple):
    """What is to be installed on."""

    root: Path
    release: str
    """Debian's, such as `12`."""
    architecture: str
    packages: frozenset[str]
    """What is installed."""
    running: bool
    """Whether systemd runs: not where a card's image is being made."""


class Step(NamedTuple):
    """Something that is needed: what it does in words, and the doing, which tells whether anything changed."""

    what: str
    do: Callable[[], bool]


def look(root: Path) -> Machine:
    """The machine under `root`. Raises CannotInstall where it is none of those that are known to work."""
    told = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', _text(root / "etc/os-release"), re.MULTILINE))
    stanzas = _text(root / "var/lib/dpkg/status").split("\n\n")
    packages = {m[1]: s for s in stanzas if (m := re.match(r"Package: (\S+)", s)) and "\nStatus: install ok inst" in s}
    found = re.search(r"^Architecture: (\S+)$", packages.get("dpkg", ""), re.MULTILINE)
    architecture = found[1] if found else "unknown"
    name = told.get("PRETTY_NAME", "an unknown system")
    if told.get("ID") not in ("debian", "raspbian") or told.get("VERSION_ID") not in PYTHONS:
        raise CannotInstall(f"{name} in {root}: expected Raspberry Pi OS or Debian, release {' or '.join(PYTHONS)}")
    if architecture not in ARCHITECTURES:
        raise CannotInstall(f"{name} for {architecture}: expected the 64-bit system (arm64)")
    running = (root / "run/systemd/system").is_dir()
    return Machine(root, told["VERSION_ID"], architecture, frozenset(packages), running)


def wanted_packages(machine: Machine) -> list[str]:
    """Debian's packages that the app needs here, and lgpio where it has no wheel and Raspberry Pi's archive has it."""
    return [*PACKAGES, *(["python3-lgpio"] if _lgpio_of_debian(machine) else [])]


class Wishes(NamedTuple):
    """What the table shall have beside the app."""

    wheels: Path | None = None
    """A folder of Python packages, in place of the internet."""
    signers: Path | None = None
    """Whose updates are trusted."""
    network: bool = False
    hub: bool = False


ALONE: Final = Wishes()


def install(machine: Machine, run: Run, wishes: Wishes = ALONE) -> Iterator[Step]:
    """The steps that are still needed, in their order; each is looked at after the ones before it were done."""
    changed: list[str] = []
    yield from _packages(machine, run)
    for target, text in _contents(wishes).items():
        mode = 0o755 if target == COMMAND else 0o644
        if _differs(machine.root / target, text, mode):
            changed.append(target)
            yield Step(f"write /{target}", lambda t=target, c=text, m=mode: _write(machine.root / t, c, m))  # type: ignore[misc]
    yield from _user(machine, run)
    hub = wishes.hub or (machine.root / _wants(HUB)).is_symlink()
    yield from _program(machine, run, wishes.wheels, hub)
    for link, target in _links(machine.root, wishes.hub).items():
        if _points_to(machine.root / link) != target:
            changed.append(link)
            yield Step(f"link /{link} -> {target}", lambda at=link, to=target: _link(machine.root / at, to))  # type: ignore[misc]
    for old in _there(machine.root, _places(_OLD_APP)):
        changed.append(old)
        yield Step(f"remove /{old}", lambda n=old: _remove(machine.root / n))  # type: ignore[misc]
    if changed:
        yield from _reload(machine, run)


def uninstall(machine: Machine, run: Run) -> Iterator[Step]:
    """The steps that take everything away again but games, settings and Debian's packages."""
    root = machine.root
    apps = [name for name in (APP, _OLD_APP) if (root / UNITS / name).exists()]
    if apps and machine.running:
        yield _command(["systemctl", "stop", *apps, *_BESIDE], run)
    before = _points_to(root / BEFORE)
    if _points_to(root / DEFAULT) == f"/{UNITS}/planisphere.target":
        if before is None:
            yield Step(f"remove /{DEFAULT}", lambda: _remove(root / DEFAULT))
        else:
            yield Step(f"link /{DEFAULT} -> {before}", lambda: _link(root / DEFAULT, before))
    owned = [*_places(_OLD_APP), *_places(APP), f"{UNITS}/planisphere.target.wants", *FILES, COMMAND, HOME]
    if _points_to(root / THREE_KEYS) == NOTHING:
        owned.append(THREE_KEYS)
    gone = _there(root, dict.fromkeys(owned))
    for name in gone:
        yield Step(f"remove /{name}", lambda n=name: _remove(root / n))  # type: ignore[misc]
    if gone:
        yield from _reload(machine, run)


# Parts of the installation -------------------------------------------------------------------------------------------


def _places(app: str) -> tuple[str, str, str]:
    """Where a service of the app lies: what starts it, what was added to it, itself."""
    return _wants(app), f"{UNITS}/{app}.d", f"{UNITS}/{app}"


def _there(root: Path, names: Iterable[str]) -> list[str]:
    """Those that exist, links to nothing too."""
    return [name for name in names if os.path.lexists(root / name)]


def _packages(machine: Machine, run: Run) -> Iterator[Step]:
    missing = [name for name in wanted_packages(machine) if name not in machine.packages]
    if missing:
        apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
        yield _command([*apt, "update"], run)
        yield _command([*apt, "install", "--no-install-recommends", *missing], run)


def _user(machine: Machine, run: Run) -> Iterator[Step]:
    if not re.search(r"^planisphere:", _text(machine.root / "etc/passwd"), re.MULTILINE):
        yield _command(["systemd-sysusers", "/etc/sysusers.d/planisphere.conf"], run)
    if not (machine.root / "var/lib/planisphere").is_dir():
        yield _command(["systemd-tmpfiles", "--create", "/etc/tmpfiles.d/planisphere.conf"], run)


def _program(machine: Machine, run: Run, wheels: Path | None, hub: bool) -> Iterator[Step]:
    """The virtual environment that runs. Its stamp is taken away first and put back last: half of it is done again."""
    root, now = machine.root, _points_to(machine.root / NOW)
    slot = f"{SLOTS}/{now if now in ('a', 'b') else 'a'}"
    stamp, program = root / slot / STAMP, fingerprint()
    wanted = f"{program} Python {PYTHONS[machine.release]}{' with the hub' if hub else ''}\n"
    if _text(stamp) == wanted or _updated(root / slot):
        return
    if stamp.exists():
        yield Step(f"remove /{slot}/{STAMP}", lambda: _remove(stamp))
    whole = f"version = {PYTHONS[machine.release]}." in _text(root / slot / "pyvenv.cfg")
    if not whole or not (root / slot / "bin/pip").exists():
        system = ["--system-site-packages"] if _lgpio_of_debian(machine) else []
        yield _command(["python3", "-m", "venv", "--clear", *system, f"/{slot}"], run)
    pip = [f"/{slot}/bin/python", "-m", "pip", "install", "--disable-pip-version-check", "--no-cache-dir", "--quiet"]
    offline = ["--no-index", "--find-links", str(wheels)] if wheels else []
    for lock in ("run", *(["hub"] if hub else [])):
        yield _command([*pip, *offline, "--require-hashes", "-r", str(_lock(lock, wheels))], run)
    yield _command([*pip, "--no-build-isolation", "--no-deps", "--force-reinstall", str(SOURCE)], run)
    mark = json.dumps({"version": source_version(), "digest": program}).encode() + b"\n"
    yield Step(f"write /{slot}/{MARK}", lambda: _write(root / slot / MARK, mark, 0o644))
    if (root / VENV).is_dir() and not (root / VENV).is_symlink():
        yield Step(f"remove /{VENV}", lambda: _remove(root / VENV))
    for link, target in {NOW: slot.rpartition("/")[2], VENV: "slots/now"}.items():
        if _points_to(root / link) != target:
            yield Step(f"link /{link} -> {target}", lambda at=link, to=target: _link(root / at, to))  # type: ignore[misc]
    # The service that installs updates runs as the table's user; the app, confined, cannot write there.
    yield _command(["chown", "-h", "-R", "planisphere:planisphere", f"/{SLOTS}"], run)
    yield Step(f"write /{slot}/{STAMP}", lambda: _write(stamp, wanted.encode(), 0o644))


def _lock(name: str, wheels: Path | None) -> Path:
    """The versions and hashes: those beside the wheels, where `tools.wheels` built some, or the sources'."""
    beside = wheels / f"{name}.txt" if wheels else None
    return beside if beside is not None and beside.is_file() else SOURCE / "requirements" / f"{name}.txt"


def _updated(slot: Path) -> bool:
    """Whether an update that is newer than these sources was installed into a slot: then it stays."""
    if (slot / STAMP).exists():
        return False
    told = re.search(r'"version": *"([0-9.]+)"', _text(slot / MARK))
    return told is not None and _numbers(told[1]) > _numbers(source_version())


def source_version() -> str:
    """The version of these sources."""
    told = re.search(r'^version = "([0-9.]+)"', _text(SOURCE / "pyproject.toml"), re.MULTILINE)
    return told[1] if told else "0"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part)


def _reload(machine: Machine, run: Run) -> Iterator[Step]:
    if machine.running:
        yield _command(["systemctl", "daemon-reload"], run)
    if machine.running and (machine.root / "run/udev/control").exists():
        yield _command(["udevadm", "control", "--reload"], run)


def _links(root: Path, hub: bool) -> dict[str, str]:
    """What starts the app, and the default target; where another one was, it is remembered for the way back."""
    table = f"/{UNITS}/planisphere.target"
    wanted = [APP, "planisphere-update.path", "planisphere-system.socket", *([HUB] if hub else [])]
    links = {_wants(name): f"/{UNITS}/{name}" for name in wanted}
    before = _points_to(root / DEFAULT)
    if before is not None and before != table:
        links[BEFORE] = before
    if not os.path.lexists(root / THREE_KEYS) or _points_to(root / THREE_KEYS) == NOTHING:
        links[THREE_KEYS] = NOTHING
    return {**links, DEFAULT: table}


def _wants(app: str) -> str:
    return f"{UNITS}/planisphere.target.wants/{app}"


def _lgpio_of_debian(machine: Machine) -> bool:
    """Whether it comes as a package: Debian 13's Python has no wheel, and Debian itself no package of it."""
    apt = machine.root / "etc/apt"
    sources = [apt / "sources.list", *sorted((apt / "sources.list.d").glob("*"))]
    known = any("archive.raspberrypi" in _text(source) for source in sources)
    return machine.architecture == "arm64" and machine.release != "12" and known


def _contents(wishes: Wishes) -> dict[str, bytes]:
    here = Path(__file__).resolve().parent
    found = {**{target: (here / name).read_bytes() for target, name in FILES.items()}, COMMAND: _COMMAND_TEXT.encode()}
    if wishes.network:
        found[f"{UNITS}/{APP}.d/{NETWORK}"] = (here / NETWORK).read_bytes()
    if wishes.signers:
        found[SIGNERS] = wishes.signers.read_bytes()
    return found


def fingerprint(source: Path = SOURCE) -> str:
    """A hash of everything that is installed into the virtual environment."""
    total = hashlib.sha256()
    names = [source / "pyproject.toml", source / "requirements/run.txt", source / "requirements/hub.txt"]
    for room in ROOMS:
        names += [Path(folder) / name for folder, _, files in os.walk(source / room) for name in files]
    for name in sorted(names):
        if not {"__pycache__", "node_modules"} & set(name.parts) and name.suffix != ".mo":
            total.update(str(name.relative_to(source)).encode() + b"\0" + name.read_bytes())
    return total.hexdigest()


# The disk and the commands -------------------------------------------------------------------------------------------


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _differs(path: Path, content: bytes, mode: int) -> bool:
    try:
        return path.read_bytes() != content or path.stat().st_mode & 0o777 != mode
    except OSError:
        return True


def _write(path: Path, content: bytes, mode: int) -> bool:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.chmod(mode)
    part.replace(path)
    return True


def _points_to(link: Path) -> str | None:
    return os.readlink(link) if link.is_symlink() else None


def _link(link: Path, target: str) -> bool:
    link.parent.mkdir(parents=True, exist_ok=True)
    part = link.with_name(link.name + ".part")
    part.unlink(missing_ok=True)
    part.symlink_to(target)
    part.replace(link)
    return True


def _remove(path: Path) -> bool:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    return True


def _command(command: list[str], run: Run) -> Step:
    return Step(f"run {shlex.join(command)}", lambda: run(command))


def run_here(command: list[str]) -> bool:
    """Run a command on this machine. Raises CannotInstall where it fails."""
    try:
        code = subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode
    except OSError as error:
        raise CannotInstall(f"{command[0]}: {error.strerror}") from error
    if code:
        raise CannotInstall(f"`{shlex.join(command)}` ended with code {code}: mend that and run this again")
    return True


def record_in(root: Path) -> Run:
    """Write commands down instead of running them; one that is written down counts as done."""
    record = root / RECORD

    def run(command: list[str]) -> bool:
        line = shlex.join(command) + "\n"
        known = _text(record)
        if line in known.splitlines(keepends=True):
            return False
        return _write(record, (known + line).encode(), 0o644)

    return run


# The command line ----------------------------------------------------------------------------------------------------


def _arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/install-pi", description=str(__doc__).splitlines()[0])
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")
    parser.add_argument("--uninstall", action="store_true", help="take it away again; games and settings stay")
    parser.add_argument("--signers", type=Path, metavar="FILE", help="whose updates are trusted (docs/host/updates.md)")
    parser.add_argument(
        "--network", action="store_true", help="let the app reach the local network: for an event's hub"
    )
    parser.add_argument("--hub", action="store_true", help="run the event's hub on this machine too")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="a folder of wheels, for a table without internet")
    parser.add_argument(
        "--root", type=Path, default=Path("/"), metavar="DIR", help="another root; commands are recorded"
    )
    args = parser.parse_args(argv)
    for name in ("wheels", "root"):
        folder = getattr(args, name)
        if folder is not None and not folder.is_dir():
            parser.error(f"--{name} {folder}: no such folder")
    if args.signers is not None and not args.signers.is_file():
        parser.error(f"--signers {args.signers}: no such file")
    return args


def main(argv: list[str] | None = None) -> int:
    """Install, uninstall, or say what would be done."""
    args = _arguments(argv)
    try:
        return _main(args)
    except (CannotInstall, OSError) as error:
        print(f"install-pi: {error}", file=sys.stderr)
        return 3


def _main(args: argparse.Namespace) -> int:
    machine = look(args.root)
    here = args.root.resolve() == Path("/")
    if here and not args.dry_run and os.geteuid() != 0:
        raise CannotInstall("this changes the system: run it with sudo, or add --dry-run")
    run = run_here if here else record_in(args.root)
    wheels = args.wheels.resolve() if args.wheels else None
    wishes = Wishes(wheels, args.signers, args.network, args.hub)
    steps = uninstall(machine, run) if args.uninstall else install(machine, run, wishes)
    count = 0
    for step in steps:
        if args.dry_run or step.do():
            print(f"{'would ' if args.dry_run else ''}{step.what}", flush=True)
            count += 1
    print(_last_word(args, count))
    return 0


def _last_word(args: argparse.Namespace, count: int) -> str:
    if not count:
        return "nothing to do"
    if args.dry_run:
        return f"{count} steps; nothing was done"
    if args.uninstall:
        return "taken away; games are still in /var/lib/planisphere, settings in /etc/planisphere"
    return "ready: restart the machine to begin"


if __name__ == "__main__":
    sys.exit(main())
