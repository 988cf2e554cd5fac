"""Makes packs from photographs of an owner's copy of a game."""
