"""The library's method table, with Python names. Only depends on the library."""

from __future__ import annotations

import json
import keyword
import re
from typing import Any, Dict, NamedTuple, Optional, Tuple, Union

from . import _core

Default = Union[None, bool, float, int, str]


class Parameter(NamedTuple):
    """A parameter of a method: an option of its function.

    `kind` is number, integer, even, toggle, choice or method. `low` and `high` are the smallest and
    the largest number, in `unit`. A `default` of None is scaled to the mechanism; scenarios of
    version 1 use `published`. `when` names another option and its values with which the parameter
    has an effect (empty: always).
    """

    name: str
    key: str
    kind: str
    unit: str
    low: float
    high: float
    default: Default
    published: float
    choices: Tuple[str, ...]
    when: str
    label: str
    help: str


class MethodInfo(NamedTuple):
    """A built-in method; `function` is the name of its function in iklab."""

    id: str
    name: str
    function: str
    group: str
    summary: str
    stage: bool
    parameters: Tuple[Parameter, ...]


def snake(key: str) -> str:
    """`lambdaMax` as `lambda_max`, `lambda` as `lambda_`, `gauss-newton` as `gauss_newton`."""
    name = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", key).replace("-", "_").lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def _default(row: Dict[str, Any], choices: Tuple[str, ...]) -> Default:
    scale, initial = row["scale"], row["initial"]
    if scale == "method":
        return str(row["stage"])
    if row["fits"]:
        return None
    if scale == "toggle":
        return bool(initial)
    if scale == "choice":
        return choices[int(initial)]
    return int(initial) if scale in ("integer", "even") else float(initial)


def _parameter(row: Dict[str, Any], told: Dict[str, Any]) -> Parameter:
    choices = tuple(row["options"].split())
    scale = row["scale"]
    key, _, words = row["when"].partition(": ")
    options = " or ".join("True" if each == "on" else each for each in words.split())
    return Parameter(
        name=snake(row["key"]),
        key=row["key"],
        kind="number" if scale in ("linear", "log") else scale,
        unit=row["unit"],
        low=row["min"],
        high=row["max"],
        default=_default(row, choices),
        published=row["initial"],
        choices=choices,
        when=f"{snake(key)} {options}" if key else "",
        label=told.get("label", ""),
        help=told.get("help", ""),
    )


def _method(row: Dict[str, Any]) -> MethodInfo:
    card = json.loads(row["card"] or "{}")
    told = card.get("params", {})
    return MethodInfo(
        id=row["id"],
        name=row["name"],
        function=snake(row["id"]),
        group=row["group"],
        summary=card.get("summary", ""),
        stage=row["stage"],
        parameters=tuple(_parameter(each, told.get(each["key"], {})) for each in row["params"]),
    )


_ROWS = _core.table()
METHODS: Dict[str, MethodInfo] = {row["id"]: _method(row) for row in _ROWS}
SPECTRAL = frozenset(row["id"] for row in _ROWS if row["spectral"])
UNCLAMPED = frozenset(row["id"] for row in _ROWS if row["unclamped"])


def methods() -> Tuple[MethodInfo, ...]:
    """Returns all built-in methods, in the order of the method table.

    >>> [each.function for each in iklab.methods()][:4]
    ['transpose', 'pseudoinverse', 'truncated', 'dls']
    >>> first = iklab.methods()[3].parameters[0]
    >>> first.name, first.unit, first.low, first.high
    ('lambda_', 'm', 0.0, 1000.0)
    """
    return tuple(METHODS.values())


def range_text(parameter: Parameter) -> Optional[str]:
    """Formats a range, such as `from 0 to 1000 m`; None: no range."""
    if parameter.kind in ("toggle", "choice", "method"):
        return None
    unit = f" {parameter.unit}" if parameter.unit else ""
    return f"from {parameter.low:.12g} to {parameter.high:.12g}{unit}"


def doc_text(info: MethodInfo) -> str:
    """Returns the docstring of a method's function."""
    lines = [info.summary or info.name, ""]
    for each in info.parameters:
        what = range_text(each) or ", ".join(each.choices)
        what = {"toggle": "True or False", "method": "a method that may be a stage"}.get(
            each.kind, what
        )
        even = ", even" if each.kind == "even" else ""
        fits = "; None fits the mechanism" if each.default is None else ""
        when = f" With {each.when} alone." if each.when else ""
        lines.append(f"{each.name}: {what}{even}{fits}. {each.label}. {each.help}{when}".rstrip())
    call = f"iklab.{info.function}()"
    return "\n".join([*lines, "", f">>> {call}", call[len("iklab.") :], ""])
