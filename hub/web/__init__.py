"""The event host's pages: the host's console, the big screen, players' phones, print-outs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from hub.errors import Refused
from hub.web import feeds, guests, host, people, prints, seasons
from hub.web.pages import error_page, static_bytes

__all__ = ["error_page", "routes"]
_KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}


def routes(_hub: object) -> list[BaseRoute]:
    """Every page; they work with `app.state.hub`."""
    return [*_of_guests(), *_of_cafe(), *_of_evening()]


def _of_guests() -> list[BaseRoute]:
    return [
        Route("/", guests.home),
        Route("/language", guests.language, methods=["POST"]),
        Route("/static/{name}", _static),
        Route("/screen/{key}", guests.big_screen),
        Route("/screen/{key}/find", guests.find),
        Route("/overlay/{key}", guests.overlay),
        Route("/pictures/{key}", guests.picture),
        Route("/join/{key}", guests.join_page),
        Route("/join/{key}", guests.join, methods=["POST"]),
        Route("/feed/screen/{key}", feeds.screen),
        Route("/feed/player/{key}", feeds.player),
        Route("/feed/host/{event}", feeds.host),
        Route("/p/{key}", guests.player),
        Route("/p/{key}/standings", guests.player_standings),
        Route("/p/{key}/here", guests.check_in, methods=["POST"]),
        Route("/p/{key}/vote", guests.vote, methods=["POST"]),
        Route("/p/{key}/result", guests.tell_result, methods=["POST"]),
        Route("/season/{key}", seasons.public_season),
        Route("/season/{key}/people/{entry}", seasons.public_person),
        Route("/invitation/{key}", people.invitation_page),
        Route("/invitation/{key}", people.accept, methods=["POST"]),
    ]


def _of_cafe() -> list[BaseRoute]:
    season = "/host/seasons/{season}"
    return [
        Route("/login", host.login_page),
        Route("/host", host.event_list),
        Route("/host/events", host.new_event, methods=["POST"]),
        Route("/host/people", people.people_page),
        Route("/host/people/invite", people.invite, methods=["POST"]),
        Route("/host/people/role", people.set_role, methods=["POST"]),
        Route("/host/people/remove", people.remove, methods=["POST"]),
        Route("/host/password", people.password_page),
        Route("/host/password", people.change_password, methods=["POST"]),
        Route("/host/seasons", seasons.season_list),
        Route("/host/seasons", seasons.new_season, methods=["POST"]),
        Route("/host/seasons/join", seasons.join_season, methods=["POST"]),
        Route(season, seasons.season_page),
        Route(season + "/invite", seasons.invite_cafe, methods=["POST"]),
        Route(season + "/leave", seasons.leave_season, methods=["POST"]),
        Route(season, seasons.change_season, methods=["POST"]),
        Route(season + "/table.csv", seasons.export_table),
        Route(season + "/people/{entry}", seasons.person_page),
        Route(season + "/people/{entry}/kept.json", seasons.export_person),
        Route(season + "/people/{entry}/forget", seasons.forget, methods=["POST"]),
        Route("/host/tables", host.devices_page),
        Route("/host/tables/{table}/retire", host.retire, methods=["POST"]),
        Route("/host/pairing", host.new_pairing, methods=["POST"]),
    ]


def _of_evening() -> list[BaseRoute]:
    event = "/host/events/{event}"
    return [
        Route(event, host.overview),
        Route(event + "/part/glance", host.glance_part),
        Route(event + "/part/waiting", host.waiting_part),
        Route(event + "/players", host.players_page),
        Route(event + "/rounds", host.rounds_page),
        Route(event + "/rounds/{round}", host.rounds_page),
        Route(event + "/judge", host.judge_page),
        Route(event + "/cases/{case}/photo", host.case_photo),
        Route(event + "/pictures/{picture}", host.board_picture),
        Route(event + "/standings", host.standings_page),
        Route(event + "/log", host.log_page),
        Route(event + "/settings", host.settings_page),
        Route(event + "/do/{verb}", host.do, methods=["POST"]),
        Route(event + "/print/{name}.pdf", prints.printed),
    ]


def _static(request: Request) -> Response:
    """A file that pages refer to, under an address that changes with its content."""
    name = str(request.path_params["name"])
    kind = _KINDS.get(name.rpartition(".")[2])
    if kind is None or not name.replace(".", "").replace("-", "").isalnum():
        raise Refused("not_found")
    try:
        data = static_bytes(name)
    except OSError as error:
        raise Refused("not_found") from error
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(data, media_type=kind, headers=headers)
