"""Makes the house pack of Star Explorer: the disc, the window, the tiles. The same bytes on every run."""
