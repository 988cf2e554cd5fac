"""Least squares of what is not linear: poses of cameras, outlines of cards."""

from __future__ import annotations

import numpy as np

from vision.ink.pose import Array


def descended(miss: object, start: Array, steps: int) -> Array:
    """Levenberg-Marquardt with numeric derivatives."""
    assert callable(miss)
    values, rest, damp = start, miss(start), 1e-3
    nudge = np.full(len(start), 1e-5)
    for _ in range(steps):
        slope = np.stack([(miss(values + nudge * e) - rest) / nudge[0] for e in np.eye(len(values))], 1)
        gram, pull = slope.T @ slope, slope.T @ rest
        while damp < 1e6:
            step = np.linalg.solve(gram + damp * np.diag(np.diag(gram) + 1e-6), -pull)
            new = miss(values + step)
            if new @ new < rest @ rest:
                break
            damp *= 10
        else:
            break
        gain = 1 - (new @ new) / (rest @ rest)
        values, rest, damp = values + step, new, damp / 5
        if gain < 1e-6:
            break
    return values
