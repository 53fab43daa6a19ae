"""Documents of studies: reads what studies of every sampling share."""

from __future__ import annotations

import math
import re
import statistics
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, TypeVar

import numpy as np

from . import _core
from ._around import clamp_of, secondary_of
from ._arrays import Floats, real, whole
from ._columns import Column
from ._free import freedom_of
from ._method import Method, documented
from ._pose import Pose
from ._scenario import (
    Document,
    Scene,
    document_of,
    is_path,
    json_object,
    named_preset,
    scene_of,
)
from ._sentences import no_key, one_of, shown
from ._settings import SEEDS, axis_tolerance_of
from ._sweep import Axis, Values, axes_of, points_of, with_values
from ._table import METHODS, SPECTRAL, UNCLAMPED
from ._version import STOP_RULES, version_note

_STUDY = ("iklabStudy", "name", "note", "scenario", "sampling", "sweep", "seed", "view")
_SCENARIO = (
    *("iklab", "name", "note", "unit", "judgedBy", "tree", "start", "limitPolicy"),
    *("targets", "methods", "run", "view"),
)
_TARGET = (
    *("effector", "position", "orientation", "orientationWeight", "motion"),
    *("tolerance", "free"),
)
_METHOD = (
    *("id", "label", "slot", "params", "gain", "maxStep", "maxSlide", "targetClamp", "secondary"),
)
_RESTARTS = ("most", "every", "outside", "from", "maxSlow")
_USUAL = _core.SOLVE_DEFAULTS
_RULES = {
    "tolerance": _USUAL["tolerance"][0],
    "orientationTolerance": _USUAL["tolerance"][1],
    "minImprovement": 0.0,
    "maxRises": 1_000_000,  # No limit.
    "maxUpdates": _USUAL["max_updates"],
    "residual": 0,
    "maxSlow": 0,
    "slowShare": 0.05,
}
_LIMITS = {1: "ignore", 2: _USUAL["limits"]}
_RUN = (*_RULES, "mode", "updatesPerFrame", "timeStep", "restarts")


Result = TypeVar("Result")
_SETTING = re.compile(r"^(gain|maxStep|maxSlide|clamp|secondary)\b")


class Asked(NamedTuple):
    """A method of a scenario, and its update settings. name: its field in the scenario."""

    name: str
    method: Method
    label: str
    gain: float
    max_step: Optional[float]
    max_slide: float
    clamp: _core.TargetClamp
    secondary: _core.SecondaryGoal

    def call(self, compute: Callable[..., Result], **more: Any) -> Result:
        """Calls a function of the library with the method and its settings."""
        try:
            return compute(
                self.method._made,
                gain=self.gain,
                max_step=self.max_step,
                max_slide=self.max_slide,
                clamp=self.clamp,
                secondary=self.secondary,
                **more,
            )
        except ValueError as error:
            sentence = re.sub("^clamp", "targetClamp", str(error))
            begun = f"{self.name}." if _SETTING.match(str(error)) else ""
            raise ValueError(begun + sentence) from None


class Cell(NamedTuple):
    """A method at one point of the sweep; values: None where an axis does not affect it."""

    asked: Asked
    values: Values
    rules: _core.StopRules
    restarts: _core.Restarts


class Target(NamedTuple):
    """A target: its constraints, then position and quaternion x y z w."""

    asked: _core.Asked
    goal: Floats


class StudyDocument(NamedTuple):
    """The contents of a study; `told` is the document itself."""

    told: Document
    scenario: Document
    scene: Scene
    version: int
    seed: int
    limits: str
    sweep: Sequence[str]  # The paths of its axes.
    cells: Sequence[Cell]  # Method by method.
    note: Optional[str]  # Names the defaults that version 2 changes.

    @property
    def start(self) -> Floats:
        return self.scene.tree.rest if self.scene.start is None else self.scene.start

    def target(self, i: int, row: Document) -> Target:
        """Reads targets[i]."""
        return _target(f"targets[{i}]", row, 1 if self.version == 1 else None)

    @property
    def targets(self) -> Sequence[Document]:
        return rows_of(self.scenario, "targets")

    @property
    def labels(self) -> Sequence[str]:
        """Returns the label of each method."""
        return [*{each.asked.name: each.asked.label for each in self.cells}.values()]

    def head(self, count: int) -> Dict[str, Column]:
        """Returns the first columns of a table that has `count` rows per cell."""
        columns: Dict[str, Column] = {
            "method": np.repeat([each.asked.method.id for each in self.cells], count),
            "label": np.repeat([each.asked.label for each in self.cells], count),
        }
        for i, path in enumerate(self.sweep):
            values = [each.values[i] for each in self.cells]
            columns[path] = np.repeat(np.array(values, dtype=np.float64), count)  # None: NaN.
        return columns

    def core(
        self,
        targets: Sequence[Target],
        settings: Mapping[str, float],
        rules: _core.StopRules,
        restarts: Optional[_core.Restarts] = None,
    ) -> _core.Study:
        """Returns the study for the library."""
        given: Dict[str, float] = {"seed": self.seed, "nx": 1, "ny": 1, **settings}
        return _core.Study(
            self.scene.tree,
            [each.asked for each in targets],
            np.array([each.goal for each in targets]),
            self.start,
            _core.LIMIT_POLICIES.index(self.limits),
            rules,
            _core.Restarts(0, self.seed) if restarts is None else restarts,
            [(_core.STUDY_SETTINGS.index(key), float(value)) for key, value in given.items()],
        )


