"""Look at the Stars: the rules engine, its packs and its bots."""
