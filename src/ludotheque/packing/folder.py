"""The folder of a pocket house: pages, Python, the package and the kernels, for any web server and at any address."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludotheque.games import HOUSE
from ludotheque.packing import guests, kernels, runtime, source
from ludotheque.packing.packed import SUFFIX, packed
from ludotheque.packing.runtime import Missing
from ludotheque.server.taking import MARK, is_pocket, kept_files

PAGES = Path(__file__).parent / "pages"
"""The pages as `npm run build:pocket` makes them."""
KEEPER = Path(__file__).parent / "keeper.js"
FAMILY = "ludotheque-pocket-"
NAME = "Ludothèque de poche"
"""What it is called among the programs of a device, beside the house that it was taken from."""
NOTICES = Path(__file__).parent / "notices.txt"
"""Whose work goes along, under which licence; the versions are those of `runtime.py`."""
AS_IT_IS = ("pyodide.mjs", "pyodide.asm.mjs", runtime.LOCK)
"""What browsers themselves want to read; everything else is packed."""


def pack(folder: Path) -> int:
    """Write the folder, which must be new or one that was packed before; how many bytes it holds."""
    if not (PAGES / "index.html").exists():
        raise Missing("the pages for a pocket house are not built: run `make pocket` in a clone of the sources")
    if folder.exists() and any(folder.iterdir()) and not is_pocket(folder):
        raise Missing(f"{folder} is neither empty nor a pocket house: name another folder")
    files = parts()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PAGES, folder)
    beside = folder / "pocket"
    beside.mkdir()
    (folder / MARK).write_text(json.dumps(_lay(files, beside)))
    shutil.copy(NOTICES, folder / "licences" / "pocket.txt")
    _name_places(folder)
    _keep(folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _lay(files: Mapping[str, bytes], folder: Path) -> dict[str, Any]:
    """Write files into a folder; of those that are packed, what a page needs to know."""
    told = {}
    for name, data in files.items():
        if name in AS_IT_IS:
            (folder / name).write_bytes(data)
        else:
            tight = packed(data)
            (folder / f"{name}{SUFFIX}").write_bytes(tight)
            told[name] = {"packed": len(tight), "size": len(data), "digest": hashlib.sha256(data).hexdigest()[:16]}
    return told


def _name_places(folder: Path) -> None:
    """What is installed of it begins where the folder lies, wherever that is."""
    manifest = folder / "manifest.webmanifest"
    told = json.loads(manifest.read_text("utf-8"))
    told |= {"name": NAME, "short_name": NAME, "start_url": "./", "scope": "./", "id": "./"}
    for icon in told["icons"]:
        icon["src"] = f".{icon['src']}"
    manifest.write_text(json.dumps(told, ensure_ascii=False), "utf-8")


def _keep(folder: Path) -> None:
    """Beside it, what keeps all of it on the device; named after its content, so that another house is another one."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in kept_files(folder)}
    digest = hashlib.sha256()
    for name, data in files.items():
        digest.update(name.encode() + data)
    text = KEEPER.read_text("utf-8").replace("{house}", f"{FAMILY}{digest.hexdigest()[:16]}").replace("{family}", FAMILY)
    sizes = {f"./{name}": len(data) for name, data in files.items()}
    (folder / "sw.js").write_text(text.replace("{files}", json.dumps(sizes)), "utf-8")


def parts(boxes: Sequence[str] = HOUSE) -> dict[str, bytes]:
    """Everything but the pages, by name; kernels for these boxes."""
    runtime.check_compilers()
    made = kernels.built(boxes)
    archives = {"ludotheque.house.zip": source.archive(), "guests.house.zip": guests.archive()}
    return {
        **runtime.pyodide_files(runtime.pyodide(), archives.values()),
        **archives,
        "msgspec.house.zip": runtime.msgspec_archive(),
        kernels.LIBRARY: (made / kernels.LIBRARY).read_bytes(),
        kernels.INDEX: (made / kernels.INDEX).read_bytes(),
        kernels.PACE: (made / kernels.PACE).read_bytes(),
    }
