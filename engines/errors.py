"""The errors that every room shares; the command line turns them into exit codes."""

from __future__ import annotations


class BadInput(ValueError):
    """Something given to us cannot be what it claims to be (exit code 2).

    The message is one line: what is wrong, where, and which value was expected.
    """


class NotPossible(RuntimeError):
    """The input is fine but the job cannot be done with it: no board in the picture, no device (exit code 3)."""
