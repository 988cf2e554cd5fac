"""Pins for a machine that has none: the kernel's own `gpio-sim`, and lgpio for its Python, built from their sources.

Debian builds neither. The sources are those of the machine's own kernel (Debian's `linux-source`), and PyPI's.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from tools.virtual_pi.debian_root import inside, run
from tools.wheels import PIP

NEEDED: Final = ("linux-source", "xz-utils", "gcc", "swig", "python3-dev", "python3-setuptools")
"""Debian's packages, beside those with which a module for the kernel is built (`image.LOOPBACK`)."""
LGPIO: Final = "lgpio==0.2.2.0"
BUILD: Final = """
cd /usr/src
tar -xJf linux-source-*.tar.xz --strip-components=1 --wildcards '*/drivers/gpio/gpio-sim.c' '*/kernel/irq/irq_sim.c'
mkdir module
mv drivers/gpio/gpio-sim.c module/simulated.c
sed 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' kernel/irq/irq_sim.c > module/irq_sim.c
echo 'obj-m := gpio-sim.o
gpio-sim-y := simulated.o irq_sim.o' > module/Makefile
make -C /lib/modules/*/build M=$PWD/module modules
tar -xzf lgpio-*.tar.gz
cd lgpio-*/
PYPI=1 python3 setup.py build --build-lib=../lgpio
strip -g ../module/*.ko ../lgpio/*.so
"""
"""`irq_to_desc` is not for modules; what it is wanted for, the kernel does for them."""
MADE: Final = ("module/gpio-sim.ko", "lgpio/lgpio.py", "lgpio/_lgpio*.so")


def files(base: Path, folder: Path) -> list[Path]:
    """The module and lgpio's files for the Debian in `base`, in `folder`, where they are built if they are not there.

    Raises CalledProcessError.
    """
    if not folder.exists():
        root = folder.with_suffix(".root")
        shutil.rmtree(root, ignore_errors=True)
        run("cp", "-a", str(base), str(root))
        try:
            run(*inside(root), "apt-get", "-q", "-y", "install", "--no-install-recommends", *NEEDED)
            source = ("download", "--no-deps", "--no-binary=:all:", "--no-build-isolation", f"--dest={root}/usr/src")
            subprocess.run([*PIP, *source, LGPIO], check=True)
            run(*inside(root), "sh", "-e", "-c", BUILD)
            made = [path for pattern in MADE for path in sorted((root / "usr/src").glob(pattern))]
            folder.mkdir()
            for path in made:
                shutil.copy(path, folder)
        finally:
            shutil.rmtree(root)
    return sorted(folder.iterdir())
