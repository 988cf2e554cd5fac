"""Words on paper: letters that the fonts have, sizes and lines that fit."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib import resources
from typing import Final

REGULAR: Final = "Inter"
BOLD: Final = "Inter SemiBold"
POINTS_PER_MM: Final = 72 / 25.4
SHARES: Final = (1.0, 0.85, 0.7)
"""What long words may shrink to before they go on in another line, and are cut at last."""
SHARES_OF_ONE_LINE: Final = (*SHARES, 0.6)
PARTS: Final = re.compile(r"[^\s-]*-|[^\s-]+\s*|\s+")
"""Between these a line may end: after hyphens and spaces."""


@cache
def register() -> None:
    """Make the fonts known to reportlab."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    folder = resources.files("paper") / "fonts"
    for name, file in ((REGULAR, "Inter-Regular.ttf"), (BOLD, "Inter-SemiBold.ttf")):
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))


def legible(text: str, otherwise: str = "") -> str:
    """A text in letters that the fonts have: without accents or signs they lack; `otherwise` where nothing remains."""
    words = unicodedata.normalize("NFC", text).split()
    kept = " ".join(filter(None, ("".join(map(_nearest, word)) for word in words)))
    return kept if any(letter.isalnum() for letter in kept) else otherwise


@lru_cache(maxsize=1024)
def _nearest(letter: str) -> str:
    if _known(letter):
        return letter
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if _known(part) and part.isalnum())


def _known(letter: str) -> bool:
    """Whether the fonts have the letter; invisible ones (joiners, marks of direction) count as none."""
    from reportlab.pdfbase import pdfmetrics

    register()
    drawn = unicodedata.category(letter) not in ("Cf", "Mn", "Me")
    return drawn and ord(letter) in pdfmetrics.getFont(REGULAR).face.charToGlyph


def wide(text: str, points: float, *, bold: bool = False) -> float:
    """How wide a line is, mm."""
    from reportlab.pdfbase import pdfmetrics

    register()
    found: float = pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, points) / POINTS_PER_MM
    return found


def typeset(text: str, points: float, room: float, *, bold: bool = False, most: int = 1) -> tuple[list[str], float]:
    """The lines, at most `most` of `room` mm, that a text is set in, and their size in points: smaller, then cut."""
    text, fitted, found = legible(text), points, [""]
    longest = max(PARTS.findall(text), key=len, default="").rstrip()
    for torn in (False, True):
        for share in SHARES_OF_ONE_LINE if most == 1 else SHARES:
            fitted = points * share
            found = broken(text, fitted, room, bold=bold)
            if len(found) <= most and (torn or wide(longest, fitted, bold=bold) <= room):
                return found or [""], fitted
    last = found[most - 1] + " …"
    while len(last) > 1 and wide(last, fitted, bold=bold) > room:
        last = last[:-2].rstrip() + "…"
    return [*found[: most - 1], last], fitted


def fitted(text: str, points: float, room: float, *, bold: bool = False) -> tuple[str, float]:
    """The one line that a text is set in, and its size in points."""
    (line,), size = typeset(text, points, room, bold=bold)
    return line, size


def broken(text: str, points: float, room: float, *, bold: bool = False) -> list[str]:
    """Lines that fit, broken after spaces and hyphens, inside a word only where it is wider than a line."""
    found, line = [], ""
    for part in PARTS.findall(text):
        if line and wide((line + part).rstrip(), points, bold=bold) > room:
            found.append(line.rstrip())
            line = ""
        while wide(part.rstrip(), points, bold=bold) > room:
            fits = len(part) - 1
            while fits > 1 and wide(part[:fits], points, bold=bold) > room:
                fits -= 1
            found.append(part[:fits])
            part = part[fits:]
        line += part
    return [*found, line.rstrip()] if line.strip() else found
