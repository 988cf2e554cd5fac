"""Figures of the performance table: one module an area, each with `figures()` that measures and yields them."""
