"""Damaged pictures, layouts and lists for every reader: each must be read or refused in one line, never crash.

`python -m tools.fuzz_vision --times 2000` damages the photographs under tests/photos.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import io
import json
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np

from engines.errors import BadInput, NotPossible
from pi_app.camera.readers import ListReader, open_reader, reader_names
from tests.fuzz import edits, pictures

PHOTOS = Path("tests/photos")
MAX_SECONDS = 30.0
MAX_MEGABYTES = 2000.0
Rng = np.random.Generator


class Failure(NamedTuple):
    """A case that was neither read nor refused as it should be: its number, reader, damage, and what happened."""

    number: int
    kind: str
    damage: str
    what: str


def fuzz(times: int, seed: int, photos: Path = PHOTOS, first: int = 0) -> list[Failure]:
    """Run that many damaged cases; the same seed and number give the same case. Returns those that failed."""
    sources = _sources(photos)
    if not sources:
        raise NotPossible("photos.nothing_to_damage", "{photos}: no lists of photographs to damage", photos)
    failures = []
    with tempfile.TemporaryDirectory() as name:
        for number in range(first, first + times):
            failure = _one(number, np.random.default_rng([seed, number]), sources, Path(name))
            if failure is not None:
                failures.append(failure)
    return failures


def _sources(photos: Path) -> list[tuple[str, Path, dict[str, Any]]]:
    found = []
    for kind in reader_names():
        path = photos / kind / f"{kind}.list.jsonl"
        if path.is_file():
            rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
            found += [(kind, path.parent.resolve(), row) for row in rows]
    return found


def _one(number: int, rng: Rng, sources: Sequence[tuple[str, Path, dict[str, Any]]], folder: Path) -> Failure | None:
    kinds = sorted({kind for kind, _, _ in sources})
    kind = kinds[int(rng.integers(len(kinds)))]
    mine = [(home, row) for one, home, row in sources if one == kind]
    home, row = mine[int(rng.integers(len(mine)))]
    reader_kind = kind if rng.random() < 0.94 else kinds[int(rng.integers(len(kinds)))]
    entry = _at_home(dict(row), home)
    damage = ("picture", "pixels", "layout", "entry")[int(rng.choice(4, p=[0.25, 0.3, 0.3, 0.15]))]
    _DAMAGES[damage](rng, entry, folder)
    begun = time.process_time()
    what = _answered(open_reader(reader_kind, Path("/")), entry)
    spent = time.process_time() - begun
    memory = peak_mb()
    if what is None and spent > MAX_SECONDS:
        what = f"took {spent:.1f} s of the processor"
    if what is None and memory > MAX_MEGABYTES:
        what = f"took {memory:.0f} MB"
    return None if what is None else Failure(number, reader_kind, damage, what)


def peak_mb() -> float:
    """The most memory that this program has held, in MB, without what its parent held before it was started."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


def _at_home(entry: dict[str, Any], home: Path) -> dict[str, Any]:
    """The entry with its paths made whole."""
    for key in ("layout", "blank", "before", "calibration"):
        if isinstance(entry.get(key), str):
            entry[key] = str(home / entry[key])
    image = entry["image"]
    entry["image"] = [str(home / one) for one in image] if isinstance(image, list) else str(home / image)
    if isinstance(entry.get("boards"), dict):
        entry["boards"] = {name: {**known, **_paths(known, home)} for name, known in entry["boards"].items()}
    return entry


def _paths(known: dict[str, Any], home: Path) -> dict[str, str]:
    return {key: str(home / known[key]) for key in ("blank", "before") if key in known}


def _answered(reader: ListReader, entry: dict[str, Any]) -> str | None:
    """What went wrong, or None where the entry was read or refused in one line."""
    try:
        answer = reader.read(entry)
        msgspec.json.encode(answer.as_json())
        answer.in_words()
    except (BadInput, NotPossible) as error:
        return None if "\n" not in str(error) and str(error) else f"a refusal of several lines: {error!r}"
    except Exception:
        return traceback.format_exc()
    return None


def _first(entry: dict[str, Any]) -> str:
    image = entry["image"]
    return str(image[0] if isinstance(image, list) else image)


def _put(entry: dict[str, Any], data: bytes, folder: Path, ending: str) -> None:
    path = folder / f"damaged{ending}"
    path.write_bytes(data)
    entry["image"] = [str(path), *entry["image"][1:]] if isinstance(entry["image"], list) else str(path)


