"""Small trained nets, ONNX files run by OpenCV: log-odds of drawn lines, shares of what a patch may show."""

from __future__ import annotations

from functools import cache
from importlib import resources
from threading import Lock

import cv2
import numpy as np

from vision.ink.pose import Plane

MAX_NUMBERS = 2**17
"""Input numbers run at once, 64 patches: more at a time are no quicker and take more memory."""


class Net:
    """A net of the ONNX file `model`; threads may share it."""

    def __init__(self, model: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
        self._lock = Lock()

    def log_odds(self, features: Plane) -> Plane:
        """(n, inputs) -> (n,) natural log-odds, of a net with one output."""
        return self.outputs(features)[:, 0]

    def outputs(self, x: Plane) -> Plane:
        """(n, …) as the net takes it -> (n, outputs)."""
        if not len(x):
            return self.outputs(np.zeros((1, *x.shape[1:]), np.float32))[:0]
        x = np.ascontiguousarray(x, np.float32)
        rows = max(1, MAX_NUMBERS // x[0].size)
        with self._lock:
            return np.concatenate([self._run(x[k : k + rows]) for k in range(0, len(x), rows)])

    def _run(self, x: Plane) -> Plane:
        self._net.setInput(x)
        found = np.array(self._net.forward(), np.float32)
        if len(found) != len(x):
            raise ValueError(f"a net of other inputs than {x.shape[1:]}")
        return found


@cache
def load_net(package: str, name: str) -> Net:
    """The shipped net `name` of a package of readers: the file `model/<name>.onnx` in it."""
    return Net(resources.files(package).joinpath("model", f"{name}.onnx").read_bytes())
