"""Which ball lies before a colour sensor: nearest reference in colour and brightness, or nothing sure."""

MAX_DISTANCE = 140
"""A reading further than this from every reference is none of them."""
MIN_CONFIDENCE = 55
"""Confidence (percent) from which a colour counts."""

REFERENCES = {
    "none": [333, 333, 333, 40],
    "black": [345, 335, 320, 120],
    "blue": [190, 320, 490, 420],
    "yellow": [440, 400, 160, 900],
    "red": [640, 190, 170, 480],
}
"""Shares of red, green and blue in a thousand and brightness in a thousandth of white paper, until calibrated."""


def features(raw: "tuple[int, int, int, int]", white: int) -> list[int]:
    """The four numbers that references hold, from a sensor's red, green, blue and clear counts."""
    red, green, blue, clear = raw
    whole = max(1, red + green + blue)
    bright = min(1000, 1000 * clear // max(1, white))
    return [1000 * red // whole, 1000 * green // whole, 1000 * blue // whole, bright]


def distance(one: list[int], other: list[int]) -> int:
    """How unlike two readings are, about 0 to 1000; hue counts less where it is dark, brightness by its ratio."""
    light = max(1, min(one[3], other[3]))
    weight = min(100, light // 4)
    hue = abs(one[0] - other[0]) + abs(one[1] - other[1]) + abs(one[2] - other[2])
    return hue * weight // 100 + 300 * abs(one[3] - other[3]) // (one[3] + other[3] + 60)


def classify(reading: list[int], references: "dict[str, list[int]]") -> "tuple[str | None, int]":
    """The nearest reference and the confidence in it (0 to 100); no name below `MIN_CONFIDENCE`."""
    ranked = sorted((distance(reading, reference), name) for name, reference in references.items())
    if not ranked or ranked[0][0] > MAX_DISTANCE:
        return None, 0
    nearest, name = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else 2 * MAX_DISTANCE
    sure = 100 * (second - nearest) // max(1, second + nearest)
    sure = min(sure, 100 - 40 * nearest // MAX_DISTANCE)
    return (name, sure) if sure >= MIN_CONFIDENCE else (None, sure)
