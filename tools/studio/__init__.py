"""Photographs of simulated boards with their truth, one module a kind."""
