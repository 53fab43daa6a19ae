"""A robot with forward and inverse kinematics."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._around import Clamp, Secondary
from ._arrays import Floats, floats, misshapen, shaped
from ._dh import DH_NUMBERS, DhRow, dh_tree
from ._kinematics import one_effector
from ._mechanism import Frame
from ._method import MethodLike, method_of
from ._pose import (
    FreeLike,
    Goals,
    GoalsLike,
    RowsLike,
    ToolLike,
    goal_rows,
    goals_of,
    tool_matrix,
)
from ._presets import preset_document
from ._scenario import DocumentLike, document_of, scene_of, with_preset
from ._sentences import renamed, shown
from ._settings import (
    Rules,
    Tolerance,
    Weight,
    restarts_of,
    solver_of,
    threads_of,
    weights_of,
)
from ._solution import Batch, Solution
from ._solutions import Solvable
from ._urdf import Source, read_urdf

Effectors = Union[str, Sequence[str], None]
_KEPT = 64  # Number of models that are kept per robot.
_USUAL = _core.SOLVE_DEFAULTS


class Robot(Solvable):
    """A mechanism, created by `Robot.from_urdf`, `Robot.from_dh` or `Robot.from_scenario`.

    names: the n independent joints, in the order of all values. limits: (n, 2) lower and upper,
    radians, metres for prismatic joints; infinite without a limit. effectors: the frames that can
    have goals. start: (n,) a pose to start from. For a URDF or a table it is a ready pose (bent,
    the tool in front of the base, joints clear of their limits), as on the page; for a scenario its
    own start. notes: what was changed or left out of the description.

    >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3, limits=(-2, 2))
    >>> arm
    Robot('', 3 joints, effectors tool)
    >>> arm.names, arm.limits.tolist()[0]
    (('q1', 'q2', 'q3'), [-2.0, 2.0])
    """

    def __init__(
        self,
        tree: _core.Tree,
        name: str = "",
        start: Optional[Floats] = None,
        notes: Sequence[str] = (),
    ) -> None:
        super().__init__(tree, name, start, notes)
        self._models: Dict[Tuple[Any, ...], _core.Model] = {}

    @classmethod
    def from_urdf(cls, source: Source, effector: Effectors = None) -> "Robot":
        """Reads a URDF. For a xacro, MJCF or SDF, the error names the command that converts it.

        source: its text, or the path of a file. effector: the link or links that can have goals;
        None: guessed by name, otherwise the ends of limbs. Fixed joints are merged, and joints that
        move no effector are left out.

        >>> text = '''<robot name="two"><link name="base"/><link name="a"/><link name="tool0"/>
        ... <joint name="lift" type="prismatic"><parent link="base"/><child link="a"/>
        ...   <axis xyz="0 0 1"/><limit lower="0" upper="0.5" effort="1" velocity="1"/></joint>
        ... <joint name="turn" type="continuous"><parent link="a"/><child link="tool0"/>
        ...   <origin xyz="0.3 0 0"/><axis xyz="0 0 1"/></joint></robot>'''
        >>> iklab.Robot.from_urdf(text, effector="tool0")
        Robot('two', 2 joints, effectors tool0)
        """
        wanted = [effector] if isinstance(effector, str) else list(effector or [])
        tree, name, notes = read_urdf(source, wanted)
        return cls(tree, name, tree.ready, notes)

    @classmethod
    def from_dh(
        cls,
        table: Sequence[DhRow],
        convention: str = "standard",
        *,
        limits: Optional[ArrayLike] = None,
        effector: str = "tool",
        name: str = "",
    ) -> "Robot":
        """Creates a robot from a Denavit-Hartenberg table.

        table: rows `a, alpha, d, theta`, metres and radians, or dicts of these with `type`
        (revolute, prismatic, fixed), `limits` and `name`. The value of a joint is added to theta,
        or to d for prismatic joints. convention: standard, or modified (Craig). limits: (2,) for
        all rows, or (rows, 2). effector: the name of the frame after the last row. name: the name
        of the robot, used in messages.

        >>> arm = iklab.Robot.from_dh([(0, np.pi / 2, 0.3, 0), (0.5, 0, 0, 0), (0.4, 0, 0, 0)])
        >>> arm.fk([0, 0, 0])[:3, 3].round(6).tolist()
        [0.9, 0.0, 0.3]
        """
        tree = dh_tree(_limited(table, limits), convention, effector)
        return cls(tree, name, tree.ready)

    @classmethod
    def from_scenario(cls, scenario: DocumentLike) -> "Robot":
        """Creates a robot from a scenario, the document of page and command line.

        scenario: a dict, its JSON, or the path of a file, such as `npx iklab import` writes for a
        xacro or MJCF. Its mechanism and start are used. The tree must be a preset of
        `iklab.presets()`, or have joints and effectors, or be planar. The effector frames are those
        of the document, including tools.

        >>> scenario = {"tree": {"planar": {"links": [1, 0.8]}}, "start": [0.1, 0]}
        >>> arm = iklab.Robot.from_scenario(scenario)
        >>> arm.effectors, arm.start.tolist()
        (('tip',), [0.1, 0.0])
        """
        tree, name, start = scene_of(with_preset(document_of("scenario", scenario)))
        return cls(tree, name, start)

    @classmethod
    def from_preset(cls, name: str) -> "Robot":
        """Creates a robot that is included in the package; its notes name source and licence.

        name: one of `iklab.presets()`.

        >>> iklab.Robot.from_preset("ur5e")
        Robot('UR5e', 6 joints, effectors tool0)
        """
        document = preset_document(name)
        tree, known, start = scene_of(document)
        return cls(tree, known, start, [str(document.get("note", ""))])

    def with_tool(self, tool: ToolLike, effector: Optional[str] = None) -> "Robot":
        """Returns the same robot with a tool frame in place of an effector's frame.

        tool: in the frame of the effector, as in `iklab solve --tool`: x y z (3,) in metres; x y z
        roll pitch yaw (6,) in metres and radians, about the fixed axes x, y, z in this order; a
        matrix (4, 4); or a Pose. effector: one of the robot's effectors; None if there is only one.
        The effector keeps its name. `fk`, `jacobian`, `solve` and `solve_batch` of the returned robot
        apply to the tool frame. A second tool is in the frame of the first.

        >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
        >>> gripper = arm.with_tool([0, 0.1, 0, 0, 0, np.pi / 2])
        >>> gripper.fk([0, 0, 0])[:3, 3].round(6).tolist()
        [1.5, 0.1, 0.0]
        >>> found = gripper.solve([0.9, 0.6, 0], start=[0.1, 0.2, 0.3])
        >>> bool(np.allclose(gripper.fk(found.q)[:3, 3], [0.9, 0.6, 0], atol=1e-4))
        True
        """
        name = one_effector(self.effectors, effector)
        tip = next(each for each in self._tree.tips if each["id"] == name)
        frame = np.eye(4)
        frame[:3, :3], frame[:3, 3] = tip["turn"], tip["xyz"]
        xyz, rpy = Frame.of(frame @ tool_matrix(tool))
        tree = self._tree.with_effector(name, xyz=xyz, rpy=rpy)
        return type(self)(tree, self.name, self.start, self.notes)

    def solve(
        self,
        goal: GoalsLike,
        start: Union[ArrayLike, str, None] = None,
        method: MethodLike = "sdls",
        *,
        effector: Optional[str] = None,
        limits: str = _USUAL["limits"],
        tolerance: Tolerance = _USUAL["tolerance"],
        restarts: int = _USUAL["restarts"],
        restart_every: int = _USUAL["restart_every"],
        restart_from: Optional[str] = None,
        restart_max_slow: int = _USUAL["restart_max_slow"],
        seed: int = _USUAL["seed"],
        max_updates: int = _USUAL["max_updates"],
        min_improvement: float = _USUAL["min_improvement"],
        max_rises: int = _USUAL["max_rises"],
        gain: float = 1.0,
        max_step: Optional[float] = None,
        max_slide: Optional[float] = None,
        clamp: Optional[Clamp] = None,
        secondary: Optional[Secondary] = None,
        orientation_weight: Weight = None,
        free: FreeLike = None,
    ) -> Solution:
        """Finds joint values that move one or several effectors to their goals.

        goal: a Pose, a position (3,) in metres, a matrix (4, 4), or a dict of these by effector.
        effector: the effector of a single goal, if the robot has several.

        start: (n,) radians, metres for prismatic joints; `zeros`; or None: of the 256 poses of the
        robot's seed table the one nearest to the goals. The table is the same everywhere.
        method: an id of `iklab.methods()`, or the result of a function such as
        `iklab.dls(lambda_=0.05)`.

        limits: clamp (joints stop at their limits), lock (the step is also recomputed for the other
        joints), wrap (an angle moves back within its limits by full rotations if possible, else
        it is clamped) or ignore. tolerance: metres (sum over effectors) and radians (each), or
        `{"position": 0.005, "rotation": 0.01}` for each effector along and about each world axis,
        or a dict of these by effector, such as `{"left": {"position": 0.005, "rotation": 0.01}}`,
        for these effectors only. The key None of this dict has the tolerance of the others:
        `{None: (1e-4, 1e-3), "left": …}`, metres (sum over the others) and radians (each).

        restarts: attempts after the first one. restart_from: `table`, they start at the next nearest
        poses of the seed table; `random`, at random poses (seed); None: table without a start,
        otherwise random. An attempt ends after restart_every updates (0: when it stops), the last
        one after max_updates. It also ends when an update gains less than min_improvement (metres),
        or when the error rises for the max_rises-th time. An attempt of the first third is given up
        after restart_max_slow slow updates in a row, which each reduce the error by less than 5 %
        (0: never). An attempt from `start` is never given up, nor any if there are fewer than six
        restarts. If the best attempt of the first third was given up, the next one continues it.

        gain: factor on the error. max_step, max_slide: largest change of a joint per update,
        radians and metres; None: the method's own max_step, and no max_slide. clamp: limits the
        distance to the targets in an update (Buss and Kim), such as `{"mode": "fixed", "distance":
        0.25, "angle": 0.8}`, metres and radians; mode adaptive has a rule (paper, published,
        repaired). secondary: an objective in the null space of the goals, such as `{"kind": "rest",
        "gain": 0.1}`; kinds: rest, limit-middle, manipulability, and clearance, which avoids a
        sphere with a centre and radius, metres. orientation_weight: metres per radian, for all
        goals or a dict by effector; None: a third of the robot's reach.

        free: unconstrained components, like `free` of a target in a scenario; a dict of these by
        effector if goal is one. `{"position": ["z"]}`: any position along z. `{"orientation":
        ["z"]}`: any rotation about z. The axes are those of the world, or with `"frame": "target"`
        those of the goal's orientation. `{"orientation": {"spin": [0, 0, 1]}}`: any rotation about
        this axis of the effector. `{"orientation": {"cone": {"axis": [0, 0, 1], "angle": 0.3}}}`:
        this axis may also deviate by up to this angle, radians.

        >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3, limits=(-2, 2))
        >>> s = arm.solve([0.9, 0.6, 0], start=[0.1, 0.2, 0.3], method=iklab.dls(lambda_=0.05))
        >>> s.reached, s.q.shape, s.reason
        (True, (3,), 'reached')
        >>> arm.solve([2, 0, 0], start=[0.1, 0.2, 0.3]).reached
        False
        >>> s = arm.solve([2, 0.6, 0], start=[0.1, 0.2, 0.3], free={"position": ["x"]})
        >>> s.reached, arm.fk(s.q)[1, 3].round(3).tolist()
        (True, 0.6)
        """
        goals = goals_of(goal, self.effectors, effector, free)
        rules = Rules.of(tolerance, min_improvement, max_rises, max_updates)
        model = self._model(goals, orientation_weight, rules)
        solver = solver_of(
            model, method_of(method)._made, limits, gain, max_step, max_slide, clamp, secondary
        )
        begun = None if start is None else self._start(start)
        again = restarts_of(restarts, restart_every, restart_from, restart_max_slow, seed)
        try:
            found = solver.solve(begun, goals.rows, rules.core, again)
        except ValueError as error:
            raise ValueError(renamed(str(error), goals.names)) from None
        end = (found["q"].copy(), goals.rows, rules.core, found["stop"])
        return self._solution(found, goals, lambda: solver.explain(*end))

    def solve_batch(
        self,
        T: RowsLike,
        starts: Union[ArrayLike, str, None] = None,
        method: MethodLike = "sdls",
        *,
        effector: Optional[str] = None,
        limits: str = _USUAL["limits"],
        tolerance: Tolerance = _USUAL["tolerance"],
        restarts: int = _USUAL["restarts"],
        restart_every: int = _USUAL["restart_every"],
        restart_from: Optional[str] = None,
        restart_max_slow: int = _USUAL["restart_max_slow"],
        seed: int = _USUAL["seed"],
        max_updates: int = _USUAL["max_updates"],
        min_improvement: float = _USUAL["min_improvement"],
        max_rises: int = _USUAL["max_rises"],
        gain: float = 1.0,
        max_step: Optional[float] = None,
        max_slide: Optional[float] = None,
        clamp: Optional[Clamp] = None,
        secondary: Optional[Secondary] = None,
        orientation_weight: Weight = None,
        free: FreeLike = None,
        threads: Optional[int] = None,
    ) -> Batch:
        """Solves many problems, on several cores.

        T: poses (N, 4, 4) or positions (N, 3), metres, or a dict of these by effector. free: as in
        `solve`, the same for all rows. starts: (N, n), (n,) for all, `random` (uniform within the
        limits; without limits, within pi or 1 m of 0), `zeros`, or None as in `solve`.
        threads: None for all cores. The interpreter lock is released. A row depends only on its own
        numbers, the seed and its index, bit for bit; random restarts use different poses in each
        row. Everything else is as in `solve`.

        >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
        >>> T = arm.fk([[0.3, 0.4, 0.5], [0.8, 0.2, 0.1]])
        >>> arm.solve_batch(T, starts=[0.1, 0.2, 0.3], method="dls")
        Batch(2 of 2 reached)
        """
        goals = goal_rows(T, self.effectors, effector, free)
        rules = Rules.of(tolerance, min_improvement, max_rises, max_updates)
        model = self._model(goals, orientation_weight, rules)
        solver = solver_of(
            model, method_of(method)._made, limits, gain, max_step, max_slide, clamp, secondary
        )
        drawn = isinstance(starts, str) and starts == "random"
        begun = None if drawn else self._starts(starts, len(goals.rows))
        again = restarts_of(restarts, restart_every, restart_from, restart_max_slow, seed)
        cores = threads_of(threads)
        try:
            found = solver.solve_rows(begun, drawn, goals.rows, rules.core, again, cores)
        except ValueError as error:
            raise ValueError(renamed(str(error), goals.names)) from None
        stop = np.array(_core.STOPS)[found["stop"]]
        return Batch(
            q=found["q"],
            reached=stop == "reached",
            updates=found["updates"],
            error=found["error"],
            stop=stop,
            distances=found["distances"],
            angles=found["angles"],
            restarts=found["restarts"],
        )

    def _starts(self, starts: Union[ArrayLike, str, None], count: int) -> Optional[Floats]:
        if starts is None:
            return None
        if isinstance(starts, str):
            if starts != "zeros":
                raise ValueError(f"starts must be numbers, random or zeros; got {shown(starts)}")
            return np.zeros(self._n)
        array = floats("starts", starts)
        if array.ndim == 1:
            return shaped("starts", array, (self._n,), self._told)
        return shaped("starts", array, (count, self._n), self._told)

    def _model(self, goals: Goals, weight: Weight, rules: Rules) -> _core.Model:
        weights = weights_of(weight, goals.effectors)
        tolerances = rules.axis_tolerances(goals.effectors)
        asked = tuple(zip(goals.effectors, goals.oriented, weights, tolerances, goals.free))
        model = self._models.get(asked)
        if model is None:
            if len(self._models) >= _KEPT:
                self._models.clear()  # Another thread may have found its model just before.
            model = self._models[asked] = _core.Model(self._tree, asked)
        return model

    def _solution(self, found: Dict[str, Any], goals: Goals, explain: Callable[[], str]) -> Solution:
        distances = dict(zip(goals.effectors, found["distances"]))
        angles = dict(zip(goals.effectors, found["angles"]))
        stop = found["stop"]
        reached = stop == "reached"
        return Solution(
            q=found["q"],
            reached=reached,
            updates=found["updates"],
            error=found["error"],
            stop=stop,
            distances=distances,
            angles=angles,
            evaluations=found["evaluations"],
            restarts=found["restarts"],
            given_up=found["given_up"],
            _explain=explain,
        )


def _limited(table: Sequence[DhRow], limits: Optional[ArrayLike]) -> Sequence[DhRow]:
    if limits is None:
        return table
    pairs = floats("limits", limits)
    if pairs.shape not in ((2,), (len(table), 2)):
        raise ValueError(misshapen("limits", pairs.shape, f"(2,) or ({len(table)}, 2)", ""))
    rows: List[DhRow] = []
    for row, pair in zip(table, np.broadcast_to(pairs, (len(table), 2)).tolist()):
        given = dict(row) if isinstance(row, dict) else dict(zip(DH_NUMBERS, row))
        rows.append({"limits": pair, **given})
    return rows
