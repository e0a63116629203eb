"""A study on disk: a line that says what is played, then one line for each finished chunk, in the order of the work.

Lines are only ever added. A study that was stopped anywhere, even in the middle of a line, goes on where it was, and is in the
end byte for byte what it would have been.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec

import ludotheque
from ludotheque.bots import kernels as of_bots
from ludotheque.games import game as find_game
from ludotheque.lab.study.plan import Plan
from ludotheque.lab.study.sums import Sums
from ludotheque.rules import kernel

FORMAT = "ludotheque.study/1"


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    plan: Plan
    format: str = FORMAT
    version: str = ""
    sources: str = ""
    """A digest of the code that the results follow from: rules, engine, and, where bots play, the bots."""


class Chunk(msgspec.Struct, frozen=True):
    """Every other line."""

    cell: int
    chunk: int
    sums: Sums


class WrongFile(ValueError):
    """A file that cannot be gone on with; the text says why and what to do."""


def header_of(plan: Plan) -> Header:
    """The first line of a study by this code."""
    return Header(plan, version=ludotheque.__version__, sources=_digest(plan))


def _digest(plan: Plan) -> str:
    folders = {Path(kernel.__file__).parent, Path(__file__).parent.parent / "kernels"}
    tables = [table for cell in plan.cells for table in cell.tables]
    games = {find_game(table.game).folder for table in tables}
    if any(not table.compiled for table in tables):
        folders |= {Path(str(of_bots.__file__)).parent, Path(str(of_bots.__file__)).parent.parent}
    files = [path for folder in folders for path in folder.glob("*.py")]
    files += [path for folder in games for path in folder.rglob("*.py")]
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda path: path.as_posix().rpartition("ludotheque/")[2]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class StudyFile:
    """A study that is kept in a file, or, without one, in memory only."""

    def __init__(self, plan: Plan, path: Path | None = None) -> None:
        self.path = path
        self.header = header_of(plan)
        self.chunks: list[Chunk] = []
        self._out: BinaryIO | None = None
        if path is not None:
            self._open(path)

    @property
    def plan(self) -> Plan:
        """What is played."""
        return self.header.plan

    def _open(self, path: Path) -> None:
        whole = 0
        if path.exists():
            header, self.chunks, whole = read_study(path)
            if header is not None and header != self.header:
                raise WrongFile(_why_not(path, header, self.header))
        self._out = path.open("r+b" if path.exists() else "wb")
        self._out.truncate(whole)
        self._out.seek(whole)
        if whole == 0:
            self._write(self.header)

    def add(self, chunk: Chunk) -> None:
        """Add the next chunk."""
        self.chunks.append(chunk)
        if self._out is not None:
            self._write(chunk)

    def _write(self, line: Header | Chunk) -> None:
        assert self._out is not None
        self._out.write(msgspec.json.encode(line) + b"\n")
        self._out.flush()

    def __enter__(self) -> StudyFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Everything is on disk."""
        if self._out is not None:
            os.fsync(self._out.fileno())
            self._out.close()
            self._out = None


def read_study(path: Path) -> tuple[Header | None, list[Chunk], int]:
    """The first line of a study, its chunks, and how many bytes are whole; a last line that was cut short is left out."""
    content = path.read_bytes()
    lines = content.split(b"\n")[:-1]
    if not lines:
        if content and not msgspec.json.encode(Header(Plan(())))[:8].startswith(content[:8]):
            raise WrongFile(f"{path} is not a study; choose another name")
        return None, [], 0
    try:
        header = msgspec.json.decode(lines[0], type=Header)
        chunks = [msgspec.json.decode(line, type=Chunk) for line in lines[1:]]
    except msgspec.DecodeError as error:
        raise WrongFile(f"{path} is not a study: {error}") from None
    if header.format != FORMAT:
        raise WrongFile(f"{path}: format {header.format!r}; this version reads {FORMAT}")
    _check_order(path, header.plan, chunks)
    return header, chunks, sum(len(line) + 1 for line in lines)


def _check_order(path: Path, plan: Plan, chunks: Iterable[Chunk]) -> None:
    listed = list(chunks)
    for number, (expected, chunk) in enumerate(zip(islice(plan.work(), len(listed)), listed, strict=True), start=2):
        if (chunk.cell, chunk.chunk) != expected:
            raise WrongFile(f"{path}:{number}: chunk {chunk.chunk} of cell {chunk.cell} where {expected[::-1]} should be")


def _why_not(path: Path, found: Header, wanted: Header) -> str:
    if found.plan != wanted.plan:
        return f"{path} holds another study (other variants, bots or seed): ask for the same, or choose another file"
    return (
        f"{path} was made with other rules or bots ({found.version}, {found.sources}) than these "
        f"({wanted.version}, {wanted.sources}); the two must not be added up: choose another file"
    )
