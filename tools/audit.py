"""Asks the advisory services about every pinned package: python -m tools.audit [LOCK…] [--service pypi|osv].

    pip install pip-audit        (a tool of its own, in no lock)
    .venv/bin/python -m tools.audit

Exit code 0 only where every package of every lock was asked about and nothing is known against it; 1 where something
is known; 3 where a service could not be reached or does not know a package: that is not clean.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def audited(tool: str, lock: Path, service: str) -> Any:
    """What pip-audit says of a lock: its packages as it lists them; None where it gets no answer."""
    command = [tool, "--requirement", str(lock), "--vulnerability-service", service, "--format", "json"]
    command += ["--require-hashes", "--disable-pip", "--progress-spinner", "off"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["dependencies"]
    except (json.JSONDecodeError, KeyError):
        print(*done.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return None


def verdict(told: Any) -> Any:
    """One lock's packages by what is known: (fine, not asked about, known to be vulnerable with the advisories)."""
    skipped = [one["name"] for one in told if "skip_reason" in one]
    bad = {f"{one['name']} {one['version']}": [v["id"] for v in one["vulns"]] for one in told if one.get("vulns")}
    return len(told) - len(skipped) - len(bad), skipped, bad


def main() -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    locks = [ROOT / "requirements" / f"{name}.txt" for name in ("run", "hub", "dev")]
    parser.add_argument("locks", nargs="*", type=Path, default=locks, metavar="LOCK")
    parser.add_argument("--service", choices=("pypi", "osv"), default="pypi")
    args, code = parser.parse_args(), 0
    tool = shutil.which("pip-audit", path=f"{Path(sys.executable).parent}:{sys.prefix}/bin") or shutil.which(
        "pip-audit"
    )
    if tool is None:
        print("audit: pip-audit is missing: pip install pip-audit", file=sys.stderr)
        return 3
    for lock in args.locks:
        told = audited(tool, lock, args.service)
        if told is None:
            print(f"{lock.name}: {args.service} does not answer")
            code = code or 3
            continue
        fine, skipped, bad = verdict(told)
        print(f"{lock.name}: {fine} without advisories, {len(skipped)} unknown to {args.service}, {len(bad)} with one")
        for name, found in bad.items():
            print(f"  {name}: {', '.join(found)}")
        code = 1 if bad else code or (3 if skipped else 0)
    return code


if __name__ == "__main__":
    sys.exit(main())
