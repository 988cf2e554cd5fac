"""Updates: the archive as bytes, and the list in it, as if both had been signed."""

from __future__ import annotations

import io
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from engines.errors import BadInput
from pi_app.host import bundle
from pi_app.host.bundle import MANIFEST, SIGNATURE, WHEELS, Here
from tests.fuzz import edits, pictures

_FILE = Path(tempfile.mkdtemp(prefix="planisphere-fuzz-")) / "update"
_WHEELS = {"planisphere-0.2.0-py3-none-any.whl": b"PK one", "something-1.0-py3-none-any.whl": b"PK two"}
BASES: dict[str, Any] = {
    "manifest": {
        "planisphere_update": 1,
        "version": "0.2.0",
        "machine": "any",
        "pythons": ["3.11", "3.13"],
        "requirements": [f"planisphere==0.2.0 --hash=sha256:{sha256(b'PK one').hexdigest()}"],
        "wheels": [
            {"name": name, "size": len(data), "sha256": sha256(data).hexdigest()} for name, data in _WHEELS.items()
        ],
        "notes": "faster",
    }
}


def _archive(manifest: Any) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as file:
        for name, data in {MANIFEST: msgspec.json.encode(manifest), SIGNATURE: b"signed"}.items():
            file.writestr(zipfile.ZipInfo(name), data)
        for name, data in _WHEELS.items():
            file.writestr(zipfile.ZipInfo(WHEELS + name), data)
    return whole.getvalue()


def seeds() -> list[bytes]:
    """A list, and a whole archive."""
    return [*edits.seeds(BASES), _archive(BASES["manifest"])]


def mutated(data: bytes, chance: Random) -> bytes:
    """Another list, or another archive."""
    return pictures.mutated(data, chance) if data.startswith(b"PK") else edits.mutated(data, chance, BASES)


def parse(data: bytes) -> None:
    """Open and read it: it is whole, or refused."""
    manifest = edits.edited(data, BASES)
    _FILE.write_bytes(data if manifest is None else _archive(manifest))
    with patch.object(bundle, "_check_signature"):
        try:
            found = bundle.check(_FILE, _FILE, Here(version="0.1.0", machine="aarch64", python="3.11"))
        except BadInput as error:
            edits.one_line(error)
            return
    assert all(Path(wheel.name).name == wheel.name for wheel in found.wheels)
    assert {wheel.name for wheel in found.wheels} <= _WHEELS.keys()
