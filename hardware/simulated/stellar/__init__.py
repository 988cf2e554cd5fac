"""Photographs of simulated cards: a telescope of twelve slots and a notebook area beside it."""