def read_study(document: Any) -> Document:
    """Reads a study and the scenario that it names."""
    told = document_of("the study", document)
    named = told.get("scenario")
    if is_path(document) and isinstance(named, str):
        told = {**told, "scenario": document_of("scenario", Path(document).parent / named)}
    return told


def checked_study(name: str, told: Document, keys: Sequence[str]) -> StudyDocument:
    """Checks a study. name: used in errors. keys: the additional keys of its sampling."""
    known(name, told, (*_STUDY, *keys))
    own = json_object("scenario", told.get("scenario"))
    version = _version(told, own)
    scenario = _over_preset(own, version)
    known("scenario", scenario, _SCENARIO)
    scene = scene_of(scenario)
    run = json_object("run", scenario.get("run", {}))
    known("run", run, _RUN)
    limits = scenario.get("limitPolicy", _LIMITS[version])
    word("limitPolicy", limits, _core.LIMIT_POLICIES)
    seed = whole("seed", told.get("seed", 1), 0, SEEDS - 1)
    own_version = version if "methods" in own else 1
    if told.get("restarts"):
        scenario = {**scenario, "run": {**run, "restarts": told["restarts"]}}
    axes = axes_of(told, {**scenario, "methods": rows_of(scenario, "methods")})

    def cell(i: int, values: Values) -> Cell:
        changed = with_values(scenario, axes, values)
        row, rules = changed["methods"][i], changed.get("run", {})
        return Cell(
            asked_of(f"methods[{i}]", row, own_version, scene.tree),
            values,
            _rules(rules, version),
            _restarts(rules.get("restarts"), seed),
        )

    return StudyDocument(
        told,
        scenario,
        scene,
        version,
        seed,
        limits,
        [axis.path for axis in axes],
        _cells(cell, axes, len(rows_of(scenario, "methods"))),
        _note("scenario" if "iklab" in own else "study", own) if version == 1 else None,
    )


def _cells(
    cell: Callable[[int, Values], Cell], axes: Sequence[Axis], methods: int
) -> Sequence[Cell]:
    """Creates the cells; names the field of the sweep where a value is not allowed."""
    plain = [cell(i, (None,) * len(axes)) for i in range(methods)]
    if not axes:
        return plain
    cells: List[Cell] = []
    for i in range(methods):
        for values in points_of(axes, i):
            try:
                cells.append(cell(i, values))
            except ValueError as error:
                raise ValueError(f"sweep produces an invalid value: {error}") from None
    return cells


def _restarts(row: Any, seed: int) -> _core.Restarts:
    if row is None:
        return _core.Restarts(0, seed)
    told = {key: each for key, each in json_object("restarts", row).items() if key != "seed"}
    known("restarts", told, _RESTARTS)
    return _core.Restarts(
        whole("restarts.most", told.get("most"), 0, 1000),
        seed,
        every=whole("restarts.every", told.get("every", 0), 0, 1_000_000),
        outside=word("restarts.outside", told.get("outside", "keep"), _core.OUTSIDES),
        from_=word("restarts.from", told.get("from", "random"), _core.RESTART_POSES),
        max_slow=whole("restarts.maxSlow", told.get("maxSlow", 0), 0, 1_000_000),
    )


def _note(what: str, own: Document) -> Optional[str]:
    preset = named_preset("scenario.preset", own["preset"]) if "preset" in own else {}
    return version_note(what, own, preset)


def _version(told: Document, scenario: Document) -> int:
    """Returns the version of a scenario: its own, or that of its study."""
    inner = {"scenario.iklab": scenario["iklab"]} if "iklab" in scenario else {}
    versions = {"iklabStudy": told.get("iklabStudy", 2), **inner}
    for name, version in versions.items():
        if version not in STOP_RULES:
            raise ValueError(
                f"{name} must be 1 or 2, the version of the document; got {shown(version)}"
            )
    return int([*versions.values()][-1])


def _over_preset(scenario: Document, version: int) -> Document:
    """Returns a scenario completed with its preset, a document of version 1.

    Stop rules that the preset omits are those of the study's version: in version 2 none.
    """
    if "preset" not in scenario:
        return scenario
    base = dict(named_preset("scenario.preset", scenario["preset"]))
    base["limitPolicy"] = base.get("limitPolicy", _LIMITS[1])
    base["run"] = {**STOP_RULES[version], **base.get("run", {})}
    base["targets"] = [{"orientationWeight": 1, **target} for target in base["targets"]]
    return {**base, **{key: each for key, each in scenario.items() if key != "preset"}}


