"""Writes the drawings of docs/build and the tables between its marks. `python -m tools.build_guide`."""

from __future__ import annotations

from pathlib import Path

from tools.build_guide.drawings import DRAWINGS
from tools.build_guide.pins import with_tables

FOLDER = Path("docs/build")


def main() -> None:
    """Renew everything that is generated."""
    for name, draw in DRAWINGS.items():
        (FOLDER / name).write_text(draw(), "utf-8")
    guide = FOLDER / "README.md"
    guide.write_text(with_tables(guide.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
