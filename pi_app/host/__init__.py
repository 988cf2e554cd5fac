"""What the host of a table looks after: settings, PIN, updates, the check-up, reports, and the machine it runs on."""
