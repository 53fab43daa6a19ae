"""Studies: runs each method of a scenario on many random problems, or along a path."""

from __future__ import annotations

import warnings
from typing import Any, Dict, Optional

import numpy as np

from . import _core
from ._arrays import Floats, boolean, real, shaped, whole
from ._follow import FOLLOW, followed
from ._rows import Rows, joined
from ._scenario import Document, DocumentLike, json_object
from ._sentences import one_of
from ._settings import SEEDS, threads_of
from ._study_document import Cell, StudyDocument, checked_study, known, read_study, word

_KEYS = (
    *("restarts", "sharedRestarts", "levels", "conditions", "causes", "solutions", "count"),
    "looks",
)
_SAMPLINGS = {
    "reachable": ("kind", "start", "spread"),
    "singular": ("kind", "start", "spread"),
    "box": ("kind", "start", "low", "high", "anyTurn"),
}
_MOST = 100_000_000
_PIECE = 4096  # Rows.


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
    reachable, singular, box or follow. `follow` returns Runs: the methods follow a path, and a row
    is a run. Targets may be complete or partial (`free`, `tolerance`), methods may have
    `targetClamp` and `secondary`. `sweep` repeats the study for values of one or two numbers of the
    methods or the run; these are columns named by their paths. All other contents, such as
    formulas, are errors that name the field. Missing lengths of methods are scaled to the
    mechanism; in version 1 they are those of the papers, and a warning names the defaults that
    version 2 changes. `causes` is the number of problems, from the first, whose unsolved rows are
    diagnosed: columns cause and causeJoint, empty elsewhere. `solutions`: True adds the columns
    branch (number of the solution where the method ended, 0: none), branches and branchesInLimits
    (how many there are), nearestBranch and nearestTurn (the one nearest to the start, and its
    largest joint rotation, radians), turn (that of the final pose), certified (an exact solution
    lies within this distance, radians; NaN if unproven) and certifiedInLimits; the robot must have
    a closed form. Studies along a path have neither.

    first, count: the problems or runs to solve, from index first; count None: to the last.
    threads: None for all cores. A row depends only on the document and its index, bit for bit.

    The problems have the same bits as on the page and the command line, and the rows of all
    methods but SDLS, whose sums are added in pairs here. 2700 rows were compared: 300 problems
    each of the presets ur5e and panda and of a planar arm of four links, by DLS, SDLS and
    Levenberg-Marquardt, version 2. All 1800 rows of DLS and Levenberg-Marquardt have the same
    bits, and 142 of SDLS; 2697 of 2700 have the same number of updates, and all the same outcome.

    Runs along a path have the same bits with all methods except SDLS if the targets have the same
    bits: lines, straight and smooth poses, and motions by points. Circles, figures eight, sines,
    rotations and paths from "start" differ by some 1e-16 m from those of the module, which has its
    own sine. 144 runs of 1440 points were compared: a figure eight from "start", for the same
    robots and methods, that leaves their reach or limits. All had the same jumps and updates; 111
    had the same joint values to 1e-9, and 128 to 1e-6. Where a target is out of reach, a method at
    a singular pose amplifies rounding.

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
    read = read_study(document)
    sampling = json_object("sampling", read.get("sampling", {"kind": "reachable"}))
    along = sampling.get("kind") == FOLLOW
    told = (
        checked_study("a study along a path", read, ())
        if along
        else checked_study("the study", read, _KEYS)
    )
    cores = threads_of(threads)
    rows = (followed if along else _benchmark)(told, sampling, first, count, cores)
    if told.note:
        warnings.warn(told.note, stacklevel=2)
    return rows


def _benchmark(
    read: StudyDocument, sampling: Document, first: int, count: Optional[int], threads: int
) -> Rows:
    told = read.told
    targets = [read.target(i, row) for i, row in enumerate(read.targets)]
    settings = _settings(told, sampling)
    wanted = told.get("count") if count is None else count
    asked = whole("count", wanted, 1, _MOST)
    begin = whole("first", first, 0, SEEDS - asked)
    causes = whole("causes", told.get("causes", 0), 0, _MOST)
    solutions = boolean("solutions", told.get("solutions", False))

    def solved(cell: Cell) -> Dict[str, Floats]:
        drawn = read.core(targets, settings, cell.rules, cell.restarts)
        if solutions and (fault := drawn.closed_form_fault()):
            raise ValueError(
                f"solutions must be false for a robot without a closed form; got true ({fault})"
            )
        return _solved(drawn, cell, begin, asked, causes, solutions, threads)

    return joined(read, [solved(each) for each in read.cells], begin)


def _solved(
    drawn: _core.Study,
    cell: Cell,
    first: int,
    count: int,
    causes: int,
    solutions: bool,
    threads: int,
) -> Dict[str, Floats]:
    """Returns all rows of a cell, solved in pieces."""
    pieces = [
        cell.asked.call(
            drawn.solve,
            first=begin,
            count=min(_PIECE, first + count - begin),
            causes=causes,
            solutions=solutions,
            threads=threads,
        )
        for begin in range(first, first + count, _PIECE)
    ]
    return {key: np.concatenate([piece[key] for piece in pieces]) for key in pieces[0]}


def _settings(told: Document, sampling: Document) -> Dict[str, float]:
    kind = sampling.get("kind")
    if kind not in _SAMPLINGS:
        refused = one_of("sampling.kind", (*_SAMPLINGS, FOLLOW), kind)
        others = _core.SAMPLINGS
        elsewhere = "; the page, the command line and npm have it" if kind in others else ""
        raise ValueError(refused + elsewhere)
    known("sampling", sampling, _SAMPLINGS[kind])
    start = sampling.get("start", "given")
    given: Dict[str, float] = {
        "sampling": _core.SAMPLINGS.index(kind),
        "start": word("sampling.start", start, _core.STARTS),
        "spread": real("sampling.spread", sampling.get("spread", 0)),
        "anyTurn": boolean("sampling.anyTurn", sampling.get("anyTurn", False)),
    }
    for key in ("sharedRestarts", "levels", "conditions"):
        given[key] = boolean(key, told.get(key, False))
    for key in ("low", "high") if kind == "box" else ():
        corner = shaped(f"sampling.{key}", sampling.get(key), (3,), "x y z, metres")
        given.update({f"{key}{axis}": value for axis, value in zip("XYZ", corner.tolist())})
    return given
