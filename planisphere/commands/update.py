"""`planisphere update`: makes a signed update, or checks, installs and takes back one at the table."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import msgspec

from engines.errors import BadInput, Finding, NotPossible
from pi_app.host import updates
from pi_app.host.bundle import check, make
from pi_app.host.slots import noted
from pi_app.paths import cases_dir, state_dir

FETCH_S = 30


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    made = actions.add_parser("make", help="pack wheels into a signed update")
    made.add_argument("--wheels", type=Path, required=True, metavar="DIR", help="the wheels, planisphere's among them")
    made.add_argument("--key", type=Path, required=True, help="the private SSH key to sign with")
    made.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the update is written")
    made.add_argument("--machine", default="aarch64", help="aarch64 (default), x86_64, or any")
    made.add_argument("--lock", type=Path, metavar="FILE", action="append", default=[], help="requirements/run.txt")
    made.add_argument("--notes", default="", help="what is new, for the host")
    for name, text in (("check", "say what an update holds"), ("apply", "install an update into the free slot")):
        sub = actions.add_parser(name, help=text)
        sub.add_argument("source", nargs="?", help="a file or http(s) address (default: the one on a stick)")
        sub.add_argument("--signers", type=Path, default=updates.SIGNERS, help=argparse.SUPPRESS)
        sub.add_argument("--again", action="store_true", help="a version that did not come up before may be tried")
        if name == "apply":
            sub.add_argument("--requested", action="store_true", help="what the app asked for")
    actions.add_parser("rollback", help="run the version before this one again")
    actions.add_parser("status", help="say which version runs, and what became of the last update")
    for sub in actions.choices.values():
        sub.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Do it. Raises BadInput for an update that is refused, NotPossible where it cannot be installed here."""
    done = {"make": _make, "check": _check, "apply": _apply, "rollback": _rollback, "status": _status}[args.action](
        args
    )
    if args.json:
        print(msgspec.json.encode(done).decode())
    return 0


def _make(args: argparse.Namespace) -> object:
    manifest = make(args.wheels, args.key, args.out, machine=args.machine, locks=args.lock, notes=args.notes)
    size = args.out.stat().st_size // 1_000_000
    _say(args, f"{args.out}: version {manifest.version}, {len(manifest.wheels)} wheels, {size} MB")
    _say(args, f"for {manifest.machine}, Python {', '.join(manifest.pythons)}")
    return manifest


def _check(args: argparse.Namespace) -> object:
    path = _source(args.source)
    manifest = check(path, args.signers, updates.here(updates.own_slots(), again=args.again))
    _say(args, f"{path.name}: version {manifest.version}, signed, whole and newer than what runs")
    if manifest.notes:
        _say(args, manifest.notes)
    return manifest


def _apply(args: argparse.Namespace) -> object:
    slots = updates.open_slots()

    def say(step: Finding) -> None:
        print(f"planisphere: {step}", file=sys.stderr, flush=True)

    if args.requested:
        told = updates.serve(slots, state_dir(), args.signers, say)
        if told.refused:
            raise NotPossible.of(told.refused)
        return told
    well = noted(state_dir() / "update" / "well")
    source = _source(args.source)
    return updates.apply(source, slots, args.signers, cases=cases_dir(), well=well, again=args.again, say=say)


def _rollback(args: argparse.Namespace) -> object:
    version = updates.roll_back(updates.open_slots())
    _say(args, f"version {version} runs from the next start on")
    return {"version": version}


def _status(args: argparse.Namespace) -> object:
    told = updates.status(updates.own_slots(), state_dir())
    _say(args, f"version {told.version}" + (f" in slot {told.slot}" if told.slot else ", not installed as a table"))
    if told.trial:
        _say(args, "being tried: it stays once its screen has been up for two minutes")
    if told.before:
        _say(args, f"before it: version {told.before} (planisphere update rollback)")
    if told.failed:
        _say(args, f"did not come up: {', '.join(told.failed)}")
    if told.last and told.last.refused:
        _say(args, f"the last update was refused: {told.last.refused}")
    return told


def _source(text: str | None) -> Path:
    if text is None:
        found = updates.on_sticks()
        if len(found) != 1:
            names = f"several: {', '.join(map(str, found))}" if found else "none on a stick"
            raise BadInput("update.source", "update: {names}; expected one, or the name of a file", names)
        return found[0]
    if not text.startswith(("http://", "https://")):
        return Path(text)
    try:
        with urlopen(text, timeout=FETCH_S) as answer:
            return updates.receive(answer, state_dir() / "update")
    except (URLError, TimeoutError, ValueError) as error:
        raise NotPossible("update.not_fetched", "{text}: cannot be fetched ({problem})", text, error) from error


def _say(args: argparse.Namespace, text: str) -> None:
    if not args.json:
        print(text)
