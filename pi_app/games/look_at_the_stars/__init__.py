"""What the screens of Look at the Stars show and do, without a screen."""
