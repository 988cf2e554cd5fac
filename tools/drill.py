"""A table from installation to roll-back under a real systemd: Debian in a container, this project as its updates.

    sudo .venv/bin/python -m tools.drill --wheels DIR [--release 12] [--base DIR] [--only STEP,…]

Needs Debian's `debootstrap` and `systemd-container`, and what `tools.wheels DIR --machine x86_64` gathers.
What is committed is installed by `script/install-pi`, the container boots to the app (its screen drawn offscreen: there
is no panel), and updates made of the same sources are asked for as the app asks for them: a sound one, one that reads a
kept case worse, one that crashes, one that ends with code 2, one that never shows a screen, and one whose installation
is cut off by the power. Prints a line a step and one JSON object; exit code 1 where a step did not go as it should.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.virtual_pi.debian_root import NAMES, copied, debian, sources
from tools.virtual_pi.qmp import Refused
from tools.virtual_pi.update import new_key, signed
from tools.wheels import ROOT

UP = ("starting", "running", "degraded")
DROP_IN = """\
# There is no panel and no console in a container.
[Service]
Environment=SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy
StandardInput=null
TTYPath=/dev/console
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
"""
HELP_DROP_IN = """\
# No console to show it on either: it is there for a while, and ends as at a key.
[Service]
ExecStart=
ExecStart=/usr/bin/env sleep 5
StandardInput=null
StandardOutput=journal
TTYPath=/dev/console
TTYReset=no
TTYVHangup=no
"""
STATE = "var/lib/planisphere"
SLOTS = "opt/planisphere/slots"
APP, HELP = "planisphere.service", "planisphere-help.service"
USER = ["runuser", "-u", "planisphere", "--", "env", f"STATE_DIRECTORY=/{STATE}"]
ASK = """
import sys
from pathlib import Path
from pi_app.host.updates import ask

ask(open(sys.argv[1], "rb"), Path(sys.argv[2]))
"""
LIST = "star_explorer.list.jsonl"
PHOTOS = ROOT / "tests" / "photos" / "star_explorer"
WORSE = """

_whole = read_disc


def read_disc(*given, **named):
    import msgspec

    found = _whole(*given, **named)
    return msgspec.structs.replace(found, lines=())
