"""The compiled module."""

from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from ._mechanism import Three

Floats = NDArray[np.float64]
Numbers = Sequence[Tuple[str, float]]

AXIS_FRAMES: List[str]
JOINT_KINDS: List[str]
DH_CONVENTIONS: List[str]
CLAMP_MODES: List[str]
CLAMP_RULES: List[str]
SECONDARY_KINDS: List[str]
LIMIT_POLICIES: List[str]
OUTSIDES: List[str]
RESTART_POSES: List[str]
SAMPLINGS: List[str]
STARTS: List[str]
SOLUTION_FIELDS: List[str]
SOLVE_DEFAULTS: Dict[str, Any]
STOPS: List[str]
STUDY_FIELDS: List[str]
FOLLOW_FIELDS: List[str]
FOLLOW_MOST: Dict[str, int]
CAUSE_FIELDS: List[str]
BATCH_SOLUTION_FIELDS: List[str]
CAUSES: List[str]
STUDY_SETTINGS: List[str]
VERSION: str

class Tree:
    @property
    def names(self) -> List[str]: ...
    @property
    def kinds(self) -> List[str]: ...
    @property
    def effectors(self) -> List[str]: ...
    @property
    def joints(self) -> List[Dict[str, Any]]: ...
    @property
    def tips(self) -> List[Dict[str, Any]]: ...
    @property
    def limits(self) -> Floats: ...
    @property
    def ready(self) -> Floats: ...
    @property
    def rest(self) -> Floats: ...
    def with_effector(self, id: str, *, xyz: Three, rpy: Three) -> Tree: ...

class TreeBuilder:
    def __init__(self) -> None: ...
    def joint(
        self,
        id: str,
        *,
        parent: str,
        kind: int,
        xyz: Three,
        rpy: Three,
        axis: Three,
        limits: Tuple[float, float],
        rest: float,
        comfort: float,
        weight: float,
        pitch: float,
        leader: str,
        multiplier: float,
        offset: float,
    ) -> None: ...
    def effector(self, id: str, *, parent: str, xyz: Three, rpy: Three) -> None: ...
    def build(self) -> Tree: ...

Flags = Tuple[bool, bool, bool]
Free = Tuple[int, Flags, Flags, Three, float]
Asked = Tuple[str, bool, Optional[float], Optional[Tuple[float, float]], Free]

class Model:
    def __init__(self, tree: Tree, asked: Sequence[Asked]) -> None: ...

class Method:
    def __init__(self, id: str, numbers: Numbers) -> None: ...
    @property
    def id(self) -> str: ...

class StopRules:
    def __init__(
        self,
        *,
        tolerance: float,
        orientation_tolerance: float,
        min_improvement: float,
        max_rises: int,
        max_updates: int,
        residual: float = ...,
        max_slow: int = ...,
        slow_share: float = ...,
    ) -> None: ...

class Restarts:
    def __init__(
        self,
        most: int,
        seed: int,
        *,
        every: int = ...,
        outside: int = ...,
        from_: Optional[int] = ...,
        max_slow: int = ...,
    ) -> None: ...

class TargetClamp:
    def __init__(self, *, mode: int, rule: int, distance: float, angle: float) -> None: ...

class SecondaryGoal:
    def __init__(
        self, *, kind: int, gain: float, centre: Sequence[float], radius: float
    ) -> None: ...

class Solver:
    def __init__(
        self,
        model: Model,
        method: Method,
        *,
        limits: int,
        gain: float,
        max_step: Optional[float],
        max_slide: float,
        clamp: TargetClamp,
        secondary: SecondaryGoal,
    ) -> None: ...
    def solve(
        self, start: Optional[Floats], goals: Floats, rules: StopRules, restarts: Restarts
    ) -> Dict[str, Any]: ...
    def solve_rows(
        self,
        starts: Optional[Floats],
        drawn: bool,
        goals: Floats,
        rules: StopRules,
        restarts: Restarts,
        threads: int,
    ) -> Dict[str, Any]: ...

class SolutionFinder:
    def __init__(self, tree: Tree, targets: Sequence[Asked], goals: Floats) -> None: ...
    @property
    def kind(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def idealised(self) -> float: ...
    def find(self, start: Floats, goals: Floats, starts: int, seed: int) -> Floats: ...
    @property
    def parameter_column(self) -> int: ...
    def find_at(
        self, start: Floats, goals: Floats, parameter: Optional[float]
    ) -> Tuple[float, Floats]: ...
    def certify(self, q: Floats, goals: Floats) -> Optional[Tuple[float, bool]]: ...

class Study:
    def __init__(
        self,
        tree: Tree,
        targets: Sequence[Asked],
        goals: Floats,
        start: Floats,
        limits: int,
        rules: StopRules,
        restarts: Restarts,
        settings: Sequence[Tuple[int, float]],
    ) -> None: ...
    def solve(
        self,
        method: Method,
        *,
        gain: float,
        max_step: Optional[float],
        max_slide: float,
        clamp: TargetClamp,
        secondary: SecondaryGoal,
        first: int,
        count: int,
        causes: int,
        solutions: bool,
        threads: int,
    ) -> Dict[str, Floats]: ...
    def closed_form_fault(self) -> str: ...
    def follow(
        self,
        method: Method,
        *,
        gain: float,
        max_step: Optional[float],
        max_slide: float,
        clamp: TargetClamp,
        secondary: SecondaryGoal,
        goals: Floats,
        starts: Floats,
        updates: int,
        rounds: int,
        threads: int,
    ) -> Dict[str, Floats]: ...

def read_urdf(text: bytes, effectors: Sequence[str]) -> Tuple[Tree, str, List[str]]: ...
def dh_tree(
    rows: Sequence[Tuple[Sequence[float], int, Tuple[float, float], str]],
    convention: int,
    effector: str,
) -> Tree: ...
def forward(tree: Tree, rows: Floats, effector: int) -> Floats: ...
def links(tree: Tree, rows: Floats) -> Floats: ...
def jacobian(tree: Tree, rows: Floats, effector: int) -> Floats: ...
def goals(matrices: Floats) -> Tuple[Floats, Floats]: ...
def staged(stages: Sequence[Method], numbers: Numbers) -> Method: ...
def formula(text: str, numbers: Numbers) -> Method: ...
def table() -> List[Dict[str, Any]]: ...
