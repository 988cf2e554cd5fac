"""MicroPython for the RP2040, built from Debian's sources, and what stands in for the chip's boot ROM."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import urllib.request
from pathlib import Path
from typing import Final, NamedTuple

from tools.virtual_pi.qmp import Refused
from tools.virtual_pico.chip import HERE

MIRROR: Final = "http://deb.debian.org/debian/pool/main/"


class Source(NamedTuple):
    """A file of Debian 13, where it goes below MicroPython's folder, and the sum that proves it (SHA-256)."""

    path: str
    folder: str
    sha256: str


SOURCES: Final = (
    Source(
        "m/micropython/micropython_1.25.0+ds.orig.tar.xz",
        ".",
        "7b25be99a502f070b2de81dafc08da7051d992325d6e67daa9045a918fffdbea",
    ),
    Source(
        "p/pico-sdk/pico-sdk_2.1.1.orig.tar.gz",
        "lib/pico-sdk",
        "179c5531e75ac7f82d0679e70b6e8881f871738dc0ef17baf3b4ff4679291c41",
    ),
    Source(
        "t/tinyusb/tinyusb-source_0.18.0+dfsg-1_all.deb",
        "lib/tinyusb",
        "01ce2c645df68f14a8a7dcfc8fb355713152543757955820479a87949a61154e",
    ),
)
NEEDS: Final = {
    "arm-none-eabi-gcc": "gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib",
    "cmake": "cmake",
    "ninja": "ninja-build",
    "node": "nodejs",
    "npm": "npm",
    "dpkg-deb": "dpkg",
}
"""Programs, and Debian's packages that have them."""
PORT: Final = "ports/rp2"
CHANGES: Final = {
    f"{PORT}/CMakeLists.txt": (
        # Debian's sources have no mbed TLS in them, and our boot ROM has no floating point.
        ("set(MICROPY_SSL_MBEDTLS ON)", "set(MICROPY_SSL_MBEDTLS OFF)"),
        ("target_link_libraries(${MICROPY_TARGET} micropy_lib_mbedtls)\n", ""),
        ("    mbedtls/mbedtls_port.c\n", ""),
        ("    ${MICROPY_PORT_DIR}/libm_extra.c\n", ""),
    ),
    f"{PORT}/mpconfigport.h": tuple(
        (f"#define {name:<39} (1)", f"#define {name:<39} (0)")
        for name in ("MICROPY_PY_HASHLIB_SHA1", "MICROPY_PY_CRYPTOLIB", "MICROPY_SSL_MBEDTLS")
    ),
}
"""What is changed in MicroPython's files: old text, new text."""
LEFT_OUT: Final = ("pico_wrap_function(pico_float_micropython", "/src/rp2_common/pico_float/float_")
"""Lines of its build that name the boot ROM's floating point."""
NEOPIXEL: Final = '''"""A ring of WS2812: MicroPython's own library of this name is not among Debian's sources."""

from machine import bitstream


class NeoPixel:
    def __init__(self, pin, n):
        self.pin, self.buf = pin, bytearray(3 * n)
        pin.init(pin.OUT)

    def __setitem__(self, k, colour):
        self.buf[3 * k : 3 * k + 3] = bytes((colour[1], colour[0], colour[2]))

    def write(self):
        bitstream(self.pin, 0, (400, 850, 800, 450), self.buf)
'''


def missing() -> str | None:
    """What this machine lacks, in a line; None where it has all."""
    lacking = [packages for program, packages in NEEDS.items() if shutil.which(program) is None]
    return f"apt-get install {' '.join(lacking)}" if lacking else None


def build(work: Path) -> tuple[Path, Path]:
    """The boot ROM's stand-in and MicroPython's image in `work`; what is there already is used again."""
    rom, tree = work / "rom.bin", work / "micropython"
    image = work / "build" / "firmware.bin"
    if not (HERE / "node_modules" / "rp2040js").is_dir():
        _run("npm", "ci", "--silent", folder=HERE)
    _build_rom(rom)
    if not image.is_file():
        _unpack(tree, work)
        _build_image(tree, image.parent)
    return rom, image


def _build_rom(rom: Path) -> None:
    whole = rom.with_suffix(".elf")
    compiler = "arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb -Os -ffreestanding -fno-tree-loop-distribute-patterns"
    laid_out = "-nostdlib -Wl,--section-start=.header=0,-Ttext=0x100,-e,stop"
    _run(*f"{compiler} {laid_out} -o".split(" "), str(whole), str(HERE / "rom.c"))
    _run("arm-none-eabi-objcopy", "-O", "binary", str(whole), str(rom))


def _unpack(tree: Path, work: Path) -> None:
    shutil.rmtree(tree, ignore_errors=True)
    for source in SOURCES:
        file, folder = _fetch(source, work), tree / source.folder
        folder.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".deb":
            _run("dpkg-deb", "-x", str(file), str(work / "deb"))
            shutil.copytree(work / "deb/usr/src/tinyusb", folder, dirs_exist_ok=True)
        else:
            _run("tar", "-xf", str(file), "-C", str(folder), "--strip-components=1")
    (tree / "lib/micropython-lib").mkdir(exist_ok=True)
    (tree / "lib/micropython-lib/README.md").touch()
    (tree / PORT / "modules/neopixel.py").write_text(NEOPIXEL, "utf-8")
    for name, changes in CHANGES.items():
        _change(tree / name, changes)


def _change(path: Path, changes: tuple[tuple[str, str], ...]) -> None:
    text = path.read_text("utf-8")
    for old, new in changes:
        if old not in text:
            raise Refused(f"{path.name}: no {old.strip()!r} in it: another MicroPython than the one this was made for")
        text = text.replace(old, new)
    kept = [line for line in text.splitlines(keepends=True) if not any(part in line for part in LEFT_OUT)]
    path.write_text("".join(kept), "utf-8")


def _fetch(source: Source, work: Path) -> Path:
    path = work / Path(source.path).name
    if not path.is_file():
        try:
            with urllib.request.urlopen(MIRROR + source.path, timeout=60) as answer:
                path.write_bytes(answer.read())
        except OSError as error:
            raise Refused(f"{MIRROR}{source.path}: {error}") from error
    if hashlib.sha256(path.read_bytes()).hexdigest() != source.sha256:
        path.unlink()
        raise Refused(f"{source.path}: not the file that was expected; it was thrown away")
    return path


def _build_image(tree: Path, folder: Path) -> None:
    manifest = folder.parent / "manifest.py"
    manifest.write_text('freeze("$(PORT_DIR)/modules")\n', "utf-8")
    _run("make", "-C", str(tree / "mpy-cross"))
    _run(
        *("cmake", "-G", "Ninja", "-S", str(tree / PORT), "-B", str(folder)),
        *("-DMICROPY_BOARD=RPI_PICO", "-DPICO_NO_PICOTOOL=1", "-DCMAKE_BUILD_TYPE=MinSizeRel"),
        f"-DMICROPY_FROZEN_MANIFEST={manifest}",
    )
    _run("ninja", "-C", str(folder))


def _run(*command: str, folder: Path | None = None) -> None:
    """Raises Refused with the command's last line."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in (done.stderr + done.stdout).splitlines() if "rror" in line] or ["it failed"]
        raise Refused(f"{command[0]}: {said[0][:300]}")
