"""Studies: runs each method of a scenario on many random problems."""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import Floats, real, shaped, whole
from ._method import Method, documented
from ._free import freedom_of
from ._pose import Pose
from ._rows import Rows, joined
from ._scenario import (
    Document,
    DocumentLike,
    Scene,
    document_of,
    is_path,
    json_object,
    named_preset,
    scene_of,
)
from ._sentences import one_of, shown
from ._settings import SEEDS, axis_tolerance_of, threads_of
from ._table import METHODS
from ._version import STOP_RULES, version_note

_STUDY = (
    *("iklabStudy", "name", "note", "scenario", "sampling", "restarts", "sharedRestarts"),
    *("levels", "conditions", "causes", "count", "looks", "seed", "view"),
)
_SCENARIO = (
    *("iklab", "name", "note", "unit", "judgedBy", "tree", "start", "limitPolicy"),
    *("targets", "methods", "run", "view"),
)
_TARGET = (
    *("effector", "position", "orientation", "orientationWeight", "motion"),
    *("tolerance", "free"),
)
_METHOD = ("id", "label", "slot", "params", "gain", "maxStep", "maxSlide")
_RESTARTS = ("most", "every", "outside")
_USUAL = _core.SOLVE_DEFAULTS
_RULES = {
    "tolerance": _USUAL["tolerance"][0],
    "orientationTolerance": _USUAL["tolerance"][1],
    "minImprovement": 0.0,
    "maxRises": 1_000_000,  # no such rule
    "maxUpdates": _USUAL["max_updates"],
    "residual": 0,
    "maxSlow": 0,
    "slowShare": 0.05,
}
_LIMITS = {1: "ignore", 2: _USUAL["limits"]}
_RUN = (*_RULES, "mode", "updatesPerFrame", "timeStep", "restarts")
_SAMPLINGS = {
    "reachable": ("kind", "start", "spread"),
    "singular": ("kind", "start", "spread"),
    "box": ("kind", "start", "low", "high", "anyTurn"),
}
_MOST = 100_000_000
_PIECE = 4096  # rows


class _Asked(NamedTuple):
    """A method of a scenario, and its update settings."""

    method: Method
    label: str
    gain: float
    max_step: Optional[float]
    max_slide: float


def study(
    document: DocumentLike,
    *,
    first: int = 0,
    count: Optional[int] = None,
    threads: Optional[int] = None,
) -> Rows:
    """Runs each method of a scenario on many problems, as the page and the command line do.

    document: a study (a dict, its JSON, or the path of a file, whose scenario may be a path
    relative to it). It must have a preset or a full tree, built-in methods, and the sampling
    reachable, singular or box. Targets may be complete or partial (`free`, `tolerance`). All other
    contents are refused. Missing lengths of methods are scaled to the mechanism; in version 1 they
    are those of the papers, and a warning names the defaults that version 2 changes. `causes` is the
    number of problems, from the first, whose unsolved rows are diagnosed: columns cause and
    causeJoint, empty elsewhere.

    first, count: the problems to solve, from index first; count None: that of the document.
    threads: None for all cores. A row depends only on the document and its index, bit for bit.

    The problems have the same bits as on the page and the command line. The rows differ by
    rounding: the module has another atan2 for orientations, and sums of SDLS are added in pairs
    here. 2700 rows were compared: 300 problems each of the presets ur5e and panda and of a planar
    arm, by DLS, SDLS and Levenberg-Marquardt, version 2. Of these, 1397 have the same bits, 2655
    the same number of updates, and 2697 the same outcome. Runs of hundreds of updates at a limit
    amplify rounding: the three others are Levenberg-Marquardt on the UR5e. For targets without
    orientation, DLS and Levenberg-Marquardt have the same bits.

    >>> rows = iklab.study({
    ...     "iklabStudy": 2,
    ...     "scenario": {
    ...         "tree": {"planar": {"links": [1, 0.8, 0.5]}},
    ...         "targets": [{"effector": "tip", "position": [1, 1, 0]}],
    ...         "methods": [{"id": "dls", "params": {"lambda": 0.1}}, {"id": "sdls"}],
    ...     },
    ...     "sampling": {"kind": "reachable", "start": "random"},
    ...     "count": 50,
    ... })
    >>> len(rows), rows.labels, rows["updates"].shape, rows.q.shape
    (100, ('DLS', 'SDLS'), (100,), (100, 3))
    """
    told = {
        key: each
        for key, each in _read(document).items()
        if (key, each) != ("sweep", [])
    }
    _known("the study", told, _STUDY)
    own = json_object("scenario", told.get("scenario"))
    version = _version(told, own)
    scenario = _over_preset(own, version)
    _known("scenario", scenario, _SCENARIO)
    scene = scene_of(scenario)
    run = json_object("run", scenario.get("run", {}))
    _known("run", run, _RUN)
    drawn = _core_study(told, scenario, scene, run, version)
    wanted = told.get("count") if count is None else count
    asked = whole("count", wanted, 1, _MOST)
    begin = whole("first", first, 0, SEEDS - asked)
    cores = threads_of(threads)
    rows = _rows_of(scenario, "methods")
    of = version if "methods" in own else 1
    methods = [_asked(f"methods[{i}]", row, of) for i, row in enumerate(rows)]
    if version == 1:
        _warn_of_version("scenario" if "iklab" in own else "study", own)
    causes = whole("causes", told.get("causes", 0), 0, _MOST)
    parts = [_solved(drawn, each, begin, asked, causes, cores) for each in methods]
    names = [(each.method.id, each.label) for each in methods]
    return joined(told, names, parts, begin, scene.tree.names)


