"""How widgets look: the rules of the Kivy language beside their modules."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder


def load_rules(module: str) -> None:
    """Load the rules of a module (its `__file__`): the file of the same name that ends with `.kv`."""
    Builder.load_file(str(Path(module).with_suffix(".kv")))
