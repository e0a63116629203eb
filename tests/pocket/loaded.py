"""Writes `packing/library.txt`: every module of Python that a house loads in a page, seen in Node with all of Python there."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from ludotheque.games import HOUSE
from ludotheque.packing import library, runtime
from tests.pocket.inside import Inside, lay


def main() -> None:
    """Open a house, think, advise, look back in every box; then look what is there."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        lay(place)
        shutil.copy(runtime.pyodide() / runtime.STDLIB, place / runtime.STDLIB)
        with Inside(place) as inside:
            inside.ask("open_house")
            for slug in HOUSE:
                for number in range(8):
                    inside.ask("advised", slug, number, 8)
            found = inside.ask("loaded")
    library.LOADED.write_text("\n".join(found) + "\n")


if __name__ == "__main__":
    main()
