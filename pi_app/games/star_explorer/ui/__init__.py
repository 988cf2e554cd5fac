"""The screens of Star Explorer, and what they are made of."""
