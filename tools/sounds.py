"""Makes the app's sounds: plucked notes, written as pi_app/sounds/NAME.wav (16 bit, mono, 22 050 Hz)."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RATE = 22_050
FOLDER = Path(__file__).resolve().parent.parent / "pi_app" / "sounds"
C, D, E, G, A, LOW_A, LOW_E = 523.25, 587.33, 659.26, 783.99, 880.0, 220.0, 164.81

SOUNDS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "step": ((E, 0.0, 0.10),),
    "turn": ((G, 0.0, 0.18), (A, 0.10, 0.22)),
    "ask": ((D, 0.0, 0.20), (A, 0.12, 0.30)),
    "have": ((C, 0.0, 0.12), (G, 0.09, 0.24)),
    "undo": ((G, 0.0, 0.12), (D, 0.08, 0.18)),
    "correct": ((E, 0.0, 0.12), (E, 0.10, 0.12), (A, 0.20, 0.25)),
    "warn": ((LOW_A, 0.0, 0.22), (LOW_E, 0.14, 0.34)),
    "time": ((A, 0.0, 0.35), (A, 0.40, 0.35), (A, 0.80, 0.60)),
    "end": ((C, 0.0, 0.25), (E, 0.12, 0.25), (G, 0.24, 0.25), (2 * C, 0.36, 0.60)),
}
"""Name -> notes: hertz, when it begins and how long it rings, in seconds."""


def note(hertz: float, seconds: float) -> NDArray[np.float64]:
    """One note: three partials that die away."""
    t = np.arange(int(RATE * seconds)) / RATE
    tone = sum(strength * np.sin(2 * np.pi * hertz * k * t) for k, strength in ((1, 1.0), (2, 0.35), (3, 0.12)))
    attack = np.minimum(1.0, t / 0.006)
    return np.asarray(tone * attack * np.exp(-5.0 * t / seconds), np.float64)


def sound(notes: tuple[tuple[float, float, float], ...]) -> NDArray[np.int16]:
    """The notes laid over one another, as 16-bit samples."""
    mixed = np.zeros(int(RATE * max(begin + length for _, begin, length in notes)) + 1)
    for hertz, begin, length in notes:
        tone = note(hertz, length)
        start = int(RATE * begin)
        mixed[start : start + len(tone)] += tone
    return np.asarray(mixed / np.abs(mixed).max() * 0.6 * 32767, np.dtype("<i2"))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, notes in SOUNDS.items():
        with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(sound(notes).tobytes())
