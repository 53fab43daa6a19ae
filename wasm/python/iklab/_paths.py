"""Paths of studies: reads how a path is followed, and computes the goals of its points."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import Floats, finite, real, shaped, whole
from ._scenario import Document, json_object
from ._sentences import number_text, one_of, shown
from ._shapes import (
    TURN,
    Waypoint,
    between,
    closed_spline,
    plane_axes,
    quaternion_products,
    sine,
    there_and_back,
)
from ._study_document import StudyDocument, Target, known

_KEYS = ("kind", "path", "turn", "points", "period", "updates", "rounds", "starts")
_SHAPES = {
    "line": ("shape", "effector", "from", "to"),
    "circle": ("shape", "effector", "centre", "radius", "plane"),
    "eight": ("shape", "effector", "centre", "size", "plane"),
    "poses": ("shape", "effector", "poses", "between"),
    "motion": ("shape",),
}
_MOTIONS = {
    "sine": ("kind", "amplitude", "period", "phase"),
    "path": ("kind", "period", "points"),
    "still": ("kind",),
}
_TURNS = ("kept", "tangent", "free")
_MOST = _core.FOLLOW_MOST
_MOST_STARTS = 1000
_MOST_POSES = 1000
_MOST_MOTION = 256  # Points.
_MOST_POINTS = 10_000_000  # Total of all runs.
_SAME = 1e-9  # Share of the size of a motion: within it, the motion has returned.
_AT = "sampling.path"
_NONE = np.array([0.0, 0.0, 0.0, 1.0])

# Returns xyz at times, seconds.
Motion = Callable[[Floats], Floats]


class PathSampling(NamedTuple):
    """How a path is followed. moving: indices of targets; points: number per round."""

    path: Document
    motions: Dict[int, Motion]  # For the shape "motion".
    moving: Sequence[int]
    turn: str
    period: float
    points: int
    updates: int
    rounds: int
    starts: int


def path_sampling(study: StudyDocument, given: Document) -> PathSampling:
    """Reads the sampling of a study along a path."""
    known("sampling", given, _KEYS)
    path = json_object(_AT, given.get("path"))
    shape = path.get("shape")
    if shape not in _SHAPES:
        raise ValueError(one_of(f"{_AT}.shape", tuple(_SHAPES), shape))
    known(_AT, path, _SHAPES[shape])
    counts = {
        "points": whole("sampling.points", given.get("points", 480), 2, _MOST["points"]),
        "updates": whole("sampling.updates", given.get("updates", 1), 1, _MOST["updates"]),
        "rounds": whole("sampling.rounds", given.get("rounds", 3), 1, _MOST["rounds"]),
        "starts": whole("sampling.starts", given.get("starts", 16), 1, _MOST_STARTS),
    }
    points, starts, cells = counts["points"], counts["starts"], len(study.cells)
    if points * starts * cells > _MOST_POINTS:
        raise ValueError(
            f"sampling.points must leave at most {_MOST_POINTS} points in all; got {points} x "
            f"{starts} (starts) x {cells} (methods and values of the sweep)"
        )
    period = _above("sampling.period", given.get("period", 8))
    motions: Dict[int, Motion] = {}
    if shape == "motion":
        motions = _motions(study, period, counts["rounds"])
        moving = [*motions]
    else:
        moving = [_place(study, path)]
    if shape == "poses":
        if "period" in given:
            raise ValueError("sampling.period must be left out if poses are given, because poses have times")
        keys = _keys(path)
        period = (keys[-1].time - keys[0].time) * (2 if _open(keys) else 1)
    turn = _turn(study, given, str(shape), moving[0])
    return PathSampling(path, motions, moving, turn, period, **counts)


def path_points(study: StudyDocument, sampling: PathSampling, targets: Sequence[Target]) -> Floats:
    """Returns the goals (P, k, 7) of the points of a round. targets: their base poses."""
    shares = np.arange(sampling.points) / sampling.points
    points = np.tile(np.array([each.goal for each in targets]), (sampling.points, 1, 1))
    for i, motion in sampling.motions.items():
        points[:, i, :3] += motion(shares * sampling.period)
    if not sampling.motions:
        (i,) = sampling.moving
        (effector, oriented, *_), goal = targets[i]
        tip = _core.forward(
            study.scene.tree, study.start[None], study.scene.tree.effectors.index(effector)
        )
        begun: Floats = _core.goals(tip)[0][0]
        positions, turns = _ALONG[sampling.path["shape"]](sampling, shares, begun, goal[3:])
        points[:, i, :3] = positions
        points[:, i, 3:] = turns if oriented else _NONE
    return np.ascontiguousarray(points)


def _place(study: StudyDocument, path: Document) -> int:
    """Returns the index of the target that moves along the path."""
    names = [row.get("effector") for row in study.targets]
    effector = path.get("effector", names[0])
    if effector not in names:
        raise ValueError(one_of(f"{_AT}.effector", [str(each) for each in names], effector))
    return names.index(effector)


def _turn(study: StudyDocument, given: Document, shape: str, place: int) -> str:
    target = study.targets[place]
    oriented = shape == "motion" or target.get("orientation") is not None
    turn = given.get("turn", "kept" if oriented else "free")
    if turn not in _TURNS:
        raise ValueError(one_of("sampling.turn", _TURNS, turn))
    if not oriented and turn != "free":
        raise ValueError(
            f"sampling.turn must be free, as the target on {shown(target.get('effector'))} has no "
            f"orientation; got {shown(turn)}"
        )
    if turn == "tangent" and shape in ("poses", "motion"):
        raise ValueError(
            f"sampling.turn must be kept or free where the shape is {shape}; got 'tangent'"
        )
    return str(turn)


def _vector(name: str, value: Any) -> Floats:
    return finite(name, shaped(name, value, (3,), "x y z, metres"))


def _above(name: str, value: Any) -> float:
    number = real(name, value)
    if not 0 < number <= 1e15:
        raise ValueError(f"{name} must be above 0 and at most 1e15; got {number_text(number)}")
    return number


def _point(path: Document, key: str, begun: Floats, missing: Any = "start") -> Floats:
    """Returns a point of the path: the tip at the start pose, or a given position."""
    value = path.get(key, missing)
    return begun[:3] if _is_start(value) else _vector(f"{_AT}.{key}", value)


def _is_start(value: Any) -> bool:
    return isinstance(value, str) and value == "start"


def _line(
    sampling: PathSampling, shares: Floats, begun: Floats, turn: Floats
) -> Tuple[Floats, Floats]:
    path = sampling.path
    here, there = _point(path, "from", begun), _point(path, "to", begun, None)
    if (here == there).all():
        raise ValueError(f"{_AT}.to must not be the same point as path.from")
    positions = here + (there - here) * there_and_back(shares)[:, None]
    positions[shares == 0.5] = there
    at_start = _is_start(path.get("from", "start")) or _is_start(path["to"])
    return positions, begun[3:] if at_start else turn


def _ring(
    sampling: PathSampling, shares: Floats, begun: Floats, turn: Floats
) -> Tuple[Floats, Floats]:
    """Returns positions and orientations on a circle or figure eight in its plane."""
    path = sampling.path
    centre = _point(path, "centre", begun)
    angle = TURN * shares
    if path["shape"] == "circle":
        radius = _above(f"{_AT}.radius", path.get("radius"))
        at = radius * np.cos(angle), radius * np.sin(angle)
        along = -np.sin(angle), np.cos(angle)
    else:
        sizes = shaped(f"{_AT}.size", path.get("size"), (2,), "length and width, metres")
        length, width = (_above(f"{_AT}.size[{i}]", each) for i, each in enumerate(sizes))
        at = length / 2 * np.sin(angle), width / 2 * np.sin(2 * angle)
        along = length / 2 * np.cos(angle), width * np.cos(2 * angle)
    across = _vector(f"{_AT}.plane", path.get("plane", (0, 0, 1)))
    if not across.any():
        raise ValueError(f"{_AT}.plane must be a normal of any length but 0; got 0, 0, 0")
    u, v, normal = plane_axes(across)
    positions = centre + at[0][:, None] * u + at[1][:, None] * v
    kept = begun[3:] if _is_start(path.get("centre", "start")) else turn
    if sampling.turn != "tangent":
        return positions, kept
    heading = np.arctan2(along[1], along[0])
    half = ((heading - heading[0]) / 2)[:, None]
    turned = quaternion_products(np.hstack([np.sin(half) * normal, np.cos(half)]), kept)
    return positions, np.where(turned[:, 3:] < 0, -turned, turned)


def _poses(
    sampling: PathSampling, shares: Floats, begun: Floats, turn: Floats
) -> Tuple[Floats, Floats]:
    keys = _keys(sampling.path)
    spline = sampling.path.get("between", "straight") == "spline"
    length = keys[-1].time - keys[0].time
    times = keys[0].time + length * (there_and_back(shares) if _open(keys) else shares)
    points = [between(keys, time, spline) for time in times.tolist()]
    turns = [turn if each is None else each for _, each in points]
    return np.array([position for position, _ in points]), np.array(turns)


def _keys(path: Document) -> List[Waypoint]:
    rows = path.get("poses")
    if not isinstance(rows, list) or not 2 <= len(rows) <= _MOST_POSES:
        raise ValueError(f"{_AT}.poses must be a list of 2 to {_MOST_POSES}; got {shown(rows)}")
    kind = path.get("between", "straight")
    if kind not in ("straight", "spline"):
        raise ValueError(one_of(f"{_AT}.between", ("straight", "spline"), kind))
    keys: List[Waypoint] = []
    for i, row in enumerate(rows):
        name = f"{_AT}.poses[{i}]"
        known(name, json_object(name, row), ("time", "position", "orientation"))
        key = Waypoint(
            real(f"{name}.time", row.get("time")),
            _vector(f"{name}.position", row.get("position")),
            _quaternion(f"{name}.orientation", row.get("orientation")),
        )
        if keys and key.time <= keys[-1].time:
            raise ValueError(
                f"{name}.time must be > {number_text(keys[-1].time)}, the time of the pose before; "
                f"got {number_text(key.time)}"
            )
        if keys and (key.orientation is None) != (keys[0].orientation is None):
            wanted = "left out" if key.orientation is not None else "given"
            raise ValueError(f"{name}.orientation must be {wanted}, as that of the first pose is")
        keys.append(key)
    return keys


def _quaternion(name: str, value: Any) -> Optional[Floats]:
    if value is None:
        return None
    turn = finite(name, shaped(name, value, (4,), "x y z w"))
    if not turn.any():
        raise ValueError(f"{name} must be of any length but 0; got 0, 0, 0, 0")
    return turn


def _open(keys: Sequence[Waypoint]) -> bool:
    """Returns whether the path does not end where it begins; it is then followed back."""
    first, last = keys[0], keys[-1]
    same = (first.position == last.position).all()
    if first.orientation is not None:
        same = same and (first.orientation == last.orientation).all()
    return not same


_ALONG: Dict[str, Callable[..., Tuple[Floats, Floats]]] = {
    "line": _line,
    "circle": _ring,
    "eight": _ring,
    "poses": _poses,
}


def _motions(study: StudyDocument, period: float, rounds: int) -> Dict[int, Motion]:
    """Returns the motions of targets; with several rounds, each must return to its start."""
    motions: Dict[int, Motion] = {}
    for i, row in enumerate(study.targets):
        name = f"targets[{i}].motion"
        told = row.get("motion")
        if told is None or json_object(name, told).get("kind") == "still":
            continue
        motion, size = _motion(name, told)
        motions[i] = motion
        first, last = motion(np.array([0.0, period]))
        if rounds > 1 and np.sqrt(((last - first) ** 2).sum()) > _SAME * size:
            raise ValueError(
                "sampling.period must be a period after which every target is back, "
                f"because rounds is {rounds}; got {number_text(period)}"
            )
    if not motions:
        raise ValueError(
            f"{_AT}.shape 'motion' needs a target with a motion; all targets are fixed"
        )
    return motions


def _motion(name: str, told: Document) -> Tuple[Motion, float]:
    """Returns the offset of a motion as a function of time, and its size, metres."""
    kind = told.get("kind")
    if kind not in _MOTIONS:
        raise ValueError(one_of(f"{name}.kind", tuple(_MOTIONS), kind))
    known(name, told, _MOTIONS[kind])
    if kind == "sine":
        amplitude = _vector(f"{name}.amplitude", told.get("amplitude"))
        periods = _vector(f"{name}.period", told.get("period"))
        periods = np.array([_above(f"{name}.period[{i}]", each) for i, each in enumerate(periods)])
        phase = _vector(f"{name}.phase", told.get("phase", (0, 0, 0)))

        return partial(sine, amplitude, periods, phase), float(np.sqrt(amplitude @ amplitude))
    period = _above(f"{name}.period", told.get("period"))
    points = finite(
        f"{name}.points", shaped(f"{name}.points", told.get("points"), (None, 3), "x y z, metres")
    )
    count = len(points)
    if not 2 <= count <= _MOST_MOTION:
        raise ValueError(f"{name}.points must be 2 to {_MOST_MOTION}; got {count}")

    return partial(closed_spline, points, period), float(np.sqrt((points**2).sum(axis=1).max()))
