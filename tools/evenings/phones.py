"""What players do on their phones, over HTTP as their pages do it."""

from __future__ import annotations

import http.client
from contextlib import closing
from typing import Final
from urllib.parse import urlencode

from tools.evenings.timing import Stopwatch

PATIENCE_S: Final = 60.0


class Phone:
    """One player's phone, with an address of its own. `watch` times the answers."""

    def __init__(self, port: int, player: int, key: str, watch: Stopwatch) -> None:
        self._port, self._key, self._watch = port, key, watch
        self._address = f"10.{player >> 16 & 255}.{player >> 8 & 255}.{player & 255}"

    def agree(self, result: int) -> int:
        """Say that a result is right; the answer's status. Raises OSError, HTTPException."""
        return self._post("vote", [("result", result), ("agrees", 1)])

    def tell(self, seating: int, totals: list[int]) -> int:
        """Type a result; the answer's status. Raises OSError, HTTPException."""
        return self._post("result", [("seating", seating), *(("total", total) for total in totals)])

    def _post(self, what: str, fields: list[tuple[str, int]]) -> int:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": self._address}
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)) as connection:
            with self._watch.one():
                connection.request("POST", f"/p/{self._key}/{what}", urlencode(fields), headers)
                answer = connection.getresponse()
                answer.read()
            return answer.status
