"""Goals: converts them from callers to the library."""

from __future__ import annotations

from typing import Any, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import Floats, finite, floats, misshapen, shaped
from ._free import Free, Freedom, freedom_of
from ._kinematics import one_effector
from ._mechanism import Frame
from ._sentences import number_text, one_of, shown

_ROUNDING = 1e-15
_SLACK = 1e-3  # For the length of a quaternion, and the entries of a rotation matrix.
_IDENTITY = (0.0, 0.0, 0.0, 1.0)


class Pose:
    """A target or actual pose of an effector, in the robot's base frame.

    position: (3,) metres. quaternion: (4,) x y z w, of length 1; None: any orientation.

    >>> down = iklab.Pose([0.4, 0.2, 0.3], quaternion=[0, 1, 0, 0])
    >>> down.matrix.round(6).tolist()[2]
    [0.0, 0.0, -1.0, 0.3]
    """

    __slots__ = ("position", "quaternion")

    def __init__(self, position: ArrayLike, quaternion: Optional[ArrayLike] = None) -> None:
        self.position: Floats = finite(
            "position", shaped("position", position, (3,), "x y z, metres")
        )
        self.quaternion: Optional[Floats] = None if quaternion is None else _unit(quaternion)

    @classmethod
    def from_matrix(cls, matrix: ArrayLike) -> "Pose":
        """Creates a pose from a matrix (4, 4): rotation and position, metres.

        >>> iklab.Pose.from_matrix(np.eye(4))
        Pose([0.0, 0.0, 0.0], quaternion=[0.0, 0.0, 0.0, 1.0])
        """
        row = _of_matrices("matrix", shaped("matrix", matrix, (4, 4), "")[None], one=True)[0]
        return cls(row[:3], row[3:])

    @property
    def matrix(self) -> Floats:
        """Returns the matrix (4, 4), metres; without rotation if there is no quaternion."""
        x, y, z, w = _IDENTITY if self.quaternion is None else map(float, self.quaternion)
        turn = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
        matrix = np.eye(4)
        matrix[:3, :3] = turn
        matrix[:3, 3] = self.position
        return matrix

    def __repr__(self) -> str:
        turn = "" if self.quaternion is None else f", quaternion={self.quaternion.tolist()}"
        return f"Pose({self.position.tolist()}{turn})"


GoalLike = Union[Pose, ArrayLike]
ToolLike = Union[Pose, ArrayLike]
GoalsLike = Union[GoalLike, Mapping[str, GoalLike]]
RowsLike = Union[ArrayLike, Mapping[str, ArrayLike]]
FreeLike = Union[Free, Mapping[str, Free], None]


class Goals(NamedTuple):
    """Goals by effector; `rows`: x y z and a quaternion x y z w for each."""

    effectors: Tuple[str, ...]
    oriented: Tuple[bool, ...]
    rows: Floats
    names: Tuple[str, ...]  # As the caller wrote them; {} is replaced by the row number.
    free: Tuple[Freedom, ...]


def goals_of(
    goal: GoalsLike, effectors: Sequence[str], effector: Optional[str], free: FreeLike
) -> Goals:
    """One problem: rows (k, 7)."""
    asked = _by_effector("goal", goal, effectors, effector)
    told = [_row_of(name, value) for _, name, value in asked]
    rows = np.array([row for row, _ in told])
    names = tuple(a[0] for a in asked)
    oriented = tuple(t[1] for t in told)
    left = _freedoms(free, names, oriented, isinstance(goal, Mapping))
    return Goals(names, oriented, rows, tuple(a[1] for a in asked), left)


def goal_rows(
    goals: RowsLike, effectors: Sequence[str], effector: Optional[str], free: FreeLike
) -> Goals:
    """Many problems: rows (N, k, 7)."""
    asked = _by_effector("T", goals, effectors, effector)
    rows: List[Floats] = []
    oriented = []
    for _, name, value in asked:
        array = floats(name, value)
        turned = array.ndim == 3 and array.shape[1:] == (4, 4)
        if not turned and not (array.ndim == 2 and array.shape[1] == 3):
            raise ValueError(misshapen(name, array.shape, "(N, 4, 4) or (N, 3)", ""))
        if rows and len(array) != len(rows[0]):
            raise ValueError(
                f"{name}: {len(array)} rows, must be {len(rows[0])}, as many as {asked[0][1]}"
            )
        oriented.append(turned)
        rows.append(_of_matrices(name, array) if turned else _of_positions(name, array))
    names = tuple(f"{name}[{{}}]" for _, name, _ in asked)
    together = np.ascontiguousarray(np.stack(rows, axis=1))
    asked_of = tuple(a[0] for a in asked)
    left = _freedoms(free, asked_of, oriented, isinstance(goals, Mapping))
    return Goals(asked_of, tuple(oriented), together, names, left)


