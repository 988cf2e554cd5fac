"""Stellar on the screens, in plain Python."""
