"""Films of a table while people draw: hands come, draw, think, rest and go, under a camera that looks on from above."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np

from hardware.simulated.hand import draw_arm, opaque_sheet, shade_sheet
from hardware.simulated.levels import Level
from hardware.simulated.pieces import Piece, pieces_light, random_piece_shot
from hardware.simulated.pixels import Field, Picture, Points, Sheet
from hardware.simulated.scene import Shot, lay_hand_at
from hardware.simulated.sensor import develop
from hardware.simulated.table import lay_table
from tools.studio.discs import Game, Ink, play
from tools.studio.levels import random_pen
from tools.studio.orders import Order
from tools.studio.tables import Seat, lying, seats_of
from tools.studio.tile_design import TileDeck, random_deck
from tools.studio.tile_face import print_tile

SIZE: Final = (640, 360)
AFTER_S: Final = 4.5
"""Seconds without anybody over the table at the end of a round."""
AWAY_MM: Final = 520.0
"""Distance of a hand beside the table from the table's edge."""
ARM_MM: Final = 2400.0
"""How far arms reach: farther than the diagonal of the widest picture, so that each comes from a side of it, however it
slants."""
FILL: Final = (0.75, 0.95)
"""The share of the picture's width, or height, that the boards take."""
REST_S: Final = 15.0
"""Seconds between two rests of a table."""
TILES_MM: Final = 80.0
"""How deep the part of the table is on which tiles lie beyond the boards."""
MOVES: Final = 2
"""Moves of a hand over a tile until it is turned over."""
TREMOR_MM: Final = 0.8
SHOVED_MM, SHOVED_DEG = 5.0, 1.5
"""How far boards are shoved and turned while they are drawn on: one standard deviation."""


class Frame(NamedTuple):
    """One picture (H×W×3 BGR) at so many seconds; `hand`: the share of it that hands hide; `drawn`: all is drawn."""

    at: float
    picture: Picture
    hand: float
    drawn: bool


class Rest(NamedTuple):
    """A picture in which nobody is over the table, and the seat whose board alone is no more what it was in the picture
    before (-1: none)."""

    picture: Picture
    changed: int


class Stay(NamedTuple):
    """A hand over the table: seconds and places (n, 2) mm of its pen's tip, between which it moves evenly.

    `drawn_at`: when what is drawn by it is on the board, None where it draws nothing.
    """

    seat: int
    times: list[float]
    places: list[Points]
    drawn_at: float | None


class Arm(NamedTuple):
    """A hand's sheets, its pen's tip at (0, 0) mm and its arm along x, and by how much it is turned as it is laid."""

    skin: Sheet
    cover: Sheet
    shade: Sheet
    turn_deg: float


class Table(NamedTuple):
    """Who sits where with which game, the part of the table (mm) that their boards cover, its surface, its camera."""

    seats: list[Seat]
    games: list[Game]
    area: tuple[float, float]
    surface: Sheet
    shot: Shot


def _laid(
    rng: np.random.Generator,
    seed: int,
    number: int,
    level: Level,
    size: tuple[int, int],
    room: tuple[int, int] = (1920, 1080),
    beyond: float = 0.0,
) -> Table:
    """Boards as many as find room in a picture of so many pixels; so many mm of the table beyond them are seen, too."""
    order = Order(boards=1, seed=seed, levels=(level,), designs=1, size=room)
    seats, (wide, tall) = seats_of(rng, order, f"{seed}{number:04d}")
    seats = [seat._replace(at=(seat.at[0], seat.at[1] + beyond)) for seat in seats]
    area = wide, tall + beyond
    shot = random_piece_shot(rng, level, area, size, FILL, turn_deg=float(rng.uniform(-4, 4)))
    surface = lay_table(rng, area, rng.uniform(0, 1))
    return Table(seats, [play(rng, seat.design) for seat in seats], area, surface, shot)


def _drift(rng: np.random.Generator) -> float:
    """By what share the light grows in a second."""
    return float(rng.uniform(-0.01, 0.01)) if rng.random() < 0.3 else 0.0


def film(seed: int, number: int, level: Level, rate: float, size: tuple[int, int] = SIZE) -> Iterator[Frame]:
    """One round at a table of two to four, so many pictures a second: same seed, number and rate, same film.

    All draw one constellation each.
    """
    rng = np.random.default_rng([seed, 41, number])
    seats, games, area, surface, shot = _laid(rng, seed, number, level, size)
    inks = [
        Ink(rng, seat.design, random_pen(rng, level, seat.design.look.sky.disc), level, game)
        for seat, game in zip(seats, games, strict=True)
    ]
    stays = [stay for k in range(len(seats)) for stay in _stays(rng, seats[k], k, area, len(games[k].figure.lines))]
    arms = [_arm(rng, seat.at[1] < area[1] / 2 and len(seats) > 3) for seat in seats]
    drift = _drift(rng)
    shoved = [_shoved(rng, seat) for seat in seats]

    def lying_there(done: Container[int]) -> list[Piece]:
        return [
            lying(shoved[k] if k in done else seat, ink.board(seat.clean, k in done), game.rotation_deg)
            for k, (seat, ink, game) in enumerate(zip(seats, inks, games, strict=True))
        ]

    yield from _filmed(rng, rate, stays, arms, drift, surface, shot, lying_there)


