"""A virtual machine of the table: a panel of 800x480 with ten fingers, a disk, a monitor and an agent inside."""

from __future__ import annotations

import errno
import json
import os
import shlex
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from tools.virtual_pi.qmp import Channel, Refused, put_inside, run_inside

QEMU: Final = "qemu-system-x86_64"
WIDTH, HEIGHT = 800, 480
Accelerator: TypeAlias = Literal["kvm", "tcg"]
SLOWDOWN: Final = {"kvm": 1.0, "tcg": 20.0}
"""The factor by which everything is waited for longer than on a machine that runs at its own speed."""
CPU: Final = {"kvm": "host", "tcg": "Nehalem"}
"""Emulated: one that Mesa's compiler knows; of `max` it believes that it has no 64 bits, and the app is aborted."""
WORDS: Final = {"kvm": "", "tcg": "mitigations=off"}
"""For the kernel. Emulated, its page tables would be changed with each call of it, and all that was translated lost."""
BITES: Final = {"kvm": "reset", "tcg": "none"}
"""What a watchdog does. Emulated, systemd is silent for longer than the chipset's own (iTCO) waits."""
SPEAKS_S: Final = 10.0
"""A kernel that runs at the machine's own speed has told its version long before."""
VERSION: Final = b"Linux version"
EARLY: Final = "console=ttyS0 earlyprintk=serial,ttyS0 panic=-1"
"""The kernel's first words come through the serial port; it ends where it finds no disk."""
SILENT: Final = "silent"
"""Takes what is played, and lets nobody hear it."""
DEVICES: Final = {
    "panel": "virtio-gpu-pci,xres={},yres={}",
    "touch": "virtio-multitouch-pci",
    "random": "virtio-rng-pci",
    "usb": "qemu-xhci,id=usb",
    "serial": "virtio-serial-pci",
    "sound": "intel-hda",
    "speaker": f"hda-output,audiodev={SILENT}",
}
DISK: Final = "virtio0"
"""QEMU's name of the machine's disk."""
TRACE: Final = "org.planisphere.trace"
AGENT: Final = "org.qemu.guest_agent.0"


def choose(works: Callable[[], bool]) -> tuple[Accelerator, str]:
    """How the processor is to be had, and why. `works`: tries a kernel under KVM."""
    if not os.access("/dev/kvm", os.R_OK | os.W_OK):
        return "tcg", "/dev/kvm is not here, or closed to this user"
    if not works():
        return "tcg", f"/dev/kvm is here, but a kernel under it does not tell its version in {SPEAKS_S:g} s"
    return "kvm", "/dev/kvm works"


def kvm_works(kernel: Path, seconds: float = SPEAKS_S) -> bool:
    """Whether that kernel comes to tell its version under KVM: in some machines firmware runs, and no kernel does."""
    bare = ("-display", "none", "-nodefaults", "-no-reboot", "-m", "512", "-serial", "stdio")
    command = [QEMU, "-accel", "kvm", "-cpu", "host", *bare, "-kernel", str(kernel), "-append", EARLY]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    with process:
        told = any(VERSION in line for line in process.stdout or ())
        timer.cancel()
        process.kill()
    return told


