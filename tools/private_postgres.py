"""A PostgreSQL of one's own for tests and measurements: made in a temporary folder, stopped and removed at the end."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from engines.errors import NotPossible

UNPRIVILEGED: Final = ("postgres", "nobody")
"""Who runs it where we are root: PostgreSQL refuses to."""
START_S: Final = 60


def programs() -> Path:
    """The folder of `initdb` and `pg_ctl`, the newest version's. Raises NotPossible where there is none."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda folder: int(folder.parent.name.partition(".")[0]))
    program = shutil.which("initdb")
    if program is None:
        raise NotPossible("postgres.none", "PostgreSQL is not here: apt-get install postgresql")
    return Path(program).resolve().parent


@contextmanager
def private_postgres() -> Iterator[str]:
    """The URL of a fresh database `hub`. Raises NotPossible where PostgreSQL is not installed or does not start."""
    bin_ = programs()
    folder = Path(tempfile.mkdtemp(prefix="planisphere-pg-"))
    with _guarded(bin_, folder):
        yield f"postgresql://hub@127.0.0.1:{_started(bin_, folder)}/postgres"


_GUARD: Final = 'read -r _; "$0/pg_ctl" -D "$1/data" -w -m immediate stop; rm -rf "$1"'
"""Waits for the end of what it reads, which comes however the reader's parent ends, killed or not."""


@contextmanager
def _guarded(bin_: Path, folder: Path) -> Iterator[None]:
    """The database in that folder goes with this process."""
    command = ["/bin/sh", "-c", _GUARD, str(bin_), str(folder)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    runner = _Runner(folder)
    guard = subprocess.Popen(command, stdin=subprocess.PIPE, cwd="/", **quiet, **runner.user)  # type: ignore[call-overload]
    try:
        yield
    finally:
        guard.communicate()
        shutil.rmtree(folder, ignore_errors=True)


def _started(bin_: Path, folder: Path) -> int:
    run = _Runner(folder)
    data, port = folder / "data", free_port()
    run(bin_ / "initdb", "-D", data, "-U", "hub", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    settings = (
        "unix_socket_directories=",
        "listen_addresses=127.0.0.1",
        "max_connections=100",
        "logging_collector=off",
    )
    options = " ".join([f"-p {port}", *(f"-c {setting}" for setting in settings)])
    run(bin_ / "pg_ctl", "-D", data, "-w", "-t", START_S, "-l", folder / "log", "-o", options, "start")
    return port


class _Runner:
    """Runs PostgreSQL's programs, as an ordinary user where we are root."""

    def __init__(self, folder: Path) -> None:
        self.user: dict[str, Any] = {}
        self._folder = folder
        if os.geteuid() == 0:
            user = _ordinary_user()
            os.chown(folder, user.pw_uid, user.pw_gid)
            self.user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": ()}

    def __call__(self, *arguments: object) -> None:
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": str(self._folder)}
        with (self._folder / "said").open("w+") as said:
            done = subprocess.run(
                [str(argument) for argument in arguments],
                stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=2 * START_S, check=False,
                env=environment, cwd=self._folder, **self.user,
            )  # fmt: skip
            said.seek(0)
            if done.returncode:
                last = " ".join(said.read().split())[-300:]
                raise NotPossible("postgres.failed", "PostgreSQL: {program}: {last}", str(arguments[0]), last)


def _ordinary_user() -> pwd.struct_passwd:
    for name in UNPRIVILEGED:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    nobody = "PostgreSQL does not run as root, and there is no user {users}"
    raise NotPossible("postgres.as_root", nobody, " or ".join(UNPRIVILEGED))


def free_port() -> int:
    """A port of loopback that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
