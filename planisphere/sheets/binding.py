"""Puts the pages of a print-and-play PDF together."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from paper.formats import Paper
from paper.sheet import Sheet, new_canvas
from planisphere.sheets.look import PALE

MARGIN: Final = 6.0
"""What a printer may leave white on each side."""


class Page(msgspec.Struct, frozen=True):
    """One page: its name and what draws it."""

    name: str
    draw: Callable[[Sheet], None]


def bind(title: str, book: Sequence[Page], paper: Paper) -> bytes:
    """The PDF of all pages, the same bytes for the same arguments."""
    from reportlab import rl_config

    rl_config.useA85 = 0  # binary streams: a fifth smaller and a fifth faster than reportlab's text encoding
    target = io.BytesIO()
    canvas = new_canvas(target, f"{title} ({paper.name})", paper, invariant=1)
    canvas.setViewerPreference("PrintScaling", "None")
    for number, page in enumerate(book, 1):
        sheet = Sheet(canvas, paper)
        page.draw(sheet)
        canvas.bookmarkPage(str(number))
        canvas.addOutlineEntry(page.name, str(number))
        foot = f"{number} / {len(book)}   {page.name}   print at 100 %"
        sheet.text((paper.width / 2, paper.height - MARGIN), foot, 2.6, PALE, "Times-Roman")
        sheet.next_page()
    canvas.save()
    return target.getvalue()
