"""Reads which constellation tiles lie on the table."""
