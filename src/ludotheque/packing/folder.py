"""The folder of a pocket house: pages, Python, the package and the kernels, for any web server and at any address."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from ludotheque.packing import kernels, runtime, source
from ludotheque.packing.runtime import Missing

PAGES = Path(__file__).parent / "pages"
"""The pages as `npm run build:pocket` makes them."""
KEEPER = Path(__file__).parent / "keeper.js"
FAMILY = "ludotheque-pocket-"
NOTICES = Path(__file__).parent / "notices.txt"
"""Whose work goes along, under which licence; the versions are those of `runtime.py`."""
PYODIDE = Path(__file__).parents[3] / "web" / "node_modules" / "pyodide"
FETCHED = ("ludotheque.house.zip", "msgspec.house.zip", kernels.LIBRARY, kernels.INDEX)
"""What a page's Python fetches before it begins, besides itself."""


def pack(folder: Path) -> int:
    """Write the folder, which must be new or one that was packed before; how many bytes it holds."""
    if not (PAGES / "index.html").exists():
        raise Missing("the pages for a pocket house are not built: run `make pocket`, or `npm run build:pocket` in web/")
    if folder.exists() and any(folder.iterdir()) and not (folder / "pocket" / "files.json").exists():
        raise Missing(f"{folder} is neither empty nor a pocket house: name another folder")
    files = parts(PYODIDE)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(PAGES, folder)
    beside = folder / "pocket"
    beside.mkdir()
    for name, data in files.items():
        (beside / name).write_bytes(data)
    (beside / "files.json").write_text(json.dumps({name: len(files[name]) for name in FETCHED}))
    shutil.copy(NOTICES, folder / "licences" / "pocket.txt")
    _name_places(folder)
    _keep(folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _name_places(folder: Path) -> None:
    """What is installed of it begins where the folder lies, wherever that is."""
    manifest = folder / "manifest.webmanifest"
    told = json.loads(manifest.read_text("utf-8"))
    told |= {"start_url": "./", "scope": "./", "id": "./"}
    for icon in told["icons"]:
        icon["src"] = f".{icon['src']}"
    manifest.write_text(json.dumps(told, ensure_ascii=False), "utf-8")


def _keep(folder: Path) -> None:
    """Beside it, what keeps all of it on the device; named after its content, so that another house is another one."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in ("sw.js", "manifest.json"))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    text = KEEPER.read_text("utf-8").replace("{house}", f"{FAMILY}{digest.hexdigest()[:16]}").replace("{family}", FAMILY)
    names = [f"./{path.relative_to(folder).as_posix()}" for path in files]
    (folder / "sw.js").write_text(text.replace("{files}", json.dumps(names)), "utf-8")


def parts(pyodide: Path) -> dict[str, bytes]:
    """Everything but the pages, by name."""
    made = kernels.built()
    return {
        **runtime.pyodide_files(pyodide),
        "ludotheque.house.zip": source.archive(),
        "msgspec.house.zip": runtime.msgspec_archive(),
        kernels.LIBRARY: (made / kernels.LIBRARY).read_bytes(),
        kernels.INDEX: (made / kernels.INDEX).read_bytes(),
    }
