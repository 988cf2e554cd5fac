"""How a page is made: its template, the language, words for numbers and times, and the answer to what is refused."""

from __future__ import annotations

import base64
import hashlib
import socket
from collections.abc import Callable
from datetime import datetime
from functools import cache, lru_cache, partial
from gettext import NullTranslations
from importlib import resources
from typing import Any, Final

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from engines.registry import game_class, pack_names
from engines.rulebook import OptionRule, rulebook
from hub.database.store import Store
from hub.doors.hosts import Session
from hub.doors.roles import may_do
from hub.errors import Refused
from hub.event.described import Described
from hub.event.league import Rating
from hub.web import words
from hub.web.details import details
from hub.web.presets import PRESETS
from hub.web.typed import Kept

LANGUAGE_COOKIE: Final = "planisphere_language"
YEAR_S: Final = 365 * 86_400
LETTERS: Final = 26
ELSEWHERE: Final = "192.0.2.1"
"""Some machine that is not this one (RFC 5737)."""


def store_of(request: Request) -> Store:
    """The database behind this request."""
    store: Store = request.app.state.hub.store
    return store


def language_of(request: Request) -> str:
    """The language of whoever asks."""
    return words.pick(request.headers.get("accept-language", ""), request.cookies.get(LANGUAGE_COOKIE))


def here(request: Request) -> str:
    """The path that is asked for."""
    return request.url.path


def outside_address(request: Request) -> str:
    """The address for phones and tables: the one that was asked for, or this machine's where that means itself."""
    host = request.url.hostname or ""
    if host not in ("localhost", "::1") and not host.startswith("127."):
        return f"{request.url.scheme}://{request.url.netloc}"
    found, port = own_address(), request.url.port
    return f"{request.url.scheme}://{found or host}" + (f":{port}" if port else "")


def qr(content: str) -> Markup:
    """A QR code as a picture inside a page."""
    return Markup(segno.make(content, error="m").svg_inline(omitsize=True, dark="#000"))


@lru_cache(maxsize=32)
def joining_code(outside: str, key: str) -> tuple[str, Markup]:
    """The address where players register themselves for the evening of that key, and its QR code.

    `outside`: see `outside_address`.
    """
    address = f"{outside}/join/{key}"
    return address, qr(address)


def own_address() -> str:
    """This machine's address in its network; empty where it has none. Nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE, 9))
            found = str(asking.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith(("127.", "0.")) else found


def page(request: Request, template: str, **context: Any) -> HTMLResponse:
    """A template filled in, in the language of whoever asks; `status` is the answer's (200 where it is not given)."""
    code = language_of(request)
    found = environment(code).get_template(template)
    session: Session | None = context.get("session")
    may = partial(may_do, session.role if session is not None else "screen")
    known = {"language": code, "here": here(request), "notice": "", "event": None, "may": may, **context}
    return HTMLResponse(found.render(**known), int(context.get("status", 200)))


def part(language: str, template: str, **context: Any) -> str:
    """A part of a page filled in, in a language."""
    return environment(language).get_template(template).render(language=language, **context)


def error_page(request: Request, error: Refused) -> Response:
    """A page that says why not, in plain words; the log-in form where that is what is missing."""
    if error.error == "log_in":
        part = request.headers.get("hx-request") == "true"
        return Response(status_code=error.status, headers={"hx-redirect": "/login"}) if part else _to_login()
    return page(request, "message.html", status=error.status, words=reason(language_of(request), error))


def _to_login() -> Response:
    return RedirectResponse("/login", 303)


def reason(language: str, error: Refused) -> str:
    """Why the event host says no, in plain words."""
    translate = words.catalogue(language).gettext
    said = translate(words.REASONS[error.error])
    told = details(error.why, language) if error.why is not None else ""
    return f"{said} ({told})" if told else said


async def once_more(request: Request, shown: Callable[..., Response], error: Refused, **kept: Any) -> Response:
    """The page of a form that was refused, with the reason at its top, and what was `kept` of it."""
    why = {"notice": reason(language_of(request), error), "status": error.status}
    return await run_in_threadpool(lambda: shown(request, **why, **kept))


def back_to(then: object, otherwise: str) -> RedirectResponse:
    """To the page a form was on, where that is one of ours."""
    path = str(then) if isinstance(then, str) else ""
    ours = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return RedirectResponse(path if ours and len(path) <= 200 else otherwise, 303)


def set_language(request: Request, code: object, then: object) -> Response:
    """Speak that language to this browser from now on."""
    answer = back_to(then, "/")
    if code in words.LANGUAGES:
        secure = request.url.scheme == "https"
        answer.set_cookie(LANGUAGE_COOKIE, str(code), YEAR_S, httponly=True, samesite="lax", secure=secure)
    return answer


