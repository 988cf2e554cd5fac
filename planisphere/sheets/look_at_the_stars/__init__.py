"""The print sheets of Look at the Stars."""
