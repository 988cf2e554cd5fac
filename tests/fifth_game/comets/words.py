"""How the game's sentences are marked and translated: `_` when they are said, `N_` where they are kept."""

from pi_app.i18n import N_, _

__all__ = ["N_", "_"]
