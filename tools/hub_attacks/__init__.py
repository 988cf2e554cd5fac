"""Attacks on a real event host on loopback, and what its neighbours feel of them."""
