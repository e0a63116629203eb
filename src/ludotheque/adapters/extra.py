"""What adapters need besides the house comes with the extra `research`; who has not installed it is told so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed(*packages: str) -> Iterator[None]:
    """Import some of these packages inside; if they are missing, say how to get them."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in packages:
            raise
        message = f'{error.name} is not installed: pip install "ludotheque[research]" brings all that adapters need'
        raise ModuleNotFoundError(message, name=error.name) from None
