"""Writes the types of the methods' functions, from the library's table, to a built package.

write_types.py PACKAGE
"""

import importlib
import sys
import types
from pathlib import Path

TYPES = {
    "number": "float",
    "integer": "int",
    "even": "int",
    "toggle": "bool",
    "method": "MethodLike",
}


def argument(parameter):
    words = ", ".join(f'"{each}"' for each in parameter.choices)
    kind = f"Literal[{words}]" if words else TYPES[parameter.kind]
    if parameter.default is None:
        return f"    {parameter.name}: Optional[{kind}] = None,"
    default = f'"{parameter.default}"' if isinstance(parameter.default, str) else parameter.default
    return f"    {parameter.name}: {kind} = {default},"


def function(info, doc):
    body = doc.replace("\\", "\\\\").replace("\n", "\n    ").rstrip()
    arguments = ["    *,", *map(argument, info.parameters)] if info.parameters else []
    return "\n".join(
        [f"def {info.function}(", *arguments, ") -> Method:", f'    """{body}\n    """\n']
    )


def main(folder):
    # Only the table: the rest of the package needs NumPy, which a build may not have.
    package = types.ModuleType("iklab")
    package.__path__ = [str(folder)]
    sys.modules["iklab"] = package
    table = importlib.import_module("iklab._table")
    functions = [function(info, table.doc_text(info)) for info in table.methods()]
    names = "".join(f'    "{info.function}",\n' for info in table.methods())
    head = [
        "# Written by write_types.py from the library's table of methods.",
        "from typing import Literal, Optional",
        "",
        "from ._method import Method, MethodLike",
        "",
        f"__all__ = [\n{names}]",
        "",
    ]
    (folder / "_methods.pyi").write_text("\n".join([*head, *functions]), encoding="utf-8")


main(Path(sys.argv[1]))
