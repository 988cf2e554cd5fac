"""Reads the slates of Look at the Stars."""
