"""Fixtures and marks for pytest: `pytest_plugins = ["ludotheque.testing.plugin"]` in the conftest.py of the tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--soak`: the full counts."""
    parser.addoption("--soak", action="store_true", help="run the full counts instead of about a tenth")


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark of clauses known."""
    config.addinivalue_line("markers", "rule(*ids): the clauses of the sheets that a test proves")


@pytest.fixture(scope="session")
def soak(request: pytest.FixtureRequest) -> bool:
    """Whether all is wanted."""
    return bool(request.config.getoption("--soak"))


@pytest.fixture(scope="session")
def scale(soak: bool) -> float:
    """Which part of a large count to run."""
    return 1.0 if soak else 0.1


@pytest.fixture(scope="session")
def scaled(scale: float) -> Callable[[int], int]:
    """The full count with `--soak`, about a tenth of it otherwise."""
    return lambda count: max(1, round(count * scale))
