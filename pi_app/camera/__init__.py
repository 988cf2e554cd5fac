"""One way from a photograph to an action."""
