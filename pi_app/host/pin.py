"""The host's PIN, which keeps guests out of the settings. Kept as a salted hash beside the journal.

Wrong tries are counted on the disk before they are judged, so neither the plug nor a kill gives free ones. How long to
wait is measured from the start of the program, never by the clock on the wall, which a table cannot trust.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from engines.errors import BadInput, NotPossible
from engines.files import bytes_of, write_whole

FILE: Final = "pin.json"
SHORTEST, LONGEST = 4, 12
FREE_TRIES: Final = 5
"""Wrong tries after which each further one has to wait."""
FIRST_WAIT_S, LONGEST_WAIT_S = 30.0, 900.0
_COST: Final = {"n": 2**14, "r": 8, "p": 1, "maxmem": 64 * 2**20, "dklen": 32}
"""scrypt with 16 MB: about a sixth of a second on a Raspberry Pi 4. Source: RFC 7914."""


class Answer(msgspec.Struct, frozen=True):
    """What came of a try. `wait_s`: how long until the next one is looked at; `left`: tries before a wait."""

    right: bool
    wait_s: float = 0.0
    left: int = FREE_TRIES


class _Kept(msgspec.Struct, frozen=True):
    salt: bytes = b""
    key: bytes = b""
    """Empty: no PIN was set."""
    failed: Annotated[int, Meta(ge=0)] = 0


class HostPin:
    """The PIN kept in the file `path`. Use it from one thread; `check` takes a moment, on purpose.

    `clock`: seconds that only go forward.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._clock = clock
        self._since = clock()
        self._kept = self._read()

    @property
    def is_set(self) -> bool:
        """Whether there is a PIN; a file that cannot be understood counts as one that nobody knows."""
        return self._kept is None or bool(self._kept.key)

    def check(self, text: str) -> Answer:
        """Whether that is the PIN. Without a PIN everything is right."""
        if not self.is_set:
            return Answer(True)
        failed = self._kept.failed if self._kept else FREE_TRIES
        if (wait := self._wait(failed)) > 0:
            return Answer(False, wait, 0)
        self._count(failed + 1)
        kept = self._kept or _Kept(bytes(16), bytes(32))
        if hmac.compare_digest(_hash(text, kept.salt), kept.key) and self._kept is not None:
            self._count(0)
            return Answer(True)
        return Answer(False, self._wait(failed + 1), max(0, FREE_TRIES - failed - 1))

    def set(self, text: str) -> None:
        """Make that the PIN. Raises BadInput where it is no PIN, NotPossible where it cannot be kept."""
        if not (SHORTEST <= len(text) <= LONGEST and text.isascii() and text.isdigit()):
            raise BadInput(
                "pin.length",
                "a PIN of {n} characters: expected {shortest} to {longest} digits",
                len(text),
                SHORTEST,
                LONGEST,
            )
        salt = secrets.token_bytes(16)
        self._keep(_Kept(salt, _hash(text, salt)))

    def clear(self) -> None:
        """From now on there is no PIN. Raises NotPossible where the file stays."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            raise NotPossible("file.failed", "{path}: {reason}", self._path, error.strerror) from error
        self._kept = _Kept()

    def _wait(self, failed: int) -> float:
        """Seconds from now until the next try, after so many wrong ones."""
        if failed < FREE_TRIES:
            return 0.0
        wait = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(failed - FREE_TRIES, 10))
        return max(0.0, self._since + wait - self._clock())

    def _count(self, failed: int) -> None:
        self._since = self._clock()
        if self._kept is not None:
            self._kept = msgspec.structs.replace(self._kept, failed=failed)
            with suppress(NotPossible):
                self._keep(self._kept)

    def _keep(self, kept: _Kept) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, msgspec.json.encode(kept), synced=True, mode=0o600)
        except OSError as error:
            raise NotPossible("file.failed", "{path}: {reason}", self._path, error.strerror) from error
        self._kept = kept

    def _read(self) -> _Kept | None:
        try:
            return msgspec.json.decode(bytes_of(self._path), type=_Kept)
        except FileNotFoundError:
            return _Kept()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None


def _hash(text: str, salt: bytes) -> bytes:
    return hashlib.scrypt(text.encode("utf-8", "replace"), salt=salt, **_COST)
