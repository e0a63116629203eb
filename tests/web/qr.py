"""Reading the picture of a link, as a phone's camera would; small codes with one block of data only."""

from __future__ import annotations

import re
from typing import Any

MASKS = (
    lambda r, c: (r + c) % 2,
    lambda r, c: r % 2,
    lambda r, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)
FORMAT = [*((8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)), *((r, 8) for r in (7, 5, 4, 3, 2, 1, 0))]
FORMAT_MASK = 0x5412
BYTES = 0b0100


def dark_modules(page: Any) -> set[tuple[int, int]]:
    """The dark squares of the picture on a page, by row and column, without its margin."""
    path = page.locator(".picture svg path").last.get_attribute("d")
    size = int(re.findall(r"h(\d+)v", path)[0])
    found = {(int(y) // size, int(x) // size) for x, y in re.findall(r"M(\d+),(\d+)h", path)}
    margin = min(found)[0]
    return {(row - margin, column - margin) for row, column in found}


def _carries_data(row: int, column: int, side: int) -> bool:
    corner = (row < 9 and column < 9) or (row < 9 and column >= side - 8) or (row >= side - 8 and column < 9)
    aligned = abs(row - (side - 7)) <= 2 and abs(column - (side - 7)) <= 2
    return not (corner or aligned or row == 6 or column == 6)


def read(dark: set[tuple[int, int]]) -> str:
    """What a code says."""
    side = max(max(place) for place in dark) + 1
    told = int("".join(str(int(place in dark)) for place in FORMAT), 2) ^ FORMAT_MASK
    mask = MASKS[told >> 10 & 7]
    rights = [*range(side - 1, 6, -2), 5, 3, 1]  # two columns at a time, from the right, up and down in turn
    places = (
        (row, column)
        for n, right in enumerate(rights)
        for row in (range(side) if n % 2 else range(side - 1, -1, -1))
        for column in (right, right - 1)
        if _carries_data(row, column, side)
    )
    text = "".join(str(int((place in dark) != (mask(*place) == 0))) for place in places)
    assert int(text[:4], 2) == BYTES
    length = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * n : 20 + 8 * n], 2) for n in range(length)).decode()
