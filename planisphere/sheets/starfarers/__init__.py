"""The print sheets of Starfarers."""
