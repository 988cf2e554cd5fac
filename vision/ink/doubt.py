"""Which lines a person should be asked about, and when every line should be compared with the photograph."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import Finding, NotPossible, finding
from vision.ink.light import Light
from vision.ink.pose import Array, Numbers
from vision.ink.tuning import COMPARING

LOST: Final = finding(
    "board.lost",
    "at least half of the earlier lines are gone from this board: was it wiped? Draw them again, and photograph again",
)


class DoubtLimits(msgspec.Struct, frozen=True):
    """Where doubt begins (chosen on validation photographs)."""

    low: float = 0.03
    """A new line at least this likely is asked about."""
    high: float = 0.97
    """A new line less likely than this is asked about."""
    learnt_high: float = 0.8
    """`high` of a drawing like the tile at a table that has learnt its own pens: what is read there is hardly ever
    wrong, what is missed is. Of 720 compared discs (seeds 9402, 9501, 9602) four are silently wrong for 286 questions,
    as many as before 376 were asked; with questions from 5 to 95 %, five for 294."""
    sharp: float = 4.0
    """Ink of a disc stronger than this (standard deviations of the noise) makes a sharp picture."""
    sharp_low: float = 0.02
    """`low` in a sharp picture: little is in doubt there, so that it costs few questions."""
    soft_low: float = 0.05
    """`low` in a soft picture: much is in doubt there, and hardly any of it is drawn."""
    sharper: float = 10.0
    """Ink of a disc stronger than this makes a very sharp picture."""
    sharper_low: float = 0.04
    """`low` in a very sharp picture: what is drawn is hardly missed there."""
    unlike: float = 0.9
    """Where the tile was drawn with less than this probability, more is asked."""
    unlike_low: float = 0.01
    """`low` where the drawing is unlike the tile."""
    unlike_disc_low: float = 0.02
    """`low` on a disc whose drawing is unlike the tile."""
    instead: float = 0.005
    """Two lines that claim the same ink are asked about together where one is read and the other is at least this
    likely: of 240 easy boards of which nothing is known, on which it was chosen, seven were silently wrong without
    it, five with it, for 0.4 questions more."""
    learnt_instead: float = 0.05
    """The same at a table that has learnt its own pens."""
    same_ink: float = 0.5
    """Where so much of a line's ink lies on another line's way, both claim it."""
    beside_star_mm: float = 2.0
    """Where nothing is known, a line is asked about whose straight course passes a star of its own by more: it may lead
    on to one that cannot be seen. On 240 boards a level it found four of 47 that were silently wrong; of lines that
    were read rightly 0.3 % do on easy ones, 1.7 % on medium, 5.6 % on hard."""
    clear: float = 0.5
    """Where less of the print shows than this (glare, a hand), a line is asked about however well it suits the tile."""
    plain: float = 2.0
    """A line whose ink alone gives it such log-odds is not asked about for that."""
    hidden_low: float = 0.1
    """Where less of the print shows than `clear`, a line is asked about only from this probability on: hardly any that
    is less likely is drawn."""
    left_over: float = 0.15
    """On a disc with a tile to be drawn, or of which nothing is known, where more lines than this are expected to be
    wrong and not asked about, the least sure of them are asked about, too: as many as it takes, until `most_asked` are
    asked about."""
    unasked: float = 0.3
    """No reading is given where this many lines are expected to be wrong and not asked about."""
    unasked_free: float = 0.3
    """The same where nothing says what was to be drawn."""
    unasked_all: float = 0.6
    """The same where nothing tells of the board's earlier lines either: there is more of it to be read."""
    most_asked: int = 15
    """No reading is given where a tile says what was to be drawn and more lines than this would be asked about: another
    photograph is less trouble."""
    faint: float = 6.0
    """Ink of a disc weaker than this is faint."""
    most_wrong: float = 2.0
    """Where ink is faint and the drawing unlike the tile, no reading is given if this many lines are expected to be
    wrong before anything is asked."""
    erased: float = 0.85
    """Below this probability a recorded line is asked about: it may have been wiped away."""
    record: float = 6.3
    """Log-odds that a recorded line is still there, before looking."""
    no_ink: float = 0.0
    """A recorded line whose ink alone gives it smaller log-odds shows none."""
    learnt_no_ink: float = -1.7
    """The same at a table that has learnt its own pens, where log-odds are of lines among all pairs: half of `usual`.
    Of no one of six tables (seed 9201) more than 9 % of the boards seem wiped and are not (without what was learnt up
    to 56 %); with pairs never joined in place of every other line, 94 % do at least."""
    gone: float = 0.45
    """Where at least this share of the recorded lines in sight shows none, the board was wiped. Of 68 drawn boards, on
    which these limits were chosen, those with all their lines have a third at most, half wiped ones 0.4 to 0.6."""
    weak: float = 2.6
    """With ink no stronger than this (standard deviations of the noise), lines that are there may show none."""
    gone_of_weak: float = 0.85
    """`gone` where ink is weak: of 11 such boards with all their lines one has more, and that is not read at all."""
    fewest: int = 3
    """Recorded lines in sight from which on it is told."""
    usual: float = -3.4
    """Log-odds that a line joins any two stars of a disc. Its nets begin there, so that only what they say beyond this
    speaks for or against a recorded line."""
    veiled: float = 1.5
    """A line under more veil than this (hand, glare) cannot be missed."""
    certain: float = 0.99
    """No recorded line is surer than this to be there."""


