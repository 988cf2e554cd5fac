"""Plots of measurements: a dot for each value, a line for its interval, a tick for what is wanted."""

from __future__ import annotations

from typing import Final

from tools.build_guide.svg import INK, SOFT, circle, line, svg, text
from tools.measurements.data import Figure, Measurements

_ROW: Final = 22
_NAMES: Final = 430
"""Room for the name of a row, in pixels: the longest of today's takes 400 at this size of letters."""
_SCALE: Final = 360
_MARGIN: Final = 24


def plot(kind: Measurements) -> str:
    """One panel for each plotted measure, one row for each set and level, as SVG."""
    parts: list[str] = []
    y = float(_MARGIN)
    for name in kind.plot:
        y = _panel(parts, kind, name, y) + _MARGIN
    return svg(_MARGIN + _NAMES + _SCALE + 3 * _MARGIN, y, parts)


def _panel(parts: list[str], kind: Measurements, name: str, y: float) -> float:
    measure = kind.measures[name]
    figures = [figure for figure in kind.figures if figure.what == name]
    low, high = _span([end for figure in figures for end in _ends(figure)], measure.unit)
    parts.append(text(_MARGIN, y, f"{measure.label}{f', {measure.unit}' if measure.unit else ''}", 15, bold=True))
    parts += [text(_across(end, low, high), y, f"{end:g}", 12, "middle", SOFT) for end in (low, high)]
    for figure in figures:
        y += _ROW
        parts.append(text(_MARGIN, y + 4, f"{kind.sets[figure.set].what}: {figure.level}", 12))
        parts.append(line([(_across(low, low, high), y), (_across(high, low, high), y)], "#dde2f0", 1))
        if figure.interval:
            parts.append(line([(_across(end, low, high), y) for end in figure.interval], SOFT, 3))
        if figure.bar is not None:
            at = _across(figure.bar, low, high)
            parts.append(line([(at, y - 8), (at, y + 8)], "#c2410c", 2))
        parts.append(circle(_across(figure.value, low, high), y, 4.5, INK))
    return y + _ROW


def _ends(figure: Figure) -> tuple[float, ...]:
    wanted = () if figure.bar is None else (figure.bar,)
    return (figure.value, *(figure.interval or ()), *wanted)


def _span(values: list[float], unit: str) -> tuple[float, float]:
    """The scale's ends: of a share whole tens, else from nothing to a whole number."""
    if unit == "%":
        return 10.0 * (min(values) // 10 if min(values) < 100 else 9), 10.0 * -(-max(values) // 10)
    return 0.0, max(1.0, float(-(-max(values) // 1)))


def _across(value: float, low: float, high: float) -> float:
    return round(_MARGIN + _NAMES + _SCALE * (value - low) / (high - low), 1)
