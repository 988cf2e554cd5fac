"""The room `tools` (benchmarks, training, photo sets, tours): a checkout has it, an installed table does not."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from engines.errors import BadInput


def tool(name: str, command: str) -> ModuleType:
    """A module of the tools that a command needs. Raises BadInput where they, or what they need, are not installed."""
    try:
        return import_module(f"tools.{name}")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] in ("engines", "planisphere", "pi_app", "vision"):
            raise
        words = "{command} belongs to the sources: pip install -e '.[dev]' in a checkout ({missing} is not here)"
        raise BadInput("tools.missing", words, command, error.name) from error
