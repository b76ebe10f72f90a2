"""onnxruntime, which since 1.32 tells its maker about its use (a device id below ~/.cache, uploads after some seconds),
with that switched off before it is loaded. Held by tests/test_egress.py."""

from __future__ import annotations

import os
from typing import Any


def load_runtime() -> Any:
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, when the library is loaded
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime
