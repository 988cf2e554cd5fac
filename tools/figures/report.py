"""The reliability report: one HTML page that needs nothing else, with diagrams and the worst cases as pictures."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import numpy as np

from engines.errors import BadInput
from planisphere.figure import Figure
from tools.figures import questions
from tools.figures.reliability import Bin, Shot, bins_of, calibration_error, shots
from tools.figures.vision import NAMES
from vision.ink import opencv
from vision.ink.truth import OUTCOMES

WORST = 8
"""Pictures shown of each reader."""
WIDTH = 560
SIDE = 260

_STYLE = """body{font:15px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1b2430}
table{border-collapse:collapse}td,th{padding:.2rem .8rem;border-bottom:1px solid #ccd;text-align:right}
td:first-child,th:first-child{text-align:left}figure{display:inline-block;margin:.6rem;vertical-align:top}
figcaption{max-width:35rem;font-size:13px}img{max-width:100%}"""


def write_report(found: Iterable[tuple[str, Path]], out: Path) -> list[Figure]:
    """Reads the lists (kind, path) and writes the page; returns each reader's calibration error, and what asking only
    where it matters saves. Raises BadInput."""
    sections, figures = [], []
    for kind, photos in found:
        read = list(shots(kind, photos))
        chances = [chance for shot in read for chance in shot.chances]
        told = [Figure(f"read.{NAMES.get(kind, kind)}.calibration_error", calibration_error(chances), "")]
        if kind == "star_explorer":
            told += questions.figures(read, photos)
        figures += told
        sections.append(_section(kind, read, chances, told[1:]))
    page = "<!doctype html><html lang='en'><meta charset='utf-8'><title>Planisphere: how sure, how right</title>"
    page += f"<style>{_STYLE}</style><h1>How sure, how right</h1>{''.join(sections)}</html>\n"
    try:
        out.write_text(page, "utf-8")
    except OSError as error:
        reason = error.strerror or error
        raise BadInput("bench.report_unwritable", "--report {out!r}: {reason}", str(out), reason) from error
    return figures


def _section(kind: str, read: Sequence[Shot], chances: Sequence[tuple[float, bool]], more: Sequence[Figure]) -> str:
    worst = sorted(read, key=lambda shot: shot.badness, reverse=True)[:WORST]
    worst = [shot for shot in worst if shot.outcome != "exact"]
    error = f"<p>Expected calibration error: {calibration_error(chances):.3f} over {len(chances)} probabilities.</p>"
    error += "".join(f"<p>{escape(figure.name)}: {figure.value:.3f} a board</p>" for figure in more)
    pictures = "".join(map(_figure, worst)) or "<p>Every photograph was read exactly.</p>"
    name = escape(NAMES.get(kind, kind))
    return f"<h2>{name}</h2>{_table(read)}{_diagram(bins_of(chances))}{error}<h3>Worst cases</h3>{pictures}"


def _table(read: Sequence[Shot]) -> str:
    titles = ("level", "photographs", "exact", "answered", "silent", "refused", "questions")
    head = f"<tr>{''.join(f'<th>{title}</th>' for title in titles)}</tr>"
    rows = [_row(level, [s for s in read if s.level == level]) for level in dict.fromkeys(shot.level for shot in read)]
    return f"<table>{head}{''.join(rows)}</table>"


def _row(level: str, here: Sequence[Shot]) -> str:
    count = len(here)
    share = {name: sum(shot.outcome == name for shot in here) / count for name in OUTCOMES}
    shown = (share["exact"], share["exact"] + share["asked"], share["silent"], share["refused"])
    cells = "".join(f"<td>{100 * value:.1f} %</td>" for value in shown)
    asked = sum(shot.asked for shot in here) / count
    return f"<tr><td>{escape(level)}</td><td>{count}</td>{cells}<td>{asked:.2f}</td></tr>"


def _diagram(bins: Sequence[Bin]) -> str:
    """What was said (across) against what was there (up), dots as large as the logarithm of their count."""
    dots = "".join(
        f"<circle cx='{SIDE * one.said:.1f}' cy='{SIDE * (1 - one.there):.1f}' r='{3 + 2 * np.log10(one.count):.1f}'"
        f" fill='#2f6fb5'><title>{one.count}: said {one.said:.3f}, there {one.there:.3f}</title></circle>"
        for one in bins
    )
    frame = f"<rect width='{SIDE}' height='{SIDE}' fill='#f4f6fa' stroke='#99a'/>"
    ideal = f"<line x1='0' y1='{SIDE}' x2='{SIDE}' y2='0' stroke='#99a' stroke-dasharray='4'/>"
    words = (
        f"<text x='{SIDE / 2}' y='{SIDE + 26}' text-anchor='middle'>probability said</text>"
        f"<text x='-30' y='{SIDE / 2}' text-anchor='middle' transform='rotate(-90 -30 {SIDE / 2})'>share there</text>"
    )
    box = f"-50 -14 {SIDE + 70} {SIDE + 50}"
    return f"<svg role='img' viewBox='{box}' width='{SIDE + 70}'>{frame}{ideal}{dots}{words}</svg>"


def _figure(shot: Shot) -> str:
    said = "; ".join(shot.wrong) or shot.why
    caption = f"<b>{escape(shot.id)}</b>: {escape(shot.outcome)}. {escape(said)}"
    return f"<figure><img alt='' src='{_picture(shot)}'><figcaption>{caption}</figcaption></figure>"


def _picture(shot: Shot) -> str:
    """The photograph, small, as a data address."""
    import cv2

    image = opencv.load(str(shot.picture))
    small = cv2.resize(image, (WIDTH, round(WIDTH * image.shape[0] / image.shape[1])), interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 75])
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode("ascii")