def doubtful_lines(p: Numbers, limits: DoubtLimits) -> NDArray[np.bool_]:
    """(n,) whether each of the probabilities leaves a doubt worth a question."""
    return np.asarray((p > limits.low) & (p < limits.high))


def veiled_lines(p: Numbers, log_odds: Numbers, clear: NDArray[np.float32], limits: DoubtLimits) -> NDArray[np.bool_]:
    """(n,) whether each line would be read though little can be seen where it lies: `log_odds` by its ink."""
    return np.asarray((p >= 0.5) & (log_odds < limits.plain) & (clear < limits.clear))


def hidden_lines(p: Numbers, clear: NDArray[np.float32], limits: DoubtLimits) -> NDArray[np.bool_]:
    """(n,) whether each line is not asked about for all that is not seen of its place: it is unlikely enough."""
    return np.asarray((p < limits.hidden_low) & (clear < limits.clear))


def asked_too(
    p: Numbers, asked: NDArray[np.bool_], hidden: NDArray[np.bool_], limits: DoubtLimits
) -> NDArray[np.bool_]:
    """(n,) which new lines to ask about beside those `asked` about, of which there are few enough: where many lines are
    a little unsure, some of them are wrong. `hidden`: as for `unreadable`."""
    wrong = np.where(asked | hidden, 0.0, np.minimum(p, 1 - p))
    least_sure = np.argsort(-wrong, kind="stable")
    before = wrong.sum() - np.concatenate([[0.0], np.cumsum(wrong[least_sure])[:-1]])
    needed = min(int((before > limits.left_over).sum()), max(limits.most_asked - int(asked.sum()), 0))
    too = np.zeros(len(p), bool)
    too[least_sure[:needed]] = True
    return too


def claimed_twice(
    p: Numbers, asked: NDArray[np.bool_], share: NDArray[np.float32], limits: DoubtLimits
) -> NDArray[np.bool_]:
    """(m,) which of m new lines to ask about because another may have been drawn instead: one is read, the other is
    asked about or not unlikely enough, and the ink is the same. `share` (m, m): part of row i's ink on row j's way."""
    instead = (asked | (p > limits.instead)) & (p < limits.high)
    pairs = (share > limits.same_ink) & (p >= 0.5)[:, None] & instead[None, :]
    np.fill_diagonal(pairs, False)
    return np.asarray(pairs.any(1) | pairs.any(0))


def limits_for(tile: float | None, limits: DoubtLimits, ink: float | None = None, learnt: bool = False) -> DoubtLimits:
    """The limits where the tile was drawn with probability `tile` (None: nothing says what was to be drawn).

    `ink`: on a disc the strength of a drawn line, in standard deviations of the noise. `learnt`: whether the table has
    learnt its own pens.
    """
    low, like = limits.low, tile is not None and tile >= limits.unlike
    if tile is not None and not like:
        low = limits.unlike_low if ink is None else limits.unlike_disc_low
    elif ink is not None:
        sharp_low = limits.sharper_low if ink > limits.sharper else limits.sharp_low
        low = sharp_low if ink > limits.sharp else limits.soft_low
    found = limits if low == limits.low else msgspec.structs.replace(limits, low=low, high=1 - low)
    if not learnt:
        return found
    high = limits.learnt_high if like else found.high
    return msgspec.structs.replace(found, high=high, instead=limits.learnt_instead)


