"""`python -m ludotheque` is the command, where the command itself is not on the path."""

from __future__ import annotations

from ludotheque.cli import main

main()
