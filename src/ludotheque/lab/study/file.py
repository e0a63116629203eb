"""A study on disk: a line that says what is played, then one line for each finished chunk, in the order of the work.

Lines are only ever added. A study that was stopped anywhere, even in the middle of a line, goes on where it was, and is in the
end byte for byte what it would have been.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

import ludotheque
from ludotheque.bots import kernels as of_bots
from ludotheque.games import game as find_game
from ludotheque.lab.study.plan import Plan, Work
from ludotheque.lab.study.sums import Sums, Total
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
    """Its number among the chunks of the cell."""
    sums: Sums


class WrongFile(ValueError):
    """A file that cannot be gone on with; the text says why and what to do."""


def header_of(plan: Plan) -> Header:
    """The first line of a study by this code."""
    return Header(plan, version=ludotheque.__version__, sources=_digest(plan))


def _digest(plan: Plan) -> str:
    """The same wherever the sources lie, so that two machines can tell whether they have the same ones."""
    here, bots = Path(__file__).parent, Path(str(of_bots.__file__)).parent
    tables = [table for cell in plan.cells for table in cell.tables]
    files = [*_in_order(Path(kernel.__file__).parent), *_in_order(here.parent / "kernels")]
    files += [here / "chunks.py", here / "entrants.py", here / "sums.py", here.parent / "bouts.py"]
    if any(not table.compiled for table in tables):
        files += [*_in_order(bots.parent), *_in_order(bots)]
    for slug in sorted({table.game for table in tables}):
        files += _in_order(find_game(slug).folder, "**/*.py")
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _in_order(folder: Path, pattern: str = "*.py") -> list[Path]:
    return sorted(folder.glob(pattern), key=lambda path: path.relative_to(folder).as_posix())


class Totals:
    """What a study has come to so far, cell by cell."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.cells = [Total() for _ in plan.cells]

    @property
    def deals(self) -> list[int]:
        """Deals of every cell."""
        return [total.deals for total in self.cells]

    def add(self, chunk: Chunk) -> None:
        """Add a chunk."""
        self.cells[chunk.cell].add(chunk.sums)


class StudyFile:
    """A study that is kept in a file, or, without one, not kept. Its chunks are added up and let go."""

    def __init__(self, plan: Plan, path: Path | None = None) -> None:
        self.path = path
        self.header = header_of(plan)
        self.totals = Totals(plan)
        self.chunks = 0
        """How many there are."""
        self._out: BinaryIO | None = None
        if path is not None:
            self._open(path)

    @property
    def plan(self) -> Plan:
        """What is played."""
        return self.header.plan

    def _open(self, path: Path) -> None:
        new = not path.exists()
        self._out = path.open("w+b" if new else "r+b")
        try:
            whole = self._read(path, self._out)
        except WrongFile:
            self._out.close()
            raise
        self._out.truncate(whole)
        self._out.seek(whole)
        if whole == 0:
            self._write(self.header)

    def _read(self, path: Path, lines: BinaryIO) -> int:
        """Add up what there is, and answer how many bytes of it are whole: a last line may have been cut short."""
        first, whole = msgspec.json.encode(self.header) + b"\n", 0
        for number, line in enumerate(lines, start=1):
            if number == 1 and line != first and not (first.startswith(line) and not line.endswith(b"\n")):
                raise WrongFile(_why_not(path, line, self.header))
            if not line.endswith(b"\n"):
                break
            if number > 1:
                self._take(_chunk(path, number, line), f"{path}:{number}")
            whole += len(line)
        return whole

    def _take(self, chunk: Chunk, where: str) -> None:
        if not 0 <= chunk.cell < len(self.totals.cells):
            raise WrongFile(f"{where}: there is no cell {chunk.cell}")
        expected = self.totals.cells[chunk.cell].chunks
        if chunk.chunk != expected:
            raise WrongFile(f"{where}: chunk {chunk.chunk} of cell {chunk.cell} where its chunk {expected} should be")
        self.chunks += 1
        self.totals.add(chunk)

    def left(self, wanted: Sequence[int]) -> Iterator[Work]:
        """The chunks that are still to be played until each cell has so many deals."""
        return self.plan.work(self.totals.deals, wanted)

    def add(self, chunk: Chunk) -> None:
        """Add the next chunk."""
        self.chunks += 1
        self.totals.add(chunk)
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


def _chunk(path: Path, number: int, line: bytes) -> Chunk:
    try:
        return msgspec.json.decode(line, type=Chunk)
    except msgspec.DecodeError as error:
        raise WrongFile(f"{path}:{number} is not a chunk of a study: {error}") from None


def _why_not(path: Path, line: bytes, wanted: Header) -> str:
    try:
        found = msgspec.json.decode(line, type=Header)
    except msgspec.DecodeError as error:
        return f"{path} is not a study ({error}); choose another name"
    if found.format != FORMAT:
        return f"{path}: format {found.format!r}; this version reads {FORMAT}"
    if found.plan != wanted.plan:
        return f"{path} holds another study (other variants, bots or seed): ask for the same, or choose another file"
    return (
        f"{path} was made with other rules or bots ({found.version}, {found.sources}) than these "
        f"({wanted.version}, {wanted.sources}); the two must not be added up: choose another file"
    )
