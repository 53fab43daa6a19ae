"""The rows of a study."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterator, Mapping, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import Floats
from ._columns import Column, Table
from ._study_document import StudyDocument

_WHOLE = (
    *("updates", "evaluations", "restarts", "limitHits"),
    *("branch", "branches", "branchesInLimits", "nearestBranch"),
)
_FLAGS = ("solved", "inLimits", "certifiedInLimits")


class Rows(Table):
    """The results of a study: one row per method, value of the sweep and problem, in this order.

    `rows["updates"]` is a column (N,): method, label, the paths of the sweep (NaN where a value does
    not affect the method), index, then the results (solved, inLimits, stop, updates, evaluations,
    restarts, error in metres, angle in radians, …). labels: those of the methods. names: those of
    the n joints. q and starts: (N, n) radians, metres for prismatic
    joints. goals: (N, k, 7) x y z in metres and a quaternion x y z w per target. document: the
    study.

    >>> scenario = {
    ...     "tree": {"planar": {"links": [1, 0.8, 0.5]}},
    ...     "targets": [{"effector": "tip", "position": [1, 1, 0]}],
    ...     "methods": [{"id": "transpose"}, {"id": "sdls"}],
    ... }
    >>> rows = iklab.study(
    ...     {"iklabStudy": 2, "scenario": scenario, "sampling": {"kind": "reachable"}, "count": 20}
    ... )
    >>> {name: int(rows["solved"][rows["label"] == name].sum()) for name in rows.labels}
    {'Transpose': 20, 'SDLS': 20}
    """

    def __init__(
        self,
        document: Mapping[str, Any],
        columns: Mapping[str, Column],
        labels: Sequence[str],
        names: Sequence[str],
        arrays: Mapping[str, Floats],
    ) -> None:
        super().__init__(columns, {"document": dict(document)})
        self.document = dict(document)
        self.labels: Tuple[str, ...] = tuple(labels)
        self.names: Tuple[str, ...] = tuple(names)
        self.q, self.starts, self.goals = arrays["q"], arrays["starts"], arrays["goals"]

    def __repr__(self) -> str:
        return f"Rows({len(self)} rows by {', '.join(self.labels)})"

    def _flat(self) -> Iterator[Tuple[str, Column]]:
        yield from super()._flat()
        for i, joint in enumerate(self.names):
            yield f"end.{joint}", self.q[:, i]

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a file.

        path: ends in .npz (one array per column, q, starts and goals, and the study as JSON in
        `document`) or in .csv (a header, then one line per row, with q in columns `end.JOINT`).

        >>> import os, tempfile
        >>> rows = iklab.study({
        ...     "scenario": {
        ...         "tree": {"planar": {"links": [1, 0.8]}},
        ...         "targets": [{"effector": "tip", "position": [1, 1, 0]}],
        ...         "methods": [{"id": "sdls"}],
        ...     },
        ...     "sampling": {"kind": "reachable"},
        ...     "count": 5,
        ... })
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     rows.save(os.path.join(folder, "rows.npz"))
        ...     bool((np.load(os.path.join(folder, "rows.npz"))["q"] == rows.q).all())
        True
        """
        super().save(path)

    def _archive(self) -> Mapping[str, Any]:
        arrays = {"q": self.q, "starts": self.starts, "goals": self.goals}
        return {**self._columns, **arrays, "document": np.array(json.dumps(self.document))}


def joined(study: StudyDocument, parts: Sequence[Mapping[str, Floats]], first: int) -> Rows:
    """Joins the rows of all cells."""
    together = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    count = len(parts[0]["q"])
    names = study.scene.tree.names
    numbers, causes = together.pop("rows"), together.pop("causes")
    solutions = together.pop("solutions")
    columns = study.head(count)
    columns["index"] = np.tile(np.arange(first, first + count), len(parts))
    for at, field in enumerate(_core.STUDY_FIELDS):
        if not np.isnan(numbers[:, at]).all():
            columns[field] = _column(field, numbers[:, at])
    if len(causes) > 0:
        for at, (field, words) in enumerate(zip(_core.CAUSE_FIELDS, (_core.CAUSES, names))):
            columns[field] = _named(words, causes[:, at])
    if len(solutions) > 0:
        for at, field in enumerate(_core.BATCH_SOLUTION_FIELDS):
            columns[field] = _column(field, solutions[:, at])
    return Rows(study.told, columns, study.labels, names, together)


def _column(field: str, numbers: Floats) -> Column:
    if field in _FLAGS:
        return np.asarray(numbers == 1)
    if field == "stop":
        words: Column = np.asarray(_core.STOPS)[numbers.astype(int)]
        return words
    return np.asarray(numbers.astype(np.int64) if field in _WHOLE else numbers)


def _named(words: Sequence[str], places: Floats) -> Column:
    """Returns words by index; empty if the index is NaN."""
    return np.asarray([*words, ""])[np.where(np.isnan(places), len(words), places).astype(int)]
