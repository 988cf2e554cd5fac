"""What is seen closely of a line: its strip and the lines at both ends, from whichever end it is looked at."""

from __future__ import annotations

import numpy as np

from tests.vision.slate.conftest import parse_board
from tools.training.slates import AMONG_NAMES, VIEWS
from vision.ink.strips import ACROSS, ALONG, PAST, Strips
from vision.slate import closely, features
from vision.slate.edges import Edges, lattice_edges

SQUARE = parse_board({
    "kind": "slate", "board": {"width": 120, "height": 120}, "lattice": {"origin": [20, 100], "pitch": [16, 16]},
    "columns": 5, "rows": 5,
})  # fmt: skip
LAST = 24


def seen(edges: Edges, log_odds: np.ndarray, ridge: np.ndarray) -> np.ndarray:
    """All columns of the lines' features, those by their ink alone left empty."""
    rows, none = np.arange(len(edges.a)), np.zeros((len(edges.a), ALONG), np.float32)
    strips = Strips(ridge, none.astype(np.intp), none, none, none, none, np.full(len(edges.a), 16.0))
    near = closely.close_features(edges, rows, rows, strips, 4.0, log_odds, LAST + 1)
    return np.concatenate([np.zeros((len(near), len(features.AMONG_NAMES + features.NAMES)), np.float32), near], 1)


def drawing() -> tuple[Edges, np.ndarray, np.ndarray]:
    edges, rng = lattice_edges(SQUARE, SQUARE.skies[0]), np.random.default_rng(1)
    log_odds = rng.normal(-3, 3, len(edges.a)).astype(np.float32)
    return edges, log_odds, rng.normal(2, 2, (len(edges.a), PAST + ALONG + PAST, ACROSS)).astype(np.float32)


def rows_where(edges: Edges, moved: np.ndarray) -> np.ndarray:
    """The row of each line's image where each point is `moved`."""
    return np.array([edges.row(int(moved[a]), int(moved[b])) for a, b in zip(edges.a, edges.b, strict=True)])


def test_a_slate_turned_round_shows_each_line_from_its_other_end() -> None:
    edges, log_odds, ridge = drawing()
    image = rows_where(edges, LAST - np.arange(LAST + 1))
    turned = seen(edges, log_odds[image], ridge[image][:, ::-1, ::-1])
    assert np.array_equal(turned[:, VIEWS[1]], seen(edges, log_odds, ridge)[image])


def test_a_mirrored_slate_shows_level_lines_in_a_mirror() -> None:
    edges, log_odds, ridge = drawing()
    row, column = np.divmod(np.arange(LAST + 1), SQUARE.columns)
    image = rows_where(edges, (SQUARE.rows - 1 - row) * SQUARE.columns + column)
    level = edges.step == 0
    mirrored = seen(edges, log_odds[image], ridge[image][:, :, ::-1])
    assert np.array_equal(mirrored[:, VIEWS[2]][level], seen(edges, log_odds, ridge)[image][level])


def test_each_way_to_look_at_a_line_has_every_feature_once() -> None:
    assert all(sorted(view.tolist()) == list(range(len(AMONG_NAMES))) for view in VIEWS)
    assert len({view.tobytes() for view in VIEWS}) == 4
