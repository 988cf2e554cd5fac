"""Random ways to print numbers, in the typefaces that come with our libraries."""

from __future__ import annotations

from functools import cache

import numpy as np

from hardware.simulated.stellar.figures import HERSHEY, FigureStyle

_FILES = {
    "kivy": ("Roboto-Regular.ttf", "Roboto-Bold.ttf", "Roboto-BoldItalic.ttf", "RobotoMono-Regular.ttf"),
    "reportlab": (
        "Vera.ttf", "VeraBd.ttf", "VeraBI.ttf", "VeraIt.ttf",
        "_a______.pfb", "_ab_____.pfb", "_abi____.pfb", "_ai_____.pfb",
        "_eb_____.pfb", "_ebi____.pfb", "_ei_____.pfb", "_er_____.pfb",
        "cob_____.pfb", "cobo____.pfb", "com_____.pfb",
    ),
}  # fmt: skip


DOUBLES = ("inline", "inline", "stacked", "diagonal")


@cache
def typefaces() -> tuple[str, ...]:
    """The typefaces that come with our libraries; the same everywhere."""
    return (*HERSHEY, *(f"{package}/{name}" for package, names in _FILES.items() for name in names))


def random_style(rng: np.random.Generator, faces: tuple[str, ...] | None = None) -> FigureStyle:
    """A way to print numbers; `faces` are the typefaces to choose from (all that come with our libraries)."""
    chosen = faces or typefaces()
    return FigureStyle(
        face=str(chosen[int(rng.integers(len(chosen)))]),
        stretch=float(np.round(rng.uniform(0.8, 1.2), 2)),
        slant=float(np.round(rng.choice([0.0, rng.uniform(-0.1, 0.25)]), 2)),
        weight=float(np.round(rng.choice([0.0, rng.uniform(-0.03, 0.09)]), 3)),
        double=str(DOUBLES[int(rng.integers(len(DOUBLES)))]),
        outline=bool(rng.random() < 0.05),
    )
