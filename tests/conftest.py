"""What all tests share: the fixtures that a guest's tests have too."""

from __future__ import annotations

import pytest

pytest_plugins = ["ludotheque.testing.plugin"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--without-servers", action="store_true", help="skip what needs PostgreSQL or Redis where they are missing")
