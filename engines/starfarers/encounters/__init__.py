"""Encounter cards: the programs that they are, the steps of those, and the words that are read aloud."""
