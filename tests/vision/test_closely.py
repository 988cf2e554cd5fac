"""What the nets see of a disc's star pair among its rivals, sample by sample along its strip."""

from __future__ import annotations

import numpy as np
import pytest

from tools.training.lines import VIEWS
from vision.disc import closely, rivalry
from vision.disc.pairs import Pairs
from vision.ink.strips import ACROSS, ALONG, MIDDLE, PAST, STEP_MM, Strips

STARS = np.array([[0.0, 0.0], [24.0, 0.0], [12.0, 0.6], [12.0, 9.0]])
LONG, HALF, ASIDE = 0, 1, 2
PAIRS = Pairs(np.array([0, 0, 1]), np.array([1, 2, 3]), np.full(3, 6.0), np.full(3, 0.5), np.full(3, -1))
ODDS = np.array([3.0, 0.0, -5.0], np.float32)
INK = 10.0


def strips(ridge: float = 0.0) -> Strips:
    """Strips along the chords of the three pairs; the first has a `ridge` in its middle at the second star's end."""
    a, b = STARS[PAIRS.a], STARS[PAIRS.b]
    shape = (3, ALONG)
    nothing = np.zeros(shape, np.float32)
    maps = np.zeros((3, PAST + ALONG + PAST, ACROSS), np.float32)
    maps[LONG, -PAST - 1, MIDDLE] = ridge
    return Strips(maps, np.full(shape, MIDDLE), nothing, nothing, nothing, nothing, np.hypot(*(b - a).T))


def seen(ridge: float = 0.0) -> dict[str, np.ndarray]:
    """What is seen closely of the three pairs, by name."""
    along = strips(ridge)
    rivals = rivalry.find_rivals(along, PAIRS, STARS, ODDS, np.zeros(3, bool))
    assert rivals.rows.tolist() == [0, 1, 2]
    views = closely.close_features(rivals, PAIRS, along, STARS, ODDS, INK)
    assert views.shape == (3, len(closely.NAMES))
    return dict(zip(closely.NAMES, views.T, strict=True))


def test_ink_stands_where_it_lies_and_counts_in_parts_of_the_boards() -> None:
    found = seen(ridge=15.0)
    at = (PAST + ALONG - 1) // closely.EVERY
    assert found[f"ridge_{at}_{MIDDLE}"][LONG] == pytest.approx(15.0 / INK / closely.EVERY)
    assert sum(float(np.abs(found[name]).sum()) for name in found if name.startswith("ridge")) == pytest.approx(0.75)


def test_a_star_beside_a_line_is_seen_where_it_stands_and_its_own_ends_are_not() -> None:
    found = seen()
    middle = (PAST + ALONG // 2) // closely.EVERY
    across = MIDDLE + round(0.6 / STEP_MM)
    stars = {name: float(found[name][LONG]) for name in found if name.startswith("star")}
    assert max(stars, key=lambda name: stars[name]) in {f"star_{middle - 1}_{across}", f"star_{middle}_{across}"}
    assert stars[f"star_{PAST // closely.EVERY}_{MIDDLE}"] == 0.0
    assert found[f"star_{closely.MAP_SHAPE[1] - 1}_{MIDDLE}"][HALF] == pytest.approx(0.0)


def test_ink_is_explained_by_the_other_lines_that_lie_on_it() -> None:
    found = seen()
    shorter, longer, stronger = (
        np.array([found[f"{name}_{t}"] for t in range(ALONG // closely.EVERY)]).T
        for name in ("shorter", "longer", "stronger")
    )
    assert shorter[LONG, :5] == pytest.approx(0.5), "half of it follows the shorter line, as likely as not"
    assert (shorter[LONG, -5:] < 0.01).all()
    assert not stronger[LONG].any()
    assert longer[HALF] == pytest.approx(1 / (1 + np.exp(-3.0)))
    assert stronger[HALF] == pytest.approx(longer[HALF])
    assert not longer[ASIDE, 2:].any()


def test_training_sees_each_line_from_both_ends_and_in_a_mirror() -> None:
    plain = len(closely.AMONG_NAMES) - len(closely.NAMES)
    names = np.array(closely.AMONG_NAMES)
    assert len({tuple(columns) for columns, _ in VIEWS}) == 4
    for columns, signs in VIEWS:
        assert sorted(columns) == list(range(len(names)))
        assert columns[:plain].tolist() == list(range(plain))
        mirrored = names[columns[plain]].endswith(f"_{ACROSS - 1}")
        turned = not names[columns[plain]].startswith("ridge_0_")
        assert {names[k].split("_")[0] for k in np.flatnonzero(signs < 0)} == ({"path"} if mirrored else set())
        assert names[columns[plain + ACROSS]].startswith("ridge_14" if turned else "ridge_1_")
