"""Studies along a path: each point starts from the previous solution of the method."""

from __future__ import annotations

import math
from typing import Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._around import clamp_of, secondary_of
from ._arrays import Floats, whole
from ._figures import run_figures
from ._method import documented
from ._paths import PathSampling, path_points, path_sampling
from ._rows import Rows
from ._runs import joined_runs
from ._scenario import Document, json_object
from ._study_document import StudyDocument, Target, rules_of

FOLLOW = "follow"
_TRIES = 8  # Per start.
_APART = 0.1  # Radians or metres: solutions in which a joint differs by more are different.
_NEAR = 0.05  # Radians or metres: largest offset of a joint in a repeated start.
_PIECE = 512  # Problems.
_TURN = 2 * math.pi
_OF_RUN = ("rows", "q", "before", "seconds")
# Rules for the solutions at the first point, whatever the study's own rules are.
_SHARP = {"tolerance": 1e-9, "orientationTolerance": 1e-9, "maxUpdates": 200, "maxSlow": 20}


class _Joint(NamedTuple):
    """An independent joint. whole_turns: a full rotation leaves the pose unchanged."""

    kind: str
    limits: Sequence[float]
    whole_turns: bool


def followed(
    study: StudyDocument, given: Document, first: int, count: Optional[int], threads: int
) -> Rows:
    """Returns the runs from index `first` on; count None: to the last start."""
    sampling = path_sampling(study, given)
    most = sampling.starts
    begin = whole("first", first, 0, most - 1)
    asked = whole("count", most - begin if count is None else count, 1, most - begin)
    points, targets = _path(study, sampling)
    starts = _starts(study, targets, most)[begin : begin + asked]
    settings = {"sampling": _core.SAMPLINGS.index("path"), "spacing": 1}
    moving = [(i, study.scene.tree.effectors.index(targets[i].asked[0])) for i in sampling.moving]
    parts: List[Mapping[str, Floats]] = []
    figures = []
    for cell in study.cells:
        made = cell.asked.call(
            study.core(targets, settings, cell.rules).follow,
            goals=points,
            starts=starts,
            updates=sampling.updates,
            rounds=sampling.rounds,
            threads=threads,
        )
        if sampling.rounds == 1:
            made["before"] = made["before"][:, :0]
        figures.append(
            [
                run_figures(study.scene.tree, points, moving, sampling.period, start, run)
                for start, *run in zip(starts, *(made[key] for key in _OF_RUN))
            ]
        )
        parts.append(made)
    arrays = {key: np.concatenate([part[key] for part in parts]) for key in ("rows", "q")}
    arrays["starts"] = np.tile(starts, (len(parts), 1))
    return joined_runs(study, targets, begin, {**arrays, "goals": points}, figures)


def _path(study: StudyDocument, sampling: PathSampling) -> Tuple[Floats, List[Target]]:
    """Returns the goals of all points, and the targets at the first point."""
    rows = [dict(row) for row in study.targets]
    for i in sampling.moving if sampling.turn == "free" else ():
        free = json_object(f"targets[{i}].free", rows[i].get("free") or {})
        world = free.get("frame", "world") == "world"
        rows[i]["orientation"] = None
        rows[i]["free"] = {**free, "orientation": []} if world else None
    targets = [study.target(i, row) for i, row in enumerate(rows)]
    points = path_points(study, sampling, targets)
    return points, [Target(each.asked, goal) for each, goal in zip(targets, points[0])]


def _starts(study: StudyDocument, targets: Sequence[Target], count: int) -> Floats:
    """Returns start poses (count, n), the same for all methods.

    They are different solutions at the first point. If there are fewer, they are repeated with
    small random offsets of the joints. If there is none, the scene's start replaces them.
    """
    joints = _joints(study.scene.tree)
    found: List[Floats] = []
    for solution in _solutions(study, targets, count):
        pose = _unwound(joints, study.start, solution)
        if all(_differ(joints, pose, other) for other in found):
            found.append(pose)
        if len(found) == count:
            break
    own = found or [np.array(study.start)]
    branches = len(own)
    low, high = np.array([each.limits for each in joints]).T
    for i in range(branches, count):
        draw = _uniform(study.seed, i)
        aside = own[i % branches] + [_NEAR * (2 * next(draw) - 1) for _ in joints]
        own.append(aside if study.limits == "ignore" else np.minimum(np.maximum(aside, low), high))
    return np.ascontiguousarray(own)


def _joints(tree: _core.Tree) -> List[_Joint]:
    leaders = {each["mimic"][0] for each in tree.joints if "mimic" in each}
    return [
        _Joint(kind, limits, kind == "revolute" and name not in leaders)
        for name, kind, limits in zip(tree.names, tree.kinds, tree.limits.tolist())
    ]


def _solutions(study: StudyDocument, targets: Sequence[Target], count: int) -> Iterator[Floats]:
    """Yields solutions at the first point: from the scene's start, then from random poses."""
    method = documented("methods[0]", "levenberg-marquardt", {}, 2)
    limited = _core.STUDY_FIELDS.index("inLimits" if study.limits != "ignore" else "solved")
    solved = _core.STUDY_FIELDS.index("solved")
    for start, most in (("given", 1), ("random", _TRIES * count)):
        settings = {
            "sampling": _core.SAMPLINGS.index("path"),
            "start": _core.STARTS.index(start),
            "spacing": 1,
        }
        batch = study.core(targets, settings, rules_of(_SHARP))
        for first in range(0, most, _PIECE):
            told = batch.solve(
                method._made,
                gain=1,
                max_step=None,
                max_slide=math.inf,
                clamp=clamp_of(None),
                secondary=secondary_of(None),
                first=first,
                count=min(_PIECE, most - first),
                causes=0,
                solutions=False,
                threads=1,
            )
            rows = told["rows"]
            yield from told["q"][(rows[:, solved] == 1) & (rows[:, limited] == 1)]


def _unwound(joints: Sequence[_Joint], start: Floats, pose: Floats) -> Floats:
    """Moves angles by full rotations toward the scene's start, if within their limits."""
    turned = pose - _TURN * np.floor((pose - start) / _TURN + 0.5)
    low, high = np.array([each.limits for each in joints]).T
    able = np.array([each.whole_turns for each in joints]) & (low <= turned) & (turned <= high)
    return np.where(able, turned, pose)


def _differ(joints: Sequence[_Joint], a: Floats, b: Floats) -> bool:
    """Returns whether a joint differs by more than _APART, ignoring full rotations."""
    apart = np.abs(a - b)
    turns = np.array([each.kind == "revolute" for each in joints])
    around = np.abs(apart - _TURN * np.floor(apart / _TURN + 0.5))
    return bool((np.where(turns, around, apart) > _APART).any())


def _uniform(seed: int, index: int) -> Iterator[float]:
    """Yields random numbers in [0, 1) by mulberry32, like the page."""
    word = 2**32 - 1
    state = (seed ^ (seed >> 32) ^ ((index + 1) * 0x9E3779B9)) & word
    while True:
        state = (state + 0x6D2B79F5) & word
        t = ((state ^ (state >> 15)) * (1 | state)) & word
        t = ((t + (((t ^ (t >> 7)) * (61 | t)) & word)) & word) ^ t
        yield (t ^ (t >> 14)) / 2**32
