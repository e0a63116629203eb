"""Compressed answers for what never changes while a server runs: files of the pages, words, rules.

Nothing that is about a guest or a table passes through here, so its length tells nobody anything.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from litestar import MediaType, Response

WORTH_IT = 600
"""Bytes below which compressing gains nothing."""
KINDS = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")


def answer(accepted: str, body: bytes, kind: str = MediaType.JSON, cache: str = "no-cache") -> Response[bytes]:
    """A body as a browser that accepts these encodings likes it best."""
    headers = {"cache-control": cache}
    if len(body) >= WORTH_IT and kind.startswith(KINDS):
        headers["vary"] = "accept-encoding"
        if "gzip" in accepted:
            body, headers["content-encoding"] = squeezed(body), "gzip"
    return Response(body, media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def squeezed(body: bytes) -> bytes:
    """Compressed once, however often it is asked for."""
    return gzip.compress(body, 9, mtime=0)
