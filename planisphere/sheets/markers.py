"""The square markers by which a camera finds a board."""

from __future__ import annotations

from paper.outlines import rectangle
from paper.sheet import Sheet


def draw_marker(sheet: Sheet, dictionary: str, number: int, size: float) -> None:
    """One ArUco marker, its top left corner at the sheet's origin."""
    from cv2 import aruco

    book = aruco.getPredefinedDictionary(getattr(aruco, dictionary))
    cells = book.markerSize + 2
    image = aruco.generateImageMarker(book, number, cells)
    step = size / cells
    sheet.shape(rectangle(0.0, 0.0, size, size), fill="#000000")
    for row in range(cells):
        for column in range(cells):
            if image[row, column]:
                right = column + 1 < cells and bool(image[row, column + 1])
                below = row + 1 < cells and bool(image[row + 1, column])
                wide, tall = step + 0.05 * right, step + 0.05 * below
                sheet.shape(rectangle(column * step, row * step, wide, tall), fill="#FFFFFF")
