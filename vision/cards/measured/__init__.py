"""Measures printed cards and telescopes by photographs of them, for layouts of decks that nobody has described."""
