"""Measured figures as data (`docs/measurements/*.json`), and the tables and plots that are drawn from them."""