"""
PLAY = "planisphere/commands/play.py"
CHANGES: dict[str, dict[str, str]] = {
    "sound": {},
    "worse": {"vision/disc/read.py": WORSE},
    "crash": {PLAY: "\n\ndef run(args):\n    raise RuntimeError('broken')\n"},
    "code": {PLAY: "\n\ndef run(args):\n    raise BadInput('broken')\n"},
    "hang": {PLAY: "\n\ndef run(args):\n    import time\n    time.sleep(9999)\n"},
    "cut": {},
}
"""What each update adds at the end of files of the sources."""


class Container:
    """Debian below `root`, booted by systemd-nspawn."""

    def __init__(self, root: Path, binds: dict[Any, str]) -> None:
        self.root, self._binds, self._log = root, binds, root.with_suffix(".log").open("ab")
        self._nspawn: Any = None

    def boot(self) -> None:
        """Start it, and wait until its systemd answers."""
        binds = [f"--bind-ro={here}:{there}" for here, there in self._binds.items()]
        command = ["systemd-nspawn", "--quiet", f"--directory={self.root}", "--boot", "--register=no", "--keep-unit"]
        command += [f"--machine=drill-{os.getpid()}", "--console=pipe", "--setenv=SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1"]
        self._nspawn = subprocess.Popen(
            [*command, *binds], stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log
        )
        self.until("systemd is up", lambda: self.systemctl("is-system-running") in UP, 120)

    def leader(self) -> Any:
        """The process that is systemd in there."""
        told = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text().split()
        if not told:
            raise Refused("the container ended")
        return told[0]

    def run(self, *command: Any, check: bool = False) -> Any:
        """Run a command in there; returns what it printed."""
        inside = [
            "nsenter",
            "--target",
            self.leader(),
            "--all",
            "--",
            "env",
            "-i",
            "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        ]
        done = subprocess.run([*inside, *command], capture_output=True, text=True, check=False)
        if check and done.returncode:
            raise Refused(f"{' '.join(command)}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout.strip()

    def systemctl(self, *arguments: Any) -> Any:
        """Run systemctl in the container; its standard output."""
        return self.run("systemctl", *arguments)

    def until(self, what: str, happens: Callable[[], object], seconds: float) -> None:
        """Wait until it happens; the drill fails with `what` when it has not within so many seconds."""
        end = time.monotonic() + seconds
        while True:
            try:
                if happens():
                    return
            except Refused:
                if self._nspawn.poll() is not None:
                    raise
            if time.monotonic() > end:
                raise Refused(f"{what}: not within {seconds} s")
            time.sleep(0.5)

    def off(self) -> None:
        """Shut down as a table does."""
        self.systemctl("poweroff")
        self._nspawn.wait(120)

    def cut(self) -> None:
        """Pull the plug: everything in there ends at once, nothing is written any more. May be called twice."""
        if self._nspawn is None or self._nspawn.poll() is not None:
            return
        for pid in [self.leader(), str(self._nspawn.pid)]:
            os.kill(int(pid), signal.SIGKILL)
        self._nspawn.wait(30)


class Drill:
    """The steps, each with what must be true after it."""

    def __init__(self, container: Any, work: Path, release: str) -> None:
        self.box, self.work, self.release = container, work, release
        self.base = self.version = source_version(work / "src")

    # What is so

    def status(self) -> Any:
        """What `planisphere update status` says."""
        return json.loads(self.box.run("planisphere", "update", "status", "--json", check=True))

    def up(self) -> bool:
        """Whether the app told systemd that its screen is up."""
        return bool(self.box.systemctl("is-active", APP) == "active")

    def running(self) -> Any:
        """The version of the process that is the app."""
        pid = self.box.systemctl("show", "--property=MainPID", "--value", APP)
        command = self.box.run("cat", f"/proc/{pid}/cmdline").split("\0")
        slot = Path(os.readlink(self.box.root / SLOTS / "now")).name
        there = next((word for word in command if "/slots/" in word or "/venv/" in word), "")
        mark = json.loads((self.box.root / SLOTS / slot / ".slot.json").read_text())
        return mark["version"] if there else f"not the app: {command}"

    def journal(self, unit: str, lines: int = 200) -> Any:
        """The end of the log of a unit."""
        return self.box.run("journalctl", "--quiet", "--no-pager", "--output=cat", f"--lines={lines}", "--unit", unit)

    def expect(self, what: str, true: bool) -> None:
        """Raises Refused where it is not so."""
        if not true:
            raise Refused(what)

    # Steps

    def install(self) -> dict[str, Any]:
        """`script/install-pi` does everything in one run, and nothing in the second."""
        self.box.boot()
        command = ["/src/script/install-pi", "--wheels", "/wheels", "--signers", "/keys/signers"]
        first = self.box.run(*command, check=True)
        self.expect(first[-300:], first.endswith("restart the machine to begin"))
        again = self.box.run(*command, check=True)
        self.expect(f"the second run: {again[-300:]}", again == "nothing to do")
        for unit, text in ((APP, DROP_IN), (HELP, HELP_DROP_IN)):
            drop_in = self.box.root / "etc/systemd/system" / f"{unit}.d" / "drill.conf"
            drop_in.parent.mkdir(exist_ok=True)
            drop_in.write_text(text)
        self.box.off()
        return {"steps": len(first.splitlines())}

    def boot(self) -> dict[str, Any]:
        """The machine boots to the app."""
        begun = time.monotonic()
        self.box.boot()
        self.box.until("the app is up", self.up, 120)
        self.expect(self.running(), self.running() == self.base)
        self.expect("default.target", self.box.systemctl("get-default") == "planisphere.target")
        return {"to_app_s": round(time.monotonic() - begun, 1)}

    def sound(self) -> None:
        """A sound update with a kept case: it runs, comes up well and stays."""
        keep_case(self.box.root / STATE / "data" / "cases")
        self.box.run("chown", "-R", "planisphere:planisphere", f"/{STATE}/data", check=True)
        self.ask("sound")
        self.taken("sound")
        said = self.journal("planisphere-update")
        self.expect("the kept cases were read", "kept photographs as well as before" in said)
        self.expect("it is on trial", self.status()["trial"])
        well = self.box.root / STATE / "update" / "well"
        self.box.until("it came up well", well.exists, 240)
        self.box.systemctl("restart", APP)
        self.box.until("the app is up", self.up, 120)
        self.expect("it stays", not self.status()["trial"])

    def worse(self) -> dict[str, Any]:
        """An update that reads the kept case worse is refused, and changes nothing."""
        told = self.ask("worse")
        self.expect(str(told), told["refused"]["code"] == "update.cases_worse")
        self.unchanged()
        return {"refused": told["refused"]["params"]}

    def crash(self) -> Any:
        """An update whose app crashes is left again after three starts."""
        return self.left("crash")

    def code(self) -> Any:
        """An update whose app ends with code 2, which is not tried again, is left at once."""
        return self.left("code")

    def hang(self) -> Any:
        """An update that never shows a screen is left again."""
        return self.left("hang")

    def help(self) -> None:
        """An app that cannot be kept up, with no update to blame, asks for help; at a key it is tried again at once."""
        broken = self.box.root / SLOTS / os.readlink(self.box.root / SLOTS / "now") / "bin" / "planisphere"
        program, mode = broken.read_text(), broken.stat().st_mode
        broken.write_text("#!/bin/sh\nexit 1\n")
        self.box.systemctl("kill", "--signal=KILL", APP)
        self.box.until("help is asked", lambda: self.box.systemctl("is-active", HELP) == "active", 120)
        broken.write_text(program)
        broken.chmod(mode)
        self.unchanged()
        self.expect("the help page is gone", self.box.systemctl("is-active", HELP) == "inactive")

    def cut(self) -> None:
        """The power goes while an update is installed: the version before runs after the next start."""
        self.request("cut")
        other = "a" if os.readlink(self.box.root / SLOTS / "now") == "b" else "b"
        slot = self.box.root / SLOTS / other

        def half() -> Any:
            whole = (slot / ".slot.json").exists()
            return not whole and any((slot / "lib").glob("python3*/site-packages/cv2"))

        self.box.until("it is half installed", half, 300)
        self.box.cut()
        self.box.boot()
        self.box.until("the app is up", self.up, 120)
        self.unchanged()
        before = self.status()["before"]
        self.expect(f"what did not come up is no way back: {before}", before == "")

    # Parts of steps

    def request(self, kind: str) -> None:
        """Ask for an update as the app does."""
        python = f"/{SLOTS}/now/bin/python"
        self.box.run(*USER, python, "-c", ASK, f"/updates/{kind}", f"/{STATE}", check=True)

    def ask(self, kind: str) -> Any:
        """Ask, and wait for what becomes of it."""
        self.request(kind)
        outcome = self.box.root / STATE / "update" / "outcome.json"
        self.box.until("the update is installed or refused", outcome.exists, 900)
        return json.loads(outcome.read_text())

    def taken(self, kind: str) -> None:
        """The app makes way for that update by itself."""
        version = version_of(kind, self.base)
        self.box.until(f"version {version} is up", lambda: self.running() == version and self.up(), 120)
        self.version = version

    def left(self, kind: str) -> dict[str, Any]:
        """Ask for an update that does not come up, and see the version before again."""
        begun, version = time.monotonic(), version_of(kind, self.base)
        told = self.ask(kind)
        self.expect(str(told), told["version"] == version)
        self.box.until("it is left", lambda: version in self.status()["failed"], 400)
        self.box.until("the app is up", self.up, 120)
        self.unchanged()
        again = self.ask(kind)
        self.expect(f"it is not tried again: {again}", again["refused"]["code"] == "update.failed_before")
        return {"seconds": round(time.monotonic() - begun)}

    def unchanged(self) -> None:
        """The version before runs, and is not on trial."""
        self.box.until("the app is up", self.up, 120)
        self.expect(f"{self.running()} runs, expected {self.version}", self.running() == self.version)
        self.expect("nothing is on trial", not self.status()["trial"])


# What it needs -------------------------------------------------------------------------------------------------------


def source_version(source: Path) -> Any:
    """The version of a copy of the sources."""
    line = next(line for line in (source / "pyproject.toml").read_text().splitlines() if line.startswith("version = "))
    return line.split('"')[1]


def version_of(kind: str, base: str) -> Any:
    """The version of an update: each kind one more than the kind before."""
    parts = base.split(".")
    return ".".join([*parts[:-1], str(int(parts[-1]) + 1 + list(CHANGES).index(kind))])


def updates(work: Path, wheels: Path) -> None:
    """Signed updates made of these sources, and who may sign."""
    key = work / "keys" / "key"
    key.parent.mkdir()
    (key.parent / "signers").write_text(new_key(key))
    base = source_version(work / "src")
    for kind, added in CHANGES.items():
        signed(work / "src", wheels, work / "updates" / kind, version_of(kind, base), key, added, kind)


def keep_case(folder: Path) -> None:
    """A photograph with its truth, kept as if the table had corrected its reading."""
    rows = [json.loads(row) for row in (PHOTOS / LIST).read_text().splitlines()]
    truths = {row["id"]: row for row in map(json.loads, (PHOTOS / "truth.jsonl").read_text().splitlines())}
    entry, case = next(row for row in rows if "easy" in row["id"]), folder / "000001"
    case.mkdir(parents=True)
    (case / LIST).write_text(json.dumps(entry) + "\n")
    (case / "truth.jsonl").write_text(json.dumps(truths[entry["id"]]) + "\n")
    for part in ("image", "layout", "blank"):
        shutil.copy(PHOTOS / entry[part], case)


STEPS = ("install", "boot", "sound", "worse", "crash", "code", "hang", "help", "cut")


def main() -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheels", type=Path, required=True, help="what tools.wheels gathered for this machine")
    parser.add_argument("--release", choices=sorted(NAMES), default="12", help="of Debian")
    parser.add_argument("--base", type=Path, help="a fresh Debian, made where it is missing; it stays as it is")
    parser.add_argument("--only", default=",".join(STEPS), help="steps, with commas; they build on those before them")
    args, told, wrong = parser.parse_args(), {}, []
    with tempfile.TemporaryDirectory(prefix="planisphere-drill-", dir=args.base.parent if args.base else None) as name:
        work = Path(name)
        base = args.base or work / "base"
        if not (base / "usr" / "bin").is_dir():
            debian(base, args.release, "amd64")
        copied(base, work / "root")
        sources(work / "src")
        updates(work, args.wheels.resolve())
        shutil.copytree(work / "src", work / "root" / "src")
        binds = {args.wheels.resolve(): "/wheels", work / "keys": "/keys"}
        box = Container(work / "root", {**binds, work / "updates": "/updates"})
        drill = Drill(box, work, args.release)
        try:
            for step in args.only.split(","):
                begun = time.monotonic()
                found = getattr(drill, step)() or {}
                told[step] = {"seconds": round(time.monotonic() - begun), **found}
                print(f"{step}: {getattr(Drill, step).__doc__} {told[step]}", file=sys.stderr, flush=True)
            box.off()
        except Refused as error:
            wrong.append(f"{step}: {error}")
            with contextlib.suppress(Refused):
                print(box.run("journalctl", "--no-pager", "--lines=120"), file=sys.stderr)
        finally:
            box.cut()
    print(json.dumps({"release": args.release, "machine": os.uname().machine, **told, "wrong": wrong}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
