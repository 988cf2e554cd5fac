"""The `planisphere` command: one thin module a command."""

import os

# Before NumPy is imported: for small matrices its threads wait for each other longer than they compute.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
