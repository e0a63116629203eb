"""Power cuts: what a disk may hold when the lights go out, from what a server has really asked the kernel to do.

A server runs under `strace`, which notes every write, truncation, deletion and flush of its store and everything it says on its
sockets, in one order. A disk promises only what was flushed: of all that came later each write, and each sector of it, may
have arrived or not, in any order. So one evening yields as many cuts as one wants to look at.
"""

from __future__ import annotations

import random
import re
import shutil
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.server.processes import START, ServerProcess

SECTOR = 512
CALLS = "openat,write,writev,sendto,sendmsg,pwrite64,ftruncate,unlink,unlinkat,rename,fsync,fdatasync"
_LINE = re.compile(r"(\d+) +(\w+)\((.*)")
_RESUMED = re.compile(r"(\d+) +<\.\.\. (\w+) resumed>.* = (-?\d+)")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_FD = re.compile(r"\d+<((?:\\x[0-9a-f]{2}|[^>\\])*)>")
_ACCEPTED = re.compile(rb'\{"type":"accepted","id":"([^"]+)","seq":(\d+)\}')


class TracedServer(ServerProcess):
    """A server whose every word to the kernel is noted; `pragmas` replace those of SQLite, to see what they are good for."""

    pragmas: tuple[str, ...] | None = None

    @property
    def trace(self) -> Path:
        return self.folder.parent / f"{self.folder.name}.trace"

    def command(self) -> list[str]:
        command = super().command()
        if self.pragmas is not None:
            command[command.index(START)] = f"import ludotheque.tables.store.sqlite as s; s.PRAGMAS = {self.pragmas!r}; {START}"
        strace = ["strace", "-D", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "200000", "-e", f"trace={CALLS}", "-e", "signal=none"]
        return [*strace, "-o", str(self.trace), *command]

    def finish(self) -> None:
        """End as an operator would, and wait until everything has been noted."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(120)
        until = time.monotonic() + 120
        while not re.search(rf"^{self.process.pid} +\+\+\+ exited", _tail(self.trace), re.MULTILINE):
            assert time.monotonic() < until, _tail(self.trace)
            time.sleep(0.05)


def _tail(file: Path) -> str:
    with file.open("rb") as opened:
        opened.seek(max(0, file.stat().st_size - 4000))
        return opened.read().decode("latin-1")


# What was noted ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes for a file, which reach the disk when it likes; without bytes, a new length."""

    file: str
    offset: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A file appears in the folder, or vanishes from it."""

    file: str
    appears: bool


@dataclass(frozen=True, slots=True)
class Flush:
    """A file, or the folder (""), is flushed: everything that was asked for before `since` is on the disk now."""

    file: str
    since: int


@dataclass(frozen=True, slots=True)
class Promise:
    """Somebody is told that a move is accepted."""

    command: str
    seq: int


Event = Write | Entry | Flush | Promise


class _Reader:
    """Reads the notes of strace, line by line."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.events: list[Event] = []
        self._flushing: dict[str, Flush] = {}
        self._present: set[str] = set()

    def read(self, line: str) -> None:
        if resumed := _RESUMED.match(line):
            flush = self._flushing.pop(resumed[1], None)
            if flush is not None and resumed[3] == "0":
                self.events.append(flush)
        elif (found := _LINE.match(line)) and not re.search(r" = -1 E\w+", line[-80:]):
            process, call, rest = found.groups()
            if call in ("fsync", "fdatasync"):
                self._flush(process, rest)
            elif call in ("pwrite64", "ftruncate"):
                self._change(call, rest)
            elif call in ("openat", "unlink", "unlinkat"):
                self._entry(call, rest)
            elif call == "rename":  # Python's own bytecode, in a fresh clone; the store renames nothing
                if any(_bytes(text[1]).decode().startswith(self.folder) for text in _STRING.finditer(rest)):
                    raise NotImplementedError(line[:200])
            else:
                said = b"".join(_bytes(text[1]) for text in _STRING.finditer(rest))
                self.events += [Promise(one[1].decode(), int(one[2])) for one in _ACCEPTED.finditer(said)]

    def _name(self, path: str) -> str | None:
        """A file of the store by its name, "" for the folder; what SQLite builds anew after a cut is left out."""
        if path == self.folder:
            return ""
        name = path.removeprefix(f"{self.folder}/")
        kept = name != path and name.startswith("house.sqlite3") and not name.endswith(("-shm", ".lock"))
        return name if kept else None

    def _flush(self, process: str, rest: str) -> None:
        name = self._name(_path(rest))
        if name is not None:
            flush = Flush(name, len(self.events))
            if "<unfinished" in rest:
                self._flushing[process] = flush
            else:
                self.events.append(flush)

    def _change(self, call: str, rest: str) -> None:
        name = self._name(_path(rest))
        if not name:
            return
        if call == "ftruncate":
            self.events.append(Write(name, int(rest.split(", ")[1].split(")")[0].split(" ")[0]), None))
            return
        text = _STRING.search(rest)
        assert text is not None
        assert not text[2], "strace has cut a string short"
        offset = re.match(r", \d+, (\d+)", rest[text.end() :])
        assert offset is not None
        self.events.append(Write(name, int(offset[1]), _bytes(text[1])))

    def _entry(self, call: str, rest: str) -> None:
        text = _STRING.search(rest)
        name = self._name(_bytes(text[1]).decode()) if text else None
        if not name:
            return
        if call != "openat":
            self._present.discard(name)
            self.events.append(Entry(name, False))
        elif "O_CREAT" in rest and name not in self._present:
            self._present.add(name)
            self.events.append(Entry(name, True))


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _path(rest: str) -> str:
    found = _FD.match(rest)
    if found is None:
        return ""
    return _bytes(found[1]).decode() if found[1].startswith("\\x") else found[1]


