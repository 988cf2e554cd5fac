"""Light mode: the players hold their own cards and move their own ships; what they tell the table is kept here.

The table tracks turns, speed, encounters, fame, upgrades, friendship cards, medals and points.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.game import Violation
from engines.starfarers.components import Components
from engines.starfarers.friendship import FAME_BOUGHT, may_buy_fame
from engines.starfarers.model import (
    SHIPS,
    UNKNOWN,
    UPGRADES,
    BuildUpgrade,
    EndTurn,
    Phase,
    Report,
    Shake,
    StarfarersAction,
    StarfarersState,
    StartFlight,
)
from engines.starfarers.navigation import stations_at
from engines.starfarers.phases import Act, Found, PhaseRules, allowed
from engines.starfarers.phases.build import build_upgrade, start_flight, wrong_upgrade
from engines.starfarers.phases.flight import end_turn, shake, station_founded, wrong_shake
from engines.starfarers.standing import STATIONS, with_fame, with_player


def report(parts: Components, state: StarfarersState, action: Report) -> StarfarersState:
    """What the active player told the table is counted."""
    seat = state.seat
    player = state.seats[seat]
    if action.what in ("colony", "station"):
        state = replace(state, founded=state.founded + 1)
    if action.what == "station":
        assert action.outpost is not None
        assert action.card is not None
        return station_founded(parts, state, action.outpost, action.card)
    if action.what == "fame":
        return with_fame(parts, replace(state, used=state.used | FAME_BOUGHT), seat, 1)
    if action.what == "colony":
        player = replace(player, colonies=player.colonies + 1)
    elif action.what == "spaceport":
        player = replace(player, colonies=player.colonies - 1, spaceports=player.spaceports + 1)
    else:
        player = replace(player, tokens=(*player.tokens, UNKNOWN))
    return with_player(state, seat, player)


def _building(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    """Upgrades, spaceports, fame, and whether a flight follows."""
    return [
        *allowed(parts, state, [BuildUpgrade(upgrade, seat=seat) for upgrade in UPGRADES], wrong_upgrade),
        *allowed(parts, state, [Report(what, seat=seat) for what in ("spaceport", "fame", "token")], _wrong),
        StartFlight(seat=seat),
        EndTurn(seat=seat),
    ]


def _flying(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    """Colonies, stations, tokens, what was bought and is told only now, and the end of the turn."""
    stations = [(o, card) for o, cards in enumerate(parts.outpost_cards) for card in cards]
    reported = [Report("colony", seat=seat), Report("token", seat=seat)]
    reported += [Report("station", outpost, card, seat=seat) for outpost, card in stations]
    reported += [Report("spaceport", seat=seat), Report("fame", seat=seat)]
    upgrades = [BuildUpgrade(upgrade, seat=seat) for upgrade in UPGRADES]
    told = [*allowed(parts, state, reported, _wrong), *allowed(parts, state, upgrades, wrong_upgrade)]
    return [*told, EndTurn(seat=seat)]


def _wrong(parts: Components, state: StarfarersState, action: Report) -> Found:
    """What is wrong with a report as far as the counts of pieces tell."""
    player, box, what = state.seats[state.seat], parts.box, action.what
    if state.phase not in _PHASES[what]:
        return [Violation("starfarers.light.report", f"no {what} is reported in this part of the turn")]
    if what in ("colony", "station") and state.founded == SHIPS:
        text = f"{state.players[state.seat]} founded {SHIPS} in this turn, with as many transporters"
        # Games in which a fourth station was told are kept as they were played.
        return [Violation("starfarers.build.ship_transporter", text, (), "error" if what == "colony" else "warning")]
    if what == "station":
        return _wrong_station(parts, state, action)
    if action.outpost is not None or action.card is not None:
        return [Violation("starfarers.light.report", f"outpost and card belong to a station, not to a {what}")]
    if what == "colony" and player.colonies + player.spaceports >= box.colonies:
        return [Violation("starfarers.build.ship_pieces", f"{state.players[state.seat]} has no colony left")]
    if what == "spaceport" and (not player.colonies or player.spaceports >= box.spaceport_rings):
        return [Violation("starfarers.build.spaceport", "there is no colony to raise, or no ring left")]
    if what == "fame" and not may_buy_fame(parts, state, state.seat):
        return [Violation("starfarers.friendship.fame_for_sale", "no fame ring can be bought now")]
    if what == "token" and sum(len(p.tokens) for p in state.seats) >= sum(parts.barren):
        return [Violation("starfarers.conquest.token", "all lairs and ice planets are taken")]
    return []


def _wrong_station(parts: Components, state: StarfarersState, action: Report) -> Found:
    outpost, card = action.outpost, action.card
    if outpost is None or card is None or outpost >= len(parts.outpost_cards):
        return [Violation("starfarers.light.report", "a station is told with its outpost and its friendship card")]
    if card not in parts.outpost_cards[outpost] or not state.cards >> card & 1:
        text = f"card {card} is no friendship card left at outpost {outpost}"
        return [Violation("starfarers.station.card", text, (f"friendship:{card}",))]
    taken = stations_at(state, outpost)
    if taken == STATIONS or state.seats[state.seat].rings <= taken:
        text = f"station {taken + 1} of outpost {outpost} needs as many freight rings"
        full = taken == STATIONS
        return [Violation("starfarers.station.rings", text, (f"outpost:{outpost}",), overrulable=not full)]
    if state.stations.count(state.seat + 1) >= parts.box.stations:
        return [Violation("starfarers.build.ship_pieces", "there is no trade station left")]
    return []


_PHASES: Final[dict[str, tuple[Phase, ...]]] = {
    "spaceport": (Phase.BUILD, Phase.FLIGHT),
    "fame": (Phase.BUILD, Phase.FLIGHT),
    "token": (Phase.BUILD, Phase.FLIGHT),
    "colony": (Phase.FLIGHT,),
    "station": (Phase.FLIGHT,),
}
"""When a report has its place: a lair or an ice planet goes as soon as an upgrade is enough for it. What was bought
before the flight may be told after it: the players see to the order."""
_REPORT: Final = Act(report, _wrong)
_UPGRADE: Final = Act(build_upgrade, wrong_upgrade)
_END: Final = Act(end_turn)
RULES: Final = {
    Phase.BUILD: PhaseRules(
        {
            BuildUpgrade: _UPGRADE,
            Report: _REPORT,
            StartFlight: Act(start_flight),
            Shake: Act(shake, wrong_shake),
            EndTurn: _END,
        },
        _building,
    ),
    Phase.FLIGHT: PhaseRules({BuildUpgrade: _UPGRADE, Report: _REPORT, EndTurn: _END}, _flying),
}
