"""Parts of a copy of Star Explorer as a camera sees them one by one."""
