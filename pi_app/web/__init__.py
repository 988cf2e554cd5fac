"""Pages that the table serves to browsers of its network, each off until somebody wants it."""
