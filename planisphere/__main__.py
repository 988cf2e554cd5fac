"""Where the command begins and ends: however early or late it is interrupted, it goes without a traceback."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress

INTERRUPTED = 130
"""The exit code of what was interrupted, as shells have it."""


def main() -> int:
    """Run the command that was typed. Returns the exit code."""
    quits = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    if quits:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from planisphere import cli

    code = INTERRUPTED
    with suppress(KeyboardInterrupt):
        if quits:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = cli.main()
    if quits:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return code


if __name__ == "__main__":
    sys.exit(main())
