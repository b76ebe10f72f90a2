"""What every run imports sooner or later, imported once by the server that the runs are forked from."""

import tokenizers  # noqa: F401

import compiler.build
import compiler.checking
import compiler.cli.asking
import compiler.cli.compiling
import compiler.cli.safety
import compiler.forget
import compiler.vault.material
import compiler.vault.pages  # noqa: F401
from compiler.embed.runtime import load_runtime

load_runtime()
