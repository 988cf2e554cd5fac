"""Pins for a machine that has none: the kernel's own `gpio-sim`, which Debian does not build.

Its source is that of the machine's own kernel (Debian's `linux-source`).
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tools.virtual_pi.debian_root import copied, inside, run

NEEDED: Final = ("linux-source", "xz-utils", "gcc")
"""Debian's packages, beside those with which a module for the kernel is built (`image.LOOPBACK`)."""
BUILD: Final = """
cd /usr/src
tar -xJf linux-source-*.tar.xz --strip-components=1 --wildcards '*/drivers/gpio/gpio-sim.c' '*/kernel/irq/irq_sim.c'
mkdir module
mv drivers/gpio/gpio-sim.c module/simulated.c
sed 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' kernel/irq/irq_sim.c > module/irq_sim.c
echo 'obj-m := gpio-sim.o
gpio-sim-y := simulated.o irq_sim.o' > module/Makefile
make -C /lib/modules/*/build M=$PWD/module modules
strip -g module/gpio-sim.ko
"""
"""`irq_to_desc` is not for modules; what it is wanted for, the kernel does for them."""


def module(base: Path, folder: Path) -> Path:
    """The module for the kernel of the Debian in `base`, in `folder`, where it is built if it is not there.

    Raises CalledProcessError.
    """
    made = folder / "gpio-sim.ko"
    if not made.exists():
        root = folder.with_suffix(".root")
        copied(base, root)
        try:
            run(*inside(root), "apt-get", "-q", "-y", "install", "--no-install-recommends", *NEEDED)
            run(*inside(root), "sh", "-e", "-c", BUILD)
            folder.mkdir(exist_ok=True)
            shutil.copy(root / "usr/src/module/gpio-sim.ko", made)
        finally:
            shutil.rmtree(root)
    return made
