"""The packaged model rewritten to multiply in 8 bits: twice as fast, cosine .995 to the exact one, for chunks only.

The weights are stored as int8 with a scale a column, and the packaged graph turns them into floats before each
multiplication (Cast, Mul, MatMul). Here the activations are quantised on the fly instead (DynamicQuantizeLinear) and
multiplied as integers (MatMulInteger). Field numbers are those of onnx.proto3; what is not named here passes through.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

Field = descriptor_pb2.FieldDescriptorProto
MANY, ONE = Field.LABEL_REPEATED, Field.LABEL_OPTIONAL
SCHEMA: dict[str, tuple[tuple[str, int, Any, Any, str | None], ...]] = {
    "Attribute": (
        ("name", 1, ONE, Field.TYPE_STRING, None),
        ("i", 3, ONE, Field.TYPE_INT64, None),
        ("type", 20, ONE, Field.TYPE_INT32, None),
    ),
    "Node": (
        ("input", 1, MANY, Field.TYPE_STRING, None),
        ("output", 2, MANY, Field.TYPE_STRING, None),
        ("op_type", 4, ONE, Field.TYPE_STRING, None),
        ("attribute", 5, MANY, Field.TYPE_MESSAGE, "Attribute"),
    ),
    "Graph": (("node", 1, MANY, Field.TYPE_MESSAGE, "Node"),),
    "Model": (("graph", 7, ONE, Field.TYPE_MESSAGE, "Graph"),),
}
FLOAT, INT_ATTRIBUTE = 1, 2


def fast_model(packaged: Path) -> bytes:
    """The rewritten model, made in a tenth of a second and kept in memory alone."""
    model = _classes()["Model"].FromString(packaged.read_bytes())
    made_by = {name: node for node in model.graph.node for name in node.output}
    nodes: list[Any] = []
    for node in model.graph.node:
        weights = _stored_weights(node, made_by)
        nodes += _in_integers(node, *weights, prefix=f"fast{len(nodes)}_") if weights else [node]
    rewritten = [type(node).FromString(node.SerializeToString()) for node in nodes]
    del model.graph.node[:]
    model.graph.node.extend(rewritten)
    return bytes(model.SerializeToString())


def _stored_weights(node: Any, made_by: dict[str, Any]) -> tuple[str, str] | None:
    """The int8 weights and their scales behind a MatMul, None when its right side is something else."""
    scaled = made_by.get(node.input[1]) if node.op_type == "MatMul" else None
    if scaled is None or scaled.op_type != "Mul":
        return None
    cast = made_by.get(scaled.input[0])
    stored = cast is not None and cast.op_type == "Cast" and cast.input[0] not in made_by
    return (cast.input[0], scaled.input[1]) if cast is not None and stored and scaled.input[1] not in made_by else None


def _in_integers(node: Any, weights: str, scales: str, *, prefix: str) -> list[Any]:
    x, scale, zero, product, floats, both = (prefix + name for name in ("x", "scale", "zero", "xw", "float", "both"))
    return [
        _node("DynamicQuantizeLinear", [node.input[0]], [x, scale, zero]),
        _node("MatMulInteger", [x, weights, zero], [product]),
        _node("Cast", [product], [floats], to=FLOAT),
        _node("Mul", [scale, scales], [both]),
        _node("Mul", [floats, both], [node.output[0]]),
    ]


def _node(op_type: str, inputs: list[str], outputs: list[str], to: int | None = None) -> Any:
    node = _classes()["Node"](op_type=op_type, input=inputs, output=outputs)
    if to is not None:
        node.attribute.add(name="to", i=to, type=INT_ATTRIBUTE)
    return node


@lru_cache(maxsize=1)
def _classes() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(name="musubi_onnx.proto", package="musubi.onnx", syntax="proto3")
    for name, fields in SCHEMA.items():
        message = file.message_type.add(name=name)
        for field, number, label, kind, of in fields:
            type_name = f".musubi.onnx.{of}" if of else None
            message.field.add(name=field, number=number, label=label, type=kind, type_name=type_name)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {n: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"musubi.onnx.{n}")) for n in SCHEMA}
