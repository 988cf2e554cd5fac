"""The attacks, each by its name. An attack says what must be so whatever it does; the rest is measured around it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeAlias

import msgspec

from hub.app import MAX_SAYINGS
from tools.hub_attacks.attacker import Attacker

Attack: TypeAlias = Callable[[Attacker], Awaitable[None]]
ATTACKS: Final[dict[str, Attack]] = {}
MANY: Final = 4_600
"""Connections: more than the event host takes."""
FEW_CHUNKS: Final = 64 << 10
LARGE: Final = 1 << 20
HEAD: Final = b"GET /health HTTP/1.1\r\nHost: x\r\n"


def _attack(attack: Attack) -> Attack:
    ATTACKS[attack.__name__] = attack
    return attack


# Results ------------------------------------------------------------------------------------------------------------


@_attack
async def own_vote(a: Attacker) -> None:
    """A player tells another result than the record, and votes for it."""
    cheat = a.evening.players[0]
    await a.form(f"/p/{cheat.key}/result", seating=cheat.seating, total=[999, 1, 1, 1])
    for result in range(a.evening.result, a.evening.result + 4):
        await a.form(f"/p/{cheat.key}/vote", result=result, agrees=1)
    told = await a.told(f"/api/events/{a.evening.event}/export.json")
    table = next(t for t in told["tables"] if cheat.id in [seat["player"] for seat in t["seats"]])
    totals = [seat["total"] for seat in table["seats"]]
    a.expect(totals == list(a.evening.totals), f"the record said {a.evening.totals}, now it is {totals}")
    queue = await a.ask("GET", f"/host/events/{a.evening.event}/judge", b"", 9_999, cookie=a.evening.cookie)
    a.expect(b"999" in queue[1], "no case was opened")


@_attack
async def result_storm(a: Attacker) -> None:
    """One phone tells results as fast as it can; the host sets the clock meanwhile."""
    cheat = a.evening.players[5]
    page = (await a.ask("GET", f"/host/events/{a.evening.event}/rounds", b"", 9_999, cookie=a.evening.cookie))[1]
    seen = page.partition(b'name="seen" value="')[2].partition(b'"')[0].decode()
    storm = asyncio.create_task(
        a.over_and_over(lambda n: a.form(f"/p/{cheat.key}/result", seating=cheat.seating, total=[n % 90, 1, 2, 3]))
    )
    done = [await a.host("set_minutes", round=a.evening.round, minutes=40 + n, seen=seen) for n in range(1)]
    await storm
    done.append(await a.host("add_players", names="Late"))
    a.expect(done == [303, 303], f"the host was answered {done}")
    a.expect(a.statuses[303] <= len(done) + MAX_SAYINGS, f"one phone told {a.statuses[303]} results")


# Connections --------------------------------------------------------------------------------------------------------


@_attack
async def silent(a: Attacker) -> None:
    """Thousands of connections from three addresses, none of which says anything."""
    opened = await a.open(MANY, addresses=3)
    await a.rest()
    _close(opened)


@_attack
async def slow_loris(a: Attacker) -> None:
    """Requests whose heads never end: a line each half second."""
    opened = await a.open(600, HEAD, addresses=2)
    while a.goes_on:
        for writer in opened:
            with suppress(OSError):
                writer.write(b"X: y\r\n")
        await asyncio.sleep(0.5)
    _close(opened)


@_attack
async def slow_readers(a: Attacker) -> None:
    """Many answers are asked for and none of them is read."""
    asked = b"GET /static/hub.css HTTP/1.1\r\nHost: x\r\n\r\n" * 40
    page = f"GET /screen/{a.evening.screen} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 40
    opened = await a.open(200, asked, addresses=2) + await a.open(50, page, addresses=2)
    await a.rest()
    _close(opened)


@_attack
async def feeds(a: Attacker) -> None:
    """More feeds than there is room for, which nobody reads, while results come in."""
    path = f"/feed/screen/{a.evening.screen}"
    asked = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    opened = await a.open(3_200, asked, addresses=3)
    cheat = a.evening.players[5]
    for total in range(10):
        await a.form(f"/p/{cheat.key}/result", seating=cheat.seating, total=[total, 1, 2, 3])
    status, _ = await a.raw(asked, 4)
    a.expect(status == 429, f"one feed more is answered {status}")
    await a.rest()
    _close(opened)


# Bodies -------------------------------------------------------------------------------------------------------------


@_attack
async def tiny_chunks(a: Attacker) -> None:
    """Bodies in chunks of one byte."""
    head = b"POST /api/pair HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    data = head + b"1\r\nx\r\n" * 300_000
    await a.over_and_over(lambda n: a.raw(data, n % 8, FEW_CHUNKS), 2)


@_attack
async def strangers_bodies(a: Attacker) -> None:
    """A megabyte each from 150 connections that no table has sent."""
    head = f"POST /api/tables/{a.evening.devices[0].id}/batches HTTP/1.1\r\nHost: x\r\nContent-Length: {LARGE}\r\n"
    data = f"{head}Authorization: Bearer {'x' * 43}\r\n\r\n".encode() + b" " * (LARGE - 1)
    statuses = await a.together([a.raw(data, n, FEW_CHUNKS) for n in range(150)])
    a.expect(not {200, 500} & set(statuses), f"answered {set(statuses)}")


@_attack
async def tables_bodies(a: Attacker) -> None:
    """A megabyte each from 150 connections of a table that is paired, and none of them ends."""
    device = a.evening.devices[0]
    head = f"POST /api/tables/{device.id}/batches HTTP/1.1\r\nHost: x\r\nContent-Length: {LARGE}\r\n"
    data = f"{head}Authorization: Bearer {device.token}\r\n\r\n".encode() + b" " * (LARGE - 1)
    opened = await a.open(150, data, addresses=2)
    await a.rest()
    _close(opened)


@_attack
async def full_disk(a: Attacker) -> None:
    """A paired table sends as much as it can, of games that break every rule."""
    device, before = a.evening.devices[0], a.target.database_mb
    header = {"planisphere": 1, "game": "stellar", "players": ["A", "B"]}
    await a.send(device, "batches", {"seq": 1, "items": [{"game": "x", "n": 0, "line": header}]})
    held = 1

    async def one(_number: int) -> None:
        nonlocal held
        lines = [
            {"n": held + at, "seat": 0, "action": {"type": "nothing", "why": "x" * 30_000}, "source": "touch"}
            for at in range(30)
        ]
        items = [{"game": "x", "n": line["n"], "line": line} for line in lines]
        status, _ = await a.send(device, "batches", {"seq": 2 + held // 30, "items": items})
        held += 30 * (status == 200)

    await a.over_and_over(one, 1)
    grown = a.target.database_mb - before
    a.expect(grown < 48, f"the database grew by {grown:.0f} MB")


@_attack
async def forged_batches(a: Attacker) -> None:
    """Batches that are no batches: replayed, of other tables, deep, with letters that no database keeps."""
    device, other = a.evening.devices[0], a.evening.devices[1]
    header = {"planisphere": 1, "game": "stellar", "players": ["A", "B"]}
    good = msgspec.json.encode({"seq": 1, "items": [{"game": "x", "n": 0, "line": header}]})
    bodies = [
        good, good.replace(b"stellar", b"starfar"), b"[" * 100_000, b'{"seq":1e999}', good[:-3], b"\xff" * 500,
        good.replace(b'"A"', b'"A\\u0000"'), good.replace(b'"x"', b'"x\\u0000"'), good.replace(b'"seq":1', b'"seq":99'),
        good.replace(b'"n":0', b'"n":-1'), good.replace(b'"players":["A","B"]', b'"players":{}'), b"null", b"",
    ]  # fmt: skip
    for body in bodies:
        for who in (device, other):
            await a.send(who, "batches", body)
    question = {"id": "question-1", "question": "Is it?", "game": "a\0b"}
    note = {"sent": 1, "screen": "draw", "asks": {"question": "Is it?", "judge": True, "game": "a\0b"}}
    await a.send(device, "asks", question)
    await a.send(device, "status", note)
    swapped = msgspec.structs.replace(device, token=other.token)
    status, _ = await a.send(swapped, "batches", good)
    a.expect(status == 401, f"another table's token is answered {status}")


@_attack
async def questions(a: Attacker) -> None:
    """One table puts question after question to the host, through both doors."""
    device = a.evening.devices[0]

    async def one(number: int) -> None:
        text = f"Question {number}"
        await a.send(device, "asks", {"id": f"question-{number}", "question": text})
        await a.send(device, "status", {"sent": number, "asks": {"question": text, "judge": True}})

    await a.over_and_over(one, 4)
    page = (await a.ask("GET", f"/host/events/{a.evening.event}/judge", b"", 9_999, cookie=a.evening.cookie))[1]
    found = page.count(b'id="case-')
    a.expect(found <= 25, f"{found} questions wait for the host")


# Log-ins ------------------------------------------------------------------------------------------------------------


@_attack
async def guesses(a: Attacker) -> None:
    """Wrong passwords for the host's name from hundreds of addresses; the host logs in from their own machine."""
    await a.over_and_over(lambda n: a.form("/login", n, name="Vera", password=f"guess {n}"), 20)
    fields = {"name": "Vera", "password": a.evening.password}
    status, _ = await a.form("/login", 9_999, f"planisphere_device={a.evening.known}", **fields)
    a.expect(status == 303, f"the host's own log-in is answered {status}")


