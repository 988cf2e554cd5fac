"""What a host may do: five roles, by the pages of the console and what its forms do. What nobody named is the owner's.

Owners do everything and choose the others; hosts run evenings; judges settle results; registrars look after players;
`screen` finds the big screens and nothing else.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Role: TypeAlias = Literal["owner", "host", "judge", "registrar", "screen"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
_JUDGES: Final = frozenset({
    "confirm", "judge", "accept", "void", "close_case", "answer", "link_game", "move_seating", "more_time",
    "pause_round", "resume_round", "set_minutes", "show_picture", "hide_picture", "remove_picture",
})  # fmt: skip
_REGISTRARS: Final = frozenset({
    "add_players", "import_players", "let_join", "let_ask", "no_joining", "let_in", "merge_players", "rename_player",
    "remove_players", "drop_out", "come_back", "set_player", "call_in",
})  # fmt: skip
DEEDS: Final[dict[str, frozenset[str]]] = {"judge": _JUDGES, "registrar": _REGISTRARS, "screen": frozenset()}
"""Role -> what its forms may do at an evening; everything where it is not named."""
PAGES: Final[dict[str, frozenset[str]]] = {
    "judge": frozenset({"", "rounds", "judge", "standings", "log", "cases", "pictures", "part", "print"}),
    "registrar": frozenset({"", "players", "part", "print"}),
    "screen": frozenset(),
}
"""Role -> the pages of an evening it sees; all where it is not named."""


def may_do(role: str, verb: str) -> bool:
    """Whether a role may do this at an evening."""
    return role not in DEEDS or verb in DEEDS[role]


def may_see(role: str, page: str) -> bool:
    """Whether a role sees that page of an evening."""
    return role not in PAGES or page in PAGES[role]


def may_ask(role: str, path: str, *, whole: bool) -> bool:
    """Whether a role may ask for that address. `whole`: whether it is for all evenings of its café."""
    match path.strip("/").split("/"):
        case ["logout"] | ["host"] | ["host", "password"]:
            return True
        case ["host", "events", _, "do", verb]:
            return may_do(role, verb)
        case ["host", "events", _, page, *_]:
            return may_see(role, page)
        case ["host", "events", _] | ["feed", "host", _]:
            return may_see(role, "")
        case ["api", "events", *_]:
            return role in ("owner", "host")
        case ["host", "events" | "seasons" | "tables" | "pairing", *_]:
            return role in ("owner", "host") and whole
        case _:
            return role == "owner" and whole
