"""Punctuation that a page would compose by hand: colons, commas, per cent between two texts belong into the catalogues.

What stands between the holes of a template or of an attribute is the same in every language; French has a no-break space before
a colon where English has none, so `{name} : {what}` is wrong in one of them. `pair` and `row` of `web/src/words.ts` ask the
catalogues. `python -m ludotheque.texts.composed FOLDER…` names every such place.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

_GLUE = r"(?:[ \u00a0\u202f]|&nbsp;)*[:;!?%,«»](?:[ \u00a0\u202f]|&nbsp;)*"
_BETWEEN = re.compile(rf"\}}({_GLUE})\$?\{{")
_FIRST = re.compile(rf"`({_GLUE})\$\{{")
_LAST = re.compile(r"\}((?:[ \u00a0\u202f]|&nbsp;)*(?:[;!?%«»]|(?<=;):|&nbsp;:))(?=[`\"<])")
_ALONE = re.compile(r">((?:&nbsp;|\s)*[:;](?:&nbsp;|\s)*)</")
_NO_TEXT = re.compile(
    r"<style.*?</style>|<!--.*?-->|/\*.*?\*/|^\s*//.*?$|\bstyle(?::[\w-]+)?=\"[^\"]*\"|\bd=\"[^\"]*\"", re.S | re.M
)
_SCRIPT = re.compile(r"<script.*?</script>", re.S)
_TEMPLATE = re.compile(r"`(?:[^`\\]|\\.)*`")
_SAYS = re.compile(r"\b(?:t|say|name|names|label|title|told|list)\b")


def source_files(folder: Path) -> Iterator[Path]:
    """Every component and module below a folder; what was built, installed or generated is nobody's to mend."""
    for path in sorted(folder.rglob("*.*")):
        if path.suffix in (".svelte", ".ts") and path.name != "protocol.ts" and "node_modules" not in path.parts:
            yield path


def composed(path: Path) -> list[str]:
    """What is composed by hand in a file, with its line."""
    source = path.read_text("utf-8")
    blank = _NO_TEXT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)
    found: list[tuple[int, str]] = []
    if path.suffix == ".svelte":
        markup = _SCRIPT.sub(lambda script: re.sub(r"[^\n]", " ", script[0]), blank)
        found += [(hit.start(), hit[0]) for rule in (_BETWEEN, _LAST, _ALONE) for hit in rule.finditer(markup)]
    for template in _TEMPLATE.finditer(blank):
        for rule in (_BETWEEN, _FIRST, _LAST):
            found += [(template.start() + hit.start(), hit[0]) for hit in rule.finditer(template[0])]
    lines = source.split("\n")
    numbers = sorted({source.count("\n", 0, at) for at, _ in found})
    return [f"{path}:{number + 1}: {lines[number].strip()}" for number in numbers if _SAYS.search(lines[number])]


def main(folders: list[str]) -> int:
    """Say where punctuation is composed by hand."""
    found = [fault for folder in folders for path in source_files(Path(folder)) for fault in composed(path)]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
