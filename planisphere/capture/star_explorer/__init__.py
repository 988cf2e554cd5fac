"""Makes a pack from photographs of an owner's copy of Star Explorer."""
