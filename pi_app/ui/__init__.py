"""The touchscreen: Kivy screens over the presenters. Nothing here knows a rule of a game."""
