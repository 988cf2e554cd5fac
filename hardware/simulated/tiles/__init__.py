"""Constellation tiles of many designs, laid on the simulated table and photographed."""