class Boot:
    """What is booted and how: `disk` with kernel and first system beside it; `words`: for the kernel's command line.

    `left`: what a machine with such a disk was left as (`Machine.leave`): it goes on from there instead. `more`: words
    for QEMU, of what this machine has beside; `panel`: its width and height in pixels; `writes`: a file that keeps
    all that is written to the disk (`tools.virtual_pi.writes`); `bad`: sectors of it that cannot be read.
    """

    ROOT = "root=/dev/vda rw console=tty0 quiet panic=30"
    """The kernel's command line begins so."""

    def __init__(
        self,
        disk: Path,
        kernel: Path,
        initrd: Path,
        words: str = "",
        play: str = "",
        left: Path | None = None,
        more: tuple[str, ...] = (),
        panel: tuple[int, int] = (WIDTH, HEIGHT),
        writes: Path | None = None,
        bad: tuple[int, ...] = (),
    ) -> None:
        self.disk, self.kernel, self.initrd, self.left, self.more, self.panel = disk, kernel, initrd, left, more, panel
        self.writes, self.bad = writes, bad
        self.line = f'{self.ROOT} {words} systemd.setenv="PLAY={play}"'

    def processor(self, accelerator: Accelerator) -> tuple[str, ...]:
        """The beginning of QEMU's command line."""
        return QEMU, "-accel", accelerator, "-machine", "q35", "-cpu", CPU[accelerator]

    def _files(self) -> str:
        if self.bad:
            told = [
                f"inject-error.{number}.{word}"
                for number, sector in enumerate(self.bad)
                for word in ("event=none", "iotype=read", f"errno={errno.EIO}", f"sector={sector}")
            ]
            return ",".join(("driver=blkdebug", "image.driver=file", f"image.filename={self.disk}", *told))
        if self.writes is None:
            return f"file={self.disk},format=raw"
        files = {"file": self.disk, "log": self.writes}
        told = [f"{part}.driver=file,{part}.filename={path}" for part, path in files.items()]
        return ",".join(("driver=blklogwrites", *told))

    def command(self, accelerator: Accelerator, sockets: Path) -> list[str]:
        """QEMU's command line. The disk keeps what was written, whatever the host's cache does with it later."""
        chips = [word for device in DEVICES.values() for word in ("-device", device.format(*self.panel))]
        ports = [
            word
            for name in (TRACE, AGENT)
            for word in (
                *("-chardev", f"socket,id={name},path={sockets / name},server=on,wait=off"),
                *("-device", f"virtserialport,chardev={name},name={name}"),
            )
        ]
        return [
            *self.processor(accelerator),
            *("-smp", "2", "-m", "2048", "-display", "none", "-vga", "none", "-nic", "none", "-no-reboot"),
            *("-audiodev", f"none,id={SILENT}", "-action", f"watchdog={BITES[accelerator]}"),
            *("-kernel", str(self.kernel), "-initrd", str(self.initrd)),
            *("-append", f"{self.line} {WORDS[accelerator]}".rstrip()),
            *("-drive", f"{self._files()},if=virtio,cache=writeback"),
            *("-qmp", f"unix:{sockets / 'monitor'},server=on,wait=off", *chips, *ports),
            *(("-incoming", f"exec:cat {shlex.quote(str(self.left))}") if self.left else ()),
            *self.more,
        ]