def known(name: str, row: Document, keys: Sequence[str]) -> None:
    for key in row:
        if key not in keys:
            raise ValueError(no_key(name, keys, key))


def rows_of(scenario: Document, key: str) -> Sequence[Document]:
    rows = scenario.get(key)
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        raise ValueError(f"{key} must be a list of one at least; got {shown(rows)}")
    return [json_object(f"{key}[{i}]", each) for i, each in enumerate(rows)]


def word(name: str, value: Any, words: Sequence[str]) -> int:
    if value not in words:
        raise ValueError(one_of(name, words, value))
    return words.index(value)


def _target(name: str, row: Document, usual: Optional[float]) -> Target:
    known(name, row, _TARGET)
    position, turn = row.get("position", (0, 0, 0)), row.get("orientation")
    try:
        pose = Pose(position, turn)
    except ValueError as error:
        raise ValueError(f"{name}.{error}") from None
    goal = np.concatenate([pose.position, (0, 0, 0, 1) if turn is None else pose.quaternion])
    given = row.get("orientationWeight", usual)
    weight = None if given is None else real(f"{name}.orientationWeight", given)
    own = row.get("tolerance")
    tolerance = None if own is None else axis_tolerance_of(f"{name}.tolerance", own)
    free = freedom_of(f"{name}.free", row.get("free"), turn is not None)
    return Target((str(row.get("effector")), turn is not None, weight, tolerance, free), goal)


def asked_of(name: str, row: Document, version: int, tree: _core.Tree) -> Asked:
    known(name, row, _METHOD)
    identity = row.get("id")
    if identity == "formula":
        raise ValueError(
            f"{name}.id must be a built-in method; got 'formula'. Formulas run in studies of the "
            "page, the command line and npm, and here in solve and solve_batch"
        )
    params = json_object(f"{name}.params", row.get("params", {}))
    method = documented(name, identity, params, version)
    slide = row.get("maxSlide")
    step = row.get("maxStep", "own")
    return Asked(
        name,
        method,
        str(row.get("label") or METHODS[method.id].name),
        real(f"{name}.gain", row.get("gain", 1)),
        None if step == "own" else math.inf if step is None else real(f"{name}.maxStep", step),
        math.inf if slide is None else real(f"{name}.maxSlide", slide),
        _clamp(f"{name}.targetClamp", method.id, row.get("targetClamp", {}), tree),
        _secondary(f"{name}.secondary", method.id, row.get("secondary")),
    )


def _clamp(name: str, method: str, given: Any, tree: _core.Tree) -> _core.TargetClamp:
    told = {"mode": "off", **json_object(name, given)}
    clamp = clamp_of(told, name, _typical_distance(tree))
    if told["mode"] != "off" and method in UNCLAMPED:
        raise ValueError(
            f"{name}.mode must be off: {method!r} sees the whole error; got {shown(told['mode'])}"
        )
    return clamp


def _secondary(name: str, method: str, given: Any) -> _core.SecondaryGoal:
    goal = secondary_of(given, name)
    if given is not None and method not in SPECTRAL:
        raise ValueError(
            f"{name} must be null: {method!r} has no nullspace for it; got {shown(given['kind'])}"
        )
    return goal


def _typical_distance(tree: _core.Tree) -> float:
    """Returns half the median distance of a joint or effector from its parent joint, metres."""
    frames = [each for each in (*tree.joints, *tree.tips) if each["parent"]]
    lengths = [math.hypot(*each["xyz"]) for each in frames]
    lengths = [length for length in lengths if length / 4 > 0]
    return statistics.median(lengths) / 2 if lengths else 0.25


def _rules(run: Document, version: int) -> _core.StopRules:
    usual = {**_RULES, **STOP_RULES[version]}
    if run.get("maxRises", 0) is None:
        usual["maxRises"] = _RULES["maxRises"]
    return rules_of({**usual, **{key: run[key] for key in _RULES if run.get(key) is not None}})


def rules_of(given: Mapping[str, Any]) -> _core.StopRules:
    """Reads stop rules; an omitted rule has the default of version 2."""
    rules = {**_RULES, **given}
    counts = {
        key: whole(key, rules[key], 0, 1_000_000) for key in ("maxRises", "maxUpdates", "maxSlow")
    }
    return _core.StopRules(
        tolerance=real("tolerance", rules["tolerance"]),
        orientation_tolerance=real("orientationTolerance", rules["orientationTolerance"]),
        min_improvement=real("minImprovement", rules["minImprovement"]),
        max_rises=counts["maxRises"],
        max_updates=counts["maxUpdates"],
        residual=real("residual", rules["residual"]),
        max_slow=counts["maxSlow"],
        slow_share=real("slowShare", rules["slowShare"]),
    )
