"""Stellar: the rules of the two-player card game of telescopes and notebooks, its house pack and its bots."""
