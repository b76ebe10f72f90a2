"""What every run imports or loads sooner or later, done once by the server that the runs are forked from: modules,
templates, and the model, with one thread, for others would not live through the fork."""

import gc

import numpy.ma  # noqa: F401
import rich.progress  # noqa: F401
import tokenizers  # noqa: F401

import compiler.build
import compiler.checking
import compiler.cli.asking
import compiler.cli.compiling
import compiler.cli.safety
import compiler.forget
import compiler.vault.material
import compiler.vault.pages  # noqa: F401
from compiler.embed.minilm import MiniLM
from compiler.embed.runtime import load_runtime
from compiler.embed.weights import packaged
from compiler.vault import render, templates

for template in templates.folder().glob("*.md.j2"):
    render._environment().get_template(template.name)

runtime = load_runtime()
options = runtime.SessionOptions()
options.intra_op_num_threads = 1
session = runtime.InferenceSession(str(packaged()), options, providers=["CPUExecutionProvider"])
MiniLM._session, MiniLM._tokenizer = session, MiniLM(packaged)._tokenizer  # type: ignore[method-assign, assignment]

gc.collect()  # and what is left is never looked at again, so that its pages stay shared
gc.freeze()
