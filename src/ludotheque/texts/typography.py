"""The printer's rules of both languages, checked and mended: `python -m ludotheque.texts.typography [--write] FOLDER…`.

French has a no-break space before a colon and inside guillemets, a thin one before `; ! ?`, accents on capitals and ligatures;
English has curly quotes and no space before a sign. Both have typographic apostrophes, one sign for an ellipsis and spaced en
dashes. What stands between backticks, in a placeholder or in an address is not prose and stays as it is.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

NO_BREAK, THIN = "\u00a0", "\u202f"

_SPACES = rf"[ {NO_BREAK}{THIN}]"
_FILE = re.compile(r"(?:.+\.)?(fr|en)\.(?:json|md)")
_JSON_STRING = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?')
_NOT_PROSE = re.compile(r"`[^`]*`|\{[^{}]*\}|\w+://\S+|«»")
_SET_ASIDE = 0xE000
"""Where Unicode leaves room for private signs: one of them stands for each piece that is not prose."""

Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]


def _rules(*pairs: tuple[str, str | Callable[[re.Match[str]], str]]) -> tuple[Rule, ...]:
    return tuple((re.compile(pattern), put) for pattern, put in pairs)


def _thousands(sign: str) -> Callable[[re.Match[str]], str]:
    return lambda found: f"{int(found[0]):,}".replace(",", sign)


_BOTH = _rules(
    (r"\.\.\.", "…"),
    (rf"(?<=[^\s.:;!?]){_SPACES}+…(?=\W|$)", "…"),
    ("\u2011", "-"),
    (r"(?<=\S) (?:-|--|—) (?=\S)", " – "),
    (r"(?<=\w)—(?=\w)", " – "),
    (r"(?<=[\d\ue000-\uf8ff]) (?=(?:s|min|pts)(?![\w’\']))", NO_BREAK),
    (r"(?<=\S) {2,}", " "),
)
_FRENCH = _rules(
    (r"'", "’"),
    (r'"([^"]*)"|“([^”]*)”', lambda found: f"«{NO_BREAK}{found[1] or found[2]}{NO_BREAK}»"),
    (rf"«{_SPACES}*", f"«{NO_BREAK}"),
    (rf"{_SPACES}*»", f"{NO_BREAK}»"),
    (rf"(?<=[^\s(«;!?]){_SPACES}*([;!?])(?![\w/])", rf"{THIN}\1"),
    (rf"(?<=[^\s(«]){_SPACES}*:(?=\s|$)", f"{NO_BREAK}:"),
    (rf"(?<=[\d\ue000-\uf8ff]){_SPACES}?%", f"{NO_BREAK}%"),
    (r"(?<![\w.])\d{5,}(?![\w.])", _thousands(THIN)),
    (r"\bE(?=(?:cart|chang|cran|crire|gal|lément|léphant|lim|norme|preuve|quip|tag|tait|tal|tap|tat|toile|vén|vit)\w*)", "É"),
    (r"\bEtes\b", "Êtes"),
    (r"\bCa\b", "Ça"),
    (r"\bA(?= (?:deux|droite|faire|gauche|la|l’|jouer|nous|prendre|quatre|qui|six|son|suivre|trois|venir|votre|vous)\b)", "À"),
    (r"\b([cC]|[sS]|[nN]|[vV]|m)oe(?=u)", r"\1œ"),
    (r"\boe(?=[iu])", "œ"),
    (r"\bex aequo\b", "ex æquo"),
)
_ENGLISH = _rules(
    (r"(^|[\s(“])'(?=\w)", r"\1‘"),
    (r"'", "’"),
    (r'"([^"]*)"', r"“\1”"),
    (rf"«{_SPACES}*([^»]*?){_SPACES}*»", r"“\1”"),
    (rf"(?<=[^\s(“]){_SPACES}+([,;:!?])(?=\s|$)", r"\1"),
    (rf"(?<=[^\s(“]){_SPACES}+\.(?=\s|$)", "."),
    (rf"(?<=[\d\ue000-\uf8ff]){_SPACES}%", "%"),
    (r"(?<![\w.])\d{5,}(?![\w.])", _thousands(",")),
)
_RULES = {"fr": (*_BOTH, *_FRENCH), "en": (*_BOTH, *_ENGLISH)}


def mend(text: str, language: str) -> str:
    """A text as a publisher of that language would print it; what is right already comes back as it is."""
    aside: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        aside.append(found[0])
        return chr(_SET_ASIDE + len(aside) - 1)

    prose = _NOT_PROSE.sub(put_aside, text)
    for pattern, put in _RULES[language]:
        prose = pattern.sub(put, prose)
    if any(sign.isalpha() for sign in text):  # what holds no word stands between others, and its spaces with it
        prose = prose.strip(f" {NO_BREAK}{THIN}")
    return re.sub("[\ue000-\uf8ff]", lambda sign: aside[ord(sign[0]) - _SET_ASIDE], prose)


def mend_file(text: str, path: Path) -> str:
    """The content of a catalogue or of a page of clauses with its texts mended, its layout as it was."""
    language = language_of(path)
    if path.suffix == ".md":
        return "\n".join(_mend_line(line, language) for line in text.split("\n"))

    def mend_value(found: re.Match[str]) -> str:
        if found[2]:
            return found[0]  # a key
        value = json.loads(found[1])
        return found[1] if mend(value, language) == value else json.dumps(mend(value, language), ensure_ascii=False)

    return _JSON_STRING.sub(mend_value, text)


def _mend_line(line: str, language: str) -> str:
    mark, text = _without_mark(line)
    return mark + mend(text, language)


def _without_mark(line: str) -> tuple[str, str]:
    """What makes a line a heading, an interpretation or a point of a list, and the rest of it."""
    found = re.match(r"#+ |> |- ", line)
    return (found[0], line[found.end() :]) if found else ("", line)


def language_of(path: Path) -> str:
    """The language that the name of a file says: `words.fr.json`, `any.en.md`, `fr.json`."""
    found = _FILE.fullmatch(path.name)
    if found is None:
        raise ValueError(f"{path} does not say its language: name it like words.fr.json or clauses.en.md")
    return found[1]


def text_files(folder: Path) -> Iterator[Path]:
    """Every catalogue and every page of clauses below a folder; what was built or installed there is nobody's to mend."""
    for path in sorted(folder.rglob("*.*")):
        if _FILE.fullmatch(path.name) and not {"pages", "node_modules"} & set(path.relative_to(folder).parts[:-1]):
            yield path


