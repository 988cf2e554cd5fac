"""The table: its games as they are played, kept, forgotten and taken along."""
