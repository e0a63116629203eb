"""Fixtures and marks for pytest: `pytest_plugins = ["ludotheque.testing.plugin"]` in the conftest.py of the tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--soak`: the full counts."""
    parser.addoption("--soak", action="store_true", help="run the full counts instead of about a tenth")


def pytest_configure(config: pytest.Config) -> None:
    """Make the marks known."""
    config.addinivalue_line("markers", "rule(*ids): the clauses of the sheets that a test proves")
    config.addinivalue_line("markers", "soak: runs with --soak only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without `--soak`, leave out what is marked for it."""
    if not config.getoption("--soak"):
        items[:] = [item for item in items if item.get_closest_marker("soak") is None]


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