def texts_in(path: Path) -> Iterator[tuple[str, str]]:
    """What people read of a file: the key of every text, or the number of its line, and the text."""
    if path.suffix == ".md":
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            if line:
                yield str(number), _without_mark(line)[1]
        return
    for key, value in json.loads(path.read_text("utf-8")).items():
        for text in [value] if isinstance(value, str) else value.values():
            yield key, text


def main(arguments: list[str] | None = None) -> int:
    """Say which texts are not as they are printed, or mend them."""
    parser = argparse.ArgumentParser(prog="python -m ludotheque.texts.typography", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="mend the files instead of naming their faults")
    told = parser.parse_args(arguments)
    wrong = 0
    for folder in told.folders:
        if not folder.is_dir():
            parser.error(f"{folder} is not a folder")
        for path in text_files(folder):
            text = path.read_text("utf-8")
            mended = mend_file(text, path)
            if mended == text:
                continue
            wrong += 1
            if told.write:
                path.write_text(mended, encoding="utf-8")
                print(f"{path}: mended")
                continue
            for number, (old, new) in enumerate(zip(text.split("\n"), mended.split("\n"), strict=True), 1):
                if old != new:
                    print(f"{path}:{number}: {old.strip()!r} is printed {new.strip()!r}")
    return 1 if wrong and not told.write else 0


if __name__ == "__main__":
    sys.exit(main())
