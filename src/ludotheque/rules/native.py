"""The carrier of an ordinary machine: Numba makes machine code, NumPy arrays. Imported only when something is compiled."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numba import config

from ludotheque.rules import kernel
from ludotheque.rules.pipeline import compile_when_called
from ludotheque.rules.state import BaseState, fields

KINDS = {int: np.int64, float: np.float64, bool: np.bool_}


class Native:
    """A `Carrier`. Machine code is kept in the user's cache, solved tables where they are asked to be."""

    lasting = True

    @contextmanager
    def compiling(self, label: str, *modules: str) -> Iterator[None]:
        """Machine code is kept by everything that it is made of."""
        settings: Any = config
        before, settings.CACHE_DIR = settings.CACHE_DIR, str(kernel.cache_directory(label, *modules))
        try:
            yield
        finally:
            settings.CACHE_DIR = before

    def compile(self, function: Any) -> Any:
        """A kernel that is compiled when Python calls it."""
        return compile_when_called(function)

    def room(self, kind: type[int | float | bool], shape: tuple[int, ...]) -> Any:
        """A NumPy array."""
        return np.zeros(shape, KINDS[kind])

    def states(self, layout: type[BaseState], count: int) -> Any:
        """An array of NumPy records."""
        return np.zeros(count, record_type(layout))

    def keep(self, path: Path, array: Any) -> None:
        """Write a file; who reads it in this moment has the old one or the new one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}.part.npy")
        np.save(part, array)
        part.replace(_file(path))

    def kept(self, path: Path) -> Any | None:
        """The file, of which only what is looked at is read."""
        return np.asarray(np.load(_file(path), mmap_mode="r")) if _file(path).exists() else None


def _file(path: Path) -> Path:
    return path.with_name(f"{path.name}.npy")


def record_type(layout: type[BaseState]) -> np.dtype[Any]:
    """The NumPy layout of a state's fields."""
    return np.dtype([(name, np.int64, (length,)) if length else (name, np.int64) for name, length in fields(layout).items()])