def read_trace(trace: Path, folder: Path) -> list[Event]:
    """What a server did to the files of its store, and what it promised, in order."""
    reader = _Reader(folder)
    with trace.open(encoding="latin-1") as lines:
        for line in lines:
            reader.read(line)
    return reader.events


# What a disk may hold ------------------------------------------------------------------------------------------------


class Disk:
    """A folder on a disk that keeps only what was flushed, and of the rest whatever it likes."""

    def __init__(self) -> None:
        self._files: dict[str, bytearray] = {}
        self._names: set[str] = set()
        """Those that the folder is certain to list."""
        self._waiting: list[tuple[int, Write | Entry]] = []

    def take(self, number: int, event: Event) -> None:
        """The next thing that happens."""
        if isinstance(event, Flush):
            self._settle(event)
        elif not isinstance(event, Promise):
            self._waiting.append((number, event))

    def _settle(self, flush: Flush) -> None:
        left = []
        for number, event in self._waiting:
            wanted = event.file == flush.file if isinstance(event, Write) else flush.file == ""
            if wanted and number < flush.since:
                _apply(self._files, self._names, event)
            else:
                left.append((number, event))
        self._waiting = left

    def cut(self, chance: random.Random, into: Path) -> None:
        """The lights go out. What was not flushed has arrived, or not, or in part; all of it, none or some."""
        files = {name: bytearray(data) for name, data in self._files.items()}
        names = set(self._names)
        share = chance.choice((0.0, 0.5, 0.9, 1.0))
        for _, event in self._waiting:
            if chance.random() < share:
                _apply(files, names, _torn(event, chance) if chance.random() < 0.3 else event)
        for name in names:
            (into / name).write_bytes(files.get(name, b""))


def _apply(files: dict[str, bytearray], names: set[str], event: Write | Entry) -> None:
    if isinstance(event, Entry):
        if event.appears:
            names.add(event.file)
        else:
            names.discard(event.file)
            files.pop(event.file, None)
        return
    data = files.setdefault(event.file, bytearray())
    if event.data is None:
        del data[event.offset :]
        data.extend(bytes(event.offset - len(data)))
        return
    end = event.offset + len(event.data)
    data.extend(bytes(max(0, end - len(data))))
    data[event.offset : end] = event.data


def _torn(event: Write | Entry, chance: random.Random) -> Write | Entry:
    """Of a write, only the first sectors: the rest is what was there before."""
    if isinstance(event, Entry) or event.data is None or len(event.data) <= SECTOR:
        return event
    return Write(event.file, event.offset, event.data[: SECTOR * chance.randrange(1, -(-len(event.data) // SECTOR))])


def cuts(events: list[Event], count: int, chance: random.Random, folder: Path) -> Iterator[tuple[Path, list[Promise]]]:
    """Cut the power at so many moments: what the disk holds then, and what had been promised."""
    disk, promised = Disk(), []
    moments = sorted(chance.randrange(1, len(events) + 1) for _ in range(count))
    for number, event in enumerate(events):
        while moments and moments[0] == number:
            moments.pop(0)
            into = folder / f"cut-{len(moments)}"
            into.mkdir(parents=True)
            disk.cut(chance, into)
            yield into, promised
            shutil.rmtree(into)
        disk.take(number, event)
        if isinstance(event, Promise):
            promised.append(event)
