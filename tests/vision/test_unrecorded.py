"""Boards of which no record tells: many drawings side by side, and what an earlier picture shows of them."""

from __future__ import annotations

import math
from itertools import product

import cv2
import msgspec
import numpy as np
import pytest

from engines.errors import NotPossible
from tests.vision.test_decode import field_of
from tests.vision.test_read_photos import blank_of, drawn, layout_of, pairs, picture, read
from vision.disc import judge
from vision.disc.evidence import Sight, look
from vision.disc.locate import GLARE
from vision.disc.pairs import candidate_pairs
from vision.disc.read import find_board, read_disc
from vision.disc.reading import Reading
from vision.disc.tuning import TUNING, Prices
from vision.disc.unrecorded import Earlier, line_chances
from vision.ink.doubt import DoubtLimits, unreadable
from vision.ink.light import Light, Trouble
from vision.ink.strips import beside_ends

NAME = "explorer_easy_1000006"


def test_each_line_is_as_likely_as_its_ink_says_however_many_others_are_in_doubt() -> None:
    stars = [(10.0 * k, 10.0 * (k % 2)) for k in range(41)]
    values = {(k, k + 1): (9.0 if k % 2 else -0.5) for k in range(40)}
    chances = line_chances(field_of(stars, values), Prices())
    expected = [1 / (1 + math.exp(-value / Prices().heat)) for _, value in sorted(values.items())]
    assert chances == pytest.approx(expected, abs=1e-3)


def test_lines_that_cross_share_what_all_their_combinations_weigh() -> None:
    stars = [(0.0, 0.0), (20.0, 20.0), (0.0, 20.0), (20.0, 0.0), (40.0, 0.0), (0.0, -20.0)]
    values = {(0, 1): 3.0, (2, 3): 2.0, (3, 4): 9.0, (0, 5): 9.0}
    field = field_of(stars, values)
    weighed: dict[tuple[int, ...], float] = {}
    for chosen in product((0, 1), repeat=4):
        row = np.array(chosen)
        weighed[chosen] = math.exp((row @ field.value - row @ np.triu(field.clash, 1) @ row) / Prices().heat)
    total = sum(weighed.values())
    expected = [sum(part for chosen, part in weighed.items() if chosen[k]) / total for k in range(4)]
    assert line_chances(field, Prices()) == pytest.approx(expected, abs=2e-3)


def test_a_lone_line_is_less_likely_than_one_that_joins() -> None:
    stars = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (80.0, 0.0), (90.0, 0.0)]
    chances = line_chances(field_of(stars, {(0, 1): 6.0, (1, 2): 0.0, (3, 4): 0.0}), Prices())
    assert chances[2] < chances[1] - 0.1


def test_a_board_without_ink_has_no_lines() -> None:
    assert len(line_chances(field_of([(0.0, 0.0), (10.0, 0.0)], {(0, 1): 0.0})._replace(
        a=[], b=[], value=[], clash=np.zeros((0, 0)), angle=[]), Prices())) == 0  # fmt: skip


def test_an_earlier_picture_speaks_for_what_was_there_and_hardly_against_what_is_new() -> None:
    pairs_there = candidate_pairs(layout_of(NAME), 0.0).take(np.arange(3))
    earlier = Earlier(pairs_there, np.array([0.999, 0.5, 0.001]), DoubtLimits())
    sure, open_, gone = earlier.speaks_for(pairs_there)
    assert sure > 4
    assert 0 < open_ < sure
    assert -1.5 < gone < -0.5
    assert earlier.likely() == {(int(pairs_there.a[0]), int(pairs_there.b[0]))}


def _hidden() -> tuple[tuple[int, int], np.ndarray]:
    """An old line of the board, and a picture in which nothing can be seen of it."""
    seen = read(NAME)
    old = min(drawn(NAME, new=False))
    ends = [seen.pose.to_image(layout_of(NAME).stars_xy[[layout_of(NAME).index[star]]])[0] for star in old]
    shot = picture(NAME).copy()
    a, b = (tuple(np.rint(end).astype(int).tolist()) for end in ends)
    cv2.line(shot, a, b, (70, 60, 60), 26)
    return old, shot


def _untold(shot: np.ndarray, before: np.ndarray | None) -> Reading:
    return read_disc(shot, layout_of(NAME), blank=blank_of(NAME), before=before)