def _freedoms(
    free: FreeLike, effectors: Sequence[str], oriented: Sequence[bool], by_effector: bool
) -> Tuple[Freedom, ...]:
    """Returns the `free` of each goal. by_effector: `free` is a dict by effector."""
    if not by_effector:
        return (freedom_of("free", free, oriented[0]),)
    each: Mapping[str, Any] = {} if free is None else free
    if not isinstance(each, Mapping):
        raise ValueError(f"free must be a dict by effector, as the goals are; got {shown(free)}")
    for name in each:
        if name not in effectors:
            raise ValueError(one_of("the effector of free", effectors, name))
    return tuple(
        freedom_of(f"free[{name!r}]", each.get(name), turned)
        for name, turned in zip(effectors, oriented)
    )


def tool_matrix(tool: ToolLike) -> Floats:
    """Returns the (4, 4) matrix of a tool frame, in the frame of its effector."""
    if not isinstance(tool, Pose):
        array = floats("tool", tool)
        if array.shape == (6,):
            x, y, z, roll, pitch, yaw = finite("tool", array).tolist()
            return Frame((x, y, z), (roll, pitch, yaw)).matrix
        if array.shape not in ((3,), (4, 4)):
            raise ValueError(misshapen("tool", array.shape, "(3,), (6,) or (4, 4)", ""))
    row, _ = _row_of("tool", tool)
    return Pose(row[:3], row[3:]).matrix


def _by_effector(
    word: str, given: Any, effectors: Sequence[str], effector: Optional[str]
) -> List[Tuple[str, str, Any]]:
    """Returns per effector with a goal: its name, how the caller wrote the goal, and the goal."""
    if not isinstance(given, Mapping):
        return [(one_effector(effectors, effector), word, given)]
    if not given:
        raise ValueError(f"{word} must have a goal for one effector at least")
    for name in given:
        if name not in effectors:
            raise ValueError(one_of(f"the effector of {word}", effectors, name))
    return [(name, f"{word}[{name!r}]", each) for name, each in given.items()]


def _unit(quaternion: ArrayLike) -> Floats:
    turn = finite("quaternion", shaped("quaternion", quaternion, (4,), "x y z w"))
    length = float(np.sqrt(np.dot(turn, turn)))
    if not abs(length - 1) <= _SLACK:
        raise ValueError(f"quaternion must have length 1; got {number_text(length)}")
    return turn if abs(length - 1) <= _ROUNDING else np.asarray(turn / length)


def _row_of(name: str, value: Any) -> Tuple[Floats, bool]:
    """Returns 7 numbers, and whether the orientation is constrained."""
    if isinstance(value, Pose):
        turn = _IDENTITY if value.quaternion is None else value.quaternion
        return np.concatenate([value.position, turn]), value.quaternion is not None
    array = floats(name, value)
    if array.shape == (3,):
        return np.concatenate([finite(name, array), _IDENTITY]), False
    if array.shape != (4, 4):
        raise ValueError(misshapen(name, array.shape, "(3,) or (4, 4)", ""))
    return _of_matrices(name, array[None], one=True)[0], True


def _of_positions(name: str, positions: Floats) -> Floats:
    rows = np.zeros((len(positions), 7))
    rows[:, :3] = finite(name, positions)
    rows[:, 6] = 1
    return rows


def _of_matrices(name: str, matrices: Floats, one: bool = False) -> Floats:
    """Returns 7 numbers per matrix of (N, 4, 4)."""
    finite(name, matrices[0] if one else matrices)
    rows, off = _core.goals(matrices)
    if (off > _SLACK).any():
        row = int(np.argmax(off > _SLACK))
        place = name if one else f"{name}[{row}]"
        raise ValueError(
            f"{place} must be a rotation and a position, (R p; 0 0 0 1), is off by "
            f"{number_text(float(f'{off[row]:.3g}'))}"
        )
    return rows
