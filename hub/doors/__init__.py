"""Who may in, and how often: hosts, sessions, tries, connections, sizes and times."""
