"""The rules of Star Explorer as a game: whose turn it is, what each action does, what the table scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec.structs import replace

from engines.corrections import swapped
from engines.errors import BadInput
from engines.game import NATURE, Game, ScoreSheet, Seat, Violation
from engines.star_explorer.box import Box
from engines.star_explorer.disc import StarDisc
from engines.star_explorer.drawing import Sketch, check_drawing, fading_stars, impossible
from engines.star_explorer.legal import Drawings
from engines.star_explorer.model import (
    ROUNDS,
    SIZES,
    ChooseSeven,
    ChooseSide,
    ChooseSize,
    DealPile,
    DealStart,
    Draw,
    Drawing,
    EndRound,
    Face,
    FirstPlayer,
    Phase,
    Pile,
    PlayerState,
    Reveal,
    StarAction,
    StarExplorerOptions,
    StarExplorerState,
    StarPack,
    Tile,
)
from engines.star_explorer.nature import dealt, nature_actions
from engines.star_explorer.pack import parse_pack
from engines.star_explorer.scoring import Constellation, player_score, round_points, score_sheet
from engines.star_explorer.turns import CHOICES, DRAWING, MOVING, check_turn, lacks_a_deal, taken_place

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")


class StarExplorer(Game[StarExplorerState, StarAction]):
    """Star Explorer with the components of one pack.

    Geometry (visible stars, crossings, where tiles fit) is worked out on first use and kept with the instance.
    """

    name: ClassVar[str] = "star_explorer"
    min_players: ClassVar[int] = 1
    max_players: ClassVar[int] = 4
    max_actions: ClassVar[int] = 77
    """1 first player; 4 start tiles, piles and sides each; 4 sevens; 6 rounds of 1 size, 4 tiles, 4 drawings, 1 end."""
    state_type: ClassVar[Any] = StarExplorerState
    action_type: ClassVar[Any] = StarAction
    options_type: ClassVar[Any] = StarExplorerOptions

    def __init__(self, pack: StarPack) -> None:
        self.pack = pack
        self.pack_name = pack.pack
        self.disc = StarDisc(pack.layout)
        self.box = Box(pack)
        self.tiles, self.start_tiles = self.box.tiles, self.box.start_tiles
        self.drawings = Drawings(self.disc, pack.tiles)

    @classmethod
    def from_pack(cls, data: bytes) -> StarExplorer:
        return cls(parse_pack(data))

    # Setup ----------------------------------------------------------------------------------------------------

    def setup(self, players: Sequence[str], options: Any = None) -> StarExplorerState:
        """The table before the first player is known. A single player holds the marker from the start.

        Raises BadInput for a wrong number of players, names that are empty or not distinct, or a pack with too few
        tiles for them.
        """
        names = tuple(players)
        if not self.min_players <= len(names) <= self.max_players:
            raise BadInput(
                "players.count", "{game}: {n} players, expected {fewest} to {most}", "star_explorer", len(names), 1, 4
            )
        if len(set(names)) != len(names) or not all(names):
            raise BadInput("players.names", "players {names}: expected distinct names", ", ".join(map(repr, names)))
        self._check_supply(len(names))
        alone = len(names) == 1
        return StarExplorerState(
            players=names,
            options=options or StarExplorerOptions(),
            phase=Phase.START_TILE if alone else Phase.FIRST_PLAYER,
            round=1,
            marker=0 if alone else None,
            seats=(PlayerState(),) * len(names),
            piles=(None,) * len(names),
        )

    def _check_supply(self, players: int) -> None:
        for size in sorted(set(SIZES)):
            there, needed = len(self.box.of_size[size]), SIZES.count(size) * players
            if there < needed:
                who = f"{players} players need {needed}"
                raise BadInput(
                    "pack.tiles_of_size",
                    "pack {pack_name!r} has {there} tiles of size {size}, {who}",
                    self.pack_name,
                    there,
                    size,
                    who,
                )
        if len(self.start_tiles) < players:
            raise BadInput(
                "pack.start_tiles",
                "pack {pack_name!r} has {n} start tiles for {players} players",
                self.pack_name,
                len(self.start_tiles),
                players,
            )

    # Turns ----------------------------------------------------------------------------------------------------

    def to_move(self, state: StarExplorerState) -> tuple[Seat, ...]:
        """The seats that may act now, nature first."""
        return MOVING[state.phase](state)

    def legal_actions(self, state: StarExplorerState, seat: Seat) -> list[StarAction]:
        """Every legal action of that seat, sorted by kind, then by value; empty when it is not to move.

        Drawings are listed exactly with `shape_match = "exact"`. With `"topology"` their number knows no bound of
        use (any distances do), so only those are offered that also have the tile's exact shape; `check` accepts all.
        """
        if seat not in self.to_move(state):
            return []
        if seat == NATURE:
            return nature_actions(state, self.box)
        choices = CHOICES.get(state.phase)
        if choices is not None:
            return choices(state, seat)
        return [*self.drawings.every(state.seats[seat], state.round, state.options, seat)]

    def check(self, state: StarExplorerState, action: StarAction) -> list[Violation]:
        """Everything wrong with the action, worst first. What cannot be overruled comes alone."""
        broken = check_turn(state, action, self.box)
        if isinstance(action, Draw) and all(v.overrulable for v in broken):
            broken = [*broken, *self._check_draw(state, action)]
        return broken

    def _check_draw(self, state: StarExplorerState, draw: Draw) -> list[Violation]:
        broken = impossible(self.disc, draw.lines, draw.stars)
        if broken or draw.seat == NATURE:
            return broken
        me = state.seats[draw.seat]
        return check_drawing(self.disc, self.tile_of(me), Sketch.of(draw), state.round, me.drawings, state.options)

    # What actions do ------------------------------------------------------------------------------------------

    def play(self, state: StarExplorerState, action: StarAction) -> StarExplorerState:
        """The state after an action that is known to be legal or accepted."""
        match action:
            case Draw():
                return self._draw(state, action)
            case Reveal():
                return self._reveal(state, action)
            case ChooseSize():
                return _choose_size(state, action)
            case EndRound():
                return self._end_round(state)
            case FirstPlayer():
                return replace(state, marker=action.player, phase=Phase.START_TILE)
            case DealStart():
                return _begin(_with(state, action.player, start_tile=action.tile))
            case DealPile():
                return _begin(replace(state, piles=with_seat(state.piles, action.player, action.backs)))
            case ChooseSide():
                assert action.seat != NATURE
                return _begin(_with(state, action.seat, start_side=action.side))
            case ChooseSeven():
                return _choose_seven(state, action)

    def _reveal(self, state: StarExplorerState, action: Reveal) -> StarExplorerState:
        number, piles = action.player, state.piles
        pile = piles[number]
        if pile is not None:
            place = taken_place(state, number)
            piles = with_seat(piles, number, pile[:place] + pile[place + 1 :])
        seats = with_seat(state.seats, number, replace(state.seats[number], tile=action.tile))
        for seat in seats:
            if seat.tile is None:
                return replace(state, seats=seats, piles=piles)
        return replace(state, seats=seats, piles=piles, phase=DRAWING)

    def tile_of(self, me: PlayerState) -> Tile:
        """The tile that a player has revealed this round."""
        assert me.tile is not None, "a seat that may draw has revealed its tile"
        return self.tiles[me.tile]

    def fading(self, state: StarExplorerState, draw: Draw) -> int:
        """How many 3-point stars a drawing of this round crosses off."""
        assert draw.seat != NATURE
        return fading_stars(self.disc, self.tile_of(state.seats[draw.seat]), Sketch.of(draw), state.options)

    def previous_face(self, me: PlayerState) -> Face:
        """The face that lies as the previous tile: the last tile's back, before round I the start tile's side."""
        if me.drawings:
            return self.tiles[me.drawings[-1].tile].back
        assert me.start_tile is not None, "the start tile is dealt before a tile is revealed"
        return self.start_tiles[me.start_tile].sides[me.start_side or 0]

    def _draw(self, state: StarExplorerState, action: Draw) -> StarExplorerState:
        assert action.seat != NATURE
        me, number = state.seats[action.seat], state.round
        tile, sketch = self.tile_of(me), Sketch.of(action)
        drawing = Drawing(
            round=number,
            tile=tile.id,
            previous=self.previous_face(me),
            lines=sketch.lines,
            stars=sketch.stars,
            fading=fading_stars(self.disc, tile, sketch, state.options),
        )
        seats = with_seat(state.seats, action.seat, replace(me, drawings=(*me.drawings, drawing)))
        for seat in seats:
            if len(seat.drawings) < number:
                return replace(state, seats=seats)
        return replace(state, seats=seats, phase=Phase.ROUND_END)

    def _end_round(self, state: StarExplorerState) -> StarExplorerState:
        seats = tuple([replace(seat, tile=None, seven=None) for seat in state.seats])
        if state.round == ROUNDS:
            bare = tuple([None if pile is None else () for pile in state.piles])
            return replace(state, phase=Phase.OVER, sizes=(), size=None, seats=seats, piles=bare)
        return replace(
            state, phase=Phase.SIZE, round=state.round + 1, size=None, seats=seats, marker=self.next_marker(state)
        )

    def next_marker(self, state: StarExplorerState) -> int:
        """Who receives the marker at the end of this round: who scored least; of tied players the next clockwise."""
        holder, count = state.marker or 0, len(state.seats)
        first = (holder + (state.options.marker_tie == "passes")) % count
        clockwise: list[int] = [*range(first, count), *range(first)]
        return min(clockwise, key=lambda seat: self.round_points(state, seat))

    def constellations(self, me: PlayerState) -> list[Constellation]:
        """A player's drawings as scoring sees them."""
        return [Constellation(d.round, self.tiles[d.tile].front, d.previous, d.lines, d.stars) for d in me.drawings]

    def round_points(self, state: StarExplorerState, seat: int) -> int:
        """What that seat's latest drawing scores (0 before the first)."""
        drawings = state.seats[seat].drawings
        if not drawings:
            return 0
        last = drawings[-1]
        return round_points(self.disc.types, state.options, self.tiles[last.tile].front, last.previous, last)

    def put_right(
        self, states: Sequence[StarExplorerState], actions: Sequence[StarAction], place: int, now: StarAction
    ) -> list[StarAction]:
        """All actions with one put right; tiles taken for each other change places, and so do sizes of the pile."""
        fields = {DealStart: ("tile", "player"), Reveal: ("tile",)}.get(type(now), ())
        changed = swapped(actions, place, now, *fields)
        was = actions[place]
        if isinstance(now, ChooseSize) and isinstance(was, ChooseSize):
            others = [
                k for k, a in enumerate(changed) if k != place and isinstance(a, ChooseSize) and a.size == now.size
            ]
            if len(others) == SIZES.count(now.size):
                changed[others[-1]] = replace(changed[others[-1]], size=was.size)
        return changed

    # Scores ---------------------------------------------------------------------------------------------------

    def score(self, state: StarExplorerState) -> ScoreSheet:
        """The score pad as it stands, end bonuses included as if the game ended now."""
        scores = [
            player_score(self.disc, name, self.constellations(me), sum(d.fading for d in me.drawings), state.options)
            for name, me in zip(state.players, state.seats, strict=True)
        ]
        sheet = score_sheet(scores, state.options)
        return sheet if state.phase is Phase.OVER else sheet.undecided()

    def score_position(self, position: dict[str, Any]) -> ScoreSheet:
        """The score pad of a position without a history, on this pack's layout unless it brings its own."""
        from engines.star_explorer.position import score_position

        return score_position(position, self.disc)

    # Nature and secrets ---------------------------------------------------------------------------------------

    def deal(self, state: StarExplorerState, rng: Random) -> StarAction:
        """Nature's next action, drawn with the odds of shuffled piles."""
        return dealt(state, rng, self.box)

    def view(self, state: StarExplorerState, seat: Seat) -> StarExplorerState:
        """What that seat may know: its own pile's backs, and of others no drawing while all draw. Nature knows all."""
        if seat == NATURE:
            return state
        piles: list[Pile] = [None] * len(state.piles)
        piles[seat] = state.piles[seat]
        if state.phase != DRAWING:
            return replace(state, piles=tuple(piles))
        drawn, seats = state.round - 1, list(state.seats)
        for other, me in enumerate(seats):
            if other != seat and len(me.drawings) > drawn:
                seats[other] = replace(me, drawings=me.drawings[:drawn])
        return replace(state, seats=tuple(seats), piles=tuple(piles))