def _solved(
    drawn: _core.Study, asked: _Asked, first: int, count: int, causes: int, threads: int
) -> Dict[str, Floats]:
    """Returns all rows of a method, solved in pieces."""
    pieces = [
        drawn.solve(
            asked.method._made,
            gain=asked.gain,
            max_step=asked.max_step,
            max_slide=asked.max_slide,
            first=begin,
            count=min(_PIECE, first + count - begin),
            causes=causes,
            threads=threads,
        )
        for begin in range(first, first + count, _PIECE)
    ]
    return {key: np.concatenate([piece[key] for piece in pieces]) for key in pieces[0]}


def _warn_of_version(what: str, own: Document) -> None:
    """Warns of the defaults that version 2 changes, which Python shows once for each caller."""
    preset = named_preset("scenario.preset", own["preset"]) if "preset" in own else {}
    note = version_note(what, own, preset)
    if note:
        warnings.warn(note, stacklevel=3)


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
    """Returns a scenario completed by the preset that it names, a document of version 1.

    Stop rules that the preset leaves out are those of the study's version: in version 2 none.
    """
    if "preset" not in scenario:
        return scenario
    base = dict(named_preset("scenario.preset", scenario["preset"]))
    base["limitPolicy"] = base.get("limitPolicy", _LIMITS[1])
    base["run"] = {**STOP_RULES[version], **base.get("run", {})}
    base["targets"] = [{"orientationWeight": 1, **target} for target in base["targets"]]
    return {**base, **{key: each for key, each in scenario.items() if key != "preset"}}


def _core_study(
    told: Document, scenario: Document, scene: Scene, run: Document, version: int
) -> _core.Study:
    seed = whole("seed", told.get("seed", 1), 0, SEEDS - 1)
    usual = {**_RULES, **STOP_RULES[version]}
    if run.get("maxRises", 0) is None:
        usual["maxRises"] = _RULES["maxRises"]
    rules = {**usual, **{key: run[key] for key in _RULES if run.get(key) is not None}}
    asked = scenario.get("limitPolicy", _LIMITS[version])
    limits = _word("limitPolicy", asked, _core.LIMIT_POLICIES)
    weight = 1 if version == 1 else None
    rows = _rows_of(scenario, "targets")
    targets = [_target(f"targets[{i}]", row, weight) for i, row in enumerate(rows)]
    goals = np.array([goal for _, goal in targets])
    return _core.Study(
        scene.tree,
        [asked for asked, _ in targets],
        goals,
        scene.tree.rest if scene.start is None else scene.start,
        limits,
        _rules(rules),
        _restarts(told.get("restarts") or run.get("restarts"), seed),
        _settings(told, seed),
    )


