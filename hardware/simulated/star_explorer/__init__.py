"""Star Explorer's discs and constellation tiles: designs, print, and what simulated players do with them."""
