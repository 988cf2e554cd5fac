"""The generators of our own packs: discs, tiles, maps and cards, written into the engines' folders."""
