"""Partial targets: the `free` of a goal, as in scenario documents."""

from __future__ import annotations

import math
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Tuple

from . import _core
from ._arrays import entries, real, shaped
from ._mechanism import ZERO, Three
from ._sentences import number_text, one_of, shown

Free = Mapping[str, Any]
Flags = Tuple[bool, bool, bool]

_AXES = ("x", "y", "z")
_NONE: Flags = (False, False, False)
_LEAST = 1e-12  # Smallest length of an axis.


class Freedom(NamedTuple):
    """A `free` as numbers for the library."""

    frame: int = 0
    position: Flags = _NONE
    turns: Flags = _NONE
    axis: Three = ZERO
    cone: float = 0.0


def freedom_of(name: str, free: Optional[Free], oriented: bool) -> Freedom:
    """Reads a `free`. name: used in errors. oriented: whether the goal has an orientation."""
    if free is None:
        return Freedom()
    told = entries(name, free, ("position", "orientation", "frame"))
    position = _axes(f"{name}.position", told.get("position", ()))
    turn = told.get("orientation", ())
    frame = told.get("frame", _core.AXIS_FRAMES[0])
    if frame not in _core.AXIS_FRAMES:
        raise ValueError(one_of(f"{name}.frame", _core.AXIS_FRAMES, frame))
    if isinstance(turn, Mapping):
        turns, (axis, cone) = _NONE, _around(f"{name}.orientation", turn)
    else:
        turns, axis, cone = _axes(f"{name}.orientation", turn), ZERO, 0.0
    if not oriented and (any(turns) or axis != ZERO):
        raise ValueError(f"{name}.orientation must be left out where the goal has no orientation")
    if not oriented and frame == "target":
        raise ValueError(f"{name}.frame must be world where the goal has no orientation")
    if all(position) and (not oriented or all(turns)):
        raise ValueError(f"{name} must leave something to be reached, leaves all of it free")
    named = any(position) or any(turns)
    return Freedom(_core.AXIS_FRAMES.index(frame) if named else 0, position, turns, axis, cone)


def _around(name: str, turn: Mapping[str, Any]) -> Tuple[Three, float]:
    """Reads the axis of a spin or a cone, and the angle of the cone."""
    if ("spin" in turn) == ("cone" in turn):
        raise ValueError(f"{name} must be a list of axes, a spin or a cone; got {shown(turn)}")
    if "spin" in turn:
        entries(name, turn, ("spin",))
        return _axis(f"{name}.spin", turn["spin"]), 0.0
    cone = entries(f"{name}.cone", entries(name, turn, ("cone",))["cone"], ("axis", "angle"))
    angle = real(f"{name}.cone.angle", cone.get("angle"))
    if not 0 < angle <= math.pi:
        allowed = f"must be above 0 and at most {number_text(math.pi)}"
        raise ValueError(f"{name}.cone.angle {allowed}; got {number_text(angle)}")
    return _axis(f"{name}.cone.axis", cone.get("axis")), angle


def _axis(name: str, value: Any) -> Three:
    x, y, z = (float(each) for each in shaped(name, value, (3,), "x y z"))
    if not _LEAST < math.hypot(x, y, z) <= 1e15:
        raise ValueError(f"{name} must have a length above 1e-12 and at most 1e15; got {[x, y, z]}")
    return (x, y, z)


def _axes(name: str, axes: Any) -> Flags:
    if not isinstance(axes, Sequence) or isinstance(axes, str):
        raise ValueError(f"{name} must be a list of axes; got {shown(axes)}")
    for i, axis in enumerate(axes):
        if axis not in _AXES:
            raise ValueError(one_of(f"{name}[{i}]", _AXES, axis))
    if len(set(axes)) < len(axes):
        raise ValueError(f"{name} must name each axis once; got {shown(list(axes))}")
    return ("x" in axes, "y" in axes, "z" in axes)
