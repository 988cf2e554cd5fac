"""Colour sensor TCS34725 over I2C.

Registers: ams TCS3472 datasheet v1-05 (2016), table 3 "Register Address"; times: table 6, gain: table 11.
"""

from typing import Any

_COMMAND = 0x80
_AUTO_INCREMENT = 0x20
_ENABLE = 0x00
_ATIME = 0x01
_CONTROL = 0x0F
_ID = 0x12
_STATUS = 0x13
_CDATAL = 0x14
_POWER_ON = 0x01
_RGBC_ON = 0x02
_VALID = 0x01
_ATIME_24_MS = 0xF6
_GAIN_16 = 0x02
_IDS = (0x44, 0x4D)


class Tcs34725:
    """One sensor. Raises OSError where it does not answer, as `machine.I2C` does."""

    def __init__(self, i2c: Any, address: int) -> None:
        self._i2c = i2c
        self._address = address
        if self._read(_ID, 1)[0] not in _IDS:
            raise OSError("not a TCS34725")
        self._write(_ATIME, _ATIME_24_MS)
        self._write(_CONTROL, _GAIN_16)
        self._write(_ENABLE, _POWER_ON)
        self._write(_ENABLE, _POWER_ON | _RGBC_ON)

    def counts(self) -> "tuple[int, int, int, int] | None":
        """Red, green, blue and clear counts in one burst; None before the first whole measurement."""
        if not self._read(_STATUS, 1)[0] & _VALID:
            return None
        data = self._read(_CDATAL, 8)
        clear, red, green, blue = (data[k] | data[k + 1] << 8 for k in (0, 2, 4, 6))
        return red, green, blue, clear

    def _read(self, register: int, count: int) -> bytes:
        data: bytes = self._i2c.readfrom_mem(self._address, _COMMAND | _AUTO_INCREMENT | register, count)
        return data

    def _write(self, register: int, value: int) -> None:
        self._i2c.writeto_mem(self._address, _COMMAND | register, bytes([value]))
