"""What all tests share: how much of a large count to run."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the full counts (make soak) instead of about a tenth")


@pytest.fixture(scope="session")
def soak(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--soak"))


@pytest.fixture(scope="session")
def scale(soak: bool) -> float:
    return 1.0 if soak else 0.1


@pytest.fixture(scope="session")
def scaled(scale: float) -> Callable[[int], int]:
    """The full count under `make soak`, about a tenth of it otherwise."""
    return lambda count: max(1, round(count * scale))
