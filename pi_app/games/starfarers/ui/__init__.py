"""The screens of Starfarers."""
