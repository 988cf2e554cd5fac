"""The commands that only a checkout has, one module each."""