def with_seat(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    """What each seat has, with another value in the place of seat `number`."""
    changed = list(values)
    changed[number] = value
    return tuple(changed)


def _with(state: StarExplorerState, number: int, **changes: Any) -> StarExplorerState:
    return replace(state, seats=with_seat(state.seats, number, replace(state.seats[number], **changes)))


def _begin(state: StarExplorerState) -> StarExplorerState:
    """The first round begins once every seat has its start tile, its side and, if known, its pile."""
    for number, me in enumerate(state.seats):
        if me.start_side is None or lacks_a_deal(state, number):
            return state
    return replace(state, phase=Phase.SIZE)


def _choose_size(state: StarExplorerState, action: ChooseSize) -> StarExplorerState:
    place = state.sizes.index(action.size)
    choice = state.options.piles == "dealt" and state.sizes.count(action.size) > 1
    return replace(
        state,
        size=action.size,
        sizes=state.sizes[:place] + state.sizes[place + 1 :],
        phase=Phase.SEVEN if choice else Phase.REVEAL,
    )


def _choose_seven(state: StarExplorerState, action: ChooseSeven) -> StarExplorerState:
    number = action.seat if action.seat != NATURE else 0
    chosen = _with(state, number, seven=action.which)
    for me in chosen.seats:
        if me.seven is None:
            return chosen
    return replace(chosen, phase=Phase.REVEAL)
