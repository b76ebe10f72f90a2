"""Secrets out of text, before anything is stored: `[redacted:kind]` stands where a value stood.

In layers: vendors' token shapes, structures (key blocks, URLs, headers, cookies, command lines), named values,
sentences, and a value found once removed from the whole conversation in every spelling.
"""

from compiler.text.redact.engine import RULES_VERSION, Redacted, find, redact
from compiler.text.redact.identity import safe_name
from compiler.text.redact.session import Redactor, seal
from compiler.text.redact.shape import Finding
from compiler.text.redact.stream import redact_stream

__all__ = ["RULES_VERSION", "Finding", "Redacted", "Redactor", "find", "redact", "redact_stream", "safe_name", "seal"]
