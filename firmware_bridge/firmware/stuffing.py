"""Consistent overhead byte stuffing: bytes without a zero in them, so that a zero can end a frame.

Source: S. Cheshire and M. Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking 7(2), 1999.
"""


def encode(data: bytes) -> bytes:
    """The stuffed bytes: none is zero, one byte more than `data` and one more for each 254."""
    out = bytearray()
    block = bytearray()
    for byte in data:
        if byte == 0:
            out.append(len(block) + 1)
            out.extend(block)
            block = bytearray()
            continue
        block.append(byte)
        if len(block) == 254:
            out.append(255)
            out.extend(block)
            block = bytearray()
    out.append(len(block) + 1)
    out.extend(block)
    return bytes(out)


def decode(stuffed: bytes) -> bytes:
    """What was stuffed. Raises ValueError where it cannot have been."""
    out = bytearray()
    at = 0
    while at < len(stuffed):
        code = stuffed[at]
        end = at + code
        if code == 0 or end > len(stuffed):
            raise ValueError("not stuffed bytes")
        out.extend(stuffed[at + 1 : end])
        at = end
        if code < 255 and at < len(stuffed):
            out.append(0)
    return bytes(out)
