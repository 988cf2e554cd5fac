"""Runs the event host as a process: one socket, one database, until it is told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Final

import uvicorn
from starlette.applications import Starlette

from engines.errors import NotPossible
from hub.limits import HEADERS_S, PatientProtocol

MOST_CONNECTIONS: Final = 2_500
KEEP_ALIVE_S: Final = 20
"""Longer than tables wait between two notes, so that they keep their connection."""
LONGEST_HEADERS: Final = 16 << 10


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
        found.listen(1_024)
    except OSError as error:
        found.close()
        raise NotPossible(f"cannot serve at {host} port {port}: {error.strerror or error}") from error
    return found


class _Server(uvicorn.Server):
    """uvicorn that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve, and say so."""
        await super().startup(sockets=sockets)
        self._ready()


def server(app: Starlette, *, headers_s: float = HEADERS_S, ready: Callable[[], None] = lambda: None) -> uvicorn.Server:
    """The server of an application; `run(sockets=[…])` serves until a signal or `should_exit`."""
    protocol = type("Protocol", (PatientProtocol,), {"headers_s": headers_s})
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
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=LONGEST_HEADERS,
        forwarded_allow_ips=["127.0.0.1", "::1"],
    )
    return _Server(config, ready)
