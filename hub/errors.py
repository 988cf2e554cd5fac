"""Why the event host says no: a code of the contract for whoever asked (`error`), and a finding that says what exactly.

`error` decides what a table does next; there are few and they never change. The finding's code and parameters say it
to people, in their language.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from engines.errors import BadInput, Finding, finding

CODES: Final[dict[str, tuple[int, Finding]]] = {
    "not_json": (400, finding("hub.not_json", "not JSON of the expected shape")),
    "too_large": (413, finding("hub.too_large", "more than the event host takes at once")),
    "too_slow": (408, finding("hub.too_slow", "the request did not arrive in time")),
    "bad_path": (404, finding("hub.bad_path", "there is nothing here")),
    "bad_code": (403, finding("hub.bad_code", "that pairing code is unknown, used or too old")),
    "bad_token": (401, finding("hub.bad_token", "that table is unknown here, or its token is wrong: pair it again")),
    "too_often": (429, finding("hub.too_often", "too many tries: wait a little")),
    "sequence_gap": (409, finding("hub.sequence_gap", "batches before this one are missing")),
    "sequence_reused": (409, finding("hub.sequence_reused", "another batch had this number")),
    "bad_line": (422, finding("hub.bad_line", "a line that cannot be part of a record")),
    "line_conflict": (409, finding("hub.line_conflict", "another line is already there")),
    "line_gap": (409, finding("hub.line_gap", "lines before this one are missing")),
    "too_many": (422, finding("hub.too_many", "more games or lines than an evening has")),
    "database_away": (503, finding("hub.database_away", "the database is away: try again")),
    "not_allowed": (403, finding("hub.not_allowed", "not allowed")),
    "log_in": (401, finding("hub.log_in", "log in first")),
    "wrong_login": (403, finding("hub.wrong_login", "name or password is wrong")),
    "stale": (409, finding("hub.stale", "somebody else changed this in the meantime")),
    "not_found": (404, finding("hub.not_found", "not found")),
    "bad_value": (422, finding("hub.bad_value", "a value that cannot be")),
    "not_now": (409, finding("hub.not_now", "not possible now")),
    "method": (405, finding("hub.method", "not that way")),
    "internal": (500, finding("hub.internal", "a mistake of the event host")),
}
"""Wire code -> HTTP status, and what it means."""


class Refused(BadInput):
    """The event host does not do this. `error` is one of `CODES`; `why` says what exactly, None where `error` does.

    `more` goes into the answer beside it.
    """

    def __init__(self, error: str, why: Finding | None = None, **more: object) -> None:
        self.error, self.why, self.more = error, why, more
        self.status, meaning = CODES[error]
        self._say(why or meaning)

    @classmethod
    def of(cls, finding: Finding) -> Self:
        """The refusal of a value that cannot be."""
        return cls("bad_value", finding)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.error, self.why, self.more)

    @property
    def detail(self) -> str:
        """What exactly, in English."""
        return str(self.finding)

    @property
    def headers(self) -> dict[str, str]:
        """What the answer's head says: when to come again, where that helps."""
        return {"retry-after": "5"} if self.status in (429, 503) else {}

    def as_json(self) -> dict[str, object]:
        """What the answer says."""
        said = self.finding.as_json()
        return {
            "error": self.error,
            "detail": said["message"],
            "code": said["code"],
            "params": said["params"],
        } | self.more


class RefusedFor(Refused):
    """A refusal that is made of what `finding` takes: code, template and the values of its fields."""

    ERROR: ClassVar[str]

    def __init_subclass__(cls, error: str) -> None:
        cls.ERROR = error

    def __init__(self, code: str, template: str, /, *values: object, **more: object) -> None:
        super().__init__(self.ERROR, finding(code, template, *values), **more)


class BadValue(RefusedFor, error="bad_value"):
    """A value cannot be."""


class NotNow(RefusedFor, error="not_now"):
    """Something is not possible now."""


class NotFound(RefusedFor, error="not_found"):
    """Something is not there."""


class NotAllowed(RefusedFor, error="not_allowed"):
    """Somebody may not do that."""


class TooMany(RefusedFor, error="too_many"):
    """There is more of something than an evening has."""


def unknown(what: str, number: object) -> NotFound:
    """There is no row of that kind with that number."""
    return NotFound("row.unknown", "{what} {number}", what, number)


def _again(error: str, why: Finding | None, more: dict[str, object]) -> Refused:
    return Refused(error, why, **more)
