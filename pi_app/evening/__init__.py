"""An evening at an event host: what the table sends there, asks, and is told."""
