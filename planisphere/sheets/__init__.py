"""Print-and-play sheets: true-size PDF drawings of a pack."""
