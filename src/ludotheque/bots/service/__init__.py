"""Thinking as a service: bots, hints and reviews in worker processes, so that a server never waits and never imports Numba.

`ThinkingService` is what a server has of it. Inside: `jobs` (who is next), `process` (a worker as the server sees it),
`worker` (what runs in it), `messages` (what they say to each other), `warming` (compiling a box beside the workers), `rest`
(when workers are let go).
"""

from ludotheque.bots.service.jobs import Busy
from ludotheque.bots.service.service import ThinkingService

__all__ = ["Busy", "ThinkingService"]
