"""Star Explorer on the screens."""