def test_what_a_hand_hides_is_read_from_the_picture_before() -> None:
    old, shot = _hidden()
    assert old not in pairs(_untold(shot, None).lines)
    assert old in pairs(_untold(shot, picture(NAME)).lines)


def test_a_picture_before_in_which_there_is_no_board_says_nothing() -> None:
    shot = picture(NAME)
    assert _untold(shot, np.full_like(shot, 90)).lines == _untold(shot, None).lines


def test_more_may_stay_open_on_a_whole_board_than_in_one_drawing() -> None:
    p, none = np.full(40, 0.012), np.zeros(40, bool)
    limits = DoubtLimits()
    assert unreadable(p, none, None, limits)
    assert not unreadable(p, none, None, limits, recorded=False)
    assert unreadable(np.full(40, 0.019), none, None, limits, recorded=False)


def sight_of(compared: bool = True) -> Sight:
    """What is seen of the board of `NAME`, beside a clean photograph or without one."""
    blank = blank_of(NAME) if compared else None
    return look(find_board([picture(NAME)], layout_of(NAME), blank), layout_of(NAME), blank, frozenset())


def doubted(
    monkeypatch: pytest.MonkeyPatch, sight: Sight, p: np.ndarray, log_odds: float = 9.0, alone: float = 9.0
) -> tuple[float, ...]:
    """Probabilities of what is asked about where the pairs have the probabilities `p`; `log_odds` of all of them among
    their rivals, and by their ink `alone`."""
    rivals = judge.untold_chances(sight, layout_of(NAME), 0.0, None)[3]
    found = (np.full(len(p), log_odds), p, np.arange(len(p)), rivals)
    with monkeypatch.context() as changed:
        changed.setattr(judge, "untold_chances", lambda *_: found)
        changed.setattr(judge, "line_alone", lambda _: np.full(len(p), alone))
        return tuple(line.p for line in judge.judge_untold(sight, layout_of(NAME), 0.0, None).doubtful)


def plain(sight: Sight, shorter: bool = False) -> np.ndarray:
    """The rows of pairs that can be seen well, the short ones or the others."""
    short = sight.strips.length < TUNING.short_mm
    straight = beside_ends(sight.strips, np.arange(len(short))) < 1.0
    return np.flatnonzero((sight.clear > 0.9) & ~sight.unseen & straight & (short == shorter))


def inked(sight: Sight) -> np.ndarray:
    """The rows of those pairs that can be seen well, and have about as much ink as a drawn line."""
    rows = plain(sight)
    return np.asarray(rows[sight.strips.on_path[rows].mean(1) > 0.8 * sight.ink])


def chances(sight: Sight, rows: np.ndarray, p: float) -> np.ndarray:
    """(n,) probabilities that are `p` for those rows and 0 for all others."""
    found = np.zeros(len(sight.clear))
    found[rows] = p
    return found


