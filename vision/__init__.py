"""Images in, readings out: where the board is, how the disc is turned, what is drawn on it."""
