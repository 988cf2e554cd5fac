"""What the app knows of each game, a package a game: its steps, words, screens, help and how it plays itself."""
