"""Sweeps of studies: the values of one or two numbers of the methods or of the run."""

from __future__ import annotations

import copy
import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from itertools import product
from typing import Any, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._arrays import entries, real, whole
from ._scenario import Document, json_object
from ._sentences import no_number, number_text, one_of, shown
from ._table import METHODS

Keys = Tuple[Union[str, int], ...]
Values = Tuple[Optional[float], ...]
_MOST_AXES = 2
_MOST_POINTS = 1000
_SCALES = ("linear", "log")
_METHOD = re.compile(r"methods\[(\d+|\*)\]\.(.+)")
_RUN = re.compile(r"run\.([\w.]+)")
_OF_METHOD = ("maxStep", "maxSlide", "gain", "targetClamp.distance", "targetClamp.angle")
_OF_SECONDARY = ("secondary.gain", "secondary.radius")
_OF_RUN = (
    *("tolerance", "orientationTolerance", "minImprovement", "maxRises", "maxUpdates", "maxSlow"),
    *("slowShare", "timeStep", "updatesPerFrame"),
)
_OF_RESTARTS = ("restarts.most", "restarts.every", "restarts.seed", "restarts.maxSlow")
_DIGITS = Context(prec=12, rounding=ROUND_HALF_UP)
_LN2 = 0.6931471805599453
_TERMS = 24


class Axis(NamedTuple):
    """An axis of a sweep. places: the numbers that it sets, by their keys in the scenario."""

    path: str
    places: Sequence[Keys]
    values: Sequence[float]

    def values_of(self, method: int) -> Sequence[Optional[float]]:
        """Returns its values for a method; a single None if it does not affect the method."""
        own = any(keys[0] != "methods" or keys[1] == method for keys in self.places)
        return self.values if own else [None]


def axes_of(told: Document, scenario: Document) -> List[Axis]:
    """Reads `sweep` of a study. scenario: with the restarts of the study."""
    rows = told.get("sweep", [])
    if not isinstance(rows, list) or len(rows) > _MOST_AXES:
        raise ValueError(f"sweep must be a list of at most {_MOST_AXES}; got {shown(rows)}")
    axes = [_axis(f"sweep[{i}]", row, scenario) for i, row in enumerate(rows)]
    points = math.prod(len(axis.values) for axis in axes)
    if points > _MOST_POINTS:
        raise ValueError(f"sweep must have at most {_MOST_POINTS} points in all; got {points}")
    places = [keys for axis in axes for keys in axis.places]
    if len(set(places)) < len(places):
        raise ValueError("sweep[1].path must be another number than that of sweep[0]")
    return axes


def points_of(axes: Sequence[Axis], method: int) -> List[Values]:
    """Returns the points of the sweep for one method; the last axis varies fastest."""
    return list(product(*(axis.values_of(method) for axis in axes)))


def with_values(scenario: Document, axes: Sequence[Axis], values: Values) -> Document:
    """Returns the scenario with the values of a point."""
    changed = {**scenario, **{k: copy.deepcopy(scenario.get(k, {})) for k in ("methods", "run")}}
    for axis, value in zip(axes, values):
        for keys in axis.places if value is not None else ():
            at: Any = changed
            for key in keys[:-1]:
                at = at.setdefault(key, {}) if isinstance(key, str) else at[key]
            at[keys[-1]] = int(value) if float(value).is_integer() else value
    return changed


