"""A robot by a table of Denavit and Hartenberg."""

from __future__ import annotations

import math
from typing import Any, Dict, Mapping, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import Floats, real
from ._mechanism import Frame, Place, add_joint, built
from ._sentences import no_key, one_of, shown

DH_NUMBERS = ("a", "alpha", "d", "theta")
_KEYS = (*DH_NUMBERS, "type", "limits", "name")
_TYPES = ("revolute", "prismatic", "fixed")
_CONVENTIONS = ("standard", "modified")

DhRow = Union[Sequence[float], Mapping[str, Any]]


def dh_tree(table: Sequence[DhRow], convention: str, effector: str) -> _core.Tree:
    """Standard: Rz(theta) Tz(d) Tx(a) Rx(alpha) a row; modified (Craig): Rx(alpha) Tx(a) first."""
    if convention not in _CONVENTIONS:
        raise ValueError(one_of("convention", _CONVENTIONS, convention))
    builder = _core.TreeBuilder()
    before, parent = np.eye(4), ""  # what stands between the last joint and the next one
    for i, given in enumerate(table):
        row = _row(f"table[{i}]", given, i)
        if convention == "modified":
            before = before @ _about_x(row)
        before = before @ _about_z(row)
        if row["type"] != "fixed":
            place = Place(parent, Frame.of(before))
            add_joint(builder, row["name"], row["type"], place, limits=row["limits"])
            before, parent = np.eye(4), row["name"]
        if convention == "standard":
            before = before @ _about_x(row)
    tip = Frame.of(before)
    builder.effector(effector, parent=parent, xyz=tip.xyz, rpy=tip.rpy)
    return built(builder)


def _row(name: str, given: DhRow, index: int) -> Dict[str, Any]:
    if not isinstance(given, Mapping):
        numbers = list(given) if isinstance(given, (Sequence, np.ndarray)) else []
        if len(numbers) != 4 or isinstance(given, str):
            raise ValueError(f"{name} must be a, alpha, d, theta, or a dict, is {shown(given)}")
        given = dict(zip(DH_NUMBERS, numbers))
    for key in given:
        if key not in _KEYS:
            raise ValueError(no_key(name, _KEYS, key))
    row: Dict[str, Any] = {key: real(f"{name}.{key}", given.get(key, 0.0)) for key in DH_NUMBERS}
    row["type"] = given.get("type", "revolute")
    if row["type"] not in _TYPES:
        raise ValueError(one_of(f"{name}.type", _TYPES, row["type"]))
    row["limits"] = _limits(f"{name}.limits", given.get("limits"))
    row["name"] = str(given.get("name", f"q{index + 1}"))
    return row


def _limits(name: str, given: Any) -> Tuple[float, float]:
    if given is None:
        return (-math.inf, math.inf)
    if not isinstance(given, (Sequence, np.ndarray)) or len(given) != 2:
        raise ValueError(f"{name} must be two numbers, is {shown(given)}")
    return (real(f"{name}[0]", given[0]), real(f"{name}[1]", given[1]))


def _about(angle: float, first: int, second: int) -> Floats:
    frame = np.eye(4)
    sine, cosine = math.sin(angle), math.cos(angle)
    frame[first, first] = frame[second, second] = cosine
    frame[second, first], frame[first, second] = sine, -sine
    return frame


def _about_x(row: Mapping[str, float]) -> Floats:
    frame = _about(row["alpha"], 1, 2)
    frame[0, 3] = row["a"]
    return frame


def _about_z(row: Mapping[str, float]) -> Floats:
    frame = _about(row["theta"], 0, 1)
    frame[2, 3] = row["d"]
    return frame
