"""A small Star Explorer to reason about by hand: 24 stars on a 5 x 5 lattice around Polaris, 10 mm apart.

Star ids, as the board shows them (Polaris, where 12 would be, is not a star):

     0  1  2  3  4
     5  6  7  8  9
    10 11  . 13 14
    15 16 17 18 19
    20 21 22 23 24

The white axis runs from top to bottom through Polaris. The four corners are rim stars, the eight stars around Polaris
central ones. All stars show in every round unless a test makes the window smaller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from engines.game import Violation
from engines.layout import StarDiscLayout, parse_star_disc
from engines.star_explorer.disc import StarDisc
from engines.star_explorer.model import (
    Draw,
    Drawing,
    Face,
    Line,
    Phase,
    PlayerState,
    StarExplorerOptions,
    StarExplorerState,
    StarPack,
    StartTile,
    Tile,
)
from engines.star_explorer.rules import StarExplorer

PITCH = 10.0
WIDE = ((50.0, 50.0), (150.0, 50.0), (150.0, 150.0), (50.0, 150.0))
RED1, BLUE1, YELLOW1, WHITE1 = (Face(kind, 1) for kind in ("red", "blue", "yellow", "white"))
BLUE2 = Face("blue", 2)


def zone(x: int, y: int) -> str:
    """Corners are rim stars, the stars around Polaris central ones."""
    if abs(x) == abs(y) == 2:
        return "rim"
    return "central" if max(abs(x), abs(y)) == 1 else "field"


class Lab:
    """Makes discs, tiles, packs and states for tests."""

    def layout(
        self,
        types: Mapping[int, str] | None = None,
        window: Sequence[tuple[float, float]] = WIDE,
        step: float = 60.0,
        axis: float = 90.0,
        polaris: bool = False,
    ) -> StarDiscLayout:
        """The lattice of the module's docstring; stars are white unless `types` says otherwise."""
        stars = [
            {
                "id": (y + 2) * 5 + x + 2,
                "x": x * PITCH,
                "y": y * PITCH,
                "radius": 2.0,
                "type": (types or {}).get((y + 2) * 5 + x + 2, "white"),
                "zone": zone(x, y),
            }
            for y in range(-2, 3)
            for x in range(-2, 3)
            if polaris or (x, y) != (0, 0)
        ]
        return parse_star_disc(
            {
                "kind": "star_disc",
                "board": {"width": 200, "height": 200},
                "disc": {"centre": [100, 100], "radius": 45},
                "window": {"outline": [list(p) for p in window]},
                "step_deg": step,
                "axis": {"angle_deg": axis},
                "stars": stars,
            }
        )

    def disc(self, **changes: Any) -> StarDisc:
        """The lattice as a star disc."""
        return StarDisc(self.layout(**changes))

    def tile(
        self,
        name: str,
        places: Sequence[tuple[float, float]],
        lines: Sequence[tuple[int, int]] | None = None,
        front: Face = BLUE2,
        back: Face = YELLOW1,
    ) -> Tile:
        """A tile whose pattern stars lie at lattice places; without `lines` they form a path."""
        path = [(i, i + 1) for i in range(len(places) - 1)]
        return Tile(
            id=name,
            name=name.title(),
            size=len(places),
            front=front,
            back=back,
            xy=tuple((x * PITCH, y * PITCH) for x, y in places),
            lines=tuple(path if lines is None else lines),
        )

    def row(self, size: int, name: str | None = None, **faces: Any) -> Tile:
        """A tile of stars in a row, too long for this disc beyond five."""
        return self.tile(name or f"row{size}", [(x, 0) for x in range(size)], **faces)

    def snake(self, size: int, name: str | None = None, **faces: Any) -> Tile:
        """A tile that winds through a block two wide."""
        places = [(i // 2, (i + 1) // 2 % 2) for i in range(size)]
        return self.tile(name or f"snake{size}", places, **faces)

    def pack(self, tiles: Sequence[Tile] = (), players: int = 2, **changes: Any) -> StarPack:
        """A pack that seats so many players; `tiles` come first, snakes fill the piles."""
        filled = list(tiles)
        for place, size in enumerate((5, 6, 7, 7, 8, 9, 10)):
            filled += [
                self.snake(size, f"snake{size}{letter}{place}", back=back)
                for letter, back in zip("abcd"[:players], (RED1, BLUE1, RED1, BLUE1), strict=False)
            ]
        starts = tuple(StartTile(name, (RED1, BLUE1)) for name in ("north", "south", "east", "west", "up", "down"))
        return StarPack(
            game="star_explorer",
            pack="lab",
            title="Lab",
            layout=self.layout(**changes),
            tiles=tuple(filled),
            start_tiles=starts,
        )

    def game(self, tiles: Sequence[Tile] = (), players: int = 2, **changes: Any) -> StarExplorer:
        """The game with such a pack."""
        return StarExplorer(self.pack(tiles, players, **changes))

    def state(
        self,
        game: StarExplorer,
        tile: Tile | str,
        *,
        earlier: Sequence[Drawing] = (),
        number: int = 1,
        **options: Any,
    ) -> StarExplorerState:
        """One player about to draw that tile in round `number`, after `earlier` drawings."""
        drawn = tile if isinstance(tile, Tile) else game.tiles[tile]
        me = PlayerState(start_tile="north", start_side=0, tile=drawn.id, drawings=tuple(earlier))
        return StarExplorerState(
            players=("Ada",),
            options=StarExplorerOptions(**options),
            phase=Phase.DRAW,
            round=number,
            marker=0,
            size=drawn.size,
            seats=(me,),
            piles=(None,),
        )

    def earlier(self, lines: Sequence[Line], stars: Sequence[int] = (), number: int = 1, **values: Any) -> Drawing:
        """A drawing of an earlier round."""
        joined = {s for line in lines for s in line}
        return Drawing(
            round=number,
            tile=values.get("tile", "snake5a0"),
            previous=values.get("previous", RED1),
            lines=tuple(sorted(lines)),
            stars=tuple(sorted(joined | set(stars))),
            fading=values.get("fading", 0),
        )

    def broken(
        self, game: StarExplorer, state: StarExplorerState, *lines: Line, stars: Sequence[int] = ()
    ) -> list[str]:
        """The letters of the drawing rules that a drawing breaks, warnings in brackets."""
        return [self.letter(v) for v in game.check(state, Draw(seat=0, lines=lines, stars=tuple(stars)))]

    @staticmethod
    def accepts(game: StarExplorer, state: StarExplorerState, draw: Draw) -> bool:
        """Whether the rules accept a drawing, with or without a warning."""
        return all(v.severity == "warning" for v in game.check(state, draw))

    def letter(self, violation: Violation) -> str:
        """The last part of a violation's rule, in brackets for a warning."""
        name = violation.rule.removeprefix("star_explorer.draw.")
        return name if violation.severity == "error" else f"({name})"

    def json(self, pack: StarPack) -> bytes:
        """A pack as its file."""
        return msgspec.json.encode(pack)


@pytest.fixture(scope="session")
def lab() -> Lab:
    """Makes discs, tiles, packs and states."""
    return Lab()
