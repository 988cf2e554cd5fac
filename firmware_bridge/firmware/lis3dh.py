"""Motion sensor LIS3DH over I2C.

Registers: STMicroelectronics LIS3DH datasheet DocID17530 rev 2, table 21; data rate and scale: tables 31 and 35.
"""

from typing import Any

_WHO_AM_I = 0x0F
_CTRL_REG1 = 0x20
_CTRL_REG4 = 0x23
_OUT_X_L = 0x28
_AUTO_INCREMENT = 0x80
_ME = 0x33
_HZ_100_ALL_AXES = 0x57
_BLOCK_UPDATE_4_G_HIGH_RESOLUTION = 0x98


class Lis3dh:
    """One sensor. Raises OSError where it does not answer."""

    def __init__(self, i2c: Any, address: int) -> None:
        self._i2c = i2c
        self._address = address
        if self._read(_WHO_AM_I, 1)[0] != _ME:
            raise OSError("not a LIS3DH")
        self._write(_CTRL_REG1, _HZ_100_ALL_AXES)
        self._write(_CTRL_REG4, _BLOCK_UPDATE_4_G_HIGH_RESOLUTION)

    def acceleration(self) -> tuple[int, int, int]:
        """x, y, z in thousandths of g (2 a digit of 12 bits at ±4 g)."""
        data = self._read(_OUT_X_L | _AUTO_INCREMENT, 6)
        x, y, z = (_signed(data[k] | data[k + 1] << 8) // 8 for k in (0, 2, 4))
        return x, y, z

    def _read(self, register: int, count: int) -> bytes:
        data: bytes = self._i2c.readfrom_mem(self._address, register, count)
        return data

    def _write(self, register: int, value: int) -> None:
        self._i2c.writeto_mem(self._address, register, bytes([value]))


def _signed(value: int) -> int:
    return value - 65536 if value & 0x8000 else value
