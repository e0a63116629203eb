"""Python for a page: the files of Pyodide that it needs, msgspec beside it, and which versions go together.

Pyodide comes with the tools of the pages (`web/package.json`), msgspec for its platform from the package index; both are
pinned, and a wheel with another hash is refused. docs/dependencies.md says where every byte comes from.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from ludotheque.rules.kernel import cache_home

PYODIDE = "314.0.7"
PLATFORM = "pyemscripten_2026_0_wasm32"
MSGSPEC = "msgspec==0.22.0 --hash=sha256:a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"


class Missing(Exception):
    """Something that a pocket house is made of is not there; the message says what to do."""


def msgspec_archive() -> bytes:
    """Msgspec for Pyodide, as an archive to unpack; fetched once and kept."""
    kept = cache_home() / "pocket" / "wheels"
    [wheel] = list(kept.glob("msgspec-*.whl")) or [_fetch(kept)]
    return wheel.read_bytes()


def _fetch(into: Path) -> Path:
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as wanted:
        wanted.write(MSGSPEC)
        wanted.flush()
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += ["--only-binary=:all:", "--platform", PLATFORM, "--python-version", "3.14", "--implementation", "cp"]
        done = subprocess.run([*command, "--require-hashes", "--dest", str(into), "--requirement", wanted.name])
    if done.returncode:
        raise Missing(f"msgspec for {PLATFORM} could not be fetched; without a network, put its wheel into {into}")
    return next(into.glob("msgspec-*.whl"))


def pyodide_files(folder: Path) -> dict[str, bytes]:
    """What a page needs of Pyodide; `folder` is where npm has put it."""
    package = folder / "package.json"
    if not package.exists():
        raise Missing(f"there is no Pyodide in {folder}: run `npm ci` in web/")
    found = json.loads(package.read_bytes())["version"]
    if found != PYODIDE:
        raise Missing(f"Pyodide {found} lies in {folder}, and {PYODIDE} is needed: run `npm ci` in web/")
    files = {name: (folder / name).read_bytes() for name in FILES}
    lock = json.loads((folder / LOCK).read_bytes())
    files[LOCK] = json.dumps({**lock, "packages": {}}).encode()  # nothing is ever loaded by name
    files["python_stdlib.zip"] = stored(files["python_stdlib.zip"])
    return files


def stored(archive: bytes) -> bytes:
    """The same archive without compression: whoever hands it out compresses it better, and it is read faster."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as given, zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as out:
        for name in sorted(given.namelist()):
            out.writestr(zipfile.ZipInfo(name), given.read(name))
    return written.getvalue()


if __name__ == "__main__":  # `make parts`: before tests, which ask no network for anything
    msgspec_archive()
