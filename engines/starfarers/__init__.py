"""Starfarers: the rules of the game of mother ships and far colonies, its packs, its map and its encounters."""
