"""Python for a page: the files of Pyodide that it needs, msgspec beside it, and which versions go together.

Pyodide comes with the tools of the pages (`web/package.json`), msgspec for its platform from the package index; both are
pinned, and a wheel with another hash is refused. docs/pocket.md says where every byte comes from.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ludotheque.packing.library import Library, stored
from ludotheque.rules.kernel import cache_home

PYODIDE = "314.0.7"
PYODIDE_HASH = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
COMPILERS = {"numba": "0.68.1", "llvmlite": "0.50.0"}
"""Kernels are proven with these (`tests/pocket`); the LLVM in llvmlite is 22, and the linker has to be 19 or newer."""
CLONE = Path(__file__).parents[3] / "web" / "node_modules" / "pyodide"
"""Where npm has put Pyodide in a clone of the sources."""
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


def pyodide() -> Path:
    """The folder with Pyodide: of a clone, or fetched by npm once and kept."""
    kept = cache_home() / "pocket" / f"pyodide-{PYODIDE}"
    if CLONE.exists() or (kept / "package.json").exists():
        return CLONE if CLONE.exists() else kept
    if shutil.which("npm") is None:
        raise Missing("Pyodide comes from npm, which is not installed (Debian: apt-get install npm)")
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
        command = ["npm", "pack", "--silent", "--pack-destination", scratch, f"pyodide@{PYODIDE}"]
        done = subprocess.run(command, stdout=subprocess.DEVNULL)
        archive = next(Path(scratch).glob("*.tgz"), None)
        if done.returncode or archive is None:
            raise Missing(f"npm could not fetch pyodide {PYODIDE}; without a network, unpack that package into {kept}")
        digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if f"sha512-{digest}" != PYODIDE_HASH:
            raise Missing(f"what npm fetched is not pyodide {PYODIDE} as we know it: its hash is sha512-{digest}")
        with tarfile.open(archive) as packed:
            packed.extractall(scratch, filter="data")
        (Path(scratch) / "package").rename(kept)
    return kept


def pyodide_files(folder: Path, sources: Iterable[bytes]) -> dict[str, bytes]:
    """What a page needs of Pyodide for the sources in these archives; `folder` is where it lies."""
    package = folder / "package.json"
    found = json.loads(package.read_bytes())["version"]
    if found != PYODIDE:
        raise Missing(f"Pyodide {found} lies in {folder}, and {PYODIDE} is needed: run `npm ci` in web/")
    files = {name: (folder / name).read_bytes() for name in FILES}
    lock = json.loads((folder / LOCK).read_bytes())
    files[LOCK] = json.dumps({**lock, "packages": {}}).encode()  # nothing is ever loaded by name
    files[STDLIB] = Library(files[STDLIB]).slim(sources)
    return files


def check_compilers() -> None:
    """Nothing is made with compilers that it was not proven with."""
    for name, wanted in COMPILERS.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            raise Missing(f"{name} is not installed: pip install {name}=={wanted}") from None
        if found != wanted:
            raise Missing(f"{name} {found} is installed, and a pocket house is made with {wanted}: pip install {name}=={wanted}")


if __name__ == "__main__":  # `make parts`: before tests, which ask no network for anything
    msgspec_archive()
