"""Every solution of a pose, and proofs that one exists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Floats, boolean, finite, real, shaped, whole
from ._kinematics import Kinematics
from ._pose import FreeLike, GoalLike, Goals, GoalsLike, goals_of
from ._sentences import renamed
from ._settings import SEEDS

_KEPT = 64  # Number of finders that are kept per robot.
_MOST_STARTS = 100_000
_FIELDS = _core.SOLUTION_FIELDS
_SIDES = ("shoulder", "elbow", "wrist")


@dataclass(frozen=True)
class FreeParameter:
    """The parameter of an arm with seven joints for which solutions are listed.

    joint: the joint whose value is the parameter; None: the swivel angle of the elbow about the
    line from the shoulder to the wrist. value: radians.

    >>> arm = iklab.Robot.from_preset("panda")
    >>> found = arm.solutions(arm.fk(arm.start), parameter=0.5)
    >>> found, found.parameter
    (Solutions(8, redundant), FreeParameter(joint='panda_joint7', value=0.5))
    """

    joint: Optional[str]
    value: float


@dataclass(frozen=True)
class Solutions:
    """The poses that reach a goal, one row each.

    Those within the limits are first, then those with the smallest turn.

    kind: `all` (a closed form gives every solution), `found` (by a search; there may be more) or
    `redundant` (solutions form curves or surfaces; those at `parameter` are listed, or none if it
    is None). reason: the closed form, or why there is none, or how many degrees of freedom remain.
    parameter: a FreeParameter, or None. idealised: largest angle (radians) or distance (as a share
    of the chain's length) that the closed form took as 0; the solutions are then refined on the
    robot as it is.

    number: (k,) identifies a solution while the goal moves, from 1 on: 1 to 8 by the signs of sides
    (+++ is 1, ++- is 2, --- is 8) if these tell the solutions apart, otherwise by the order of q. q:
    (k, n) radians, metres for prismatic joints; each revolute joint is at the full rotation nearest
    to the start, within its limits if one is.
    residual: (k,) position error (metres) and orientation error (radians), root of the sum of
    squares. margin: (k,) distance of the joints to their nearest limit, radians or metres: negative
    outside, infinite without limits. turn: (k,) largest rotation of a joint from the start, radians.
    sides: (k, 3) signs of the factors of det J for shoulder, elbow and wrist; 0 at a singularity, if
    the arm does not have the factor, and for solutions of a search. family: (k,) whether the goal
    leaves an angle free, which is that of the start.

    >>> arm = iklab.Robot.from_preset("ur5e")
    >>> found = arm.solutions(arm.fk([0.4, -1.2, 1.5, -0.3, 0.9, -0.4]))
    >>> found
    Solutions(8, all)
    >>> found.reason, found.q.shape, sorted(found.number.tolist())
    ('axes 2, 3, 4 are parallel; axes 5, 6 meet', (8, 6), [1, 2, 3, 4, 5, 6, 7, 8])
    """

    kind: str
    reason: str
    idealised: float
    number: NDArray[np.int32]
    q: Floats
    residual: Floats
    margin: Floats
    turn: Floats
    sides: NDArray[np.int8]
    family: NDArray[np.bool_]
    parameter: Optional[FreeParameter] = None

    def __len__(self) -> int:
        return len(self.number)

    def __repr__(self) -> str:
        return f"Solutions({len(self)}, {self.kind})"


@dataclass(frozen=True)
class Certificate:
    """Proof that an exact solution exists near a pose.

    radius: the solution is at most this far from the pose: root of the sum of squares over the
    joints, radians, and metres as a share of the chain's length. within_limits: whether its joints
    are within their limits.

    >>> arm = iklab.Robot.from_preset("ur5e")
    >>> arm.certify(arm.start, arm.fk(arm.start)).within_limits
    True
    """

    radius: float
    within_limits: bool


class Solvable(Kinematics):
    """Kinematics with lists of solutions."""

    def __init__(
        self,
        tree: _core.Tree,
        name: str = "",
        start: Optional[Floats] = None,
        notes: Sequence[str] = (),
    ) -> None:
        super().__init__(tree, name, start, notes)
        self._finders: Dict[Tuple[Any, ...], _core.SolutionFinder] = {}

    def solutions(
        self,
        goal: GoalsLike,
        start: Union[ArrayLike, str, None] = None,
        *,
        effector: Optional[str] = None,
        within_limits: bool = False,
        starts: int = 200,
        seed: int = 1,
        free: FreeLike = None,
        parameter: Optional[float] = None,
    ) -> Solutions:
        """Returns the poses that reach a goal: all of them if the arm has a closed form.

        A closed form needs six revolute joints and a goal with an orientation; axes 4, 5, 6 must
        meet, or axes 2, 3, 4 be parallel, or a few similar cases. For other robots, a search from
        random poses finds solutions. Most arms with seven revolute joints have a closed form at each
        value of a parameter. The interpreter lock is released.

        Parameters
        ----------
        goal : Pose, array_like or dict
            A Pose, a position (3,) in metres, a matrix (4, 4), or a dict of these by effector.
        start : array_like, shape (n,), or `zeros`, optional
            Pose from which `turn` is measured, radians, metres for prismatic joints; limits do not
            apply to it. None: the robot's start.
        effector : str, optional
            The effector of a single goal, if the robot has several.
        within_limits : bool
            Whether to leave out solutions with a joint outside its limits.
        starts : int
            Number of searches if there is no closed form, from 0 to 100000: the first from `start`,
            the others from random poses.
        seed : int
            Random seed of these poses, from 0 to 2**53 - 1.
        free : dict, optional
            Unconstrained components, as in `solve`.
        parameter : float, optional
            For an arm with seven joints: the swivel angle of the elbow, or the value of a joint,
            radians; see `FreeParameter`. None: that of `start`.

        Returns
        -------
        Solutions
            Arrays with one row per solution; what kind of list it is, and why.

        Raises
        ------
        ValueError
            If an argument is not as above; the message names it.

        Examples
        --------
        Two links have two solutions, with the elbow to either side.

        >>> arm = iklab.Robot.from_dh([(1, 0, 0, 0), (0.8, 0, 0, 0)], limits=(-2, 2))
        >>> found = arm.solutions([0.9, 0.7, 0], start=[0, 1])
        >>> found.kind, found.q.round(3).tolist(), found.turn.round(3).tolist()
        ('found', [[-0.094, 1.785], [1.417, -1.785]], [0.785, 2.785])
        >>> len(arm.solutions([0.5, 0, 0])), len(arm.solutions([0.5, 0, 0], within_limits=True))
        (2, 0)
        """
        inside = boolean("within_limits", within_limits)
        searches = whole("starts", starts, 0, _MOST_STARTS)
        drawn = whole("seed", seed, 0, SEEDS - 1)
        goals = goals_of(goal, self.effectors, effector, free)
        begun = shaped("start", self._start(start), (self._n,), self._told)
        finder = self._finder(goals)
        column = finder.parameter_column
        if parameter is not None:
            parameter = real("parameter", parameter)
            finite("parameter", np.asarray(parameter))
            if column < -1:
                raise ValueError(
                    "parameter must be None: the robot has no free parameter for this goal"
                )
        freedom = None
        try:
            if column < -1:
                rows = finder.find(begun, goals.rows, searches, drawn)
            else:
                value, rows = finder.find_at(begun, goals.rows, parameter)
                freedom = FreeParameter(None if column < 0 else self.names[column], value)
        except ValueError as error:
            raise ValueError(renamed(str(error), goals.names)) from None
        fields = dict(zip(_FIELDS, rows.T))
        rows = rows[fields["margin"] >= 0] if inside else rows
        fields = dict(zip(_FIELDS, rows.T.copy()))
        return Solutions(
            kind=finder.kind,
            reason=finder.reason,
            idealised=finder.idealised,
            number=fields["number"].astype(np.int32),
            q=rows[:, len(_FIELDS) :].copy(),
            residual=fields["residual"],
            margin=fields["margin"],
            turn=fields["turn"],
            sides=np.stack([fields[name] for name in _SIDES], axis=1).astype(np.int8),
            family=fields["family"] == 1,
            parameter=freedom,
        )

    def certify(
        self, q: ArrayLike, goal: GoalLike, *, effector: Optional[str] = None
    ) -> Optional[Certificate]:
        """Proves that a pose near q reaches the goal exactly.

        By the theorem of Newton and Kantorovich. The pose may be the result of any solver.

        Parameters
        ----------
        q : array_like, shape (n,)
            Joint values in the order of `names`: radians, metres for prismatic joints.
        goal : Pose or array_like
            A Pose, a position (3,) in metres, or a matrix (4, 4).
        effector : str, optional
            The effector of the goal, if the robot has several.

        Returns
        -------
        Certificate or None
            None if nothing is proven: far from a solution, near a singularity, with joints that
            mimic others, or if the robot cannot move its effector in all directions, as a planar
            arm.

        Raises
        ------
        ValueError
            If an argument is not as above; the message names it.

        Examples
        --------
        >>> arm = iklab.Robot.from_preset("ur5e")
        >>> goal = arm.fk(arm.start)
        >>> found = arm.certify(arm.start + 1e-6, goal)
        >>> 2.4e-6 < found.radius < 2e-5
        True
        >>> arm.certify(arm.start + 0.3, goal) is None
        True
        """
        values = finite("q", shaped("q", q, (self._n,), self._told))
        goals = goals_of(goal, self.effectors, effector, None)
        if len(goals.effectors) > 1:
            raise ValueError(f"goal must be for one effector; got {len(goals.effectors)}")
        try:
            proven = self._finder(goals).certify(values, goals.rows)
        except ValueError as error:
            raise ValueError(renamed(str(error), goals.names)) from None
        return None if proven is None else Certificate(*proven)

    def _finder(self, goals: Goals) -> _core.SolutionFinder:
        usual = (None,) * len(goals.effectors)
        asked = tuple(zip(goals.effectors, goals.oriented, usual, usual, goals.free))
        finder = self._finders.get(asked)
        if finder is None:
            if len(self._finders) >= _KEPT:
                self._finders.clear()  # Another thread may have found its finder just before.
            finder = self._finders[asked] = _core.SolutionFinder(self._tree, asked, goals.rows)
        return finder