def _read(document: Any) -> Document:
    told = document_of("the study", document)
    named = told.get("scenario")
    if not is_path(document) or not isinstance(named, str):
        return told
    return {**told, "scenario": document_of("scenario", Path(document).parent / named)}


def _known(name: str, row: Document, keys: Sequence[str]) -> None:
    for key, each in row.items():
        if key == "secondary" and each is None:
            continue
        if key == "targetClamp" and isinstance(each, Mapping) and each.get("mode") == "off":
            continue
        if key not in keys:
            raise ValueError(f"{name} has {shown(key)}, which is not taken here")


def _rows_of(scenario: Document, key: str) -> Sequence[Document]:
    rows = scenario.get(key)
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        raise ValueError(f"{key} must be a list of one at least; got {shown(rows)}")
    return [json_object(f"{key}[{i}]", each) for i, each in enumerate(rows)]


def _word(name: str, value: Any, words: Sequence[str]) -> int:
    if value not in words:
        raise ValueError(one_of(name, words, value))
    return words.index(value)


def _target(name: str, row: Document, usual: Optional[float]) -> Tuple[_core.Asked, Floats]:
    _known(name, row, _TARGET)
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
    return (str(row.get("effector")), turn is not None, weight, tolerance, free), goal


def _asked(name: str, row: Document, version: int) -> _Asked:
    _known(name, row, _METHOD)
    params = json_object(f"{name}.params", row.get("params", {}))
    method = documented(name, row.get("id"), params, version)
    slide = row.get("maxSlide")
    step = row.get("maxStep", "own")
    return _Asked(
        method,
        str(row.get("label") or METHODS[method.id].name),
        real(f"{name}.gain", row.get("gain", 1)),
        None if step == "own" else math.inf if step is None else real(f"{name}.maxStep", step),
        math.inf if slide is None else real(f"{name}.maxSlide", slide),
    )


def _rules(rules: Mapping[str, Any]) -> _core.StopRules:
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


def _restarts(row: Any, seed: int) -> _core.Restarts:
    if row is None:
        return _core.Restarts(0, seed)
    told = {key: each for key, each in json_object("restarts", row).items() if key != "seed"}
    _known("restarts", told, _RESTARTS)
    return _core.Restarts(
        whole("restarts.most", told.get("most"), 0, 1000),
        seed,
        every=whole("restarts.every", told.get("every", 0), 0, 1_000_000),
        outside=_word("restarts.outside", told.get("outside", "keep"), _core.OUTSIDES),
    )


def _settings(told: Document, seed: int) -> List[Tuple[int, float]]:
    sampling = json_object("sampling", told.get("sampling", {"kind": "reachable"}))
    kind = sampling.get("kind")
    if kind == "follow":
        raise ValueError(
            "sampling.kind: a study along a path runs on the command line: npx iklab study FILE "
            "--out runs.npz; iklab.load reads its runs"
        )
    if kind not in _SAMPLINGS:
        raise ValueError(one_of("sampling.kind", tuple(_SAMPLINGS), kind))
    _known("sampling", sampling, _SAMPLINGS[kind])
    start = sampling.get("start", "given")
    given: Dict[str, float] = {
        "sampling": _core.SAMPLINGS.index(kind),
        "start": _word("sampling.start", start, _core.STARTS),
        "seed": seed,
        "spread": real("sampling.spread", sampling.get("spread", 0)),
        "anyTurn": bool(sampling.get("anyTurn", False)),
        "nx": 1,
        "ny": 1,
    }
    for key in ("sharedRestarts", "levels", "conditions"):
        given[key] = bool(told.get(key, False))
    for key in ("low", "high") if kind == "box" else ():
        corner = shaped(f"sampling.{key}", sampling.get(key), (3,), "x y z, metres")
        given.update({f"{key}{axis}": value for axis, value in zip("XYZ", corner.tolist())})
    return [(_core.STUDY_SETTINGS.index(key), float(value)) for key, value in given.items()]
