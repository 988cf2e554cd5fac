"""The `planisphere` command: one thin module a command."""
