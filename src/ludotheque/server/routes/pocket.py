"""The pocket house beside the pages: its files as they are, under a path of their own, for whoever takes the house along."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from ludotheque.server.guard import CSP
from ludotheque.server.http import AnyRequest, accepted, hall_of

PLACE = "/pocket/"
POLICY = CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""As on any page, and Python may be compiled: it is WebAssembly."""
PACKED = (".png", ".woff2", ".lzma")
"""What is compressed as it is."""


@get(["/pocket", "/pocket/{path:path}"], include_in_schema=False)
async def pocket(request: AnyRequest, path: FromPath[str] = "/") -> Response[bytes] | Redirect:
    """A file of the folder; the folder itself is its page."""
    folder = hall_of(request).config.pocket
    assert folder is not None
    if request.scope["raw_path"] == PLACE.rstrip("/").encode():
        return Redirect(PLACE)
    file = _file(folder, path.strip("/") or "index.html")
    told = file.stat()
    mark = f'"{told.st_mtime_ns:x}-{told.st_size:x}"'
    headers = {"cache-control": "no-cache", "etag": mark, "content-security-policy": POLICY, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == mark:
        return Response(b"", status_code=304, headers=headers)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if "gzip" in accepted(request) and file.suffix not in PACKED:
        headers["content-encoding"] = "gzip"
        body = await asyncio.to_thread(_squeezed, file, told.st_mtime_ns)
    else:
        body = await asyncio.to_thread(file.read_bytes)
    return Response(body, media_type=kind, headers=headers)


def _file(folder: Path, wanted: str) -> Path:
    """The file of that name, within the folder."""
    try:
        file = (folder / wanted).resolve()
        if file.is_relative_to(folder.resolve()) and file.is_file():
            return file
    except (OSError, ValueError):
        pass
    raise NotFoundException


@lru_cache(maxsize=512)
def _squeezed(file: Path, changed: int) -> bytes:
    """Compressed once for everybody: a house that is taken along keeps some megabytes of it."""
    return gzip.compress(file.read_bytes(), 6, mtime=0)
