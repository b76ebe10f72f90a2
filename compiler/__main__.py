"""`python -m compiler` is `musubi`."""

from compiler.cli import main

main()
