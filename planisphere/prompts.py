"""What is asked at the terminal."""

from __future__ import annotations

import getpass
import sys


def secret(prompt: str) -> str:
    """What somebody types unseen; where nobody can, the next line of standard input. Empty where that has ended."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    try:
        return getpass.getpass(prompt)
    except EOFError:
        return ""
