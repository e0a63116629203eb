"""From Numba's LLVM code to a WebAssembly library that Python in a page can load."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import types

from ludotheque.pocket.carrier import Form

TRIPLE = "wasm32-unknown-emscripten"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
LINKING = ("-shared", "--experimental-pic", "--no-entry", "--unresolved-symbols=import-dynamic", "--strip-all", "--gc-sections")
MACHINE = re.compile(r'"(target-cpu|target-features|probe-stack|tune-cpu)"="[^"]*"')
"""What functions say of the processor that they were made for."""


class Translation:
    """Kernels on their way into one library."""

    def __init__(self) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(TRIPLE)
        self._machine = target.create_target_machine(opt=3, reloc="pic", features=FEATURES)
        self._whole = llvm.parse_assembly("")
        self._whole.triple, self._whole.data_layout = TRIPLE, str(self._machine.target_data)
        self._symbols: list[str] = []

    def form(self, compiled: Any, prefix: str) -> Form:
        """What a compiled kernel takes and returns, under a name that nobody has yet."""
        kinds = tuple(kind for one in compiled.signature.args for kind in kinds_of(one))
        return Form(f"{prefix}{len(self._symbols)}", kinds, returned(compiled.signature.return_type))

    def add(self, compiled: Any, symbol: str) -> str:
        """Translate a kernel; the symbol is a function of one pointer that takes its arguments apart."""
        name = compiled.fndesc.llvm_func_name
        text = MACHINE.sub("", compiled.library.get_llvm_str())
        module = llvm.parse_assembly(text.replace("= common ", "= internal "))
        module.triple, module.data_layout = TRIPLE, str(self._machine.target_data)
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration:
                value.linkage = "internal"
        arguments = [str(argument.type) for argument in module.get_function(name).arguments]
        module = llvm.parse_assembly(f"{module}\n{_opening(symbol, name, arguments)}")
        module.verify()
        passes = llvm.create_new_module_pass_manager()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(module, llvm.create_pass_builder(self._machine, llvm.create_pipeline_tuning_options()))
        self._whole.link_in(module)
        self._symbols.append(symbol)
        return symbol

    def link(self, linker: str, library: Path) -> None:
        """Write the library."""
        with tempfile.TemporaryDirectory() as scratch:
            code = Path(scratch) / "kernels.o"
            code.write_bytes(self._machine.emit_object(self._whole))
            exported = [f"--export={symbol}" for symbol in self._symbols]
            subprocess.run([linker, *LINKING, *exported, "-o", str(library), str(code)], check=True)


def _opening(symbol: str, name: str, arguments: list[str]) -> str:
    """A function that loads the arguments of another from 64-bit slots: so a page passes one pointer, whatever it calls."""
    lines, passed = [], []
    for at, kind in enumerate(arguments):
        lines.append(f"  %at{at} = getelementptr i64, ptr %slots, i32 {at}")
        if kind in ("double", "i64"):
            lines.append(f"  %v{at} = load {kind}, ptr %at{at}")
        else:
            cast = f"inttoptr i64 %w{at} to ptr" if kind == "ptr" else f"trunc i64 %w{at} to {kind}"
            lines += [f"  %w{at} = load i64, ptr %at{at}", f"  %v{at} = {cast}"]
        passed.append(f"{kind} %v{at}")
    called = f'  %status = call i32 @"{name}"({", ".join(passed)})'
    return "\n".join([f"define i32 @{symbol}(ptr %slots) {{", *lines, called, "  ret i32 %status", "}"])


def kinds_of(argument: Any) -> list[str]:
    """The kinds of an argument, as `pocket.carrier.Form` has them: a structure is taken apart."""
    if isinstance(argument, types.BaseTuple):
        return [kind for one in argument for kind in kinds_of(one)]  # type: ignore[attr-defined]
    if isinstance(argument, types.Array):
        if argument.layout != "C":
            raise TypeError(f"{argument}: only arrays without gaps are handed over")
        if isinstance(argument.dtype, types.Record):
            return [f"s{argument.dtype.size // 8}"]
        return [f"{_form(argument.dtype)}{argument.ndim}"]
    return [{"q": "i", "d": "f", "?": "b"}[_form(argument)]]


def _form(number: Any) -> str:
    if number == types.boolean:
        return "?"
    if number == types.int64:
        return "q"
    if number == types.float64:
        return "d"
    raise TypeError(f"a page has no {number}")


def returned(kind: Any) -> str:
    """What a kernel returns: `i`, `b`, `f`, or nothing."""
    return "" if kind == types.none else kinds_of(kind)[0]
