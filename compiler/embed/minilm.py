"""all-MiniLM-L6-v2 on onnxruntime: mean-pooled, unit length, texts longer than the window in pieces.

The tokenizer is built here from the vocabulary, because the packaged one cuts at 128 tokens and pads to a fixed length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from compiler.embed.base import Vectors
from compiler.embed.runtime import load_runtime

IDENTITY = "minilm:all-MiniLM-L6-v2:384"
DIMENSION = 384
WINDOW = 256
"""Tokens the model was made for, with [CLS] and [SEP]."""
BATCH_TOKENS = 1024
"""Padded tokens a run of the model: bounds memory, whatever the lengths."""
FEWER_TOKENS = 512
"""The same for the form in 8 bits, whose numbers then stay near the processor."""
CLS, SEP, UNKNOWN = 101, 102, 100
VOCABULARY = Path(__file__).with_name("minilm-vocab.txt")


class MiniLM:
    """The client. The model is checked and loaded (0.2 s) when the first text comes. `cores` to use, all at 0; without
    `prepare` what only pays over many texts is left out, which loads four times faster. `fused`: the graph is one whose
    nodes are not to be joined."""

    identity = IDENTITY
    dimension = DIMENSION

    def __init__(
        self, model: Callable[[], Path | bytes], *, cores: int = 0, prepare: bool = True, fused: bool = False
    ) -> None:
        self._model = model
        self._cores = cores
        self._prepare = prepare
        self._fused = fused

    @cached_property
    def _session(self) -> Any:
        onnxruntime = load_runtime()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = self._cores
        # Threads that spin while they wait take twice the processor's time beside other work, and win a tenth alone.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        levels = onnxruntime.GraphOptimizationLevel
        if not self._prepare:
            options.graph_optimization_level = levels.ORT_DISABLE_ALL
        elif self._fused:
            options.graph_optimization_level = levels.ORT_ENABLE_BASIC
        model = self._model()
        source = model if isinstance(model, bytes) else str(model)
        return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import BertWordPieceTokenizer

        return BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """A text of more than 256 tokens is the normalised mean of its windows."""
        windows: list[list[int]] = []
        owners: list[int] = []
        for owner, encoding in enumerate(self._encode(texts)):
            for start in range(0, max(len(encoding), 1), WINDOW - 2):
                windows.append([CLS, *(encoding[start : start + WINDOW - 2] or [UNKNOWN]), SEP])
                owners.append(owner)
        sums = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        np.add.at(sums, owners, self._run(windows))
        return unit(sums)

    def _encode(self, texts: Sequence[str]) -> list[list[int]]:
        clean = [text.encode("utf-8", "replace").decode() for text in texts]
        return [e.ids for e in self._tokenizer.encode_batch(clean, add_special_tokens=False)]

    def _run(self, windows: Sequence[Sequence[int]]) -> Vectors:
        out = np.zeros((len(windows), DIMENSION), dtype=np.float32)
        for batch in _batches(windows, FEWER_TOKENS if self._fused else BATCH_TOKENS):
            width = len(windows[batch[-1]])
            ids = np.zeros((len(batch), width), dtype=np.int64)
            mask = np.zeros_like(ids)
            for row, index in enumerate(batch):
                ids[row, : len(windows[index])] = windows[index]
                mask[row, : len(windows[index])] = 1
            feed: dict[str, Any] = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            hidden = self._session.run(None, feed)[0]
            out[batch] = unit((hidden * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True))
        return out


def unit(rows: Vectors) -> Vectors:
    """Each row divided by its length."""
    norms: Vectors = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Vectors = (rows / np.maximum(norms, 1e-12)).astype(np.float32)
    return scaled


def _batches(windows: Sequence[Sequence[int]], tokens: int) -> list[list[int]]:
    """Indexes grouped by length, shortest first, so that little is padding."""
    batches: list[list[int]] = []
    for index in sorted(range(len(windows)), key=lambda i: (len(windows[i]), i)):
        if batches and (len(batches[-1]) + 1) * len(windows[index]) <= tokens:
            batches[-1].append(index)
        else:
            batches.append([index])
    return batches
