"""Cards that the person moved on the map: their places are kept. What else they drew makes the canvas theirs."""

from __future__ import annotations

import json
from typing import Any


def moved(written: bytes | None, theirs: bytes) -> dict[str, tuple[int, int]] | None:
    """File of a card → how far it was moved (x, y), of those that were; None where more was changed than places and the
    order of the cards, which a click in the app changes already."""
    before, after = _read(written), _read(theirs)
    if before is None or after is None:
        return None
    if before["edges"] != after["edges"] or before["cards"].keys() != after["cards"].keys():
        return None
    out = {}
    for card, was in before["cards"].items():
        now = after["cards"][card]
        if {**now, "x": 0, "y": 0} != {**was, "x": 0, "y": 0} or type(now["x"]) is not int or type(now["y"]) is not int:
            return None
        if (now["x"], now["y"]) != (was["x"], was["y"]):
            out[str(was["file"])] = (now["x"] - was["x"], now["y"] - was["y"])
    return out


def _read(data: bytes | None) -> dict[str, Any] | None:
    """Cards by id, and edges without their sides, which the app sets anew when a card moves."""
    try:
        canvas = json.loads(data or b"")
        cards = {node["id"]: node for node in canvas["nodes"]}
        edges = sorted((e["id"], e["fromNode"], e["toNode"]) for e in canvas["edges"])
    except (ValueError, TypeError, KeyError):
        return None
    return {"cards": cards, "edges": edges}
