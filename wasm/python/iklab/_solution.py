"""What a solve has found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict

import numpy as np
from numpy.typing import NDArray

from ._arrays import Floats


@dataclass(frozen=True)
class Solution:
    """The pose nearest to its goal that was found, and why the search ended there.

    q: (n,) radians, metres for joints that slide. reached: within the tolerances. updates: of all
    attempts. error: sum of the effectors' distances from their goals, metres. cause: what
    keeps it from its goals, as experiments from q have shown, such as `joint-limits`, `damping` or
    `out-of-reach`; `none` where it has reached. reason: the cause in words, and how far short;
    `reached`. stop: the rule that ended it, as scenarios call it. distances and
    angles: of each effector, metres and radians (0 where it may be turned in any way), of what its
    goal does not leave free. evaluations:
    poses that were looked at. restarts: attempts after the first one.
    """

    q: Floats
    reached: bool
    updates: int
    error: float
    cause: str
    reason: str
    stop: str
    distances: Dict[str, float]
    angles: Dict[str, float]
    evaluations: int
    restarts: int


@dataclass(frozen=True)
class Batch:
    """What many solves have found, a row each.

    q: (N, n) radians, metres for joints that slide. reached: (N,) within the tolerances. updates:
    (N,) of all attempts. error: (N,) sum of the effectors' distances from their goals, metres.
    stop: (N,) the rule by which each ended. distances and angles: (N, k) of each effector that has
    a goal, metres and radians. restarts: (N,) attempts after the first one.

    >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
    >>> found = arm.solve_batch([[0.9, 0.6, 0], [2, 0, 0]], starts=[0.1, 0.2, 0.3])
    >>> len(found), found.q.shape, found.reached.tolist()
    (2, (2, 3), [True, False])
    """

    q: Floats
    reached: NDArray[np.bool_]
    updates: NDArray[np.int32]
    error: Floats
    stop: NDArray[np.str_]
    distances: Floats
    angles: Floats
    restarts: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.error)

    def __repr__(self) -> str:
        return f"Batch({int(self.reached.sum())} of {len(self)} reached)"
