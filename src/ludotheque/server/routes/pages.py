"""The pages: the build of `web/`, served from this package. Every address that is not a file is the one page's business."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ludotheque.server.http import AnyRequest, accepted
from ludotheque.server.routes import squeeze

FOLDER = Path(__file__).parents[1] / "pages"
FOREVER = "public, max-age=31536000, immutable"

# In both languages at once, and not in the catalogues: it is read by whoever built the house, before there is a page that knows
# a language or shows words.
MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ludothèque</title>
<h1>Ludothèque</h1>
<p>The house is open, but its pages have not been built: run <code>make build</code> (or <code>npm ci</code> and
<code>npm run build</code> in <code>web/</code>) and start again.</p>
<p lang="fr">La maison est ouverte, mais ses pages ne sont pas construites : lancez <code>make build</code> puis recommencez.</p>
<p><a href="/api/house">/api/house</a></p></html>
"""


def _file(wanted: str) -> Path | None:
    """The file of that name; no file has a name that the system cannot even look for."""
    try:
        file = (FOLDER / wanted).resolve()
        return file if wanted and file.is_relative_to(FOLDER.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(request: AnyRequest, path: FromPath[str] = "/") -> Response[bytes]:
    """A file of the build, or the page itself."""
    wanted = path.strip("/")
    if wanted.startswith("api/"):
        raise NotFoundException
    file = _file(wanted)
    if file is not None:
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        lasting = FOREVER if wanted.startswith("assets/") else "no-cache"
        return squeeze.answer(accepted(request), file.read_bytes(), kind, lasting)
    index = FOLDER / "index.html"
    if Path(wanted).suffix and index.exists():
        raise NotFoundException
    body = index.read_bytes() if index.exists() else MISSING.encode()
    return squeeze.answer(accepted(request), body, MediaType.HTML)
