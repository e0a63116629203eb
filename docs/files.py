"""The tables of files in docs/architecture.md, from the first sentence of every file: `python docs/files.py` (`make files`)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
START, END = "<!-- files: written by `make files` -->\n", "<!-- end of files -->\n"
PACKAGE, WEB = ROOT / "src/ludotheque", ROOT / "web/src"
BUILT = ("server/pages/", "tables/store/migrations/versions/")
"""The build of the pages, and steps of the past."""


def first_sentence(text: str) -> str:
    """Of a text, on one line; a pipe would end a cell of the table."""
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    return re.split(r"(?<=[.?!])\s", paragraph)[0].replace("|", "\\|")


def said_by(path: Path) -> str:
    """What a file says of itself: its docstring, or its first comment."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return first_sentence(ast.get_docstring(ast.parse(text)) or "")
    found = re.search(r"\A\s*(?:<script[^>]*>\s*)?(?:import [^\n]*\n\s*)*/\*+(.*?)\*/", text, re.DOTALL)
    return first_sentence(re.sub(r"^\s*\* ?", "", found[1], flags=re.MULTILINE)) if found else ""


def is_of_a_game(path: Path) -> bool:
    """A game's own folder has the same files everywhere: adding-a-game.md says which."""
    return bool(re.match(r"(games|boards)/(?!generic)[^/]+/", str(path)))


def tables() -> str:
    """A table of files for every folder of the package and of the pages, games apart."""
    parts = []
    for root, title, kinds in ((PACKAGE, "src/ludotheque", (".py",)), (WEB, "web/src", (".ts", ".svelte"))):
        folders: dict[str, list[Path]] = {}
        for path in sorted(root.rglob("*")):
            inner = path.relative_to(root)
            if path.suffix in kinds and not is_of_a_game(inner) and not str(inner).startswith(BUILT):
                folders.setdefault(str(inner.parent), []).append(path)
        for folder, files in sorted(folders.items()):
            parts.append(f"### `{title}/{folder}/`\n".replace("/./", "/"))
            parts.append("| file | what it is |\n|---|---|")
            parts += [f"| `{path.name}` | {said_by(path)} |" for path in files]
            parts.append("")
    return "\n".join(parts) + "\n"


def page_with_tables() -> str:
    """The page as it ought to be."""
    head, _, rest = PAGE.read_text("utf-8").partition(START)
    return head + START + "\n" + tables() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(), encoding="utf-8")
