"""Tiles laid out on a plain ground: each seen straight on, its pattern and its star."""
