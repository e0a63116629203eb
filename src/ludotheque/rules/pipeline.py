"""How Numba compiles the rules. Imported by `kernel`, and only when something is to be compiled.

Three things make compiled play up to twice as fast as Numba's defaults do, and compiling it twice as fast:

- An index counts from the start, never from the end, so that nothing has to ask whether it is negative.
- Arrays are not counted as they are passed on (`_nrt=False`): kernels work on what they are given and make no arrays.
- A kernel that another kernel calls goes into its caller whole, and only the outermost one, which Python calls, is made machine
  code and kept. Numba would do that for every function by itself, and once more for every number that it is called with.
"""

from __future__ import annotations

from typing import Any

import numba
from numba.core import ir, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NativeLowering, NopythonRewrites
from numba.core.typing import templates

make_signature: Any = templates.signature
make_pipeline: Any = DefaultPassBuilder.define_nopython_pipeline
unliteral: Any = types.unliteral
lower_result: Any = _LowerResult

OPTIONS: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
whole_into_callers = True
"""Whether kernels go into their callers whole; set before anything is compiled. Otherwise LLVM puts in what is small."""


def compile_when_called(function: Any) -> Any:
    """A function that is compiled when Python calls it, and put into the kernels that call it."""
    jit: Any = numba.njit
    inline = {"forceinline": whole_into_callers and function.__globals__.get("INLINE", True)}
    whole = jit(pipeline_class=RulesCompiler, cache=True, **inline, **OPTIONS)(function)
    part = jit(pipeline_class=PartCompiler, no_cpython_wrapper=True, **inline, **OPTIONS)(function)

    def get_call_template(args: Any, kws: Any) -> Any:
        named = {name: unliteral(kind) for name, kind in dict(kws).items()}
        template, signature, folded, rest = part.get_call_template(tuple(map(unliteral, args)), named)
        # Numba weighs every compiled signature, and warns of a record that begins with the fields of another one
        template.cases = [case for case in template.cases if case.args == tuple(folded)] or template.cases
        return template, signature, folded, rest

    def add_overload(compiled: Any) -> None:
        part.overloads[tuple(compiled.signature.args)] = compiled

    part.add_overload = add_overload  # Numba's own wants an address
    # what Numba asks of a function that is called in another one
    whole.get_call_template, whole.get_overload = get_call_template, part.get_overload
    return whole


@register_pass(mutates_CFG=False, analysis_only=False)  # type: ignore[no-untyped-call]
class CountFromTheStart(FunctionPass):
    """Take every whole number that indexes an array as unsigned."""

    _name = "count_from_the_start"

    def __init__(self) -> None:
        FunctionPass.__init__(self)  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        """Change the signature by which an item is read or written; the cast comes with it."""
        for block in state.func_ir.blocks.values():
            for statement in block.body:
                where = statement.value if isinstance(statement, ir.Assign) else statement
                if not (isinstance(where, ir.SetItem) or (isinstance(where, ir.Expr) and where.op == "getitem")):
                    continue
                known = state.calltypes[where]
                array, index, *value = known.args
                if isinstance(array, types.Array) and isinstance(index, types.Integer):
                    del state.calltypes[where]  # Numba refuses to replace one
                    state.calltypes[where] = make_signature(known.return_type, array, types.uintp, *value)
        return True


class Part(JITCodeLibrary):
    """Code that is only ever linked into other code: it is optimised once, and never becomes machine code."""

    def _optimize_final_module(self) -> None:
        # not at all would be faster to compile by a fifth, and slower to play by up to a tenth
        passes, builder = self._codegen._module_pass_manager()  # type: ignore[no-untyped-call]
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class LowerPart(NativeLowering):
    """Numba's lowering, without what makes a function ready to be called from Python."""

    _name = "lower_part"

    def run_pass(self, state: Any) -> bool:
        """Lower the function; callers find it by its library, since it has no address."""
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)  # type: ignore[no-untyped-call]
        state.flags.no_compile = True
        NativeLowering.run_pass(self, state)  # type: ignore[no-untyped-call]
        lowered = state["cr"]
        state.library.finalize()
        state.targetctx.insert_user_function(state.library, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = lower_result(lowered.fndesc, lowered.call_helper, cfunc=state.library, env=lowered.env)
        return True


class RulesCompiler(CompilerBase):
    """Numba's own way, with one step more."""

    def define_pipelines(self) -> list[Any]:
        """The steps from Python to machine code."""
        steps = make_pipeline(self.state)
        steps.add_pass_after(CountFromTheStart, NopythonRewrites)
        steps.finalize()
        return [steps]


class PartCompiler(CompilerBase):
    """The same for a part of other kernels."""

    def define_pipelines(self) -> list[Any]:
        """The steps from Python to what is put into the callers."""
        steps = make_pipeline(self.state)
        steps.add_pass_after(CountFromTheStart, NopythonRewrites)
        steps.add_pass_after(LowerPart, NativeLowering)
        steps.passes[:] = [step for step in steps.passes if step[0] is not NativeLowering]
        steps.finalize()
        return [steps]
