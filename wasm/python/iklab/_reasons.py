"""Why a solve ended, in words."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

import numpy as np

from ._arrays import Floats
from ._sentences import counted, number_text
from ._settings import Rules

_NEAR = 1e-9  # radians or metres: a joint on its limit


def reason_of(
    stop: str,
    rules: Rules,
    distances: Dict[str, float],
    angles: Dict[str, float],
    on_limits: Sequence[str],
    least: float,
) -> str:
    """`at-limit: elbow_joint at its upper limit, 23 mm short`

    least: a lower bound of the error of every pose, metres.
    """
    if stop == "reached":
        return stop
    parts = [_rule(stop, rules), *on_limits, *_short(rules, distances, angles, least)]
    return f"{stop}: {', '.join(part for part in parts if part)}"


def _rule(stop: str, rules: Rules) -> str:
    return {
        "stalled": "no joint moves it closer",
        "breakdown": "the method could not compute a step",
        "no-improvement": f"an update gained less than {_length(rules.min_improvement)}",
        "oscillating": f"the error rose {counted(rules.max_rises, 'time')}",
        "iteration-limit": f"{counted(rules.max_updates, 'update')} made",
    }.get(stop, "")


def limits_text(names: Sequence[str], q: Floats, limits: Floats) -> List[str]:
    """Of each joint that stands on a limit."""
    said = []
    for name, value, (lower, upper) in zip(names, q, limits):
        if abs(value - upper) <= _NEAR:
            said.append(f"{name} at its upper limit")
        elif abs(value - lower) <= _NEAR:
            said.append(f"{name} at its lower limit")
    return said


def _short(
    rules: Rules, distances: Dict[str, float], angles: Dict[str, float], least: float
) -> List[str]:
    distance, angle = sum(distances.values()), max(angles.values())
    said = []
    if distance > rules.tolerance[0]:
        proved = f"; out of reach: at least {_length(least)}" if least > rules.tolerance[0] else ""
        said.append(f"{_length(distance)} short{proved}")
    if angle > rules.tolerance[1]:
        said.append(f"{number_text(float(f'{angle:.3g}'))} rad turned off")
    return said


def _length(metres: float) -> str:
    unit, size = _UNITS[int(np.searchsorted([1e-3, 1], metres, side="right"))]
    return f"{number_text(float(f'{metres / size:.3g}'))} {unit}"


_UNITS: Tuple[Tuple[str, float], ...] = (("µm", 1e-6), ("mm", 1e-3), ("m", 1.0))
