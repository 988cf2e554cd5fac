"""Reads which constellation tiles lie in a picture: by figure first, by type and by what the record expects besides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any, Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible, finding
from vision.ink import opencv
from vision.ink.diagnosis import MIRRORED
from vision.ink.frames import frames_of
from vision.ink.light import Light, Trouble, sharpness
from vision.ink.pose import Array, Image, project
from vision.ink.reading import Milliseconds, Stopwatch
from vision.ink.rectangles.grounds import find_alike, find_grounds
from vision.ink.rectangles.loose import Outlines, largest_first
from vision.ink.rectangles.quad import as_long, grown, holds, ratio_of, same_outline, same_place, side_of
from vision.tiles.evidence import Patch, other_inks, patch_of
from vision.tiles.figures import Grounds, find_strokes
from vision.tiles.inks import patient_inks
from vision.tiles.judge import Judged, Sight, Sizes, judged, sizes_of, tile_odds
from vision.tiles.layout import TileSet
from vision.tiles.marks import find_marks, off_marks
from vision.tiles.match import Match, best_matches, closest_matches
from vision.tiles.mirror import in_a_mirror, sides_of
from vision.tiles.owned import NOTHING_LIKE_A_TILE, Owned
from vision.tiles.sized import drawn_closer, find_sized
from vision.tiles.trust import doubted
from vision.tiles.tuning import TUNING

NO_TILE: Final = finding("tiles.none", "no constellation tile in the picture")


class FoundTile(msgspec.Struct, frozen=True):
    """A tile that was read: its id, how likely, its corners (px, clockwise from the printed top left), and rivals."""

    tile: str
    p: float
    corners: tuple[tuple[float, float], ...]
    rivals: tuple[tuple[str, float], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        shape: dict[str, Any] = {"tile": self.tile, "p": self.p, "corners": [list(corner) for corner in self.corners]}
        if self.rivals:
            shape["or"] = [{"tile": tile, "p": p} for tile, p in self.rivals]
        return shape


class TilesReading(msgspec.Struct, frozen=True, kw_only=True):
    """The tiles of one picture, from left to right; `doubtful`: those about which a person should be asked.

    `missing`: ids of tiles that the record expects there and that were not found: a person should point at them, or
    photograph them again.
    """

    tiles: tuple[FoundTile, ...]
    doubtful: tuple[FoundTile, ...]
    missing: tuple[str, ...] = ()
    light: Light
    ms: Milliseconds

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values, as the command line prints it behind the name of its kind."""
        every = {id(tile): tile for tile in (*self.tiles, *self.doubtful)}.values()
        confidence = max((tile.p for tile in every), default=0.0)
        corners = [list(corner) for tile in list(every)[:1] for corner in tile.corners]
        return {
            "located": {"by": "outline", "corners": corners, "confidence": confidence},
            "tiles": [tile.as_json() for tile in self.tiles],
            "doubtful": [tile.as_json() for tile in self.doubtful],
            "missing": list(self.missing),
            "light": msgspec.to_builtins(self.light),
            "ms": msgspec.to_builtins(self.ms),
        }


def read_tiles(
    image: Image | Sequence[Image],
    tiles: TileSet,
    *,
    expect: Collection[str] = (),
    remaining: Collection[str] = (),
    owned: Owned | None = None,
    enough: int | None = None,
) -> TilesReading:
    """The tiles that lie face up in `image` (uint8, grey or BGR), or in the sharpest of a burst.

    `expect`: ids of the tiles the record believes to lie there; `remaining`: of those that may. Both are evidence, not
    truth. `owned`: photographs of the owner's own tiles. `enough`: with so many of the tiles that may lie there found
    beyond doubt nothing more is looked for; None: everything is.
    Raises NotPossible where there is no tile or the picture is mirrored, BadInput for senseless input.
    """
    watch = Stopwatch()
    frame = opencv.coloured(max((opencv.checked(frame) for frame in frames_of(image)), key=sharpness))
    watch.lap()
    outlines = Outlines(frame, rough=True)
    quads = outlines.plain()
    watch.lap()
    search = _Search(frame, tiles, _prior(tiles, expect, remaining), owned, enough)
    search.look_at(search.as_long(quads))
    if not search.over():
        quads = largest_first([*quads, *outlines.coarse(quads, search.sides)])
        search.look_everywhere(search.as_long(quads))
    found = _right_way_round(search, quads)
    if not found:
        raise NotPossible.of(NO_TILE if quads else NOTHING_LIKE_A_TILE)
    named = {tile.tile for tile in found if tile.p >= 0.5}
    ms = watch.milliseconds()
    return TilesReading(
        tiles=tuple(tile for tile in found if tile.p >= 0.5),
        doubtful=search.doubtful([tile for tile in found if tile.p < TUNING.min_p]),
        missing=tuple(name for name in tiles.ids if name in expect and name not in named),
        light=_light(frame, found),
        ms=ms,
    )


