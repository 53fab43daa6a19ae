"""The figures of a run along a path, as the page and the command line compute them."""

from __future__ import annotations

import math
from typing import Dict, List, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arrays import Floats

Flags = NDArray[np.bool_]

_LARGE = math.pi / 12  # Radians: a joint step above it may be a jump.
_SMALL = _LARGE / 15  # Radians: a step above it may be a jump while the targets stay reached.
_TIMES = 8  # A jump is larger than this multiple of the median step.
_AFTER = 16  # Number of points before the first possible jump.
_RECENT = 120  # Number of points in the median.
_REST = 1e-6  # Radians: keeps the jitter of a joint at rest near zero.
_MOST_LAG = 60  # Points.


def run_figures(
    tree: _core.Tree,
    goals: Floats,
    moving: Sequence[Tuple[int, int]],
    period: float,
    start: Floats,
    run: Sequence[Floats],
) -> Tuple[Dict[str, float], Flags]:
    """Returns the figures of the last round by name, and which points have a jump.

    goals: (P, k, 7). moving: indices of the targets that move, and of their effectors. run: rows
    (P, fields), q (P, n), the last poses of the previous round, (0, n) if there was none, and the
    seconds per point.
    """
    rows, q, before, seconds = run
    of = dict(zip(_core.FOLLOW_FIELDS, rows.T))
    error, angle, sigma = of["error"], of["angle"], of["sigma"]
    count = len(q)
    turns = np.array([kind != "prismatic" for kind in tree.kinds])
    poses = np.vstack([before, q])
    largest = np.abs(np.diff(poses, axis=0))[:, turns].max(axis=1, initial=0)
    jumps = _jumps(largest, of["within"] == 1)
    worst, least = int(np.argmax(error)), int(np.argmin(sigma))
    lag = _lag(tree, goals, moving, q, len(before) > 0)
    last = before[-1:] if len(before) else start[None]
    jitter, shake, travel = _course(np.diff(np.vstack([last, q]), axis=0), turns)
    return {
        "rms": math.sqrt(_mean(error * error)),
        "error95": _quantile(error, 0.95),
        "largest": float(error[worst]),
        "largestAt": worst / count,
        "angleRms": math.sqrt(_mean(angle * angle)),
        "angle95": _quantile(angle, 0.95),
        "angleLargest": float(angle.max()),
        "within": _mean(of["within"]),
        "lag": lag,
        "lagTime": lag * period / count,
        "jumps": int((jumps & ~np.append(False, jumps[:-1])).sum()),
        "firstJump": int(np.argmax(jumps)) / count if jumps.any() else math.nan,
        "largeSteps": int((largest[-count:] > _LARGE).sum()) / count,
        "jitter": jitter,
        "shake": shake,
        "travel": travel,
        "limited": _mean(of["limited"]),
        "sigma": float(sigma[least]),
        "sigmaAt": least / count,
        "gap": _gap(q, before, turns),
        "updates": _mean(of["updates"]),
        "time": _quantile(seconds, 0.5),
        "time99": _quantile(seconds, 0.99),
    }, jumps


def _sum(values: Floats) -> float:
    """Adds in order, like the page; NumPy's own sum adds in pairs."""
    return float(np.cumsum(values)[-1]) if len(values) else 0.0


def _mean(values: Floats) -> float:
    return _sum(values) / len(values)


def _quantile(values: Floats, share: float) -> float:
    ordered = np.sort(values).tolist()
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    a, b, part = ordered[below], ordered[min(below + 1, len(ordered) - 1)], place - below
    return float(a if part == 0 or a == b else a + part * (b - a))


def _jumps(steps: Floats, within: Flags) -> Flags:
    """Returns which points have a jump: a joint step above 8 times the median of the last 120.

    It must also exceed 15°, or 1° while the targets stay reached. steps: the largest step of each
    point, after those of the previous round if there was one.
    """
    count = len(within)
    jumps = np.zeros(count, dtype=bool)
    for at in np.flatnonzero(steps > _SMALL):
        k = int(at) - len(steps) + count
        past = np.sort(steps[max(0, at - _RECENT) : at])
        if k >= 0 and len(past) >= _AFTER and steps[at] > _TIMES * past[len(past) // 2]:
            jumps[k] = steps[at] > _LARGE or (k > 0 and within[k - 1] and within[k])
    return jumps


def _course(steps: Floats, turns: Flags) -> Tuple[float, float, float]:
    """Returns jitter, shake and travel of the steps (P, n) of a round."""
    changes = np.diff(steps, axis=0)
    way, turned = (_columns(np.abs(each)) for each in (steps[1:], changes))
    judged = changes[:, turns] if turns.any() else changes
    squares = np.cumsum(judged * judged, axis=1)[:, -1]
    jitter = _sum(turned / (way + _REST)) / len(turns)
    return jitter, _mean(np.sqrt(squares)), _sum(_columns(np.abs(steps))[turns])


def _columns(values: Floats) -> Floats:
    """Adds each column in order."""
    return np.asarray(np.cumsum(values, axis=0)[-1])


def _gap(q: Floats, before: Floats, turns: Flags) -> float:
    """Returns the change since the previous round over rotating joints, radians.

    If no joint rotates: over sliding joints, metres.
    """
    if len(before) == 0:
        return math.nan
    apart = (q[-1] - before[-1])[turns if turns.any() else ~turns]
    return math.sqrt(_sum(apart * apart))


def _lag(
    tree: _core.Tree,
    goals: Floats,
    moving: Sequence[Tuple[int, int]],
    q: Floats,
    again: bool,
) -> int:
    """Returns by how many points the effectors lag: the shift with the least rms error."""
    count = len(goals)
    tips = np.stack([_core.forward(tree, q, place)[:, :3, 3] for _, place in moving], axis=1)
    wanted = goals[:, [target for target, _ in moving], :3]
    misses: List[float] = []
    for shift in range(min(_MOST_LAG, count // 4) + 1):
        squares = ((tips - np.roll(wanted, shift, axis=0)) ** 2).reshape(count, -1)
        # In a single round, the first points have no previous ones.
        late = squares[0 if again else shift :]
        misses.append(_sum(late.sum(axis=1)) / len(late))
    return misses.index(min(misses))
