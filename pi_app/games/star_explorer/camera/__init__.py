"""The boards of the game before the camera: what is asked, what was read, what is doubtful."""
