"""What a table learns of its own boards."""
