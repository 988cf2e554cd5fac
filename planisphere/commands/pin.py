"""`planisphere pin`: sets or clears the host's PIN, for whoever has the machine itself or may log in."""

from __future__ import annotations

import argparse
import sys

from engines.errors import BadInput
from pi_app.host.pin import FILE, HostPin
from pi_app.paths import state_dir
from planisphere.prompts import secret


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("action", choices=("set", "clear", "status"), help="set asks for the new PIN")


def run(args: argparse.Namespace) -> int:
    """Do it. Raises BadInput for what is no PIN, NotPossible where it cannot be kept."""
    pin = HostPin(state_dir() / FILE)
    if args.action == "set":
        pin.set(_asked())
        print("the PIN is set; a table that runs asks for it from its next start on")
    elif args.action == "clear":
        pin.clear()
        print("there is no PIN now; a table that runs needs a restart")
    else:
        print("a PIN is set" if pin.is_set else "no PIN is set: everybody may change the settings")
    return 0


def _asked() -> str:
    first = secret("New PIN (4 to 12 digits): ").strip()
    if sys.stdin.isatty() and secret("Once more: ").strip() != first:
        raise BadInput("pin.differ", "pin: the two are not the same; nothing was changed")
    return first
