"""One module a step; the order is in `down_revision`."""
