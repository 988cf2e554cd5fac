"""What is said when something is wrong: a stable code, the sentence in English, and what fills it.

Nothing reads a sentence back. Whoever shows a finding translates its template (the catalogues' message) and fills in
the parameters; the command line prints it in English and, with `--json`, as code and parameters.
"""

from __future__ import annotations

from os import PathLike
from string import Formatter
from typing import Any, Self

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One thing that is found to be so: what it is (`code`, dotted words that never change their meaning), in words.

    `template` is an English sentence for `str.format`; `params` fill it: JSON values, findings, or a list of findings
    (said one after another, with commas).
    """

    code: str
    template: str
    params: dict[str, Any] = {}

    def __str__(self) -> str:
        """The sentence in English, on one line."""
        sentence = self.template.format(**{name: _said(value) for name, value in self.params.items()})
        return " ".join(sentence.split())

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints of it."""
        return {"code": self.code, "params": _as_json(self.params), "message": str(self)}


def _said(value: Any) -> Any:
    return ", ".join(map(str, value)) if is_findings(value) else value


def is_findings(value: Any) -> bool:
    """Whether it is a list of findings."""
    return isinstance(value, list | tuple) and any(isinstance(part, Finding) for part in value)


def _as_json(value: Any) -> Any:
    if isinstance(value, Finding):
        return value.as_json()
    if isinstance(value, dict):
        return {name: _as_json(part) for name, part in value.items()}
    return [_as_json(part) for part in value] if isinstance(value, list | tuple) else value


def finding(code: str, template: str, /, *values: Any, **params: Any) -> Finding:
    """A finding whose parameters are `params`, or `values` by the names that the template gives them, in its order.

    An error among them stays a finding where it is one, else it is its words; so is a path.
    """
    if values:
        params = dict(zip(_fields(template), values, strict=True)) | params
    return Finding(code, template, {name: _plain(value) for name, value in params.items()})


def _fields(template: str) -> list[str]:
    return list(dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name))


def _plain(value: Any) -> Any:
    if isinstance(value, Coded):
        return value.finding
    return str(value) if isinstance(value, Exception | PathLike) else value


class Coded(Exception):
    """An error that is a finding: `BadInput("password.length", "expected {least} to {most} letters", 8, 200)`."""

    def __init__(self, code: str, template: str, /, *values: Any, **params: Any) -> None:
        self._say(finding(code, template, *values, **params))

    def _say(self, finding: Finding) -> None:
        self.finding, self.code = finding, finding.code
        super().__init__(str(finding))

    @classmethod
    def of(cls, finding: Finding) -> Self:
        """The error that says a finding which was already made."""
        error = cls.__new__(cls)
        Coded._say(error, finding)
        return error

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel from a child process: as their finding, not as their sentence."""
        return type(self).of, (self.finding,)


class BadInput(Coded, ValueError):
    """Something given to us cannot be what it claims to be (exit code 2).

    The sentence is one line: what is wrong, where, and which value was expected.
    """


class NotPossible(Coded, RuntimeError):
    """The input is fine but the job cannot be done with it: no board in the picture, no device (exit code 3)."""
