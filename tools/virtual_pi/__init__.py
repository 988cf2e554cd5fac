"""The table in a virtual machine: a disk as an owner would install it, under a real kernel, and trials of it."""