def reveals(seed: int, number: int, level: Level, rate: float, size: tuple[int, int] = SIZE) -> Iterator[Frame]:
    """As `film`, but everybody turns over the tile that lies beyond their board; nothing is drawn, no board shoved."""
    rng = np.random.default_rng([seed, 46, number])
    seats, games, area, surface, shot = _laid(rng, seed, number, level, size, (1280, 720), TILES_MM)
    boards = [lying(seat, seat.clean, game.rotation_deg) for seat, game in zip(seats, games, strict=True)]
    deck = random_deck(rng, f"film_{seed}{number:04d}")
    beyond = [seat._replace(at=(seat.at[0] + float(rng.uniform(-60, 60)), TILES_MM / 2)) for seat in seats]
    turned = [_tile(rng, deck, seat.at) for seat in beyond]
    backs = [_back(deck, tile) for tile in turned]
    stays = [stay for k, seat in enumerate(beyond) for stay in _stays(rng, seat, k, area, MOVES)]
    arms = [_arm(rng, False) for _ in seats]

    def lying_there(done: Container[int]) -> list[Piece]:
        return boards + [tile if k in done else backs[k] for k, tile in enumerate(turned)]

    yield from _filmed(rng, rate, stays, arms, _drift(rng), surface, shot, lying_there)


def _filmed(
    rng: np.random.Generator,
    rate: float,
    stays: Sequence[Stay],
    arms: Sequence[Arm],
    drift: float,
    surface: Sheet,
    shot: Shot,
    lying_there: Callable[[Container[int]], list[Piece]],
) -> Iterator[Frame]:
    """Hands that come and go over what lies there once some players are done."""
    done_at = {stay.seat: stay.drawn_at for stay in stays if stay.drawn_at is not None}
    lights: dict[frozenset[int], Field] = {}
    for count in range(round((max(stay.times[-1] for stay in stays) + AFTER_S) * rate)):
        at = count / rate
        done = frozenset(seat for seat, when in done_at.items() if when <= at)
        if done not in lights:
            lights = {done: pieces_light(lying_there(done), surface, shot)}
        picture, hand = _taken(rng, at, lights[done] * np.float32(1 + drift * at), stays, arms, shot)
        yield Frame(at, picture, hand, len(done) == len(done_at))


def _tile(rng: np.random.Generator, deck: TileDeck, at: tuple[float, float]) -> Piece:
    """A tile of the deck, face up."""
    face, opaque = print_tile(deck, deck.tiles[int(rng.integers(len(deck.tiles)))])
    return Piece(face, opaque, deck.look.size, deck.look.thickness, at, float(rng.uniform(0, 360)), deck.look.gloss)


def _back(deck: TileDeck, tile: Piece) -> Piece:
    """A tile face down: its ground alone."""
    plain = np.full_like(tile.face.picture, np.array(deck.look.ground, np.uint8))
    return tile._replace(face=Sheet(plain, tile.face.ppmm))


def rests(seed: int, number: int, level: Level, size: tuple[int, int]) -> tuple[Table, Iterator[Rest]]:
    """A table of two to four, and what is seen each time it is to be read: at first, after each has drawn one line, and
    after what one of them drew in earlier rounds has been wiped away. Nothing is shoved; light drifts as in films."""
    rng = np.random.default_rng([seed, 43, number])
    table = _laid(rng, seed, number, level, size)
    return table, _rests(rng, level, table)


def _rests(rng: np.random.Generator, level: Level, table: Table) -> Iterator[Rest]:
    seats, games, _area, surface, shot = table
    inks = []
    for seat, game in zip(seats, games, strict=True):
        line = msgspec.structs.replace(game.figure, lines=game.figure.lines[:1])
        one = game._replace(figure=line, crossed=(game.crossed[0], game.crossed[0]))
        inks.append(Ink(rng, seat.design, random_pen(rng, level, seat.design.look.sky.disc), level, one))
    drift, drawn = _drift(rng), set[int]()
    wiped = [k for k, game in enumerate(games) if game.known][:1]
    for count, changed in enumerate([-1, *rng.permutation(len(seats)).tolist(), *wiped]):
        if count > len(seats):
            inks[changed].old = {}
        elif count:
            drawn.add(changed)
        boards = zip(seats, inks, games, strict=True)
        pieces = [
            lying(seat, ink.board(seat.clean, k in drawn), game.rotation_deg)
            for k, (seat, ink, game) in enumerate(boards)
        ]
        light = pieces_light(pieces, surface, shot) * np.float32(1 + drift * REST_S * count)
        yield Rest(develop(light, shot.sensor, rng), changed)


