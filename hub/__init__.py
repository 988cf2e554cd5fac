"""The event host: many tables, one evening, a screen everybody watches. A table never needs it to play."""