@_attack
async def parallel_guesses(a: Attacker) -> None:
    """Fifty wrong passwords at the same moment from one address."""
    jobs = [a.form("/login", 1, name=f"Name {n}", password=f"guess {n}") for n in range(50)]
    statuses = await a.together(jobs)
    a.expect(statuses.count(403) <= 10, f"{statuses.count(403)} of them were judged")


@_attack
async def log_ins(a: Attacker) -> None:
    """A hundred people log in at once, each from an address of their own."""
    jobs = [a.form("/login", n, name=f"Name {n}", password="wrong") for n in range(100)]
    statuses = await a.together(jobs)
    allowed = {403, 429} if a.target.answers_all else {403, 429, 0}
    a.expect(set(statuses) <= allowed, f"answered {set(statuses)}")


@_attack
async def pairing_codes(a: Attacker) -> None:
    """Codes are guessed, many at once."""
    await a.together([a.ask("POST", "/api/pair", b'{"code":"ABCD-%04d"}' % n, 1) for n in range(50)])
    a.expect(a.statuses[403] <= 10, f"{a.statuses[403]} codes were judged")


# Pages --------------------------------------------------------------------------------------------------------------


@_attack
async def odd_names(a: Attacker) -> None:
    """Guests register under names that show nothing or look like others; then a guest of the same address does."""
    path = f"/join/{a.evening.screen}"
    names = ["", "\u200d", "\u3164", "\u2800", "Z" + "\u0351" * 500, "\u0410da", "Player 1", "PIayer 1", "x" * 5_000]
    for name in names * 8:
        status, _ = await a.form(path, 1, name=name)
        if not name or name == "\u3164":
            a.expect(status == 422, f"the name {name!r} is answered {status}")
    status, _ = await a.form(path, 1, name="Zoé")
    a.expect(status == 303, f"a guest beside them is answered {status}")


