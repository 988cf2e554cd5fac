"""`planisphere hub`: the event host. Serves by default; makes hosts, copies its database, simulates an evening."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from pathlib import Path

from engines.errors import BadInput, NotPossible
from planisphere.prompts import secret
from planisphere.workshop import tool

PORT = 8600
ACTIONS = ("serve", "host", "backup", "restore", "simulate")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the command's arguments."""
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="serve", help="what to do (default: serve)")
    parser.add_argument("what", nargs="?", metavar="NAME|FILE", help="host: whose password; backup, restore: the file")
    parser.add_argument(
        "--db", metavar="URL", help="an SQLite file or postgresql://… (default: hub.sqlite3 in the state folder)"
    )
    parser.add_argument("--address", default="0.0.0.0", help="serve: the address to listen at (default: all)")
    parser.add_argument("--port", type=int, default=PORT, metavar="P", help=f"serve: the port (default: {PORT})")
    parser.add_argument("--name", default="Planisphere", help="serve: what the event host is called")
    parser.add_argument(
        "--updates",
        type=Path,
        metavar="DIR",
        help="serve: signed updates for tables (default: updates/ in the state folder)",
    )
    parser.add_argument(
        "--cafe", default="", metavar="NAME", help="host: a new host owns that café (default: the first)"
    )
    parser.add_argument("--ask", action="store_true", help="host: ask for the password instead of making one up")
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="simulate: how many tables")
    parser.add_argument("--hours", type=float, default=4.0, metavar="H", help="simulate: how long the evening is")
    parser.add_argument(
        "--kills", type=int, default=20, metavar="N", help="simulate: how often the event host is killed"
    )
    for crowd in ("phones", "screens", "consoles"):
        parser.add_argument(f"--{crowd}", type=int, default=0, metavar="N", help=f"simulate: {crowd} that look on")
    parser.add_argument("--strangers", action="store_true", help="simulate: strangers attack it all the while")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="simulate: event hosts on one PostgreSQL")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="simulate: same seed, same evening")
    parser.add_argument("--game", default="", metavar="GAME", help="simulate: what is played")
    parser.add_argument("--json", action="store_true", help="simulate: the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Does it; raises BadInput or NotPossible with one line."""
    if args.action in ("backup", "restore", "host") and args.what is None:
        wanted = "a name" if args.action == "host" else "a file"
        raise BadInput("hub.what", "hub {action}: expected {wanted}", args.action, wanted)
    if not 0 <= args.port <= 65_535:
        raise BadInput("hub.port", "--port {port}: expected 0 to 65535", args.port)
    try:
        import starlette  # noqa: F401
    except ImportError as error:
        raise NotPossible(
            "hub.not_installed", "the event host's libraries are not here: pip install 'planisphere[hub]'"
        ) from error
    if args.action == "simulate":
        return int(tool("evenings.command", "hub simulate").simulate(args))
    return {"serve": _serve, "host": _host, "backup": _backup, "restore": _restore}[args.action](args)


def database(given: str | None) -> str:
    """The database that is meant."""
    from pi_app.paths import state_dir

    return given or os.environ.get("PLANISPHERE_HUB_DB") or str(state_dir() / "hub.sqlite3")


def _serve(args: argparse.Namespace) -> int:
    from hub import web
    from hub.app import Hub, create_app
    from hub.database.store import Store
    from hub.doors import hosts
    from hub.serve import MAX_CONNECTIONS, allow_connections, listen_at, server, settle
    from pi_app.host.notify import alive, ready
    from pi_app.paths import state_dir
    from planisphere.inputs import game_with_pack

    updates = args.updates or state_dir() / "updates"
    with Store(database(args.db)) as store, Hub(store, game_with_pack, args.name, updates) as hub:
        if not hosts.has_hosts(store):
            print("planisphere: nobody can log in yet: planisphere hub host NAME", file=sys.stderr)
        if (connections := allow_connections()) < MAX_CONNECTIONS:
            print(
                f"planisphere: the limit of open files allows {connections} connections at once, "
                f"not {MAX_CONNECTIONS}: raise the hard limit (ulimit -Hn)",
                file=sys.stderr,
            )
        with listen_at(args.address, args.port, shared=store.postgres) as socket:
            port = socket.getsockname()[1]

            def serving() -> None:
                print(
                    f"planisphere: the event host serves at http://{args.address}:{port}/", file=sys.stderr, flush=True
                )
                ready(f"serves at port {port}")

            app = create_app(hub, web.routes(hub), web.error_page)
            lives = partial(alive, f"serves at port {port}")
            settle()
            server(app, connections=connections, ready=serving, alive=lives).run(sockets=[socket])
    return 0


def _host(args: argparse.Namespace) -> int:
    from hub.doors.beside import set_password_anyhow

    password = secret("Password: ") if args.ask else None
    made = set_password_anyhow(database(args.db), args.what, password, cafe=args.cafe)
    if not args.ask:
        print(made)
        print(f"planisphere: the password of {args.what}; it is shown only once", file=sys.stderr)
    return 0


def _backup(args: argparse.Namespace) -> int:
    from hub.database.backup import back_up

    rows = back_up(database(args.db), Path(args.what))
    print(f"{args.what}: {rows} rows")
    return 0


def _restore(args: argparse.Namespace) -> int:
    from hub.database.backup import restore

    rows = restore(database(args.db), Path(args.what))
    print(f"{rows} rows are back")
    return 0
