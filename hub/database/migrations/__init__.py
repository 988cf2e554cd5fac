"""How the database of an older event host becomes that of this one, and back."""
