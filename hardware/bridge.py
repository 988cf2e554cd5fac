"""The table's parts over the microcontroller: lights, buttons and shaker behind the same interfaces as any others."""

from __future__ import annotations

import threading
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

from engines.errors import Finding, finding
from firmware_bridge.link import Link, Status
from firmware_bridge.messages import (
    Balls,
    Button,
    CameraLamp,
    Command,
    Event,
    LampLit,
    Lost,
    Part,
    Shaking,
    ShowScene,
    StateReport,
)
from hardware.lights import Scene
from hardware.mailbox import drain
from hardware.shaker import Shake
from hardware.status import READY

BY_ID = Path("/dev/serial/by-id")
LINK = Path("/dev/planisphere-link")
"""The name that our udev rule gives to the link's port."""
ROUND_COLOUR = (255, 190, 90)
FINISHED_COLOUR = (90, 160, 255)
LISTEN_TIMEOUT_S = 0.2
FOR_THE_CAMERA = ("capture", "dark")
LAMP_LEVEL = 60
"""Brightness of the camera's light in hundredths."""
WORDS: dict[Status, Finding] = {
    "linked": READY,
    "no answer": finding(
        "bridge.silent", "the microcontroller does not answer: is its program on it? (planisphere bridge flash)"
    ),
    "no port": finding("bridge.none", "no microcontroller is plugged in: touch the screen instead"),
    "wrong version": finding(
        "bridge.version", "the microcontroller runs a program of another version: planisphere bridge flash"
    ),
    "closed": finding("bridge.closed", "closed"),
}


class AnyLink(Protocol):
    """The part of a link to the microcontroller that devices use."""

    @property
    def status(self) -> Status:
        """Whether the microcontroller answers: as `firmware_bridge.link.Link.status`."""

    @property
    def program(self) -> str:
        """The version of the microcontroller's program."""

    @property
    def starts(self) -> int:
        """How often the microcontroller was started."""

    def send(self, command: Command) -> bool:
        """Take a command."""

    def events(self, wait_s: float = 0.0) -> list[Event]:
        """The events since the last call."""

    def close(self) -> None:
        """Let go of the port."""


def find_port(wanted: str, *, by_id: Path = BY_ID, named: Path = LINK) -> str | None:
    """The port's name or URL; with `auto` the one our udev rule names, else the second interface of a Pico."""
    if wanted != "auto":
        return wanted
    if named.exists():
        return str(named)
    picos = sorted(path for path in by_id.glob("usb-*MicroPython*") if path.name.endswith("if02"))
    return str(picos[0]) if picos else None


def open_bridge(port: str) -> BridgedTable:
    """The parts behind the port (`auto`, a name or a URL); they come when it does."""
    return BridgedTable(Link(lambda: find_port(port)))


class BridgedTable:
    """Takes the link's events apart for the devices; one thread, so that nobody waits for anybody."""

    def __init__(self, link: AnyLink) -> None:
        self.link = link
        self.missing: frozenset[str] = frozenset()
        """Parts that do not answer."""
        self.lost_events = 0
        self.report: StateReport | None = None
        self.lights = BridgedLights(self)
        self.buttons = BridgedButtons(self)
        self.shaker = BridgedShaker(self)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="microcontroller's events", daemon=True)
        self._thread.start()

    @property
    def status(self) -> Finding:
        """`READY`, or what is missing and what to do."""
        return WORDS[self.link.status]

    def close(self) -> None:
        """Let go of the microcontroller. May be called twice."""
        self._closing.set()
        self._thread.join(5)
        self.link.close()

    def take(self, event: Event) -> None:
        """Hand an event to the device it belongs to."""
        match event:
            case Shaking() | Balls():
                self.shaker.take(event)
            case Button():
                self.buttons.pressed.put(event.seat)
            case LampLit():
                self.lights.lit(event)
            case Part():
                self.missing = self.missing - {event.part} if event.there else self.missing | {event.part}
            case StateReport():
                self.report = event
                self.missing = frozenset(event.missing)
            case Lost():
                self.lost_events += event.events
            case _:
                pass

    def _listen(self) -> None:
        known = 0
        while not self._closing.is_set():
            for event in self.link.events(LISTEN_TIMEOUT_S):
                self.take(event)
            if (starts := self.link.starts) > known:
                known = starts
                self.lights.repeat()


