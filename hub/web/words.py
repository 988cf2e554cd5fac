"""The words of the event host's pages: gettext catalogues of its own, one a language, and names for what has codes."""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from typing import Final

from engines.described import DRAWN, LOST, WON
from engines.registry import games, own_words
from hub.event.standings import WIN

DOMAIN: Final = "hub"
LANGUAGES: Final = {"en": "English", "fr": "Français", "de": "Deutsch", "pl": "Polski"}
"""Language code -> its own name for itself."""


def N_(message: str) -> str:  # noqa: N802  (gettext's name for "translate later")
    """Mark a message for the catalogues."""
    return message


GAMES: Final = {name: game.title for name, game in games().items()}
SCORES: Final = {
    "points": N_("points: most win"),
    "lowest": N_("points: fewest win"),
    "outcome": N_("won, drawn or lost"),
    "places": N_("a place for everybody"),
    "time": N_("a time: the shortest wins"),
}
OUTCOMES: Final = {WON: N_("won"), DRAWN: N_("drawn"), LOST: N_("lost")}
SCHEMES: Final = {
    "shared": N_("12 points for a win, shared out by opponents beaten"),
    "wins": N_("wins first, then those points"),
    "places": N_("4, 3, 2, 1 points by place"),
    "percent": N_("hundredths of the table’s best score"),
    "totals": N_("the points of the game itself"),
}
WORTHS: Final = {
    "points": N_("An evening brings the points of its standings."),
    "places": N_("An evening brings 25, 18, 15, 12, 10, 8, 6, 4, 2 points for the first places, 1 for all others."),
}
ROLES: Final = {
    "owner": N_("owner: everything, also the hosts"),
    "host": N_("host: evenings, seasons, devices"),
    "judge": N_("judge: results and questions"),
    "registrar": N_("registrar: players"),
    "screen": N_("screen: the big screens"),
}
HOST_VERBS: Final = {
    "invite_host": N_("invited a host"),
    "host_joined": N_("became a host"),
    "host_role": N_("changed a role"),
    "host_removed": N_("removed a host"),
    "host_password": N_("changed the own password"),
    "joined_season": N_("took part in a season"),
    "left_season": N_("left a season"),
    "cafe_picture": N_("changed the café’s picture"),
}
SYSTEMS: Final = {
    "swiss": N_("Swiss rounds"),
    "round_robin": N_("Everybody meets everybody"),
    "groups": N_("Groups, then finals"),
    "free": N_("Free play"),
}
SETTINGS: Final = {
    "seats": N_("Players at a table, at most"),
    "seats_min": N_("Players at a table, at least"),
    "places": N_("Tables"),
    "rounds": N_("Rounds"),
    "minutes": N_("Minutes a round (0: no clock)"),
    "group_size": N_("Players in a group, at most"),
    "bye_points": N_("Points for a bye"),
    "system": N_("How tables are seated"),
    "confirm": N_("A result counts once"),
    "live": N_("The big screen shows of running games"),
    "scheme": N_("What a game is worth"),
    "seed": N_("Seed"),
    "penalty": N_("Penalty points"),
}
"""What the settings of an evening are called in their form."""
CONFIRM: Final = {
    "all": N_("everybody at the table agrees"),
    "one": N_("one player at the table agrees"),
    "none": N_("the record is enough"),
}
LIVE: Final = {"progress": N_("only how far a game is"), "scores": N_("points as they stand")}
TABLE_STATES: Final = {
    "asks": N_("asks"),
    "low_light": N_("low light"),
    "offline": N_("offline"),
    "playing": N_("playing"),
    "idle": N_("ready"),
    "dead": N_("out of use"),
    "paper": N_("no device"),
}
SEATING_STATES: Final = {
    "open": N_("being played"),
    "proposed": N_("proposed"),
    "confirmed": N_("confirmed"),
    "judged": N_("judged"),
    "void": N_("does not count"),
}
TIMER_STATES: Final = {
    "draft": N_("draft: only you see it"),
    "planned": N_("not begun"),
    "running": N_("running"),
    "paused": N_("paused"),
    "ended": N_("over"),
}
CASES: Final = {
    "record_refused": N_("The score does not follow from the record"),
    "unfinished": N_("A game ended without a result"),
    "unknown_players": N_("Nobody of these names sits there"),
    "disagrees": N_("A player disagrees"),
    "changed_after": N_("A result was changed after it was confirmed"),
    "table_asks": N_("The table asks for you"),
    "clash": N_("Two games claim the same seats"),
}
VERBS: Final = {
    "create_event": N_("evening created"),
    "change_event": N_("settings changed"),
    "end_event": N_("evening ended"),
    "release": N_("standings released"),
    "add_players": N_("players added"),
    "set_player": N_("club, seed or penalty changed"),
    "call_in": N_("everybody has to check in"),
    "check_in": N_("player checked in"),
    "keep_seating": N_("table kept"),
    "free_seating": N_("table not kept any more"),
    "let_join": N_("players may register themselves"),
    "let_ask": N_("players register themselves, the host lets them in"),
    "no_joining": N_("players register with the host"),
    "let_in": N_("players let in"),
    "merge_players": N_("two entries made one"),
    "say": N_("message to everybody"),
    "cut": N_("cut to finals"),
    "more_time": N_("more time"),
    "rename_player": N_("player renamed"),
    "remove_players": N_("players removed"),
    "drop_out": N_("player left"),
    "come_back": N_("player came back"),
    "set_table": N_("device moved"),
    "pair_table": N_("device paired"),
    "retire_table": N_("device removed"),
    "sit_down": N_("players sat down by themselves"),
    "result": N_("result or question from a table’s record"),
    "dead_place": N_("table out of use"),
    "place_back": N_("table in use again"),
    "plan_round": N_("round seated"),
    "publish_round": N_("seating published"),
    "add_places": N_("tables added"),
    "swap_players": N_("players swapped"),
    "move_seating": N_("table moved"),
    "seat_free": N_("players sat down"),
    "start_round": N_("round begun"),
    "pause_round": N_("timer paused"),
    "resume_round": N_("timer resumed"),
    "set_minutes": N_("time changed"),
    "end_round": N_("round ended"),
    "propose": N_("result proposed"),
    "agree": N_("player agreed"),
    "disagree": N_("player disagreed"),
    "confirm": N_("result confirmed"),
    "judge": N_("result judged"),
    "void": N_("game does not count"),
    "close_case": N_("question settled"),
    "answer": N_("question of a table answered"),
    "link_game": N_("game assigned"),
    "ask_judge": N_("table asked"),
    "show_board": N_("table showed a finished board"),
    "show_picture": N_("board shown to everybody"),
    "hide_picture": N_("board not shown any more"),
    "remove_picture": N_("board removed"),
    "set_season": N_("season chosen"),
    "forget": N_("a person erased"),
    "undo": N_("undone"),
    "redo": N_("done again"),
}
REASONS: Final = {
    "bad_path": N_("There is nothing here."),
    "not_found": N_("There is nothing here."),
    "too_often": N_("Too many tries: wait a little."),
    "wrong_login": N_("Name or password is wrong."),
    "log_in": N_("Log in first."),
    "stale": N_("Somebody else changed this in the meantime. Look again, then repeat it."),
    "bad_value": N_("That value cannot be."),
    "not_now": N_("That is not possible now."),
    "not_allowed": N_("That is not allowed."),
    "too_many": N_("That is more than fits."),
    "too_large": N_("That is more than fits."),
    "too_slow": N_("The request did not arrive in time."),
    "not_json": N_("The message was not understood."),
    "bad_code": N_("That code is unknown, used or too old."),
    "bad_token": N_("That device is unknown here: pair it again."),
    "sequence_gap": N_("Messages before this one are missing; the device sends them again."),
    "sequence_reused": N_("Another message had this number; the device begins anew."),
    "bad_line": N_("A line that cannot be part of a record."),
    "line_conflict": N_("Another line of the record is already there."),
    "line_gap": N_("Lines of the record are missing; the device sends them again."),
    "method": N_("That is not done this way."),
    "internal": N_("A mistake of the event host; it is in its log."),
    "database_away": N_("The database is away. Nothing is lost: try again in a moment."),
}


