"""`planisphere doctor`: checks what a table needs and says what to mend."""

from __future__ import annotations

import argparse

import msgspec

from pi_app.host.checkup import Check, checkup


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print every check; returns 3 when something essential is broken, 0 otherwise."""
    checks = []
    for check in checkup():
        checks.append(check)
        if not args.json:
            print(_line(check), flush=True)
    usable = all(check.level != "fail" for check in checks)
    if args.json:
        print(msgspec.json.encode({"usable": usable, "checks": [check.as_json() for check in checks]}).decode())
    else:
        print("ready to play" if usable else "not ready: mend what is marked `fail` first")
    return 0 if usable else 3


def _line(check: Check) -> str:
    line = f"{check.level:<5} {check.name:<32} {check.text}"
    return f"{line}\n{'':<38} -> {check.mend}" if check.mend else line
