"""The microcontroller's whole work, a step at a time; pins, sensors and lights are the board's."""

from typing import Any

from . import colour, frames, scenes
from .buttons import Buttons
from .parts import BUTTONS, NAME, PROGRAM, SLOTS
from .peer import MAX_UNDER_WAY, Peer
from .shaker import STILL_MS, Shaker

MAX_WAITING = 48
"""The most events that wait for the Raspberry Pi while it is away; the memory sets the bound."""


class Table:
    """Holds the state of every part. `board` gives and takes raw values (see `board_rp2`)."""

    def __init__(self, board: Any, boot: int) -> None:
        self.board = board
        self.peer = Peer(boot, NAME, PROGRAM, MAX_WAITING, busy=MAX_WAITING - MAX_UNDER_WAY)
        self.scene: dict[str, Any] = {"scene": "idle"}
        self._before_lamp: dict[str, Any] | None = None
        self._splitter = frames.Splitter()
        self._buttons = Buttons(BUTTONS)
        self._there: dict[str, bool] = {}
        self._lost = 0
        self._shown: object = None
        kept = board.load() or {}
        references = kept.get("references") or [dict(colour.REFERENCES) for _ in range(SLOTS)]
        self._shaker = Shaker(references, kept.get("white") or [1000] * SLOTS, kept.get("still_ms", STILL_MS))

    def step(self, received: bytes, now: int) -> bytes:
        """Go on to `now` (ms) with the bytes that came in; the bytes to send."""
        for frame in self._splitter.feed(received):
            values = frames.read(frame)
            if values is not None:
                for message in self.peer.receive(values, now):
                    self._try(message)
        self._watch(now)
        self._light(now)
        self._tell_lost()
        out = b""
        for frame in self.peer.due(now):
            out += frames.write(frame)
        return out

    def tell(self, event: dict[str, Any]) -> None:
        """Send an event; what does not fit while the Raspberry Pi is away is counted and told."""
        self._tell_lost()
        if not self.peer.send(event):
            self._lost += 1

    def _tell_lost(self) -> None:
        if self._lost and self.peer.room() > 1:
            self.peer.send({"type": "lost", "events": self._lost})
            self._lost = 0

    def _watch(self, now: int) -> None:
        motion = self.board.motion()
        self._note("motion", motion is not None)
        event = self._shaker.step(now, motion, self._look)
        if event is not None:
            self.tell(event)
        for seat in self._buttons.step(now, self.board.contacts()):
            self.tell({"type": "button", "seat": seat})

    def _look(self) -> list[Any]:
        raw = []
        for slot in range(SLOTS):
            counts = self.board.colour(slot)
            self._note(f"colour_{slot}", counts is not None)
            raw.append(counts)
        return raw

    def _note(self, part: str, there: bool) -> None:
        """Tell when a part goes away or comes back."""
        if self._there.get(part, True) != there:
            self.tell({"type": "part", "part": part, "there": there})
        self._there[part] = there

    def _light(self, now: int) -> None:
        ring = scenes.pixels(self.scene, now)
        if ring != self._shown:
            self._shown = ring
            self.board.show(ring)

    def _try(self, command: Any) -> None:
        try:
            self._obey(command)
        except (TypeError, ValueError, KeyError, AttributeError, IndexError):
            self.tell({"type": "refused"})  # a command of another version must not stop the board

    def _obey(self, command: dict[str, Any]) -> None:
        kind = command.get("type")
        if kind == "scene" and command.get("scene") in scenes.SCENES:
            self._set_scene(command)
        elif kind == "lamp":
            self._lamp(command)
        elif kind == "calibrate":
            self._calibrate(command)
        elif kind == "settings":
            self._shaker.still_ms = max(100, min(3000, command.get("still_ms", STILL_MS)))
            self._keep()
        elif kind == "look":
            self.tell({"type": "looked", "raw": self._look()})
        elif kind == "state":
            self._state()

    def _set_scene(self, scene: dict[str, Any]) -> None:
        scenes.pixels(scene, 0)  # what cannot be drawn is refused now, not while it should burn
        if self._before_lamp is not None:
            self._before_lamp = scene
        else:
            self.scene = scene

    def _lamp(self, command: dict[str, Any]) -> None:
        """The camera lamp on, with every effect held until it goes off again; told once the ring shows it."""
        lit = bool(command.get("on"))
        if lit and self._before_lamp is None:
            self._before_lamp = self.scene
        if lit:
            self.scene = {"scene": "lamp", "level": max(0, min(100, command.get("level", 60)))}
        elif self._before_lamp is not None:
            self.scene, self._before_lamp = self._before_lamp, None
        self._light(0 if lit else self._shaker._moved)
        self.tell({"type": "lamp", "on": lit, "shot": command.get("shot", 0)})

    def _calibrate(self, command: dict[str, Any]) -> None:
        """Learn what lies before a sensor now: a named ball, `none`, or `white` paper."""
        slot, name = command.get("slot", 0), str(command.get("name", ""))[:12]
        counts = self._look()[slot] if slot in range(SLOTS) else None
        if counts is None or not name:
            self.tell({"type": "calibrated", "slot": slot, "name": name, "reading": None})
            return
        if name == "white":
            self._shaker.white[slot] = max(1, counts[3])
            reading = [1000, 0, 0, counts[3]]
        else:
            reading = colour.features(counts, self._shaker.white[slot])
            self._shaker.references[slot][name] = reading
        self._keep()
        self.tell({"type": "calibrated", "slot": slot, "name": name, "reading": reading})

    def _keep(self) -> None:
        shaker = self._shaker
        self.board.store({"references": shaker.references, "white": shaker.white, "still_ms": shaker.still_ms})

    def _state(self) -> None:
        missing = sorted(part for part, there in self._there.items() if not there)
        free = self.board.free_memory()
        self.tell({"type": "state", "missing": missing, "free": free, "shakes": self._shaker.shakes})
