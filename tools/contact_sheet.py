"""Many pictures on one: small, in rows, each with its name below."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

THUMBNAIL: Final = 400
"""Width of a picture on the sheet, px."""
COLUMNS: Final = 5
_CAPTION: Final = 22


def write_contact_sheet(pictures: Sequence[Path], out: Path) -> None:
    """Write the pictures (PNG, one size) as one PNG, in the order given."""
    import cv2
    import numpy as np

    cells = [_cell(path) for path in pictures]
    blank = np.full_like(cells[0], 255)
    cells += [blank] * (-len(cells) % COLUMNS)
    rows = [np.hstack(cells[i : i + COLUMNS]) for i in range(0, len(cells), COLUMNS)]
    cv2.imwrite(str(out), np.vstack(rows))


def _cell(path: Path) -> Any:
    import cv2
    import numpy as np

    picture = cv2.imread(str(path))
    assert picture is not None
    high = round(picture.shape[0] * THUMBNAIL / picture.shape[1])
    cell = np.full((high + _CAPTION + 8, THUMBNAIL + 8, 3), 255, np.uint8)
    cell[4 : 4 + high, 4 : 4 + THUMBNAIL] = cv2.resize(picture, (THUMBNAIL, high), interpolation=cv2.INTER_AREA)
    cv2.putText(cell, path.stem, (6, high + 20), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    return cell
