"""Kernels for WebAssembly: what bots call is compiled by Numba as ever, and its code made for a page instead of this machine.

Every box is played a little, as natively as anywhere; then whatever kernels Python has called are known, and for which arguments.
Their code goes through LLVM once more, for another machine, and through Debian's `wasm-ld`. It is done in a process of
its own (`python -m ludotheque.packing.kernels FOLDER BOX…`), in which Numba was told to think of no particular processor.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

import ludotheque
from ludotheque.games import HOUSE
from ludotheque.pocket.carrier import Form, Index
from ludotheque.rules.kernel import cache_home

LIBRARY, INDEX, PACE = "kernels.so", "kernels.json", "kernels.pace.json"
PLAIN = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
"""Code for no particular processor: what is made for this one's vectors cannot be made for another."""
LINKERS = ("wasm-ld", "wasm-ld-19")
OURS = ("packing/kernels.py", "packing/playing.py", "packing/wasm.py", "pocket/carrier.py", "pocket/pace.py")
"""What a library is made with, besides the compiler."""


class NoLinker(Exception):
    """There is no `wasm-ld` on this machine."""


def linker() -> str:
    """Where `wasm-ld` is."""
    for name in LINKERS:
        if (found := shutil.which(name)) is not None:
            return found
    raise NoLinker(
        "wasm-ld is missing: Debian has it in the package lld (apt-get install lld-19, or lld where that is 19 or newer)"
    )


def built(boxes: Sequence[str] = HOUSE) -> Path:
    """The folder that holds library and index for these boxes: from the cache, or made now (a minute or two for all)."""
    made = cache_home() / "pocket" / _digest(boxes)
    if not (made / INDEX).exists():
        linker()
        made.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=made.parent) as scratch:
            environment = {**os.environ, **PLAIN, "XDG_CACHE_HOME": f"{scratch}/cache"}
            out = Path(scratch) / "out"
            out.mkdir()
            command = [sys.executable, "-m", __spec__.name, str(out), *boxes]
            subprocess.run(command, env=environment, check=True)
            shutil.rmtree(made, ignore_errors=True)
            out.rename(made)
    return made


def _digest(boxes: Sequence[str]) -> str:
    """Everything that the code is made of: sources, and those who compile them."""
    made_by = f"{version('numba')} {version('llvmlite')} {sys.version_info[:2]} {sorted(boxes)}"
    digest = hashlib.sha256(made_by.encode())
    package = Path(str(ludotheque.__file__)).parent
    played = (path for folder in ("rules", "bots", "games") for path in sorted((package / folder).rglob("*.py")))
    for source in (*played, *(package / name for name in OURS)):
        digest.update(str(source.relative_to(package)).encode() + source.read_bytes())
    return digest.hexdigest()[:20]


# Inside the process --------------------------------------------------------------------------------------------------


def called() -> Iterator[tuple[str, str, Any]]:
    """Every kernel that Python has called, with the twin that it belongs to and its name; once for each kind of arguments."""
    for twin, module in sorted(sys.modules.items()):
        if "@compiled" in twin:
            for name, function in sorted(vars(module).items()):
                if getattr(function, "__module__", None) == twin and not isinstance(function, ModuleType):
                    for compiled in getattr(function, "overloads", {}).values():
                        yield twin, name, compiled


def write(folder: Path) -> None:
    """Make library and index of all that was called."""
    from ludotheque.packing.wasm import Translation

    translation, index = Translation(), Index()
    for twin, name, compiled in called():
        forms = index.setdefault(twin, {}).setdefault(name, [])
        form = translation.form(compiled, f"kernel_{name}_")
        if form.kinds not in [other.kinds for other in forms]:
            forms.append(Form(translation.add(compiled, form.symbol), form.kinds, form.returns))
    translation.link(linker(), folder / LIBRARY)
    (folder / INDEX).write_bytes(msgspec.json.encode(index))


def main() -> None:
    """Play, note what was called, and make it anew for a page."""
    from ludotheque.packing.playing import play_everything
    from ludotheque.pocket.pace import seconds
    from ludotheque.rules import pipeline

    pipeline.whole_into_callers = False  # browsers make slow code of very long functions, and long code is much to fetch
    folder, *boxes = sys.argv[1:]
    play_everything(boxes)
    paces = {slug: seconds(slug, time.process_time) for slug in boxes}
    (Path(folder) / PACE).write_bytes(msgspec.json.encode(paces))
    write(Path(folder))


if __name__ == "__main__":
    main()
