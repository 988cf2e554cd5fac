"""Photographs of a game's parts, as an owner takes them to capture a pack."""