def _right_way_round(search: _Search, quads: Sequence[Array]) -> list[FoundTile]:
    """The tiles found among the outlines. Raises NotPossible where they are seen in a mirror."""
    found, sides = _each_once(search.tiles()), sides_of(search.judgements(), search.all)
    if sides.ahead == TUNING.mirror_plain:
        return found
    # A tile in a mirror may look plainly like another one: where more others are seen in a mirror, so is it.
    needed = 1 if sides.ahead == 0 else max(sides.ahead + 1, 2)
    others = quads if sides.ahead == 0 else [quad for quad in quads if not search.taken(quad)]
    if sides.ahead < 0 or in_a_mirror(search.frame, search.all, others, needed):
        raise NotPossible.of(MIRRORED)
    if sides.ahead == 0:
        return [_asked_about(tile) if tile.tile in sides.open else tile for tile in found]
    return found


def _prior(tiles: TileSet, expect: Collection[str], remaining: Collection[str]) -> NDArray[np.float64]:
    """(n,) nats by which the record favours each tile; the favoured ones stand at 0."""
    prior = np.zeros(len(tiles.figures))
    for what, names in (("expect", expect), ("remaining", remaining)):
        unknown = sorted(set(names) - set(tiles.ids))
        if unknown:
            raise BadInput("expect.no_tile", "{option}: {tile!r} is no tile of the layout", what, unknown[0])
        likely = np.array([name in names for name in tiles.ids])
        if likely.any() and not likely.all():
            prior += np.where(likely, 0.0, np.log(TUNING.unexpected * likely.sum() / (~likely).sum()))
    return prior


def _size(frame: Image) -> tuple[int, int]:
    """(columns, rows)."""
    return frame.shape[1], frame.shape[0]


