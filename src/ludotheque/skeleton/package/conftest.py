"""Marks and fixtures of the house: `@rule`, `--soak`."""

pytest_plugins = ["ludotheque.testing.plugin"]