@pytest.mark.parametrize(
    ("p", "compared", "shorter", "asked"),
    [
        (0.006, True, False, False),
        (0.006, True, True, True),
        (0.012, True, False, True),
        (0.012, False, True, False),
        (0.025, False, False, True),
    ],
)
def test_doubt_begins_earlier_beside_a_clean_photograph_and_for_short_lines(
    p: float, compared: bool, shorter: bool, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sight = sight_of(compared)
    assert doubted(monkeypatch, sight, chances(sight, plain(sight, shorter)[:1], p)) == ((p,) if asked else ())


def test_a_line_that_is_read_for_its_neighbours_more_than_for_its_ink_is_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sight = sight_of()
    own = chances(sight, inked(sight)[:1], 0.999)
    assert doubted(monkeypatch, sight, own, alone=2.0) == (0.999,)
    assert doubted(monkeypatch, sight, own, alone=3.0) == ()


@pytest.mark.parametrize(
    ("share", "clear", "asked"), [(0.4, 1.0, (0.999,)), (0.5, 1.0, ()), (0.4, DoubtLimits().clear - 0.01, ())]
)
def test_a_line_far_paler_than_the_others_is_asked_about_where_nothing_hides_it_as_it_may_be_a_wiped_one(
    share: float, clear: float, asked: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    sight = sight_of()
    sight = msgspec.structs.replace(sight, clear=np.minimum(sight.clear, clear))
    own = inked(sight_of())[:1]
    on_path = sight.strips.on_path.copy()
    on_path[own] *= share * sight.ink / on_path[own].mean()
    paler = msgspec.structs.replace(sight, strips=msgspec.structs.replace(sight.strips, on_path=on_path))
    assert doubted(monkeypatch, paler, chances(sight, own, 0.999)) == asked


def test_what_a_hand_may_hide_is_asked_about_a_little_later_than_what_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    sight = sight_of()
    own = plain(sight)[:1]
    sight = msgspec.structs.replace(sight, clear=np.where(np.arange(len(sight.clear)) == own, 0.3, sight.clear))
    assert doubted(monkeypatch, sight, chances(sight, own, 0.05)) == (0.05,)
    assert doubted(monkeypatch, sight, chances(sight, own, 0.02)) == ()


@pytest.mark.parametrize(("lines", "read"), [(17, True), (18, False)])
def test_a_board_of_which_too_many_lines_are_unsure_is_not_read(
    lines: int, read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sight = sight_of()
    unsure = chances(sight, plain(sight)[:lines], 0.2)
    if read:
        assert len(doubted(monkeypatch, sight, unsure)) == lines
        return
    with pytest.raises(NotPossible) as refused:
        doubted(monkeypatch, sight, unsure)
    assert refused.value.finding.code == "disc.too_faint"


@pytest.mark.parametrize(
    ("why", "glare", "code"),
    [
        ((Trouble.HAND,), 0.0, "picture.hidden"),
        ((Trouble.BLUR, Trouble.HAND), 0.0, "picture.blurred"),
        ((Trouble.CUT_OFF, Trouble.TOO_DARK), 0.0, "picture.too_dark"),
        ((Trouble.GLARE, Trouble.HAND), 0.2, "disc.glare"),
        ((Trouble.CUT_OFF,), 0.0, "disc.too_faint"),
    ],
)
def test_a_board_that_cannot_be_read_is_refused_for_what_hides_its_lines(
    why: tuple[Trouble, ...], glare: float, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sight = msgspec.structs.replace(sight_of(), light=Light(False, why), glare=glare)
    with pytest.raises(NotPossible) as refused:
        doubted(monkeypatch, sight, chances(sight, plain(sight)[:18], 0.2))
    assert refused.value.finding.code == code


def test_a_board_of_which_nothing_is_known_is_not_read_under_a_large_glare() -> None:
    sight = sight_of()
    assert judge.judge_untold(msgspec.structs.replace(sight, glare=0.27), layout_of(NAME), 0.0, None).lines
    with pytest.raises(NotPossible) as refused:
        judge.judge_untold(msgspec.structs.replace(sight, glare=0.29), layout_of(NAME), 0.0, None)
    assert refused.value.finding.code == GLARE.code


def test_the_least_sure_are_asked_about_until_few_are_expected_to_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    sight = sight_of()
    asked = doubted(monkeypatch, sight, chances(sight, plain(sight)[:30], 0.007))
    assert len(asked) == math.ceil((30 * 0.007 - DoubtLimits().left_over) / 0.007)


def test_a_line_that_is_read_is_asked_about_where_another_may_have_left_its_ink(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sight = sight_of()
    rivals = judge.untold_chances(sight, layout_of(NAME), 0.0, None)[3]
    straight = beside_ends(sight.strips, rivals.rows) < 1.0
    both = (rivals.share > DoubtLimits().same_ink) & (sight.clear[rivals.rows] > 0.9) & straight[:, None]
    own, other = (int(rivals.rows[at]) for at in np.argwhere(both & ~np.eye(len(both), dtype=bool))[0])
    for chance, wanted in ((0.003, {0.999, 0.003}), (0.001, set())):
        p = chances(sight, np.array([own]), 0.999)
        p[other] = chance
        assert set(doubted(monkeypatch, sight, p)) == wanted


def test_a_line_whose_course_misses_its_star_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    sight = sight_of()
    aside = beside_ends(sight.strips, np.arange(len(sight.clear)))
    own = np.flatnonzero((aside > 2.2) & (sight.clear > 0.9) & ~sight.unseen)[:1]
    assert doubted(monkeypatch, sight, chances(sight, own, 0.999)) == (0.999,)
