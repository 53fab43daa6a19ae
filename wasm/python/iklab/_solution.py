"""Results of solves."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Callable, Dict, Mapping

import numpy as np
from numpy.typing import NDArray

from ._arrays import Floats


@dataclass(frozen=True)
class Solution:
    """The pose closest to the goals that was found, and why the search ended.

    q: (n,) radians, metres for prismatic joints. reached: whether the goals are within the
    tolerances. updates: total of all attempts. error: sum of the distances of the effectors to
    their goals, metres. stop: the rule that ended the search, as in scenarios. distances and
    angles: per effector, metres and radians (0 for an unconstrained orientation), for the
    constrained components. evaluations: number of evaluated poses. restarts: attempts after the
    first one. given_up: attempts ended by restart_max_slow.
    """

    q: Floats
    reached: bool
    updates: int
    error: float
    stop: str
    distances: Dict[str, float]
    angles: Dict[str, float]
    evaluations: int
    restarts: int
    given_up: int
    _explain: Callable[[], str] = field(repr=False, compare=False)

    @property
    def cause(self) -> str:
        """Returns why the goals are not reached, found by experiments from q; `none` if they are.

        For example `joint-limits`, `damping` or `out-of-reach`. The experiments take milliseconds and
        run when cause or reason is first read.
        """
        return str(self._why["cause"])

    @property
    def reason(self) -> str:
        """Returns the cause in words, with the remaining error; or `reached`.

        >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
        >>> arm.solve([2, 0, 0], start=[0.1, 0.2, 0.3]).reason
        'out-of-reach: at least 500 mm too far in every pose, 500 mm short'
        """
        return str(self._why["reason"])

    @cached_property
    def _why(self) -> Mapping[str, Any]:
        if self.reached:
            return {"cause": "none", "reason": "reached"}
        return dict(json.loads(self._explain()))

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_why": self._why, "_explain": None}


@dataclass(frozen=True)
class Batch:
    """The results of many solves, one row each.

    q: (N, n) radians, metres for prismatic joints. reached: (N,) whether the goals are within the
    tolerances. updates: (N,) total of all attempts. error: (N,) sum of the distances of the
    effectors to their goals, metres. stop: (N,) the rule that ended the search. distances and
    angles: (N, k) per effector with a goal, metres and radians. restarts: (N,) attempts after the
    first one.

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
