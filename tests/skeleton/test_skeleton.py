"""The game that `new-game` copies passes its own tests where it stands."""

from __future__ import annotations

from ludotheque.skeleton.tests.test_game import *  # noqa: F403
from ludotheque.skeleton.tests.test_rules import *  # noqa: F403
