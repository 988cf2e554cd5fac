"""Why the event host says no: one stable code a reason, for tables and pages alike."""

from __future__ import annotations

from typing import Final

from engines.errors import BadInput

CODES: Final[dict[str, tuple[int, str]]] = {
    "not_json": (400, "not JSON of the expected shape"),
    "too_large": (413, "more than the event host takes at once"),
    "too_slow": (408, "the request did not arrive in time"),
    "bad_path": (404, "there is nothing here"),
    "bad_code": (403, "that pairing code is unknown, used or too old"),
    "bad_token": (401, "that table is unknown here, or its token is wrong: pair it again"),
    "too_often": (429, "too many tries: wait a little"),
    "sequence_gap": (409, "batches before this one are missing"),
    "sequence_reused": (409, "another batch had this number"),
    "bad_line": (422, "a line that cannot be part of a record"),
    "line_conflict": (409, "another line is already there"),
    "line_gap": (409, "lines before this one are missing"),
    "too_many": (422, "more games or lines than an evening has"),
    "database_away": (503, "the database is away: try again"),
    "not_allowed": (403, "not allowed"),
    "log_in": (401, "log in first"),
    "wrong_login": (403, "name or password is wrong"),
    "stale": (409, "somebody else changed this in the meantime"),
    "not_found": (404, "not found"),
    "bad_value": (422, "a value that cannot be"),
    "not_now": (409, "not possible now"),
    "method": (405, "not that way"),
    "internal": (500, "a mistake of the event host"),
}
"""Code -> HTTP status, and what it means."""


class Refused(BadInput):
    """The event host does not do this. `code` is one of `CODES` and never changes its meaning."""

    def __init__(self, code: str, detail: str = "", **more: object) -> None:
        self.status, self.meaning = CODES[code]
        super().__init__(f"{code}: {detail or self.meaning}")
        self.code = code
        self.detail = detail
        self.more = more

    def as_json(self) -> dict[str, object]:
        """What the answer says."""
        return {"error": self.code, "detail": self.detail or self.meaning, **self.more}