@cache
def environment(language: str) -> Environment:
    """The templates in one language."""
    found = Environment(
        loader=PackageLoader("hub.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    catalogue = words.catalogue(language)
    install: Callable[..., None] = found.install_gettext_callables  # type: ignore[attr-defined]
    install(catalogue.gettext, catalogue.ngettext, newstyle=True)
    found.globals |= _globals(catalogue)
    return found


def players_of(game: str) -> str:
    """For how many players a game is: `2`, or `1–4`."""
    rules = game_class(game)
    least, most = rules.min_players, rules.max_players
    return str(most) if least == most else f"{least}–{most}"


def packs_of(game: str) -> tuple[str, ...]:
    """The packs of a game that are always there."""
    return tuple(pack_names(game)) if game in words.GAMES else ()


def asked_of(game: str) -> tuple[OptionRule, ...]:
    """The points of a game's rules that a host settles before an evening."""
    return tuple(option for option in rulebook(game).options if option.ask)


def _globals(catalogue: NullTranslations) -> dict[str, Any]:
    """What every template may use."""
    return {
        "languages": words.LANGUAGES,
        "static": static_path,
        "integrity": integrity,
        "game_words": lambda game: catalogue.gettext(words.GAMES.get(str(game), str(game))),
        "games": tuple(words.GAMES),
        "players_of": players_of,
        "packs_of": packs_of,
        "asked_of": asked_of,
        "systems": words.SYSTEMS,
        "confirms": words.CONFIRM,
        "lives": words.LIVE,
        "table_states": words.TABLE_STATES,
        "seating_states": words.SEATING_STATES,
        "timer_states": words.TIMER_STATES,
        "case_words": words.CASES,
        "reasons": words.REASONS,
        "verbs": words.VERBS,
        "fixed": lambda value: words.fixed(value, catalogue.gettext),
        "order": lambda scheme, bye: words.order(catalogue.gettext, scheme, bye),
        "scores": words.SCORES,
        "outcomes": words.OUTCOMES,
        "schemes": words.SCHEMES,
        "presets": PRESETS,
        "worths": words.WORTHS,
        "roles": words.ROLES,
        "host_verbs": words.HOST_VERBS,
        "rated": rated,
        "told": lambda total, game: told(total, game, catalogue.gettext),
        "group_letter": group_letter,
        "group_words": lambda group: group_words(group, catalogue.gettext),
        "nothing": Kept(),
        "date": date,
        "clock_time": clock_time,
        "minutes": minutes,
    }


def told(total: int | None, game: Described | None, say: Callable[[str], str]) -> str:
    """A total as people say it in that game: points, `won`, or a time."""
    if total is None:
        return ""
    if game is not None and game.score == "outcome":
        return say(words.OUTCOMES.get(total, str(total)))
    return minutes(1_000 * total) if game is not None and game.score == "time" else str(total)


def group_letter(group: int | None) -> str:
    """What a group is called: A to Z, then by its number; empty for none."""
    return "" if group is None else chr(ord("A") + group - 1) if group <= LETTERS else str(group)


def group_words(group: int, say: Callable[[str], str]) -> str:
    """A group's name in words."""
    return say("Group %(letter)s") % {"letter": group_letter(group)}


def rated(rating: Rating | None) -> str:
    """A rating with its uncertainty: `1112 ± 331`."""
    return "" if rating is None else f"{rating.value} ± {rating.deviation}"


def date(ms: int) -> str:
    """A day, `2026-01-31`, where the event host stands."""
    return datetime.fromtimestamp(ms / 1000).astimezone().strftime("%Y-%m-%d")


def clock_time(ms: int) -> str:
    """A time of day, `19:05`, where the event host stands."""
    return datetime.fromtimestamp(ms / 1000).astimezone().strftime("%H:%M")


def minutes(ms: int) -> str:
    """What is left on a clock: `12:05`, with a minus once the time is up."""
    seconds = -(-abs(ms) // 1000)
    return f"{'−' if ms < 0 else ''}{seconds // 60}:{seconds % 60:02d}"


# Files of the pages -------------------------------------------------------------------------------------------------


@cache
def static_bytes(name: str) -> bytes:
    """A file that pages refer to."""
    return (resources.files("hub.web") / "static" / name).read_bytes()


@cache
def static_path(name: str) -> str:
    """Its address, which changes with its content."""
    return f"/static/{name}?{hashlib.sha256(static_bytes(name)).hexdigest()[:12]}"


@cache
def integrity(name: str) -> str:
    """What the browser checks a script by before running it."""
    return "sha384-" + base64.b64encode(hashlib.sha384(static_bytes(name)).digest()).decode()
