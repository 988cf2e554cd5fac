"""What the screens show and do, in plain Python: tested without a display."""
