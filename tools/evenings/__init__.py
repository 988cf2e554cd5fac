"""Simulated evenings: real journals and outboxes of many tables in virtual time, against real event hosts."""
