"""Runs the event host as a process: one socket, one database, until it is told to stop."""

from __future__ import annotations

import gc
import resource
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn
from starlette.applications import Starlette

from engines.errors import NotPossible
from hub.doors.connections import Connections
from hub.doors.limits import HEADERS_TIMEOUT_S, READ_TIMEOUT_S, PatientProtocol

MAX_CONNECTIONS: Final = 4_000
"""Twice as many as 1 200 phones, 200 tables and their screens hold between two requests."""
KEPT_FILES: Final = 384
"""Open files that are no connections: the database, and those who are just being accepted and refused."""
MAX_ACCEPTED: Final = 16
"""Connections accepted in one step of the loop. Four steps pass until one that has no room is closed, and all of them
have to fit into `KEPT_FILES`, or half as many files: where none is left, asyncio logs a traceback a try."""
MAX_QUEUED: Final = 2_048
"""Connections that wait in the kernel to be accepted: everybody's phone at once."""
ALIVE_S: Final = 3
KEEP_ALIVE_S: Final = 20
"""Longer than tables wait between two notes, so that they keep their connection."""
MAX_HEADER_BYTES: Final = 16 << 10


def allow_connections() -> int:
    """How many connections this process may have at once; its limit of open files is raised as far as need be."""
    wanted = MAX_CONNECTIONS + KEPT_FILES
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files < wanted:
        raised = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return min(MAX_CONNECTIONS, max(files - KEPT_FILES, files // 2))


def settle() -> None:
    """What is loaded stays for good: the collector of garbage need not go through it while many wait for an answer."""
    gc.collect()
    gc.freeze()


def listen_at(host: str, port: int, *, shared: bool) -> socket.socket:
    """The socket to serve at; port 0: any that is free. `shared`: other processes may serve at the same port.

    Raises NotPossible where it is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        found.bind((host, port))
        found.listen(MAX_QUEUED)
    except OSError as error:
        found.close()
        raise NotPossible(
            "serve.port", "cannot serve at {host} port {port}: {reason}", host, port, error.strerror or error
        ) from error
    return found


class _Server(uvicorn.Server):
    """uvicorn that says when it is ready, and ends every feed before it waits for connections to end."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], goodbye: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._goodbye = goodbye

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        for sock in sockets or ():
            sock.listen(MAX_QUEUED)  # asyncio has set it to `MAX_ACCEPTED`: it takes one number for both
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._goodbye()
        await super().shutdown(sockets=sockets)


def server(
    app: Starlette,
    *,
    headers_s: float = HEADERS_TIMEOUT_S,
    read_s: float = READ_TIMEOUT_S,
    connections: int = MAX_CONNECTIONS,
    ready: Callable[[], None] = lambda: None,
    alive: Callable[[], None] = lambda: None,
) -> uvicorn.Server:
    """The server of an application; `run(sockets=[…])` serves until a signal or `should_exit`.

    `ready` is called once it serves, `alive` every `ALIVE_S` while it does.
    `connections`: so many at once (`allow_connections`), half of them from one address.
    """
    own = {"headers_s": headers_s, "read_s": read_s, "connected": Connections(connections, connections // 2)}
    protocol = type("Protocol", (PatientProtocol,), own)

    async def lives() -> None:
        alive()

    config = uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        backlog=MAX_ACCEPTED,
        timeout_keep_alive=KEEP_ALIVE_S,
        callback_notify=lives,
        timeout_notify=ALIVE_S,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        forwarded_allow_ips=["127.0.0.1", "::1"],
    )
    return _Server(config, ready, app.state.hub.screens.say_goodbye)
