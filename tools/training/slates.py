"""The nets that read slates, from folders that `planisphere photos look_at_the_stars` wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import numpy as np

from engines.errors import NotPossible
from engines.look_at_the_stars.slate.board import pack_skies, parse_slate
from tools.training.nets import FOLDS, Dataset, Hyperparameters, fit, folds_of, join, nets_apart, whole_loss
from tools.training.onnx_files import TanhNet
from tools.training.photographs import HALF_HIDDEN, Photo, halved, photos_of
from vision.ink import opencv
from vision.ink.nets import Net, load_net
from vision.ink.pose import Flags, Floats, Image, Placed
from vision.ink.strips import ACROSS, ALONG, PAST, Strips
from vision.slate import closely, features, heads, objects, points
from vision.slate.edges import WAYS
from vision.slate.evidence import SlateBlank, SlateSight, prepare_blank, reading_grid, see
from vision.slate.grids import lattice_grid
from vision.slate.layout import PLANET, STAR, SlateBoard, slate_board
from vision.slate.light import lattice_area
from vision.slate.locate import adjusted, locate_slate, looked_at, place
from vision.slate.record import shaft

LIST = "look_at_the_stars.list.jsonl"
NETS = ("line_alone", "line_among", "head", "object")
KINDS = (("slate_", True), ("slate_bare_", False))
"""How the names of nets begin that compare with a clean slate, and of those that cannot."""
HARDLY_SEEN = 0.25
"""What a line counts for among its neighbours of which a hand hides more than half: if it counted for nothing, the nets
would learn that there are no lines under hands."""
PLAUSIBLE = 0.3
"""Diagonals with less ink than this share of a line's teach nothing about heads."""
POINTS = Hyperparameters(hidden=(24, 12), passes=14, batch=512)
ALONE = Hyperparameters(hidden=(40, 20), passes=22, batch=512, decay=1e-5)
AMONG = Hyperparameters(hidden=(96, 48), passes=4, batch=512, step=2e-3, decay=3e-4)
HEADS = Hyperparameters(hidden=(24,), passes=20, batch=128, decay=3e-4)
OBJECTS = Hyperparameters(hidden=(20,), passes=10, batch=512, decay=1e-4)

LineNets = tuple[TanhNet, TanhNet, TanhNet]
"""For the ink alone, among neighbours, for heads."""
AMONG_NAMES = features.AMONG_NAMES + features.NAMES + closely.NAMES


def _seen(name: str, turned: bool, mirrored: bool) -> str:
    """The feature that stands in the place of `name` where its line is seen from the other end or in a mirror."""
    what, *where = name.split("_")
    if name in closely.STRIP_NAMES:
        along, across = map(int, where)
        along = 2 * PAST + ALONG - 1 - along if turned else along
        return f"{what}_{along}_{ACROSS - 1 - across if turned != mirrored else across}"
    if name in closely.AROUND_NAMES:
        end, turn = where
        return f"{what}_{'ba'['ab'.index(end)] if turned else end}_{WAYS - int(turn) if mirrored else turn}"
    return name


VIEWS = tuple(
    np.array([AMONG_NAMES.index(_seen(name, turned, mirrored)) for name in AMONG_NAMES])
    for mirrored in (False, True)
    for turned in (False, True)
)
"""The columns of features among neighbours as the four ways to look at a line have them."""


class SlateExample(msgspec.Struct, frozen=True, eq=False):
    """One photograph seen in one way: features of the lines looked at, which are `drawn`, `known`, `hidden`."""

    design: str
    compared: bool
    sight: SlateSight
    points: int
    drawn: Flags
    known: Flags
    hidden: Flags
    head_x: Floats
    head_y: Floats
    object_x: Floats
    object_y: Floats
    object_weight: Floats


SlatePhoto: TypeAlias = Photo[SlateBoard, SlateBlank]


def slate_photos(folder: Path, with_blanks: bool) -> Iterator[SlatePhoto]:
    """The slates of a folder. Raises BadInput where it is none."""
    parse = lambda data: slate_board(parse_slate(data), pack_skies())  # noqa: E731
    return photos_of(folder, LIST, parse, prepare_blank if with_blanks else None)


