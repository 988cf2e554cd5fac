"""What an attacker has: as many connections and addresses as they like, for so many seconds."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from tools.hub_attacks.target import Device, Prepared, Target

PATIENCE_S: Final = 30.0
FORM: Final = "application/x-www-form-urlencoded"


def source(number: int) -> str:
    """One of 60 000 addresses of this machine, none of them the neighbour's."""
    return f"127.66.{number // 250 % 250}.{1 + number % 250}"


class Attacker:
    """Counts what is answered (`statuses`; 0: hung up on) and what went wrong (`wrong`, in words)."""

    def __init__(self, target: Target, seconds: float) -> None:
        self.target = target
        self.evening: Prepared = target.evening
        self.statuses: Counter[int] = Counter()
        self.wrong: list[str] = []
        self._end = time.monotonic() + seconds

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self._end

    async def rest(self) -> None:
        """Wait until the time is over."""
        await asyncio.sleep(max(0.0, self._end - time.monotonic()))

    async def connect(self, number: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from the address of that number. Raises OSError."""
        return await asyncio.open_connection("127.0.0.1", self.target.port, local_addr=(source(number), 0))

    async def open(self, count: int, data: bytes = b"", addresses: int = 1) -> list[asyncio.StreamWriter]:
        """Many connections that each send that and no more; those that could be had."""
        writers = []
        for number in range(count):
            with suppress(OSError):
                _, writer = await self.connect(number % addresses)
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                writer.write(data)
                writers.append(writer)
        return writers

    async def raw(self, data: bytes, number: int = 0, chunk: int = 0) -> tuple[int, bytes]:
        """Send bytes as they are; status and body of the answer, 0 where there is none.

        `chunk`: so many at a time, for as long as the other side takes them.
        """
        try:
            async with asyncio.timeout(PATIENCE_S):
                reader, writer = await self.connect(number)
                try:
                    await _send(writer, data, chunk)
                    head, _, body = (await reader.read(-1)).partition(b"\r\n\r\n")
                finally:
                    writer.close()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            head, body = b"", b""
        words = head.split(b" ", 2)
        status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        self.statuses[status] += 1
        return status, body

    async def ask(
        self, method: str, path: str, body: bytes = b"", number: int = 0, **headers: str
    ) -> tuple[int, bytes]:
        """One request; its status and answer."""
        lines = {"host": f"127.0.0.1:{self.target.port}", "connection": "close", "content-length": str(len(body))}
        lines |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return await self.raw(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body, number)

    async def form(self, path: str, number: int = 0, cookie: str = "", **fields: Any) -> tuple[int, bytes]:
        """A form, as a page sends it."""
        body = urlencode(fields, doseq=True).encode()
        return await self.ask("POST", path, body, number, content_type=FORM, cookie=cookie)

    async def host(self, verb: str, **fields: Any) -> int:
        """What the real host does meanwhile on the console; the status."""
        evening = self.evening
        path = f"/host/events/{evening.event}/do/{verb}"
        return (await self.form(path, 9_999, evening.cookie, csrf=evening.csrf, **fields))[0]

    async def send(self, device: Device, what: str, message: Any) -> tuple[int, bytes]:
        """A message of a table."""
        body = message if isinstance(message, bytes) else msgspec.json.encode(message)
        path = f"/api/tables/{device.id}/{what}"
        return await self.ask("POST", path, body, authorization=f"Bearer {device.token}")

    async def told(self, path: str) -> Any:
        """What the event host says to the real host there, as JSON."""
        status, body = await self.ask("GET", path, b"", 9_999, cookie=self.evening.cookie)
        return msgspec.json.decode(body) if status == 200 else None

    async def together(self, jobs: Iterable[Coroutine[Any, Any, tuple[int, bytes]]]) -> list[int]:
        """All at once; their statuses."""
        return [status for status, _ in await asyncio.gather(*jobs)]

    async def over_and_over(self, job: Callable[[int], Awaitable[Any]], at_once: int = 8) -> int:
        """Until the time is over; how often."""
        count = 0

        async def run() -> None:
            nonlocal count
            while self.goes_on:
                count += 1
                await job(count)

        await asyncio.gather(*(run() for _ in range(at_once)))
        return count

    def expect(self, holds: bool, otherwise: str) -> None:
        """Something that must be so whatever is done."""
        if not holds:
            self.wrong.append(otherwise)


async def _send(writer: asyncio.StreamWriter, data: bytes, chunk: int) -> None:
    with suppress(OSError):
        for at in range(0, len(data), chunk or max(1, len(data))):
            writer.write(data[at : at + chunk] if chunk else data)
            await writer.drain()
