"""Who is connected: so many at once as there are files for, so many from one address; who only waits makes room."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from ipaddress import IPv6Address, ip_address
from typing import Protocol

LOCAL = ("127.0.0.1", "::1")
"""A proxy on this machine: everybody comes from there."""


class Connection(Protocol):
    """One connection, as far as it matters here."""

    def hang_up(self) -> None:
        """End it now."""


class Connections:
    """The connections of one process, for its event loop. Those that wait for a request's end are told apart.

    `most`: at once; `most_of_address`: of one address, but for this machine's own.
    """

    def __init__(self, most: int, most_of_address: int) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._sources: dict[Connection, str] = {}
        self._counts: defaultdict[str, int] = defaultdict(int)
        self._waiting: OrderedDict[Connection, None] = OrderedDict()
        self._waiting_of: defaultdict[str, OrderedDict[Connection, None]] = defaultdict(OrderedDict)

    def __len__(self) -> int:
        return len(self._sources)

    def arrive(self, connection: Connection, address: str) -> bool:
        """One more; False where it has no room, and everybody else is being answered.

        The one that waited longest is hung up on where there are too many, one of its own address first.
        """
        source = source_of(address)
        if source not in LOCAL and self._counts[source] >= self._most_of_address:
            room = self._make_room(self._waiting_of[source])
        else:
            room = len(self) < self._most or self._make_room(self._waiting)
        if room:
            self._sources[connection] = source
            self._counts[source] += 1
            self.waits(connection)
        elif not self._counts[source]:
            del self._counts[source]
        return room

    def _make_room(self, waiting: OrderedDict[Connection, None]) -> bool:
        if not waiting:
            return False
        oldest = next(iter(waiting))
        self.leave(oldest)
        oldest.hang_up()
        return True

    def waits(self, connection: Connection) -> None:
        """Its request is not there yet, or its last one is answered."""
        source = self._sources.get(connection)
        if source is not None and connection not in self._waiting:
            self._waiting[connection] = self._waiting_of[source][connection] = None

    def is_answered(self, connection: Connection) -> None:
        """Its request is there: it does not make room for others."""
        source = self._sources.get(connection)
        if source is not None and connection in self._waiting:
            del self._waiting[connection], self._waiting_of[source][connection]

    def leave(self, connection: Connection) -> None:
        """It is gone. May be called twice."""
        self.is_answered(connection)
        source = self._sources.pop(connection, None)
        if source is not None:
            self._counts[source] -= 1
            if not self._counts[source]:
                del self._counts[source]
                self._waiting_of.pop(source, None)


def source_of(address: str) -> str:
    """Whom an address belongs to: with IPv6 one household has 2^64 of them."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address) or str(found) in LOCAL:
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