class _Search:
    """Looks at one place of a picture after the other and keeps the likeliest tile of each."""

    def __init__(
        self,
        frame: Image,
        tiles: TileSet,
        prior: NDArray[np.float64],
        owned: Owned | None,
        enough: int | None = None,
    ) -> None:
        self.enough = enough
        self.frame, self.all, self.prior, self.owned = frame, tiles, prior, owned
        likely = [figure for figure, nats in zip(tiles.figures, prior, strict=True) if nats == 0]
        self.likely = likely if len(likely) < len(tiles.figures) else []
        self.found: list[tuple[Array, Sight, Judged]] = []
        self.looked: list[Array] = []
        self.outlined: list[tuple[Array, Sight | None]] = []
        """What was looked at as a tile's own outline, and what was seen there."""
        self.marks = find_marks(frame)
        self.grey = not np.ptp(frame[::8, ::8].astype(np.int16), axis=2).any()

    @property
    def sizes(self) -> Sizes | None:
        """How large the tiles are that were found beyond doubt by their outlines; None where there is none."""
        return sizes_of([sight for _, sight, verdict in self.found if verdict.p > TUNING.min_p], self.all)

    @property
    def sides(self) -> tuple[float, float]:
        """Between which lengths (px) sides of outlines are that may be tiles'."""
        sizes = self.sizes
        return (0.0, np.inf) if sizes is None else sizes.sides

    def as_long(self, quads: Sequence[Array]) -> list[Array]:
        """Those of the quads that are about as long for their width as tiles."""
        return [quad for quad in quads if as_long(quad, _size(self.frame), self.all.aspect)]

    def over(self) -> bool:
        """Whether so many tiles as were asked for are found beyond doubt, of those that may lie there."""
        return self.enough is not None and len(self._likely() & self._sure()) >= self.enough

    def _likely(self) -> set[str]:
        """The tiles that may lie there."""
        return {name for name, nats in zip(self.all.ids, self.prior, strict=True) if nats == 0}

    def _sure(self) -> set[str]:
        """Those found beyond doubt."""
        return {
            self.all.ids[sight.matches[verdict.best].index]
            for sight, verdict in self.judgements()
            if verdict.p > TUNING.min_p
        }

    @property
    def models(self) -> list[Array]:
        """The outlines of the tiles found beyond doubt, the surest first."""
        sure = [
            (verdict.p, quad) for quad, sight, verdict in self.found if verdict.p > TUNING.min_p and not sight.alone
        ]
        return [quad for _, quad in sorted(sure, key=lambda one: -one[0])]

    def look_everywhere(self, outlined: Sequence[Array]) -> None:
        """Look at what has a tile's outline, at strokes and at what is coloured alike; then again with all patience."""
        self.look_at(outlined)
        if self.over():
            return
        sizes = self.sizes
        strokes = find_strokes(self.frame, TUNING.max_strokes, None if sizes is None else sizes.side)
        bare = [quad for quad in strokes if not self.taken(quad, False)]
        around = self.as_long(find_grounds(self.frame, bare))
        self.look_at(around)
        grounds = self._grounds()
        self.look_at([quad for quad in bare if grounds is None or grounds.may_hold(quad)], cut=False)
        if self.over():
            return
        alike = self._alike()
        self.look_at(alike)
        self.look_again([*outlined, *around, *alike])
        self.look_again([] if self.over() else self._alike(coarsely=True))
        sure = -1
        while not self.over() and len(self.models) > sure:
            sure = len(self.models)
            self.look_again(self._as_large())

    def _grounds(self) -> Grounds | None:
        """Where else the colour of the sure tiles is; None where there are none."""
        sizes = self.sizes
        return None if sizes is None else Grounds(self.frame, self.models, sizes.grounds, sizes.side)

    def _alike(self, coarsely: bool = False) -> list[Array]:
        """What has the colour and the size of the sure tiles."""
        grounds = self._grounds()
        return [] if grounds is None or not grounds.any else find_alike(self.frame, self.models, coarsely)

    def _as_large(self) -> list[Array]:
        """What is as large as the surest tile, or the likeliest, has its ground, and is no tile found beyond doubt."""
        sure = self.models
        likely = [
            (verdict.p, quad) for quad, sight, verdict in self.found if verdict.p > TUNING.likely and not sight.alone
        ]
        grounds = self._grounds()
        if not likely or (grounds is not None and not grounds.any):
            return []
        model = sure[0] if sure else drawn_closer(self.frame, max(likely, key=lambda one: one[0])[1])
        ratio = ratio_of(model, _size(self.frame), self.all.aspect)
        alike = [*([] if sure else [model]), *find_sized(self.frame, [model, *sure], ratio, TUNING.max_as_large)]
        return [quad for quad in alike if not any(same_outline(quad, other) for other in self.looked)]

    def look_at(self, quads: Sequence[Array], cut: bool = True) -> None:
        """Look for a tile at each of these places, but for those where one has been found beyond doubt.

        No outline is looked at twice.
        `cut`: the quads are the tiles' own outlines, as long and wide as tiles are; one of plainly another size than a
        tile found beyond doubt is none.
        """
        for quad in off_marks(quads, self.marks)[: TUNING.max_quads]:
            if self.over():
                break
            sizes = self.sizes if cut else None
            known = any(quad is other for other, _ in self.outlined) or self.taken(quad, cut)
            if not known and (sizes is None or not sizes.other(side_of(quad))):
                self._look(quad, cut)

    def taken(self, quad: Array, cut: bool = True) -> bool:
        """Whether a tile was found there beyond doubt."""
        sure = (other for other, _, verdict in self.found if verdict.p > TUNING.min_p)
        return any(same_place(quad, other) or (not cut and holds(grown(other), quad)) for other in sure)

    def _look(self, quad: Array, cut: bool) -> None:
        sight = self._sight(quad, cut)
        if cut:
            self.outlined.append((quad, sight))
        self._take(quad, sight)

    def _take(self, quad: Array, sight: Sight | None) -> None:
        if sight is None:
            return
        verdict = judged(sight, self.all, self.prior, self.owned, self.sizes)
        if verdict is None or any(same_place(quad, other) and old.p >= verdict.p for other, _, old in self.found):
            return
        self.found = [one for one in self.found if not same_place(quad, one[0])]
        self.found.append((quad, sight, verdict))

    def _sight(self, quad: Array, cut: bool) -> Sight | None:
        """What is seen there by the ink that shows it best; None where there is nothing like a tile."""
        patch = patch_of(self.frame, quad, self.all.aspect if cut else 1.0, self.all.tall)
        side = side_of(quad)
        best: Sight | None = None
        for view in chain([patch], other_inks(patch)):
            matches = self._matches(view, cut)
            if view is patch and matches and matches[0].fit < TUNING.worth_more[cut]:
                break
            if not matches or matches[0].fit < TUNING.min_fit:
                continue
            sight = Sight(view, matches, not cut, side)
            if best is None or tile_odds(sight) > tile_odds(best):
                best = sight
            if best.matches[0].fit > TUNING.clear_match and best.ahead > TUNING.clearly_ahead:
                break
        return best

    def _matches(self, patch: Patch, cut: bool) -> list[Match]:
        """The figures beside the patch's ink; strokes are laid beside all of them only where a likely one fits."""
        if not patch.may_hold_a_figure:
            return []
        if not cut and self.likely:
            first = best_matches(patch, self.likely, thorough=False, anywhere=True)
            ahead = first[0].fit - first[1].fit if len(first) > 1 else 1.0
            if first and first[0].fit < TUNING.min_fit:
                return first  # for their fit alone, which says that no other ink is worth a look
            if not first or first[0].fit < TUNING.worth_all[0] or ahead < TUNING.worth_all[1]:
                return []
        return best_matches(patch, self.all.figures, thorough=cut, anywhere=not cut)

    def look_again(self, quads: Sequence[Array]) -> None:
        """Look with all patience at outlines that may be tiles' and in which none was found beyond doubt."""
        looked: list[Array] = []
        for quad in off_marks(quads, self.marks):
            sizes = self.sizes
            side = side_of(quad)
            if self.over() or len(looked) == TUNING.max_again:
                break
            if (sizes is None or sizes.as_large(side)) and not self._settled(quad, looked):
                looked.append(quad)
                self.looked.append(quad)
                sight = self._seen_again(quad, side)
                self.outlined.append((quad, sight))
                self._take(quad, sight)

    def _settled(self, quad: Array, looked: Sequence[Array]) -> bool:
        """Whether a tile was found there beyond doubt, or enough was looked there."""
        return self.taken(quad) or sum(same_place(quad, other) for other in looked) >= TUNING.max_again_each

    def _seen_again(self, quad: Array, side: float) -> Sight | None:
        """What is seen there by the ink that shows a likely figure best; None where there is nothing like one."""
        figures = self.all.figures
        every = range(len(figures))
        first = [k for k in every if self.prior[k] == 0] or every
        best: Sight | None = None
        for view in patient_inks(patch_of(self.frame, quad, self.all.aspect, self.all.tall)):
            matches = closest_matches(view, figures, first) if view.may_hold_a_figure else []
            if matches and matches[0].fit > TUNING.worth_again:
                sight = Sight(view, matches, False, side, closely=True)
                if best is None or tile_odds(sight) > tile_odds(best):
                    best = sight
                if matches[0].fit > TUNING.clear_match and sight.ahead > TUNING.clearly_ahead:
                    break
        others = sorted(set(every) - set(first))
        if best is None or not others or tile_odds(best) < TUNING.hopeless:
            return best
        matches = sorted([*best.matches, *closest_matches(best.patch, figures, others)], key=lambda match: -match.fit)
        return Sight(best.patch, matches, False, side, closely=True)

    def tiles(self) -> list[FoundTile]:
        """The tiles found, from left to right, each beside the size of those found beyond doubt."""
        found = []
        for sight, verdict in self.judgements():
            match = sight.matches[verdict.best]
            name = self.all.figures[match.index].tile.id
            found.append(FoundTile(name, verdict.p, _corners(sight.patch, match, self.all), verdict.rivals))
        return found

    def doubtful(self, found: Sequence[FoundTile]) -> tuple[FoundTile, ...]:
        """What a person should be asked about: of `found` all, and what shows a tile that cannot be read.

        What is likely not read rightly may also be any other tile that may lie there and was not found beyond doubt.
        """
        names = sorted(self._likely() - self._sure())
        return (*(_widened(tile, names) for tile in found), *(self._unread(names) if names else ()))

    def _unread(self, names: Sequence[str]) -> list[FoundTile]:
        """What is as large as the sure tiles and printed on their ground, and shows none that can be read."""
        sizes = self.sizes
        if sizes is None or self.over():
            return []
        found, places = [], [quad for quad, _, _ in self.found]
        for quad, sight in reversed(self.outlined):
            known = any(same_place(quad, other) or holds(grown(other), quad) for other in places)
            if not known and sizes.as_large(side_of(quad)) and sizes.same_ground(self._with_rim(quad)):
                places.append(quad)
                found.append(self._any_of(quad, names, sight))
        return found

    def _with_rim(self, quad: Array) -> Patch:
        return patch_of(self.frame, grown(quad), self.all.aspect, self.all.tall)

    def _any_of(self, quad: Array, names: Sequence[str], sight: Sight | None) -> FoundTile:
        """A tile that may be each of these, the one first that fits best."""
        fits = [self.all.ids[match.index] for match in (sight.matches if sight is not None else ())]
        first, *others = sorted(names, key=lambda name: fits.index(name) if name in fits else len(fits))
        p = round(TUNING.unread / len(names), 4)
        corners = tuple((round(float(x), 2), round(float(y), 2)) for x, y in quad)
        return FoundTile(first, p, corners, tuple((name, p) for name in others))

    def judgements(self) -> list[tuple[Sight, Judged]]:
        """What was found, from left to right, judged beside all else that was found."""
        sizes = self.sizes
        apart = [
            (sight, verdict)
            for _, sight, _ in sorted(self.found, key=lambda one: float(one[0][:, 0].mean()))
            if (verdict := judged(sight, self.all, self.prior, self.owned, sizes)) is not None
        ]
        return [(sight, verdict) for (sight, _), verdict in zip(apart, doubted(apart, self.grey), strict=True)]


