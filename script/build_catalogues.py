"""Build hook: compiles the gettext catalogues (`.po` -> `.mo`) beside their sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(root: Path) -> list[Path]:
    """Compile every `*/locale/*/LC_MESSAGES/*.po` under `root`; returns the `.mo` files written."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    written = []
    for source in sorted(root.glob("*/locale/*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        with source.open("rb") as po, target.open("wb") as mo:
            write_mo(mo, read_po(po))
        written.append(target)
    return written


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc]
    """Runs `compile_catalogues` for wheels and editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files are collected."""
        compile_catalogues(Path(self.root))