def _axis(name: str, row: Any, scenario: Document) -> Axis:
    given = json_object(name, row)
    entries(name, given, ("path", "from", "to", "count", "scale"))
    path = given.get("path")
    places = _places(path, scenario) if isinstance(path, str) else None
    if not places:
        raise ValueError(
            f"{name}.path must be the path of a number of methods or run, such as "
            f"methods[0].params.lambda; got {shown(path)}; the page, the command line and npm can "
            "also vary numbers of targets, start and tree"
        )
    ends = [real(f"{name}.{key}", given.get(key)) for key in ("from", "to")]
    for key, end in zip(("from", "to"), ends):
        if not abs(end) <= 1e15:
            raise ValueError(no_number(f"{name}.{key}", end))
    count = whole(f"{name}.count", given.get("count"), 2, _MOST_POINTS)
    scale = given.get("scale", "linear")
    if scale not in _SCALES:
        raise ValueError(one_of(f"{name}.scale", _SCALES, scale))
    for key, end in zip(("from", "to"), ends) if scale == "log" else ():
        if not end > 0:
            raise ValueError(
                f"{name}.{key} must be > 0 on a scale 'log'; got {number_text(end)}"
            )
    return Axis(str(path), places, _values(*ends, count, scale))


def _places(path: str, scenario: Document) -> Optional[List[Keys]]:
    """Returns the keys that a path addresses; None if there is no such number."""
    run, method = _RUN.fullmatch(path), _METHOD.fullmatch(path)
    if run:
        given = scenario.get("run", {})
        known = [*_OF_RUN, *(key for key in ("residual",) if given.get(key) is not None)]
        known += _OF_RESTARTS if given.get("restarts") is not None else ()
        return [("run", *run[1].split("."))] if run[1] in known else None
    if not method:
        return None
    rows = scenario["methods"]
    chosen = range(len(rows)) if method[1] == "*" else [int(method[1])]
    keys = [_in_method(rows[i], method[2]) if i < len(rows) else None for i in chosen]
    return [("methods", i, *each) for i, each in zip(chosen, keys) if each] if all(keys) else None


def _in_method(row: Document, key: str) -> Optional[Keys]:
    if key in _OF_METHOD:
        return tuple(key.split("."))
    if key.startswith("params.") and _has_number(row, key[len("params.") :]):
        return ("params", key[len("params.") :])
    secondary = row.get("secondary")
    if isinstance(secondary, Mapping):
        centre = re.fullmatch(r"secondary\.centre\[([012])\]", key)
        if centre and "centre" in secondary:
            return ("secondary", "centre", int(centre[1]))
        sphere = key != "secondary.radius" or "radius" in secondary
        return tuple(key.split(".")) if key in _OF_SECONDARY and sphere else None
    return None


def _has_number(row: Document, key: str) -> bool:
    """Returns whether a method has a number with this key, or one of its stages has."""
    info = METHODS.get(str(row.get("id")))
    params = row.get("params", {})
    stage, dot, inner = key.partition(".")
    if info and dot:
        [usual] = [each.default for each in info.parameters if each.key == stage] or [None]
        info, key = METHODS.get(str(params.get(stage, usual))), inner
    kinds = {each.key: each.kind for each in info.parameters} if info else {}
    return kinds.get(key) in ("number", "integer", "even")


def _values(first: float, last: float, count: int, scale: str) -> List[float]:
    """Returns the values with the bits of the page: those between the ends have 12 digits."""
    log = scale == "log"
    step = (_logarithm(last / first) if log else last - first) / (count - 1)
    between = [
        first * _exponential(i * step) if log else first + i * step for i in range(1, count - 1)
    ]
    return [first, *(float(_DIGITS.create_decimal(Decimal(each))) for each in between), last]


def _logarithm(x: float) -> float:
    """Computes the natural logarithm as the page does, which has its own."""
    k, m = 0, x
    while m > math.sqrt(2):
        m, k = m / 2, k + 1
    while m < math.sqrt(0.5):
        m, k = m * 2, k - 1
    r, total = (m - 1) / (m + 1), 0.0
    for n in range(_TERMS, -1, -1):
        total = total * r * r + 1 / (2 * n + 1)
    return k * _LN2 + 2 * r * total


def _exponential(x: float) -> float:
    k = math.floor(x / _LN2 + 0.5)
    rest, total = x - k * _LN2, 1.0
    for n in range(_TERMS, 0, -1):
        total = 1 + (rest / n) * total
    for _ in range(abs(k)):
        total = total * 2 if k > 0 else total / 2
    return total