def _corners(patch: Patch, match: Match, tiles: TileSet) -> tuple[tuple[float, float], ...]:
    """The tile's corners in the picture, clockwise from the one that is its top left when its figure stands upright."""
    rows, columns = patch.ink.shape
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], float) - 0.5
    stars = tiles.figures[match.index].stars
    turn = float(np.angle(np.vdot(stars - stars.mean(), match.stars - match.stars.mean())))
    first = round(turn / (np.pi / 2)) % 4
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in np.roll(project(patch.plane, flat), -first, 0))


def _each_once(found: Sequence[FoundTile]) -> list[FoundTile]:
    """The same where each tile exists once: beside one that is sure lies no second; else both are doubtful."""
    kept = []
    for tile in found:
        others = [other.p for other in found if other.tile == tile.tile and other is not tile]
        if not others:
            kept.append(tile)
        elif tile.p > TUNING.min_p or max(others) <= TUNING.min_p:
            alone = tile.p > TUNING.min_p >= max(others)
            most = 1.0 if alone else 0.9 if tile.p >= max(others) else 0.49
            kept.append(msgspec.structs.replace(tile, p=min(tile.p, most)))
    return kept


def _widened(tile: FoundTile, names: Sequence[str]) -> FoundTile:
    """The same; where it is likely not read rightly, as any of these tiles, too."""
    named = {tile.tile, *(name for name, _ in tile.rivals)}
    others = [name for name in names if name not in named]
    if tile.p >= TUNING.unread or not others:
        return tile
    p = round((TUNING.unread - tile.p) / len(others), 4)
    return msgspec.structs.replace(tile, rivals=(*tile.rivals, *((name, p) for name in others)))


def _asked_about(tile: FoundTile) -> FoundTile:
    return msgspec.structs.replace(tile, p=min(tile.p, TUNING.asked))


def _light(frame: Image, found: Sequence[FoundTile]) -> Light:
    """Whether the tiles can be seen well."""
    grey = opencv.grey(frame)
    bright, contrast = [], []
    for tile in found:
        mask = np.zeros(grey.shape, np.uint8)
        cv2.fillPoly(mask, [np.rint(np.array(tile.corners)).astype(np.int32)], 1)
        values = grey[mask > 0]
        if len(values):
            low, high = np.percentile(values, [2, 98])
            bright.append(float(high))
            contrast.append(float(high - low))
    why = []
    if bright and min(bright) < TUNING.dark:
        why.append(Trouble.TOO_DARK)
    if contrast and min(contrast) < TUNING.flat:
        why.append(Trouble.GLARE_ON_TILE)
    return Light(not why, tuple(why))