@_attack
async def phone_flood(a: Attacker) -> None:
    """Pages of phones and screens are loaded as fast as they come."""
    paths = [f"/p/{player.key}" for player in a.evening.players] + [f"/screen/{a.evening.screen}"]
    await a.over_and_over(lambda n: a.ask("GET", paths[n % len(paths)], b"", n % 20), 6)


@_attack
async def odd_requests(a: Attacker) -> None:
    """What is no HTTP, or two requests in one; odd paths; a host's pages and deeds without a log-in."""
    event = a.evening.event
    for data in (
        b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 100 + b"x\r\n\r\n",
        b"POST /api/pair HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", b"GET / HTTP/1.1\r\nA: " + b"b" * 40_000,
        b"POST /api/pair HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    ):  # fmt: skip
        await a.raw(data)
    paths = (
        "/../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/%00", "/api/screen/%0d%0aX:y",
        "/" + "a" * 5_000, f"/host/events/{event}", f"/api/events/{event}/export.json", f"/feed/host/{event}",
        f"/host/events/{'9' * 30}", "/host/events/-1/judge",
    )  # fmt: skip
    for path in paths:
        status, body = await a.ask("GET", path)
        a.expect(status not in (200, 500) and b"root:" not in body, f"{path[:40]} is answered {status}")
    for verb in ("end_event", "judge", "undo", "add_players"):
        path, cookie = f"/host/events/{event}/do/{verb}", a.evening.cookie
        for status, _ in (await a.form(path), await a.form(path, 0, cookie), await a.form(path, 0, cookie, csrf="x")):
            a.expect(status in (303, 401, 403), f"{verb} without the secret is answered {status}")
    told: Any = await a.told(f"/api/events/{event}/export.json")
    a.expect(told["event"]["state"] == "open", "somebody without a log-in ended the evening")


def _close(writers: list[asyncio.StreamWriter]) -> None:
    for writer in writers:
        writer.transport.abort()
