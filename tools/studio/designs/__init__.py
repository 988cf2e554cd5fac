"""Boards, slates, cards, tiles and feet of random designs, for photo sets."""
