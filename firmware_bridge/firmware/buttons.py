"""Seat buttons: a press counts once it has lasted, a release too, however the contact chatters."""

STEADY_MS = 20


class Buttons:
    """Follows the contacts; `step` gives the seats whose button went down."""

    def __init__(self, count: int) -> None:
        self._down = [False] * count
        self._since = [-1] * count

    def step(self, now: int, contacts: list[bool]) -> list[int]:
        """Go on to `now` (ms)."""
        pressed = []
        for seat, closed in enumerate(contacts):
            if closed == self._down[seat]:
                self._since[seat] = -1
            elif self._since[seat] < 0:
                self._since[seat] = now
            elif now - self._since[seat] >= STEADY_MS:
                self._down[seat] = closed
                self._since[seat] = -1
                if closed:
                    pressed.append(seat)
        return pressed
