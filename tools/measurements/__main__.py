"""Draws the tables and plots of measurements: `python -m tools.measurements [--check]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.measurements.data import FOLDER, load_all
from tools.measurements.plots import plot
from tools.measurements.tables import index, page, with_tables


def drawn() -> dict[Path, str]:
    """Every file that is drawn from measurements, and what it should hold."""
    kinds = load_all()
    files = {FOLDER / f"{name}.svg": plot(kind) for name, kind in kinds.items()}
    files[FOLDER / "README.md"] = index(kinds)
    files |= {FOLDER / f"{name}.md": page(name, kind) for name, kind in kinds.items()}
    for path in sorted({*Path("docs").rglob("*.md")} - files.keys()):
        text = path.read_text("utf-8")
        if "<!-- measurements: " in text:
            files[path] = with_tables(text, kinds)
    return files


def outdated() -> dict[Path, str]:
    """Drawn files that are not what the measurements say, and what they should hold."""
    return {path: text for path, text in drawn().items() if not path.exists() or path.read_text("utf-8") != text}


def main() -> int:
    """Write what is outdated; with `--check` only name it, and return 1 where there is any."""
    parser = argparse.ArgumentParser(prog="python -m tools.measurements", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, name what is outdated")
    check = parser.parse_args().check
    old = outdated()
    for path, text in old.items():
        print(f"{'outdated' if check else 'drawn'}: {path}")
        if not check:
            path.write_text(text, "utf-8")
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main())
