"""The rule cards of Stellar with a small drawing on each."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.registry import open_game
from engines.stellar.deck import face_number
from engines.stellar.model import EMPTY, TYPES, PlayerState
from engines.stellar.rules import Stellar
from pi_app.games.stellar.cards import BACK, Board, CardFace, Spot, Tone, board_of
from pi_app.games.stellar.stages import RuleCard
from pi_app.i18n import _

_PLANET, _MOON, _ASTEROID, _CLOUD, _HOLE = range(len(TYPES))
_SATELLITE: Final = 5


def rule_card(topic: int, lines: tuple[str, ...]) -> RuleCard:
    """The rule card with that number, which says that."""
    return replace(_DRAWINGS[topic](), lines=lines)


def _face(kind: str, number: str, stars: int = 0) -> CardFace:
    return CardFace(kind, number, stars)


def _turn() -> RuleCard:
    """The rule book's example: a black hole 1 from the hand leads to coordinate 1."""
    row = (("asteroid", "4", 1), ("moon", "2", 2), ("planet", "5", 1), ("cloud", "3", 2), ("moon", "1", 3))
    tones: tuple[Tone, ...] = ("next", "", "", "", "")
    cards = [
        Spot(None, _face(*card), tone, str(k)) for k, (card, tone) in enumerate(zip(row, tones, strict=True), start=1)
    ]
    return RuleCard((Spot(None, _face("black_hole", "1", 3), "chosen", _("hand")), *cards))


def _telescope() -> RuleCard:
    telescope = [EMPTY] * 12
    telescope[0] = face_number(_MOON, 3, 2)
    telescope[1] = face_number(_PLANET, 2, 2)
    tones: dict[int, Tone] = {3: "go", 4: "down", 5: "down", 6: "down", 7: "down", 8: "down"}
    board = _board(tuple(telescope), (), tones | dict.fromkeys(range(9, 13), "down"))
    return RuleCard((Spot(None, _face("moon", "4", 1), "chosen"),), telescope=board)


def _notebook() -> RuleCard:
    notebook = ((_PLANET, 4), (_ASTEROID, 2), (_ASTEROID, 3), (_ASTEROID, 4), (_CLOUD, 1), (_CLOUD, 5), (_CLOUD, 0))
    return RuleCard(notebook=_noted(*notebook, (_SATELLITE, 4)))


def _points() -> RuleCard:
    telescope = [EMPTY] * 12
    telescope[0], telescope[1] = face_number(_MOON, 3, 2), face_number(_MOON, 1, 3)
    moons = tuple(face_number(_MOON, number, 1) for number in (4, 5, 0))
    return RuleCard(notebook=_board(tuple(telescope), moons, {}))


def _satellites() -> RuleCard:
    return RuleCard((Spot(None, _face("satellite", "4")), *(Spot(None, BACK, "", str(k)) for k in range(1, 6))))


def _screen() -> RuleCard:
    tones: tuple[tuple[Tone, str], ...] = (("go", "5"), ("down", "6"), ("", "7"))
    return RuleCard(tuple(Spot(None, None, tone, label) for tone, label in tones))


def _noted(*cards: tuple[int, int]) -> Board:
    telescope = (face_number(_ASTEROID, 1, 3), face_number(_CLOUD, 2, 2), *(EMPTY,) * 10)
    return _board(telescope, tuple(face_number(kind, number, 0) for kind, number in cards), {})


def _board(telescope: tuple[int, ...], notebook: tuple[int, ...], tones: dict[int, Tone]) -> Board:
    game: Stellar = open_game("stellar")  # type: ignore[assignment]
    player = PlayerState((), (), telescope, tuple(sorted(notebook)))
    return board_of(game, 0, "", player, None, tones)


_DRAWINGS: Final = (_turn, _telescope, _notebook, _points, _satellites, _screen)
"""By rule card."""
