"""Whole tables: the boards of several seats in one picture."""