class BridgedLights:
    """The ring, as round lights. `steady` once the ring says that it shows the camera's light, or none."""

    mirrored = True

    def __init__(self, table: BridgedTable) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._shots = count(1)
        self._awaited: int | None = None
        self._scene = Scene()

    @property
    def status(self) -> Finding:
        """`READY`, or why the ring is dark."""
        return self._table.status

    @property
    def scene(self) -> Scene:
        """The scene that was asked for last."""
        return self._scene

    @property
    def steady(self) -> bool:
        """Whether a photograph may be taken: the light is as asked, or the ring is away and dark."""
        return self._awaited is None or self._table.link.status != "linked"

    def show(self, scene: Scene) -> None:
        """Show that scene from now on; the camera's light lasts until another scene is asked for."""
        with self._lock:
            before, self._scene = self._scene, scene
            if scene.mode in FOR_THE_CAMERA:
                self._awaited = next(self._shots)
                level = LAMP_LEVEL if scene.mode == "capture" else 0
                self._table.link.send(CameraLamp(on=True, level=level, shot=self._awaited))
                return
            if before.mode in FOR_THE_CAMERA:
                self._awaited = None
                self._table.link.send(CameraLamp(on=False))
            self._table.link.send(ring_scene(scene))

    def repeat(self) -> None:
        """Say the scene again."""
        self.show(self._scene)

    def lit(self, event: LampLit) -> None:
        """Take the answer of the ring to a request for light."""
        if event.on and event.shot == self._awaited:
            self._awaited = None

    def close(self) -> None:
        """Turn the ring off; the link stays open for the other devices."""
        self._table.link.send(ShowScene(scene="off"))


def ring_scene(scene: Scene) -> ShowScene:
    """A scene of the round lights as the ring shows it."""
    match scene.mode:
        case "round":
            return ShowScene(scene="round", k=scene.round, of=6, colour=ROUND_COLOUR)
        case "finished":
            return ShowScene(scene="progress", share=100, colour=FINISHED_COLOUR)
        case _:
            return ShowScene(scene="idle")


class BridgedButtons:
    """The seat buttons at the microcontroller."""

    def __init__(self, table: BridgedTable) -> None:
        self._table = table
        self.pressed: SimpleQueue[int] = SimpleQueue()

    @property
    def status(self) -> Finding:
        """`READY`, or why there are none."""
        return self._table.status

    def presses(self) -> list[int]:
        """The seats pressed since the last call, in order."""
        return drain(self.pressed)

    def close(self) -> None:
        """Forget presses that nobody asked for."""
        drain(self.pressed)


class BridgedShaker:
    """The mother ship's sensors at the microcontroller."""

    def __init__(self, table: BridgedTable) -> None:
        self._table = table
        self._told: SimpleQueue[Shake] = SimpleQueue()

    @property
    def status(self) -> Finding:
        """`READY`, or why a finger must name the balls."""
        blind = sorted(part for part in self._table.missing if part.startswith("colour"))
        if self._table.status == READY and blind:
            return finding("shaker.blind", "{parts} does not answer: name the balls by touch", " and ".join(blind))
        return self._table.status

    def take(self, event: Shaking | Balls) -> None:
        """What the microcontroller tells of the ship."""
        if isinstance(event, Shaking):
            self._told.put(Shake("shaking", event.shake, again=event.again))
        else:
            self._told.put(Shake("balls", event.shake, event.balls, event.sure, event.empty, event.settled))

    def shakes(self) -> list[Shake]:
        """What happened since the last call."""
        return drain(self._told)

    def close(self) -> None:
        """Forget shakes that nobody asked for."""
        drain(self._told)
