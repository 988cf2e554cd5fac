"""The house measured: how well the rooms keep apart, and how large they are. `python -m tools.house`."""