def point_datasets(photos: Iterator[SlatePhoto]) -> Iterator[tuple[Dataset, Dataset]]:
    """What tells a star from nothing, and a planet from both, at the points of each photographed lattice."""
    for photo in photos:
        board = photo.layout
        plane = opencv.homography(board.board_corners, np.array(photo.truth["corners"], float))
        if plane is None:
            continue
        picture = photo.picture("image")
        pose, flat, field = place(picture, board, plane, "markers", False)
        spots = looked_at(board)
        x = points.point_features(flat, field.blobs, lattice_grid(board, points.PX_PER_MM), adjusted(pose, spots))
        kinds = np.full(len(spots), -1)
        kinds[: len(board.points_xy)] = board.kinds(board.skies[0])
        whole = np.ones(len(x), np.float32)
        star, planet = (kinds == STAR).astype(np.float32), (kinds == PLANET).astype(np.float32)
        yield Dataset(x, star, whole).rows(kinds != PLANET), Dataset(x, planet, whole)


def point_nets(folders: Sequence[Path], about: str) -> dict[str, TanhNet]:
    """The nets that tell what each point of a lattice is."""
    datasets = [pair for folder in folders for pair in point_datasets(slate_photos(folder, False))]
    star, planet = ([pair[k] for pair in datasets] for k in (0, 1))
    return {
        "slate_point_star": fit(join(star), points.NAMES, POINTS, about),
        "slate_point_planet": fit(join(planet), points.NAMES, POINTS, about),
    }


def slate_examples(photos: Iterator[SlatePhoto]) -> Iterator[SlateExample]:
    """Each entry after this turn's drawing, told what is known and not, and before it, beside its clean picture and
    without."""
    for photo in photos:
        for picture, fresh in photo.pictures():
            pose = _pose(photo, picture, fresh)
            if pose is None:
                continue
            for blank in (photo.blank, None):
                for told in (False, True) if fresh else (False,):
                    yield _example(photo, picture, pose, blank, fresh, told)


def _pose(photo: SlatePhoto, picture: Image, fresh: bool) -> Placed | None:
    try:
        found = locate_slate(picture, photo.layout)
    except NotPossible:
        return None
    truth = np.array(photo.truth["corners"], float)
    off = np.linalg.norm(found.pose.corners - truth, axis=1).max() / found.pose.px_per_mm()
    return None if fresh and off > 8 else found.pose


def _example(
    photo: SlatePhoto, picture: Image, pose: Placed, blank: SlateBlank | None, fresh: bool, told: bool
) -> SlateExample:
    board, truth = photo.layout, photo.truth
    grid = reading_grid(board)
    area = pose.rectify(picture if blank is None else opencv.grey(picture), grid)
    old_stars = photo.query["known_shooting_stars"]
    earlier = [line for head, tail in map(board.rows_of, old_stars) for line in shaft(board, (head, tail))]
    known = lines_of(board, photo.query["known"]) | frozenset(earlier)
    clean = None if blank is None else blank.board
    lattice = lattice_area(picture, pose, board, board.skies[0])
    sight = see(area, grid, clean, board, board.skies[0], known if told else frozenset(), [lattice], pose.seen)
    edges, rows = sight.edges, sight.rows
    ends_of_stars = [board.rows_of(star) for star in truth["shooting_stars"] if fresh or star in old_stars]
    shafts = [shaft(board, (head, tail)) for head, tail in ends_of_stars]
    drawn = _rows(sight, lines_of(board, [[t["a"], t["b"]] for t in truth["lines"] if fresh or not t["new"]]))
    drawn |= _rows(sight, frozenset(line for lines in shafts for line in lines))
    hidden = [[t["a"], t["b"]] for t in truth["lines"] if fresh and t["occluded"] > HALF_HIDDEN]
    recorded = _rows(sight, known) if told else np.zeros(len(rows), bool)
    inked = drawn | (sight.features[:, features.NAMES.index("mean_ratio")] > PLAUSIBLE)
    ends = heads.diagonal_ends(edges, rows[inked])
    head_x = heads.head_features(sight.evidence, grid, edges, ends, board.points_xy, sight.ink)
    arrows = {(star[0], edges.row(*lines[0])) for star, lines in zip(ends_of_stars, shafts, strict=True)}
    head_y = [(at, edge) in arrows for at, edge in zip(ends.at.tolist(), ends.edge.tolist(), strict=True)]
    light = msgspec.structs.replace(sight, strips=_lean(sight.strips), evidence=None)
    odds = np.full(len(edges.a), features.FLOOR)
    odds[rows] = np.where(drawn, 6.0, -6.0)
    ends_odds = {(edge, at): 6.0 if arrow else -8.0 for edge, at, arrow in zip(*_listed(ends), head_y, strict=True)}
    object_x = objects.object_features(sight.evidence, grid, edges, board.points_xy, odds, ends_odds, sight.ink)
    object_y, object_weight = _objects(board, truth)
    return SlateExample(
        str(photo.query["layout"]), blank is not None, light, len(board.points_xy), drawn, recorded,
        _rows(sight, lines_of(board, hidden)), head_x, np.array(head_y, np.float32), object_x, object_y, object_weight,
    )  # fmt: skip


