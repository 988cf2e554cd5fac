"""Whole evenings in virtual time, against event hosts that are processes of their own and are killed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from socket import socket
from subprocess import PIPE, Popen
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from engines.bots import find_bot
from engines.playout import play_record
from engines.record import Header, Record
from engines.registry import open_game
from tools.evenings.evening import Evening, Wishes, differences
from tools.evenings.strangers import FromOutside
from tools.evenings.tables import result_of, text_of
from tools.evenings.watching import Crowd
from tools.hub_attacks.attacker import Attacker
from tools.hub_attacks.attacks import ATTACKS
from tools.private_postgres import free_port

GAME = "look_at_the_stars"


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.exhaustive)])
def test_an_evening_ends_as_its_records_say_whatever_happens(
    request: pytest.FixtureRequest, tmp_path: Path, database: str
) -> None:
    postgres = database == "postgresql"
    url = request.getfixturevalue("postgres_url") if postgres else f"sqlite:///{tmp_path}/hub.sqlite3"
    crowd = Crowd(phones=14, screens=2, consoles=1)
    tables, processes = (3, 3) if postgres else (3, 1)
    few = Wishes(url=url, tables=tables, hours=0.5, rounds=1, kills=2, processes=processes, seed=5, crowd=crowd)
    report = Evening(msgspec.structs.replace(few, strangers=True), tmp_path, lambda _: None).run()
    assert (report.wrong, report.refused) == ((), 0)
    assert (report.results, report.questions, report.kills, report.processes) == (tables, tables, 2, processes)
    assert report.watchers == 17
    assert report.restarts_of_tables
    assert report.strangers > 20
    assert report.faults["cut"]
    assert report.phones_wait.count == report.results
    assert report.tables_wait.count
    assert report.processor_s > 0


def test_strangers_whom_nobody_answers_find_nothing_wrong_but_where_everybody_is_to_be_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def found() -> list[str]:
        attacker = Attacker(FromOutside(free_port(), "", 1), 0.0)
        await ATTACKS["log_ins"](attacker)
        return attacker.wrong

    assert asyncio.run(found()) == []
    monkeypatch.setattr(FromOutside, "answers_all", True)
    assert asyncio.run(found()) == ["answered {0}"]


HOLDING = """
import sys
from tools.private_postgres import private_postgres
with private_postgres() as url:
    print(url, flush=True)
    sys.stdin.read()
"""


@pytest.mark.exhaustive
def test_a_run_that_is_killed_takes_its_postgresql_with_it(cluster: str, wait_for: Callable[..., None]) -> None:
    """`cluster`: skipped where there is no PostgreSQL."""
    child = Popen([sys.executable, "-c", HOLDING], stdin=PIPE, stdout=PIPE, text=True)
    with child:
        assert child.stdout is not None
        port = urlsplit(child.stdout.readline().strip()).port
        assert port
        assert listens(port)
        child.kill()
    wait_for(lambda: not listens(port))


def listens(port: int) -> bool:
    with socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def told_and_played() -> tuple[dict[str, Any], list[Record]]:
    """An evening of one table as the event host would export it, and the record behind it."""
    game = open_game(GAME)
    header = Header(game=GAME, players=("Ada", "Bo"), started="round 1")
    record, _ = play_record(game, header, [find_bot(GAME, "random")] * 2, Random(1))
    totals = result_of(record)
    best = max(totals.values())
    seats = [
        {"player": n, "seat": n - 1, "name": name, "total": totals[name]} for n, name in enumerate(totals, start=1)
    ]
    lines = [
        {
            "place": 1 if total == best else 2, "player": n, "points": 12 * (total == best), "played": 1,
            "wins": int(total == best), "byes": 0, "opposition": 12.0 * (total != best),
            "share": round(total / sum(totals.values()), 3), "total": total,
        }
        for n, total in enumerate(totals.values(), start=1)
    ]  # fmt: skip
    table = {"round": 1, "place": 1, "bye": False, "state": "confirmed", "seats": seats, "result": 1}
    event = {"players": [{"id": 1}, {"id": 2}], "bye_points": 12}
    told = {"event": event, "games": [{"record": text_of(record)}], "tables": [table]}
    return {**told, "standings": [{"line": line} for line in lines]}, [record]


def test_the_comparison_finds_what_is_wrong() -> None:
    told, played = told_and_played()
    assert list(differences(told, played)) == []

    def worse(change: str) -> list[str]:
        other = deepcopy(told)
        match change:
            case "total":
                other["tables"][0]["seats"][0]["total"] += 1
            case "state":
                other["tables"][0]["state"] = "proposed"
            case "twice":
                other["tables"].append(other["tables"][0])
            case "lost":
                other["games"][0]["record"].pop(3)
            case "double":
                other["games"].append(other["games"][0])
            case "points":
                other["standings"][0]["line"]["points"] += 1
        return list(differences(other, played))

    assert all(worse(change) for change in ("total", "state", "twice", "lost", "double", "points"))
