"""The screen passes to the other player; no hand is shown."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from pi_app.ui.screens.base import TableScreen


class PassScreen(TableScreen):
    """Who is to take the screen, and what the other one did."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
