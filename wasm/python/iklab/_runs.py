"""The runs of a study along a path."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Dict, Iterator, Mapping, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import Floats
from ._columns import Column, Table
from ._rows import Rows
from ._study_document import StudyDocument, Target

_COUNTS = ("lag", "jumps")
_COURSE = ("error", "angle", "sigma", "turn", "limits", "updates")
_GOAL = ("x", "y", "z", "qx", "qy", "qz", "qw")


class Runs(Rows):
    """The results of a study along a path: one row per method, value of the sweep and run.

    Columns: method, label, the paths of the sweep, run, then the figures of the last round (rms,
    largest, within, jumps, …), as on the command line. `time` and `time99` are seconds per point on this machine. course: a
    Table with one row per point of each run: its error, joint step, targets and joint values.
    q: (N, P, n), the joint values at the points. starts: (N, n). goals: (P, k, 7).

    >>> runs = iklab.study({
    ...     "iklabStudy": 2,
    ...     "scenario": {
    ...         "tree": {"planar": {"links": [1, 0.8]}},
    ...         "start": [0.5, 1],
    ...         "targets": [{"effector": "tip", "position": [1, 1, 0]}],
    ...         "methods": [{"id": "dls"}, {"id": "sdls"}],
    ...     },
    ...     "sampling": {
    ...         "kind": "follow",
    ...         "path": {"shape": "circle", "radius": 0.2},
    ...         "points": 100,
    ...         "starts": 2,
    ...     },
    ... })
    >>> runs, runs["jumps"].tolist(), runs.q.shape, len(runs.course)
    (Runs(4 runs by DLS, SDLS), [0, 0, 0, 0], (4, 100, 2), 400)
    """

    _head: Sequence[str]
    _effectors: Sequence[Tuple[str, bool]]
    _points: Mapping[str, Column]

    def __repr__(self) -> str:
        return f"Runs({len(self)} runs by {', '.join(self.labels)})"

    @cached_property
    def course(self) -> Table:
        """Returns the points of all runs, as in `iklab study --course --poses`."""
        runs, points = self.q.shape[:2]
        columns: Dict[str, Column] = {key: np.repeat(self[key], points) for key in self._head}
        columns["point"] = np.tile(np.arange(points), runs)
        for field, column in self._points.items():
            whole = field in ("limits", "updates")
            columns[field] = column.astype(np.int64) if whole else column
        for i, (effector, oriented) in enumerate(self._effectors):
            for at, part in enumerate(_GOAL if oriented else _GOAL[:3]):
                columns[f"target.{effector}.{part}"] = np.tile(self.goals[:, i, at], runs)
        for i, joint in enumerate(self.names):
            columns[f"end.{joint}"] = self.q[:, :, i].ravel()
        return Table(columns, self.manifest)

    def _flat(self) -> Iterator[Tuple[str, Column]]:
        return Table._flat(self)

    def _archive(self) -> Mapping[str, Any]:
        return Table._archive(self)


def joined_runs(
    study: StudyDocument,
    targets: Sequence[Target],
    first: int,
    arrays: Mapping[str, Floats],
    figures: Sequence[Sequence[Tuple[Dict[str, float], Column]]],
) -> Runs:
    """Joins the runs of all methods. figures: a list per method, with one entry per run."""
    count = len(figures[0])
    every = [each for part in figures for each in part]
    columns = study.head(count)
    columns["run"] = np.tile(np.arange(first, first + count), len(figures))
    for field in every[0][0]:
        column = np.array([each[field] for each, _ in every])
        columns[field] = column.astype(np.int64) if field in _COUNTS else column
    runs = Runs(study.told, columns, study.labels, study.scene.tree.names, arrays)
    runs.manifest = {"kind": "follow", "document": runs.document}
    runs._head = ["method", "label", *study.sweep, "run"]
    runs._effectors = [each.asked[:2] for each in targets]
    fields = dict(zip(_core.FOLLOW_FIELDS, np.moveaxis(arrays["rows"], 2, 0)))
    runs._points = {
        **{field: fields[field].ravel() for field in _COURSE},
        "jump": np.concatenate([jumps for _, jumps in every]),
    }
    return runs
