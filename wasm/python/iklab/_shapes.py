"""The curves of paths, as closed forms."""

from __future__ import annotations

import math
from typing import NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._arrays import Floats

TURN = 2 * math.pi


class Waypoint(NamedTuple):
    """A pose on a path."""

    time: float
    position: Floats
    orientation: Optional[Floats]


def there_and_back(shares: Floats) -> Floats:
    """Returns the position on a path followed there and back: from 0 to 1 and to 0."""
    return np.where(shares <= 0.5, 2 * shares, 2 - 2 * shares)


def plane_axes(normal: Floats) -> Tuple[Floats, Floats, Floats]:
    """Returns right-handed axes u, v, n of a plane; u is as near as possible to x, or else y."""
    n = unit(normal)
    near = np.array([0.0, 1.0, 0.0] if abs(n[0]) > 0.9 else [1.0, 0.0, 0.0])
    u = unit(near - (near @ n) * n)
    return u, np.cross(n, u), n


def quaternion_products(a: Floats, b: Floats) -> Floats:
    """Multiplies quaternions (N, 4) by one quaternion, x y z w."""
    vector = a[:, 3:] * b[:3] + b[3] * a[:, :3] + np.cross(a[:, :3], b[:3])
    return np.hstack([vector, a[:, 3:] * b[3] - a[:, :3] @ b[:3, None]])


def between(keys: Sequence[Waypoint], time: float, spline: bool) -> Tuple[Floats, Optional[Floats]]:
    """Interpolates poses at a time; orientations along the shorter arc (Shoemake 1985)."""
    after = next((i for i, key in enumerate(keys) if key.time >= time), len(keys) - 1)
    b = keys[after]
    a = keys[after - 1] if after > 0 else b
    share = 1.0 if a is b else (time - a.time) / (b.time - a.time)
    if spline and a is not b:
        position = _spline(keys, after, share)
    else:
        position = a.position * (1 - share) + b.position * share
    if a.orientation is None or b.orientation is None:
        return position, None
    return position, _slerp(unit(a.orientation), unit(b.orientation), share)


def _spline(keys: Sequence[Waypoint], after: int, share: float) -> Floats:
    """Evaluates the cubic that ends at pose `after` (Catmull & Rom 1974), for unequal times."""
    a, b = keys[after - 1], keys[after]
    length = b.time - a.time
    s, s2, s3 = share, share * share, share * share * share
    return np.asarray(
        (2 * s3 - 3 * s2 + 1) * a.position
        + (s3 - 2 * s2 + s) * length * _velocity(keys, after - 1)
        + (3 * s2 - 2 * s3) * b.position
        + (s3 - s2) * length * _velocity(keys, after)
    )


def _velocity(keys: Sequence[Waypoint], i: int) -> Floats:
    last = len(keys) - 1
    ends = (i - 1, i + 1) if 0 < i < last else (0, 1) if i == 0 else (last - 1, last)
    time = keys[ends[1]].time - keys[ends[0]].time
    if i in (0, last) and (keys[0].position == keys[last].position).all():
        ends = (last - 1, 1)
        time = keys[1].time - keys[0].time + keys[last].time - keys[last - 1].time
    # Multiplying by the reciprocal gives the same bits as the page.
    return (keys[ends[1]].position - keys[ends[0]].position) * (1 / time)


def _slerp(a: Floats, b: Floats, share: float) -> Floats:
    product = float(a @ b)
    b = -b if product < 0 else b
    apart = b - abs(product) * a
    angle = math.atan2(math.sqrt(float(apart @ apart)), abs(product))
    left, right = 1 - share, share
    if angle >= 1e-9:
        left, right = (math.sin(each * angle) / math.sin(angle) for each in (left, right))
    return unit(left * a + right * b)


def unit(vector: Floats) -> Floats:
    """Scales a vector or a quaternion to length 1."""
    return np.asarray(vector / np.sqrt(vector @ vector))


def sine(amplitude: Floats, periods: Floats, phase: Floats, times: Floats) -> Floats:
    """Returns the offset of a sine along each axis at times (T,), seconds."""
    turns = times[:, None] / periods + phase / TURN
    return np.asarray(amplitude * np.sin(TURN * (turns - np.floor(turns))))


def closed_spline(points: Floats, period: float, times: Floats) -> Floats:
    """Evaluates a spline through points (K, 3), once per period (Catmull & Rom 1974)."""
    count = len(points)
    turns = times / period
    place = (turns - np.floor(turns)) * count
    first = np.minimum(np.floor(place).astype(int), count - 1)
    a, b, c, d = (points[(first + each) % count] for each in (-1, 0, 1, 2))
    u = (place - first)[:, None]
    square = 2 * (a - b) + 3 * (c - b) + (c - d)
    cube = 3 * (b - c) + (d - a)
    return np.asarray(b + 0.5 * u * (c - a + u * (square + u * cube)))
