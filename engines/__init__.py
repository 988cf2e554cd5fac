"""The rules of the games: states, actions, scoring with receipts, packs, records, bots.

Nothing here reads a clock, owns a random number or does input and output beyond the packs in the package.
"""
