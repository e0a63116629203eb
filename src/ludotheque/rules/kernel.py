"""One source, several carriers: the decorator that compiles a rule function when wanted.

Rules are plain functions over `state.field` and `state.field[i]`. Imported in the ordinary way they are ordinary
Python, and `kernel` only marks them. For bots and simulations `compiled` executes the same source file a second time
with the decorator switched, so that the two never share a function object: a compiled function called
through `.py_func` would still call compiled helpers.

What is machine code then, and what arrays it works on, is up to a `Carrier`. It is Numba (`native.py`, imported only when
`compiled` is called), unless somebody has chosen another one: in a page it is WebAssembly (`ludotheque.pocket`).
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludotheque.rules.state import BaseState

F = TypeVar("F", bound=Callable[..., Any])


class Numbers(Protocol):
    """Integers in a row, which a kernel reads and writes: a list, or an array in machine code."""

    def __len__(self) -> int: ...

    def __getitem__(self, at: int, /) -> int: ...

    def __setitem__(self, at: int, number: int, /) -> None: ...


Ints: TypeAlias = "NDArray[np.int64]"
Reals: TypeAlias = "NDArray[np.float64]"
Truths: TypeAlias = "NDArray[np.bool_]"
"""What kernels work on besides states; NumPy is needed only where machine code is."""


class Carrier(Protocol):
    """What makes machine code of kernels, and the arrays that they work on (`arrays.py`)."""

    @property
    def lasting(self) -> bool:
        """Whether what is kept is there the next time; where it is not, nothing is solved before it is needed."""

    def compiling(self, label: str, *modules: str) -> AbstractContextManager[object]:
        """While the twin of the first of these modules is loaded, bound to the others under a label."""

    def compile(self, function: Any) -> Any:
        """A kernel of a twin that is being loaded, as Python and other kernels of twins call it."""

    def room(self, kind: type[int | float | bool], shape: tuple[int, ...]) -> Any:
        """An array of 64-bit integers, of floats or of truths; all of it is zero."""

    def states(self, layout: type[BaseState], count: int) -> Any:
        """An array of so many states, all zero."""

    def keep(self, path: Path, array: Any) -> None:
        """Keep an array for the next time, if there is one."""

    def kept(self, path: Path) -> Any | None:
        """The array that was kept under this name, if it is there."""


_MARK = "__kernel__"
_compiling = False
_carrier: Carrier | None = None


def carrier() -> Carrier:
    """What carries kernels in this process."""
    global _carrier
    if _carrier is None:
        from ludotheque.rules.native import Native

        _carrier = Native()
    return _carrier


def carry_by(other: Carrier) -> None:
    """Choose a carrier, before anything is compiled."""
    global _carrier
    _carrier = other


def kernel(function: F) -> F:
    """Mark a function as part of the rules that run in both carriers.

    Compiled ones index from the start only, take integers to stay within 64 bits, and make no arrays. Each is put into those that
    call it; a module whose kernels call each other in many places says `INLINE = False`, and the compiler puts in what is small.
    """
    if _compiling:
        return cast(F, carrier().compile(function))
    setattr(function, _MARK, True)
    return function


def compiled(module: str, *, label: str = "", **bound: ModuleType) -> ModuleType:
    """The compiled twin of `module`, in which the global names in `bound` stand for other compiled modules.

    A module that is written over "the rules" of any game (the engine) is bound to one game's rules and gets one twin per
    `label`.
    """
    global _compiling
    name = f"{module}@compiled{label}"
    if name not in sys.modules:
        before, _compiling = _compiling, True
        try:
            with carrier().compiling(label, module, *(other.__name__ for other in bound.values())):
                twin = _load(name, module, bound)
        finally:
            _compiling = before
        for key, value in list(vars(twin).items()):
            if isinstance(value, FunctionType) and hasattr(value, _MARK):  # a helper imported from another module
                setattr(twin, key, getattr(compiled(value.__module__), value.__name__))
    return sys.modules[name]


def plain(module: str, *, label: str, **bound: ModuleType) -> ModuleType:
    """The uncompiled twin of `module`, bound in the same way."""
    name = f"{module}@plain{label}"
    return sys.modules[name] if name in sys.modules else _load(name, module, bound)


def _load(name: str, module: str, bound: dict[str, ModuleType]) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, _source(module))
    assert spec is not None
    assert spec.loader is not None
    twin = importlib.util.module_from_spec(spec)
    vars(twin).update(bound)
    sys.modules[name] = twin  # Numba looks functions up by module name when it reads its cache
    spec.loader.exec_module(twin)
    return twin


def _source(module: str) -> Path:
    spec = importlib.util.find_spec(module.partition("@")[0])
    if spec is None or spec.origin is None:
        raise ImportError(f"no module {module} to load", name=module)
    return Path(spec.origin)


def cache_directory(label: str, *modules: str) -> Path:
    """Where the machine code of a module, bound to the others under a label, is kept.

    Numba notices a change in a function's own file only. Helpers inlined from other files would go stale silently, so
    the directory is named after the content of everything that can be inlined: these modules and the shared rules.
    """
    digest = hashlib.sha256(label.encode())  # Numba keeps the twin's name in its cache
    for path in (*sorted(Path(__file__).parent.glob("*.py")), *map(_source, modules)):
        digest.update(path.read_bytes())
    return cache_home() / "kernels" / digest.hexdigest()[:20]


def cache_home() -> Path:
    """The user's cache; where there is none to write to (a service without a home) one that lasts as long as the process."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _short_lived()
    return home if os.access(home, os.W_OK) else _short_lived()


@cache
def _short_lived() -> Path:
    import atexit
    import shutil
    import tempfile

    # under a new name, since whoever may write there chooses the machine code that we run
    made = Path(tempfile.mkdtemp(prefix="ludotheque-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    os.environ["XDG_CACHE_HOME"] = str(made)  # for the processes that this one starts: they share what one of them has compiled
    home = made / "ludotheque"
    home.mkdir(mode=0o700)
    return home
