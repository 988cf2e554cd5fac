"""Trained nets as the ONNX files that `vision.ink.nets` runs, and back, so that they can go on learning."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.ink.nets import Net
from vision.ink.pose import Plane

CLIP = 6.0
"""Standard scores beyond this are cut, so that a strange picture cannot push a net far outside what it has seen."""
_OPSET = 13
_IR_VERSION = 8
"""The oldest versions that have all these operators: OpenCV 4.14 and 5 read both."""


class TanhNet(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """Layers of tanh with one linear output, on standard scores of its inputs.

    `mean`, `scale` (inputs,); a layer is its weights, a row an input, and its bias; `about`: its training.
    """

    about: str
    inputs: tuple[str, ...]
    mean: Plane
    scale: Plane
    layers: tuple[tuple[Plane, Plane], ...]

    def onnx(self) -> bytes:
        """Its ONNX file."""
        nodes = [
            helper.make_node("Reshape", ["features", "shape"], ["rows"]),
            helper.make_node("Sub", ["rows", "mean"], ["away"]),
            helper.make_node("Div", ["away", "scale"], ["scores"]),
            helper.make_node("Clip", ["scores", "low", "high"], ["layer_0"]),
        ]
        arrays = {
            "shape": np.array([-1, len(self.inputs)]),  # OpenCV would take rows of any other length in silence
            "mean": self.mean,
            "scale": self.scale,
            "low": np.float32(-CLIP),
            "high": np.float32(CLIP),
        }
        for k, (weights, bias) in enumerate(self.layers, 1):
            arrays |= {f"weights_{k}": weights, f"bias_{k}": bias}
            last = k == len(self.layers)
            summed = "log_odds" if last else f"sum_{k}"
            nodes.append(helper.make_node("Gemm", [f"layer_{k - 1}", f"weights_{k}", f"bias_{k}"], [summed]))
            if not last:
                nodes.append(helper.make_node("Tanh", [summed], [f"layer_{k}"]))
        initializers = [numpy_helper.from_array(np.asarray(array), name) for name, array in arrays.items()]
        return _file(nodes, initializers, ("features", len(self.inputs)), ("log_odds", 1), self.about, self.inputs)

    def net(self) -> Net:
        """Itself as the readers run it."""
        return Net(self.onnx())


def parse_tanh_net(data: bytes) -> TanhNet:
    """The net of such a file. Raises ValueError where it is none."""
    model, arrays = _parsed(data)
    inputs = {entry.key: entry.value for entry in model.metadata_props}.get("inputs", "").split()
    if not inputs or "scale" not in arrays:
        raise ValueError("this ONNX file is no net of tanh layers")
    depth = sum(name.startswith("weights_") for name in arrays)
    return TanhNet(
        about=model.doc_string,
        inputs=tuple(inputs),
        mean=arrays["mean"],
        scale=arrays["scale"],
        layers=tuple((arrays[f"weights_{k}"], arrays[f"bias_{k}"]) for k in range(1, depth + 1)),
    )


def conv_net(arrays: Mapping[str, Plane], shape: tuple[int, ...], about: str = "") -> bytes:
    """The ONNX file of two convolutions with pooling and two dense layers; weights are kept in half precision.

    `arrays`: `w1 b1 … w4 b4`, as `cards_nets` trains them; `shape`: rows, columns, channels of a patch. The file takes
    (n, *shape) and gives (n, classes) probabilities.
    """
    nodes = [helper.make_node("Transpose", ["patches"], ["planes_0"], perm=[0, 3, 1, 2])]
    initializers = []
    channels = shape[-1]
    for name, array in arrays.items():
        kept = _kernels(array, channels) if name in ("w1", "w2") else array
        channels = array.shape[1] if name == "w1" else channels
        initializers.append(numpy_helper.from_array(kept.astype(np.float16), f"{name}_half"))
        nodes.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
    for k in (1, 2):
        nodes += [
            helper.make_node("Conv", [f"planes_{k - 1}", f"w{k}", f"b{k}"], [f"sum_{k}"]),
            helper.make_node("Relu", [f"sum_{k}"], [f"seen_{k}"]),
            helper.make_node("MaxPool", [f"seen_{k}"], [f"planes_{k}"], kernel_shape=[2, 2], strides=[2, 2]),
        ]
    nodes += [
        helper.make_node("Transpose", ["planes_2"], ["pooled"], perm=[0, 2, 3, 1]),
        helper.make_node("Flatten", ["pooled"], ["flat"]),
        helper.make_node("Gemm", ["flat", "w3", "b3"], ["sum_3"]),
        helper.make_node("Relu", ["sum_3"], ["hidden"]),
        helper.make_node("Gemm", ["hidden", "w4", "b4"], ["sum_4"]),
        helper.make_node("Softmax", ["sum_4"], ["shares"], axis=1),
    ]
    return _file(nodes, initializers, ("patches", *shape), ("shares", len(arrays["b4"])), about)


def parse_conv_net(data: bytes) -> dict[str, Plane]:
    """The arrays of such a file, as `conv_net` takes them."""
    arrays = {name.removesuffix("_half"): array.astype(np.float32) for name, array in _parsed(data)[1].items()}
    return {name: _rows(array) if array.ndim == 4 else array for name, array in arrays.items()}


def _kernels(weights: Plane, channels: int) -> Plane:
    """(side² · channels, out) -> (out, channels, side, side)."""
    side = round((len(weights) / channels) ** 0.5)
    return np.ascontiguousarray(weights.reshape(side, side, channels, -1).transpose(3, 2, 0, 1))


def _rows(kernels: Plane) -> Plane:
    return np.ascontiguousarray(kernels.transpose(2, 3, 1, 0).reshape(-1, len(kernels)))


def _file(
    nodes: list[onnx.NodeProto],
    initializers: list[onnx.TensorProto],
    takes: tuple[str | int, ...],
    gives: tuple[str | int, ...],
    about: str,
    inputs: tuple[str, ...] = (),
) -> bytes:
    """`takes`, `gives`: a name, then the sizes of a row; any number of rows."""
    values = [
        helper.make_tensor_value_info(str(name), TensorProto.FLOAT, ["n", *sizes]) for name, *sizes in (takes, gives)
    ]
    graph = helper.make_graph(nodes, "net", values[:1], values[1:], initializers)
    opset = helper.make_opsetid("", _OPSET)
    model = helper.make_model(graph, opset_imports=[opset], ir_version=_IR_VERSION, doc_string=about)
    helper.set_model_props(model, {"inputs": " ".join(inputs)} if inputs else {})
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def _parsed(data: bytes) -> tuple[onnx.ModelProto, dict[str, Plane]]:
    """The model and its arrays by name. Raises ValueError where it is none."""
    try:
        model = onnx.load_model_from_string(data)
        onnx.checker.check_model(model)
    except Exception as error:
        raise ValueError(f"not an ONNX file: {error}") from error
    return model, {part.name: numpy_helper.to_array(part) for part in model.graph.initializer}
