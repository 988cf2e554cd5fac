"""One end of the link: every message arrives once and in order, over a line that loses, doubles and breaks.

The same file runs on the microcontroller and on the Raspberry Pi. It reads no clock and no port: frames go in and come
out as lists `[from, to, number, got, early, message]`.

- `from`, `to`: the boot numbers of the sender and of the end it speaks to (0 while unknown).
- `number`: counts the sender's messages from 1; 0 for a frame without one; -1 for a greeting.
- `got`: the last message received with none missing before it; `early`: bit k stands for message `got + 2 + k`.
"""

from typing import Any

VERSION = 1
MAX_UNDER_WAY = 16
"""Messages that may be under way at one time, unconfirmed."""
GREETING_INTERVAL_MS = 250
HEARTBEAT_INTERVAL_MS = 500
SILENCE_LIMIT_MS = 2500
"""Silence after which the other end counts as away: five heartbeats."""
MIN_RETRY_MS = 20
MAX_RETRY_MS = 600


class Peer:
    """One end. `boot`: a number from 1 drawn at every start. `room`: how many messages may wait to be acknowledged.

    `busy`: while so many wait, no message is taken: an end that answers each message still has room for the answer.
    """

    def __init__(self, boot: int, name: str, program: str, room: int = 64, busy: "int | None" = None) -> None:
        self.boot = boot
        self.name = name
        self.program = program
        self.other = 0
        self.other_program = ""
        self.starts = 0
        """How many starts of the other end were seen: after each it knows nothing of what was said before."""
        self.refused = 0
        """The protocol version of the other end, where we do not speak it."""
        self._room = room
        self._busy = busy
        self._out: list[list[Any]] = []
        self._next = 1
        self._got = 0
        self._early: dict[int, object] = {}
        self._greet = True
        self._answer = False
        self._known = False
        self._greeted_ms = -GREETING_INTERVAL_MS
        self._sent_ms = 0
        self._heard_ms = -SILENCE_LIMIT_MS
        self._wait = 100

    def room(self) -> int:
        """How many more messages can be taken."""
        return self._room - len(self._out)

    def send(self, message: object) -> bool:
        """Take a message to bring across; False where there is no room for it."""
        if len(self._out) >= self._room:
            return False
        self._out.append([self._next, message, None, 0])
        self._next += 1
        return True

    def linked(self, now: int) -> bool:
        """Whether both ends know each other and the other was heard lately."""
        return self._known and self.other != 0 and now - self._heard_ms < SILENCE_LIMIT_MS

    def reconnect(self) -> None:
        """The line was opened anew: greet, and send again whatever is not acknowledged."""
        self._greet = True
        self._known = False
        for entry in self._out:
            entry[2] = None

    def receive(self, frame: list[Any], now: int) -> list[Any]:
        """The messages that a frame brings, in order; none for a frame that makes no sense."""
        if not _well_formed(frame):
            return []
        sender, to, number, got, early, message = frame
        if sender == self.boot:
            return []  # an echo of our own words: a line looped back
        if number == -1:
            if not self._greeted(sender, to, message):
                return []
        elif sender != self.other or to != self.boot:
            self._greet = True
            return []
        self._heard_ms = now
        if to == self.boot:
            self._known = True
            self._acknowledged(got, early, now)
        if number > 0:
            self._answer = True
            if self._got < number <= self._got + 2 * MAX_UNDER_WAY:
                self._early[number] = message
        return self._take()

    def due(self, now: int) -> list[Any]:
        """The frames to put on the line now."""
        frames: list[Any] = []
        lonely = not self.linked(now) and now - self._greeted_ms >= GREETING_INTERVAL_MS
        if self._greet or lonely:
            self._greet = False
            self._greeted_ms = now
            frames.append(self._greeting())
        if self._known:
            for entry in self._out[:MAX_UNDER_WAY]:
                if entry[2] is None or now - entry[2] >= self._wait << min(entry[3], 2):
                    entry[3] += entry[2] is not None
                    entry[2] = now
                    frames.append(self._frame(entry[0], entry[1]))
            if not frames and (self._answer or now - self._sent_ms >= HEARTBEAT_INTERVAL_MS):
                frames.append(self._frame(0, None))
        if frames:
            self._answer = False
            self._sent_ms = now
        return frames

    def _greeting(self) -> list[Any]:
        base = self._out[0][0] if self._out else self._next
        hello = {"v": VERSION, "name": self.name, "program": self.program, "base": base}
        return self._frame(-1, hello)

    def _frame(self, number: int, message: object) -> list[Any]:
        early = 0
        for seen in self._early:
            if seen > self._got + 1:  # one that has no gap before it is not taken yet, and has no bit
                early |= 1 << (seen - self._got - 2)
        return [self.boot, self.other, number, self._got, early, message]

    def _greeted(self, sender: int, to: int, hello: dict[str, Any]) -> bool:
        """Whether the greeting comes from an end that speaks our protocol."""
        if hello.get("v") != VERSION:
            self.refused = hello.get("v", 0)
            return False
        self.refused = 0
        if sender != self.other:
            self.other = sender
            self.starts += 1
            self._got = hello["base"] - 1
            self._early = {}
            for entry in self._out:
                entry[2] = None
        self.other_program = hello.get("program", "")
        if to != self.boot:
            self._known = False
            self._greet = True
        else:
            self._answer = True
        return True

    def _acknowledged(self, got: int, early: int, now: int) -> None:
        last, bits = got, early
        while bits:
            last = max(last, got + 1) + 1
            bits >>= 1
        kept = []
        for entry in self._out:
            number, sent = entry[0], entry[2]
            if number <= got or (number >= got + 2 and early >> (number - got - 2) & 1):
                if sent is not None and entry[3] == 0:
                    self._timed(now - sent)
                continue
            if number < last and sent is not None and now - sent >= self._wait >> 1:
                entry[2] = None  # a later one arrived, so this one did not: no need to wait for it
                entry[3] += 1
            kept.append(entry)
        self._out = kept

    def _timed(self, took: int) -> None:
        """Learn how long an answer takes; a lost acknowledgement looks like a slow one, so it counts less."""
        wanted = 2 * took + 10
        wait = (self._wait + wanted) // 2 if wanted < self._wait else (7 * self._wait + wanted) // 8
        self._wait = max(MIN_RETRY_MS, min(MAX_RETRY_MS, wait))

    def _take(self) -> list[Any]:
        """What has arrived with none missing before it, as far as there is room for answers."""
        found: list[Any] = []
        while self._got + 1 in self._early and (self._busy is None or len(self._out) + len(found) < self._busy):
            self._got += 1
            found.append(self._early.pop(self._got))
        return found


def _well_formed(frame: list[Any]) -> bool:
    if len(frame) != 6:
        return False
    for value in frame[:5]:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
    if frame[2] < -1 or frame[3] < 0 or frame[4] < 0 or frame[4] >> (2 * MAX_UNDER_WAY):
        return False
    return frame[2] != -1 or (isinstance(frame[5], dict) and isinstance(frame[5].get("base"), int))