def _shoved(rng: np.random.Generator, seat: Seat) -> Seat:
    x, y = np.array(seat.at) + rng.normal(0, SHOVED_MM, 2)
    return seat._replace(at=(float(x), float(y)), turn_deg=seat.turn_deg + float(rng.normal(0, SHOVED_DEG)))


def _taken(
    rng: np.random.Generator, at: float, light: Field, stays: Sequence[Stay], arms: Sequence[Arm], shot: Shot
) -> tuple[Picture, float]:
    hidden = np.zeros(light.shape[:2], bool)
    for stay in stays:
        if stay.times[0] <= at <= stay.times[-1]:
            tremor = TREMOR_MM * np.array([np.sin(7.1 * at + stay.seat), np.sin(9.3 * at)])
            arm, place = arms[stay.seat], _place(stay, at) + tremor
            hidden |= lay_hand_at(light, arm.skin, arm.cover, arm.shade, shot, place, arm.turn_deg) > 127
    return develop(light, shot.sensor, rng), float(hidden.mean())


def _place(stay: Stay, at: float) -> Points:
    xs, ys = np.array(stay.places).T
    return np.array([np.interp(at, stay.times, xs), np.interp(at, stay.times, ys)])


def _arm(rng: np.random.Generator, from_above: bool) -> Arm:
    """A hand whose arm comes from below, or from the other side of the table."""
    hand = draw_arm(rng, ARM_MM)
    return Arm(hand.sheet, opaque_sheet(hand), shade_sheet(hand), float(rng.normal(-90 if from_above else 90, 35)))


def _stays(
    rng: np.random.Generator, seat: Seat, number: int, area: tuple[float, float], strokes: int
) -> Iterator[Stay]:
    """How one player draws: strokes between places of the board, with a rest of the hand over it or beside it."""
    middle = np.array(seat.at)
    reach = np.array([seat.design.layout.board.width, seat.design.layout.board.height]) / 3
    outside = np.array([middle[0] + rng.uniform(-60, 60), -AWAY_MM if middle[1] < area[1] / 2 else area[1] + AWAY_MM])
    if area[1] < 2 * seat.design.layout.board.height:  # one row: everybody sits below
        outside[1] = area[1] + AWAY_MM
    times, places = [float(rng.uniform(0.5, 6.0))], [outside]

    def go(place: Points, seconds: float) -> None:
        times.append(times[-1] + seconds)
        places.append(place)

    rest = int(rng.integers(0, strokes))
    how = rng.choice(["none", "over", "away"], p=[0.4, 0.35, 0.25])
    go(middle + rng.uniform(-1, 1, 2) * reach, rng.uniform(0.5, 1.0))
    for stroke in range(strokes):
        if stroke == rest and how == "over":
            go(places[-1], rng.uniform(1.5, 5.0))
        if stroke == rest and how == "away" and stroke:
            yield from _gone(rng, number, times, places, outside)
            times, places = [times[-1] + float(rng.uniform(1.0, 4.0))], [outside]
            go(middle + rng.uniform(-1, 1, 2) * reach, rng.uniform(0.5, 1.0))
        go(middle + rng.uniform(-1, 1, 2) * reach, rng.uniform(0.4, 1.0))
        go(places[-1], rng.uniform(0.1, 0.8))
    drawn_at = times[-1]
    go(outside, rng.uniform(0.4, 1.0))
    yield Stay(number, times, places, drawn_at)
    if rng.random() < 0.3:  # an arm that lies at the edge of the board for a while
        begun = times[-1] + float(rng.uniform(0.2, 2.0))
        lies, goes = begun + 0.7, begun + 0.7 + float(rng.uniform(2, 5))
        edge = middle + np.array([rng.uniform(-0.5, 0.5) * reach[0], np.sign(outside[1]) * reach[1] * 1.3])
        yield Stay(number, [begun, lies, goes, goes + 0.7], [outside, edge, edge, outside], None)


def _gone(
    rng: np.random.Generator, number: int, times: list[float], places: list[Points], outside: Points
) -> Iterator[Stay]:
    """The hand is taken back for a while."""
    times.append(times[-1] + float(rng.uniform(0.4, 0.8)))
    places.append(outside)
    yield Stay(number, list(times), list(places), None)
