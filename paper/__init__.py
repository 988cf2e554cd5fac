"""What goes on paper: pages in millimetres, their formats, fonts that every language has letters in."""
