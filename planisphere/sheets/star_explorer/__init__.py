"""The print-and-play sheets of Star Explorer."""
