"""Python for a page: the files of Pyodide that it needs, msgspec beside it, and which versions go together.

Pyodide comes with the tools of the pages (`web/package.json`), msgspec for its platform from the package index; both are
pinned, and a wheel with another hash is refused. docs/pocket.md says where every byte comes from.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from ludotheque.packing.library import Library, stored
from ludotheque.rules.kernel import cache_home

PYODIDE = "314.0.7"
PLATFORM = "pyemscripten_2026_0_wasm32"
MSGSPEC = "msgspec==0.22.0 --hash=sha256:a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
WHEEL = f"msgspec-0.22.0-cp314-cp314-{PLATFORM}.whl"
STDLIB = "python_stdlib.zip"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB)
LOCK = "pyodide-lock.json"


class Missing(Exception):
    """Something that a pocket house is made of is not there; the message says what to do."""


def msgspec_archive() -> bytes:
    """Msgspec for Pyodide, as an archive to unpack; fetched once and kept."""
    kept = cache_home() / "pocket" / "wheels"
    wheel = kept / WHEEL
    if not wheel.exists():
        _fetch(kept)
    with zipfile.ZipFile(wheel) as given:
        return stored((name, given.read(name)) for name in sorted(given.namelist()) if not name.endswith(".pyi"))


def _fetch(into: Path) -> None:
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as wanted:
        wanted.write(MSGSPEC)
        wanted.flush()
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += ["--only-binary=:all:", "--platform", PLATFORM, "--python-version", "3.14", "--implementation", "cp"]
        done = subprocess.run([*command, "--require-hashes", "--dest", str(into), "--requirement", wanted.name])
    if done.returncode or not (into / WHEEL).exists():
        raise Missing(f"msgspec for {PLATFORM} could not be fetched; without a network, put {WHEEL} into {into}")


def pyodide_files(folder: Path, sources: Iterable[bytes]) -> dict[str, bytes]:
    """What a page needs of Pyodide for the sources in these archives; `folder` is where npm has put it."""
    package = folder / "package.json"
    if not package.exists():
        raise Missing(f"there is no Pyodide in {folder}: run `npm ci` in web/")
    found = json.loads(package.read_bytes())["version"]
    if found != PYODIDE:
        raise Missing(f"Pyodide {found} lies in {folder}, and {PYODIDE} is needed: run `npm ci` in web/")
    files = {name: (folder / name).read_bytes() for name in FILES}
    lock = json.loads((folder / LOCK).read_bytes())
    files[LOCK] = json.dumps({**lock, "packages": {}}).encode()  # nothing is ever loaded by name
    files[STDLIB] = Library(files[STDLIB]).slim(sources)
    return files


if __name__ == "__main__":  # `make parts`: before tests, which ask no network for anything
    msgspec_archive()
