"""`python -m compiler` is `musubi`."""

from compiler.cli import main

if __name__ == "__main__":  # a process started for a pass imports this file too
    main()
