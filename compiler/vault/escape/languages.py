"""Fence languages that may stay: plain programming languages. Anything else could be a query or a widget."""

from __future__ import annotations

ALLOWED = frozenset(
    """
    asm awk bash bat c clojure cmake console cpp cs csharp css csv cuda dart diff dockerfile elixir elm erlang fish
    f90 fortran fsharp go graphql groovy haskell hcl html http ini java javascript js json json5 jsonc jsonl jsx julia
    kotlin
    kt latex less lisp log lua makefile markdown matlab md mdx nginx nim nix objectivec ocaml perl php plaintext
    powershell prolog properties proto protobuf ps1 py python r rb ruby rs rust sass scala scheme scss sh shell solidity
    sql svelte swift systemverilog tcl terraform tex text toml ts tsx txt typescript verilog vhdl vim vue wasm xml yaml
    yml zig zsh
    """.split()  # noqa: SIM905 - a list of ninety quoted words is no easier to read
)


def allowed(info: str) -> str:
    """The language of a foreign fence if it is a plain one, else `text`; attributes are dropped."""
    word = info.strip().split(" ", 1)[0].split("{", 1)[0].split(":", 1)[0].lower()
    word = {"c++": "cpp", "c#": "csharp", "f#": "fsharp"}.get(word, word)
    return word if word in ALLOWED else "text"
