"""Copies a caller's numbers into float64 arrays, because other threads may write to them."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from ._sentences import no_key, no_number, shown

Floats = NDArray[np.float64]
_MOST = 1e15


def floats(name: str, value: Any) -> Floats:
    """Returns numbers of any type and shape as an array."""
    try:
        array = np.array(value)
    except ValueError:  # Rows of different lengths.
        array = np.empty(0, dtype=object)
    if array.dtype.kind not in "iuf":
        raise ValueError(f"{name} must be numbers; got {shown(value)}")
    return np.ascontiguousarray(array, dtype=np.float64).reshape(array.shape)


def shaped(name: str, value: Any, shape: Tuple[Optional[int], ...], why: str) -> Floats:
    """Checks the shape; None allows any length. `why` is part of the error."""
    array = floats(name, value)
    fits = array.ndim == len(shape) and all(w in (None, h) for h, w in zip(array.shape, shape))
    if not fits:
        raise ValueError(misshapen(name, array.shape, text_of(shape), why))
    return array


def finite(name: str, array: Floats) -> Floats:
    """Raises ValueError for numbers that are not finite or too large, with their index."""
    bad = ~(np.abs(array) <= _MOST)
    if bad.any():
        place = tuple(int(i) for i in np.argwhere(bad)[0])
        at = "".join(f"[{i}]" for i in place)
        raise ValueError(no_number(name + at, float(array[place])))
    return array


def misshapen(name: str, shape: Tuple[int, ...], wanted: str, why: str) -> str:
    """`starts: (100, 7), must be (100, 6): ur5e has 6 joints`"""
    return f"{name}: {text_of(shape)}, must be {wanted}{': ' if why else ''}{why}"


def text_of(shape: Tuple[Optional[int], ...]) -> str:
    """Formats a shape like NumPy."""
    lengths = ["N" if each is None else str(each) for each in shape]
    return f"({lengths[0]},)" if len(lengths) == 1 else f"({', '.join(lengths)})"


def whole(name: str, value: Any, least: int, most: int) -> int:
    """Reads a whole number in a range."""
    try:
        number = value.__index__()
    except AttributeError:
        number = None
    if number is None or isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be a whole number; got {shown(value)}")
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}; got {number}")
    return int(number)


def real(name: str, value: Any) -> float:
    """Reads a number; the library checks its range."""
    if isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be a number; got {value}")
    try:
        array = np.asarray(value)
    except ValueError:
        array = np.empty(1)
    if array.ndim != 0 or array.dtype.kind not in "iuf":
        raise ValueError(f"{name} must be a number; got {shown(value)}")
    return float(array)


def boolean(name: str, value: Any) -> bool:
    """Reads True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be True or False; got {shown(value)}")
    return bool(value)


def entries(name: str, given: Any, known: Sequence[str]) -> Mapping[str, Any]:
    """Reads a dict that may only have these keys."""
    if not isinstance(given, Mapping):
        raise ValueError(f"{name} must be a dict; got {shown(given)}")
    for key in given:
        if key not in known:
            raise ValueError(no_key(name, known, key))
    return given
