"""What is shown of an evening: to the host, to guests, and to take home."""
