"""The command line: finds the command, runs it, and turns errors into one line and an exit code.

Exit codes: 0 done; 2 bad arguments or input; 3 the job could not be done; 1 a bug.
"""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

from engines.errors import BadInput, Coded, NotPossible
from planisphere.workshop import tool

COMMANDS: dict[str, str] = {
    "play": "the touchscreen app",
    "simulate": "play digital games with bots",
    "replay": "check a record against the rules and print its score sheet",
    "coach": "what each turn of a game could have scored",
    "score": "score a position",
    "read": "read one photograph of a board",
    "read-batch": "read many photographs",
    "pack": "check, capture or list component packs",
    "print": "make the print-and-play PDF",
    "sessions": "list the games played on this table",
    "export": "write a played game as csv, json or pdf",
    "bridge": "watch, flash or simulate the table's microcontroller",
    "doctor": "check devices, rights, disk and display",
    "pin": "set or clear the host's PIN",
    "update": "make, check, install or take back an update of the program",
    "support-bundle": "pack what whoever helps needs to know",
    "hub": "the event host: many tables, one evening",
    "bench": "measure speed against floors",
    "screenshots": "picture every screen in every language, theme and size",
    "photos": "make photographs of boards with ground truth",
    "train-vision": "train the line classifier",
}

OF_TOOLS: Final = ("screenshots", "photos", "train-vision")
"""Commands that only a checkout has."""


_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_CLOSED: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO, errno.ENAMETOOLONG)
"""Why the system lets nobody, or not this user, to a file."""


class OneLineParser(argparse.ArgumentParser):
    """A parser whose complaints are BadInput: one line, exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Raise BadInput with what is wrong and where the arguments are explained."""
        where = self.prog.removeprefix("planisphere").strip()
        raise BadInput(
            "arguments.wrong",
            "{command}{message} (see {prog} --help)",
            where + ": " if where else "",
            message,
            self.prog,
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _open_streams()
    try:
        try:
            return _answer(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        if error.errno in _FULL:
            _drop_output()
            print(f"planisphere: output: {error.strerror}; expected room to write to", file=sys.stderr)
            return 3
        if error.errno not in _CLOSED or error.filename is None:
            raise
        refused = NotPossible("file.refused", "{path}: {reason}", os.fsdecode(error.filename), error.strerror)
        return _complain(refused, 3, arguments)
    except KeyboardInterrupt:
        return 130


def _open_streams() -> None:
    """Makes standard streams that are closed empty ones, and what is printed UTF-8 in any locale."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace" if stream is sys.stdin else "backslashreplace")


def _drop_output() -> None:
    """What standard output still holds would fail once more when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer(arguments: list[str]) -> int:
    try:
        return _run(arguments)
    except BadInput as error:
        return _complain(error, 2, arguments)
    except NotPossible as error:
        return _complain(error, 3, arguments)


def _complain(error: Coded, code: int, arguments: list[str]) -> int:
    """One line on stderr and, where JSON was asked for, the finding on stdout."""
    print(f"planisphere: {error.finding}", file=sys.stderr)
    if "--json" in arguments:
        print(json.dumps({"error": error.finding.as_json()}, ensure_ascii=False, default=str))
    return code


def _run(arguments: list[str]) -> int:
    parser = OneLineParser(
        prog="planisphere", description="A table companion for star-themed board games.", allow_abbrev=False
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((a for a in arguments if a in COMMANDS), None)
    for name, text in COMMANDS.items():
        sub = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        if name == chosen:
            place = name.replace("-", "_")
            module = (
                tool(f"commands.{place}", name) if name in OF_TOOLS else import_module(f"planisphere.commands.{place}")
            )
            module.configure(sub)
    args = parser.parse_args(arguments)
    return int(module.run(args))


if __name__ == "__main__":
    sys.exit(main())
