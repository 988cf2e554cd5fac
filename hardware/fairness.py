"""Whether a mother ship is fair: which balls come down how often, tested after every shake, said in plain words.

Of `n` balls two lie in the clear, so a ball of which there are `m` shows `2 m / n` times a shake on average. For every
colour and every suspected share (a fifth or two fifths oftener or seldomer) a bet is kept: the product, over the
shakes, of the probability of what came under the suspicion by that under fairness. The mean of all bets is a
non-negative martingale of a fair ship, so by Ville's inequality it ever reaches `MIN_LIKELIHOOD_RATIO` r for
one fair ship in r at most; what it reaches in 500 shakes is measured in the tests. Source: G. Shafer, "Testing by
betting", Journal of the Royal Statistical Society A 184(2), 2021.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Literal

import msgspec

SUSPECTED_SHARES = (0.6, 0.8, 1.2, 1.4)
"""Suspicions against a ship: a ball shows so many times as often as on a fair one."""
MIN_LIKELIHOOD_RATIO = 100.0
STUCK_SHAKES = 10
"""Shakes in a row with the same ball in the same slot that show that it sticks. A fair four-ball ship does so once in
about 200 000 shakes."""


class Verdict(msgspec.Struct, frozen=True):
    """What is to be said of a ship. `share`: how often `ball` shows, over how often it should."""

    kind: Literal["fair", "biased", "stuck"]
    shakes: int
    ball: str | None = None
    slot: int | None = None
    share: float = 1.0
    evidence: float = 1.0
    """How many times likelier the shakes are under a suspicion than for a fair ship."""


class Fairness:
    """The running test of one ball set. `balls`: with doubles."""

    def __init__(self, balls: Sequence[str]) -> None:
        self._balls = tuple(sorted(balls))
        if len(self._balls) < 3:
            raise ValueError(f"a ship of {len(self._balls)} balls: expected 3 at least")
        self.shakes = 0
        self._seen: Counter[str] = Counter()
        self._bets = dict.fromkeys(_bets(self._balls), 0.0)
        self._accused: Verdict | None = None
        self._runs: list[tuple[str | None, int]] = [(None, 0), (None, 0)]

    def add(self, shown: Sequence[str | None]) -> Verdict:
        """Count a shake's two balls, in slot order; with one unknown only the slots' runs go on."""
        self._run(shown)
        if None not in shown:
            pair = tuple(sorted(ball for ball in shown if ball is not None))
            if not _fits(pair, self._balls):
                raise ValueError(f"balls {pair!r}: expected two of {self._balls!r}")
            self.shakes += 1
            self._seen.update(pair)
            for bet in self._bets:
                self._bets[bet] += _gain(bet, pair, self._balls)
        return self.verdict()

    def verdict(self) -> Verdict:
        """What is known so far; an accusation, once made, stands until the test is begun anew."""
        for slot, (ball, run) in enumerate(self._runs):
            if ball is not None and run >= STUCK_SHAKES:
                return Verdict("stuck", self.shakes, ball, slot, self.share(ball), math.inf)
        evidence = self._evidence()
        if self._accused is None and evidence >= MIN_LIKELIHOOD_RATIO:
            ball, _ = max(self._bets, key=lambda bet: self._bets[bet])
            self._accused = Verdict("biased", self.shakes, ball, None, self.share(ball), evidence)
        if self._accused is not None:
            ball = self._accused.ball or ""
            return Verdict("biased", self.shakes, ball, None, self.share(ball), evidence)
        return Verdict("fair", self.shakes, evidence=evidence)

    def share(self, ball: str) -> float:
        """How often a ball showed against how often it should have."""
        expected = self.shakes * 2 * self._balls.count(ball) / len(self._balls)
        return self._seen[ball] / expected if expected else 1.0

    def _evidence(self) -> float:
        most = max(self._bets.values())
        return math.exp(min(most, 600.0)) * sum(math.exp(v - most) for v in self._bets.values()) / len(self._bets)

    def _run(self, shown: Sequence[str | None]) -> None:
        for slot, ball in enumerate(shown):
            before, run = self._runs[slot]
            self._runs[slot] = (ball, run + 1 if ball is not None and ball == before else 1)


def _bets(balls: tuple[str, ...]) -> list[tuple[str, float]]:
    """Every colour with every suspicion under which it would not show more than surely."""
    found = []
    for ball in sorted(set(balls)):
        fair = _shows(ball, balls)
        found += [(ball, suspicion) for suspicion in SUSPECTED_SHARES if fair * suspicion < 0.98]
    return found


def _fits(pair: tuple[str, ...], balls: tuple[str, ...]) -> bool:
    return len(pair) == 2 and not Counter(pair) - Counter(balls)


def _gain(bet: tuple[str, float], pair: tuple[str, ...], balls: tuple[str, ...]) -> float:
    ball, suspicion = bet
    fair = _shows(ball, balls)
    suspected = min(0.99, fair * suspicion)
    return math.log(suspected / fair if ball in pair else (1 - suspected) / (1 - fair))


@cache
def _shows(ball: str, balls: tuple[str, ...]) -> float:
    """How likely one of that colour is among two."""
    pairs = list(combinations(balls, 2))
    return sum(ball in pair for pair in pairs) / len(pairs)