def unreadable(
    p: Numbers,
    asked: NDArray[np.bool_],
    tile: float | None,
    limits: DoubtLimits,
    hidden: NDArray[np.bool_] | None = None,
    ink: float | None = None,
    recorded: bool = True,
) -> bool:
    """Whether a picture shows too little for a reading: `p` of the new lines, which of them would be `asked` about, and
    which are `hidden_lines`, less likely than they seem; `tile` and `ink` as for `limits_for`; `recorded`: whether the
    earlier lines are known."""
    wrong = np.minimum(p, 1 - p)
    unasked = float(wrong[~asked if hidden is None else ~(asked | hidden)].sum())
    if tile is None:
        return unasked > (limits.unasked_free if recorded else limits.unasked_all)
    lost = tile < limits.unlike and ink is not None and ink < limits.faint and float(wrong.sum()) > limits.most_wrong
    return lost or unasked > limits.unasked or int(asked.sum()) > limits.most_asked


def mostly_gone(
    log_odds: NDArray[np.floating], in_sight: NDArray[np.bool_], ink: float, limits: DoubtLimits, learnt: bool = False
) -> bool:
    """Whether at least half of the recorded lines that are in sight show no ink: `log_odds` by their ink alone,
    corrected by a habit of the table where it has `learnt` one. Where all `ink` is weak, hardly any may show some.
    `ink` as for `to_compare`."""
    seen = log_odds[in_sight]
    share = limits.gone if ink > limits.weak else limits.gone_of_weak
    no_ink = limits.learnt_no_ink if learnt else limits.no_ink
    return len(seen) >= limits.fewest and float((seen < no_ink).mean()) >= share


def recorded_lines(
    log_odds: NDArray[np.floating],
    in_sight: NDArray[np.bool_],
    limits: DoubtLimits,
    usual: float = 0.0,
    lost: bool = False,
) -> Numbers:
    """(n,) probabilities of recorded lines: where they are in sight, the `log_odds` of their ink alone count, beyond
    what is `usual` where nothing is known. Where most of them are `lost`, nothing but their ink speaks for any."""
    for_it = 0.0 if lost else limits.record - usual
    p = 1 / (1 + np.exp(-(for_it + log_odds.astype(np.float64))))
    return np.asarray(np.where(in_sight, np.minimum(p, limits.certain), limits.certain))


def passed_over(due: bool, read: bool, asked: bool, nothing_new: Finding) -> bool:
    """Whether something `due` is not `read`. Raises NotPossible where nothing new is `asked` about either."""
    if due and not (read or asked):
        raise NotPossible.of(nothing_new)
    return due and not read


def overlooked(missing: bool, untold: bool, ink: float) -> int:
    """How many lines of which nothing is seen are expected to be missed. `missing`: something was due and is
    `passed_over`; `untold`: nothing is known of the board. `ink` as for `to_compare`."""
    return int(missing or (untold and ink < COMPARING.faint))


def to_compare(
    wrong: float,
    asked: int,
    light: Light,
    ink: float,
    corners: Array,
    size: tuple[float, float],
    lost: bool = False,
) -> Finding | None:
    """What to say where questions alone may leave a line wrong, None where they do not: what hinders most, and how many
    lines are `asked` about.

    `wrong`: how many new lines are expected to be wrong before anything is asked. `ink`: strength of a drawn line, in
    standard deviations of the noise. `corners`: (4, 2) px of a board of `size` (mm), clockwise from the top left.
    `lost`: at least half of the recorded lines are gone.
    """
    if lost:
        return LOST
    if wrong <= COMPARING.wrong and asked <= COMPARING.few:
        return None
    if light.why:
        words = (
            "lines beside the {n} asked about may be wrong: mend the light, or compare every line with the photograph"
        )
        return finding("compare.light", words, asked)
    if ink < COMPARING.faint:
        words = "lines beside the {n} asked about may be wrong: draw more strongly, or compare every line"
        return finding("compare.pen", words, asked)
    if seen_badly(corners, size):
        words = "lines beside the {n} asked about may be wrong: photograph from above and nearer, or compare every line"
        return finding("compare.angle", words, asked)
    words = "lines beside the {n} asked about may be wrong: compare every line with the photograph"
    return finding("compare.all", words, asked)


def seen_badly(corners: Array, size: tuple[float, float]) -> bool:
    """Whether a board is seen from the side or from far away."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    scales = sides.reshape(2, 2).mean(0) / np.array(size)
    return bool(scales.min() < COMPARING.far or scales.min() < COMPARING.slanted * scales.max())