_ORDERS: Final = {
    "shared": N_("Order: points, wins, what opponents have, share of the points at one’s tables."),
    "wins": N_("Order: wins, points, what opponents have, share of the points at one’s tables."),
}
_WORTH: Final = {
    "places": N_("Places bring 4, 3, 2 and 1 points, a bye %(bye)s."),
    "percent": N_("A game brings the hundredths of its table’s best score, a bye %(bye)s."),
    "totals": N_("A game brings its own points, a bye %(bye)s."),
}


def fixed(value: float, say: Callable[[str], str]) -> str:
    """A number with two decimals, with the decimal sign of a language."""
    return f"{value:.2f}".replace(".", say("0.5")[1])


def order(say: Callable[[str], str], scheme: str, bye: int) -> str:
    """What decides about places, in a language."""
    first = say(_ORDERS.get(scheme, _ORDERS["shared"]))
    worth = _WORTH.get(scheme, N_("A win is worth %(win)s, a bye %(bye)s."))
    return f"{first} {say(worth)}" % {"win": WIN, "bye": bye}


def locale_folder() -> str:
    """Where the catalogues are."""
    return str(resources.files("hub") / "locale")


@cache
def catalogue(language: str) -> _gettext.NullTranslations:
    """The catalogue of a language; English as it stands in the source where there is none."""
    found = _gettext.translation(DOMAIN, locale_folder(), [language], fallback=True)
    for words in own_words(language):
        found.add_fallback(words)
    return found


def pick(accepted: str, chosen: str | None = None) -> str:
    """The language to speak: the one chosen, else the first known one of an Accept-Language header, else English."""
    if chosen in LANGUAGES:
        return str(chosen)
    for code in _by_weight(accepted):
        if code in LANGUAGES:
            return code
    return "en"


def _by_weight(accepted: str) -> Iterable[str]:
    weighed = []
    for place, part in enumerate(accepted.split(",")[:20]):
        code, _, weight = part.partition(";q=")
        try:
            share = float(weight or 1)
        except ValueError:
            share = 0.0
        weighed.append((-share, place, code.strip().lower().partition("-")[0]))
    return [code for _, _, code in sorted(weighed)]
