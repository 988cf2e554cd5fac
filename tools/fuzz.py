"""Fuzzes a parser for some time and keeps what reached something new: python -m tools.fuzz PARSER [--seconds 600].

    .venv/bin/python -m tools.fuzz records --seconds 600 --keep 40

With atheris installed (a tool of its own, in no lock: `pip install atheris`) coverage leads the way; without it inputs
are changed blindly. New inputs go to a folder below /tmp; `--keep N` then copies N that reached something new into
tests/corpora/PARSER. A crash ends the run with code 1 and its input in the folder that is named.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CORPORA = ROOT / "tests" / "corpora"
PARSERS = ("batches", "frames", "records", "packs", "layouts", "positions", "pictures", "settings", "updates")
ROOMS = ("engines", "hub", "vision", "firmware_bridge", "pi_app", "planisphere", "hardware", "tests")
GUIDED, PREFIX = "PLANISPHERE_FUZZ", "PLANISPHERE_FUZZ_CRASHES"
"""Of a process that is libFuzzer's: which parser, and where to leave what crashed it."""
SLOWEST_S = 20
MAX_INPUT_BYTES = 4096
"""Bytes of an input that is kept."""


def blindly(parser: Any, seconds: float, folder: Path) -> Any:
    """Change inputs without knowing what they reach. Returns how many were tried; a crash is raised."""
    chance, pool, tried, until = random.Random(1), [path.read_bytes() for path in sorted(folder.iterdir())], 0, 0.0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        data = chance.choice(pool)
        for _ in range(chance.randrange(1, 4)):
            data = parser.mutated(data, chance)
        begun = time.process_time()
        try:
            parser.parse(data)
        except BaseException:
            (folder.parent / f"crash-{sha256(data).hexdigest()[:12]}").write_bytes(data)
            raise
        if time.process_time() - begun > SLOWEST_S:
            raise SystemExit(f"slower than {SLOWEST_S} s: {data!r}")
        if len(data) < MAX_INPUT_BYTES and chance.random() < 0.02:
            pool = [*pool[-500:], data]
        tried += 1
    return tried


def guided(atheris: Any, name: str, arguments: list[str]) -> None:
    """Let libFuzzer look at what each input reaches. Never returns: it ends the process."""
    with atheris.instrument_imports(include=list(ROOMS)):
        parser = importlib.import_module(f"tests.fuzz.{name}")
        for data in parser.seeds():
            parser.parse(data)  # what is imported only once it is needed must be looked into as well

    def change(data: bytes, size: int, seed: int) -> Any:
        chance = random.Random(seed)
        if chance.random() < 0.1:
            return atheris.Mutate(data, size)
        return parser.mutated(bytes(data), chance)[:size]

    prefix = os.environ.get(PREFIX, tempfile.gettempdir())
    options = [f"-timeout={SLOWEST_S}", "-rss_limit_mb=3000", f"-max_len={MAX_INPUT_BYTES}", "-print_final_stats=1"]
    options += [f"-artifact_prefix={prefix}/", *(["-close_fd_mask=2"] if name == "pictures" else []), *arguments]
    atheris.Setup([sys.argv[0], *options], parser.parse, custom_mutator=change)
    atheris.Fuzz()


def child(name: str, folder: Path, arguments: list[str]) -> Any:
    """The same script again as libFuzzer's own, which starts itself anew when it likes. Returns its exit code."""
    environ = {**os.environ, GUIDED: name, PREFIX: str(folder.parent)}
    command = [sys.executable, __file__, *arguments, str(folder)]
    return subprocess.run(command, cwd=ROOT, env=environ, check=False).returncode


def keep(name: str, folder: Path, most: int, seeds: Any) -> None:
    """Inputs that reached something new, spread over all sizes, into the corpus; those that are there stay."""
    target = CORPORA / name
    target.mkdir(parents=True, exist_ok=True)
    found = {path.read_bytes() for path in folder.iterdir() if path.stat().st_size <= MAX_INPUT_BYTES} - set(seeds)
    ordered = sorted(found, key=lambda data: (len(data), data))
    for data in ordered[:: max(1, len(ordered) // most)][:most]:
        (target / sha256(data).hexdigest()[:12]).write_bytes(data)


def main() -> int:
    """Run from the command line; returns the exit code."""
    sys.path.insert(0, str(ROOT))
    try:
        import atheris
    except ImportError:
        atheris = None
    if os.environ.get(GUIDED) in PARSERS:
        guided(atheris, os.environ[GUIDED], sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parser", choices=PARSERS)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--keep", type=int, default=0, metavar="N", help="inputs to copy into tests/corpora")
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix=f"fuzz-{args.parser}-")) / "inputs"
    folder.mkdir()
    module = importlib.import_module(f"tests.fuzz.{args.parser}")
    known = [path.read_bytes() for path in (CORPORA / args.parser).glob("*")]
    for data in [*module.seeds(), *known]:
        (folder / sha256(data).hexdigest()[:12]).write_bytes(data)
    print(f"{args.parser}: {'atheris' if atheris else 'blind'}, inputs in {folder}", flush=True)
    code = 0
    if atheris:
        code = child(args.parser, folder, [f"-max_total_time={args.seconds}"])
        if args.keep and not code:
            keep(args.parser, folder, args.keep, module.seeds())
    else:
        try:
            print(f"{blindly(module, args.seconds, folder)} inputs, no crash")
        except Exception:
            traceback.print_exc()
            code = 1
    return 1 if code else 0


if __name__ == "__main__":
    sys.exit(main())
