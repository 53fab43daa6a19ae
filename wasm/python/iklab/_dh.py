"""Robots from Denavit-Hartenberg tables."""

from __future__ import annotations

import math
from typing import Any, Dict, Mapping, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import real
from ._sentences import no_key, one_of, shown

DH_NUMBERS = ("a", "alpha", "d", "theta")
_KEYS = (*DH_NUMBERS, "type", "limits", "name")
_TYPES = ("revolute", "prismatic", "fixed")

DhRow = Union[Sequence[float], Mapping[str, Any]]


def dh_tree(table: Sequence[DhRow], convention: str, effector: str) -> _core.Tree:
    """Builds a tree. Standard rows: Rz(theta) Tz(d) Tx(a) Rx(alpha); modified (Craig): Rx, Tx
    first."""
    if convention not in _core.DH_CONVENTIONS:
        raise ValueError(one_of("convention", _core.DH_CONVENTIONS, convention))
    rows = []
    for i, given in enumerate(table):
        row = _row(f"table[{i}]", given, i)
        kind = _core.JOINT_KINDS.index(row["type"])
        rows.append(([row[key] for key in DH_NUMBERS], kind, row["limits"], row["name"]))
    return _core.dh_tree(rows, _core.DH_CONVENTIONS.index(convention), effector)


def _row(name: str, given: DhRow, index: int) -> Dict[str, Any]:
    if not isinstance(given, Mapping):
        numbers = list(given) if isinstance(given, (Sequence, np.ndarray)) else []
        if len(numbers) != 4 or isinstance(given, str):
            raise ValueError(f"{name} must be a, alpha, d, theta, or a dict; got {shown(given)}")
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
        raise ValueError(f"{name} must be two numbers; got {shown(given)}")
    return (real(f"{name}[0]", given[0]), real(f"{name}[1]", given[1]))