def _damage_picture(rng: Rng, entry: dict[str, Any], folder: Path) -> None:
    """Bytes of the file changed, taken away, doubled or cut off; or any bytes."""
    data = pictures.mutated(Path(_first(entry)).read_bytes(), Random(int(rng.integers(2**31))))
    way = rng.random()
    if way < 0.2:
        data = data[: int(rng.integers(len(data)))]
    elif way < 0.35:
        data = rng.bytes(int(rng.integers(0, 4000)))
    _put(entry, data, folder, ".jpg")


def _damage_pixels(rng: Rng, entry: dict[str, Any], folder: Path) -> None:
    """A sound file of another picture: turned, mirrored, cut, stretched, doubled, dark, noisy, grey, 16-bit."""
    import cv2

    picture = cv2.imread(_first(entry))
    if picture is None:
        return
    ways: list[Callable[[Any], Any]] = [
        lambda p: np.rot90(p, int(rng.integers(1, 4))),
        lambda p: p[:, ::-1],
        lambda p: p[int(rng.integers(p.shape[0] - 1)) :, int(rng.integers(p.shape[1] - 1)) :],
        lambda p: cv2.resize(p, (int(rng.integers(1, 2400)), int(rng.integers(1, 1600)))),
        lambda p: np.hstack([p, p]),
        lambda p: (p * rng.uniform(0, 0.2)).astype(np.uint8),
        lambda p: np.clip(p.astype(int) + rng.normal(0, rng.uniform(10, 120), p.shape), 0, 255).astype(np.uint8),
        lambda p: cv2.cvtColor(p, cv2.COLOR_BGR2GRAY),
        lambda p: p.astype(np.uint16) * 257,
        lambda p: 255 - p,
        lambda p: np.full_like(p, int(rng.integers(256))),
        lambda p: cv2.GaussianBlur(p, (0, 0), float(rng.uniform(1, 30))),
    ]
    picture = np.ascontiguousarray(ways[int(rng.integers(len(ways)))](picture))
    ending = (".png", ".jpg", ".webp", ".bmp")[int(rng.integers(4))] if picture.dtype == np.uint8 else ".png"
    with contextlib.suppress(cv2.error):
        _put(entry, bytes(cv2.imencode(ending, picture)[1]), folder, ending)


def _damage_layout(rng: Rng, entry: dict[str, Any], folder: Path) -> None:
    """A value of the layout changed for a strange one, taken away or doubled; or the text cut."""
    path = Path(entry["layout"])
    text = path.read_text("utf-8")
    if rng.random() < 0.15:
        text = text[: int(rng.integers(len(text)))]
    else:
        shape = json.loads(text)
        if shape.get("kind") == "table":
            for board in shape["boards"]:
                board["layout"] = str(path.parent / board["layout"])
        text = json.dumps(_changed(rng, shape))
    damaged = folder / "layout.json"
    damaged.write_text(text, "utf-8")
    entry["layout"] = str(damaged)


def _damage_entry(rng: Rng, entry: dict[str, Any], folder: Path) -> None:
    """A value of the line changed, taken away, or a strange one added."""
    names = ("known", "expect", "remaining", "boards", "blank", "before", "calibration", "image", "layout", "fixed")
    if rng.random() < 0.5:
        entry[names[int(rng.integers(len(names)))]] = Random(int(rng.integers(2**31))).choice(edits.STRANGE)
    elif isinstance(changed := _changed(rng, entry), dict):
        entry.clear()
        entry.update(changed)


def _changed(rng: Rng, shape: Any) -> Any:
    """A decoded JSON value with up to three values changed, taken away or doubled."""
    chance, data = Random(int(rng.integers(2**31))), b""
    for _ in range(chance.randrange(1, 4)):
        data = edits.mutated(data, chance, {"": shape})
    return edits.edited(data, {"": shape})


_DAMAGES: dict[str, Callable[[Rng, dict[str, Any], Path], None]] = {
    "picture": _damage_picture,
    "pixels": _damage_pixels,
    "layout": _damage_layout,
    "entry": _damage_entry,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every failure; the exit code is 1 where there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first case, to repeat one")
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    args = parser.parse_args(arguments)
    import cv2

    cv2.setNumThreads(1)
    failures: list[Failure] = []
    for start in range(args.first, args.first + args.times, 50):
        count = min(50, args.first + args.times - start)
        failures += fuzz(count, args.seed, args.photos, start)
        print(
            f"{start + count - args.first} of {args.times} cases, {len(failures)} failed", file=sys.stderr, flush=True
        )
    out = io.StringIO()
    for failure in failures:
        out.write(f"case {failure.number}, {failure.kind}, damaged {failure.damage}: {failure.what}\n")
    memory = peak_mb()
    print(f"{out.getvalue()}{args.times} cases, {len(failures)} failed, at most {memory:.0f} MB")
    return 1 if failures else 0


if __name__ == "__main__":
    faulthandler.enable()
    sys.exit(main())
