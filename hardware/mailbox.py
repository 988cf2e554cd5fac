"""What a device has to tell, kept until somebody asks."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")


def drain(queue: SimpleQueue[T]) -> list[T]:
    """Everything in the queue, oldest first, without waiting."""
    found: list[T] = []
    try:
        while True:
            found.append(queue.get_nowait())
    except Empty:
        return found
