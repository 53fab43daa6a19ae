"""Checks the settings of solves."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

from . import _core
from ._around import Clamp, Secondary, clamp_of, secondary_of
from ._arrays import entries, real, whole
from ._sentences import number_text, one_of, renamed, shown

SEEDS = 2**53  # As in documents.
_MOST = 1_000_000
_TURN = _core.SOLVE_DEFAULTS["tolerance"][1]
AxisTolerance = Mapping[str, float]
Sum = Union[float, Tuple[float, float]]
Tolerance = Union[Sum, AxisTolerance, Mapping[Optional[str], Union[Sum, AxisTolerance]]]
Weight = Union[float, Mapping[str, float], None]


@dataclass(frozen=True)
class Rules:
    """Stop rules. tolerance: metres (sum over effectors), radians (each).

    by_axis: instead, the tolerance applies to each goal, along and about each axis. own: the same
    for single goals, by effector; the sum then covers the other goals.
    """

    tolerance: Tuple[float, float]
    min_improvement: float
    max_rises: int
    max_updates: int
    by_axis: bool = False
    own: Mapping[str, Tuple[float, float]] = field(default_factory=dict)

    @classmethod
    def of(
        cls, tolerance: Tolerance, min_improvement: float, max_rises: int, max_updates: int
    ) -> "Rules":
        """Reads numbers of any type; the library checks their ranges."""
        own: Dict[str, Tuple[float, float]] = {}
        if isinstance(tolerance, Mapping) and _is_by_effector(tolerance):
            for name, each in tolerance.items():
                if name is not None:
                    own[name] = axis_tolerance_of(f"tolerance[{name!r}]", each)
            tolerance = tolerance.get(None, _core.SOLVE_DEFAULTS["tolerance"])
        by_axis = isinstance(tolerance, Mapping)
        return cls(
            axis_tolerance_of("tolerance", tolerance) if by_axis else _pair(tolerance),
            real("min_improvement", min_improvement),
            whole("max_rises", max_rises, 1, _MOST),
            whole("max_updates", max_updates, 1, _MOST),
            by_axis,
            own,
        )

    def axis_tolerances(self, effectors: Sequence[str]) -> Tuple[Optional[Tuple[float, float]], ...]:
        """Returns metres and radians per goal, along and about each axis; None: the sum applies."""
        _known_effectors("tolerance", self.own, effectors)
        usual = self.tolerance if self.by_axis else None
        return tuple(self.own.get(name, usual) for name in effectors)

    @property
    def core(self) -> _core.StopRules:
        """The rules for the library."""
        return _core.StopRules(
            tolerance=0 if self.by_axis else self.tolerance[0],
            orientation_tolerance=0 if self.by_axis else self.tolerance[1],
            min_improvement=self.min_improvement,
            max_rises=self.max_rises,
            max_updates=self.max_updates,
        )


def _is_by_effector(tolerance: Mapping[Any, Any]) -> bool:
    named = [each for name, each in tolerance.items() if name is not None]
    return bool(tolerance) and all(isinstance(each, Mapping) for each in named)


def _known_effectors(word: str, given: Mapping[str, Any], effectors: Sequence[str]) -> None:
    for name in given:
        if name not in effectors:
            raise ValueError(one_of(f"the effector of {word}", effectors, name))


def weights_of(weight: Weight, effectors: Sequence[str]) -> Tuple[Optional[float], ...]:
    """Returns metres per radian for each goal; None: scaled to the robot."""
    word = "orientation_weight"
    if not isinstance(weight, Mapping):
        return (None if weight is None else real(word, weight),) * len(effectors)
    _known_effectors(word, weight, effectors)
    given = {name: real(f"{word}[{name!r}]", each) for name, each in weight.items()}
    return tuple(given.get(name) for name in effectors)


def _pair(tolerance: Any) -> Tuple[float, float]:
    pair = tuple(tolerance) if isinstance(tolerance, (tuple, list)) else (tolerance, _TURN)
    if len(pair) != 2:
        raise ValueError(f"tolerance must be metres, or metres and radians; got {shown(tolerance)}")
    return (real("tolerance[0]", pair[0]), real("tolerance[1]", pair[1]))


def axis_tolerance_of(name: str, given: Any) -> Tuple[float, float]:
    """Reads `position` and `rotation` of a target's own tolerance, as in documents."""
    told = entries(name, given, ("position", "rotation"))
    position, rotation = (real(f"{name}.{key}", told.get(key)) for key in ("position", "rotation"))
    for key, value in (("position", position), ("rotation", rotation)):
        if not 0 <= value <= 1e15:
            raise ValueError(f"{name}.{key} must be from 0 to 1e+15; got {number_text(value)}")
    return (position, rotation)


def restarts_of(
    restarts: int, every: int, source: Optional[str], max_slow: int, seed: int
) -> _core.Restarts:
    """Returns the checked settings of restarts."""
    if source is not None and source not in _core.RESTART_POSES:
        raise ValueError(one_of("restart_from", _core.RESTART_POSES, source))
    return _core.Restarts(
        whole("restarts", restarts, 0, 1000),
        whole("seed", seed, 0, SEEDS - 1),
        every=whole("restart_every", every, 0, _MOST),
        from_=None if source is None else _core.RESTART_POSES.index(source),
        max_slow=whole("restart_max_slow", max_slow, 0, _MOST),
    )


def solver_of(
    model: _core.Model,
    method: _core.Method,
    limits: str,
    gain: float,
    max_step: Optional[float],
    max_slide: Optional[float],
    clamp: Optional[Clamp],
    secondary: Optional[Secondary],
) -> _core.Solver:
    """Returns the library's solver, with its errors."""
    if limits not in _core.LIMIT_POLICIES:
        raise ValueError(one_of("limits", _core.LIMIT_POLICIES, limits))
    try:
        return _core.Solver(
            model,
            method,
            limits=_core.LIMIT_POLICIES.index(limits),
            gain=real("gain", gain),
            max_step=None if max_step is None else real("max_step", max_step),
            max_slide=math.inf if max_slide is None else real("max_slide", max_slide),
            clamp=clamp_of(clamp),
            secondary=secondary_of(secondary),
        )
    except ValueError as error:
        raise ValueError(renamed(str(error))) from None


def threads_of(threads: Optional[int]) -> int:
    """Reads a number of threads; None: all cores of this process."""
    if threads is None:
        try:
            return len(os.sched_getaffinity(0))
        except AttributeError:  # Not on Linux.
            return os.cpu_count() or 1
    return whole("threads", threads, 1, 1024)
