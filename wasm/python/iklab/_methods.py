"""One function per built-in method, created at import. The build writes their types to
_methods.pyi."""

from __future__ import annotations

from inspect import Parameter as Argument
from inspect import Signature
from typing import Any, Callable

from ._method import Method, made
from ._table import METHODS, MethodInfo, doc_text


def _function(info: MethodInfo) -> Callable[..., Method]:
    def make(**options: Any) -> Method:
        return made(info, options)

    make.__name__ = make.__qualname__ = info.function
    make.__doc__ = doc_text(info)
    make.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Argument(each.name, Argument.KEYWORD_ONLY, default=each.default)
            for each in info.parameters
        ],
        return_annotation=Method,
    )
    return make


globals().update({info.function: _function(info) for info in METHODS.values()})
__all__ = [info.function for info in METHODS.values()]
