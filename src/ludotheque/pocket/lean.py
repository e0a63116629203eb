"""What Python says in a page when it is asked for a module that was left out: which one, and how it comes along."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class LeftOut:
    """Asked last, when nobody else has found a module."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Nothing, or words."""
        if name.partition(".")[0] in sys.stdlib_module_names:
            raise ModuleNotFoundError(
                f"Python's module {name} was left out of this pocket house, for nothing in it named it when it was made: "
                "import it in the sources of the game that needs it, and run `ludotheque pocket` again",
                name=name,
            )
        return None


def say_what_is_missing() -> None:
    """From now on."""
    sys.meta_path.append(LeftOut())