def _lean(strips: Strips) -> Strips:
    """The strips with what features are still to be made of, so that thousands fit into memory."""
    return msgspec.structs.replace(strips, ridge=halved(strips.ridge), path=None, fine=None, printed=None, veil=None)


def _listed(ends: heads.Ends) -> tuple[list[int], list[int]]:
    return ends.edge.tolist(), ends.at.tolist()


def _objects(board: SlateBoard, truth: dict[str, Any]) -> tuple[Floats, Floats]:
    """(points,) whether an object was drawn there, and whether that is judged: not at a galaxy's right point."""
    there, judged = np.zeros(len(board.points_xy), np.float32), np.ones(len(board.points_xy), np.float32)
    for thing in truth.get("objects", ()):
        at = board.rows_of((thing["at"],))
        there[at] = 1
        if thing["kind"] == "galaxy":
            judged[at[0] + 1] = 0
    return there, judged


def lines_of(board: SlateBoard, lines: Sequence[Sequence[str]]) -> frozenset[tuple[int, int]]:
    """Lines by name as pairs of points, the smaller first."""
    pairs = [tuple(sorted(board.rows_of((a, b)))) for a, b in lines]
    return frozenset((pair[0], pair[1]) for pair in pairs if len(pair) == 2)


def _rows(sight: SlateSight, lines: frozenset[tuple[int, int]]) -> Flags:
    wanted = {sight.edges.row(*line) for line in lines}
    return np.array([row in wanted for row in sight.rows.tolist()], bool)


def line_nets(seen: Sequence[SlateExample], about: str) -> LineNets:
    """The nets for the ink alone, among neighbours, and for heads; the second learns from designs that the first has
    not seen."""
    first, outs = _alone_net(seen, about)
    arrows = [Dataset(e.head_x, e.head_y, np.ones(len(e.head_y), np.float32)) for e in seen if len(e.head_y)]
    return first, among_net(seen, outs, about), fit(join(arrows), heads.NAMES, HEADS, about)


def among_net(seen: Sequence[SlateExample], alone: Sequence[Net], about: str) -> TanhNet:
    """The net that judges lines among their neighbours; `alone`: for each fold one that judges them by their ink."""
    among = join([_among(e, alone[f]) for e, f in zip(seen, _folds(seen), strict=True)])
    four = join([Dataset(among.x[:, view], among.y, among.weight) for view in VIEWS])
    return fit(four, AMONG_NAMES, AMONG, about)


def _folds(seen: Sequence[SlateExample]) -> list[int]:
    return folds_of([example.design for example in seen])


