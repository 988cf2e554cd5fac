"""The file of settings."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from pi_app.host.settings import Settings, load_settings

_FILE = Path(tempfile.mkdtemp(prefix="planisphere-fuzz-")) / "settings.toml"
LINES = (
    'language = "fr"', 'language = "tlh"', "keep_cases = true", "keep_cases = 3", "[camera]", "[[camera]]",
    'kind = "folder"', "kind = []", 'folder = "/srv"', "width = 1280", "width = -1", "width = 9e99", "[lights]",
    "pins = [1, 2]", "pins = [99]", "dimmed = nan", "[buttons]", "[bridge]", 'port = "none"',
    "port = 1979-05-27T07:32:00Z", "a.b.c = 1", '"" = 1', "x = {y = {z = []}}", "= 1", "[", "[camera.kind]",
    "[language]", "'''", "seats = 4", "\x00", "é = 'é'", "bridge = 3", "x = 0x10", "x = 1_000", "x = [[[[]]]]",
)  # fmt: skip
WHOLE = b'language = "fr"\nkeep_cases = true\n[camera]\nkind = "none"\n[lights]\npins = [1, 2, 3]\n'
BITS = (b"=", b"[", b"]", b'"', b"\xff", b"#", b"1", b"-", b".", b"{}", b"e9")


def seeds() -> list[bytes]:
    """Each line by itself, and all that fit together."""
    return [*(line.encode() for line in LINES), WHOLE]


def mutated(data: bytes, chance: Random) -> bytes:
    """A line more, a line less, or a character changed."""
    lines = data.split(b"\n")
    match chance.randrange(4):
        case 0 | 1:
            lines.insert(chance.randrange(len(lines) + 1), chance.choice(LINES).encode())
        case 2:
            del lines[chance.randrange(len(lines))]
        case _:
            at = chance.randrange(len(lines))
            text = lines[at]
            cut = chance.randrange(len(text) + 1)
            lines[at] = text[:cut] + chance.choice(BITS) + text[cut:]
    return b"\n".join(lines)


def parse(data: bytes) -> None:
    """Load it: settings come of anything, and each note is one line."""
    _FILE.write_bytes(data)
    loaded = load_settings(_FILE)
    assert isinstance(loaded.settings, Settings)
    assert all(note and "\n" not in note for note in loaded.notes)