class Machine:
    """A machine that is switched on; a context manager that pulls its plug. Raises Refused where it does not answer.

    Where QEMU itself has ended meanwhile, its last words are told, too.
    """

    def __init__(self, boot: Boot, accelerator: Accelerator) -> None:
        self.slowdown = SLOWDOWN[accelerator]
        self._folder = Path(tempfile.mkdtemp(prefix="planisphere-vm-"))
        self._log = (self._folder / "log").open("w+b")
        self.since = time.monotonic()
        if boot.writes:
            boot.writes.touch()
        command = boot.command(accelerator, self._folder)
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)
        try:
            self._socket(self._folder / "monitor")
            self.monitor = Channel(self._folder / "monitor")
            self.trace = Trace(self._folder / TRACE, boot.writes)
            if boot.left:
                self._settled("query-status", "inmigrate")
                self.monitor.ask("cont")
        except BaseException:
            self.cut()
            raise

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        last = self._last_words() if isinstance(error, Refused) and not self._log.closed else None
        self.cut()
        if last:
            raise Refused(f"{error}; {last}") from error

    def _last_words(self) -> str | None:
        """How QEMU has ended, or None."""
        try:
            ended = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return None
        return f"{QEMU} ended with {ended} after {self.monitor.last_events(1)}: {self._said()}"

    def _said(self) -> str:
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace").strip()

    def _socket(self, path: Path) -> None:
        end = time.monotonic() + 30
        while not path.exists():
            if self._process.poll() is not None or time.monotonic() > end:
                raise Refused(self._said() or f"{QEMU} did not start")
            time.sleep(0.05)

    def _settled(self, question: str, *under_way: str) -> None:
        end = time.monotonic() + 300
        while (told := self.monitor.ask(question).get("status")) in under_way:
            if time.monotonic() > end:
                break
            time.sleep(0.1)
        if told not in ("paused", "completed"):
            raise Refused(f"{question}: {told}")

    def leave(self, path: Path) -> None:
        """Stand still from now on, all that was written on the disk, and the rest in a file (see `Boot.left`)."""
        self.monitor.ask("stop")
        self.monitor.ask("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
        self.monitor.ask("migrate", uri=f"exec:cat > {shlex.quote(str(path))}")
        self._settled("query-migrate", "setup", "active", "device", "wait-unplug")

    def through(self, node: str) -> None:
        """From now on what the machine reads and writes goes through that node of QEMU's."""
        device = next(each["qdev"] for each in self.monitor.ask("query-block") if each["device"] == DISK)
        self.monitor.ask("qom-set", path=device, property="drive", value=node)

    def node(self, driver: str) -> str:
        """The name of the node that QEMU gave to a driver of the disk."""
        told = self.monitor.ask("query-named-block-nodes")
        return next(str(each["node-name"]) for each in told if each["drv"] == driver)

    def age(self) -> float:
        """Seconds since it was switched on."""
        return time.monotonic() - self.since

    def worked(self) -> float:
        """Seconds of this computer's processor that it has had; 0 once it has switched itself off."""
        try:
            told = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return 0.0
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def gone(self) -> bool:
        """Whether it has switched itself off."""
        return self._process.poll() is not None

    def shot(self, path: Path) -> Path:
        """A picture of what the panel shows."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.monitor.ask("screendump", filename=str(path.resolve()), format="png")
        return path

    def agent(self) -> Channel:
        """The agent inside, once it answers."""
        end = time.monotonic() + 30 * self.slowdown
        while True:
            try:
                channel = Channel(self._folder / AGENT, greets=False, seconds=5 * self.slowdown)
                try:
                    channel.synchronise()
                    return channel
                except Refused:
                    channel.close()
                    raise
            except Refused:
                if time.monotonic() > end:
                    raise

    def run(self, *command: str) -> str:
        """Run a command inside, as root; what it printed."""
        channel = self.agent()
        try:
            return run_inside(channel, *command, seconds=60 * self.slowdown)
        finally:
            channel.close()

    def put(self, path: str, data: bytes) -> None:
        """Write a file inside."""
        channel = self.agent()
        try:
            put_inside(channel, path, data)
        finally:
            channel.close()

    def ended(self, seconds: float) -> None:
        """Wait until it has switched itself off, or begun anew: it does not start a second time. Raises Refused."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Refused(f"still running after {seconds:g} s") from None

    def cut(self) -> None:
        """Pull the plug, now. May be called twice."""
        self._process.kill()
        self._process.wait()
        if hasattr(self, "trace"):
            self.trace.close()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class Trace:
    """What the app's screens told, with the moment at which it came (see pi_app/trace.py).

    `writes`: the file that `Boot.writes` names; `written` is then its length in bytes as each entry came.
    """

    def __init__(self, path: Path, writes: Path | None = None) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self.entries: list[tuple[float, dict[str, Any]]] = []
        self.written: list[int] = []
        self._writes = writes
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        with self._socket.makefile("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    self.written.append(self._writes.stat().st_size if self._writes else 0)
                    self.entries.append((time.monotonic(), json.loads(line)))

    def until(self, happens: Callable[[dict[str, Any]], bool], seconds: float, after: int = 0) -> tuple[float, Any]:
        """The first entry from number `after` on for which it happens, and when. Raises Refused after so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            on = self._thread.is_alive()
            for when, entry in self.entries[after:]:
                if happens(entry):
                    return when, entry
            if not on:
                raise Refused("the machine has switched itself off")
            time.sleep(0.05)
        raise Refused(f"the screen did not tell of it within {seconds:g} s; it told {self.entries[-1:]}")

    def close(self) -> None:
        """Wait for what is still on its way after the plug was pulled."""
        self._thread.join(5)
        self._socket.close()