def _alone_net(seen: Sequence[SlateExample], about: str) -> tuple[TanhNet, list[Net]]:
    """The net for the ink alone, and for each fold one that has not seen its designs."""
    datasets = [
        Dataset(e.sight.features, e.drawn.astype(np.float32), (~(e.hidden | e.known)).astype(np.float32)) for e in seen
    ]
    outs = nets_apart(datasets, _folds(seen), features.NAMES, ALONE)
    return fit(join(datasets), features.NAMES, ALONE, about), outs


def object_net(seen: Sequence[SlateExample], about: str) -> TanhNet:
    """The net that proposes objects."""
    return fit(join([Dataset(e.object_x, e.object_y, e.object_weight) for e in seen]), objects.NAMES, OBJECTS, about)


def _among(example: SlateExample, net: Net) -> Dataset:
    """The plausible lines; those that the record knows count for nothing."""
    sight = example.sight
    odds = net.log_odds(sight.features)
    odds = np.where(example.known, np.float32(features.RECORDED_LOG_ODDS), odds)
    known = np.zeros(len(sight.edges.a), bool)
    known[sight.rows[example.known]] = True
    at = np.flatnonzero(odds > closely.PLAUSIBLE)
    x = features.among_features(sight.edges, sight.rows, odds, known, sight.features, example.points)[at]
    near = closely.close_features(sight.edges, sight.rows, at, sight.strips, sight.ink, odds, example.points)
    weight = np.where(example.hidden, HARDLY_SEEN, 1.0) * ~example.known
    return Dataset(np.concatenate([x, near], 1), example.drawn[at].astype(np.float32), weight[at].astype(np.float32))


def slate_nets(folders: Sequence[Path], start: Callable[[str], TanhNet] | None = None) -> dict[str, TanhNet]:
    """All nets of the slate reader that tell ink, by name; the places of the slates come from the point nets that are
    shipped. Where there are nets of other photographs (`start`, by name), only those among neighbours are fitted, to
    what these say of the ink alone."""
    seen = [example for folder in folders for example in slate_examples(slate_photos(folder, True))]
    about = f"photographs of {len({example.design for example in seen})} simulated slates"
    nets: dict[str, TanhNet] = {}
    for kind, compared in KINDS:
        views = [example for example in seen if example.compared == compared]
        told, (alone, among, head, thing) = f"{len(views)} {about}", [f"{kind}{name}" for name in NETS]
        if start is None:
            nets |= dict(zip((alone, among, head), line_nets(views, told), strict=True))
            nets[thing] = object_net(views, told)
        else:
            nets[among] = among_net(views, [start(alone).net()] * FOLDS, told)
    return nets


def losses(folder: Path, nets: dict[str, TanhNet]) -> list[str]:
    """Mean loss (natural logarithm) a photograph of another folder, in words, of each kind of net."""
    seen = list(slate_examples(slate_photos(folder, True)))
    words = []
    for kind, compared in KINDS:
        views = [example for example in seen if example.compared == compared]
        alone, among, head, thing = (_net(nets, f"{kind}{name}") for name in NETS)
        total = np.zeros(4)
        for e in views:
            near, judged = _among(e, alone), ~(e.hidden | e.known)
            total[0] += whole_loss(alone.log_odds(e.sight.features)[judged], e.drawn[judged])
            total[1] += whole_loss(among.log_odds(near.x)[near.weight == 1], near.y[near.weight == 1] > 0)
            total[2] += whole_loss(head.log_odds(e.head_x), e.head_y > 0) if len(e.head_y) else 0.0
            judged = e.object_weight > 0
            total[3] += whole_loss(thing.log_odds(e.object_x)[judged], e.object_y[judged] > 0)
        told = ", ".join(
            f"{name} {loss:.3f}" for name, loss in zip(NETS, (total / max(len(views), 1)).tolist(), strict=True)
        )
        words.append(f"{kind}nets: loss a photograph: {told}")
    return words


def _net(nets: dict[str, TanhNet], name: str) -> Net:
    """A net just trained, else the one that is shipped."""
    return nets[name].net() if name in nets else load_net("vision.slate", name)
