"""The link's own error: it knows no room above it."""


class BridgeError(OSError):
    """The microcontroller, real or simulated, cannot be used; the message says why."""
