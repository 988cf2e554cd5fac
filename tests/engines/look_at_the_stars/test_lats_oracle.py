"""The score pad against a second, slow way to count: coordinates and sets instead of bits."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.look_at_the_stars.lats_tables import HOUSE, points, position

Point = tuple[int, int]
Segment = frozenset[Point]

SLATE = 3
ROWS = HOUSE.pack.slates[SLATE - 1].sky
CELL = {(x, 10 - y): ROWS[y][x] for y in range(11) for x in range(10)}
STARS = sorted(p for p, c in CELL.items() if c == "*")
PLANETS = sorted(p for p, c in CELL.items() if c == "P")


def name(p: Point) -> str:
    return f"{'ABCDEFGHIJ'[p[0]]}{p[1]}"


def beside(a: Point, b: Point) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


SEGMENTS = [frozenset(pair) for pair in combinations(STARS, 2) if beside(*pair)]
PRINTED = [frozenset({(1, 1), (2, 2)}), frozenset({(6, 9), (7, 9)})]


def middle(segment: Segment) -> Point:
    (a, b), (c, d) = segment
    return a + c, b + d


def touch(a: Segment, b: Segment) -> bool:
    return bool(a & b) or middle(a) == middle(b)


def groups(segments: list[Segment]) -> list[list[Segment]]:
    found: list[list[Segment]] = []
    for segment in segments:
        near = [group for group in found if any(touch(segment, other) for other in group)]
        found = [group for group in found if group not in near]
        found.append([segment, *(other for group in near for other in group)])
    return found


def crosses(segments: list[Segment]) -> int:
    """The most crosses (card A3) without a common line, by trying every choice."""
    present = set(segments)
    around = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    whole = []
    for x, y in CELL:
        arms = {frozenset({(x, y), (x + dx, y + dy)}) for dx, dy in around}
        if arms <= present:
            whole.append(arms)
    for count in range(min(len(whole), len(segments) // 4 + 1), 0, -1):
        for chosen in combinations(whole, count):
            if len(set().union(*chosen)) == 4 * count:
                return count
    return 0


def count(segments: list[Segment], moon: Point, hole: Point, twinkling: Point) -> dict[str, int]:
    lines = [*segments, *PRINTED]
    valid = [set().union(*group) for group in groups(lines) if 3 <= len(group) <= 8]
    sizes = {len(group) for group in groups(lines) if 3 <= len(group) <= 8}
    used = {p for line in lines for p in line} | {moon, hole, twinkling}
    rows = {f"constellation.{size}": size for size in sizes}
    rows["planets"] = sum(any(beside(planet, p) for p in stars) for planet in PLANETS for stars in valid)
    rows["point_bonus"] = 3 * crosses(lines)
    power = sum(any(p[0] == moon[0] or p[1] == moon[1] for p in stars) for stars in valid)
    power += sum(beside(hole, p) and p not in used for p in STARS)
    power += 3 * (sum(any(beside(twinkling, p) for p in stars) for stars in valid) == 2)
    rows["power_bonus"] = power
    return {row: points for row, points in rows.items() if points}


def grown(seed: int, sizes: list[int]) -> set[Segment]:
    """Groups of about these sizes; where they meet they become one."""
    rng = Random(seed)
    found: set[Segment] = set()
    for size in sizes:
        group = [rng.choice(SEGMENTS)]
        while len(group) < size:
            group.append(rng.choice([s for s in SEGMENTS if s not in group and any(touch(s, g) for g in group)]))
        found |= set(group)
    return found


def crossed(centres: set[Point]) -> set[Segment]:
    """The crosses with these centres, as far as there are stars."""
    return {s for s in SEGMENTS if middle(s)[0] % 2 != middle(s)[1] % 2 and s & centres}


some_lines = st.one_of(
    st.sets(st.sampled_from(SEGMENTS), max_size=40),
    st.builds(grown, st.integers(0, 9999), st.lists(st.integers(1, 11), max_size=5)),
    st.builds(crossed, st.sets(st.sampled_from([p for p in STARS if 2 <= p[1] < 5]), max_size=9)),
)


@settings(max_examples=150, deadline=None)
@given(some_lines, *[st.sampled_from(STARS)] * 3)
def test_the_pad_agrees_with_counting_by_coordinates(
    chosen: set[Segment], moon: Point, hole: Point, twinkling: Point
) -> None:
    segments = sorted(chosen - set(PRINTED), key=sorted)
    text = " ".join("-".join(name(p) for p in segment) for segment in segments)
    objects = [
        {"kind": "crescent_moon", "at": name(moon)},
        {"kind": "black_hole", "at": name(hole)},
        {"kind": "twinkling_star", "at": name(twinkling)},
    ]
    sheet = HOUSE.score_position(position(SLATE, text, point="A3", objects=objects))
    assert points(sheet) == count(segments, moon, hole, twinkling)
