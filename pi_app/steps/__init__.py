"""The language of the screens: every step of every game is a value, and every touch a typed command."""
