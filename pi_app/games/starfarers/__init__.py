"""Starfarers on the screens: presenters in plain Python."""
